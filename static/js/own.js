// What HTML cannot do: keep the screen awake during a partie, and say truly where a tap is.
(() => {
  let lock = null;
  const wake = async () => {
    if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
    try { lock = lock && !lock.released ? lock : await navigator.wakeLock.request("screen"); } catch { lock = null; }
  };
  document.addEventListener("visibilitychange", wake);
  wake();

  // A tap that did not reach the club stays on this phone and is sent again with its own key, so it counts once.
  let tapped = null;
  const state = (words) => { const saved = document.getElementById("saved"); if (saved) saved.textContent = words; };
  document.addEventListener("submit", (event) => { tapped = event.submitter; }, true);
  document.addEventListener("htmx:error", () => {
    if (!tapped || !tapped.isConnected) return;
    const again = tapped;
    state("On this phone, sending again");
    setTimeout(() => { if (again.isConnected) again.click(); }, 2000);
  });
  document.addEventListener("htmx:after:swap", () => {
    tapped = null;
    const table = document.getElementById("table");
    for (const id of ["aloud", "warning"]) {
      const region = document.getElementById(id);
      if (table && region && region.textContent !== table.dataset[id]) region.textContent = table.dataset[id];
    }
  });

  // A page that comes back from the Back button is old: ask for the table as it is now.
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
})();
