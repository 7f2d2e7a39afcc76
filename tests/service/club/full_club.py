"""A club in which everything has happened at least once: what all its pages are looked at with."""

from collections.abc import Callable
from dataclasses import dataclass, field

from scorer.ledger.terms import Format, Stakes, Withdrawal
from scorer.service.club.credentials import Role
from scorer.service.club.disputes.cases import Correction, DisputeKind, ReplyKind
from scorer.service.club.disputes.paper import Written
from scorer.service.club.people.members import alias
from scorer.service.club.posts import post_all
from scorer.service.club.seasons.evenings import Attendance
from scorer.service.club.seasons.fixtures import Lots
from scorer.service.club.seasons.season import COMPANY_ORDER
from scorer.service.club.transfer.import_files import File
from scorer.service.club.transfer.importing import Matched
from scorer.service.club.transfer.spreadsheet_columns import ColumnLayout, ColumnMeaning
from scorer.storage.engine import writing
from tests.service.club.running_club import DEALS, IMPOSSIBLE, RunningClub

NAMES = ("Adelaide", "Bénédicte", "Çağla", "Dmitri", "Ἑλένη", "Fay O’Hara", "Gwen <i>", "小林")
CORRECTED = "strike 12 for tricks E1"
"""What the loser of a partie won in one trick of its last deal after all."""


@dataclass
class FullClub:
    """A club and what can be asked of it.

    Attributes:
        club: the club.
        arguments: by the name that an address gives it, what the club has of a kind; the one with
            most to show first.
        elsewhere: by the endpoint, what that page shows most with, where it is something else.
    """

    club: RunningClub
    arguments: dict[str, list[str | int]] = field(default_factory=dict)
    elsewhere: dict[str, dict[str, str | int]] = field(default_factory=dict)

    def of(self, endpoint: str, name: str) -> str | int:
        return self.elsewhere.get(endpoint, {}).get(name, self.arguments[name][0])


def full_club(club: RunningClub) -> FullClub:
    services = club.services
    director = club.director

    def dispute(code: str, member: int, kind: DisputeKind, reason: str, deal: int = 3) -> None:
        services.disputes.file(
            code, club.members[member], kind, reason, Correction(deal=deal, said=CORRECTED)
        )

    club.admit(*NAMES)
    for member, pin in ((1, "2846"), (2, "7193")):
        services.people.set_pin(club.members[member], member, pin)
    services.clubs.choose(club.members[4], "shown as", "initials")
    league = club.season(
        1, 2, 3, 4, format=Format.DOUBLE, stakes=Stakes(240), withdrawal=Withdrawal.COUNT_PLAYED
    )
    services.seasons.draw(director, league, Lots.AS_ENTERED)
    meetings = [
        (each.first, each.second or 0, each.round)
        for each in services.seasons.fixtures_now(club.id, league)
    ]
    corrected, disputed, half, unsigned, begun = meetings[:5]
    first = club.play(league, *corrected[:2], round_=corrected[2])
    assert first.posted is not None
    code = first.sheet.code
    reversed_ = first.posted.entry.number
    dispute(code, corrected[1], DisputeKind.CORRECTION, "one trick")
    services.disputes.reply(code, club.members[corrected[0]], ReplyKind.AGREES)
    dispute(code, corrected[0], DisputeKind.CORRECTION, "two", deal=1)
    refused = club.play(league, *disputed[:2], round_=disputed[2], signed=()).sheet.code
    dispute(refused, disputed[1], DisputeKind.REFUSAL, "one trick")
    club.play(league, *half[:2], round_=half[2], signed=(0,))
    on_paper = club.play(
        league, *unsigned[:2], *DEALS[:2], IMPOSSIBLE, DEALS[3], round_=unsigned[2], signed=()
    )
    services.signing.set_day(on_paper.sheet.code, "2026-11-20")
    club.play(league, *begun[:2], "tricks E12", round_=begun[2])
    services.seasons.adjust(director, league, 1, points=-20, reason="late", law="the club’s term 4")
    cup = club.season(5, 6, 7, 8, name="Cup", format=Format.KNOCK_OUT)
    services.seasons.draw(director, cup, Lots.AS_ENTERED)
    club.play(cup, 5, 8, round_=1)
    services.seasons.withdraw(director, cup, 6, "abroad", None)
    open_ = club.season(*range(1, 9), name="Open", stakes=Stakes(1))
    for pair in ((1, 2), (2, 3), (1, 2), (4, 1)):
        club.play(open_, *pair)
    ruled = club.play(open_, 3, 1, signed=()).sheet.code
    services.disputes.file(ruled, club.members[1], DisputeKind.CALL, "the exchange")
    services.disputes.rule(ruled, director, follow=False, words="the record stands", law="Law 74")
    typed = Written(((20, 30), (30, 20), (24, 41), (25, 30)), (144, 181))
    paper = services.paper.enter_paper(director, open_, (7, 8), typed, into_book=True)
    as_written = ((20, 30), (30, 20), (42, 41), (25, 30))
    services.disputes.retype(
        paper.code, director, as_written, words="Deal 3 is 42 on the paper, not 24."
    )
    past = club.season(1, 2, name="Past", correction_hours=0)
    club.play(past, 1, 2)
    services.closing.close(director, past, {})
    for_companies = club.season(
        1, 2, 3, name="Circle", frame="chouette", order=COMPANY_ORDER, stakes=Stakes(120)
    )
    for signers in ((1, 2, 3), (1, 2)):
        club.sign(club.card(for_companies, 1, 2, 3), *signers)
    return FullClub(
        club,
        {
            "club": [club.club.code],
            "season": [league, open_, cup, past, for_companies],
            "member": [1, 2, 6, 4],
            "other": [2, 3, 8],
            "number": [reversed_, 1, reversed_ + 1],
            "code": [code, refused, ruled],
            "credential": [2, 1, 3],
            "round": [1, 2],
            "table": [2, 1],
            "id": ["four-deal", "portland"],
            "dispute": [1, 2],
            "form": ["json", "csv", "piquet"],
            "receipt": [first.posted.receipt(0)],
            "day": [_evening(club, open_)],
        },
        {
            "playing.new": {"season": open_},
            "season_companies.index": {"season": for_companies},
            "season_companies.new": {"season": for_companies},
            "dispute.show": {"code": refused, "dispute": 1},
            "paper.mistyped": {"code": paper.code},
            "paper.retype": {"code": paper.code},
            "evenings.evening": {"season": open_},
            "evenings.live": {"season": open_},
            "evenings.bulletin": {"season": open_},
            "fixtures.fixture": {"round": 6, "table": 1},
            "rounds.decides": {"round": 6},
            "entrants.entrant": {"member": 2},
            "entrants.mistaken": {"season": open_, "member": 1},
            "entrants.correct": {"season": open_, "member": 1},
            **{
                f"standings.{each}": {"season": open_}
                for each in ("standings", "race", "cross_table", "records")
            },
        },
    )


