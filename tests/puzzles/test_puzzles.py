"""Problems are certified, hide what their seat may not know, and are the same however they are read."""

from __future__ import annotations

import os
import re
from collections import Counter, defaultdict
from dataclasses import replace

import pytest

from analysis.solver import Solver
from api.analyses.puzzle_mining import mine_deal, price
from demo.deals import generated_deal
from domain.audit.caps.report import adjudicate
from domain.engine.hiding import ARBITER, hide_act
from domain.games.catalogue import RULESETS
from domain.kernel.errors import Declined
from domain.lesson.facts import Question
from replay.lessons.positions import Position
from replay.notation.document import record_of
from replay.puzzles.file import built_in, read_line, write_line
from replay.puzzles.mining import certify
from replay.puzzles.puzzle import Puzzle
from replay.puzzles.themes import THEMES, Candidate, pays_unmentioned_caps
from replay.words import ENGLISH
from tests.puzzles.check import check
from tests.puzzles.draw import draw

DEALS = 600 if os.environ.get("NOUGHT_FULL") else 28
QUICK = [theme for theme in THEMES if theme not in ("card", "draw-trumps")]
"""The themes whose problems are mined in some milliseconds."""


def test_every_theme_has_problems_that_come_with_nought() -> None:
    counts = Counter(puzzle.theme for puzzle in built_in().values())
    assert counts.keys() == THEMES.keys()
    assert min(counts.values()) >= 10


def test_the_answers_of_the_problems_that_come_with_nought_are_computed_again() -> None:
    for puzzle in built_in().values():
        assert puzzle.kind.accepted(puzzle.question, puzzle.position) == puzzle.answers
        for answer in puzzle.answers:
            mark = puzzle.mark(answer, ENGLISH)
            assert mark.right
            assert mark.reasons, f"{puzzle.theme} {answer} has no reason"


def test_the_reason_names_the_possible_holders_that_the_answer_names() -> None:
    """A seat that may have played the card face down does not hold it any more."""
    compared = 0
    for puzzle in built_in().values():
        if puzzle.theme != "holder":
            continue
        text = puzzle.mark(puzzle.answers[0], ENGLISH).reasons[0].text
        if holders := re.match(r"Possible holders: (.*?)\.(?: |$)", text):
            named = {each.removeprefix("or ").rsplit(" ", 1)[0] for each in re.split(r", | or ", holders[1])}
            assert named == {ENGLISH.seat(seat) for seat in puzzle.answers[0].split()}, text
            compared += 1
    assert compared >= 5


def test_a_problem_holds_only_what_its_viewer_saw() -> None:
    seats = 0
    for puzzle in built_in().values():
        assert puzzle.position.opened.players == {}
        assert puzzle.hand.keys() <= {"nought", "ruleset", "dealer", "lines", "changes"}
        if puzzle.viewer != ARBITER:
            assert all(hide_act(act, puzzle.viewer) == act for act in puzzle.acts)
            seats += 1
    assert seats > 50


def test_a_line_is_read_as_it_was_written_and_its_id_stays() -> None:
    for identity, puzzle in built_in().items():
        again = read_line(write_line(puzzle))
        assert again == puzzle
        assert again.id == identity == puzzle.id


@pytest.mark.parametrize("line", ["", "[]", "{}", '{"theme": 1}', "\x00"])
def test_a_line_that_holds_no_problem_is_declined(line: str) -> None:
    with pytest.raises(Declined):
        read_line(line)


@pytest.mark.full
def test_another_means_finds_the_same_answers() -> None:
    """The full run of the check is ``python -m tests.puzzles.check``."""
    solver, checked = Solver(), Counter[str]()
    for number in range(DEALS):
        for puzzle in mine_deal(record_of(generated_deal("tests", number)), str(number), QUICK):
            result = check(puzzle, solver)
            assert result.right is not False, f"deal {number}, {puzzle.theme}: {puzzle.answers}, but {result}"
            checked[puzzle.theme] += bool(result.right)
    assert len(checked) >= 4
    assert checked.total() > DEALS // 2


def test_no_problem_about_the_pay_pays_for_caps_that_nobody_called() -> None:
    """Whether a call was owed is a question of its own: the theme *call Caps now?* asks it."""
    for puzzle in built_in().values():
        if puzzle.theme == "settle":
            assert not pays_unmentioned_caps(puzzle.position), puzzle.id
    record = record_of(generated_deal("problems", 3))
    assert adjudicate(record).verdict == "missing"
    unmentioned = Candidate(Position.of(record.opened, record.acts, ARBITER), Question("settle"))
    assert pays_unmentioned_caps(unmentioned.position)
    assert not list(mine_deal(record, "3", ["settle"]))
    assert certify(THEMES["settle"], unmentioned, price) is None
    puzzle = Puzzle.of("settle", 1, unmentioned.position, unmentioned.question, ("NS -2 EW 2",))
    assert check(puzzle, Solver()).right is False


@pytest.mark.full
def test_the_check_notices_wrong_answers_and_reads_closed_games() -> None:
    """Each answer of a puzzle is replaced by one of another puzzle."""
    solver, closed, noticed = Solver(), 0, Counter[str]()
    puzzles = [
        puzzle for puzzle in built_in().values() if puzzle.question.kind in ("holder", "points", "trumps", "settle")
    ]
    for puzzle in puzzles:
        result = check(puzzle, solver)
        assert result.right is not False, result
        closed += bool(result.right) and any(getattr(act, "down", False) for act in puzzle.acts)
        same = [other.answers for other in puzzles if other.theme == puzzle.theme]
        others = [answers for answers in same if answers != puzzle.answers][:2]
        if result.right:
            assert not any(check(replace(puzzle, answers=answers), solver).right for answers in others)
            noticed[puzzle.theme] += 1
    assert len(noticed) == 4
    assert closed > 20


def test_a_draw_is_the_same_for_equal_seeds_and_has_every_theme_and_most_rulesets() -> None:
    drawn = draw(built_in().values(), 60, "a")
    assert [puzzle.id for puzzle in drawn] == [puzzle.id for puzzle in draw(built_in().values(), 60, "a")]
    assert drawn != draw(built_in().values(), 60, "b")
    assert len({puzzle.id for puzzle in drawn}) == 60
    assert {puzzle.theme for puzzle in drawn} == set(THEMES)
    assert len({str(puzzle.hand["ruleset"]) for puzzle in drawn}) > len(RULESETS) // 2


def test_the_best_cards_are_those_of_every_line_played() -> None:
    by_theme = defaultdict(list)
    for puzzle in built_in().values():
        if puzzle.question.kind == "card" and int(puzzle.question.prices["fitting"]) <= 100:
            by_theme[puzzle.theme].append(puzzle)
    puzzles = [puzzle for of_theme in by_theme.values() for puzzle in of_theme[:2]]
    results = [check(puzzle, Solver()) for puzzle in puzzles]
    assert len(results) > 1
    assert all(result.right for result in results), results


def test_equal_seeds_mine_equal_problems() -> None:
    record = record_of(generated_deal("tests", 3))
    assert mine_deal(record, "a", QUICK) == mine_deal(record, "a", QUICK)
