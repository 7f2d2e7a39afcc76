"""Which law a line of the explained deal cites, and of a printed one, on random deals of every
preset.

Nothing here asks how the score was reckoned. The law is looked up by what caused a line, in the
tables below, which are written from the texts of the rules; whether a numbered law agrees with a
preset whose texts are silent is asked of the games of the oracle.
"""

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from scorer.cli.plain_text import SHORT_SOURCE
from scorer.rules.lines import Line, LineKind
from scorer.rules.messages import Message
from scorer.rules.names import Name, without_isolates
from scorer.rules.partie import DealRecord, PartieRecord, play_partie
from scorer.rules.penalties import FoundFalse
from scorer.rules.presets import PRESETS as RULES
from scorer.rules.seats import Player
from scorer.table.card import tie_sentence
from scorer.table.doubts import LawNote, false_claim_notes, proof_notes
from scorer.table.view import LawText, TimelineRow, explain
from tests import there
from tests.oracle.dealt import PRESET_NAMES
from tests.oracle.in_languages import in_english
from tests.oracle.laws import PRESETS, Laws
from tests.oracle.sizes import deals_of
from tests.oracle.test_line_sentences import Said, dealt, named_deals, printed, with_more
from tests.oracle.test_proof_sentences import SET_ASIDE
from tests.oracle.test_verdict_sentences import sheet_with

DEALS = deals_of("laws of lines")
"""The deals of each preset, each explained as the page does."""

LAW = {
    "CARTE_BLANCHE": "Law 61",
    "CLAIM point": "Law 62",
    "CLAIM sequence": "Law 63",
    "CLAIM set": "Law 64",
    "EQUAL point": "Law 62",
    "EQUAL_VOIDS sequence": "Law 63",
    "REPIQUE": "Law 68",
    "PIQUE": "Law 69",
    "LEADS": "Law 65",
    "WINS": "Law 65",
    "LAST": "Law 65",
    "CARDS": "Law 66",
    "CAPOT": "Law 66",
    "CONCEDED_PLAY": "Cavendish, description of the game",
    "CONCEDED_CARDS": "Cavendish, description of the game",
}
"""What each reason rests on in Cavendish's laws of the Rubicon game."""

BY_STATEMENT = {
    "POINT_ASKED_AWAY": "Law 46",
    "POINT_SAID_EQUAL": "Case I",
    "UNPLAYED": "Law 57",
}
"""The law of what was asked, answered or played wrongly. No other text speaks of these, so every
ruleset borrows it.
"""

TEXTS = {
    "modern": ("Parlett", "pagat"),
    "wikipedia": ("English Wikipedia",),
    "card-game-heaven": ("Card Game Heaven",),
    "heaven-100": ("Card Game Heaven",),
    "cent-36": ("English Wikipedia",),
    "cent-32": ("Cavendish, Laws of Piquet au Cent", "Piquet au Cent, ", "Hoyle", "Cassell"),
    "meyer-1888": ("Meyer 1888",),
    "meyer-rubicon": ("Meyer 1888",),
    "french-150": ("French pages", "French Wikipedia", "engranjeu.fr", "maison-facile.com"),
    "auction": (),
    "normand": ("Card Game Heaven",),
    "voleur": ("adpoker.fr",),
}
"""The texts of a preset, one of which a source must begin with."""

AS_IN_THE_PARENT = ("CARTE_BLANCHE", "EQUAL", "LAST", "CARDS", "CAPOT")
"""What the texts for more than two players leave out."""

SILENT = {
    "meyer-1888": ("EQUAL",),
    "meyer-rubicon": ("EQUAL",),
    "french-150": ("EQUAL_VOIDS", "LEADS", "WINS", "UNPROVED_DENIAL"),
    "auction": ("",),
    "normand": (*AS_IN_THE_PARENT, "CLAIM point", "REPIQUE", "PIQUE", "TENS"),
    "voleur": (*AS_IN_THE_PARENT, "CLAIM point"),
}
"""The reasons of which the texts of a preset say nothing, by their beginnings."""


