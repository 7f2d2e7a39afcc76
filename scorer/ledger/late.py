"""Fields that entries and terms have had only since books were written without them.

Such a field has a default, and is left out of the text of an entry where it has it. So an entry of
before reads as it did, and says the same under the same digest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field
from types import MappingProxyType
from typing import Any

LATE: Mapping[str, bool] = MappingProxyType({"is_late": True})
"""The metadata of such a field: `field(default=False, metadata=LATE)`."""


def is_late(each: Field[Any]) -> bool:
    return bool(each.metadata.get("is_late"))
