"""The problem of the day: a week begins with easy problems of 304 (design: "Learn is a path")."""

from __future__ import annotations

from datetime import date, timedelta

from replay.puzzles.file import built_in
from replay.puzzles.payloads import of_day
from replay.puzzles.puzzle import EASY, MIDDLE

MONDAY = date(2026, 11, 30)


def test_a_week_begins_with_easy_problems_of_304_and_none_comes_twice_before_all_came() -> None:
    days = [MONDAY + timedelta(days=n) for n in range(7 * 110)]
    early = [of_day(day) for day in days if day.weekday() < 3]
    middle = [of_day(day) for day in days if 3 <= day.weekday() < 6]
    late = [of_day(day) for day in days if day.weekday() == 6]
    assert {(puzzle.game, puzzle.level) for puzzle in early} == {("304", EASY)}
    assert {(puzzle.game, puzzle.level) for puzzle in middle} == {("304", MIDDLE)}
    assert {puzzle.id for puzzle in (*early, *middle, *late)} == built_in().keys()
    for puzzles in (early, middle, late):
        first = {puzzle.id for puzzle in puzzles}
        assert all(
            first == {each.id for each in puzzles[n : n + 2 * len(first)]} for n in range(len(puzzles) - 2 * len(first))
        )
