"""The tool that changes the program: what it changes is run, and can be told from what it was."""

import ast
import subprocess
import sys

import pytest

from scorer.rules.words import value_words
from tests.mutants import CHECKOUT, EQUIVALENT, equivalent, install, mutants_of, mutated, probed

PATH = "scorer/rules/words.py"
SOURCE = (CHECKOUT / PATH).read_text("utf-8")


def test_a_mutant_is_run_by_those_who_imported_the_function_before() -> None:
    (mutant,) = [each for each in mutants_of(PATH, SOURCE) if "yes!" in each.change][:1]
    try:
        install(PATH, mutated(mutant))
        assert value_words(True) == "yes!"
    finally:
        install(PATH, ast.parse(SOURCE))
    assert value_words(True) == "yes"


def test_a_probe_notes_that_a_statement_was_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [each for each in mutants_of(PATH, SOURCE) if "yes!" in each.change]
    reached = set[int]()
    monkeypatch.setattr("builtins.__reached__", reached.add, raising=False)
    try:
        install(PATH, probed(found)[PATH])
        value_words(12)
        assert reached == set()
        value_words(True)
        assert reached == {*range(len(found))} != set()
    finally:
        install(PATH, ast.parse(SOURCE))


def test_a_new_process_can_import_a_mutant() -> None:
    """So that what is run only by its import is changed too."""
    (mutant,) = [each for each in mutants_of(PATH, SOURCE) if "yes!" in each.change][:1]
    imported = f"from tests.mutants import *; import_as({{{PATH!r}: mutated({mutant!r})}})"
    command = [
        sys.executable,
        "-c",
        f"{imported}; from scorer.rules.words import *; print(value_words(True))",
    ]
    assert (
        subprocess.run(command, cwd=CHECKOUT, stdout=subprocess.PIPE, check=True).stdout
        == b"yes!\n"
    )


def test_what_is_listed_as_equivalent_is_still_in_the_program() -> None:
    paths = {each.partition(":")[0] for each in equivalent()}
    there = {
        f"{path}: {each.change}"
        for path in paths
        for each in mutants_of(path, (CHECKOUT / path).read_text())
    }
    out_of_date = sorted(set(equivalent()) - there)
    assert out_of_date == [], f"lines of {EQUIVALENT.name} are out of date"
