// Which words of a key are broken, leave the key or are cut off, and how much too wide the page is, at the size of this
// frame with text of so many percent.
([width, height, percent]) => {
  Object.assign(frameElement.style, { width: `${width}px`, height: `${height}px` });
  document.documentElement.style.fontSize = `${percent}%`;
  const found = [], box = (each) => each.getBoundingClientRect();
  const over = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (over > 0) found.push(`the page is ${over} px too wide`);

  const keys = [...document.querySelectorAll(".key")].filter((each) => each.getClientRects().length);
  const textsOf = (key) => {
    const walker = document.createTreeWalker(key, NodeFilter.SHOW_TEXT), texts = [];
    while (walker.nextNode()) if (walker.currentNode.parentElement.checkVisibility()) texts.push(walker.currentNode);
    return texts.filter((each) => !each.parentElement.closest(".unseen"));
  };
  for (const key of keys) {
    const { left, right, top, bottom } = box(key);
    const words = textsOf(key).flatMap((text) => [...text.data.matchAll(/[^\s–-]+/g)].map((word) => {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      return [word[0], range];
    }));
    for (const [word, range] of words) {
      const rects = [...range.getClientRects()].filter((each) => each.width > 0);
      const lines = new Set(rects.map((each) => Math.round(each.top)));
      if (lines.size > 1) found.push(`“${word}” is broken`);
      if (rects.some((each) => each.left < left - 1 || each.right > right + 1 || each.top < top - 3 || each.bottom > bottom + 3)) {
        found.push(`“${word}” leaves its key`);
      }
    }
    if (key.scrollWidth > key.clientWidth + 1 || key.scrollHeight > key.clientHeight + 1) {
      found.push(`“${key.innerText.trim()}” is cut off`);
    }
    if (left < -1 || right > width + 1) found.push(`“${key.innerText.trim()}” is outside of the page`);
  }
  return { keys: keys.length, faults: [...new Set(found)] };
}
