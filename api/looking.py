"""A deal as one viewer may know it: which facts, how many, in what words.

Officials count versions as the store does. Everybody else counts the facts that they may notice: a
disclosure that only officials know of moves neither their versions nor their ETags.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from api.boards import withheld_matches
from api.broadcast import delay, match_delay
from api.callers import Place, caller
from api.permissions import check_seat, may_look, own_viewer
from api.problems import Problem, forbidden
from api.services import services
from domain.engine.facts import Act, CardsDisclosed, DealOpened, Fact
from domain.engine.hiding import OFFICIALS, SCRIBE, Viewer, hide, viewers
from domain.ledger.errors import NotFound
from domain.ledger.mapper import to_plain
from domain.record.aggregate import Deal
from domain.record.record import Stamp
from domain.record.sealing import closed, ply_of
from replay.notation.actions import write_action

if TYPE_CHECKING:
    from uuid import UUID

    from domain.ledger.events import Recorded
    from domain.match.aggregate import Match
    from domain.record.record import Record


@dataclass(frozen=True, slots=True)
class Look:
    """A deal, and through whose eyes it is looked at."""

    deal: Deal
    events: tuple[Recorded, ...]
    viewer: Viewer

    @property
    def record(self) -> Record:
        """The deal's record; whole, so nothing of it may be sent but through a view."""
        return self.deal.record

    @property
    def place(self) -> Place:
        """Where the deal was played."""
        return place(self.deal)

    @property
    def version(self) -> int:
        """The deal's version as the viewer counts it."""
        return self.deal.version - self.record.unnoticed(self.viewer)


def place(deal: Deal) -> Place:
    """Where a deal was played."""
    opened = deal.record.opened
    return Place(opened.club, opened.table, str(deal.id))


def read(deal_id: UUID, to: int | None = None) -> tuple[Deal, tuple[Recorded, ...]]:
    """A deal and its events, whole, in one read: for those who write to it. Raises `NotFound`."""
    events = services().ledger.repository.history(deal_id, to=to)
    deal = Deal.project(None, events)
    if deal is None:
        raise NotFound("deal", deal_id)
    return deal, events


def _by_now(deal_id: UUID) -> tuple[Deal, tuple[Recorded, ...]]:
    """A deal and its events as far as the caller may have them by now. Raises `NotFound`."""
    events = services().ledger.repository.history(deal_id)
    opened = events[0].fact if events else None
    if not isinstance(opened, DealOpened):
        raise NotFound("deal", deal_id)
    if opened.match is not None and opened.match in withheld_matches():
        raise NotFound("deal", deal_id)
    seconds = delay(Place(opened.club, opened.table, str(deal_id)))
    if seconds:
        events = events[: services().recorder.version_ago(deal_id, seconds)]
    deal = Deal.project(None, events)
    if deal is None:
        raise NotFound("deal", deal_id)
    return deal, events


def match(match_id: UUID) -> Match:
    """A match as far as the caller may have it by now. Raises `NotFound`."""
    if str(match_id) in withheld_matches():
        raise NotFound("match", match_id)
    seconds = match_delay(match_id)
    version = services().recorder.version_ago(match_id, seconds) if seconds else None
    if version == 0:
        raise NotFound("match", match_id)
    return services().ledger.matches.get(match_id, version)


def look(deal_id: UUID, viewer: Viewer | None = None) -> Look:
    """The deal through the caller's own eyes, or through those of a viewer that the caller may be.

    What a caller may not see is refused in the same words whether it is there or not.
    """
    who = caller()
    if viewer is not None:
        check_seat(deal_id, viewer)
    try:
        deal, events = _by_now(deal_id)
    except NotFound:
        if viewer == SCRIBE:
            raise not_yours() from None
        raise
    where = place(deal)
    if viewer is None:
        return Look(deal, events, own_viewer(who, where))
    if viewer not in viewers(deal.record.rules.seats):
        raise nobody(viewer)
    if not may_look(who, where, viewer, deal.record):
        raise not_yours()
    return Look(deal, events, viewer)


def recall_sealed(look: Look) -> None:
    """Have the record know what the caller's own seat has sealed in it: for a view of that seat and nothing else.

    A record that was read for one caller is that caller's own; it must not be kept for others.
    """
    seat = caller().seat
    if seat is None or seat != look.viewer or own_viewer(caller(), look.place) != seat:
        return
    record = look.record
    for seal in closed(record):
        ply = ply_of(record, seal)
        if seal.seat == seat and ply is not None:
            card = services().ledger.seals.get(look.deal.id, seal).card
            record.fold(CardsDisclosed(plies={ply: card}), Stamp())


def nobody(viewer: Viewer) -> Problem:
    """There are no such eyes."""
    return Problem("not-found", f"nobody of the name {viewer} looks at this deal")


def not_yours() -> Problem:
    """These eyes are not the caller's, or not yet."""
    return forbidden("The hands are shown to everybody only after the deal, the scribe's view to officials only.")


def open_to(who_place: Place, deal: Deal) -> list[Viewer]:
    """Through whose eyes the caller may look at this deal now."""
    who = caller()
    return [each for each in viewers(deal.record.rules.seats) if may_look(who, who_place, each, deal.record)]


def seen(events: Iterable[Recorded], viewer: Viewer) -> Iterator[tuple[Recorded, Fact]]:
    """The events that the viewer may notice, each with the fact as the viewer saw it."""
    for event in events:
        if (fact := hide(event.fact, viewer)) is not None:
            yield event, fact


def line(version: int, event: Recorded, fact: Fact, viewer: Viewer) -> dict[str, Any]:
    """One stored fact as JSON."""
    row: dict[str, Any] = {"version": version, "at": event.at, "topic": fact.TOPIC}
    if isinstance(fact, Act):
        row["act"] = write_action(fact)
    row["fact"] = to_plain(fact)
    if viewer in OFFICIALS:
        row |= {name: told for name in ("by", "key", "broke") if (told := getattr(event, name))}
    return row


def lines(events: Iterable[Recorded], viewer: Viewer) -> Iterator[dict[str, Any]]:
    """Yield the events that the viewer may notice as JSON, numbered as the viewer counts."""
    for version, (event, fact) in enumerate(seen(events, viewer), 1):
        yield line(version, event, fact, viewer)
