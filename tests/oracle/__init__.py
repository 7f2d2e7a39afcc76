"""
A second scorer, to compare the program with.

It is written from the texts on the game and shares no code with `scorer`:
only `test_oracle` imports both. `laws` holds what each preset plays, `cards`
what a hand holds, `scoring` a deal, `series` a partie and what follows from it,
`players` people who deal real cards, call, sink and play, and write it down.
"""
