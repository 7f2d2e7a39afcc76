"""Signing, by a phone or a PIN: what is posted, and until when it may be corrected."""

from typing import Any

import pytest
from sqlalchemy import event

from scorer.ledger import chain
from scorer.ledger.finality import ResultState
from scorer.ledger.signing import HowSigned, Means
from scorer.ledger.terms import Format
from scorer.rules.house_rules import rules_named, ruleset_to_data
from scorer.rules.names import without_isolates
from scorer.rules.presets import PORTLAND
from scorer.service import sheets
from scorer.service.club.audit.verification import verify
from scorer.service.club.credentials import Actor, Role
from scorer.service.club.disputes.cases import THE_TERMS, Correction, DisputeKind, ReplyKind
from scorer.service.club.disputes.paper import Written
from scorer.service.club.posting.signing import SheetStatus
from scorer.service.club.seasons.season import COMPANY_ORDER
from scorer.service.parties import Refused
from tests import there
from tests.rows import each_row
from tests.service import refused, what_came
from tests.service.club.conftest import TRICK, Two, points, posted_body
from tests.service.club.running_club import DEALS, founded


def test_two_signatures_post_a_partie(two: Two) -> None:
    code = two.partie()
    before = two.sheet(code)
    assert before.status == SheetStatus.UNSIGNED
    assert before.unsigned == (0, 1)
    assert before.is_open is False
    half = two.sign(code, two.ben)
    assert half.status == SheetStatus.HALF_SIGNED
    assert half.unsigned == (0,)
    assert half.posted is None
    whole = two.sign(code, two.ada)
    assert whole.status == SheetStatus.POSTED
    assert whole.unsigned == ()
    posted = there(whole.posted)
    assert posted.entry.author == "member 1 and member 2"
    assert (
        posted.receipt(0)
        == chain.receipt(posted.entry.number, 0, posted.digest)
        != posted.receipt(1)
    )
    assert two.sign(code, two.ben).posted == posted


def test_a_signature_returns_the_partie_as_it_is_read_after_it(two: Two) -> None:
    code = two.partie()
    for member in (two.ben, two.ben, two.ada, two.ada):
        now = two.signed(code, member)
        assert now == two.sheet(code), f"member {member} signs, and the partie is {now.status}"


