// The page of what waits on this phone: each sheet with its reason and its doors. The section of a sheet is changed where
// it is, so that the focus stays where a person has put it.
(async () => {
  const find = (id) => document.getElementById(id);
  const write = (element, text) => { if (element.textContent !== text) element.textContent = text; };
  await outbox.ready;
  const isPersisted = await Promise.resolve(tried(() => navigator.storage.persisted())).catch(() => false);

  const reasonOf = (code) => {
    const stop = outbox.stopOf(code);
    if (stop?.why === "lost") return stop.status === 404 ? "gone" : "lost";
    if (outbox.begun.includes(code)) return stop ? "notOpened" : "begun";
    return stop?.why ?? "waits";
  };
  // The reasons that are asked about, and answered, in the same words.
  const DISCARDED = { waits: "taps", refused: "taps", notOpened: "begun", gone: "lost" };
  const ANSWERED = { notOpened: "refused", gone: "lost" };
  const whyOf = (code, { dataset }) => {
    const reason = reasonOf(code);
    if (!["refused", "notOpened"].includes(reason)) return dataset[reason];
    return `${dataset[reason]} ${refusalIn(pageIn(outbox.stopOf(code).answer ?? "")) || dataset.noReason}`;
  };
  const [, and] = wording("and").match(/\{before\}(.*)\{last\}/);
  const names = (players) => players.flatMap((each, at) => {
    const who = Object.assign(document.createElement("bdi"), { textContent: each, translate: false });
    return at ? [at === players.length - 1 ? and : ", ", who] : [who];
  });
  // A line that says how many: the figure and the time stand where its sentence has NUMBER and WHEN.
  const count = (line, number, at = 0) => {
    line.hidden = !number;
    const figure = Object.assign(document.createElement("b"), { className: "num count", textContent: number });
    const time = Object.assign(document.createElement("time"), { textContent: timeHere(at), dateTime: new Date(at).toISOString() });
    const holes = { NUMBER: figure, WHEN: time }, words = number === 1 ? line.dataset.one : line.dataset.more;
    line.replaceChildren(...words.split(/(NUMBER|WHEN)/).map((each) => holes[each] ?? each));
  };

  // By code: the section of a sheet, and what finds a part of it. One that was just asked for stays until the next visit.
  const sections = new Map(), stays = new Set();
  const update = async (code) => {
    const { sheet } = await outbox.sheet(code) ?? {}, rows = outbox.waiting(code), stop = outbox.stopOf(code);
    if (!outbox.isHeld(code)) return;
    const { part } = sections.get(code), reason = reasonOf(code);
    const again = part(".again"), compare = part(".compare"), save = part(".save");
    part(".names").replaceChildren(...sheet ? names(sheet.players) : [code]);
    count(part(".taps"), rows.length, rows[0]?.at);
    count(part(".lost"), stop?.lost ?? 0);
    part(".why").textContent = whyOf(code, part(".why"));
    again.textContent = ["lost", "gone"].includes(reason) ? again.dataset.asks : again.dataset.sends;
    compare.hidden = !["clash", "lost"].includes(reason);
    save.hidden = !sheet;
    const sure = part(".sure p");
    sure.textContent = sure.dataset[DISCARDED[reason] ?? reason];
    const main = { clash: compare, lost: compare, gone: save }[reason] ?? again, focused = document.activeElement;
    for (const each of [again, compare, save]) each.classList.toggle("main", each === main);
    if (part(".doors").firstElementChild !== main) part(".doors").prepend(main);
    if (main === focused) main.focus();
  };
  const sendAgain = async (code) => {
    const isLost = outbox.stopOf(code)?.why === "lost";
    if (isLost) await outbox.renew(code);  // without an answer its reason stays
    await outbox.retry(code);
    const isPassedOver = outbox.isUnsent(code) && !outbox.stopOf(code) && !outbox.away;
    if (isPassedOver) await outbox.soon();
  };
  const resultOf = (code) => {
    if (!outbox.isHeld(code)) return "sent";
    const reason = reasonOf(code);
    return outbox.stopOf(code) ? ANSWERED[reason] ?? reason : "noContact";
  };
  const add = (code) => {
    const found = find("sheet-held").content.cloneNode(true).firstElementChild, part = (selector) => found.querySelector(selector);
    const say = (key) => { part(".done").textContent = part(".done").dataset[key]; };
    const doing = (selector, work) => part(selector).addEventListener("click", work);
    for (const link of found.querySelectorAll("a")) link.href = link.getAttribute("href").replace("CODE", code);
    const finish = async () => {
      const { moved } = await outbox.sheet(code) ?? {}, link = part(".table a");
      link.href = link.getAttribute("href").replace(code, moved ?? code);
      for (const each of [".taps", ".lost", ".why", ".doors"]) part(each).hidden = true;
      part(".table").hidden = false;
      link.focus();
      sections.get(code).isDone = true;
    };
    doing(".again", async () => {
      stays.add(code);
      say("sending");
      const result = await sendAgain(code).then(() => resultOf(code), (error) => { console.warn(error); return "noContact"; });
      if (result === "sent") await finish(); else stays.delete(code);
      await show();
      say(result);
    });
    doing(".save", async () => {
      say("saving");
      try {
        const { save } = await import(new URL(document.querySelector("[data-offline]").dataset.offline, document.baseURI));
        await save(code);
        say("saved");
      } catch (error) { console.warn(error); say("notSaved"); }
    });
    const ask = (asks) => {
      part(".doors").hidden = asks;
      part(".sure").hidden = !asks;
      part(".done").textContent = "";
      part(asks ? ".keep" : ".discard").focus();
    };
    doing(".discard", () => ask(true));
    doing(".keep", () => ask(false));
    doing(".drop", () => outbox.discard(code).then(show));
    sections.set(code, { found, part });
    find("held").append(found);
  };
  const remove = (code) => {
    const { found } = sections.get(code), hadFocus = found.contains(document.activeElement);
    sections.delete(code);
    stays.delete(code);
    found.remove();
    if (hadFocus) find("summary").focus();
  };
  const storeOf = (isSome) => {
    if (outbox.loose.length) return "page";
    if (outbox.where === "memory") return isSome ? "page" : "nothing";
    if (outbox.where !== "kept") return outbox.where;
    return isPersisted ? "persists" : "mayGo";
  };
  const stateOf = (isSome) => {
    if (isSome) return "some";
    if (outbox.where !== "kept") return "unknown";
    return outbox.isAlone ? "alone" : "none";
  };
  const show = async () => {
    const codes = outbox.held(), summary = find("summary"), store = find("store"), isKept = outbox.where === "kept";
    for (const [code, { isDone }] of sections) if (codes.includes(code) ? isDone : !stays.has(code)) remove(code);
    for (const code of codes) if (!sections.has(code)) add(code);
    await Promise.all(codes.map(update));
    write(summary, summary.dataset[stateOf(codes.length > 0)]);
    write(store, store.dataset[storeOf(codes.length > 0)]);
    store.hidden = !outbox.isAlone && !codes.length && isKept;
  };
  outbox.on("sent", show);
  outbox.on("missed", show);
  await show();
})();
