"""Checkpoints as far as the caller may see them by now.

The size of the log shows the number of events, so the longest broadcast delay of all tables holds for the log too.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from flask import current_app

from api.deals.broadcast import late
from api.problems import Problem
from api.services import services
from api.site import site
from domain.engine.words.values import sentence
from domain.proof import checkpoints, notes

if TYPE_CHECKING:
    from uuid import UUID

    from domain.proof.checkpoints import Checkpoint
    from store.events.log import Signed

MOST_SIZES: Final = 100
"""The most checkpoints that are looked at for one with the quorum."""
RECENT_SECONDS: Final = 60.0
"""The age up to which a checkpoint is not read again to see whether the log has some leaves."""


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


def has_leaves(size: int) -> bool:
    """Return whether a checkpoint that the caller may see has so many leaves.

    A log only grows, so an older checkpoint will do if it has them.
    """
    recent = recent_checkpoint(RECENT_SECONDS)
    if recent is not None and recent.size >= size:
        return True
    newest = newest_checkpoint()
    return newest is not None and newest.size >= size


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


def of_evidence(deal_id: UUID, version: int) -> Signed:
    """Return the newest checkpoint over a version of a deal that the witnesses of the policy cosigned.

    Where there are no witnesses, or they have not cosigned it yet, return the newest one. Raises `Problem` (404).
    """
    newest, policy = require_newest(), site().witnesses
    leaf = services().log.leaf_of(deal_id, version) if policy.witnesses else None
    if leaf is None:
        return newest
    size = witnessed_size(newest.size)
    covering = services().log.checkpoint_of(size, seconds_late()) if size is not None and size > leaf.place else None
    return covering or newest


def witnessed_size(at_most: int) -> int | None:
    """Return the size of the largest checkpoint that has the quorum of the policy; None if there is none."""
    policy = site().witnesses
    keys = policy.keys
    for size, cosigners in services().witnesses.cosigners(at_most, MOST_SIZES) if keys else ():
        if policy.is_met({keys[each] for each in cosigners if each in keys}):
            return size
    return None


def parse_checkpoint(signed: Signed) -> Checkpoint:
    """Return the checkpoint of a signed note."""
    return checkpoints.parse(notes.parse(signed.note))
