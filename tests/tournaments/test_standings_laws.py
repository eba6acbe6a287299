"""Laws of all standings, whoever won; and a comparison with an independent recomputation."""

from __future__ import annotations

import random
import re
from dataclasses import asdict, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.tournament.standings.places import explain, field_of, standings
from domain.tournament.standings.scores import GLYPHS
from domain.tournament.standings.tie_break_names import TIE_BREAKS
from domain.tournament.standings.tie_breaks import BREAKS, Field
from domain.tournament.state import BYE, PLAYED, WALKOVER, Line
from domain.tournament.terms import COUNTS
from tests.tournaments.evenings import tournaments
from tests.tournaments.oracle import Slow

Tournament = Any


@given(tournaments())
def test_an_independent_recomputation_agrees(tournament: Tournament) -> None:
    terms, entries, lines, adjustments, lots = tournament
    slow = Slow(
        asdict(terms.scoring),
        list(terms.tie_breaks),
        [asdict(entry) for entry in entries],
        [asdict(line) for line in lines],
        [asdict(each) for each in adjustments],
        lots,
        terms.format == "drawn-partners",
        terms.unplayed,
        terms.format == "round-robin",
    )
    rows = standings(terms, entries, lines, adjustments, lots)
    assert {row.entry: row.score for row in rows} == slow.scores
    assert {row.entry: row.place for row in rows} == slow.places()
    for row in rows:
        for name, value in row.breaks.items():
            if name not in ("head-to-head", "lot", "seed"):
                assert value == slow.says(name, row.entry, [row.entry])


@given(tournaments(), st.randoms(use_true_random=False))
def test_the_order_of_lines_entries_and_rulings_changes_nothing(tournament: Tournament, rng: random.Random) -> None:
    terms, entries, lines, adjustments, lots = tournament
    rows = standings(terms, entries, lines, adjustments, lots)
    for each in (entries, lines, adjustments):
        rng.shuffle(each)
    assert standings(terms, entries, lines, adjustments, lots) == rows


@given(tournaments())
def test_every_entry_has_a_row_and_places_leave_no_gap_but_for_those_shared(tournament: Tournament) -> None:
    terms, entries, *rest = tournament
    rows = standings(terms, entries, *rest)
    assert sorted(row.entry for row in rows) == sorted(entry.id for entry in entries)
    places = [row.place for row in rows]
    assert places == [1 + sum(other < each for other in places) for each in places]
    assert all(one.score >= other.score for one, other in pairwise(rows))


@given(tournaments())
def test_a_place_is_shared_only_by_those_whom_nothing_separates(tournament: Tournament) -> None:
    terms, entries, *rest = tournament
    rows = standings(terms, entries, *rest)
    field = field_of(terms, entries, *rest)
    for one in rows:
        level = tuple(row.entry for row in rows if row.place == one.place)
        assert {field.score(entry) for entry in level} == {one.score}
        for name in terms.tie_breaks:
            assert len({BREAKS[name](field, entry, level) for entry in level}) == 1


@given(tournaments())
def test_when_all_are_in_the_lot_and_it_is_asked_nobody_shares_a_place(tournament: Tournament) -> None:
    terms, entries, lines, adjustments, _ = tournament
    with_lot = replace(terms, tie_breaks=(*(each for each in terms.tie_breaks if each != "lot"), "lot"))
    rows = standings(with_lot, entries, lines, adjustments, [entry.id for entry in entries])
    assert [row.place for row in rows] == list(range(1, len(entries) + 1))


@given(tournaments())
def test_a_bye_never_lowers_a_score(tournament: Tournament) -> None:
    terms, entries, lines, adjustments, lots = tournament
    last = max((line.round for line in lines), default=0)
    before = {row.entry: row for row in standings(terms, entries, lines, adjustments, lots)}
    for entry in entries:
        more = [*lines, Line(last + 1, entry.id, BYE)]
        after = {row.entry: row for row in standings(terms, entries, more, adjustments, lots)}
        if terms.scoring.drop_worst == 0:
            assert after[entry.id].score >= before[entry.id].score
        assert after[entry.id].won >= before[entry.id].won
        assert after[entry.id].played == before[entry.id].played


@given(tournaments(counts=("wins",)))
def test_a_loss_turned_into_a_win_never_costs_a_place_by_score_alone(tournament: Tournament) -> None:
    terms, entries, lines, adjustments, lots = tournament
    # Where the worst round does not count, a partner may gain more by it.
    terms = replace(terms, tie_breaks=(), scoring=replace(terms.scoring, drop_worst=0))
    before = {row.entry: row.place for row in standings(terms, entries, lines, adjustments, lots)}
    for line in lines:
        if line.kind == PLAYED and line.won < line.lost:
            side = (line.entry, *line.partners)
            changed = [
                _turned(each, side) if (each.round, each.table) == (line.round, line.table) else each for each in lines
            ]
            after = {row.entry: row.place for row in standings(terms, entries, changed, adjustments, lots)}
            assert after[line.entry] <= before[line.entry]


