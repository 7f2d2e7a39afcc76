"""The page of the names and the dealer of a partie,
and what a correction of them changes before it is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import ClassVar

from ..rules.errors import NotationError
from ..rules.messages import Message, Text
from ..rules.names import Name
from ..rules.partie import side_names
from ..rules.sentences import IllegalStatement
from .again import AgainText, Corrections, changes, where_from
from .contexts import Context
from .entering import new_token, one_line
from .formatting import parse_number
from .recording import ClosedText, Seating, Sheet, parse_seating, seating_said, with_seating
from .second_look import SecondLook, second_look
from .view import LONGEST


class FixedText(Text):
    """Why names cannot be corrected on the page of a partie.

    A random deal has no members and no scorecard, so no oracle asks it.
    """

    MEMBERS = "The players are members of the club. Their names are corrected on the members page."
    ON_CARD = "The names are those of the scorecard, so they cannot be corrected here."


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersPage(Context):
    """The names and the dealer of a partie, to correct them.

    Attributes:
        dealer: the player who dealt first, from 0.
        fixed: why the names cannot be corrected; `None` if they can.
        deal: the number of the last deal, in which the correction is said, from 1.
        return_to: the address of the sheet.
        said: the correction; empty if nothing is changed, or what `cannot` be kept.
        second: what is asked once more before it is kept.
    """

    template: ClassVar = "table/players.html"

    sheet: Sheet
    names: list[str]
    dealer: int
    fixed: Message | None
    corrections: Corrections
    deal: int
    form_key: str
    return_to: str
    said: str = ""
    changes: Sequence[Message] = ()
    ranks: Sequence[Message] = ()
    cannot: Message | None = None
    second: SecondLook = field(default_factory=SecondLook)


def seating_context(
    sheet: Sheet, asked: Mapping[str, str], may: Corrections, url_for: Callable[..., str]
) -> PlayersPage:
    """Return the context of the page.

    Args:
        asked: in `name0` and so on the names, and in `dealer` the number of the player who dealt
            first, from 0; or in `said` both, as a phone without the club has said them; nothing
            before they are typed.
    """
    record = sheet.partie.record
    names, dealer = _typed(sheet, asked)
    fixed = _why_fixed(sheet)
    page = PlayersPage(
        sheet=sheet,
        names=[Name(each) for each in names],
        dealer=dealer,
        fixed=fixed,
        corrections=may,
        deal=sheet.last_deal + 1,
        form_key=new_token(),
        return_to=where_from(url_for, sheet.code, 0, "sheet"),
    )
    if not {"dealer", "said"}.intersection(asked):
        return page
    elder = (dealer + 1) % len(names) if 0 <= dealer < len(names) else -1
    said = seating_said(elder, () if fixed or tuple(names) == sheet.names else names)
    try:
        seating = parse_seating(said, record.rules)
        if _is_same(sheet, seating):
            return replace(page, cannot=AgainText.NOTHING_CHANGED_YET())
        after = with_seating(sheet, sheet.last_deal, seating)
    except NotationError as error:
        return replace(page, cannot=AgainText.CANNOT_READ(why=error.message))
    except IllegalStatement as error:
        why = sheet.why_refused(sheet.last_deal, error)
        return replace(page, cannot=AgainText.NOT_KEPT(why=why))
    if sheet.is_closed and not after.is_over:
        return replace(page, cannot=ClosedText.NOT_OVER())
    sides = side_names(record.rules, [player.name for player in after.record.players])
    page = replace(page, said=said, changes=changes(sheet.partie, after, sides))
    return replace(page, second=second_look(sheet, after, asked)) if may.record else page


def _why_fixed(sheet: Sheet) -> Message | None:
    if sheet.in_season:
        return FixedText.MEMBERS()
    return FixedText.ON_CARD() if sheet.on_card else None


def _typed(sheet: Sheet, asked: Mapping[str, str]) -> tuple[list[str], int]:
    """Return the names and who dealt first as they were typed, or as they are."""
    record = sheet.partie.record
    names = sheet.names
    with suppress(NotationError):
        first, others = parse_seating(asked.get("said", "")[:LONGEST], record.rules)
        return [*(others or names)], (first or len(names)) - 1
    typed = [
        one_line(asked.get(f"name{number}", name), LONGEST) for number, name in enumerate(names)
    ]
    dealer = parse_number(asked["dealer"]) if "dealer" in asked else record.dealer
    return typed, dealer


def _is_same(sheet: Sheet, seating: Seating) -> bool:
    return seating.first == sheet.elder(0) and seating.names in ((), sheet.names)
