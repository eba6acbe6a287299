"""Results and rulings that changed since a draw was made from them (`replay.tournaments.draw_changes`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from domain.tournament.tables.encounter import Encounter
from replay.tournaments.draw_changes import changed_results, changed_rulings, is_based_on_results
from replay.words import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from uuid import UUID

    from api.services import Services
    from domain.kernel.events import Recorded
    from domain.tournament.aggregate import Tournament
    from replay.words import Language


def draw_changes(
    services: Services,
    tournament: Tournament,
    number: int,
    read: Callable[[Sequence[UUID]], Mapping[UUID, Sequence[Recorded]]],
    language: Language = ENGLISH,
) -> dict[str, list[Any]]:
    """Return the earlier results and the rulings that have changed since a round was drawn.

    ``read`` returns the events of some streams, as far as the caller may see them. Only tables with events since the
    draw are read.
    """
    drawn = tournament.round(number)
    if not is_based_on_results(tournament, number):
        return {"results": [], "rulings": []}
    moment = services.recorder.time_stored(tournament.id, drawn.version)
    streams = [
        stream for stream in services.lines.written_since(tournament.id, moment, number) if stream != tournament.id
    ]
    tables = []
    for stream, events in read(streams).items():
        now = Encounter.project(None, events)
        then = services.recorder.version_at(stream, moment)
        if now is not None:
            tables.append((Encounter.project(None, events[:then]), now))
    return {
        "results": changed_results(tables, tournament.terms, drawn.drawn.assumed, language),
        "rulings": changed_rulings(tournament, number, language),
    }
