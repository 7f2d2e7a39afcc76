"""What every test shares: the same examples on every run, unless others are asked for."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("new", deadline=None)
settings.load_profile(os.environ.get("EXAMPLES", "same"))
