// Opens the pages of the phone where the club does not answer, from what was kept of it. It never answers for the club.
// The program writes above this what belongs to one build: BUILD, SHELL, ALONE and FILES, the digests of its files by
// their addresses. They are kept together in one cache, or not at all.
const PREFIX = `piquet ${registration.scope} `, KEPT = PREFIX + BUILD, PATIENCE = 4000;
const whole = (address) => new URL(address, registration.scope).href;
const shell = whole(SHELL), digests = new Map(Object.entries(FILES).map(([address, digest]) => [whole(address), digest]));

// The caches of this program, the oldest first; those of a first version are called by a query.
const own = async () => (await caches.keys()).filter((name) => name.startsWith(PREFIX) || name.startsWith("piquet ?"));

const digestOf = async (answer) => {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await answer.arrayBuffer()));
  return Array.from(digest.slice(0, 6), (each) => each.toString(16).padStart(2, "0")).join("");
};
const isRight = async (address, answer) => answer?.ok && await digestOf(answer.clone()) === digests.get(address);
const keptBefore = async (address) => {
  for (const cacheName of await own()) {
    const found = await caches.match(address, { cacheName });
    if (await isRight(address, found)) return found;
  }
  return null;
};
// A server that ignores the query gives what it has now, and the browser may keep that under the address. So the content
// is compared, and asked for again past what the browser keeps.
const fetched = async (address) => {
  for (const cache of ["default", "reload"]) {
    const answer = await fetch(address, { cache });
    if (await isRight(address, answer)) return answer;
  }
  throw new Error(`${address} is not that of ${BUILD}`);
};
const keepFile = async (cache, address) => {
  if (await isRight(address, await cache.match(address))) return;
  await cache.put(address, await keptBefore(address) ?? await fetched(address));
};
// What a visit that was cut short has kept is not fetched again at the next. The shell is last: a cache with it is whole.
addEventListener("install", (event) => event.waitUntil((async () => {
  const cache = await caches.open(KEPT), others = [...digests.keys()].filter((address) => address !== shell);
  await Promise.all(others.map((address) => keepFile(cache, address)));
  await keepFile(cache, shell);
  await skipWaiting();
})()));

// The build before this one is kept too: an open page of it may still load its worker.
addEventListener("activate", (event) => event.waitUntil((async () => {
  const others = (await own()).filter((name) => name !== KEPT);
  let before = "";
  for (const cacheName of others) if (await caches.match(shell, { cacheName })) before = cacheName;
  for (const name of others) if (name !== before) await caches.delete(name);
  await clients.claim();
  for (const page of await clients.matchAll()) page.postMessage({ build: BUILD });
})()));

// A page that did not hear of it asks.
addEventListener("message", ({ source }) => source.postMessage({ build: BUILD }));

const isHome = (url) => [registration.scope, shell].includes(url.split(/[?#]/)[0]);
const keptShell = () => caches.match(shell, { cacheName: KEPT });
// A phone that is alone opens its own build at once: while its folder is replaced, nothing of another is mixed in.
const page = async (request) => {
  if (ALONE) return isHome(request.url) && await keptShell() || fetch(request);
  const stop = new AbortController();
  setTimeout(() => stop.abort(), PATIENCE);
  const answer = await fetch(request, { signal: stop.signal }).catch(() => null);
  if (answer && answer.status < 502) return answer;
  return await caches.match(request, { cacheName: KEPT }) || await keptShell() || Response.error();
};
// A file of the build before is found by its address, which names its content.
const file = async (request) => {
  for (const cacheName of [KEPT, ...(await own()).reverse()]) {
    const found = await caches.match(request, { cacheName });
    if (found) return found;
  }
  return fetch(request);
};
const isFile = (url) => digests.has(url) || ["static/", "files.json"].some((each) => url.startsWith(whole(each)));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (isFile(request.url)) event.respondWith(file(request));
});
