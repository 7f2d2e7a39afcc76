"""Parties at the table: opened, recorded, undone, signed, shared; nothing lost and nothing doubled."""

from __future__ import annotations

import subprocess
import sys
import unicodedata
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from threading import Barrier

import pytest

from scorer.rules.house import house_rules
from scorer.rules.notation import format_statement
from scorer.rules.presets import PRESETS
from scorer.rules.seats import LONGEST_NAME
from scorer.service.opening import CODE_LENGTH, CODE_LETTERS
from scorer.service.parties import (
    Clash,
    NoSuchPartie,
    NotAllowed,
    Parties,
    Recorded,
    Refused,
    Sheet,
)
from scorer.service.tokens import hash_token
from scorer.storage.engine import open_engine

PORTLAND = PRESETS["portland"]
CAVENDISH = """E exchange 5; Y exchange 3; E point 5; Y how many; E making 49 in hearts; Y good
E quart major in hearts; Y good; E trio of knaves; Y not good; Y quatorze of tens; Y trio of queens; tricks E5 Y5 E2"""
PLAIN = "E point 5; Y good; count E7 last E play 9"
"""Elder's 5, 9 and the cards against younger's 6: 24 to 6."""


def at_eight() -> datetime:
    """A clock that stands still."""
    return datetime(2026, 9, 1, 20, 0, tzinfo=UTC)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the book is."""
    return tmp_path / "book.sqlite"


@pytest.fixture
def reopened(path: Path) -> Iterator[Callable[[], Parties]]:
    """The book as another process would open it, as often as wanted."""
    engines = []

    def reopen() -> Parties:
        engines.append(open_engine(f"sqlite:///{path}"))
        return Parties(engines[-1], at_eight)

    yield reopen
    for engine in engines:
        engine.dispose()


@pytest.fixture
def parties(reopened: Callable[[], Parties]) -> Parties:
    """A new book."""
    return reopened()


@pytest.fixture
def code(parties: Parties) -> str:
    """The code of a new partie of Ada and Bea."""
    return parties.open(("Ada", "Bea"), PORTLAND)[0].code


def logs(sheet: Sheet) -> list[list[str]]:
    """What was said, deal by deal."""
    return [[format_statement(each) for each in deal.log] for deal in sheet.partie.record.deals]


def say(parties: Parties, code: str, *taps: str, deal: int | None = None) -> Sheet:
    """Record *taps* one after another, each of which must be taken, in *deal* or in the one that is being recorded."""
    for said in taps:
        sheet = parties.sheet(code)
        number = sheet.current_deal if deal is None else deal
        position = len(sheet.log(number))
        key = f"{number}-{position}"
        assert isinstance(parties.record(code, deal=number, position=position, said=said, form_key=key), Recorded)
    return parties.sheet(code)


def unchanged(parties: Parties, before: Sheet) -> bool:
    """Whether the partie is as it was, and its version says so."""
    after = parties.sheet(before.code)
    return after == before and parties.version(before.code) == before.version


# opening


@pytest.mark.parametrize("preset", PRESETS)
def test_a_partie_keeps_its_whole_ruleset(parties: Parties, reopened: Callable[[], Parties], preset: str) -> None:
    """Every value with its source, so that a preset that is changed later changes no old partie."""
    rules = house_rules(PRESETS[preset], {"trio_points": 4})
    sheet, _ = parties.open(("Ada", "Bea", "Cem", "Dora")[: rules.players], rules)
    assert reopened().sheet(sheet.code).partie.record.rules == rules != PRESETS[preset]


def test_a_new_partie_has_nothing_in_it(parties: Parties) -> None:
    sheet, _ = parties.open(("Ada", "Bea"), PORTLAND)
    assert len(sheet.code) == CODE_LENGTH
    assert set(sheet.code) <= set(CODE_LETTERS)
    assert (sheet.names, logs(sheet), sheet.current_deal, sheet.is_closed) == (("Ada", "Bea"), [], 0, False)
    assert sheet.opened_at == "2026-09-01T20:00:00+00:00"
    assert parties.sheet(sheet.code.lower()) == sheet


@pytest.mark.parametrize("verb", ["sheet", "version", "links", "new_link"])
def test_there_is_no_partie_with_another_code(parties: Parties, code: str, verb: str) -> None:
    """Nor with a part of one, nor with signs that a query could take for more."""
    for other in ("", "NOSUCH", code[:-1], "%", "_" * CODE_LENGTH, "ß"):
        with pytest.raises(NoSuchPartie):
            getattr(parties, verb)(other)


NAMES = [
    pytest.param("Ada", "Ada", id="plain"),
    pytest.param("  Ada \t Lovelace\n", "Ada Lovelace", id="white space"),
    pytest.param("Ada\u3000Lovelace\u00a0", "Ada Lovelace", id="white space of other scripts"),
    pytest.param("d'Artagnan & <Porthos>", "d'Artagnan & <Porthos>", id="signs"),
    pytest.param("Ωρίων", "Ωρίων", id="Greek"),
    pytest.param("李小龍", "李小龍", id="Chinese"),
    pytest.param("שרה", "שרה", id="Hebrew"),
    pytest.param("علی‌رضا", "علی‌رضا", id="Persian, with a non-joiner inside"),
    pytest.param("ශ්‍රී", "ශ්‍රී", id="Sinhala, with a joiner inside"),
    pytest.param("நிலா", "நிலா", id="Tamil"),
    pytest.param("Jose\u0301", "José", id="an accent written apart"),
    pytest.param("A", "A", id="one character"),
    pytest.param("A" * LONGEST_NAME, "A" * LONGEST_NAME, id="the longest"),
]


@pytest.mark.parametrize(("given", "kept"), NAMES)
def test_a_name_in_any_script_is_kept(parties: Parties, given: str, kept: str) -> None:
    """White space aside, as it was given, and suggested again; and its owner can sign with it."""
    sheet, _ = parties.open((given, "Bea"), PORTLAND)
    assert sheet.names == (kept, "Bea")
    assert set(parties.names()) == {kept, "Bea"}
    say(parties, sheet.code, CAVENDISH, *[PLAIN] * 5)
    assert parties.sign(sheet.code, player=0, name=given).signatures == (kept, None)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("", id="nothing"),
        pytest.param(" \t\u3000", id="only white space"),
        pytest.param("A" * (LONGEST_NAME + 1), id="too long"),
        pytest.param("Ada\x00", id="a nought"),
        pytest.param("Ada\x1b[31m", id="a control"),
        pytest.param("Ada\u202eaeB", id="the direction turned round"),
        pytest.param("\u200b", id="nothing to be seen"),
        pytest.param("\u200d", id="a joiner of nothing"),
        pytest.param("Ada\ud800", id="half a character"),
    ],
)
def test_a_name_that_cannot_be_shown_is_refused(parties: Parties, name: str) -> None:
    """For either player, and no partie is opened."""
    for names in ((name, "Bea"), ("Ada", name)):
        with pytest.raises(NotAllowed, match=f"1 to {LONGEST_NAME}"):
            parties.open(names, PORTLAND)
    assert parties.latest() == []


@pytest.mark.parametrize(
    "other",
    [
        pytest.param("José", id="the same"),
        pytest.param(" José ", id="but for white space"),
        pytest.param(unicodedata.normalize("NFD", "José"), id="but for how the accent is written"),
    ],
)
def test_two_names_that_look_alike_are_refused(parties: Parties, other: str) -> None:
    with pytest.raises(NotAllowed, match="different names"):
        parties.open(("José", other), PORTLAND)


def test_parties_and_names_are_remembered_latest_first(parties: Parties) -> None:
    """A name that is used again comes to the front, once."""
    opened = [parties.open(names, PORTLAND)[0].code for names in (("Ada", "Bea"), ("Cy", "Di"), ("Ada", "Eve"))]
    assert [sheet.code for sheet in parties.latest()] == opened[::-1]
    assert set(parties.names()[:2]) == {"Ada", "Eve"}
    assert set(parties.names()[2:]) == {"Cy", "Di", "Bea"}
    assert parties.names()[-1] == "Bea"
    assert len(parties.names()) == 5


# recording


def test_what_was_said_is_kept_in_the_words_of_the_game(parties: Parties, code: str) -> None:
    """Cavendish's deal, tap by tap, in whatever form it was given: 28 to 23."""
    sheet = say(parties, code, *[tap for line in CAVENDISH.upper().splitlines() for tap in line.split(";")])
    assert sheet.partie.totals == (28, 23)
    assert logs(sheet)[0][:5] == [
        "E exchange 5",
        "Y exchange 3",
        "E point 5",
        "Y how many",
        "E making 49 in hearts",
    ]
    assert logs(sheet)[0][-3:] == ["tricks Y1", "tricks E1", "tricks E1"]
    assert sheet.current_deal == 1


