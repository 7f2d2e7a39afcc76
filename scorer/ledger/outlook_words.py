"""What an outlook says, in words: a sentence for each rank, or what brings each rival ahead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .deciding import Claim, Margins, Outlook, Possible, Rival, Term
from .terms import TieBreak


def ordinal(number: int) -> str:
    """
    Format a rank in a sentence.

    >>> [ordinal(each) for each in (1, 2, 3, 4, 11, 22, 113)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd', '113th']
    """
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def ranks_words(first: int, last: int) -> str:
    """
    Format a rank, or several from which it is one.

    >>> ranks_words(1, 1), ranks_words(1, 2), ranks_words(1, 3)
    ('1st', '1st or 2nd', '1st to 3rd')
    """
    words = f"{ordinal(first)} {'or' if last == first + 1 else 'to'} {ordinal(last)}"
    return ordinal(first) if first == last else words


def _by(by: TieBreak) -> str:
    return f"by {by.value.split(',')[0]}"


class Wording(NamedTuple):
    """
    How the claims of a round are said: to `reader`, who is called *you*, or to nobody if that is 0.

    A defeat of the reader or of the `subject` is said of them, of others as a victory of their opponent.

    >>> said = Wording({1: "Ann", 2: "Ben", 3: "Cat", 4: "Dan"}, 1, {1: 2, 2: 1, 3: 4, 4: 3}, Margins(101, 400, True))
    >>> for claim in (Claim(1, 0, 134, None), Claim(1, 0, None, -101), Claim(3, 0, 1, None), Claim(3, 1, 35, None)):
    ...     print(said.claim(claim))
    you beat Ben by 134 or more
    you lose to Ben
    Cat beats Dan
    Cat gains 35 or more on you
    """

    names: Mapping[int, str]
    reader: int
    opponents: Mapping[int, int]
    margins: Margins
    subject: int = 0

    def ranks(self, outlook: Outlook) -> list[str]:
        """Return a sentence for each rank of an outlook that has them."""
        own = self._replace(subject=outlook.member)
        return [own._rank(number, each) for number, each in enumerate(outlook.ranks)]

    def _rank(self, number: int, possible: Possible) -> str:
        rank = ranks_words(possible.first, possible.last) + (f" ({_by(possible.by)})" if possible.by else "")
        if possible.terms == ((),):
            return f"Otherwise {rank}." if number else f"{rank}, whatever the results."
        return f"{f'Otherwise {rank}' if number else rank} if {self.terms(possible.terms)}."

    def own(self, outlook: Outlook) -> list[str]:
        """Return what each of a member's own results leaves possible."""
        own = self._replace(subject=outlook.member)
        return [f"{ranks_words(each.best, each.worst)} if {own.claim(each.claim)}." for each in outlook.own]

    def rival(self, rival: Rival) -> str:
        """Return what brings a rival ahead, or level."""
        found = [f"Ahead if {self.terms(rival.ahead)}."] if rival.ahead else []
        if rival.by and rival.level:
            found.append(
                f"{'It' if rival.level == ((),) else f'If {self.terms(rival.level)}, it'} goes {_by(rival.by)}."
            )
        return " ".join(found)

    def terms(self, terms: Sequence[Term]) -> str:
        return ", or if ".join(" and ".join(self.claim(each) for each in term) for term in terms)

    def claim(self, claim: Claim) -> str:
        if claim.over:
            return self._gains(claim)
        least, most = self.margins.least, self.margins.most
        low, high = (-most if claim.low is None else claim.low), (most if claim.high is None else claim.high)
        if low > 0 or (low > -least and not self.margins.draws):
            return self._beats(claim.member, max(low, least), high)
        if high < 0 or (high < least and not self.margins.draws):
            return self._loses(claim.member, max(-high, least), -low)
        if low > -least and high < least:
            return self._does(claim.member, "draw with", "draws with", "")
        found = [self._does_not_lose(claim.member, -low if low <= -least else 0)] if low > -most else []
        found += [self._does_not_beat(claim.member, high if high >= least else 0)] if high < most else []
        return " and ".join(found)

    def _beats(self, member: int, low: int, high: int) -> str:
        return self._does(member, "beat", "beats", self._by_how_much(low, high))

    def _loses(self, member: int, low: int, high: int) -> str:
        if member in (self.reader, self.subject):
            return self._does(member, "lose to", "loses to", self._by_how_much(low, high))
        return self._beats(self.opponents[member], low, high)

    def _does_not_beat(self, member: int, more_than: int) -> str:
        return self._does(member, "do not beat", "does not beat", f" by more than {more_than}" if more_than else "")

    def _does_not_lose(self, member: int, more_than: int) -> str:
        if member in (self.reader, self.subject):
            how = f" by more than {more_than}" if more_than else ""
            return self._does(member, "do not lose to", "does not lose to", how)
        return self._does_not_beat(self.opponents[member], more_than)

    def _by_how_much(self, low: int, high: int) -> str:
        least, most = self.margins.least, self.margins.most
        if high >= most:
            return f" by {low} or more" if low > least else ""
        if low == high:
            return f" by exactly {low}"
        return f" by {high} or less" if low <= least else f" by {low} to {high}"

    def _does(self, member: int, verb: str, verbs: str, how: str) -> str:
        said = verb if member == self.reader else verbs
        return f"{self._name(member)} {said} {self._name(self.opponents[member])}{how}"

    def _gains(self, claim: Claim) -> str:
        low, high, one, other = claim.low, claim.high, claim.member, claim.over
        if high is not None and (low is None or low < 0):
            low, high, one, other = -high, None if low is None else -low, other, one
        assert low is not None
        if high is None and low > 0:
            return self._gain(one, other, f"{low} or more")
        if high is None:
            return self._gain(other, one, f"no more than {-low}" if low else "nothing")
        if low == high:
            return self._gain(one, other, f"exactly {low}" if low else "as much as they gain")
        return self._gain(one, other, f"{low} to {high}")

    def _gain(self, one: int, other: int, how_much: str) -> str:
        verb = "gain" if one == self.reader else "gains"
        return f"{self._name(one)} {verb} {how_much} on {self._name(other)}"

    def _name(self, member: int) -> str:
        return "you" if member == self.reader else self.names[member]
