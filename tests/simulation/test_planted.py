"""Every planted fault is found: a simulation that overlooks one would overlook others like it."""

from __future__ import annotations

import pytest

from simulation.plan import draw
from simulation.planted import FAULTS, PlantedFault, planted
from simulation.run import play
from tests.cases import full, one_in

MOST_SEEDS = 1000
"""The number of seeds within which each fault must be found. Most need fewer than ten."""
RARE = {
    "a command that a restarted leader shows is acknowledged again before a replica has it",
    "the key of a command that a new leader lacks belongs to another command",
    "a lost race counts as saved",
    "a correction is acknowledged and not recorded",
    "a save without a key whose answer was lost is decided again",
    "a save that is tried again does not look for the event before its own",
    "the follower ends with the first error",
    "a process does not notice that texts were removed",
    "the rows of read models are left out when a save is tried again",
}
"""Faults that show in few evenings: each takes some seconds to find, and is looked for in the full run."""

COMMON = [fault for fault in FAULTS if fault.name not in RARE]
SOUGHT = [*one_in(3, COMMON), *(full(fault) for fault in FAULTS if fault.name in RARE)]


def test_the_rare_faults_are_planted_ones() -> None:
    assert {fault.name for fault in FAULTS} >= RARE


@pytest.mark.parametrize(
    "fault",
    [*one_in(3, COMMON), *(full(fault) for fault in FAULTS if fault.name in RARE)],
    ids=lambda fault: fault.name,
)
def test_a_planted_fault_is_found(fault: PlantedFault) -> None:
    plans = (draw(seed) for seed in range(MOST_SEEDS))
    with planted(fault):
        is_noticed = any(play(plan).failure for plan in plans if fault.can_show_in(plan))
    assert is_noticed, f"nothing notices that {fault.name}"