def agrees(law: str, laws: Laws) -> bool:
    """Return whether a game plays what a numbered law says."""
    match law:
        case "Law 61":
            return laws.blank == 10
        case "Law 62":
            return not (laws.squared or laws.pips_first)
        case "Law 63" | "Law 64":
            return True
        case "Law 65":
            return laws.play == "club" and not laws.tens_only and laws.last == 1
        case "Law 66":
            return laws.hand == 12 and not (laws.most_tricks or laws.capot_on_top or laws.carried)
        case "Law 68":
            return laws.repique == (30, 60) and not laws.any_valid
        case _:
            return laws.pique == (30, 30) and not laws.any_valid


FALSE_CALL = {
    "portland": "Law 54",
    "four-deal": "Law 54",
    "modern": "Law 54",
    "cent-32": "Piquet au Cent, j",
    "french-150": "",
}
"""What a false call that costs the deal rests on; elsewhere it costs the claim alone."""

WITH_OTHER_EXCHANGES = {"wikipedia", "cent-32", "normand", "voleur"}
"""The presets that set one of Laws 25 to 35 aside: the others have those of a wrong hand."""


def expected(said: Said, line: Line) -> str:
    """Return the law of a line, or the beginning of its source, by the statement that caused it."""
    preset = said.deal.rules.id
    if "would" in line.args:
        if FoundFalse in [type(said.deal.log[at]) for at in line.because]:
            return FALSE_CALL[preset]
        return "Law 58" if preset in WITH_OTHER_EXCHANGES else "Laws 25 to 35 or 58"
    reason = line.why.name
    if reason in ("CLAIM", "EQUAL", "EQUAL_VOIDS"):
        reason = f"{reason} {line.kind.value}"
    if reason in BY_STATEMENT:
        return BY_STATEMENT[reason]
    if said.short is not None and reason == "LAST":
        return "" if said.last_winner == said.short[0] else LAW["LAST"]
    if preset not in TEXTS:
        return LAW[reason]
    if reason.startswith(SILENT.get(preset, ())):
        law = LAW.get(reason, "")
        return law if law and agrees(law, said.laws) else ""
    return TEXTS[preset][0]


def is_right(said: Said, line: Line, law: str) -> bool:
    wanted = expected(said, line)
    others = TEXTS.get(said.deal.rules.id, ())
    if wanted in others[:1]:
        return law.startswith(others)
    return law == wanted


# The explained deal


def explained(said: Said) -> tuple[TimelineRow, ...]:
    """Return the rows that cite something."""
    sheet = sheet_with(said.deal.rules, said.deal)
    return tuple(row for row in explain(sheet, 0).rows if row.law is not None)


def wrong_laws(said: Said) -> Iterator[str]:
    """Yield what is wrong with the laws of an explained deal: each line has one row, which says the
    same points.
    """
    rows = explained(said)
    lines = list(said.deal.lines)
    if len(rows) != len(lines):
        yield f"{said.name}: {len(lines)} lines, and {len(rows)} rows that cite"
    for row in rows:
        law = there(row.law).source
        figure = "".join(row.points)
        alike = [
            line
            for line in lines
            if figure in (str(line.points), "–"[: not line.points])
            and is_right(said, line, law)
            and row.term.split("-")[0]
            in (line.kind.value.split("_")[0], *ANCHOR.get(line.kind, ()))
        ]
        if not alike:
            yield f"{said.name}: {row.text or row.why} {figure} cites “{law}”\n{said.log}"
            continue
        lines.remove(alike[0])


ANCHOR = {LineKind.LAST: ("trick",), LineKind.CONCEDED: ("concede",)}


