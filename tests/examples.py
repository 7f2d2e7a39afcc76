"""Examples of what the placeholders of messages are replaced by, each as it may stand there."""

from collections.abc import Mapping

from scorer.ledger.signature_words import SignatureText
from scorer.rules.calls import SaidText
from scorer.rules.cards import Card, Rank, Suit
from scorer.rules.claims import Category, ClaimText, PointClaim, RunText, SequenceClaim, SetClaim
from scorer.rules.company import CompanyText, TermsText
from scorer.rules.findings import Asserted, Checked, CouldHave, OfDeal, Sinking
from scorer.rules.governing import Provided, Provision
from scorer.rules.hands import CardText
from scorer.rules.house_rules import Contradicting, LineText
from scorer.rules.messages import PLACEHOLDERS, Message, PlaceholderKind, Text
from scorer.rules.names import Name
from scorer.rules.notation.company_document import CompanyFileText
from scorer.rules.notation.document import FileText
from scorer.rules.partie import GoingOn
from scorer.rules.reading import Unread
from scorer.rules.reasons import Rule, Settling, Span, Thing, Why
from scorer.rules.ruleset import ValueText
from scorer.rules.sentences import Bidding, Counting
from scorer.rules.statements import StatementText
from scorer.rules.versions import DifferingText, WhereText
from scorer.rules.watch import GoodIn
from scorer.service.club.transfer.import_files import ImportText
from scorer.table.again import AgainText, ChangeText, VersionText
from scorer.table.bidding import BiddingSaid, ContractProgress
from scorer.table.card import AloudText, BonusText, DealText, TieText
from scorer.table.card_rows import RowText
from scorer.table.charts import ChartText
from scorer.table.checking import ProblemText
from scorer.table.doubts import CardsNote, Doubt, LawAnswer, LawNote
from scorer.table.entering import NameText
from scorer.table.hinging import CliffText, HingesText, InsteadText, OutcomeText
from scorer.table.keys import KeyNote, KeySpoken, KeyText
from scorer.table.own_parties import PackedText, StateText
from scorer.table.recording import ClosedText, NotRecorded
from scorer.table.saving import SavedText
from scorer.table.settled import PaidText, ResultText, SignedText, StepFigures, StepText
from scorer.table.under_rules import FirstText, MarginText, OtherRulesText
from scorer.table.view import ExplainedText
from scorer.table.what_if import OutlookText
from scorer.web.companies import CompanyWords
from scorer.web.compare import PhoneVersionText
from scorer.web.sheet_words import LeftText, StatusText, WhoSigned
from scorer.web.two_versions import TwoVersionsText

__all__ = ["example"]

ADA = Name("Ada")
BEN = Name("Ben")
KINGS = SetClaim(4, Rank.KING)
POINT = PointClaim(5, 49)
TIERCE = SequenceClaim(3, Rank.KING)

BY_KIND: Mapping[PlaceholderKind, object] = {
    PlaceholderKind.NAME: ADA,
    PlaceholderKind.NUMBER: 2,
    PlaceholderKind.SAID: POINT,
    PlaceholderKind.PHRASE: Why.CLAIM(claim=POINT),
    PlaceholderKind.CARD: Rank.KING,
    PlaceholderKind.LIST: (ADA, BEN),
    PlaceholderKind.SOURCE: "Law 67",
    PlaceholderKind.TEXT: "a point has four to eight cards",
}
"""For a placeholder that has no example of its own."""

SAID = StatementText.SAID(who=ADA, what=Why.CLAIM(claim=POINT))
ANSWERED = StatementText.SAID(who=BEN, what=SaidText.GOOD())
PLAYED = DifferingText.SAID_AND_COMES_TO(what=ANSWERED, result=DifferingText.PAYS(points=105))
A_SET = Sinking.A_SET()
A_POINT = Sinking.A_POINT()

