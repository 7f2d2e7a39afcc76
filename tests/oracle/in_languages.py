"""The languages of the oracles. Each test asks in one of them; and whatever it has found to be true
has the same names and numbers in all.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from zlib import crc32

from scorer.rules.language import ENGLISH, Language, speaking
from scorer.rules.messages import Message, Text
from scorer.rules.names import Name, without_isolates
from tests.catalogues import LANGUAGES, is_spoken
from tests.languages import language_in
from tests.oracle.reached import name_of
from tests.rows import beside
from tests.thorough import SEED

__all__ = ["drawn_language", "in_english", "lost", "lost_in"]

LEAST = 2
"""One and none are said in many ways: a trick, no tricks, never."""

OTHER_WORDS: Mapping[str, Mapping[str, Mapping[str, str]]] = beside(__file__)


@cache
def others() -> tuple[Language, ...]:
    """Return the languages beside English, by their files."""
    return tuple(language_in(path.stem) for path in sorted(LANGUAGES.glob("*.po")))


def drawn_language(test: str) -> Language:
    """Return the language in which a test asks: of all tests, a third in each."""
    spoken = (ENGLISH, *others())
    return spoken[crc32(f"{SEED} {test}".encode()) % len(spoken)]


def in_english(said: Message) -> str:
    """Return a message in the words that are published for a named deal, without isolates."""
    with speaking(ENGLISH):
        return without_isolates(str(said))


def lost(message: Message) -> Iterator[str]:
    """Yield what a message does not say in one of the languages, but does in English."""
    if is_spoken(type(message.text).__module__) and is_of_the_program(message.text):
        for language in others():
            yield from lost_in(language, message)


def is_of_the_program(text: Text) -> bool:
    """Whether a text is one of those that a catalogue has."""
    return type(text).__module__.startswith("scorer.")


def lost_in(language: Language, message: Message) -> Iterator[str]:
    """Yield what a message does not say in a language, but does in English."""
    in_english = worded(ENGLISH, message)
    said = worded(language, message)
    for name, value in message.values.items():
        if isinstance(value, Name):
            is_said = without_isolates(f"{value}").casefold() in said
        elif isinstance(value, int) and abs(value) >= LEAST:
            other = OTHER_WORDS.get(language.code, {}).get(name_of(message.text), {})
            words = other.get(str(value), "")
            is_said = (
                has(language, value, said)
                or (words != "" and words in said)
                or not has(ENGLISH, value, in_english)
            )
        else:
            is_said = True
        if not is_said:
            yield f"{language.code}: {name} is {value}: {in_english!r} is {said!r}"


def worded(language: Language, message: Message) -> str:
    with speaking(language):
        return without_isolates(str(message)).casefold()


def has(language: Language, number: int, said: str) -> bool:
    """Whether a number is said, in digits or in words."""
    ways = (
        str(abs(number)),
        language.grouped(abs(number)),
        language.number_words(abs(number)),
        language.times(abs(number)),
    )
    return any(way.casefold() in said for way in ways)
