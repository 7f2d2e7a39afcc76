"""What the commands of the terminal print, for fixed files and a fixed book."""

from __future__ import annotations

import re
import shutil
import tomllib
from contextlib import chdir
from pathlib import Path

from click import Context
from click.testing import CliRunner

from scorer.__main__ import main
from scorer.rules.presets import PRESETS
from tests.browser.tables import ENDED
from tests.pages.rendering import Texts
from tests.rows import beside
from tests.service.club.full_club import NAMES
from tests.web.club.visitors import visiting_house

__all__ = ["POOL", "terminal"]

CHECKOUT = Path(__file__).resolve().parent.parent.parent
FILES = ("tests/cli/data/*.piquet", "scorer/examples/*.piquet")
TWO = 'rules = "portland"\nplayers = ["Ada", "Ben"]\n'
SUNK = "E no point; E no sequence; E no set; tricks E6 Y6"


def _deals(*logs: str, rules: str = "portland") -> str:
    """Return the file of a partie with these deals."""
    players = ", ".join(f'"{name}"' for name in ("Ada", "Ben", "Cem", "Dot")[: PRESETS[rules].players])
    return f'rules = "{rules}"\nplayers = [{players}]\n' + "".join(f'[[deal]]\nlog = "{log}"\n' for log in logs)


def _totals(*points: tuple[int, int], rules: str = "portland") -> str:
    """Return the file of a partie from paper, of which only totals are known."""
    return _deals(rules=rules) + "".join(f"[[deal]]\nscores = {{ Ada = {ada}, Ben = {ben} }}\n" for ada, ben in points)


POOL = """frame = "pool"
players = ["Ada", "Ben", "Cem", "Dot"]
[terms]
stake = 21
[[partie]]
totals = { Ada = 130, Ben = 90 }
[[partie]]
elder = "Cem"
[[partie.deal]]
log = "E point 5; Y good"
"""
GOOD = {
    "unfinished.piquet": _deals("E point 5; Y good; tricks E3"),
    "penalty.piquet": _deals("E point 5; Y good; E reckons nothing"),
    "crossed.piquet": _totals(*[(20, 20)] * 5, (5, 1)),
    "drawn.piquet": _totals(*[(20, 20)] * 8),
    "series.piquet": _totals((155, 131), (115, 151), (222, 151), rules="french-150"),
    "contract.piquet": _deals(f"E bids 7; Y bids minus 8; E doubles; Y passes; {SUNK}", rules="auction"),
    "verdicts.piquet": _deals("E point 5; Y how many; E making 49; Y good; E quart major; Y good; E no set; tricks E12")
    + _deals(SUNK).removeprefix(TWO)
    + _totals((15, 31)).removeprefix(TWO)
    + _deals("E point 5; Y not good; E quatorze of kings; Y good; Y point 6; Y quart major").removeprefix(TWO),
    "blank.piquet": _deals("E carte blanche; E exchange 5; Y exchange 3"),
    "three.piquet": _deals("E quart major; Y trio of tens", rules="normand"),
    "three-kings.piquet": _deals("E trio of kings; Y trio of kings; T quatorze of queens", rules="normand"),
    "three-over.piquet": _deals(*ENDED["three over"][1], rules="normand"),
    "four.piquet": _deals("E quart major; Y trio of tens", rules="voleur"),
    "captured.piquet": _deals("E exchange 1; Y exchange 1", rules="cent-36"),
    "no-deal.piquet": TWO,
    "pool.piquet": POOL,
    "surplus.piquet": POOL[: POOL.index("totals")]
    + "".join(f'[[partie.deal]]\nlog = "tricks {won}12"\n' for won in "EYEYEY"),
}
"""Files that can be read, by what there is to see in them."""

BAD: dict[str, str] = beside(__file__)["refused"]
"""Files that are refused, by what is wrong with each."""

PAIR = f"{NAMES[4]},{NAMES[6]}"
HEADING = "partie,first,second,deal,first_points,second_points"
ROWS = f"""1,{PAIR},1,30,20; 1,{PAIR},2,20,30; 1,{PAIR},3,40,10; 1,{PAIR},4,10,40
3,{PAIR},1,30,20
4,{PAIR},1,50,20; 4,{PAIR},2,50,30; 4,{PAIR},3,50,9; 4,{PAIR},4,50,8; 4,{PAIR},5,1,2
5,Zoe,{NAMES[4]},1,30,20; 5,Zoe,{NAMES[4]},2,20,30; 5,Zoe,{NAMES[4]},3,40,9; 5,Zoe,{NAMES[4]},4,9,8
6,Fay O’Hara,fay o’hara,1,30,20
7,,{NAMES[4]},1,30,20
8,{PAIR},1,30,x; 8,{PAIR},-1,30,20; 8,{PAIR},1,99999,20
9,{PAIR},2,30,20
10,{PAIR},1,30,20; 10,{NAMES[4]},{NAMES[5]},2,30,20
11,{PAIR}; 1,{PAIR},1,30,20"""
"""Rows of a table to be imported, a partie in each line; only the first is right."""

