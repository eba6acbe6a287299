"""Read what a draw rested on and is different now (`replay.draw_changes`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from domain.tournament.encounter import Encounter
from replay.draw_changes import changed_results, changed_rulings, rests_on_results
from replay.words import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from uuid import UUID

    from api.services import Services
    from domain.ledger.events import Recorded
    from domain.tournament.aggregate import Tournament
    from replay.words import Language


def draw_changes(
    here: Services,
    tournament: Tournament,
    number: int,
    read: Callable[[Sequence[UUID]], Mapping[UUID, Sequence[Recorded]]],
    language: Language = ENGLISH,
) -> dict[str, list[Any]]:
    """Return the earlier results and the rulings that are different from when a round was drawn.

    ``read`` returns the events of some streams, as far as the reader may have them. Only tables of which something was
    written since the draw are read.
    """
    drawn = tournament.round(number)
    if not rests_on_results(tournament, number):
        return {"results": [], "rulings": []}
    moment = here.recorder.stored_at(tournament.id, drawn.version)
    streams = [each for each in here.lines.written_since(tournament.id, moment, number) if each != tournament.id]
    tables = []
    for stream, events in read(streams).items():
        now = Encounter.project(None, events)
        then = here.recorder.version_at(stream, moment)
        if now is not None:
            tables.append((Encounter.project(None, events[:then]), now))
    return {
        "results": changed_results(tables, language),
        "rulings": changed_rulings(tournament, number, language),
    }
