"""What is said of corrections is what the log has: histories, changes, and what is asked for.

Random deals are corrected at random. What a page says is compared with the log and with the partie
folded again, without the code that chose the words.
"""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from scorer.rules.deal import fold
from scorer.rules.house_rules import rules_named
from scorer.rules.legal import legal_next
from scorer.rules.messages import Message, Text
from scorer.rules.names import Name
from scorer.rules.notation import format_log
from scorer.rules.partie import DealRecord, Partie, PartieRecord, play_partie
from scorer.rules.ruleset import Ends
from scorer.rules.seats import BySeat, Player
from scorer.rules.statements import (
    Inserted,
    Log,
    Statement,
    Struck,
    statement_message,
)
from scorer.table.again import AgainText, ChangeText, Corrections, again_context, changes
from scorer.table.recording import Sheet
from scorer.table.view import HistoryText, explain
from tests import there
from tests.oracle.dealt import PRESET_NAMES, DealtDeal, drawn, random_deals
from tests.oracle.sizes import deals_of, moments_of

DEALS = deals_of("corrections")
"""The deals of each preset, each corrected at one statement: the pages that show it are explained
before and after, with their claims checked.
"""

SLIPS = moments_of("corrections")
"""In how many ways each of them is corrected."""

MANY = DEALS >= 500
"""Whether every kind of sentence is met."""

WAYS = ("undone", "inserted", "removed", "corrected", "asked for")

FIXED = tuple(preset for preset in PRESET_NAMES if rules_named(preset).ends is Ends.DEALS)
"""The presets whose parties have so many deals; in a race most deals end early."""

ASKED = 3
"""The statements without which a deal of each partie is scored."""

NAMES = tuple(Name(each) for each in ("Ada", "Ben", "Cleo", "Dan"))


def partie_of(dealt: DealtDeal, *logs: Log) -> Partie:
    players = tuple(map(Player, NAMES[: dealt.deal.rules.players]))
    return play_partie(PartieRecord(dealt.deal.rules, players, tuple(map(DealRecord, logs))))


def sheet_of(dealt: DealtDeal, log: Log) -> Sheet:
    """A partie with one deal, each statement of which was said by a tap of its own."""
    forms = tuple(f"tap {number}" for number in range(len(log)))
    partie = partie_of(dealt, log)
    signatures = (None,) * dealt.deal.rules.players
    return Sheet(
        id=1,
        code="AAAAAA",
        opened_at="2026-11-28T18:00:00+00:00",
        signatures=signatures,
        version="1",
        partie=partie,
        taps=(forms,),
    )


def texts(sheet: Sheet) -> list[Message | str]:
    """What the explained deal shows of each statement, without what it scores."""
    found = list[Message | str]()
    for row in explain(sheet, 0).rows:
        found += [trick.text for trick, _ in row.tricks]
        if row.text:
            found.append(row.text)
    return found


def is_legal(dealt: DealtDeal, log: Log) -> bool:
    return fold(dealt.deal.rules, log, dealt.deal.setting).refusal is None


def names_of(dealt: DealtDeal) -> BySeat[str]:
    return BySeat(NAMES[: dealt.deal.rules.players])


def slipped(preset: str, way: str) -> Iterator[DealtDeal]:
    """Yield the random deals that are corrected in one of the ways."""
    for dealt in random_deals(preset, DEALS):
        if way in drawn(WAYS, SLIPS, f"{dealt.name} slip"):
            yield dealt


# Histories


@pytest.mark.parametrize("preset", FIXED)
def test_what_undo_took_back_at_once_is_in_no_history(preset: str) -> None:
    for dealt in slipped(preset, "undone"):
        log = dealt.deal.log
        at = Random(dealt.name).randrange(len(log))
        undone = (*log[: at + 1], Struck(at), *log[at:])
        assert texts(sheet_of(dealt, undone)) == texts(sheet_of(dealt, log)), (dealt.name, at)


@pytest.mark.parametrize("preset", FIXED)
def test_what_was_inserted_is_marked_and_nothing_else(preset: str) -> None:
    for dealt in slipped(preset, "inserted"):
        log = dealt.deal.log
        if len(log) == 1:
            continue
        at = Random(dealt.name).randrange(len(log) - 1)
        late = (*log[:at], *log[at + 1 :], Inserted(at, log[at]))
        shown = texts(sheet_of(dealt, late))
        expected = texts(sheet_of(dealt, log))
        expected[at] = HistoryText.INSERTED(what=statement_message(log[at], names_of(dealt)))
        assert shown == expected, (dealt.name, at)


@pytest.mark.parametrize("preset", FIXED)
def test_what_was_removed_later_stays_to_be_read(preset: str) -> None:
    met = 0
    for dealt in slipped(preset, "removed"):
        log = dealt.deal.log
        order = Random(dealt.name).sample(range(len(log) - 1), len(log) - 1)
        legal = (at for at in order if is_legal(dealt, (*log, Struck(at))))
        for at in islice(legal, 1):
            struck = (*log, Struck(at))
            what = statement_message(log[at], names_of(dealt))
            shown = texts(sheet_of(dealt, struck))
            assert shown.count(HistoryText.REMOVED(what=what)) == 1, (dealt.name, at)
            met += 1
    assert met > 0 or not MANY


