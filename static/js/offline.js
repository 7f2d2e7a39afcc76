// Goes on without the club. What the club does not answer at once is kept on this phone and answered by a worker, which
// runs the rules and the pages of the club. Kept taps are sent in order, with their own keys, when it is back. A phone
// that is alone has no club, and keeps its parties itself.
const PATIENCE = 700, LONGEST = 8000, QUIET = 5000, MOST_SHEETS = 30, PAUSES = [1, 2, 4, 8, 15];
const NOT_DELIVERED = [502, 503, 504], DIFFERS = [409, 422], REFUSED = [403, 404], PLAYERS = "players first ";
const find = (id) => document.getElementById(id);
const wait = (time) => new Promise((done) => setTimeout(done, time));
const within = (time) => { const stop = new AbortController(); setTimeout(() => stop.abort(), time); return stop.signal; };
const number = (words) => Number(words || 0);
const { shell, app: words } = document.querySelector("[data-shell]")?.dataset ?? {}, alone = shell === "alone";

// Addresses of the phone. Where it is alone they follow a question mark, so that one file serves all of them.
const inside = (url) => alone ? url.search.slice(1) || "/" : url.pathname + url.search;
const outside = (address) => alone ? `?${address}` : address;
const here = () => inside(new URL(location.href));
const codeIn = (address) => address.match(/\/p\/([^/?]+)\//)?.[1];
const whole = (address) => new URL(address, location.href);
const addressOf = (endpoint, code = "") => app.addresses[endpoint].replace("<code>", code);
const at = (endpoint, code) => inside(whole(addressOf(endpoint, code)));

// What is kept: in `sheets` what the club gave for each, in `taps` each tap that the club has not confirmed, and in `app`
// what the club says of itself.
const opening = indexedDB.open("piquet", 2);
const db = await new Promise((done, fail) => {
  opening.onupgradeneeded = () => {
    const has = opening.result.objectStoreNames;
    for (const name of ["sheets", "app"]) if (!has.contains(name)) opening.result.createObjectStore(name);
    if (!has.contains("taps")) opening.result.createObjectStore("taps", { keyPath: "id", autoIncrement: true });
  };
  opening.onsuccess = () => done(opening.result);
  opening.onerror = () => fail(opening.error);
});
const change = (use) => new Promise((done, fail) => {
  const all = db.transaction(["sheets", "app", "taps"], "readwrite", { durability: "strict" });
  const asked = use(all.objectStore("sheets"), all.objectStore("taps"), all.objectStore("app"));
  all.oncomplete = () => done(asked?.result);
  all.onabort = all.onerror = () => fail(all.error);
});
const kept = new Map((await change((sheets) => sheets.getAll())).map((each) => [each.sheet.code, each]));
let app = await change((_sheets, _taps, it) => it.get("app"));
// The taps in their order. One that the club has confirmed (`sent`) is kept until the copy of its sheet has it too.
let taps = await change((_, all) => all.getAll());
const tapsOf = (code) => taps.filter((tap) => tap.code === code), unsentOf = (code) => tapsOf(code).filter((tap) => !tap.sent);
const begun = () => [...kept.values()].filter((each) => each.begun.key);
const hasUnsent = () => !alone && (taps.some((tap) => !tap.sent) || begun().length > 0);
const note = () => { if (hasUnsent()) keep.set("unsent", "yes"); else keep.remove("unsent"); };

// The versions of sheets that were kept; all that one says is in a later one too.
const had = new Set(), versionOf = ({ sheet: { code, version } }) => `${code} ${version}`;
for (const each of kept.values()) had.add(versionOf(each));
const keepSheet = async (it, has = []) => {
  await change((sheets, all) => { sheets.put(it, it.sheet.code); for (const { id } of has) all.delete(id); });
  kept.set(it.sheet.code, it);
  had.add(versionOf(it));
  taps = taps.filter((each) => !has.includes(each));
  note();
};
const dropSheet = async (code) => { await change((sheets) => sheets.delete(code)); kept.delete(code); opened.delete(code); note(); };
const keepTap = async (code, { csrf_token, ...form }) => {
  const tap = { code: moved.get(code) ?? code, form };
  tap.id = await change((_, all) => all.put(tap));
  taps.push(tap);
  note();
  return tap;
};
const dropTaps = async (gone) => {
  await change((_, all) => { for (const { id } of gone) all.delete(id); });
  taps = taps.filter((each) => !gone.includes(each));
  note();
};

// The club
const json = async (address) => {
  const answer = await fetch(address, { signal: within(LONGEST) });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.json();
};
const post = (address, form) => {
  const body = new URLSearchParams({ ...form, csrf_token: app.token });
  const headers = { "HX-Request": "true", "HX-Request-Type": "partial" };
  return fetch(address, { method: "POST", body, headers, signal: within(LONGEST) });
};
const keepApp = async (found) => { app = found; await change((_sheets, _taps, it) => it.put(app, "app")); };
const renewApp = async () => app || words ? keepApp(await json(app && !alone ? addressOf("offline.app") : words)) : fromClub(codeIn(here()));
const fromClub = async (code) => {
  const has = tapsOf(code).filter((tap) => tap.sent), { app: found, ...it } = await json(app ? addressOf("offline.kept", code) : whole("kept"));
  await keepApp(found);
  await keepSheet(it, has);
};

// The worker
let worker = null, asked = 0, loaded = null, ready = false;
// Loads the worker, some megabytes; where data costs money, only once that was asked for or is needed.
export const load = () => loaded ??= start().then(begin).catch((error) => { loaded = null; throw error; });
const waiting = new Map(), opened = new Set();
const ask = (message) => new Promise((done, fail) => {
  waiting.set(++asked, { done, fail });
  worker.postMessage({ id: asked, ...message });
});
const open = async (code) => {
  if (!kept.has(code)) return;
  await ask({ question: { kept: kept.get(code), taps: tapsOf(code).map(({ form }) => form), unsent: unsentOf(code).length } });
  opened.add(code);
};
// The copy must have what the page shows: what another phone recorded, or this one while the worker was being loaded, is
// fetched. Nothing is answered from an old copy.
const isOld = (code) => Boolean(find("table")) && !had.has(`${code} ${find("table").dataset.version}`);
const start = async () => {
  const code = codeIn(here());
  await (code && !shell ? fromClub(code) : renewApp()).catch((error) => { if (!app) throw error; });
  const files = Object.fromEntries(Object.entries(app.files).map(([name, address]) => [name, whole(address).href]));
  worker = new Worker(files.worker, { type: "module" });
  worker.onmessage = ({ data: { id, answer, error } }) => {
    const { done, fail } = waiting.get(id);
    waiting.delete(id);
    if (error) fail(new Error(error)); else done(answer);
  };
  worker.onerror = ({ message }) => { for (const { fail } of waiting.values()) fail(new Error(message)); waiting.clear(); };
  await ask({ files });
  await ask({ question: { app, base: whole(".").href } });
  if (code && !tapsOf(code).length && isOld(code)) await fromClub(code);
  await open(code);
};
let copied = Promise.resolve();
const copy = (work) => { copied = copied.then(work).catch(() => null); };
const renew = async () => { const code = codeIn(here()); if (code && isOld(code)) { await fromClub(code); await open(code); } };

// A page of the phone. A tap is kept before it is answered, and what changes is kept before it is shown.
const pageOfPhone = async (address, form, partial) => {
  if (!ready) await load();
  const code = codeIn(address), is_tap = form && code && address === at("tables.say", code);
  for (const each of code ? [code] : kept.keys()) if (!opened.has(each)) await open(each);
  const tap = is_tap && await keepTap(code, form);
  away ||= Boolean(tap);  // whatever comes next does not overtake it
  late();
  const token = document.querySelector("[name=csrf_token]")?.value || app.token;
  const found = await ask({ question: { address, form, partial, token } });
  if (found.kept.sheet) await keepSheet(found.kept);
  if (found.dropped) await dropSheet(found.dropped);
  if (found.kept.sheet && !opened.has(found.kept.sheet.code)) await open(found.kept.sheet.code);
  if (tap && (alone || !found.is_new)) await dropTaps([tap]);
  if (!alone) again();
  return found;
};
const visit = async (address, form = null, push = true) => {
  const { html, location: to } = await pageOfPhone(address, form, false);
  if (/^https?:/.test(to)) location.assign(to);
  else if (to) await visit(inside(whole(to)), null, push);
  else show(html, address, push);
};
const show = (html, address, push) => {
  const page = new DOMParser().parseFromString(html, "text/html"), added = [...page.head.querySelectorAll("link[rel=stylesheet]")];
  for (const link of added) if (!document.querySelector(`link[href="${link.getAttribute("href")}"]`)) document.head.append(link);
  document.title = page.title;
  document.body.replaceWith(page.body);
  for (const { src } of page.head.querySelectorAll("script:not([src*='table.js'])")) document.body.append(Object.assign(document.createElement("script"), { src }));
  if (push) history.pushState(null, "", outside(address));
  shown = here();
  htmx.process(document.body);
  document.dispatchEvent(new CustomEvent("htmx:after:swap"));
  scrollTo(0, 0);
};

// Whether the club answers. Where it was silent for a while, it is asked before a page is left.
let away = Boolean(shell) || hasUnsent(), heard = performance.now(), misses = 0, timer = 0, shown = here();
const late = () => {
  const saved = find("saved"), count = unsentOf(codeIn(here())).length;
  if (find("reload")) find("reload").hidden = !away || isSecureContext;
  if (saved && !alone && count) [saved.textContent, saved.className] = [`On this phone: ${count}`, "saved late"];
};
const ofClub = async (address, request) => {
  const stop = new AbortController();
  request.signal.addEventListener("abort", () => stop.abort());
  const answered = (async () => {
    const answer = await fetch(address, { ...request, signal: stop.signal });
    return NOT_DELIVERED.includes(answer.status) ? null : [await answer.text(), answer];
  })().catch(() => null);
  const found = await Promise.race([answered, wait(PATIENCE)]);
  if (found) heard = performance.now(); else { stop.abort(); away = true; }
  return found && new Response(found[0], { status: found[1].status, headers: found[1].headers });
};
const answer = async (address, request) => {
  const form = request.body ? Object.fromEntries(request.body) : null, to = inside(whole(address));
  if (!away) {
    const found = await ofClub(address, request), answered = found?.clone();
    if (found) {
      if (form && ready) copy(() => follow(codeIn(to), form, answered));
      return found;
    }
  }
  await copied;
  const code = codeIn(to);
  if (!alone && isOld(code)) { away = hasUnsent(); throw new TypeError("the copy is old"); }
  const { html, status, location: next } = await pageOfPhone(to, form, true);
  if (next) { await visit(inside(whole(next))); return new Response(null, { status: 204 }); }
  return new Response(html, { status, headers: { "Content-Type": "text/html; charset=utf-8" } });
};
// The copy follows what the club has recorded; after anything unusual it is fetched again.
const follow = async (code, form, found) => {
  const version = (await found.text()).match(/data-version="([^"]*)"/)?.[1];
  const now = found.ok && version && await ask({ question: { code, confirmed: form, version } });
  if (now?.sheet) await keepSheet(now);
  else { await fromClub(code); await open(code); }
};
document.addEventListener("htmx:before:request", (event) => {
  const ctx = event.detail.ctx;
  if (event.defaultPrevented) return;
  if (ctx.sourceElement.matches("[hx-trigger^=every]")) { if (away) event.preventDefault(); return; }
  if (ready || hasUnsent()) ctx.fetch = answer;
});
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => { if (ctx.response?.status < 500) heard = performance.now(); });
document.addEventListener("htmx:after:swap", () => { late(); if (ready && !away) copy(renew); });

