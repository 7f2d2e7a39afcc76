// Brings an open page to the build of the club. It is asked for by its name alone, when an answer has another build than
// the page: so it is the one of the new build, and `heard` and `tell` keep their meaning in all of them.
const QUIET = 5000, STEP = 500, LONGEST = 60_000;
const root = new URL(document.documentElement.dataset.root, document.baseURI);
const tried = (use) => { try { return use(); } catch { return undefined; } };

// The builds to which this tab was brought: to each at most once, whatever several servers answer in turn.
const renewed = () => (tried(() => sessionStorage.getItem("renewed")) ?? "").split(" ");
const note = (build) => tried(() => {
  sessionStorage.setItem("renewed", [...renewed(), build].join(" "));
  sessionStorage.setItem("updated", build);
  return true;
});
// Where nothing can be noted, a page that was just loaded again is left as it is.
const isReloaded = () => performance.getEntriesByType("navigation")[0]?.type === "reload";

let touched = performance.now();
for (const each of ["keydown", "pointerdown", "focusin", "input"]) {
  addEventListener(each, () => { touched = performance.now(); }, true);
}
const isTyped = (field) => field.type !== "hidden"
  && (field.value !== field.defaultValue || field.checked !== field.defaultChecked);
const hasWords = () => [...document.querySelectorAll("input, textarea")].some(isTyped);

const pause = (time) => new Promise((done) => setTimeout(done, time));
// The files of the build are on the phone before the page is loaded again, if it keeps any.
const renewFiles = async () => {
  const kept = await tried(() => navigator.serviceWorker.getRegistration(root));
  if (!kept) return;
  await kept.update();
  const next = kept.installing;
  if (!next) return;
  const done = new Promise((go) => next.addEventListener("statechange", () => { if (next.state !== "installing") go(); }));
  await Promise.race([done, pause(LONGEST)]);
};
let next = "";
// The club, or the service worker, has this build. The page is loaded again once nothing `waits` to be sent, nothing is
// typed, and nobody has touched it for a while.
export const heard = async (build, waits) => {
  if (next || build === document.documentElement.dataset.build || renewed().includes(build)) return;
  next = build;
  await renewFiles().catch(console.warn);
  while (performance.now() - touched < QUIET || waits() || hasWords()) await pause(STEP);
  if (note(build) || !isReloaded()) location.reload();
};
// Says once, on a page that was loaded again, why.
export const tell = () => {
  tried(() => sessionStorage.removeItem("updated"));
  const { updated } = JSON.parse(document.documentElement.dataset.words ?? "{}");
  const words = Object.assign(document.createElement("p"), { className: "watch", textContent: updated });
  words.setAttribute("role", "status");
  document.querySelector(".notices")?.prepend(words);
};
