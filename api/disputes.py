"""Disputes as the caller may see them by now, and the side that the caller speaks for.

A claim may name any card. So parties and officials of the table read all of a dispute, others only once they may see
all hands of the deal; before that they see only that there is a dispute. A table's broadcast delay holds for its
disputes.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from api.callers import SEAT, VIEWER, Place, caller
from api.deals import access as deal_access
from api.deals.broadcast import delay
from api.languages import reader
from api.people.persons import persons
from api.permissions import BENCH, OFFICIALS, all_may_see
from api.problems import Problem, forbidden
from api.resources.encounters import sheet_of
from api.services import ledger, services
from api.tournaments import access as tournament_access
from api.tournaments.boards import find_withheld_matches
from domain.dispute.aggregate import MOST_DISPUTES_OF_A_SIDE, MOST_PENDING_OF_A_SIDE, Dispute
from domain.dispute.commands import entries_of
from domain.dispute.facts import DisputeOpened, Remedy, Ruling
from domain.dispute.state import PENDING, Official
from domain.engine.words.values import Listing, seat_letters, sentence
from domain.kernel.errors import NotFound
from domain.kernel.ids import as_id
from domain.options import options
from domain.tournament.results.sheet import Sheet
from domain.tournament.rulings.adjustments import adjustment_number
from replay.disputes import brief, whole
from store.tables.catalogue import MOST

if TYPE_CHECKING:
    from collections.abc import Mapping
    from uuid import UUID

    from domain.kernel.events import Recorded
    from domain.record.record import Record
    from domain.tournament.aggregate import Tournament


@dataclass(frozen=True, slots=True)
class VisibleDispute:
    """A dispute as far as the caller may see it by now."""

    dispute: Dispute
    events: tuple[Recorded, ...]
    record: Record

    @property
    def tournament(self) -> Tournament | None:
        """Return the tournament of the deal, as far as the caller may see it by now; None if there is none."""
        tournament = as_id(self.dispute.opened.tournament)
        return tournament_access.get(tournament).tournament if tournament else None

    @property
    def place(self) -> Place:
        """Return where the deal was played."""
        opened = self.dispute.opened
        return Place(opened.club, opened.table, opened.deal)

    @property
    def is_party(self) -> bool:
        """Return whether the caller plays at the table or is an official of it."""
        sender = caller()
        return sender.role != VIEWER and sender.covers(self.place) and not _is_seat_missing(self.record)

    @property
    def is_readable(self) -> bool:
        """Return whether the caller may read all of the dispute."""
        return self.is_party or (all_may_see(self.record) and caller().role != SEAT)

    @property
    def can_rule(self) -> bool:
        """Return whether the caller may rule on the dispute."""
        return self.is_party and caller().role in BENCH

    @property
    def can_speak(self) -> bool:
        """Return whether the caller may speak for a side, its own or another."""
        return self.is_party and not caller().reads_only

    @property
    def own_side(self) -> str | None:
        """Return the side of the caller's seat; None if it has none."""
        return own_side(self.record) if self.is_party else None

    def payload(self) -> dict[str, Any]:
        """Return the dispute as JSON values, as far as the caller may read it."""
        if not self.is_readable:
            return brief(self.dispute)
        tournament = self.tournament
        terms = tournament.terms if tournament else None
        return whole(self.dispute, self.events, self.record, terms, reader())


def get(dispute_id: UUID) -> VisibleDispute:
    """Return a dispute as far as the caller may see it by now. Raises `NotFound`."""
    events = ledger().repository.history(dispute_id)
    opened = events[0].fact if events else None
    if not isinstance(opened, DisputeOpened):
        raise NotFound(Dispute.KIND, dispute_id)
    if opened.match is not None and opened.match in find_withheld_matches():
        raise NotFound(Dispute.KIND, dispute_id)
    place, tournament = Place(opened.club, opened.table, opened.deal), as_id(opened.tournament)
    if not caller().covers(place) and (
        seconds := max(delay(place), tournament_access.delay(tournament) if tournament else 0.0)
    ):
        events = events[: services().recorder.version_ago(dispute_id, seconds)]
    dispute = Dispute.project(None, events)
    if dispute is None:
        raise NotFound(Dispute.KIND, dispute_id)
    return VisibleDispute(dispute, events, deal_access.get(dispute.deal).record)


def speaking_side(params: Mapping[str, Any], dispute: VisibleDispute, *, official: bool = False) -> str:
    """Return the side that the caller speaks for: a seat's own side, for others the one that the body names.

    With ``official``, an official may name no side; the result is then empty. Raises `Problem` for another side.
    """
    return _check_side(params.get("side"), dispute.record, official=official)


