"""The laws of Piquet: pure functions over frozen data, standard library only.

A deal is a log of statements (`statements`), folded under a `Ruleset` into a `Deal` whose score is
the sum of its `Line`s. Nothing here reads a file, a clock or a random number.
"""