def test_every_statement_changes_the_version(parties: Parties, code: str) -> None:
    versions = [parties.version(code)]
    for tap in ("E point 5", "Y good", "strike 1 for E point 6"):
        versions.append(say(parties, code, tap).version)
        assert parties.version(code) == versions[-1]
    assert len(set(versions)) == 4


def test_several_statements_in_one_tap_are_all_recorded(parties: Parties, code: str) -> None:
    result = parties.record(code, deal=0, position=0, said="E point 5; Y good; tricks E1 Y2", form_key="one")
    assert isinstance(result, Recorded)
    assert logs(result.sheet) == [["E point 5", "Y good", "tricks E1", "tricks Y1", "tricks Y1"]]


def test_the_same_form_again_answers_as_the_first_time(parties: Parties, code: str) -> None:
    """The doubled tap, and the answer that was lost on the way: recorded, once, whatever came between."""
    first = parties.record(code, deal=0, position=0, said="E point 5; Y good", form_key="one")
    assert parties.record(code, deal=0, position=0, said="E point 5; Y good", form_key="one") == first
    say(parties, code, "E quart; Y good")
    later = parties.record(code, deal=0, position=0, said="E point 5; Y good", form_key="one")
    assert isinstance(later, Recorded)
    assert logs(later.sheet) == [["E point 5", "Y good", "E quart", "Y good"]]


