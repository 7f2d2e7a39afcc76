// Puts the names that are typed on the keys of who deals first, and chooses what is usual for these two. What a person
// has chosen stays.
(() => {
  const who = document.getElementById("who");
  if (!who) return;
  const { form, dataset } = who, { first, second, deals, speed } = form.elements, fields = [first, second];
  const dealers = [...deals], speeds = [...speed], words = dealers.map((key) => key.parentElement.innerText);
  const pairs = JSON.parse(dataset.pairs), chosen = new Set("typed" in dataset ? ["deals", "speed"] : []);

  const [before, after] = JSON.parse(document.documentElement.dataset.words).deals.split("{name}");

  // As the program compares names, by its tables
  const [alike, dropped] = JSON.parse(dataset.folding), nothing = new RegExp(`[${dropped}]`, "gu");
  const letters = new Map(alike.flatMap(([one, many]) => [...many].map((each) => [each, one])));
  const spelt = (name) => [...name].map((each) => letters.get(each) ?? each).join("");
  const apart = (name) => spelt(spelt(name).normalize("NFKD").toLowerCase()).replace(nothing, "");
  const fold = (name) => spelt(apart(name).normalize("NFKC")).replace(/\s+/g, " ").trim();
  const usual = () => {
    for (const [names, dealer, pace] of pairs) {
      const at = fields.map((field) => names.map(fold).indexOf(fold(field.value)));
      if (at.includes(0) && at.includes(1)) return { dealer: at.indexOf(dealer), pace };
    }
    return { dealer: -1, pace: speeds[0].value };
  };
  const label = () => {
    for (const [at, key] of dealers.entries()) {
      const name = Object.assign(document.createElement("bdi"), { textContent: fields[at].value.trim(), translate: false });
      key.parentElement.querySelector(".key > span").replaceChildren(...name.textContent ? [before, name, after] : [words[at]]);
    }
  };
  const follow = () => {
    const { dealer, pace } = usual();
    label();
    if (!chosen.has("deals")) for (const [at, key] of dealers.entries()) key.checked = at === dealer;
    if (!chosen.has("speed")) for (const key of speeds) key.checked = key.value === pace;
  };
  form.addEventListener("input", ({ target }) => {
    dealers[0].setCustomValidity("");
    if (target.type === "radio") chosen.add(target.name); else follow();
  });
  form.addEventListener("invalid", ({ target }) => {
    if (target === dealers[0]) target.setCustomValidity(who.querySelector("legend").textContent);
  }, true);
  addEventListener("pageshow", label);
  follow();
})();
