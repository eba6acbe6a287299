"""The log of a tournament with everything that belongs to it, as far as the caller may see it.

Besides the facts of the tournament and its tables it has the disputes, what was disclosed, corrected and ruled in
settled deals, and for directors the webhooks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api import disputes as dispute_access
from api.callers import Place, caller
from api.lists import catalogue
from api.permissions import OFFICE
from api.services import ledger, services
from api.tournaments.log_rows import Sources, log_of
from domain.kernel.errors import NotFound

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from api.tournaments.access import VisibleTournament
    from domain.kernel.events import Recorded
    from replay.words import Language
    from store.tables.webhooks import Webhook


def whole_log(visible: VisibleTournament, query: Mapping[str, Any], language: Language) -> list[dict[str, Any]]:
    """Return the rows of the log, oldest first; ``query`` as in `log_of`. Raises `Declined` as it does."""
    sources = Sources(
        events=visible.history(visible.tournament.id),
        histories=visible.histories,
        disputes=_disputes(visible),
        # Nobody has seen a later fact of a deal at an earlier moment: then they are left out.
        deal_events=ledger().repository.events_of if visible.moment is None else None,
        webhooks=_webhooks(visible),
        catalogue=catalogue(),
    )
    return log_of(visible.tournament, sources, query, language)


def _disputes(visible: VisibleTournament) -> Iterator[tuple[Sequence[Recorded], bool]]:
    for row in catalogue().rows("dispute", where={"tournament": str(visible.tournament.id)}):
        try:
            dispute = dispute_access.get(row.id)
        except NotFound:
            continue
        events = dispute.events
        if visible.moment is not None:
            events = events[: services().recorder.version_at(row.id, visible.moment)]
        yield events, dispute.is_readable


def _webhooks(visible: VisibleTournament) -> Iterable[Webhook]:
    """Return the webhooks, for directors of the tournament; nothing for others."""
    club = visible.tournament.club
    sender = caller()
    if sender.role not in OFFICE or not sender.covers(Place(str(club) if club else None)):
        return ()
    return services().webhooks.of(visible.tournament.id)
