// Say each new count aloud, as the players do: once, never when the page is loaded, and cut short by the next. It is said
// by a voice of the language of the page. Where there are voices, but none of that, it is not said.
(() => {
  const LONGEST = 1000;
  const table = () => document.getElementById("table")?.dataset ?? {};
  const { lang } = document.documentElement;
  const voices = () => tried(() => speechSynthesis.getVoices()) ?? [];
  // A browser may load its voices late, and some never list them.
  const listed = new Promise((done) => {
    if (voices().length) done();
    tried(() => speechSynthesis.addEventListener("voiceschanged", done, { once: true }));
    setTimeout(done, LONGEST);
  });
  const speak = (words, voice = null) => tried(() => {
    speechSynthesis.speak(Object.assign(new SpeechSynthesisUtterance(words), { lang, voice }));
  });
  let said = table().version;
  document.addEventListener("htmx:after:swap", async () => {
    const { version, voice: words } = table();
    if (version === said) return;
    said = version;
    tried(() => speechSynthesis.cancel());
    if (!words) return;
    await listed;
    const all = voices(), own = all.find((each) => each.lang.split(/[-_]/)[0].toLowerCase() === lang);
    const isNext = said === version;
    if (isNext && (own || !all.length)) speak(words, own);
  });
  // Some phones stay silent until a tap itself has spoken.
  document.addEventListener("click", () => speak(""), { once: true, capture: true });
})();
