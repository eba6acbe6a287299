"""Disputes as the caller may know them, and for which side the caller speaks.

A claim may name any card. So what was claimed, stated and ruled is read by the parties and the officials of the table,
and by others once they may see all hands of the deal; until then a dispute is no more than that there is one. Whoever
sees the table late sees its disputes as late.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from api import looking, tournaments
from api.broadcast import delay
from api.callers import VIEWER, Place, caller
from api.permissions import BENCH, OFFICIALS, all_may_see
from api.problems import Problem, forbidden
from api.resources.encounters import sheet_of
from api.services import services
from domain.ledger.deal_file import as_id
from domain.ledger.dispute_facts import DisputeOpened, Remedy, Ruling
from domain.ledger.dispute_file import Dispute
from domain.ledger.disputes import entries_of
from domain.ledger.errors import NotFound
from domain.tournament.score_sheet import Sheet
from replay.disputes import brief, whole

if TYPE_CHECKING:
    from collections.abc import Mapping
    from uuid import UUID

    from domain.ledger.events import Recorded
    from domain.record import Record


@dataclass(frozen=True, slots=True)
class Heard:
    """A dispute, as far as the caller may have it by now."""

    dispute: Dispute
    events: tuple[Recorded, ...]
    record: Record

    @property
    def place(self) -> Place:
        """Where the deal was played."""
        opened = self.dispute.opened
        return Place(opened.club, opened.table, opened.deal)

    @property
    def party(self) -> bool:
        """Whether the caller is at the table, or an official of it."""
        who = caller()
        return who.role != VIEWER and who.covers(self.place)

    @property
    def open_to_all(self) -> bool:
        """Whether the hands of the deal are shown to everybody by now."""
        return all_may_see(self.record)

    @property
    def readable(self) -> bool:
        """Whether the caller may read all of it."""
        return self.party or (self.open_to_all and caller().role != "seat")

    @property
    def rules(self) -> bool:
        """Whether the caller may rule here."""
        return self.party and caller().role in BENCH

    @property
    def may_speak(self) -> bool:
        """Whether the caller may speak for a side, its own or another."""
        return self.party and not caller().reads_only

    @property
    def own_side(self) -> str | None:
        """The side of the caller's seat; None for whoever has none."""
        seat = caller().seat
        seating = self.record.rules.ruleset.seating
        return seating.team(seat) if seat and seat in seating.seats and self.party else None

    def told(self) -> dict[str, Any]:
        """What the caller may know of it."""
        return whole(self.dispute, self.events, self.record) if self.readable else brief(self.dispute)


def look(dispute_id: UUID) -> Heard:
    """A dispute as the caller may have it by now. Raises `NotFound`."""
    events = services().ledger.history(dispute_id)
    opened = events[0].fact if events else None
    if not isinstance(opened, DisputeOpened):
        raise NotFound(Dispute.KIND, dispute_id)
    place, cup = Place(opened.club, opened.table, opened.deal), as_id(opened.tournament)
    if not caller().covers(place) and (seconds := max(delay(place), tournaments.delay(cup) if cup else 0.0)):
        events = events[: services().recorder.version_ago(dispute_id, seconds)]
    dispute = Dispute.project(None, events)
    if dispute is None:
        raise NotFound(Dispute.KIND, dispute_id)
    return Heard(dispute, events, looking.look(dispute.deal).record)


def side(told: Mapping[str, Any], heard: Heard, *, official: bool = False) -> str:
    """For whom the caller speaks: a seat for its own side, whoever records or directs for the one that is named.

    ``official``: without a name, for themselves.
    """
    return _speaks_for(told.get("side"), heard.record, official=official)


def claimant(told: Mapping[str, Any], record: Record) -> tuple[str, str | None]:
    """Which side claims, and who of it."""
    seat = caller().seat or told.get("seat")
    named = told.get("side")
    seating = record.rules.ruleset.seating
    if seat is not None and seat in seating.seats and named is None:
        named = seating.team(seat)
    return _speaks_for(named, record), seat


def _speaks_for(named: str | None, record: Record, *, official: bool = False) -> str:
    who = caller()
    seating = record.rules.ruleset.seating
    if who.seat is not None:
        own = seating.team(who.seat)
        if named not in (None, own):
            raise forbidden(f"A seat speaks for its own side, {own}.")
        return own
    if named is None:
        if official and who.role in OFFICIALS:
            return ""
        raise Problem("shape", f"Say for which side: {', '.join(seating.teams)}.")
    return named


def account() -> str:
    """The account of the official who rules, if there is one: two officials are told apart by it."""
    who = caller()
    return str(who.account) if who.account else ""


def ruling_of(told: Mapping[str, Any], record: Record) -> Ruling:
    """The ruling that was sent."""
    return Ruling(
        tuple(_remedy(each, record) for each in told["remedies"]),
        told["reason"].strip(),
        told["code"],
        told["clause"].strip(),
        told["casebook"].strip(),
    )


def _remedy(told: Mapping[str, Any], record: Record) -> Remedy:
    return Remedy(
        kind=told["kind"],
        seat=told.get("seat"),
        code=told.get("code", ""),
        verdict=told.get("verdict", ""),
        entry=entries_of(record, told["ply"])[0] if "ply" in told else 0,
        sheet=sheet_of(told["sheet"]) if "sheet" in told else Sheet(),
        board=told.get("board", 0),
        entrant=told.get("entry", ""),
        amount=told.get("amount", 0),
        unit=told.get("unit", "score"),
        note=told["note"].strip(),
    )
