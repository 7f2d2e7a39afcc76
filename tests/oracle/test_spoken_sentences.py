"""What is said of a deal while it is played: each sentence is read back, counted in the log, or
folded, never asked of the code that chose it.

Messages are data, so a statement is read back from its message, and a figure is taken from it. What
nobody can count are plain words of keys, such as *Back*, and captions, which claim nothing.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from random import Random
from typing import get_args

import pytest

from scorer.rules.claims import CALLED, Category, Claim, PointClaim
from scorer.rules.deal import Deal, fold
from scorer.rules.grammar import all_claims
from scorer.rules.house_rules import rules_named
from scorer.rules.language import Language
from scorer.rules.legal import legal_calls
from scorer.rules.lines import Line, LineKind
from scorer.rules.messages import Message, Text
from scorer.rules.notation import format_statement, parse_log
from scorer.rules.partie import DealRecord, PartieRecord, play_partie
from scorer.rules.ruleset import Ruleset
from scorer.rules.seats import BySeat, Player, Seat
from scorer.rules.statements import (
    Answered,
    Called,
    CarteBlancheShown,
    Conceded,
    Exchanged,
    FoundFalse,
    HeadSaid,
    PipsSaid,
    PlayedShort,
    Proved,
    Spoken,
    Statement,
    TricksCounted,
    TrickTaken,
    Withdrawn,
    statement_message,
)
from scorer.table.bidding import BiddingSaid, ContractProgress, bids_message
from scorer.table.card import AloudText, Shown, UndoText, table_card
from scorer.table.card_rows import RowText, RowTitle, said_rows
from scorer.table.counting import COUNT, PLAY, RECOUNT, CountQuestion
from scorer.table.dialogue import MORE, keys_of, question
from scorer.table.keys import ElseText, Key, KeyNote, KeySpoken, KeyText, Question, can_count
from scorer.table.questions import GOOD_CALL, QuestionText
from scorer.table.recording import Sheet
from tests.oracle.dealt import PRESET_NAMES, DealtDeal, random_deals
from tests.oracle.heard import PEOPLE, claim_in, heard, heard_in_english, written_by
from tests.oracle.in_languages import in_english
from tests.oracle.reached import name_of, unreached
from tests.oracle.sizes import deals_of, moments_of

SEATS = dict(zip("EYTF", Seat, strict=True))

DEALS = deals_of("what is heard")

TABLES = deals_of("the table")
"""The deals of each preset whose keys, rows and card are looked at."""

MOMENTS = moments_of("the table")

FEW = 2
"""The moments of a deal that a run looks at to meet every text, each asked in every way."""

NAMED = {
    "a short hand": ("auction", "E bids 9; Y passes; Y short 2; tricks E6 Y4"),
    "a contract out of reach": ("auction", "E bids 10; Y passes; E short 2; tricks E7 Y1"),
    "a pass": ("auction", "E passes; Y bids 7; E doubles; Y redoubles; E passes; tricks E2"),
    "two passes": ("auction", "E passes; Y passes; E bids minus 8; Y passes; tricks E9"),
    "a concession": ("portland", "E exchange 5; Y exchange 3; E concedes"),
    "a penalty": ("portland", "E point 5; Y good; E reckons nothing; Y waives"),
    "a false claim": ("portland", "E point 5; Y good; E false point 5; Y point 6"),
    "a withdrawal": ("portland", "E point 5; E withdraws point 5; E point 6; Y good"),
    "two calls that are owed": (
        "portland",
        "E point 5; Y not good; E tierce; Y not good; E no set",
    ),
    "a claim shown": ("portland", "E point 5; Y good; E shows point 5"),
    "an answer with a number": ("portland", "E point 5 making 48; Y not good making 49"),
    "a quick count": ("portland", "E no point; count E7 last E play 9"),
    "a count with its order": (
        "portland",
        "E point 6; Y good; E quint; Y good; E trio of aces; Y not good; count E7 last E play 9 "
        "first 2",
    ),
    "a count that a pique divides": ("portland", "E point 6; Y good; E quint; Y good; E no set"),
    "a capot on top of the cards": ("wikipedia", "tricks E12"),
    "a capot": ("portland", "tricks E12"),
    "a repique": (
        "portland",
        "E point 7; Y good; E septième; Y good; E quatorze of aces; Y good; tricks E1",
    ),
    "a pique": (
        "portland",
        "E point 6; Y good; E quint; Y good; E trio of aces; Y not good; tricks E8",
    ),
    "a carte rouge": (
        "portland carte_rouge=20",
        "E exchange 5; Y exchange 3; E huitième; Y good; E quart major; E carte rouge",
    ),
    "a carte blanche": ("portland", "E carte blanche; E exchange 5"),
}
"""What random deals seldom or never have."""

FINAL = {"a concession"}


def named_deals() -> Iterator[tuple[str, Deal]]:
    for name, (rules, log) in NAMED.items():
        ruleset = rules_named(rules)
        begun = fold(ruleset, ())
        setting = begun.deal.setting._replace(final=name in FINAL)
        yield name, fold(ruleset, parse_log(log, ruleset), setting).require()


def names_of(rules: Ruleset) -> BySeat[str]:
    return BySeat(PEOPLE[: rules.players])


def parts(said: Message) -> Iterator[Message]:
    """Yield a message and those within it."""
    yield said
    for value in said.values.values():
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, Message):
                yield from parts(each)


# Reading back


def every_statement(rules: Ruleset) -> Iterator[Spoken]:
    """Yield everything that can be said at all."""
    for kind in get_args(Spoken):
        yield from kind.possible(rules)
    for seat in rules.seats:
        for claim in all_claims(rules):
            yield from (kind(seat, claim) for kind in (Withdrawn, Proved, FoundFalse))


def misread(name: str, deal: Deal) -> Iterator[str]:
    """Yield each statement that is heard as another."""
    names = names_of(deal.rules)
    for each in deal.log:
        said = statement_message(each, names)
        words = in_english(said)
        if heard(said, deal.rules) != each or heard_in_english(words, deal.rules) != each:
            yield f"{name}: “{words}” is {format_statement(each)}"


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_a_statement_that_is_heard_is_the_one_that_was_made(preset: str) -> None:
    wrong = [
        each for dealt in random_deals(preset, DEALS) for each in misread(dealt.name, dealt.deal)
    ]
    assert wrong == []


def test_a_rare_statement_that_is_heard_is_the_one_that_was_made() -> None:
    assert [each for name, deal in named_deals() for each in misread(name, deal)] == []


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_two_statements_are_never_said_alike(preset: str, spoken: Language) -> None:
    """In the language of a table, nobody hears one statement for another."""
    rules = rules_named(preset)
    names = names_of(rules)
    said = defaultdict[str, set[str]](set)
    for each in every_statement(rules):
        said[str(statement_message(each, names))].add(format_statement(each))
    alike = {words: logs for words, logs in said.items() if len(logs) > 1}
    assert alike == {}, spoken.code


# Questions and keys


def claim_said(log: tuple[Statement, ...]) -> Claim:
    """Return what elder last called, with what was said of it since."""
    last = max(at for at, each in enumerate(log) if isinstance(each, Called))
    called = log[last]
    assert isinstance(called, Called)
    claim = called.claim
    for each in log[last:]:
        if isinstance(each, PipsSaid | HeadSaid):
            claim = each.added_to(claim)
    return claim


def wrong_question(deal: Deal, asked: Question) -> Iterator[str]:
    """Yield what the heading of a question says that is not so."""
    heading = asked.heading
    values = heading.values
    taken = sum(isinstance(each, TrickTaken) for each in deal.log)
    if "number" in values and values["number"] != taken + 1:
        yield f"{heading}: {taken} tricks were taken"
    about = (QuestionText.ANSWER, QuestionText.MAKES, QuestionText.IS_TO)
    if heading.text in about and values["claim"] != claim_said(deal.log):
        yield f"{heading}: {claim_said(deal.log)} was called"
    if "who" not in values and "elder" not in values:
        return
    if asked.seat is not None:
        who = {values.get("who"), values.get("elder"), values.get("younger")}
        if PEOPLE[asked.seat] not in who:
            yield f"{heading}: {PEOPLE[asked.seat]} answers"


def wrong_key(deal: Deal, asked: Question, key: Key) -> Iterator[str]:
    """Yield what a key says that is not what it records."""
    rules = deal.rules
    recorded = parse_log(key.said, rules)
    seat = asked.seat if key.seat is None else key.seat
    shown = key.spoken or key.label
    log = written_by(shown, seat) if isinstance(shown, Message) else None
    first, *others = recorded
    of_good = [each for each in others if not isinstance(each, Answered)]
    if log is not None and (parse_log(log, rules) != (first,) or of_good):
        yield f"{shown} records {key.said}"
    after = fold(rules, deal.log + recorded, deal.setting).require()
    for said in filter(None, (key.spoken, key.note, key.label)):
        if isinstance(said, Message):
            yield from (
                f"{said} records {key.said}: {found}"
                for found in wrong_figure(deal, after, recorded, said)
            )


def wrong_figure(
    deal: Deal, after: Deal, recorded: tuple[Statement, ...], said: Message
) -> Iterator[str]:
    """Yield the counts after a key that are not those that it *said*."""
    values = said.values
    statement = recorded[-1]
    match said.text:
        case KeyNote.COUNTS if values["figures"] != by_side(after):
            yield f"the counts are {by_side(after)}"
        case KeyText.FINAL | KeySpoken.LAST_AND_COUNT if values["figures"] != by_side(after):
            yield f"the counts are {by_side(after)}"
        case KeyNote.PIQUE | KeyNote.REPIQUE:
            kind = LineKind[said.text.name]
            counts = [(each.args["before"], each.args["after"]) for each in bonuses(after, kind)]
            counted = values["counted"].values
            if (counted["before"], counted["after"]) not in counts:
                yield f"the counts are {counts}"
        case KeyNote.SET_OF if values["count"] != getattr(claim_of(recorded[0]), "count", None):
            yield "another number of cards"
        case KeySpoken.TAKES | KeySpoken.TAKES_COUNTING | KeySpoken.TOOK_LAST:
            if values["who"] != PEOPLE[statement.seat]:  # type: ignore[union-attr]
                yield "another takes it"
            if values.get("cards") != getattr(statement, "tens", None):
                yield "another number counts"
        case KeySpoken.TOOK if values["tricks"] != getattr(statement, "elder", None):
            yield "another number of tricks"
        case KeyText.TIERCES if values["count"] != len(recorded):
            yield f"{len(recorded)} are recorded"
        case KeyText.BOTH_EXCHANGE:
            cards = [each.cards for each in recorded if isinstance(each, Exchanged)]
            if cards != [values["first"], values["number"]]:
                yield f"{cards} are recorded"


def bonuses(deal: Deal, kind: LineKind) -> list[Line]:
    return [line for line in deal.lines if line.kind is kind and line.points]


def claim_of(statement: Statement) -> Claim | None:
    return statement.claim if isinstance(statement, Called) else None


def calls_left(log: tuple[Statement, ...], seat: Seat, category: Category) -> int:
    """Return how many claims of a class a player has called and not withdrawn."""
    left = 0
    for each in log:
        if isinstance(each, Called | Withdrawn) and each.seat is seat:
            is_of_class = each.claim.category is category
            left += is_of_class * (1 if isinstance(each, Called) else -1)
    return left


ANOTHER = {
    Category.SEQUENCE: ElseText.ANOTHER_SEQUENCE,
    Category.SET: ElseText.ANOTHER_SET,
}
"""What a call is said to be whose caller has called one of the class before."""


def kind_of_call(deal: Deal, seat: Seat, category: Category) -> ElseText:
    """Return what a call is by the log: a first one of its class, or another."""
    if category in ANOTHER and calls_left(deal.log, seat, category):
        return ANOTHER[category]
    return ElseText.CALL


def kind_of(key: Key, deal: Deal) -> ElseText:
    """Return what kind of key it is, by what it records or opens."""
    opened, _, rest = key.pick.partition("-")
    if key.said:
        recorded = parse_log(key.said, deal.rules)
        last = recorded[-1]
        if isinstance(last, CarteBlancheShown):
            return ElseText.CARTE_BLANCHE
        if isinstance(last, Conceded):
            return ElseText.CONCEDES
        if isinstance(last, TricksCounted):
            return ElseText.FEW_TRICKS if last.elder < 4 else ElseText.HIGH_COUNTS
        first = next(each for each in recorded if isinstance(each, Called))
        if isinstance(first.claim, PointClaim) and first.claim.length < 3:
            return ElseText.SHORT_POINT
        return kind_of_call(deal, first.seat, first.claim.category)
    of_class = re.fullmatch(r"([EYTF])(?:-(point|sequence|set)|:run-\d+)", key.pick)
    if of_class:
        category = Category(of_class[2] or "sequence")
        return kind_of_call(deal, SEATS[of_class[1]], category)
    if ":point-" in key.pick:
        return ElseText.SHORT_POINT
    if key.pick == PLAY:
        return ElseText.PLAY
    if key.pick == RECOUNT:
        return ElseText.COUNT
    is_few = opened in (COUNT, RECOUNT) and int(rest) < 4
    return ElseText.FEW_TRICKS if is_few else ElseText.CALL


def wrong_else(deal: Deal, asked: Question, *, good: bool, counts: bool) -> Iterator[str]:
    """Yield where *Something else* does not say what is behind it."""
    for key in asked.quiet:
        if not key.pick.endswith(MORE):
            continue
        assert key.note is not None
        names = names_of(deal.rules)
        opened = question(deal, names, key.pick, good=good, counts=counts)
        assert opened is not None
        behind = [kind_of(each, deal) for row in opened.rows for each in row.keys]
        named = [each.text for each in key.note.values["statements"]]
        if named != [*dict.fromkeys(behind)]:
            yield f"{key.note}: {behind}"


def wrong_play(deal: Deal, asked: Question) -> Iterator[str]:
    """Yield where the key to the play, below younger's calls, does not say what younger leaves out
    by it: each class that was *Not good* and of which younger has called nothing.
    """
    if asked.heading.text in GOOD_CALL.values() or asked.seat is not Seat.YOUNGER:
        return
    owed = [
        each
        for each in CALLED
        if last_answer(deal, each) == "not good"
        and not calls_left(deal.log, Seat.YOUNGER, each)
        and legal_calls(deal, Seat.YOUNGER, each)
    ]
    for key in keys_of(asked):
        if key.label.text is not KeyText.PLAY:
            continue
        named = ()
        if key.note is not None and key.note.text is KeyNote.CALLS_NO:
            named = key.note.values["classes"]
        if [*named] != owed:
            yield f"{key.note or key.label}: {owed}"


def by_side(deal: Deal) -> tuple[int, ...]:
    """Return the counts of the sides; partners sit opposite each other."""
    sides = deal.rules.sides
    score = tuple(deal.score)
    return tuple(sum(score[side::sides]) for side in range(sides))


def asked_of(deal: Deal, rng: Random, most: int) -> Iterator[Question]:
    """Yield what is asked next, by every call or the good ones, and what three keys open; of the
    count at the end as well: in so many of these ways at *most*.
    """
    names = names_of(deal.rules)
    ways = [(False, rng.random() < 0.5, ""), (True, True, "")]
    if can_count(deal):
        ways.append((rng.random() < 0.5, True, COUNT))
    for good, counts, start in rng.sample(ways, min(most, len(ways))):
        pick = start
        for _ in range(4):
            asked = question(deal, names, pick, good=good, counts=counts)
            if asked is None:
                break
            wrong = list(wrong_else(deal, asked, good=good, counts=counts))
            assert wrong == [], deal.log
            yield asked
            keys = [key for key in keys_of(asked) if key is not asked.back]
            picks = [key.pick for key in keys if key.pick]
            if not picks:
                break
            pick = rng.choice(picks)


def wrong_asked(name: str, deal: Deal, met: set[Text], ways: int) -> Iterator[str]:
    rng = Random(f"{name} {len(deal.log)}")
    for asked in asked_of(deal, rng, ways):
        met.add(asked.heading.text)
        yield from (f"{name}: {each}" for each in wrong_question(deal, asked))
        yield from (f"{name}: {each}" for each in wrong_play(deal, asked))
        keys = [key for row in asked.rows for key in row.keys]
        for key in keys_of(asked):
            said = (key.spoken, key.note, key.label)
            met.update(each.text for each in said if isinstance(each, Message))
        recording = [key for key in keys if key.said]
        for key in rng.sample(recording, min(4, len(recording))):
            yield from (f"{name}: {each}" for each in wrong_key(deal, asked, key))


# The card


ANSWERS = {
    RowText.GOOD: "good",
    RowText.EQUAL: "equal",
    RowText.NOT_GOOD: "not good",
}


CLAIMED = (RowTitle.POINT, RowTitle.SEQUENCE, RowTitle.SET)
"""The rows that show claims."""


def wrong_rows(deal: Deal, met: set[Text]) -> Iterator[str]:
    """Yield the rows of the card that say what nobody said, or not who said it."""
    names = names_of(deal.rules)
    called = {
        (each.seat, each.claim.essence.strength[0], each.claim.category)
        for each in deal.log
        if isinstance(each, Called)
    }
    named = {each.pips for each in deal.log if isinstance(each, Answered)} - {None}
    for row in said_rows(deal, names, 0):
        title = row.what.text
        said = list(parts(row.said))
        met.update(each.text for each in said)
        beside = [side for side, points in enumerate(row.points) if points not in ("", "0")]
        who = [each.values["who"] for each in said if "who" in each.values]
        if row.column is not None and title in CLAIMED:
            who = [PEOPLE[row.column]]
        if title in CLAIMED:
            if not beside and not who:
                yield f"{row.said}: nobody is named"
            seats = [Seat(PEOPLE.index(each)) for each in who] or [Seat(beside[0])]
            claim = claim_in(row.said, deal.rules)
            in_answer = getattr(claim, "pips", None) in named
            if (seats[0], claim.strength[0], claim.category) not in called and not in_answer:
                yield f"{row.said}: {seats[0].word} did not call it"
            for each in said:
                if each.text in ANSWERS and last_answer(deal, claim.category) != ANSWERS[each.text]:
                    yield f"{row.said}: {last_answer(deal, claim.category)}"
        for each in said:
            if each.text in (RowText.EXCHANGED, RowText.CARDS):
                by = who[0] if who else PEOPLE[row.column or 0]
                took = [
                    one.cards
                    for one in deal.log
                    if isinstance(one, Exchanged) and PEOPLE[one.seat] == by
                ]
                if took != [each.values["cards"]]:
                    yield f"{row.said}: {took} were exchanged"
            if each.text is RowText.TOOK and each.values["tricks"] != tricks_of(deal, row.column):
                yield f"{row.said}: {tricks_in(deal)} were taken in all"
            if each.text is RowText.TRICKS and sum(each.values["figures"]) != tricks_in(deal):
                yield f"{row.said}: {tricks_in(deal)} were taken"


def last_answer(deal: Deal, category: Category) -> str:
    """Return the last answer to elder's first call of a class."""
    of = None
    found = ""
    for each in deal.log:
        if isinstance(each, Called) and each.seat is Seat.ELDER:
            of = each.claim.category
        if isinstance(each, Answered) and of is category:
            found = each.answer.value
    return found


