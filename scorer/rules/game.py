"""The front door: a partie, said statement by statement.

>>> game = Game("portland", ["Ada", "Ben"])
>>> game.say("E exchange 5; Y exchange 3; E point 5")
>>> game.asks()
Ask(younger, answer, point: Y good, Y not good, Y how many)
>>> game.say("Y good; E quint major; Y good; E quatorze of aces; Y good")
>>> game
<Game portland: Ada 94, Ben 0; deal 1, Ada is elder>
>>> [(line.kind.value, line.points) for line in game.lines]
[('point', 5), ('sequence', 15), ('set', 14), ('repique', 60)]
>>> game.correct(4, "E quart major")
>>> game.score
{'Ada': 23, 'Ben': 0}
>>> game.undo()
>>> game.score
{'Ada': 94, 'Ben': 0}
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from .asking import Ask, next_ask
from .deal import Deal, extend
from .errors import WrongValue
from .explained import explained_html
from .findings import Verdict
from .house_rules import name_of, rules_named
from .legal import legal_next, legal_play
from .lines import Line
from .messages import Text
from .names import without_isolates
from .notation import parse_log
from .notation.document import (
    MOST_POINTS,
    NAMES,
    FileText,
    format_partie,
    play_text,
    players_named,
)
from .partie import (
    DealRecord,
    Partie,
    PartieRecord,
    ScoredDeal,
    extend_deal,
    play_partie,
    side_names,
    with_deal,
)
from .presets import PORTLAND
from .ruleset import Ruleset
from .score_rows import ScoreRow, score_rows
from .sentences import IllegalStatement
from .settlement import Settlement
from .statements import Log, Statement, effective
from .versions import corrections, following, say_again


class GameText(Text):
    """What a game cannot do, and what to do instead.

    A program calls it, no deal, so no oracle asks it: each is tested with such a call.
    """

    NOTHING_TO_UNDO = "nothing has been said yet, so there is nothing to undo"
    NO_DEAL = "there is no deal {number}: the deals are 0 to {most}"
    NO_STATEMENT = "deal {deal} has no current statement at position {number}"
    NO_LOG = "deal {number} has totals alone, and no statements"
    NOTHING_SAID = "there is no statement in this"
    ONE_TOTAL_EACH = "the totals of a deal are {players} whole numbers from 0 to {most}"


class Game:
    """A partie of two, three or four, or a series of them, as far as it was said.

    Each call changes the game as a whole or, with an error, not at all. What it holds is immutable:
    `partie` is the state now, and stays as it is whatever is said later.

    What is known of it besides is written and read with it: `played`, the day in ISO 8601, `note`,
    a line of the players, and `about`, anything that a file can have: event, place, day, round.

    Deals and positions in a log count from 0. Errors are `ValueError`: `NotationError` (with line
    and column) for text that cannot be read, `IllegalStatement` (with its law, and the deal and
    position) for what the rules refuse, `WrongValue` for anything else.
    """

    def __init__(
        self,
        rules: Ruleset | str = PORTLAND,
        players: Sequence[str] | None = None,
        *,
        elder: str | None = None,
    ) -> None:
        """Begin a partie.

        Args:
            rules: a ruleset, or its name with house rules (``"portland rubicon=120"``).
            players: their names in turn, A and B (C, D) without any.
            elder: who is elder in the first deal, the first of them without any.
        """
        ruleset = rules_named(rules) if isinstance(rules, str) else rules
        names = [*NAMES[: ruleset.players]] if players is None else [*players]
        if len(names) != ruleset.players:
            raise WrongValue(FileText.PLAYERS(players=ruleset.players))
        if elder is not None and elder not in names:
            raise WrongValue(FileText.ELDER(names=tuple(names)))
        first = 0 if elder is None else names.index(elder)
        self._know_nothing()
        self._states = [play_partie(PartieRecord(ruleset, players_named(names), (), first))]

    def _know_nothing(self) -> None:
        self.played = ""
        self.note = ""
        self.about: dict[str, Any] = {}

    @classmethod
    def load(cls, text: str, *, rules: Ruleset | str | None = None) -> Game:
        """Read a partie from the text of a ``.piquet`` file, with totals from paper where it has
        them.

        With other *rules* it is scored by those, as far as they go: what follows its end is left
        out.
        """
        ruleset = rules_named(rules) if isinstance(rules, str) else rules
        document, partie = play_text(text, ruleset)
        game = cls.of(partie)
        game.played = document.played
        game.note = document.note
        game.about = dict(document.about)
        return game

    @classmethod
    def of(cls, partie: Partie) -> Game:
        """Return a game that goes on from a state."""
        game = cls.__new__(cls)
        game._states = [partie]
        game._know_nothing()
        return game

    def dump(self) -> str:
        """Write the partie as the text of a ``.piquet`` file, which `load` reads back."""
        return format_partie(self.partie.record, self.played, self.note, about=self.about)

    def copy(self) -> Game:
        """Return a game with the same history, to try something with."""
        game = Game.of(self.partie)
        game._states = list(self._states)
        game.played = self.played
        game.note = self.note
        game.about = dict(self.about)
        return game

    # What is known

    @property
    def partie(self) -> Partie:
        """The state now: deals, totals, settlement."""
        return self._states[-1]

    @property
    def rules(self) -> Ruleset:
        return self.partie.record.rules

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(str(each.name) for each in self.partie.record.players)

    @property
    def sides(self) -> tuple[str, ...]:
        """The names of those that score: each player's, or both partners'."""
        names = side_names(self.rules, [each.name for each in self.partie.record.players])
        return tuple(map(without_isolates, names))

    @property
    def deals(self) -> tuple[ScoredDeal, ...]:
        """The deals that have begun."""
        return self.partie.deals

    @property
    def deal(self) -> Deal | None:
        """The deal of which something was said last, empty before the first; `None` if only its
        totals are known.
        """
        return self.partie.deal(max(0, len(self.deals) - 1))

    @property
    def log(self) -> Log:
        """The statements of that deal, with corrections."""
        return self.deals[-1].deal.log if self.deals and self.deals[-1].deal is not None else ()

    @property
    def lines(self) -> tuple[Line, ...]:
        """The score of that deal, line by line; the sum of their points is all it scores."""
        return () if self.deal is None else self.deal.lines

    def rows(self) -> tuple[ScoreRow, ...]:
        """Return the score of all deals as a table: deal, seat, player, kind, points, law."""
        return tuple(score_rows(self.partie))

    @property
    def score(self) -> dict[str, int]:
        """The totals of the partie, of each player or side."""
        return dict(zip(self.sides, self.partie.totals, strict=True))

    @property
    def settlement(self) -> Settlement | None:
        """What is paid, and why; `None` until the partie, or the series, is over."""
        return self.partie.settlement

    @property
    def is_over(self) -> bool:
        return self.partie.is_over

    def asks(self) -> Ask | None:
        """Return who is asked what next, with the usual answers in the order of the table; `None`
        when the partie is over.

        After the end of a deal that is the first question of the next.
        """
        deal = self._next_deal()
        return None if deal is None else next_ask(deal)

    def legal(self) -> tuple[Statement, ...]:
        """Return every statement that the rules allow next, suits aside: also what nobody is asked
        for, such as a penalty, and the counts of tricks.
        """
        deal = self._next_deal()
        return () if deal is None else (*legal_next(deal), *legal_play(deal))

    def _next_deal(self) -> Deal | None:
        return None if self.is_over else self.partie.deal(self.partie.current)

    def check(self, deal: int | None = None) -> Verdict:
        """Return whether cards of one pack allow all that was said in a deal, with hands that show
        it or the claims that conflict; without a number, in the deal said last.
        """
        # The checker takes longer to import than all else, and few programs ask it.
        from .checker import check  # noqa: PLC0415

        return check(self._said_in(deal))

    # What is said

    def say(self, said: str | Statement | Iterable[Statement], *, deal: int | None = None) -> None:
        """Record what is said: in the words of a log, or as statements.

        It belongs to the deal in progress, or begins the next one. With *deal* it belongs to that
        one: a penalty after its end, or a correction (``strike 3 for E point 6``, where the first
        statement is 1).
        """
        new = self._read(said)
        number = self.partie.current if deal is None else self._deal_number(deal)
        if number < len(self.deals) and self.deals[number].deal is None:
            raise WrongValue(GameText.NO_LOG(number=number))
        self._states.append(extend_deal(self.partie, number, new))

    def enter(self, *totals: int) -> None:
        """Enter the totals of the next deal, from a paper sheet, of each player or side; what they
        were made of is not known.
        """
        in_range = all(0 <= each <= MOST_POINTS for each in totals)
        if len(totals) != self.rules.sides or not in_range:
            raise WrongValue(GameText.ONE_TOTAL_EACH(players=self.rules.sides, most=MOST_POINTS))
        self._states.append(with_deal(self.partie, len(self.deals), DealRecord(scores=totals)))

    def correct(self, position: int, said: str = "", *, deal: int | None = None) -> None:
        """Replace the statement at a *position* by what was really said, or remove it if that is
        nothing; in the deal said last, unless *deal* is given.

        It is recorded as corrections at the end of the log. The replies to what was not said go
        with it, and everything else stays; `IllegalStatement` names what does not fit any more.
        """
        self._say_again(position, said, deal, replaces=True)

    def insert(self, position: int, said: str, *, deal: int | None = None) -> None:
        """Insert what was left out before the statement at a *position*, as `correct` does."""
        self._say_again(position, said, deal, replaces=False)

    def _say_again(self, position: int, said: str, deal: int | None, *, replaces: bool) -> None:
        scored = self._said_in(deal)
        number = len(self.deals) - 1 if deal is None else deal
        current = effective(scored.log)
        positions = [at for at, _ in current]
        if position not in positions:
            raise WrongValue(GameText.NO_STATEMENT(deal=number, number=position))
        statements: Log = tuple(each for _, each in current)
        at = positions.index(position)
        new = self._read(said) if said or not replaces else ()
        was = statements[at] if replaces else None
        rest = following(was, new, statements[at + 1 :] if replaces else statements[at:])
        again = say_again(self.rules, scored.setting, (*statements[:at], *new), rest)
        if again.rest:
            refused = extend(again.deal, again.rest[:1]).refusal
            assert refused is not None
            raise IllegalStatement(refused, None, number)
        appended = corrections(scored.log, again.deal.log)
        self._states.append(extend_deal(self.partie, number, appended))

    def undo(self) -> None:
        """Take back the last call that changed the game."""
        if len(self._states) == 1:
            raise WrongValue(GameText.NOTHING_TO_UNDO())
        self._states.pop()

    def _read(self, said: str | Statement | Iterable[Statement]) -> Log:
        if isinstance(said, str):
            new = parse_log(said, self.rules)
        elif isinstance(said, Iterable):
            new = tuple(said)
        else:
            new = (said,)
        if not new:
            raise WrongValue(GameText.NOTHING_SAID())
        return new

    def _deal_number(self, deal: int) -> int:
        if not 0 <= deal < len(self.deals):
            raise WrongValue(GameText.NO_DEAL(number=deal, most=max(0, len(self.deals) - 1)))
        return deal

    def _said_in(self, deal: int | None) -> Deal:
        """Return a deal that has statements; without a number, the one said last."""
        number = max(0, len(self.deals) - 1) if deal is None else self._deal_number(deal)
        found = self.partie.deal(number)
        if found is None:
            raise WrongValue(GameText.NO_LOG(number=number))
        return found

    # How it is shown

    def __eq__(self, other: object) -> bool:
        """Return whether the same was said, whatever was undone on the way."""
        if not isinstance(other, Game):
            return NotImplemented
        return self.partie.record == other.partie.record

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __repr__(self) -> str:
        totals = ", ".join(f"{name} {points}" for name, points in self.score.items())
        number = self.partie.current
        elder = self.players[self.partie.record.elder(number)]
        now = "over" if self.is_over else f"deal {number + 1}, {elder} is elder"
        return f"<Game {name_of(self.rules)}: {totals}; {now}>"

    def _repr_html_(self) -> str:
        """Return the explained deals and the settlement, for a notebook."""
        return explained_html(self.partie)
