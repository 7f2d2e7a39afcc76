"""A reader of the corpus that knows only its README: run as a program, on a directory.

It recounts every score from its lines, every total from the scores, and what a partie under the
rules of Portland pays, and prints how much it has recounted.
"""

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any


def read(*names: str) -> Any:
    return json.loads(Path(sys.argv[1], *names).read_text("utf-8"))


def settle(totals: list[int]) -> dict[str, object]:
    """Settle a partie under the rules of Portland."""
    high = max(totals)
    low = min(totals)
    if high == low:
        return {"winner": None, "points": 0, "rubicon": False}
    is_under = low < 100
    pays = 100 + (high + low if is_under else high - low)
    return {"winner": totals.index(high), "points": pays, "rubicon": is_under}


def recount(partie: dict[str, Any], rules: dict[str, Any], seen: Counter[str]) -> None:
    values = rules | partie["house"]
    sides = values["sides"]
    totals = [0] * sides
    ended = {each["deal"]: each["totals"] for each in partie["finished"]}
    for number, deal in enumerate(partie["deals"]):
        assert deal["elder"] == number % values["players"]
        scores = [0] * sides
        for line in deal.get("lines", []):
            player = (deal["elder"] + "EYTF".index(line["seat"])) % values["players"]
            scores[player % sides] += line["points"]
            assert line["running"] == scores[player % sides]
            seen[line["kind"]] += 1
        assert "lines" not in deal or scores == deal["scores"]
        for side, points in enumerate(deal["scores"]):
            totals[side] += deal["weight"] * points
        assert totals == deal["totals"]
        assert totals == ended.get(number, totals)
        if number in ended and number + 1 < len(partie["deals"]):
            totals = [0] * sides
        seen["deals"] += 1
    assert totals == partie["totals"]
    if partie["rules"] == "portland" and partie["settlement"] is not None:
        pays = settle(totals)
        assert pays == {name: partie["settlement"][name] for name in pays}
        seen["rubicon" if pays["rubicon"] else "crossed"] += 1


def main() -> None:
    seen = Counter[str]()
    rulesets = {row["rules"]: row["values"] for row in read("rulesets.json")}
    for name, values in rulesets.items():
        for partie in read("random", f"{name}.json"):
            recount(partie, values, seen)
            seen[name] += len(partie["deals"])
    for partie in read("published.json"):
        recount(partie, rulesets[partie["rules"]], seen)
        seen["published"] += 1
    for row in read("settlements.json"):
        pays = settle(row["totals"])
        assert pays == {name: row[name] for name in pays}
    print(json.dumps(seen))


if __name__ == "__main__":
    main()
