"""Standings of series agree with a second computation and with laws, and their terms are checked."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.errors import Declined
from domain.series.standings import Evening, Result, SeriesStanding, standings, sum_of
from domain.series.terms import COUNTS, PLACE_POINTS, RANKS, SHARE, TIE_BREAKS, SeriesTerms, load, parse, plain
from domain.tournament.standings.scores import format_number, parse_number

PEOPLE = "ABCDEFGH"


@st.composite
def evenings_of(draw: st.DrawFn) -> list[Evening]:
    """Up to six evenings of pairs, some of them not over."""
    evenings = []
    for number in range(draw(st.integers(0, 6))):
        present = draw(st.permutations(PEOPLE))[: 2 * draw(st.integers(0, 4))]
        pairs = [tuple(present[n : n + 2]) for n in range(0, len(present), 2)]
        scores = sorted((draw(st.integers(-4, 6)) for _ in pairs), reverse=True)
        rows = [
            Result(scores.index(score) + 1, Fraction(score, 2), pair) for pair, score in zip(pairs, scores, strict=True)
        ]
        evenings.append(Evening(str(number), f"Evening {number}", tuple(rows)))
    return evenings


TERMS = st.builds(
    SeriesTerms,
    counts=st.sampled_from(COUNTS),
    ranks=st.sampled_from(RANKS),
    points=st.lists(st.integers(0, 12), min_size=1, max_size=4).map(lambda each: tuple(sorted(each, reverse=True))),
    best=st.integers(0, 4),
    attendance=st.integers(0, 2),
    tie_breaks=st.permutations(TIE_BREAKS).flatmap(lambda each: st.integers(0, 3).map(lambda n: tuple(each[:n]))),
)


def computed_again(terms: SeriesTerms, evenings: list[Evening]) -> dict[tuple[str, ...], Fraction]:
    """Totals, computed with lists of values alone."""
    values: dict[tuple[str, ...], list[Fraction]] = {}
    for evening in evenings:
        ladder = [*terms.points, *[0] * 100]
        for row in evening.rows:
            if terms.counts == PLACE_POINTS:
                level = [each for each in evening.rows if each.place == row.place]
                worth = Fraction(sum(ladder[row.place - 1 + n] for n in range(len(level))), len(level))
            elif terms.counts == SHARE:
                top = max(each.score for each in evening.rows)
                worth = row.score * 100 / top if top > 0 else Fraction(0)
            else:
                worth = row.score
            for who in [tuple(sorted(row.players))] if terms.ranks == "pair" else [(each,) for each in row.players]:
                values.setdefault(who, []).append(worth)
    return {
        who: sum(sorted(own)[-terms.best :] if terms.best else own, Fraction(0)) + terms.attendance * len(own)
        for who, own in values.items()
    }


@given(TERMS, evenings_of())
def test_totals_agree_with_a_second_computation_and_with_their_own_sums(
    terms: SeriesTerms, evenings: list[Evening]
) -> None:
    rows = standings(terms, evenings)
    assert {row.ranked: row.total for row in rows} == computed_again(terms, evenings)
    assert all(sum(sum_of(terms, row, evenings)) == row.total for row in rows)


@given(TERMS, evenings_of())
def test_places_follow_totals_and_level_rows_share_a_place(terms: SeriesTerms, evenings: list[Evening]) -> None:
    def key(row: SeriesStanding) -> tuple[object, ...]:
        keys = {"best-evening": row.best, "evenings": len(row.cells), "name": row.ranked}
        return row.total, *(keys[each] for each in terms.tie_breaks)

    rows = standings(terms, evenings)
    for number, row in enumerate(rows, 1):
        level = [n for n, other in enumerate(rows, 1) if key(other) == key(row)]
        assert (row.place, number in level) == (min(level), True)
    assert all(earlier.total >= later.total for earlier, later in pairwise(rows))


@given(TERMS, evenings_of())
def test_terms_are_stored_and_read_as_they_were(terms: SeriesTerms, evenings: list[Evening]) -> None:
    assert load(plain(terms)) == parse(plain(terms)) == terms
    unplayed = Evening("later", "Later")
    assert standings(terms, [*evenings, unplayed]) == standings(terms, evenings)


def test_entries_that_share_a_place_share_its_points_and_the_worst_evening_does_not_count() -> None:
    """The example of docs/club-year.md."""
    terms = SeriesTerms(points=(5, 3, 1), best=2, attendance=1)
    evenings = [
        Evening("1", "One", (Result(1, Fraction(4), ("A",)), Result(2, Fraction(2), ("B",)))),
        Evening("2", "Two", (Result(1, Fraction(4), ("A",)), Result(1, Fraction(4), ("B",)))),
        Evening("3", "Three", (Result(1, Fraction(4), ("B",)), Result(2, Fraction(1), ("A",)))),
    ]
    first, second = standings(terms, evenings)
    assert (first.place, second.place, first.total, second.total) == (1, 1, 12, 12)
    assert [first.cells[each].is_counted for each in "123"] == [True, True, False]
    assert sum_of(terms, first, evenings) == [5, 4, 3]


@given(st.integers(-10_000, 10_000), st.sampled_from([1, 2, 3, 4]))
def test_an_announced_score_is_read_as_it_was(whole: int, parts: int) -> None:
    score = Fraction(whole, parts)
    assert parse_number(format_number(score)) == score


@pytest.mark.parametrize(
    "terms",
    [
        {"counts": "luck"}, {"ranks": "club"}, {"points": []}, {"points": [1, 2]}, {"points": ["x"]}, {"points": 3},
        {"best": -1}, {"best": 201}, {"best": True}, {"attendance": 1.5}, {"tie_breaks": ["name", "name"]},
        {"tie_breaks": "name"}, {"tie_breaks": [[]]}, {"other": 1},
    ],
)  # fmt: skip
def test_terms_that_mean_nothing_are_refused(terms: dict[str, Any]) -> None:
    with pytest.raises(Declined):
        parse(terms)