BY_NAME: Mapping[str, object] = {
    # what was typed
    "code": "Q7K2MN",
    "host": "example.org",
    "new_rank": "1=",
    "old_rank": "3",
    "left_time": LeftText.BOTH(number=3, first=12),
    "moment": "28 November 2026, 21:14 UTC",
    # deals and totals
    "balances": (TwoVersionsText.BALANCE(who=ADA, before=100, after=205),),
    "after": 105,
    "at": 30,
    "before": 79,
    "bonus": 100,
    "by": 12,
    "count": 3,
    "counts": DealText.COUNTS(weight=2),
    "deal": 3,
    "deals": 6,
    "difference": 30,
    "figures": (28, 23),
    "half": 50,
    "high": 131,
    "low": 101,
    "margin": ChangeText.WON(who=ADA, points=105),
    "before_margin": ChangeText.LEVEL(),
    "moved": (ChangeText.MOVED(who=ADA, movement=-5),),
    "lost": 2,
    "movement": -5,
    "needs": (OutlookText.NEEDS(who=ADA, points=12),),
    "next_deal": 4,
    "points": 28,
    "rubicon": 100,
    "score": (131, 101),
    "stake": CompanyText.POINTS(points=105),
    "sum": 232,
    "target": 100,
    "threshold": 30,
    "title": DealText.NUMBER_OF(deal=3, deals=6),
    "weight": 2,
    "won": 3,
    "would": 5,
    "totals": (AloudText.FIGURE(who=ADA, points=131), AloudText.FIGURE(who=BEN, points=101)),
    # people and parties
    "frame": CompanyText.CHOUETTE(),
    "last": BEN,
    "loser": BEN,
    "other": BEN,
    "partner": 3,
    "others": CompanyText.WAITING(names=(Name("Cem"),), count=1),
    "players": 3,
    "ruleset": "Portland: Cavendish’s Rubicon Piquet",
    "taker": BEN,
    "who_plays": CompanyText.IN_THE_BOX(who=ADA, other=BEN),
    "younger": BEN,
    # calls and answers
    "answer": SaidText.GOOD(),
    "answers": (
        Sinking.SANK(who=ADA, sunk=(A_SET,)),
        Sinking.SANK(who=BEN, sunk=(A_POINT, A_SET)),
    ),
    "bid": Bidding.TRICKS(tricks=7),
    "card": Card(Rank.KING, Suit.HEARTS),
    "category": Category.SEQUENCE,
    "classes": (GoodIn.SEQUENCES(), GoodIn.SETS()),
    "conflict": (Asserted.HOLDS(who=ADA, claim=KINGS), Asserted.HOLDS(who=BEN, claim=TIERCE)),
    "contract": Bidding.TO_WIN(who=ADA, tricks=7),
    "counted": Counting.BONUS(before=29, after=60),
    "length": 5,
    "pips": 49,
    "rival": PointClaim(5, 48),
    "row": (29, 60),
    "run": RunText.QUINT(),
    "suit": Suit.HEARTS,
    "sunk": (A_SET, A_POINT),
    "top": Rank.ACE,
    # the play
    "cards": 3,
    "first": 4,
    "hand": 12,
    "least": 1,
    "most": 5,
    "number": 7,
    "numbers": (3, 5),
    "play": 9,
    "possible": (Span.FROM_TO(least=1, most=5),),
    "runs": (VersionText.RUN(who=ADA, tricks=7), VersionText.RUN(who=BEN, tricks=5)),
    "statements": (SAID, ANSWERED),
    "trick": 7,
    "tricks": 7,
    "younger_play": 6,
    # what differs
    "actual": FirstText.SCORE(score=(28, 23)),
    "before_correction": StatementText.SAID(who=BEN, what=SaidText.NOT_GOOD()),
    "kind": BonusText.REPIQUE(),
    "note": KeyNote.AFTER_PLAY(),
    "record": PLAYED,
    "result": DifferingText.MARGIN(winner=ADA, points=105),
    "then": AloudText.COUNT_NOW(who=ADA, count=28),
    "version": PLAYED,
    "what": SAID,
    "where": WhereText.TRICK(deal=3, trick=7),
    "why": Rule.PLAY_BEGUN(),
}
"""For a placeholder in most texts."""

