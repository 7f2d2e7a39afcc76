"""Disputes: raised, agreed, withdrawn, ruled, before and after; nothing is lost."""

import csv
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from scorer.ledger.entries import DisputeEnded, Outcome, Reversed
from scorer.ledger.finality import Appeal
from scorer.rules.names import Name, without_isolates
from scorer.rules.notation import format_statement
from scorer.rules.versions import difference_message
from scorer.service.club.audit.verification import verify
from scorer.service.club.credentials import Actor, Role
from scorer.service.club.disputes.cases import (
    THE_TERMS,
    Correction,
    Disputed,
    DisputeKind,
    ReplyKind,
    Search,
    kind_of,
)
from scorer.service.club.disputes.dispute_words import outcome_words
from scorer.service.club.disputes.versions import version
from scorer.service.club.posting.signing import SeasonSheet, SheetStatus
from scorer.service.club.posts import request_digest
from scorer.service.parties import Refused
from scorer.storage.engine import reading
from tests import there
from tests.rows import each_row
from tests.service import refused
from tests.service.club.conftest import TRICK, Two, points, posted_body
from tests.service.club.running_club import DEALS, founded

REFUSAL = DisputeKind.REFUSAL
CALL = DisputeKind.CALL
CORRECTION = DisputeKind.CORRECTION
AGREES = ReplyKind.AGREES
REPLIES = ReplyKind.REPLIES
CONTESTS = ReplyKind.CONTESTS
Words = tuple[str, ...]


def bodies(two: Two, code: str) -> list[object]:
    """What the book has of a partie, and every reversal, in order."""
    found = [each.body for each in two.entries]
    return [
        each for each in found if isinstance(each, Reversed) or getattr(each, "code", "") == code
    ]


def kinds(two: Two, code: str) -> list[str]:
    return [type(each).__name__ for each in bodies(two, code)]


def file(
    two: Two, code: str, who: Actor, kind: DisputeKind, reason: str = "No.", said: str = ""
) -> SeasonSheet:
    return two.services.disputes.file(code, who, kind, reason, Correction(deal=2, said=said))


def rule(
    two: Two, code: str, *, follow: bool, law: str = "Law 74", words: str = "Seen."
) -> SeasonSheet:
    return two.services.disputes.rule(code, two.director, follow=follow, words=words, law=law)


def reply(
    two: Two, code: str, who: Actor, kind: ReplyKind = AGREES, words: str = "", **others: Any
) -> SeasonSheet:
    return two.services.disputes.reply(code, who, kind, words, **others)


def settle(two: Two, code: str, said: str = "", words: str = "Seen.") -> SeasonSheet:
    return two.services.disputes.settle(
        code, two.director, Correction(deal=2, said=said), words=words, law="Law 70"
    )


def in_state(two: Two, state: str) -> str:
    """The code of a partie in one of the states of the tests below."""
    logs = ("tricks E12",) if "in progress" in state else ()
    signed: tuple[int, ...] = ()
    if "posted" in state:
        signed = (0, 1)
    elif "half signed" in state:
        signed = (0,)
    code = two.partie(*logs, signed=signed)
    if "later" in state:
        two.clock.later(hours=24)
    if "asked" in state:
        two.asks(code, player=0 if "by the first" in state else 1)
    if "refused" in state:
        file(two, code, two.players[1], REFUSAL)
    if "called" in state:
        two.services.disputes.call(code, 1, "No.")
    return code


VERBS: dict[str, Callable[..., SeasonSheet]] = {
    "files": lambda two, code, who, kind, **more: file(
        two, code, by(two, who), DisputeKind[kind], **more
    ),
    "calls": lambda two, code, reason: two.services.disputes.call(code, 0, reason),
    "signs": lambda two, code, who: two.sign(code, who),
    "withdraws": lambda two, code, who: two.services.disputes.withdraw(code, by(two, who)),
    "replies": lambda two, code, who, kind, words="": reply(
        two, code, by(two, who), ReplyKind[kind], words
    ),
    "follows": lambda two, code, **more: rule(two, code, follow=True, **more),
    "upholds": lambda two, code: rule(two, code, follow=False),
    "settles": settle,
}