def _turned(line: Line, side: tuple[str, ...]) -> Line:
    won, lost = sorted((line.won, line.lost), reverse=True)
    return replace(line, won=won, lost=lost) if line.entry in side else replace(line, won=lost, lost=won)


@given(tournaments())
def test_every_place_has_one_sentence_of_why_and_steps_that_end_in_it(tournament: Tournament) -> None:
    terms, entries, lines, adjustments, lots = tournament
    for row in standings(terms, entries, lines, adjustments, lots):
        assert str(row.why).endswith(".")
        assert "\n" not in str(row.why)
        steps = [str(step) for step in explain(terms, entries, lines, adjustments, lots, entry=row.entry)]
        assert steps[-1] == str(row.why)
        own = [line for line in lines if line.entry == row.entry]
        assert sum(step.startswith("Round") and "is dropped" not in step for step in steps) == len(own)


CUTS = ("buchholz-cut-1", "buchholz-cut-2", "median-buchholz", "median-buchholz-2")
SUMS = ("Buchholz,", "Buchholz without", "Median Buchholz", "Sonneborn-Berger,")
TERM = re.compile(
    r"(½ × )?(-?[0-9.]*[½⅓⅔¼¾]?) \((Entry [0-9]+|own score: no opponent in round [0-9]+)(?:, round [0-9]+)?\)"
)
PARTS = {"": Fraction(0), **{glyph: value for value, glyph in GLYPHS.items()}}


def read_number(text: str) -> Fraction:
    """The number that `format_number` wrote."""
    size = text.removeprefix("-").rstrip("½⅓⅔¼¾")
    return (Fraction(size or 0) + PARTS[text.removeprefix("-")[len(size) :]]) * (-1 if text.startswith("-") else 1)


@given(tournaments(counts=("wins", "tokens")))
def test_the_explanation_of_a_sum_over_opponents_adds_up(tournament: Tournament) -> None:
    """Every number is the score of the one that it names, and together they make the value; byes are named too."""
    terms, entries, lines, adjustments, lots = tournament
    by_opponents = replace(terms, unplayed="own-score", tie_breaks=("buchholz", *CUTS, "sonneborn-berger"))
    rows = standings(by_opponents, entries, lines, adjustments, lots)
    scores = {entry.name: row.score for row in rows for entry in entries if entry.id == row.entry}
    for row in rows:
        name = next(entry.name for entry in entries if entry.id == row.entry)
        for step in map(str, explain(by_opponents, entries, lines, adjustments, lots, entry=row.entry)):
            if not step.startswith(SUMS) or "(" not in step:
                continue
            parts = re.split("; (?:left out|nobody to count)", step)[0].rpartition(" = ")
            summands = [
                (Fraction(1, 2 if half else 1), read_number(text), who) for half, text, who in TERM.findall(parts[0])
            ]
            for _, number, who in summands:
                assert abs(number - scores.get(who, scores[name])) < Fraction(1, 100), step
            value = sum((share * number for share, number, _ in summands), Fraction(0))
            assert not parts[1] or abs(value - read_number(parts[2].rstrip("."))) <= Fraction(len(summands) + 1, 100), (
                step
            )
            played_or_free = [
                line for line in lines if line.entry == row.entry and line.kind in (PLAYED, BYE, WALKOVER)
            ]
            if step.startswith("Buchholz, ") and terms.format == "swiss":
                assert len(summands) == len(played_or_free), step


@given(tournaments())
def test_a_result_changes_the_tallies_of_those_at_the_table_alone(tournament: Tournament) -> None:
    terms, entries, lines, adjustments, lots = tournament
    played = [line for line in lines if line.kind == PLAYED]
    if not played:
        return
    table = (played[0].round, played[0].table)
    changed = [replace(line, won=line.won + 1) if (line.round, line.table) == table else line for line in lines]
    before: Field = field_of(terms, entries, lines, adjustments, lots)
    after: Field = field_of(terms, entries, changed, adjustments, lots)
    there = {line.entry for line in lines if (line.round, line.table) == table}
    assert {entry for entry in before.tallies if before.tallies[entry] != after.tallies[entry]} <= there


def test_every_tie_break_of_the_terms_is_one_function() -> None:
    assert list(BREAKS) == list(TIE_BREAKS)
    assert all(function.__doc__ for function in BREAKS.values())


@pytest.mark.parametrize("counts", COUNTS)
def test_whatever_counts_has_a_unit(counts: str) -> None:
    from domain.tournament.standings.scores import UNITS

    assert UNITS[counts]
