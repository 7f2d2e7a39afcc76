"""What only an old page or another program asks for is refused too, in whole sentences."""

import inspect
import re

import pytest

from scorer.ledger.terms import Format
from scorer.service.club.seasons.fixtures import Lots
from scorer.table.entering import NotAllowed
from tests.rows import beside
from tests.service.club.conftest import Two


def test_what_is_not_there_is_refused(two: Two) -> None:
    services = two.services
    director = two.director
    services.seasons.draw(
        director, two.season(1, 2, name="Drawn", format=Format.SINGLE), Lots.AS_ENTERED
    )
    services.closing.close(director, two.season(two.ada, name="Closed"), {})
    for row in beside(__file__)["refused"]:
        service, _, name = row["call"].partition(".")
        call = getattr(getattr(services, service), name)
        values = row["with"]
        asked = inspect.signature(call).parameters
        where = [
            values.pop(each, director)
            for each in ("by", "season")
            if "by" in asked and each in asked
        ]
        values |= {"slot": tuple(values["slot"])} if "slot" in values else {}
        with pytest.raises(NotAllowed, match=f"^{re.escape(row['says'])}$"):
            call(*where, **values)
