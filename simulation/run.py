"""Play the evening of a seed, and say whether an invariant was broken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from simulation.errors import Violation
from simulation.scheduler import TaskFailed
from simulation.world import World

if TYPE_CHECKING:
    from simulation.plan import Plan


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of an evening."""

    plan: Plan
    digest: str
    """The hash of the trace: the same in every run of the plan."""
    steps: int
    failure: str
    """The broken invariant; empty if all hold."""
    trace: tuple[str, ...] = ()


def play(plan: Plan, *, keeps_trace: bool = False) -> Outcome:
    """Play an evening. ``keeps_trace``: whether the outcome has the lines of the trace."""
    failure = ""
    with World(plan, keeps_trace=keeps_trace) as world:
        try:
            world.play()
        except Violation as violation:
            failure = str(violation)
        except TaskFailed as failed:
            failure = str(failed.__cause__ if isinstance(failed.__cause__, Violation) else failed)
        scheduler = world.scheduler
        return Outcome(plan, scheduler.digest, scheduler.steps, failure, tuple(scheduler.trace or ()))
