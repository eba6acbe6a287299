"""The part of the ledger that takes in whole deals from elsewhere."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from eventsourcing.persistence import IntegrityError

from domain.engine.refusals import Refused
from domain.ledger.commands import ImportedDeal, Saved
from domain.ledger.errors import Conflict, Contended, Declined, ImportDiffers
from domain.ledger.ids import check_new_id
from domain.ledger.keeper import PATIENCE, Draft, Keeper
from domain.record.aggregate import DealFile
from domain.record.importing import difference, read_through

if TYPE_CHECKING:
    from collections.abc import Iterable
    from uuid import UUID

    from domain.ledger.aggregate import Listed
    from domain.ledger.events import Recorded
    from domain.match.aggregate import Match

Outcome = Saved | Declined | Refused


class Imports(Keeper):
    """Idempotent by the deal's id, not by a key."""

    def import_deal(self, deal: ImportedDeal) -> Saved:
        """A whole deal from elsewhere, in one save. The same deal again changes nothing (``replayed``).

        Raises `BadLine`, or `ImportDiffers` if a deal of that id is recorded with other content.
        """
        (outcome,) = self.import_deals([deal])
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    def import_deals(self, deals: Iterable[ImportedDeal], latest: str = "") -> list[Outcome]:
        """Many deals in one save: for each its answer, or why it was left out. The others are saved.

        A deal that names a match of this book takes its place in it, by its number. ``latest``: a deal with a later
        time is left out.
        """
        read: list[DealFile | Declined] = []
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

    def _import_alone(self, each: DealFile | Declined) -> list[Outcome]:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if (outcome := self._import([each])) is not None:
                return outcome
        assert isinstance(each, DealFile)  # noqa: S101
        actual = self._memory.latest_version(each.id)
        return [Conflict(each.id, 0, actual) if actual else Contended(each.id)]

    def _import(self, read: Iterable[DealFile | Declined]) -> list[Outcome] | None:
        """Compare with what is stored and save the rest; None after a lost race."""
        outcomes: list[Outcome] = []
        new: dict[UUID, DealFile] = {}
        matches: dict[UUID, Match] = {}
        for file in read:
            if isinstance(file, Declined):
                outcomes.append(file)
                continue
            events = tuple(file.pending)
            told = new[file.id].pending if file.id in new else self.history(file.id)
            if told:
                differs = difference(told, events)
                saved = Saved(file.id, len(told), 1, tuple(told), replayed=True)
                outcomes.append(ImportDiffers(file.id, differs) if differs else saved)
                continue
            try:
                check_new_id(file.id, derived=file.DERIVED)
                self._takes_its_place(file, matches)
            except Declined as error:
                outcomes.append(error)
                continue
            new[file.id] = file
            outcomes.append(Saved(file.id, file.version, 1, events))
        changed = [match for match in matches.values() if match.pending]
        files: tuple[Listed, ...] = (*new.values(), *changed)
        if files:
            try:
                self._write(Draft(files, files))
            except IntegrityError:
                return None
        return outcomes

    def _takes_its_place(self, file: DealFile, matches: dict[UUID, Match]) -> None:
        """Enter the deal in its match, if this book has it."""
        if file.match is None or file.record.abandoned:
            return
        match = matches.get(file.match) or self._match_of(file)
        if match is None:
            return
        if match.encounter:
            raise Declined("match-of-tournament", "the match is a tournament's: its deals are recorded, not taken in")
        matches[match.id] = match
        opened, first = file.record.opened, file.pending[0]
        match.fits(opened)
        match.take(match.admit(str(file.id), opened.number, opened.dealer), first.at, first.by)
        if file.record.settlement is not None:
            last: Recorded = file.pending[-1]
            for fact in match.settled(str(file.id), file.record.settlement):
                match.take(fact, last.at, last.by)