def tricks_of(deal: Deal, column: int | None) -> int:
    """Return the tricks of a player, as the log says them, where elder has the first column."""
    won = [each.seat for each in deal.log if isinstance(each, TrickTaken)]
    for each in deal.log:
        if isinstance(each, TricksCounted):
            won = [Seat.ELDER] * each.elder + [Seat.YOUNGER] * (deal.rules.hand - each.elder)
    return sum(seat == column for seat in won)


def tricks_in(deal: Deal) -> int:
    taken = sum(isinstance(each, TrickTaken) for each in deal.log)
    counted = any(isinstance(each, TricksCounted) for each in deal.log)
    return deal.rules.hand if counted else taken


def wrong_contract(deal: Deal, met: set[Text]) -> Iterator[str]:
    """Yield what is said of a contract that the tricks do not bear out."""
    said = bids_message(deal, names_of(deal.rules))
    if said is None:
        return
    met.update(each.text for each in parts(said))
    if not isinstance(said.text, ContractProgress):
        return
    bid = deal.state.auction.contract
    assert bid is not None
    wins = bid.seat.other if bid.minus else bid.seat
    short = [each for each in deal.log if isinstance(each, PlayedShort)]
    played = [each.seat for each in deal.log if isinstance(each, TrickTaken)]
    for each in deal.log:
        if isinstance(each, TricksCounted):
            played = [Seat.ELDER] * each.elder + [Seat.YOUNGER] * (deal.rules.hand - each.elder)
    made = played.count(wins)
    left = deal.rules.hand - sum(each.cards for each in short) - len(played)
    free = sum(each.cards for each in short if each.seat is not wins)
    number = said.values.get("number", 0)
    if not left:
        made += free
        free = 0
    claims = {
        ContractProgress.MADE: made == bid.tricks,
        ContractProgress.OVER: made == bid.tricks + number,
        ContractProgress.TO_GO: made + number == bid.tricks and number <= left + free,
        ContractProgress.SHORT: made + left + free + number == bid.tricks,
    }
    if number < 0 or not claims[said.text]:
        yield f"{said}: {made} of {bid.tricks}, {left} left"


