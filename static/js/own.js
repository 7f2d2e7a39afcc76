// What HTML cannot do: keep the screen awake during a partie, show whether a tap is saved, say aloud what was recorded,
// and press keys from a keyboard. Each is installed alone.
(() => {
  const find = (id) => document.getElementById(id);
  const say = (id, words) => { const region = find(id); if (region && region.textContent !== words) region.textContent = words; };
  const mark = (key, name, on) => on ? key.setAttribute(name, "true") : key.removeAttribute(name);
  const clock = () => new Date().toTimeString().slice(0, 8);

  let asleep = true;
  const warn = () => { if (find("asleep")) find("asleep").hidden = !asleep; };
  install(() => {
    let lock = null;
    asleep = !tried(() => "wakeLock" in navigator);
    const wake = async () => {
      warn();
      if (document.visibilityState !== "visible") return;
      try { lock = lock && !lock.released ? lock : await navigator.wakeLock.request("screen"); } catch { lock = null; }
      asleep = !lock;
      warn();
    };
    document.addEventListener("visibilitychange", wake);
    wake();
  });

  // What the parts share: the table as it is shown, since when; the tap that is under way; whether keys wait for the script
  // that knows taps of before; and when the club was last heard.
  const KEYS = "#table .ask :is(button, .key, .undo)";
  const isPoll = (ctx) => ctx.sourceElement.matches("[hx-trigger^=every]");
  const isBack = (key) => key.matches(".back");
  const isField = (element) => element.matches("#table :is(input, select, textarea)");
  const state = (words, late) => { say("saved", words); find("saved")?.classList.toggle("late", late); };
  let table = find("table"), tap = null, shown = performance.now(), heard = clock();
  let waits = Boolean(keep.get("unsent") || keep.get("tap"));

  // One tap at a time. The phone sends it again under its own key until the club answers, so it counts once. Polls pause
  // for it. While the club cannot be reached, the pauses grow longer.
  install(() => {
    const PAUSES = [1, 2, 4, 8, 15], NOT_DELIVERED = [502, 503, 504];
    let timer = 0, misses = 0, quiet = 0;
    const again = () => { timer = 0; if (tap?.key.isConnected) tap.key.click(); };

    document.addEventListener("htmx:before:request", (event) => {
      const ctx = event.detail.ctx;
      if (isPoll(ctx)) { if (tap || performance.now() < quiet || isField(document.activeElement)) event.preventDefault(); return; }
      const key = ctx.request.submitter || ctx.sourceElement, back = isBack(key);
      if (tap?.key !== key) state(back ? "Taking it back…" : ctx.request.method === "POST" ? "Saving…" : "Asking…", true);
      say("why", "");
      if (tap) tap.ctx.request.abort();
      timer = clearTimeout(timer);
      tap = { ctx, key };
      if (ctx.request.method === "POST" && table?.closest("[data-offline]")) {
        keep.set("tap", JSON.stringify({ code: location.pathname.split("/").at(-2), form: Object.fromEntries(ctx.request.body) }));
      }
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
        state(`No contact since ${heard.slice(0, 5)}`, true);
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
      if (tap && tap.ctx !== ctx) { event.preventDefault(); return; }
      tap = null;
      keep.remove("tap");
    });
    addEventListener("online", () => {
      [misses, quiet] = [0, 0];
      if (timer) { clearTimeout(timer); timer = setTimeout(again, 1000 * Math.random()); }
    });
  });

  // A key may be pressed before htmx has seen it, and the browser would then leave the page with its form.
  document.addEventListener("click", ({ target }) => htmx.process(target.closest?.("[hx-get], [hx-post]")), true);

  // While a tap is pending, only the key that takes it back works. A key also ignores taps for a moment after it appears,
  // so that a double tap records nothing twice; a press on the keyboard has no `detail`. Where taps of this phone have not
  // reached the club, the keys wait for the script that knows them.
  install(() => {
    if (waits) state("On this phone", true);
    document.addEventListener("click", (event) => {
      const key = event.isTrusted && event.target.closest(KEYS);
      if (!key) return;
      const isNew = event.detail && performance.now() - shown < 300;
      if (isNew || waits || (tap && !isBack(tap.key) && !isBack(key))) { event.preventDefault(); event.stopImmediatePropagation(); }
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
      if (tap || waits || !target.closest?.("#table") || isField(target)) return;
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
      say("typed", `Typed ${typed}: ${found.map((each) => names(each).find(begins)).join(", ")}. Escape clears it.`);
      if (!found.length) press();
      else if (found.length === 1 && (exact.length || isNaN(typed[0]))) press(found[0]);
      else if (exact.length === 1) rest = setTimeout(press, PAUSE, exact[0]);
    });
    addEventListener("pointerdown", clear);
    document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => { if ([table, "#table"].includes(ctx.target)) clear(); });
  });

  // Details that a person opened stay open when the table is replaced.
  const opened = new Set();
  document.addEventListener("toggle", ({ target }) => opened[target.open ? "add" : "delete"](target.id), true);

  // A phone that follows shows when it last heard from the club; a screen reader does not read that aloud.
  install(() => {
    const follow = () => {
      if (!table) state("", false);
      else if (table.matches("[hx-get]")) { state(`Last heard ${heard}`, false); find("saved").setAttribute("aria-live", "off"); }
    };
    // After a tap the new question has the focus. A poll only gives back a focus that it took. What was said stays scrolled
    // as it was unless more was said.
    const card = () => table?.querySelector(".card");
    // What is said aloud is the name of the question while that takes the focus, else the live region speaks: heard once.
    const speak = (moves) => {
      if (!table) return;
      const asked = moves && document.activeElement === document.body && find("question");
      find("aloud").setAttribute("aria-live", asked ? "off" : "polite");
      for (const id of ["aloud", "warning"]) say(id, table.dataset[id]);
      if (!asked) return;
      asked.setAttribute("aria-labelledby", "aloud");
      asked.focus({ preventScroll: true });
    };
    let held = false, scrolled = 0;
    document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
      if ([table, "#table"].includes(ctx.target)) shown = performance.now();
      held = !isPoll(ctx) || table?.contains(document.activeElement);
      scrolled = ctx.request.method === "POST" ? 0 : card()?.scrollTop;
    });
    document.addEventListener("htmx:after:swap", () => {
      table = find("table");
      for (const id of opened) if (find(id)) find(id).open = true;
      if (card()) card().scrollTop = scrolled;
      if (table) document.title = document.title.replace(/^[^:]*/, table.querySelector("h1").textContent);
      warn();
      speak(held);
      follow();
    });
    follow();
    speak(true);
  });

  // What goes on without the club is loaded once the page has been shown. Where data costs money a key asks first.
  install(() => {
    const { offline, shell } = document.querySelector("[data-offline]")?.dataset || {};
    const { saveData, type } = tried(() => navigator.connection) || {};
    const costs = saveData || type === "cellular";
    let asks = Boolean(offline && costs);
    const offer = () => { if (find("load")) find("load").hidden = !asks; };
    const go = async (loads) => {
      asks &&= !loads;
      offer();
      try {
        const script = await import(new URL(offline, document.baseURI));
        waits = false;
        if (loads) await script.load();
      } catch (error) {
        console.warn(error);
        say("opening", find("opening")?.dataset.nothing);
      }
      waits = false;
    };
    offer();
    document.addEventListener("htmx:after:swap", offer);
    document.addEventListener("click", ({ target }) => { if (target.id === "load") go(true); });
    if (offline && (waits || shell)) go(!costs || Boolean(shell));
    else if (offline && !costs) addEventListener("load", () => setTimeout(go, 2000, true));
  });

  // A page that the Back button restores is old: load it again.
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
})();
