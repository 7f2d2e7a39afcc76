"""View models of the pages to look things up in."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..rules.cards import Suit, parse_hand
from ..rules.errors import NotationError
from ..rules.hands import declare
from ..rules.refusals import IllegalStatement
from ..rules.ruleset import NOT_SCORED, RULE_FIELDS, SECTIONS, Ruleset
from ..rules.sentences import declaration_words
from ..rules.words import value_words


@dataclass(frozen=True, slots=True, kw_only=True)
class CardBox:
    """A card to choose."""

    code: str
    label: str
    spoken: str
    red: bool
    chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HandPage:
    """The cards to choose from, and what the chosen ones score."""

    rules: Ruleset
    suits: tuple[tuple[Suit, tuple[CardBox, ...]], ...]
    declared: tuple[tuple[str, int], ...] = ()
    total: int | None = None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class RuleRow:
    """One rule of a preset."""

    meaning: str
    value: str
    source: str


@dataclass(frozen=True, slots=True)
class RulesetPage:
    """A preset, section by section."""

    title: str
    id: str
    sections: tuple[tuple[str, tuple[RuleRow, ...]], ...]


def hand_page(rules: Ruleset, chosen: list[str]) -> HandPage:
    """Return what the *chosen* cards, given by their codes, would score."""
    suits = tuple(
        (
            suit,
            tuple(
                CardBox(
                    code=str(card),
                    label=f"{'10' if card.rank.code == 'T' else card.rank.code}{suit.sign}",
                    spoken=f"{card.rank.word} of {suit.word}",
                    red=suit in (Suit.HEARTS, Suit.DIAMONDS),
                    chosen=str(card) in chosen,
                )
                for card in rules.pack
                if card.suit is suit
            ),
        )
        for suit in Suit
    )
    page = HandPage(rules=rules, suits=suits)
    if not chosen:
        return page
    try:
        declared = declare(rules, parse_hand(" ".join(chosen)))
    except NotationError as error:
        return replace(page, problem=error.message)
    except IllegalStatement as error:
        return replace(page, problem=str(error))
    rows = tuple((declaration_words(claim), points) for claim, points in declared.counted)
    return replace(page, declared=rows, total=declared.total)


def ruleset_page(rules: Ruleset) -> RulesetPage:
    """Every rule of a preset with its source."""
    sections: list[tuple[str, list[RuleRow]]] = []
    for rule in RULE_FIELDS:
        if rule.name in SECTIONS:
            sections.append((SECTIONS[rule.name], []))
        value, unit = getattr(rules, rule.name), rule.metadata["unit"]
        also = f" ({NOT_SCORED})" if rule.metadata["documentary"] else ""
        row = RuleRow(rule.metadata["meaning"] + also, value_words(value, unit), rules.source(rule.name))
        sections[-1][1].append(row)
    return RulesetPage(rules.title, rules.id, tuple((title, tuple(rows)) for title, rows in sections))
