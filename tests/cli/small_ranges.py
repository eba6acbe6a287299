"""The command line with small ranges, of which each is noted, and with processes from the first one on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from api.cli import exports, rebuilds
from api.cli import main as command
from api.cli.parts import ranges, unfinished
from api.proof import leaf_ranges


def make_small(change: Callable[[Any, str, object], object] = setattr) -> None:
    """Make the ranges small. ``change`` sets an attribute."""
    change(exports, "TOGETHER", 7)
    change(rebuilds, "TOGETHER", 9)
    change(leaf_ranges, "SIZE", 64)
    change(ranges, "ALONE", 0.0)
    change(unfinished, "PAUSE", 0.0)


def main() -> None:
    """Run a command."""
    make_small()
    command()


if __name__ == "__main__":
    main()
