"""Tables of card play: the sums of stored analyses by group, and how they are added up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, TypeVar

from replay.card_play import CardPlay
from replay.tally import day_of
from store.tables.analyses import HandKey

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from store.tables.analyses import Analyses
    from store.tables.catalogue import Row

Group = TypeVar("Group", bound=Hashable)


@dataclass(frozen=True, slots=True)
class CardPlayTable:
    """The card play in some deals, with a row for each group, such as a player."""

    deals: int
    """The deals with a contract that the caller may see with all hands."""
    analysed: int
    """Those that have an analysis."""
    rows: Mapping[str, CardPlay]
    """The numbers of each group that has any, in the order in which the groups were given."""

    def __add__(self, other: CardPlayTable) -> CardPlayTable:
        """Return the table of other deals, too."""
        return sum_of([self, other])

    def by(self, group_of: Callable[[str], str]) -> CardPlayTable:
        """Return the table with larger groups. No deal may be in two groups that are put together."""
        rows: dict[str, CardPlay] = {}
        for group, each in self.rows.items():
            larger = group_of(group)
            rows[larger] = rows[larger] + each if larger in rows else each
        return replace(self, rows=rows)

    def by_game(self) -> CardPlayTable:
        """Return a table by day and game (`of_club`) with a row for each ruleset."""
        return self.by(lambda group: group.partition(" ")[2])

    def by_month(self) -> CardPlayTable:
        """Return a table by day and game with a row for each month, such as ``2026-02``."""
        return self.by(lambda group: group[: len("2026-02")])

    def by_day(self, days: Iterable[str]) -> CardPlayTable:
        """Return a table by day and game with a row for each of some days (ISO 8601)."""
        table = self.by(lambda group: group.partition(" ")[0])
        return replace(table, rows={day: table.rows[day] for day in days if day in table.rows})

    def by_month_and_game(self) -> CardPlayTable:
        """Return a table by day and game with a row for each month and game."""
        return self.by(lambda group: f"{group[: len('2026-02')]} {group.partition(' ')[2]}")

    def only(self, group: str) -> CardPlayTable:
        """Return the table with the row of one group, if it has one."""
        return replace(self, rows={name: row for name, row in self.rows.items() if name == group})

    def as_json(self) -> dict[str, Any]:
        """Return the table as JSON values from which `of_json` makes it."""
        rows = [[group, *each.numbers()] for group, each in self.rows.items()]
        return {"deals": self.deals, "analysed": self.analysed, "rows": rows}

    @classmethod
    def of_json(cls, values: Mapping[str, Any]) -> CardPlayTable:
        """Return the table that `as_json` gave."""
        rows = {group: CardPlay(*numbers) for group, *numbers in values["rows"]}
        return cls(values["deals"], values["analysed"], rows)

    def payload(self) -> dict[str, Any]:
        """Return the table as JSON values for readers."""
        rows = [{"name": group, **each.payload()} for group, each in self.rows.items()]
        return {"deals": self.deals, "analysed": self.analysed, "rows": rows}


def sum_of(tables: Iterable[CardPlayTable]) -> CardPlayTable:
    """Return the table of the deals of all these tables. No deal may be in two of them."""
    deals = analysed = 0
    rows: dict[str, CardPlay] = {}
    for table in tables:
        deals += table.deals
        analysed += table.analysed
        for group, each in table.rows.items():
            rows[group] = rows[group] + each if group in rows else each
    return CardPlayTable(deals, analysed, rows)


EMPTY: Final = CardPlayTable(0, 0, {})


def of_everybody(analyses: Analyses, deals: Sequence[Row]) -> dict[str, CardPlayTable]:
    """Return what `of_player` returns for each name in some deals, and with the name "" what `of_club` returns.

    Every deal that is shown counts, whoever may see it.
    """
    seen = [deal for deal in deals if is_counted(deal)]
    analysed = analyses.find_analysed([deal.id for deal in seen])
    hands: list[tuple[Row, str, tuple[str, str], float]] = []
    numbers: Counter[str] = Counter()
    numbers_analysed: Counter[str] = Counter()
    for deal in seen:
        players = deal.data.get("players", {})
        names = {"", *players.values()}
        numbers.update(names)
        numbers_analysed.update(names if deal.id in analysed else ())
        for seat in seats_of(deal):
            owners = dict.fromkeys(("", players.get(seat, "")))
            hands += [(deal, seat, (name, day_and_game(deal)), 0.0) for name in owners]
    rows: dict[str, dict[str, CardPlay]] = {name: {} for name in numbers}
    for (name, group), each in add_up(analyses, hands).items():
        rows[name][group] = each
    return {name: CardPlayTable(numbers[name], numbers_analysed[name], rows[name]) for name in numbers}


def is_counted(deal: Row) -> bool:
    """Return whether all hands of a deal are shown, and it has a contract."""
    return bool(deal.data.get("shown") and deal.data.get("contract"))


def seats_of(deal: Row) -> Iterable[str]:
    """Return the seats whose cards count."""
    seats: Mapping[str, str] = deal.data.get("players") or deal.data.get("sides", {})
    return seats


def day_and_game(deal: Row) -> str:
    """Return the group of a deal in a table by day and game."""
    return f"{day_of(deal.created_at)} {deal.data['ruleset']}"


def add_up(analyses: Analyses, hands: Iterable[tuple[Row, str, Group, float]]) -> dict[Group, CardPlay]:
    """Return the sum of each group that has an analysed hand.

    A hand: its deal, its seat, its group, and the seconds by which it is seen late. The groups come in the order of
    the hands.
    """
    keys: list[HandKey] = []
    groups: dict[Group, int] = {}
    for deal, seat, group, seconds in hands:
        result = deal.data.get("result")
        is_maker = seat == deal.data["contract"]["seat"] and result in ("made", "failed")
        number = groups.setdefault(group, len(groups))
        keys.append(HandKey(deal.id, seat, number, result == "made" if is_maker else None, seconds))
    sums = analyses.sums(keys)
    return {group: CardPlay(*sums[number]) for group, number in groups.items() if number in sums}
