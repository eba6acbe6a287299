"""The list of all removals of a book, in a file beside the keys: an older copy that is restored forgets again.

A line holds digests and ids, and no name: it says nothing to whoever has no copy of the book. The list is written after
each removal, and completed when a process opens the book (`api.people.forgetting`). ``folder``: that of the keys.
"""

from __future__ import annotations

import fcntl
import json
import os
from typing import TYPE_CHECKING, Final
from uuid import UUID

from domain.removal.commands import EarlierRemoval
from domain.removal.facts import PersonForgotten, TextRemoved

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from domain.ledger import Ledger

FILE: Final = "removals.jsonl"


def note(ledger: Ledger, folder: Path) -> None:
    """Add the removals of the book that are missing in the list."""
    done = ledger.forgetting.texts.carried_out()
    if not done:
        return
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with open(folder / FILE, "a+b", opener=_private) as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        lines = _whole(file.read())
        file.truncate(len(lines))
        known = {digest for line in lines.splitlines() for digest in json.loads(line)["digests"]}
        for stream, version, removed in done:
            digests = [each.hex() for each in removed]
            if not known.issuperset(digests):
                fact = ledger.repository.history(stream)[version - 1].fact
                file.write(json.dumps({"digests": digests, **_described(fact)}).encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())


def read(folder: Path) -> Iterator[EarlierRemoval]:
    """Yield the removals of the list, oldest first."""
    try:
        lines = _whole((folder / FILE).read_bytes())
    except FileNotFoundError:
        return
    for line in map(json.loads, lines.splitlines()):
        yield EarlierRemoval(
            [bytes.fromhex(each) for each in line["digests"]],
            UUID(line["club"]) if line["club"] else None,
            line["number"],
            UUID(line["player"]) if line["player"] else None,
            tuple(line["event"]),
        )


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _whole(content: bytes) -> bytes:
    """Return the lines without the last one if it was cut off: the process that wrote it died."""
    return content[: content.rfind(b"\n") + 1]


def _described(fact: object) -> dict[str, object]:
    match fact:
        case PersonForgotten(number, club, player):
            return {"club": club, "number": number, "player": player or None, "event": ["", 0]}
        case TextRemoved(stream, version, _, club):
            return {"club": club, "number": None, "player": None, "event": [stream, version]}
    raise AssertionError(fact)
