"""The list of parties, a new one, and one from elsewhere:
the same at the club and on a phone without it.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import ClassVar, NamedTuple

from ..rules.errors import MessageError, NotationError
from ..rules.house_rules import name_of, rules_named, title_of
from ..rules.messages import Message, Text
from ..rules.names import folded, folding, together
from ..rules.notation.document import Document, format_partie, parse_partie
from ..rules.partie import Partie, heading, play_partie, side_names
from ..rules.presets import DEFAULT, PRESETS
from ..rules.ruleset import Ruleset
from ..rules.sentences import IllegalStatement
from .card import deal_title
from .checking import Problem, refuse_too_many_words
from .contexts import Context, Rematch
from .entering import NotAllowed, WrongEntry, refuse_if
from .formatting import packed, unpacked
from .pair_page import PairHead, PairLine
from .recording import Sheet
from .speeds import SPEED, Speed, speed_named, speeds_of

PLAYERS = ("first", "second", "third", "fourth")
"""The fields of the players' names."""


class Choice(NamedTuple):
    value: str
    label: str
    selected: bool = False


@dataclass(frozen=True, slots=True)
class SheetEntry:
    """A sheet as it is listed: who plays, how far it is, and its totals."""

    code: str
    names: str
    state: Message
    totals: str = ""


def sheet_entry(sheet: Sheet) -> SheetEntry:
    totals = " – ".join(map(str, sheet.partie.totals))
    return SheetEntry(sheet.code, sheet.heading, _state(sheet), totals)


class StateText(Text):
    """How far a listed partie or scorecard is, by what was recorded and signed alone.

    Nobody signs a random deal, so no oracle asks it.
    """

    SIGNED = "signed"
    CORRECTED = "corrected by agreement or ruling"
    GOES_ON = "{title} · {ruleset}"
    HELD = "finished, disputed or posted"
    TO_SIGN = "finished, {signers:and} to sign"
    FINISHED = "finished"
    TO_SEND = "{what}, {count} {count:tap/taps} to send"
    # the scorecard of a company
    OF_CARD = "{frame} · {what}"
    PARTIES = "{parties} {parties:partie/parties}"
    IN_PROGRESS = "partie in progress"
    NOTHING_PLAYED = "nothing was played yet"


def _state(sheet: Sheet) -> Message:
    partie = sheet.partie
    if sheet.is_signed:
        return StateText.CORRECTED() if sheet.corrected else StateText.SIGNED()
    if not partie.is_over:
        title = deal_title(partie, sheet.current_deal)
        return StateText.GOES_ON(title=title, ruleset=title_of(partie.record.rules))
    if sheet.held:
        return StateText.HELD()
    if not sheet.in_season:
        return StateText.FINISHED()  # nobody has to sign it
    signatures = zip(sheet.names, sheet.signatures, strict=True)
    unsigned = tuple(name for name, signed in signatures if signed is None)
    return StateText.TO_SIGN(signers=unsigned)


@dataclass(frozen=True, slots=True, kw_only=True)
class HomePage(Context):
    """The lists of what this phone opened, follows or may score.

    Attributes:
        companies: scorecards of companies.
        to_sign: how many of the finished parties of seasons are not signed.
        clubs: those that this phone knows.
        disputes: those of the members who use this phone.
        pair: the pair that played last on this phone; *running* and *finished* then have no partie
            that the head or the page of a pair shows.
        rematch: the next partie of that pair; `None` while one is in progress.
        other_pairs: the latest first.
        to_gather: how many finished parties of two are on the page of no pair.
        removable: those of *running* that may be removed from the phone; `None` for all. A partie
            of a pair is left out on the page of the two instead.
        renewed: the pairs whose links were renewed on another phone: the code and both names, empty
            if they are not known.
    """

    template: ClassVar = "table/home.html"

    running: list[SheetEntry]
    finished: list[SheetEntry]
    companies: Sequence[SheetEntry] = ()
    to_sign: int = 0
    clubs: Sequence[object] = ()
    disputes: Sequence[object] = ()
    pair: PairHead | None = None
    rematch: Rematch | None = None
    other_pairs: Sequence[PairLine] = ()
    to_gather: int = 0
    removable: Sequence[SheetEntry] | None = None
    renewed: Sequence[tuple[str, str]] = ()


# A new partie


class BeginText(Text):
    """The fields of the form that begins a partie, and what is missing in it.

    Nothing is played yet, so no oracle asks it.
    """

    RULES = "Choose the rules you play by."
    WHO_DEALS = "Who deals first? Choose one of the two players."
    LEFT = "On the left"
    RIGHT = "On the right"
    FIRST = "First player"
    SECOND = "Second player"
    THIRD = "Third player"
    FOURTH = "Fourth player"