const leave = async (event, address, form, go) => {
  if (!ready || (!away && performance.now() - heard < QUIET)) return;
  event.preventDefault();
  if (!away && await ofClub(addressOf("operations.health"), { signal: new AbortController().signal })) go();
  else visit(address, form);
};
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]:not([download], [hx-get], [href^='#'])"), url = link && new URL(link.href);
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (url.origin === location.origin) leave(event, inside(url), null, () => location.assign(link.href));
});
document.addEventListener("submit", (event) => {
  const form = event.target, data = new FormData(form, event.submitter), fields = new URLSearchParams(), url = new URL(form.action);
  if (event.defaultPrevented || form.matches("[hx-post]") || url.origin !== location.origin) return;
  const files = [...data].filter(([, value]) => value instanceof File && value.size);
  for (const [name, value] of data) if (!(value instanceof File)) fields.append(name, value);
  if (form.method === "get") return leave(event, `${inside(url).split("?")[0]}?${fields}`, null, () => form.submit());
  const typed = Object.fromEntries(fields);
  if (!files.length) return leave(event, inside(url), typed, () => form.requestSubmit(event.submitter));
  event.preventDefault();
  files[0][1].text().then((text) => visit(inside(url), { ...typed, text }));
});
addEventListener("popstate", () => {
  if (here() === shown) return;
  if (ready && away) visit(here(), null, false); else location.reload();
});

