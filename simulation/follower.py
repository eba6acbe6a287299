"""A follower of all events, as each server runs it: it notes which events it handled, in the order in which it did."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simulation.stand_ins import SimulatedEvent
from store.events import follower

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eventsourcing.persistence import Notification

    from simulation.database import Transaction
    from simulation.store import Recorder
    from simulation.tables import Tables
    from simulation.world import World

NAME = "simulated"
POLL_SECONDS = 1.0
BATCH = 20


def run(recorder: Recorder, world: World) -> None:
    """Follow the events until the process ends."""

    def handle(transaction: Transaction, notifications: Sequence[Notification]) -> None:
        handled = [(each.originator_id, each.originator_version) for each in notifications]

        def change(tables: Tables) -> None:
            tables.handled.setdefault(NAME, []).extend(handled)  # type: ignore[arg-type]

        recorder.session.run(f"handle {len(handled)} events", lambda: transaction.write(change), transaction)

    stop = SimulatedEvent(world.scheduler)
    follower.supervise(recorder, NAME, handle, stop=stop, batch=BATCH, poll=POLL_SECONDS)  # type: ignore[arg-type]
