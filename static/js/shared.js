// What several scripts of the phone use.

// A signal that aborts what takes longer than this, in milliseconds.
const within = (time) => {
  const over = new AbortController();
  setTimeout(() => over.abort(), time);
  return over.signal;
};
// Whether data costs money here. Some browsers do not say.
const isMetered = () => {
  const { saveData, type } = tried(() => navigator.connection) ?? {};
  return Boolean(saveData || type === "cellular");
};
const pageIn = (html) => new DOMParser().parseFromString(html, "text/html");
// What a page of the club says of why it refuses something.
const refusalIn = (page) => {
  const said = [...page.querySelectorAll("h1, [role=alert]")].map((each) => each.textContent.trim());
  return said.map((words) => words.replace(/[^.!?]$/, "$&.")).join(" ");
};
// A time as people here write it, in the language of the page.
const timeHere = (at) => {
  const then = new Date(at), isToday = then.toDateString() === new Date().toDateString();
  const { lang } = document.documentElement, here = navigator.languages.find((each) => each.split("-")[0] === lang) ?? lang;
  const time = then.toLocaleTimeString(here, { hour: "2-digit", minute: "2-digit" });
  const day = then.toLocaleDateString(here, { day: "numeric", month: "long", year: "numeric" });
  return isToday ? wording("atTime", { time }) : wording("onDay", { day, time });
};
