// Keep the screen awake at the table; where that cannot be, a line says so.
install(() => {
  let lock = null, asleep = !tried(() => "wakeLock" in navigator);
  const warn = () => { if (own.find("asleep")) own.find("asleep").hidden = !asleep; };
  const wake = async () => {
    warn();
    if (document.visibilityState !== "visible") return;
    try { lock = lock && !lock.released ? lock : await navigator.wakeLock.request("screen"); } catch { lock = null; }
    asleep = !lock;
    warn();
  };
  document.addEventListener("visibilitychange", wake);
  document.addEventListener("htmx:after:swap", warn);
  wake();
});
