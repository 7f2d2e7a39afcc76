"""A sheet of a season in words: how far it has come, its dispute, signatures and corrections."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple, assert_never

from flask import url_for

from ..ledger.entries import DisputeEnded, SealedSignature, SheetPosted
from ..ledger.finality import Appeal, ResultState
from ..ledger.signature_words import (
    author_words,
    ended_by,
    how_words,
    phone_words,
    signature_sentence,
)
from ..rules.messages import Message, Text
from ..service.club.credentials import Actor
from ..service.club.disputes.cases import (
    Correction,
    DisputeKind,
    DisputeRow,
    answers,
    is_in_words,
    kind_of,
)
from ..service.club.disputes.dispute_words import THE_TERMS, outcome_words
from ..service.club.people.clubs import Club
from ..service.club.posting.signing import SeasonSheet, SheetStatus, Signed
from ..service.club.seasons.records import PostedPartie
from ..service.parties import SheetRow
from ..service.sheets import CompanyCard
from ..table.recording import Sheet
from ..table.settled import what_was_signed
from .kinds import pages_of
from .season_sheet import Viewer
from .visitor import closed_seasons, day, shown_names, the_club_services, the_parties, when


def _of(players: Iterable[int], names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of players."""
    return tuple(names[each] for each in players)


def _earlier(season_sheet: SeasonSheet) -> list[Signed]:
    """Return the signatures under what the record was before."""
    return [each for each in season_sheet.signed if not each.is_current]


# Who ended a dispute


def people_of(row: SheetRow, names: Mapping[int, str]) -> list[str]:
    """Return the players of a sheet of a season as they are called now, by the names of members.

    A sheet keeps the names under which it was kept, of whom some may have been renamed since.
    """
    return [names[member] for member in row.membership.members]


def ending_words(dispute: DisputeRow) -> str:
    return outcome_words(dispute, shown_names(dispute.club_id or 0))


# What holds a posted result


class StateInShort(Text):
    """The state of a posted result in a few words.

    Nobody posts a random partie, so no oracle asks it: `tests/web/club` does.
    """

    SIGNED = "Signed and posted."
    AGREED = "Corrected by agreement and posted."
    RULED = "Ruled and posted."
    FINAL = "Final."
    PAPER = "Posted from a paper sheet."
    IMPORTED = "Imported. Nobody signed it."
    FORFEIT = "A forfeit. Nobody played it."


class StateMeaning(Text):
    """What the state of a posted result means, and how long players may agree to a correction.

    Nobody posts a random partie, so no oracle asks it: `tests/web/club` does.
    """

    FINAL = "The season was closed on {moment}. This result is final."
    ONLY_A_DIRECTOR = "Only a director changes it."
    RULED = "Ruled by {who} on {moment}. Only a director changes this result now."
    RULED_BY_LAW = "Ruled by {who} on {moment} ({law}). Only a director changes this result now."
    RULED_BY_TERMS = (
        "Ruled by {who} on {moment} (the terms of the season). Only a director changes this result "
        "now."
    )
    ENDED = "The correction period ended on {moment}. Only a director can correct it now."
    BOTH_OF_YOU = "Both of you can agree to a correction until {moment}: {left_time} left."
    ALL_OF_YOU = "All of you can agree to a correction until {moment}: {left_time} left."
    BOTH_PLAYERS = "Both players can agree to a correction until {moment}: {left_time} left."
    ALL_PLAYERS = "All players can agree to a correction until {moment}: {left_time} left."


class LeftText(Text):
    """How much of a correction period is left; a clock says it, so no oracle asks it."""

    HOURS = "{number:,} {number:hour/hours}"
    MINUTES = "{number} {number:minute/minutes}"
    BOTH = "{number:,} {number:hour/hours} {first} {first:minute/minutes}"
    NO_MINUTE = "less than a minute"


def lead(season_sheet: SeasonSheet) -> Message:
    """Return the state of a posted sheet in a few words."""
    assert season_sheet.state is not None, "only a posted result has a state"
    return StateInShort[season_sheet.state.name]()


