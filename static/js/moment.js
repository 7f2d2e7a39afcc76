// A great moment is announced once, on a page that was there before it: its words cross the screen, the count runs up, and
// the phone buzzes. Nothing waits for that, and an undo ends it.
install(() => {
  const RUNS = 500, BUZZES = 200;
  const code = () => location.href.match(/\/p\/([^/?]+)/)?.[1];
  const isStill = () => tried(() => matchMedia("(prefers-reduced-motion: reduce)").matches);
  const progress = () => Number(own.table?.dataset.at ?? 0);
  const nothing = () => {};
  let sheet = code(), seen = progress(), band = null, finish = nothing;

  const run = (count, before) => {
    const words = count.textContent, begun = performance.now();
    let frame = 0;
    const step = () => {
      const part = (performance.now() - begun) / RUNS;
      if (part >= 1) return finish();
      count.textContent = Math.round(before + (words - before) * part);
      frame = requestAnimationFrame(step);
    };
    // whatever is shown next finds the count as it is
    finish = () => { cancelAnimationFrame(frame); count.textContent = words; finish = nothing; };
    step();
  };
  const announce = (moment) => {
    const { side, before } = moment.dataset, counts = [...document.querySelectorAll("#table :is(.seat, .half) .count")];
    const middle = document.querySelector("#table .middle");
    const count = (middle ? counts.reverse() : counts)[side];  // across the table the second player comes first
    const { left, width, top, height } = (middle ?? document.querySelector("#table .pair")).getBoundingClientRect();
    const line = middle ? top + height / 2 : count.getBoundingClientRect().bottom;
    band = moment.cloneNode(true);
    band.removeAttribute("id");
    band.className = "moment";
    band.hidden = false;
    Object.assign(band.style, { left: `${left}px`, width: `${width}px`, top: `${line}px` });
    band.addEventListener("animationend", ({ currentTarget }) => currentTarget.remove());
    own.table.after(band);
    run(count, Number(before));
    tried(() => navigator.vibrate(BUZZES));
  };
  document.addEventListener("htmx:before:swap", () => finish());
  document.addEventListener("htmx:after:swap", () => {
    const moment = own.find("moment"), made = moment?.dataset.made;
    if (band?.dataset.made !== made) band?.remove();
    if (code() !== sheet) seen = progress();
    if (Number(made) > seen && !isStill()) announce(moment);
    sheet = code();
    seen = Math.max(seen, progress());
  });
});
