// Say each new count aloud, as the players do: once, never when the page is loaded, and cut short by the next.
(() => {
  const table = () => document.getElementById("table")?.dataset ?? {};
  const speak = (words) => tried(() => {
    speechSynthesis.speak(Object.assign(new SpeechSynthesisUtterance(words), { lang: "en" }));
  });
  let said = table().version;
  document.addEventListener("htmx:after:swap", () => {
    const { version, voice } = table();
    if (version === said) return;
    said = version;
    tried(() => speechSynthesis.cancel());
    if (voice) speak(voice);
  });
  // Some phones stay silent until a tap itself has spoken.
  document.addEventListener("click", () => speak(""), { once: true, capture: true });
})();
