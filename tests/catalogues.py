"""The words of all sources and of the catalogues, which are read once in a worker: that takes seconds."""

from __future__ import annotations

from functools import cache
from typing import Final

from web import catalogues

used: Final = cache(catalogues.used)
translated: Final = cache(catalogues.translated)
