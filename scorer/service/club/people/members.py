"""The people of a club: its founder, directors and members, their names and roles,
and how each proves who they are.
"""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import cache
from typing import NamedTuple

from sqlalchemy import Connection, Engine

from ....ledger import entries as ledger
from ....ledger.chain import digest, digests, seal
from ....ledger.entries import BY_LINK
from ....rules.names import Name, folded, is_same, named, searched
from ....rules.words import listed
from ....storage import clubs as store
from ....storage import entry_rows, erasures, projections, season_sheets
from ....storage.clubs import CredentialRow
from ....storage.engine import Unavailable, reading, writing
from ....storage.erasures import Mention, mentions
from ....storage.projections import MemberRow
from ....table.entering import DIFFER_ONLY, NotAllowed, clean_name, new_token, refuse_if, token_from
from ....table.saving import FORMULA
from ...service import Service
from ...zones import today
from ..credentials import Actor, Role, SignInRow, actor, check_pin, hash_of, hashed, is_right
from ..posts import Draft, Named, post, post_all, reads, terms_of
from .clubs import find_club, new_director

# Members


MOST_AT_ONCE = 500

TWICE = "{} is in the list twice; leave one out, or add something to it."


def name_taken(name: Name, other: Name) -> str:
    """Return why nobody can be called *name* beside a member called *other*."""
    alike = "" if name == other else f" {name} and {other} {DIFFER_ONLY}."
    return f"The club has a member called {other}; add something to this name.{alike}"


class Member(NamedTuple):
    """A member of a club, or one who left.

    `number` is never used again, `links` are ids of the valid personal links, oldest first.
    `merged` are other numbers under which the member was admitted too, `others` the names by which
    the member is found besides.
    """

    number: int
    name: Name
    shown: Name
    role: Role
    has_pin: bool
    links: tuple[int, ...]
    has_left: bool = False
    merged: tuple[int, ...] = ()
    others: tuple[Name, ...] = ()


def member_name(name: str) -> Name:
    """Normalise the name of a member; refuse what a spreadsheet would calculate."""
    person = clean_name(name)
    refuse_if(
        person.startswith(FORMULA), "A name does not begin like a formula, with =, +, - or @."
    )
    return person


def initials(name: str) -> Name:
    """Return the initials of a name.

    >>> initials("Ada Lovelace"), initials("Élodie")
    ('A. L.', 'É.')
    """
    return Name(" ".join(f"{part[0]}." for part in name.split()))


def alphabetical(name: str) -> tuple[str, str]:
    """Return the key that sorts names as people do: accented letters beside plain ones, ß as ss.

    >>> names = ["Zoë", "Østen", "Élodie", "Eve", "Emil", "ñandu", "Nora", "Strauß", "Strauss"]
    >>> sorted(names, key=alphabetical)
    ['Élodie', 'Emil', 'Eve', 'ñandu', 'Nora', 'Østen', 'Strauss', 'Strauß', 'Zoë']
    """
    return folded(name), name


def by_name(members: Iterable[int], names: Mapping[int, str]) -> list[int]:
    return sorted(members, key=lambda member: alphabetical(names[member]))


def shown_names(db: Connection, club_id: int) -> dict[int, Name]:
    """Return what members are called on pages, by all their numbers."""
    as_initials = {
        member
        for member, value in store.settings(db, club_id, "shown as").items()
        if value == "initials"
    }
    rows = projections.member_rows(db, club_id)
    now = {number: rows[row.itself] for number, row in rows.items()}
    return {
        number: initials(row.name) if row.number in as_initials and not row.is_erased else row.name
        for number, row in now.items()
    }


