"""A seed replays exactly, in this process and in others, and a failing evening is made smaller."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from simulation.plan import OF_MESSAGES, OF_STATEMENTS, OF_TIMES, draw
from simulation.planted import FAULTS, planted
from simulation.run import play
from simulation.shrink import shrink
from tests.simulation.test_seeds import EVERYDAY

SEEDS = range(6)
PRINT = f"""
from simulation.plan import draw
from simulation.run import play
print(*(play(draw(seed)).digest for seed in {SEEDS!r}))
"""


def test_a_seed_gives_the_same_evening_again() -> None:
    digests = [play(draw(seed)).digest for seed in SEEDS]
    assert len(set(digests)) == len(SEEDS)
    assert [play(draw(seed)).digest for seed in SEEDS] == digests


@pytest.mark.full
def test_a_seed_gives_the_same_evening_in_processes_that_order_their_sets_differently() -> None:
    digests = {
        subprocess.run(
            [sys.executable, "-c", PRINT],
            env=os.environ | {"PYTHONHASHSEED": number},
            check=True,
            stdout=subprocess.PIPE,
        ).stdout
        for number in ("1", "2")
    }
    assert digests == {" ".join(play(draw(seed)).digest for seed in SEEDS).encode() + b"\n"}


def test_the_seeds_of_everyday_draw_every_kind_of_fault() -> None:
    kinds = {fault.kind for seed in range(EVERYDAY) for fault in draw(seed).faults}
    assert kinds >= {*OF_STATEMENTS, *OF_MESSAGES, *OF_TIMES}


@pytest.mark.full
def test_a_failing_evening_is_shrunk_to_a_smaller_one_that_fails() -> None:
    with planted(next(fault for fault in FAULTS if fault.function == "EventRecorder.insert_events")):
        failed = next(outcome for seed in range(300) if (outcome := play(draw(seed))).failure)
        small = shrink(failed)
        assert small.failure
        assert small.plan.size < failed.plan.size
        assert play(small.plan).digest == small.digest
    assert not play(small.plan).failure, "without the planted fault the same evening goes well"
