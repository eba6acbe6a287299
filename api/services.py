"""The ledger and the store of a process, built when they are first needed."""

from __future__ import annotations

import atexit
import os
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final, cast

from flask import current_app

from analysis.versions import QUIET_TOPICS, kernel_key
from api.classes.keeper import PAUSE_SECONDS as CLASSES_SECONDS
from api.classes.keeper import end_overdue
from api.keeping import Keeper
from api.live.hub import Hub
from api.live.places import most_streams
from api.live.rights import ask_store
from api.messages.deliverer import POLL_SECONDS as MESSAGES_SECONDS
from api.messages.deliverer import Messenger
from api.messages.maker import Maker
from api.people.forgetting import POLL_SECONDS as PEOPLE_SECONDS
from api.people.forgetting import Forgetter
from api.people.retention import PAUSE_SECONDS as RETENTION_SECONDS
from api.people.retention import Retention
from api.proof.background import Background
from api.proof.keeper import LogKeeper
from api.proof.keys import Keys
from api.proof.submitting import POLL_SECONDS as WITNESS_SECONDS
from api.proof.submitting import Submitter
from api.proof.witness import DOUBT_SECONDS, Doubts, Witness, find_witness_key
from api.requests.position_codes import PositionCodes
from api.sights import Sights
from api.statistics.keeper import POLL_SECONDS as STATISTICS_SECONDS
from api.statistics.keeper import StatisticsKeeper
from api.webhooks.deliverer import POLL_SECONDS as WEBHOOKS_SECONDS
from api.webhooks.deliverer import Deliverer
from domain.club.shown_rows import renamed_line
from domain.kernel.whole_record import whole_record
from domain.ledger import Ledger
from domain.proof.cosignatures import witness_key
from domain.removal.aggregate import removals_id
from replay.maker import made_by
from store.events.log import Log
from store.events.position_key import position_key
from store.events.witnesses import Witnesses
from store.postgres.monitoring import Monitor
from store.postgres.readiness import Readiness
from store.postgres.replicas import Served
from store.tables.analyses import Analyses
from store.tables.attachments import Attachments
from store.tables.catalogue import Catalogue, Rows
from store.tables.classes import Classes
from store.tables.moves import Moves
from store.tables.people.account_players import AccountPlayers
from store.tables.people.accounts import Accounts
from store.tables.people.attempts import Attempts
from store.tables.people.devices import Devices
from store.tables.people.invitations import Invitations
from store.tables.people.issuers import Issuers
from store.tables.people.joining import Joining
from store.tables.people.known_names import KnownNames
from store.tables.people.mail_links import MailLinks
from store.tables.people.message_choices import MessageChoices
from store.tables.people.messages import Messages
from store.tables.people.own_notes import OwnNotes
from store.tables.people.passkeys import Passkeys
from store.tables.people.pins import Pins
from store.tables.people.removals import TextsOfPeople
from store.tables.people.tokens import Tokens
from store.tables.people.who_sees import WhoSees
from store.tables.puzzles import Puzzles
from store.tables.replays import Replays
from store.tables.retention import Overdue
from store.tables.standings import Lines
from store.tables.statistics import Statistics
from store.tables.webhooks import Webhooks

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from threading import Event
    from uuid import UUID

    from api.site import Site
    from domain.proof.witness_policies import Witness as KnownWitness
    from replay.words import Language
    from store.events.recorder import Recorder
    from store.settings import Settings

EXTENSION = "nought"
FAILURE_SECONDS: Final = 1.0
"""Seconds after a failed connection in which no other thread tries to connect."""


