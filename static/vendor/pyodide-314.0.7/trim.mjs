// Make the files beside this one from the unpacked npm package of Pyodide: `node trim.mjs PACKAGE`.
// Of the standard library it keeps the modules in `stdlib.txt`, compiled, which a phone then need not do. The other files
// are compressed, and nothing else changes.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const here = (name) => new URL(name, import.meta.url), source = resolve(process.argv[2]);
const COMPILE = `
import importlib.util, marshal, zipfile

with zipfile.ZipFile("/whole.zip") as whole, zipfile.ZipFile("/kept.zip", "w") as out:
    for each in sorted(whole.namelist()):
        name = each.removesuffix("/__init__.py").removesuffix(".py").replace("/", ".")
        if name in kept:
            code = compile(whole.read(each), "/lib/python314.zip/" + each, "exec", dont_inherit=True, optimize=2)
            data = importlib.util.MAGIC_NUMBER + bytes(12) + marshal.dumps(code)
            out.writestr(zipfile.ZipInfo(each + "c"), data, zipfile.ZIP_DEFLATED, compresslevel=9)
`;

const { loadPyodide } = await import(pathToFileURL(join(source, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: `${source}/` });
python.FS.writeFile("/whole.zip", new Uint8Array(readFileSync(join(source, "python_stdlib.zip"))));
python.globals.set("kept", new Set(readFileSync(here("stdlib.txt"), "utf8").split("\n")));
python.runPython(COMPILE);
writeFileSync(here("python_stdlib.zip"), python.FS.readFile("/kept.zip"));
for (const name of ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"]) {
  writeFileSync(here(`${name}.gz`), execFileSync("gzip", ["-9nc", join(source, name)], { maxBuffer: 1e8 }));
}
