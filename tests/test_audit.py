"""An audit that reached no index never says that nothing is known."""

from subprocess import CompletedProcess

import pytest

from tests import audit

NOT_FOUND = (0, "jinja2 Dependency not found")
KNOWN = (1, "jinja2 2.10 PYSEC-2019-217")


@pytest.mark.parametrize(
    ("answers", "code", "says"),
    [
        ([NOT_FOUND], 0, "were not audited"),
        ([(1, "")], 0, "were not audited"),
        ([KNOWN, (0, "No known vulnerabilities")], 0, "No known"),
        ([KNOWN, (1, "flask 0.1 PYSEC-1")], 1, "flask"),
    ],
    ids=["unknown index", "no network", "nothing found", "something found"],
)
def test_only_an_index_that_knows_a_vulnerability_is_believed(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    answers: list[tuple[int, str]],
    code: int,
    says: str,
) -> None:
    left = iter(answers)
    monkeypatch.setattr("subprocess.run", lambda *_, **__: CompletedProcess((), *next(left), ""))
    assert audit.main() == code
    assert says in capsys.readouterr().out
    assert list(left) == []
