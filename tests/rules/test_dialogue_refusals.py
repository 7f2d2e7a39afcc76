"""
Every reason has its words: what the rules refuse, why a line scores, and the steps of a settlement.

Each member of `Rule`, `Why` and `Settling` has a row here that produces it; a
test fails for a member that has none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from scorer.rules.cards import Rank, parse_hand
from scorer.rules.claims import PointClaim, SequenceClaim
from scorer.rules.company import ChouetteTerms, CompanyRecord, TurnRecord, Won, play_company
from scorer.rules.deal import ALONE, fold
from scorer.rules.deal_state import Setting
from scorer.rules.hands import declare
from scorer.rules.house_rules import house_rules
from scorer.rules.notation import parse_log
from scorer.rules.partie import DealRecord, PartieRecord, play_partie
from scorer.rules.possible_claims import refuse_claim
from scorer.rules.presets import PRESETS
from scorer.rules.reasons import Rule, Settling, Why
from scorer.rules.ruleset import Ruleset
from scorer.rules.seats import BySeat, Player, Seat
from scorer.rules.sentences import IllegalStatement, line_sentence, refusal_sentence, step_sentence
from scorer.rules.settlement import Settlement, settle, settle_series, settle_target
from scorer.rules.statements import TrickTaken

PORTLAND, CENT_32, CENT_36 = PRESETS["portland"], PRESETS["cent-32"], PRESETS["cent-36"]
BY_EYES = house_rules(PRESETS["meyer-1888"], {"stakes": "per_point"})
AU_CENT = "Cavendish, Laws of Piquet au Cent"
HOYLE = "Hoyle's Games Improved"
WIKIPEDIA = "English Wikipedia"
DESCRIPTION = "Cavendish, description"
BIDDING = "Card Game Heaven, Piquet; pokerwiner.com"
NOT_ENGLISH = re.compile(r"[{}<>_|]|  |\b(None|True|False|Seat|Rank|Suit|Rule|Category)\b")


def reads_as_english(sentence: str) -> bool:
    """No leftovers of a template, of Python or of an enum."""
    return bool(sentence) and NOT_ENGLISH.search(sentence) is None and sentence == sentence.strip()


@dataclass(frozen=True)
class Under:
    """What a log is folded under."""

    preset: str = "portland"
    house: Mapping[str, Any] = field(default_factory=dict)
    setting: Setting = ALONE

    @property
    def rules(self) -> Ruleset:
        """The preset with its changes."""
        return house_rules(PRESETS[self.preset], self.house)


RUBICON = Under()
CENT = Under("cent-32")
THREE = Under("normand")
FOUR = Under("voleur")
SIXES = Under("cent-36")
MIDDLE = Under(setting=Setting(final=False))
RACE = Under("french-150", setting=Setting(final=False, before=BySeat((140, 0)), target=150))
CARTE_ROUGE = Under(house={"carte_rouge": 20})
BID = Under("auction")
NOUGHT = Under(house={"nought": True})
TWICE_BLANK = Under(house={"carte_blanche_when": "both"})
TIED_ONLY = Under(house={"sequence_tie": "tied_only"})

ROUGE = "E point 8; Y good; E huitieme; Y good; E quart to king; E carte rouge"
TWENTY = "E point 5; Y good; E quint; Y good"

REFUSED: tuple[tuple[Rule, Under, str, str, str], ...] = (
    # rule, under, a log whose last statement it refuses, what the sentence mentions, how its source begins
    (Rule.NOT_PLAYED, RUBICON, "E carte rouge", "carte rouge is not played", "absent from Cavendish"),
    (Rule.NOT_PLAYED, RUBICON, "E point 0", "of nought is not played", "absent from Cavendish"),
    (Rule.NOT_PLAYED, CENT, "E concedes", "a concession is not played", AU_CENT),
    (Rule.NOT_PLAYED, Under(house={"carte_blanche": 0}), "E carte blanche", "carte blanche is not", "house rule"),
    (Rule.FOR_TWO, THREE, "E point 5 making 44; Y good", "only two players say this", "Cavendish, for two"),
    (Rule.DOES_NOT_EXCHANGE, THREE, "E exchange 1", "elder does not exchange", "Card Game Heaven"),
    (Rule.POINT_TOO_LOW, FOUR, "E point 3 making 29", "a point makes at least 30", "adpoker.fr"),
    (Rule.PARTNER_HAS_POINT, FOUR, "E point 4 making 40; T point 4 making 40", "third may not call", "adpoker.fr"),
    (Rule.CALLS_BEGUN, RUBICON, "E no point; E carte blanche", "a carte blanche comes before the calls", "Law 20"),
    (Rule.CALLS_BEGUN, RUBICON, "E no point; E exchange 5", "the exchange comes before the calls", "Law 24"),
    (Rule.SAID_ALREADY, RUBICON, "E exchange 5; E exchange 5", "elder has already had the exchange", "Law 24"),
    (Rule.SAID_ALREADY, RUBICON, "Y reckons nothing; Y reckons nothing", "younger has already had a", "Law 58"),
    (Rule.SAID_ALREADY, RUBICON, "E short 1; E short 1", "elder has already had a short hand", "Law 57"),
    (Rule.SAID_ALREADY, NOUGHT, "E sequence of nought; Y good; E sequence of nought", "a sequence of nought", "Law 63"),
    (Rule.SAID_ALREADY, CARTE_ROUGE, f"{ROUGE}; E carte rouge", "elder has already had a carte rouge", "house rule"),
    (Rule.BLANK_BEFORE_EXCHANGE, RUBICON, "E exchange 5; E carte blanche", "elder has exchanged", "Law 18"),
    (Rule.BLANK_BEFORE_EXCHANGE, TWICE_BLANK, "E exchange 5; E carte blanche", "elder has exchanged", "house rule"),
    (Rule.BLANK_AFTER_EXCHANGE, Under("meyer-1888"), "E carte blanche", "what elder exchanged", "Meyer 1888"),
    (Rule.TWO_BLANKS, RUBICON, "E carte blanche; Y carte blanche", "too few plain cards", "arithmetic"),
    (Rule.ELDER_EXCHANGES_FIRST, RUBICON, "Y exchange 3", "elder exchanges first", "Law 32"),
    (Rule.EXCHANGE_LIMIT, RUBICON, "E exchange 6", "elder may exchange 1 to 5 cards", "Law 21"),
    (Rule.EXCHANGE_LIMIT, RUBICON, "E exchange 3; Y exchange 6", "younger may exchange 1 to 5 cards", "Law 34"),
    (Rule.EXCHANGE_LIMIT, RUBICON, "E exchange 5; Y exchange 0", "younger may exchange 1 to 3 cards", "Law 22"),
    (Rule.AUCTION_OPEN, BID, "E bids 7; E exchange 5", "not over: younger is to speak", BIDDING),
    (Rule.AUCTION_OVER, BID, "E bids 7; Y passes; E bids 8", "the auction is over", BIDDING),
    (Rule.AUCTION_OVER, BID, "E bids 7; Y passes; E exchange 5; E passes", "the auction is over", BIDDING),
    (Rule.OTHERS_BID, BID, "Y passes", "elder is to speak in the auction", BIDDING),
    (Rule.BID_LIMIT, BID, "E bids minus 6", "a bid must now be 7 to 12 tricks", "pokerwiner.com"),
    (Rule.BID_LIMIT, BID, "E bids 12; Y bids minus 12", "no higher bid can be made", "pokerwiner.com"),
    (Rule.NOTHING_TO_DOUBLE, BID, "E passes; Y doubles", "no bid to double", BIDDING),
    (Rule.NOTHING_TO_REDOUBLE, BID, "E bids 7; Y doubles; E redoubles; Y redoubles", "no double to redouble", BIDDING),
    (Rule.NOT_PLAYED, BID, "E bids minus 7; Y passes; E short 1", "a short hand in a minus deal is not", BIDDING),
    (Rule.NOT_PLAYED, RUBICON, "E doubles", "an auction is not played", "absent from Cavendish"),
    (Rule.NO_SUCH_POINT, RUBICON, "E point 9", "a point of nine", "the pack"),
    (Rule.POINT_TOO_SHORT, Under("wikipedia"), "E point 3", "at least four cards", WIKIPEDIA),
    (Rule.NO_SUCH_PIPS, RUBICON, "E point 5 making 52", "cards of a suit cannot make 52: only 44 to 51", "the pack"),
    (Rule.NO_SUCH_PIPS, RUBICON, "E point 4; Y how many; E making 30", "only 34 to 41", "the pack"),
    (Rule.NO_SUCH_RUN, RUBICON, "E neuvieme", "no run of nine cards", "the pack"),
    (Rule.NO_SUCH_HEAD, RUBICON, "E quint to nine", "no quint goes to the nine", "the pack"),
    (Rule.NO_SUCH_HEAD, RUBICON, "E quart; Y how high; E to nine", "no quart goes to the nine", "the pack"),
    (Rule.NO_SUCH_SET, RUBICON, "E trio of nines", "three nines do not make a set", "Law 64"),
    (Rule.SAY_PIPS, CENT, "E point 5", "add 'making' and the number", AU_CENT),
    (Rule.SAY_HEAD, CENT, "E quint", "add 'to' and the card", AU_CENT),
    (Rule.NOT_DEMANDED, CENT, "E point 5 making 49; Y good; E shows point 5 making 49", "shown unasked", AU_CENT),
    (Rule.NOT_DEMANDED, Under("wikipedia"), "E point 5; Y good; E shows point 5", "as the players agree", "unsourced"),
    (Rule.NOT_CLAIMED, RUBICON, "E point 5; Y good; E shows quint", "elder has not called quint", "Law 55"),
    (Rule.NOT_ALLOWED, RUBICON, "E point 5; E shows point 5", "point of five was not allowed", "Law 55"),
    (Rule.NOT_ALLOWED, RUBICON, "E point 5; Y not good; E shows point 5", "may ask to see it", "Law 55"),
    (Rule.PROVED, RUBICON, "E point 5; Y good; E shows point 5; E shows point 5", "five has been shown", "Law 55"),
    (Rule.PROVED, RUBICON, "E point 5; Y good; E shows point 5; E false point 5", "five has been shown", "Law 55"),
    (Rule.PROVED, RUBICON, "E point 5; Y good; E shows point 5; E withdraws point 5", "five has been shown", "Law 55"),
    (Rule.UNANSWERED, RUBICON, "E point 5; E quint", "younger has not yet answered elder's point", "Law 46"),
    (Rule.UNANSWERED, RUBICON, "E quint; E quint", "not yet answered elder's sequence", "Law 50"),
    (Rule.UNANSWERED, RUBICON, "E trio of tens; Y no point", "not yet answered elder's set", "Law 46"),
    (Rule.UNANSWERED, RUBICON, "E point 5; E short 1", "not yet answered elder's point", "Law 46"),
    (Rule.UNANSWERED, CARTE_ROUGE, "E point 5; Y carte rouge", "not yet answered elder's point", "Law 46"),
    (Rule.UNANSWERED, RUBICON, "E point 5; Y concedes", "not yet answered elder's point", "Law 46"),
    (Rule.UNANSWERED, RUBICON, "E point 5; tricks E1", "not yet answered elder's point", "Law 46"),
    (Rule.UNANSWERED, RUBICON, "E point 5; count E7 last E play 8", "not yet answered elder's point", "Law 46"),
    (
        Rule.UNANSWERED,
        RUBICON,
        "E trio of tens; Y good; E false trio of tens; E quint; Y trio of aces",
        "elder's sequence",
        "Law 46",
    ),
    (Rule.NOTHING_TO_ANSWER, RUBICON, "Y good", "no call needs an answer", "Law 51"),
    (Rule.NOTHING_TO_ANSWER, RUBICON, "E point 5; Y good; Y good", "no call needs an answer", "Law 51"),
    (Rule.HELD_TO_ANSWER, CENT, "E point 5 making 49; Y good; Y not good", "answer cannot be changed", AU_CENT),
    (Rule.ELDER_TO_SAY, RUBICON, "E point 5; Y how many; Y good", "elder says what the point makes", "Law 46"),
    (Rule.ELDER_TO_SAY, RUBICON, "E quint; Y equal; Y equal", "how high the sequence goes", "Law 46"),
    (Rule.ELDER_TO_SAY, RUBICON, "E point 5; Y how many; Y how many", "what the point makes", "Law 46"),
    (Rule.ONLY_YOUNGER, RUBICON, "E how many", "only younger asks", "Law 46"),
    (Rule.ONLY_YOUNGER, RUBICON, "E point 5; E good", "only younger answers", "Law 46"),
    (Rule.ONLY_ELDER, RUBICON, "E no point; Y making 49", "only elder says what a call makes", "Law 46"),
    (Rule.ONLY_ELDER, RUBICON, "E no sequence; Y to king", "younger says it with the call", "Law 46"),
    (Rule.NOTHING_ASKED, RUBICON, "Y how many", "no point that is still open", "Law 46"),
    (Rule.NOTHING_ASKED, RUBICON, "E point 5; Y not good; Y how many", "no point that is still open", "Law 46"),
    (Rule.NOTHING_ASKED, RUBICON, "E quint; Y good; E to king", "no sequence that is still open", "Law 46"),
    (Rule.ALREADY_STATED, RUBICON, "E point 5 making 49; Y how many", "everything about the point", "Law 46"),
    (Rule.ALREADY_STATED, RUBICON, "E quint to king; E to ace", "everything about the sequence", "Law 46"),
    (Rule.ALREADY_STATED, NOUGHT, "E point of nought; Y how many", "everything about the point", "Law 46"),
    (Rule.ALREADY_STATED, NOUGHT, "E sequence of nought; Y how high", "everything about the sequence", "Law 46"),
    (Rule.POINT_CALLED_FIRST, RUBICON, "E no set; E point 5", "elder calls the point first or loses it", "Law 46"),
    (Rule.ONE_POINT, RUBICON, "Y point 5; Y point 6", "younger has called a point, and only one counts", "Law 62"),
    (Rule.HAS_DECLINED, RUBICON, "E no point; E point 5", "elder has already spoken on the point", "Law 56"),
    (Rule.HAS_DECLINED, RUBICON, "Y trio of tens; Y no set", "younger has already spoken on a set", "Law 56"),
    (Rule.CLASS_VOID, RUBICON, "E quint to king; Y equal; E tierce", "the sequence was equal, so nobody", "Law 63"),
    (Rule.CLASS_VOID, RUBICON, "E point 5 making 49; Y equal; Y point 4", "the point was equal", "Law 62"),
    (Rule.CLASS_VOID, RUBICON, "E point 5 making 49; Y equal; Y no point", "the point was equal", "Law 62"),
    (Rule.ANSWERED_NOT_GOOD, RUBICON, "E quint; Y not good; E tierce", "sequence was answered 'not good'", "Law 50"),
    (
        Rule.ELDER_IS_GOOD,
        RUBICON,
        "E quint; Y good; Y quart",
        "allowed elder's sequence, so younger has none",
        "Law 49",
    ),
    (Rule.ELDER_IS_GOOD, RUBICON, "E quint; Y good; Y no sequence", "allowed elder's sequence", "Law 49"),
    (
        Rule.NOT_BETTER,
        CENT,
        "E quart to ten; Y not good; Y quart to ten",
        "is not better than quart to the ten",
        "Law 54",
    ),
    (
        Rule.NOT_BETTER,
        RUBICON,
        "E quint; Y not good; Y quart major in clubs",
        "quart major in clubs is not better than quint",
        "Law 54",
    ),
    (
        Rule.NOT_LESSER,
        TIED_ONLY,
        "E tierce to ten; Y equal; E quart",
        "equal tierce to the ten only a lesser one can",
        "house rule",
    ),
    (
        Rule.BOUND_BY_CALL,
        CENT,
        "E quart to ten; Y good; E quint to ace",
        "elder called quart to the ten and is bound by it",
        AU_CENT,
    ),
    (Rule.RANK_CALLED, RUBICON, "E trio of tens; Y good; E quatorze of tens", "already called a set of tens", "Law 64"),
    (Rule.TOO_MANY_CARDS, RUBICON, "E huitieme; Y good; E quint", "elder would hold more than twelve cards", "Law 9"),
    (Rule.SETS_NEVER_EQUAL, RUBICON, "E trio of tens; Y equal", "two sets are never equal", "Law 64"),
    (Rule.OMITTED, RUBICON, "tricks E1; Y trio of tens", "what younger did not call in time is lost", "Law 56"),
    (Rule.OMITTED, RUBICON, "Y trio of tens; E no point", "what elder did not call in time is lost", "Law 56"),
    (Rule.OMITTED, CENT, "E no point; Y trio of tens; E quint to king", "what elder did not call in", AU_CENT),
    (Rule.NOT_CLAIMED, RUBICON, "E withdraws point 6 making 55", "elder has not called point of six making", "Law 52"),
    (Rule.NOT_CLAIMED, RUBICON, "tricks Y1; Y false quatorze of tens", "younger has not called four tens", "Law 54"),
    (Rule.PLAY_BEGUN, RUBICON, "tricks E1; E no point", "the first trick has been played", "Law 56"),
    (Rule.PLAY_BEGUN, RUBICON, "tricks E1; E withdraws point 5", "the first trick has been played", "Law 52"),
    (Rule.PLAY_BEGUN, CARTE_ROUGE, "tricks E1; E carte rouge", "the first trick has been played", "house rule"),
    (Rule.PLAY_BEGUN, RUBICON, "tricks E1; E concedes", "the first trick has been played", DESCRIPTION),
    (Rule.NO_PENALTY, RUBICON, "E waives", "younger is under no penalty", "Law 44"),
    (Rule.NOT_LAST_DEAL, MIDDLE, "E concedes", "only the last deal of a partie", DESCRIPTION),
    (Rule.NOT_EVERY_CARD, CARTE_ROUGE, "E carte rouge", "the good claims of elder do not use all twelve", "house rule"),
    (Rule.SHORT_LIMIT, RUBICON, "E short 0", "a hand is short by one to five cards", "Law 57"),
    (Rule.SHORT_LIMIT, RUBICON, "Y short 6", "a hand is short by one to five cards", "Law 57"),
    (Rule.HELD_TO_ANSWER, CENT, "E point 5 making 49; Y good; Y how many", "answer cannot be changed", AU_CENT),
    (Rule.DEAL_OVER, RUBICON, "tricks E12; Y short 1", "the deal is over", "Law 57"),
    (Rule.DEAL_OVER, RUBICON, "tricks E12 E1", "the deal is over", "Law 9"),
    (Rule.DEAL_OVER, RUBICON, "tricks E12; count E12 last E play 13", "the deal is over", "Law 9"),
    (
        Rule.DEAL_OVER,
        RACE,
        "E point 5 making 49; Y good; E quint major; Y good; E no set",
        "the deal is over",
        "unsourced",
    ),
    (Rule.SAY_TENS, CENT, "tricks E1", "as in E3:1", HOYLE),
    (Rule.NO_TENS, RUBICON, "tricks E1:1", "every card counts", "Law 65"),
    (Rule.TENS_LIMIT, CENT, "tricks E1:2", "at most one card of this trick can count", HOYLE),
    (Rule.TENS_IN_PACK, SIXES, "tricks E11:2", "the pack has 20 cards that count, and with this", WIKIPEDIA),
    (Rule.TENS_IN_PACK, CENT, f"tricks {'Y1:2 E1:2 ' * 5} Y1:2", "the pack has 20 cards that count", HOYLE),
    (Rule.PLAIN_IN_PACK, SIXES, "tricks E9:0", "the pack has 16 cards that do not count, and with", WIKIPEDIA),
    (Rule.PLAIN_IN_PACK, CENT, "tricks Y1:0 E1:0 Y1:0 E1:0 Y1:0 E1:0 E1:0", "12 cards that do not count", HOYLE),
    (Rule.COUNT_ONE_BY_ONE, CENT, "count E7 last E play 8", "give the tricks one by one", HOYLE),
    (Rule.COUNT_BEGUN, RUBICON, "tricks E1; count E7 last E play 8", "go on with them", "Law 65"),
    (Rule.COUNT_SHORT_HAND, RUBICON, "E short 1; count E7 last E play 8", "with a short hand", "Law 57"),
    (Rule.COUNT_TRICKS, RUBICON, "count E13 last E play 14", "elder wins 0 to 12 tricks", "Law 9"),
    (Rule.COUNT_LAST, RUBICON, "count E0 last E play 1", "elder cannot have won the last trick with nought", "Law 65"),
    (Rule.COUNT_LAST, RUBICON, "count E12 last Y play 12", "younger cannot have won the last trick", "Law 65"),
    (Rule.COUNT_PLAY, RUBICON, "count E11 last E play 12", "with eleven tricks and that last trick: only 13", "Law 65"),
    (Rule.COUNT_YOUNGER, RUBICON, "count E11 last E play 13-2", "elder's 13 and younger's 2 in play", "Law 65"),
    (Rule.COUNT_YOUNGER, SIXES, "count E7 last E play 9", "as in play 12-8", WIKIPEDIA),
    (Rule.COUNT_YOUNGER, SIXES, "count E7 last E play 15-5", "elder's 15 and younger's 5 in play", WIKIPEDIA),
    (Rule.COUNT_FIRST, RUBICON, "count E7 last E play 9 first 8", "elder cannot have won 8 tricks before", "Law 65"),
    (Rule.COUNT_FIRST, SIXES, "count E7 last E play 12-8 first 9", "elder cannot have won 9 tricks", WIKIPEDIA),
    (
        Rule.SAY_FIRST,
        RUBICON,
        f"{TWENTY}; count E10 last E play 12",
        "elder won before younger's first, as in first 3",
        "Law 69",
    ),
    (Rule.PIQUE_ONE_BY_ONE, SIXES, f"{TWENTY}; count E8 last E play 14-6", "a pique depends on the order", WIKIPEDIA),
    (Rule.RACE_ONE_BY_ONE, RACE, "count E12 last E play 13", "150 is reached during the play", "unsourced"),
    (Rule.NOTHING_TO_STRIKE, RUBICON, "E point 5; strike 2", "no earlier statement 2", "the log"),
    (Rule.NOTHING_TO_STRIKE, RUBICON, "E point 5; strike 0", "no earlier statement 0", "the log"),
    (Rule.STRIKE_FOR_STRIKE, RUBICON, "E point 5; strike 1 for strike 1", "what was said at the table", "the log"),
    (Rule.STRIKE_FOR_STRIKE, RUBICON, "E point 5; insert strike 1 before 1", "what was said at the table", "the log"),
    (
        Rule.NO_SUCH_POSITION,
        RUBICON,
        "E point 5; insert Y good before 2",
        "no earlier statement 2 to insert",
        "the log",
    ),
)


@pytest.mark.parametrize(
    ("rule", "under", "text", "mentions", "source"),
    [pytest.param(*row, id=f"{row[0].name.lower()}: {row[2]}") for row in REFUSED],
)
def test_refused_where_and_in_words(rule: Rule, under: Under, text: str, mentions: str, source: str) -> None:
    """The first illegal statement stops the fold: everything before it stands, and the reason says what to do."""
    log = parse_log(text, under.rules)
    deal, position, refusal = fold(under.rules, log, under.setting)
    assert refusal is not None
    assert (refusal.rule, position, deal.log) == (rule, len(log) - 1, log[:-1])
    sentence = refusal_sentence(refusal)
    assert mentions in sentence
    assert re.search(rf" \({re.escape(source)}([ ,;:].*)?\)$", sentence)
    assert reads_as_english(sentence)


def _declares(cards: str, rules: Ruleset = PORTLAND) -> Callable[[], object]:
    return lambda: declare(rules, parse_hand(cards))


def _plays(rules: Ruleset, *deals: DealRecord) -> Callable[[], object]:
    return lambda: play_partie(PartieRecord(rules, (Player("Ada"), Player("Ben")), deals))


SEVEN_DEALS = [DealRecord(scores=(20, 10))] * 7
BEGUN = DealRecord(parse_log("E point 5; Y good", PORTLAND))


def _unfinished_company() -> object:
    """A chouette whose second partie begins before the first is over."""
    parties = TurnRecord(deals=(BEGUN,)), TurnRecord(result=Won(0, 100))
    return play_company(CompanyRecord(PORTLAND, tuple(map(Player, "ABC")), ChouetteTerms(), parties))


REFUSED_ELSEWHERE: tuple[tuple[Rule, Callable[[], object], str, str], ...] = (
    (Rule.HAND_SIZE, _declares("AS KS QS"), "a hand has twelve cards, and here are 3", "Law 9"),
    (
        Rule.NOT_IN_PACK,
        _declares("6S KS QS JS TS 9S 8S 7S AH KH QH JH"),
        "the pack has no 6S",
        "Cavendish, description",
    ),
    (Rule.CARD_TWICE, _declares("AS AS QS JS TS 9S 8S 7S AH KH QH JH"), "there is only one AS in the pack", "the pack"),
    (Rule.PARTIE_OVER, _plays(PORTLAND, *SEVEN_DEALS), "the partie was over after deal 6", "Law 71"),
    (Rule.DEAL_UNFINISHED, _plays(PORTLAND, BEGUN, BEGUN), "deal 1 is not finished", "the sheet"),
    (Rule.PARTIE_UNFINISHED, _unfinished_company, "partie 1 is not finished", "the card"),
    (Rule.OTHER_PLAYERS, _plays(PRESETS["normand"], BEGUN), "these rules are for three players", "Card Game Heaven"),
    (
        Rule.NO_SUCH_SEAT,
        lambda: fold(PORTLAND, (TrickTaken(Seat.THIRD),)).require(),
        "only two play under these rules",
        "Cavendish, description",
    ),
    (Rule.RACE_UNKNOWN, _plays(CENT_32, DealRecord(scores=(120, 110))), "both totals are past 100", "American"),
)


@pytest.mark.parametrize(
    ("rule", "attempt", "mentions", "source"),
    [pytest.param(*row, id=row[0].name.lower()) for row in REFUSED_ELSEWHERE],
)
def test_hands_and_parties_refused_in_words(
    rule: Rule, attempt: Callable[[], object], mentions: str, source: str
) -> None:
    with pytest.raises(IllegalStatement) as caught:
        attempt()
    assert caught.value.refusal.rule is rule
    assert mentions in str(caught.value)
    assert re.search(rf" \({re.escape(source)}([ ,;:].*)?\)$", str(caught.value))
    assert reads_as_english(str(caught.value))


def test_a_point_of_eight_makes_75_and_the_sentence_says_so_once() -> None:
    """Where only one number is possible a range from it to itself is no English."""
    _, _, refusal = fold(PORTLAND, parse_log("E point 8 making 74", PORTLAND))
    assert refusal is not None
    assert refusal_sentence(refusal) == "eight cards of a suit cannot make 74: only 75 (the pack)"


def test_a_short_hand_of_the_other_seat_is_not_called_the_speakers_own() -> None:
    _, position, refusal = fold(PORTLAND, parse_log("E short 1; Y short 1", PORTLAND))
    assert position == 1
    assert refusal is not None
    assert "younger has already" not in refusal_sentence(refusal)


@pytest.mark.parametrize("rule", Rule, ids=lambda rule: rule.name.lower())
def test_every_rule_has_a_row(rule: Rule) -> None:
    assert rule in {row[0] for row in REFUSED} | {row[0] for row in REFUSED_ELSEWHERE}


# Why a line has its points.

NAMES = BySeat(("Ada", "Ben"))
CARRIED = Under("meyer-1888", setting=Setting(carried=10))

LINES: tuple[tuple[Why, Under, str, str], ...] = (
    (Why.CARTE_BLANCHE, RUBICON, "E carte blanche", "carte blanche"),
    (
        Why.CARTE_BLANCHE_AGAIN,
        TWICE_BLANK,
        "E carte blanche; E exchange 5; E carte blanche",
        "carte blanche again after the exchange",
    ),
    (
        Why.CARTE_BLANCHE_ANNULLED,
        Under("cent-36", {"carte_blanche_both": "annul"}),
        "E carte blanche; Y carte blanche",
        "carte blanche, annulled by Ben's",
    ),
    (Why.POINT, RUBICON, "E point 5 making 49 in hearts; Y good", "point of five making 49 in hearts"),
    (Why.POINT, NOUGHT, "E point of nought; Y good", "point of nought"),
    (
        Why.POINT_ASKED_AWAY,
        RUBICON,
        "E point 4; Y how many; E making 41; Y not good; Y point 5",
        "point of five: scores nothing after asking 'how many', but bars Ada",
    ),
    (Why.SEQUENCE, RUBICON, "E quint to king; Y good", "quint to the king"),
    (Why.SEQUENCE, RUBICON, "E sixieme major in clubs; Y good", "sixième major in clubs"),
    (Why.SEQUENCE, RUBICON, "E quint; Y good", "quint"),
    (Why.SET, RUBICON, "E quatorze of tens; Y good", "four tens"),
    (
        Why.EQUAL_BARS,
        Under(house={"equality_blocks": True}),
        "E point 5 making 49; Y equal",
        "point equal: scores nothing, but bars Ben",
    ),
    (
        Why.CARTE_ROUGE,
        CARTE_ROUGE,
        ROUGE,
        "carte rouge: every card has scored",
    ),
    (
        Why.REPIQUE,
        RUBICON,
        "E point 5; Y good; E quint major; Y good; E quatorze of aces; Y good",
        "repique: thirty-four, ninety-four; thirty in hand before Ben could score",
    ),
    (
        Why.PIQUE,
        RUBICON,
        "E quint major; Y good; E quatorze of aces; Y good; tricks E1",
        "pique: twenty-nine, sixty; thirty in hand and play before Ben scored",
    ),
    (Why.LEADS, RUBICON, "tricks E1", "one lead"),
    (Why.WINS, RUBICON, "tricks Y1 E1 Y1", "one trick won off Ben's lead"),
    (Why.CAPTURES, Under("card-game-heaven"), "tricks Y1", "one trick won off Ada's lead, two each"),
    (Why.FIRST_LEAD, Under("card-game-heaven"), "tricks Y1", "the first lead"),
    (Why.TRICKS, Under(house={"trick_count": "flat"}), "tricks E2", "two tricks"),
    (Why.TENS_LED, CENT, "tricks E2:1", "two leads of a ten or better"),
    (Why.TENS_WON, CENT, "tricks Y1:1", "one trick won off Ada's lead with a ten or better"),
    (Why.TENS_CAPTURED, SIXES, "tricks E2:2", "four cards of ten or better in tricks won"),
    (Why.UNPLAYED, RUBICON, "Y short 2; tricks E10", "two tricks for the cards Ben is short of"),
    (Why.LAST, RUBICON, "tricks E12", "the last trick"),
    (Why.CARDS, RUBICON, "tricks E7 Y5", "the cards: seven tricks"),
    (
        Why.CARDS_AT_SEVENTH,
        Under("wikipedia"),
        f"{TWENTY}; tricks E7",
        "the cards, with the seventh trick before Ben has one",
    ),
    (Why.CARDS_CARRIED, CARRIED, "tricks E7 Y5", "the cards: seven tricks, with ten carried forward"),
    (
        Why.CARDS_BY_LAST,
        Under(house={"cards_basis": "last_trick"}),
        "tricks E7 Y5",
        "the cards, with the last trick",
    ),
    (Why.CAPOT, RUBICON, "tricks E12", "capot: every trick, in place of the cards"),
    (Why.CAPOT_MORE, Under("wikipedia"), "tricks E12", "capot: every trick, thirty more"),
    (Why.TRICKS_LOST, BID, "E bids minus 7; Y passes; tricks E3 Y9", "nine tricks lost"),
    (Why.CONTRACT_OVER, BID, "E bids minus 7; Y passes; tricks E3 Y9", "minus seven: two over"),
    (Why.CONTRACT_OVER, BID, "E bids 7; Y doubles; E passes; tricks E8 Y4", "seven: one over, doubled"),
    (
        Why.CONTRACT_SHORT,
        BID,
        "E bids 9; Y doubles; E redoubles; Y passes; tricks E7 Y5",
        "Ada's contract, nine: two short, redoubled",
    ),
    (Why.CONCEDED_PLAY, RUBICON, "Y concedes", "every trick, Ben having conceded"),
    (Why.CONCEDED_CARDS, RUBICON, "Y concedes", "the cards, Ben having conceded"),
)


@pytest.mark.parametrize(
    ("why", "under", "log", "sentence"),
    [pytest.param(*row, id=f"{row[0].name.lower()}: {row[3]}") for row in LINES],
)
def test_a_line_says_why_it_scores(why: Why, under: Under, log: str, sentence: str) -> None:
    """With the players' names, and with the seats' where no names are known."""
    lines = fold(under.rules, parse_log(log, under.rules), under.setting).require().lines
    found = [line for line in lines if line.why is why]
    assert sentence in [line_sentence(line, NAMES) for line in found]
    seats = sentence.replace("Ada", "elder").replace("Ben", "younger")
    assert seats in [line_sentence(line) for line in found]
    assert reads_as_english(sentence)


def test_a_line_under_a_penalty_says_what_it_would_score() -> None:
    (line,) = fold(PORTLAND, parse_log("E point 5; Y good; E reckons nothing", PORTLAND)).require().lines
    sentence = line_sentence(line, NAMES)
    assert reads_as_english(sentence)
    assert all(part in sentence for part in ("point of five", "would score 5", "reckons nothing", "bars Ben"))


@pytest.mark.parametrize("why", Why, ids=lambda why: why.name.lower())
def test_every_why_has_a_row(why: Why) -> None:
    assert why in {row[0] for row in LINES}


@pytest.mark.parametrize(
    "log",
    ["E point 4; Y how many; E making 41; Y not good; Y point 5", "E point 5; Y good; E reckons nothing"],
    ids=["asked away", "under a penalty"],
)
def test_a_line_that_bars_nothing_does_not_say_that_it_bars(log: str) -> None:
    """By house rule a holding that may not score need not bar either."""
    rules = house_rules(PORTLAND, {"barred_blocks": False})
    (line,) = fold(rules, parse_log(log, rules)).require().lines
    assert not line.bars
    assert "bars" not in line_sentence(line)


# The steps of a settlement.


def _series() -> Settlement:
    last = settle_target(CENT_32, (100, 60), 0, 100)
    return settle_series(CENT_32, (3, 2), 0, last)


STEPS: tuple[tuple[Settling, Settlement, tuple[str, ...]], ...] = (
    (Settling.MORE_POINTS, settle(PORTLAND, (131, 113)), ("Ada has more points", "131", "113")),
    (Settling.DRAWN, settle(PORTLAND, (122, 122)), ("level at 122", "drawn")),
    (Settling.CROSSED, settle(PORTLAND, (131, 113)), ("Ben has crossed the Rubicon", "113")),
    (Settling.NOT_CROSSED, settle(PORTLAND, (81, 125)), ("Ada has not crossed the Rubicon", "81")),
    (Settling.DIFFERENCE, settle(PORTLAND, (131, 113)), ("131 − 113 = 18",)),
    (Settling.SUM, settle(PORTLAND, (81, 125)), ("125 + 81 = 206",)),
    (Settling.BONUS, settle(PORTLAND, (81, 125)), ("for the partie", "206 + 100 = 306")),
    (Settling.REACHED, settle_target(CENT_32, (40, 104), 1, 100), ("Ben has reached 100", "104")),
    (Settling.LURCHED, settle_target(CENT_32, (40, 104), 1, 100), ("Ada has 40", "50", "a lurch", "double")),
    (Settling.DOUBLED, settle_target(BY_EYES, (40, 104), 1, 100), ("twice for the lurch", "2 × 64 = 128")),
    (Settling.NOT_LURCHED, settle_target(CENT_32, (104, 50), 0, 100), ("Ben has 50", "saves the lurch")),
    (Settling.SERIES, _series(), ("Ada wins the series", "3", "2")),
)


@pytest.mark.parametrize(
    ("settling", "settlement", "mentions"), [pytest.param(*row, id=row[0].name.lower()) for row in STEPS]
)
def test_a_step_of_a_settlement_says_what_is_added(
    settling: Settling, settlement: Settlement, mentions: tuple[str, ...]
) -> None:
    (step,) = [step for step in settlement.steps if step.settling is settling]
    sentence = step_sentence(step, ("Ada", "Ben"))
    assert re.search(".*".join(map(re.escape, mentions)), sentence)
    assert step.source
    assert reads_as_english(sentence)


@pytest.mark.parametrize("settling", Settling, ids=lambda settling: settling.name.lower())
def test_every_step_has_a_row(settling: Settling) -> None:
    assert settling in {row[0] for row in STEPS}


@pytest.mark.parametrize("claim", [PointClaim(0, 7), SequenceClaim(0, Rank.ACE)], ids=["point", "sequence"])
def test_a_nought_makes_nothing(claim: PointClaim | SequenceClaim) -> None:
    """An empty suit has neither pips nor a head, though no text could say so."""
    rules = house_rules(PORTLAND, {"nought": True})
    refused = refuse_claim(rules, claim)
    assert refused is not None
    assert refused.rule is Rule.NO_SUCH_POINT
