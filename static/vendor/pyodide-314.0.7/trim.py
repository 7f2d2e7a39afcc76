"""
Make the files beside this one from the npm package of Pyodide: ``python trim.py PACKAGE``.

The standard library keeps what `KEPT` names; the other files are compressed, and nothing else changes.
"""

import gzip
import io
import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).parent
KEPT = frozenset((HERE / "stdlib.txt").read_text("utf-8").split())
"""The modules that Python and the worker import, found by `sys.modules` after whole deals, and those of an error."""


def trimmed(library: bytes) -> bytes:
    """Return the archive of the standard library with only the modules that are kept."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(library)) as whole, zipfile.ZipFile(file, "w") as out:
        for each in sorted(whole.namelist()):
            name = each.removesuffix("/__init__.py").removesuffix(".py").replace("/", ".")
            if name in KEPT:
                out.writestr(zipfile.ZipInfo(each), whole.read(each), zipfile.ZIP_DEFLATED, compresslevel=9)
    return file.getvalue()


if __name__ == "__main__":
    package = Path(sys.argv[1])
    (HERE / "python_stdlib.zip").write_bytes(trimmed((package / "python_stdlib.zip").read_bytes()))
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"):
        packed = gzip.compress((package / name).read_bytes(), 9, mtime=0)
        (HERE / f"{name}.gz").write_bytes(packed)
