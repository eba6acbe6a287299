"""The club's names of the tables of a tournament."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from flask_babel import gettext

from api.lists import catalogue

if TYPE_CHECKING:
    from collections.abc import Mapping

    from domain.tournament.aggregate import Tournament


def table_names(tournament: Tournament) -> dict[int, str]:
    """Return the club's names of the tables of a tournament, by table number of the draw, where it has named them."""
    rows = {number: catalogue().find(UUID(table)) for number, table in tournament.tables.items()}
    return {number: row.title for number, row in rows.items() if row is not None}


def called_table(names: Mapping[int, str], number: int) -> str:
    """Return the club's name of a table, such as "Garden table"; else "Table 3"."""
    return names.get(number) or gettext("Table %(number)s", number=number)
