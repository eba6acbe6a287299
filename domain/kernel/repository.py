"""The repository: reads aggregates and saves drafts of commands, with versions, repeated commands and lost races.

A command is a function from stored aggregates to a draft with pending events. If another command is saved first, the
function is called again with the newly stored aggregates; a command with an expected version raises `Conflict` instead.
"""

from __future__ import annotations

import random
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass
from threading import RLock
from typing import TYPE_CHECKING, ClassVar, TypeAlias, TypeVar, cast
from uuid import UUID

import msgspec
from eventsourcing.application import AggregateNotFoundError, Application
from eventsourcing.persistence import IntegrityError, PersistenceError

from domain.engine.facts import Fact
from domain.engine.words.worded import WordedError
from domain.kernel.aggregate import Aggregate, ListedAggregate
from domain.kernel.commands import Request, Saved, is_repeated, salted
from domain.kernel.errors import AlreadyThere, ClubShut, Conflict, Contended, KeyReused, NotFound
from domain.kernel.events import Recorded
from domain.kernel.ids import check_new_id, uuid7
from domain.kernel.moments import milliseconds
from domain.kernel.ports import Command, Memory
from domain.kernel.whole_record import whole_record

if TYPE_CHECKING:
    from eventsourcing.persistence import Mapper, StoredEvent
    from eventsourcing.utils import EnvType

    from domain.kernel.ports import Listing, ReadModels

A = TypeVar("A", bound=Aggregate)

PATIENCE = 5.0
"""The seconds for which a command is decided again after lost races."""
LONGEST_PAUSE = 0.1
"""The most seconds between two attempts."""
LOCKS = 256


Draft: TypeAlias = tuple[Aggregate, ...]
"""The aggregates that a command would save: first the one it was sent to, then the others that it changes."""


@dataclass(slots=True)
class _Rehearsal:
    """Commands that are decided and not saved."""

    drafted: list[Aggregate]
    """The aggregates that they would save."""
    stops: bool
    """True if the first command raises `Rehearsed`."""


_rehearsal: ContextVar[_Rehearsal | None] = ContextVar("rehearsal", default=None)
"""The rehearsal of this thread; None if commands are saved."""


class Rehearsed(Exception):
    """Raised by the first command of a rehearsal that stops there, instead of saving."""

    def __init__(self, drafted: Draft) -> None:
        super().__init__("the command was decided and not saved")
        self.drafted = drafted


@contextmanager
def rehearse(*, stops: bool = False) -> Iterator[list[Aggregate]]:
    """Let the commands of this thread be decided and not saved. Yields the aggregates that they would save.

    ``stops``: the first command raises `Rehearsed`, for callers that read what they have saved.
    """
    rehearsal = _Rehearsal([], stops)
    token = _rehearsal.set(rehearsal)
    try:
        yield rehearsal.drafted
    finally:
        _rehearsal.reset(token)