def state_word(partie: PostedPartie, club_id: int) -> str:
    """Return the state of a posted partie in a word, for a list."""
    return partie.state_in(closed=partie.season in closed_seasons(club_id)).value


def state_meaning(
    season_sheet: SeasonSheet, now: datetime, *, to_player: bool = False
) -> Message | None:
    """Say what the state of a posted result means, perhaps *to_player*, who can agree to a
    correction; `None` of one that is not posted.
    """
    state = season_sheet.state
    match state:
        case None:
            return None
        case ResultState.FINAL:
            return StateMeaning.FINAL(moment=day(season_sheet.closed_at))
        case ResultState.RULED:
            return _ruled_words(season_sheet)
        case ResultState.IMPORTED | ResultState.FORFEIT:
            return StateMeaning.ONLY_A_DIRECTOR()
        case ResultState.SIGNED | ResultState.AGREED | ResultState.PAPER:
            return _period_words(season_sheet, now, to_player=to_player)
        case _:
            assert_never(state)


def _ruled_words(season_sheet: SeasonSheet) -> Message:
    ruling = season_sheet.ruling
    assert ruling is not None, "a ruled result has a ruling"
    assert isinstance(ruling.body, DisputeEnded)
    by = author_words(ruling.author, shown_names(season_sheet.membership.club_id))
    moment = when(ruling.at)
    if ruling.body.law == THE_TERMS:
        return StateMeaning.RULED_BY_TERMS(who=by, moment=moment)
    if ruling.body.law:
        return StateMeaning.RULED_BY_LAW(who=by, moment=moment, law=ruling.body.law)
    return StateMeaning.RULED(who=by, moment=moment)


def _period_words(season_sheet: SeasonSheet, now: datetime, *, to_player: bool) -> Message:
    """Say how long the players may agree to a correction."""
    assert season_sheet.until is not None, "what players have signed has a correction period"
    until = when(season_sheet.until.isoformat())
    if not season_sheet.is_open:
        return StateMeaning.ENDED(moment=until)
    are_two = len(season_sheet.sheet.names) == 2
    if to_player:
        text = StateMeaning.BOTH_OF_YOU if are_two else StateMeaning.ALL_OF_YOU
    else:
        text = StateMeaning.BOTH_PLAYERS if are_two else StateMeaning.ALL_PLAYERS
    return text(moment=until, left_time=_left_words(season_sheet.until, now))


