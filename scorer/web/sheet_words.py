"""A sheet of a season in words: how far it has come, its dispute, signatures and corrections."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import NamedTuple, assert_never

from flask import url_for

from ..ledger.entries import DisputeEnded, SealedSignature, SheetPosted, author_words
from ..ledger.finality import Appeal, ResultState
from ..ledger.signature_words import how_words, phone_words, signature_sentence
from ..rules.words import first_up, listed
from ..service.club.credentials import Actor
from ..service.club.disputes.cases import (
    Correction,
    DisputeKind,
    DisputeRow,
    answers,
    is_in_words,
    kind_of,
    outcome_words,
)
from ..service.club.people.clubs import Club
from ..service.club.posting.signing import SeasonSheet, SheetStatus, Signed
from ..service.club.seasons.records import PostedPartie
from ..service.parties import SheetRow
from ..service.sheets import CompanyCard
from ..table.formatting import counted
from ..table.recording import Sheet
from ..table.settled import what_was_signed
from .kinds import pages_of
from .season_sheet import Viewer
from .visitor import closed_seasons, day, shown_names, the_club_services, the_parties, when


def _named(players: Iterable[int], names: Sequence[str]) -> str:
    return listed([names[each] for each in players])


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


LEADS: Mapping[ResultState, str] = MappingProxyType(
    {
        ResultState.SIGNED: "Signed and posted.",
        ResultState.AGREED: "Corrected by agreement and posted.",
        ResultState.RULED: "Ruled and posted.",
        ResultState.FINAL: "Final.",
        ResultState.PAPER: "Posted from a paper sheet.",
        ResultState.IMPORTED: "Imported. Nobody signed it.",
        ResultState.FORFEIT: "A forfeit. Nobody played it.",
    }
)

ONLY_A_DIRECTOR = "Only a director changes it."


def lead(season_sheet: SeasonSheet) -> str:
    """Return the state of a posted sheet in a few words."""
    assert season_sheet.state is not None, "only a posted result has a state"
    return LEADS[season_sheet.state]


def state_word(partie: PostedPartie, club_id: int) -> str:
    """Return the state of a posted partie in a word, for a list."""
    return partie.state_in(closed=partie.season in closed_seasons(club_id)).value


def state_meaning(season_sheet: SeasonSheet, now: datetime, *, to_player: bool = False) -> str:
    """Say what the state of a posted result means, perhaps *to_player*, who can agree to a
    correction; nothing of one that is not posted.
    """
    state = season_sheet.state
    match state:
        case None:
            return ""
        case ResultState.FINAL:
            return f"The season was closed on {day(season_sheet.closed_at)}. This result is final."
        case ResultState.RULED:
            return _ruled_words(season_sheet)
        case ResultState.IMPORTED | ResultState.FORFEIT:
            return ONLY_A_DIRECTOR
        case ResultState.SIGNED | ResultState.AGREED | ResultState.PAPER:
            return _period_words(season_sheet, now, to_player=to_player)
        case _:
            assert_never(state)


def _ruled_words(season_sheet: SeasonSheet) -> str:
    ruling = season_sheet.ruling
    assert ruling is not None, "a ruled result has a ruling"
    assert isinstance(ruling.body, DisputeEnded)
    by = author_words(ruling.author, shown_names(season_sheet.membership.club_id))
    law = f" ({ruling.body.law})" if ruling.body.law else ""
    return f"Ruled by {by} on {when(ruling.at)}{law}. Only a director changes this result now."


def _period_words(season_sheet: SeasonSheet, now: datetime, *, to_player: bool) -> str:
    """Say how long the players may agree to a correction."""
    assert season_sheet.until is not None, "what players have signed has a correction period"
    until = when(season_sheet.until.isoformat())
    if not season_sheet.is_open:
        return f"The correction period ended {until}. Only a director can correct it now."
    every = "Both" if len(season_sheet.sheet.names) == 2 else "All"
    who = f"{every} of you" if to_player else f"{every} players"
    left = _left_words(season_sheet.until, now)
    return f"{who} can agree to a correction until {until}: {left} left."


def _left_words(until: datetime, now: datetime) -> str:
    hours, minutes = divmod(int((until - now).total_seconds() // 60), 60)
    left = [
        counted(number, word) for number, word in ((hours, "hour"), (minutes, "minute")) if number
    ]
    return " ".join(left) or "less than a minute"


# How far it has come


def status_words(season_sheet: SeasonSheet) -> str:
    """Say how far a sheet has come, and who must act next; in a closed season nobody must."""
    sheet = season_sheet.sheet
    is_out = season_sheet.posted is None and season_sheet.reversed_by is None
    if season_sheet.closed_at and is_out:
        closed_on = day(season_sheet.closed_at)
        return (
            f"Left out. The season was closed on {closed_on} before this {sheet.called} was posted."
        )
    match season_sheet.status:
        case SheetStatus.PLAYING:
            return "In progress."
        case SheetStatus.UNSIGNED:
            return f"Unsigned. {unsigned_words(season_sheet)}."
        case SheetStatus.HALF_SIGNED:
            how_far = "Half" if len(sheet.names) == 2 else "Partly"
            return f"{how_far} signed. {unsigned_words(season_sheet)}."
        case SheetStatus.DISPUTED:
            return _dispute_words(season_sheet)
        case SheetStatus.POSTED | SheetStatus.RULED:
            return lead(season_sheet)
        case SheetStatus.REVERSED:
            return "A director reversed its entry. It counts no longer."
        case _:
            assert_never(season_sheet.status)


def unsigned_words(season_sheet: SeasonSheet) -> str:
    unsigned = season_sheet.unsigned
    have = "has" if len(unsigned) == 1 else "have"
    return f"{_named(unsigned, season_sheet.sheet.names)} {have} not signed yet"


def _dispute_words(season_sheet: SeasonSheet) -> str:
    """Say how far a dispute has come, and who can act now."""
    dispute = season_sheet.dispute
    assert dispute is not None
    names = season_sheet.sheet.names
    contested = dispute.players_who("contests")
    if contested:
        return f"Contested by {_named(contested, names)}. A director decides."
    agreed = dispute.players_who("agrees")
    if agreed:
        others = [
            each for each in range(len(names)) if each not in agreed and each != dispute.player
        ]
        return f"{_named(agreed, names)} agreed. {_named(others, names)} must agree too."
    by_player = dispute.player >= 0 and season_sheet.may_agree
    if by_player and dispute.correction:
        others_words = "player" if len(names) == 2 else "players"
        return (
            f"Disputed. The other {others_words} can agree, reply or contest; "
            f"or a director decides."
        )
    if by_player and is_in_words(dispute) and not season_sheet.sheet.unfinished:
        return "Disputed. Enter what the record should be, or a director decides."
    return "Disputed. A director decides."


class AnswerKey(NamedTuple):
    address: str
    words: str


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
    what = f"correct deal {number}"
    if not address:
        address = url_for("signing.asking", code=sheet.code)
        what = "enter the correction"
    is_own = viewer.player == dispute.player
    return AnswerKey(address, first_up(what) if is_own else f"Agree: {what}")


# What happens if a player says that something is wrong


NO_MORE = (Appeal.NOBODY, Appeal.DECIDED)
"""The states after which a player can do nothing more."""


def _no_more_words(appeal: Appeal, called: str) -> str:
    words = {
        Appeal.NOBODY: (
            f"A director has ruled on this {called}. The club has no other director who could "
            f"decide an appeal, so the ruling is final."
        ),
        Appeal.DECIDED: (
            f"The appeal about this {called} is decided. Nothing more can be asked for."
        ),
    }
    return words[appeal]


_FINAL = {
    Appeal.NOBODY: (
        "The club has no other director who could decide an appeal. This ruling is final."
    ),
    Appeal.DECIDED: "The appeal is decided. This ruling is final.",
}


def final_words(season_sheet: SeasonSheet) -> str:
    """Say why nobody can appeal against the ruling on a sheet; nothing if a player can, or if there
    is none.
    """
    return _FINAL.get(season_sheet.appeal, "")


def door_words(season_sheet: SeasonSheet, player: int | None) -> tuple[str, ...]:
    """Say beforehand what happens if a *player* says that something is wrong, by the state of a
    sheet; `None` if it is not known who says it.

    Returns:
        Sentences: what a correction does, if one can be entered, then what words alone do.
    """
    sheet = season_sheet.sheet
    called = sheet.called
    others = "The other player" if len(sheet.names) == 2 else "Every other player"
    if season_sheet.closed_at:
        return (f"The season is closed. Nothing of this {called} changes any more.",)
    match season_sheet.appeal:
        case Appeal.NOBODY | Appeal.DECIDED:
            return (_no_more_words(season_sheet.appeal, called),)
        case Appeal.POSSIBLE:
            return (
                f"A director has ruled on this {called}. You can appeal once.",
                "Another director decides, and that is final. Until then the ruling counts.",
            )
        case Appeal.NO_RULING | Appeal.MADE:
            pass  # what follows is as of any other sheet, and an appeal is an open dispute
        case _:
            assert_never(season_sheet.appeal)
    read = f"{others} can read it too."
    dispute = season_sheet.dispute
    if dispute is not None:
        return _door_in_dispute(season_sheet, dispute)
    if sheet.unfinished:
        return (f"In words, this calls the director, who sees it at once. {read} You can play on.",)
    if season_sheet.reversed_by is not None:
        return (
            f"A director has reversed this {called}, so a director decides.",
            f"In words, this calls the director. {read}",
        )
    if not season_sheet.may_agree:
        return (
            "The correction period has ended, so a director decides.",
            f"In words, this calls the director. {read}",
        )
    agree = (
        f"Pick what is wrong: {others.lower()} can agree to your correction. If they do not, a "
        f"director rules."
    )
    return (agree, _words_alone(season_sheet, player, read))


def _door_in_dispute(season_sheet: SeasonSheet, dispute: DisputeRow) -> tuple[str, ...]:
    """Say what a correction does while a dispute is open."""
    names = season_sheet.sheet.names
    if not is_in_words(dispute):
        return ("One dispute is open. Reply to it, or agree to it, on its page.",)
    raised_by = names[dispute.player]
    if season_sheet.sheet.unfinished:
        return (f"{raised_by} called the director, who answers. You can play on.",)
    able = [name for player, name in enumerate(names) if answers(season_sheet, player)]
    if able:
        other = listed(able)
        return (
            f"A correction by {other} is recorded at once, and {raised_by} can then sign it.",
            f"A correction by {raised_by} asks {other} to agree.",
        )
    return (
        f"A correction takes the place of what {raised_by} said in words.",
        "The others can agree to it. If they do not, a director rules."
        if season_sheet.may_agree
        else "A director decides.",
    )


def _words_alone(season_sheet: SeasonSheet, player: int | None, read: str) -> str:
    """Say what words without a correction do to a sheet whose players may still agree."""
    call = f"In words, this calls the director. {read}"
    refuse = (
        "In words, this refuses your signature. Nothing is posted until you sign or a director "
        "rules."
    )
    if player is not None:
        kind = kind_of(season_sheet, player, Correction())
        return refuse if kind is DisputeKind.REFUSAL else call
    if not season_sheet.unsigned:
        return call
    return (
        "In words: if you have not signed, this refuses your signature, and nothing is posted "
        "until you sign or a director rules. If you have signed, it calls the director."
    )


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


def sealed_words(season_sheet: SeasonSheet) -> list[str]:
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
    words: str


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
                words=f"Signed with your PIN on {phone}, {when(each.at)}",
            )
        )
    return found


def _sentence(season_sheet: SeasonSheet, each: SealedSignature) -> str:
    names = shown_names(season_sheet.membership.club_id)
    return signature_sentence(each, season_sheet.sheet.names[each.seat], names, when(each.at))


# Corrections and signatures


def own_signature_words(season_sheet: SeasonSheet, player: int) -> tuple[str, ...]:
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
        f"Signed: {version}, {how_words(each.how, names)}, {when(each.at)}."
        for each, version in zip(own, versions, strict=True)
    )


def corrected_words(season_sheet: SeasonSheet) -> str:
    """Say how the posted record came to differ from what was signed; nothing if it does not."""
    if season_sheet.posted is None:
        return ""
    body = season_sheet.posted.entry.body
    differs = bool(_earlier(season_sheet)) or (
        isinstance(body, SheetPosted) and body.instead_of is not None
    )
    by_entry = f"(entry {season_sheet.posted.entry.number})"
    if season_sheet.status is SheetStatus.RULED:
        return f"{'Corrected' if differs else 'Posted'} by ruling {by_entry}."
    if not differs:
        return ""
    agreed = [each for each in season_sheet.disputes if each.how == "agreed"]
    if agreed:
        last = agreed[-1]
        asked = season_sheet.sheet.names[last.player]
        others = author_words(last.by or "", shown_names(last.club_id or 0))
        return f"Corrected by agreement {by_entry}: {asked} requested it, and {others} agreed."
    if any(each.how == "mistyped" for each in season_sheet.disputes):
        return f"Corrected {by_entry}: the director had mistyped the paper sheet."
    return ""


def signed_words(season_sheet: SeasonSheet) -> str:
    """Say who signed which version, and the entry that posted it; nothing if nobody signed."""
    sheet = season_sheet.sheet
    match sheet:
        case Sheet():
            said = _signed_partie(sheet, season_sheet)
        case CompanyCard():
            said = _signed_card(sheet, season_sheet)
        case _:
            assert_never(sheet)
    return " ".join([*said, *sealed_words(season_sheet)])


def _signed_partie(sheet: Sheet, season_sheet: SeasonSheet) -> list[str]:
    signatures = season_sheet.signed
    versions = [_signed_version(each, sheet) for each in signatures]
    if len(versions) == 2 and len({*versions}) == 1:
        return [f"Both signed {versions[0]}: {_moments(signatures, season_sheet)}."]
    names = shown_names(season_sheet.membership.club_id)
    return [
        f"{sheet.names[each.player]} signed {version} {how_words(each.how, names)}, "
        f"{when(each.at)}."
        for each, version in zip(signatures, versions, strict=True)
    ]


def _signed_card(card: CompanyCard, season_sheet: SeasonSheet) -> list[str]:
    said = []
    for is_current, what in (
        (True, "the scorecard as it is"),
        (False, "the scorecard before it was corrected"),
    ):
        those = [each for each in season_sheet.signed if each.is_current is is_current]
        if those:
            players = _named((each.player for each in those), card.names)
            said.append(f"{players} signed {what}: {_moments(those, season_sheet)}.")
    return said


def signed_version_words(signed: Signed, sheet: Sheet | CompanyCard) -> str:
    """Return which version of a sheet a signature covers, as in *421 (entry 5)*."""
    match sheet:
        case Sheet():
            return _signed_version(signed, sheet)
        case CompanyCard():
            return _card_version(signed)
        case _:
            assert_never(sheet)


def _card_version(signed: Signed) -> str:
    return f"the scorecard {'as it is' if signed.is_current else 'before it was corrected'}"


def _signed_version(signed: Signed, sheet: Sheet) -> str:
    entry = "" if signed.entry is None else f" (entry {signed.entry})"
    return f"{what_was_signed(signed.settlement, sheet.partie, sheet.names)}{entry}"


def _moments(signatures: Iterable[Signed], season_sheet: SeasonSheet) -> str:
    names = shown_names(season_sheet.membership.club_id)
    return "; ".join(
        f"{season_sheet.sheet.names[each.player]} {how_words(each.how, names)}, {when(each.at)}"
        for each in signatures
    )


def record_signed_words(season_sheet: SeasonSheet) -> str:
    """Say who signed the disputed record, by what and when; nothing if nobody did."""
    if _earlier(season_sheet):
        return signed_words(season_sheet)
    names = shown_names(season_sheet.membership.club_id)
    said = [
        f"{season_sheet.sheet.names[each.player]} signed this record {how_words(each.how, names)}, "
        f"{when(each.at)}."
        for each in season_sheet.signed
    ]
    return " ".join([*said, *sealed_words(season_sheet)])
