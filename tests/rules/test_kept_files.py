"""Files that an earlier version wrote are read, and written again the same, to the last byte.

``python -m tests.rules.test_kept_files`` adds a file for a preset or a frame that has none. A file
that is there is never written again: if a change breaks it, the change is wrong.
"""

from pathlib import Path
from random import Random
from typing import get_args

import pytest

from scorer.rules.company import Frame
from scorer.rules.house_rules import house_rules
from scorer.rules.notation import parse_log
from scorer.rules.notation.company_document import format_company, is_company, parse_company
from scorer.rules.notation.document import format_partie, parse_partie
from scorer.rules.partie import DealRecord, PartieRecord
from scorer.rules.presets import PRESETS
from scorer.rules.ruleset import Ruleset
from scorer.rules.seats import Player
from scorer.rules.statements import (
    SPOKEN,
    Correction,
    Inserted,
    Log,
    Spoken,
    Statement,
    Struck,
)
from scorer.service.corpus.dealing import random_deal
from tests.published import published

KEPT = Path(__file__).with_name("kept_files")

FILES = sorted(KEPT.glob("*.piquet"))


def statements_in(log: Log) -> list[Statement]:
    """The statements of a log, and those that its corrections name."""
    found: list[Statement] = []
    for statement in log:
        found.append(statement)
        if isinstance(statement, Struck) and statement.instead is not None:
            found += statements_in((statement.instead,))
        elif isinstance(statement, Inserted):
            found += statements_in((statement.statement,))
    return found


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_was_written_is_read_and_written_the_same(file: Path) -> None:
    text = file.read_bytes().decode()
    if is_company(text):
        card = parse_company(text)
        assert format_company(card.company.record, about=card.about) == text
    else:
        read = parse_partie(text)
        assert format_partie(read.record, read.played, read.note, about=read.about) == text


def test_they_have_every_preset_every_frame_and_every_statement() -> None:
    names = set(PRESETS) | {frame.value.replace(" ", "-") for frame in Frame}
    assert {file.stem for file in FILES} == names
    records = [
        parse_partie(file.read_text("utf-8")).record for file in FILES if file.stem in PRESETS
    ]
    deals = [deal for record in records for deal in record.deals]
    assert len(deals) >= 280
    kinds = {type(each) for deal in deals for each in statements_in(deal.log)}
    assert kinds == {*SPOKEN, *get_args(Correction)}


# How they were made


def any_log(rules: Ruleset, chance: Random) -> Log:
    """Statements of every class, most of which the rules refuse, and some corrections."""
    every: dict[type[Spoken], list[Spoken]] = {kind: list(kind.possible(rules)) for kind in SPOKEN}
    can_be = [said for said in every.values() if said]
    log = tuple(chance.choice(chance.choice(can_be)) for _ in range(chance.randint(3, 9)))
    at = chance.randrange(len(log))
    other = chance.choice(chance.choice(can_be))
    return (*log, chance.choice((Struck(at), Struck(at, other), Inserted(at, other))))


def partie_file(preset: str) -> str:
    chance = Random(preset)
    rules = PRESETS[preset]
    deals = [DealRecord(random_deal(rules, chance)) for _ in range(10)]
    deals += [DealRecord(any_log(rules, chance)) for _ in range(9)]
    deals.append(DealRecord(scores=tuple(chance.sample(range(200), rules.sides))))
    if preset == "portland":
        written = dict.fromkeys(published("notation")["forgiven"].values())
        deals += [DealRecord(parse_log(text, rules)) for text in written]
        rules = house_rules(rules, {"carte_rouge": 20, "nought": True})
    names = ("Ada", "Zoë", "O’Brien", '"Q" \\')[: rules.players]
    record = PartieRecord(rules, tuple(map(Player, names)), tuple(deals), rules.players - 1)
    about = {"event": f"The {preset} cup", "round": 3, "open": True, "odds": [1.5, "evens"]}
    return format_partie(record, "2026-09-01", "Away, by the fire", about=about)


OF_TWO = """
players = ["A", "B", "C", "D"]
[about]
round = 2
[[partie]]
totals = { A = 130, B = 90 }
[[partie]]
seats = ["D", "B"]
elder = "B"
result = { D = 120 }
[[partie]]
result = "drawn"
[[partie]]
seats = ["B", "A"]
[[partie.deal]]
scores = { A = 20, B = 31 }
[[partie.deal]]
log = "E point 5; Y good; count E7 last E play 9"
"""
OF_ALL = """
rules = "normand"
players = ["A", "B", "C"]
[about]
round = 2
[[partie]]
result = { B = 2 }
[[partie]]
elder = "B"
[[partie.deal]]
log = "T exchange 2; E trio of kings; tricks E1:1 T1:2"
"""


def company_file(frame: Frame) -> str:
    lines = OF_ALL if frame is Frame.ROUND_TABLE else OF_TWO
    card = parse_company(f'frame = "{frame.value}"{lines}')
    return format_company(card.company.record, about=card.about)


if __name__ == "__main__":
    KEPT.mkdir(exist_ok=True)
    made = {preset: partie_file(preset) for preset in PRESETS}
    made |= {frame.value.replace(" ", "-"): company_file(frame) for frame in Frame}
    for name, text in made.items():
        path = KEPT / f"{name}.piquet"
        if not path.exists():
            path.write_text(text, "utf-8")