def test_a_form_of_another_partie_is_another_form(parties: Parties, code: str) -> None:
    other = parties.open(("Cy", "Di"), PORTLAND)[0].code
    for each in (code, other):
        parties.record(each, deal=0, position=0, said="E point 5", form_key="one")
    assert logs(parties.sheet(code)) == logs(parties.sheet(other)) == [["E point 5"]]


@pytest.mark.parametrize(
    ("deal", "position"),
    [
        pytest.param(0, 0, id="a stale form"),
        pytest.param(0, 3, id="a form from the future"),
        pytest.param(0, -1, id="no position"),
        pytest.param(1, 1, id="the next deal, somewhere"),
    ],
)
def test_a_wrong_position_is_a_clash(parties: Parties, code: str, deal: int, position: int) -> None:
    """Both versions come back: the sheet as it stands, and what was attempted; nothing is changed."""
    before = say(parties, code, "E point 5; Y good")
    answer = parties.record(code, deal=deal, position=position, said="E point 6", form_key="one")
    assert answer == Clash(before, "E point 6")
    assert unchanged(parties, before)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        pytest.param("E perhaps", "perhaps", id="no statement"),
        pytest.param("", "", id="nothing"),
        pytest.param(" ;\n# a remark\n", "", id="only a remark"),
        pytest.param("E point 5\x00", "", id="a nought"),
        pytest.param("\ud800", "", id="half a character"),
        pytest.param("E point 6", "", id="against the rules"),
        pytest.param("E quart; Y good; Y good", "no call waits", id="the last of several"),
        pytest.param("E quart; Y good; Y perhaps", "perhaps", id="the last of several unreadable"),
        pytest.param("strike 3", "strike", id="a strike of itself"),
        pytest.param("strike 1", "no call waits", id="a strike that leaves an answer hanging"),
        pytest.param("tricks E13", "over", id="a trick too many"),
    ],
)
def test_what_is_refused_adds_nothing(parties: Parties, code: str, said: str, why: str) -> None:
    """What was attempted comes back with the reason, and the same form may be sent again, put right."""
    before = say(parties, code, "E point 5; Y good")
    answer = parties.record(code, deal=0, position=2, said=said, form_key="one")
    assert isinstance(answer, Refused)
    assert (answer.sheet, answer.attempted) == (before, said)
    assert answer.reason
    assert why in answer.reason
    assert unchanged(parties, before)
    again = parties.record(code, deal=0, position=2, said="E quart", form_key="one")
    assert isinstance(again, Recorded)


