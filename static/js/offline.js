// Goes on without the club. What the club does not answer at once is answered by a worker, which runs the rules and the
// pages of the club on what is kept of each sheet, with the rows of the outbox said on top. A phone that is alone has no
// club, and keeps its parties itself.
const QUIET = 5000, OPENS = 20000, MOST_SHEETS = 30;
const { find } = own;
const { shell } = document.querySelector("[data-offline]").dataset, { build, root } = document.documentElement.dataset;
const alone = outbox.isAlone;

// Addresses of the phone. Where it is alone they follow a question mark, so that one file serves all of them.
const whole = (address) => new URL(address, location.href);
const inside = (url) => alone ? url.search.slice(1) || "/" : url.pathname + url.search;
const outside = (address) => alone ? `?${address}` : address;
const here = () => inside(new URL(location.href));
const codeIn = (address) => address.match(/\/p\/([^/?]+)\//)?.[1];
const addressOf = (endpoint, code = "") => app.addresses[endpoint].replace("<code>", code);
const at = (endpoint, code) => inside(whole(addressOf(endpoint, code)));

// What the club says of itself: of the build of this page, and of this visit, where it answers. A server that knows no builds
// may have the list of another one.
let app = null;
const learn = async () => {
  const list = await (await fetch(whole(`${root}files.json?v=${build}`), { signal: within(OPENS) })).json();
  if (list.build !== build) throw new Error("The list of files is of another build.");
  const visit = alone ? null : await outbox.visit().catch(() => outbox.app("visit"));
  app = { last: [], names: [], pairs: [], saved: [], speeds: [], token: "", ...list, ...visit };
};

// The worker
let worker = null, asked = 0;
const answers = new Map();
const ask = ({ files, question }) => new Promise((done, fail) => {
  answers.set(++asked, { done, fail });
  worker.postMessage({ id: asked, files, question: question && { ...question, language: document.documentElement.lang } });
});
const start = async () => {
  const code = codeIn(here());
  await learn();
  if (code && !shell && !alone) await outbox.renew(code).catch(() => null);
  const files = Object.fromEntries(Object.entries(app.files).map(([name, address]) => [name, whole(address).href]));
  worker = new Worker(files.worker, { type: "module" });
  worker.onmessage = ({ data: { id, answer, error } }) => {
    const { done, fail } = answers.get(id);
    answers.delete(id);
    if (error) fail(new Error(error)); else done(answer);
  };
  worker.onerror = ({ message }) => { for (const { fail } of answers.values()) fail(new Error(message)); answers.clear(); };
  await ask({ files });
  await ask({ question: { app, base: whole(".").href } });
  await fresh(code);
};
let loaded = null;
// Load the worker, some megabytes; where data costs money, only once that was asked for or is needed.
export const load = () => loaded ??= start().then(begin).catch((error) => { loaded = null; throw error; });

// A sheet as a file, with what waits.
export const save = async (code) => {
  await load();
  await fresh(code);
  const { name, text } = await ask({ question: { file: code } });
  download(name, [text], "text/plain;charset=utf-8");
};
const download = (name, parts, type) => {
  const href = URL.createObjectURL(new Blob(parts, { type }));
  Object.assign(document.createElement("a"), { download: name, href }).click();
};

// The worker has of each sheet what the outbox has of it, or all but one row of that.
const opened = new Map(), had = new Set();
const markOf = (it, rows) => JSON.stringify([it.sheet.version, it.revision, rows.map(({ key }) => key)]);
const fresh = async (code, without = null) => {
  const it = code && await outbox.sheet(code);
  if (!it?.sheet) return null;
  const rows = outbox.rowsOf(code).filter(({ key }) => key !== without?.key), mark = markOf(it, rows);
  had.add(`${code} ${it.sheet.version}`);
  if (opened.get(code) === mark) return it;
  const taps = rows.map(({ deal, position, key, form }) => ({ ...form, deal: `${deal}`, position: `${position}`, key }));
  await ask({ question: { kept: it, taps, unsent: rows.filter((row) => !row.confirmed).length } });
  opened.set(code, mark);
  return it;
};
// Nothing is answered from an old copy: it must have what the page shows, which another phone may have said.
const isOld = (code) => {
  const version = find("table")?.dataset.version, versions = outbox.rowsOf(code).map(({ confirmed }) => confirmed);
  return !alone && Boolean(version) && !had.has(`${code} ${version}`) && !versions.includes(version);
};
let copied = Promise.resolve();
// Nothing is copied into a worker that does not run yet: what the club records until then is fetched when it begins.
const copy = (work) => {
  if (own.phone) copied = copied.then(work).catch((error) => { console.warn(error); });
};
const lacksSome = (code) => outbox.rowsOf(code).some((row) => row.confirmed);
const renew = async () => {
  const code = codeIn(here()), isBehind = code && (isOld(code) || lacksSome(code));
  if (isBehind && !outbox.isHeld(code)) await outbox.renew(code);
  await fresh(code);
};
// The copy follows what the club has recorded; after anything unusual it is fetched again, and after a choice that only
// the copy has: it holds until the club answers.
const chosen = new Set();
own.follow = (form, answer) => copy(async () => {
  const code = codeIn(here()), version = outbox.versionIn(await answer.text());
  const it = opened.has(code) && await fresh(code, form);
  const now = it && await ask({ question: { code, confirmed: form, version } });
  opened.delete(code);
  const isFollowed = !chosen.delete(code) && now?.sheet;
  if (isFollowed) await outbox.settle({ ...now, generation: it.generation }); else await outbox.renew(code);
  await fresh(code);
});

// A page of the phone. What changes is kept before it is shown; where another tab has changed it since, it is asked again.
const answered = async (address, form, partial, row) => {
  const code = codeIn(address), token = document.querySelector("[name=csrf_token]")?.value || app.token;
  const sheets = code ? [code] : (await outbox.sheets()).map(({ sheet }) => sheet.code);
  let it = null;
  for (const each of sheets) it = await fresh(each, row);
  const found = await ask({ question: { address, form, partial, token } });
  // many new sheets are kept one by one: where that ends early, the same file brings the others
  for (const each of found.taken) {
    const kept = await outbox.put(each);
    if (kept) opened.set(each.sheet.code, markOf(kept, []));
  }
  if (found.taken.length) outbox.persist();
  const { sheet } = found.kept, isNew = sheet && sheet.code !== code;
  if (sheet && (isNew || alone)) {
    const kept = await outbox.put(found.kept, isNew ? 0 : it.revision);
    opened.delete(sheet.code);
    if (!kept) return answered(address, form, partial, row);
    opened.set(sheet.code, markOf(kept, []));
    had.add(`${sheet.code} ${sheet.version}`);
    outbox.persist();
  } else if (sheet) {
    await outbox.choose(code, found.kept.shown);
    chosen.add(code);
  }
  if (found.dropped) await outbox.forget(found.dropped);
  if (row && found.is_new) opened.set(code, markOf(it, outbox.rowsOf(code)));
  else if (row) await outbox.leave(row);
  return found;
};
let turn = Promise.resolve();
const pageOfPhone = async (address, form, partial, row = null) => {
  if (!app) await load();
  const code = codeIn(address), isTap = form && !row && !alone && code && address === at("tables.say", code);
  const kept = isTap ? await outbox.add(code, form) : row;
  if (isTap && kept) outbox.tell("waits");
  await copied;
  return turn = turn.catch(() => null).then(() => answered(address, form, partial, kept));
};
own.answers = async (address, form, row) => {
  const to = inside(whole(address));
  await copied;
  if (isOld(codeIn(to))) return null;
  const { html, status, location: next } = await pageOfPhone(to, form, true, row);
  isOfPhone = true;
  if (!next) return new Response(html, { status, headers: { "Content-Type": "text/html; charset=utf-8" } });
  await visit(inside(whole(next)));
  return new Response(null, { status: 204 });
};
const visit = async (address, form = null, push = true) => arrive(await pageOfPhone(address, form, false), address, push);
const bytesOf = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
// What this phone chooses without the club is what the club would keep: a cookie. Alone, it sends nothing to the host.
const speak = (language) => {
  document.documentElement.lang = language;
  if (alone) keep.set("language", language);
  else document.cookie = `language=${language}; path=${root}; max-age=31536000; samesite=lax${location.protocol === "https:" ? "; secure" : ""}`;
};
const arrive = async ({ html, location: to, file, language }, address, push = true) => {
  if (language) speak(language);
  if (file) download(file.name, [bytesOf(file.data)], file.mimetype);
  else if (/^https?:/.test(to)) location.assign(to);
  else if (to) await visit(inside(whole(to)), null, push);
  else show(html, address, push);
};
let shown = here(), isOfPhone = Boolean(shell);
const show = (html, address, push) => {
  const page = pageIn(html);
  for (const link of page.head.querySelectorAll("link[rel=stylesheet]")) {
    const isHere = document.querySelector(`link[href="${link.getAttribute("href")}"]`);
    if (!isHere) document.head.append(link);
  }
  document.title = page.title;
  document.documentElement.lang = page.documentElement.lang;
  document.body.replaceWith(page.body);
  // what this page has loaded already is not run again
  for (const { src } of page.head.querySelectorAll("script:not([src*='table.js'], [src*='phone.js'])")) {
    document.body.append(Object.assign(document.createElement("script"), { src }));
  }
  if (push) history.pushState(null, "", outside(address));
  shown = here();
  isOfPhone = true;
  own.waits = false;
  htmx.process(document.body);
  document.dispatchEvent(new CustomEvent("htmx:after:swap"));
  scrollTo(0, 0);
};

// Whether the club answers. Where it was silent for a while, it is asked before a page is left. The pages of a sheet that
// waits are those of the phone, as far as it has them.
const late = () => { if (find("reload")) find("reload").hidden = !outbox.away || isSecureContext; };
outbox.on("change", late);
document.addEventListener("htmx:after:swap", () => { late(); if (!outbox.away) copy(renew); });
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  if (ctx.response?.status < 500) own.heard = performance.now();
  // what could not be followed when it was confirmed is fetched when the club is heard again
  if (!outbox.away && lacksSome(codeIn(here()))) copy(renew);
});
const leave = async (event, address, form, go) => {
  const code = codeIn(address), isHeld = Boolean(code) && outbox.isHeld(code);
  const isNear = navigator.onLine && !outbox.away && performance.now() - own.heard < QUIET;
  if (!own.phone || (!alone && !isHeld && isNear)) return;
  event.preventDefault();
  if (alone || outbox.away) return visit(address, form);
  const answers = await own.club(addressOf("operations.health"), {});
  if (answers && !isHeld) return go();
  outbox.away = !answers;
  if (outbox.away) outbox.tell("waits");
  const found = await pageOfPhone(address, form, false);
  return answers && found.status === 404 ? go() : arrive(found, address);
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
  if (!alone && !outbox.away) return;
  event.preventDefault();
  const reader = new FileReader();
  reader.onload = () => visit(inside(url), { ...typed, file: reader.result.slice(reader.result.indexOf(",") + 1) });
  reader.readAsDataURL(files[0][1]);
});
addEventListener("popstate", () => {
  if (here() === shown) return;
  if (own.phone && outbox.away) visit(here(), null, false); else location.reload();
});

