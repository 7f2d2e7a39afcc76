"""No line ends between a law and its number, wherever on a page it appears."""

import re
from collections.abc import Callable

from scorer.service.parties import Parties, Sheet
from tests.service.tables import EVERY_LINK
from tests.web.conftest import RUBICON_PARTIE, WORKED_DEAL, Phone


def test_a_law_stays_with_its_number(phone: Phone, record: Callable[..., Sheet]) -> None:
    """In the markup as it was sent, whose white space the page client would make single."""
    code = phone.open()
    record(code, "; ".join(WORKED_DEAL), *RUBICON_PARTIE[1:])
    refused = {"say": "Y good", "deal": "0", "position": "0", "key": "one", "csrf_token": phone.token}
    bodies = {
        path: phone.client.get(path).text for path in (f"/p/{code}/deals/1", f"/p/{code}/settlement", "/rules/portland")
    }
    bodies["a refusal"] = phone.client.post(f"/p/{phone.open()}/say", data=refused).text
    for where, body in bodies.items():
        assert set(re.findall(r"\bLaws?(\s)\d", body)) == {"\N{NO-BREAK SPACE}"}, where


def test_a_player_named_like_a_law_keeps_that_name(phone: Phone, parties: Parties) -> None:
    """The form of a page sends back what was typed, with the no-break space or without."""
    assert "Law 65" in phone.table(phone.open("Law 65", "Bea")).text
    phone.open("Law\N{NO-BREAK SPACE}65", "Bea")
    assert {sheet.names[0] for sheet in parties.latest(EVERY_LINK)} == {"Law 65"}