@pytest.mark.parametrize("begun", [False, True], ids=["a new partie", "a partie in its first deal"])
@pytest.mark.parametrize("deal", [-1, -2, 2, 99999])
def test_a_deal_that_cannot_be_is_no_accident(parties: Parties, code: str, *, begun: bool, deal: int) -> None:
    """A forged number of a deal is answered, and changes nothing."""
    before = say(parties, code, "E point 5; Y good") if begun else parties.sheet(code)
    for position in (0, 2):
        answer = parties.record(code, deal=deal, position=position, said="E quart", form_key="one")
        assert isinstance(answer, Clash | Refused)
    assert unchanged(parties, before)


def test_the_next_deal_waits_for_the_one_before(parties: Parties, code: str) -> None:
    before = say(parties, code, "E point 5")
    answer = parties.record(code, deal=1, position=0, said="E point 5", form_key="one")
    assert isinstance(answer, Refused)
    assert "deal 1 is not finished" in answer.reason
    assert unchanged(parties, before)
    assert before.current_deal == 0


# undoing


def test_undo_is_a_strike_of_the_last_statement(parties: Parties, code: str) -> None:
    """Nothing is removed; the deal scores as if it had not been said, and undoing the undoing brings it back."""
    say(parties, code, "E point 5; Y good", "E quint; Y good")
    assert say(parties, code, "strike 4; strike 3").partie.totals == (5, 0)
    assert say(parties, code, "E quart; Y good").partie.totals == (9, 0)
    sheet = say(parties, code, "strike 8; strike 7", "strike 6; strike 5")
    assert sheet.partie.totals == (20, 0)
    assert len(sheet.log(0)) == 12


def test_a_statement_of_an_earlier_deal_is_put_right(parties: Parties, code: str) -> None:
    """The totals after it follow; the later deals stand."""
    say(parties, code, PLAIN, PLAIN, "E point 5; Y good")
    sheet = say(parties, code, "strike 1 for E point 6", deal=0)
    assert [deal.points for deal in sheet.partie.deals] == [(25, 6), (6, 24), (5, 0)]
    assert sheet.partie.totals == (36, 30)


def test_a_strike_that_would_leave_a_later_deal_hanging_is_refused(parties: Parties, code: str) -> None:
    before = say(parties, code, PLAIN, "E point 5")
    answer = parties.record(code, deal=0, position=3, said="strike 3", form_key="one")
    assert isinstance(answer, Refused)
    assert "deal 1 is not finished" in answer.reason
    assert unchanged(parties, before)


def test_the_last_deal_that_is_over_may_be_opened_again(parties: Parties, code: str) -> None:
    """Even if the partie was over with it, as long as nobody has signed."""
    assert say(parties, code, CAVENDISH, *[PLAIN] * 5).partie.is_over
    sheet = say(parties, code, "strike 3", deal=5)
    assert (sheet.partie.is_over, sheet.current_deal) == (False, 5)
    assert say(parties, code, "count E12 last E play 13").partie.is_over


# signing


@pytest.fixture
def finished(parties: Parties, code: str) -> str:
    """The code of a partie that is over, 94 to 107."""
    assert say(parties, code, CAVENDISH, *[PLAIN] * 5).partie.totals == (94, 107)
    return code


