"""Disputes as the caller may know them, and for which side the caller speaks.

A claim may name any card. So what was claimed, stated and ruled is read by the parties and the officials of the table,
and by others once they may see all hands of the deal; until then a dispute is no more than that there is one. Whoever
sees the table late sees its disputes as late.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from api import looking, tournament_access
from api.boards import withheld_matches
from api.broadcast import delay
from api.callers import VIEWER, Place, caller
from api.permissions import BENCH, OFFICIALS, all_may_see
from api.persons import persons
from api.problems import Problem, forbidden
from api.resources.encounters import sheet_of
from api.services import services
from domain.dispute.aggregate import MOST_DISPUTES_OF_A_SIDE, MOST_PENDING_OF_A_SIDE, PENDING, Dispute, Official
from domain.dispute.commands import entries_of
from domain.dispute.facts import DisputeOpened, Remedy, Ruling
from domain.ledger.errors import NotFound
from domain.ledger.ids import as_id
from domain.tournament.score_sheet import Sheet
from replay.disputes import brief, whole
from store.catalogue import MOST

if TYPE_CHECKING:
    from collections.abc import Mapping
    from uuid import UUID

    from domain.ledger.events import Recorded
    from domain.record.record import Record
    from domain.tournament.aggregate import Tournament


@dataclass(frozen=True, slots=True)
class Heard:
    """A dispute, as far as the caller may have it by now."""

    dispute: Dispute
    events: tuple[Recorded, ...]
    record: Record

    @property
    def tournament(self) -> Tournament | None:
        """The tournament that the deal was played in, as far as the caller may have it by now."""
        cup = as_id(self.dispute.opened.tournament)
        return tournament_access.seen(cup).tournament if cup else None

    @property
    def place(self) -> Place:
        """Where the deal was played."""
        opened = self.dispute.opened
        return Place(opened.club, opened.table, opened.deal)

    @property
    def party(self) -> bool:
        """Whether the caller plays at the table, or is an official of it."""
        who = caller()
        return who.role != VIEWER and who.covers(self.place) and not _seat_is_missing(self.record)

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
        return own_side(self.record) if self.party else None

    def told(self) -> dict[str, Any]:
        """What the caller may know of it."""
        if not self.readable:
            return brief(self.dispute)
        cup = self.tournament
        return whole(self.dispute, self.events, self.record, cup.terms if cup else None)


def look(dispute_id: UUID) -> Heard:
    """A dispute as the caller may have it by now. Raises `NotFound`."""
    events = services().ledger.repository.history(dispute_id)
    opened = events[0].fact if events else None
    if not isinstance(opened, DisputeOpened):
        raise NotFound(Dispute.KIND, dispute_id)
    if opened.match is not None and opened.match in withheld_matches():
        raise NotFound(Dispute.KIND, dispute_id)
    place, cup = Place(opened.club, opened.table, opened.deal), as_id(opened.tournament)
    if not caller().covers(place) and (seconds := max(delay(place), tournament_access.delay(cup) if cup else 0.0)):
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


def own_side(record: Record) -> str | None:
    """Return the side of the caller's seat; None for officials, who have no seat.

    Raises `Problem` if the game of the deal lacks the seat: such a caller speaks for nobody.
    """
    seat = caller().seat
    if seat is None:
        return None
    seating = record.rules.ruleset.seating
    if _seat_is_missing(record):
        raise forbidden(f"There is no seat {seat} in this game; the seats are {', '.join(seating.seats)}.")
    return seating.team(seat)


def _seat_is_missing(record: Record) -> bool:
    """Whether the caller is a seat that the game lacks: a table's session is good for every deal there."""
    seat = caller().seat
    return seat is not None and seat not in record.rules.ruleset.seating.seats


def claimant(told: Mapping[str, Any], record: Record) -> tuple[str, str | None]:
    """Which side claims, and who of it."""
    seat = caller().seat or told.get("seat")
    named = told.get("side")
    seating = record.rules.ruleset.seating
    if seat is not None and seat in seating.seats and named is None:
        named = seating.team(seat)
    return _speaks_for(named, record), seat


def check_more(deal_id: UUID, side: str) -> None:
    """Raise `Problem` if a seat's side has opened as many disputes about the deal as players may.

    Officials and whoever records are not bounded: they open a dispute on behalf of a side.
    """
    if caller().seat is None:
        return
    ledger = services().ledger
    rows = services().catalogue.page("dispute", parent=deal_id, limit=MOST).rows
    own = [each for each in map(ledger.disputes.get, (row.id for row in rows)) if _is_players(each, side)]
    pending = sum(each.status in PENDING for each in own)
    if pending >= MOST_PENDING_OF_A_SIDE or len(own) >= MOST_DISPUTES_OF_A_SIDE:
        raise Problem(
            "too-many-disputes",
            f"{side} has {pending} open disputes about this deal, and opened {len(own)} in all;"
            f" players open up to {MOST_PENDING_OF_A_SIDE} at a time and {MOST_DISPUTES_OF_A_SIDE} in all.",
        )


def _is_players(dispute: Dispute, side: str) -> bool:
    """Whether a player of the side opened it."""
    return dispute.opened.side == side and not dispute.opened.on_behalf


def _speaks_for(named: str | None, record: Record, *, official: bool = False) -> str:
    who = caller()
    seating = record.rules.ruleset.seating
    if (own := own_side(record)) is not None:
        if named not in (None, own):
            raise forbidden(f"A seat speaks for its own side, {own}.")
        return own
    if named is None:
        if official and who.role in OFFICIALS:
            return ""
        raise Problem("shape", f"Say for which side: {', '.join(seating.teams)}.")
    return named


def official() -> Official:
    """Return the official who rules, as two of them are told apart."""
    who = caller()
    return Official(who.subject, str(who.account) if who.account else "", persons(who))


def ruling_of(told: Mapping[str, Any], heard: Heard) -> Ruling:
    """The ruling that was sent."""
    return Ruling(
        tuple(_remedy(each, heard) for each in told["remedies"]),
        told["reason"].strip(),
        told["code"],
        told["clause"].strip(),
        told["casebook"].strip(),
    )


def _remedy(told: Mapping[str, Any], heard: Heard) -> Remedy:
    unit = told.get("unit", "score")
    return Remedy(
        kind=told["kind"],
        seat=told.get("seat"),
        code=told.get("code", ""),
        verdict=told.get("verdict", ""),
        entry=entries_of(heard.record, told["ply"])[0] if "ply" in told else 0,
        sheet=sheet_of(told["sheet"]) if "sheet" in told else Sheet(),
        board=told.get("board", 0),
        entrant=told.get("entry", ""),
        amount=_adjustment_number(heard, Fraction(told["amount"]), unit) if "amount" in told else 0,
        unit=unit,
        note=told["note"].strip(),
    )


def _adjustment_number(heard: Heard, amount: Fraction, unit: str) -> int:
    """The number that a penalty of this amount is stored as; where there is no tournament, none is ever carried out."""
    cup = heard.tournament
    return cup.adjustment_number(amount, unit) if cup else int(amount)
