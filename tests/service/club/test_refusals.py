"""What only an old page or another program asks for is refused too, in whole sentences."""

from __future__ import annotations

import inspect
import re
import tomllib
from pathlib import Path

import pytest

from scorer.ledger.terms import Format as Fixtures
from scorer.service.club.exporting import Format
from scorer.service.club.fixtures import Lots
from scorer.service.opening import NotAllowed
from tests.service.club.conftest import Two

ROWS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))["refused"]


def test_what_is_not_there_is_refused(two: Two) -> None:
    services, director = two.club.services, two.club.director
    drawn = two.club.season(two.ada, two.ben, name="Drawn", format=Fixtures.SINGLE)
    services.seasons.draw(director, drawn, Lots.AS_ENTERED)
    services.closing.close(director, two.club.season(two.ada, name="Closed"), {})
    for row in ROWS:
        service, _, name = row["call"].partition(".")
        call, values = getattr(getattr(services, service), name), row["with"]
        values |= {"by": director} if "by" in inspect.signature(call).parameters else {}
        values |= {"form": Format(values["form"])} if "form" in values else {}
        values |= {"slot": tuple(values["slot"])} if "slot" in values else {}
        with pytest.raises(NotAllowed, match=f"^{re.escape(row['says'])}$"):
            call(**values)
