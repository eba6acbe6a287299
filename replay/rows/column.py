"""A column: its name, its type, its meaning, and how its value is computed. A kind of rows has columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum
from typing import Generic, TypeAlias, TypeVar

from replay.rows.recorded_deal import RecordedDeal

Value: TypeAlias = str | int | bool | date | datetime | list[str] | None
"""A value in a row. None: not known, or it does not apply."""
Row: TypeAlias = dict[str, Value]
S = TypeVar("S")


class Type(Enum):
    """The type of a column, named as in docs/data.md."""

    TEXT = "text"
    NUMBER = "number"
    FLAG = "yes or no"
    DAY = "day"
    TIME = "time"
    TEXTS = "list"


@dataclass(frozen=True, slots=True)
class Column(Generic[S]):
    """A column of rows that are each made of an ``S``. Names and types are permanent (docs/stability.md)."""

    name: str
    type: Type
    meaning: str
    value: Callable[[S], Value]


@dataclass(frozen=True, slots=True)
class RowKind(Generic[S]):
    """A kind of rows, such as the cards played: its columns, and what each row of a deal is made of."""

    name: str
    meaning: str
    columns: tuple[Column[S], ...]
    sources: Callable[[RecordedDeal], Iterable[S]]

    def rows(self, deal: RecordedDeal) -> Iterator[Row]:
        """Yield the rows of a deal, in order."""
        for source in self.sources(deal):
            yield {column.name: column.value(source) for column in self.columns}
