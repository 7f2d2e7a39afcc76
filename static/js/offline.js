// Goes on without the club. A tap that the club does not answer at once is kept on this phone and answered by a worker,
// which runs the rules and the templates of the club. Kept taps are sent in order, with their own keys, when it is back.
const PATIENCE = 700, PAUSES = [1, 2, 4, 8, 15], NOT_DELIVERED = [502, 503, 504], DIFFERS = [409, 422];
const here = new URL(".", location.href), code = here.pathname.split("/").at(-2);
const find = (id) => document.getElementById(id);
const wait = (time) => new Promise((done) => setTimeout(done, time));
const number = (words) => Number(words || 0);

// What is kept: in `sheets` what the club gave for a sheet, in `taps` each tap that the club has not confirmed.
const opening = indexedDB.open("piquet", 1);
const db = await new Promise((done, fail) => {
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore("sheets");
    opening.result.createObjectStore("taps", { keyPath: "id", autoIncrement: true }).createIndex("code", "code");
  };
  opening.onsuccess = () => done(opening.result);
  opening.onerror = () => fail(opening.error);
});
const kept = (store, use, mode = "readwrite") => new Promise((done, fail) => {
  const change = db.transaction(store, mode, { durability: "strict" }), asked = use(change.objectStore(store));
  change.oncomplete = () => done(asked.result);
  change.onabort = change.onerror = () => fail(change.error);
});
const taps = () => kept("taps", (store) => store.index("code").getAll(code), "readonly");
const keep = async (form) => unsent.push({ code, form, id: await kept("taps", (store) => store.add({ code, form })) });
const drop = async (gone) => {
  for (const { id } of gone) await kept("taps", (store) => store.delete(id));
  unsent = unsent.filter((each) => !gone.includes(each));
};

// The worker
let worker = null, asked = 0, loaded = null, sheet = null;
const waiting = new Map();
const ask = (message) => new Promise((done, fail) => {
  waiting.set(++asked, { done, fail });
  worker.postMessage({ id: asked, ...message });
});
const table = async (question) => { await loaded; return ask({ question: { token: token(), ...question } }); };
const token = () => document.querySelector("#table [name=csrf_token]")?.value || "";
const fromClub = async () => {
  const answer = await fetch(new URL("kept", here), { signal: AbortSignal.timeout(8000) });
  if (!answer.ok) throw new Error(`${answer.status}`);
  sheet = await answer.json();
  await kept("sheets", (store) => store.put(sheet, code));
};
const open = () => ask({ question: { kept: sheet, taps: unsent.map(({ form }) => form) } });
const start = async () => {
  sheet = await kept("sheets", (store) => store.get(code), "readonly");
  await fromClub().catch((error) => { if (!sheet) throw error; });
  worker = new Worker(sheet.files.worker, { type: "module" });
  worker.onmessage = ({ data: { id, answer, error } }) => {
    const { done, fail } = waiting.get(id);
    waiting.delete(id);
    if (error) fail(new Error(error)); else done(answer);
  };
  await ask({ files: sheet.files });
  if (isOld()) await fromClub();
  await open();
};
// The copy must be of the version that the page shows: what another phone recorded, or this one while the worker was
// being loaded, is fetched. Nothing is answered from an old copy.
const isOld = () => find("table").dataset.version !== sheet.sheet.version;
let copied = Promise.resolve();
const copy = (work) => { copied = copied.then(work).catch(() => null); };
const renew = async () => { if (isOld()) { await fromClub(); await open(); } };

