"""The storage: a sheet to put into a book."""

from scorer.storage.sheets import PlayerRow, SheetKind, SheetRow

NOW = "2026-09-01T20:00:00+00:00"


def sheet_row(code: str) -> SheetRow:
    return SheetRow(0, code, SheetKind.PARTIE, "", "{}", NOW, (PlayerRow(0, "Ada"), PlayerRow(1, "Bea")))
