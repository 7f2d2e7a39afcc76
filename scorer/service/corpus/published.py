"""What others have published of deals, as facts with their sources.

The data are those of the tests: `deals.toml`, `peers.toml` and `settlements.toml` of
`tests/vectors`, which a wheel has too.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ...resources import resource_dir
from ...rules.hands import parse_card
from ...rules.house_rules import house_rules, rules_named
from ...rules.notation import parse_log
from ...rules.partie import DealRecord, PartieRecord
from ...rules.presets import PRESETS
from ...rules.ruleset import Ruleset
from ...rules.seats import ELDER, Player
from ...rules.statements import Log, TrickTaken
from .dealing import counting_cards


def vectors(name: str) -> dict[str, Any]:
    """Return the data of one file of published facts."""
    path = resource_dir("tests") / "vectors" / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


class Fact(NamedTuple):
    """What comes of one log, or of the deals of one partie, under one ruleset."""

    source: str
    """The law, the row of the coverage table, or the book."""
    says: str
    said: str
    result: str
    rules: str
    """A preset, or changes to Portland, in one line."""

    @property
    def id(self) -> str:
        """The fact in one line, as its test is called."""
        return f"{self.source}: {self.says}: {self.said} under {self.rules}"

    @property
    def ruleset(self) -> Ruleset:
        line = self.rules.removesuffix(" before the last deal")
        return rules_named(f"portland {line}" if "=" in line.split()[0] else line)


def facts(name: str) -> Iterator[Fact]:
    """Yield the facts of one file, in order.

    Each line is a log, `->`, its result and, after `under`, the rules. A line that begins with `;`
    goes on from the last log that does not; one that begins with `->` gives another result of the
    same log; one that is indented goes on with the line before it; ` # ` begins a remark.
    """
    for source, sentences in vectors(name).items():
        for says, text in sentences.items():
            base = said = ""
            without_remarks = "\n".join(
                line.partition(" # ")[0] for line in text.strip().splitlines()
            )
            for line in without_remarks.replace("\n  ", " ").splitlines():
                log, arrow, outcome = line.partition("->")
                if log.startswith(";"):
                    said = base + log.rstrip()
                elif log.strip():
                    base = said = log.strip()
                while arrow:
                    first, arrow, outcome = outcome.partition("->")
                    result, _, rules = first.strip().partition(" under ")
                    yield Fact(source, says, said, result, rules or "portland")


FROM_PAPER = re.compile(r"(\d+(?:-\d+)+)(?: \*(\d+))?")
"""The points of a deal for each player, and how often it is repeated."""


def partie_of(fact: Fact) -> PartieRecord:
    """Return the partie whose deals a fact has, one after another."""
    rules = fact.ruleset
    deals = list[DealRecord]()
    for deal in fact.said.split(" | "):
        paper = FROM_PAPER.fullmatch(deal)
        if paper:
            deals += [DealRecord(scores=tuple(map(int, paper[1].split("-"))))] * int(paper[2] or 1)
        else:
            deals.append(DealRecord(parse_log(deal, rules)))
    return PartieRecord(rules, tuple(map(Player, "ABCD"[: rules.players])), tuple(deals))


class PublishedPartie(NamedTuple):
    """A partie, or a deal of one, as somebody has published it."""

    source: str
    record: PartieRecord


def published() -> Iterator[PublishedPartie]:
    """Yield the deals of the books, and those of other programs and pages."""
    for row in vectors("deals")["deal"]:
        for scored in row["scored"]:
            rules = house_rules(PRESETS[scored.get("rules", "portland")], scored.get("house", {}))
            log = parse_log(row["log"], rules) + _tricks(row, rules)
            players = tuple(map(Player, "ABCD"[: rules.players]))
            record = PartieRecord(rules, players, (DealRecord(log),))
            yield PublishedPartie(row["source"], record)
    for fact in facts("peers"):
        yield PublishedPartie(fact.source, partie_of(fact))


def _tricks(row: Mapping[str, Any], rules: Ruleset) -> Log:
    """Return the tricks of a published deal, from its cards where not every card counts."""
    if rules.counts_every_card:
        return parse_log(f"tricks {row['won']}", rules)
    found = []
    leader = ELDER
    for pair in row["play"].replace("\n", ",").strip(",").split(","):
        lead, reply = map(parse_card, pair.split())
        is_taken = reply.suit is lead.suit and reply.rank > lead.rank
        winner = leader.other if is_taken else leader
        played = {leader: lead, leader.other: reply}
        found.append(TrickTaken(winner, counting_cards(rules, played, leader, winner)))
        leader = winner
    return tuple(found)
