"""What the property tests of the book draw from: terms, bodies of every kind, and entries."""

from hypothesis import strategies as st

from scorer.ledger.entries import BODIES, Body, Entry, Posting, SeasonOpened
from scorer.ledger.terms import SeasonTerms

scalars = st.one_of(st.integers(), st.booleans(), st.text(max_size=5))

rulesets = st.dictionaries(st.text(max_size=5), st.one_of(scalars, st.lists(scalars, max_size=3)), max_size=3)

terms: st.SearchStrategy[SeasonTerms] = st.builds(SeasonTerms, rules=rulesets)


def _bodies(kind: type[Body]) -> st.SearchStrategy[Body]:
    return st.builds(kind, terms=terms) if kind is SeasonOpened else st.from_type(kind)


bodies: st.SearchStrategy[Body] = st.one_of([_bodies(kind) for kind in BODIES.values()])

entries: st.SearchStrategy[Entry] = st.builds(
    Entry, body=bodies, postings=st.lists(st.from_type(Posting), max_size=4).map(tuple)
)
