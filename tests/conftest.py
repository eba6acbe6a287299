"""What holds for all tests: no example is timed, since machines differ and are shared."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("nought", deadline=None)
settings.load_profile("nought")
