"""View models of the pages to look things up in."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..rules.cards import Suit, parse_hand
from ..rules.errors import NotationError
from ..rules.hands import declare
from ..rules.laws import Book, Law, search
from ..rules.refusals import IllegalStatement
from ..rules.ruleset import NOT_SCORED, RULE_FIELDS, SECTIONS, Ruleset
from ..rules.sentences import declaration_words
from ..rules.words import value_words
from .figures import counted


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


@dataclass(frozen=True, slots=True)
class LawsPage:
    """The laws that were looked for: by what words, how many there are, and they, book by book."""

    query: str
    found: str
    books: tuple[tuple[str, tuple[Law, ...]], ...]


BOOKS = ((Book.LAWS, "Laws"), (Book.CASES, "Decided cases"), (Book.AU_CENT, "Piquet au Cent, where it differs"))


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the game."""

    id: str
    word: str
    meaning: str


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


def laws_page(query: str) -> LawsPage:
    """The laws in which every word of *query* is found; all of them without one."""
    laws = search(query)
    books = ((title, tuple(law for law in laws if law.book is book)) for book, title in BOOKS)
    return LawsPage(
        query, counted(len(laws), "law or case", "laws and cases"), tuple(each for each in books if each[1])
    )


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


GLOSSARY = (
    Word("partie", "partie", "six deals, or as many as it takes to reach a target"),
    Word(
        "elder",
        "elder and younger",
        "the seats of one deal: younger deals, elder calls and leads first; they change places",
    ),
    Word("talon", "talon", "the cards left over by the deal, from which both exchange"),
    Word("exchange", "exchange", "to discard cards and take as many from the talon"),
    Word("carte-blanche", "carte blanche", "a hand without king, queen or knave, which scores ten"),
    Word("carte-rouge", "carte rouge", "a hand every card of which has scored, where a club plays it"),
    Word("point", "point", "the most cards of one suit; a good point scores one for each card"),
    Word(
        "pips", "pips", "what the cards of a point make: ace eleven, court cards and ten ten, the others their number"
    ),
    Word(
        "sequence",
        "sequence",
        "three or more cards in a row: tierce 3, quart 4, quint 15, sixième 16, septième 17, huitième 18",
    ),
    Word("set", "set", "a quatorze of four 14, a trio of three 3; tens or higher"),
    Word("good", "good, equal, not good", "younger’s answers: she has nothing as good; the same; something better"),
    Word(
        "sink",
        "sink",
        "to call less than one holds, or to allow what one could beat, which is legal; "
        "who must have sunk something is told only when the deal is over",
    ),
    Word(
        "possible",
        "possible, impossible",
        "whether the cards of one pack allow all that was said in a deal: possible; possible only if somebody sank; "
        "or impossible, when some of it cannot be true together",
    ),
    Word("lead", "lead", "the first card of a trick; it scores one"),
    Word("trick", "trick", "one card from each; won off the other’s lead it scores one, the last one more"),
    Word("cards", "the cards", "more tricks than anyone else, for ten"),
    Word("capot", "capot", "all the tricks, for forty in place of the ten"),
    Word(
        "contract",
        "contract",
        "where the hands are bid for: so many tricks to win or, minus, to lose; "
        "each one over scores for its maker, each one short for the other, twice if doubled, four times if redoubled",
    ),
    Word("concede", "concede", "to throw up a hopeless last deal before play, for thirteen and the cards"),
    Word("repique", "repique", "thirty in hand before the other can reckon anything: sixty more"),
    Word("pique", "pique", "thirty in hand and play, by elder, before the other has reckoned anything: thirty more"),
    Word("rubicon", "Rubicon", "a hundred points; a loser who has not reached it pays the sum of both totals"),
    Word("lurch", "lurch", "a loser under half the target, who loses double"),
    Word(
        "third",
        "third and fourth",
        "the seats after younger where three or four play: the last of them deals, and nobody answers a call",
    ),
    Word("partners", "partners", "of four, those who sit opposite; what both make is one total"),
    Word("company", "company", "those who play one partie after another on one card: a chouette, a pool or a table"),
    Word(
        "chouette",
        "chouette, in the box",
        "one in the box against the rest, who advise and play him in turn; he wins or loses once for each of them",
    ),
    Word("pool", "pool", "the loser of a partie pays into it; whoever beats each of the others in a row takes it"),
    Word("table", "table", "three, or four in partnership, who all play every partie; each who loses one pays for it"),
)
"""The words of the game, as Portland's laws have them; of the auction and of more than two as their presets have it."""
