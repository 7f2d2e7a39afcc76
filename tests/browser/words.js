// Which words of this page are broken, leave the screen or are cut off at a side. A name that a person typed may break,
// and so may an address, and a word at a soft hyphen.
() => {
  const screen = { left: 0, right: document.documentElement.clientWidth }, found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  const UNREAD = "bdi, .unseen, .skip, svg, option, textarea, template";
  const isRead = ({ parentElement: each }) => !each.closest(UNREAD) && each.checkVisibility();
  const boxesAround = (each) => {
    const boxes = [screen];
    for (let around = each; around; around = around.parentElement) {
      if (getComputedStyle(around).overflowX !== "visible") boxes.push(around.getBoundingClientRect());
    }
    return boxes;
  };
  for (const text of texts.filter(isRead)) {
    const scrolls = text.parentElement.closest(".known, .sideways");  // a row that is meant to be moved
    const boxes = scrolls ? [] : boxesAround(text.parentElement);
    for (const word of text.data.matchAll(/[^\s\u2013-]+/g)) {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const rects = [...range.getClientRects()].filter((each) => each.width > 0);
      const lines = new Set(rects.map((each) => Math.round(each.top)));
      const isAddress = word[0].includes("://");
      if (lines.size > word[0].split("\u00ad").length && !isAddress) found.push(`“${word[0]}” is broken`);
      const isOut = ({ left, right }) => rects.some((each) => each.left < left - 1 || each.right > right + 1);
      if (boxes.some(isOut)) found.push(`“${word[0]}” is cut off`);
    }
  }
  return [...new Set(found)];
}
