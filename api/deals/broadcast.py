"""The broadcast delay of tables, in seconds.

It holds for outsiders: all but the seats of a deal, its recorder, and the officials of its club. They see a deal as it
was that many seconds ago, by the time at which the server stored each event. Only this module and `api.live` compute
delays of callers; all code that shows a deal, a match or a list calls this module. What the server sends by itself
waits until everybody may see it (`api.deals.table_delays`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast
from uuid import UUID

from flask import g

from api.callers import Place, caller
from api.deals.table_delays import longest_delay
from api.services import services
from store.tables.catalogue import AT_ONCE, Late

if TYPE_CHECKING:
    from collections.abc import Sequence

    from api.callers import Caller
    from store.tables.catalogue import Delay


def late() -> Late:
    """Return the tables that the caller sees with a delay, computed once per request."""
    delays = g.get("late")
    if delays is None:
        delays = g.late = lateness_of(caller())
    return cast("Late", delays)


def lateness_of(sender: Caller, delays: Sequence[Delay] | None = None) -> Late:
    """Return the tables that a caller sees with a delay. ``delays``: of some tables; by default those of all."""
    if sender.everywhere:
        return AT_ONCE
    seconds = {
        str(table): delay
        for table, club, delay in (services().catalogue.delays() if delays is None else delays)
        if not sender.covers(Place(str(club) if club else None, str(table)))
    }
    if not seconds:
        return AT_ONCE
    deal, club = sender.scope.get("deal"), sender.scope.get("club")
    own = club and sender.covers(Place(club))
    recorder = services().recorder
    moment = recorder.moment_ago(0.0) if recorder.has_replicas else None
    return Late(seconds, UUID(deal) if deal else None, UUID(club) if club and own else None, moment=moment)


def delay(place: Place) -> float:
    """Return the delay in seconds with which the caller sees a deal of this place."""
    return 0.0 if place.table is None else delay_of(caller(), late(), place)


def delay_of(sender: Caller, delays: Late, place: Place) -> float:
    """Return the delay in seconds with which a caller sees a deal of this place. ``delays``: see `lateness_of`."""
    return 0.0 if place.table is None or sender.covers(place) else delays.seconds.get(place.table, 0.0)


def match_delay(match_id: UUID) -> float:
    """Return the delay in seconds with which the caller sees a match: the longest delay of its tables."""
    delays = late()
    catalogue = services().catalogue
    match = catalogue.find(match_id) if delays.seconds else None
    if match is None or (match.club is not None and match.club == delays.club):
        return 0.0
    return longest_delay(delays.seconds, catalogue.tables_of(match_id))


def everybody_has(place: Place, deal_id: UUID, version: int) -> bool:
    """Return whether everybody may see a deal at this version by now."""
    for table, _, seconds in services().catalogue.delays() if place.table else ():
        if str(table) == place.table:
            return services().recorder.version_ago(deal_id, seconds) in (None, version)
    return True
