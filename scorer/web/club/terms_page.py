"""The published terms of a season: all that it is played by, in words."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for

from ...ledger.stakes import Stakes
from ...ledger.terms import TWO, Format, SeasonTerms, Withdrawal
from ...rules.frames import Frame, choices_of, source_of, words_of
from ...rules.naming import name_of, title_of
from ...service.club.companies import agreed_in, plays_in
from ...service.club.terms import season_rules
from ..figures import first_up


@dataclass(frozen=True, slots=True)
class Term:
    """One term: what it is about, what it says, and where more is told."""

    what: str
    says: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class TermsPage:
    """The terms of a season, and the order that decides places."""

    name: str
    terms: tuple[Term, ...]
    order: tuple[str, ...]


def terms_page(terms: SeasonTerms) -> TermsPage:
    """All that a season is played by."""
    rules = Term("Rules", title_of(season_rules(terms)), url_for("house.index", rules=name_of(season_rules(terms))))
    found = _of_companies(terms) if terms.frame != TWO else _between_two(terms)
    order = tuple(each.value for each in terms.order)
    return TermsPage(terms.name, (rules, *found), order)


def _between_two(terms: SeasonTerms) -> list[Term]:
    found = [
        Term("Who meets whom", terms.format.value),
        Term("Match points", f"{terms.win} for a partie won, {terms.draw} drawn, {terms.loss} lost"),
    ]
    if terms.format is not Format.OPEN:
        found += [
            Term("A bye", f"{terms.bye} match points"),
            Term("A forfeit", f"whoever does not come loses {terms.forfeit_points} points to the other"),
        ]
    return [
        *found,
        Term("A member withdraws", _withdrawal(terms)),
        Term("Corrections", _corrections(terms.correction_hours)),
        Term("Ratings", f"provisional until {terms.provisional} parties"),
        *(_stakes(terms.stakes) if terms.stakes else [Term("Stakes", "none")]),
    ]


def _of_companies(terms: SeasonTerms) -> list[Term]:
    """What a company agrees on, each with its source; who signs its card, and what it moves."""
    agreed = agreed_in(terms)
    chosen = [
        Term(first_up(each.metadata["meaning"]), f"{words_of(agreed, each.name)} ({source_of(agreed, each.name)})")
        for each in choices_of(agreed)
    ]
    stakes = [each for each in _stakes(terms.stakes) if each.what not in ("Doubled", "Paid")] if terms.stakes else []
    if stakes:
        stakes.append(Term("Paid", "when the card is signed: to each who won, by those who lost, in what each lost"))
    return [
        Term("At a table play", f"{'' if agreed.frame is Frame.TABLE else 'three or more, '}{plays_in(terms)}"),
        *chosen,
        Term("Into the book", "a card when every member of its company has signed it; no match points, no ratings"),
        Term("Corrections", "before the first signature on the sheets of the parties; after it the director alone"),
        *(stakes or [Term("Stakes", "none")]),
    ]


def _withdrawal(terms: SeasonTerms) -> str:
    if terms.format is Format.OPEN:
        return "parties played stand"
    substitute = "; a substitute may take the fixtures that are left"
    if terms.withdrawal is Withdrawal.ANNUL_UNDER_HALF:
        return f"{terms.withdrawal.value}; who was to meet him has a bye where nothing counts{substitute}"
    return f"{terms.withdrawal.value}{substitute}"


def _corrections(hours: int) -> str:
    if not hours:
        return "a posted partie is corrected by the director alone"
    period = f"{hours // 24} days" if hours % 24 == 0 and hours > 24 else f"{hours} hours" if hours > 1 else "one hour"
    return f"both players may agree to one within {period} of posting; after that the director alone corrects"


def _stakes(stakes: Stakes) -> list[Term]:
    if stakes.parties:
        odd = "every partie counts"
    else:
        odd = f"odd points below {stakes.points_step} are dropped" if stakes.points_step > 1 else "every point counts"
    money = f"; odd {stakes.unit} below {stakes.money_step} are dropped" if stakes.money_step > 1 else ""
    return [
        Term("Stakes", stakes.words),
        Term("Odd points and money", f"{odd}{money}"),
        Term("Doubled", stakes.doubled.value),
        Term("Paid", stakes.settled.value),
    ]
