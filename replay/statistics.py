"""Statistics of many deals for a player or a club: bids made and failed, points, tokens."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

PAUSE: Final = timedelta(hours=6)
"""The time without a deal after which another evening begins."""
WIDTH: Final = 20
"""The number of card points that one bar of a distribution covers."""


BEST: Final = 3
"""The players whom the last evening of a club names."""


@dataclass(frozen=True, slots=True)
class Line:
    """A deal's row of the catalogue."""

    at: datetime
    data: Mapping[str, Any]

    @property
    def maker(self) -> str | None:
        """Return the seat that played a contract; None if nobody did."""
        contract = self.data.get("contract")
        return contract["seat"] if contract else None

    @property
    def bid(self) -> str:
        """Return the bid of the contract."""
        return str(self.data["contract"]["bid"])

    def seats_of(self, names: Collection[str]) -> list[str]:
        """Return the seats of players with these names."""
        return [seat for seat, name in self.data.get("players", {}).items() if name in names]

    def partners_of(self, names: Collection[str]) -> list[str]:
        """Return the names of those who play on the side of a player with one of these names."""
        seat, sides = self.seats_of(names)[0], self.data.get("sides", {})
        players = self.data["players"].items()
        return [name for other, name in players if other != seat and name and sides.get(other) == sides.get(seat)]


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
    """The balance of tokens after a deal."""

    at: datetime
    tokens: int
    day: str = ""
    """The day of the deal, such as ``2026-02-14``, if only its day is known."""


@dataclass(frozen=True, slots=True)
class Partner:
    """The deals of a player with one partner."""

    name: str
    deals: int
    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class Evening:
    """The deals of a player in one evening: no pause between two of them was as long as `PAUSE`."""

    begins: datetime
    ends: datetime
    """The moment of the last deal."""
    day: str
    """The day, such as ``2026-02-14``, if only the day is known."""
    event: str
    deals: int
    won: int
    lost: int
    tokens: int
    """The tokens that the player's side won, less those that it lost."""
    bids: int
    """The contracts that the player bid and that were made or failed."""
    made: int
    partners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Player:
    """The statistics of a player."""

    deals: int
    as_maker: tuple[Bids, ...]
    """The contracts that the player bid."""
    won: int
    """The number of played deals in which the player's side won tokens."""
    lost: int
    points: tuple[Share, ...]
    """Card points of the player's side in a deal."""
    tokens: tuple[Balance, ...]
    partners: tuple[Partner, ...]
    """The partners, most frequent first."""
    evenings: tuple[Evening, ...]
    """The evenings, newest first."""


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
class ClubEvening:
    """The last evening of a club."""

    begins: datetime
    ends: datetime
    day: str
    """The day, such as ``2026-02-14``, if only the day is known."""
    event: str
    deals: int
    best: tuple[tuple[str, int], ...]
    """At most three players whose sides won more tokens than they lost, and how many, the most first."""


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
    last: ClubEvening | None
    """The last evening; None if there is no deal."""


def of_player(lines: Iterable[Line], names: Collection[str]) -> Player:
    """Return the statistics of a player from rows in any order. ``names``: the player's names in the rows."""
    seated = sorted((line for line in lines if line.seats_of(names)), key=lambda line: line.at)
    points: list[int] = []
    tokens: list[Balance] = []
    made: list[Line] = []
    won = lost = total = 0
    for line in seated:
        data = line.data
        seat = line.seats_of(names)[0]
        side = data.get("sides", {}).get(seat)
        if line.maker == seat:
            made.append(line)
        gained = _gained(line, names)
        if gained is None:
            continue
        total += gained
        won += gained > 0
        lost += gained < 0
        tokens.append(Balance(line.at, total, data.get("day", "")))
        if data.get("status") == "played":
            points.append(data["points"][side])
    return Player(
        deals=len(seated),
        as_maker=_bids(made),
        won=won,
        lost=lost,
        points=_shares(points),
        tokens=tuple(tokens),
        partners=_partners(seated, names),
        evenings=tuple(_evening(each, names) for each in reversed(_by_evening(seated))),
    )


def month_of(at: datetime) -> str:
    """Return the month of a moment in UTC, such as ``2026-02``."""
    return f"{at.astimezone(UTC):%Y-%m}"


def months_of_player(lines: Iterable[Line], names: Collection[str]) -> tuple[Month, ...]:
    """Return the months in which a player has deals, newest first. ``lines``: rows in any order."""
    months: defaultdict[str, list[Line]] = defaultdict(list)
    for line in lines:
        if line.seats_of(names):
            months[month_of(line.at)].append(line)
    return tuple(_month(month, months[month], names) for month in sorted(months, reverse=True))


def _month(month: str, lines: list[Line], names: Collection[str]) -> Month:
    return Month(month=month, deals=len(lines), **_counts(lines, names))


def _counts(lines: Sequence[Line], names: Collection[str]) -> dict[str, int]:
    """Return the counts that an evening and a month have."""
    gained = [tokens for line in lines if (tokens := _gained(line, names)) is not None]
    results = _own_results(lines, names)
    return {
        "won": sum(tokens > 0 for tokens in gained),
        "lost": sum(tokens < 0 for tokens in gained),
        "tokens": sum(gained),
        "bids": len(results),
        "made": results.count("made"),
    }


