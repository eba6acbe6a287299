"""The commands that import whole deals."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from eventsourcing.persistence import IntegrityError

from domain.engine.refusals import Refused
from domain.ledger.commands import ImportedDeal, Saved
from domain.ledger.errors import Conflict, Contended, Declined, ImportDiffers
from domain.ledger.ids import check_new_id
from domain.ledger.repository import PATIENCE
from domain.record.aggregate import Deal
from domain.record.importing import difference, read_through

if TYPE_CHECKING:
    from collections.abc import Iterable
    from uuid import UUID

    from domain.ledger.events import Recorded
    from domain.ledger.repository import Repository
    from domain.match.aggregate import Match
    from domain.match.commands import Matches

Outcome = Saved | Declined | Refused


class Imports:
    """Commands that take in whole deals. They are idempotent by the deal's id, not by a key."""

    def __init__(self, repository: Repository, matches: Matches) -> None:
        self._repository = repository
        self._matches = matches

    def import_deal(self, deal: ImportedDeal) -> Saved:
        """Import a whole deal in one save. The same deal again changes nothing (``replayed``).

        Raises `BadLine`, or `ImportDiffers` if a deal of that id is recorded with other content.
        """
        (outcome,) = self.import_deals([deal])
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    def import_deals(self, deals: Iterable[ImportedDeal], latest: str = "") -> list[Outcome]:
        """Import many deals in one save. Return for each its answer, or why it was left out.

        A deal that names a match of this book takes its place in it, by its number. ``latest``: a deal with a later
        time is left out.
        """
        read: list[Deal | Declined] = []
        for deal in deals:
            try:
                read.append(read_through(deal, latest))
            except Declined as error:
                read.append(error)
        outcomes = self._import(read)
        if outcomes is not None:
            return outcomes
        found: list[Outcome] = []
        for each in read:
            found += self._import_alone(each)
        return found

    def _import_alone(self, each: Deal | Declined) -> list[Outcome]:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if (outcome := self._import([each])) is not None:
                return outcome
        assert isinstance(each, Deal)  # noqa: S101
        actual = self._repository.latest_version(each.id)
        return [Conflict(each.id, 0, actual) if actual else Contended(each.id)]

    def _import(self, read: Iterable[Deal | Declined]) -> list[Outcome] | None:
        """Compare with what is stored and save the rest; None after a lost race."""
        outcomes: list[Outcome] = []
        new: dict[UUID, Deal] = {}
        matches: dict[UUID, Match] = {}
        for deal in read:
            if isinstance(deal, Declined):
                outcomes.append(deal)
                continue
            events = tuple(deal.pending)
            told = new[deal.id].pending if deal.id in new else self._repository.history(deal.id)
            if told:
                differs = difference(told, events)
                saved = Saved(deal.id, len(told), 1, tuple(told), replayed=True)
                outcomes.append(ImportDiffers(deal.id, differs) if differs else saved)
                continue
            try:
                check_new_id(deal.id, derived=deal.DERIVED)
                self._takes_its_place(deal, matches)
            except Declined as error:
                outcomes.append(error)
                continue
            new[deal.id] = deal
            outcomes.append(Saved(deal.id, deal.version, 1, events))
        if new:
            try:
                self._repository.write((*new.values(), *(match for match in matches.values() if match.pending)))
            except IntegrityError:
                return None
        return outcomes

    def _takes_its_place(self, deal: Deal, matches: dict[UUID, Match]) -> None:
        """Enter the deal in its match, if this book has it."""
        if deal.match is None or deal.record.abandoned:
            return
        match = matches.get(deal.match) or self._matches.of_deal(deal)
        if match is None:
            return
        if match.encounter:
            raise Declined("match-of-tournament", "the match is a tournament's: its deals are recorded, not taken in")
        matches[match.id] = match
        opened, first = deal.record.opened, deal.pending[0]
        match.fits(opened)
        match.take(match.admit(str(deal.id), opened.number, opened.dealer), first.at, first.by)
        if deal.record.settlement is not None:
            last: Recorded = deal.pending[-1]
            for fact in match.settled(str(deal.id), deal.record.settlement):
                match.take(fact, last.at, last.by)
