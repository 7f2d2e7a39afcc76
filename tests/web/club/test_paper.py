"""Paper sheets on pages: one that may be here already, and one that a director mistyped."""

from scorer.ledger.entries import DisputeEnded, Outcome, SheetPosted
from tests.web.club.conftest import ADA, BEN, Table
from tests.web.conftest import Page, Phone

FIGURES = {
    "a1": "20",
    "b1": "30",
    "a2": "30",
    "b2": "20",
    "a3": "24",
    "b3": "41",
    "a4": "25",
    "b4": "30",
}
"""A sheet of four deals, of which the first and the last count twice."""

TOTALS = {"total_a": "144", "total_b": "181"}
AS_WRITTEN = {"a3": "42", "total_a": "162"}
"""What the paper says of the third deal."""

POST = "Post to the ledger"


def typed(table: Table, **more: str) -> dict[str, str]:
    return FIGURES | TOTALS | {"first": str(ADA), "second": str(BEN)} | more


def form(table: Table, phone: Phone) -> Page:
    return phone.get(f"{table.path}/s/{table.season}/paper")


def posted(table: Table) -> str:
    """The code of a partie that a director entered from paper and posted."""
    director = table.director
    page = director.send(
        form(table, director), "Preview and post both signed the paper", **typed(table)
    )
    director.send(page, POST)
    bodies = [each.body for each in table.club.entries]
    return next(body.code for body in reversed(bodies) if isinstance(body, SheetPosted))


def test_the_sheet_of_a_posted_partie_is_compared_before_it_counts_twice(table: Table) -> None:
    code = posted(table)
    director = table.director
    before = table.entries
    page = director.send(
        form(table, director),
        "Preview and post both signed the paper",
        **typed(table, **AS_WRITTEN),
    )
    assert "Nothing is saved yet." in page.text
    differs = [row.text for row in page.root.all("tr", class_="differs")]
    assert differs == ["Deal 3 24 – 41 42 – 41", "Total 144 – 181 162 – 181"]
    assert f"code {code}" in page.text
    assert table.entries == before


def test_the_posted_sheet_is_corrected_with_the_figures_of_the_other(table: Table) -> None:
    posted(table)
    director = table.director
    page = director.send(
        form(table, director), "Enter for both to sign", **typed(table, **AS_WRITTEN)
    )
    page = director.get(page.links()["Correct the posted sheet it was mistyped"])
    assert page.typed.items() >= (FIGURES | TOTALS | AS_WRITTEN).items()


def test_another_partie_of_the_same_two_is_posted_knowingly(table: Table) -> None:
    posted(table)
    director = table.director
    page = director.send(
        form(table, director), "Preview and post both signed the paper", **typed(table)
    )
    assert "Both sheets are the same, so there is nothing to do." in page.text
    page = director.send(page, "It is another partie")
    assert "This is a preview. Nothing is posted yet." in page.text
    director.send(page, POST)
    assert table.entries.count("sheet posted") == 2


def test_a_form_that_is_sent_twice_is_not_asked_about_itself(table: Table) -> None:
    director = table.director
    page = form(table, director)
    for _ in range(2):
        again = director.send(page, "Enter for both to sign", **typed(table))
        assert "Unsigned. Ada and Ben have not signed yet." in again.text


def test_a_director_corrects_a_typing_error_without_naming_a_law(table: Table) -> None:
    code = posted(table)
    director = table.director
    page = director.get(
        director.get(f"/p/{code}/settlement").links()[
            "I mistyped this sheet correct it without a ruling"
        ]
    )
    assert page.root.all("select", name="law") == []
    words = {"words": "Deal 3 is 42 on the paper."}
    preview = director.send(page, "Preview the changes", **AS_WRITTEN, **words)
    assert "points −137 −119" in preview.text
    assert director.send(preview, "Edit").typed.items() >= (AS_WRITTEN | words).items()
    page = director.send(preview, POST)
    assert "Corrected (entry" in page.text
    ended = [each.body for each in table.club.entries if isinstance(each.body, DisputeEnded)]
    assert [(each.how, each.law) for each in ended] == [(Outcome.MISTYPED, "")]


def test_a_correction_of_typing_that_does_not_add_up_keeps_what_was_typed(table: Table) -> None:
    code = posted(table)
    director = table.director
    page = director.send(
        director.get(f"{table.path}/parties/{code}/mistyped"), "Preview the changes", a3="42"
    )
    assert (
        page.refusal == "The deals of Ada add up to 162; the sheet says 144, which is 18 too few."
    )
    assert page.typed["a3"] == "42"


def test_both_players_read_that_the_sheet_was_mistyped(table: Table) -> None:
    code = posted(table)
    director = table.director
    page = director.get(f"{table.path}/parties/{code}/mistyped")
    page = director.send(
        page, "Preview the changes", **AS_WRITTEN, words="Deal 3 is 42 on the paper."
    )
    director.send(page, POST)
    for member in (ADA, BEN):
        home = table.member(member).get(f"{table.path}/").text
        assert (
            "Director Ann corrected the paper sheet, which was mistyped: “Deal 3 is 42 on the "
            "paper.”" in home
        )
        case = table.member(member).get(f"/p/{code}/disputes/1").text
        assert ("Correction 1 of partie" in case) is True
        assert ("Laws that may apply" in case) is False


def test_a_sheet_that_was_signed_here_has_no_way_to_be_mistyped(table: Table) -> None:
    code = table.play(signed=(0, 1))
    director = table.director
    assert not [
        words for words in director.get(f"/p/{code}/settlement").links() if "mistyped" in words
    ]
    answer = director.get(f"{table.path}/parties/{code}/mistyped")
    assert answer.status == 303
    assert answer.headers["Location"] == f"/p/{code}/settlement"
