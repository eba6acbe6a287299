"""Malformed tables and positions: a clear error, never a hang and never a trap."""

from __future__ import annotations

import os
import random

import pytest

from analysis.layout import CARDS, FAULTS, SEATS, Deal, Position
from analysis.machine import BadPosition, Machine
from analysis.position import Goal, Unsolvable, question
from analysis.solver import Solver, Unfinished
from domain.games.catalogue import RULESETS
from tests.analysis.endings import ending

TRIES = 200_000 if os.environ.get("NOUGHT_FULL") else 2_000
VALUES = (-(2**31), -1000, -2, -1, 0, 1, 2, 3, 4, 5, 7, 8, 9, 39, 40, 255, 1000, 2**31 - 1)
CHANGES = 3


def spoil(record: Deal | Position, rng: random.Random) -> None:
    """Change one field of a record to anything."""
    name = rng.choice([field[0] for field in record._fields_])
    value = getattr(record, name)
    if name in ("hands", "indicator", "puur", "cards"):
        some = rng.choice((0, 1 << rng.randrange(64), rng.getrandbits(64), (1 << CARDS) - 1))
        if name == "hands":
            value[rng.randrange(SEATS)] ^= some
        else:
            setattr(record, name, value ^ some)
    elif isinstance(value, int):
        setattr(record, name, rng.choice(VALUES))
    else:
        value[rng.randrange(len(value))] = rng.choice(VALUES)


def test_whatever_the_kernel_is_given_it_answers_or_names_the_fault() -> None:
    rng = random.Random(7)
    machine = Machine()
    tasks = [question(ending(key, seed, 3), Goal.POINTS) for key in RULESETS for seed in range(5)]
    answered = refused = 0
    faults: set[str] = set()
    for _ in range(TRIES):
        task = rng.choice(tasks)
        deal, position = Deal.from_buffer_copy(task.deal), Position.from_buffer_copy(task.position)
        for _ in range(rng.randint(1, CHANGES)):
            spoil(rng.choice((deal, position)), rng)
        try:
            machine.set_deal(deal)
            machine.set_position(position)
        except BadPosition as error:
            faults.add(str(error))
            refused += 1
            continue
        answered += 1
        assert machine.legal() & ~position.cards == 0
        assert machine.legal()
        assert machine.price(2_000, True, 0).nodes <= 2_000
        assert machine.solve(2_000, False, 0).nodes <= 2_000
    assert answered > TRIES / 50
    assert refused > TRIES / 4
    assert faults <= set(FAULTS.values())
    assert len(faults) > 10


def test_a_position_without_a_deal_is_refused() -> None:
    with pytest.raises(BadPosition, match="the tables of the deal come before the position"):
        Machine().set_position(Position())


def test_a_question_that_takes_too_long_is_said_to_be_unfinished() -> None:
    s = ending("sidi-barrani", 3, 5)
    solver = Solver(limit=5)
    with pytest.raises(Unfinished, match="no result after 5 positions"):
        solver.best(s)
    assert not solver.prices(s).finished


def test_a_deal_before_its_play_has_nothing_to_solve() -> None:
    s = ending("304", 1)
    s.stage = 0
    with pytest.raises(Unsolvable, match="no cards are being played"):
        Solver().best(s)


def test_a_deal_with_unknown_cards_is_not_solved() -> None:
    s = ending("304", 1)
    s.unknown[0] = 1
    with pytest.raises(Unsolvable, match="not all cards are known"):
        Solver().best(s)
