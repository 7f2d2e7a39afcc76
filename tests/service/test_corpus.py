"""The corpus: a reader that knows only its README recounts it, and it has what it promises."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from scorer.__main__ import main
from scorer.rules.lines import LineKind
from scorer.rules.notation import format_log, parse_log
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.reading import clauses
from scorer.service.corpus.published import partie_of, published
from scorer.service.corpus.writing import SEED, random_parties, write_corpus
from tests.published import facts
from tests.published import published as vectors
from tests.rules.printed_grammar import Grammar
from tests.thorough import this_run

READER = Path(__file__).with_name("read_corpus.py")
DEALS = this_run(whole=5000, in_ci=1000, usual=42)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("corpus") / "new"
    assert write_corpus(directory, deals=DEALS) >= DEALS
    return directory


def rows(corpus: Path, *name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(Path(corpus, *name).read_text("utf-8"))
    return found


def test_a_reader_that_knows_only_the_readme_recounts_it(corpus: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-I", str(READER), str(corpus)],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.stderr == ""
    seen = json.loads(done.stdout)
    assert min(seen[preset] for preset in PRESETS) >= DEALS // len(PRESETS)
    assert seen["published"] == len(list(published()))
    assert seen.get("rubicon", 0) + seen.get("crossed", 0) > 0
    assert "import scorer" not in READER.read_text("utf-8")


def test_a_changed_line_is_found_by_the_reader(corpus: Path, tmp_path: Path) -> None:
    changed = tmp_path / "changed"
    changed.mkdir()
    (changed / "random").mkdir()
    for file in corpus.rglob("*.json"):
        text = file.read_text("utf-8")
        if file.name == "voleur.json":
            text = re.sub(r'"points": (\d)', lambda found: f'"points": 1{found[1]}', text, count=1)
        (changed / file.relative_to(corpus)).write_text(text, "utf-8")
    done = subprocess.run(
        [sys.executable, "-I", str(READER), str(changed)], capture_output=True, check=False
    )
    assert b"AssertionError" in done.stderr


def test_the_same_seed_makes_the_same_deals() -> None:
    logs = []
    for seed in (SEED, SEED, SEED + 1):
        parties = random_parties(PORTLAND, 6, seed)
        logs.append([format_log(deal.log) for each in parties for deal in each.record.deals])
    assert logs[0] == logs[1]
    assert logs[0] != logs[2]


def test_every_published_deal_and_every_case_of_a_peer_is_in_it(corpus: Path) -> None:
    sources = [row["source"] for row in rows(corpus, "published.json")]
    of_books = [row["source"] for row in vectors("deals")["deal"] for _ in row["scored"]]
    assert sources[: len(of_books)] == of_books
    for fact in facts("peers"):
        assert fact.source in sources
        assert len(partie_of(fact).deals) == fact.said.count(" | ") + 1
    assert all(sources)
    settled = rows(corpus, "settlements.json")
    assert len(settled) == len(vectors("settlements")["settlement"])
    assert {row["rubicon"] for row in settled} == {True, False}


def test_every_log_is_of_the_grammar_that_is_beside_it(corpus: Path) -> None:
    grammar = Grammar((corpus / "grammar.ebnf").read_text("utf-8"))
    said = set()
    for preset, rules in PRESETS.items():
        for partie in rows(corpus, "random", f"{preset}.json"):
            for deal in partie["deals"]:
                text = "\n".join(deal["log"])
                assert format_log(parse_log(text, rules)) == text
                said |= set(deal["log"])
    unknown = []
    for statement in said:
        words = [word.text for clause in clauses(statement) for word in clause]
        if not grammar.accepts(words):
            unknown.append(statement)
    assert unknown == []


def test_the_counts_are_those_of_perft(corpus: Path) -> None:
    counts = rows(corpus, "perft.json")
    assert {row["rules"] for row in counts} == set(PRESETS)
    start = next(row for row in counts if row["rules"] == "portland" and not row["log"])
    assert len(start["kinds"]) == start["counts"][0]


def test_it_has_no_english_but_the_names_of_sources(corpus: Path) -> None:
    """Each text of the JSON is one word of a list, or a statement of a log."""
    names = set(PRESETS) | {kind.value for kind in LineKind} | set("EYTF")
    for preset in PRESETS:
        for partie in rows(corpus, "random", f"{preset}.json"):
            for deal in partie["deals"]:
                texts = {line["seat"] for line in deal["lines"]}
                texts |= {line["kind"] for line in deal["lines"]}
                assert texts <= names


def test_the_readme_names_every_key_and_every_kind(corpus: Path) -> None:
    readme = (corpus / "README.md").read_text("utf-8")
    keys = set[str]()

    def collect(value: object) -> None:
        if isinstance(value, dict):
            keys.update(value)
        for each in value.values() if isinstance(value, dict) else value:  # type: ignore[attr-defined]
            if isinstance(each, (dict, list)):
                collect(each)

    for name in ("published.json", "settlements.json", "perft.json", "random/normand.json"):
        collect([{**row, "house": {}} for row in rows(corpus, name)])
    assert [
        key for key in sorted(keys) if f"`{key}`" not in readme and f"`{key}[n]`" not in readme
    ] == []
    assert [kind.value for kind in LineKind if f"`{kind.value}`" not in readme] == []
    assert "@" not in readme
    assert "CC0 1.0" in readme


def test_the_command_writes_it_into_a_new_directory(tmp_path: Path) -> None:
    made = CliRunner().invoke(main, ["corpus", str(tmp_path / "new"), "--deals", "1"])
    assert made.exit_code == 0
    assert re.fullmatch(r"\d+ random deals and those that were published, in .*\n", made.output)
    again = CliRunner().invoke(main, ["corpus", str(tmp_path / "new")])
    assert again.exit_code == 1
    assert "is not empty. Name a new directory." in again.output