def own_side(record: Record) -> str | None:
    """Return the side of the caller's seat; None for officials, who have no seat.

    Raises `Problem` if the game of the deal lacks the seat.
    """
    seat = caller().seat
    if seat is None:
        return None
    seating = record.rules.ruleset.seating
    if _is_seat_missing(record):
        raise forbidden(
            sentence(
                "There is no seat {seat} in this game; the seats are {seats}.",
                seat=seat,
                seats=seat_letters(seating.seats),
            )
        )
    return seating.team(seat)


def _is_seat_missing(record: Record) -> bool:
    """Return whether the game lacks the caller's seat: a table's session is valid for deals of every game."""
    seat = caller().seat
    return seat is not None and seat not in record.rules.ruleset.seating.seats


def claimant(params: Mapping[str, Any], record: Record) -> tuple[str, str | None]:
    """Return the side that claims and its seat; None if no seat is named."""
    seat = caller().seat or params.get("seat")
    side = params.get("side")
    seating = record.rules.ruleset.seating
    if seat is not None and seat in seating.seats and side is None:
        side = seating.team(seat)
    return _check_side(side, record), seat


def check_dispute_limit(deal_id: UUID, side: str) -> None:
    """Raise `Problem` if a seat's side has opened as many disputes about the deal as players may.

    There is no limit for officials and recorders, who open disputes on behalf of a side.
    """
    if caller().seat is None:
        return
    rows = services().catalogue.page("dispute", parent=deal_id, limit=MOST).rows
    disputes = map(ledger().disputes.get, (row.id for row in rows))
    own = [dispute for dispute in disputes if _is_of_players(dispute, side)]
    pending = sum(dispute.status in PENDING for dispute in own)
    if pending >= MOST_PENDING_OF_A_SIDE or len(own) >= MOST_DISPUTES_OF_A_SIDE:
        raise Problem(
            "too-many-disputes",
            sentence(
                "{side} has {pending} open disputes about this deal, and opened {opened} in all;"
                " players open up to {most} at a time and {most_in_all} in all.",
                side=side,
                pending=pending,
                opened=len(own),
                most=MOST_PENDING_OF_A_SIDE,
                most_in_all=MOST_DISPUTES_OF_A_SIDE,
            ),
        )


def _is_of_players(dispute: Dispute, side: str) -> bool:
    """Return whether a player of the side opened the dispute."""
    return dispute.opened.side == side and not dispute.opened.on_behalf


def _check_side(side: str | None, record: Record, *, official: bool = False) -> str:
    """Return the side that the caller speaks for. Raises `Problem` if that is not ``side``, or none is named."""
    seating = record.rules.ruleset.seating
    if (own := own_side(record)) is not None:
        if side not in (None, own):
            raise forbidden(sentence("A seat speaks for its own side, {side}.", side=own))
        return own
    if side is None:
        if official and caller().role in OFFICIALS:
            return ""
        raise Problem("shape", sentence("Say for which side: {sides}.", sides=Listing(seating.teams)))
    return side


def official() -> Official:
    """Return the caller as the official who rules."""
    who = caller()
    return Official(who.subject, str(who.account) if who.account else "", persons(who))


def ruling_of(params: Mapping[str, Any], dispute: VisibleDispute) -> Ruling:
    """Return the ruling of a request body."""
    return Ruling(
        tuple(_remedy(remedy, dispute) for remedy in params["remedies"]),
        params["reason"].strip(),
        params["code"],
        **{name: params[name].strip() for name in options(Ruling)},
    )


def _remedy(params: Mapping[str, Any], dispute: VisibleDispute) -> Remedy:
    unit = params.get("unit", "score")
    return Remedy(
        kind=params["kind"],
        seat=params.get("seat"),
        code=params.get("code", ""),
        verdict=params.get("verdict", ""),
        entry=entries_of(dispute.record, params["ply"])[0] if "ply" in params else 0,
        sheet=sheet_of(params["sheet"]) if "sheet" in params else Sheet(),
        board=params.get("board", 0),
        entrant=params.get("entry", ""),
        amount=_adjustment_number(dispute, Fraction(params["amount"]), unit) if "amount" in params else 0,
        unit=unit,
        note=params["note"].strip(),
        gains=params.get("gains", {}),
    )


def _adjustment_number(dispute: VisibleDispute, amount: Fraction, unit: str) -> int:
    """Return the stored number of a penalty; outside a tournament it has no effect."""
    tournament = dispute.tournament
    return adjustment_number(tournament, amount, unit) if tournament else int(amount)
