"""Look up known vulnerabilities of what the program is installed with: `python -m tests.audit`.

`pip-audit` calls a package that its index does not know safe. So it is asked first about
a release with known vulnerabilities; if it finds none, it reached no index, and nothing is claimed.
"""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

AUDIT = (sys.executable, "-m", "pip_audit", "--progress-spinner=off", "--timeout=15")
VULNERABLE = "jinja2==2.10"
UNREACHABLE = (
    "The dependencies were not audited: no index of vulnerabilities can be reached from here."
)


def _audit(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([*AUDIT, *arguments], capture_output=True, text=True, check=False)


def main() -> int:
    with TemporaryDirectory() as directory:
        known = Path(directory) / "requirements.txt"
        known.write_text(VULNERABLE, "utf-8")
        tried = _audit("--no-deps", "--disable-pip", f"--requirement={known}")
    if tried.returncode == 0 or "jinja2" not in tried.stdout:
        print(UNREACHABLE, *tried.stderr.splitlines()[-1:])
        return 0
    found = _audit("--skip-editable")
    print(found.stdout, found.stderr, sep="")
    return found.returncode


if __name__ == "__main__":
    sys.exit(main())
