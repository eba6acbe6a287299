"""Reading files and saving what was decided on: versions, repeated commands, lost races.

A command is a function from what is stored to what is to be added. If somebody else was faster, it is
asked again on what is stored then; a command that named the version it had seen is told of the conflict.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from threading import RLock
from typing import TYPE_CHECKING, ClassVar, TypeVar, cast
from uuid import UUID

import msgspec
from eventsourcing.application import AggregateNotFoundError, Application
from eventsourcing.persistence import IntegrityError, PersistenceError

from domain.club.aggregates import Club, Player, Table
from domain.dispute.aggregate import Dispute
from domain.engine.facts import SealOpened
from domain.engine.parameters import check
from domain.games.catalogue import ruleset as known_ruleset
from domain.ledger.aggregate import File, Listed
from domain.ledger.commands import Request, Saved
from domain.ledger.errors import AlreadyThere, Conflict, Contended, KeyReused, NotFound
from domain.ledger.events import Recorded
from domain.ledger.ids import check_new_id, uuid7
from domain.ledger.mapper import FactMapper
from domain.ledger.moments import milliseconds
from domain.ledger.ports import Command, Memory
from domain.match.aggregate import Match
from domain.record import sealing
from domain.record.aggregate import DealFile, as_id
from domain.record.seal import SealFile, seal_id
from domain.tournament.aggregate import Tournament
from domain.tournament.encounter import Encounter
from domain.tournament.ranked import Ranked
from domain.tournament.score_sheet import of_deals

if TYPE_CHECKING:
    from eventsourcing.persistence import Mapper
    from eventsourcing.utils import EnvType

    from domain.engine.facts import CardSealed, Fact
    from domain.engine.ruleset import Ruleset
    from domain.ledger.ports import Attachment, Listing, Ranking, ReadModels

F = TypeVar("F", bound=File)
L = TypeVar("L", bound=Listed)

PATIENCE = 5.0
"""Seconds for which a command that named no version is decided again when others were first."""
LONGEST_PAUSE = 0.1
"""Seconds between two attempts, at most."""
LOCKS = 256
LISTED: tuple[type[Listed], ...] = (DealFile, Match, Club, Player, Table, Tournament, Dispute)
"""What has a line in the catalogue."""
RANKED: tuple[type[Ranked], ...] = (Tournament, Encounter)
"""What has lines in the standings of a tournament."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What a command would save: the file it was sent to, and those that follow."""

    files: tuple[File, ...]
    listed: tuple[Listed, ...]
    """Those whose line in the catalogue changes."""
    attached: tuple[Attachment, ...] = ()


