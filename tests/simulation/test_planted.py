"""Every planted fault is found: a simulation that overlooks one would overlook others like it."""

from __future__ import annotations

import pytest

from simulation.plan import draw
from simulation.planted import FAULTS, PlantedFault, planted
from simulation.run import play

MOST_SEEDS = 1000
"""The number of seeds within which each fault must be found. Most need fewer than ten."""


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_planted_fault_is_found(fault: PlantedFault) -> None:
    plans = (draw(seed) for seed in range(MOST_SEEDS))
    with planted(fault):
        is_noticed = any(play(plan).failure for plan in plans if fault.can_show_in(plan))
    assert is_noticed, f"nothing notices that {fault.name}"
