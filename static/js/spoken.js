// A page that this phone keeps is the same for everyone, and has its words in every language. Shows those that the phone
// reads: what was chosen on it, or else what the browser prefers.
install(() => {
  const page = document.documentElement;
  const chosen = page.dataset.alone ? keep.get("language") : document.cookie.match(/(?:^|; )language=([\w-]+)/)?.[1];
  const words = new Map([[page.lang, null]]);
  for (const each of document.querySelectorAll("template[lang]")) words.set(each.lang.toLowerCase(), each);
  const tags = [chosen ?? "", ...navigator.languages].map((tag) => tag.toLowerCase());
  const found = words.get(tags.flatMap((tag) => [tag, tag.split("-")[0]]).find((tag) => words.has(tag)));
  if (!found) return;
  page.lang = found.lang;
  page.dataset.words = found.dataset.words;
  document.querySelector(".skip").textContent = found.dataset.skip;
  document.querySelector(".screen").replaceWith(found.content.cloneNode(true));
  document.title = document.querySelector("h1").textContent;
});