def by(two: Two, member: int) -> Actor:
    return two.members[member] if member else two.director


@each_row
def test_what_is_refused_changes_nothing(
    two: Two, state: str, verb: str, how: dict[str, Any], why: str
) -> None:
    code = in_state(two, state)
    before = two.sheet(code)
    refused(why, VERBS[verb], two, code, **how)
    assert two.sheet(code) == before


@each_row
def test_what_is_done_returns_the_partie_as_it_is_read_after_it(
    two: Two, state: str, verb: str, how: dict[str, Any]
) -> None:
    code = in_state(two, state)
    now = VERBS[verb](two, code, **how)
    assert now == two.sheet(code)


def test_others_neither_file_nor_rule(two: Two) -> None:
    [cleo] = two.admit("Cleo")
    disputes = two.services.disputes
    stranger = founded(two.parties, two.clock, "Portland Club").director
    code = two.partie()
    for who in (two.members[cleo], stranger):
        refused("", file, two, code, who, CORRECTION, said=TRICK)
    two.asks(code)
    for who in (*two.players, stranger):
        refused("", disputes.rule, code, who, follow=True, words="So.", law="Law 74")
        refused(
            "",
            disputes.settle,
            code,
            who,
            Correction(deal=2, said=TRICK),
            words="So.",
            law="Law 74",
        )
    assert two.sheet(code).status is SheetStatus.DISPUTED
    disputes.withdraw(code, two.players[1])
    assert there(file(two, code, two.director, CALL).dispute).player == -1


WRONG = "|nonsense|strike 99|strike 12|strike 12 for tricks E1|scores 15 20"
"""Nothing, unreadable, no such statement, a deal without its end, what the record says,
totals of a deal with a log.
"""


@pytest.mark.parametrize(
    ("deal", "said"),
    [*((2, said) for said in WRONG.split("|")), (2, TRICK.ljust(2001)), (4, TRICK), (-1, TRICK)],
)
def test_a_correction_that_cannot_be_recorded_is_refused(two: Two, deal: int, said: str) -> None:
    code = two.partie()
    refused(
        "",
        two.services.disputes.file,
        code,
        two.players[0],
        CORRECTION,
        "So.",
        Correction(deal=deal, said=said),
    )
    assert two.sheet(code).disputes == ()


# Raised, withdrawn and replied to


def test_a_refusal_is_a_dispute_that_closes_the_partie_until_it_is_withdrawn(two: Two) -> None:
    code = two.partie(signed=(0,))
    now = file(two, code, two.players[1], REFUSAL, " The  third\ndeal is wrong. ")
    found = there(now.dispute)
    assert found.player == 1
    assert found.kind == "refusal"
    assert found.reason == "The third deal is wrong."
    assert now.status == SheetStatus.DISPUTED
    assert now.unsigned == ()
    said = two.parties.record(
        code, deal=3, position=12, said="strike 12 for tricks E1", form_key="late"
    )
    assert isinstance(said, Refused)
    assert two.parties.sheet(code) == now.sheet
    now = two.services.disputes.withdraw(code, two.players[1])
    assert now.status is SheetStatus.HALF_SIGNED
    assert [(each.how, each.by) for each in now.disputes] == [("withdrawn", "member 2")]
    assert two.sign(code, two.ben).status is SheetStatus.POSTED