def _left_words(until: datetime, now: datetime) -> Message:
    hours, minutes = divmod(int((until - now).total_seconds() // 60), 60)
    if hours and minutes:
        return LeftText.BOTH(number=hours, first=minutes)
    if hours:
        return LeftText.HOURS(number=hours)
    return LeftText.MINUTES(number=minutes) if minutes else LeftText.NO_MINUTE()


# What is wrong with it


class SendText(Text):
    """The key that sends what a player says is wrong, and what is said then; nobody disputes a
    random deal, so no oracle asks it.
    """

    APPEAL = "Appeal"
    SEND = "Send it"
    CALL = "Call the director"
    REFUSE = "Refuse to sign"
    SENT = "Sent. The director and everyone who plays can see it on their pages."
    AGREED = "Agreed. The record is corrected."
    WITHDRAWN = "The dispute is withdrawn."
    DAY_SAVED = "Played on {moment}."


# How far it has come


class StatusText(Text):
    """How far a sheet of a season has come, and who must act next.

    Nobody signs or disputes a random deal, so no oracle asks it: `tests/web/club` does.
    """

    PARTIE_LEFT_OUT = "Left out. The season was closed on {moment} before this partie was posted."
    CARD_LEFT_OUT = "Left out. The season was closed on {moment} before this scorecard was posted."
    IN_PROGRESS = "In progress."
    UNSIGNED = "Unsigned. {what}."
    HALF_SIGNED = "Half signed. {what}."
    PARTLY_SIGNED = "Partly signed. {what}."
    REVERSED = "A director reversed its entry. It counts no longer."
    NOT_SIGNED_YET = "{signers:and} {number:has/have} not signed yet"
    CONTESTED = "Contested by {names:and}. A director decides."
    AGREED = "{names:and} agreed. {signers:and} must agree too."
    OTHER_CAN_AGREE = (
        "Disputed. The other player can agree, reply or contest; or a director decides."
    )
    OTHERS_CAN_AGREE = (
        "Disputed. The other players can agree, reply or contest; or a director decides."
    )
    IN_WORDS = "Disputed. Enter what the record should be, or a director decides."
    DIRECTOR_DECIDES = "Disputed. A director decides."
    CORRECT_DEAL = "Correct deal {deal}"
    AGREE_CORRECT_DEAL = "Agree: correct deal {deal}"
    ENTER = "Enter the correction"
    AGREE_ENTER = "Agree: enter the correction"


def status_words(season_sheet: SeasonSheet) -> Message:
    """Say how far a sheet has come, and who must act next; in a closed season nobody must."""
    sheet = season_sheet.sheet
    is_out = season_sheet.posted is None and season_sheet.reversed_by is None
    if season_sheet.closed_at and is_out:
        closed_on = day(season_sheet.closed_at)
        return sheet.worded(
            StatusText.PARTIE_LEFT_OUT(moment=closed_on), StatusText.CARD_LEFT_OUT(moment=closed_on)
        )
    match season_sheet.status:
        case SheetStatus.PLAYING:
            return StatusText.IN_PROGRESS()
        case SheetStatus.UNSIGNED:
            return StatusText.UNSIGNED(what=unsigned_words(season_sheet))
        case SheetStatus.HALF_SIGNED:
            are_two = len(sheet.names) == 2
            text = StatusText.HALF_SIGNED if are_two else StatusText.PARTLY_SIGNED
            return text(what=unsigned_words(season_sheet))
        case SheetStatus.DISPUTED:
            return _dispute_words(season_sheet)
        case SheetStatus.POSTED | SheetStatus.RULED:
            return lead(season_sheet)
        case SheetStatus.REVERSED:
            return StatusText.REVERSED()
        case _:
            assert_never(season_sheet.status)


def unsigned_words(season_sheet: SeasonSheet) -> Message:
    unsigned = season_sheet.unsigned
    names = season_sheet.sheet.names
    return StatusText.NOT_SIGNED_YET(signers=_of(unsigned, names), number=len(unsigned))


def _dispute_words(season_sheet: SeasonSheet) -> Message:
    """Say how far a dispute has come, and who can act now."""
    dispute = season_sheet.dispute
    assert dispute is not None
    names = season_sheet.sheet.names
    contested = dispute.players_who("contests")
    if contested:
        return StatusText.CONTESTED(names=_of(contested, names))
    agreed = dispute.players_who("agrees")
    if agreed:
        others = [
            each for each in range(len(names)) if each not in agreed and each != dispute.player
        ]
        return StatusText.AGREED(names=_of(agreed, names), signers=_of(others, names))
    by_player = dispute.player >= 0 and season_sheet.may_agree
    if by_player and dispute.correction:
        are_two = len(names) == 2
        text = StatusText.OTHER_CAN_AGREE if are_two else StatusText.OTHERS_CAN_AGREE
        return text()
    if by_player and is_in_words(dispute) and not season_sheet.sheet.unfinished:
        return StatusText.IN_WORDS()
    return StatusText.DIRECTOR_DECIDES()


class AnswerKey(NamedTuple):
    address: str
    words: Message


def answer_key(season_sheet: SeasonSheet, viewer: Viewer) -> AnswerKey | None:
    """Return the key that answers a dispute raised in words with a correction;
    `None` if nothing can.
    """
    sheet = season_sheet.sheet
    dispute = season_sheet.dispute
    if dispute is None or sheet.unfinished or not is_in_words(dispute):
        return None
    number = dispute.deal + 1
    address = pages_of(sheet).deal(sheet, number) if number else ""
    is_own = viewer.player == dispute.player
    if address:
        text = StatusText.CORRECT_DEAL if is_own else StatusText.AGREE_CORRECT_DEAL
        return AnswerKey(address, text(deal=number))
    enter = StatusText.ENTER if is_own else StatusText.AGREE_ENTER
    return AnswerKey(url_for("signing.asking", code=sheet.code), enter())


# What happens if a player says that something is wrong


class DoorText(Text):
    """What happens if a player says that something is wrong with a sheet.

    Nobody disputes a random deal, so no oracle asks it: `tests/web/club` does.
    """

    PARTIE_NOBODY = (
        "A director has ruled on this partie. The club has no other director who could decide an "
        "appeal, so the ruling is final."
    )
    CARD_NOBODY = (
        "A director has ruled on this scorecard. The club has no other director who could decide "
        "an appeal, so the ruling is final."
    )
    PARTIE_DECIDED = "The appeal about this partie is decided. Nothing more can be asked for."
    CARD_DECIDED = "The appeal about this scorecard is decided. Nothing more can be asked for."
    FINAL_NOBODY = (
        "The club has no other director who could decide an appeal. This ruling is final."
    )
    FINAL_DECIDED = "The appeal is decided. This ruling is final."
    PARTIE_CLOSED = "The season is closed. Nothing of this partie changes any more."
    CARD_CLOSED = "The season is closed. Nothing of this scorecard changes any more."
    PARTIE_RULED = "A director has ruled on this partie. You can appeal once."
    CARD_RULED = "A director has ruled on this scorecard. You can appeal once."
    ANOTHER_DECIDES = "Another director decides, and that is final. Until then the ruling counts."
    CALLS_IN_PLAY = (
        "In words, this calls the director, who sees it at once. The other player can read it too. "
        "You can play on."
    )
    CALLS_IN_PLAY_EVERY = (
        "In words, this calls the director, who sees it at once. Every other player can read it "
        "too. You can play on."
    )
    PARTIE_REVERSED = "A director has reversed this partie, so a director decides."
    CARD_REVERSED = "A director has reversed this scorecard, so a director decides."
    PERIOD_ENDED = "The correction period has ended, so a director decides."
    CALLS = "In words, this calls the director. The other player can read it too."
    CALLS_EVERY = "In words, this calls the director. Every other player can read it too."
    PICK = (
        "Pick what is wrong: the other player can agree to your correction. If they do not, a "
        "director rules."
    )
    PICK_EVERY = (
        "Pick what is wrong: every other player can agree to your correction. If they do not, a "
        "director rules."
    )
    DISPUTE_OPEN = "One dispute is open. Reply to it, or agree to it, on its page."
    CALLED = "{who} called the director, who answers. You can play on."
    CORRECTED_AT_ONCE = (
        "A correction by {names:and} is recorded at once, and {who} can then sign it."
    )
    ASKS = "A correction by {who} asks {names:and} to agree."
    REPLACES = "A correction takes the place of what {who} said in words."
    OTHERS_AGREE = "The others can agree to it. If they do not, a director rules."
    DIRECTOR_DECIDES = "A director decides."
    REFUSES = (
        "In words, this refuses your signature. Nothing is posted until you sign or a director "
        "rules."
    )
    REFUSES_OR_CALLS = (
        "In words: if you have not signed, this refuses your signature, and nothing is posted "
        "until you sign or a director rules. If you have signed, it calls the director."
    )


NO_MORE = (Appeal.NOBODY, Appeal.DECIDED)
"""The states after which a player can do nothing more."""

_FINAL = {
    Appeal.NOBODY: DoorText.FINAL_NOBODY(),
    Appeal.DECIDED: DoorText.FINAL_DECIDED(),
}


def final_words(season_sheet: SeasonSheet) -> Message | None:
    """Say why nobody can appeal against the ruling on a sheet; `None` if a player can, or if there
    is none.
    """
    return _FINAL.get(season_sheet.appeal)


def door_words(season_sheet: SeasonSheet, player: int | None) -> tuple[Message, ...]:
    """Say beforehand what happens if a *player* says that something is wrong, by the state of a
    sheet; `None` if it is not known who says it.

    Returns:
        Sentences: what a correction does, if one can be entered, then what words alone do.
    """
    sheet = season_sheet.sheet
    are_two = len(sheet.names) == 2
    if season_sheet.closed_at:
        return (sheet.worded(DoorText.PARTIE_CLOSED(), DoorText.CARD_CLOSED()),)
    match season_sheet.appeal:
        case Appeal.NOBODY:
            return (sheet.worded(DoorText.PARTIE_NOBODY(), DoorText.CARD_NOBODY()),)
        case Appeal.DECIDED:
            return (sheet.worded(DoorText.PARTIE_DECIDED(), DoorText.CARD_DECIDED()),)
        case Appeal.POSSIBLE:
            ruled = sheet.worded(DoorText.PARTIE_RULED(), DoorText.CARD_RULED())
            return (ruled, DoorText.ANOTHER_DECIDES())
        case Appeal.NO_RULING | Appeal.MADE:
            pass  # what follows is as of any other sheet, and an appeal is an open dispute
        case _:
            assert_never(season_sheet.appeal)
    dispute = season_sheet.dispute
    if dispute is not None:
        return _door_in_dispute(season_sheet, dispute)
    if sheet.unfinished:
        return (DoorText.CALLS_IN_PLAY() if are_two else DoorText.CALLS_IN_PLAY_EVERY(),)
    calls = DoorText.CALLS() if are_two else DoorText.CALLS_EVERY()
    if season_sheet.reversed_by is not None:
        return (sheet.worded(DoorText.PARTIE_REVERSED(), DoorText.CARD_REVERSED()), calls)
    if not season_sheet.may_agree:
        return (DoorText.PERIOD_ENDED(), calls)
    agree = DoorText.PICK() if are_two else DoorText.PICK_EVERY()
    return (agree, _words_alone(season_sheet, player, calls))


def _door_in_dispute(season_sheet: SeasonSheet, dispute: DisputeRow) -> tuple[Message, ...]:
    """Say what a correction does while a dispute is open."""
    names = season_sheet.sheet.names
    if not is_in_words(dispute):
        return (DoorText.DISPUTE_OPEN(),)
    raised_by = names[dispute.player]
    if season_sheet.sheet.unfinished:
        return (DoorText.CALLED(who=raised_by),)
    able = tuple(name for player, name in enumerate(names) if answers(season_sheet, player))
    if able:
        return (
            DoorText.CORRECTED_AT_ONCE(names=able, who=raised_by),
            DoorText.ASKS(who=raised_by, names=able),
        )
    may_agree = season_sheet.may_agree
    return (
        DoorText.REPLACES(who=raised_by),
        DoorText.OTHERS_AGREE() if may_agree else DoorText.DIRECTOR_DECIDES(),
    )


def _words_alone(season_sheet: SeasonSheet, player: int | None, calls: Message) -> Message:
    """Say what words without a correction do to a sheet whose players may still agree."""
    if player is not None:
        kind = kind_of(season_sheet, player, Correction())
        return DoorText.REFUSES() if kind is DisputeKind.REFUSAL else calls
    return DoorText.REFUSES_OR_CALLS() if season_sheet.unsigned else calls


# By what its players signed


def _signatures_of(season_sheet: SeasonSheet) -> list[SealedSignature]:
    """Return by what the players signed, by seat: the last signature of each, or what the entry
    sealed for one who has not signed here.
    """
    body = None if season_sheet.posted is None else season_sheet.posted.entry.body
    sealed = body.signatures if isinstance(body, SheetPosted) else ()
    found = {each.seat: each for each in sealed}
    for each in season_sheet.signed:
        found[each.player] = SealedSignature(
            seat=each.player, means=each.how.means, at=each.at, by=each.how.by
        )
    return [found[seat] for seat in sorted(found)]


class WhoSigned(Text):
    """Who signed which version of a sheet, by what and when, and how the record came to differ.

    Nobody signs a random deal, so no oracle asks it: `tests/web/club` does.
    """

    ON_PHONE = "Signed with your PIN on {where}, {moment}"
    OWN = "Signed: {version}, {what}, {moment}."
    RULED = "Posted by ruling (entry {number})."
    CORRECTED_BY_RULING = "Corrected by ruling (entry {number})."
    AGREED = "Corrected by agreement (entry {number}): {who} requested it, and {other} agreed."
    MISTYPED = "Corrected (entry {number}): the director had mistyped the paper sheet."
    BOTH = "Both signed {version}: {statements:;}."
    ONE = "{who} signed {version} {what}, {moment}."
    CARD = "{names:and} signed the scorecard as it is: {statements:;}."
    CARD_BEFORE = "{names:and} signed the scorecard before it was corrected: {statements:;}."
    THE_CARD = "the scorecard as it is"
    THE_CARD_BEFORE = "the scorecard before it was corrected"
    OF_ENTRY = "{version} (entry {number})"
    MOMENT = "{who} {what}, {moment}"
    RECORD = "{who} signed this record {what}, {moment}."


def sealed_words(season_sheet: SeasonSheet) -> list[Message]:
    """Say of those who have not signed here what the entry sealed for them."""
    signed = {each.player for each in season_sheet.signed}
    return [
        _sentence(season_sheet, each)
        for each in _signatures_of(season_sheet)
        if each.seat not in signed
    ]


@dataclass(frozen=True, slots=True)
class OwnSignature:
    """A signature that a member has made with their PIN on another phone, and not read of yet.

    Attributes:
        id: its number.
        club: the code of the club.
        address: of the page with the signatures of the sheet.
        words: on whose phone, and when.
    """

    id: int
    club: str
    address: str
    words: Message


def own_signatures(club: Club, actor: Actor | None) -> list[OwnSignature]:
    """Return what the actor has signed on another phone, and not read of yet, latest first."""
    if actor is None or not actor.member:
        return []
    found = []
    for each in the_club_services().signing.unseen(actor):
        phone = phone_words(each.how, shown_names(club.id))
        endpoint = pages_of(the_parties().row(each.code)).signatures.endpoint
        found.append(
            OwnSignature(
                id=each.id,
                club=club.code,
                address=url_for(endpoint, code=each.code),
                words=WhoSigned.ON_PHONE(where=phone, moment=when(each.at)),
            )
        )
    return found


def _sentence(season_sheet: SeasonSheet, each: SealedSignature) -> Message:
    names = shown_names(season_sheet.membership.club_id)
    return signature_sentence(each, season_sheet.sheet.names[each.seat], names, when(each.at))


# Corrections and signatures


def own_signature_words(season_sheet: SeasonSheet, player: int) -> tuple[Message, ...]:
    """Say of each signature of a player which version it covers, by what it was given and when."""
    sheet = season_sheet.sheet
    names = shown_names(season_sheet.membership.club_id)
    own = [each for each in season_sheet.signed if each.player == player]
    match sheet:
        case Sheet():
            versions = [_signed_version(each, sheet) for each in own]
        case CompanyCard():
            versions = [_card_version(each) for each in own]
        case _:
            assert_never(sheet)
    return tuple(
        WhoSigned.OWN(version=version, what=how_words(each.how, names), moment=when(each.at))
        for each, version in zip(own, versions, strict=True)
    )


def corrected_words(season_sheet: SeasonSheet) -> str:
    """Say how the posted record came to differ from what was signed; nothing if it does not."""
    said = _corrected(season_sheet)
    return "" if said is None else str(said)


def _corrected(season_sheet: SeasonSheet) -> Message | None:
    if season_sheet.posted is None:
        return None
    body = season_sheet.posted.entry.body
    differs = bool(_earlier(season_sheet)) or (
        isinstance(body, SheetPosted) and body.instead_of is not None
    )
    number = season_sheet.posted.entry.number
    if season_sheet.status is SheetStatus.RULED:
        text = WhoSigned.CORRECTED_BY_RULING if differs else WhoSigned.RULED
        return text(number=number)
    if not differs:
        return None
    agreed = [each for each in season_sheet.disputes if each.how == "agreed"]
    if agreed:
        last = agreed[-1]
        asked = season_sheet.sheet.names[last.player]
        others = ended_by(last.by or "", shown_names(last.club_id or 0))
        return WhoSigned.AGREED(number=number, who=asked, other=others)
    if any(each.how == "mistyped" for each in season_sheet.disputes):
        return WhoSigned.MISTYPED(number=number)
    return None


def signed_words(season_sheet: SeasonSheet) -> str:
    """Say who signed which version, and the entry that posted it; nothing if nobody signed."""
    return " ".join(map(str, _signed(season_sheet)))


def _signed(season_sheet: SeasonSheet) -> list[Message]:
    sheet = season_sheet.sheet
    match sheet:
        case Sheet():
            said = _signed_partie(sheet, season_sheet)
        case CompanyCard():
            said = _signed_card(sheet, season_sheet)
        case _:
            assert_never(sheet)
    return [*said, *sealed_words(season_sheet)]


def _signed_partie(sheet: Sheet, season_sheet: SeasonSheet) -> list[Message]:
    signatures = season_sheet.signed
    versions = [_signed_version(each, sheet) for each in signatures]
    if len(versions) == 2 and versions[0] == versions[1]:
        moments = _moments(signatures, season_sheet)
        return [WhoSigned.BOTH(version=versions[0], statements=moments)]
    names = shown_names(season_sheet.membership.club_id)
    return [
        WhoSigned.ONE(
            who=sheet.names[each.player],
            version=version,
            what=how_words(each.how, names),
            moment=when(each.at),
        )
        for each, version in zip(signatures, versions, strict=True)
    ]


def _signed_card(card: CompanyCard, season_sheet: SeasonSheet) -> list[Message]:
    said = []
    for is_current, text in ((True, WhoSigned.CARD), (False, WhoSigned.CARD_BEFORE)):
        those = [each for each in season_sheet.signed if each.is_current is is_current]
        if those:
            players = _of((each.player for each in those), card.names)
            said.append(text(names=players, statements=_moments(those, season_sheet)))
    return said


def signed_version_words(signed: Signed, sheet: Sheet | CompanyCard) -> Message:
    """Return which version of a sheet a signature covers, as in *421 (entry 5)*."""
    match sheet:
        case Sheet():
            return _signed_version(signed, sheet)
        case CompanyCard():
            return _card_version(signed)
        case _:
            assert_never(sheet)


def _card_version(signed: Signed) -> Message:
    return WhoSigned.THE_CARD() if signed.is_current else WhoSigned.THE_CARD_BEFORE()


def _signed_version(signed: Signed, sheet: Sheet) -> Message:
    version = what_was_signed(signed.settlement, sheet.partie, sheet.names)
    if signed.entry is None:
        return version
    return WhoSigned.OF_ENTRY(version=version, number=signed.entry)


def _moments(signatures: Iterable[Signed], season_sheet: SeasonSheet) -> tuple[Message, ...]:
    names = shown_names(season_sheet.membership.club_id)
    return tuple(
        WhoSigned.MOMENT(
            who=season_sheet.sheet.names[each.player],
            what=how_words(each.how, names),
            moment=when(each.at),
        )
        for each in signatures
    )


def record_signed_words(season_sheet: SeasonSheet) -> str:
    """Say who signed the disputed record, by what and when; nothing if nobody did."""
    if _earlier(season_sheet):
        return signed_words(season_sheet)
    names = shown_names(season_sheet.membership.club_id)
    said = [
        WhoSigned.RECORD(
            who=season_sheet.sheet.names[each.player],
            what=how_words(each.how, names),
            moment=when(each.at),
        )
        for each in season_sheet.signed
    ]
    return " ".join(map(str, [*said, *sealed_words(season_sheet)]))
