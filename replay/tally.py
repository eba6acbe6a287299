"""Tallies of deals: numbers of a club or of a player that add up, so that each day is counted once and then kept."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

PAUSE: Final = timedelta(hours=6)
"""The time without a deal after which another evening begins."""
WIDTH: Final = 20
"""The number of card points that one bar of a distribution covers."""
COUNTS: Final = ("deals", "won", "lost", "tokens", "settled", "bids", "made")
"""The numbers of an evening, in the order of its fields."""


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

    @property
    def result(self) -> str | None:
        """Return ``made`` or ``failed``; None without a contract that was played to its end."""
        result = self.data.get("result")
        return result if self.maker and result in ("made", "failed") else None

    def seats_of(self, names: Collection[str]) -> list[str]:
        """Return the seats of players with these names."""
        return [seat for seat, name in self.data.get("players", {}).items() if name in names]

    def side_of(self, seat: str | None) -> str | None:
        """Return the side of a seat; None if the seat has no player."""
        side: str | None = self.data.get("sides", {}).get(seat)
        return side

    def partners_of(self, seat: str) -> list[str]:
        """Return the names of those who play on the side of a seat."""
        players = self.data["players"].items()
        side = self.side_of(seat)
        return [name for other, name in players if other != seat and name and self.side_of(other) == side]

    def gained(self, seat: str) -> int | None:
        """Return the tokens that the side of a seat won; None if the deal has no result."""
        tokens: int | None = (self.data.get("tokens") or {}).get(self.side_of(seat))
        return tokens


@dataclass(frozen=True, slots=True)
class Partner:
    """The deals of a player with one partner."""

    name: str
    deals: int
    won: int
    lost: int

    def plus(self, other: Partner | None) -> Partner:
        """Return the partner with other deals, too."""
        if other is None:
            return self
        return Partner(self.name, self.deals + other.deals, self.won + other.won, self.lost + other.lost)

    def as_json(self) -> list[Any]:
        """Return the partner as JSON values."""
        return [self.name, self.deals, self.won, self.lost]


@dataclass(frozen=True, slots=True)
class Evening:
    """The deals of one evening, or of its part on one day: no pause between two of them was as long as `PAUSE`."""

    begins: datetime
    ends: datetime
    """The moment of the last deal."""
    day: str
    """The day, such as ``2026-02-14``, if only the day is known."""
    event: str
    deals: int
    won: int = 0
    lost: int = 0
    tokens: int = 0
    """The tokens that the player's side won, less those that it lost."""
    settled: int = 0
    """The deals that have a result in tokens."""
    bids: int = 0
    """The contracts that the player bid and that were made or failed."""
    made: int = 0
    mates: tuple[Partner, ...] = ()
    """The partners, most frequent first."""

    @property
    def partners(self) -> tuple[str, ...]:
        """Return the names of the partners, most frequent first."""
        return tuple(each.name for each in self.mates)

    def joined(self, later: Evening) -> Evening:
        """Return the evening with its part that began later."""
        last = later if later.ends >= self.ends else self
        return Evening(
            begins=self.begins,
            ends=last.ends,
            day=last.day,
            event=later.event or self.event,
            mates=summed((*self.mates, *later.mates)),
            **{name: getattr(self, name) + getattr(later, name) for name in COUNTS},
        )

    def as_json(self) -> list[Any]:
        """Return the evening as JSON values."""
        mates = [each.as_json() for each in self.mates]
        counts = [getattr(self, name) for name in COUNTS]
        return [self.begins.isoformat(), self.ends.isoformat(), self.day, self.event, counts, mates]

    @classmethod
    def of_json(cls, values: Sequence[Any]) -> Evening:
        """Return the evening that `as_json` gave."""
        begins, ends, day, event, counts, mates = values
        numbers = *counts, tuple(Partner(*each) for each in mates)
        return cls(datetime.fromisoformat(begins), datetime.fromisoformat(ends), day, event, *numbers)


@dataclass(slots=True)
class Tally:
    """Numbers of some deals."""

    bids: Counter[tuple[str, str]] = field(default_factory=Counter)
    """The contracts by bid and result; of a player: those that the player bid."""
    points: Counter[int] = field(default_factory=Counter)
    """The deals by the card points of the side, in bars of `WIDTH`; of a club: of the side of the maker."""
    rulesets: Counter[str] = field(default_factory=Counter)
    own_games: dict[str, str] = field(default_factory=dict)
    """The names of those rulesets that are a club's own, by key."""
    partners: dict[str, Partner] = field(default_factory=dict)
    """The partners of a player, by name."""
    evenings: list[Evening] = field(default_factory=list)
    """The parts of evenings, each on one day in UTC, in any order."""

    @property
    def deals(self) -> int:
        """Return the number of deals."""
        return sum(each.deals for each in self.evenings)

    def add(self, other: Tally) -> None:
        """Add the numbers of other deals."""
        self.bids.update(other.bids)
        self.points.update(other.points)
        self.rulesets.update(other.rulesets)
        self.own_games.update(other.own_games)
        for name, each in other.partners.items():
            self.partners[name] = each.plus(self.partners.get(name))
        self.evenings.extend(other.evenings)

    def named(self, name_of: Callable[[str], str]) -> Tally:
        """Return the tally with other names of the partners."""

        def named(partners: Iterable[Partner]) -> tuple[Partner, ...]:
            return summed(replace(each, name=name_of(each.name)) for each in partners)

        evenings = [replace(each, mates=named(each.mates)) for each in self.evenings]
        partners = {each.name: each for each in named(self.partners.values())}
        return replace(self, partners=partners, evenings=evenings)

    def without_mates(self) -> Tally:
        """Return the tally without the partners of each evening: pages name them only for the newest evenings."""
        return replace(self, evenings=[replace(each, mates=()) for each in self.evenings])

    def as_json(self) -> dict[str, Any]:
        """Return the tally as JSON values, without any order of keys that matters."""
        return {
            "bids": [[*key, number] for key, number in self.bids.items()],
            "points": list(self.points.items()),
            "rulesets": list(self.rulesets.items()),
            "own_games": list(self.own_games.items()),
            "partners": [each.as_json() for each in self.partners.values()],
            "evenings": [each.as_json() for each in self.evenings],
        }

    @classmethod
    def of_json(cls, values: Mapping[str, Any]) -> Tally:
        """Return the tally that `as_json` gave."""
        return cls(
            Counter({(bid, result): number for bid, result, number in values["bids"]}),
            Counter(dict(values["points"])),
            Counter(dict(values["rulesets"])),
            dict(values["own_games"]),
            {name: Partner(name, *numbers) for name, *numbers in values["partners"]},
            [Evening.of_json(each) for each in values["evenings"]],
        )


