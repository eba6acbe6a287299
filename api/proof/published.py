"""Checkpoints as far as the caller may see them by now.

The size of the log shows the number of events, so the longest broadcast delay of all tables holds for the log too.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from flask import current_app

from api.deals.broadcast import late
from api.problems import Problem
from api.services import services
from domain.engine.words.values import sentence
from domain.proof import checkpoints, notes

if TYPE_CHECKING:
    from domain.proof.checkpoints import Checkpoint
    from store.events.log import Signed


def seconds_late() -> float:
    """Return the delay in seconds with which the caller sees the log."""
    return max(late().seconds.values(), default=0.0)


def newest_checkpoint() -> Signed | None:
    """Return the newest checkpoint that the caller may see; None if there is none."""
    return services().log.checkpoint(seconds_late())


def recent_checkpoint(seconds: float) -> Signed | None:
    """Return the newest checkpoint from a cache that is at most ``seconds`` old; None if there is none.

    Callers with the same delay share it.
    """
    cache: dict[float, tuple[float, Signed]] = current_app.extensions.setdefault("nought.checkpoints", {})
    delay, now = seconds_late(), time.monotonic()
    if delay in cache and now - cache[delay][0] < seconds:
        return cache[delay][1]
    checkpoint = services().log.checkpoint(delay)
    if checkpoint is not None:
        cache[delay] = now, checkpoint
    return checkpoint


def require_newest() -> Signed:
    """Return the newest checkpoint that the caller may see. Raises `Problem` (404) if there is none."""
    checkpoint = newest_checkpoint()
    if checkpoint is None:
        raise Problem("no-checkpoint")
    return checkpoint


def of_size(size: int | None) -> Checkpoint:
    """Return the checkpoint of a size, or the newest. Raises `Problem` (404) if the caller may see none."""
    newest = require_newest()
    if size is None:
        return parse_checkpoint(newest)
    checkpoint = services().log.checkpoint_of(size, seconds_late())
    if checkpoint is None:
        raise Problem("no-checkpoint", sentence("There is no checkpoint of the size {size}.", size=size))
    return parse_checkpoint(checkpoint)


def parse_checkpoint(signed: Signed) -> Checkpoint:
    """Return the checkpoint of a signed note."""
    return checkpoints.parse(notes.parse(signed.note))
