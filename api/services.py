"""What the API works with: one ledger and its store, built in each process when it is first needed."""

from __future__ import annotations

import atexit
import os
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, cast

from flask import current_app

from domain.ledger.application import Ledger
from store.accounts import Accounts
from store.attempts import Attempts
from store.catalogue import Catalogue, Rows
from store.invitations import Invitations
from store.pins import Pins
from store.replays import Replays
from store.tokens import Tokens

if TYPE_CHECKING:
    from store.recorder import Recorder
    from store.settings import Settings

EXTENSION = "nought"


@dataclass(frozen=True, slots=True)
class Services:
    """Everything that belongs to one process."""

    ledger: Ledger
    recorder: Recorder
    catalogue: Catalogue
    tokens: Tokens
    replays: Replays
    accounts: Accounts
    invitations: Invitations
    pins: Pins
    attempts: Attempts

    @classmethod
    def build(cls, settings: Settings) -> Services:
        """Connect. Raises the database's own error if it cannot be reached, or is not migrated."""
        ledger = Ledger(settings.environment(), Rows())
        recorder = cast("Recorder", ledger.recorder)
        return cls(
            ledger,
            recorder,
            Catalogue(recorder),
            Tokens(recorder),
            Replays(recorder),
            Accounts(recorder),
            Invitations(recorder),
            Pins(recorder),
            Attempts(recorder),
        )


class House:
    """Builds the services after the fork, once in each process, and closes them at its end."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._lock = Lock()
        self._built: Services | None = None
        self._pid = 0

    @property
    def services(self) -> Services:
        """This process's services."""
        built = self._built
        if built is not None and self._pid == os.getpid():
            return built
        with self._lock:
            if self._built is None or self._pid != os.getpid():
                self._built = Services.build(self.settings)
                self._pid = os.getpid()
                atexit.register(self.close)
            return self._built

    def close(self) -> None:
        """Close all connections of this process. Harmless when called again."""
        atexit.unregister(self.close)
        built, self._built = self._built, None
        if built is not None and self._pid == os.getpid():
            built.ledger.close()


def house() -> House:
    """The house of the application that answers this request."""
    return cast("House", current_app.extensions[EXTENSION])


def services() -> Services:
    """The services of the application that answers this request."""
    return house().services
