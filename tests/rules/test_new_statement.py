"""A statement more is a class and its name in a union, in one module;
what the class lacks, mypy names.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_project import CHECKOUT

REVOKED = '''\
class RevokeText(Text):
    REVOKES = "revokes"


@dataclass(frozen=True, slots=True)
class Revoked(Bare):
    """The seat did not follow suit."""

    subject: ClassVar = Subject.RECKONS_NOTHING
    matters: ClassVar = (Matter.PENALTIES,)
    forms: ClassVar = (saying("revokes"),)
    text: ClassVar = RevokeText.REVOKES

    def refuse(self, deal: DealState) -> Refusal | None:
        return None if deal.play_begun else refuse(Rule.NO_PENALTY, "Law 59", seat=self.seat)

    def record(self, deal: DealState, position: int) -> None:
        deal.penalise(self.seat, position)


'''

PLAYED = """
from scorer.rules import deal, notation, presets
from scorer.rules.statements import statement_message
rules = presets.PRESETS["portland"]
said = "E point 5; Y good; E no sequence; E no set; tricks E1; Y revokes; tricks E1"
log = notation.parse_log(said, rules)
assert notation.parse_log(notation.format_log(log), rules) == log
state = deal.fold(rules, log).require().state
print(statement_message(log[5]), state.reckons_nothing(log[5].seat))
print(deal.fold(rules, (*log[:4], log[5])))
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The kernel with that statement."""
    shutil.copytree(CHECKOUT / "scorer" / "rules", tmp_path / "scorer" / "rules")
    for name in ("__init__.py", "resources.py", "py.typed"):
        shutil.copy(CHECKOUT / "scorer" / name, tmp_path / "scorer" / name)
    module = tmp_path / "scorer" / "rules" / "penalties.py"
    text, changed = re.subn(
        r"^Penalty = ", f"{REVOKED}Penalty = Revoked | ", module.read_text("utf-8"), flags=re.M
    )
    assert changed == 1
    module.write_text(text, "utf-8")
    return tmp_path


def run(checkout: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, *words], cwd=checkout, capture_output=True, encoding="utf-8", check=False
    )


def test_a_statement_is_added_in_one_module(checkout: Path) -> None:
    done = run(checkout, "-c", PLAYED)
    assert done.stderr == ""
    said, refused = done.stdout.splitlines()
    assert said == "younger: revokes True"
    assert "Law 59" in refused


@pytest.mark.slow
@pytest.mark.no_cover
def test_mypy_names_what_a_statement_lacks(checkout: Path) -> None:
    shutil.copy(CHECKOUT / "pyproject.toml", checkout)
    module = checkout / "scorer" / "rules" / "penalties.py"
    class_alone = REVOKED[: REVOKED.index("    subject")]
    module.write_text(module.read_text("utf-8").replace(REVOKED, class_alone), "utf-8")
    lacking = run(checkout, "-m", "mypy", "--no-incremental", "scorer/rules")
    found = set(re.findall(r'"Revoked".* has no attribute "(\w+)"', lacking.stdout))
    assert found == {"subject", "matters", "refuse", "record"}
    errors = [line for line in lacking.stdout.splitlines() if " error: " in line]
    assert [line for line in errors if "Revoked" not in line] == [], "the whole class lacks nothing"
