// What HTML cannot do at the table: show whether a tap is saved, say aloud what was recorded, and press keys from a
// keyboard. Each is installed alone. `later.js` has the rest, with the outbox; the table is played before that is loaded.
const own = (() => {
  const find = (id) => document.getElementById(id);
  const say = (id, words) => { const region = find(id); if (region && region.textContent !== words) region.textContent = words; };
  const mark = (key, name, on) => on ? key.setAttribute(name, "true") : key.removeAttribute(name);
  const clock = () => new Date().toTimeString().slice(0, 8);

  // What the parts share: the table as it is shown; the tap that is under way; whether keys wait for what this phone knows
  // of before; and when the table appeared, and the club was last heard.
  const KEYS = "#table .ask :is(button, .key, .undo)", NOT_DELIVERED = [502, 503, 504];
  const isPoll = (ctx) => ctx.sourceElement.matches("[hx-trigger^=every]");
  const isBack = (key) => key.matches(".back");
  const isField = (element) => element.matches("#table :is(input, select, textarea)");
  const state = (words, late) => { say("saved", words); find("saved")?.classList.toggle("late", late); };
  const own = { find, say, state, table: find("table"), tap: null, waits: Boolean(keep.get("unsent")), NOT_DELIVERED };
  let shown = performance.now(), heard = clock(), quiet = 0;

  // Why a tap has no answer yet: by what the club says of it, in a header whose signs beyond ASCII are escaped.
  own.whyLate = (answer) => {
    const notice = answer?.headers.get("Scorer-Notice");
    return notice ? wording("tryingAgain", { notice: decodeURIComponent(notice) }) : wording("noContact");
  };

  // An answer of another build than that of this page: what brings the page there is loaded by its name alone, so the club
  // has it.
  const { build, root } = document.documentElement.dataset;
  const isBusy = () => own.tap || tried(() => outbox.held().length);
  own.renewal = ({ headers }) => {
    const now = headers.get("Scorer-Build");
    if (now && now !== build) import(new URL(`${root}static/js/renew.js`, location)).then(({ heard }) => heard(now, isBusy), console.warn);
  };

  // What is not needed at once is loaded once the page has been shown; where the club is away, as soon as it is back.
  let loading = null;
  own.later = () => loading ??= new Promise((done) => {
    const address = document.querySelector("[data-later]")?.dataset.later;
    const load = () => {
      const script = Object.assign(document.createElement("script"), { src: address, onload: done });
      script.onerror = () => setTimeout(load, 2000);
      document.head.append(script);
    };
    if (address) load();
  });
  install(() => {
    if (own.waits || document.querySelector("[data-shell]")) own.later();
    addEventListener("load", () => setTimeout(own.later, 2000));
  });

  // One tap at a time; polls pause for it. One that the club does not answer goes to the outbox, which sends it again under
  // its own key until it does (`own.ask`, of `later.js`).
  install(() => {
    own.refuseTakenBack = ({ aborted, reason }) => {
      if (aborted && reason !== "timeout") throw new DOMException("taken back", "AbortError");
    };
    const through = (tap) => async (address, request) => {
      if (!own.ask) {
        const answer = await fetch(address, request).catch(() => null);
        if (answer && !NOT_DELIVERED.includes(answer.status)) return answer;
        own.refuseTakenBack(request.signal);
        if (own.tap === tap) {
          if (request.method === "POST") state(wording("onPage"), true);
          say("why", own.whyLate(answer));
        }
        await own.later();
        own.refuseTakenBack(request.signal);
      }
      return own.ask(tap, address, request);
    };
    document.addEventListener("htmx:before:request", (event) => {
      const ctx = event.detail.ctx;
      if (isPoll(ctx)) {
        const pauses = own.tap || performance.now() < quiet || isField(document.activeElement) || own.isHeld?.();
        if (pauses) event.preventDefault();
        return;
      }
      const key = ctx.request.submitter || ctx.sourceElement, back = isBack(key), before = own.tap;
      if (before?.key !== key) state(wording(back ? "takingBack" : ctx.request.method === "POST" ? "saving" : "asking"), true);
      say("why", "");
      before?.ctx.request.abort();
      if (back) before?.takeBack?.();
      own.tap = { ctx, key, isAsked: true };
      ctx.fetch = through(own.tap);
      own.table?.classList.toggle("pending", !back);
      for (const other of document.querySelectorAll(`${KEYS}:not(.back)`)) {
        mark(other, "aria-disabled", !back);
        mark(other, "aria-busy", other === key);
      }
    });

    const miss = (ctx) => {
      quiet = performance.now() + 10000;
      if (own.tap || ctx.sourceElement.id === "saved") return;
      state(wording("noContactSince", { time: heard.slice(0, 5) }), true);
      say("warning", wording("noContactSince", { time: heard }));
    };
    document.addEventListener("htmx:error", ({ detail: { ctx } }) => { if (ctx && isPoll(ctx)) miss(ctx); });
    document.addEventListener("htmx:after:request", (event) => {
      const ctx = event.detail.ctx, { status } = ctx.response;
      own.renewal(ctx.response);
      if (isPoll(ctx) && status >= 500) {
        event.preventDefault();
        miss(ctx);
        return;
      }
      quiet = 0;
      heard = clock();
      if (own.tap && own.tap.ctx !== ctx) event.preventDefault();
      else own.tap = null;
    });
  });

  // A key may be pressed before htmx has seen it, and the browser would then leave the page with its form.
  document.addEventListener("click", ({ target }) => htmx.process(target.closest?.("[hx-get], [hx-post]")), true);

  // While a tap is pending, only the key that takes it back works. A key also ignores taps for a moment after it appears,
  // so that a double tap records nothing twice; a press on the keyboard has no `detail`. Where taps of this phone have not
  // reached the club, the keys wait for the script that knows them.
  install(() => {
    if (own.waits) state(wording("onPhone"), true);
    document.addEventListener("click", (event) => {
      const key = event.isTrusted && event.target.closest(KEYS);
      if (!key) return;
      const isNew = event.detail && performance.now() - shown < 300;
      if (isNew || own.waits || (own.tap && !isBack(own.tap.key) && !isBack(key))) { event.preventDefault(); event.stopImmediatePropagation(); }
    }, true);
  });

  // What is typed presses a key. A key is called by its label and by `data-typed`; where that says more than a number on
  // the key, by that alone. A name that begins with a number, as 4k for four kings, is typed up to its first sign; of
  // another the first letters are enough. What fits several keys waits for more, and a name that others go on from is
  // pressed once no more is typed. A key that types nothing clears what waits. What is typed after a key was pressed, or
  // fits none, does nothing until a pause. This needs the focus at the table, as WCAG 2.1.4 asks of keys of one letter.
  install(() => {
    const PAUSE = 600;
    let typed = "", stroke = 0, rest = 0, spent = false;
    const names = ({ dataset: { typed: name }, firstChild: { textContent: label } }) =>
      [name ?? label, name && !isNaN(label) ? name : label].map((each) => each.trim().toLowerCase().match(/^\d\w*|.*/)[0]);
    const begins = (name) => name.startsWith(typed);
    const clear = () => { rest = clearTimeout(rest); typed = ""; say("typed", ""); };
    const press = (key) => { clear(); spent = true; if (key?.isConnected) key.click(); };
    addEventListener("keydown", ({ key, target, timeStamp, repeat, ctrlKey, altKey, metaKey }) => {
      document.documentElement.classList.add("keyboard");
      if (ctrlKey || altKey || metaKey || repeat || key === "Shift") return;
      if (own.tap || own.waits || !target.closest?.("#table") || isField(target)) return;
      spent &&= timeStamp - stroke < PAUSE;
      stroke = timeStamp;
      if (key.length > 1 || key === " ") {
        if (key === "Backspace" && !typed && !spent) press(document.querySelector("#table [data-typed=Backspace]"));
        return clear();
      }
      if (spent) return;
      typed += key.toLowerCase();
      rest = clearTimeout(rest);
      const keys = [...document.querySelectorAll(`${KEYS}:not([data-typed=Backspace])`)];
      const named = keys.filter((each) => each.getClientRects().length && names(each).some(begins));
      // a five is a quint before it is five tricks
      const calls = named.filter((each) => each.dataset.typed && begins(names(each)[0])), found = calls.length ? calls : named;
      const exact = found.filter((each) => names(each).includes(typed));
      say("typed", wording("typed", { typed, keys: found.map((each) => names(each).find(begins)).join(", ") }));
      if (!found.length) press();
      else if (found.length === 1 && (exact.length || isNaN(typed[0]))) press(found[0]);
      else if (exact.length === 1) rest = setTimeout(press, PAUSE, exact[0]);
    });
    addEventListener("pointerdown", clear);
    document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => { if ([own.table, "#table"].includes(ctx.target)) clear(); });
  });

  // Details that a person opened stay open when the table is replaced.
  const opened = new Set();
  document.addEventListener("toggle", ({ target }) => opened[target.open ? "add" : "delete"](target.id), true);

  // A phone that follows shows when it last heard from the club; a screen reader does not read that aloud.
  install(() => {
    const follow = () => {
      if (!own.table) state("", false);
      else if (own.table.matches("[hx-get]")) { state(wording("lastHeard", { time: heard }), false); find("saved").setAttribute("aria-live", "off"); }
    };
    // After a tap the new question has the focus. A poll only gives back a focus that it took. What was said stays scrolled
    // as it was unless more was said.
    const card = () => own.table?.querySelector(".card");
    // What is said aloud is the name of the question while that takes the focus, else the live region speaks: heard once.
    const speak = (moves) => {
      if (!own.table) return;
      const asked = moves && document.activeElement === document.body && find("question");
      find("aloud").setAttribute("aria-live", asked ? "off" : "polite");
      for (const id of ["aloud", "warning"]) say(id, own.table.dataset[id]);
      if (!asked) return;
      asked.setAttribute("aria-labelledby", "aloud");
      asked.focus({ preventScroll: true });
    };
    let held = false, scrolled = 0;
    document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
      if ([own.table, "#table"].includes(ctx.target)) shown = performance.now();
      held = !isPoll(ctx) || own.table?.contains(document.activeElement);
      scrolled = ctx.request.method === "POST" ? 0 : card()?.scrollTop;
    });
    document.addEventListener("htmx:after:swap", () => {
      own.table = find("table");
      for (const id of opened) if (find(id)) find(id).open = true;
      if (card()) card().scrollTop = scrolled;
      if (own.table) document.title = document.title.replace(/^[^:]*?(?=\s*(:|$))/, own.table.querySelector("h1").textContent);
      speak(held);
      follow();
      own.line?.();
    });
    follow();
    speak(true);
  });

  // A page that the Back button restores is old: load it again.
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
  return own;
})();