LONGEST_LINE = 4000
"""Characters of a ruleset in one line, with room for every field."""


def rule_choices(
    asked: str, saved: Iterable[Sequence[str]] = (), players: Sequence[int] = (2, 3, 4)
) -> tuple[Choice, ...]:
    """Return the rules to choose from: the presets, saved house rules, and those *asked* for, which
    are chosen.

    Args:
        asked: a line of rules.
        saved: the line and the name of each of the saved house rules.
        players: how many may play; other rules are left out.
    """
    known = {each.id: title_of(each) for each in PRESETS.values() if each.players in players}
    known |= {line: name for line, name in saved if rules_named(line).players in players}
    with suppress(ValueError):
        known.setdefault(asked, title_of(rules_named(asked)))
    return tuple(Choice(line, title, line == asked) for line, title in known.items())


def read_rules(line: str) -> Ruleset:
    """Return the rules of a line; `NotAllowed` says why it cannot be read or played."""
    if not line.strip():
        raise NotAllowed(BeginText.RULES())
    try:
        return rules_named(line[:LONGEST_LINE])
    except MessageError as error:
        raise WrongEntry(error) from None


DEALS = "deals"
"""The field that says who deals first, by the name of that player's field."""

SIDES = (BeginText.LEFT(), BeginText.RIGHT())
"""Where the page shows two players in every deal, in the order in which they are typed."""


class KnownPair(NamedTuple):
    """Two players whom this phone knows.

    Attributes:
        names: in any order.
        deals: who of them, from 0, deals first in their next partie; `None` if that is open.
        speed: how much they enter.
    """

    names: tuple[str, ...]
    deals: int | None
    speed: Speed


MOST_PAIRS = 20
"""Maximum pairs of whom the form of a new partie knows what is usual."""


def known_pairs(
    sheets: Iterable[Sheet], speed_of: Callable[[Sequence[str]], Speed]
) -> list[KnownPair]:
    """Return the pairs who have played *sheets*, of which the latest come first."""
    found: dict[tuple[str, ...], KnownPair] = {}
    for sheet in sheets:
        if len(sheet.names) != 2:
            continue
        players = tuple(folded_players(sheet.names))
        known = found.get(players)
        if known is not None and known.deals is not None:
            continue
        deals = next_dealer(sheet) if sheet.partie.is_over else None
        found[players] = KnownPair(sheet.names, deals, speed_of(sheet.names))
    return list(found.values())[:MOST_PAIRS]


def next_dealer(sheet: Sheet) -> int:
    """Return who deals first in the next partie of the same players, from 0: who was elder first,
    so that two take turns.
    """
    return sheet.elder(0)


def usual(names: Sequence[str], pairs: Iterable[KnownPair]) -> tuple[str, Speed]:
    """Return what is usual for two players: the field of the one who deals first in their next
    partie, empty if that is open, and how much they enter.
    """
    asked = folded_players(names)
    for pair in pairs:
        if folded_players(pair.names) != asked:
            continue
        if pair.deals is None:
            return "", pair.speed
        dealer = folded(pair.names[pair.deals])
        return PLAYERS[[folded(name) for name in names].index(dealer)], pair.speed
    return "", Speed.EVERY_CALL


MOST_OFFERED = 4
"""Maximum pairs whom the form of a new partie offers by a link, in one line."""


class OfferedPair(NamedTuple):
    """A pair whom the form of a new partie offers: both names as a phrase, and as the values of its
    fields.
    """

    both: str
    fields: dict[str, str]


def offered_pairs(pairs: Iterable[KnownPair], shown: Iterable[str]) -> list[OfferedPair]:
    """Return the latest of *pairs*, without the one whose names the fields have already."""
    in_fields = folded_players(shown)
    others = [pair for pair in pairs if folded_players(pair.names) != in_fields]
    return [
        OfferedPair(together(pair.names), dict(zip(PLAYERS, pair.names, strict=False)))
        for pair in others[:MOST_OFFERED]
    ]


class NewForm(NamedTuple):
    """What is chosen in the form of a new partie: the rules in a line, who deals first, and how
    much is entered.
    """

    rules: str
    deals: str
    speed: Speed


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPage(Context):
    """The form of a new partie.

    Attributes:
        names: those to choose from.
        usual_rules: nobody has chosen other rules.
        fields: the name, the label and the content of each player's field.
        pairs: what is usual for two players, as JSON; the script chooses it when they are typed.
        folding: how it compares their names, as JSON.
        offered: pairs of whom a link fills in both names; none if more than two play, or while
            somebody mends what was typed.
    """

    template: ClassVar = "table/new.html"

    names: Sequence[str]
    rules: tuple[Choice, ...]
    usual_rules: bool
    form: NewForm
    fields: list[tuple[str, Message, str]]
    pairs: str
    folding: str
    offered: list[OfferedPair]
    error: str


