"""The laws of Piquet: pure functions over frozen data, standard library only.

A deal is a log of statements, folded under a `Ruleset` into a `Deal` whose score is the sum of its
`Line`s. Nothing here reads a file, a clock or a random number.

`Game` is the front door. What this package exports is held stable, as the topic *The kernel* of the
program's help says; its modules may change.
"""

from .asking import Ask, AskFor
from .claims import Category, Claim, PointClaim, SequenceClaim, SetClaim, agree
from .deal import Deal, Phase
from .errors import ContradictoryRules, MessageError, NotationError, WrongValue
from .findings import Finding, Verdict
from .game import Game
from .hands import declare, parse_hand
from .lines import Line, LineKind
from .notation import format_log, parse_log
from .partie import FinishedPartie, Partie, ScoredDeal
from .presets import PORTLAND, PRESETS
from .ruleset import Ruleset
from .score_rows import ScoreRow
from .seats import BySeat, Player, Seat
from .sentences import IllegalStatement
from .settlement import Settlement
from .statements import Log, Statement

__all__ = [
    "PORTLAND",
    "PRESETS",
    "Ask",
    "AskFor",
    "BySeat",
    "Category",
    "Claim",
    "ContradictoryRules",
    "Deal",
    "Finding",
    "FinishedPartie",
    "Game",
    "IllegalStatement",
    "Line",
    "LineKind",
    "Log",
    "MessageError",
    "NotationError",
    "Partie",
    "Phase",
    "Player",
    "PointClaim",
    "Ruleset",
    "ScoreRow",
    "ScoredDeal",
    "Seat",
    "SequenceClaim",
    "SetClaim",
    "Settlement",
    "Statement",
    "Verdict",
    "WrongValue",
    "agree",
    "declare",
    "format_log",
    "parse_hand",
    "parse_log",
]