class Repository(Application[UUID]):
    """Reads and saves the aggregates of the record book."""

    name = "Ledger"
    env: ClassVar[dict[str, str]] = {}

    def __init__(self, env: EnvType, facts: Mapper[UUID], read_models: ReadModels | None = None) -> None:
        self._facts = facts
        super().__init__(env)
        self._read_models = read_models
        self._memory = cast("Memory", self.recorder)
        self._locks = [RLock() for _ in range(LOCKS)]

    def construct_mapper(self) -> Mapper[UUID]:
        return self._facts

    # --- reading ----------------------------------------------------------------------------------

    def get(self, kind: type[A], identity: UUID, version: int | None = None) -> A:
        """Return a copy of an aggregate as it stands, or as it stood at a version.

        Raises `NotFound` if there is no aggregate of this kind.
        """
        try:
            return self.repository.get(identity, version=version, projector_func=kind.project)
        except AggregateNotFoundError:
            raise NotFound(kind.KIND, identity) from None

    def get_expected(self, request: Request, kind: type[A], identity: UUID) -> A:
        """Return the aggregate that a command was sent to. Raises `Conflict` if its sender saw another version."""
        aggregate = self.get(kind, identity)
        request.check_version(identity, aggregate.version)
        return aggregate

    def get_many(self, kind: type[A], identities: Sequence[UUID]) -> dict[UUID, A]:
        """Return many aggregates by id in one read; missing ones are left out."""
        aggregates = {each: kind.project(None, events) for each, events in self.histories(identities).items()}
        return {identity: aggregate for identity, aggregate in aggregates.items() if aggregate is not None}

    def known_id(self, kind: type[Aggregate], identity: UUID | None) -> str | None:
        """Return an id as text for a fact; None for None. Raises `NotFound` if there is no such aggregate."""
        if identity is None:
            return None
        self.get(kind, identity)
        return str(identity)

    def history(self, identity: UUID, after: int = 0, to: int | None = None) -> tuple[Recorded, ...]:
        """Return the events of a stream above the version ``after``, up to ``to``, oldest first."""
        return tuple(cast("Iterable[Recorded]", self.events.get(identity, gt=after, lte=to)))

    def histories(self, identities: Sequence[UUID]) -> dict[UUID, list[Recorded]]:
        """Return the events of many streams by id, oldest first, in one read; streams without events are left out."""
        histories: dict[UUID, list[Recorded]] = {}
        for stored in self._memory.select_streams(identities):
            event = cast("Recorded", self.mapper.to_domain_event(stored))
            histories.setdefault(event.originator_id, []).append(event)
        return histories

    def events_of(self, identities: Sequence[UUID], topics: Sequence[str]) -> list[Recorded]:
        """Return the events of some streams that have one of these topics, in one read."""
        stored = self._memory.select_streams(identities, topics)
        return [cast("Recorded", self.mapper.to_domain_event(each)) for each in stored]

    def first_event(self, identity: UUID) -> Recorded | None:
        """Return the first event of a stream; None if there is none."""
        return next(iter(self.history(identity, to=1)), None)

    def latest_version(self, identity: UUID) -> int:
        """Return the version of a stream's last event; 0 if there is none."""
        return self._memory.latest_version(identity) or 0

    # --- saving -----------------------------------------------------------------------------------

    def create(self, request: Request, kind: type[Aggregate], identity: UUID | None, opening: Fact) -> Saved:
        """Save a new aggregate with its first fact. ``identity``: its id, or None for a new one."""

        def draft() -> Draft:
            aggregate = kind(identity or new_id(request.at))
            aggregate.take(opening, *request.stamp)
            return (aggregate,)

        return self.execute(request, None, draft)

    def change(
        self, request: Request, kind: type[A], identity: UUID, decide: Callable[[A], Fact | Iterable[Fact]]
    ) -> Saved:
        """Save the fact or the facts that a command to one aggregate decides."""

        def draft() -> Draft:
            aggregate = self.get_expected(request, kind, identity)
            decided = decide(aggregate)
            for fact in (decided,) if isinstance(decided, Fact) else decided:
                aggregate.take(fact, *request.stamp)
            return (aggregate,)

        return self.execute(request, identity, draft)

    def execute(self, request: Request, stream: UUID | None, draft: Callable[[], Draft]) -> Saved:
        """Save the draft of a command, or return its earlier answer. ``stream``: None for a new aggregate."""
        return self.save_until_done(request, stream, lambda: self.earlier_answer(request) or draft())

    def save_until_done(self, request: Request, stream: UUID | None, decide: Callable[[], Draft | Saved]) -> Saved:
        """Decide and save a command, again after each lost race, for `PATIENCE` seconds but at least once more.

        A command that is refused while a copy of it was carried out is answered as the copy was. Otherwise the refusal
        is raised.

        Raises `Conflict`, `Contended`, or `AlreadyThere` for a new aggregate. A lock per stream prevents races within
        this process; the database detects races with other processes.
        """
        with whole_record(), nullcontext() if stream is None else self._locks[hash(stream) % LOCKS]:
            attempt = 0
            until = time.monotonic() + PATIENCE
            while True:
                try:
                    draft = decide()
                except WordedError:
                    if answer := self.earlier_answer(request):
                        return answer
                    raise
                if isinstance(draft, Saved):
                    return draft
                try:
                    return self._save(request, draft)
                except IntegrityError:
                    main = draft[0]
                    actual = self.latest_version(main.id)
                    if stream is None and actual and not (request.key and self.earlier_answer(request)):
                        raise AlreadyThere(main.id) from None
                    attempt += 1
                    if attempt > 1 and time.monotonic() > until:  # the first may have waited for the database
                        if actual == main.read:
                            # The race was about another aggregate of the draft, such as a match or a tournament.
                            raise Contended(main.id) from None
                        raise Conflict(main.id, main.read, actual) from None
                except PersistenceError as error:
                    if not request.key or getattr(error, "key", None) != request.key:
                        raise
                    if answer := self.earlier_answer(request):
                        return answer
                    raise
                time.sleep(random.uniform(0, min(0.001 * 2**attempt, LONGEST_PAUSE)))  # noqa: S311

    def write(self, draft: Draft, command: Command | None = None) -> None:
        """Write a draft, its rows in the read models and the command's key in one transaction."""
        _check_not_rehearsed()
        for aggregate in draft:
            if not aggregate.read:
                check_new_id(aggregate.id, derived=aggregate.DERIVED)
        also: Sequence[object] = ()
        if self._read_models:
            listings = [each.listing() for each in draft if isinstance(each, ListedAggregate) and each.unlisted]
            rankings = [ranking for each in draft if (ranking := each.ranking())]
            attached = [kept for each in draft for kept in each.attached]
            names = [name for each in draft if (name := each.taken_name())]
            removals = [each.removal for each in draft if each.removal]
            also = self._read_models.statements(listings, rankings, attached, names, removals)
        clubs = {each.id: each.belongs_to() for each in draft if each.pending and not each.read}
        with _declining_shut_clubs():
            self.save(*draft, command=command, also=also or None, clubs=clubs)

    def write_stored(self, events: Sequence[StoredEvent], listings: Sequence[Listing], draft: Draft) -> None:
        """Write stored events of new streams, their lines in the catalogue and a draft in one transaction."""
        _check_not_rehearsed()
        also: Sequence[object] = ()
        if self._read_models:
            listings = [
                *listings,
                *(each.listing() for each in draft if isinstance(each, ListedAggregate) and each.unlisted),
            ]
            also = self._read_models.statements(listings)
        clubs = {each.id: each.club for each in listings}
        clubs |= {each.id: each.belongs_to() for each in draft if each.pending and not each.read}
        drafted = [self.mapper.to_stored_event(event) for each in draft for event in each.pending]
        with _declining_shut_clubs():
            self.recorder.insert_events([*events, *drafted], also=also or None, clubs=clubs)

    def earlier_answer(self, request: Request) -> Saved | None:
        """Return the answer of an earlier command with the same key and content; None if there is none.

        Raises `KeyReused` if another command was sent with its key.
        """
        if not request.key:
            return None
        stored = (self._memory.find_command(scope, request.key) for scope in request.scopes)
        if (row := next(filter(None, stored), None)) is None:
            return None
        scope, _, fingerprint, outcome, salt = row
        if not is_repeated(request.fingerprint, fingerprint, salt):
            raise KeyReused(request.key)
        if not self._memory.confirm_command(scope, request.key):
            return None
        identity, first, last = msgspec.json.decode(outcome, type=tuple[UUID, int, int])
        return Saved(identity, last, first, self.history(identity, first - 1, last), replayed=True)

    def _save(self, request: Request, draft: Draft) -> Saved:
        main = draft[0]
        saved = Saved(main.id, main.version, main.read + 1, tuple(main.pending), aggregate=main)
        if (rehearsal := _rehearsal.get()) is not None:
            if rehearsal.stops:
                raise Rehearsed(draft)
            rehearsal.drafted.extend(draft)
            return saved
        command = None
        if request.key:
            outcome = msgspec.json.encode([str(saved.id), saved.first_version, saved.version])
            salt = secrets.token_bytes(16)
            command = Command(request.scope, request.key, salted(request.fingerprint, salt), outcome, salt)
        self.write(draft, command)
        return saved


@contextmanager
def _declining_shut_clubs() -> Iterator[None]:
    """Raise `ClubShut` if the store says that a club is kept at another server."""
    try:
        yield
    except PersistenceError as error:
        url: str | None = getattr(error, "club_url", None)
        if url is None:
            raise
        raise ClubShut(url, has_left=getattr(error, "has_left", True)) from error


def _check_not_rehearsed() -> None:
    """Raise RuntimeError in a rehearsal, for a command that does not save by `Repository.execute`."""
    if _rehearsal.get() is not None:
        raise RuntimeError("a rehearsed command would be saved")


def new_id(at: str) -> UUID:
    """Return a new id for an aggregate that begins at a time, given in its stored form."""
    return uuid7(milliseconds(at))
