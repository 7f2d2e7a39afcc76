"""A second scorer, to compare the program with, and an oracle for its sentences.

The scorer is written from the texts on the game and shares no code with `scorer`. `test_oracle`
compares the two. `dealt` makes random deals for the tests of sentences (`test_*_sentences`), which
count, refold or solve what a message says, without the code that chose it. `sizes` says how many
deals each of them checks, and `reached` which texts come up in these.
"""