def test_players_answer_and_contest_as_often_as_they_like_and_may_still_agree(two: Two) -> None:
    code = in_state(two, "posted, asked")
    ada, ben = two.players
    for _ in range(2):  # a tap that is sent twice
        reply(two, code, ada, CONTESTS, " I took \n it. ", number=1, form_key="tap")
    reply(two, code, ben, REPLIES, "With which card?")
    reply(two, code, ada, REPLIES, "The ten.")
    before = there(two.sheet(code).dispute)
    said = [
        (0, "contests", "I took it."),
        (1, "replies", "With which card?"),
        (0, "replies", "The ten."),
    ]
    assert [each[:3] for each in before.replies] == said
    assert before.players_who("contests") == (0,)
    assert before.players_who("agrees") == ()
    now = reply(two, code, ada, number=1, form_key="agreed")
    assert now.status == SheetStatus.POSTED
    assert points(now) == 392
    assert now.disputes[0].how == "agreed"
    assert reply(two, code, ada, number=1, form_key="agreed") == now
    refused("already ended", reply, two, code, ben, REPLIES, "Thank you.", number=1)


def test_the_end_of_a_dispute_covers_its_request_and_replies(two: Two) -> None:
    code = in_state(two, "posted, asked")
    reply(two, code, two.players[0], CONTESTS, "I took it.")
    rule(two, code, follow=True)
    for table, column in (("reply", "words"), ("dispute", "reason"), ("outcome", "how")):
        with two.tampered(table, f"UPDATE {table} SET {column} = 'upheld'") as db:
            assert [each.what for each in verify(db) if "dispute 1" in each.what], table


def test_a_correction_agreed_before_posting_is_recorded_and_needs_signatures(two: Two) -> None:
    code = in_state(two, "half signed, asked")
    now = reply(two, code, two.players[0])
    assert now.status == SheetStatus.HALF_SIGNED
    assert now.unsigned == (1,)
    assert [(each.how, each.by, each.law) for each in now.disputes] == [
        ("agreed", "member 1", "Law 70")
    ]
    assert points(two.sign(code, two.ben)) == 392
    assert kinds(two, code) == ["DisputeEnded", "SheetPosted"]


def test_a_correction_agreed_in_the_correction_period_reverses_and_reposts(two: Two) -> None:
    """The log grows by what was agreed; what was recorded first remains in it."""
    code = in_state(two, "posted, asked")
    before = two.sheet(code)
    was = two.parties.sheet(code)
    assert points(before) == 421
    two.clock.later(hours=23)
    now = reply(two, code, two.players[0])
    assert now.status == SheetStatus.POSTED
    assert points(now) == 392
    posted, ended, reversed_, again = bodies(two, code)
    first = there(before.posted).entry
    assert ended == DisputeEnded(
        two.winter, code, 1, request_digest(now.disputes[0]), Outcome.AGREED, "", "Law 70"
    )
    assert reversed_ == Reversed(first.number, "I took the last.", "Law 70")
    assert posted == first.body
    assert again == posted_body(now)
    assert posted_body(now).instead_of == first.number
    old, new = (each.partie.record.deals for each in (was, two.parties.sheet(code)))
    assert new[2].log[:-1] == old[2].log
    assert format_statement(new[2].log[-1]) == TRICK
    assert new[:2] == old[:2]
    assert new[3:] == old[3:]


def test_the_law_is_seventy_for_a_count_and_fifty_one_for_an_answer(two: Two) -> None:
    sheet = two.parties.sheet(
        two.partie("E point 5; Y good; E tierce; Y good; E no set; tricks E12", *DEALS[1:])
    )
    assert (
        version(sheet, Correction(deal=0, said="strike 17 for tricks Y1")).bearing.cited[0]
        == "Law 70"
    )
    assert (
        version(sheet, Correction(deal=0, said="strike 4 for Y not good")).bearing.cited[0]
        == "Law 51"
    )


