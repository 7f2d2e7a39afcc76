// Opens the pages of the phone where the club does not answer, from what was kept of it. It never answers for the club.
const KEPT = `piquet ${location.search}`, PATIENCE = 4000;
const shell = new URL(location.href).searchParams.get("shell");

addEventListener("install", (event) => event.waitUntil((async () => {
  const app = await (await fetch(new URL("phone.json", registration.scope))).json();
  const cache = await caches.open(KEPT);
  await cache.addAll([shell, ...app.every].map((address) => new URL(address, registration.scope).href));
  await skipWaiting();
})()));
addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
})()));

const page = async (request) => {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), PATIENCE);
  const answer = await fetch(request, { signal: stop.signal }).catch(() => null);
  return answer && answer.status < 502 ? answer : await caches.match(new URL(shell, registration.scope).href) || Response.error();
};
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else event.respondWith(caches.match(request).then((found) => found || fetch(request)));
});
