"""Ratings of players over tournaments, computed from who won against whom.

The model is that of Bradley and Terry in the Bayesian form of Weng and Lin ("A Bayesian Approximation Method for Online
Ranking", JMLR 2011), computed by the library ``openskill``. A player has a mean mu and an uncertainty sigma. The
strength of a side is the sum of its players. A result moves the players with a large uncertainty most. The model
compares pairs, as an encounter has two sides; a draw is half a win for both. The model of Plackett and Luce ranks many
sides at once, which no table needs.

The ratings are a pure function of the encounters in order of time. The margin of a win does not count.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from domain.tournament.state import PLAYED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
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
    """An encounter of two sides: its end, its players, and its winner."""

    at: datetime
    sides: tuple[tuple[str, ...], tuple[str, ...]]
    """The players of both sides, by id or name."""
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
        """Return the displayed rating: 1000 + 40 × (mu - 3 × sigma).

        It is a lower bound of the player's strength, so a player with few encounters is not ranked too high.
        """
        return round(BEGIN + STEP * (self.mu - 3 * self.sigma))


def ratings(encounters: Iterable[Encounter]) -> dict[str, Rating]:
    """Return the ratings after these encounters, best first.

    Encounters are taken in order of time, those of the same moment in the order given. An encounter with a player on
    both sides, or with an empty side, is left out.
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
    entries: Iterable[Entry],
    lines: Iterable[Line],
    finished: Mapping[tuple[int, int], datetime],
    identify: Callable[[str], str] = str,
) -> Iterator[Encounter]:
    """Yield the played and confirmed encounters of a tournament, one for all lines of a table.

    ``finished``: the time when a table finished, by round and table. The boards of a duplicate that were played in a
    round at one table are one encounter. Forfeits are left out, since they do not show how well anybody plays. A
    substitute takes the place of the absent player; ``identify`` returns the id of a substitute's name.
    """
    players = {entry.id: entry.players or (entry.name,) for entry in entries}
    sat: dict[tuple[int, int, EntryId], tuple[str, ...]] = {}
    tables: dict[tuple[int, int, tuple[EntryId, ...], tuple[EntryId, ...]], list[Line]] = {}
    for line in lines:
        if line.kind == PLAYED:
            if line.substitutes:
                sat[line.round, line.table, line.entry] = _with_substitutes(players[line.entry], line, identify)
            ours = tuple(sorted((line.entry, *line.partners)))
            theirs = tuple(sorted(line.against))
            if ours < theirs and line.entry == ours[0]:
                tables.setdefault((line.round, line.table, ours, theirs), []).append(line)
    for (round_, table, ours, theirs), played in sorted(tables.items()):
        if not all(line.confirmed for line in played):
            continue
        won, lost = (sum(getattr(line, name) for line in played) for name in ("won", "lost"))
        sides = [
            tuple(player for entry in side for player in sat.get((round_, table, entry), players[entry]))
            for side in (ours, theirs)
        ]
        yield Encounter(finished[round_, table], (sides[0], sides[1]), (won > lost) - (won < lost))


def _with_substitutes(players: tuple[str, ...], line: Line, identify: Callable[[str], str]) -> tuple[str, ...]:
    """Return the players of an entry as they sat at the table of a line."""
    instead = {place: identify(player) for place, player in line.substitutes}
    return tuple(instead.get(place, player) for place, player in enumerate(players))