def members(db: Connection, club_id: int) -> list[Member]:
    """Return the members and who has left, in the order of their names,
    without those whose names were erased.
    """
    rows = projections.member_rows(db, club_id)
    shown = shown_names(db, club_id)
    merged = defaultdict[int, list[int]](list)
    links = defaultdict[int, list[int]](list)
    for each in rows.values():
        merged[each.merged_into].append(each.number)
    for link in store.active_credentials(db, club_id, "link"):
        links[link.member].append(link.id)
    others = defaultdict[int, list[Name]](list)
    for other in projections.aliases(db, club_id):
        others[rows[other.member].itself].append(other.name)
    pins = {pin.member for pin in store.active_credentials(db, club_id, "pin")}
    return [
        Member(
            number=row.number,
            name=row.name,
            shown=shown[row.number],
            role=Role(row.role),
            has_pin=row.number in pins,
            links=tuple(links[row.number]),
            has_left=not row.is_member,
            merged=tuple(merged[row.number]),
            others=tuple(others[row.number]),
        )
        for row in sorted(rows.values(), key=lambda row: alphabetical(row.name))
        if not row.merged_into and not row.is_erased
    ]


def admit(db: Connection, by: Actor, names: Iterable[str], *, at: str) -> list[int]:
    wanted = [name for name in names if name.strip()]
    refuse_if(not wanted, "Enter at least one name.")
    if len(wanted) > MOST_AT_ONCE:
        raise NotAllowed(
            f"You can admit up to {MOST_AT_ONCE} names at once. Admit them in several steps."
        )
    before = projections.member_rows(db, by.club_id)
    taken = {folded(row.name): row.name for row in before.values()}
    for other in projections.aliases(db, by.club_id):
        taken.setdefault(folded(other.name), before[before[other.member].itself].name)
    new = dict[str, Name]()
    wrong = []
    for each in wanted:
        try:
            name = member_name(each)
        except NotAllowed as error:
            wrong.append(f"{each.strip()[:80]}: {error}")
            continue
        key = folded(name)
        if key in taken:
            wrong.append(name_taken(name, taken[key]))
        elif key in new:
            wrong.append(TWICE.format(name))
        new[key] = name
    refuse_if(wrong, " ".join(wrong))
    numbers = range(start := max(before, default=0) + 1, start + len(new))
    admitted = zip(numbers, new.values(), strict=True)
    post_all(db, by.club_id, [admission(number, name, by.author, at) for number, name in admitted])
    return list(numbers)


def members_named(db: Connection, by: Actor, names: Iterable[str], *, at: str) -> list[int]:
    """Return the members of these names; who is none yet is admitted.

    Refuse a name that may be several members'.
    """
    known = called(db, by.club_id)
    found = list[int]()
    new = list[str]()
    for name in names:
        meant = known.meant(name)
        if len(meant) > 1:
            alike = listed([each for _, each in meant])
            raise NotAllowed(f"{name[:80]} may be {alike}. Type the name as the club has it.")
        if meant:
            found += [number for number, _ in meant]
        else:
            new.append(name)
    return [*found, *admit(db, by, new, at=at)] if new else found


def admission(number: int, name: str, author: str, at: str) -> Draft:
    """Return the draft of an admission, with the name sealed by a new salt."""
    salt = secrets.token_hex(16)
    return Draft(
        ledger.MemberAdmitted(number, sealed=seal(name, salt)), author, at, Named(name, salt)
    )


def alias(number: int, name: str, author: str, at: str) -> Draft:
    """Return the draft of another name by which a member is found, sealed by a new salt."""
    salt = secrets.token_hex(16)
    body = ledger.MemberAlias(number, sealed=seal(name, salt))
    return Draft(body, author, at, Named(name, salt))


def rows_with(db: Connection, club_id: int, number: int) -> dict[int, MemberRow]:
    """Return the members, if *number* is one of them;
    not if they were merged or their name was erased.
    """
    rows = projections.member_rows(db, club_id)
    if number not in rows or rows[number].merged_into or rows[number].is_erased:
        raise NotAllowed("The club has no such member.")
    return rows