def with_penalties(said: Said) -> Iterator[Said]:
    """Yield the deal in which a set of a player was false, or a player reckons nothing."""
    if said.laws.seats > 2:
        return
    sets_of = {line.seat.letter for line in said.deal.lines if line.kind is LineKind.SET}
    for seat, claim in re.findall(r"^([EY]) ((?:trio|quatorze) of \w+)$", said.log, re.MULTILINE):
        if seat in sets_of:
            yield with_more(said, f"{seat} false {claim}")
            sets_of.remove(seat)
    for seat in "EY":
        yield with_more(said, f"{seat} reckons nothing")


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_each_line_of_the_explained_deal_cites_the_law_in_force(preset: str) -> None:
    found = [each for said in dealt(preset, DEALS) for each in wrong_laws(said)]
    assert not found, f"{len(found)} wrong\n" + "\n".join(found[:10])


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_a_line_that_is_lost_cites_the_law_of_the_penalty(preset: str) -> None:
    deals = (each for said in dealt(preset, DEALS // 5) for each in with_penalties(said))
    found = [each for said in deals for each in wrong_laws(said)]
    assert not found, f"{len(found)} wrong\n" + "\n".join(found[:10])


def test_what_players_seldom_say_cites_the_law_in_force() -> None:
    presets = (said for said in named_deals() if said.deal.rules == RULES[said.deal.rules.id])
    assert [each for said in presets for each in wrong_laws(said)] == []


def test_every_kind_of_citation_is_met() -> None:
    met = Counter(
        there(row.law).text
        for preset in ("portland", "auction", "cent-32")
        for said in dealt(preset, 4)
        for row in explained(said)
    )
    assert met.keys() == set(LawText)


def test_a_law_is_cited_whole_and_another_text_by_its_author() -> None:
    short = {
        there(row.law).source: in_english(there(row.law))
        for preset in ("portland", "modern", "auction", "cent-32")
        for said in dealt(preset, 4)
        for each in (said, *with_penalties(said))
        for row in explained(each)
    }
    assert short["Law 65"] == "Law 65"
    assert short["Piquet au Cent, j"] == "Piquet au Cent, j"
    assert short["Parlett, How to play it; pagat, as reported in 2026"] == "Parlett"
    assert short[""] == "these rules"


# The notes beside a proof and a false claim


def notes_of(preset: str) -> tuple[Message, ...]:
    rules = RULES[preset]
    return (*proof_notes(rules), *false_claim_notes(rules))


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_a_note_cites_no_law_that_the_rules_set_aside(preset: str) -> None:
    said = " ".join(without_isolates(str(each)) for each in notes_of(preset))
    cited = {f"Law {number}" for number in re.findall(r"\b(5\d)\b", said)}
    assert {law for law in cited if preset in SET_ASIDE.get(law, set())} == set()


def test_every_note_is_met() -> None:
    met = {each.text for preset in PRESET_NAMES for note in notes_of(preset) for each in in_(note)}
    assert set(LawNote) <= met


def in_(message: Message) -> Iterator[Message]:
    yield message
    for value in message.values.values():
        if isinstance(value, Message):
            yield from in_(value)


# A tie


@pytest.mark.parametrize(
    ("preset", "deals", "sentence"),
    [
        ("portland", 6, "Level, 120 each, after six deals: two more deals are due (Law 71)."),
        ("portland", 7, "One more deal is due (Law 71)."),
        ("wikipedia", 6, "Level, 120 each, after six deals: two more deals are due (Law 71)."),
        ("auction", 6, "Level, 120 each, after six deals: one more deal is due."),
    ],
    ids=["by a law", "the second", "where the rules are silent", "by these rules alone"],
)
def test_a_tie_says_how_many_deals_are_due_and_by_which_law(
    preset: str, deals: int, sentence: str
) -> None:
    players = (Player(Name("Ada")), Player(Name("Ben")))
    scores = tuple(DealRecord(scores=(20, 20)) for _ in range(deals))
    partie = play_partie(PartieRecord(RULES[preset], players, scores))
    assert in_english(there(tie_sentence(partie))) == sentence


# The print


def cited_in(sheet: str) -> Counter[str]:
    """Return what the lines of a printed deal cite, a note by what it says."""
    notes = dict(re.findall(r"^(\[\d+\]) (.*(?:\n {4}.*)*)", sheet, re.MULTILINE))
    rows = re.findall(r"^  .*(?:\d|–) {3,}([^\s\d–](?:\S| (?! ))*)$", sheet, re.MULTILINE)
    return Counter(" ".join(notes.get(each, each).split()) for each in rows)


@pytest.mark.parametrize("preset", [name for name in PRESET_NAMES if not PRESETS[name].target])
def test_the_print_cites_what_the_explained_deal_cites(preset: str) -> None:
    assert len("Law 65") <= SHORT_SOURCE
    for said in dealt(preset, DEALS // 5):
        wanted = Counter(there(row.law).source for row in explained(said))
        del wanted[""]
        assert cited_in(printed(said)) == wanted, f"{said.name}\n{printed(said)}"
