"""View models of one partie of a company, and of the page on which the card is signed."""

from __future__ import annotations

from dataclasses import dataclass

from ..rules.frames import Frame
from ..rules.frames.words import listed, others_words, result_words, sides_of, who_plays
from ..service.club.companies import CompanyStanding
from ..service.companies import CompanyCard, new_token
from .figures import first_up, grouped, signed


@dataclass(frozen=True, slots=True)
class TurnPage:
    """
    One partie of a company, or the next one from a paper card.

    Attributes:
        code: the company's code.
        title: which partie it is.
        turn: its stored number.
        who: who plays whom.
        others: what the rest do.
        says: how it ended, if it stands on the card.
        partie: the code of the partie that was played here; empty for one from paper.
        names: the sides, that of who sat first before the others.
        may_enter: whether it can be entered, or put right, from a paper card.
        may_strike: whether it can be struck.
        unit: what the winner wins.
        form_key: of the forms.
    """

    code: str
    title: str
    turn: int
    who: str
    others: str
    says: str
    partie: str
    names: tuple[str, ...]
    may_enter: bool
    may_strike: bool
    unit: str
    form_key: str


def turn_page(card: CompanyCard, turn: int, *, may_score: bool) -> TurnPage | None:
    """The page of a turn by its stored number; `None` if the card has none, or it cannot be entered now."""
    company, place = card.company, card.place_of(turn)
    is_next = turn == card.next_number and company.going_on is None
    if place < 0 and not (is_next and may_score and not card.is_closed):
        return None
    lineup = company.card.lineup if place < 0 else company.parties[place].lineup
    counted = company.card.turns[place] if 0 <= place < len(company.card.turns) else None
    code = "" if place < 0 else card.turns[place].code
    open_to = may_score and not card.is_closed
    return TurnPage(
        card.code,
        "A partie from a paper card" if place < 0 else f"Partie {place + 1}",
        turn,
        who_plays(company, lineup),
        first_up(others_words(company, lineup)),
        "" if counted is None else result_words(company, counted),
        code,
        sides_of(company, lineup),
        open_to and not code,
        open_to and place >= 0,
        "parties" if company.record.rules.pays_parties else "points",
        new_token(),
    )


@dataclass(frozen=True, slots=True)
class Signer:
    """
    A player of a company.

    Attributes:
        place: in the order of the cut.
        name: what he is called.
        balance: what he has won.
        signed: whether he has signed.
        own: whether it is his phone that looks.
        may_sign: whether he can sign on this phone, in a season with his PIN if it is not his own.
    """

    place: int
    name: str
    balance: str
    signed: bool
    own: bool
    may_sign: bool


@dataclass(frozen=True, slots=True)
class ClosePage:
    """
    The page on which the card is signed: who has won what, and what the pool holds.

    Attributes:
        code: the company's code.
        title: who they are.
        signers: each of them.
        held: what the pool holds; empty where there is none.
        parties: how many parties were played.
        may_sign: whether anybody can sign here now.
        is_signed: whether everybody has.
        is_closed: whether anybody has.
        season: the name of the season; empty outside every season.
        club: the club's code; empty outside every season.
        entry: the number of the entry by which it stands in the book; 0 for none.
        taken_out: the number of the entry that took it out of the book; 0 for none.
    """

    code: str
    title: str
    signers: tuple[Signer, ...]
    held: str
    parties: int
    may_sign: bool
    is_signed: bool
    is_closed: bool
    season: str = ""
    club: str = ""
    entry: int = 0
    taken_out: int = 0


def close_page(
    card: CompanyCard, *, may_score: bool, own: int | None = None, standing: CompanyStanding | None = None
) -> ClosePage:
    """
    The page on which the card of a company is signed.

    Args:
        card: the card.
        may_score: whether this phone scores it.
        own: the place of the member whose phone this is, if it is one of them.
        standing: how far it has come in its season, if it is of one.
    """
    balances = card.company.card.balances
    ready = card.company.going_on is None and bool(card.company.card.turns)
    out = 0 if standing is None or standing.taken_out is None else standing.taken_out
    signers = tuple(
        Signer(
            place,
            name,
            signed(balances[place]),
            card.signatures[place] is not None,
            standing is not None and place == own,
            ready and not out and (may_score or (standing is not None and place == own)),
        )
        for place, name in enumerate(card.names)
    )
    held = card.company.card.held
    is_pool = card.company.record.terms.frame is Frame.POOL
    posted = None if standing is None else standing.posted
    return ClosePage(
        card.code,
        listed(card.names),
        signers,
        grouped(held) if is_pool else "",
        len(card.company.card.turns),
        any(each.may_sign for each in signers),
        card.is_signed,
        card.is_closed,
        "" if standing is None else standing.of.name,
        "" if standing is None else standing.of.club,
        0 if posted is None else posted.entry.number,
        out,
    )
