"""The clubs, tables and players of a generated book, recorded by the commands of the ledger."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from random import Random
from string import ascii_uppercase
from typing import TYPE_CHECKING, Final
from uuid import UUID

from demo.scribe import format_time
from domain.club.policy import OPEN
from domain.kernel.ids import uuid7

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from domain.ledger import Ledger

BY: Final = "generator"
TABLES_OF_A_CLUB: Final = 6
PLAYERS_OF_A_CLUB: Final = 40
DEALS_OF_A_CLUB: Final = 25_000
"""The deals that a club plays in the years of the book; so many deals make one more club."""

TOWNS: Final = (
    "Batticaloa", "Chilaw", "Colombo", "Galle", "Jaffna", "Kandy", "Kurunegala", "Mannar", "Matara", "Negombo",
    "Trincomalee", "Vavuniya", "Basel", "Bern", "Chur", "Zürich", "London", "Toronto", "Melbourne", "Oslo",
)  # fmt: skip
FIRST_NAMES: Final = (
    "Anula", "Bernadette", "Chitra", "Dilini", "Eranga", "Farook", "Gamini", "Hemal", "Indrani", "Janaka", "Kavitha",
    "Lalith", "Mahesh", "Nirmala", "Oshadi", "Priyan", "Ruwan", "Selvam", "Thilini", "Upul", "Vasanthi", "Yamuna",
)  # fmt: skip
LAST_NAMES: Final = (
    "Alwis", "Bandara", "Cader", "Dias", "Ekanayake", "Fernando", "Gunawardena", "Herath", "Ismail", "Jayasuriya",
    "Kanagaratnam", "Liyanage", "Mendis", "Nadarajah", "Perera", "Rajapakse", "Silva", "Thambiah", "Weber", "Zoysa",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Home:
    """A club with its tables and the names of its players."""

    id: UUID
    name: str
    tables: tuple[UUID, ...]
    players: tuple[str, ...]


def homes(deals: int, seed: str, at: datetime) -> list[Home]:
    """Return the clubs of a book of so many deals, founded at a time. All players have different names."""
    rng = Random(f"{seed} clubs")
    begins = int(at.timestamp() * 1000)
    names = _names(rng)
    clubs = []
    for number in range(-(-deals // DEALS_OF_A_CLUB)):
        town, others = TOWNS[number % len(TOWNS)], number // len(TOWNS)
        clubs.append(
            Home(
                uuid7(begins, rng.getrandbits(80)),
                f"{town} Card Circle {others + 1}" if others else f"{town} Card Circle",
                tuple(uuid7(begins, rng.getrandbits(80)) for _ in range(TABLES_OF_A_CLUB)),
                tuple(islice(names, PLAYERS_OF_A_CLUB)),
            )
        )
    return clubs


def _names(rng: Random) -> Iterator[str]:
    """Yield different names of people; later ones have a letter in the middle."""
    for middle in ("", *(f"{letter}. " for letter in ascii_uppercase)):
        names = [f"{first} {middle}{last}" for first in FIRST_NAMES for last in LAST_NAMES]
        rng.shuffle(names)
        yield from names


def record_home(ledger: Ledger, home: Home, at: datetime) -> None:
    """Record a club, its players and its tables."""
    moment = format_time(at)
    ledger.clubs.open_club(home.name, club_id=home.id, sees=OPEN, by=BY, at=moment)
    for player in home.players:
        ledger.clubs.register_player(player, club=home.id, by=BY, at=moment)
    for number, table in enumerate(home.tables, 1):
        ledger.clubs.open_table(f"Table {number}", club=home.id, table_id=table, by=BY, at=moment)
