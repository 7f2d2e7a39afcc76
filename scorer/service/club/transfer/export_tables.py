"""The tables of an export: what yields the records of each, by the names of the dictionary.

Passwords, links and PINs are listed without their secrets.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from itertools import chain as chained
from typing import NamedTuple

from ....ledger import chain
from ....ledger import entries as ledger
from ....ledger.chain import to_data
from ....ledger.finality import ResultState, finality, state_of
from ....ledger.results import MEETING_FIGURES, TALLY_FIGURES
from ....ledger.signature_words import author_words
from ....rules.house_rules import name_of, ruleset_from_data
from ....rules.names import without_isolates
from ....rules.partie import play_partie
from ....rules.seats import Player
from ....rules.settlement import Settlement
from ....storage import clubs as clubs_store
from ....storage import entry_rows, projections, season_sheets
from ....storage import schema as s
from ....storage.disputes import DisputeRow
from ....storage.projections import STATES, PostedPartie
from ....storage.season_sheets import WholePartie
from ....table.entering import sentence
from ....table.saving import Cell
from ...dictionary import EXPORTED, DescribedTable
from ...zones import ZONE, played_on
from ..audit.ledger_pages import names_of
from ..people.clubs import RULES_PREFIX, SETTINGS
from ..people.members import members as everybody
from ..posts import entries_of_sheet, record_of
from ..seasons.fixtures import fixtures_now
from ..seasons.standings import season_table
from ..seasons.standings_columns import IN_TABLE, StandingsLine
from .exported_sheets import SheetNamed, Source, all_disputes, cards
from .sheet_documents import Person, lines_of, lines_of_turn, turns_of


def json_text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


# Tables


Row = Sequence[Cell]


Record = Mapping[str, Cell]
"""A row by the names of its columns."""


class ExportTable(NamedTuple):
    """A table of the dictionary, and what yields the values of its columns."""

    described: DescribedTable
    records: Callable[[Source], Iterator[Record]]

    @property
    def name(self) -> str:
        return self.described.name

    @property
    def columns(self) -> tuple[str, ...]:
        return self.described.headings

    def rows(self, of: Source) -> Iterator[Row]:
        """Yield the rows, each in the order of the columns."""
        return map(self.row, self.records(of))

    def row(self, record: Record) -> Row:
        return [record[name] for name in self.columns]


TABLES: dict[str, ExportTable] = {}
"""The tables by their names, in the order of the dictionary."""


def table(records: Callable[[Source], Iterator[Record]]) -> Callable[[Source], Iterator[Record]]:
    """Add the table of the dictionary that has the name of the function."""
    TABLES[records.__name__] = ExportTable(EXPORTED[records.__name__], records)
    return records


@table
def members(of: Source) -> Iterator[Record]:
    for each in everybody(of.db, of.club_id):
        if of.wants(each.number):
            yield {
                "member": each.number,
                "name": each.name,
                "shown_as": "initials" if each.shown != each.name else "name",
                "role": each.role.value,
                "has_pin": each.has_pin,
            }


@table
def aliases(of: Source) -> Iterator[Record]:
    for each in projections.aliases(of.db, of.club_id):
        member = of.itself(each.member)
        if of.wants(member):
            yield {"member": member, "alias": each.name, "entry": each.entry}


@table
def settings(of: Source) -> Iterator[Record]:
    for name in (*SETTINGS, ZONE):
        for member, value in clubs_store.settings(of.db, of.club_id, name).items():
            if of.wants(member):
                yield {"member": member or None, "setting": name, "value": value}
    if of.wants():
        for name, line in clubs_store.settings_starting(of.db, of.club_id, RULES_PREFIX).items():
            yield {"member": None, "setting": name, "value": line}


@table
def credentials(of: Source) -> Iterator[Record]:
    for row in clubs_store.credentials(of.db, of.club_id):
        if of.wants(row.member):
            yield {
                "credential": row.kind,
                "member": row.member or None,
                "name": row.name or of.names.get(row.member),
                "made_at": row.made_at,
                "ended": row.ended,
            }


NAMED_OTHERWISE = {"name": "season_name", "rules": "ruleset", "provisional": "provisional_parties"}
"""The terms of a season whose names mean something else in the dictionary."""


@table
def seasons(of: Source) -> Iterator[Record]:
    for row in of.seasons:
        terms = {
            NAMED_OTHERWISE.get(each.name, each.name): to_data(getattr(row.terms, each.name))
            for each in fields(row.terms)
        }
        yield {
            **terms,
            "season": row.number,
            "closed": row.closed,
            "rules": name_of(ruleset_from_data(row.terms.rules)),
            "order": to_data(row.terms.ranking),
            "frame": row.terms.frame_name,
            "frame_terms": row.terms.frame,
            "first_day": row.terms.first_day or None,
            "last_day": row.terms.last_day or None,
        }


@table
def entrants(of: Source) -> Iterator[Record]:
    for season in of.seasons:
        for member, withdrew in projections.entrants(of.db, of.club_id, season.number).items():
            if of.wants(member):
                yield {
                    "season": season.number,
                    "member": member,
                    "name": of.names.get(member),
                    "withdrew": withdrew,
                }


@table
def fixtures(of: Source) -> Iterator[Record]:
    for season in of.seasons:
        for each in fixtures_now(of.db, of.club_id, season.number):
            if of.wants(*each.members):
                yield {
                    "season": season.number,
                    "round": each.round,
                    "table": each.table,
                    "first": of.names.get(each.first),
                    "second": of.name(each.second),
                    "first_member": each.first,
                    "second_member": each.second,
                    "status": each.words,
                    "through": of.name(each.through),
                    "through_member": each.through,
                    "margin": None if each.entry is None else each.points,
                    "entry": each.entry,
                    "partie": each.code or None,
                }


@table
def standings(of: Source) -> Iterator[Record]:
    for season in of.seasons:
        now = season_table(of.db, of.club_id, season.number)
        for row in now.rows:
            if of.wants(row.member):
                line = StandingsLine(row, of.names, season.terms, now.ratings.get(row.member))
                figures = dict(zip(TALLY_FIGURES, row.tally.figures, strict=True))
                shown = {name: column.value(line) for name, column in IN_TABLE.items()}
                # Match points are shown with what a director gave, and in the tally without.
                yield {**figures, **shown, "season": season.number}


@table
def meetings(of: Source) -> Iterator[Record]:
    for season in of.seasons:
        only = None if of.member is None else [of.member]
        found = projections.meetings(of.db, of.club_id, season.number, only)
        for (member, other), each in sorted(found.items()):
            figures = dict(zip(MEETING_FIGURES, each.figures, strict=True))
            yield {
                "season": season.number,
                "member": member,
                "other_member": other,
                "stakes_balance": figures.pop("stakes"),
                **figures,
            }


@table
def results(of: Source) -> Iterator[Record]:
    seasons = {each.number: each for each in of.seasons}
    for each in projections.parties_since(of.db, of.club_id):
        if each.season in seasons and of.wants(*each.members):
            season = seasons[each.season]
            state = each.state_in(closed=season.closed)
            counts = season.terms.counts(each.result)
            shown = result_record(each, of.names, state=state, counts=counts)
            yield {"season": each.season, **shown}


def result_record(
    row: PostedPartie, names: Mapping[int, str], *, state: ResultState, counts: bool
) -> dict[str, Cell]:
    """Return a result with the names of members as in *names*; without its season, by whose terms
    it *counts* or not.
    """
    result = row.result
    first, second = row.members
    first_side, second_side = result.sides
    winner = None if result.winner is None else row.members[result.winner]
    return {
        "entry": row.entry,
        "partie": row.code or None,
        "date": row.played,
        "round": row.round or None,
        "first": names.get(first),
        "second": names.get(second),
        "first_member": first,
        "second_member": second,
        "first_total": first_side.total if result.has_totals else None,
        "second_total": second_side.total if result.has_totals else None,
        "winner": None if winner is None else names.get(winner),
        "winner_member": winner,
        "margin": result.points,
        "rubicon": result.rubicon,
        "lurch": result.lurch,
        "forfeit": result.forfeit,
        "known": result.known.value,
        "counts": counts,
        "state": state.value,
    }


@table
def parties(of: Source) -> Iterator[Record]:
    closed = closed_seasons(of)
    for found in of.parties():
        partie = play_partie(record_of(found))
        row = found.row
        membership = row.membership
        first_total, second_total = partie.totals
        yield {
            "partie": row.code,
            "season": membership.season,
            "round": membership.round or None,
            "date": _day(of, found),
            **_two(of, found),
            "opened_at": row.opened_at,
            "rules": name_of(partie.record.rules),
            "deals": len(partie.deals),
            "over": partie.is_over,
            "first_total": first_total,
            "second_total": second_total,
            **_end(of, found, partie.settlement),
            "entry": found.entry,
            "state": _state(found, is_closed=membership.season in closed),
        }


def _day(of: Source, found: WholePartie) -> str:
    return found.posted_on or played_on(of.db, found.row)


def _two(of: Source, found: WholePartie) -> dict[str, Cell]:
    """Return the two players of a partie, their names as at the table."""
    first, second = found.row.names
    first_member, second_member = map(of.itself, found.row.membership.members)
    return {
        "first": first,
        "second": second,
        "first_member": first_member,
        "second_member": second_member,
    }


def closed_seasons(of: Source) -> set[int]:
    return {each.number for each in of.seasons if each.closed}


def _state(found: WholePartie, *, is_closed: bool) -> str | None:
    """Return the state of what a partie posts, in a word; `None` if it is not posted."""
    if found.entry is None:
        return None
    state = ResultState.FINAL if is_closed else STATES[found.state]
    return state.value


def _end(of: Source, found: WholePartie, settlement: Settlement | None) -> dict[str, Cell]:
    """Return how a partie ended; nothing while it is not over."""
    if settlement is None:
        return dict.fromkeys(("winner", "winner_member", "margin", "rubicon", "lurch"))
    winner = settlement.winner
    return {
        "winner": None if winner is None else found.row.names[winner],
        "winner_member": (
            None if winner is None else of.itself(found.row.membership.members[winner])
        ),
        "margin": settlement.points,
        "rubicon": settlement.rubicon,
        "lurch": settlement.lurch,
    }


@table
def deals(of: Source) -> Iterator[Record]:
    for found in of.parties():
        row = found.row
        membership = row.membership
        day = _day(of, found)
        first, second = row.names
        partie = play_partie(record_of(found))
        for deal in partie.deals:
            first_points, second_points = deal.points
            yield {
                "partie": row.code,
                "date": day,
                "season": membership.season,
                "round": membership.round or None,
                "first": first,
                "second": second,
                "deal": deal.number + 1,
                "elder": row.names[partie.record.elder(deal.number)],
                "first_points": first_points,
                "second_points": second_points,
                "weight": deal.weight,
                "from_totals": deal.deal is None,
                "over": deal.is_over,
            }


@table
def lines(of: Source) -> Iterator[Record]:
    for found in of.parties():
        partie = play_partie(record_of(found))
        people = _at_the_table(of, found.row.membership.members, partie.record.players)
        for each in lines_of(partie, people):
            yield {"partie": found.row.code, "company": None, "turn": None, **each}
    for _, card, _ in cards(of):
        people = _at_the_table(of, card.members, card.company.record.players)
        for turn in turns_of(card):
            for each in lines_of_turn(turn, people):
                yield {"partie": None, "company": card.code, **each}


def _at_the_table(of: Source, members: Sequence[int], players: Sequence[Player]) -> list[Person]:
    """Return the players of a sheet by the names under which it was kept."""
    named = zip(members, players, strict=True)
    return [Person(of.itself(member) or None, player.name) for member, player in named]


@table
def companies(of: Source) -> Iterator[Record]:
    closed = closed_seasons(of)
    for season, card, posted in cards(of):
        state = None
        if posted is not None:
            found = finality(entries_of_sheet(of.db, of.club_id, card.code))
            state = state_of(found, is_closed=season in closed).value
        company = card.company
        yield {
            "company": card.code,
            "season": season,
            "frame": company.record.terms.frame.value,
            "opened_at": card.opened_at,
            "rules": name_of(company.record.rules),
            "parties": len(company.card.turns),
            "pool": company.card.held,
            "signed": card.is_signed,
            "entry": None if posted is None else posted.entry.number,
            "state": state,
        }


@table
def company_players(of: Source) -> Iterator[Record]:
    for _, card, _ in cards(of):
        for cut, number in enumerate(card.members):
            member = of.itself(number)
            if of.wants(member):
                yield {
                    "company": card.code,
                    "cut": cut + 1,
                    "member": member,
                    "name": of.names.get(member),
                    "balance": card.company.card.balances[cut],
                    "signed": card.signatures[cut] is not None,
                }


@table
def statements(of: Source) -> Iterator[Record]:
    for found in of.parties():
        for each in chained.from_iterable(found.deals):
            yield {
                "partie": found.row.code,
                "deal": each.deal + 1,
                "position": each.position + 1,
                "statement": each.text,
                "recorded_at": each.recorded_at,
            }


@table
def signatures(of: Source) -> Iterator[Record]:
    for found in of.parties():
        for each in found.signatures:
            yield {
                "partie": found.row.code,
                "player": each.name,
                "member": of.itself(found.row.membership.members[each.player]),
                "signed_at": each.signed_at,
                "means": each.means or None,
                "phone": without_isolates(author_words(each.phone, of.names)) or None,
            }


@table
def disputes(of: Source) -> Iterator[Record]:
    for sheet, dispute in all_disputes(of):
        yield dispute_record(sheet, dispute, of.names)


def dispute_record(sheet: SheetNamed, each: DisputeRow, names: Mapping[int, str]) -> Record:
    return {
        "sheet": sheet.code,
        "dispute": each.number,
        "player": sheet.player(each.player),
        "kind": each.kind,
        "reason": each.reason,
        "turn": each.turn + 1 or None,  # -1 is no turn, and no deal
        "deal": each.deal + 1 or None,
        "correction": each.correction or None,
        "raised_at": each.raised_at,
        "outcome": each.how,
        "ended_by": (
            None if each.by is None else without_isolates(author_words(each.by, names)) or None
        ),
        "words": each.words or None,
        "law": each.law or None,
        "ended_at": each.ended_at,
        "superseded_by": each.superseded_by or None,
    }


@table
def replies(of: Source) -> Iterator[Record]:
    for sheet, dispute in all_disputes(of):
        for each in dispute.replies:
            yield {
                "sheet": sheet.code,
                "dispute": dispute.number,
                "player": sheet.player(each.player),
                "kind": each.kind,
                "words": each.words or None,
                "replied_at": each.replied_at,
            }


@table
def entries(of: Source) -> Iterator[Record]:
    called = names_of(of.db, of.club_id).seasons
    if of.member is None:
        rows = entry_rows.entries(of.db, of.club_id, season=of.season)
    else:
        rows = season_sheets.entries_about(of.db, of.club_id, of.member)
    for row in rows:
        entry = chain.read(row.text)
        body = entry.body
        season = getattr(body, "season", None)
        # The entries about a member are of all seasons.
        of_another_season = of.season not in (None, _season_of(entry.postings, season))
        if of.member is not None and of_another_season:
            continue
        if not of.wants(*_about(body, entry.postings)):
            continue
        yield {
            "entry": row.number,
            "made_at": entry.at,
            "author": without_isolates(author_words(entry.author, of.names)),
            "kind": entry.kind,
            "season": season,
            "sheet": getattr(body, "code", "") or None,
            "says": without_isolates(sentence(ledger.narration(body, of.names, called))),
            "reversed_by": row.reversed_by,
            "digest": row.digest,
            "entry_text": row.text,
        }


def _season_of(postings: Sequence[ledger.Posting], season: int | None) -> int | None:
    return postings[0].account.season if season is None and postings else season


def _about(body: ledger.Body, postings: Sequence[ledger.Posting]) -> set[int]:
    found = {each.account.member for each in postings}
    for name in ("member", "into", "by", "payer", "payee"):
        found.add(getattr(body, name, 0))
    found |= set(getattr(body, "members", ()))
    for each in getattr(body, "fixtures", ()):
        assert isinstance(each, ledger.Fixture)
        found |= {each.first, each.second or 0}
    return found


@table
def postings(of: Source) -> Iterator[Record]:
    found = season_sheets.postings(of.db, of.club_id, season=of.season, member=of.member)
    for entry, season, member, commodity, amount in found:
        yield {
            "entry": entry,
            "season": season,
            "member": member,
            "commodity": commodity,
            "amount": amount,
        }


@table
def ratings(of: Source) -> Iterator[Record]:
    found: Iterable[projections.Row] = ()
    if of.member is not None:
        each = projections.ratings_of(of.db, of.club_id, of.member)
        found = ((of.member, moment, *rating) for moment, rating in each)
    elif of.season is None:
        found = projections.rows(of.db, of.club_id, s.rating)
    for member, moment, rating, deviation, volatility, parties in found:
        yield {
            "member": member,
            "date": str(moment)[:10],
            "entry": int(str(moment)[11:]),
            "rating": rating,
            "deviation": deviation,
            "volatility": volatility,
            "parties": parties,
        }
