"""The page of the names and the dealer of a partie, and what a correction of them changes before it is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..rules.partie import side_names
from ..rules.reasons import NotationError
from ..rules.sentences import IllegalStatement
from ..service.opening import new_token, sentence
from ..service.recording import NOT_OVER, Seating, Sheet, parse_seating, seating_said, with_seating
from .again import Corrections, changes, where_from
from .formatting import parse_number

MEMBERS = "The players are members of the club, and a member is renamed on the page of the members."
ON_CARD = "The names are those of the scorecard, so they cannot be corrected here."
"""Why names cannot be corrected on the page of a partie."""


def seating_context(
    sheet: Sheet, asked: Mapping[str, str], may: Corrections, url_for: Callable[..., str]
) -> dict[str, Any]:
    """Return the context of the page.

    Args:
        asked: in `name0` and so on the names, and in `dealer` the number of the player who dealt first, from 0; nothing
            before they are typed.
    """
    record = sheet.partie.record
    names = [asked.get(f"name{number}", name).strip() for number, name in enumerate(sheet.names)]
    dealer = parse_number(asked["dealer"]) if "dealer" in asked else record.dealer
    page: dict[str, Any] = {
        "sheet": sheet,
        "names": names,
        "dealer": dealer,
        "fixed": MEMBERS if sheet.in_season else ON_CARD if sheet.on_card else "",
        "corrections": may,
        "deal": sheet.last_deal + 1,
        "form_key": new_token(),
        "return": where_from(url_for, sheet.code, 0, "sheet"),
        "said": "",
        "changes": (),
        "cannot": "",
    }
    if asked.get("dealer") is None:
        return page
    elder = dealer + 1 if dealer + 1 < len(names) else 0
    said = seating_said(elder, () if page["fixed"] or tuple(names) == sheet.names else names)
    try:
        seating = parse_seating(said, record.rules)
        if _is_same(sheet, seating):
            return page | {"cannot": "Nothing is changed yet."}
        after = with_seating(sheet, sheet.last_deal, seating)
    except NotationError as error:
        return page | {"cannot": sentence(error.message)}
    except IllegalStatement as error:
        return page | {"cannot": f"This cannot be kept: {sheet.why_refused(sheet.last_deal, error)}."}
    if sheet.is_closed and not after.is_over:
        return page | {"cannot": NOT_OVER}
    sides = side_names(record.rules, [player.name for player in after.record.players])
    return page | {"said": said, "changes": changes(sheet.partie, after, sides)}


def _is_same(sheet: Sheet, seating: Seating) -> bool:
    return seating.first == sheet.elder(0) and seating.names in ((), sheet.names)
