"""The commands that import whole deals."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from itertools import count
from typing import TYPE_CHECKING, Final

from eventsourcing.persistence import IntegrityError

from domain.club.new_people import NewPeople
from domain.engine.refusals import Refused
from domain.kernel.commands import Saved, request
from domain.kernel.errors import Conflict, Contended, Declined, NotFound
from domain.kernel.ids import check_new_id
from domain.kernel.repository import PATIENCE
from domain.record.errors import ImportDiffers
from domain.record.facts import DealsImported, ImportBegun, ImportRestored, ImportWithdrawn
from domain.record.import_batch import ImportBatch
from domain.record.import_lines import difference
from domain.record.imported_deal import ImportedDeal
from domain.record.prepared_deal import PreparedDeal, prepare

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence
    from uuid import UUID

    from domain.club.new_people import Newcomers
    from domain.kernel.repository import Repository
    from domain.match.aggregate import Match
    from domain.match.commands import Matches
    from domain.record.commands import Deals

Outcome = Saved | Declined | Refused
STEP: Final = 100
"""The most deals that one step of a withdrawal takes: about a second."""


@dataclass(slots=True)
class NewImport:
    """An import that is stored once it has saved a deal."""

    id: UUID
    by: str
    at: str
    files: tuple[str, ...] = ()
    """The names of the files, for people."""
    club: str | None = None
    """The club of the director who sent it; None for an administrator."""
    stored: ImportBatch | None = field(default=None, repr=False)
    """The import as the last save left it, so that the next one need not read all the saves before it."""


@dataclass(frozen=True, slots=True)
class ImportStep:
    """A step of the withdrawal of an import, or of the end of that withdrawal."""

    changed: tuple[UUID, ...]
    """The deals that were withdrawn or restored; without those that were before."""
    refused: dict[UUID, Declined]
    """The deals that could not be, each with the reason."""
    next: int | None
    """The number of deals of the import before the next step; None after the last step."""
    deals: int
    """The number of deals of the import."""


class Imports:
    """Commands that import whole deals. They are idempotent by the deal's id, not by a key."""

    def __init__(self, repository: Repository, matches: Matches, deals: Deals, newcomers: Newcomers) -> None:
        self._repository = repository
        self._matches = matches
        self._deals = deals
        self._newcomers = newcomers

    def import_deal(self, deal: ImportedDeal) -> Saved:
        """Import a whole deal in one save. Importing the same deal again changes nothing (``replayed``).

        Raises `BadLine`, `ImportDiffers` if a deal of that id is recorded with other content, or another `Declined`.
        """
        (outcome,) = self.import_deals([deal])
        if isinstance(outcome, Exception):
            raise outcome
        return replace(outcome, events=self._repository.history(outcome.id, to=outcome.version))

    def import_deals(self, deals: Iterable[ImportedDeal], latest: str = "") -> list[Outcome]:
        """Judge and import many deals in one save. Return for each deal its answer, or the error that left it out.

        ``latest``: the latest allowed time; deals with a later time are left out.
        """
        prepared: list[PreparedDeal | Declined] = []
        for deal in deals:
            try:
                prepared.append(prepare(deal, latest))
            except Declined as error:
                prepared.append(error)
        return self.save(prepared)

    def save(
        self,
        deals: Sequence[PreparedDeal | Declined],
        batch: NewImport | None = None,
        *,
        is_rehearsal: bool = False,
        welcome: Collection[str] | None = (),
    ) -> list[Outcome]:
        """Import many judged deals in one save. Return for each its answer without events, or the error.

        A deal that names a match of this record book is entered in the match under its number. ``batch``: the import
        that the new deals belong to. ``is_rehearsal``: nothing is saved. ``welcome``: the names that may be new to a
        club that has forgotten somebody, None for all; a deal with another one is left out (`NewPeople`).
        """
        if welcome is not None:
            deals = self._without_new_people(deals, welcome)
        outcomes = self._save(deals, batch, is_rehearsal=is_rehearsal)
        return [self._save_alone(deal, batch) for deal in deals] if outcomes is None else outcomes

    def find(self, import_id: UUID) -> ImportBatch:
        """Return an import. Raises `NotFound`."""
        return self._repository.get(ImportBatch, import_id)

    def withdraw(self, import_id: UUID, why: str, by: str, at: str, after: int = 0, most: int = STEP) -> ImportStep:
        """Withdraw up to ``most`` deals of an import, after its first ``after`` ones.

        A repeated step changes nothing. Raises `NotFound`.
        """
        batch = self.find(import_id)

        def withdraw(deal: UUID) -> None:
            self._deals.withdraw(deal, why, of_import=import_id, by=by, at=at)

        step = _step(batch, after, most, withdraw, "deal-withdrawn")
        if step.next is None and not batch.is_withdrawn and not step.refused:
            command = request(f"import {import_id}", {"by": by, "at": at}, "withdraw", why)
            self._repository.change(command, ImportBatch, import_id, lambda _: ImportWithdrawn(why.strip()))
        return step

    def restore(self, import_id: UUID, why: str, by: str, at: str, after: int = 0, most: int = STEP) -> ImportStep:
        """Restore up to ``most`` deals that were withdrawn with the import, as `withdraw` withdraws them.

        A deal that was withdrawn alone stays so. Raises `NotFound`.
        """
        batch = self.find(import_id)

        def restore(deal: UUID) -> None:
            self._deals.restore(deal, why, only=batch.has_withdrawn, by=by, at=at)

        step = _step(batch, after, most, restore, "deal-not-withdrawn")
        if step.next is None and batch.is_withdrawn:
            command = request(f"import {import_id}", {"by": by, "at": at}, "restore", why)
            self._repository.change(command, ImportBatch, import_id, lambda _: ImportRestored(why.strip()))
        return step

    def _without_new_people(
        self, deals: Sequence[PreparedDeal | Declined], welcome: Collection[str]
    ) -> list[PreparedDeal | Declined]:
        """Return the deals with `NewPeople` in the place of each that has names that are new to its club.

        A deal that is recorded has none.
        """
        names: dict[UUID | None, set[str]] = {}
        for deal in deals:
            if isinstance(deal, PreparedDeal):
                names.setdefault(deal.listing.club, set()).update(deal.names)
        new = {club: set(self._newcomers.find(club, each, welcome)) for club, each in names.items()}
        if not any(new.values()):
            return list(deals)
        recorded = self._repository.histories([deal.id for deal in deals if isinstance(deal, PreparedDeal)])

        def check(deal: PreparedDeal | Declined) -> PreparedDeal | Declined:
            if isinstance(deal, Declined) or deal.id in recorded:
                return deal
            brought = deal.names & new[deal.listing.club]
            return NewPeople(sorted(brought)) if brought else deal

        return [check(deal) for deal in deals]

    def _save_alone(self, deal: PreparedDeal | Declined, batch: NewImport | None) -> Outcome:
        if isinstance(deal, Declined):
            return deal
        until = time.monotonic() + PATIENCE
        for attempt in count(1):
            if (outcomes := self._save([deal], batch)) is not None:
                return outcomes[0]
            if attempt > 1 and time.monotonic() > until:  # the first may have waited for the database
                break
        actual = self._repository.latest_version(deal.id)
        return Conflict(deal.id, 0, actual) if actual else Contended(deal.id)

    def _save(
        self, deals: Sequence[PreparedDeal | Declined], batch: NewImport | None, *, is_rehearsal: bool = False
    ) -> list[Outcome] | None:
        """Compare the deals with the stored ones and save the new ones. Return None if another command was first."""
        stored = self._repository.histories([deal.id for deal in deals if isinstance(deal, PreparedDeal)])
        outcomes: list[Outcome] = []
        new: dict[UUID, PreparedDeal] = {}
        matches: dict[UUID, Match] = {}
        for deal in deals:
            if isinstance(deal, Declined):
                outcomes.append(deal)
                continue
            known = new[deal.id].events() if deal.id in new else stored.get(deal.id)
            if known:
                imported = deal.events()
                if differs := difference(known, imported):
                    is_continued = difference(known[: len(imported)], imported) is None
                    outcomes.append(ImportDiffers(deal.id, differs, is_continued=is_continued))
                else:
                    outcomes.append(Saved(deal.id, len(known), 1, (), replayed=True))
                continue
            try:
                check_new_id(deal.id, derived=False)
                self._enter_in_match(deal, matches)
            except Declined as error:
                outcomes.append(error)
                continue
            new[deal.id] = deal
            outcomes.append(Saved(deal.id, deal.version, 1, ()))
        if new and not is_rehearsal:
            events = [event for deal in new.values() for event in deal.stored_events()]
            listings = [deal.listing for deal in new.values()]
            try:
                changed = tuple(match for match in matches.values() if match.pending)
                entered = self._enter_in_import(new, batch) if batch else None
                self._repository.write_stored(events, listings, (*changed, entered) if entered else changed)
            except IntegrityError:
                return None
            if batch and entered:
                entered.pending.clear()
                batch.stored = entered
        return outcomes

    def _enter_in_import(self, deals: Iterable[UUID], batch: NewImport) -> ImportBatch:
        """Return the import with these deals, to be saved with them."""
        try:
            entered = batch.stored or self.find(batch.id)
        except NotFound:
            entered = ImportBatch(batch.id)
            entered.take(ImportBegun(batch.files, batch.club), batch.at, batch.by)
        batch.stored = None
        entered.take(DealsImported(tuple(map(str, deals))), batch.at, batch.by)
        return entered

    def _enter_in_match(self, deal: PreparedDeal, matches: dict[UUID, Match]) -> None:
        """Enter the deal in its match, if this record book has the match. Raises `Declined` if it does not fit."""
        if deal.match is None or deal.is_abandoned:
            return
        match = matches.get(deal.match) or self._matches.find(deal.match)
        if match is None:
            return
        if match.encounter:
            raise Declined("match-of-tournament", "the match is a tournament's: its deals are recorded, not taken in")
        matches[match.id] = match
        match.check_fits(deal.opened)
        match.take(match.admit(str(deal.id), deal.opened.number, deal.opened.dealer), *deal.began)
        if deal.settlement is not None:
            for fact in match.settle_deal(str(deal.id), deal.settlement):
                match.take(fact, *deal.ended)


def _step(batch: ImportBatch, after: int, most: int, change: Callable[[UUID], None], settled: str) -> ImportStep:
    """Change some deals of an import. ``settled``: the code of the error for a deal that needs no change."""
    changed, refused = [], {}
    for deal in batch.deals[after : after + most]:
        try:
            change(deal)
        except Declined as error:
            if error.code != settled:
                refused[deal] = error
        else:
            changed.append(deal)
    end = after + most
    return ImportStep(tuple(changed), refused, end if end < len(batch.deals) else None, len(batch.deals))
