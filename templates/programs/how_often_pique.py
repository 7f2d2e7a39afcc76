"""Count how many deals of a corpus have a pique, a repique or a capot."""

import json
import sys
from collections import Counter
from pathlib import Path

from scorer.rules import Game, LineKind

bonuses = {LineKind.PIQUE, LineKind.REPIQUE, LineKind.CAPOT}
made: Counter[str] = Counter()
deals = 0
for partie in json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")):
    game = Game(partie["rules"])
    for deal in partie["deals"]:
        game.say("\n".join(deal["log"]))
        deals += 1
        made.update(line.kind.value for line in game.lines if line.kind in bonuses)
for bonus, times in made.most_common():
    print(f"{bonus}: {times} of {deals} deals, {times / deals:.1%}")
