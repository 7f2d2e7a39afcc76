"""Say a deal of calls at random, but never what is not asked; print its log and its score."""

import sys
from random import Random

from scorer.rules import Game, format_log

random = Random(sys.argv[1] if len(sys.argv) > 1 else None)
game = Game("portland", ["Ada", "Ben"])
while not (game.deals and game.deals[0].is_over):
    ask = game.asks()
    assert ask is not None
    game.say(random.choice(ask.answers))
print(format_log(game.log))
print(game.score)