@pytest.fixture
def posting_asked(two: Two, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The statements to the database of a signature that posts a partie which its process has not
    read before.
    """
    code = two.partie(signed=(1,))
    monkeypatch.setattr(sheets, "FOLDED", sheets.FoldedSheets())
    asked: list[str] = []

    def note(*found: Any) -> None:
        _connection, _cursor, statement, *_ = found
        asked.append(statement)

    event.listen(two.engine, "before_cursor_execute", note)
    two.services.signing.sign(code, two.members[two.ada])
    event.remove(two.engine, "before_cursor_execute", note)
    return asked


@pytest.mark.parametrize("table", ["statement", "signature"])
def test_a_signature_that_posts_reads_the_rows_of_its_partie_once(
    posting_asked: list[str], table: str
) -> None:
    reads = [each for each in posting_asked if each.startswith(f"SELECT {table}.")]
    assert len(reads) == 1


def test_a_signature_that_posts_reads_only_the_new_version_after_it_has_written_what_moves(
    posting_asked: list[str],
) -> None:
    writes = [at for at, each in enumerate(posting_asked) if each.startswith("INSERT INTO tally ")]
    later = [each for each in posting_asked[writes[0] :] if each.startswith("SELECT ")]
    assert len(later) == 1
    assert later[0].startswith("SELECT sheet.id AS id, sheet.kind AS kind")


def test_a_signature_that_posts_leaves_the_row_of_its_season_alone(
    posting_asked: list[str],
) -> None:
    assert [each for each in posting_asked if each.startswith("INSERT INTO season ")] == []


def test_a_partie_of_other_rules_is_never_drawn_into_a_season(two: Two) -> None:
    """The secret of a partie's link, sent as that of a form, opens no partie of the season;
    one secret opens one.
    """
    signing = two.services.signing
    token = "a secret that opened something" + "!!"
    plain, _ = two.parties.open(("Ada", "Ben"), PORTLAND, token)
    refused("out of date", signing.open, two.id, two.winter, (two.ada, two.ben), token=token)
    assert signing.season_of(plain.code) is None
    again = two.season(two.ada, two.ben, name="Spring", format=Format.SINGLE)
    two.drawn(again, [(two.ada, two.ben)])
    refused("out of date", signing.open_fixture, two.id, again, (1, 0), token=token)
    token = "a secret that was drawn with it."
    first = signing.open(two.id, two.winter, (two.ada, two.ben), token=token)
    assert signing.open(two.id, two.winter, (two.ada, two.ben), token=token).code == first.code
    refused("out of date", signing.open, two.id, again, (two.ada, two.ben), token=token)


def signs(two: Two, code: str, who: Actor) -> str:
    """Say how far a partie has come, who signs it, and what came of that."""
    state = two.sheet(code).status.value
    came = what_came(two.services.signing.sign, code, who)
    return f"{state}, {without_isolates(who.name)} signs: {came}"


def partie_in(two: Two, state: str) -> str:
    """Return the code of a partie in one of the states below."""
    if state == "in progress":
        return two.partie("tricks E12")
    if state in ("posted", "reversed"):
        code = two.partie(signed=(0, 1))
    elif "half signed" in state:
        code = two.partie(signed=(0,))
    else:
        code = two.partie()
    if "disputed" in state:
        two.services.disputes.call(code, 1, "The third deal.")
    if state == "ruled":
        two.services.disputes.settle(code, two.director, words="Nobody came.", law="Law 74")
    if state == "reversed":
        number = there(two.sheet(code).posted).entry.number
        two.services.seasons.reverse(two.director, number, reason="Played twice.")
    if state == "left out":
        items = there(two.services.open_items.before_closing(two.id, two.winter)).items
        reasons = {each.key: "It is over." for each in items}
        two.services.closing.close(two.director, two.winter, reasons)
    return code


@each_row
def test_a_signature_comes_to_what_the_state_of_the_partie_says(
    two: Two, state: str, ada: str, ben: str
) -> None:
    """Ada, who has signed if it is half signed, signs before Ben."""
    code = partie_in(two, state)
    assert signs(two, code, two.players[0]) == ada
    assert signs(two, code, two.players[1]) == ben


def test_only_the_two_players_can_sign(two: Two) -> None:
    [cleo] = two.admit("Cleo")
    code = two.partie()
    other = founded(two.parties, two.clock, "Portland Club")
    other.admit("Zoe")
    own = "Only its players can sign this partie."
    strange = "No partie of the club has this code."
    assert signs(two, code, two.members[cleo]) == f"unsigned, Cleo signs: {own}"
    assert signs(two, code, two.director) == f"unsigned, Ann signs: {own}"
    assert signs(two, code, other.members[1]) == f"unsigned, Zoe signs: {strange}"
    assert signs(two, code, other.director) == f"unsigned, Ann signs: {strange}"
    assert two.sheet(code).status is SheetStatus.UNSIGNED


def test_a_player_signs_with_their_pin_a_partie_of_the_club(two: Two) -> None:
    code = two.partie()
    signing = two.services.signing
    two.services.people.set_pin(two.players[1], two.ben, "2718")
    for player, pin in ((1, "2719"), (0, "2718"), (1, ""), (1, "２７１８")):
        refused("PIN", signing.by_pin, code, player, pin)
    for player in (2, -1):
        refused("whose signature", signing.by_pin, code, player, "2718")
    ben = signing.by_pin(code, 1, "2718")
    assert ben.member == two.ben
    assert ben.role == Role.MEMBER
    assert ben.name == "Ben"
    assert signing.sign(code, ben).unsigned == (0,)
    elsewhere, _ = two.parties.open(("Ada", "Ben"), PORTLAND)
    refused("", signing.by_pin, elsewhere.code, 1, "2718")
    assert signing.season_of(elsewhere.code) is None


def test_the_correction_period_begins_with_the_entry_and_ends_to_the_second(two: Two) -> None:
    code = two.partie(signed=(0, 1))
    assert (there(two.sheet(code).until) - two.clock.now).total_seconds() == 24 * 3600
    for seconds, is_open in ((0, True), (24 * 3600 - 1, True), (1, False)):
        two.clock.later(seconds=seconds)
        assert two.sheet(code).is_open is is_open


@pytest.mark.parametrize(
    ("days", "until"), [(0, "2026-11-24 23:59:59"), (5, "2026-11-27 18:00:00")]
)
def test_a_correction_period_ends_a_day_after_the_last_of_the_season(
    two: Two, days: int, until: str
) -> None:
    """It is of a week, and the partie is played on the day before the last,
    and signed then or later.
    """
    season = two.season(two.ada, two.ben, name="Short", correction_hours=168, last_day="2026-11-23")
    code = two.play(season, two.ada, two.ben, signed=()).sheet.code
    two.clock.later(days=days)
    assert str(two.sign(code, two.ada, two.ben).until) == f"{until}+00:00"


def test_a_partie_that_a_director_posted_takes_no_statements_and_no_signatures_once_reversed(
    two: Two,
) -> None:
    code = two.partie()
    change = "strike 12 for tricks E1"
    posted = two.services.disputes.settle(
        code, two.director, words="Nobody came to sign.", law="Law 74"
    )
    assert posted.status is SheetStatus.RULED
    said = two.parties.record(code, deal=3, position=12, said=change, form_key="late")
    assert isinstance(said, Refused)
    assert str(said.reason) == "The partie is in dispute or posted, so its sheet is closed."
    assert len(two.parties.sheet(code).log(3)) == 12
    number = there(posted.posted).entry.number
    two.services.seasons.reverse(two.director, number, reason="Played twice.")
    assert two.sheet(code).status == SheetStatus.REVERSED
    assert two.sheet(code).reversed_by == number + 1
    for player in two.players:
        refused("has reversed this partie", two.services.signing.sign, code, player)
    assert (
        two.services.disputes.settle(code, two.director, words="It was not.", law="Law 74").status
        is SheetStatus.RULED
    )


def test_an_agreed_correction_in_a_season_keeps_signatures(two: Two) -> None:
    """It is asked for; not even the page of corrections records it,
    and an agreed one leaves the signature.
    """
    code = two.partie(signed=(0,))
    parties = two.parties
    disputes = two.services.disputes
    before = parties.sheet(code)
    change = "strike 12 for tricks E1"
    said = parties.record(
        code, deal=3, position=12, said=change, form_key="late", seen=before.version
    )
    assert isinstance(said, Refused)
    assert str(said.reason) == "The partie has been signed, so its sheet is closed."
    assert parties.sheet(code) == before
    disputes.file(
        code,
        two.players[1],
        DisputeKind.CORRECTION,
        "The last was Ben’s.",
        Correction(deal=3, said=change),
    )
    disputes.reply(code, two.players[0], ReplyKind.AGREES)
    now = parties.sheet(code)
    assert now.signatures == before.signatures
    assert now.lapsed == ()
    assert (now.partie.totals == before.partie.totals) is False


TO_WIN = "E bids 8; Y passes; tricks E12"
TO_LOSE = "E passes; Y bids minus 7; E passes; tricks E12"


def test_pending_parties_of_the_club_and_of_a_member(two: Two) -> None:
    [cleo] = two.admit("Cleo")
    pending = two.services.signing.pending
    half = two.partie(signed=(0,))
    _ = two.partie(signed=(0, 1))
    going = two.partie("tricks E12")
    disputed = two.partie(signed=(0, 1))
    two.services.disputes.call(disputed, 1, "The third deal.")
    for member in ((), (two.ben,)):
        assert [each.sheet.code for each in pending(two.id, *member)] == [disputed, going, half]
    assert pending(two.id, cleo) == []


@pytest.mark.parametrize(
    ("rules", "deals", "pays"),
    [
        # Ada wins every trick of a bid to win, and loses every one of a bid to lose; Ben is under
        # 150
        ("auction", (TO_WIN, TO_LOSE) * 3, 462 + 120 + 150),
        ("four-deal rubicon=50 partie_bonus=70", DEALS, 318 + 3 + 70),
    ],
)
def test_a_season_is_posted_by_its_own_rules(
    two: Two, rules: str, deals: tuple[str, ...], pays: int
) -> None:
    season = two.season(
        two.ada, two.ben, name="Other rules", rules=ruleset_to_data(rules_named(rules))
    )
    assert (
        points(
            two.sign(
                two.play(season, two.ada, two.ben, *deals, signed=()).sheet.code, two.ada, two.ben
            )
        )
        == pays
    )


def sealed(two: Two, code: str) -> list[tuple[int, Means, str]]:
    """By what the players stand for a partie in its entry, by seat."""
    body = posted_body(two.sheet(code))
    return [(each.seat, each.means, each.by) for each in body.signatures]


def on_adas_phone(two: Two, code: str) -> None:
    """Ben signs with his PIN, on Ada's phone."""
    two.services.signing.sign(code, two.members[two.ben], HowSigned(Means.PIN, "member 1"))


def test_the_entry_seals_by_what_each_signed(two: Two) -> None:
    code = two.partie(signed=(0,))
    on_adas_phone(two, code)
    assert sealed(two, code) == [(0, Means.OWN_PHONE, ""), (1, Means.PIN, "member 1")]


def test_the_entry_seals_the_minute_of_each_signature(two: Two) -> None:
    code = two.partie(signed=(0,))
    two.clock.later(minutes=74)
    on_adas_phone(two, code)
    moments = [each.at[11:16] for each in posted_body(two.sheet(code)).signatures]
    assert moments == ["18:00", "19:14"]


def test_a_correction_seals_the_same_signatures_again(two: Two) -> None:
    code = two.partie(signed=(0,))
    on_adas_phone(two, code)
    before = sealed(two, code)
    two.correct(code, TRICK, deal=2)
    assert sealed(two, code) == before


def test_a_director_answers_for_who_has_not_signed(two: Two) -> None:
    code = two.partie(signed=(0,))
    two.services.disputes.settle(code, two.director, words="Ben has left.", law=THE_TERMS)
    assert sealed(two, code) == [
        (0, Means.OWN_PHONE, ""),
        (1, Means.DIRECTOR, two.director.author),
    ]


def test_a_paper_sheet_that_a_director_posts_is_signed_in_ink(two: Two) -> None:
    deals = ((27, 13), (15, 31), (44, 6), (18, 29))
    paper = two.services.paper.enter_paper(
        two.director, two.winter, (two.ada, two.ben), Written(deals, (149, 121)), into_book=True
    )
    ink = [(seat, Means.INK, two.director.author) for seat in (0, 1)]
    assert sealed(two, paper.code) == ink


def test_a_scorecard_seals_by_what_each_signed(two: Two) -> None:
    cat = two.admit("Cat")[0]
    order = COMPANY_ORDER
    season = two.season(two.ada, two.ben, cat, name="Circle", frame="chouette", order=order)
    card = two.card(season, two.ada, two.ben, cat)
    two.sign(card, two.ada, cat)
    on_adas_phone(two, card)
    assert sealed(two, card) == [
        (0, Means.OWN_PHONE, ""),
        (1, Means.PIN, "member 1"),
        (2, Means.OWN_PHONE, ""),
    ]


def test_who_signs_with_a_pin_on_another_phone_reads_of_it_until_it_is_seen(
    two: Two,
) -> None:
    code = two.partie()
    on_adas_phone(two, code)
    signing = two.services.signing
    (found,) = signing.unseen(two.members[two.ben])
    assert found.code == code
    assert found.how == HowSigned(Means.PIN, "member 1")
    assert signing.unseen(two.members[two.ada]) == []
    signing.see(two.members[two.ada], [found.id])
    assert signing.unseen(two.members[two.ben]) == [found]
    signing.see(two.members[two.ben], [found.id])
    assert signing.unseen(two.members[two.ben]) == []


def test_who_signs_on_their_own_phone_reads_nothing_of_it(two: Two) -> None:
    two.partie(signed=(0, 1))
    assert two.services.signing.unseen(two.members[two.ben]) == []


MEANS = "UPDATE signature SET means = ?, phone = ? WHERE player = 1"


@pytest.mark.parametrize(
    ("means", "phone"), [("own phone", ""), ("", ""), ("pin", ""), ("", "member 1")]
)
def test_a_means_that_was_changed_in_the_book_is_found(two: Two, means: str, phone: str) -> None:
    code = two.partie(signed=(0,))
    on_adas_phone(two, code)
    with two.tampered("signature", MEANS, means, phone) as db:
        found = [each.what for each in verify(db, now=two.clock())]
    of = f"signature of player 2 of {code} is not stored by the means that were posted"
    assert any("the signature of player 2 of partie" in each for each in found)
    assert any(of in each for each in found)


def test_a_sheet_that_is_not_posted_has_no_state(two: Two) -> None:
    assert two.sheet(two.partie(signed=(0,))).state is None


def listed_state(two: Two, code: str) -> ResultState:
    """The state of a partie where a list has it."""
    (partie,) = (
        each
        for each in two.services.records.parties(two.id, two.ada, 1, 20, season=two.winter)
        if each.code == code
    )
    return partie.state


def test_a_list_has_the_state_that_the_page_of_a_partie_has(two: Two) -> None:
    signed = two.partie(signed=(0, 1))
    agreed = two.partie(signed=(0, 1))
    two.correct(agreed, TRICK, deal=2)
    ruled = two.partie(signed=(0, 1))
    two.asks(ruled)
    two.services.disputes.rule(ruled, two.director, follow=False, words="It stands.", law=THE_TERMS)
    found = {code: listed_state(two, code) for code in (signed, agreed, ruled)}
    assert found == {
        signed: ResultState.SIGNED,
        agreed: ResultState.AGREED,
        ruled: ResultState.RULED,
    }
    assert {code: two.sheet(code).state for code in found} == found
