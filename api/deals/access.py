"""Deals as one viewer may see them by now: their facts, versions and events.

Officials count versions as the store does. Every other viewer counts only the facts that it may notice: a disclosure
for officials alone changes neither its versions nor its ETags.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from api.callers import Place, caller
from api.deals.broadcast import delay, match_delay
from api.permissions import check_seat, may_look, own_viewer
from api.problems import Problem, forbidden
from api.services import ledger, services
from api.tournaments.boards import find_withheld_matches
from domain.engine.facts import Act, CardsDisclosed, DealOpened, Fact
from domain.engine.hiding import OFFICIALS, SCRIBE, Viewer, hide, viewers
from domain.engine.words.values import sentence
from domain.kernel.errors import NotFound
from domain.kernel.mapper import to_plain
from domain.record.aggregate import Deal
from domain.record.entries import Stamp
from domain.record.record_seals import find_closed_seals, ply_of
from replay.notation.actions import write_action

if TYPE_CHECKING:
    from uuid import UUID

    from domain.kernel.events import Recorded
    from domain.match.aggregate import Match
    from domain.record.record import Record


@dataclass(frozen=True, slots=True)
class VisibleDeal:
    """A deal and its events as far as the caller may see them by now, and the caller's viewer."""

    deal: Deal
    events: tuple[Recorded, ...]
    viewer: Viewer

    @property
    def record(self) -> Record:
        """Return the whole record. Send nothing of it except through a view."""
        return self.deal.record

    @property
    def place(self) -> Place:
        """Return where the deal was played."""
        return _place_of(self.deal.id, self.record.opened)

    @property
    def version(self) -> int:
        """Return the deal's version as the viewer counts it."""
        return self.deal.version - self.record.count_unnoticed(self.viewer)

    @property
    def viewers(self) -> list[Viewer]:
        """Return the viewers that the caller may choose for this deal now."""
        sender, place, record = caller(), self.place, self.record
        return [viewer for viewer in viewers(record.rules.seats) if may_look(sender, place, viewer, record)]


def read(deal_id: UUID, to: int | None = None) -> tuple[Deal, tuple[Recorded, ...]]:
    """Return a deal and all its events in one read, for callers who write to it. Raises `NotFound`."""
    return _project(deal_id, ledger().repository.history(deal_id, to=to))


def get(deal_id: UUID, viewer: Viewer | None = None) -> VisibleDeal:
    """Return a deal as the caller's own viewer sees it, or as ``viewer``.

    Raises `NotFound`, or `Problem` (403) if the caller may not be that viewer. The scribe's view is refused in the same
    words whether the deal exists or not.
    """
    if viewer is not None:
        check_seat(deal_id, viewer)
    try:
        deal, events = _read_by_now(deal_id)
    except NotFound:
        if viewer == SCRIBE:
            raise view_forbidden() from None
        raise
    place = _place_of(deal_id, deal.record.opened)
    if viewer is None:
        return VisibleDeal(deal, events, own_viewer(caller(), place))
    if viewer not in viewers(deal.record.rules.seats):
        raise no_viewer(viewer)
    if not may_look(caller(), place, viewer, deal.record):
        raise view_forbidden()
    return VisibleDeal(deal, events, viewer)


def get_match(match_id: UUID) -> Match:
    """Return a match as far as the caller may see it by now. Raises `NotFound`."""
    if str(match_id) in find_withheld_matches():
        raise NotFound("match", match_id)
    seconds = match_delay(match_id)
    version = services().recorder.version_ago(match_id, seconds) if seconds else None
    if version == 0:
        raise NotFound("match", match_id)
    return ledger().matches.get(match_id, version)


def _read_by_now(deal_id: UUID) -> tuple[Deal, tuple[Recorded, ...]]:
    """Return a deal and its events as far as the caller may see them by now. Raises `NotFound`."""
    events = ledger().repository.history(deal_id)
    opened = events[0].fact if events else None
    if not isinstance(opened, DealOpened):
        raise NotFound("deal", deal_id)
    if opened.match is not None and opened.match in find_withheld_matches():
        raise NotFound("deal", deal_id)
    seconds = delay(_place_of(deal_id, opened))
    if seconds:
        events = events[: services().recorder.version_ago(deal_id, seconds)]
    return _project(deal_id, events)


def _place_of(deal_id: UUID, opened: DealOpened) -> Place:
    return Place(opened.club, opened.table, str(deal_id))


def _project(deal_id: UUID, events: tuple[Recorded, ...]) -> tuple[Deal, tuple[Recorded, ...]]:
    deal = Deal.project(None, events)
    if deal is None:
        raise NotFound("deal", deal_id)
    return deal, events


def add_own_seals(visible: VisibleDeal) -> None:
    """Fold the cards that the caller's own seat has sealed into the record, for a view of that seat only.

    The record belongs to this caller afterwards and must not be cached for others.
    """
    seat = caller().seat
    if seat is None or seat != visible.viewer or own_viewer(caller(), visible.place) != seat:
        return
    record = visible.record
    for seal in find_closed_seals(record):
        ply = ply_of(record, seal)
        if seal.seat == seat and ply is not None:
            card = ledger().seals.get(visible.deal.id, seal).card
            record.fold(CardsDisclosed(plies={ply: card}), Stamp())


def no_viewer(viewer: Viewer) -> Problem:
    """Return the problem of a viewer that the deal does not have."""
    return Problem("not-found", sentence("{viewer} is not a viewer of this deal", viewer=viewer))


def view_forbidden() -> Problem:
    """Return the problem of a viewer that the caller may not be, or not yet."""
    return forbidden(
        sentence("The hands are shown to everybody only after the deal, the scribe's view to officials only.")
    )


def visible_events(events: Iterable[Recorded], viewer: Viewer) -> Iterator[tuple[Recorded, Fact]]:
    """Yield the events that the viewer may notice, each with the fact as the viewer saw it."""
    for event in events:
        if (fact := hide(event.fact, viewer)) is not None:
            yield event, fact


def event_row(version: int, event: Recorded, fact: Fact, viewer: Viewer) -> dict[str, Any]:
    """Return an event as JSON values: the fact as the viewer sees it, for officials also author, key and breach."""
    row: dict[str, Any] = {"version": version, "at": event.at, "topic": fact.TOPIC}
    if isinstance(fact, Act):
        row["act"] = write_action(fact)
    row["fact"] = to_plain(fact)
    if viewer in OFFICIALS:
        row |= {name: value for name in ("by", "key", "broke", "device_at") if (value := getattr(event, name))}
    return row


def event_rows(events: Iterable[Recorded], viewer: Viewer) -> Iterator[dict[str, Any]]:
    """Yield the events that the viewer may notice as JSON values, numbered as the viewer counts."""
    for version, (event, fact) in enumerate(visible_events(events, viewer), 1):
        yield event_row(version, event, fact, viewer)
