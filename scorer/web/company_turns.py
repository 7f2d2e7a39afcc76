"""View models of a partie of a company, and of the page on which its scorecard is signed."""

from __future__ import annotations

from dataclasses import dataclass

from ..rules.frames import Frame
from ..rules.frames.words import listed, others_words, result_words, sides_of, who_plays
from ..service.club.companies import CompanyStanding
from ..service.companies import CompanyCard, new_token
from .figures import counted, first_up, grouped, signed


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnPage:
    """
    A partie of a company, or the next one from paper.

    Attributes:
        turn: the number by which it is stored.
        others: what the players who sit out do.
        says: its result, if it has one.
        partie: the code of its sheet; empty for one from paper.
        names: the sides, with the player who sat first before the others.
        may_enter: whether it can be entered, or corrected, from paper.
        unit: what the winner wins: points or parties.
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
    may_remove: bool
    unit: str
    form_key: str


def turn_page(card: CompanyCard, turn: int, *, may_score: bool) -> TurnPage | None:
    """Return the page of a turn by its stored number; `None` if there is none, and it cannot be entered now."""
    company, index = card.company, card.place_of(turn)
    is_next = turn == card.next_number and company.going_on is None
    if index < 0 and not (is_next and may_score and not card.is_closed):
        return None
    lineup = company.card.lineup if index < 0 else company.parties[index].lineup
    played = company.card.turns[index] if 0 <= index < len(company.card.turns) else None
    code = "" if index < 0 else card.turns[index].code
    open_to = may_score and not card.is_closed
    return TurnPage(
        code=card.code,
        title="Partie from paper" if index < 0 else f"Partie {index + 1}",
        turn=turn,
        who=who_plays(company, lineup),
        others=first_up(others_words(company, lineup)),
        says="" if played is None else result_words(company, played),
        partie=code,
        names=sides_of(company, lineup),
        may_enter=open_to and not code,
        may_remove=open_to and index >= 0,
        unit="parties" if company.record.rules.pays_parties else "points",
        form_key=new_token(),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Signer:
    """
    A player of a company.

    Attributes:
        place: the seat, in the order of the cut.
        own: whether this is the player's own phone.
        may_sign: whether the player can sign on this phone; in a season with a PIN if it is not their own.
        is_first: whether theirs is the main key of the page.
    """

    place: int
    name: str
    balance: str
    signed: bool
    own: bool
    may_sign: bool
    is_first: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosePage:
    """
    The page on which a scorecard is signed.

    Attributes:
        held: what the pool holds; empty if there is no pool.
        season: the name of the season; empty without one, as is *club*.
        entry: the number of the entry that posted it; 0 for none.
        reversed_by: the number of the entry that reversed it; 0 for none.
    """

    code: str
    title: str
    signers: tuple[Signer, ...]
    held: str
    parties: str
    may_sign: bool
    is_signed: bool
    is_closed: bool
    season: str = ""
    club: str = ""
    entry: int = 0
    reversed_by: int = 0


def close_page(
    card: CompanyCard, *, may_score: bool, own: int | None = None, standing: CompanyStanding | None = None
) -> ClosePage:
    """
    Return the page on which a scorecard is signed.

    *own* is the seat of the member whose phone this is. *standing* is how far
    the card has come towards the book of its season, if it has one.
    """
    balances = card.company.card.balances
    ready = card.company.going_on is None and bool(card.company.card.turns)
    out = 0 if standing is None or standing.taken_out is None else standing.taken_out
    signers = tuple(
        Signer(
            place=place,
            name=name,
            balance=signed(balances[place]),
            signed=card.signatures[place] is not None,
            own=standing is not None and place == own,
            may_sign=ready and not out and (may_score or (standing is not None and place == own)),
            is_first=place == own if standing is not None else not place,
        )
        for place, name in enumerate(card.names)
    )
    held = card.company.card.held
    is_pool = card.company.record.terms.frame is Frame.POOL
    posted = None if standing is None else standing.posted
    return ClosePage(
        code=card.code,
        title=listed(card.names),
        signers=signers,
        held=grouped(held) if is_pool else "",
        parties=counted(len(card.company.card.turns), "partie"),
        may_sign=any(each.may_sign for each in signers),
        is_signed=card.is_signed,
        is_closed=card.is_closed,
        season="" if standing is None else standing.of.name,
        club="" if standing is None else standing.of.club,
        entry=0 if posted is None else posted.entry.number,
        reversed_by=out,
    )
