"""View model of the published terms of a season."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for

from ...ledger.stakes import Stakes
from ...ledger.terms import TWO, Format, SeasonTerms, Withdrawal
from ...rules.frames import Frame, choices_of, source_of, words_of
from ...rules.naming import name_of, title_of
from ...service.club.companies import agreed_in, plays_in
from ...service.club.terms import season_rules
from ..figures import counted, first_up


@dataclass(frozen=True, slots=True)
class Term:
    """One term, with the address of a page that says more."""

    label: str
    text: str
    address: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TermsPage:
    """The terms of a season, and its ranking order."""

    name: str
    terms: tuple[Term, ...]
    order: tuple[str, ...]


def terms_page(terms: SeasonTerms) -> TermsPage:
    """Return the terms in words."""
    rules = Term("Rules", title_of(season_rules(terms)), url_for("house.index", rules=name_of(season_rules(terms))))
    found = _of_companies(terms) if terms.frame != TWO else _between_two(terms)
    order = tuple(each.value for each in terms.order)
    return TermsPage(name=terms.name, terms=(rules, *found), order=order)


def _between_two(terms: SeasonTerms) -> list[Term]:
    found = [
        Term("Format", terms.format.value),
        Term("Match points", f"{terms.win} for a win, {terms.draw} for a draw, {terms.loss} for a loss"),
    ]
    if terms.format is not Format.OPEN:
        found += [
            Term("Bye", f"{terms.bye} match points"),
            Term("Forfeit", f"a player who does not come loses {terms.forfeit_points} points to the other"),
        ]
    return [
        *found,
        Term("Withdrawal", _withdrawal(terms)),
        Term("Corrections", _corrections(terms.correction_hours)),
        Term("Ratings", f"provisional for the first {counted(terms.provisional, 'partie')}"),
        *(_stakes(terms.stakes) if terms.stakes else [Term("Stakes", "none")]),
    ]


def _of_companies(terms: SeasonTerms) -> list[Term]:
    """Return the company terms, each with its source."""
    agreed = agreed_in(terms)
    chosen = [
        Term(first_up(each.metadata["meaning"]), f"{words_of(agreed, each.name)} ({source_of(agreed, each.name)})")
        for each in choices_of(agreed)
    ]
    stakes = [each for each in _stakes(terms.stakes) if each.label not in ("Doubled", "Paid")] if terms.stakes else []
    if stakes:
        stakes.append(Term("Paid", "when the scorecard is signed: the losers pay the winners, each what they lost"))
    return [
        Term(
            "Players at a table", f"{plays_in(terms)}{'' if agreed.frame is Frame.TABLE else ', three players or more'}"
        ),
        *chosen,
        Term("Posting", "a scorecard is posted when everyone has signed it; no match points, no ratings"),
        Term("Corrections", "on the sheets until the first signature; after that by a director only"),
        *(stakes or [Term("Stakes", "none")]),
    ]


def _withdrawal(terms: SeasonTerms) -> str:
    if terms.format is Format.OPEN:
        return "parties played count"
    substitute = "; a substitute may take the remaining fixtures"
    if terms.withdrawal is Withdrawal.ANNUL_UNDER_HALF:
        return f"{terms.withdrawal.value}; opponents get a bye for each annulled fixture{substitute}"
    return f"{terms.withdrawal.value}{substitute}"


def _corrections(hours: int) -> str:
    if not hours:
        return "only a director corrects a posted partie"
    period = f"{hours // 24} days" if hours % 24 == 0 and hours > 24 else f"{hours} hours" if hours > 1 else "one hour"
    return f"both players may agree to one within {period} of posting; after that only a director corrects"


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
