"""Rotating four: everybody is once the partner of everybody else, over three sets (docs/tournaments.md)."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.errors import Declined
from domain.tournament.draws import DrawError, NothingLeft, draw
from domain.tournament.rotating_four import check_four, four_terms
from domain.tournament.standings.places import standings
from domain.tournament.state import Draw, Entry, Line
from domain.tournament.terms import Terms, TermsError, check
from tests.tournaments.chance import result

TERMS = check(four_terms())
NAMES = ("Anna", "Bea", "Cleo", "Dora")
FOUR = [Entry(str(n), name) for n, name in enumerate(NAMES, 1)]


def sets(lots: list[str], scores: list[tuple[int, int]]) -> tuple[list[Draw], list[Line]]:
    """Three sets with these results."""
    drawn: list[Draw] = []
    lines: list[Line] = []
    for score in scores:
        new_draw = draw(TERMS, FOUR, drawn, [], lots)
        drawn.append(new_draw)
        lines += result(new_draw, new_draw.pairings[0], *score)
    return drawn, lines


RACE = st.integers(0, 9).flatmap(lambda lost: st.sampled_from([(10, lost), (lost, 10)]))


@given(st.permutations("1234"), st.tuples(RACE, RACE, RACE))
def test_all_six_partnerships_play_once_and_one_wins_all_or_three_win_two(
    lots: list[str], scores: tuple[tuple[int, int], ...]
) -> None:
    drawn, lines = sets(list(lots), list(scores))
    partners = [frozenset(side) for each in drawn for side in each.pairings[0].sides]
    assert sorted(map(sorted, partners)) == sorted(map(sorted, combinations("1234", 2)))
    assert all(each.pairings[0].sides[0][0] == lots[0] for each in drawn), "the first of the lots keeps the seat"
    rows = standings(TERMS, FOUR, lines)
    assert sorted((row.won for row in rows), reverse=True) in ([3, 1, 1, 1], [2, 2, 2, 0])
    differences = dict.fromkeys("1234", 0)
    for each, (ours, theirs) in zip(drawn, scores, strict=True):
        for side, sign in zip(each.pairings[0].sides, (1, -1), strict=True):
            for entry in side:
                differences[entry] += sign * (ours - theirs)
    assert {row.entry: row.breaks["difference"] for row in rows} == differences
    assert sum(differences.values()) == 0
    with pytest.raises(NothingLeft):
        draw(TERMS, FOUR, drawn, [], lots)


def test_the_example_of_the_handbook_comes_out() -> None:
    """The example of docs/tournaments.md, "Rotating four"."""
    _, lines = sets(list("1234"), [(10, 6), (10, 7), (4, 10)])
    rows = standings(TERMS, FOUR, lines)
    assert [(NAMES[int(row.entry) - 1], row.score, row.breaks["difference"]) for row in rows] == [
        ("Bea", 2, 7), ("Cleo", 2, 5), ("Anna", 2, 1), ("Dora", 0, -13),
    ]  # fmt: skip
    assert [row.place for row in rows] == [1, 2, 3, 4]


@pytest.mark.parametrize("count", [0, 3, 5, 8])
def test_it_needs_exactly_four(count: int) -> None:
    entries = [Entry(str(n), f"Player {n}") for n in range(1, count + 1)]
    with pytest.raises(DrawError, match="4 players"):
        draw(TERMS, entries, [], [])


def test_somebody_can_take_the_place_of_a_player_who_leaves() -> None:
    """The late player has the partners whom the other would have had, as far as possible."""
    drawn, _ = sets(list("1234"), [(10, 6), (10, 7)])
    late = Entry("5", "Esha", since=3)
    assert str(TERMS.rules.why_closed([*FOUR, late], drawn)) == "A rotating four has 4 players."
    entries = [*FOUR[:3], replace(FOUR[3], out=3), late]
    assert TERMS.rules.why_closed(entries, drawn) is None
    assert draw(TERMS, entries, drawn, []).pairings[0].sides == (("1", "5"), ("2", "3"))


def test_terms_and_players_that_are_none_are_refused() -> None:
    for terms in (replace(TERMS, rounds=4), Terms("rotating-four", side=1), replace(TERMS, side=2)):
        with pytest.raises(TermsError):
            check(terms)
    for players in (["A", "B", "C"], ["A", "B", "C", " "], ["A", "B", "C", "A "]):
        with pytest.raises(Declined):
            check_four(players)
    assert check_four([" A", "B", "C", "D"]) == ["A", "B", "C", "D"]