@dataclass(frozen=True, slots=True)
class Services:
    """The ledger and the store of one process.

    Replicas may answer the ledger, the recorder, the catalogue, the lines, the statistics, the replays and the moves,
    in routes that allow it (`api.replicas`). All else is read at the leader: sessions, accounts and what belongs to
    them, the log, and tables that are not written with events.
    """

    ledger: Ledger
    recorder: Recorder
    catalogue: Catalogue
    lines: Lines
    statistics: Statistics
    tokens: Tokens
    replays: Replays
    accounts: Accounts
    account_players: AccountPlayers
    joining: Joining
    passkeys: Passkeys
    mail_links: MailLinks
    issuers: Issuers
    devices: Devices
    invitations: Invitations
    pins: Pins
    attempts: Attempts
    attachments: Attachments
    classes: Classes
    live: Hub
    log: Log
    keys: Keys
    witnesses: Witnesses
    analyses: Analyses
    puzzles: Puzzles
    webhooks: Webhooks
    messages: Messages
    message_choices: MessageChoices
    own_notes: OwnNotes
    sights: Sights
    texts_of_people: TextsOfPeople
    overdue: Overdue
    moves: Moves
    position_codes: PositionCodes | None = None
    """Writes and reads the positions that clients get; None without replicas."""

    @classmethod
    def build(cls, settings: Settings) -> Services:
        """Connect to the database, and remove what an older copy holds though it was removed before.

        Raises its own error if it cannot be reached, ``MigrationError`` if not migrated.
        """
        ledger = Ledger(settings.environment(), Rows())
        recorder = cast("Recorder", ledger.repository.recorder)
        leader = recorder.leader
        catalogue, classes = Catalogue(recorder), Classes(leader)
        newest = Catalogue(leader)
        ledger.clubs.tables = lambda club: {row.id: row.title for row in newest.rows("table", club=club)}
        ledger.forgetting.texts = texts_of_people = TextsOfPeople(leader)
        ledger.newcomers.known = KnownNames(leader, removals_id)
        sights = Sights(WhoSees(recorder))
        recorder.sight = leader.sight = sights.present
        recorder.renamed = leader.renamed = renamed_line
        tokens, account_players = Tokens(leader), AccountPlayers(leader)
        holds = ask_store(tokens, account_players, classes)
        built = cls(
            ledger,
            recorder,
            catalogue,
            Lines(recorder),
            Statistics(recorder, kernel_key()),
            tokens,
            Replays(recorder, made_by()),
            Accounts(leader),
            account_players,
            Joining(leader),
            Passkeys(leader),
            MailLinks(leader),
            Issuers(leader),
            Devices(leader),
            Invitations(leader),
            Pins(leader),
            Attempts(leader),
            Attachments(leader),
            classes,
            Hub(ledger, recorder, catalogue, classes, most_streams(), choices=sights.of_outsider, holds=holds),
            Log(leader),
            Keys(Path(settings.keys) if settings.keys else None),
            Witnesses(leader),
            Analyses(leader, kernel_key(), QUIET_TOPICS),
            Puzzles(leader, kernel_key(), QUIET_TOPICS),
            Webhooks(leader),
            Messages(leader),
            MessageChoices(leader),
            OwnNotes(leader),
            sights,
            texts_of_people,
            Overdue(leader),
            Moves(recorder),
            PositionCodes(position_key(leader)) if recorder.has_replicas else None,
        )
        with whole_record():  # It may be built for a request.
            built.forgetter().catch_up()
        return built

    def deliverer(self) -> Deliverer:
        """Return what delivers the messages of webhooks."""
        return Deliverer(self.ledger, self.recorder, self.catalogue, self.webhooks)

    def messenger(self, site: Site, language_of: Callable[[str], Language]) -> Messenger:
        """Return what makes and delivers messages to players. ``language_of``: returns a language by its code."""
        leader, newest = self.recorder.leader, Catalogue(self.accounts.recorder)
        maker = Maker(self.ledger, leader, self.messages)
        return Messenger(self.ledger, leader, newest, self.messages, maker, self.keys, site, language_of)

    def forgetter(self) -> Forgetter:
        """Return what forgets people and removes texts."""
        return Forgetter(self.ledger, self.recorder, self.texts_of_people, self.catalogue, self.lines, self.keys.folder)

    def retention(self) -> Retention:
        """Return what removes what clubs keep too long."""
        return Retention(self.ledger, self.overdue, self.classes, self.forgetter(), self.joining)

    def statistics_keeper(self) -> StatisticsKeeper:
        """Return what computes the numbers of clubs and players."""
        return StatisticsKeeper(self.statistics, Catalogue(self.accounts.recorder), self.analyses)

    def log_keeper(self, host: str = "") -> LogKeeper:
        """Return a keeper, which extends and signs the log. ``host``: the site's host, for the name of a new log."""
        return LogKeeper(self.log, self.keys, host)

    def witness(self, site: Site) -> Witness:
        """Return this server as a witness of the logs of the site's policy. Raises `KeysError` without its key."""
        key = find_witness_key(self.keys, site.host)
        return Witness(self.witnesses, key, [log.key for log in site.witnesses.logs])

    def submitter(self, witness: KnownWitness, host: str) -> Submitter | None:
        """Return what has the checkpoints of this log cosigned by a witness; None if this server is the witness."""
        if witness.key == witness_key(find_witness_key(self.keys, host)):
            return None
        newest = Catalogue(self.accounts.recorder)

        def delay() -> float:
            return max((seconds for _, _, seconds in newest.delays()), default=0.0)

        return Submitter(self.log, self.witnesses, witness, delay)

    def close(self) -> None:
        """End all streams and close all connections."""
        self.live.stop()
        self.ledger.close()