TABLES = {
    "good.csv": f"{HEADING}; {ROWS.splitlines()[0]}",
    "unknown.csv": f"{HEADING}; {ROWS.splitlines()[3]}",
    "rows.csv": f"{HEADING}; {ROWS}",
    "rounds.csv": f"{HEADING},round; 1,{PAIR},1,1,2,many; "
    + "; ".join(f"2,{PAIR},{deal},30,20,1" for deal in range(1, 5)),
    "no heading.csv": "",
    "no deals.csv": "partie,first",
    "quotes.csv": f'{HEADING}; "1"2',
    "partie.doc": TWO,
}
"""Tables to be imported, with semicolons between their rows."""

TOOK = re.compile(r'(?<= in )[\d.]+ s(, [\d,]+ a second)?|(?<="seconds": )[\d.]+|(?<="made_at": )"[^"]+"')
"""What the clock of this machine says."""

HAND = "AS KS QS JS TS 9S AH AD AC KH KD 7C"
CAVENDISH = "AS JS 9S 8S AH KH QH JH 8H JC 9C KD"
"""Elder's hand in the deal that Cavendish plays through: five hearts making 49, a quart major, three knaves."""

HANDS = (CAVENDISH, "AS KS QS AH KH QH AD KD QD AC KC QC", "AS TS 9S 8S 7S AH TH 9H 8H 7H AD TD")
"""That, the dearest hand without a carte blanche, and one with it."""

TYPED: dict[str, list[str]] = tomllib.loads(Path(__file__).with_name("commands.toml").read_text("utf-8"))
COMMANDS = (
    *TYPED["of_files"],
    *(f"{name} --help" for name in main.list_commands(Context(main))),
    *(f"score {name}" for name in GOOD),
    *(f"score {name}" for name in BAD if name.endswith(".piquet")),
    *(f"check {name}" for name in ("verdicts.piquet", "blank.piquet", "three.piquet", "four.piquet", "no-deal.piquet")),
    *(f"check --json {name}" for name in ("verdicts.piquet", "blank.piquet", "three.piquet", "captured.piquet")),
    *(f"hand{option} '{hand}'" for hand in HANDS for option in ("", " --json")),
    f"hand --rules meyer-1888 '{CAVENDISH}'",
    f"hand --rules cent-36 '{HANDS[1]}'",
    f"hand --rules nonsense '{CAVENDISH}'",
    f"hand '{HAND}'",
    f"hand --json '{HAND}'",
    f"hand --rules normand '{HAND}'",
    *(f"rules {name}" for name in ("portland", "cent-32", "four-deal")),
)
OF_THE_BOOK = (
    *(f"import --season 3 --dry-run '{name}'" for name in TABLES),
    *TYPED["of_the_book"],
)


def terminal(data: Path) -> Texts:
    """Run the commands on the files, then on a club's book."""
    texts = Texts()
    with visiting_house(data) as (visit, house):
        code = str(house.arguments["code"][0])
        posted = visit.club.services.signing.sheet(code)
        assert posted is not None
        assert posted.posted is not None
        receipt = posted.posted.receipt(0)
        texts.name_codes(visit.club)
    for pattern in FILES:
        for path in sorted(CHECKOUT.glob(pattern)):
            shutil.copy(path, data)
    for name, text in (GOOD | BAD | TABLES).items():
        (data / name).write_text(text.replace("; ", "\n") if name in TABLES else text, "utf-8")
    with chdir(data):
        for command in COMMANDS:
            run(texts, command)
        for command in OF_THE_BOOK:
            run(texts, f"{command.format(code=code, receipt=receipt)} --data .")
    return texts


def run(texts: Texts, command: str) -> None:
    """Run a command, and keep what it prints and its exit status."""
    done = CliRunner().invoke(main, command, prog_name="scorer")
    assert done.exception is None or isinstance(done.exception, SystemExit), (command, done.exception)
    said = f"{done.output.rstrip()}\nexit status {done.exit_code}"
    name = f"scorer {texts.known(command)}"
    again = sum(each.startswith(name) for each in texts.pages)
    texts.pages[f"{name} (again)" if again else name] = TOOK.sub("{time}", texts.known(said))
