"""What the commands of the terminal print, for fixed files and a fixed book."""

from __future__ import annotations

import re
import shutil
from contextlib import chdir
from pathlib import Path

from click.testing import CliRunner

from scorer.__main__ import main
from tests.pages.rendering import Texts
from tests.service.club.full_club import full_club
from tests.service.club.running_club import new_club

__all__ = ["terminal"]

CHECKOUT = Path(__file__).resolve().parent.parent.parent
FILES = ("tests/cli/data/*.piquet", "scorer/examples/*.piquet")
BAD = {
    "no-rules.piquet": 'players = ["Ada", "Ben"]\n[[deal]]\nlog = "tricks E12"\n',
    "unknown-rules.piquet": 'rules = "bezique"\nplayers = ["Ada", "Ben"]\n',
    "bad-toml.piquet": "rules = portland\n",
    "unreadable.piquet": 'rules = "portland"\nplayers = ["Ada", "Ben"]\n[[deal]]\nlog = "E point five hundred"\n',
    "illegal.piquet": 'rules = "portland"\nplayers = ["Ada", "Ben"]\n[[deal]]\nlog = """\nE point 5\nY quint"""\n',
    "one-player.piquet": 'rules = "portland"\nplayers = ["Ada"]\n',
    "company.piquet": 'rules = "portland"\nframe = "chouette"\nplayers = ["Ada", "Ben", "Cem"]\n[[partie]]\nwins = 1\n',
    "impossible.piquet": 'rules = "portland"\nplayers = ["Ada", "Ben"]\n[[deal]]\nlog = "E point 5; Y good; E quint; '
    'E to ace; Y good; E trio of knaves; Y not good; Y quatorze of tens; tricks E12"\n',
    "deals.csv": "partie,first,second,deal,first_points,second_points\n1,Nobody,Ben,1,x,2\n",
}
"""Files that are refused, by what is wrong with each."""

TOOK = re.compile(r'(?<= in )[\d.]+ s(, [\d,]+ a second)?|(?<="seconds": )[\d.]+|(?<="made_at": )"[^"]+"')
"""What the clock of this machine says."""

HAND = "AS KS QS JS TS 9S AH AD AC KH KD 7C"
COMMANDS = (
    "--help",
    *(f"{name} --help" for name in sorted(main.commands)),
    "score partie.piquet",
    "score --json cavendish.piquet",
    "score cavendish-auction.piquet",
    "score cavendish-captured.piquet",
    "score chouette.piquet",
    "score card-game-heaven.piquet",
    "score --rules 'modern' partie.piquet",
    "score missing.piquet",
    *(f"score {name}" for name in BAD if name.endswith(".piquet")),
    "check partie.piquet",
    "check cavendish.piquet",
    "check cavendish-tens.piquet",
    "check impossible.piquet",
    "check --json impossible.piquet",
    "check illegal.piquet",
    f"hand '{HAND}'",
    f"hand --json '{HAND}'",
    f"hand --rules normand '{HAND}'",
    "hand 'AS KS'",
    "hand 'AS AS QS JS TS 9S AH AD AC KH KD 7C'",
    "rules",
    "rules portland",
    "rules portland point_min=4 rubicon=120",
    "rules portland target=100",
    "rules bezique",
)
OF_THE_BOOK = (
    "standings",
    "standings --season 1 --why",
    "standings --season 3 --why",
    "standings --season 5",
    "standings --season 9",
    "standings --json --season 1",
    "verify",
    "verify --json",
    "verify 1A-AAAA-AAAA",
    "export --format journal",
    "export --format csv --table standings",
    "export --format csv --table credentials",
    "export --format csv --table disputes",
    "export --format csv --table nothing",
    "export --format json --member 2",
    "import --season 3 --dry-run good.csv",
    "import --season 3 deals.csv",
    "import --season 9 good.csv",
    "backup copy.sqlite",
    "backup copy.sqlite",
    "club",
    "director 222222",
    "link 222222",
    "link {code}",
    "rehearse",
)


def terminal(data: Path) -> Texts:
    """Run the commands on the files, then on a club's book."""
    texts = Texts()
    club = new_club(data)
    house = full_club(club)
    code = str(house.arguments["code"][0])
    texts.name_codes(club)
    club.parties.engine.dispose()
    for pattern in FILES:
        for path in sorted(CHECKOUT.glob(pattern)):
            shutil.copy(path, data)
    for name, text in BAD.items():
        (data / name).write_text(text, "utf-8")
    with chdir(data):
        for command in COMMANDS:
            run(texts, command)
        for command in OF_THE_BOOK:
            run(texts, f"{command.format(code=code)} --data .")
    return texts


def run(texts: Texts, command: str) -> None:
    """Run a command, and keep what it prints and its exit status."""
    done = CliRunner().invoke(main, command, prog_name="scorer")
    assert done.exception is None or isinstance(done.exception, SystemExit), (command, done.exception)
    said = f"{done.output.rstrip()}\nexit status {done.exit_code}"
    name = f"scorer {texts.known(command)}"
    again = sum(each.startswith(name) for each in texts.pages)
    texts.pages[f"{name} (again)" if again else name] = TOOK.sub("{time}", texts.known(said))
