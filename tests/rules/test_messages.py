"""Texts, their placeholders, and the forms in which values are put into words."""

import pytest

from scorer.rules.calls import SaidText
from scorer.rules.cards import Card, Rank, Suit
from scorer.rules.claims import Category, PointClaim
from scorer.rules.language import LanguageForm
from scorer.rules.messages import PLACEHOLDERS, Message, PlaceholderKind, Text
from scorer.rules.names import Name, RoleName, side_name, without_isolates
from scorer.rules.reasons import Rule, Settling, Thing
from tests.catalogue import every_text
from tests.examples import example
from tests.rows import each_row


class Sample(Text):
    """One text for each form of a placeholder."""

    NAME = "{who} calls"
    FIRST = "{who:up} calls"
    POSSESSIVE = "{who:’s} call"
    FIRST_POSSESSIVE = "{who:’s up} call"
    DIGITS = "{count} of thirty"
    THOUSANDS = "ahead by {count:,}"
    WORDS = "{count:words} in hand"
    COUNTED = "{count:trick}"
    CHOICE = "{unasked:plain|doubled|redoubled}"
    AGREEING = "{count:lead/leads} count"
    OFTEN = "counts {count:times}"
    WORDS_UP = "{count:words up} cards"
    LETTER = "{top:letter}"
    CLASSES = "{category:plural up}"
    STOPPED = "{why:stop}"
    FIGURES = "{possible:–}"
    RANK = "the {top}"
    RANKS = "four {rank:plural}"
    EITHER = "{possible}"
    ALL = "{possible:and}"
    ROW = "{possible:,}"
    APART = "{possible:;}"
    ALTERNATIVES = "{possible:either}"
    CLAIM = "{claim} is good"
    AGREES = "{who} {who:calls/call} first"
    CLASS = "{category} is equal"
    CARD = "no {card}"
    PHRASE = "{why:up}."


ADA = Name("Ada")
VAN_DYCK = Name("van Dyck")


def said(text: Text, **values: object) -> str:
    return without_isolates(str(text(**values)))


def test_a_name_is_isolated() -> None:
    assert str(Sample.NAME(who=ADA)) == f"{ADA} calls"


def test_a_name_keeps_its_own_letters_at_the_beginning() -> None:
    assert said(Sample.FIRST, who=VAN_DYCK) == "van Dyck calls"


@pytest.mark.parametrize(
    ("names", "sentence"),
    [([ADA], "Ada calls first"), ([ADA, VAN_DYCK], "Ada and van Dyck call first")],
    ids=["one", "partners"],
)
def test_a_verb_agrees_with_who_is_named(names: list[Name], sentence: str) -> None:
    assert said(Sample.AGREES, who=side_name(names)) == sentence


def test_a_seat_begins_a_sentence_with_a_capital_letter() -> None:
    assert said(Sample.FIRST, who=RoleName(LanguageForm.ELDER)) == "Elder calls"


def test_the_possessive_follows_the_isolated_name() -> None:
    assert str(Sample.POSSESSIVE(who=ADA)) == f"{ADA}’s call"


def test_the_possessive_of_a_seat_may_begin_a_sentence() -> None:
    assert said(Sample.FIRST_POSSESSIVE, who=RoleName(LanguageForm.ELDER)) == "Elder’s call"


@each_row
def test_a_number_has_its_form(form: str, number: int, words: str) -> None:
    text = Sample[form]
    (name,) = text.placeholders
    assert said(text, **{name: number}) == words


@each_row
def test_several_are_listed(form: str, values: list[int], words: str) -> None:
    assert said(Sample[form], possible=tuple(values)) == words


def test_a_claim_is_spoken() -> None:
    assert said(Sample.CLAIM, claim=PointClaim(5, 49)) == "point of five making 49 is good"


def test_a_class_is_spoken() -> None:
    assert said(Sample.CLASS, category=Category.CARTE_BLANCHE) == "carte blanche is equal"


def test_a_card_is_written_as_in_a_file() -> None:
    assert said(Sample.CARD, card=Card(Rank.SIX, Suit.HEARTS)) == "no 6H"


def test_a_rank_is_a_word() -> None:
    assert said(Sample.RANK, top=Rank.ACE) == "the ace"


@pytest.mark.parametrize(("rank", "letter"), [(Rank.ACE, "A"), (Rank.TEN, "10"), (Rank.SEVEN, "7")])
def test_a_rank_has_the_letter_of_its_card(rank: Rank, letter: str) -> None:
    assert said(Sample.LETTER, top=rank) == letter


def test_a_class_in_the_plural_may_begin_what_is_said() -> None:
    assert said(Sample.CLASSES, category=Category.SEQUENCE) == "Sequences"


@pytest.mark.parametrize(
    ("inner", "stopped"),
    [
        (Sample.WORDS(count=3), "three in hand."),
        (Sample.PHRASE(why=Thing.ASKS()), "Asks."),
        (SaidText.HOW_MANY(), "how many?"),
    ],
)
def test_a_sentence_ends_with_one_full_stop(inner: Message, stopped: str) -> None:
    assert said(Sample.STOPPED, why=inner) == stopped


def test_a_rank_has_a_plural() -> None:
    assert said(Sample.RANKS, rank=Rank.SIX) == "four sixes"


def test_a_message_may_begin_another() -> None:
    inner = Sample.WORDS(count=3)
    assert said(Sample.PHRASE, why=inner) == "Three in hand."


def test_a_message_has_its_source() -> None:
    assert Settling.DRAWN(points=100).citing("Law 71").source == "Law 71"


@each_row
def test_a_text_refuses_other_values(values: dict[str, object], wrong: str) -> None:
    with pytest.raises(TypeError, match=wrong):
        Rule.COUNT_FIRST(**values)


def test_a_text_that_is_there_twice_is_refused() -> None:
    with pytest.raises(TypeError, match="Twice has a text twice: SECOND"):

        class Twice(Text):
            FIRST = "good"
            SECOND = "good"


# The whole catalogue


@pytest.mark.parametrize("text", every_text(), ids=str)
def test_every_placeholder_has_a_kind(text: Text) -> None:
    assert text.placeholders - PLACEHOLDERS.keys() == set()


@pytest.mark.parametrize("text", every_text(), ids=str)
def test_every_text_can_be_said(text: Text) -> None:
    assert isinstance(example(text), Message)
    assert not set(str(example(text))) & set("{}")


def test_every_kind_of_value_is_used() -> None:
    assert set(PLACEHOLDERS.values()) == set(PlaceholderKind)


def test_every_placeholder_is_used() -> None:
    used = {name for text in every_text() for name in text.placeholders}
    assert PLACEHOLDERS.keys() - used == set()
