"""
The club's book: pure, like the laws of the game, and on top of them.

A book is one chain of entries. Each entry is a decision or a result with its
author and time, moves points between accounts so that every commodity sums to
zero, and carries the digest of the entry before it. Nothing in it is changed:
what was wrong is reversed by an entry of its own. Standings, ratings and
records are derived from the entries that stand.
"""
