"""The broadcast delay: how much later than the table everybody else sees what happens there.

A table's delay holds for whoever is not at it: all but the seats of a deal, its recorder, and the officials of
its club. To them a deal is what it was so many seconds ago, by when the server stored each event. Only here and
in `api.live` is it asked how late it is; whatever shows a deal, a match or a list asks here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast
from uuid import UUID

from flask import g

from api.callers import Place, caller
from api.services import services
from store.catalogue import AT_ONCE, Late

if TYPE_CHECKING:
    from api.callers import Caller


def late() -> Late:
    """Which tables the caller sees with a delay."""
    found = g.get("late")
    if found is None:
        found = g.late = lateness_of(caller())
    return cast("Late", found)


def lateness_of(who: Caller) -> Late:
    """Which tables somebody sees with a delay."""
    if who.everywhere:
        return AT_ONCE
    seconds = {
        str(table): delay
        for table, club, delay in services().catalogue.delays()
        if not who.covers(Place(str(club) if club else None, str(table)))
    }
    if not seconds:
        return AT_ONCE
    deal, club = who.scope.get("deal"), who.scope.get("club")
    own = club and who.covers(Place(club))
    return Late(seconds, UUID(deal) if deal else None, UUID(club) if club and own else None)


def delay(place: Place) -> float:
    """How many seconds late the caller sees a deal that is played there."""
    return 0.0 if place.table is None else delay_of(caller(), late(), place)


def delay_of(who: Caller, seen: Late, place: Place) -> float:
    """The same for somebody whose tables' delays are known."""
    return 0.0 if place.table is None or who.covers(place) else seen.seconds.get(place.table, 0.0)


def match_delay(match_id: UUID) -> float:
    """How many seconds late the caller sees a match: as late as any table that it is played at."""
    seen = late()
    here = services().catalogue
    match = here.find(match_id) if seen.seconds else None
    if match is None or (match.club is not None and match.club == seen.club):
        return 0.0
    return max((seen.seconds.get(table, 0.0) for table in here.tables_of(match_id)), default=0.0)


def everybody_has(place: Place, deal_id: UUID, version: int) -> bool:
    """Whether a deal at this version may be shown to everybody by now."""
    here = services()
    for table, _, seconds in here.catalogue.delays() if place.table else ():
        if str(table) == place.table:
            return here.recorder.version_ago(deal_id, seconds) in (None, version)
    return True
