"""The tests, and what many of them do."""

from typing import TypeVar

T = TypeVar("T")


def there(found: T | None) -> T:
    """Return what was found, which must be there."""
    assert found is not None
    return found
