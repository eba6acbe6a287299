"""The parts of the tests, for ``make test-full PART=…``: what each costs in full stands in CONTRIBUTING.md."""

from __future__ import annotations

from typing import Final

PARTS: Final = {
    "rules": ("extending", "family", "golden", "houses", "jass", "oracle", "perft", "rulebook", "rules"),
    "records": ("audit", "disputes", "notation", "proof", "record", "replaying"),
    "analysis": ("analysis", "bots", "practice", "puzzles"),
    "tournaments": ("book", "careless", "series", "simulation", "slate", "tournaments"),
    "lessons": ("deck", "lessons"),
    "api": ("client", "http", "messages", "robust", "signing", "webhooks"),
    "delay": ("http/test_boards_withheld.py", "http/test_delay.py", "http/test_hidden.py"),
    "schemathesis": ("http/test_document.py",),
    "commands": ("cli", "demo", "docs", "moving", "nought", "test_cases.py", "test_parts.py"),
    "servers": ("serving", "store"),
    "upgrade": ("store/test_migrations.py", "stored"),
    "cluster": ("cluster",),
    "image": ("image",),
    "pages": ("pages",),
    "engines": ("engines",),
}
"""The folders and modules of each part, below ``tests``. A module that is named belongs to that part, and not to the
part of its folder."""


def part_of(path: str) -> str | None:
    """Return the part of a module, such as ``http/test_delay.py``; None for what holds no tests of a part."""
    for place in (path, path.partition("/")[0]):
        for part, places in PARTS.items():
            if place in places:
                return part
    return None