FIVE = Why.CLAIM(claim=POINT)
TRICK = AloudText.TRICK(number=7, who=ADA)
FIT = Checked.SUNK(answers=(Sinking.SANK(who=ADA, sunk=(A_SET,)),))
CONFLICT = Checked.TWO_CONFLICT(conflict=BY_NAME["conflict"])
MORE = TieText.MORE(number=2)
OWN_SUNK = (
    Sinking.OWN(who=ADA, classes=(Category.POINT, Category.SET)),
    Sinking.OWN(who=BEN, classes=(Category.SEQUENCE,)),
    Sinking.OWN(who=BEN, classes=(Category.SET,)),
)
PAID = PaidText.POINTS(points=12)
NOTHING_BEGINS = Unread.AT_WORD(word="tierc", why=Unread.NO_STATEMENT())

IN_TEXT: Mapping[object, Mapping[str, object]] = {
    SignatureText.PIN: {"where": SignatureText.PHONE_OF(who=BEN)},
    SignatureText.SENTENCE: {"what": SignatureText.OWN_PHONE()},
    WhoSigned: {
        "what": SignatureText.OWN_PHONE(),
        "where": SignatureText.PHONE_OF(who=BEN),
        "version": SignedText.MARGIN(what=PaidText.POINTS(points=105)),
        "statements": (
            WhoSigned.MOMENT(who=ADA, what=SignatureText.OWN_PHONE(), moment="28 November 2026"),
        ),
    },
    StatusText: {"what": StatusText.NOT_SIGNED_YET(signers=(BEN,), number=1)},
    CompanyWords: {"what": TwoVersionsText.NO_BALANCE()},
    SavedText.LINE: {"word": "ada-ben.piquet"},
    Provided: {"what": Provision.WAIVED()},
    Rule.NOT_PLAYED: {"what": Thing.A_ROUGE()},
    Rule.CALLS_BEGUN: {"what": Thing.A_BLANK()},
    Rule.SAID_ALREADY: {"what": Thing.EXCHANGE()},
    Rule.ONLY_YOUNGER: {"what": Thing.ANSWERS()},
    Rule.ONLY_ELDER: {"what": Thing.SAYS_DETAIL()},
    Rule.HAS_DECLINED: {"what": Thing.THE_POINT()},
    Unread: {"word": "tierc", "why": Unread.NO_STATEMENT(), "possible": ("E", "Y")},
    Unread.EXPECTED: {"word": "last"},
    Unread.ONE_STATEMENT: {"word": "instead"},
    Unread.RUN_LENGTH: {"least": 3, "most": 9},
    NotRecorded.TOTALS: {"number": 2, "most": 300},
    CardText: {"word": "1X"},
    ValueText.NO_RULE: {"word": "rubicons"},
    ValueText.OF: {"word": "rubicon", "why": ValueText.WHOLE_NUMBER(word="'many'")},
    ValueText.LIST: {"word": "'point'"},
    ValueText.TRUE_OR_FALSE: {"word": "'perhaps'"},
    ValueText.WHOLE_NUMBER: {"word": "'many'"},
    ValueText.NOT_ONE_OF: {"word": "'never'", "possible": ("category", "chronological")},
    ValueText.NO_HOUSE_RULE: {"word": "rubicon"},
    ValueText.NO_TERM: {"word": "stake"},
    ValueText.TWICE: {"word": "rubicon"},
    TermsText.NO_FRAME: {"word": "circle", "possible": ("chouette", "pool", "round table")},
    TermsText: {"kind": TermsText.POOL()},
    TermsText.NO_SUCH_TERM: {"word": "share", "possible": ("stake", "entry", "rises")},
    TermsText.OTHER_NUMBER: {"number": 4},
    Contradicting.TWO_BLANKS_CANNOT: {"cards": 20},
    Contradicting.TWO_BLANKS_CAN: {"cards": 24},
    Contradicting.DEALT: {"hands": 2, "hand": 11, "left": 8, "cards": 32},
    Contradicting.MOST_PIPS: {"most": 68},
    Contradicting.MOST_CARDS: {"most": 8},
    Contradicting.EACH_RUN: {"most": 8},
    Contradicting.ALL: {
        "conflict": (Contradicting.RUBICON(), Contradicting.MOST_PIPS(most=68)),
    },
    LineText.NO_PRESET: {"word": "london", "possible": ("portland", "modern", "wikipedia")},
    LineText.MISSING: {"possible": ("rubicon", "deals")},
    FileText: {"what": FileText.HOUSE_RULES()},
    FileText.BUT_NO: {"what": FileText.DEAL_HAS(), "word": "tricks"},
    FileText.TABLES: {"word": "deal", "header": "partie.deal"},
    FileText.A_TABLE: {"word": "house"},
    FileText.PLAYERS: {"players": 2},
    FileText.NAME: {"most": 40},
    FileText.SAME_NAME: {"players": 2},
    FileText.RULES: {"possible": ("portland", "modern", "wikipedia")},
    FileText.POINTS_OF: {"what": FileText.SCORES()},
    FileText.WHOLE_NUMBERS: {"what": FileText.SCORES(), "most": 9999},
    FileText.TOO_LONG: {"most": 1_000_000},
    FileText.DOTS: {"most": 9},
    FileText.NO_TOML: {"reason": "Invalid value"},
    CompanyFileText.MOST_PLAYERS: {"most": 12},
    CompanyFileText.FRAME: {"possible": ("chouette", "pool", "round table")},
    CompanyFileText.OF_FRAME: {
        "why": TermsText.NO_FRAME(word="circle", possible=("chouette", "pool", "round table"))
    },
    CompanyFileText.SEATS: {"players": 2},
    CompanyFileText.RESULT_OF: {"word": "drawn"},
    CompanyFileText.RESULT: {"most": 99_999},
    ImportText.MOST_DEALS: {"deals": 30},
    ImportText.OTHER_RULES: {
        "other_ruleset": "Modern: Parlett and pagat",
        "possible": (ImportText.RULE(word="the Rubicon"), ImportText.MORE_RULES(number=4)),
    },
    ImportText.RULE: {"word": "the Rubicon"},
    ImportText.NO_COLUMN: {"possible": ("deal", "first_points")},
    ImportText.NO_HEADING: {"word": "partie,first,second,deal,first_points,second_points"},
    ImportText.MOST_CHARACTERS: {"most": 100_000, "number": 120_500},
    ImportText.ARCHIVE: {"reason": "This .zip file is damaged"},
    SavedText.NAMES: {"reason": "The two players need different names"},
    ProblemText.MOST_WORDS: {"most": 6_000},
    ProblemText: {"reason": "No such file or directory"},
    NameText.NAME: {"most": 40},
    NameText.ALIKE: {"who": Name("Zoë"), "other": Name("Zoe")},
    AgainText.NOT_READ: {"why": NOTHING_BEGINS},
    AgainText.CANNOT_READ: {"why": NotRecorded.NO_DEALER()},
    ClosedText.NOT_READ: {"why": NOTHING_BEGINS},
    PackedText: {"number": 3, "why": NOTHING_BEGINS},
    PhoneVersionText.NOT_READ: {"why": NOTHING_BEGINS},
    Rule.NO_SUCH_SET: {"count": 3, "rank": Rank.NINE},
    Rule.POINT_TOO_LOW: {"least": 30},
    Rule.POINT_TOO_SHORT: {"least": 4},
    Rule.NOT_LESSER: {"rival": TIERCE},
    ClaimText.SET: {"count": 4},
    ClaimText.IN_SUIT: {"what": ClaimText.POINT(length=5)},
    ClaimText.RUN_MAJOR: {"run": RunText.QUINT()},
    StatementText: {"what": SaidText.GOOD()},
    StatementText.CORRECTED: {"what": ANSWERED},
    StatementText.INSERTED: {"what": ANSWERED},
    SaidText.ANSWER_MAKING: {"what": SaidText.EQUAL()},
    Checked.SUNK_ONE_OF: {"answers": OWN_SUNK},
    Checked.ONE_CONFLICTS: {"conflict": (Asserted.HOLDS(who=ADA, claim=KINGS),)},
    Sinking.ALL_OF: {"sunk": BY_NAME["answers"]},
    Sinking.OWN: {"classes": (Category.POINT, Category.SET)},
    OfDeal: {"why": CONFLICT},
    Counting.EACH: {
        "row": (
            Counting.OF(who=ADA, counted=Counting.COUNT(count=29)),
            Counting.OF(who=BEN, counted=Counting.COUNT(count=13)),
        )
    },
    Bidding.DOUBLED: {"contract": Bidding.TO_WIN(who=ADA, tricks=7)},
    CompanyText.COMPANY: {"names": (ADA, BEN, Name("Cem"))},
    CompanyText.OF_LINEUP: {"result": CompanyText.DRAWN()},
    CompanyText.TAKES_THE_POOL: {
        "result": CompanyText.WINS(who=ADA, stake=CompanyText.POINTS(points=105))
    },
    BiddingSaid: {
        "statements": (BiddingSaid.PASSES(who=ADA), BiddingSaid.BIDS(who=BEN, bid=BY_NAME["bid"]))
    },
    ContractProgress: {"what": BY_NAME["contract"], "number": 2},
    DealText.WEIGHED: {"title": DealText.NUMBER_OF(deal=4, deals=4)},
    ChangeText.RENAMED: {"who": Name("Bne"), "other": BEN},
    ChangeText.DEALT_FIRST: {"who": BEN, "other": ADA},
    VersionText.LINE: {"why": FIVE, "points": 5},
    AloudText.UNDONE: {"what": TRICK},
    AloudText.NOW: {"what": TRICK},
    AloudText.BONUS: {"what": TRICK},
    AloudText.BONUS_TO: {"what": TRICK},
    AloudText.OVER: {"statements": BY_NAME["totals"]},
    AloudText.IN_ALL: {"statements": BY_NAME["totals"]},
    TieText.SENTENCE: {"what": MORE},
    RowText: {"what": RowText.POINT_MAKING(length=5, pips=49)},
    KeySpoken.POINT_THEN: {"what": KeySpoken.CALLS(who=ADA, claim=POINT)},
    KeySpoken.RUN_THEN: {"what": KeySpoken.CALLS(who=ADA, claim=SequenceClaim(3, None))},
    KeySpoken.WITH_NOTE: {"what": KeySpoken.TAKES(who=ADA)},
    KeyText.BOTH_EXCHANGE: {"first": 5, "number": 3},
    Doubt.ALOUD: {"what": Doubt.IMPOSSIBLE(), "why": CONFLICT},
    Doubt.SENTENCE: {"why": CONFLICT},
    Doubt.TOO_MANY: {"totals": (Doubt.TOTAL(who=ADA, points=300),)},
    Doubt.TOO_FEW: {
        "totals": (Doubt.TOTAL(who=ADA, points=3), Doubt.TOTAL(who=BEN, points=4)),
    },
    LawNote.SENTENCE: {"what": LawNote.NO_PENALTY()},
    LawAnswer: {"why": CouldHave.COULD(who=ADA)},
    CardsNote: {"why": Doubt.SENTENCE(why=FIT)},
    InsteadText: {"result": OutcomeText.WINS(winner=BEN)},
    CliffText: {
        "what": CliffText.MORE_POINTS(points=3, who=ADA),
        "actual": PaidText.POINTS(points=118),
        "result": PaidText.POINTS(points=305),
    },
    StateText.TO_SEND: {"what": StateText.FINISHED()},
    StateText.OF_CARD: {"what": StateText.PARTIES(parties=3)},
    StateText.TO_SIGN: {"signers": (BEN,)},
    ResultText: {"what": PAID, "result": ResultText.WINS(winner=ADA, what=PAID)},
    SignedText: {"what": PaidText.POINTS(points=105)},
    MarginText: {"what": PAID},
    FirstText: {"why": Why.CAPOT(), "points": 40},
    ChartText: {
        "row": (28, 51, 90),
        "totals": (
            ChartText.TOTALS_OF(who=ADA, row=(28, 51, 90)),
            ChartText.TOTALS_OF(who=BEN, row=(23, 40, 71)),
        ),
    },
    OutlookText.NOW: {"what": OutlookText.MARGIN(winner=ADA, by=12)},
    ExplainedText: {"who": BEN, "what": ExplainedText.SEATS_OF_TWO(elder=ADA, who=BEN)},
    Asserted.NO_TRICK: {"cards": 4},
    ChangeText.FALLS: {"before": 105, "after": 79},
    ChangeText.NOW_FALLS: {"before": 105, "after": 79},
    ChangeText.BECOMES: {"what": ANSWERED},
    CompanyText.WAITS: {"number": 3},
    GoingOn.EXTRA_DEALS: {"number": 2, "points": 75},
    Why.CARDS_CARRIED: {"carried": 10},
    Why.CONTRACT_SHORT: {"by": 2},
    Why.CONTRACT_OVER: {"by": 2},
    Why.CAPOT_MORE: {"points": 30},
    Why.TENS_CAPTURED: {"points": 9},
    Rule.NO_SUCH_POINT: {"length": 9},
    Rule.NO_SUCH_PIPS: {"pips": 40, "possible": (Span.FROM_TO(least=43, most=54),)},
    Rule.NO_SUCH_RUN: {"length": 9},
    Rule.NO_SUCH_HEAD: {"top": Rank.TEN},
    Rule.NO_POINT_MAKES: {"pips": 99},
    Rule.BID_LIMIT: {"possible": (Span.FROM_TO(least=8, most=12),)},
    Rule.TENS_LIMIT: {"most": 2},
    Rule.TENS_IN_PACK: {"most": 20},
    Rule.PLAIN_IN_PACK: {"most": 12},
    Rule.COUNT_TRICKS: {"most": 12},
    Rule.COUNT_PLAY: {"play": 4, "possible": (Span.FROM_TO(least=7, most=9),)},
    Rule.HAND_SIZE: {"cards": 11},
    Rule.NOT_IN_PACK: {"card": Card(Rank.SIX, Suit.HEARTS)},
    Rule.DEAL_UNFINISHED: {"number": 2},
    Rule.PARTIE_UNFINISHED: {"number": 2},
    Rule.RACE_UNKNOWN: {"target": 100},
    Settling.TIED: {"points": 75, "number": 2},
    Settling.TIED_ONCE: {"points": 75},
    Settling.DRAWN: {"points": 75},
    Settling.NOT_CROSSED: {"low": 89},
    Settling.SUM: {"low": 89, "sum": 220},
    Settling.SUM_OF_BOTH_UNDER: {"high": 97, "low": 89, "sum": 186},
    Settling.BONUS: {"before": 30, "after": 130},
    Settling.LURCHED: {"low": 41},
    Settling.NOT_LURCHED: {"low": 50},
    Settling.DOUBLED: {"before": 1, "after": 2},
    StepFigures.NOT_CROSSED: {"low": 89},
    StepFigures.SUM: {"low": 89, "sum": 220},
    StepFigures.BONUS: {"before": 30, "after": 130},
    StepFigures.DOUBLED: {"before": 1, "after": 2},
    StepText.SUM_OF_BOTH_UNDER: {"rubicon": 100},
    TieText.LEVEL: {"points": 75, "number": 2},
    TieText.MORE: {"number": 2},
    AgainText.STATEMENT_OF: {"count": 12},
    AgainText.WHOLE_NUMBERS: {"most": 300},
    OtherRulesText.WHOLE_NUMBERS: {"most": 300},
    OtherRulesText.SEQUENCE_HEAD: {"claim": SequenceClaim(3, None)},
    HingesText: {"most": 20},
}
"""For the placeholders of one text, or of all of a class."""

SCORED = ("Reckoning", "Citing")
"""The classes whose texts say why a line scores."""


def example(text: Text) -> Message:
    """Return a message of *text* with an example for each placeholder, as it may stand there."""
    values = {name: BY_KIND[PLACEHOLDERS[name]] for name in text.placeholders}
    values |= {name: BY_NAME[name] for name in BY_NAME.keys() & text.placeholders}
    if type(text).__name__ in SCORED and "why" in values:
        values["why"] = FIVE
    for known in (IN_TEXT.get(type(text), {}), IN_TEXT.get(text, {})):
        values |= {name: known[name] for name in known.keys() & text.placeholders}
    for name, value in values.items():
        if "|" in text.value and PLACEHOLDERS[name] is PlaceholderKind.NUMBER:
            values[name] = min(int(str(value)), 1)  # there are two to choose from
    return text(**values)
