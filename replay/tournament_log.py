"""The log of a tournament as plain JSON values: a row for each fact of the tournament and of its tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from domain.tournament.encounter import encounter_id
from domain.tournament.facts import RoundDrawn, RoundRedrawn
from replay.words import ENGLISH
from replay.words.tournament_log import TournamentLogWords

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from domain.ledger.events import Recorded
    from domain.tournament.aggregate import Tournament
    from domain.tournament.state import EntryId
    from replay.words import Language

OWN = 0
"""The table number that stands for the tournament alone, without its tables."""


def tables_of(tournament: Tournament, events: Iterable[Recorded]) -> dict[UUID, tuple[int, int]]:
    """Return the round and the table of each encounter's stream, including encounters that a redraw dropped."""
    return {
        encounter_id(tournament.id, event.fact.round, pairing.table): (event.fact.round, pairing.table)
        for event in events
        if isinstance(event.fact, RoundDrawn | RoundRedrawn)
        for pairing in event.fact.pairings
    }


def log(
    tournament: Tournament,
    events: Sequence[Recorded],
    read: Callable[[Sequence[UUID]], Mapping[UUID, Sequence[Recorded]]],
    number: int | None = None,
    language: Language = ENGLISH,
) -> list[dict[str, Any]]:
    """Return the rows of the log, oldest first.

    ``number``: a round for the tables of this round, `OWN` for the tournament without its tables, None for everything.
    ``events``: those of the tournament; ``read``: returns the events of some streams. Raises `Declined` for a round
    that is not drawn.
    """
    words = TournamentLogWords(language, names_of(tournament), tournament.terms)
    log_rows = [] if number else list(rows(events, words))
    if number == OWN:
        return log_rows
    if number:
        tournament.round(number)
    tables = {stream: at for stream, at in tables_of(tournament, events).items() if number in (None, at[0])}
    for stream, happened in read(list(tables)).items():
        log_rows += rows(happened, words, *tables[stream])
    return sorted(log_rows, key=lambda row: (row["at"], row["round"] or 0, row["table"] or 0, row["version"]))


def rows(
    events: Iterable[Recorded], words: TournamentLogWords, round_: int | None = None, table: int | None = None
) -> Iterator[dict[str, Any]]:
    """Yield a row for each event. ``round_``, ``table``: those of the stream; None for the tournament's own."""
    for event in events:
        yield {
            "version": event.originator_version,
            "at": event.at,
            "by": event.by,
            "topic": event.fact.TOPIC,
            "told": words.sentence(event.fact),
            "round": round_,
            "table": table,
        }


def names_of(tournament: Tournament) -> dict[EntryId, str]:
    """Return the names of the entries."""
    return {entry: each.name for entry, each in tournament.entries.items()}