class MembersByName(NamedTuple):
    """The members by name: the number and the name of each;
    by a merged one's name and by another name, who they are now.
    """

    names: Mapping[str, Sequence[Name]]
    people: Mapping[Name, tuple[int, Name]]

    def find(self, name: str) -> tuple[int, Name] | None:
        """Return the member who is meant by a name:
        who has it, or the only one whose name is the same.
        """
        meant = self.meant(name)
        if len(meant) != 1:
            return None
        (found,) = meant
        return found

    def meant(self, name: str) -> list[tuple[int, Name]]:
        """Return all members who may be meant by a name."""
        found = named(name, self.names.get(folded(name), ()))
        return list(dict.fromkeys(self.people[each] for each in found))


def called(db: Connection, club_id: int) -> MembersByName:
    rows = projections.member_rows(db, club_id)
    of = {
        row.name: (row.itself, rows[row.itself].name) for row in rows.values() if not row.is_erased
    }
    for other in projections.aliases(db, club_id):
        row = rows[rows[other.member].itself]
        of.setdefault(other.name, (row.number, row.name))
    by_fold = defaultdict[str, list[Name]](list)
    for name in of:
        by_fold[folded(name)].append(name)
    return MembersByName(by_fold, of)


# Leaving, merging and erasing
#
# Nothing is deleted. Who left keeps every result. A member who was admitted twice is merged into
# the first: sheets and entries keep the numbers under which they were made, and whatever is counted
# goes to the other. A name is erased beside the ledger; in the ledger it is sealed by a salt that
# goes with it.


class MergePreview(NamedTuple):
    """What goes from one member to another: parties by season, and what the accounts hold,
    by season and commodity.
    """

    member: Member
    into: Member
    parties: tuple[tuple[str, int], ...]
    balances: tuple[tuple[str, ledger.Commodity, int], ...]


def merging(db: Connection, club_id: int, member: int, into: int) -> ledger.MemberMerged:
    """Return the entry that merges a member into another,
    if what both have done can be one person's.
    """
    rows = rows_with(db, club_id, member)
    other = rows_with(db, club_id, into)
    refuse_if(member == into, "Choose another member. Nobody is merged into themselves.")
    one_name = rows[member].name
    other_name = other[into].name
    share_sheet = season_sheets.is_shared(db, club_id, _numbers(rows, member), _numbers(rows, into))
    if share_sheet or projections.parties_of(db, club_id, member, other=into, most=1):
        raise NotAllowed(
            f"{one_name} and {other_name} have played each other, so they are two people."
        )
    mine = projections.seasons_entered(db, club_id, member)
    theirs = projections.seasons_entered(db, club_id, into)
    for season in mine.keys() & theirs.keys():
        if projections.fixtures(db, club_id, season):
            raise NotAllowed(
                f"Both take part in {terms_of(db, club_id, season).name}, whose rounds are drawn "
                f"for two people. "
                "They cannot be merged."
            )
    held = entry_rows.balances(db, club_id, members=[member])
    balances = (
        (season, ledger.Commodity[name.upper()], amount)
        for (season, _, name), amount in sorted(held.items())
        if amount
    )
    return ledger.MemberMerged(member, into, tuple(balances))


def _numbers(rows: Mapping[int, MemberRow], member: int) -> list[int]:
    return [row.number for row in rows.values() if row.itself == member]


def _plays_in(db: Connection, club_id: int, member: int) -> list[str]:
    """Return the names of the open seasons in which a member takes part and has not withdrawn."""
    withdrew = projections.seasons_entered(db, club_id, member)
    seasons = projections.seasons(db, club_id)
    return [
        each.terms.name
        for each in seasons
        if not each.closed and not withdrew.get(each.number, True)
    ]


def _other_names(db: Connection, club_id: int, number: int) -> list[Name]:
    """Return the other names by which a member is found, those of who was merged into them too."""
    numbers = projections.member_rows(db, club_id, [number])
    return [each.name for each in projections.aliases(db, club_id, numbers)]


class ErasePreview(NamedTuple):
    """Whose name is erased, and what is left of it.

    Attributes:
        former: what they are called afterwards.
        erased: whether it is done.
        plays_in: the names of the open seasons in which they play.
        mentions: the entries and disputes that have the name, which cannot be changed; unknown once
            it is erased.
        has_traces: whether the files of the database may still have a name that was erased.
    """

    name: Name
    former: Name
    erased: bool
    plays_in: tuple[str, ...] = ()
    mentions: tuple[Mention, ...] = ()
    has_traces: bool = False