def test_a_deal_from_paper_has_totals_for_a_version(two: Two) -> None:
    code = two.partie(*DEALS[:3])
    ben = two.players[1]
    two.copy_totals(two.parties.sheet(code).id, {3: (53, 1)})
    assert points(two.sign(code, two.ada, two.ben)) == 421

    def ask(said: str) -> SeasonSheet:
        return two.services.disputes.file(
            code, ben, CORRECTION, "I had four.", Correction(deal=3, said=said)
        )

    ask("scores 53 4")
    now = reply(two, code, two.players[0])
    assert points(now) == 427
    assert now.disputes[0].law == "Law 74"
    refused("only totals", ask, TRICK)
    for said in ("scores 1 2 3", "scores 1", "scores １ 2", "scores 1 20000"):
        refused("2 whole numbers", ask, said)
    code = two.from_paper(two.winter, two.ada, two.ben, [(20, 20), (20, 20), (20, 20), (20, 25)])
    refused("With this correction the partie is not over", ask, "scores 20 20")


@each_row
def test_a_ruling_posts_the_partie_with_or_without_the_correction(
    two: Two,
    state: str,
    decision: bool | str,
    status: SheetStatus,
    pays: int,
    posted: Words,
    hows: Words,
) -> None:
    """The director follows a request or not;
    or decides without one, with a correction or for the record.
    """
    code = in_state(two, state)
    words = " The third \n trick was seen."
    if isinstance(decision, bool):
        now = rule(two, code, follow=decision, words=words, law="Law 70")
    else:
        now = settle(two, code, decision, words)
    assert now.status == status
    assert points(now) == pays
    assert tuple(kinds(two, code)) == posted
    last = now.disputes[-1]
    words = "The third trick was seen."
    assert tuple(each.how for each in now.disputes) == hows
    assert last.by == "director Ann"
    assert last.words == words
    assert last.law == "Law 70"
    assert last.player == (1 if isinstance(decision, bool) or "asked" in state else -1)
    assert last.kind == "correction"
    how = Outcome[hows[-1].upper()]
    ended = DisputeEnded(
        two.winter, code, len(now.disputes), request_digest(last), how, words, "Law 70"
    )
    assert ended in [
        replace(each, ranks=()) for each in bodies(two, code) if isinstance(each, DisputeEnded)
    ]


def test_a_partie_that_ends_after_a_call_is_held_until_a_ruling_and_still_signed(two: Two) -> None:
    code = two.partie(*DEALS[:3])
    two.services.disputes.call(code, 1, "What is the last worth?")
    assert two.parties.record(code, deal=3, position=0, said=DEALS[3], form_key="last").sheet.held
    now = rule(two, code, follow=False, words="Two.", law="Law 65")
    assert now.status == SheetStatus.UNSIGNED
    assert kinds(two, code) == ["DisputeEnded"]


def test_a_ruling_does_not_post_a_reversed_partie_again(two: Two) -> None:
    code = two.partie(signed=(0, 1))
    two.services.seasons.reverse(
        two.director, there(two.sheet(code).posted).entry.number, reason="Played twice."
    )
    two.asks(code)
    assert rule(two, code, follow=False).status is SheetStatus.REVERSED


def test_a_dispute_shows_what_it_was_about_after_it_ended(two: Two) -> None:
    code = in_state(two, "posted, asked")
    dispute = two.services.disputes.dispute
    before = there(there(dispute(code, 1)).version)
    reply(two, code, two.players[0])
    two.asks(code, said="strike 11 for tricks Y1".ljust(2000))
    ended = there(dispute(code.lower(), 1))
    asked = there(dispute(code, 2))
    after = there(ended.version)
    second = there(asked.version)
    assert ended.dispute.how == "agreed"
    assert after.other == before.other
    assert there(after.record).partie == there(before.record).partie
    assert there(second.record).partie == before.other, (
        "what the first corrected is what the second is about"
    )
    assert dispute(code, 3) is None
    assert dispute("ZZZZZZ", 1) is None


# Who may change a posted record


def test_an_agreement_does_not_begin_another_correction_period(two: Two) -> None:
    code = in_state(two, "posted, asked")
    until = two.sheet(code).until
    two.clock.later(hours=23)
    assert reply(two, code, two.players[0]).until == until
    two.clock.later(hours=1)
    two.asks(code, player=0, said="strike 11 for tricks Y1")
    refused("The correction period is over", reply, two, code, two.players[1])


