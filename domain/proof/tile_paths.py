"""The tiles of a log by their paths, as C2SP tlog-tiles writes them: ``0/x001/x234/067``, ``1/000.p/17``."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from domain.proof.tiles import HEIGHT, WIDTH

MOST_LEVEL: Final = 63
_LEVEL: Final = re.compile(r"0|[1-9][0-9]?")
_PATH: Final = re.compile(r"((?:(?!x000/)x[0-9]{3}/(?:x[0-9]{3}/){0,5})?[0-9]{3})(?:\.p/([1-9][0-9]{0,2}))?")


class TileRange(NamedTuple):
    """Hashes side by side on a level of the tree: a whole tile, or the beginning of one."""

    level: int
    """The level of tiles; that of the tree is `HEIGHT` times as high."""
    number: int
    width: int

    @property
    def tree_level(self) -> int:
        """Return the level of its hashes in the tree."""
        return HEIGHT * self.level

    @property
    def begin(self) -> int:
        """Return the place of its first hash on its level."""
        return WIDTH * self.number

    @property
    def end(self) -> int:
        """Return the place after its last hash on its level."""
        return self.begin + self.width

    @property
    def size(self) -> int:
        """Return the leaves of the smallest log that has it."""
        return self.end << self.tree_level


def parse_tile(level: str, path: str) -> TileRange | None:
    """Return the tile that a level and the path below it name; None if no tile is named so."""
    matched = _PATH.fullmatch(path)
    if matched is None or not _LEVEL.fullmatch(level) or int(level) > MOST_LEVEL:
        return None
    number, width = matched[1].replace("x", "").replace("/", ""), int(matched[2] or WIDTH)
    if matched[2] is not None and width >= WIDTH:
        return None
    return TileRange(int(level), int(number), width)
