// Puts the names that are typed on the keys of who deals first, and chooses what is usual for these two. What a person
// has chosen stays.
(() => {
  const choice = document.getElementById("who");
  if (!choice) return;
  const { form, dataset } = choice, fields = [form.elements.first, form.elements.second], keys = [...form.elements.deals];
  const words = keys.map((key) => key.parentElement.innerText), pairs = JSON.parse(dataset.pairs);
  const chosen = new Set("typed" in dataset ? ["deals"] : []);

  // As the program compares names, but for letters whose stroke Unicode does not take off.
  const fold = (name) => name.normalize("NFKD").replace(/\p{M}/gu, "").replace(/\s+/g, " ").trim().toLowerCase();
  const positions = (names) => fields.map((field) => names.map(fold).indexOf(fold(field.value)));
  const dealer = () => {
    for (const [names, deals] of pairs) {
      const at = positions(names);
      if (deals !== null && at.includes(0) && at.includes(1)) return at.indexOf(deals);
    }
    return -1;
  };
  const label = () => {
    for (const [at, key] of keys.entries()) {
      const name = Object.assign(document.createElement("bdi"), { textContent: fields[at].value.trim(), translate: false });
      key.parentElement.querySelector(".key > span").replaceChildren(...name.textContent ? [name, " deals"] : [words[at]]);
    }
  };
  const follow = () => {
    label();
    const usual = dealer();
    if (!chosen.has("deals")) for (const [at, key] of keys.entries()) key.checked = at === usual;
  };
  form.addEventListener("input", ({ target }) => {
    keys[0].setCustomValidity("");
    if (target.type === "radio") chosen.add(target.name); else follow();
  });
  form.addEventListener("invalid", ({ target }) => {
    if (target === keys[0]) target.setCustomValidity(choice.querySelector("legend").textContent);
  }, true);
  addEventListener("pageshow", label);
  follow();
})();
