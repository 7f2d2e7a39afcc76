"""The topics, checked against the program they describe:
examples run, lists complete, options and commands real.
"""

import doctest
import json
import re
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Container
from pathlib import Path

import pytest
from click.testing import CliRunner

import scorer
from scorer.__main__ import main
from scorer.resources import resource_dir
from scorer.rules import Game, statements
from scorer.rules.language import LanguageForm
from scorer.rules.names import without_isolates
from scorer.rules.notation import format_log, parse_log
from scorer.rules.presets import PRESETS
from scorer.rules.ruleset import RULE_FIELDS
from scorer.rules.words import plain
from scorer.service.club.credentials import METHOD, SHORTEST_PASSWORD, Role
from scorer.service.club.people.members import DIRECTOR_STAYS_SIGNED_IN, STAYS_SIGNED_IN
from scorer.service.club.transfer.exporting import FORMATS
from scorer.service.topics import TOPICS, said_topic, topic_text
from scorer.web import extensions, serve
from scorer.web.rights import OF_A_CLUB, Right
from scorer.web.visitor import SURE_FOR
from tests.cli.conftest import every_command
from tests.languages import catalogue_of, language_in, offered

TEXTS = {topic: topic_text(topic) for topic in TOPICS}
BLOCKS = [
    (topic, language, block)
    for topic, text in TEXTS.items()
    for language, block in re.findall(r"^```(\w+)\n(.*?)^```$", text, re.M | re.S)
]
FILES = [(topic, block) for topic, language, block in BLOCKS if language == "toml"]
assert [topic for topic, _ in FILES] == ["companies", "companies", "notation"]
COMMANDS = [
    line for _, language, block in BLOCKS if language == "sh" for line in block.splitlines()
]


def run(*words: str, input: str | None = None) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, words, input=input)
    return result.exit_code, result.stdout, result.stderr


def terms(text: str) -> list[str]:
    """The bold terms that begin the list items of a text."""
    return re.findall(r"^- \*\*\[?([^*\]]+)", text, re.M)


def section(topic: str, heading: str) -> str:
    return re.split(
        r"^## ", TEXTS[topic].partition(f"\n## {heading}\n")[2], maxsplit=1, flags=re.M
    )[0]


def test_the_examples_of_a_topic_are_tried() -> None:
    """Those in Python that show what they print."""
    tried = 0
    for topic, text in TEXTS.items():
        examples = doctest.DocTestParser().get_doctest(text, {}, topic, topic, 0)
        runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
        assert runner.run(examples).failed == 0, topic
        tried += len(examples.examples)
    assert tried


PROGRAMS = sorted((resource_dir("templates") / "programs").iterdir())