def second_director(two: Two) -> Actor:
    """Bob, who directs the club too."""
    two.services.people.add_director(two.director, name="Bob", password="nine wet umbrellas")
    return Actor(two.id, Role.DIRECTOR, 0, "Bob", has_password=True)


def ruled(two: Two, *, follow: bool = False) -> str:
    """The code of a posted partie on which director Ann ruled."""
    code = in_state(two, "posted, asked")
    rule(two, code, follow=follow)
    return code


def test_where_another_director_is_a_player_appeals_once(two: Two) -> None:
    code = ruled(two)
    second_director(two)
    assert two.sheet(code).appeal is Appeal.POSSIBLE
    now = file(two, code, two.players[0], CALL, "Nobody saw it.")
    assert there(now.dispute).kind == "appeal"
    assert now.appeal is Appeal.MADE


def test_where_no_other_director_is_nothing_more_is_asked_for(two: Two) -> None:
    code = ruled(two)
    assert two.sheet(code).appeal is Appeal.NOBODY
    why = "no other director of the club can decide an appeal"
    for kind, said in ((CALL, ""), (CORRECTION, TRICK), (DisputeKind.APPEAL, "")):
        refused(why, file, two, code, two.players[0], kind, said=said)


def test_who_ruled_does_not_decide_the_appeal(two: Two) -> None:
    code = ruled(two)
    bob = second_director(two)
    file(two, code, two.players[1], CORRECTION, said=TRICK)
    refused("so another director decides", rule, two, code, follow=True)
    refused("so another director decides", settle, two, code, TRICK)
    now = two.services.disputes.rule(code, bob, follow=True, words="Cat saw it.", law="Law 74")
    assert there(now.ruling).author == "director Bob"
    assert points(now) == 392


def test_after_the_appeal_nothing_more_is_asked_for(two: Two) -> None:
    code = ruled(two)
    bob = second_director(two)
    file(two, code, two.players[1], CALL)
    two.services.disputes.rule(code, bob, follow=False, words="So it is.", law="Law 74")
    assert two.sheet(code).appeal is Appeal.DECIDED
    refused("The appeal about this partie is decided", file, two, code, two.players[0], CALL)


def test_an_appeal_that_is_withdrawn_may_be_made_again(two: Two) -> None:
    code = ruled(two)
    second_director(two)
    file(two, code, two.players[1], CALL)
    now = two.services.disputes.withdraw(code, two.players[1])
    assert now.appeal is Appeal.POSSIBLE


def test_without_a_ruling_there_is_no_appeal(two: Two) -> None:
    code = in_state(two, "posted")
    refused("No director has ruled", file, two, code, two.players[0], DisputeKind.APPEAL)


def test_who_never_signed_says_so_and_a_correction_does_not_replace_it(two: Two) -> None:
    code = in_state(two, "posted")
    now = file(two, code, two.players[1], DisputeKind.DENIAL, "I was on the tram.")
    assert there(now.dispute).kind == "denial"
    refused("already has an open dispute", file, two, code, two.players[0], CORRECTION, said=TRICK)


def test_only_a_signature_that_the_program_has_is_denied(two: Two) -> None:
    code = in_state(two, "half signed")
    why = "The program has no signature of yours on this partie."
    refused(why, file, two, code, two.players[1], DisputeKind.DENIAL)
    refused(why, file, two, code, two.director, DisputeKind.DENIAL)


def test_a_denial_that_is_refused_signs_for_nobody(two: Two) -> None:
    code = in_state(two, "half signed")
    file(two, code, two.players[0], DisputeKind.DENIAL)
    now = rule(two, code, follow=False, law=THE_TERMS)
    assert now.status is SheetStatus.HALF_SIGNED