def test_both_players_sign(parties: Parties, finished: str) -> None:
    """In any case of the letters, with the name that stands on the sheet."""
    first = parties.sign(finished, player=1, name=" bea ")
    assert (first.signatures, first.is_closed, first.is_signed) == ((None, "Bea"), True, False)
    both = parties.sign(finished, player=0, name="ADA")
    assert (both.signatures, both.is_closed, both.is_signed) == (("Ada", "Bea"), True, True)
    assert parties.sheet(finished) == both
    assert len({first.version, both.version}) == 2


def test_signing_twice_changes_nothing(parties: Parties, finished: str) -> None:
    once = parties.sign(finished, player=0, name="Ada")
    assert parties.sign(finished, player=0, name="Ada") == once


@pytest.mark.parametrize(
    ("player", "name", "why"),
    [
        pytest.param(0, "Bea", "Ada", id="the other's name"),
        pytest.param(0, "", "1 to", id="no name"),
        pytest.param(2, "Ada", "two players", id="a third player"),
        pytest.param(-1, "Bea", "two players", id="no player"),
    ],
)
def test_nobody_signs_for_another(parties: Parties, finished: str, player: int, name: str, why: str) -> None:
    before = parties.sheet(finished)
    with pytest.raises(NotAllowed, match=why):
        parties.sign(finished, player=player, name=name)
    assert unchanged(parties, before)


def test_an_unfinished_partie_is_not_signed(parties: Parties, code: str) -> None:
    before = say(parties, code, *[PLAIN] * 5)
    with pytest.raises(NotAllowed, match="when it is over"):
        parties.sign(code, player=0, name="Ada")
    assert unchanged(parties, before)


@pytest.mark.parametrize(("deal", "position", "said"), [(0, 24, "strike 1"), (5, 3, "strike 3"), (6, 0, "E point 5")])
def test_a_signature_closes_the_partie(parties: Parties, finished: str, deal: int, position: int, said: str) -> None:
    before = parties.sign(finished, player=0, name="Ada")
    answer = parties.record(finished, deal=deal, position=position, said=said, form_key="one")
    assert isinstance(answer, Refused)
    assert "signed" in answer.reason
    assert unchanged(parties, before)


# links


def test_a_links_secret_is_not_stored(parties: Parties, path: Path) -> None:
    """Only its hash is; neither the database nor its write-ahead log has the secret."""
    sheet, token = parties.open(("Ada", "Bea"), PORTLAND)
    other = parties.new_link(sheet.code)
    stored = b"".join(each.read_bytes() for each in path.parent.iterdir())
    for secret in (token, other):
        assert secret.encode() not in stored
        assert hash_token(secret).encode() in stored
    assert token != other
    assert min(len(token), len(other)) >= 32


def test_a_link_opens_its_own_partie(parties: Parties, code: str) -> None:
    sheet, token = parties.open(("Cy", "Di"), PORTLAND)
    (link,) = parties.links(sheet.code)
    assert parties.open_link(token) == (sheet.code, link.id)
    assert parties.link_holds(sheet.code, link.id)
    assert not parties.link_holds(code, link.id)
    with pytest.raises(NotAllowed, match="no such link"):
        parties.revoke_link(code, link.id)
    assert parties.link_holds(sheet.code, link.id)


@pytest.mark.parametrize("change", [str.swapcase, lambda token: token[:-1], hash_token, lambda token: ""])
def test_no_other_secret_opens_anything(parties: Parties, change: Callable[[str], str]) -> None:
    """Least of all the hash, which is what somebody would have who read the database."""
    _, token = parties.open(("Ada", "Bea"), PORTLAND)
    assert parties.open_link(change(token)) is None


def test_a_revoked_link_opens_nothing(parties: Parties) -> None:
    """The other links of the partie go on; revoking again changes nothing."""
    sheet, token = parties.open(("Ada", "Bea"), PORTLAND)
    other = parties.new_link(sheet.code)
    first, second = parties.links(sheet.code)
    for _ in range(2):
        parties.revoke_link(sheet.code, first.id)
    assert parties.open_link(token) is None
    assert not parties.link_holds(sheet.code, first.id)
    assert parties.open_link(other) == (sheet.code, second.id)
    assert [link.revoked for link in parties.links(sheet.code)] == [True, False]


