"""Disputes: raised, agreed, withdrawn, ruled; before the partie is posted and after; and nothing is ever lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorer.ledger.entries import PartiePosted, Reversed, Ruled
from scorer.rules.notation import format_statement
from scorer.service.club.disputes import DisputeKind, bearing_between, version
from scorer.service.club.posting import read_entry
from scorer.service.club.signing import Status
from scorer.service.club.snapshots import request_digest
from scorer.service.opening import NotAllowed
from scorer.service.sheets import from_paper
from scorer.storage import book, parties
from scorer.storage.engine import reading, writing
from tests.service.club.conftest import Two
from tests.service.club.disputed import TRICK, asks, points
from tests.service.club.running_club import DEALS, new_club

CALLS = "E point 5; Y good; E tierce; Y good; E no set; tricks E12"
ANSWER = "strike 4 for Y not good"
"""Another version of the same deal, played with calls: the tierce was not good."""


def bodies(two: Two, code: str) -> list[object]:
    """What the book has of a partie and its reversals, in order, by kind."""
    with reading(two.club.parties.engine) as db:
        found = [read_entry(row).entry.body for row in book.entries(db, two.club.club.id)]
    return [each for each in found if isinstance(each, Reversed) or getattr(each, "code", "") == code]


# 1. Raised


def test_a_refusal_with_a_reason_is_a_dispute(two: Two) -> None:
    code = two.play(signed=(0,))
    now = two.club.services.disputes.file(code, two.players[1], DisputeKind.REFUSAL, " The  third\ndeal is wrong. ")
    assert now.status is Status.DISPUTED
    assert now.dispute is not None
    assert (now.dispute.player, now.dispute.kind, now.dispute.reason) == (1, "refusal", "The third deal is wrong.")
    assert now.unsigned == ()
    with pytest.raises(NotAllowed, match="disputed"):
        two.club.services.signing.sign(code, two.players[1])


@pytest.mark.parametrize("reason", ["", " ", "\n\t"])
def test_a_dispute_without_a_reason_is_refused(two: Two, reason: str) -> None:
    code = two.play()
    with pytest.raises(NotAllowed, match="Enter a reason"):
        two.club.services.disputes.file(code, two.players[0], DisputeKind.REFUSAL, reason)
    with pytest.raises(NotAllowed, match="Enter a reason"):
        two.club.services.disputes.call(code, 0, reason)
    assert two.sheet(code).disputes == ()


def test_one_dispute_ends_before_another_begins(two: Two) -> None:
    code = two.play()
    asks(two, code)
    for player in two.players:
        with pytest.raises(NotAllowed, match="already"):
            two.club.services.disputes.file(code, player, DisputeKind.REFUSAL, "No.")
    with pytest.raises(NotAllowed, match="already"):
        two.club.services.disputes.call(code, 0, "No.")


def test_a_posted_partie_cannot_be_refused_only_corrected(two: Two) -> None:
    code = two.play(signed=(0, 1))
    with pytest.raises(NotAllowed, match="correction instead"):
        two.club.services.disputes.file(code, two.players[0], DisputeKind.REFUSAL, "No.")


@pytest.mark.parametrize("asked", [DisputeKind.REFUSAL, DisputeKind.CORRECTION])
def test_a_partie_in_progress_is_corrected_at_the_table(two: Two, asked: DisputeKind) -> None:
    code = two.play("tricks E12")
    with pytest.raises(NotAllowed, match=r"over|at the table"):
        two.club.services.disputes.file(code, two.players[0], asked, "No.", deal=0, said="strike 12 for tricks Y1")


@pytest.mark.parametrize(
    ("deal", "said"),
    [
        (2, ""),
        (2, "nonsense"),
        (2, "strike 99"),
        (2, "strike 12"),
        (2, "strike 12 for tricks E1"),
        (2, "scores 15 20"),
        (4, TRICK),
        (-1, TRICK),
        (99, TRICK),
        (2, "scores 1 2 3"),
        (2, "scores １ 2"),
        (2, TRICK * 200),
    ],
    ids=[
        "nothing",
        "unreadable",
        "no such statement",
        "a partie that is not over",
        "what the record says",
        "totals of a deal with a log",
        "a deal after the last",
        "no deal",
        "no such deal",
        "three totals",
        "other digits",
        "too much",
    ],
)
def test_a_correction_that_leaves_the_partie_unfinished_is_refused(two: Two, deal: int, said: str) -> None:
    code = two.play()
    with pytest.raises(NotAllowed):
        two.club.services.disputes.file(code, two.players[0], DisputeKind.CORRECTION, "So.", deal=deal, said=said)
    assert two.sheet(code).disputes == ()


def test_only_the_players_and_a_director_file_disputes(two: Two, tmp_path: Path) -> None:
    [cleo] = two.club.admit("Cleo")
    other = new_club(tmp_path, "Portland Club")
    code = two.play()
    for who in (two.club.members[cleo], other.director):
        with pytest.raises(NotAllowed):
            two.club.services.disputes.file(code, who, DisputeKind.CORRECTION, "So.", deal=2, said=TRICK)
    assert two.club.services.disputes.file(code, two.club.director, DisputeKind.CALL, "Late.").dispute is not None
    other.parties.engine.dispose()


def test_a_finished_partie_takes_no_statements_while_disputed(two: Two) -> None:
    code = two.play()
    asks(two, code)
    before = two.club.parties.sheet(code)
    said = two.club.parties.record(code, deal=3, position=12, said="strike 12 for tricks E1", form_key="late")
    assert type(said).__name__ == "Refused"
    assert two.club.parties.sheet(code) == before


# 2. Withdrawn


def test_only_who_filed_a_dispute_can_withdraw_it(two: Two) -> None:
    code = two.play(signed=(0,))
    asks(two, code)
    for who in (two.players[0], two.club.director):
        with pytest.raises(NotAllowed, match="Only the person who raised"):
            two.club.services.disputes.withdraw(code, who)
    now = two.club.services.disputes.withdraw(code, two.players[1])
    assert now.status is Status.HALF_SIGNED
    assert [(each.how, each.by) for each in now.disputes] == [("withdrawn", "Ben")]
    assert two.club.services.signing.sign(code, two.players[1]).status is Status.POSTED
    with pytest.raises(NotAllowed, match="no dispute"):
        two.club.services.disputes.withdraw(code, two.players[1])


# 3. Agreed


def test_a_correction_agreed_before_posting_is_recorded_and_needs_signatures(two: Two) -> None:
    code = two.play(signed=(0,))
    asks(two, code)
    now = two.club.services.disputes.agree(code, two.players[0])
    assert (now.status, now.unsigned) == (Status.HALF_SIGNED, (1,))
    assert [(each.how, each.by, each.law) for each in now.disputes] == [("agreed", "Ada", "Law 70")]
    assert points(two.club.services.signing.sign(code, two.players[1])) == 392
    assert len(bodies(two, code)) == 1


def test_a_correction_agreed_in_the_correction_period_reverses_and_reposts(two: Two) -> None:
    code = two.play(signed=(0, 1))
    first = two.sheet(code).posted
    assert first is not None
    assert points(two.sheet(code)) == 421
    asks(two, code)
    two.club.clock.later(hours=23)
    now = two.club.services.disputes.agree(code, two.players[0])
    assert now.status is Status.POSTED
    assert points(now) == 392
    posted, reversed_, again = bodies(two, code)
    assert isinstance(reversed_, Reversed)
    assert (reversed_.entry, reversed_.reason, reversed_.law) == (first.entry.number, "I took the last.", "Law 70")
    assert isinstance(again, PartiePosted)
    assert again.instead_of == first.entry.number
    assert posted == first.entry.body


def test_after_the_period_only_the_director_corrects(two: Two) -> None:
    code = two.play(signed=(0, 1))
    two.club.clock.later(hours=24)
    asks(two, code)
    with pytest.raises(NotAllowed, match="Ask a director"):
        two.club.services.disputes.agree(code, two.players[0])
    assert points(two.sheet(code)) == 421
    now = two.club.services.disputes.rule(code, two.club.director, follow=True, words="Seen.", law="Law 74")
    assert points(now) == 392


def test_only_the_other_player_agrees(two: Two) -> None:
    code = two.play(signed=(0, 1))
    asks(two, code)
    for who in (two.players[1], two.club.director):
        with pytest.raises(NotAllowed, match="Only the other player"):
            two.club.services.disputes.agree(code, who)


def test_a_refusal_without_a_version_cannot_be_agreed_to(two: Two) -> None:
    code = two.play()
    two.club.services.disputes.file(code, two.players[1], DisputeKind.REFUSAL, "No.")
    with pytest.raises(NotAllowed, match="No correction was requested"):
        two.club.services.disputes.agree(code, two.players[0])


def test_the_law_is_seventy_for_a_count_and_fifty_one_for_an_answer(two: Two) -> None:
    sheet = two.club.parties.sheet(two.play(CALLS, *DEALS[1:]))
    assert bearing_between(sheet.partie, version(sheet, 0, "strike 17 for tricks Y1")).cited[0] == "Law 70"
    assert bearing_between(sheet.partie, version(sheet, 0, ANSWER)).cited[0] == "Law 51"


# 4. Ruled


@pytest.mark.parametrize(("follow", "pays"), [(True, 392), (False, 421)])
def test_a_ruling_posts_an_unposted_partie(two: Two, follow: bool, pays: int) -> None:
    code = two.play(signed=(0,))
    asks(two, code)
    words = "The third trick was seen."
    now = two.club.services.disputes.rule(code, two.club.director, follow=follow, words=words, law="Law 70")
    assert now.status is Status.RULED
    assert points(now) == pays
    assert [(each.how, each.by, each.words, each.law) for each in now.disputes] == [
        ("ruled", "director Ann", words, "Law 70")
    ]
    ruled, posted = bodies(two, code)
    assert ruled == Ruled(two.season, code, 1, request_digest(now.disputes[0]), words, "Law 70")
    assert isinstance(posted, PartiePosted)


def test_a_ruling_that_upholds_the_record_keeps_its_entry(two: Two) -> None:
    code = two.play(signed=(0, 1))
    before = two.sheet(code).posted
    asks(two, code)
    now = two.club.services.disputes.rule(code, two.club.director, follow=False, words="No.", law="Law 74")
    assert now.posted == before
    assert [type(each) for each in bodies(two, code)] == [PartiePosted, Ruled]


def test_a_ruling_for_the_correction_reverses_and_reposts(two: Two) -> None:
    code = two.play(signed=(0, 1))
    asks(two, code)
    now = two.club.services.disputes.rule(code, two.club.director, follow=True, words="Yes.", law="Law 74")
    assert points(now) == 392
    assert [type(each) for each in bodies(two, code)] == [PartiePosted, Ruled, Reversed, PartiePosted]


def test_after_a_call_the_players_still_sign(two: Two) -> None:
    code = two.play()
    two.club.services.disputes.call(code, 1, "What is the last worth?")
    now = two.club.services.disputes.rule(code, two.club.director, follow=False, words="Two.", law="Law 65")
    assert now.status is Status.UNSIGNED
    assert bodies(two, code) == [Ruled(two.season, code, 1, request_digest(now.disputes[0]), "Two.", "Law 65")]


@pytest.mark.parametrize(("words", "law"), [("", "Law 74"), ("So.", ""), (" ", " ")])
def test_a_ruling_has_words_and_a_law(two: Two, words: str, law: str) -> None:
    code = two.play()
    asks(two, code)
    with pytest.raises(NotAllowed, match="the law that it rests on"):
        two.club.services.disputes.rule(code, two.club.director, follow=True, words=words, law=law)
    assert two.sheet(code).status is Status.DISPUTED


def test_only_a_director_of_the_club_rules(two: Two, tmp_path: Path) -> None:
    other = new_club(tmp_path, "Portland Club")
    code = two.play()
    asks(two, code)
    for who in (*two.players, other.director):
        with pytest.raises(NotAllowed):
            two.club.services.disputes.rule(code, who, follow=True, words="So.", law="Law 74")
        with pytest.raises(NotAllowed):
            two.club.services.disputes.settle(code, who, deal=2, said=TRICK, words="So.", law="Law 74")
    assert two.sheet(code).status is Status.DISPUTED
    other.parties.engine.dispose()


def test_a_ruling_cannot_follow_a_missing_correction(two: Two) -> None:
    code = two.play()
    two.club.services.disputes.file(code, two.players[1], DisputeKind.REFUSAL, "No.")
    with pytest.raises(NotAllowed, match="No correction was requested"):
        two.club.services.disputes.rule(code, two.club.director, follow=True, words="So.", law="Law 74")


# 5. The director's own decision


def test_the_director_corrects_what_is_posted_without_a_dispute(two: Two) -> None:
    code = two.play(signed=(0, 1))
    now = two.club.services.disputes.settle(
        code, two.club.director, deal=2, said=TRICK, words="Seen by me.", law="Law 70"
    )
    assert points(now) == 392
    assert [(each.player, each.kind, each.how) for each in now.disputes] == [(-1, "correction", "ruled")]
    assert [type(each) for each in bodies(two, code)] == [PartiePosted, Ruled, Reversed, PartiePosted]


def test_the_director_s_correction_ends_an_open_dispute(two: Two) -> None:
    code = two.play()
    two.club.services.disputes.file(code, two.players[1], DisputeKind.REFUSAL, "The third deal.")
    now = two.club.services.disputes.settle(
        code, two.club.director, deal=2, said=TRICK, words="Seen by me.", law="Law 70"
    )
    assert points(now) == 392
    assert [each.how for each in now.disputes] == ["ruled", "ruled"]
    assert [type(each) for each in bodies(two, code)] == [Ruled, Ruled, PartiePosted]


def test_a_director_posts_an_unsigned_partie_as_recorded(two: Two) -> None:
    code = two.play(signed=(1,))
    now = two.club.services.disputes.settle(code, two.club.director, words="Ada is away.", law="Law 74")
    assert now.status is Status.RULED
    with pytest.raises(NotAllowed, match="already posted like this"):
        two.club.services.disputes.settle(code, two.club.director, words="Once more.", law="Law 74")


def test_a_director_upholds_the_record_and_ends_the_dispute(two: Two) -> None:
    code = two.play(signed=(0, 1))
    asks(two, code)
    now = two.club.services.disputes.settle(code, two.club.director, words="No.", law="Law 74")
    assert (now.status, points(now)) == (Status.POSTED, 421)
    assert [each.how for each in now.disputes] == ["ruled"]


def test_a_director_cannot_settle_a_partie_in_progress(two: Two) -> None:
    code = two.play("tricks E12")
    with pytest.raises(NotAllowed, match="at the table"):
        two.club.services.disputes.settle(code, two.club.director, words="So.", law="Law 74")


def test_a_ruling_does_not_post_a_reversed_partie_again(two: Two) -> None:
    code = two.play(signed=(0, 1))
    posted = two.sheet(code).posted
    assert posted is not None
    two.club.services.seasons.reverse(two.club.director, posted.entry.number, reason="Played twice.")
    asks(two, code)
    now = two.club.services.disputes.rule(code, two.club.director, follow=False, words="No.", law="Law 74")
    assert now.status is Status.REVERSED


# 6. From paper


def test_a_deal_from_paper_has_totals_for_a_version(two: Two) -> None:
    code = two.play(*DEALS[:3])
    sheet = two.club.parties.sheet(code)
    with writing(two.club.parties.engine) as db:
        parties.append_statements(
            db, sheet.id, deal=3, position=0, said=[from_paper(53, 1)], form_key="paper", at="2026-11-21T18:00:00"
        )
    for player in two.players:
        two.club.services.signing.sign(code, player)
    assert points(two.sheet(code)) == 421
    two.club.services.disputes.file(
        code, two.players[1], DisputeKind.CORRECTION, "I had four.", deal=3, said="scores 53 4"
    )
    now = two.club.services.disputes.agree(code, two.players[0])
    assert points(now) == 427
    assert now.disputes[0].law == "Law 74"
    with pytest.raises(NotAllowed):
        two.club.services.disputes.file(code, two.players[1], DisputeKind.CORRECTION, "So.", deal=3, said=TRICK)


# 7. Nothing is lost


def test_nothing_said_is_lost(two: Two) -> None:
    """The log grows by what was found; what was recorded first stands in it."""
    code = two.play(signed=(0, 1))
    before = [
        [format_statement(each) for each in deal.log] for deal in two.club.parties.sheet(code).partie.record.deals
    ]
    asks(two, code)
    two.club.services.disputes.agree(code, two.players[0])
    after = [[format_statement(each) for each in deal.log] for deal in two.club.parties.sheet(code).partie.record.deals]
    assert after[2] == [*before[2], TRICK]
    assert [each for number, each in enumerate(after) if number != 2] == [
        each for number, each in enumerate(before) if number != 2
    ]


def test_a_dispute_shows_what_it_was_about_after_it_ended(two: Two) -> None:
    code = two.play(signed=(0, 1))
    disputes, club_id = two.club.services.disputes, two.club.club.id
    asks(two, code)
    before = disputes.dispute(club_id, code, 1)
    assert before is not None
    assert before.version is not None
    disputes.agree(code, two.players[0])
    asks(two, code, said="strike 11 for tricks Y1")
    after = disputes.dispute(club_id, code.lower(), 1)
    assert after is not None
    assert (after.record.partie, after.version) == (before.record.partie, before.version)
    assert after.dispute.how == "agreed"
    second = disputes.dispute(club_id, code, 2)
    assert second is not None
    assert second.record.partie == before.version, "what the first put right is what the second is about"
    assert disputes.dispute(club_id, code, 3) is None
    assert disputes.dispute(club_id + 1, code, 1) is None
    assert disputes.dispute(club_id, "ZZZZZZ", 1) is None