def test_a_partie_that_is_taken_out_counts_no_longer(two: Two) -> None:
    code = in_state(two, "posted")
    file(two, code, two.players[1], DisputeKind.DENIAL)
    words = {"words": "The phone was at the bar.", "law": THE_TERMS}
    now = two.services.disputes.take_out(code, two.director, **words)
    assert now == two.sheet(code)
    assert now.status is SheetStatus.REVERSED
    assert now.disputes[0].how == "taken_out"
    assert kinds(two, code)[-2:] == ["DisputeEnded", "Reversed"]
    with reading(two.engine) as db:
        assert [each.what for each in verify(db)] == []


def test_only_what_is_posted_is_taken_out(two: Two) -> None:
    code = in_state(two, "half signed")
    file(two, code, two.players[0], DisputeKind.DENIAL)
    words = {"words": "The phone was at the bar.", "law": THE_TERMS}
    refused("is not posted", two.services.disputes.take_out, code, two.director, **words)


@pytest.mark.parametrize("follow", [True, False])
def test_after_a_ruling_the_players_change_nothing_by_agreement(two: Two, follow: bool) -> None:
    code = in_state(two, "posted, asked")
    now = rule(two, code, follow=follow, law="Law 70")
    assert now.may_agree is False
    assert there(now.ruling).author == "director Ann"
    second_director(two)
    two.asks(code, player=0, said="strike 11 for tricks Y1")
    refused("has ruled on this partie", reply, two, code, two.players[1])


def test_a_ruling_that_posts_a_partie_leaves_no_correction_period(two: Two) -> None:
    code = in_state(two, "half signed")
    now = settle(two, code)
    assert now.is_open is False
    assert now.may_agree is False
    second_director(two)
    two.asks(code)
    refused("has ruled on this partie", reply, two, code, two.players[0])


def test_a_ruling_in_play_does_not_bind_what_both_sign_later(two: Two) -> None:
    code = two.partie(*DEALS[:3])
    two.services.disputes.call(code, 1, "What is the last worth?")
    rule(two, code, follow=False, words="Two.", law="Law 65")
    two.parties.record(code, deal=3, position=0, said=DEALS[3], form_key="last")
    assert two.sign(code, two.ada, two.ben).may_agree


def test_the_players_do_not_agree_on_what_a_director_reversed(two: Two) -> None:
    code = in_state(two, "posted")
    two.services.seasons.reverse(
        two.director, there(two.sheet(code).posted).entry.number, reason="Played twice."
    )
    two.asks(code)
    refused("has reversed this partie", reply, two, code, two.players[0])


def test_no_open_item_asks_a_player_to_agree_after_a_ruling(two: Two) -> None:
    code = in_state(two, "posted")
    settle(two, code, TRICK)
    second_director(two)
    two.asks(code, said="strike 11 for tricks Y1")
    items = two.services.open_items.of_member(two.id, two.ada)
    assert [(each.kind.name, each.settled_by) for each in items] == [("DISPUTED", ())]


# What was raised in words, answered


def test_a_refusal_in_words_is_answered_by_the_other_player_and_the_sheet_can_be_signed(
    two: Two,
) -> None:
    code = two.partie(signed=(0,))
    ada, ben = two.players
    two.services.disputes.file(code, ben, REFUSAL, "The third deal is wrong.", Correction(deal=2))
    now = file(two, code, ada, CORRECTION, "", TRICK)
    (found,) = now.disputes
    assert now.status == SheetStatus.HALF_SIGNED
    assert now.unsigned == (1,)
    assert two.parties.sheet(code).partie.totals == (287, 5)
    assert found.player == 1
    assert found.reason == "The third deal is wrong."
    assert found.deal == 2
    assert found.how == "agreed"
    assert found.players_who("agrees") == (0,)
    assert found.by == "member 1"
    assert points(two.sign(code, two.ben)) == 392


