"""What waits on a phone: each sentence and each key that its scripts show is on its pages,
and nothing else is.
"""

import re

import pytest

from tests.test_project import CHECKOUT

SCRIPTS = CHECKOUT / "static" / "js"
TEMPLATES = CHECKOUT / "templates"

REASONS = {"waits", "begun", "clash", "lost", "gone", "refused", "notOpened"}
"""Why something is on the phone and not at the club."""

STORES = {"persists", "mayGo", "page", "nothing", "blocked", "newer"}
"""What becomes of it there."""


def script(name: str) -> str:
    return (SCRIPTS / f"{name}.js").read_text("utf-8")


def template(name: str) -> str:
    """A template with its sentences in English, as if none were marked for other languages."""
    text = (TEMPLATES / name).read_text("utf-8")
    text = re.sub(r"{%-? trans %}\s*(.*?)\s*{% endtrans [+-]?%}", r"\1", text, flags=re.DOTALL)
    return re.sub(r'{{ _\("([^"]*)"\) }}', r"\1", text)


def sentences(page: str, element: str) -> dict[str, str]:
    """The sentences of the element of a page that has this text in its tag, by the names that a
    script gives them.

    >>> sentences('<p id="store" data-may-go="It may go."></p>', 'id="store"')
    {'mayGo': 'It may go.'}
    """
    (tag,) = re.findall(f"<[^<>]*{re.escape(element)}(?:[^<>]|<[^<>]*>)*?>", page)
    found = re.findall(r'\bdata-([a-z-]+)="([^"{]*)"', tag)
    return {
        re.sub("-([a-z])", lambda letter: letter[1].upper(), name): words for name, words in found
    }


WAITING = template("table/waiting.html")


def test_every_reason_has_its_sentence_and_every_sentence_its_reason() -> None:
    named = set(re.findall(r"\w+", script("held") + script("sending")))
    assert named >= REASONS
    assert set(sentences(WAITING, 'class="why"')) == REASONS | {"noReason"}


def test_every_reason_is_asked_about_before_it_is_discarded() -> None:
    asked = dict(
        re.findall(r"(\w+): \"(\w+)\"", re.findall("DISCARDED = {(.*)}", script("held"))[0])
    )
    shown = sentences(WAITING, "data-taps=")
    assert {asked.get(reason, reason) for reason in REASONS} == set(shown)
    assert all(words.startswith("Discard ") for words in shown.values())


def test_every_answer_to_a_key_has_its_sentence() -> None:
    text = script("held")
    answered = dict(re.findall(r"(\w+): \"(\w+)\"", re.findall("ANSWERED = {(.*)}", text)[0]))
    stopped = {answered.get(reason, reason) for reason in REASONS - {"waits", "begun"}}
    said = set(
        re.findall(r'(?:say\(|return |: )"(sending|saving|saved|notSaved|sent|noContact)"', text)
    )
    assert set(sentences(WAITING, 'class="done"')) == stopped | said


def test_every_state_of_the_store_has_its_sentence() -> None:
    assert set(sentences(WAITING, 'id="store"')) == STORES
    named = set(re.findall(r'"(\w+)"', script("held") + script("outbox")))
    assert named >= STORES


@pytest.mark.parametrize(
    ("name", "page"),
    [("held", "table/waiting.html"), ("compare", "compare.html"), ("opening", "table/shell.html")],
)
def test_every_part_that_a_script_looks_for_is_on_its_page(name: str, page: str) -> None:
    text = template(page) + template("table/layout.html")
    ids = re.findall(r'(?:find|getElementById)\("([\w-]+)"\)', script(name))
    classes = re.findall(r'(?:part|doing)\("\.([\w-]+)', script(name))
    assert ids
    assert [each for each in ids if f'id="{each}"' not in text] == []
    assert [each for each in classes if not re.search(rf'class="[^"]*\b{each}\b', text)] == []


def test_every_key_of_what_waits_does_something() -> None:
    keys = re.findall(r'<button class="key ([\w-]+)"', WAITING)
    assert keys == ["again", "save", "discard", "keep", "drop"]
    assert [each for each in keys if f'doing(".{each}"' not in script("held")] == []


def test_the_comparison_has_each_sentence_that_its_script_says_and_no_other() -> None:
    text = script("compare")
    said = {*re.findall(r'(?:say|again)\("(\w+)"\)', text), *re.findall(r': say\("(\w+)"\)', text)}
    given = {"address", "table", "code"}
    assert set(sentences(template("compare.html"), 'id="comparing"')) | given == said | given


def test_opening_ends_with_a_reason_that_is_on_the_page() -> None:
    reasons = set(sentences(template("table/shell.html"), 'id="opening"'))
    texts = script("opening") + script("asking")
    used = {
        *re.findall(r"opening\.dataset\.(\w+)", texts),
        *re.findall(r'dataset\[.*\? "(\w+)" : "(\w+)"\]', texts)[0],
    }
    assert reasons | {"nothing"} == used


def test_the_notice_has_each_sentence_that_its_script_names() -> None:
    names = re.findall(r"const \{ (.*) \} = link\.dataset", script("waiting"))[0]
    named = {each.partition(":")[0] for each in names.split(", ")}
    assert named == set(sentences(template("table/_waiting.html"), "data-one="))