# What is read aloud, and undone


def wrong_page(deal: Deal, taps: tuple[str, ...], met: set[Text]) -> Iterator[str]:
    """Yield what the table says of the last tap that is not so; nothing where a first deal would
    have been over before it.
    """
    rules = deal.rules
    players = tuple(map(Player, PEOPLE[: rules.players]))
    setting = play_partie(PartieRecord(rules, players, ())).next_setting
    if fold(rules, deal.log, setting).refusal is not None:
        return
    partie = play_partie(PartieRecord(rules, players, (DealRecord(deal.log),)))
    sheet = Sheet(
        id=0, code="", opened_at="", partie=partie, signatures=(), version="", taps=(taps,)
    )
    card = table_card(sheet, 0, Shown(may_score=True))
    scored = partie.deals[0].deal
    assert scored is not None
    before = fold(rules, deal.log[:-1], scored.setting).require()
    names = sheet.seated(0)
    score = {names[seat]: points for seat, points in scored.score.items()}
    was = {names[seat]: points for seat, points in before.score.items()}
    changed = {who: score[who] for who in score if score[who] != was[who]}
    for each in parts(card.aloud) if card.aloud else ():
        met.add(each.text)
        values = each.values
        match each.text:
            case AloudText.NOW if [*changed.values()] != [values["count"]]:
                yield f"{each}: {changed}"
            case AloudText.COUNT_NOW if score[values["who"]] != values["count"]:
                yield f"{each}: {score}"
            case AloudText.TRICK if values["number"] != tricks_in(deal):
                yield f"{each}: {tricks_in(deal)} tricks"
            case AloudText.BONUS | AloudText.BONUS_TO:
                new = [line.points for line in scored.lines if line not in before.lines]
                if values["points"] not in new:
                    yield f"{each}: {new}"
    assert card.undo is not None
    for each in parts(card.undo.label):
        met.add(each.text)
        if each.text is UndoText.WORTH:
            moved = [score[who] - was[who] for who in changed]
            if moved != [each.values["points"]]:
                yield f"{each}: {moved}"
        if each.text is UndoText.TRICK and each.values["number"] != tricks_in(deal):
            yield f"{each}: {tricks_in(deal)} tricks"


