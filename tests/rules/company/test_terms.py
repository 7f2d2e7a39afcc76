"""The terms of a chouette and of a pool: each a choice with a source, in one line, refused where they contradict."""

from __future__ import annotations

from enum import Enum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.company import (
    ChouetteTerms,
    Frame,
    PoolTerms,
    choices_of,
    source_of,
    terms_from_data,
    terms_line,
    terms_named,
    validate,
    words_of,
)
from scorer.rules.company.terms import FRAMES, TYPES, changes_of
from scorer.rules.errors import ContradictoryRules
from scorer.rules.presets import PRESETS


@st.composite
def any_terms(draw: st.DrawFn) -> Any:
    """The terms of a frame, any value for each."""
    kind = FRAMES[draw(st.sampled_from(Frame))]
    values: dict[str, Any] = {}
    for name, hint in TYPES[kind.frame].items():
        if hint is bool:
            values[name] = draw(st.booleans())
        elif issubclass(hint, Enum):
            values[name] = draw(st.sampled_from(hint))
        else:
            values[name] = draw(st.integers(0, 99))
    return kind(**values)


@given(any_terms())
def test_what_can_be_agreed_on_is_written_and_read_back(terms: Any) -> None:
    try:
        validate(terms)
    except ContradictoryRules:
        with pytest.raises(ContradictoryRules):
            terms_named(terms_line(terms))
        return
    assert terms_named(terms_line(terms)) == terms
    assert terms_from_data(terms.frame, changes_of(terms)) == terms


@pytest.mark.parametrize("frame", Frame)
def test_the_usual_terms_are_the_name_of_the_frame(frame: Frame) -> None:
    assert terms_line(FRAMES[frame]()) == frame.value
    assert terms_named(frame.value) == FRAMES[frame]()


@pytest.mark.parametrize("frame", Frame)
def test_every_choice_says_what_it_means_and_where_it_comes_from(frame: Frame) -> None:
    terms = FRAMES[frame]()
    for each in choices_of(terms):
        assert each.metadata["meaning"]
        assert source_of(terms, each.name)
        assert words_of(terms, each.name)


def test_what_no_source_gives_says_so() -> None:
    unsourced = {each.name for each in choices_of(PoolTerms) if source_of(PoolTerms(), each.name) == "unsourced"}
    assert unsourced == {"entry", "rises", "in_a_row", "stakes_of_a_draw", "choice"}
    assert [
        each.name for each in choices_of(ChouetteTerms) if source_of(ChouetteTerms(), each.name) == "unsourced"
    ] == ["after_draw"]


def test_what_a_company_chose_for_itself_is_a_house_rule() -> None:
    terms = terms_named("pool stake=21")
    assert (words_of(terms, "stake"), source_of(terms, "stake")) == ("21 units", "house rule")
    assert (words_of(terms, "rises"), source_of(terms, "rises")) == ("the loser", "unsourced")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "'' is not one of chouette, pool"),
        ("tarot", "'tarot' is not one of chouette, pool"),
        ("chouette stake=2", "a chouette has no term 'stake', but rounding, share, choice"),
        ("pool stake", "'stake' is no term: write term=value"),
        ("pool stake=1 stake=2", "stake is given twice"),
        ("pool stake=much", "stake: a whole number was expected, not 'much'"),
        ("chouette rounding=up", "rounding: 'up' is not one of tens, none"),
        ("pool stakes_of_a_draw=perhaps", "true or false"),
        ("chouette share=0", "at least once against each"),
        ("pool rises=winner in_a_row=2", "a winner who gives up the seat"),
        ("pool stake=-1", "cannot be negative"),
    ],
)
def test_a_line_that_cannot_be_agreed_on_says_why(line: str, why: str) -> None:
    with pytest.raises(ValueError, match=why.replace("(", "[(]")):
        terms_named(line)


def test_parties_that_are_won_by_one_or_two_are_not_rounded_to_tens() -> None:
    validate(ChouetteTerms(), PRESETS["portland"])
    with pytest.raises(ContradictoryRules, match="rounding to tens would lose"):
        validate(ChouetteTerms(), PRESETS["cent-32"])
    validate(terms_named("chouette rounding=none"), PRESETS["cent-32"])
    validate(PoolTerms(), PRESETS["cent-32"])
