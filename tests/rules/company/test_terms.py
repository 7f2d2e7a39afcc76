"""The terms of a company: each a choice with a source, and all of them in one line."""

from enum import Enum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules import company
from scorer.rules.company import FRAMES, TERM_TYPES, changes_of
from scorer.rules.reasons import ContradictoryRules


@st.composite
def any_terms(draw: st.DrawFn) -> Any:
    """Draw the terms of a frame, any value for each."""
    kind = FRAMES[draw(st.sampled_from(company.Frame))]
    values: dict[str, Any] = {}
    for name, hint in TERM_TYPES[kind.frame].items():
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
        company.validate(terms)
    except ContradictoryRules:
        with pytest.raises(ContradictoryRules):
            company.terms_named(company.terms_line(terms))
        return
    assert company.terms_named(company.terms_line(terms)) == terms
    assert company.terms_from_data(terms.frame, changes_of(terms)) == terms


@pytest.mark.parametrize("frame", company.Frame)
def test_the_default_terms_are_the_name_of_the_frame_and_explain_themselves(frame: company.Frame) -> None:
    terms = FRAMES[frame]()
    assert (company.terms_line(terms), company.terms_named(frame.value)) == (frame.value, terms)
    for each in company.choices_of(terms):
        assert each.metadata["meaning"]
        assert company.source_of(terms, each.name)
        assert company.words_of(terms, each.name)


def test_a_term_without_a_source_is_unsourced_and_a_changed_one_is_a_house_rule() -> None:
    unsourced = {
        kind: [each.name for each in company.choices_of(kind) if company.source_of(kind(), each.name) == "unsourced"]
        for kind in (company.ChouetteTerms, company.PoolTerms)
    }
    assert unsourced == {
        company.ChouetteTerms: ["after_draw"],
        company.PoolTerms: ["entry", "rises", "in_a_row", "stakes_of_a_draw", "choice"],
    }
    terms = company.terms_named("pool stake=21")
    assert (company.words_of(terms, "stake"), company.source_of(terms, "stake")) == ("21 units", "house rule")
    assert (company.words_of(terms, "rises"), company.source_of(terms, "rises")) == ("the loser", "unsourced")


def test_the_choice_of_deal_and_cards_has_a_default() -> None:
    assert company.words_of(company.ChouetteTerms(), "choice") == "the box"
    assert company.words_of(company.PoolTerms(), "choice") == "the winner of a cut"
