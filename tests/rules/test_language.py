"""Languages: what a catalogue says, the forms of German and French, and what English lacks."""

from enum import Enum
from pathlib import Path

import pytest

from scorer import resources
from scorer.rules.cards import Rank
from scorer.rules.claims import Category, PointClaim, SequenceClaim
from scorer.rules.house_rules import house_rules, title_of
from scorer.rules.language import (
    CATALOGUES,
    ENGLISH,
    Language,
    LanguageForm,
    current,
    language_named,
    languages,
    speaking,
)
from scorer.rules.messages import Message, Text
from scorer.rules.names import Name, NamePhrase, RoleName, joined, together, without_isolates
from scorer.rules.presets import PRESETS
from scorer.rules.reasons import Why
from scorer.rules.seats import Seat
from scorer.rules.sentences import EVERY_SEAT, shown_source
from tests.languages import catalogue_with, language_of

ADA = Name("Ada")
BEN = Name("Ben")
MAX = Name("Max")


class LanguageSample(Text):
    """One text for what an English text may not ask for."""

    OF_NAME = "{who:from}"
    OF_NUMBER = "{count:squared}"
    OF_RANK = "{rank:dative}"
    OF_CLAIM = "{claim:plural}"


def named(code: str) -> Language:
    found = language_named(code)
    assert found is not None
    return found


def made(words: dict[Enum | str, str]) -> Language:
    return language_of(catalogue_with("de", words))


def said_in(code: str, message: Message) -> str:
    with speaking(named(code)):
        return without_isolates(str(message))


def test_english_is_first_and_every_catalogue_is_a_language() -> None:
    assert [each.code for each in languages()] == ["en", "de", "fr"]


def test_only_compiled_catalogues_are_languages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    directory = tmp_path / "languages"
    (directory / "__pycache__").mkdir(parents=True)
    for name in ("compiling.py", "es.mo", "es.po"):
        (directory / name).touch()
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path)
    assert resources.resource_names(CATALOGUES) == ("languages/es.mo",)


def test_a_language_that_no_catalogue_has_is_none() -> None:
    assert language_named("xx") is None


def test_english_needs_no_catalogue() -> None:
    assert language_named("en") is ENGLISH


def test_a_language_shows_its_code() -> None:
    assert repr(ENGLISH) == "<Language en>"


def test_what_is_said_is_english_until_a_language_is_spoken_and_after_it() -> None:
    assert current() is ENGLISH
    with speaking(named("de")):
        assert current() is named("de")
    assert current() is ENGLISH


def test_what_a_catalogue_lacks_is_said_in_english() -> None:
    assert made({}).template(Why.CAPOT) == Why.CAPOT.value


def test_passages_of_pages_come_from_the_catalogue() -> None:
    language = made({"Sheet": "Zettel"})
    assert language.gettext("Sheet") == "Zettel"
    assert language.gettext("Home") == "Home"


def test_a_passage_depends_on_a_number_and_on_what_it_means() -> None:
    assert ENGLISH.ngettext("one deal", "{} deals", 2) == "{} deals"
    assert ENGLISH.npgettext("of a sheet", "one deal", "{} deals", 1) == "one deal"
    assert ENGLISH.pgettext("of a sheet", "Back") == "Back"


@pytest.mark.parametrize(
    ("code", "numbers"),
    [
        ("de", ["null", "neunundzwanzig", "sechzig", "hundertvier", "zweihundert"]),
        ("fr", ["zéro", "vingt-neuf", "soixante", "cent quatre", "deux cents"]),
    ],
)
def test_numbers_are_said_as_at_the_table(code: str, numbers: list[str]) -> None:
    assert [named(code).number_words(each) for each in (0, 29, 60, 104, 200)] == numbers


@pytest.mark.parametrize(
    ("code", "figures"),
    [("de", ["1.204", "−212", "26,5"]), ("fr", ["1\u202f204", "−212", "26,5"])],
)
def test_figures_have_the_signs_of_the_language(code: str, figures: list[str]) -> None:
    language = named(code)
    said = [language.grouped(1204), language.grouped(-212), language.decimal(26.5)]
    assert said == figures


@pytest.mark.parametrize(
    ("code", "days"),
    [
        ("de", ["1.\xa0Dezember 2026", "11.\xa0Dezember 2026", "1.\xa0Dez.", "11.\xa0Dez."]),
        ("fr", ["1er décembre 2026", "11 décembre 2026", "1er déc.", "11 déc."]),
    ],
)
def test_a_day_is_written_as_in_the_language(code: str, days: list[str]) -> None:
    language = named(code)
    dates = ("2026-12-01", "2026-12-11")
    long = [language.day_words(each) for each in dates]
    short = [language.short_day(each, "2026") for each in dates]
    assert [*long, *short] == days


