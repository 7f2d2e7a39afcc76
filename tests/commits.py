"""Check the subjects of the commits: `area: Verb the thing`, in the imperative and at most 72
characters.

`python -m tests.commits` checks those since the rule was made, says how many, and exits with 1 if
one is wrong.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

__all__ = ["fault", "report"]

CHECKOUT = Path(__file__).resolve().parent.parent
SINCE = "87d05fc"
"""The last commit before the rule."""

LONGEST = 72
VERBS = re.compile(r"Bring|Ring|String|Embed|Feed|Need|Proceed|Seed|Shed|Speed|Bias|Focus|\w+ss")
"""Imperatives that end as if they were none."""


def fault(subject: str) -> str | None:
    """Return what is wrong with a subject, or `None`.

    >>> fault("web: Correct a signed partie")
    >>> fault("web: Corrected a signed partie")
    "'Corrected' is not an imperative"
    """
    found = re.fullmatch(r"[a-z]+(?:, [a-z]+)*: (([A-Z][\w'’-]*)(,?) .*[^.\s])", subject)
    if found is None:
        return "it is not of the form 'area: Verb the thing', without a full stop"
    if len(subject) > LONGEST:
        return f"it has {len(subject)} characters, and {LONGEST} are the most"
    if found[3]:
        return "a comma follows the verb"
    if re.search(r"(s|ed|ing)$", found[2]) and not VERBS.fullmatch(found[2]):
        return f"{found[2]!r} is not an imperative"
    return None


def _git(*words: str) -> str | None:
    """Return what git prints, or `None` if it fails or there is none."""
    if not (CHECKOUT / ".git").exists() or not shutil.which("git"):
        return None
    done = subprocess.run(
        ["git", *words], cwd=CHECKOUT, capture_output=True, encoding="utf-8", check=False
    )
    return done.stdout if done.returncode == 0 else None


def report() -> tuple[str, list[str]]:
    """Return which commits were checked, and what is wrong with them."""
    if _git("merge-base", "--is-ancestor", SINCE, "HEAD") is None:
        return f"no commit was checked: this copy has no history back to {SINCE}", []
    subjects = (_git("log", "--no-merges", "--format=%s", f"{SINCE}..HEAD") or "").splitlines()
    wrong = [f"{each!r}: {why}" for each in subjects if (why := fault(each))]
    return f"{len(subjects)} commits since {SINCE} were checked", wrong


if __name__ == "__main__":
    checked, faults = report()
    sys.stdout.write("\n".join((f"commit subjects: {checked}", *faults, "")))
    sys.exit(bool(faults))
