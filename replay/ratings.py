"""Ratings of players over tournaments, computed from who won against whom.

The model is Bradley and Terry's, as Weng and Lin made it Bayesian ("A Bayesian Approximation Method for Online
Ranking", JMLR 2011) and the library ``openskill`` computes it. Everybody is a number mu and a doubt sigma; a side is
as good as its players together, and what it wins or loses moves each of them as far as they are in doubt. It is the
model of paired comparison: an encounter here has two sides and a winner, or none (a draw is half a win for both).
Plackett and Luce's ranks many sides at once, which no table does.

It is a pure function of the encounters in order of time. How high somebody won does not count.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from domain.tournament.state import PLAYED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from datetime import datetime

    from domain.tournament.state import Entry, EntryId, Line

MEAN: Final = 25.0
"""The mu of a new player."""
DOUBT: Final = MEAN / 3
"""The sigma of a new player."""
BEGIN: Final = 1000
STEP: Final = 40
"""The rating of a new player, and the rating points for one mu."""


@dataclass(frozen=True, slots=True)
class Encounter:
    """An encounter of two sides: its players, when it ended, and who won."""

    at: datetime
    sides: tuple[tuple[str, ...], tuple[str, ...]]
    """Players, by id or name."""
    outcome: int
    """1 if the first side won, -1 if the second did, 0 for a draw."""


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of a player."""

    mu: float = MEAN
    sigma: float = DOUBT
    encounters: int = 0

    @property
    def shown(self) -> int:
        """Return the displayed rating: 1000, and 40 for each of mu less three sigma.

        It is a lower bound of the player's strength, so nobody is ahead for having played little.
        """
        return round(BEGIN + STEP * (self.mu - 3 * self.sigma))


def ratings(encounters: Iterable[Encounter]) -> dict[str, Rating]:
    """Return the ratings after these encounters, best first.

    They are taken in order of time, those of the same moment in the order given. One player on both sides, or a side
    of nobody, tells nothing and is left out.
    """
    latest: dict[str, Rating] = {}
    for _, after in course(encounters):
        latest |= after
    return dict(sorted(latest.items(), key=lambda each: (-each[1].shown, each[0])))


def course(encounters: Iterable[Encounter]) -> Iterator[tuple[Encounter, dict[str, Rating]]]:
    """Yield the encounters that count, by time, each with its players' ratings after it."""
    from openskill.models import BradleyTerryFull

    model = BradleyTerryFull(mu=MEAN, sigma=DOUBT)
    known: dict[str, Any] = {}
    played: dict[str, int] = {}
    for encounter in sorted(encounters, key=lambda each: each.at):
        sides = [tuple(dict.fromkeys(side)) for side in encounter.sides]
        if not all(sides) or set(sides[0]) & set(sides[1]):
            continue
        before = [[known.get(player) or model.rating() for player in side] for side in sides]
        rated = model.rate(before, scores=[encounter.outcome, -encounter.outcome])
        after = {}
        for side, new in zip(sides, rated, strict=True):
            for player, rating in zip(side, new, strict=True):
                known[player] = rating
                played[player] = played.get(player, 0) + 1
                after[player] = Rating(rating.mu, rating.sigma, played[player])
        yield encounter, after


def encounters(
    entries: Iterable[Entry], lines: Iterable[Line], finished: Mapping[tuple[int, int], datetime]
) -> Iterator[Encounter]:
    """Yield the played and confirmed encounters of a tournament, one for all lines of a table.

    ``finished``: by round and table, when. The boards of a duplicate that were played in a round at one table are one
    encounter. What was forfeited says nothing of how somebody plays.
    """
    players = {entry.id: entry.players or (entry.name,) for entry in entries}
    tables: dict[tuple[int, int, tuple[EntryId, ...], tuple[EntryId, ...]], list[Line]] = {}
    for line in lines:
        if line.kind == PLAYED:
            ours = tuple(sorted((line.entry, *line.partners)))
            theirs = tuple(sorted(line.against))
            if ours < theirs and line.entry == ours[0]:
                tables.setdefault((line.round, line.table, ours, theirs), []).append(line)
    for (round_, table, ours, theirs), played in sorted(tables.items()):
        if not all(line.confirmed for line in played):
            continue
        won, lost = (sum(getattr(line, name) for line in played) for name in ("won", "lost"))
        sides = [tuple(player for entry in side for player in players[entry]) for side in (ours, theirs)]
        yield Encounter(finished[round_, table], (sides[0], sides[1]), (won > lost) - (won < lost))
