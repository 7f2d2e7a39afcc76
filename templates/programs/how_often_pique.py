"""Count in how many deals of a corpus elder or younger makes a pique, a repique or a capot."""

import json
import sys
from collections import Counter
from pathlib import Path

from scorer.rules import Game, LineKind

bonuses = {LineKind.PIQUE, LineKind.REPIQUE, LineKind.CAPOT}
made: Counter[str] = Counter()
deals = 0
for row in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines():
    said = json.loads(row)
    game = Game(said["rules"])
    game.say(said["log"])
    deals += 1
    made.update(line.kind.value for line in game.lines if line.kind in bonuses)
for bonus, times in made.most_common():
    print(f"{bonus}: {times} of {deals} deals, {times / deals:.1%}")
