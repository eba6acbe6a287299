"""Checkpoints as far as the caller may know them by now.

The size of the log tells how much happened, so whoever sees a table late sees the log as late as the latest of them.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from flask import current_app

from api.broadcast import late
from api.problems import Problem
from api.services import services
from domain.proof import checkpoints, notes

if TYPE_CHECKING:
    from domain.proof.checkpoints import Checkpoint
    from store.log import Signed


def seconds_late() -> float:
    """How many seconds late the caller sees the log."""
    return max(late().seconds.values(), default=0.0)


def newest() -> Signed | None:
    """The newest checkpoint that the caller may have."""
    return services().log.checkpoint(seconds_late())


def recent(seconds: float) -> Signed | None:
    """The newest checkpoint that the caller could have at some moment of the last so many seconds.

    It is the same for all who see the log as late as the caller.
    """
    kept: dict[float, tuple[float, Signed]] = current_app.extensions.setdefault("nought.checkpoints", {})
    behind, now = seconds_late(), time.monotonic()
    if behind in kept and now - kept[behind][0] < seconds:
        return kept[behind][1]
    found = services().log.checkpoint(behind)
    if found is not None:
        kept[behind] = now, found
    return found


def needed() -> Signed:
    """The same. Raises `Problem` if there is none."""
    found = newest()
    if found is None:
        raise Problem("no-checkpoint")
    return found


def of_size(size: int | None) -> Checkpoint:
    """The checkpoint of this size, or the newest. Raises `Problem` if the caller may have none of that size."""
    found: Signed | None = needed()
    if size is not None:
        found = services().log.checkpoint_of(size, seconds_late())
    if found is None:
        raise Problem("no-checkpoint", f"There is no checkpoint of the size {size}.")
    return told(found)


def told(signed: Signed) -> Checkpoint:
    """What a checkpoint says."""
    return checkpoints.parse(notes.parse(signed.note))