# Everybody
#
# Directors sign in with a password. A member has a personal link for their own phone and a PIN to
# sign on another one. All are stored as hashes, and each can be revoked.


@cache
def _nobody() -> str:
    """Return the hash of a random password, to check where there is none,
    so that both take as long.
    """
    return hash_of(new_token())


DIRECTOR_LINK = "director link"
"""The kind of credential that lets a director set a password."""

DIRECTOR_LINK_LASTS = timedelta(hours=24)


class DirectorLink(NamedTuple):
    """A link to set a director's password; `until` is UTC in ISO 8601."""

    credential: int
    club_id: int
    until: str
    directors: tuple[str, ...]


STAYS_SIGNED_IN = timedelta(days=400)
DIRECTOR_STAYS_SIGNED_IN = timedelta(days=30)
"""How long a personal link lets a phone act after it was opened,
and a password after it was entered.
"""


def _lasts(member: int) -> float:
    return (STAYS_SIGNED_IN if member else DIRECTOR_STAYS_SIGNED_IN).total_seconds()


class People(Service):
    def add_director(self, by: Actor, *, name: str, password: str) -> None:
        person = clean_name(name)
        with reading(self.engine) as db:
            club = store.name_of(db, by.club_id)
        secret = hashed(password, club, person)
        with writing(self.engine, club=by.club_id) as db:
            if any(
                is_same(each.name, person)
                for each in store.active_credentials(db, by.club_id, "password")
            ):
                raise NotAllowed("There is already a director of this name.")
            new_director(db, by.club_id, person, secret, author=by.author, at=self.at())

    def change_password(self, by: Actor, current: str, new: str) -> Actor:
        """Change the password of a director who knows the *current* one;
        the sessions of that end.
        """
        with reading(self.engine) as db:
            club = store.name_of(db, by.club_id)
            row = store.credential(db, by.credential)
        refuse_if(
            row is None or not is_right(row.secret_hash, current),
            "That is not your current password.",
        )
        secret = hashed(new, club, by.name)
        with writing(self.engine, club=by.club_id) as db:
            self._end(
                db,
                [
                    each
                    for each in store.active_credentials(db, by.club_id, "password")
                    if each == row
                ],
            )
            return actor(
                new_director(db, by.club_id, by.name, secret, author=by.author, at=self.at()),
                by.name,
            )

    def sign_in(self, code: str, name: str, password: str) -> Actor | None:
        with reading(self.engine) as db:
            club = find_club(db, code)
            held = store.active_credentials(db, club.id, "password")
        meant = named(
            name, [each.name for each in held]
        )  # several, if an older book has two names that are the same
        rows = [each for each in reversed(held) if each.name in meant]
        row = next((each for each in rows if is_right(each.secret_hash, password)), None)
        if not rows:
            is_right(_nobody(), password)
        return None if row is None else actor(row, row.name)

    def begin(self, by: Actor, browser: str = "") -> str:
        """Begin a session, which lets a phone act for *by*, and return what its cookie holds."""
        session = new_token()
        forget = (self.clock() - STAYS_SIGNED_IN).isoformat()
        with writing(self.engine) as db:
            store.insert_sign_in(
                db, session, by.credential, browser=browser, at=self.at(), forget=forget
            )
        return session

    sign_in_with = reads(store.sign_in)

    def acting(self, row: SignInRow) -> Actor | None:
        """Return for whom a phone acts, and note the first time of each day;
        `None` if it is signed out.
        """
        found = None if row.ended else self.actor(row.credential_id)
        if found is None or self.seconds_since(row) >= _lasts(found.member):
            return None
        with reading(self.engine) as db:
            now = today(db, found.club_id, self.at())
        if row.used_on < now:
            with (
                suppress(Unavailable),
                writing(self.engine) as db,
            ):  # the phone acts even if this is not noted
                store.change_sign_ins(db, [row.id], used_on=now)
        return found

    def seconds_since(self, row: SignInRow) -> float:
        return (self.clock() - datetime.fromisoformat(row.signed_in_at)).total_seconds()

    def sign_out(self, row: SignInRow) -> None:
        """End a session on its own phone; a repeat changes nothing."""
        with writing(self.engine) as db:
            store.change_sign_ins(db, [row.id], ended="here")

    def phones(
        self, club_id: int, member: int, credential: int | None = None, *, own: int = 0
    ) -> list[SignInRow]:
        """Return the phones on which a member, or a director by a *credential*, is signed in.

        One whose cookie never came back, as if its answer was lost, is left out, but not one's
        *own*.
        """
        with reading(self.engine) as db:
            found = store.sign_ins(db, club_id, member, credential)
        held = [row for row in found if self.seconds_since(row) < _lasts(member)]
        return [row for row in held if row.used_on or row.id == own]

    def end_phones(
        self,
        club_id: int,
        member: int,
        credential: int | None = None,
        *,
        number: int | None = None,
        own: int = 0,
    ) -> bool:
        """Sign one of these phones out, or all but one's *own*;
        return whether any was signed in.
        """
        with writing(self.engine, club=club_id) as db:
            ids = [
                row.id for row in store.sign_ins(db, club_id, member, credential) if row.id != own
            ]
            ended = ids if number is None else [each for each in ids if each == number]
            store.change_sign_ins(db, ended, ended="elsewhere")
        return bool(ended)

    def directors(self, by: Actor) -> list[CredentialRow]:
        with reading(self.engine) as db:
            return store.active_credentials(db, by.club_id, "password")

    def actor(self, credential: int) -> Actor | None:
        with reading(self.engine) as db:
            row = store.credential(db, credential)
            if row is None or row.ended or row.kind not in ("password", "link"):
                return None
            if not row.member:
                return actor(row, row.name)
            member = projections.member_rows(db, row.club_id, [row.member])[row.member]
            return actor(row, member.name, Role(member.role))

    def admit(self, by: Actor, names: Iterable[str]) -> list[int]:
        """Admit members, all or none, and return their numbers; empty names are ignored."""
        with writing(self.engine, club=by.club_id) as db:
            return admit(db, by, names, at=self.at())

    def rename(self, by: Actor, number: int, name: str) -> None:
        name = member_name(name)
        with writing(self.engine, club=by.club_id) as db:
            rows = rows_with(db, by.club_id, number)
            for row in rows.values():
                if row.itself != number and is_same(name, row.name):
                    raise NotAllowed(name_taken(name, row.name))
            # One salt for all names of a member: without it none of them can be read.
            salt = rows[number].salt or secrets.token_hex(16)
            body = ledger.MemberRenamed(number, sealed=seal(name, salt))
            post_all(db, by.club_id, [Draft(body, by.author, self.at(), Named(name, salt))])

    def leave(self, by: Actor, number: int) -> None:
        """Post that a member has left; a repeat changes nothing."""
        with writing(self.engine, club=by.club_id) as db:
            row = rows_with(db, by.club_id, number)[number]
            if playing := _plays_in(db, by.club_id, number):
                raise NotAllowed(
                    f"{row.name} still plays in {listed(playing)}. Withdraw them there first."
                )
            if row.is_member:
                post(db, by.club_id, ledger.MemberLeft(number), author=by.author, at=self.at())

    def rejoin(self, by: Actor, number: int) -> None:
        """Post that a member who left has returned; a repeat changes nothing."""
        with writing(self.engine, club=by.club_id) as db:
            if not rows_with(db, by.club_id, number)[number].is_member:
                post(db, by.club_id, ledger.MemberRejoined(number), author=by.author, at=self.at())

    def merge_preview(self, club_id: int, member: int, into: int) -> MergePreview:
        with reading(self.engine) as db:
            body = merging(db, club_id, member, into)
            everybody = {each.number: each for each in members(db, club_id)}
            names = {row.number: row.terms.name for row in projections.seasons(db, club_id)}
            tallies = projections.tallies_of(db, club_id, member)
            return MergePreview(
                everybody[member],
                everybody[into],
                tuple((names[season], tally.parties) for season, tally in tallies.items()),
                tuple(
                    (names[season], commodity, amount)
                    for season, commodity, amount in body.balances
                ),
            )

    def merge(self, by: Actor, member: int, into: int) -> None:
        """Merge a member into another; links and PIN of the first end."""
        with writing(self.engine, club=by.club_id) as db:
            body = merging(db, by.club_id, member, into)
            self._end_all(db, by.club_id, member)
            post(db, by.club_id, body, author=by.author, at=self.at())

    def erase_preview(self, club_id: int, number: int) -> ErasePreview:
        with reading(self.engine) as db:
            row = projections.member_rows(db, club_id, [number])[number]
            playing = tuple(_plays_in(db, club_id, number))
            called = [] if row.is_erased else [row.name, *_other_names(db, club_id, number)]
            found = tuple(each for name in called for each in mentions(db, club_id, name))
            found = tuple(dict.fromkeys(found))
            traces = bool(erasures.pending(db))
            former = Name(ledger.former_name(number))
            return ErasePreview(
                name=row.name,
                former=former,
                erased=row.is_erased,
                plays_in=playing,
                mentions=found,
                has_traces=traces,
            )

    def erase(self, by: Actor, number: int) -> bool:
        """Erase the name of a member wherever it is stored beside the ledger; links and PIN end.

        Return whether no trace of it is left in the file; a repeat tries that again, as a `Cleaner`
        does.
        """
        with writing(self.engine, club=by.club_id) as db:
            rows = projections.member_rows(db, by.club_id, [number])
            if number not in rows or rows[number].merged_into:
                raise NotAllowed("The club has no such member.")
            if not rows[number].is_erased:
                for each in rows:
                    self._end_all(db, by.club_id, each)
                season_sheets.rename_players(db, by.club_id, rows, ledger.former_name(number))
                post(db, by.club_id, ledger.MemberErased(number), author=by.author, at=self.at())
                erasures.note(db, f"member {number} of club {by.club_id}", at=self.at())
        if not isinstance(self.engine, Engine) or self.engine.dialect.name != "sqlite":
            return False  # to look through the tables of a server takes too long for a request
        try:
            return erasures.clean(self.engine)
        except Unavailable:
            return False  # the name is erased, and its traces are removed later

    def _end_all(self, db: Connection, club_id: int, member: int) -> None:
        for kind in ("link", "pin"):
            self._end(db, store.active_credentials(db, club_id, kind, member))
        store.delete_sign_ins(db, club_id, member)

    members = reads(members)

    def member(self, club_id: int, number: int) -> Member | None:
        return next((each for each in self.members(club_id) if each.number == number), None)

    def search(self, club_id: int, query: str, *, whole_names: bool) -> dict[int, Name]:
        """Return the members with *query* in their names, first where a word begins with it,
        compared as `searched`; who is found by another name only comes after them.

        Another name under which a member was admitted too, such as a nickname, finds them as well.
        Without *whole_names* only names as shown are searched and returned.
        """
        with reading(self.engine) as db:
            rows = projections.member_rows(db, club_id)
            shown = projections.members(db, club_id) if whole_names else shown_names(db, club_id)
            others = list[tuple[int, Name]]()
            if whole_names:
                others = [(row.number, row.name) for row in rows.values() if not row.is_erased]
                others += [(each.member, each.name) for each in projections.aliases(db, club_id)]
        wanted = searched(query)
        ranks = dict[int, tuple[bool, bool]]()
        for is_other, called in ((False, shown.items()), (True, others)):
            for number, name in called:
                words = searched(name)
                if wanted in words:
                    itself = rows[number].itself
                    rank = is_other, f" {wanted}" not in f" {words}"
                    ranks[itself] = min(ranks.get(itself, rank), rank)
        found = sorted(ranks, key=lambda number: (ranks[number], alphabetical(shown[number])))
        return {number: shown[number] for number in found}

    def number_now(self, club_id: int, number: int) -> int:
        """Return the number of a member, or of the one into whom they were merged;
        0 if there is none.
        """
        with reading(self.engine) as db:
            row = projections.member_rows(db, club_id, [number]).get(number)
            return 0 if row is None else row.merged_into or number

    def give_role(self, by: Actor, number: int, role: Role) -> None:
        refuse_if(
            role is Role.DIRECTOR,
            "Members cannot have this role. Add a director with a password instead.",
        )
        with writing(self.engine, club=by.club_id) as db:
            if rows_with(db, by.club_id, number)[number].role != role.value:
                post(db, by.club_id, ledger.RoleGiven(number, role), author=by.author, at=self.at())

    def new_link(self, by: Actor, number: int, *, token: str = "") -> str:
        """Make a personal link and return its secret; the same *token* makes one link."""
        token = token or new_token()
        with writing(self.engine, club=by.club_id) as db:
            rows_with(db, by.club_id, number)
            self._put_link(db, by.club_id, number, token)
        return token

    def new_links(self, by: Actor, token: str) -> dict[int, str]:
        """Make a link for each member without one;
        the secrets follow from *token*, so a repeat shows the same.
        """
        with writing(self.engine, club=by.club_id) as db:
            having = {row.member for row in store.active_credentials(db, by.club_id, "link")}
            found = {}
            for number, row in projections.member_rows(db, by.club_id).items():
                if not row.is_member:
                    continue
                own = token_from(token, number)
                made = store.link_with(db, digests(own))
                has_another = made is None and number in having
                was_ended = made is not None and made.ended
                if not has_another and not was_ended:
                    self._put_link(db, by.club_id, number, own)
                    found[number] = own
            return found

    def renew_link(self, by: Actor, number: int, *, token: str) -> str:
        """End the links of a member, make a new one and return its secret;
        the same *token* makes one link.

        A secret is stored as its digest alone, so a link that was lost cannot be shown again.
        """
        with writing(self.engine, club=by.club_id) as db:
            rows_with(db, by.club_id, number)
            self._renew(db, by.club_id, number, token)
        return token

    def renew_links(self, by: Actor, token: str) -> dict[int, str]:
        """End the links of all members and make each a new one;
        the secrets follow from *token*, so a repeat shows the same.
        """
        with writing(self.engine, club=by.club_id) as db:
            found = {}
            for number, row in projections.member_rows(db, by.club_id).items():
                if row.is_member:
                    found[number] = token_from(token, number)
                    self._renew(db, by.club_id, number, found[number])
            return found

    def _renew(self, db: Connection, club_id: int, number: int, token: str) -> None:
        if store.link_with(db, digests(token)) is None:
            self._end(db, store.active_credentials(db, club_id, "link", number))
            self._put_link(db, club_id, number, token)

    def _put_link(self, db: Connection, club_id: int, number: int, token: str) -> None:
        if store.link_with(db, digests(token)) is None:
            secret = digest(token)
            store.insert_credential(
                db, club_id, kind="link", secret_hash=secret, at=self.at(), member=number
            )

    def open_link(self, token: str) -> Actor | None:
        with reading(self.engine) as db:
            row = store.link_with(db, digests(token))
        return None if row is None else self.actor(row.id)

    def set_pin(self, by: Actor, number: int, pin: str) -> None:
        refuse_if(
            not number or by.member != number, "You can only set your own PIN, on your own phone."
        )
        check_pin(pin)
        secret = hash_of(pin)
        with writing(self.engine, club=by.club_id) as db:
            self._end(db, store.active_credentials(db, by.club_id, "pin", number))
            store.insert_credential(
                db, by.club_id, kind="pin", secret_hash=secret, at=self.at(), member=number
            )

    def end_pin(self, by: Actor, number: int) -> None:
        with writing(self.engine, club=by.club_id) as db:
            self._end(db, store.active_credentials(db, by.club_id, "pin", number))

    def with_pin(self, club_id: int, members: Sequence[int]) -> list[int]:
        """Return which of some players, by their seats from 0, have a PIN."""
        with reading(self.engine) as db:
            return [
                seat
                for seat, each in enumerate(members)
                if store.active_credentials(db, club_id, "pin", each)
            ]

    def pin_is_right(self, club_id: int, number: int, pin: str) -> bool:
        with reading(self.engine) as db:
            holding = store.active_credentials(db, club_id, "pin", number)
        right = is_right(holding[-1].secret_hash if holding else _nobody(), pin)
        return bool(holding) and right

    def holds(self, club_id: int, credential: int, member: int = 0) -> bool:
        with reading(self.engine) as db:
            row = store.credential(db, credential)
            return row is not None and (row.club_id, row.member) == (club_id, member)

    def end_credential(self, by: Actor, credential: int) -> None:
        """Revoke a password, a link or a PIN of the club; a repeat changes nothing."""
        with writing(self.engine, club=by.club_id) as db:
            row = store.credential(db, credential)
            if row is None or row.club_id != by.club_id:
                raise NotAllowed("The club has no such credential.")
            if (
                row.kind == "password"
                and len(store.active_credentials(db, by.club_id, "password")) == 1
            ):
                raise NotAllowed("This is the last director. Add another one first.")
            if not row.ended:
                store.end_credential(db, row.club_id, credential, at=self.at())
                if row.kind == "password":
                    post(
                        db,
                        by.club_id,
                        ledger.DirectorRemoved(str(row.name)),
                        author=by.author,
                        at=self.at(),
                    )

    names = reads(projections.members)

    def offered(self, club_id: int) -> list[int]:
        """Return who can be entered for a season: not who has left."""
        with reading(self.engine) as db:
            return [
                row.number for row in projections.member_rows(db, club_id).values() if row.is_member
            ]

    shown_names = reads(shown_names)

    def new_director_link(self, club_id: int) -> str:
        """Return the secret of a new link to set a director's password; the link before it ends."""
        token = new_token()
        with writing(self.engine, club=club_id) as db:
            self._end(db, store.active_credentials(db, club_id, DIRECTOR_LINK))
            store.insert_credential(
                db, club_id, kind=DIRECTOR_LINK, secret_hash=digest(token), at=self.at()
            )
        return token

    def director_link(self, token: str) -> DirectorLink | None:
        with reading(self.engine) as db:
            return self._director_link(db, token)

    def set_director(self, token: str, *, name: str, password: str) -> Actor:
        """Set the password of a director, perhaps a new one, by a link;
        link, old password and its sessions end.
        """
        person = clean_name(name)
        with reading(self.engine) as db:
            link = self._director_link(db, token)
            club = store.name_of(db, link.club_id) if link else ""
        secret = hashed(password, club, person)
        with writing(self.engine, club=link.club_id if link else 0) as db:
            link = self._director_link(db, token)
            if link is None:
                raise NotAllowed(
                    "This link has been used or has expired. Run scorer club director for a new "
                    "one."
                )
            store.end_credential(db, link.club_id, link.credential, at=self.at())
            held = store.active_credentials(db, link.club_id, "password")
            meant = named(person, [row.name for row in held])
            replaced = [row for row in held if row.name in meant]
            self._end(db, replaced)
            person = replaced[-1].name if replaced else person
            author = BY_LINK.format(str(person))
            return actor(
                new_director(db, link.club_id, person, secret, author=author, at=self.at()), person
            )

    def _end(self, db: Connection, rows: Iterable[CredentialRow]) -> None:
        for row in rows:
            store.end_credential(db, row.club_id, row.id, at=self.at())

    def _director_link(self, db: Connection, token: str) -> DirectorLink | None:
        row = store.link_with(db, digests(token), DIRECTOR_LINK)
        if row is None or row.ended:
            return None
        until = datetime.fromisoformat(row.made_at) + DIRECTOR_LINK_LASTS
        if self.clock() >= until:
            return None
        names = tuple(each.name for each in store.active_credentials(db, row.club_id, "password"))
        return DirectorLink(row.id, row.club_id, until.isoformat(), names)
