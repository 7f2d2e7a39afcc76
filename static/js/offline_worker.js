// Runs the table of the club in Python: each message is a question for scorer.web.offline, and has one answer.
const LOCK = { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" }, packages: {} };
let answer = null;

const load = async ({ pyodide, archive }) => {
  const [{ loadPyodide }, packed] = await Promise.all([import(pyodide), fetch(archive)]);
  if (!packed.ok) throw new Error(`${packed.status}`);
  const python = await loadPyodide({ lockFileContents: JSON.stringify(LOCK) });
  python.unpackArchive(await packed.arrayBuffer(), "zip", { extractDir: "/app" });
  answer = python.runPython("import sys; sys.path.insert(0, '/app'); from scorer.web.offline import answer; answer");
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
