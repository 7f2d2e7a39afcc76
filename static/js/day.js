// Say with a form that begins a partie which day it is here: the server may be on another one.
addEventListener("submit", ({ target }) => {
  const field = target.elements.namedItem("today"), now = new Date();
  if (field) field.value = new Date(now - now.getTimezoneOffset() * 60000).toISOString().slice(0, 10);
}, true);
