"""
The text form of a deal: statements in the words of the game.

One statement a line, or several separated by semicolons; ``#`` begins a
remark. ``E`` or ``elder``, ``Y`` or ``younger`` (of more than two ``T`` or
``third``, ``F`` or ``fourth`` too), and then what was said:

=====================================================  ============================================
``carte blanche`` / ``carte rouge``                    shown
``bids [minus] N`` / ``passes``                        in an auction, before the exchange
``doubles`` / ``redoubles``                            the other's bid / one's own
``exchange N``                                         cards exchanged
``point N [making P] [in SUIT]``                       a point; ``point of nought`` where played
``tierce`` to ``huitieme`` ``[to RANK] [in SUIT]``     a sequence; ``major`` and ``minor`` for the head
``trio of RANKS`` / ``quatorze of RANKS``              a set
``no point`` / ``no sequence`` / ``no set``            nothing (more) to call
``how many`` / ``how high``                            younger asks
``making P [in SUIT]`` / ``to RANK [in SUIT]``         elder says
``good`` / ``equal`` / ``not good``                    younger answers
``shows CLAIM``                                        when asked, Law 55
``withdraws CLAIM`` / ``false CLAIM``                  Law 52 / Law 54
``reckons nothing`` / ``waives``                       a penalty / waived by the opponent
``short N`` / ``concedes``                             plays N cards short / concedes the last deal
=====================================================  ============================================

Without a seat: ``tricks E5 Y5 E2`` (winners in order, as runs; ``E3:1`` where
one card of each trick counts), ``count E7 last E play 9 [first 3]`` (the quick
count; ``play 9-6`` where captured cards count), ``strike N [for STATEMENT]``
(statement N of the log, counted from 1, each trick being one).

The words of other books are read too, and written as above: ``making?`` for
``how many``; ``run of four`` and ``sequence of four``; ``septime``,
``huitime``, ``brelan of kings``; ``57`` or ``queen`` alone where elder says
what a call makes or how high it goes. ``not good: 39`` says what younger's
own point makes, and younger's call of it is written with that. A set may be
called without its rank until that is asked for: ``E trio; Y equal; E kings``.

Numbers are written with the digits 0 to 9, or up to nineteen in words.

>>> from scorer.rules.presets import PORTLAND
>>> print(format_log(parse_log("e Point of five; y HOW MANY?; e makes 49 in hearts; y good", PORTLAND)))
E point 5
Y how many
E making 49 in hearts
Y good
"""

from __future__ import annotations

from ..grammar import format_claim
from ..statements import format_statement
from .log import Said, format_log, parse_log, read_log

__all__ = ["Said", "format_claim", "format_log", "format_statement", "parse_log", "read_log"]