def ran(program: Path, *arguments: str) -> str:
    """What a program prints that knows the installed package alone."""
    command = [sys.executable, "-I", str(program), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.stderr == ""
    assert done.returncode == 0
    return done.stdout


def test_a_program_of_the_kernel_scores_a_file() -> None:
    example = resource_dir("scorer") / "examples" / "cavendish.piquet"
    printed = ran(PROGRAMS[2], str(example)).splitlines()
    assert printed[1].split() == ["A", "point", "5"]
    assert printed[-1] == "{'A': 28, 'B': 23}"


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_a_program_of_the_kernel_says_what_it_is_asked(seed: str) -> None:
    """And the deal that it prints is one that the rules allow, with the score that it names."""
    *log, score = ran(PROGRAMS[1], seed).splitlines()
    game = Game("portland", ["Ada", "Ben"])
    game.say("\n".join(log))
    assert game.deals[0].is_over
    assert score == str(game.score)


def test_a_program_of_the_kernel_counts_piques(tmp_path: Path) -> None:
    """In a corpus as the program writes it, and its counts are those of the lines there."""
    status, _, complaint = run("corpus", "--deals", "60", str(tmp_path / "corpus"))
    assert complaint == ""
    assert status == 0
    corpus = tmp_path / "corpus" / "random" / "portland.json"
    deals = [deal for partie in json.loads(corpus.read_text("utf-8")) for deal in partie["deals"]]
    kinds = Counter(line["kind"] for deal in deals for line in deal["lines"])
    counted = {
        words.partition(":")[0]: int(words.split()[1])
        for words in ran(PROGRAMS[0], str(corpus)).splitlines()
    }
    bonuses = {bonus: kinds[bonus] for bonus in ("pique", "repique", "capot") if kinds[bonus]}
    assert counted == bonuses


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_a_program_of_the_kernel_is_short_and_on_its_page(program: Path) -> None:
    text = program.read_text("utf-8")
    assert text in TEXTS["kernel"]
    assert len([line for line in text.splitlines() if line.strip()]) <= 20


def test_every_topic_has_its_file_and_every_file_its_topic() -> None:
    assert sorted(path.stem for path in (resource_dir("templates") / "topics").iterdir()) == sorted(
        TOPICS
    )


def test_an_unknown_topic_is_refused_with_the_list() -> None:
    status, _, complaint = run("help", "nonsense")
    assert status == 2
    assert complaint.startswith("scorer help: there is no topic nonsense; choose one of partie, ")


@pytest.mark.parametrize(
    ("topic", "file"), FILES, ids=[f"{topic}-{n}" for n, (topic, _) in enumerate(FILES)]
)
def test_an_example_file_scores_and_its_claims_are_possible(topic: str, file: str) -> None:
    for command in ("score", "check"):
        status, printed, complaint = run(command, "-", input=file)
        assert status == 0
        assert complaint == ""
        assert "Deal 1" in printed or "Partie 1" in printed or "Next:" in printed


def test_the_score_sheet_is_the_one_that_the_program_prints() -> None:
    [shown] = [
        block for topic, language, block in BLOCKS if topic == "notation" and language == "text"
    ]
    example = Path(scorer.__file__).parent / "examples" / "cavendish.piquet"
    assert shown in without_isolates(run("score", str(example))[1])
    assert run("check", str(example))[0] == 0


def test_the_example_commands_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a directory with the example table of totals, on a rehearsed book;
    `serve` would not end.
    """
    [table] = [block for _, language, block in BLOCKS if language == "csv"]
    (tmp_path / "deals.csv").write_text(table)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    book = f"scorer book rehearse --data {tmp_path}/data/piquet-scorer --members 4 --parties 4"
    for line in [book, *(each for each in COMMANDS if " serve" not in each)]:
        for command in line.replace("$(date +%F)", "2026-09-01").split(" && "):
            program, *words = shlex.split(command)
            assert program == "scorer", command
            assert run(*words)[0] == 0, command
    assert len(COMMANDS) >= 5


OF_GUNICORN = {"--bind", "--no-control-socket", "--preload", "--threads", "--workers"}
OF_OTHER_PROGRAMS = OF_GUNICORN | {
    "--changed",
    "--delete-after",
    "--dest",
    "--directory",
    "--format",
    "--from",
    "--home-dir",
    "--name",
    "--no-cache-dir",
    "--no-deps",
    "--now",
    "--python",
    "--recursive",
    "--root",
    "--system",
    "--without-pip",
}


def test_the_limits_of_security_are_those_of_the_program() -> None:
    text = " ".join(TEXTS["security"].split())
    tries = extensions.PASSWORDS
    assert tries.most == extensions.PINS_OF_A_MEMBER.most
    for words in (
        f"a password of {SHORTEST_PASSWORD} characters or more",
        f"{tries.most} passwords for each director",
        f"{tries.minutes} minutes, from anywhere; {extensions.PINS_FROM_A_PHONE.most} PINs from "
        f"one network",
        f"{extensions.TRIES.most} a minute from one network",
        f"more than {SURE_FOR // 60} minutes ago",
        f"act for {STAYS_SIGNED_IN.days} days after it was opened",
        f"password again after {DIRECTOR_STAYS_SIGNED_IN.days} days",
        f"up to {extensions.LARGEST_FORM >> 10} KB, an import {extensions.LARGEST_IMPORT >> 20} MB",
        f"the file of a club {extensions.LARGEST_COPY >> 20} MB; {serve.MOST_LARGE} of those that "
        f"are longer than a form",
        f"{extensions.OPENED.most} an hour from one network",
        f"{serve.CONNECTIONS:,} in all, each closed after {serve.IDLE} seconds",
        f"`{METHOD}`",
    ):
        assert words in text


def test_the_manual_of_security_has_what_is_asked_of_it() -> None:
    found = re.findall("^## (.*)$", TEXTS["security"], re.M)
    asked = {
        "One factor",
        "What must agree",
        "What is kept, and from whom",
        "Cryptography",
        "Connections",
        "The log",
    }
    assert asked | {"Libraries"} <= set(found)
    kept = section("security", "What is kept, and from whom")
    assert re.search(r"\| what \| who reads it \| who writes it \| how it is protected \|", kept)
    assert kept.count("\n|") == 11
    assert "may use one link" in TEXTS["security"]


def first_words(line: str, offered: Container[str]) -> str:
    """Return the command that a line begins with: two words of a group, or one."""
    words = line.split()
    both = " ".join(words[:2])
    return both if both in offered else words[0]


def test_every_command_and_option_that_a_topic_names_exists() -> None:
    everything = "\n".join(TEXTS.values())
    named = re.findall(r"`(?:sudo )?scorer((?: [a-z]+)+)", " ".join(everything.split())) + [
        line.partition(" ")[2] for line in COMMANDS
    ]
    offered = {name: run(*name.split(), "--help")[1] for name in every_command()}
    commands = {first_words(each, offered) for each in named}
    assert (
        {"help", "score", "book verify", "serve", "club new"}
        <= commands
        <= {*offered, "club", "book"}
    )
    options = (
        set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", everything))
        - OF_OTHER_PROGRAMS
        - {
            "--copy"  # which the list of changes says is called otherwise now
        }
    )
    assert {each for each in options if not any(each in text for text in offered.values())} == set()


# Lists that must be complete


def test_the_rulesets_are_listed_in_their_order() -> None:
    assert terms(section("rulesets", "Presets")) == list(PRESETS)
    assert terms(section("rulesets", f"The {len(RULE_FIELDS)} rules")) == [
        rule.name for rule in RULE_FIELDS
    ]


def test_the_formats_of_exports_are_listed_in_their_order() -> None:
    assert terms(section("exports", "Export")) == [*FORMATS]


def test_every_statement_has_an_example_in_its_canonical_form() -> None:
    """Each example is read, written again, and read to the same;
    together they are of every statement class.
    """
    examples = re.findall(r"`([^`]+)`", section("notation", "Statements"))
    rules = PRESETS["portland"]
    found = set()
    for text in (
        each for each in examples if re.match(r"[EYTF] |tricks|count|strike|insert", each)
    ):
        pack = PRESETS["cent-36"] if re.search(r":|9-6", text) else rules
        log = parse_log(text, pack)
        assert parse_log(format_log(log), pack) == log, text
        assert plain(format_log(log).replace("\n", "; ")) == plain(text), text
        found |= set(map(type, log))
    assert found == set(statements.Statement.__args__)


def test_the_glossary_is_sorted_and_defines_each_word_once() -> None:
    words = terms(TEXTS["glossary"])
    assert 60 <= len(words) == len(set(words)) <= 80
    for heading in (
        "At the table",
        "With three or more players",
        "In the club",
        "For the keeper and in the code",
    ):
        defined = terms(section("glossary", heading))
        assert defined == sorted(defined, key=str.casefold) != []


WORDS_OF_THE_GAME = {
    "de": {
        "Vorhand": ["Vorhand"],
        "Hinterhand": ["Hinterhand"],
        "Talon": ["Talon"],
        "kaufen": ["kaufen"],
        "Rummel": ["Rummel", "Blatt"],
        "Augen": ["Augen"],
        "Folge": ["Folge", "Terz", "Quart", "Quint", "Sext", "Septime", "Oktave"],
        "Kunststück": ["Kunststück", "Gedritt", "Geviert"],
        "Pique": ["Pique", "Sechziger"],
        "Repique": ["Repique", "Neunziger"],
        "Kapott": ["Kapott"],
        "Antwort": ["gut", "nicht gut", "gleich"],
        "Partie": ["Partie"],
        "Rubikon": ["Rubikon"],
    },
    "fr": {
        "premier": ["premier", "en cartes"],
        "dernier": ["dernier", "en cartes"],
        "talon": ["talon"],
        "écart, écarter": ["écart"],
        "point": ["point"],
        "séquence": ["tierce", "quatrième", "quinte", "sixième", "septième", "huitième"],
        "brelan": ["brelan"],
        "quatorze": ["quatorze"],
        "réponse": ["bon", "ne vaut pas", "égal"],
        "pic": ["pic"],
        "repic": ["repic"],
        "capot": ["capot"],
        "carte blanche": ["carte blanche"],
        "cartes": ["les cartes"],
        "partie": ["partie"],
        "Rubicon": ["Rubicon"],
    },
}
"""Words of the game in the literature of a language, by the entries in which they are found."""


@pytest.mark.parametrize("code", WORDS_OF_THE_GAME)
def test_the_words_of_old_books_are_found_in_the_glossary(code: str) -> None:
    language = language_in(code)
    said, _ = said_topic("glossary", language)
    entries = dict(re.findall(r"^- (\*\*.+?\*\*)(.*)$", said, re.M))
    for entry, words in WORDS_OF_THE_GAME[code].items():
        assert f"**{entry}**" in entries
        found = entry + entries[f"**{entry}**"]
        assert [word for word in words if word not in found] == [], entry


def test_the_rights_of_every_role_are_those_of_the_routes() -> None:
    """One row for each right; those of a club begin at the least role that has them."""
    table = [
        line.strip("| ").split("|")
        for line in TEXTS["rights"].splitlines()
        if line.startswith("| ")
    ]
    head, *rows = [[cell.strip() for cell in row] for row in table]
    shown = {row[0]: [*row[1:], *[""] * (len(head) - len(row))] for row in rows}
    described = {
        Right.ANYBODY: "look things up, start a sheet, open a link",
        Right.READER: "read a sheet with its code",
        Right.RETURNING: "take back a scoring link that you gave up",
        Right.SCORER: "record on a sheet",
        Right.PAIR_READER: "read what a pair has played",
        Right.PAIR_KEEPER: "keep the history of a pair",
        Right.PLAYER: "sign a season sheet, dispute a partie",
        Right.CLUB_READER: "read standings, fixtures, records",
        Right.CLUB_MEMBER: "read members, ledger, stakes; start a fixture, agree on its day",
        Right.CLUB_SCORER: "enter paper sheets, read open items",
        Right.CLUB_DIRECTOR: "admit, open, draw, rule, reverse, close",
    }
    assert head == ["may", "viewer", "guest", *(role.value for role in reversed(Role))]
    assert sorted(described.values()) == sorted(shown)
    assert set(described) == set(Right)
    for right, role in OF_A_CLUB.items():
        least = head.index(role.value) - 1
        outside = "if public" if right is Right.CLUB_READER else ""
        assert shown[described[right]] == [
            *[outside] * 2,
            *[""] * (least - 2),
            *["yes"] * (5 - least),
        ]


def test_every_form_of_a_language_is_explained() -> None:
    rows = re.findall(r"^\| (`[A-Z].*?) \|", TEXTS["languages"], re.M)
    named = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert named == [form.name for form in LanguageForm]


def test_the_forms_of_names_that_are_shown_are_read() -> None:
    examples = re.findall(r"`((?:\w+ )?[^`|]*: [^`]+)`", section("languages", "Add a language"))
    of = catalogue_of("fr")
    rules = "\n".join(each for each in examples if each.startswith("de"))
    of.add(LanguageForm.NAMES.value, rules, context="LanguageForm.NAMES")
    with offered(of) as language:
        said = [language.name_form(name, name, "de") for name in ("le premier", "Ada")]
    assert said == ["du premier", "de Ada"]


def test_the_newest_change_is_this_version() -> None:
    newest = re.findall(r"^## (\S+?),? ", TEXTS["changes"], re.M)[0]
    assert newest == scorer.__version__
