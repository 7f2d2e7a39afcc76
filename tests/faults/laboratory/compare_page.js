// The document of the page that compares, as far as its script asks for it, and the person who chooses there.
{
  const plain = (text) => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code)).replaceAll("&quot;", '"').replaceAll("&amp;", "&");
  const element = (own) => ({ addEventListener: () => {}, contains: () => false, focus: () => {}, textContent: "", ...own });
  const status = element({ dataset: given.words });
  let choices = [];
  let submit = null;
  let isDone = false;
  const form = {
    dataset: {},
    addEventListener: (_, hear) => { submit = hear; },
    querySelectorAll: (selector) => selector === "time" ? [] : choices.filter(({ checked }) => checked),
  };
  const versions = element({
    replaceChildren: (html = "") => {
      versions.firstChild = html;
      submit = null;
      form.dataset.version = html.match(/data-version="([^"]*)"/)?.[1];
      const found = html.matchAll(/value="phone" data-forms="([^"]*)"( checked)?/g);
      choices = [...found].map(([, forms, sure]) => ({ dataset: { forms: plain(forms) }, sure: Boolean(sure), checked: false }));
    },
    querySelector: () => form,
  });
  const elements = { comparing: status, versions };
  globalThis.DOMParser = class {
    parseFromString(html) {
      const isForm = /<form[^>]* data-version=/.test(html);
      return { querySelector: () => isForm ? form : null, querySelectorAll: () => [], body: { childNodes: [html] } };
    }
  };
  globalThis.document = {
    documentElement: { dataset: { root: "/" } },
    activeElement: null,
    getElementById: (id) => elements[id] ??= element(),
    querySelector: () => ({ value: given.token }),
  };
  location.assign = () => { isDone = true; };
  globalThis.page ??= { state: () => ({ held: outbox.held(), where: outbox.where, loose: [] }) };
  // Choose this phone's version of each deal for which that is drawn, or nothing else is offered; and the club's of others.
  page.choose = async (picks) => {
    if (!submit) return { isDone: false, says: status.textContent };
    choices.forEach((each, at) => { each.checked = each.sure || picks[at % picks.length]; });
    const chosen = choices.filter(({ checked }) => checked).flatMap(({ dataset }) => JSON.parse(dataset.forms));
    await submit({ preventDefault: () => {} });
    return { isDone: isDone || status.textContent === given.words.waits, chosen, says: status.textContent };
  };
}
