"""What a partie comes to, and the steps by which its margin is proved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..rules.laws import law_named
from ..rules.messages import Message, Text, with_values
from ..rules.partie import Partie, going_on_message
from ..rules.reasons import Settling
from ..rules.sentences import shown_source, step_message
from ..rules.settlement import Settlement, Step


class ResultText(Text):
    """What a partie comes to: who won, and what each loser pays the winner."""

    DRAWN = "Drawn."
    WINS = "{winner} {winner:wins/win} {what}."
    WINS_FROM_EACH = "{winner} {winner:wins/win} {what} from each of the others."
    UNDER_RUBICON = "{loser} {loser:is/are} under the Rubicon."
    LURCHED = "{loser} {loser:is/are} lurched."
    WINNER = "{winner} {winner:wins/win}"
    FROM_EACH = "from each of the others"


class PaidText(Text):
    """What each loser pays: points, or parties where the rules pay by the partie."""

    POINTS = "{points}"
    PARTIES = "{parties} {parties:partie/parties}"


class SignedText(Text):
    """What was signed before a correction; with the winner if the correction changed that.

    Nobody signs a random deal, so no oracle asks it.
    """

    DRAW = "a draw"
    MARGIN = "{what}"
    MARGIN_TO = "{what} to {winner}"


def verdict(partie: Partie, names: Sequence[str]) -> Message:
    settlement = partie.settlement
    if settlement is None:
        return going_on_message(partie, names)
    if settlement.winner is None:
        return ResultText.DRAWN()
    text = ResultText.WINS_FROM_EACH if len(names) > 2 else ResultText.WINS
    return text(winner=names[settlement.winner], what=paid(settlement))


def paid(settlement: Settlement) -> Message:
    return amount(settlement.points, in_parties=settlement.in_parties)


def amount(number: int, *, in_parties: bool) -> Message:
    """Return so many points, or parties."""
    return PaidText.PARTIES(parties=number) if in_parties else PaidText.POINTS(points=number)


def loser_message(settlement: Settlement, sides: Sequence[str]) -> Message | None:
    """Return that the loser is under the Rubicon, or lurched; `None` for neither."""
    if settlement.winner is None or len(sides) > 2:
        return None
    loser = sides[1 - settlement.winner]
    if settlement.rubicon:
        return ResultText.UNDER_RUBICON(loser=loser)
    return ResultText.LURCHED(loser=loser) if settlement.lurch else None


def beside_paid(settlement: Settlement, sides: Sequence[str]) -> Message | None:
    """Return what stands beside the points that are paid: that each of several losers pays them, or
    what the one loser missed; `None` for neither.
    """
    if settlement.winner is not None and len(sides) > 2:
        return ResultText.FROM_EACH()
    return loser_message(settlement, sides)


def what_was_signed(then: Settlement | None, now: Partie, names: Sequence[str]) -> Message:
    """Return what was signed, with the winner if the winner has changed since."""
    if then is None or then.winner is None:
        return SignedText.DRAW()
    changed = now.settlement is None or now.settlement.winner != then.winner
    if changed:
        return SignedText.MARGIN_TO(what=paid(then), winner=names[then.winner])
    return SignedText.MARGIN(what=paid(then))


# The proof


class StepText(Text):
    """A step of the settlement beside its figures, by the name of its sentence in `Settling`."""

    MORE_POINTS = "{winner} {winner:has/have} more points"
    CROSSED = "{loser} {loser:has/have} crossed the Rubicon"
    NOT_CROSSED = "{loser} {loser:has/have} not crossed the Rubicon"
    DIFFERENCE = "the difference"
    SUM = "so the totals are added"
    SUM_OF_BOTH_UNDER = "so the totals are added, although the winner is under {rubicon} too"
    BONUS = "and for the partie"
    DOUBLED = "twice for the lurch"


class StepFigures(Text):
    """The figures of a step of the settlement."""

    MORE_POINTS = "{high} to {low}"
    CROSSED = "{low}, and {rubicon} crosses"
    NOT_CROSSED = "{low} is under {rubicon}"
    DIFFERENCE = "{high} − {low} = {difference}"
    SUM = "{high} + {low} = {sum}"
    BONUS = "{before} + {bonus} = {after}"
    DOUBLED = "2 × {before} = {after}"


FIGURES = {
    Settling.MORE_POINTS: StepFigures.MORE_POINTS,
    Settling.CROSSED: StepFigures.CROSSED,
    Settling.NOT_CROSSED: StepFigures.NOT_CROSSED,
    Settling.DIFFERENCE: StepFigures.DIFFERENCE,
    Settling.SUM: StepFigures.SUM,
    Settling.SUM_OF_BOTH_UNDER: StepFigures.SUM,
    Settling.BONUS: StepFigures.BONUS,
    Settling.DOUBLED: StepFigures.DOUBLED,
}
"""The figures of the steps that are more than words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofStep:
    """A step of the proof of a margin.

    Attributes:
        figures: `None` if the words have them.
        law: the law that the source names, which can be read; empty if it names none.
    """

    words: Message
    figures: Message | None
    source: str
    law: str


def steps_of(settlement: Settlement, sides: Sequence[str]) -> list[ProofStep]:
    """Return the steps of the proof of a margin."""
    return [_step_row(step, sides) for step in settlement.steps]


def _step_row(step: Step, sides: Sequence[str]) -> ProofStep:
    words = step_message(step, sides)
    figures = None
    if step.settling in FIGURES:
        figures = with_values(FIGURES[step.settling], words.values)
        words = with_values(StepText[step.settling.name], words.values, step.source)
    return ProofStep(
        words=words, figures=figures, source=shown_source(step.source), law=law_named(step.source)
    )


def winner_message(settlement: Settlement, sides: Sequence[str]) -> Message:
    assert settlement.winner is not None
    return ResultText.WINNER(winner=sides[settlement.winner])
