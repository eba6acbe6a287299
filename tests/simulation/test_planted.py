"""Every planted fault is found: a simulation that overlooks one would overlook others like it."""

from __future__ import annotations

import pytest

from simulation.plan import draw
from simulation.planted import FAULTS, PlantedFault, planted
from simulation.run import play

MOST_SEEDS = 400
"""The number of seeds within which each fault must be found. Most need fewer than ten."""


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_planted_fault_is_found(fault: PlantedFault) -> None:
    with planted(fault):
        assert any(play(draw(seed)).failure for seed in range(MOST_SEEDS)), f"nothing notices that {fault.name}"