# two at once, and bad luck


def at_once(*calls: Callable[[], Recorded | Clash | Refused]) -> list[Recorded | Clash | Refused]:
    """What *calls* answer when they are made at the same moment."""
    barrier = Barrier(len(calls))

    def call(each: Callable[[], Recorded | Clash | Refused]) -> Recorded | Clash | Refused:
        barrier.wait()
        return each()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(call, calls))


def test_two_writers_at_once_lose_and_double_nothing(code: str, reopened: Callable[[], Parties]) -> None:
    """Both phones tap at every position: one is recorded, the other is told of the clash and says it again."""
    phones = [reopened(), reopened()]
    say(phones[0], code, "E point 4; Y good")
    expected = ["E point 4", "Y good"]
    for number in range(15):
        position = len(expected)
        said = [f"strike 1 for E point {5 + number % 3}", f"strike 1 for E point 4 making {40 + number % 2}"]

        forms = [f"phone {phone}, tap {number}" for phone in (0, 1)]
        calls = [
            lambda phone=phone, said=said, forms=forms, position=position: phones[phone].record(
                code, deal=0, position=position, said=said[phone], form_key=forms[phone]
            )
            for phone in (0, 1)
        ]
        answers = at_once(*calls)
        assert {type(answer) for answer in answers} == {Recorded, Clash}
        loser = 0 if isinstance(answers[0], Clash) else 1
        clash = answers[loser]
        assert isinstance(clash, Clash)
        assert clash.attempted == said[loser]
        assert len(clash.sheet.log(0)) == position + 1
        again = phones[loser].record(code, deal=0, position=position + 1, said=said[loser], form_key=forms[loser])
        assert isinstance(again, Recorded)
        expected += [said[1 - loser], said[loser]]
    assert logs(phones[0].sheet(code)) == [expected]


def test_the_same_form_sent_twice_at_once_is_recorded_once(code: str, reopened: Callable[[], Parties]) -> None:
    """A doubled tap whose second request overtakes the first's answer."""
    phones = [reopened() for _ in range(4)]
    calls = [
        lambda phone=phone: phone.record(code, deal=0, position=0, said="E point 5; Y good", form_key="one")
        for phone in phones
    ]
    assert [type(answer) for answer in at_once(*calls)] == [Recorded] * 4
    assert logs(phones[0].sheet(code)) == [["E point 5", "Y good"]]


SERVER = """
import sys
from datetime import UTC, datetime
from scorer.service.parties import Parties, Recorded
from scorer.storage.engine import open_engine

url, code, *taps = sys.argv[1:]
parties = Parties(open_engine(url), lambda: datetime.now(UTC))
for tap in taps:
    position = len(parties.sheet(code).log(0))
    assert isinstance(parties.record(code, deal=0, position=position, said=tap, form_key=str(position)), Recorded)
    print("recorded", flush=True)
    sys.stdin.read(1)
"""


@pytest.mark.slow
def test_a_server_killed_between_taps_loses_nothing(code: str, path: Path, reopened: Callable[[], Parties]) -> None:
    """Killed with no chance to tidy up after every statement that it has acknowledged, and started again."""
    taps = [each.strip() for each in CAVENDISH.replace("\n", ";").split(";")]
    taps = ["; ".join(taps[:6]), "; ".join(taps[6:10]), "; ".join(taps[10:12]), taps[12]]
    ends = [6, 10, 12, 24]
    for number, end in enumerate(ends):
        command = [sys.executable, "-c", SERVER, f"sqlite:///{path}", code, *taps[number:]]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
            assert server.stdout is not None
            assert server.stdout.readline() == b"recorded\n"
            server.kill()
        assert server.returncode == -9
        assert len(reopened().sheet(code).log(0)) == end
    sheet = reopened().sheet(code)
    assert (sheet.partie.totals, sheet.current_deal) == ((28, 23), 1)
