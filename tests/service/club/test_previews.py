"""A preview shows what a verb would post and keeps nothing; what was seen is posted, once."""

import pytest

from scorer.service.club.services import BookHasGrown, ClubServices
from scorer.service.club.signing import SeasonSheet, Status
from scorer.service.opening import NotAllowed
from tests.service import refusal
from tests.service.club.conftest import Two, points


def test_a_preview_of_a_ruling_shows_the_changes_and_rolls_back(two: Two) -> None:
    code = two.play(signed=(0, 1))
    two.asks(code)
    before, said = two.sheet(code), two.club.parties.sheet(code)

    def ruled(services: ClubServices) -> SeasonSheet:
        return services.disputes.rule(code, two.club.director, follow=True, words="Yes.", law="Law 74")

    preview = two.club.services.preview(two.club.club.id, two.season, ruled)
    assert preview.balances == {(two.ada, "points"): (421, 392), (two.ben, "points"): (-421, -392)}
    assert [entry.kind for entry in preview.entries] == ["dispute ended", "reversed", "sheet posted"]
    assert (two.sheet(code), two.club.parties.sheet(code)) == (before, said)
    assert points(ruled(two.club.services)) == 392
    rows = two.club.services.preview(two.club.club.id, two.season, lambda services: None).before.rows
    assert [row.tally.balance for row in rows] == [392, -392]
    assert preview.after.rows == rows


def test_a_preview_is_posted_once_and_only_if_the_book_is_unchanged(two: Two) -> None:
    code = two.play(signed=(0, 1))
    services, club_id, director = two.club.services, two.club.club.id, two.club.director

    def ruled(services: ClubServices) -> object:
        return services.disputes.rule(code, director, follow=True, words="Seen.", law="Law 70")

    with pytest.raises(NotAllowed, match=refusal("no dispute")):
        services.preview(club_id, two.season, ruled)
    two.asks(code)
    seen = services.preview(club_id, two.season, ruled)
    services.seasons.adjust(director, two.season, two.ada, points=-5, reason="Late.")
    with pytest.raises(BookHasGrown, match=refusal("Something was posted")):
        services.post_as_seen(club_id, seen.last, ruled)
    assert two.sheet(code).status is Status.DISPUTED
    again = services.preview(club_id, two.season, ruled)
    services.post_as_seen(club_id, again.last, ruled)
    assert points(two.sheet(code)) == 392
    with pytest.raises(BookHasGrown, match=refusal("Something was posted")):
        services.post_as_seen(club_id, again.last, ruled)


def test_a_nested_preview_rolls_back(two: Two) -> None:
    club_id = two.club.club.id

    def both(services: ClubServices) -> object:
        services.seasons.adjust(two.club.director, two.season, two.ada, points=-5, reason="Late.")
        return services.preview(
            club_id,
            two.season,
            lambda inner: inner.seasons.adjust(two.club.director, two.season, two.ben, points=-7, reason="Late."),
        )

    found = two.club.services.preview(club_id, two.season, both)
    assert found.balances == {(two.ada, "points"): (0, -5)}
    assert two.club.services.preview(club_id, two.season, lambda services: None).balances == {}
