"""Deals to look at: worked hand files, whole or cut short."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import replay.hands
from domain.engine.cards import UNKNOWN
from domain.engine.facts import CardsDealt, Fact
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


def take_in(people: People, number: int, *, entries: int | None = None, blind: bool = False) -> str:
    """A worked hand in the record book; with ``entries`` only its first ones. Returns the deal's id.

    ``blind``: as a club records it, without the cards that were dealt.
    """
    deal = document(number)
    items = tuple(replace(item, fact=unseen(item.fact)) for item in deal.items) if blind else deal.items
    deal = replace(deal, items=items[:entries])
    line = write_archived(deal) + b"\n"
    answer = people.admin.call("POST", "/archive", data=line, content_type="application/x-ndjson")
    assert answer.json["saved"] == 1, answer.json
    return deal.id


def unseen(fact: Fact) -> Fact:
    """The same fact as somebody records it who saw no card dealt."""
    if not isinstance(fact, CardsDealt):
        return fact
    return replace(fact, hands={seat: (UNKNOWN,) * len(cards) for seat, cards in fact.hands.items()})
