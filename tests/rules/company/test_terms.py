"""The terms of a company: each a choice with a source, and all of them in one line."""

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


@st.composite
def any_terms(draw: st.DrawFn) -> Any:
    """Draw the terms of a frame, any value for each."""
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
def test_terms_are_written_in_one_line_and_read_back(terms: Any) -> None:
    try:
        validate(terms)
    except ContradictoryRules:
        with pytest.raises(ContradictoryRules):
            terms_named(terms_line(terms))
        return
    assert terms_named(terms_line(terms)) == terms
    assert terms_from_data(terms.frame, changes_of(terms)) == terms


@pytest.mark.parametrize("frame", Frame)
def test_the_default_terms_are_the_name_of_the_frame_and_explain_themselves(frame: Frame) -> None:
    terms = FRAMES[frame]()
    assert (terms_line(terms), terms_named(frame.value)) == (frame.value, terms)
    for each in choices_of(terms):
        assert each.metadata["meaning"]
        assert source_of(terms, each.name)
        assert words_of(terms, each.name)


def test_a_term_without_a_source_is_unsourced_and_a_changed_one_is_a_house_rule() -> None:
    unsourced = {
        kind: [each.name for each in choices_of(kind) if source_of(kind(), each.name) == "unsourced"]
        for kind in (ChouetteTerms, PoolTerms)
    }
    assert unsourced == {
        ChouetteTerms: ["after_draw"],
        PoolTerms: ["entry", "rises", "in_a_row", "stakes_of_a_draw", "choice"],
    }
    terms = terms_named("pool stake=21")
    assert (words_of(terms, "stake"), source_of(terms, "stake")) == ("21 units", "house rule")
    assert (words_of(terms, "rises"), source_of(terms, "rises")) == ("the loser", "unsourced")


def test_the_choice_of_deal_and_cards_has_a_default() -> None:
    assert words_of(ChouetteTerms(), "choice") == "the box"
    assert words_of(PoolTerms(), "choice") == "the winner of a cut"
