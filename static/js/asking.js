// At the table a tap goes through the outbox, and the state line says where it is. What goes on without the club, some
// megabytes, is loaded by itself where data costs nothing.
install(() => {
  const { find, say, state, NOT_DELIVERED } = own;
  const PATIENCE = 700, LONGEST = 8000;
  const code = () => location.href.match(/\/p\/([^/?]+)/)?.[1];
  const isTable = () => Boolean(own.table?.closest("[data-offline]"));

  // Where the taps of this sheet are: this line alone says so, and a tap that is under way says it itself.
  own.isHeld = () => outbox.isHeld(code());
  own.line = () => {
    if (!isTable() || outbox.isAlone || own.tap?.isAsked) return;
    const count = outbox.waiting(code()).length + (outbox.stopOf(code())?.lost ?? 0);
    if (own.isHeld()) state(wording(outbox.isKept() ? "onPhoneCount" : "onPageCount", { count }), true);
    else if (find("saved")?.matches(".late") && !own.waits) state(wording("saved"), false);
  };
  // A tap that is kept has its line; what only asks goes on saying so.
  const late = (tap, isKept) => {
    if (own.tap !== tap) return;
    tap.isAsked = !isKept;
    own.line();
    say("why", why);
  };

  // Ask the club. Where this phone can answer too, the club is not waited for.
  own.club = async (address, request) => {
    const signal = within(own.phone ? PATIENCE : LONGEST);
    const stops = request.signal?.aborted ? [signal] : [signal, request.signal].filter(Boolean);
    const over = new AbortController();
    for (const each of stops) each.addEventListener("abort", () => over.abort());
    try {
      const answer = await fetch(address, { ...request, signal: over.signal });
      const text = await answer.text();
      own.heard = performance.now();
      own.renewal(answer);
      if (isRestored(answer.headers)) return null;
      return new Response(text, { status: answer.status, headers: answer.headers });
    } catch {
      return null;
    }
  };
  const formOf = ({ body }) => body ? Object.fromEntries(body) : null;
  // A book that was restored may lack what this page shows. Nothing of the page is replaced before that is known.
  const generation = document.documentElement.dataset.generation;
  let isChecking = false;
  const isRestored = (headers) => {
    const now = headers.get("Scorer-Generation"), differs = Boolean(now && generation && now !== generation);
    if (differs && !isChecking) {
      isChecking = true;
      outbox.renew(code()).then(() => { if (!own.isHeld()) location.reload(); }, console.warn).finally(() => { isChecking = false; });
    }
    return differs;
  };
  document.addEventListener("htmx:after:request", (event) => {
    if (isTable() && isRestored(event.detail.ctx.response.headers)) event.preventDefault();
  });
  const contact = () => new Promise((done) => outbox.on("sent", done, { once: true }));
  let why = wording("noContact"), persists = false;
  outbox.on("waits", ({ answer }) => {
    why = own.whyLate(answer);
    if (!persists) outbox.persist();  // from now on this phone has the only copy of something
    persists = true;
  });
  const tell = async (tap, address, request) => {
    const form = formOf(request);
    if (outbox.isAlone) return own.phone(address, form, null);
    const { row, answer } = await outbox.deliver(code(), form, async () => {
      const found = await own.club(address, request);
      if (!found) throw new TypeError("no answer");
      return found;
    });
    tap.takeBack = () => row && outbox.leave(row);
    if (request.signal.aborted && request.signal.reason !== "timeout") tap.takeBack();
    // What the club does not let this phone say stays here, and so does the table.
    const isRefused = Boolean(answer) && !answer.ok && !outbox.DIFFERS.includes(answer.status);
    if (isRefused) {
      const page = await own.phone?.(address, form, row);
      return page ?? own.club(own.table.querySelector(".back").href, { headers: request.headers });
    }
    if (answer) {
      if (answer.ok) own.follow?.(form, answer.clone());
      return answer;
    }
    const tableNow = () => ask(tap, own.table.querySelector(".back").href, { headers: request.headers });
    if (!row) return own.phone ? own.phone(address, form, null) : tableNow();
    if (own.phone) {
      const page = await own.phone(address, form, row);
      if (page) return page;
    }
    late(tap, true);
    return await outbox.answerTo(row) ?? tableNow();
  };
  const ask = async (tap, address, request) => {
    for (;;) {
      if (!outbox.away && !own.isHeld() && !outbox.isAlone) {
        const answer = await own.club(address, request);
        if (answer && !NOT_DELIVERED.includes(answer.status)) return answer;
        outbox.away = true;
        outbox.tell("waits", { answer });
      }
      const page = await own.phone?.(address, formOf(request), null);
      if (page) return page;
      late(tap, false);
      await contact();
    }
  };
  own.ask = (tap, address, request) => {
    const { signal } = request, isSaid = request.method === "POST" && isTable();
    const taken = new Promise((_, fail) => signal.addEventListener("abort", () => {
      if (signal.reason !== "timeout") fail(new DOMException("taken back", "AbortError"));
    }));
    return Promise.race([isSaid ? tell(tap, address, request) : ask(tap, address, request), taken]);
  };

  // What stands still is shown until a person has decided. What has arrived is shown too.
  const decide = () => {
    if (!isTable()) {
      if (own.table && own.isHeld()) warn(wording("notReached"));
      return;
    }
    const stop = outbox.stopOf(code());
    if (!stop || outbox.away) {
      find("refused")?.remove();
      return;
    }
    if (stop.why === "refused") warn(refusalIn(pageIn(stop.answer)));
    else decideAt(outbox.root + (stop.status === 404 ? "phone/waiting" : `p/${code()}/compare`));
  };
  // What the club refuses is said at the table, with the way to what can be done.
  const warn = (why) => {
    const notices = document.querySelector("#table .notices");
    if (!notices || find("refused")) return;
    const link = document.createElement("a");
    link.href = `${outbox.root}phone/waiting`;
    link.textContent = wording("seeWaiting");
    const notice = Object.assign(document.createElement("p"), { id: "refused", className: "notice" });
    notice.setAttribute("role", "alert");
    notice.append(`${why} `, link);
    notices.prepend(notice);
  };
  // Where a person decides. What is on this page alone would be lost with it, so that page is then shown in this one.
  let isDeciding = false;
  const decideAt = async (address) => {
    if (isDeciding) return;
    isDeciding = true;
    if (outbox.isKept()) return location.assign(address);
    const answer = await fetch(address).catch(() => null);
    if (!answer?.ok) { isDeciding = false; return; }
    const page = pageIn(await answer.text());
    document.title = page.title;
    document.body.replaceWith(page.body);
    for (const { src } of page.querySelectorAll("script[src*=compare], script[src*=held]")) {
      document.body.append(Object.assign(document.createElement("script"), { src }));
    }
    history.pushState(null, "", address);
  };
  document.addEventListener("htmx:after:swap", () => decide());
  const release = () => {
    if (!own.isHeld()) own.waits = false;
    own.line();
    decide();
  };
  outbox.on("change", release);
  outbox.on("sent", () => {
    const saved = find("saved"), address = saved?.getAttribute("hx-get");  // it answers an old page with the current one
    if (address && !own.isHeld()) htmx.ajax("GET", address, { source: saved, swap: "outerHTML" });
  });
  outbox.on("missed", () => { if (own.waits) go(); });
  outbox.ready.then(() => {
    if (isTable() && outbox.stopOf(code())?.why === "refused") outbox.retry(code()).then(() => { if (own.isHeld()) go(); });
    release();
  });

  if (tried(() => sessionStorage.updated)) import(new URL(`${outbox.root}static/js/renew.js`, location)).then(({ tell }) => tell(), console.warn);

  const { offline, shell } = document.querySelector("[data-offline]")?.dataset ?? {};
  const costs = isMetered();
  let asks = Boolean(offline && costs && !shell), going = null;
  const offer = () => { if (find("load")) find("load").hidden = !asks; };
  const cannotOpen = (why) => {
    say("opening", why);
    if (find("doors")) find("doors").hidden = false;
  };
  const go = () => going ??= (async () => {
    asks = false;
    offer();
    try {
      const script = await import(new URL(offline, document.baseURI));
      await script.load();
    } catch (error) {
      console.warn(error);
      going = null;
      if (shell) {
        const sheets = await outbox.ready.then(() => outbox.sheets());
        cannotOpen(find("opening").dataset[sheets.length ? "broken" : "nothing"]);
      }
    }
    own.waits &&= !own.phone;
  })();
  offer();
  document.addEventListener("htmx:after:swap", offer);
  document.addEventListener("click", ({ target }) => { if (target.id === "load") go(); });
  if (offline && (shell || !costs)) go();
});
