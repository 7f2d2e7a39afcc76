"""The catalogue of each language is whole, and can be said.

What a translator has to mend is named with its context, the English and what is wrong. Exceptions
are in `test_catalogues.toml`, each with its reason.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message

from scorer.rules.language import ENGLISH, Language, LanguageForm, context_of, speaking
from scorer.rules.messages import PLACEHOLDERS, PlaceholderKind, Text
from scorer.rules.names import Name, RoleName, side_name
from tests.catalogues import LANGUAGES, members
from tests.examples import example
from tests.languages import catalogue_in, catalogue_of, everything, offered, pseudo_catalogue
from tests.rows import beside, each_row

KNOWN = beside(__file__)
EXCEPTIONS: Mapping[str, Mapping[str, Mapping[str, str]]] = KNOWN["exceptions"]
"""By language and check: the context of a message, or its English, with the reason."""

CODES = sorted(path.stem for path in LANGUAGES.glob("*.po"))
TEXTS: Mapping[str, Text] = {context_of(text): text for text in members() if isinstance(text, Text)}
MOST = 200
"""The numbers below it are put into every form of a number."""

Check = Callable[[Message, Language], Iterator[str]]
"""What finds the faults of one message of a catalogue."""


@contextmanager
def spoken(code: str) -> Iterator[Language]:
    """Say everything in the language of a catalogue as it is in its file."""
    with offered(catalogue_in(code)) as language, speaking(language):
        yield language


def english(message: Message) -> str:
    """Return the English of a message; of those that depend on a number, that for many."""
    return str(message.id[-1] if isinstance(message.id, tuple) else message.id)


def strings(message: Message) -> Sequence[str]:
    """Return what a catalogue has for a message: for one and for many, or nothing."""
    found = message.string if isinstance(message.string, tuple) else (message.string,)
    return [str(each) for each in found] if all(found) else []


def text_of(message: Message) -> Text | None:
    """Return the text of a message; `None` for one of a page."""
    return TEXTS.get(message.context or "")


def named(message: Message) -> str:
    return f"{message.context or 'a page'}: {english(message)!r}"


def faults_of(code: str, check: Check) -> list[str]:
    """Return what a check finds in a catalogue, but for its exceptions."""
    excepted = EXCEPTIONS.get(code, {}).get(check.__name__, {})
    found = []
    with spoken(code) as language:
        for message in catalogue_in(code):
            is_checked = message.id and (message.context or english(message)) not in excepted
            faults = check(message, language) if is_checked else ()
            found += [f"{named(message)}: {fault}" for fault in faults]
    return found


# What is in a catalogue


def keys_of(of: Catalog) -> Counter[tuple[str, object]]:
    return Counter((message.context or "", message.id) for message in of if message.id)


@pytest.mark.parametrize("code", CODES)
def test_a_catalogue_has_what_is_said_now(code: str) -> None:
    now = everything()
    has = catalogue_in(code)
    assert keys_of(now) - keys_of(has) == Counter(), "run python -m tests.catalogues"
    assert keys_of(has) - keys_of(now) == Counter(), "run python -m tests.catalogues"
    assert not has.obsolete


@pytest.mark.parametrize("code", CODES)
def test_nothing_is_left_to_be_translated(code: str) -> None:
    left = [named(each) for each in catalogue_in(code) if each.id and not strings(each)]
    assert left == [], f"{len(left)} are empty"


@pytest.mark.parametrize("code", CODES)
def test_nothing_has_to_be_looked_at_again(code: str) -> None:
    assert [named(each) for each in catalogue_in(code) if each.id and each.fuzzy] == []


@pytest.mark.parametrize("code", sorted(EXCEPTIONS))
def test_an_exception_is_of_a_message_that_is_at_fault_and_has_a_reason(code: str) -> None:
    for name, excepted in EXCEPTIONS[code].items():
        (check,) = (each for each in CHECKS if each.__name__ == name)
        with spoken(code) as language:
            at_fault = {
                message.context or english(message)
                for message in catalogue_in(code)
                if message.id and [*check(message, language)]
            }
        assert excepted.keys() <= at_fault
        assert [key for key, reason in excepted.items() if len(reason.split()) < 3] == []


# Texts


def fields_of(template: str) -> list[tuple[str, str]]:
    """Return the placeholders of a template, each with its form."""
    return [(name, form or "") for _, name, form, _ in Formatter().parse(template) if name]


def wrong_placeholders(message: Message, language: Language) -> Iterator[str]:
    """What a text says of other things than the English."""
    text = text_of(message)
    for said in strings(message) if text is not None else ():
        assert text is not None
        try:
            found = {name for name, _ in fields_of(said)}
        except ValueError as error:
            yield f"{said!r} is no template: {error}"
            continue
        wrong = found ^ text.placeholders
        if wrong:
            yield f"{said!r} has other placeholders: {', '.join(sorted(wrong))}"


OF_LISTS = {"", ",", ";", "–", "and", "or", "either"}
OF_PHRASES = {"", "stop"}


def unknown_form(name: str, form: str, language: Language) -> str:
    """Return what is wrong with the form of a placeholder; nothing if the language has it."""
    plain = form.removesuffix("up").rstrip() if form.endswith("up") else form
    kind = PLACEHOLDERS[name]
    match kind:
        case PlaceholderKind.NUMBER:
            known = {"", "words", "times", ",", "signed", *language.counts}
            is_choice = "|" in plain or fits(plain, language)
        case PlaceholderKind.NAME:
            known = {"", *language.name_forms}
            is_choice = plain.count("/") == 1
        case PlaceholderKind.CARD:
            known = {*language.ranks, *language.suits}
            is_choice = False
        case PlaceholderKind.SAID:
            known = {"stop", *language.classes}
            is_choice = False
        case PlaceholderKind.LIST:
            known = OF_LISTS
            is_choice = False
        case PlaceholderKind.PHRASE | PlaceholderKind.SOURCE | PlaceholderKind.TEXT:
            known = OF_PHRASES
            is_choice = False
    return "" if plain in known or is_choice else f"{name} has no form {form!r}"


def fits(choice: str, language: Language) -> bool:
    """Whether words between slashes are as many as the language has forms by number, or one more,
    which is for none.
    """
    forms = len({language.plural_of(number) for number in range(MOST)})
    return "/" in choice and len(choice.split("/")) in (forms, forms + 1)


def wrong_forms(message: Message, language: Language) -> Iterator[str]:
    """The forms that a language does not have."""
    for said in strings(message) if text_of(message) is not None else ():
        for name, form in known_fields(said):
            unknown = unknown_form(name, form, language)
            if unknown:
                yield f"{said!r}: {unknown}"


def known_fields(said: str) -> list[tuple[str, str]]:
    """Return the placeholders of a text, without what `wrong_placeholders` finds."""
    try:
        return [(name, form) for name, form in fields_of(said) if name in PLACEHOLDERS]
    except ValueError:
        return []


def unsayable(message: Message, language: Language) -> Iterator[str]:
    """What cannot be said of its example."""
    text = text_of(message)
    if text is not None and strings(message):
        try:
            str(example(text))
        except (ValueError, KeyError, IndexError, TypeError) as error:
            yield f"{strings(message)[0]!r} of its example: {error!r}"


# Passages of pages

SHOWN = re.compile(r"%\((\w+)\)s|\{(\w+)\}")
"""Where a value is written: by the page, or by a script."""

TAG = re.compile(r"<[^>]*>")
MARK = re.compile(r"\*\*|`[^`]*`|\]\([^)]*\)")
"""The marks of Markdown that a topic has in its passages."""


def is_passage(message: Message) -> bool:
    """Whether a message is of a page, and not of a `Text` or a `LanguageForm`."""
    return "." not in (message.context or "")


def wrong_places(message: Message, language: Language) -> Iterator[str]:
    """The values that a passage has not, or has and English does not; only of one may one be left
    out, as it may be said in words.
    """
    if not is_passage(message):
        return
    *fewer, many = strings(message) or [""]
    named = {found[0] for found in SHOWN.finditer(english(message))}
    for said in (*fewer, many) if many else ():
        found = {shown[0] for shown in SHOWN.finditer(said)}
        if found - named or (said == many and named - found):
            yield f"{said!r} has other values: {', '.join(sorted(found ^ named))}"
        if "%" in SHOWN.sub("", said).replace("%%", "") and named:
            yield f"{said!r} has a % that is not %%"


def wrong_markup(message: Message, language: Language) -> Iterator[str]:
    """Tags that are not those of the English."""
    if not is_passage(message):
        return
    pattern = TAG if message.context is None else re.compile(f"{TAG.pattern}|{MARK.pattern}")
    expected = Counter(pattern.findall(english(message)))
    for said in strings(message):
        if Counter(pattern.findall(said)) != expected:
            yield f"{said!r} has other markup than {', '.join(expected) or 'none'}"


# Forms

FORMS = {context_of(form): form for form in LanguageForm}
OF_ENGLISH = {form: {name for name, _ in fields_of(form.value)} for form in LanguageForm}
IN_ROWS = {LanguageForm.RANKS: 9, LanguageForm.SUITS: 4, LanguageForm.CLASSES: 6}
IN_WORDS = {LanguageForm.NUMBERS: 100, LanguageForm.MONTHS: 12, LanguageForm.SHORT_MONTHS: 12}
SIGNS = {LanguageForm.THOUSANDS, LanguageForm.DECIMAL}
WITHOUT_FIELDS = {LanguageForm.NAMES, LanguageForm.COUNTS, *IN_ROWS, *IN_WORDS}


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("form", IN_WORDS)
def test_a_language_has_all_words_of_a_form(code: str, form: LanguageForm) -> None:
    """And none twice, which would say another number or month."""
    with spoken(code) as language:
        words = language.template(form).split()
    assert len(words) == IN_WORDS[form]
    assert [word for word, count in Counter(words).items() if count > 1] == []


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("form", IN_ROWS)
def test_each_row_of_a_form_is_whole(code: str, form: LanguageForm) -> None:
    with spoken(code) as language:
        rows = {
            LanguageForm.RANKS: language.ranks,
            LanguageForm.SUITS: language.suits,
            LanguageForm.CLASSES: language.classes,
        }
    assert {
        row: len(words) for row, words in rows[form].items() if len(words) != IN_ROWS[form]
    } == {}


@pytest.mark.parametrize("code", CODES)
def test_a_rank_has_a_letter_of_its_own(code: str) -> None:
    with spoken(code) as language:
        letters = language.ranks["letter"]
    assert len({*letters}) == len(letters)
    assert letters[:5] == ("6", "7", "8", "9", "10")
    assert {len(each) for each in letters[5:]} == {1}


@pytest.mark.parametrize("code", CODES)
def test_what_is_counted_agrees_with_every_number(code: str) -> None:
    with spoken(code) as language:
        counts = language.counts
        assert ENGLISH.counts.keys() <= counts.keys()
        assert [name for name, choice in counts.items() if not fits(choice, language)] == []


@pytest.mark.parametrize("code", CODES)
def test_every_number_is_said_in_its_own_words(code: str) -> None:
    with spoken(code) as language:
        said = Counter(map(language.number_words, range(-99, 1000)))
        times = [language.times(number) for number in range(5)]
    assert [words for words, count in said.items() if count > 1] == []
    assert len({*times}) == len(times)


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("form", [form for form in LanguageForm if form not in WITHOUT_FIELDS])
def test_a_form_has_the_placeholders_of_the_english(code: str, form: LanguageForm) -> None:
    with spoken(code) as language:
        said = language.template(form)
    assert {name for name, _ in fields_of(said)} == OF_ENGLISH[form]


PEOPLE = (
    "Ada",
    "Ben",
    "Hans",
    "Max",
    "Inès",
    "Élise",
    "Yves",
    "Zoë",
    "van Dyck",
    "O’Brien",
    "שרה",
    "9 to 5",
)
ROLES = (
    LanguageForm.ELDER,
    LanguageForm.YOUNGER,
    LanguageForm.THIRD,
    LanguageForm.FOURTH,
    LanguageForm.ANOTHER,
    LanguageForm.OTHER_SIDE,
)


@pytest.mark.parametrize("code", CODES)
def test_every_name_has_every_form_of_names(code: str) -> None:
    partners = side_name([Name("Ada"), Name("Ben")])
    with spoken(code) as language:
        for name in (*map(Name, PEOPLE), *map(RoleName, ROLES), partners):
            plain = f"{name}"
            for form in language.name_forms:
                made = language.name_form(plain, plain, form)
                assert made
                assert made.strip() == made


@pytest.mark.parametrize("code", CODES)
def test_a_language_names_itself(code: str) -> None:
    with spoken(code) as language:
        assert language.template(LanguageForm.NAME) != LanguageForm.NAME.value


@pytest.mark.parametrize("code", CODES)
def test_figures_have_one_sign_for_thousands_and_one_for_tenths(code: str) -> None:
    with spoken(code) as language:
        thousand = language.grouped(1204)
        tenth = language.decimal(26.5)
    assert re.fullmatch(r"1[^\w\s]?[\u202f\u00a0]?204", thousand)
    assert re.fullmatch(r"26[.,٫]5", tenth)


# How it is written

INSIDE = re.compile(r"\{[^}]*\}|%\(\w+\)s|<[^>]*>|`[^`]*`|\]\([^)]*\)|https?:\S+")
"""What is not read, or is of a value."""

CLOSING = '”“»’")]*\u202f\u00a0'
ENDS = (".", "?", "!", "…", ":", ";", ",")
ROWS_OF_FORMS = {context_of(form) for form in WITHOUT_FIELDS | SIGNS}


def words_of(said: str) -> str:
    return INSIDE.sub("x", said)


def wrong_spaces(message: Message, language: Language) -> Iterator[str]:
    """Spaces at an end, and two in a row."""
    if message.context in ROWS_OF_FORMS:
        return
    source = english(message)
    for said in strings(message):
        for side in (str.lstrip, str.rstrip):
            if (side(said) != said) != (side(source) != source):
                yield f"{said!r} has other spaces at an end"
        if "  " in said:
            yield f"{said!r} has two spaces in a row"


def wrong_quotes(message: Message, language: Language) -> Iterator[str]:
    """Quotation marks and apostrophes of a typewriter, of which English has none either."""
    for said in strings(message):
        words = words_of(said)
        if {'"', "'"} & {*words} - {*words_of(english(message))}:
            yield f"{said!r} has quotation marks or apostrophes of a typewriter"


def wrong_end(message: Message, language: Language) -> Iterator[str]:
    """Ends that are not of the kind of the English: a sentence may be put after it, or a list."""
    if message.context in ROWS_OF_FORMS:
        return
    for said in strings(message):
        if ending(said) != ending(english(message)):
            yield f"{said!r} ends in another way"


def ending(said: str) -> str:
    """Return the stop at the end of a text, if it has one; the question of a quotation is none.

    >>> ending("Say “good.”"), ending("{who} calls"), ending("Quoi ?"), ending("asks “how many?”")
    ('.', '', '?', '')
    """
    words = words_of(said).rstrip()
    quoted = words.rstrip(CLOSING)
    last = quoted[-1:]
    stops = ENDS if quoted == words else (".",)
    return last if last in stops else ""


def wrong_french_spaces(message: Message, language: Language) -> Iterator[str]:
    """French has a no-break space before these signs, and within its quotation marks."""
    if language.code.partition("-")[0] != "fr" or message.context in ROWS_OF_FORMS:
        return
    for said in strings(message):
        words = words_of(said)
        if re.search(
            r"(?<![\u202f\u00a0;:?!.…(])[;:?!]+(?=[\s»)]|$)|«(?![\u202f\u00a0])|(?<![\u202f\u00a0])»",
            words,
        ):
            yield f"{said!r} lacks a no-break space"


CHECKS: Sequence[Check] = (
    wrong_placeholders,
    wrong_forms,
    unsayable,
    wrong_places,
    wrong_markup,
    wrong_spaces,
    wrong_quotes,
    wrong_end,
    wrong_french_spaces,
)


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_a_message_is_as_it_has_to_be(code: str, check: Check) -> None:
    found = faults_of(code, check)
    if found:
        pytest.fail("\n".join((f"{len(found)} in {code}.po:", *found)), pytrace=False)


@each_row
def test_a_fault_is_found(
    check: str,
    said: str | tuple[str, ...],
    source: str | tuple[str, ...],
    context: str,
    code: str,
) -> None:
    (known,) = (each for each in CHECKS if each.__name__ == check)
    of = catalogue_of(code)
    made = of.add(source, said, context=context or None)
    with offered(of) as language, speaking(language):
        assert [*known(made, language)] != []
    made.string = source
    with offered(of) as language, speaking(language):
        assert code == "fr" or [*known(made, language)] == []


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_pseudo_language_has_no_fault(check: Check) -> None:
    of = pseudo_catalogue()
    with offered(of) as language, speaking(language):
        found = [fault for message in of if message.id for fault in check(message, language)]
    assert found == []


# What a catalogue lacks


def all_said() -> Iterator[str]:
    for text in TEXTS.values():
        yield str(example(text))


def test_what_a_catalogue_lacks_is_said_in_english() -> None:
    in_english = [*all_said()]
    with offered(catalogue_of("de")) as language, speaking(language):
        assert [*all_said()] == in_english
        assert language.gettext("Sheet") == "Sheet"
        assert language.ngettext("one", "many", 2) == "many"
        assert language.number_words(29) == "twenty-nine"
        assert language.day_words("2026-12-01") == "1 December 2026"


def test_what_has_to_be_looked_at_again_is_said_in_english() -> None:
    """As the English may say something else now."""
    of = catalogue_of("de")
    of.add("tierce", "Terz", context="RunText.TIERCE")
    with offered(of) as language:
        assert language.template(TEXTS["RunText.TIERCE"]) == "Terz"
    of.add("tierce", "Terz", context="RunText.TIERCE", flags=["fuzzy"])
    with offered(of) as language:
        assert language.template(TEXTS["RunText.TIERCE"]) == "tierce"
