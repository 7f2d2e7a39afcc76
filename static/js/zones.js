// Offer the time zones of the world to choose from, that of this browser first.
(() => {
  const list = document.getElementById("zones"), own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  for (const name of [own, ...Intl.supportedValuesOf?.("timeZone") ?? []]) list.append(new Option("", name));
})();
