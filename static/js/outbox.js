// The outbox: what this phone has said and the club has not confirmed. All tabs share it. A row leaves it once the club has
// confirmed it, or a person has answered for it, and in no other way. This is what a tap needs; `sending.js` is the rest.
//
//   sheets  by code: a sheet as the club confirmed it (`sheet`, `shown`, `generation` of the book); or one that was begun on
//           this phone, with the form that opens it at the club (`begun`); or where that one has gone (`moved`)
//   said    rows: `code`, `deal`, `position`, idempotency `key`, `at` in milliseconds, `form`; and whether the club has
//           `confirmed` it: then it is kept until the sheet has it too
//   stops   by code, why nothing of a sheet is sent: `why` is "clash", "refused" or "lost"; `status` and `answer` of the club
//   app     what the club said of itself
//
// Nothing here knows of pages.
const outbox = (() => {
  const STORES = ["sheets", "said", "stops", "app"], BLOCKED = 3000;
  const NOT_DELIVERED = [502, 503, 504], DIFFERS = [409, 422], OUT_OF_DATE = 400;
  const page = globalThis.document?.documentElement.dataset ?? {};
  const events = new EventTarget();
  const tell = (name, more) => events.dispatchEvent(Object.assign(new Event(name), more));
  // Where it keeps its rows is `kept`, `memory`, `blocked` or `newer`; `loose` are those that it could not keep.
  const own = {
    root: page.root ?? "/",
    isAlone: page.alone === "yes",
    away: false,
    where: "memory",
    rows: [],
    stops: [],
    begun: [],
    loose: [],
  };

  // The database, or the memory of this page where there is none. Both do what is asked whole, and one after the other.
  const asked = (request) => new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
  const inDatabase = (store) => ({
    get: (key) => asked(store.get(key)),
    all: () => asked(store.getAll()),
    put: (value, key) => asked(store.put(value, key)),
    delete: (key) => asked(store.delete(key)),
    begun: () => asked(store.index("begun").getAllKeys()),
  });
  let last = 0;
  const inMemory = (kept = new Map()) => ({
    get: async (key) => kept.get(key),
    all: async () => [...kept.values()],
    put: async (value, key = value.id ??= ++last) => { kept.set(key, value); return key; },
    delete: async (key) => { kept.delete(key); },
    begun: async () => [...kept.keys()].filter((code) => kept.get(code).begun?.key),
  });
  const memory = Object.fromEntries(STORES.map((name) => [name, inMemory()]));
  const upgrade = (db, all, before) => {
    const store = (name, how) => db.objectStoreNames.contains(name) ? all.objectStore(name) : db.createObjectStore(name, how);
    for (const name of ["app", "stops"]) store(name);
    store("sheets").createIndex("begun", "begun.key");
    const said = store("said", { keyPath: "id", autoIncrement: true });
    said.createIndex("position", ["code", "deal", "position"]);  // two taps of version 2 may be at one
    said.createIndex("key", "key", { unique: true });
    if (before) moveTaps(db, store("taps"), said);
  };
  // Version 2 kept its taps otherwise. One that it kept twice is added once.
  const moveTaps = (db, taps, said) => {
    const isThere = (event) => { event.preventDefault(); event.stopPropagation(); };
    taps.getAll().onsuccess = ({ target }) => {
      for (const { code, form, sent } of target.result) said.add({ ...rowOf(code, form), confirmed: sent }).onerror = isThere;
      db.deleteObjectStore("taps");
    };
  };
  // Another page may have it open with an older program, and not let go; or a newer program may have changed it.
  const open = (version) => new Promise((done) => {
    let isLate = false;
    const opening = tried(() => indexedDB.open("piquet", version));
    if (!opening) return done(null);
    opening.onupgradeneeded = ({ oldVersion }) => upgrade(opening.result, opening.transaction, oldVersion);
    opening.onblocked = () => { own.where = "blocked"; };
    opening.onerror = () => done(version && opening.error?.name === "VersionError" ? open() : null);
    opening.onsuccess = () => {
      const db = opening.result;
      const isKnown = STORES.every((name) => db.objectStoreNames.contains(name));
      own.where = isKnown ? "kept" : "newer";
      if (isLate && isKnown) moveIn(db);
      db.onversionchange = () => db.close();
      done(isKnown ? db : null);
    };
    setTimeout(() => { isLate = true; done(null); }, BLOCKED);
  });
  // What was said while the database was not open yet.
  const moveIn = async (db) => {
    opened = Promise.resolve(db);
    const [rows, sheets] = await Promise.all([memory.said.all(), memory.sheets.all()]);
    for (const it of sheets) if (it.sheet) await change((stores) => stores.sheets.put(it, it.sheet.code)).catch(console.warn);
    for (const { id, ...row } of rows) await keepRow(row, true);
  };
  let opened = open(3), turn = Promise.resolve();
  const transaction = async (work) => {
    let db = await opened;
    if (db && !tried(() => db.transaction(STORES))) db = await (opened = open(3));  // it was closed for a newer program
    if (!db) return turn = turn.catch(() => null).then(() => work(memory));
    const all = db.transaction(STORES, "readwrite", { durability: "strict" });
    const ended = new Promise((done, fail) => { all.oncomplete = done; all.onabort = () => fail(all.error); });
    ended.catch(() => null);
    try {
      const found = await work(Object.fromEntries(STORES.map((name) => [name, inDatabase(all.objectStore(name))])));
      await ended;
      return found;
    } catch (error) { tried(() => all.abort()); throw error; }
  };
  // `own` is what the stores had after the last change, here or in another tab.
  const channel = tried(() => new BroadcastChannel("piquet"));
  const change = async (work) => {
    let now = {};
    const found = await transaction(async (stores) => {
      const result = await work?.(stores);
      now = { rows: await stores.said.all(), stops: await stores.stops.all(), begun: await stores.sheets.begun() };
      return result;
    });
    Object.assign(own, now);
    own.loose = own.loose.filter((row) => !own.rows.some(({ key }) => key === row.key));
    if (held().length) keep.set("unsent", "yes"); else keep.remove("unsent");
    if (work) channel?.postMessage("");
    tell("change");
    return found;
  };
  if (channel) channel.onmessage = () => change().catch(() => null);

  const rowsOf = (code) => [...own.rows, ...own.loose].filter((row) => row.code === code);
  const waiting = (code) => rowsOf(code).filter((row) => !row.confirmed);
  const stopOf = (code) => own.stops.find((stop) => stop.code === code);
  const isUnsent = (code) => waiting(code).length > 0 || own.begun.includes(code);
  const isHeld = (code) => isUnsent(code) || Boolean(stopOf(code));
  const isKept = () => own.where === "kept" && !own.loose.length;
  const held = () => {
    const codes = [...own.begun, ...[...own.rows, ...own.loose, ...own.stops].map(({ code }) => code)];
    return own.isAlone ? [] : [...new Set(codes)].filter(isHeld);
  };

  const rowOf = (code, { csrf_token, deal, position, key, ...form }) =>
    ({ code, deal: Number(deal || 0), position: Number(position || 0), key, at: Date.now(), form });
  // Keep a tap; the same form once. Where another tab has said something else there, nothing is kept. Without room it is in
  // the memory of this page; so is one that was accepted before, where another tab has said something since.
  const add = (code, form) => keepRow(rowOf(code, form));
  const keepRow = async (row, isAccepted) => {
    const wasLoose = own.loose.includes(row);
    try {
      const kept = await change(async ({ sheets, said }) => {
        row.code = (await sheets.get(row.code))?.moved ?? row.code;
        const all = await said.all(), same = all.find(({ key }) => key === row.key);
        if (same) return same.form.say === row.form.say ? same : undefined;
        if (all.some((other) => ["code", "deal", "position"].every((name) => other[name] === row[name]))) return undefined;
        return { ...row, id: await said.put({ ...row }) };
      });
      if (kept || !isAccepted) return kept;
    } catch (error) {
      console.warn(error);
    }
    if (!wasLoose) own.loose.push(row);
    tell("change");
    return row;
  };
  // The club has a row, and says with which version: it is kept until the base has it. Or a person has answered for it.
  const leave = ({ code, key }, confirmed) => {
    own.loose = own.loose.filter((row) => row.key !== key);
    return change(async ({ sheets, said }) => {
      const row = (await said.all()).find((each) => each.key === key);
      const base = confirmed && (await sheets.get(code))?.sheet;
      if (row && base) await said.put({ ...row, confirmed }); else if (row) await said.delete(row.id);
    });
  };
  const versionIn = (text) => text.match(/data-version="([^"]*)"/)?.[1] ?? "unknown";
  const stop = (code, why, { status = 0, answer = "", lost = 0 } = {}) => change(({ stops }) =>
    stops.put({ code, why, status, answer: answer.slice(0, 20000), lost, at: Date.now() }, code));

  // Keep a tap, and send it at once by *ask* where nothing is before it. Return its row, which is none where another tab was
  // first, and the answer of the club, which is none where it waits. What the club says to a tap at once is shown at once.
  const deliver = async (code, form, ask) => {
    const isFirst = !own.away && !own.isAlone && !isHeld(code);
    const adding = add(code, form), answer = isFirst ? await ask().catch(() => null) : null, row = await adding;
    // Where this fails, for want of room, the row is sent once more, which does no harm.
    if (row && answer?.ok) await leave(row, versionIn(await answer.clone().text())).catch(console.warn);
    if (row && DIFFERS.includes(answer?.status)) await leave(row).catch(console.warn);
    if (!row || answer?.ok || DIFFERS.includes(answer?.status)) return { row, answer };
    if (answer && ![OUT_OF_DATE, ...NOT_DELIVERED].includes(answer.status)) {
      await stop(row.code, "refused", { status: answer.status, answer: await answer.clone().text() }).catch(console.warn);
      return { row, answer };
    }
    own.away ||= isFirst && answer?.status !== OUT_OF_DATE;
    tell("waits", { answer });
    return { row, answer: null };
  };

  // Wait until a row that was not answered at once has its answer; none if another tab has got it.
  const answers = new Map();
  const answerTo = ({ key }) => new Promise((done) => answers.set(key, done));
  events.addEventListener("change", () => {
    const left = [...own.rows, ...own.loose].filter((row) => !row.confirmed).map(({ key }) => key);
    for (const [key, done] of answers) if (!left.includes(key)) done(null);
  });

  const ready = change().catch(() => null);
  return Object.assign(own, {
    NOT_DELIVERED, DIFFERS, OUT_OF_DATE, ready, tell, transaction, change, rowsOf, waiting, stopOf, isUnsent, isHeld, isKept, held, rowOf, keepRow, add, leave,
    versionIn, stop, deliver, answers, answerTo, on: (name, hear, how) => events.addEventListener(name, hear, how),
  });
})();