def _own_results(lines: Iterable[Line], names: Collection[str]) -> list[str]:
    """Return the results of the contracts that a player bid, ``made`` or ``failed``."""
    own = [line for line in lines if line.maker in line.seats_of(names)[:1]]
    return [result for line in own if (result := line.data.get("result")) in ("made", "failed")]


def of_club(lines: Iterable[Line]) -> Club:
    """Return the statistics of a club from its deals, in any order."""
    every = sorted(lines, key=lambda line: line.at)
    points = [
        line.data["points"][line.data["sides"][line.maker]]
        for line in every
        if line.data.get("status") == "played" and line.maker in line.data.get("sides", {})
    ]
    return Club(
        deals=len(every),
        bids=_bids(every),
        points=_shares(points),
        rulesets=tuple(Counter(line.data["ruleset"] for line in every).most_common()),
        months=_months(every),
        last=_last_of_club(_by_evening(every)[-1]) if every else None,
    )


def _last_of_club(lines: list[Line]) -> ClubEvening:
    gains: Counter[str] = Counter()
    for line in lines:
        tokens, sides = line.data.get("tokens") or {}, line.data.get("sides", {})
        for seat, name in line.data.get("players", {}).items():
            if name:
                gains[name] += tokens.get(sides.get(seat), 0)
    begins, ends, day, event = _when(lines)
    best = tuple((name, tokens) for name, tokens in gains.most_common(BEST) if tokens > 0)
    return ClubEvening(begins, ends, day, event, len(lines), best)


def _by_evening(lines: Iterable[Line]) -> list[list[Line]]:
    """Return deals in order, divided into evenings."""
    evenings: list[list[Line]] = []
    for line in lines:
        if not evenings or line.at - evenings[-1][-1].at >= PAUSE:
            evenings.append([])
        evenings[-1].append(line)
    return evenings


def _when(lines: list[Line]) -> tuple[datetime, datetime, str, str]:
    """Return the begin and the end of an evening, its day if only that is known, and the event that it was."""
    event = next((event for line in reversed(lines) if (event := line.data.get("event"))), "")
    return lines[0].at, lines[-1].at, lines[-1].data.get("day", ""), event


def _evening(lines: list[Line], names: Collection[str]) -> Evening:
    begins, ends, day, event = _when(lines)
    return Evening(
        begins=begins,
        ends=ends,
        day=day,
        event=event,
        deals=len(lines),
        **_counts(lines, names),
        partners=tuple(each.name for each in _partners(lines, names)),
    )


def _partners(lines: Iterable[Line], names: Collection[str]) -> tuple[Partner, ...]:
    deals: Counter[str] = Counter()
    won: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    for line in lines:
        mates = line.partners_of(names)
        gained = _gained(line, names) or 0
        deals.update(mates)
        won.update(mates if gained > 0 else ())
        lost.update(mates if gained < 0 else ())
    return tuple(Partner(name, number, won[name], lost[name]) for name, number in deals.most_common())


def _gained(line: Line, names: Collection[str]) -> int | None:
    """Return the tokens that a player's side won in a deal; None if it has no result."""
    side = line.data.get("sides", {}).get(line.seats_of(names)[0])
    gained: int | None = (line.data.get("tokens") or {}).get(side)
    return gained


def by_evening(tokens: Iterable[Balance]) -> list[Balance]:
    """Return the balance after the last deal of each evening, in order."""
    evenings: list[Balance] = []
    for balance in tokens:
        if evenings and balance.at - evenings[-1].at < PAUSE:
            evenings.pop()
        evenings.append(balance)
    return evenings


def _bids(lines: Iterable[Line]) -> tuple[Bids, ...]:
    """Return the results by bid: numbers in order, then words."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for line in lines:
        if line.maker and (result := line.data.get("result")) in ("made", "failed"):
            counts[line.bid][result] += 1
    order = sorted(counts, key=lambda bid: (not bid.isdecimal(), int(bid) if bid.isdecimal() else 0, bid))
    return tuple(Bids(bid, counts[bid]["made"], counts[bid]["failed"]) for bid in order)


def _shares(points: list[int]) -> tuple[Share, ...]:
    """Return bars of `WIDTH` points from the lowest to the highest value, with empty ones between."""
    if not points:
        return ()
    counts = Counter(value // WIDTH for value in points)
    return tuple(Share(bar * WIDTH, counts[bar]) for bar in range(min(counts), max(counts) + 1))


def _months(lines: list[Line]) -> tuple[tuple[str, int], ...]:
    if not lines:
        return ()
    counts = Counter((line.at.year, line.at.month) for line in lines)
    year, month = min(counts)
    months: list[tuple[str, int]] = []
    while (year, month) <= max(counts):
        months.append((f"{year}-{month:02}", counts[year, month]))
        year, month = (year, month + 1) if month < 12 else (year + 1, 1)
    return tuple(months)