# All of it

EVERY = 100
"""More than the statements of a named deal, or the ways to ask."""


def wrong_in(
    name: str, prefixes: list[Deal], met: set[Text], moments: int = EVERY
) -> Iterator[str]:
    """Yield what is wrong at random moments of a deal; at one alone, what is asked in one way."""
    rng = Random(name)
    for deal in prefixes:
        yield from (f"{name}: {each}" for each in wrong_contract(deal, met))
    for deal in rng.sample(prefixes, min(moments, len(prefixes))):
        yield from (f"{name}: {each}" for each in wrong_rows(deal, met))
        yield from wrong_asked(name, deal, met, 1 if moments == 1 else EVERY)
        taps = tuple(map(str, range(len(deal.log))))
        yield from (f"{name}: {each}" for each in wrong_page(deal, taps, met))


def prefixes_of(deal: Deal) -> list[Deal]:
    """Return a named deal after each of its statements."""
    ends = range(1, len(deal.log) + 1)
    return [fold(deal.rules, deal.log[:end], deal.setting).require() for end in ends]


def wrong_of(dealt: DealtDeal, met: set[Text], moments: int) -> list[str]:
    # of a contract everything is said again after each trick
    prefixes = dealt.prefixes() if dealt.deal.rules.auction else dealt.moments(moments)
    return [*wrong_in(dealt.name, [*prefixes], met, moments)]


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_what_the_table_says_of_a_random_deal_is_so(preset: str) -> None:
    found = [
        each for dealt in random_deals(preset, TABLES) for each in wrong_of(dealt, set(), MOMENTS)
    ]
    assert found == []


def test_what_the_table_says_of_a_rare_deal_is_so() -> None:
    found = [
        each for name, deal in named_deals() for each in wrong_in(name, prefixes_of(deal), set())
    ]
    assert found == []


# Every text that claims something


CLAIMING: tuple[type[Text], ...] = (
    *(QuestionText, CountQuestion, KeyNote, RowText),
    *(BiddingSaid, ContractProgress, AloudText, UndoText),
)


def test_every_text_that_claims_something_is_met() -> None:
    """The others are in `unreached.toml`; the frozen pages and `tests/web` have most of those."""
    wanted = {each for kind in CLAIMING for each in kind if name_of(each) not in unreached()}
    met = set[Text]()
    for name, deal in named_deals():
        assert [*wrong_in(name, prefixes_of(deal), met)] == []
    for preset in PRESET_NAMES:
        for dealt in random_deals(preset, 20):
            if not wanted <= met:
                assert wrong_of(dealt, met, FEW) == []
    assert wanted - met == set()
