// A browser may lack a feature, forbid it, or have no room. That costs what it is used for, and nothing else.
const tried = (use) => { try { return use(); } catch { return undefined; } };
const install = (feature) => { try { feature(); } catch (error) { console.warn(error); } };

// What a script says is in the language of the page, which has it: by its name, with its values put into their places.
const passage = (name) => JSON.parse(document.documentElement.dataset.words ?? "{}")[name] ?? "";
const wording = (name, values = {}) => passage(name).replace(/\{(\w+)\}/g, (place, value) => values[value] ?? place);

// What this phone keeps between pages; where the browser cannot, only until this page is left.
const keep = (() => {
  const memory = new Map();
  const remove = (name) => { memory.delete(name); tried(() => localStorage.removeItem(name)); };
  return {
    get: (name) => memory.get(name) ?? tried(() => localStorage.getItem(name)) ?? null,
    set: (name, value) => {
      // a full store must not go on saying what was true before
      remove(name);
      if (!tried(() => { localStorage.setItem(name, value); return true; })) memory.set(name, value);
    },
    remove,
  };
})();
