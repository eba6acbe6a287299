"""A series of the generated club: a match of its evening, a Schieber kept on a slate, and the championship.

Each command has a fixed id or key, so recording a second time changes nothing.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from demo.recorder import BY, championship_id
from demo.scribe import format_time
from domain.kernel.errors import AlreadyThere

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from demo.evening import Evening
    from domain.kernel.commands import Sent
    from domain.ledger import Ledger

SERIES: Final = "Lagoon Road Year 2026"
TERMS: Final[dict[str, Any]] = {"counts": "place-points", "ranks": "player", "points": [5, 3, 1]}
SLATE: Final = "Schieber at the garden table"
BEGINS: Final = datetime(2026, 2, 18, 14, 0, tzinfo=UTC)
"""The beginning of the Schieber: 19:30 in Colombo."""
DEAL: Final = timedelta(minutes=7)
PAIRS: Final = {"A": ("Anula", "Farook"), "B": ("Kavitha", "Mahesh")}
"""The players of both teams of the Schieber."""
LINES: Final[tuple[dict[str, Any], ...]] = (
    {"announcer": "A", "contract": "roses", "team": "A", "points": 97},
    {"announcer": "B", "contract": "bells", "team": "B", "points": 103, "weis": {"B": 50}},
    {"announcer": "A", "contract": "obenabe", "team": "A", "match": True},
    {"announcer": "B", "contract": "acorns", "team": "B", "points": 88, "stoeck": "A"},
    {"announcer": "A", "contract": "shields", "team": "A", "points": 112, "weis": {"A": 20}},
    {"announcer": "B", "contract": "undenufe", "team": "B", "points": 140},
    {"announcer": "A", "contract": "roses", "team": "A", "points": 64},
    {"announcer": "B", "contract": "bells", "team": "B", "points": 119, "weis": {"B": 100}, "stoeck": "B"},
    {"announcer": "A", "contract": "acorns", "team": "A", "points": 81, "weis": {"A": 50}},
    {"announcer": "B", "contract": "obenabe", "team": "B", "points": 70},
    {"announcer": "A", "contract": "shields", "team": "A", "points": 125},
)
"""The line of each deal of the Schieber, to 1000 points."""


def series_id(evening: Evening) -> UUID:
    """Return the id of the series that is recorded with an evening."""
    return evening.id_of("series", SERIES)


def slate_id(evening: Evening) -> UUID:
    """Return the id of the Schieber that is recorded with an evening."""
    return evening.id_of("slate", SLATE, BEGINS)


def record_slate(ledger: Ledger, evening: Evening) -> None:
    """Record the Schieber line by line."""
    slate = slate_id(evening)
    with suppress(AlreadyThere):
        ledger.slates.open(
            "schieber",
            {},
            slate_id=slate,
            club=evening.club.id,
            table=evening.tables[-1].id,
            teams={team: " and ".join(pair) for team, pair in PAIRS.items()},
            players=PAIRS,
            event=SLATE,
            note=evening.source,
            by=BY,
            at=format_time(BEGINS),
        )
    for number, line in enumerate(LINES, 1):
        ledger.slates.write(slate, line, by=BY, at=format_time(BEGINS + number * DEAL), key=f"slate line {number}")


def record_series(ledger: Ledger, evening: Evening, matches: Sequence[UUID]) -> None:
    """Record the series with ``matches``, the Schieber and the championship as its evenings."""
    series = series_id(evening)

    def stamp(key: str) -> Sent:
        return {"by": BY, "at": format_time(BEGINS), "key": f"series {key}"}

    with suppress(AlreadyThere):
        ledger.series.open(SERIES, evening.club.id, TERMS, series_id=series, by=BY, at=format_time(BEGINS))
    for number, match in enumerate(matches, 1):
        ledger.series.add_match(series, match, **stamp(f"match {number}"))
    ledger.series.add_slate(series, slate_id(evening), **stamp("slate"))
    ledger.series.add_evening(series, championship_id(evening), **stamp("championship"))
