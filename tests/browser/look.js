// What is wrong with the page in this frame, in words, at each of some sizes; and which kinds of element it has.
// The last size is that of a phone as most people have: there the text has its full size, and what the table asks is
// on the first screen while the deal goes on.
([sizes, goesOn]) => {
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.getClientRects().length);
  const box = (each) => each.getBoundingClientRect();
  const words = (each) => `“${(each.innerText ?? each.textContent).trim().slice(0, 60)}”`;
  const pixels = (each) => parseFloat(getComputedStyle(each).fontSize);
  const READ = "body, p:not(.small, .watch), .said td, h1, h2, .key, .undo, .name:not(.pair *), select, input[type=text], dt, dd";
  const CARD = document.querySelector(".running") ? ".key, .bar a, .list a, summary" : "none";

  const faults = ([width, height], usual) => {
    Object.assign(frameElement.style, { width: `${width}px`, height: `${height}px` });
    const found = [];
    const blame = (elements, what, wrong) => elements.filter(wrong).forEach((each) => found.push(`${words(each)} ${what}`));
    const over = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (over) found.push(`the page is ${over} px too wide`);

    const keys = shown("#table :is(a, button, summary)");
    if (document.querySelector("#table[data-version]") && keys.length < 4) found.push("the table has hardly a key");
    blame([...keys, ...shown(".sum.deal a")], "is lower than 48 px", (each) => box(each).height < 47.9);
    blame(shown(CARD), "is lower than 44 px", (each) => box(each).height < 44);
    const fixed = keys.filter((each) => !each.closest(".card"));  // what is in the card is scrolled away under others
    fixed.forEach((each, index) => fixed.slice(0, index).forEach((other) => {
      const one = box(each), two = box(other);
      const across = Math.min(one.right, two.right) - Math.max(one.left, two.left);
      const down = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
      if (across > 1 && down > 1) found.push(`${words(each)} lies under ${words(other)}`);
    }));

    const drawn = shown("svg text");
    const clipped = (each, one = box(each), svg = box(each.closest("svg"))) =>
      one.left < svg.left - 1 || one.right > svg.right + 1 || one.top < svg.top - 1 || one.bottom > svg.bottom + 1;
    blame(drawn, "is clipped in its picture", clipped);
    blame(drawn, "is too small to read in its picture", (each) => width >= 320 && box(each).height < 10.99);
    shown(".across-page").forEach((each) => each.scrollTo(each.scrollWidth, 0));
    const at = (each, x) => document.elementFromPoint(x, (box(each).top + Math.min(box(each).bottom, height)) / 2);
    const across = ({left, right}) => [left + 2, (left + right) / 2, right - 12];
    const covered = (each) => box(each).top < height && across(box(each)).some((x) => !each.contains(at(each, x)));
    blame(shown(".cross tr > :first-child"), "is scrolled away or lies under another cell", covered);

    // What is tapped is what is seen there: a link may fill its row, but not the page.
    const tapped = (each) => {
      each.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const first = each.getClientRects()[0];
      return document.elementFromPoint((first.left + first.right) / 2, (first.top + first.bottom) / 2);
    };
    const open = (each) => !each.disabled && each.checkVisibility({ visibilityProperty: true });
    shown("a[href], button, summary, select, input").filter(open).forEach((each) => {
      const hit = tapped(each);
      if (!hit || each.contains(hit) || hit.closest("label")?.control === each) return;
      found.push(`${words(each)} is tapped as ${words(hit.closest("a, button, summary, label") ?? hit)}`);
    });
    scrollTo(0, 0);

    // A row of a list in one column is as wide as its list
    const narrow = (each) => width < 500 && box(each).width < each.parentElement.clientWidth - 2;
    blame(shown(":is(.list, .steps, .hinges) > li"), "is narrower than its list", narrow);

    blame(shown(".ask :is(a, button):not(.card *)"), "is outside of the page", (each) => box(each).left < 0 || box(each).right > width);
    const cut = (each) => each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight;
    blame(shown(".ask .key"), "is cut off", cut);
    if (usual) {
      blame(shown(READ), "is smaller than 17 px", (each) => pixels(each) < 17);
      blame(shown("#table .count"), "is smaller than 56 px", (each) => pixels(each) < 56);
      const below = (each) => goesOn && box(each).bottom > height;
      blame(shown(".ask h2, .ask .key"), "is below the first screen", below);
    }
    return found.map((fault) => `${width} px: ${fault}`);
  };

  const VALUED = ["class", "role", "type", "aria-live"];
  const kind = (each) => {
    const attributes = [...each.attributes].map(({ name, value }) => VALUED.includes(name) ? `${name}=${value}` : name);
    return `${each.parentElement?.tagName}>${each.tagName} ${attributes.sort().join(" ")}`;
  };
  const headings = [...document.querySelectorAll("h1, h2, h3, h4")].map((each) => each.tagName);
  const order = headings.filter((each, index) => each !== headings[index - 1]).join(" ");
  return {
    faults: sizes.flatMap((size, index) => faults(size, index === sizes.length - 1)),
    kinds: [...new Set([...document.querySelectorAll("*")].map(kind)), order],
  };
}
