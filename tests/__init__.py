"""The tests, and what many of them do."""

import os
import sys
from pathlib import Path
from typing import TypeVar

if sys.dont_write_bytecode and not sys.pycache_prefix:
    # A machine that writes no bytecode would compile each module anew in every worker and every
    # `scorer` they start.
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(Path(__file__).parent.parent / ".pytest_cache" / "bytecode")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix

T = TypeVar("T")


def there(found: T | None) -> T:
    """Return what was found, which must be there."""
    assert found is not None
    return found
