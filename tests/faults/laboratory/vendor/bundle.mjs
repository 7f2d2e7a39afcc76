// Make the file beside this one from the unpacked npm package of fake-indexeddb: `node bundle.mjs PACKAGE > FILE`.
// Its modules are put into one function each, as they are, without their comments at the end that name source maps.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const root = join(process.argv[2], "build", "cjs");
const names = readdirSync(root, { recursive: true }).map(String).filter((name) => name.endsWith(".js")).sort();
const modules = names.map((name) => `${JSON.stringify(name)}(module, exports, require) {\n${readFileSync(join(root, name), "utf8")}\n},`);
process.stdout.write(`// The modules of fake-indexeddb; see VENDORED.md.
const modules = {
${modules.join("\n")}
};
const known = {};
const from = (path) => (asked) => {
  const name = new URL(asked, \`file:///\${path}\`).pathname.slice(1);
  if (!known[name]) {
    known[name] = { exports: {} };
    modules[name](known[name], known[name].exports, from(name));
  }
  return known[name].exports;
};
return from("index.js")("./index.js");
`);