// The way back
const again = (soon) => {
  clearTimeout(timer);
  const pause = soon ? 0 : PAUSES[Math.min(misses++, PAUSES.length - 1)] * (1000 + 300 * Math.random());
  timer = setTimeout(send, pause);
};
const isSaved = () => { if (find("saved")?.matches(".late")) [find("saved").textContent, find("saved").className] = ["Saved", "saved"]; };
let sending = false;
const send = async () => {
  if (sending || alone) return;
  sending = true;
  try {
    await renewApp();
    const code = codeIn(here()), isShown = (it) => it.sheet.code === code;
    for (const it of begun()) if (!isShown(it)) await beginAtClub(it);
    for (const each of new Set(taps.map((tap) => tap.code))) if (!kept.get(each)?.begun.key && !await sendTaps(each)) return;
    if (begun().length) return await beginAtClub(kept.get(code));
    if (hasUnsent()) return;
    if (code) await fromClub(code);
    if (ready && code) await open(code);
    if (hasUnsent()) return again(true);  // tapped meanwhile
    [away, misses] = [false, 0];
    isSaved();
    const saved = find("saved"), address = saved?.getAttribute("hx-get");  // it answers an old page with the current one
    if (address) htmx.ajax("GET", address, { source: saved, swap: "outerHTML" });
  } catch { again(); } finally { sending = false; }
};
// Send the taps of a sheet; return whether to go on with others.
const sendTaps = async (code) => {
  for (let tap; ([tap] = unsentOf(code)), tap;) {
    const answer = await post(addressOf("tables.say", code), tap.form);
    if (DIFFERS.includes(answer.status)) {
      if (code !== codeIn(here())) return true;
      if (tap.form.say.startsWith(PLAYERS)) { if (await moves(code, tap)) continue; return false; }
      if (await differs(code, number(tap.form.deal))) return false;
      continue;
    }
    if (REFUSED.includes(answer.status)) { if (code === codeIn(here())) await refused(answer); return true; }
    if (!answer.ok) throw new Error(`${answer.status}`);
    await change((_, all) => all.put({ ...tap, sent: true }));
    tap.sent = true;
    note();
    late();
  }
  return true;
};
// What was said here of the players holds whatever else the club has of the partie: it goes to the end of that. If the
// club has other players, or refuses it there, what it would change is shown.
const moves = async (code, tap) => {
  const who = ({ players, first }) => JSON.stringify([players, first]), was = who(kept.get(code).sheet);
  await fromClub(code);
  const { sheet } = kept.get(code), last = Math.max(0, sheet.deals.length - 1);
  const form = { ...tap.form, deal: `${last}`, position: `${sheet.deals[last]?.keys.length ?? 0}` };
  if (who(sheet) === was && (form.deal !== tap.form.deal || form.position !== tap.form.position)) {
    await change((_, all) => all.put({ ...tap, form }));
    return Boolean(tap.form = form);
  }
  await dropTaps([tap]);
  location.assign(`${addressOf("sheets.players", code)}?${new URLSearchParams({ said: tap.form.say })}`);
  return false;
};
const refused = async (answer) => {
  const said = new DOMParser().parseFromString(await answer.text(), "text/html");
  find("why").textContent = [...said.querySelectorAll("h1, [role=alert]")].map((each) => each.textContent).join(" ");
};
// The club has another version of this deal: show both, and let the players choose. Nothing is overwritten. Where both
// say the same in the end, there is nothing to choose.
const differs = async (code, deal) => {
  await load();
  await fromClub(code);
  const { version, is_same } = await ask({ question: { code, deal, now: kept.get(code) } });
  if (is_same) return dropTaps(tapsOf(code).filter((tap) => number(tap.form.deal) === deal));
  const page = whole(addressOf("tables.again", code).replace("<number>", deal + 1));
  const since = kept.get(code).sheet.deals[deal]?.said.length ?? 0;
  page.search = new URLSearchParams({ at: 1, version, since, back: "phone" });
  location.assign(page);
  return true;
};
// A partie that was begun on this phone gets its code, and its taps go to that; if it is shown, the page goes there too.
const moved = new Map();
const beginAtClub = async (it) => {
  const old = it.sheet.code, answer = await post(addressOf("home.open_partie"), it.begun), code = codeIn(new URL(answer.url).pathname);
  if (!answer.ok || !code) throw new Error(`${answer.status}`);
  await fromClub(code);
  moved.set(old, code);
  const own = tapsOf(old);
  await change((sheets, all) => { sheets.delete(old); for (const tap of own) all.put({ ...tap, code }); });
  for (const tap of own) tap.code = code;
  kept.delete(old);
  note();
  if (codeIn(here()) === old) location.replace(addressOf("tables.table", code));
};
const settled = new URL(location.href).searchParams.get("settled");
if (settled) {
  const code = codeIn(here());
  await dropTaps(tapsOf(code).filter(({ form }) => number(form.deal) === settled - 1));
  history.replaceState(null, "", location.pathname);
  [away, shown] = [hasUnsent(), here()];
}
const pending = keep.get("tap");
if (pending) {
  const { code, form } = JSON.parse(pending);
  await keepTap(code, form);
  keep.remove("tap");
  away = true;
}
addEventListener("online", () => { misses = 0; if (hasUnsent()) again(true); });

const begin = () => {
  [ready, document.documentElement.dataset.offline] = [true, "ready"];
  const scope = alone ? whole(".").pathname : addressOf("home.index");
  if (isSecureContext) tried(() => navigator.serviceWorker.register(app.files.service, { scope }).catch(console.warn));
  const taken = new URLSearchParams(location.hash.slice(1)).get("partie");
  if (taken) visit(`${at("home.take")}?${new URLSearchParams({ partie: taken })}`);
  else if (shell) visit(here(), null, false);
  else if (hasUnsent()) document.querySelector("#table .back")?.click();
  else copy(renew);
  if (shell) again(true);
};
// Only the sheets of late are kept, and those that the club lacks something of.
const old = [...kept.values()].sort((one, other) => one.sheet.opened_at < other.sheet.opened_at ? -1 : 1).slice(0, -MOST_SHEETS);
for (const { sheet: { code }, begun: form } of alone ? [] : old) if (!tapsOf(code).length && !form.key) await dropSheet(code);
late();
if (hasUnsent()) again(true); else isSaved();
