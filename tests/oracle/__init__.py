"""A second scorer, to compare the program with.

It is written from the texts on the game and shares no code with `scorer`: only `test_oracle`
imports both.
"""