// What other tabs have said since is shown here too; and a partie that has got its code at the club goes on there.
outbox.on("change", async () => {
  const code = codeIn(here());
  await turn.catch(() => null);
  const it = isOfPhone && own.phone && !own.tap && find("table") && code && await outbox.sheet(code);
  if (it?.sheet && opened.has(code) && markOf(it, outbox.rowsOf(code)) !== opened.get(code)) visit(here(), null, false);
});
outbox.on("moved", ({ old, code }) => { if (codeIn(here()) === old) location.replace(`${outbox.root}p/${code}/`); });
outbox.on("sent", () => copy(renew));

// Where a person has to decide, the page that asks is at the club.
const isAsked = (code) => !outbox.away && ["clash", "lost"].includes(outbox.stopOf(code)?.why);
const begin = async () => {
  own.phone = own.answers;
  document.documentElement.dataset.offline = "ready";
  if (isSecureContext) tried(() => navigator.serviceWorker.register(whole(`${root}service.js`)).then((it) => it.update()).catch(console.warn));
  const taken = new URLSearchParams(location.hash.slice(1)).get("partie"), code = codeIn(here());
  if (taken) await visit(`${at("home.take")}?${new URLSearchParams({ partie: taken })}`);
  else if (shell || (find("table") && outbox.isHeld(code) && !isAsked(code))) await visit(here(), null, false);
  else copy(renew);
  if (shell && !alone) outbox.soon();
  forgetOld();
};
// The service worker may have all files of another build, which opens from now on. It says so when it gets them, and when
// it is asked.
tried(() => {
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener("message", ({ data }) => own.renewal({ headers: new Headers({ "Scorer-Build": data.build }) }));
  serviceWorker.controller?.postMessage("which build");
});
// Only the sheets of late are kept, and those that the club lacks something of.
const forgetOld = async () => {
  if (alone) return;
  const sheets = (await outbox.sheets()).sort((one, other) => one.sheet.opened_at < other.sheet.opened_at ? -1 : 1);
  for (const { sheet: { code } } of sheets.slice(0, -MOST_SHEETS)) {
    const isNeeded = outbox.isHeld(code) || outbox.rowsOf(code).length;
    if (!isNeeded) await outbox.forget(code);
  }
};