def new_context(
    given: Mapping[str, str],
    *,
    last: Sequence[str],
    known: Sequence[str],
    pairs: Sequence[KnownPair],
    saved: Iterable[Sequence[str]],
    error: str = "",
) -> NewPage:
    """Return the context of the form of a new partie.

    What is usual for two players is chosen if they are in the address. For those of *last* the
    script chooses it: without the script it would stay chosen when other names are typed.

    Args:
        given: the rules and the names in the address, or everything that was typed.
        last: who played the last partie.
        known: the names to choose from.
        saved: the line and the name of each of the saved house rules.
    """
    asked = given.get("rules", DEFAULT.id)
    before = dict(zip(PLAYERS, last, strict=False))
    try:
        players = read_rules(asked).players
    except NotAllowed:
        players = 2
    seats = PLAYERS[:players]
    labels = SIDES if players == 2 else [BeginText[name.upper()]() for name in seats]
    fields = [
        (name, label, given.get(name, before.get(name, "")))
        for name, label in zip(seats, labels, strict=True)
    ]
    deals, speed = usual([given.get(name, "") for name in seats], pairs)
    if error:
        deals = ""  # nobody is chosen in the place of who sent the form
    may_offer = players == 2 and not error
    return NewPage(
        names=known,
        rules=rule_choices(asked, saved),
        usual_rules=asked == DEFAULT.id,
        form=NewForm(
            asked,
            deals=given.get(DEALS, deals),
            speed=speed_named(given.get(SPEED, "")) or speed,
        ),
        fields=fields,
        pairs=json.dumps(pairs, ensure_ascii=False, separators=(",", ":")),
        folding=json.dumps(folding(), separators=(",", ":")),
        offered=offered_pairs(pairs, [value for _, _, value in fields]) if may_offer else [],
        error=error,
    )


class NewPartie(NamedTuple):
    """What the form of a new partie says.

    Attributes:
        names: in the order in which they were typed.
        first: who of them is elder in the first deal, from 0.
        speed: how much is entered; `None` if that was not asked.
    """

    names: list[str]
    first: int
    rules: Ruleset
    speed: Speed | None = None


def new_partie(given: Mapping[str, str]) -> NewPartie:
    """Read the form of a new partie;
    `NotAllowed` if the rules are unreadable, or of two players nobody deals.
    """
    names = [given[name] for name in PLAYERS if name in given]
    rules = read_rules(given.get("rules", ""))
    while len(names) > rules.players and not names[-1].strip():
        names.pop()
    if "dealer" in given:
        # From a phone that began it with an older version: its copy has the players by seat
        if len(names) == 2 and given["dealer"] == "first":
            names.reverse()
        return NewPartie(names, 0, rules)
    seats = PLAYERS[: rules.players]
    deals = given.get(DEALS, "" if rules.players == 2 else seats[-1])
    refuse_if(deals not in seats, BeginText.WHO_DEALS())
    first = (seats.index(deals) + 1) % rules.players
    speed = speed_named(given.get(SPEED, ""))
    return NewPartie(names, first, rules, speed if speed in speeds_of(rules) else None)


SAME_DAY = timedelta(hours=12)
"""How long after it was opened a partie in progress is taken for one of the same evening."""


def begun_before(sheets: Iterable[Sheet], names: Sequence[str], now: datetime) -> Sheet | None:
    """Return the partie that players of these *names* may mean to go on with, in any seats; `None`
    if there is none.

    That is one that nobody has played yet, or one of this evening that is not over.
    """
    asked = folded_players(names)
    for sheet in sheets:
        if sheet.partie.is_over or folded_players(sheet.names) != asked:
            continue
        is_unplayed = not any(deal.log or deal.scores for deal in sheet.partie.record.deals)
        is_recent = now - datetime.fromisoformat(sheet.opened_at) < SAME_DAY
        if is_unplayed or is_recent:
            return sheet
    return None


def folded_players(names: Iterable[str]) -> list[str]:
    """Return names as they are compared, in whatever order the players sit."""
    return sorted(map(folded, names))


