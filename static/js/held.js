// The page of what waits on this phone: each sheet with its reason and its doors.
(async () => {
  const find = (id) => document.getElementById(id);
  await outbox.ready;
  const isPersisted = await Promise.resolve(tried(() => navigator.storage.persisted())).catch(() => false);
  const name = (names) => names.flatMap((each, at) => {
    const who = Object.assign(document.createElement("bdi"), { textContent: each, translate: false });
    return at ? [at === names.length - 1 ? " and " : ", ", who] : [who];
  });
  const busy = new Set();
  const item = async (code) => {
    const found = find("sheet-held").content.cloneNode(true).firstElementChild, part = (selector) => found.querySelector(selector);
    const { sheet } = await outbox.sheet(code) ?? {}, rows = outbox.waiting(code), stop = outbox.stopOf(code), why = stop?.why === "lost" && stop.status === 404 ? "gone" : stop?.why ?? "waits";
    const counted = (element, count) => { element.textContent = count === 1 ? element.dataset.one : element.dataset.more; };
    part(".names").replaceChildren(...sheet ? name(sheet.players) : [code]);
    part(".count").textContent = rows.length || stop?.lost || "";
    if (rows.length) {
      counted(part(".said"), rows.length);
      part("time").textContent = timeHere(rows[0].at);
      part("time").dateTime = new Date(rows[0].at).toISOString();
    } else if (stop?.lost) {
      counted(part(".lost"), stop.lost);
    } else {
      part(".count").parentElement.remove();
    }
    const words = stop?.answer && new DOMParser().parseFromString(stop.answer, "text/html").querySelectorAll("h1, .screen main > p, [role=alert]");
    part(".why").textContent = [part(".why").dataset[why], ...why === "refused" ? [...words].map((each) => each.textContent.trim()) : []].join(" ");
    const compare = part(".compare"), done = part(".done");
    compare.href = compare.getAttribute("href").replace("CODE", code);
    compare.hidden = !stop || outbox.begun.includes(code) || stop.status === 404;
    const say = (key) => { done.textContent = done.dataset[key]; };
    const doing = (selector, work) => part(selector).addEventListener("click", async () => { busy.add(code); await work(); busy.delete(code); });
    doing(".again", async () => {
      await outbox.retry(code);
      if (!outbox.isHeld(code)) say("sent"); else if (outbox.away) say("noContact"); else await show();
    });
    doing(".save", async () => {
      try {
        const { save } = await import(new URL(document.querySelector("[data-offline]").dataset.offline, document.baseURI));
        await save(code);
        say("saved");
      } catch (error) { console.warn(error); say("notSaved"); }
    });
    const ask = (asks) => { part(".sure").hidden = !asks; if (asks) part(".keep").focus(); };
    part(".discard").addEventListener("click", () => ask(true));
    part(".keep").addEventListener("click", () => { ask(false); part(".discard").focus(); });
    doing(".drop", async () => { await outbox.discard(code); busy.delete(code); await show(); find("summary").focus?.(); });
    return found;
  };
  const show = async () => {
    const codes = outbox.held(), summary = find("summary"), store = find("store");
    if (!codes.some((code) => busy.has(code))) find("held").replaceChildren(...await Promise.all(codes.map(item)));
    summary.textContent = codes.length ? summary.dataset.some : summary.dataset.none;
    const where = outbox.where === "memory" || outbox.loose.length ? "page" : outbox.where;
    store.textContent = store.dataset[where === "kept" ? isPersisted ? "persists" : "mayGo" : where] ?? "";
    store.hidden = !codes.length && where === "kept";
  };
  outbox.on("sent", show);
  outbox.on("missed", show);
  await show();
})();
