"""Copies of a template: rows of events and lists with their own ids, times, players and places."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple
from uuid import UUID

from benchmarks.book.templates import CLUB, DEALS, EVENT, MATCH, PLAYERS, TABLE
from domain.kernel.ids import uuid7

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from benchmarks.book.federation import Home
    from benchmarks.book.templates import Pieces, Template, TemplateLine

DAY: Final = 86_400_000
"""Milliseconds."""
_SECONDS: Final = [f"{n // 3600:02}:{n // 60 % 60:02}:{n % 60:02}.".encode() for n in range(86_400)]
_THOUSANDTHS: Final = [f"{n:03}Z".encode() for n in range(1000)]


class EventRow(NamedTuple):
    """A row of the table of events, without its position."""

    stream: UUID
    version: int
    topic: str
    state: bytes


class LineRow(NamedTuple):
    """A row of the catalogue."""

    id: UUID
    kind: str
    club: UUID
    parent: UUID
    at: str
    title: str
    data: str
    """JSON."""
    traits: Sequence[str]


def copy_match(
    template: Template, deals: int, begins: int, home: Home, rng: Random
) -> tuple[list[EventRow], list[LineRow]]:
    """Return the rows of a copy with the first deals of a template; ``begins``: milliseconds since 1970."""
    ids = {MATCH: uuid7(begins, rng.getrandbits(80)), CLUB: home.id, TABLE: rng.choice(home.tables)}
    for slot, began in enumerate(template.began[:deals], DEALS):
        ids[slot] = uuid7(begins + began, rng.getrandbits(80))
    # In alphabetical order, as the placeholders of the template are: the list of people in a line is sorted.
    players = sorted(rng.sample(home.players, template.seats))
    values: dict[int, bytes] = {slot: str(identity).encode() for slot, identity in ids.items()}
    for slot, text in ((EVENT, f"{home.name}, {_day(begins // DAY).decode()}"), *enumerate(players, PLAYERS)):
        values[slot] = json.dumps(text, ensure_ascii=False)[1:-1].encode()
    events = [
        EventRow(
            ids[event.slot],
            event.version,
            event.topic,
            b'{"at":"' + format_moment(begins + event.at) + _join(event.rest, values),
        )
        for event in template.events
        if event.deals <= deals
    ]
    lines = [_line("deal", line, ids[MATCH], begins, ids, values) for line in template.deal_lines[:deals]]
    lines.append(_line("match", template.match_lines[deals - 1], ids[TABLE], begins, ids, values))
    return events, lines


def _line(
    kind: str, line: TemplateLine, parent: UUID, begins: int, ids: dict[int, UUID], values: dict[int, bytes]
) -> LineRow:
    at, title = format_moment(begins + line.at).decode(), _join(line.title, values).decode()
    return LineRow(ids[line.slot], kind, ids[CLUB], parent, at, title, _join(line.data, values).decode(), line.traits)


def _join(pieces: Pieces, values: dict[int, bytes]) -> bytes:
    return b"".join([values[piece] if type(piece) is int else piece for piece in pieces])  # type: ignore[misc]


def format_moment(milliseconds: int) -> bytes:
    """Return a time as events have it: ``2026-02-14T20:15:09.318Z``."""
    day, rest = divmod(milliseconds, DAY)
    return b"%bT%b%b" % (_day(day), _SECONDS[rest // 1000], _THOUSANDTHS[rest % 1000])


@lru_cache(maxsize=64)
def _day(day: int) -> bytes:
    return datetime.fromtimestamp(day * 86_400, UTC).date().isoformat().encode()