ANOTHER = "another"
"""The field that says of a form that another partie of the same players is wanted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BegunPage(Context):
    """An offer to go on with a sheet that was begun before, or to begin another.

    Attributes:
        fields: the names and texts of the form that begins another, which goes to *action*.
        what: the kind of the sheet.
        go_on: the endpoint of its page.
    """

    template: ClassVar = "table/begun.html"

    entry: SheetEntry
    action: str
    fields: list[tuple[str, str]]
    what: str = "partie"
    go_on: str = "tables.table"


def begun_context(entry: SheetEntry, action: str, typed: Iterable[tuple[str, str]]) -> BegunPage:
    """Return the context of the page that offers what is begun,
    or another by what was *typed*.
    """
    fields = [(name, text) for name, text in typed if name not in ("csrf_token", ANOTHER)]
    return BegunPage(entry=entry, action=action, fields=fields)


def rematch(sheet: Sheet) -> Rematch:
    names = sheet.names
    dealer = next_dealer(sheet)
    fields = list(zip(PLAYERS, names, strict=False))
    fields += [(DEALS, PLAYERS[dealer]), ("rules", name_of(sheet.partie.record.rules))]
    return Rematch(names[(dealer + 1) % len(names)], names[dealer], fields)


# A partie from elsewhere


LONGEST_PARTIE = 40_000
"""Characters of a partie's text; six deals written trick by trick have about four thousand."""


ENDING = ".piquet"

LONGEST_OF_A_NAME = 20
"""The most letters of a name in the name of a file."""


def file_name(sheet: Sheet) -> str:
    """Return the name of the file of a partie: its day, its players in letters that every system
    can write, and its code.
    """
    names = [in_ascii(name) for name in sheet.names]
    return f"{'-'.join(filter(None, (sheet.played, *names, sheet.code)))}{ENDING}"


def in_ascii(name: str) -> str:
    """Return a name in small Latin letters; empty if it has none.

    >>> in_ascii("Zoë D'Or"), in_ascii("נעמה")
    ('zoe-d-or', '')
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall("[a-z0-9]+", plain))[:LONGEST_OF_A_NAME].strip("-")


def file_text(sheet: Sheet, note: str = "") -> str:
    """Return the text of the file of a partie, with the day on which it was played."""
    return format_partie(sheet.partie.record, sheet.played, note)


def packed_partie(sheet: Sheet) -> str:
    """Return a partie as it is carried in an address:
    packed as text, with the day on which it was played.
    """
    return packed(format_partie(sheet.partie.record, sheet.played).encode())


class PackedText(Text):
    """Why what an address carries is no partie.

    There is no deal in it, so no oracle asks it: each is tested with an address of the kind.
    """

    NOT_READ = "This partie cannot be read. Line {number}: {why:stop}"
    REFUSED = "The rules refuse this partie. Line {number}: {why}."
    NOT_WHOLE = "This is not a whole partie. Get it again from the other phone or its file."


def partie_in(data: str) -> Document:
    """Return the partie that is *packed* in an address;
    `NotAllowed` if that cannot be read, or the rules refuse it.
    """
    try:
        text = unpacked(data, LONGEST_PARTIE).decode()
        refuse_too_many_words(text)
        document = parse_partie(text)
    except (NotationError, Problem) as error:
        wrong = PackedText.NOT_READ(number=error.line, why=error.message)
        raise NotAllowed(wrong) from None
    except ValueError:
        raise NotAllowed(PackedText.NOT_WHOLE()) from None
    try:
        play_partie(document.record)
    except IllegalStatement as error:
        line = document.locate(error.deal, error.position).line
        raise NotAllowed(PackedText.REFUSED(number=line, why=error.message)) from None
    return document


@dataclass(frozen=True, slots=True, kw_only=True)
class TakePage(Context):
    """A partie from elsewhere, before it is kept; without a *heading*, fields for its file or text.

    Attributes:
        data: the partie, packed.
    """

    template: ClassVar = "table/take.html"

    data: str
    error: str = ""
    heading: str = ""
    sides: tuple[str, ...] = ()
    partie: Partie | None = None


def take_context(data: str, error: str = "") -> TakePage:
    """Return the context of the page that takes a partie:
    what is packed in *data*, or fields for a file and a text.
    """
    if error or not data:
        return TakePage(data=data, error=error)
    try:
        partie = play_partie(partie_in(data).record)
    except NotAllowed as wrong:
        return TakePage(data=data, error=str(wrong))
    rules = partie.record.rules
    names = [player.name for player in partie.record.players]
    return TakePage(
        data=data,
        heading=heading(rules, names),
        sides=side_names(rules, names),
        partie=partie,
    )