class Provider:
    """The provider of a process's services, which builds them once, after the fork, and closes them at the end."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.readiness = Readiness(settings)
        self.monitor = Monitor(settings)
        self.served = Served()
        self._lock = Lock()
        self._built: Services | None = None
        self._pid = 0
        self._background: Background | None = None
        self._keepers: list[Keeper] = []
        self._messenger: Messenger | None = None
        self._failure: Exception | None = None
        self._failed_at = 0.0

    @property
    def services(self) -> Services:
        """Return this process's services."""
        built = self._built
        if built is not None and self._pid == os.getpid():
            return built
        with self._lock:
            if self._built is None or self._pid != os.getpid():
                self._built = self._build()
                self._pid = os.getpid()
                atexit.register(self.close)
            return self._built

    def _build(self) -> Services:
        """Build the services. A thread that waited while another one failed to connect gets the same error at once."""
        if self._failure is not None and time.monotonic() - self._failed_at < FAILURE_SECONDS:
            raise self._failure.with_traceback(None)
        try:
            built = Services.build(self.settings)
        except Exception as error:
            self._failure, self._failed_at = error, time.monotonic()
            raise
        self._failure = None
        return built

    def keep_log(self, host: str = "") -> None:
        """Keep the log in this process until it ends. ``host``: the site's host."""
        self._background = Background(lambda: self.services.log_keeper(host))
        self._background.start()

    def keep_classes(self) -> None:
        """End overdue classes in this process until it ends."""
        self._keep("classes", CLASSES_SECONDS, lambda stop: end_overdue(self.services.ledger, self.services.classes))

    def deliver_webhooks(self) -> None:
        """Deliver webhooks in this process until it ends, in turn with others."""
        deliverer = cache(lambda: self.services.deliverer())
        self._keep("webhooks", WEBHOOKS_SECONDS, lambda stop: deliverer().deliver_all(stop))

    def deliver_messages(self, site: Site, language_of: Callable[[str], Language]) -> None:
        """Make and deliver messages to players in this process until it ends, in turn with others."""

        def keep(stop: Event) -> None:
            if self._messenger is None:
                self._messenger = self.services.messenger(site, language_of)
            self._messenger.keep(stop)

        self._keep("messages", MESSAGES_SECONDS, keep)

    def message_attempts(self) -> Mapping[str, int]:
        """Return the numbers of attempts of this process to deliver a message, by outcome."""
        return dict(self._messenger.attempts) if self._messenger else {}

    def keep_people(self) -> None:
        """Read where names stand, make lists anew after removals, and remove what clubs keep too long."""
        seen: dict[UUID, tuple[int, int]] = {}
        self._keep("people", PEOPLE_SECONDS, lambda stop: self.services.forgetter().keep(seen, stop))
        self._keep("retention", RETENTION_SECONDS, lambda stop: self.services.retention().remove(stop=stop))

    def keep_statistics(self) -> None:
        """Compute the numbers of clubs and players in this process until it ends, in turn with others."""
        self._keep("statistics", STATISTICS_SECONDS, lambda stop: self.services.statistics_keeper().keep(stop))

    def ask_witnesses(self, site: Site) -> None:
        """Have the log cosigned by the witnesses of the site's policy, and settle doubts about the logs it witnesses.

        Each witness has a thread of its own. A server does not witness its own log.
        """
        for witness in site.witnesses.witnesses:
            if witness.url:
                self._keep(f"witness {witness.name}", WITNESS_SECONDS, self._asking(witness, site.host))
        if site.witnesses.logs:
            doubts = cache(lambda: Doubts(self.services.witnesses, site.witnesses.logs))
            self._keep("doubts about logs", DOUBT_SECONDS, lambda stop: doubts().settle(stop))

    def _asking(self, witness: KnownWitness, host: str) -> Callable[[Event], object]:
        submitter = cache(lambda: self.services.submitter(witness, host))

        def ask(stop: Event) -> None:
            if (asking := submitter()) is not None:
                asking.submit(stop)

        return ask

    def _keep(self, name: str, pause: float, work: Callable[[Event], object]) -> None:
        keeper = Keeper(name, pause, work)
        self._keepers.append(keeper)
        keeper.start()

    def close(self) -> None:
        """Close all connections of this process. Harmless when called again."""
        atexit.unregister(self.close)
        background, self._background = self._background, None
        if background is not None:
            background.stop()
        keepers, self._keepers = self._keepers, []
        for keeper in keepers:
            keeper.stop()
        self.readiness.close()
        self.monitor.close()
        built, self._built = self._built, None
        if built is not None and self._pid == os.getpid():
            built.close()

    def pool_statistics(self) -> Mapping[str, int] | None:
        """Return the statistics of this process's pool as psycopg counts them; None if there is no pool yet."""
        if self._built is None or self._pid != os.getpid():
            return None
        return self._built.recorder.datastore.pool.get_stats()

    def stop_streams(self) -> None:
        """End all streams of this process, so that it can stop."""
        if self._built is not None and self._pid == os.getpid():
            self._built.live.stop()


def provider() -> Provider:
    """Return the provider of the services of the application that answers this request."""
    return cast("Provider", current_app.extensions[EXTENSION])


def services() -> Services:
    """Return the services of the application that answers this request."""
    return provider().services


def ledger() -> Ledger:
    """Return the ledger of the application that answers this request."""
    return services().ledger
