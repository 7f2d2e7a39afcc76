"""What a phone without the club keeps of a sheet: as data for JSON, and as the table on it."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, Self, TypeAlias

from ..rules.house_rules import ruleset_to_data
from ..rules.partie import DealRecord, PartieRecord, play_partie
from ..rules.seats import Player
from .again import Corrections
from .card import Shown
from .entering import CODE_LENGTH, CODE_LETTERS, new_token
from .formatting import parse_number
from .own_parties import file_name, file_text
from .recording import Recorded, Sheet, deal_record, judge, read_ruleset, recorded_as, tapped
from .speeds import SPEED, Speed, speed_named
from .times import day_at_table, day_carried
from .view import AfterTap, after_tap, said_in

Form: TypeAlias = Mapping[str, str]

KEPT_FIELDS = (
    "id",
    "code",
    "opened_at",
    "day",
    "signatures",
    "signed_at",
    "version",
    "head",
    "held",
    "in_season",
    "of_signed",
    "seatings",
    "on_card",
)


SHOWN_FIELDS = (
    "may_score",
    "speed",
    "counts",
    "across",
    "voice",
    "values",
    "company",
    "may_call",
    "may_return",
)
"""What is kept of how a phone sees a sheet; the rest is of one page alone."""


def sheet_data(sheet: Sheet) -> dict[str, Any]:
    """Return a sheet as data for JSON: its rules, its players,
    and each deal with the keys of its rows.
    """
    record = sheet.partie.record
    both = zip(record.deals, sheet.taps, strict=True)
    return {
        **{name: getattr(sheet, name) for name in KEPT_FIELDS},
        "rules": ruleset_to_data(record.rules),
        "players": sheet.names,
        "first": record.first,
        "deals": [{"said": recorded_as(deal), "keys": keys} for deal, keys in both],
    }


def sheet_from_data(data: Mapping[str, Any]) -> Sheet:
    """Return the sheet that `sheet_data` wrote."""
    kept = dict(data)
    ruleset = json.dumps(kept.pop("rules"))
    players = kept.pop("players")
    deals = kept.pop("deals")
    records = tuple(deal_record(deal["said"], ruleset) for deal in deals)
    first = kept.pop("first", 0)  # which a copy of an older version does not have
    record = PartieRecord(read_ruleset(ruleset), tuple(map(Player, players)), records, first)
    kept |= {name: tuple(kept.get(name, ())) for name in ("signatures", "signed_at", "seatings")}
    taps = tuple(tuple(deal["keys"]) for deal in deals)
    return Sheet(**kept, partie=play_partie(record), taps=taps)


def _shown_from_data(data: Mapping[str, Any]) -> Shown:
    """Return how a phone sees a sheet; a copy of an older version says only whether `good` calls
    are said.
    """
    kept = dict(data)
    says_good = kept.pop("good", False)
    usual = Speed.GOOD_CALLS if says_good else Speed.EVERY_CALL
    return Shown(**{**kept, SPEED: speed_named(kept.get(SPEED, "")) or usual})


FIRST_LETTER = "0"
"""The first character of the code of a partie that was begun on this phone;
those of the club have no zeros.
"""


def new_sheet(record: PartieRecord, today: str = "", played: str = "", at: str = "") -> Sheet:
    """Return the sheet of a partie that is begun *today*, as the page says,
    or that comes with the day *played*; *at* a moment, or now.

    Who is elder first, if that is not the first player, is a row of the first deal, as at the club:
    so the taps that follow have the same positions there.
    """
    code = FIRST_LETTER + "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH - 1))
    at = at or datetime.now(UTC).isoformat(timespec="seconds")
    day = day_carried(played, at) if played else day_at_table(today, at)
    if record.first and not record.deals:
        record = replace(record, deals=(DealRecord(),))
    taps = [tuple(new_token() for _ in recorded_as(deal)) for deal in record.deals]
    seatings = (new_token(),) if record.first else ()
    if seatings:
        taps[0] = (*seatings, *taps[0])
    return Sheet(
        id=0,
        code=code,
        opened_at=at,
        signatures=(None,) * len(record.players),
        version="0",
        partie=play_partie(record),
        taps=tuple(taps),
        day=day,
        seatings=seatings,
    )


@dataclass(slots=True)
class TableOnPhone:
    """A sheet on the phone.

    Attributes:
        begun: the form that opened it on this phone, with which the script opens it at the club;
            empty if that has it.
        note: of its players, from the file with which it came; empty for none.
        unsent: how many taps the club has not confirmed.
        unfit: what was said here and does not fit what is kept of the sheet.
    """

    sheet: Sheet
    shown: Shown
    begun: Form
    note: str = ""
    unsent: int = 0
    unfit: list[Form] = field(default_factory=list)

    @property
    def corrections(self) -> Corrections:
        """Return how the deals may be corrected here;
        what players request and a director decides needs the club.
        """
        sheet = self.sheet
        closed = sheet.is_closed if sheet.in_season else sheet.held
        return Corrections(record=self.shown.may_score and not closed)

    @classmethod
    def from_data(cls, kept: Mapping[str, Any]) -> Self:
        """Return the table that `kept` wrote."""
        sheet = sheet_from_data(kept["sheet"])
        begun = dict(kept.get("begun", {}))
        return cls(sheet, _shown_from_data(kept["shown"]), begun, kept.get("note", ""))

    def kept(self) -> dict[str, Any]:
        shown = {name: getattr(self.shown, name) for name in SHOWN_FIELDS}
        found = {"sheet": sheet_data(self.sheet), "shown": shown, "begun": self.begun}
        return {**found, "note": self.note} if self.note else found

    def say(self, form: Form) -> tuple[AfterTap, bool]:
        """Judge a tap and keep it if it is legal;
        return what to show after it, and whether it is new.
        """
        said, typed = said_in(form)
        deal = parse_number(form.get("deal", ""))
        key = form.get("key", "")[:64]
        judged = judge(
            self.sheet,
            deal=deal,
            position=parse_number(form.get("position", "")),
            said=said,
            form_key=key,
            seen=form.get("seen", ""),
        )
        is_new = isinstance(judged, tuple)
        if isinstance(judged, tuple):
            new, partie = judged
            keys = (key,) * (len(new) or 1)
            version = self.sheet.version  # the club gives it another once it has the tap
            self.sheet = tapped(self.sheet, partie, version, deal=deal, form_keys=keys)
            self.unsent += 1
            judged = Recorded(self.sheet, new)
        return after_tap(judged, deal=deal, said=said, typed=typed, by=self.shown), is_new

    def say_again(self, form: Form) -> None:
        """Say a tap that was kept beside the sheet; what does not fit any more is `unfit`."""
        _, is_new = self.say(form)
        if not is_new and not self.sheet.recorded_with(form.get("key", "")):
            self.unfit.append(form)

    def confirm(self, form: Form, version: str) -> bool:
        """Add a tap that the club has recorded; return whether that was possible."""
        _, is_new = self.say(form)
        if is_new:
            self.unsent -= 1
            self.sheet = replace(self.sheet, version=version)
        return is_new

    def file(self) -> dict[str, str]:
        """Return the sheet as a file: its name, and its text.
        What does not fit the sheet is in it as a comment.
        """
        text = file_text(self.sheet, self.note)
        if self.unfit:
            text += "\n# Said on this phone, where it does not fit the partie above:\n"
        for form in self.unfit:
            said = " ".join(form.get("say", "").split())
            text += f"# deal {parse_number(form.get('deal', '')) + 1}: {said}\n"
        return {"name": file_name(self.sheet), "text": text}