@pytest.mark.parametrize("preset", FIXED)
def test_what_was_corrected_says_from_what(preset: str) -> None:
    others = dict[object, Statement]()
    for dealt in slipped(preset, "corrected"):
        log = dealt.deal.log
        names = names_of(dealt)
        different = dict[int, Statement]()
        for at, said in enumerate(log[:-1]):
            other = others.get((type(said), getattr(said, "seat", None)))
            if other is not None and other != said:
                different[at] = other
        others |= {(type(said), getattr(said, "seat", None)): said for said in log}
        for at in Random(dealt.name).sample(sorted(different), min(1, len(different))):
            said = log[at]
            other = different[at]
            wrong = (*log[:at], other, *log[at + 1 :], Struck(at, said))
            expected = texts(sheet_of(dealt, log))
            expected[at] = HistoryText.CORRECTED(
                what=statement_message(said, names),
                before_correction=statement_message(other, names),
            )
            assert texts(sheet_of(dealt, wrong)) == expected, (dealt.name, at)


# What changes


def logs_of_partie(preset: str, deals: int) -> Iterator[tuple[DealtDeal, list[Log]]]:
    logs = list[Log]()
    for dealt in random_deals(preset, DEALS):
        logs.append(dealt.deal.log)
        if len(logs) == deals:
            yield dealt, logs
            logs = []


@pytest.mark.parametrize("preset", FIXED)
def test_what_a_correction_changes_is_what_folding_again_gives(preset: str) -> None:
    met = set[Text]()
    deals = there(rules_named(preset).deals)
    for dealt, logs in logs_of_partie(preset, deals):
        after = partie_of(dealt, *logs)
        rng = Random(dealt.name)
        number = rng.randrange(deals)
        log = logs[number]
        for at in rng.sample(range(len(log)), min(ASKED, len(log))):
            before_log = (*log[:at], *log[at + 1 :])
            folded = fold(dealt.deal.rules, before_log, there(after.deals[number].deal).setting)
            if folded.refusal is not None or not folded.deal.is_over:
                continue
            before = partie_of(dealt, *logs[:number], before_log, *logs[number + 1 :])
            for message in changes(before, after, after_sides(after)):
                assert_true(message, before, after)
                met.add(message.text)
    assert ChangeText.DEAL in met or not MANY


def after_sides(partie: Partie) -> tuple[str, ...]:
    return tuple(player.name for player in partie.record.players)


def assert_true(message: Message, before: Partie, after: Partie) -> None:
    """Assert that what is said of two parties is so."""
    values: dict[str, Any] = dict(message.values)
    names = after_sides(after)
    match message.text:
        case ChangeText.DEAL:
            number = values["deal"] - 1
            said = {each.values["who"]: each.values["movement"] for each in values["moved"]}
            moved = {
                name: now - was
                for name, was, now in zip(
                    names, before.deals[number].points, after.deals[number].points, strict=True
                )
            }
            assert said == {name: points for name, points in moved.items() if points}
        case ChangeText.TOTAL:
            said = {each.values["who"]: each.values["points"] for each in values["totals"]}
            assert said == dict(zip(names, after.totals, strict=True))
        case ChangeText.CROSSES | ChangeText.DOES_NOT_CROSS:
            rubicon = after.record.rules.rubicon
            assert rubicon is not None
            total = after.totals[names.index(values["who"])]
            was = before.totals[names.index(values["who"])]
            crosses = message.text is ChangeText.CROSSES
            assert (total >= rubicon) is crosses
            assert (was >= rubicon) is not crosses
        case ChangeText.RISES | ChangeText.FALLS:
            assert before.settlement is not None
            assert after.settlement is not None
            assert values == {"before": before.settlement.points, "after": after.settlement.points}
            assert (values["after"] > values["before"]) is (message.text is ChangeText.RISES)
        case ChangeText.SETTLEMENT:
            assert before.settlement is not None
            assert after.settlement is not None
            assert values["margin"] != values["before_margin"]
        case ChangeText.NO_POINT:
            assert before.totals == after.totals
        case ChangeText.OVER | ChangeText.NOT_OVER:
            assert (after.settlement is None) is (message.text is ChangeText.NOT_OVER)
        case _:
            raise AssertionError(f"nothing checks {message.text}")


# What is asked


@pytest.mark.parametrize("preset", FIXED)
def test_what_is_asked_for_is_what_is_missing(preset: str) -> None:
    met = set[str]()
    for dealt in slipped(preset, "asked for"):
        log = dealt.deal.log
        sheet = sheet_of(dealt, log)
        at = Random(dealt.name).randrange(len(log))
        version = (*log[:at], *log[at + 1 :])
        asked = {"at": str(at + 1), "version": one_line(version), "since": str(len(log))}
        page = again_context(sheet, 0, asked, Corrections(record=True), lambda *_, **__: "")
        assert page is not None
        folded = fold(dealt.deal.rules, version, dealt.deal.setting)
        if page.is_missing:
            met.add("missing")
            assert folded.refusal is not None, (dealt.name, at)
            assert_answer_helps(dealt, folded.deal.log, version)
        elif page.title.text is AgainText.WHAT_OF:
            met.add("cannot follow")
            assert folded.refusal is not None, (dealt.name, at)
        elif page.title.text is AgainText.KEEP:
            met.add("kept")
    assert "kept" in met or not MANY


def one_line(log: Log) -> str:
    return format_log(log).replace("\n", "; ")


def assert_answer_helps(dealt: DealtDeal, so_far: Log, version: Log) -> None:
    """Assert that something may be said after *so_far* after which the deal goes on as it was, or
    that what comes next says too little itself.
    """
    rules = dealt.deal.rules
    setting = dealt.deal.setting
    deal = fold(rules, so_far, setting).require()
    left = version[len(so_far)]
    fits = [
        said
        for said in legal_next(deal)
        if fold(rules, (*so_far, said, left), setting).refusal is None
        or isinstance(said, type(left))
    ]
    assert fits, dealt.name
