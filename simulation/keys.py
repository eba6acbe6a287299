"""The folder of the log's private keys, in memory: all servers of the simulated host share it."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from api.proof import keys
from domain.proof.notes import PrivateKey
from domain.proof.signatures import SEED_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from domain.proof.notes import PublicKey
    from simulation.scheduler import Scheduler
    from simulation.stand_ins import SimulatedLock

FLUSH_SECONDS = 0.002


class Keys(keys.Keys):
    """Private keys and the last signed checkpoint, which outlive every process."""

    def __init__(self, scheduler: Scheduler, chance: Random, lock: SimulatedLock) -> None:
        super().__init__(None)
        self._scheduler = scheduler
        self._chance = chance
        self._lock = lock
        self._private: dict[bytes, PrivateKey] = {}
        self.notes: list[str] = []
        """All checkpoints that were ever signed."""

    def make(self, name: str) -> PrivateKey:
        """Make a key."""
        key = PrivateKey(name, self._chance.randbytes(SEED_BYTES))
        self._scheduler.pause(FLUSH_SECONDS)
        self._private[key.public.id] = key
        return key

    def find(self, public: PublicKey) -> PrivateKey | None:
        """Return the private key of a public one; None if there is none."""
        return self._private.get(public.id)

    def forget(self, public: PublicKey) -> None:
        """Delete a key that was never used."""
        del self._private[public.id]

    def last_checkpoint(self, origin: str) -> str | None:
        """Return the last checkpoint that was signed; None if there is none."""
        return self.notes[-1] if self.notes else None

    def remember_checkpoint(self, origin: str, note: str) -> None:
        """Store the last signed checkpoint."""
        self._scheduler.pause(FLUSH_SECONDS)
        self.notes.append(note)

    @contextmanager
    def lock_signing(self) -> Iterator[None]:
        """Hold the lock for signing."""
        with self._lock:
            yield
