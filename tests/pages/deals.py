"""Deals to look at: worked hand files, whole or cut short."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import replay.hands
from replay.notation.archive import write_archived
from replay.notation.document import DealDocument
from replay.notation.hand_file import read_hand
from tests.http.people import AT, People

HANDS = Path(replay.hands.__path__[0])


def document(number: int) -> DealDocument:
    """A worked hand by its number, with an id of its own and a time and a name at every entry."""
    (path,) = HANDS.glob(f"{number:02}-*.toml")
    read = read_hand(path.read_text())
    items = tuple(replace(item, at=item.at or AT, by=item.by or "Scribe") for item in read.items)
    return replace(read, id=str(uuid4()), at=read.at or AT, by=read.by or "Scribe", items=items)


def take_in(people: People, number: int, *, entries: int | None = None) -> str:
    """A worked hand in the record book; with ``entries`` only its first ones. Returns the deal's id."""
    deal = document(number)
    deal = replace(deal, items=deal.items[:entries])
    line = write_archived(deal) + b"\n"
    answer = people.admin.call("POST", "/archive", data=line, content_type="application/x-ndjson")
    assert answer.json["saved"] == 1, answer.json
    return deal.id
