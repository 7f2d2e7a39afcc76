// What is wrong with the table in this frame, in words, at each of some sizes with their text sizes in percent: what a
// player needs is in sight without scrolling, where the size is strict; and nowhere is a text cut or a word broken. If the
// page is pending, it is looked at as the script leaves it while a tap is not saved.
([sizes, longest, isPending]) => {
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.getClientRects().length);
  const box = (each) => each.getBoundingClientRect();
  const words = (each) => `“${(each.innerText || each.className).trim().replace(/\s+/g, " ").slice(0, 50)}”`;
  const KEYS = ".ask :is(.key, .undo, input)";

  const broken = () => {
    const found = [], range = document.createRange();
    const texts = document.createTreeWalker(document.querySelector("#table"), NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      if (text.parentElement.closest(".unseen") || !text.parentElement.checkVisibility()) continue;
      for (const word of text.data.matchAll(/[^\s\u2010-\u2014-]+/g)) {
        if (word[0].length < 2 || word[0].length > longest) continue;
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        const lines = new Set([...range.getClientRects()].filter((each) => each.width).map((each) => Math.round(each.top)));
        if (lines.size > 1) found.push(`“${word[0]}” is broken in ${text.parentElement.closest("[class]").className}`);
      }
    }
    return found;
  };

  // Between two players each half is turned to its own, and has the count at the middle and the keys at the edge.
  const turned = () => shown(".half").flatMap((half, index) => {
    const far = index === 0, count = box(half.querySelector(".count"));
    const faces = (getComputedStyle(half).rotate === "180deg") === far;
    const keys = [...half.querySelectorAll(".key")].map(box);
    const outside = keys.every((key) => far ? key.bottom <= count.top : key.top >= count.bottom);
    return [...(faces ? [] : ["a half faces the wrong player"]), ...(outside ? [] : ["the count is not between the keys"])];
  });

  const unsaved = (is) => {
    document.getElementById("saved").textContent = is ? "Taking it back…" : "Saved";
    document.getElementById("why").textContent = is ? "The disk is full. Trying again." : "";
    document.getElementById("table").classList.toggle("pending", is);
  };
  const moved = () => {
    const places = () => shown(".ask .keys .key").map((key) => `${box(key).left} ${box(key).top}`).join();
    unsaved(false);
    const before = places();
    unsaved(true);
    return before === places() ? [] : ["the keys move while a tap is not saved"];
  };

  const faults = ([width, height, percent, strict, words_too]) => {
    Object.assign(frameElement.style, { width: `${width}px`, height: `${height}px` });
    document.documentElement.style.fontSize = `${16 * percent / 100}px`;
    const found = [];
    const blame = (selector, what, wrong) => shown(selector).filter(wrong).forEach((each) => found.push(`${words(each)} ${what}`));
    const root = document.documentElement;
    if (isPending && strict) found.push(...moved());
    if (strict) found.push(...turned());
    if (root.scrollWidth > root.clientWidth) found.push(`the page is ${root.scrollWidth - root.clientWidth} px too wide`);
    blame(`${KEYS}, :is(.said, .deal) a, .bar a`, "is smaller than 48 px", (each) => box(each).height < 47.9 || box(each).width < 47.9);
    blame(`${KEYS}, .bar > *, .name, .role, .ask h2:not(.unseen), .caption, .side`, "is cut off", (each) =>
      each.scrollWidth > each.clientWidth + 1 || (each.scrollHeight > each.clientHeight + 1 && getComputedStyle(each).display !== "inline"));
    if (words_too) found.push(...broken());
    if (strict) {
      if (root.scrollHeight > height) found.push(`the page scrolls by ${root.scrollHeight - height} px`);
      blame(".count", "is smaller than 56 px", (each) => parseFloat(getComputedStyle(each).fontSize) < 56);
      blame(`${KEYS}, .ask h2:not(.unseen):not(.card *), .count, .total, .name, .needs, .bar > *`, "is not in sight", (each) => {
        const { left, top, right, bottom } = box(each);
        const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return left < 0 || top < 0 || right > width + 0.5 || bottom > height + 0.5 || !over || !(each.contains(over) || over.contains(each));
      });
      if (shown(".card tr, .card p").length && box(document.querySelector(".card")).height < 26) found.push("nothing said is in sight");
    }
    return found.map((fault) => `${width}x${height}, ${percent} %: ${fault}`);
  };
  return sizes.flatMap(faults);
}