def _evening(club: RunningClub, season: int) -> str:
    """The day of an evening on which two tables have started, two more are paired, one member is
    late and one does not come.
    """
    evenings = club.services.evenings
    day = evenings.day(club.id, season)

    def does(verb: Callable[..., None], *asked: object) -> None:
        verb(club.director, season, day, *asked)

    for members in ((1, 2, 3, 4), (5, 6)):
        for member in members:
            does(evenings.presence, member, Attendance.HERE)
        does(evenings.pair)
        if len(members) == 4:
            does(evenings.start, evenings.now(club.id, season, day).seen)
    does(evenings.presence, 7, Attendance.LATE, "21:00")
    does(evenings.presence, 8, Attendance.AWAY)
    does(evenings.set_bell, "22:15")
    return day


RESULTS = """date,first,second,winner,margin,total 1,total 2
2026-11-19,Ikey,Joey,Ikey,337,150,87
2026-11-20,Joey,Adelaide,Adelaide,130,90,120
"""
"""Of the second the totals do not fit the rules, so that only its margin is taken in."""


def _take_in_results(club: RunningClub, season: int) -> None:
    """Take in results without deals from a table, in which two have other names."""
    heading, by_totals, by_margin = RESULTS.splitlines()
    margins = (
        ColumnMeaning.FIRST,
        ColumnMeaning.SECOND,
        ColumnMeaning.WINNER,
        ColumnMeaning.MARGIN,
    )
    columns = (ColumnMeaning.DAY, *margins)
    totals = (ColumnMeaning.FIRST_TOTAL, ColumnMeaning.SECOND_TOTAL)
    importing = club.services.importing
    again, jo = [*club.members][-2:]
    for line, rest in ((by_totals, totals), (by_margin, (ColumnMeaning.OUT,) * 2)):
        layout = ColumnLayout(1, (*columns, *rest))
        matched = Matched({"results.csv": layout}, {"ikey": again, "joey": jo})
        file = File("results.csv", f"{heading}\n{line}\n".encode())
        importing.apply(
            club.director, importing.check(club.director, season, [file], matched=matched)
        )


def former_members(club: RunningClub, season: int = 0) -> None:
    """Admit two who are one, and play as the second if there is a *season*; one left, and one's
    name is erased. Some were called otherwise in a table of results.

    A third was a scorer for a while, and somebody a director.
    """
    people = club.services.people
    director = club.director
    ike, again, jo = club.admit("Ike", "Ike again", "Jo")
    if season:
        club.services.seasons.enter(director, season, again, jo)
        for pair in ((again, 1), (jo, 2)):
            club.play(season, *pair)
        _take_in_results(club, season)
        club.services.seasons.withdraw(director, season, again, "moves", None)
    else:
        with writing(club.engine, club=club.id) as db:
            post_all(db, club.id, [alias(again, "Ikey", director.author, club.clock().isoformat())])
    people.merge(director, again, ike)
    people.leave(director, ike)
    people.rejoin(director, ike)
    people.leave(director, ike)
    people.erase(director, jo)
    people.give_role(director, 3, Role.SCORER)
    people.give_role(director, 3, Role.MEMBER)
    people.add_director(director, name="Zoe", password="nine wet umbrellas")
    people.end_credential(director, people.directors(director)[-1].id)
