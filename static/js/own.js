// What HTML cannot do: keep the screen awake during a partie, and show whether a tap is saved.
(() => {
  const find = (id) => document.getElementById(id);
  const say = (id, words) => { const region = find(id); if (region && region.textContent !== words) region.textContent = words; };
  const mark = (key, name, on) => on ? key.setAttribute(name, "true") : key.removeAttribute(name);
  const clock = () => new Date().toTimeString().slice(0, 8);

  let lock = null;
  const wake = async () => {
    if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
    try { lock = lock && !lock.released ? lock : await navigator.wakeLock.request("screen"); } catch { lock = null; }
  };
  document.addEventListener("visibilitychange", wake);
  wake();

  // One tap at a time. The phone sends it again under its own key until the club answers, so it counts once. Polls pause
  // for it. While the club cannot be reached, the pauses grow longer.
  const PAUSES = [1, 2, 4, 8, 15], NOT_DELIVERED = [502, 503, 504];
  let table = find("table"), tap = null, timer = 0, misses = 0, quiet = 0, heard = clock();
  const state = (words, late) => { say("saved", words); find("saved")?.classList.toggle("late", late); };
  const KEYS = "#table .ask :is(button, .key, .undo)";
  const isPoll = (ctx) => ctx.sourceElement.matches("[hx-trigger^=every]");
  const isBack = (key) => key.matches(".back");
  const again = () => { timer = 0; if (tap?.key.isConnected) tap.key.click(); };

  document.addEventListener("htmx:before:request", (event) => {
    const ctx = event.detail.ctx;
    if (isPoll(ctx)) { if (tap || performance.now() < quiet) event.preventDefault(); return; }
    const key = ctx.request.submitter || ctx.sourceElement, back = isBack(key);
    if (tap?.key !== key) state(back ? "Taking it back…" : ctx.request.method === "POST" ? "Saving…" : "Asking…", true);
    say("why", "");
    if (tap) tap.ctx.request.abort();
    timer = clearTimeout(timer);
    tap = { ctx, key };
    table?.classList.toggle("pending", !back);
    for (const other of document.querySelectorAll(`${KEYS}:not(.back)`)) {
      mark(other, "aria-disabled", !back);
      mark(other, "aria-busy", other === key);
    }
  });

  const miss = (ctx, why) => {
    const pause = PAUSES[Math.min(misses++, PAUSES.length - 1)] * (1000 + 300 * Math.random());
    quiet = performance.now() + pause;
    if (tap?.ctx === ctx) {
      state(isBack(tap.key) ? "Taking it back…" : "On this phone", true);
      say("why", why);
      timer = setTimeout(again, pause);
    } else if (isPoll(ctx) && ctx.sourceElement.id !== "saved") {
      state(`No contact since ${heard}`, true);
      say("warning", `No contact since ${heard}`);
    }
  };
  document.addEventListener("htmx:error", ({ detail }) => { if (detail.ctx) miss(detail.ctx, "No contact. Trying again."); });
  document.addEventListener("htmx:after:request", (event) => {
    const ctx = event.detail.ctx, { status, headers } = ctx.response;
    if (NOT_DELIVERED.includes(status) || (isPoll(ctx) && status >= 500)) {
      event.preventDefault();
      miss(ctx, `${headers.get("Scorer-Notice") || "No contact."} Trying again.`);
      return;
    }
    [misses, quiet, heard] = [0, 0, clock()];
    if (tap && tap.ctx !== ctx) event.preventDefault();
    else tap = null;
  });
  addEventListener("online", () => {
    [misses, quiet] = [0, 0];
    if (timer) { clearTimeout(timer); timer = setTimeout(again, 1000 * Math.random()); }
  });

  // While a tap is pending, only the key that takes it back works. A key also ignores taps for a moment after it appears,
  // so that a double tap records nothing twice; a press on the keyboard has no `detail`.
  let shown = performance.now();
  document.addEventListener("click", (event) => {
    const key = event.isTrusted && event.target.closest(KEYS);
    if (!key) return;
    const isNew = event.detail && performance.now() - shown < 300;
    if (isNew || (tap && !isBack(tap.key) && !isBack(key))) { event.preventDefault(); event.stopImmediatePropagation(); }
  }, true);

  // Details that a person opened stay open when the table is replaced.
  const opened = new Set();
  document.addEventListener("toggle", ({ target }) => opened[target.open ? "add" : "delete"](target.id), true);

  // A phone that follows shows when it last heard from the club; a screen reader does not read that aloud.
  const follow = () => {
    if (!table) state("", false);
    else if (table.matches("[hx-get]")) { state(`Last heard ${heard}`, false); find("saved").setAttribute("aria-live", "off"); }
  };
  document.addEventListener("htmx:before:swap", ({ detail }) => {
    if ([table, "#table"].includes(detail.ctx.target)) shown = performance.now();
  });
  document.addEventListener("htmx:after:swap", () => {
    table = find("table");
    for (const id of opened) if (find(id)) find(id).open = true;
    for (const id of ["aloud", "warning"]) if (table) say(id, table.dataset[id]);
    follow();
  });
  follow();

  // A page that the Back button restores is old: load it again.
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
})();