def test_what_answered_a_refusal_is_shown_beside_the_record(two: Two) -> None:
    code = two.partie(signed=(0,))
    ada, ben = two.players
    file(two, code, ben, REFUSAL)
    file(two, code, ada, CORRECTION, "", TRICK)
    found = there(two.services.disputes.dispute(code, 1))
    difference = there(there(found.version).difference)
    words = str(difference_message(difference, (Name("Ada"), Name("Ben"))))
    assert without_isolates(words).startswith("Deal 3, trick 12. Record: Ada")
    assert there(there(found.version).other).totals == (287, 5)


def test_a_refusal_in_words_is_replaced_by_the_request_of_who_raised_it(two: Two) -> None:
    code = two.partie(signed=(0,))
    ada, ben = two.players
    file(two, code, ben, REFUSAL, "The third deal is wrong.")
    now = file(two, code, ben, CORRECTION, "", TRICK)
    assert [(each.player, each.reason, each.how) for each in now.disputes] == [
        (1, "The third deal is wrong.", "replaced"),
        (1, "The third deal is wrong.", None),
    ]
    assert reply(two, code, ada).status is SheetStatus.HALF_SIGNED
    assert points(two.sign(code, two.ben)) == 392


def test_a_call_about_what_is_posted_is_answered_by_a_request(two: Two) -> None:
    """Nobody has to sign it again, so the one who called must agree."""
    code = two.partie(signed=(0, 1))
    ada, ben = two.players
    file(two, code, ben, CALL, "The third deal is wrong.")
    now = file(two, code, ada, CORRECTION, "", TRICK)
    assert now.status == SheetStatus.DISPUTED
    assert points(now) == 421
    assert [each.how for each in now.disputes] == ["replaced", None]
    assert points(reply(two, code, ben)) == 392


def test_a_call_by_who_has_signed_is_answered_by_a_request_too(two: Two) -> None:
    code = two.partie(signed=(0,))
    ada, ben = two.players
    file(two, code, ada, CALL, "The third deal is wrong.")
    assert [each.how for each in file(two, code, ben, CORRECTION, "", TRICK).disputes] == [
        "replaced",
        None,
    ]


@pytest.mark.parametrize(
    ("state", "player", "said", "kind"),
    [
        ("half signed", 1, "", REFUSAL),
        ("half signed", 0, "", CALL),
        ("half signed", 1, TRICK, CORRECTION),
        ("unsigned", 0, "", REFUSAL),
        ("in progress", 0, "", CALL),
        ("posted", 1, "", CALL),
        ("posted", 1, TRICK, CORRECTION),
    ],
)
def test_what_is_wrong_is_raised_by_the_state_of_the_sheet(
    two: Two, state: str, player: int, said: str, kind: DisputeKind
) -> None:
    assert kind_of(two.sheet(in_state(two, state)), player, Correction(deal=2, said=said)) is kind


def test_a_dispute_with_a_correction_is_not_replaced_by_another(two: Two) -> None:
    code = in_state(two, "half signed, asked")
    refused(
        "Reply to it", file, two, code, two.players[0], CORRECTION, "No.", "strike 11 for tricks Y1"
    )


BACK = "strike 12 for tricks E1"


def ruled_twice(two: Two) -> str:
    """A partie whose third deal a director has corrected, and then corrected again."""
    code = two.partie(signed=(0, 1))
    two.asks(code)
    disputes = two.services.disputes
    disputes.rule(code, two.director, follow=True, words="Ben took it.", law=THE_TERMS)
    again = Correction(deal=2, said=BACK)
    disputes.settle(code, two.director, again, words="Ada took it.", law=THE_TERMS)
    return code


def test_a_case_names_what_it_supersedes_and_what_superseded_it(two: Two) -> None:
    first, second = two.sheet(ruled_twice(two)).disputes
    assert first.supersedes == ()
    assert first.superseded_by == 2
    assert second.supersedes == (1,)
    assert second.superseded_by == 0
    names = {1: "Ada", 2: "Ben"}
    later = "Superseded by the decision in dispute 2."
    assert outcome_words(first, names).endswith(later)
    before = "This supersedes the decision in dispute 1."
    assert outcome_words(second, names).endswith(before)