def tally_of_club(lines: Iterable[Line]) -> Tally:
    """Return the tally of a club from its deals, in any order."""
    tally, every = Tally(), sorted(lines, key=lambda line: line.at)
    for line in every:
        _count(tally, line)
        if line.result:
            tally.bids[line.bid, line.result] += 1
        _count_points(tally, line, line.side_of(line.maker) if line.maker else None)
    for part in _parts(every):
        tally.evenings.append(Evening(*_when(part), len(part)))
    return tally


def tally_of_player(lines: Iterable[Line], names: Collection[str]) -> Tally:
    """Return the tally of a player from deals in any order. ``names``: the player's names in the deals."""
    tally = Tally()
    seated = [(line, seats[0]) for line in lines if (seats := line.seats_of(names))]
    seat_of = {id(line): seat for line, seat in seated}
    every = sorted((line for line, _ in seated), key=lambda line: line.at)
    for line in every:
        seat = seat_of[id(line)]
        _count(tally, line)
        if line.result and line.maker == seat:
            tally.bids[line.bid, line.result] += 1
        if line.gained(seat) is not None:
            _count_points(tally, line, line.side_of(seat))
    for part in _parts(every):
        tally.evenings.append(_evening([(line, seat_of[id(line)]) for line in part]))
    tally.partners = {each.name: each for each in summed(mate for each in tally.evenings for mate in each.mates)}
    return tally


def joined(parts: Iterable[Evening]) -> list[Evening]:
    """Return evenings in order from their parts."""
    evenings: list[Evening] = []
    for part in sorted(parts, key=lambda each: each.begins):
        if evenings and part.begins - evenings[-1].ends < PAUSE:
            evenings[-1] = evenings[-1].joined(part)
        else:
            evenings.append(part)
    return evenings


def summed(partners: Iterable[Partner]) -> tuple[Partner, ...]:
    """Return each partner once, most frequent first, then by name."""
    sums: dict[str, Partner] = {}
    for each in partners:
        sums[each.name] = each.plus(sums.get(each.name))
    return tuple(sorted(sums.values(), key=lambda each: (-each.deals, each.name)))


def month_of(at: datetime) -> str:
    """Return the month of a moment in UTC, such as ``2026-02``."""
    return day_of(at)[: len("2026-02")]


def day_of(at: datetime) -> str:
    """Return the day of a moment in UTC, such as ``2026-02-14``."""
    return at.astimezone(UTC).date().isoformat()


def _count(tally: Tally, line: Line) -> None:
    ruleset = line.data["ruleset"]
    tally.rulesets[ruleset] += 1
    if own := line.data.get("own_game"):
        tally.own_games[ruleset] = own["name"] or ruleset


def _count_points(tally: Tally, line: Line, side: str | None) -> None:
    if side is not None and line.data.get("status") == "played":
        tally.points[line.data["points"][side] // WIDTH] += 1


def _parts(lines: Iterable[Line]) -> list[list[Line]]:
    """Return deals in order, divided into the parts of evenings on one day."""
    parts: list[list[Line]] = []
    for line in lines:
        last = parts[-1][-1].at if parts else None
        if last is None or line.at - last >= PAUSE or day_of(line.at) != day_of(last):
            parts.append([])
        parts[-1].append(line)
    return parts


def _when(lines: Sequence[Line]) -> tuple[datetime, datetime, str, str]:
    """Return the begin and the end of an evening, its day if only that is known, and the event that it was."""
    event = next((event for line in reversed(lines) if (event := line.data.get("event"))), "")
    return lines[0].at, lines[-1].at, lines[-1].data.get("day", ""), event


def _evening(seated: Sequence[tuple[Line, str]]) -> Evening:
    gained = [tokens for line, seat in seated if (tokens := line.gained(seat)) is not None]
    results = [line.result for line, seat in seated if line.result and line.maker == seat]
    mates = (_partner(name, line.gained(seat) or 0) for line, seat in seated for name in line.partners_of(seat))
    return Evening(
        *_when([line for line, _ in seated]),
        deals=len(seated),
        won=sum(tokens > 0 for tokens in gained),
        lost=sum(tokens < 0 for tokens in gained),
        tokens=sum(gained),
        settled=len(gained),
        bids=len(results),
        made=results.count("made"),
        mates=summed(mates),
    )


def _partner(name: str, gained: int) -> Partner:
    return Partner(name, 1, int(gained > 0), int(gained < 0))
