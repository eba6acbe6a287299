"""Tournaments for tests: opened, entered, drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from domain.engine.ruleset import Ruleset
from domain.ledger import Ledger
from domain.tournament.results.sheet import Count, Sheet
from domain.tournament.state import Draw, Pairing
from domain.tournament.tables.encounter import encounter_id

DIRECTOR: dict[str, Any] = {"by": "A director", "at": "2026-02-14T18:00:00.000Z"}
SWISS: dict[str, Any] = {"format": "swiss", "rounds": 5, "encounter": {"race": 7}}


def opened(
    ledger: Ledger, entries: int = 8, terms: Mapping[str, Any] = SWISS, ruleset: str | Ruleset = "304", **more: Any
) -> UUID:
    """A tournament with so many pairs."""
    tournament = ledger.tournaments.open("The cup", terms, ruleset, **more, **DIRECTOR).id
    for n in range(1, entries + 1):
        ledger.entries.make_entry(tournament, f"Pair {n}", [f"{n}a", f"{n}b"], **DIRECTOR)
    return tournament


def by_hand(number: int, *pairs: tuple[str, str], byes: Sequence[str] = ()) -> Draw:
    """A director's own draw."""
    tables = tuple(Pairing(table, ((ours,), (theirs,))) for table, (ours, theirs) in enumerate(pairs, 1))
    return Draw(number, tables, dict.fromkeys(byes, "It is its turn."))


def drawn(ledger: Ledger, tournament: UUID, draw: Draw) -> list[UUID]:
    """The tables of a round that the director drew."""
    ledger.rounds.draw_round(tournament, by_hand=draw, **DIRECTOR)
    return [encounter_id(tournament, draw.round, pairing.table) for pairing in draw.pairings]


def sheet(ours: int, theirs: int, **more: Any) -> Sheet:
    """So many tokens for each side."""
    return Sheet((Count(tokens=ours), Count(tokens=theirs)), **more)


def seven_to(lost: int) -> Sheet:
    """The side that sits North and South won a race to seven."""
    return sheet(7, lost)


def one_deal(ours: int, theirs: int) -> Sheet:
    """A board."""
    return Sheet(deals=((Count(tokens=ours), Count(tokens=theirs)),))
