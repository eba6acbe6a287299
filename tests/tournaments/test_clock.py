"""The clock of a round: what is left of it follows from its events and their times alone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.engine.facts import Fact
from domain.kernel.errors import Declined
from domain.kernel.events import Recorded
from domain.tournament.rounds import clock
from domain.tournament.rounds.clock import MINUTE, PAUSED, RUNNING, STOPPED, Clock

BEGIN = datetime(2026, 2, 14, 18, 0, tzinfo=UTC)
STARTED = clock.start(None, 1, 50, 10, (5, 10, 5))


def at(seconds: float) -> str:
    """Return the stored time so many seconds after the start."""
    return (BEGIN + timedelta(seconds=seconds)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def fold(*facts: tuple[float, Fact]) -> Clock:
    """Return the clock after facts, each with its seconds after the start."""
    there: Clock | None = None
    for version, (seconds, fact) in enumerate(facts, 1):
        there = clock.fold(there, Recorded(UUID(int=1), version, fact, at(seconds), "A director"))
    assert there is not None
    return there


def test_a_clock_runs_from_its_start_and_its_break_follows() -> None:
    there = fold((0, STARTED))
    assert (there.state, there.warnings) == (RUNNING, (10, 5))
    assert [there.left_at(at(seconds)) for seconds in (0, 60, 3000, 3060)] == [50 * MINUTE, 49 * MINUTE, 0, -MINUTE]


def test_pausing_keeps_what_is_left_and_minutes_can_be_added_and_taken_away() -> None:
    running = fold((0, STARTED))
    paused = fold((0, STARTED), (600, clock.pause(running)))
    assert (paused.state, paused.left_at(at(9000))) == (PAUSED, 40 * MINUTE)
    longer = fold((0, STARTED), (600, clock.pause(running)), (700, clock.add(paused, 5)))
    assert (longer.left, longer.minutes) == (45 * MINUTE, 55)
    again = fold(
        (0, STARTED), (600, clock.pause(running)), (700, clock.add(paused, 5)), (900, clock.resume(longer)),
        (960, clock.add(running, -5)),
    )  # fmt: skip
    assert (again.left_at(at(960)), again.minutes) == (39 * MINUTE, 50)


def test_a_stopped_clock_can_be_resumed_or_started_anew() -> None:
    running = fold((0, STARTED))
    stopped = fold((0, STARTED), (600, clock.stop(running)))
    assert stopped.state == STOPPED
    assert fold((0, STARTED), (600, clock.stop(running)), (900, clock.resume(stopped))).left == 40 * MINUTE
    assert clock.start(stopped, 1, 20, 0, ()).minutes == 20


def test_what_does_not_fit_is_declined() -> None:
    running = fold((0, STARTED))
    stopped = fold((0, STARTED), (600, clock.stop(running)))
    cases = (
        ("clock-runs", lambda: clock.start(running, 1, 50, 0, ())),
        ("clock", lambda: clock.start(None, 1, 0, 0, ())),
        ("clock", lambda: clock.start(None, 1, 50, -1, ())),
        ("clock", lambda: clock.start(None, 1, 50, 0, (50,))),
        ("no-clock", lambda: clock.pause(None)),
        ("no-clock", lambda: clock.resume(running)),
        ("no-clock", lambda: clock.pause(stopped)),
        ("no-clock", lambda: clock.stop(stopped)),
        ("no-clock", lambda: clock.add(stopped, 5)),
        ("clock", lambda: clock.add(running, 0)),
        ("clock", lambda: clock.add(running, -50)),
    )
    for code, decide in cases:
        with pytest.raises(Declined) as declined:
            decide()
        assert declined.value.code == code
    assert clock.start(running, 2, 30, 0, ()).round == 2, "the clock of the next round takes its place"


@given(
    st.lists(st.tuples(st.integers(0, 4000), st.sampled_from(["pause", "resume", "stop", "add", "take"])), max_size=12),
    st.integers(0, 4000),
)
def test_what_is_left_is_the_length_less_the_time_that_the_clock_ran(steps: list[tuple[int, str]], last: int) -> None:
    """Recomputed second by second, from a list of what was pressed when."""
    facts: list[tuple[float, Fact]] = [(0, STARTED)]
    now, length, ran, state = 0, 50 * 60, 0, RUNNING
    for seconds, pressed in steps:
        there = fold(*facts)
        try:
            fact = {
                "pause": lambda there=there: clock.pause(there),
                "resume": lambda there=there: clock.resume(there),
                "stop": lambda there=there: clock.stop(there),
                "add": lambda there=there: clock.add(there, 5),
                "take": lambda there=there: clock.add(there, -5),
            }[pressed]()
        except Declined:
            continue
        ran += sum(1 for _ in range(seconds)) if state == RUNNING else 0
        now += seconds
        length += {"add": 300, "take": -300}.get(pressed, 0)
        state = {"pause": PAUSED, "resume": RUNNING, "stop": STOPPED}.get(pressed, state)
        facts.append((now, fact))
    whole = fold(*facts)
    ran += last if state == RUNNING else 0
    assert (whole.state, whole.left_at(at(now + last)), whole.minutes * 60) == (state, 1000 * (length - ran), length)


def test_closing_a_round_stops_its_clock_but_not_the_break_that_has_begun() -> None:
    there = fold((0, STARTED))
    for seconds, stops in ((600, True), (3000, False), (3599, False), (3600, True)):
        assert bool(clock.close_round(there, 1, at(seconds))) is stops, seconds
    stopped = fold((0, STARTED), (600, clock.stop(there)))
    assert [clock.close_round(each, number, at(900)) for each, number in ((there, 2), (stopped, 1), (None, 1))] == [
        None, None, None,
    ]  # fmt: skip
