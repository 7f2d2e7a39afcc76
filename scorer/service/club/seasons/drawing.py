"""Rounds as a director makes them: proposals for those who are here, pairs that are moved,
who sits a round out, and who joins a round robin late.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection

from ....ledger import entries as ledger
from ....ledger import matching
from ....ledger.chain import canonical
from ....ledger.entries import Fixture
from ....ledger.matching import NEVER, Pair, Unfair
from ....ledger.pairing import Drawn, Round, seated
from ....ledger.results import CardResult
from ....ledger.terms import Format, SeasonTerms
from ....rules.company import Frame
from ....rules.names import Name
from ....rules.words import listed
from ....storage import projections, season_sheets
from ....table.entering import NotAllowed, refuse_if
from ....table.recording import read_ruleset
from ..posts import Running, current_bodies, find_season, terms_of
from . import fixtures as season_fixtures
from .fixtures import (
    ROUND_BY_ROUND,
    FixtureNow,
    FixtureStatus,
    Lots,
    fixtures_now,
    planned,
    playing_rows,
    rested_in,
    rounds_of,
)
from .standings import withdrawn

ROBINS = frozenset({Format.SINGLE, Format.DOUBLE})

HAS_BEGUN = frozenset({FixtureStatus.AT_TABLE, FixtureStatus.PLAYED, FixtureStatus.AGAIN})
"""States of a fixture that begin its round: a forfeit does not."""


# Proposals


class ProposedTable(NamedTuple):
    """Who plays whom, in the order of their seats; `round` and `table` are those of the fixture
    that they play, or 0.
    """

    members: tuple[int, ...]
    round: int = 0
    table: int = 0


class Proposal(NamedTuple):
    """Who plays whom on an evening.

    Attributes:
        tables: those who play each other.
        idle: who is here and plays nobody: with a bye, if a round is drawn.
        absent: who is not here and sits out the round that is drawn.
        draws: the number of the round that is to be drawn for it, which `draw` posts; 0 if
            nothing is to be posted.
        unfair: what could not be made fair.
    """

    tables: tuple[ProposedTable, ...]
    idle: tuple[int, ...]
    absent: tuple[int, ...] = ()
    draws: int = 0
    unfair: tuple[Unfair, ...] = ()


def proposal(
    db: Connection,
    club_id: int,
    season: int,
    here: Collection[int],
    *,
    today: str,
    lots: Lots = Lots.BY_LOT,
    byes: Mapping[int, int] = NEVER,
) -> Proposal:
    """Return who could play whom now, of the members of a season who are *here*.

    Fixtures that are drawn and open come first. Only if there are none, in a Swiss and a knock-out
    the next round is proposed, which is then drawn. In an open season those meet who have met
    least. Who is not in the season, or has withdrawn, is left out; who is playing is not *here*.
    `NotAllowed` says why nobody can be paired.

    Args:
        today: the day in the club, in ISO 8601; by it withdrawals are settled.
        lots: the order of the first round, as in `draw`.
        byes: how often each has been without an opponent on evenings of an open season.
    """
    found = find_season(db, club_id, season)
    refuse_if(found.closed, "The season is closed and takes no more entries.")
    terms = found.terms
    entrants = projections.entrants(db, club_id, season)
    playing = [each for each in entrants if each in here and not entrants[each]]
    if terms.format is Format.OPEN:
        rows = playing_rows(db, club_id, season)
        ranked = [row.member for row in rows if row.member in playing]
        if terms.is_for_two:
            return _open_pairs(db, club_id, season, ranked, byes)
        return _companies(db, club_id, season, ranked, byes)
    now = as_settled(db, club_id, season, today)
    gone = withdrawn(db, club_id, season)
    is_waiting = any(each.is_open and gone.isdisjoint(each.members) for each in now)
    if is_waiting or (now and not season_fixtures.rounds_to_draw(now, terms)):
        return _due(now, playing)
    return _next_round(db, club_id, season, now, here=playing, lots=lots)


def as_settled(db: Connection, club_id: int, season: int, today: str) -> tuple[FixtureNow, ...]:
    """Return the fixtures of a season as they are once a draw has settled the withdrawals that are
    due.
    """
    now = fixtures_now(db, club_id, season)
    due = {
        member
        for member, each in season_fixtures.left(db, club_id, season).items()
        if each.is_due(today)
    }
    found = list[FixtureNow]()
    for each in now:
        staying = [member for member in each.members if member not in due]
        if each.is_open and len(staying) < len(each.members):
            through = staying[0] if staying else each.first
            each = each._replace(state=FixtureStatus.FORFEIT, through=through)  # noqa: PLW2901
        found.append(each)
    return tuple(found)


def _due(now: Sequence[FixtureNow], here: Sequence[int]) -> Proposal:
    """Propose the fixtures that are open and have not begun."""
    slots = {
        Drawn(each.round, Fixture(each.first, each.second)): each
        for each in now
        if each.is_open and each.state is not FixtureStatus.AT_TABLE
    }
    found = [slots[each] for each in matching.due_pairs(slots, here)]
    tables = tuple(ProposedTable(each.members, *each.slot) for each in found)
    return Proposal(tables, _left_over(here, tables))


def _left_over(here: Sequence[int], tables: Iterable[ProposedTable]) -> tuple[int, ...]:
    at_table = {member for each in tables for member in each.members}
    return tuple(member for member in here if member not in at_table)


def _next_round(
    db: Connection,
    club_id: int,
    season: int,
    now: tuple[FixtureNow, ...],
    *,
    here: Sequence[int],
    lots: Lots,
) -> Proposal:
    terms = terms_of(db, club_id, season)
    absent = _absent(db, club_id, season, here) if terms.format is Format.SWISS else ()
    first, *_ = planned(db, club_id, season, lots, absent, now=now)
    number = now[-1].round + 1 if now else 1
    tables = tuple(
        ProposedTable(each.members, number, table)
        for table, each in enumerate(first, 1)
        if each.second is not None
    )
    alone = [each.first for each in first if each.second is None]
    idle = tuple(each for each in alone if each not in absent)
    unfair: list[Unfair] = []
    if terms.format is Format.SWISS:
        unfair = _in_rounds(now, terms).unfair((*tables, *map(_alone, idle)))
    return Proposal(tables, idle, tuple(absent), number, tuple(unfair))


def _alone(member: int) -> ProposedTable:
    return ProposedTable((member,))


class _Before(NamedTuple):
    """How often each pair has met, who was first, in the order of the parties, and how many byes
    each has had.
    """

    met: Counter[Pair]
    seats: Mapping[int, Sequence[bool]]
    byes: Mapping[int, int]

    @property
    def balance(self) -> dict[int, int]:
        return {member: 2 * sum(was) - len(was) for member, was in self.seats.items()}

    def unfair(self, tables: Iterable[ProposedTable]) -> list[Unfair]:
        return matching.unfair([each.members for each in tables], self.met, self.seats, self.byes)


def _before(pairs: Iterable[Sequence[int]], byes: Mapping[int, int]) -> _Before:
    met = Counter[Pair]()
    seats = defaultdict[int, list[bool]](list)
    for first, second in pairs:
        met[frozenset((first, second))] += 1
        seats[first].append(True)
        seats[second].append(False)
    return _Before(met, seats, byes)


def _in_rounds(now: Sequence[FixtureNow], terms: SeasonTerms) -> _Before:
    drawn = [each.members for fixtures in rounds_of(tuple(now)) for each in fixtures]
    pairs = [each for each in drawn if len(each) == 2]
    return _before(pairs, Counter(rested_in(now, terms)))


def _in_open_season(db: Connection, club_id: int, season: int, byes: Mapping[int, int]) -> _Before:
    met, _ = projections.met(db, club_id, season)
    played = [each.members for each in met if not each.forfeit]
    # Who have just met are not to meet again because one of them has not signed yet.
    played += [row.membership.pair for row in season_sheets.unposted(db, club_id, season)]
    return _before(played, byes)


class _Companies(NamedTuple):
    """What came before, and how often each member was first at a table."""

    before: _Before
    firsts: Counter[int]


def _in_companies(db: Connection, club_id: int, season: int, byes: Mapping[int, int]) -> _Companies:
    met = Counter[Pair]()
    firsts = Counter[int]()
    for _, body in current_bodies(db, club_id, season, ledger.SheetPosted):
        if isinstance(body.result, CardResult):
            met.update(_pairs(body.members))
            firsts[body.members[0]] += 1
    return _Companies(_Before(met, {}, byes), firsts)


def unfair_in(
    db: Connection,
    club_id: int,
    season: int,
    tables: Sequence[ProposedTable],
    *,
    byes: Mapping[int, int] = NEVER,
) -> tuple[Unfair, ...]:
    """Return what is not fair in tables as a director moved them, none of which is drawn yet; one
    alone has a bye. *byes* are as in `proposal`.
    """
    terms = terms_of(db, club_id, season)
    if terms.format is not Format.OPEN:
        before = _in_rounds(fixtures_now(db, club_id, season), terms)
    elif terms.is_for_two:
        before = _in_open_season(db, club_id, season, byes)
    else:
        before = _in_companies(db, club_id, season, byes).before
    return tuple(before.unfair(tables))


def _open_pairs(
    db: Connection, club_id: int, season: int, ranked: Sequence[int], byes: Mapping[int, int]
) -> Proposal:
    refuse_if(len(ranked) < 2, "At least two members of this season must be here.")
    before = _in_open_season(db, club_id, season, byes)
    pairs = matching.open_pairs(ranked, before.met, before.balance, byes)
    together = [ProposedTable(each.members) for each in pairs]
    tables = tuple(each for each in together if len(each.members) == 2)
    idle = _left_over(ranked, tables)
    return Proposal(tables, idle, unfair=tuple(before.unfair(together)))


def _companies(
    db: Connection, club_id: int, season: int, ranked: Sequence[int], byes: Mapping[int, int]
) -> Proposal:
    terms = terms_of(db, club_id, season)
    size = _players(terms)
    least = least_at_table(terms)
    refuse_if(
        len(ranked) < least, f"At least {least} members of this season must be here for a table."
    )
    # Of rules for so many players nobody can be one more: who had fewest byes waits.
    number = len(ranked) - len(ranked) % size if size else len(ranked)
    most_first = sorted(ranked, key=lambda member: -byes.get(member, 0))
    playing = {*most_first[:number]}
    companies = _in_companies(db, club_id, season, byes)
    found = matching.company_tables(
        [member for member in ranked if member in playing],
        companies.before.met,
        companies.firsts,
        [size] * (number // size) if size else None,
    )
    tables = tuple(map(ProposedTable, found))
    idle = _left_over(ranked, tables)
    unfair = companies.before.unfair((*tables, *map(_alone, idle)))
    return Proposal(tables, idle, unfair=tuple(unfair))


def _pairs(members: Sequence[int]) -> list[Pair]:
    return [
        frozenset((one, other)) for place, one in enumerate(members) for other in members[:place]
    ]


def least_at_table(terms: SeasonTerms) -> int:
    """Return how many must be here for a table of a season."""
    return 2 if terms.is_for_two else _players(terms) or matching.SMALLEST_TABLE


def _players(terms: SeasonTerms) -> int:
    """Return how many play at each table of a season, by its rules; 0 if three or more can."""
    if terms.frame_name != Frame.ROUND_TABLE.value:
        return 0
    return read_ruleset(canonical(terms.rules)).players


def _absent(db: Connection, club_id: int, season: int, here: Collection[int]) -> tuple[int, ...]:
    entrants = projections.entrants(db, club_id, season)
    return tuple(
        member for member, withdrew in entrants.items() if not withdrew and member not in here
    )


# Drawing, and changing what is drawn


def draw(
    run: Running,
    lots: Lots = Lots.BY_LOT,
    first_day: str = "",
    every: int = 7,
    *,
    here: Collection[int] | None = None,
    fixtures: Sequence[Fixture] | None = None,
    by_hand: Sequence[tuple[int, str]] = (),
    ranked_in: int = 0,
    third: bool = False,
) -> int:
    """Draw and post what `fixtures.draw` does; return the number of rounds.

    Of a round robin that is drawn, the rounds are posted that late entrants still lack.

    Args:
        here: who plays the next round of a Swiss; the others sit it out. Everybody, if not given.
        fixtures: the pairs as the director moved them, without those who are not here; a bye is a
            fixture of one.
        by_hand: the tables, from 1, whose pairs or byes the director made, each with the reason.
        ranked_in: the season whose ranks give the order of the first draw, if one does.
        third: it is played for with the final that is drawn.
    """
    season = run.season
    is_swiss = run.terms.format is Format.SWISS
    refuse_if(
        here is not None and not is_swiss, "Only the rounds of a Swiss are drawn by who is here."
    )
    season_fixtures.settle_due(run)
    if run.terms.format in ROBINS and projections.last_round(run.db, run.club_id, season):
        further = join(run, ())
        refuse_if(not further, "All rounds of this season are already drawn.")
        return further
    absent = () if here is None else _absent(run.db, run.club_id, season, here)
    chosen = None
    if fixtures is not None:
        chosen = (*fixtures, *(Fixture(member, None) for member in sorted(absent)))
        _require_legal(run, fixtures, absent, lots, by_hand)
    _require_reasons(by_hand, fixtures or ())
    return season_fixtures.draw(
        run,
        lots,
        first_day,
        every,
        absent=absent,
        chosen=chosen,
        by_hand=by_hand,
        ranked_in=ranked_in,
        third=third,
    )


def _require_legal(
    run: Running,
    chosen: Sequence[Fixture],
    absent: Collection[int],
    lots: Lots,
    by_hand: Sequence[tuple[int, str]],
) -> None:
    """Refuse fixtures that cannot be the next round of a Swiss or a knock-out."""
    db = run.db
    club_id = run.club_id
    season = run.season
    terms = run.terms
    refuse_if(
        terms.format not in ROUND_BY_ROUND,
        "The pairs of a round robin follow from its draw. Change a round after it.",
    )
    now = fixtures_now(db, club_id, season)
    if terms.format is Format.SWISS:
        if now:
            season_fixtures.require_due(db, club_id, season, now)
        entrants = projections.entrants(db, club_id, season)
        wanted = {member for member, gone in entrants.items() if not gone and member not in absent}
        _require_byes([each.first for each in chosen if each.second is None], chosen, by_hand)
    else:
        (first, *_) = planned(db, club_id, season, lots, now=now)
        wanted = {member for each in first for member in each.members}
        refuse_if(
            len(chosen) != len(first),
            f"A knock-out needs {len(first)} fixtures in this round, so that one wins it in the "
            f"end.",
        )
    _require_each_once(run, chosen, wanted)


def _require_each_once(run: Running, chosen: Sequence[Fixture], wanted: Collection[int]) -> None:
    """Refuse fixtures in which somebody is twice, is missing, or is whom nobody expects."""
    names = projections.members(run.db, run.club_id)
    times = Counter(member for each in chosen for member in each.members)
    for member, often in times.items():
        refuse_if(often > 1, f"{_name(names, member)} is in this round twice.")
        refuse_if(member not in wanted, f"{_name(names, member)} does not play in this round.")
    missing = [_name(names, member) for member in sorted(wanted) if not times[member]]
    if missing:
        raise NotAllowed(f"Give an opponent or a bye to {listed(missing)}.")


def _require_byes(
    byes: Sequence[int], chosen: Sequence[Fixture], by_hand: Sequence[tuple[int, str]]
) -> None:
    """Refuse more byes than one, unless the director says why."""
    said = {table for table, _ in by_hand}
    unexplained = [
        each
        for table, each in enumerate(chosen, 1)
        if each.second is None and each.first in byes and table not in said
    ]
    refuse_if(
        len(byes) > 1 and len(unexplained) > 1,
        "Only one member can have a bye. Pair the others, or give the reason of each bye.",
    )


def _require_reasons(by_hand: Sequence[tuple[int, str]], chosen: Sequence[Fixture]) -> None:
    tables = [table for table, _ in by_hand]
    refuse_if(len(set(tables)) < len(tables), "Give one reason for each pair.")
    for table, reason in by_hand:
        refuse_if(not 1 <= table <= len(chosen), f"This round has no table {table}.")
        refuse_if(not reason.strip(), "Enter why the pair is made by hand.")


def _name(names: Mapping[int, Name], member: int) -> str:
    return str(names.get(member, f"member {member}"))


def redraw(
    run: Running,
    round_: int,
    fixtures: Sequence[Fixture],
    reason: str,
    by_hand: Sequence[tuple[int, str]] = (),
) -> None:
    """Post other fixtures of a round that is drawn.

    What has begun or is settled stays at its table. Everybody who is in the round stays in it, with
    an opponent or a bye; in a round robin two who are paired stay so, because they meet in no other
    round. *by_hand* is as in `draw`.
    """
    reason = " ".join(reason.split())
    refuse_if(not reason, "Enter a reason. It becomes part of the entry.")
    now = fixtures_now(run.db, run.club_id, run.season)
    own = [each for each in now if each.round == round_]
    refuse_if(not own, "There is no such round.")
    is_old = run.terms.format in ROUND_BY_ROUND and round_ != now[-1].round
    refuse_if(is_old, f"Round {now[-1].round} is drawn after it. Only that one can be changed.")
    _require_reasons(by_hand, fixtures)
    _require_untouched(run, own, fixtures)
    _require_same(run, now, own, fixtures, by_hand)
    _change(run, own, tuple(fixtures), reason, by_hand=by_hand)


def _require_untouched(run: Running, own: Sequence[FixtureNow], chosen: Sequence[Fixture]) -> None:
    """Refuse to change a fixture that has begun or is settled, or nothing at all."""
    names = projections.members(run.db, run.club_id)
    tables = dict(enumerate(chosen, 1))
    changed = [each for each in own if tables.get(each.table) != _drawn(each)]
    refuse_if(not changed and len(chosen) == len(own), "This round is drawn so already.")
    for each in changed:
        is_free = each.second is None or each.state is FixtureStatus.TO_PLAY
        both = listed([_name(names, member) for member in each.members])
        refuse_if(
            not is_free,
            f"{both}, at table {each.table}, have begun or are settled. Leave them there.",
        )


def _drawn(fixture: FixtureNow) -> Fixture:
    return Fixture(fixture.first, fixture.second)


def _require_same(
    run: Running,
    now: Sequence[FixtureNow],
    own: Sequence[FixtureNow],
    chosen: Sequence[Fixture],
    by_hand: Sequence[tuple[int, str]],
) -> None:
    """Refuse fixtures that take somebody out of a round, or let two meet too often or never."""
    terms = run.terms
    names = projections.members(run.db, run.club_id)
    entrants = projections.entrants(run.db, run.club_id, run.season)
    wanted = {member for each in own for member in each.members}
    times = {member for each in chosen for member in each.members}
    if terms.format is not Format.KNOCK_OUT:
        wanted |= {member for member, gone in entrants.items() if not gone and member in times}
    _require_each_once(run, chosen, wanted)
    if terms.format is Format.KNOCK_OUT:
        refuse_if(len(chosen) != len(own), f"A knock-out needs {len(own)} fixtures in this round.")
        return
    sat_out = {each.first for each in own if each.sat_out}
    alone = [each.first for each in chosen if each.second is None]
    _require_byes([each for each in alone if each not in sat_out], chosen, by_hand)
    if terms.format is Format.SWISS:
        return
    pairs = {frozenset(each.members) for each in chosen}
    drawn = Counter(frozenset(each.members) for each in now)
    for each in own:
        both = listed([_name(names, member) for member in each.members])
        is_lost = each.second is not None and frozenset(each.members) not in pairs
        refuse_if(is_lost, f"{both} meet in this round only. Leave them together.")
    most = 2 if terms.format is Format.DOUBLE else 1
    for pair in pairs - {frozenset(each.members) for each in own}:
        both = listed([_name(names, member) for member in sorted(pair)])
        refuse_if(len(pair) == 2 and drawn[pair] >= most, f"{both} meet in another round.")


def _change(
    run: Running,
    own: Sequence[FixtureNow],
    chosen: Round,
    reason: str,
    *,
    by_hand: Sequence[tuple[int, str]] = (),
    absent: Collection[int] = (),
) -> None:
    """Post other fixtures of a round; byes that are no longer given are reversed, and new ones
    given.
    """
    alone = {each.first: each.first in absent for each in chosen if each.second is None}
    for each in own:
        if each.second is not None:
            continue
        if alone.get(each.first) is False:
            del alone[each.first]  # the bye stays as it was given
        elif each.entry is not None:
            run.reverse(each.entry, reason=reason, law="")
    number = own[0].round
    run.post(ledger.RoundRedrawn(run.season, number, chosen, reason, tuple(by_hand)))
    for member, is_absent in alone.items():
        run.post(ledger.ByeGiven(run.season, member, number, absent=is_absent))


def sit_out(run: Running, round_: int, member: int) -> list[Unfair]:
    """Let a member sit out a round of a Swiss that is drawn; return what is not fair in it.

    The opponent plays who has the bye, or else has it.
    """
    refuse_if(
        run.terms.format is not Format.SWISS,
        "Only a round of a Swiss can be sat out. Elsewhere the fixture stays open.",
    )
    now = fixtures_now(run.db, run.club_id, run.season)
    own = [each for each in now if each.round == round_]
    mine = next((each for each in own if member in each.members), None)
    if mine is None:
        raise NotAllowed("This member is not in this round.")
    names = projections.members(run.db, run.club_id)
    name = _name(names, member)
    refuse_if(mine.second is None, f"{name} has no opponent in this round already.")
    refuse_if(
        mine.state is not FixtureStatus.TO_PLAY,
        f"The fixture of {name} has begun or is settled.",
    )
    refuse_if(round_ != now[-1].round, f"Round {now[-1].round} is drawn after it.")
    other = mine.other(member)
    before = rounds_of(tuple(each for each in now if each.round < round_))
    resting = [each for each in own if each.second is None and not each.sat_out]
    tables = {each.table: _drawn(each) for each in own}
    tables[mine.table] = Fixture(other, None)
    if resting:
        tables[mine.table] = seated(before, other, resting[0].first)
        tables[resting[0].table] = Fixture(member, None)
    chosen = [tables[each.table] for each in own]
    if not resting:
        chosen.append(Fixture(member, None))
    reason = f"{ledger.numbered([member])} sits out"
    _change(run, own, tuple(chosen), reason, absent={member})
    earlier = [each for each in now if each.round < round_]
    return _in_rounds(earlier, run.terms).unfair([ProposedTable(tables[mine.table].members)])


# Late entrants of a round robin


class LateEntry(NamedTuple):
    """What follows if members join a round robin that is drawn.

    Attributes:
        changed: the fixtures of the rounds in which they take a bye, by the numbers of the rounds.
        further: the rounds that come after the last.
        unfair: what is not fair in all rounds then.
    """

    changed: Mapping[int, Round]
    further: tuple[Round, ...]
    unfair: tuple[Unfair, ...]


def late_entry(db: Connection, club_id: int, season: int, members: Collection[int]) -> LateEntry:
    """Return what follows if *members* join a round robin that is drawn, or who joined before."""
    now = fixtures_now(db, club_id, season)
    terms = terms_of(db, club_id, season)
    drawn = _rounds_drawn(now)
    begun = {each.round for each in now if each.state in HAS_BEGUN}
    entrants = projections.entrants(db, club_id, season)
    playing = [member for member, gone in entrants.items() if not gone]
    found = matching.late_rounds(
        drawn,
        begun,
        {*members, *_late(db, club_id, season)},
        [*dict.fromkeys((*playing, *members))],
        times=2 if terms.format is Format.DOUBLE else 1,
        places=_places(db, club_id, season),
    )
    rounds = [*drawn, *found.further]
    for number, fixtures in found.changed.items():
        rounds[number - 1] = fixtures
    unfair = matching.unfair_after(rounds, found.further)
    return LateEntry(found.changed, found.further, tuple(unfair))


def _rounds_drawn(now: Sequence[FixtureNow]) -> list[Round]:
    """Return the fixtures of each round as they are drawn, whatever has become of them."""
    found = defaultdict[int, list[Fixture]](list)
    for each in now:
        found[each.round].append(_drawn(each))
    return [tuple(found[number]) for number in range(1, max(found, default=0) + 1)]


def _late(db: Connection, club_id: int, season: int) -> set[int]:
    """Return who was entered after the first round was drawn."""
    draws = [number for number, _ in current_bodies(db, club_id, season, ledger.RoundDrawn)]
    first = min(draws, default=0)
    return {
        body.member
        for number, body in current_bodies(db, club_id, season, ledger.Entered)
        if draws and number > first
    }


def _places(db: Connection, club_id: int, season: int) -> dict[int, int]:
    """Return whose place each substitute has: the member who was drawn."""
    found = dict[int, int]()
    for _, body in current_bodies(db, club_id, season, ledger.Replaced):
        found[body.by] = found.get(body.member, body.member)
    return found


def join(run: Running, members: Collection[int]) -> int:
    """Post the fixtures by which *members* join a round robin that is drawn, and those that late
    entrants of before still lack; return in how many rounds there is something new.
    """
    found = late_entry(run.db, run.club_id, run.season, members)
    now = fixtures_now(run.db, run.club_id, run.season)
    reason = f"{ledger.numbered(members)} joins late" if members else "late entrants meet all"
    for number, chosen in found.changed.items():
        _change(run, [each for each in now if each.round == number], chosen, reason)
    last = now[-1].round if now else 0
    for number, chosen in enumerate(found.further, last + 1):
        run.post(ledger.RoundDrawn(run.season, number, chosen))
    return len(found.changed) + len(found.further)


def take_back(run: Running, member: int) -> None:
    """Post that a member who withdrew plays on, as `fixtures.take_back` does, and meets those who
    have joined a round robin meanwhile.
    """
    season_fixtures.take_back(run, member)
    if run.terms.format in ROBINS and projections.last_round(run.db, run.club_id, run.season):
        join(run, ())
