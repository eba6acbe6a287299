"""Statistics of many deals for a player or a club: bids made and failed, points, tokens."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from replay.tally import WIDTH, Evening, Partner, day_of, joined, month_of, summed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from replay.tally import Line, Tally

LAST: Final = 6
"""The newest evenings of a player, of which pages say how they went."""
BEST: Final = 3
"""The players whom the last evening of a club names."""


@dataclass(frozen=True, slots=True)
class Bids:
    """The numbers of contracts of one bid that were made and failed."""

    bid: str
    made: int
    failed: int


@dataclass(frozen=True, slots=True)
class Share:
    """The number of deals with points from ``least`` up to the next bar."""

    least: int
    deals: int


@dataclass(frozen=True, slots=True)
class Balance:
    """The balance of tokens after an evening."""

    at: datetime
    tokens: int
    day: str = ""
    """The day of the last deal, such as ``2026-02-14``, if only its day is known."""


@dataclass(frozen=True, slots=True)
class Player:
    """The statistics of a player."""

    deals: int
    as_maker: tuple[Bids, ...]
    """The contracts that the player bid."""
    won: int
    """The number of played deals in which the player's side won tokens."""
    lost: int
    settled: int
    """The number of deals that have a result in tokens."""
    points: tuple[Share, ...]
    """Card points of the player's side in a deal."""
    tokens: tuple[Balance, ...]
    """The balance after each evening that has a result."""
    partners: tuple[Partner, ...]
    """The partners, most frequent first."""
    evenings: tuple[Evening, ...]
    """The newest evenings, newest first, at most `LAST`."""


@dataclass(frozen=True, slots=True)
class Month:
    """The deals of a player in a month, such as ``2026-02`` (UTC)."""

    month: str
    deals: int
    won: int
    lost: int
    tokens: int
    """The tokens that the player's side won, less those that it lost."""
    bids: int
    """The contracts that the player bid and that were made or failed."""
    made: int


@dataclass(frozen=True, slots=True)
class Club:
    """The statistics of a club."""

    deals: int
    bids: tuple[Bids, ...]
    points: tuple[Share, ...]
    """Card points of the maker's side in a deal."""
    rulesets: tuple[tuple[str, int], ...]
    months: tuple[tuple[str, int], ...]
    """Each month, such as ``2026-02``, with its number of deals; in order and without gaps."""
    last: Evening | None
    """The last evening; None if there is no deal."""
    days: tuple[str, ...]
    """The days on which deals began (ISO 8601, UTC), newest first."""


def of_player(tally: Tally) -> Player:
    """Return the statistics of a player."""
    evenings = joined(tally.evenings)
    return Player(
        deals=tally.deals,
        as_maker=_bids(tally),
        won=sum(each.won for each in evenings),
        lost=sum(each.lost for each in evenings),
        settled=sum(each.settled for each in evenings),
        points=_shares(tally.points),
        tokens=tuple(_balances(evenings)),
        partners=summed(tally.partners.values()),
        evenings=tuple(reversed(evenings[-LAST:])),
    )


def months_of_player(tally: Tally) -> tuple[Month, ...]:
    """Return the months in which a player has deals, newest first."""
    months: defaultdict[str, list[Evening]] = defaultdict(list)
    for each in tally.evenings:
        months[month_of(each.begins)].append(each)
    return tuple(_month(month, months[month]) for month in sorted(months, reverse=True))


def _month(month: str, evenings: Sequence[Evening]) -> Month:
    names = ("deals", "won", "lost", "tokens", "bids", "made")
    return Month(month, *(sum(getattr(each, name) for each in evenings) for name in names))


def of_club(tally: Tally) -> Club:
    """Return the statistics of a club."""
    evenings = joined(tally.evenings)
    return Club(
        deals=tally.deals,
        bids=_bids(tally),
        points=_shares(tally.points),
        rulesets=tuple(tally.rulesets.most_common()),
        months=_months(tally.evenings),
        last=evenings[-1] if evenings else None,
        days=tuple(sorted({day_of(each.begins) for each in tally.evenings}, reverse=True)),
    )


def best_of(lines: Iterable[Line]) -> tuple[tuple[str, int], ...]:
    """Return the players whose sides won more tokens than they lost, at most `BEST`, and how many, the most first."""
    gains: Counter[str] = Counter()
    for line in sorted(lines, key=lambda line: line.at):
        for seat, name in line.data.get("players", {}).items():
            if name:
                gains[name] += line.gained(seat) or 0
    return tuple((name, tokens) for name, tokens in gains.most_common(BEST) if tokens > 0)


def _balances(evenings: Iterable[Evening]) -> Iterable[Balance]:
    total = 0
    for each in evenings:
        total += each.tokens
        if each.settled:
            yield Balance(each.ends, total, each.day)


def _bids(tally: Tally) -> tuple[Bids, ...]:
    """Return the results by bid: numbers in order, then words."""
    bids = {bid for bid, _ in tally.bids}
    order = sorted(bids, key=lambda bid: (not bid.isdecimal(), int(bid) if bid.isdecimal() else 0, bid))
    return tuple(Bids(bid, tally.bids[bid, "made"], tally.bids[bid, "failed"]) for bid in order)


def _shares(points: Counter[int]) -> tuple[Share, ...]:
    """Return bars of `WIDTH` points from the lowest to the highest value, with empty ones between."""
    if not points:
        return ()
    return tuple(Share(bar * WIDTH, points[bar]) for bar in range(min(points), max(points) + 1))


def _months(parts: Iterable[Evening]) -> tuple[tuple[str, int], ...]:
    counts: Counter[tuple[int, int]] = Counter()
    for each in parts:
        year, month = month_of(each.begins).split("-")
        counts[int(year), int(month)] += each.deals
    if not counts:
        return ()
    year_, month_ = min(counts)
    months: list[tuple[str, int]] = []
    while (year_, month_) <= max(counts):
        months.append((f"{year_}-{month_:02}", counts[year_, month_]))
        year_, month_ = (year_, month_ + 1) if month_ < 12 else (year_ + 1, 1)
    return tuple(months)