// A tap
let unsent = await taps(), away = unsent.length > 0, misses = 0, timer = 0, ready = false;
const late = () => {
  if (unsent.length) localStorage.setItem(`unsent ${here.pathname}`, "yes");
  else localStorage.removeItem(`unsent ${here.pathname}`);
  const saved = find("saved");
  if (saved && unsent.length) [saved.textContent, saved.className] = [`On this phone: ${unsent.length}`, "saved late"];
};
const ofClub = async (address, request) => {
  const stop = new AbortController();
  const answered = (async () => {
    const answer = await fetch(address, { ...request, signal: AbortSignal.any([request.signal, stop.signal]) });
    return NOT_DELIVERED.includes(answer.status) ? null : [await answer.text(), answer];
  })().catch(() => null);
  const found = await Promise.race([answered, wait(PATIENCE)]);
  if (!found) stop.abort();
  return found && new Response(found[0], { status: found[1].status, headers: found[1].headers });
};
const ofPhone = async (address, form) => {
  if (form) { await keep(form); late(); }
  const tap = form && unsent.at(-1), { status, html, is_new } = await table(form ? { say: form } : { show: address });
  if (tap && !is_new) await drop([tap]);
  again();
  return new Response(html, { status, headers: { "Content-Type": "text/html; charset=utf-8" } });
};
const answer = async (address, request) => {
  const form = request.body ? Object.fromEntries(request.body) : null;
  if (!away) {
    const found = await ofClub(address, request), answered = found?.clone();
    if (found) {
      if (form && ready) copy(() => follow(form, answered));
      return found;
    }
    away = true;
  }
  await copied;
  if (isOld()) { away = unsent.length > 0; throw new TypeError("the copy is old"); }
  return ofPhone(address, form);
};
// The copy follows what the club has recorded; after anything unusual it is fetched again.
const follow = async (form, found) => {
  const version = (await found.text()).match(/data-version="([^"]*)"/)?.[1];
  const now = found.ok && version && (await table({ say: form, version })).sheet;
  if (now) sheet.sheet = now;
  else { await fromClub(); await open(); }
  await kept("sheets", (store) => store.put(sheet, code));
};

document.addEventListener("htmx:before:request", (event) => {
  const ctx = event.detail.ctx;
  if (event.defaultPrevented) return;
  if (ctx.sourceElement.matches("[hx-trigger^=every]")) { if (away) event.preventDefault(); return; }
  if (ctx.sourceElement.closest("#table") && (ready || unsent.length)) ctx.fetch = answer;
});
document.addEventListener("htmx:after:swap", () => { late(); if (ready && !away) copy(renew); });

// The way back
const again = (soon) => {
  clearTimeout(timer);
  const pause = soon ? 0 : PAUSES[Math.min(misses++, PAUSES.length - 1)] * (1000 + 300 * Math.random());
  timer = setTimeout(send, pause);
};
let sending = false;
const send = async () => {
  if (sending) return;
  sending = true;
  try {
    while (unsent.length) {
      const [tap] = unsent, body = new URLSearchParams({ ...tap.form, csrf_token: token() || tap.form.csrf_token });
      const headers = { "HX-Request": "true", "HX-Request-Type": "partial" };
      const answer = await fetch(new URL("say", here), { method: "POST", body, headers, signal: AbortSignal.timeout(8000) });
      if (DIFFERS.includes(answer.status)) return await differs(number(tap.form.deal));
      if (!answer.ok) throw new Error(`${answer.status}`);
      await drop([tap]);
      late();
    }
    await fromClub();
    await loaded?.catch(() => null);
    if (!unsent.length) {
      if (ready) await open();
      [away, misses] = [false, 0];
      const saved = find("saved");
      if (saved) { saved.className = "saved"; saved.textContent = "Saved"; }
    }
  } catch { again(); } finally { sending = false; }
};
// The club has another version of this deal: show both, and let the players choose. Nothing is overwritten.
const differs = async (deal) => {
  const { version } = await table({ version: deal });
  await fromClub();
  const page = new URL(`deals/${deal + 1}/again`, here);
  page.search = new URLSearchParams({ at: 1, version, since: sheet.sheet.deals[deal]?.said.length ?? 0, back: "phone" });
  location.assign(page);
};
const settled = new URL(location.href).searchParams.get("settled");
if (settled) {
  await drop(unsent.filter(({ form }) => number(form.deal) === settled - 1));
  history.replaceState(null, "", here);
}
addEventListener("online", () => { misses = 0; if (unsent.length) again(true); });

late();
if (unsent.length) again(true);
loaded = start();
const begin = () => {
  [ready, document.documentElement.dataset.offline] = [true, "ready"];
  if (unsent.length) document.querySelector("#table .back")?.click();
  else copy(renew);
};
loaded.then(begin, () => { loaded = null; });
