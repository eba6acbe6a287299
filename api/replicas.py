"""Routes that replicas may answer.

Declare a route `@from_replica` if it only reads, and reads no more than the ledger, the catalogue, the lines of
standings, the statistics and the stored replays; all other services read at the leader anyway. The guard has looked the
caller up at the leader before.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

import psycopg
from eventsourcing.persistence import PersistenceError
from flask import g

from api.services import provider, services

V = TypeVar("V", bound=Callable[..., Any])


def from_replica(view: V) -> V:
    """Declare a route that a replica may answer. It is the last decorator, next to the function.

    If the replica fails meanwhile, the leader answers the whole request.
    """

    @wraps(view)
    def answer(*arguments: Any, **more: Any) -> Any:
        with services().recorder.reading(g.get("leader_position")) as reading:
            try:
                return view(*arguments, **more)
            except (PersistenceError, psycopg.Error):
                if reading is None or not reading.has_failed:
                    raise
            finally:
                if reading is not None:
                    provider().served.count(reading)
        return view(*arguments, **more)

    return cast("V", answer)