class Keeper(Application[UUID]):
    """Reads and saves the files of the record book."""

    name = "Ledger"
    env: ClassVar[dict[str, str]] = {}

    def __init__(self, env: EnvType, read_models: ReadModels | None = None) -> None:
        super().__init__(env)
        self._read_models = read_models
        self._memory = cast("Memory", self.recorder)
        self._locks = [RLock() for _ in range(LOCKS)]

    def construct_mapper(self) -> Mapper[UUID]:
        return FactMapper()

    # --- reading ----------------------------------------------------------------------------------

    def deal(self, deal_id: UUID, version: int | None = None) -> DealFile:
        """A deal as it stands, or as it stood at a version. The file is the caller's own."""
        return self._read(DealFile, deal_id, version)

    def match(self, match_id: UUID, version: int | None = None) -> Match:
        """A match as it stands, or as it stood at a version."""
        return self._read(Match, match_id, version)

    def tournament(self, tournament_id: UUID, version: int | None = None) -> Tournament:
        """A tournament as it stands, or as it stood at a version."""
        return self._read(Tournament, tournament_id, version)

    def encounter(self, encounter_id: UUID, version: int | None = None) -> Encounter:
        """One table of a round as it stands, or as it stood at a version."""
        return self._read(Encounter, encounter_id, version)

    def encounters(self, identities: Sequence[UUID]) -> dict[UUID, Encounter]:
        """Many tables, in one read."""
        files = {each: Encounter.project(None, events) for each, events in self.histories(identities).items()}
        return {identity: file for identity, file in files.items() if file is not None}

    def dispute(self, dispute_id: UUID, version: int | None = None) -> Dispute:
        """A dispute as it stands, or as it stood at a version."""
        return self._read(Dispute, dispute_id, version)

    def club(self, club_id: UUID) -> Club:
        """A club."""
        return self._read(Club, club_id)

    def player(self, player_id: UUID) -> Player:
        """A player."""
        return self._read(Player, player_id)

    def table(self, table_id: UUID) -> Table:
        """A table."""
        return self._read(Table, table_id)

    def history(self, identity: UUID, after: int = 0, to: int | None = None) -> tuple[Recorded, ...]:
        """The events of a stream above a version, oldest first; empty if there are none."""
        return tuple(cast("Iterable[Recorded]", self.events.get(identity, gt=after, lte=to)))

    def histories(self, identities: Sequence[UUID]) -> dict[UUID, list[Recorded]]:
        """Return the events of many streams, oldest first, in one read; a stream without events is left out."""
        found: dict[UUID, list[Recorded]] = {}
        for stored in self._memory.select_streams(identities):
            event = cast("Recorded", self.mapper.to_domain_event(stored))
            found.setdefault(event.originator_id, []).append(event)
        return found

    def begun(self, identity: UUID) -> Recorded | None:
        """The first event of a stream, if it is there."""
        return next(iter(self.history(identity, to=1)), None)

    def listing(self, identity: UUID) -> Listing | None:
        """The line that the catalogue should have for a thing; None for what is not listed."""
        begun = self.begun(identity)
        kind = next((kind for kind in LISTED if begun and kind.begins(begun.fact)), None)
        return self._read(kind, identity).listing() if kind else None

    def ranking(self, identity: UUID) -> Ranking | None:
        """All lines of standings that a stream has; None for what never has any."""
        begun = self.begun(identity)
        kind = next((kind for kind in RANKED if begun and kind.begins(begun.fact)), None)
        return self._read(kind, identity).ranking(whole=True) if kind else None

    def _known(self, kind: type[File], identity: UUID | None) -> str | None:
        """The id as it is written in a fact, if there is such a thing; `NotFound` otherwise."""
        if identity is None:
            return None
        self._read(kind, identity)
        return str(identity)

    def _read(self, kind: type[F], identity: UUID, version: int | None = None) -> F:
        try:
            return self.repository.get(identity, version=version, projector_func=kind.project)
        except AggregateNotFoundError:
            raise NotFound(kind.KIND, identity) from None

    # --- saving -----------------------------------------------------------------------------------

    def _begin(self, request: Request, kind: type[Listed], identity: UUID | None, opening: Fact) -> Saved:
        """A new file that begins with this fact."""

        def begin() -> Draft:
            file = kind(identity or new_id(request.at))
            file.take(opening, *request.stamp)
            return Draft((file,), (file,))

        return self._open(request, begin)

    def _open(self, request: Request, begin: Callable[[], Draft]) -> Saved:
        """Something new."""
        return self._until_done(request, None, lambda: self._answered(request) or begin())

    def _on(self, request: Request, kind: type[L], identity: UUID, decide: Callable[[L], None]) -> Saved:
        """A command to a file whose stream does not tell its keys."""

        def draft() -> Draft | Saved:
            if answer := self._answered(request):
                return answer
            file = self._read(kind, identity)
            request.expects(identity, file.version)
            decide(file)
            return Draft((file,), (file,))

        return self._until_done(request, identity, draft)

    def _on_deal(self, request: Request, deal_id: UUID, decide: Callable[[DealFile], None]) -> Saved:
        """A command to a deal; its match follows in the same transaction."""

        def draft() -> Draft | Saved:
            file = self.deal(deal_id)
            if request.key in file.keys:
                if answer := self._answered(request):
                    return answer
                raise KeyReused(request.key)
            request.expects(deal_id, file.version - file.record.unnoticed(request.viewer))
            settled, abandoned = file.record.settlement, file.record.abandoned
            provisional = file.record.provisional
            decide(file)
            self._open_due(file, request)
            files: list[File] = [file]
            if file.record.abandoned != abandoned or file.record.settlement != settled:
                files += self._match_follows(file, request, restored=abandoned and not file.record.abandoned)
            elif provisional and not file.record.provisional:
                files += self._encounter_agrees(file, request)
            listed = [each for each in files if isinstance(each, Listed)] if file.unlisted else ()
            return Draft(tuple(files), tuple(listed))

        return self._until_done(request, deal_id, draft)

    def _open_due(self, file: DealFile, request: Request) -> None:
        """Open the sealed cards that everybody may see by now: the indicator was shown, or all hands are."""
        for seal in sealing.closed(file.record):
            if file.shown or sealing.shown(file.record, seal):
                self._open_seal(file, seal, request)

    def _open_seal(self, file: DealFile, seal: CardSealed, request: Request) -> None:
        kept = self._read(SealFile, seal_id(file.id, seal.digest)).kept
        opening = SealOpened(kept.seat, kept.digest, kept.card, kept.salt)
        file.take_all(sealing.opened(file.record, opening, seal), *request.stamp)

    def _match_follows(self, file: DealFile, request: Request, *, restored: bool = False) -> list[File]:
        """The match of a deal whose settlement changed, with what follows for it, and for its encounter.

        ``restored``: the deal had been annulled and takes its place again.
        """
        if (match := self._match_of(file)) is None:
            return []
        record, deal = file.record, str(file.id)
        if restored and match.number(deal) is None:
            match.take(match.admit(deal, record.opened.number, record.opened.dealer), request.at, request.by)
        number = match.number(deal)
        for fact in match.dropped(deal) if record.abandoned else match.settled(deal, record.settlement):
            match.take(fact, request.at, request.by)
        if not match.pending:
            return []
        encounter = None
        if match.encounter and number is not None:
            encounter = self._encounter_follows(match, file, number, request)
        return [match, encounter] if encounter and encounter.pending else [match]

    def _encounter_follows(self, match: Match, file: DealFile, number: int, request: Request) -> Encounter | None:
        """The table of a tournament that a match is played for; the match is over when the encounter is decided."""
        assert match.encounter is not None  # noqa: S101
        encounter = self.encounter(match.encounter)
        if encounter.match != str(match.id):
            return None
        game, settled = match.ruleset, None if file.record.abandoned else file.record.settlement
        ours, theirs = game.seating.teams
        counts = None if settled is None else of_deals([settled], (ours, theirs)).deals[0]
        for fact in encounter.follow(game, str(file.id), number, counts, over=match.ended is not None):
            encounter.take(fact, request.at, request.by)
        if encounter.reported and not match.ended:
            match.take(match.decided(), request.at, request.by)
        return encounter

    def _encounter_agrees(self, file: DealFile, request: Request) -> list[File]:
        """The table of a tournament whose deal both sides have confirmed."""
        match = self._match_of(file)
        number = match.number(str(file.id)) if match else None
        if match is None or match.encounter is None or number is None:
            return []
        encounter = self.encounter(match.encounter)
        if encounter.match == str(match.id):
            for fact in encounter.agree(str(file.id), number):
                encounter.take(fact, request.at, request.by)
        return [encounter] if encounter.pending else []

    def _match_of(self, file: DealFile) -> Match | None:
        """The match that a deal names, if this book has it."""
        if file.match is None:
            return None
        try:
            return self.match(file.match)
        except NotFound:
            return None

    def _until_done(self, request: Request, stream: UUID | None, decide: Callable[[], Draft | Saved]) -> Saved:
        """Decide and save until it is done, is found to have been done before, or cannot be.

        Commands to one stream take turns in this process, which saves them from racing each other; other
        processes are met in the database.
        """
        with nullcontext() if stream is None else self._locks[hash(stream) % LOCKS]:
            attempt = 0
            until = time.monotonic() + PATIENCE
            while True:
                draft = decide()
                if isinstance(draft, Saved):
                    return draft
                try:
                    return self._save(request, draft)
                except IntegrityError:
                    main = draft.files[0]
                    actual = self._memory.latest_version(main.id) or 0
                    if stream is None and actual and not (request.key and self._answered(request)):
                        raise AlreadyThere(main.id) from None
                    attempt += 1
                    if time.monotonic() > until:
                        if actual == main.read:
                            # Something else that the command changes: its match, its table, its tournament.
                            raise Contended(main.id) from None
                        raise Conflict(main.id, main.read, actual) from None
                except PersistenceError as error:
                    if not request.key or getattr(error, "key", None) != request.key:
                        raise
                    if answer := self._answered(request):
                        return answer
                    raise
                time.sleep(random.uniform(0, min(0.001 * 2**attempt, LONGEST_PAUSE)))  # noqa: S311

    def _save(self, request: Request, draft: Draft) -> Saved:
        """Write everything in one transaction."""
        main = draft.files[0]
        record = main.record if isinstance(main, DealFile) else None
        saved = Saved(main.id, main.version, main.read + 1, tuple(main.pending), record=record)
        command = None
        if request.key:
            outcome = msgspec.json.encode([str(saved.id), saved.first_version, saved.version])
            command = Command(request.scope, request.key, request.fingerprint, outcome)
        self._write(draft, command)
        return saved

    def _write(self, draft: Draft, command: Command | None = None) -> None:
        for file in draft.files:
            if not file.read:
                check_new_id(file.id, derived=file.DERIVED)
        also: list[object] = []
        if self._read_models:
            rankings = [file.ranking() for file in draft.files if isinstance(file, Ranked)]
            also += self._read_models.listed([file.listing() for file in draft.listed])
            also += self._read_models.ranked([ranking for ranking in rankings if ranking])
            also += self._read_models.attached(draft.attached)
        self.save(*draft.files, command=command, also=also or None)

    def _resolved(self, ruleset: str | Ruleset, club: str | None, table: str | None) -> Ruleset:
        """The game of a key, in the club or at the table; or the one put together elsewhere, if its parts fit."""
        if not isinstance(ruleset, str):
            return check(ruleset)
        home = as_id(club) or (self.table(UUID(table)).club if table else None)
        return self.club(home).played(ruleset) if home else known_ruleset(ruleset)

    def _answered(self, request: Request) -> Saved | None:
        """The answer that this very command was given before; None if it never came."""
        if not request.key or (found := self._memory.find_command(request.scope, request.key)) is None:
            return None
        _, _, fingerprint, outcome = found
        if fingerprint != request.fingerprint:
            raise KeyReused(request.key)
        identity, first, last = msgspec.json.decode(outcome, type=tuple[UUID, int, int])
        return Saved(identity, last, first, self.history(identity, first - 1, last), replayed=True)


def new_id(at: str) -> UUID:
    """An id for something that begins at a stored time."""
    return uuid7(milliseconds(at))
