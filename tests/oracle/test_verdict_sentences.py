"""The sentences about claims, against a SAT solver: on random deals of every preset, on such deals
with other calls in them, and on named deals that have every sentence.

A failure names the deal, says the message, and shows what the solver found.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

import pytest

from scorer.rules.cards import Card, Rank, Suit
from scorer.rules.claims import Claim
from scorer.rules.deal import Deal, fold
from scorer.rules.findings import (
    Asserted,
    Checked,
    CouldHave,
    HandLabel,
    OfDeal,
    Says,
    SeatClass,
    Sinking,
    deal_message,
    labelled_cards,
)
from scorer.rules.house_rules import rules_named
from scorer.rules.messages import Message, Text
from scorer.rules.notation import parse_log
from scorer.rules.partie import DealRecord, PartieRecord, play_partie
from scorer.rules.presets import PRESETS
from scorer.rules.ruleset import Ruleset
from scorer.rules.seats import Player, Seat
from scorer.rules.sentences import Citing
from scorer.rules.statements import (
    Called,
    FoundFalse,
    Log,
    TrickTaken,
    effective,
    statement_message,
)
from scorer.table.checking import check
from scorer.table.doubts import (
    CardsNote,
    DealMark,
    Doubt,
    HandRole,
    LawAnswer,
    cards_context,
    claims,
    doubt,
    false_claims,
    mark,
)
from scorer.table.recording import Sheet
from tests import there
from tests.oracle.cards import Hand
from tests.oracle.dealt import PRESET_NAMES, DealtDeal, drawn, random_deals
from tests.oracle.in_languages import in_english
from tests.oracle.sizes import ALL, deals_of, moments_of
from tests.oracle.verdicts import (
    PLAYERS,
    Solver,
    answer_in,
    forbids_sinking,
    names_of,
    said_by,
    texts_in,
    was_said,
)
from tests.rows import beside
from tests.rules.checker.agreement import FULL, ROUND, assert_witnessed, could_lie
from tests.rules.checker.demands import Cards, fits
from tests.rules.checker.meaning import Said, said_in
from tests.rules.checker.sat import Formula, blank_seats
from tests.rules.checker.talk import perturbed

DEALS = deals_of("verdicts")
"""The deals of each preset. A solver is asked several times about each."""

QUESTIONS = moments_of("verdicts")
"""How many of these are asked about each of them."""

EVERY = ("nothing sunk", "something sunk", "other calls", "could have held", "not over")

RULES = FULL | ROUND
SUBJECTS: tuple[type[Text], ...] = (
    Asserted,
    Sinking,
    Checked,
    OfDeal,
    HandLabel,
    CouldHave,
    CardsNote,
    DealMark,
    Doubt,
    LawAnswer,
    CardsNote,
    HandRole,
)
NAMED = beside(__file__)["deal"]

BY_AU_CENT = {"cent-32", "french-150"}
"""The presets with the penalties of Piquet au Cent, which set Law 53 aside."""


def cards_of(hands: tuple[Hand, ...]) -> list[Cards]:
    return [
        frozenset(Card(Rank(rank), Suit[suit.upper()]) for rank, suit in hand) for hand in hands
    ]


def sheet_of(rules: Ruleset, record: DealRecord) -> Sheet:
    """A sheet of one deal, whose players sit in the order of the seats."""
    players = tuple(Player(name) for name in PLAYERS[: rules.players])
    return Sheet(
        id=0,
        code="",
        opened_at="",
        partie=play_partie(PartieRecord(rules, players, (record,))),
        signatures=(None,) * len(players),
        version="",
    )


def sheet_with(rules: Ruleset, deal: Deal) -> Sheet:
    """A sheet of this deal, which goes on even where the partie would be won."""
    sheet = sheet_of(rules, DealRecord())
    (scored,) = sheet.partie.deals
    partie = replace(sheet.partie, deals=(replace(scored, deal=deal),))
    return replace(sheet, partie=partie)


def is_call(said: Called, one: Said) -> bool:
    """Return whether *said* can be the call of a claim that is held, perhaps before its pips."""
    if one.claim is None or (said.seat, Says.HOLDS) != (one.seat, one.says):
        return False
    is_alike = said.claim.category is one.claim.category
    return is_alike and fits(said.claim, one.claim)


class Heard:
    """A deal, what is said of its claims, and what the solver finds of them."""

    answers: set[frozenset[SeatClass]]
    main: Message
    sunk: frozenset[SeatClass]

    def __init__(self, name: str, rules: Ruleset, log: Log) -> None:
        self.name = name
        self.deal = fold(rules, log).require()
        self.sheet = sheet_with(rules, self.deal)
        self.names = names_of(self.deal)
        self.texts = set[Text]()

    def listen(self, hands: Sequence[Cards] = ()) -> None:
        """Compare everything that is said with what the solver finds; if these *hands* are given,
        find what was sunk of them.
        """
        with Solver(self.deal, said_in(self.deal)) as solver:
            self.answers = solver.answers()
            self.main = deal_message(check(self.deal), self.names)
            for message in self._messages():
                self.texts.update(texts_in(message))
                self.hear(message)
            self._witness(solver)
            self.sunk = solver.sunk_by(hands) if hands else frozenset()

    @property
    def finding(self) -> str:
        """Return what the solver finds."""
        if not self.answers:
            return "impossible"
        return "possible" if frozenset() in self.answers else "sunk"

    def _messages(self) -> Iterator[Message]:
        """Yield what is said of the whole deal, on every page."""
        yield self.main
        yield claims(self.sheet, 0).reason
        for found in (mark(self.deal), claims(self.sheet, 0).mark):
            if found is not None:
                yield found
        warning = doubt(self.sheet, 0)
        if warning is not None:
            yield warning.aloud
            if warning.to_correct is not None:
                yield warning.to_correct
        heading = claims(self.sheet, 0).suspects_heading
        if heading is not None:
            yield heading

    def blame(self, message: Message, *counted: object) -> str:
        """Return what a failure says."""
        return f"{self.name}: {in_english(message)}, but the solver: {counted}"

    def hear(self, message: Message) -> None:
        """Compare a message, and those in it, with what the solver finds."""
        blame = self.blame(message, self.finding, self.answers)
        match message.text:
            case Checked.POSSIBLE:
                assert self.finding == "possible", blame
            case Doubt.POSSIBLE:
                assert self.finding == "possible", blame
                assert self.deal.is_over, blame
            case Doubt.POSSIBLE_SO_FAR:
                assert self.finding != "impossible", blame
                assert not self.deal.is_over, blame
            case DealMark.SUNK:
                assert self.finding == "sunk", blame
            case Checked.SUNK | Checked.SUNK_ONE_OF | Checked.SUNK_IN_MINUS:
                self._sunk(message, blame)
            case DealMark.IMPOSSIBLE | Doubt.IMPOSSIBLE | OfDeal.IMPOSSIBLE:
                assert self.finding == "impossible", blame
            case Checked.ONE_CONFLICTS | Checked.TWO_CONFLICT | Checked.ALL_CONFLICT:
                self._conflict(message)
            case _:
                assert isinstance(message.text, Asserted | Sinking | Doubt), blame
        if message.text is Doubt.CORRECT:
            return  # what it names is a statement of the log
        for value in message.values.values():
            if isinstance(value, Message):
                self.hear(value)

    def _sunk(self, message: Message, blame: str) -> None:
        named = [answer_in(each) for each in message.values["answers"]]
        assert self.finding == "sunk", blame
        assert len(named) == len(self.answers), blame
        assert set(named) == self.answers, blame
        forbidden = message.text is Checked.SUNK_IN_MINUS
        assert forbidden is forbids_sinking(self.deal), blame

    def _conflict(self, message: Message) -> None:
        conflict = [said_by(each, self.deal) for each in message.values["conflict"]]
        number = {1: Checked.ONE_CONFLICTS, 2: Checked.TWO_CONFLICT}
        assert message.text is number.get(len(conflict), Checked.ALL_CONFLICT)
        for one in conflict:
            assert was_said(one, self.deal), self.blame(message, one)
        listed = {at for at, _ in claims(self.sheet, 0).suspects}
        every = [*enumerate((said for _, said in effective(self.deal.log)), 1)]
        for one in conflict:
            calls = {at for at, said in every if isinstance(said, Called) and is_call(said, one)}
            assert not calls or calls & listed, self.blame(message, "not listed", one)
        with Solver(self.deal, conflict) as solver:
            assert not solver.possible(), self.blame(message, "all can be true")
        for one in conflict:
            rest = [each for each in conflict if each is not one]
            with Solver(self.deal, rest) as solver:
                assert solver.possible(), self.blame(message, "not needed", one)

    def _witness(self, solver: Solver) -> None:
        """Add up the cards that are shown, and see whether they make everything true."""
        verdict = check(self.deal)
        witness = verdict.witness
        assert (witness is None) is (self.finding == "impossible"), self.blame(self.main)
        if witness is None:
            return
        assert_witnessed(self.deal, verdict, solver.all)
        rows = [*labelled_cards(witness)]
        self.texts.update(label.text for label, _ in rows)
        shown = [card for _, cards in rows for card in cards]
        assert len(shown) == len(set(shown)), self.blame(self.main, shown)
        if self.deal.rules.players > 2:
            assert set(shown) == set(self.deal.rules.pack), self.blame(self.main, shown)
        labels = [label.text for label, _ in rows]
        assert labels.count(HandLabel.HELD) == self.deal.rules.players
        self._roles()

    def _roles(self) -> None:
        page = cards_context(self.sheet, 0)
        assert (page is not None) is self.deal.is_over
        if page is None:
            return
        self.texts.update(texts_in(page.note))
        expected_note = CardsNote.FIT_IF if self.finding == "sunk" else CardsNote.FIT
        assert page.note.text is expected_note, self.blame(page.note)
        rules = self.deal.rules
        taken = self.deal.state.exchanged[Seat.ELDER] or 0
        for seat, hand in zip(rules.seats, page.players, strict=True):
            if rules.players == 2:
                may_exchange = seat is Seat.ELDER or rules.talon > taken
            else:
                may_exchange = seat is rules.dealer and rules.dealer_exchange_max > 0
            expected = HandRole.AFTER_EXCHANGE if may_exchange else HandRole.SEAT
            assert hand.role.text is expected, self.blame(hand.role)
            self.texts.add(hand.role.text)

    def answer_law(self, most: int = ALL) -> None:
        """Try whether what may be found false could have been held, of so many claims at most.

        Nobody who was dealt a carte blanche is asked about: what they threw away is not free. Of
        more than two players, the question is asked before the play, which the solver counts for
        all hands and the checker does not.
        """
        deal = self.deal
        if deal.rules.players > 2:
            begun = [at for at, said in enumerate(deal.log) if isinstance(said, TrickTaken)]
            deal = fold(deal.rules, deal.log[: begun[0]] if begun else deal.log).require()
        if blank_seats(said_in(deal)):
            return
        recorded = [said for _, said in effective(deal.log) if isinstance(said, FoundFalse)]
        asked_of = [
            (each, recorded.pop(0) if not each.said else parse_log(each.said, deal.rules)[-1])
            for each in false_claims(deal, self.names)
        ]
        for each, found in drawn(asked_of, most, self.name):
            assert isinstance(found, FoundFalse)
            assert each.words == statement_message(found, self.names)
            could = could_lie(deal, found.seat, found.claim)
            self.texts.update(texts_in(each.answer))
            self._answer(each.answer, deal, found.seat, found.claim, could=could)

    def _answer(
        self, answer: Message, deal: Deal, seat: Seat, claim: Claim, *, could: bool
    ) -> None:
        blame = self.blame(answer, could, claim)
        if answer.text is LawAnswer.UNDECIDED:
            own = {Said(seat, says, claim) for says in (Says.HOLDS, Says.LACKS)}
            rest = [each for each in said_in(deal) if each not in own and claim not in each.claims]
            with Formula(deal, rest) as formula:
                assert not formula.possible(), blame
            return
        why = answer.values["why"]
        if why.text is Citing.BY:
            why = why.values["why"]
        law = "" if deal.rules.id in BY_AU_CENT else "Law 53"
        assert answer.source == law, blame
        assert why.text is (CouldHave.COULD if could else CouldHave.COULD_NOT), blame
        assert why.values["who"] == self.names[seat], blame


# Random deals


def asked(preset: str, question: str, *, sink: bool = True) -> Iterator[DealtDeal]:
    """Yield the random deals about which a question is asked."""
    for number, dealt in enumerate(random_deals(preset, DEALS, sink=sink)):
        if question in drawn(EVERY, QUESTIONS, f"{preset} {number}"):
            yield dealt


@pytest.mark.no_cover
@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_of_a_full_declaration_nothing_is_doubted(preset: str) -> None:
    rules = rules_named(preset)
    for dealt in asked(preset, "nothing sunk", sink=False):
        found = Heard(dealt.name, rules, dealt.deal.log)
        found.listen()
        assert found.main.text is Checked.POSSIBLE, found.blame(found.main, "nothing was sunk")


@pytest.mark.no_cover
@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_who_is_said_to_have_sunk_is_every_smallest_answer(preset: str) -> None:
    """And what happened is one of the answers, perhaps with more, or larger than all of them."""
    rules = rules_named(preset)
    for dealt in asked(preset, "something sunk"):
        found = Heard(dealt.name, rules, dealt.deal.log)
        found.listen(cards_of(dealt.hands))
        blame = found.blame(found.main, found.sunk)
        assert found.finding != "impossible", blame
        named = [answer_in(each) for each in found.main.values.get("answers", ())]
        is_named = not named or any(answer <= found.sunk for answer in named)
        assert is_named or len(found.sunk) > len(named[0]), blame


def changed(preset: str, question: str) -> Iterator[tuple[DealtDeal, Log]]:
    """Yield the random deals of a question with one to three calls or answers replaced."""
    rules = rules_named(preset)
    for dealt in asked(preset, question):
        rng = Random(f"{dealt.name} changed")
        yield dealt, perturbed(rules, rng, dealt.deal.log, changes=rng.randint(1, 3))


@pytest.mark.no_cover
@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_what_conflicts_cannot_be_true_and_is_needed(preset: str) -> None:
    rules = rules_named(preset)
    for dealt, log in changed(preset, "other calls"):
        Heard(dealt.name, rules, log).listen()


@pytest.mark.no_cover
@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_what_could_have_been_held_is_what_the_solver_can_deal(preset: str) -> None:
    rules = rules_named(preset)
    for dealt, log in changed(preset, "could have held"):
        Heard(dealt.name, rules, log).answer_law(QUESTIONS)


@pytest.mark.no_cover
@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_before_a_deal_is_over_only_the_impossible_is_marked(preset: str) -> None:
    """And the statement to correct is the one that made it impossible."""
    rules = rules_named(preset)
    for dealt, log in changed(preset, "not over"):
        for end in range(1, len(log)):
            deal = fold(rules, log[:end]).require()
            warning = doubt(sheet_with(rules, deal), 0)
            if warning is None or deal.is_over:
                continue
            blame = f"{dealt.name} after {end}: {in_english(warning.aloud)}"
            assert there(warning.mark).text is Doubt.IMPOSSIBLE, blame
            ((number, _),) = warning.suspects
            before = fold(rules, log[: number - 1]).require()
            after = fold(rules, log[:number]).require()
            with Solver(before, said_in(before)) as solver:
                assert solver.possible(), blame
            with Solver(after, said_in(after)) as solver:
                assert not solver.possible(), blame
            break


# Named deals


def of_totals(points: int, other: int = 20) -> Sheet:
    """A sheet of one deal of which only the totals are known."""
    return sheet_of(PRESETS["portland"], DealRecord(scores=(points, other)))


def test_totals_that_no_deal_can_score_are_named() -> None:
    found = there(doubt(of_totals(300), 0))
    assert in_english(found.aloud) == (
        "Impossible: No deal can score that: Ada 300. Check the totals."
    )


def test_totals_that_the_tricks_alone_exceed_are_named() -> None:
    """Twelve leads and the last trick alone score thirteen."""
    found = there(doubt(of_totals(3, 4), 0))
    assert in_english(found.aloud) == (
        "The tricks alone score more than that, unless someone was penalised: Ada 3 and Ben 4. "
        "Check the totals."
    )


def test_of_totals_nothing_is_said_of_claims() -> None:
    assert doubt(of_totals(170), 0) is None
    assert claims(of_totals(170), 0).reason == Doubt.FROM_TOTALS()
    assert deal_message(None) == OfDeal.FROM_TOTALS()


@pytest.mark.parametrize("named", NAMED, ids=lambda named: named["name"])
def test_a_named_deal_has_its_sentence(named: dict[str, str]) -> None:
    rules = RULES[named["rules"]]
    found = Heard(named["name"], rules, parse_log(named["log"], rules))
    found.listen()
    assert in_english(found.main) == named["says"]
    found.answer_law()


def test_every_sentence_has_a_named_deal() -> None:
    """So the solver has met each, whatever the random deals of this run are."""
    met: set[Text] = {OfDeal.FROM_TOTALS, Doubt.FROM_TOTALS}
    met.update(texts_in(there(doubt(of_totals(300), 0)).aloud))
    met.update(texts_in(there(doubt(of_totals(3, 4), 0)).aloud))
    for named in NAMED:
        rules = RULES[named["rules"]]
        found = Heard(named["name"], rules, parse_log(named["log"], rules))
        found.listen()
        found.answer_law()
        met |= found.texts
    assert {text for subject in SUBJECTS for text in subject} - met == set()