@pytest.mark.parametrize(
    ("code", "claims"),
    [
        ("de", ["Rummel von fünf mit 49", "Quinte vom Buben", "Quarte von der Dame"]),
        ("fr", ["point de cinq faisant 49", "quinte au valet", "quatrième à la dame"]),
    ],
)
def test_a_card_has_its_gender_in_a_claim(code: str, claims: list[str]) -> None:
    said = (PointClaim(5, 49), SequenceClaim(5, Rank.KNAVE), SequenceClaim(4, Rank.QUEEN))
    found = [said_in(code, each.spoken) for each in said]
    assert found == claims


@pytest.mark.parametrize(
    ("code", "tricks"),
    [
        ("de", ["kein Stich", "ein Stich", "sieben Stiche"]),
        ("fr", ["aucune levée", "une levée", "sept levées"]),
    ],
)
def test_what_is_counted_agrees_with_its_number(code: str, tricks: list[str]) -> None:
    language = named(code)
    assert [language.agreeing(each, language.counts["trick"]) for each in (0, 1, 7)] == tricks


@pytest.mark.parametrize(
    ("code", "form", "who", "words"),
    [
        ("de", "s", ADA, "Adas"),
        ("de", "s", MAX, "Max’"),
        ("de", "s", Name("Alice"), "Alice’"),
        ("fr", "de", ADA, "d’Ada"),
        ("fr", "de", BEN, "de Ben"),
        ("fr", "de", EVERY_SEAT[Seat.ELDER], "du premier"),
    ],
)
def test_a_name_has_the_forms_of_the_language(code: str, form: str, who: str, words: str) -> None:
    with speaking(named(code)):
        shown = f"{who}"
    assert without_isolates(named(code).name_form(without_isolates(shown), shown, form)) == words


def test_a_language_knows_the_forms_that_names_have_in_it() -> None:
    assert ENGLISH.name_forms == {"’s"}


def test_a_line_that_is_no_rule_of_names_is_refused() -> None:
    language = made({LanguageForm.NAMES: "no rule"})
    with pytest.raises(ValueError, match="not a form of names: no rule"):
        language.name_form("Ada", "Ada", "’s")


def test_a_form_that_names_do_not_have_is_refused() -> None:
    with pytest.raises(KeyError, match="from"):
        str(LanguageSample.OF_NAME(who=ADA))


@pytest.mark.parametrize(
    ("message", "wrong"),
    [
        (LanguageSample.OF_NUMBER(count=3), "a number has no form 'squared'"),
        (LanguageSample.OF_RANK(rank=Rank.KING), "has no form 'dative'"),
        (LanguageSample.OF_CLAIM(claim=PointClaim(5)), "has no form 'plural'"),
    ],
)
def test_a_form_that_a_value_does_not_have_is_refused(message: Message, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        str(message)


def test_a_class_has_its_article_in_german() -> None:
    language = named("de")
    rows = language.classes["kein"]
    at = [*Category].index(Category.SEQUENCE)
    assert rows[at] == "keine Folge"


def test_roles_and_lists_of_names_are_in_the_language_that_is_spoken() -> None:
    role = RoleName(LanguageForm.ELDER)
    both = together((ADA, BEN))
    with speaking(named("de")):
        assert f"{role}" == "Vorhand"
        assert without_isolates(f"{both}") == "Ada und Ben"
    assert f"{role}" == "elder"
    assert without_isolates(f"{both}") == "Ada and Ben"


def test_as_strings_roles_and_lists_of_names_stay_english() -> None:
    with speaking(named("fr")):
        assert RoleName(LanguageForm.YOUNGER) == "younger"
        assert without_isolates(str(together((ADA, BEN)))) == "Ada and Ben"


def test_of_no_names_the_phrase_is_empty_and_one_name_stays_a_name() -> None:
    assert together(()) == ""
    assert together((ADA,)) is ADA
    assert joined((ADA,), ", ") is ADA


def test_names_joined_for_a_book_are_english_in_every_language() -> None:
    phrase = joined((ADA, BEN), " with ")
    assert isinstance(phrase, NamePhrase)
    with speaking(named("fr")):
        assert without_isolates(f"{phrase}") == "Ada with Ben"
        assert without_isolates(phrase.__html__()) == "Ada with Ben"


def test_the_title_of_rules_is_in_the_language_that_is_spoken() -> None:
    ours = house_rules(PRESETS["french-150"], {"carte_rouge": 20})
    with speaking(named("fr")):
        assert f"{title_of(ours)}" == "Français, en 150, avec des règles maison"
    assert f"{title_of(ours)}" == "French, to 150, with house rules"


def test_as_a_string_the_title_of_rules_stays_english() -> None:
    with speaking(named("fr")):
        assert title_of(PRESETS["french-150"]) == "French, to 150"


@pytest.mark.parametrize(
    ("source", "shown"),
    [("Law 72", "Law 72"), ("house rule", "Hausregel"), ("unsourced", "ohne Quelle")],
)
def test_a_source_is_shown_as_it_is_and_in_words_that_there_is_none(
    source: str, shown: str
) -> None:
    with speaking(named("de")):
        assert shown_source(source) == shown


def test_a_day_of_another_year_has_its_year_in_a_narrow_column() -> None:
    assert named("de").short_day("2025-11-24", "2026") == "24.\xa0Nov. 2025"
