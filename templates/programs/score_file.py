"""Print what every line of a .piquet file scores, and the settlement."""

import sys
from pathlib import Path

from scorer.rules import Game

game = Game.load(Path(sys.argv[1]).read_text(encoding="utf-8"))
for scored in game.deals:
    print(f"Deal {scored.number + 1}")
    if scored.deal is None:
        print("  from totals:", *scored.points)
        continue
    for line in scored.deal.lines:
        player = scored.seats[line.seat].name
        print(f"  {player!s:<12} {line.kind.value:<12} {line.points:>3}")
print(game.score)
if game.settlement is not None and game.settlement.winner is not None:
    print(game.sides[game.settlement.winner], "wins", game.settlement.points)
