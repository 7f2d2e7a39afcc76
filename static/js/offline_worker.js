// Runs the pages of the phone in Python: each message is a question for scorer.table.phone, and has one answer.
const LOCK = { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" }, packages: {} };
const PREPARE = "import sys; sys.path.insert(0, '/app'); import scorer.rules.checker, scorer.table.phone; scorer.table.phone.prepare()";
const settings = { lockFileContents: JSON.stringify(LOCK) };
let answer = null;

// To load Python and the program takes a phone seconds. So its memory is kept, and the next visit begins with that.
// A browser that keeps nothing for the page loads them each time.
const db = new Promise((done) => {
  const opening = indexedDB.open("piquet memory", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("memory");
  opening.onsuccess = () => done(opening.result);
  opening.onerror = () => done(null);
}).catch(() => null);
const memory = async (use) => {
  const found = await db;
  return found && new Promise((done) => {
    const asked = use(found.transaction("memory", "readwrite").objectStore("memory"));
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => done(null);
  }).catch(() => null);
};
const fromMemory = async (pyodide, load, snapshot) => {
  const { default: make } = await import(new URL("pyodide.asm.mjs", pyodide));
  const createPyodideModule = async (words) => {
    const made = await make(words);
    while (made.HEAP8.length < snapshot.length) made._malloc(2 ** 20);
    return made;
  };
  return load({ ...settings, createPyodideModule, _loadSnapshot: snapshot });
};

const load = async ({ pyodide, archive }) => {
  const version = `${pyodide} ${archive}`;
  const [{ loadPyodide }, packed, snapshot] = await Promise.all([import(pyodide), fetch(archive), memory((it) => it.get(version))]);
  if (!packed.ok) throw new Error(`${packed.status}`);
  const again = snapshot && await fromMemory(pyodide, loadPyodide, snapshot).catch((error) => console.warn(error));
  const python = again || await loadPyodide({ ...settings, _makeSnapshot: true });
  python.unpackArchive(await packed.arrayBuffer(), "zip", { extractDir: "/app" });
  if (!again) {
    python.runPython(PREPARE);
    memory((it) => { it.clear(); return it.put(python.makeMemorySnapshot(), version); });
  }
  answer = python.runPython("scorer.table.phone.answer");
};

let turn = Promise.resolve();
addEventListener("message", ({ data: { id, files, question } }) => {
  turn = turn.then(async () => {
    try {
      if (files) await load(files);
      postMessage({ id, answer: question ? JSON.parse(answer(JSON.stringify(question))) : null });
    } catch (error) {
      postMessage({ id, error: `${error}` });
    }
  });
});
