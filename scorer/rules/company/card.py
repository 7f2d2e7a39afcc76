"""
The scorecard of a company: who plays next in a chouette, a pool or at a table, and what each partie moves.

>>> card = begin_chouette(3)
>>> for won in [Won(0, 150), Won(0, 416), Won(1, 476), Won(1, 141), Won(0, 126)]:
...     card = after_chouette(card, won)
>>> for turn in card.turns:
...     print("ABC"[turn.lineup.first], "ABC"[turn.lineup.second], turn.points, turn.after)
A B 150 (300, -150, -150)
A C 420 (1140, -570, -570)
A B 480 (180, -90, -90)
B C 140 (320, -370, 50)
C A 130 (190, -500, 310)

>>> card = after_pool(after_pool(begin_pool(3), Won(0, 150)), Won(0, 80))
>>> card.balances, card.held, [turn.taken_by for turn in card.turns]
((2, -1, -1), 0, [None, 0])
>>> card.lineup
Lineup(seats=(0, 1), others=(2,))

>>> card = after_table(begin_table(3, 3), Won(1, 1))
>>> card.balances, card.lineup
((-1, 2, -1), Lineup(seats=(0, 1, 2), others=()))
>>> after_table(begin_table(4, 2, TableTerms(stake=3)), Won(0, 2)).balances
(6, -6, 6, -6)
"""

from __future__ import annotations

from dataclasses import dataclass

from .terms import AfterDraw, ChouetteTerms, CompanyTerms, NextBox, PoolTerms, Rises, Rounding, TableTerms, validate

# The result of a partie


@dataclass(frozen=True, slots=True)
class Won:
    """
    A finished partie.

    Attributes:
        by: the winner: 0 for who sat first (in a chouette the single
            player, in partnership his side), 1 for the next; `None` if it
            was drawn.
        points: what the settlement gives him, 0 for a draw.
        seats: who sat first, second and so on, persons by their place in the
            company; `None` if those whose turn it was.
    """

    by: int | None
    points: int
    seats: tuple[int, ...] | None = None


# The card
#
# A company plays one partie after another, two at a time or all together. What
# is with somebody and what is in the pool always add up to nothing; only a pool
# has one.


@dataclass(frozen=True, slots=True)
class Lineup:
    """
    Who plays a partie; persons by their place in the company, from 0.

    Attributes:
        seats: those who play. Of two the first is in a chouette the single
            player, in the box, and in a pool who kept his seat; of more,
            partners sit opposite.
        others: the rest, the next to play first: they advise the second, or wait.
    """

    seats: tuple[int, ...]
    others: tuple[int, ...] = ()

    @property
    def first(self) -> int:
        """Who sits first."""
        return self.seats[0]

    @property
    def second(self) -> int:
        """Who sits second: of two, the opponent of the first."""
        return self.seats[1]

    def seated(self, seats: tuple[int, ...] | None) -> Lineup:
        """
        The same company with these at the table.

        A result put right later may change whose turn it was; the parties
        after it stay as they were played.

        >>> Lineup((0, 1), (2, 3)).seated((2, 0))
        Lineup(seats=(2, 0), others=(1, 3))
        """
        if seats is None or seats == self.seats:
            return self
        return Lineup(seats, tuple(each for each in (*self.seats, *self.others) if each not in seats))


@dataclass(frozen=True, slots=True)
class Turn:
    """
    One partie of the company, as the card has it.

    Attributes:
        lineup: who played, and who looked on.
        in_turn: whether it was their turn.
        won: how it ended.
        points: what was counted of it: a chouette's points, rounded; in a
            pool what was paid in, at a table what each loser paid, in units.
        moves: what each person won of it; with what the pool won they add up to nothing.
        after: each person's balance after it.
        held: what the pool holds after it.
        taken_by: who took the pool with it.
    """

    lineup: Lineup
    in_turn: bool
    won: Won
    points: int
    moves: tuple[int, ...]
    after: tuple[int, ...]
    held: int = 0
    taken_by: int | None = None

    @property
    def to_pool(self) -> int:
        """What the pool won of it, less than nothing if it was taken."""
        return -sum(self.moves)


@dataclass(frozen=True, slots=True)
class Card:
    """
    A company as far as it has come.

    Attributes:
        terms: what was agreed.
        turns: its parties.
        lineup: who plays next.
        row: how many parties the first of them has won one after another.
        balances: what each person has won; with what the pool holds they add up to nothing.
        held: what the pool holds.
        sides: how many sides a partie has.
    """

    terms: CompanyTerms
    turns: tuple[Turn, ...]
    lineup: Lineup
    row: int
    balances: tuple[int, ...]
    held: int = 0
    sides: int = 2

    @property
    def players(self) -> int:
        """How many they are."""
        return len(self.balances)


# Chouette
#
# The single player is *in the box*. Whoever wins a partie plays the next one in
# the box; the first of the advisers takes the empty seat against him, and the
# loser becomes the last of the advisers. The box has the choice of deal and
# cards, and plays double stakes: he wins or loses once for each of the others.
#
# The scoring card of Cavendish, in points:
#
# Source: Cavendish, 8th edition, "Scoring" and "Chouette piquet". More than
# three, and a drawn partie, are in no source: the rest take turns in the order
# in which they cut, and after a draw the same two play again.


def rounded(points: int, rounding: Rounding = Rounding.TENS) -> int:
    """
    The points of a partie as a chouette counts them.

    >>> [rounded(points) for points in (415, 416, 141, 150)]
    [410, 420, 140, 150]

    Source: Cavendish, 8th edition, "Scoring".
    """
    if rounding is Rounding.NONE:
        return points
    return points // 10 * 10 + (10 if points % 10 > 5 else 0)