def test_the_entry_of_a_ruling_seals_what_it_supersedes(two: Two) -> None:
    ruled_twice(two)
    sealed = [each.body.supersedes for each in two.entries if isinstance(each.body, DisputeEnded)]
    assert sealed == [(), (1,)]


def test_a_superseded_ruling_is_no_precedent(two: Two) -> None:
    another = two.partie(signed=(0, 1))
    two.asks(another)
    disputes = two.services.disputes
    found = there(disputes.dispute(another, 1))
    law = found.bearing.governing[0].cited
    third = two.partie(signed=(0, 1))
    two.asks(third)
    disputes.rule(third, two.director, follow=True, words="Ben took it.", law=law)
    assert [row.code for row, _ in disputes.earlier(found)] == [third]
    disputes.settle(third, two.director, Correction(deal=2, said=BACK), words="No.", law=THE_TERMS)
    assert disputes.earlier(found) == []


def upheld(two: Two, law: str) -> str:
    """A posted partie of which a director has ruled that its record stands."""
    code = two.partie(signed=(0, 1))
    two.asks(code)
    two.services.disputes.rule(code, two.director, follow=False, words="Seen.", law=law)
    return code


def precedents(two: Two) -> tuple[Disputed, str]:
    """A dispute to which one ruling is a precedent, and the code of its partie."""
    another = two.partie(signed=(0, 1))
    two.asks(another)
    found = there(two.services.disputes.dispute(another, 1))
    code = upheld(two, found.bearing.governing[0].cited)
    assert [row.code for row, _ in two.services.disputes.earlier(found)] == [code]
    return found, code


def test_a_ruling_on_a_partie_that_was_taken_out_is_no_precedent(two: Two) -> None:
    found, code = precedents(two)
    disputes = two.services.disputes
    file(two, code, two.director, CALL, "Nobody saw Ben sign.")
    disputes.take_out(code, two.director, words="Nobody signed.", law=THE_TERMS)
    assert disputes.earlier(found) == []
    assert [each.superseded_by for each in two.sheet(code).disputes] == [2, 0]


def test_a_ruling_on_a_partie_whose_entry_was_reversed_is_no_precedent(two: Two) -> None:
    found, code = precedents(two)
    number = there(two.sheet(code).posted).entry.number
    two.services.seasons.reverse(two.director, number, reason="They were not entered.")
    assert two.services.disputes.earlier(found) == []


def test_a_taking_out_stays_a_precedent_until_the_partie_is_posted_again(two: Two) -> None:
    found, _ = precedents(two)
    disputes = two.services.disputes
    law = found.bearing.governing[0].cited
    code = two.partie(signed=(0, 1))
    two.asks(code)
    disputes.take_out(code, two.director, words="Nobody signed.", law=law)
    assert disputes.earlier(found)[0][0].code == code
    disputes.settle(code, two.director, words="Both signed after all.", law=THE_TERMS)
    assert code not in [row.code for row, _ in disputes.earlier(found)]
    assert [each.superseded_by for each in two.sheet(code).disputes] == [2, 0]
    assert two.faults == []


def test_a_search_says_which_ruling_is_superseded(two: Two) -> None:
    ruled_twice(two)
    found = two.services.disputes.search(two.id, Search())
    assert [(each.number, each.superseded_by) for _, each in found] == [(2, 0), (1, 2)]


def test_the_table_of_rulings_says_which_is_superseded(two: Two) -> None:
    ruled_twice(two)
    table = b"".join(two.services.exporting.rulings(two.id, Search()).pieces).decode()
    rows = list(csv.DictReader(table.splitlines()))
    assert [(row["dispute"], row["superseded_by"]) for row in rows] == [("2", ""), ("1", "2")]