def begin_chouette(players: int, terms: ChouetteTerms | None = None) -> Card:
    """
    The card of a chouette before its first partie.

    Args:
        players: how many play, at least three; the first cut the highest card
            and begins in the box, the second plays against him.
        terms: what was agreed; what Cavendish describes if nothing was.

    Raises:
        ContradictoryRules: fewer than three play, or the terms contradict themselves.
    """
    terms = terms or ChouetteTerms()
    validate(terms, players=players)
    return Card(terms, (), Lineup((0, 1), tuple(range(2, players))), 0, (0,) * players)


def after_chouette(card: Card, won: Won) -> Card:
    """The card after one more partie, 0 being its single player."""
    terms = card.terms
    assert isinstance(terms, ChouetteTerms)
    lineup = card.lineup.seated(won.seats)
    points = rounded(won.points, terms.rounding)
    each = 0 if won.by is None else terms.share * (points if won.by else -points)
    moves = tuple(-each * (card.players - 1) if person == lineup.first else each for person in range(card.players))
    after = tuple(before + move for before, move in zip(card.balances, moves, strict=True))
    turn = Turn(lineup, lineup == card.lineup, won, points, moves, after)
    row = 0 if won.by is None else 1
    if won.by == 0 and lineup.first == card.lineup.first:
        row = card.row + 1
    return Card(terms, (*card.turns, turn), _next(lineup, won, terms), row, after)


def _next(lineup: Lineup, won: Won, terms: ChouetteTerms) -> Lineup:
    """Who plays the partie after one that ended so."""
    box, other, advisers = lineup.first, lineup.second, lineup.others
    if won.by is None:
        if terms.after_draw is AfterDraw.SAME_TWO:
            return lineup
        return Lineup((box, advisers[0]), (*advisers[1:], other))
    if won.by == 0:
        return Lineup((box, advisers[0]), (*advisers[1:], other))
    if terms.next_box is NextBox.WINNER:
        return Lineup((other, advisers[0]), (*advisers[1:], box))
    return Lineup((advisers[0], other), (*advisers[1:], box))


# Pool
#
# The sources tell no more than that the loser paid his guinea: who rises, when
# the pool is taken and what a draw does are choices here, each with the usual
# one of card tables as its beginning and "unsourced" as its source.


def begin_pool(players: int, terms: PoolTerms | None = None) -> Card:
    """
    The card of a pool before its first partie; each has paid his entry.

    Args:
        players: how many play, at least three; the first two begin.
        terms: what was agreed.

    Raises:
        ContradictoryRules: fewer than three play, or the terms contradict themselves.
    """
    terms = terms or PoolTerms()
    validate(terms, players=players)
    return Card(
        terms, (), Lineup((0, 1), tuple(range(2, players))), 0, (-terms.entry,) * players, terms.entry * players
    )


def after_pool(card: Card, won: Won) -> Card:
    """The card after one more partie, 0 being who has the first of the seats."""
    terms = card.terms
    assert isinstance(terms, PoolTerms)
    lineup = card.lineup.seated(won.seats)
    row = card.row if lineup.first == card.lineup.first else 0
    if won.by is None:
        paying: tuple[int, ...] = lineup.seats if terms.stakes_of_a_draw else ()
        winner, following = None, lineup
    else:
        paying, winner = (lineup.seats[1 - won.by],), lineup.seats[won.by]
        row = row + 1 if won.by == 0 else 1
        stays, leaves = lineup.seats if (won.by == 0) is (terms.rises is Rises.LOSER) else lineup.seats[::-1]
        following = Lineup((stays, lineup.others[0]), (*lineup.others[1:], leaves))
    balances, held = list(card.balances), card.held + terms.stake * len(paying)
    for each in paying:
        balances[each] -= terms.stake
    is_taken = winner is not None and row >= (terms.in_a_row or card.players - 1)
    if winner is not None and is_taken:
        balances[winner] += held
        balances, held, row = [balance - terms.entry for balance in balances], terms.entry * card.players, 0
    turn = Turn(
        lineup,
        lineup == card.lineup,
        won,
        terms.stake * len(paying),
        tuple(now - before for now, before in zip(balances, card.balances, strict=True)),
        tuple(balances),
        held,
        winner if is_taken else None,
    )
    row = row if winner in (None, following.first) else 0
    return Card(terms, (*card.turns, turn), following, row, tuple(balances), held)


# Table
#
# Every partie is of everybody, and each loser of it pays for it: the winner
# takes what all of them pay, winners in partnership share it.
#
# What a partie of three or of four is worth is in no source.


def begin_table(players: int, sides: int, terms: TableTerms | None = None) -> Card:
    """
    The card of a table before its first partie.

    Args:
        players: how many play, as they sit.
        sides: how many sides they are; partners sit opposite.
        terms: what was agreed.

    Raises:
        ContradictoryRules: fewer than three play, or the terms contradict themselves.
    """
    terms = terms or TableTerms()
    validate(terms, players=players)
    return Card(terms, (), Lineup(tuple(range(players))), 0, (0,) * players, sides=sides)


def after_table(card: Card, won: Won) -> Card:
    """The card after one more partie, 0 being the side of who sits first."""
    terms, sides = card.terms, card.sides
    assert isinstance(terms, TableTerms)
    lineup = card.lineup.seated(won.seats)
    paid = 0 if won.by is None else terms.stake * won.points
    winners = {person for seat, person in enumerate(lineup.seats) if seat % sides == won.by}
    moves = tuple(paid * (sides - 1) if person in winners else -paid for person in range(card.players))
    after = tuple(before + move for before, move in zip(card.balances, moves, strict=True))
    turn = Turn(lineup, lineup == card.lineup, won, paid, moves, after)
    return Card(terms, (*card.turns, turn), card.lineup, 0, after, sides=sides)
