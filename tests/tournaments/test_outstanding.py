"""Which boards of a duplicate somebody has still to play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from domain.tournament.draws.movements import draw_duplicate
from domain.tournament.results.boards_left import find_boards_left
from domain.tournament.state import FORFEIT, WALKOVER, Draw, Entry, Line
from domain.tournament.terms import Terms, parse

MITCHELL: Terms = parse({"format": "duplicate", "rounds": 3, "boards": 2, "scoring": {"counts": "matchpoints"}})
PAIRS = tuple(Entry(str(n), f"Pair {n}") for n in range(1, 7))


def drawn(terms: Terms, rounds: int) -> list[Draw]:
    draws: list[Draw] = []
    for _ in range(rounds):
        draws.append(draw_duplicate(terms, PAIRS, draws))
    return draws


def lines(draw: Draw) -> Iterator[Line]:
    """A result on every board of a round."""
    for pairing in draw.pairings:
        for board in pairing.boards:
            yield from (Line(draw.round, entry, table=pairing.table, board=board) for entry in pairing.entries)


def test_a_board_is_outstanding_while_a_round_to_come_plays_it() -> None:
    """Three tables and three sets of boards: every set is at every table once."""
    draws = drawn(MITCHELL, 2)
    all_lines = [line for draw in draws for line in lines(draw)]
    assert find_boards_left(MITCHELL, PAIRS, draws, all_lines, ()) == {1, 2, 3, 4, 5, 6}


def test_a_board_is_outstanding_until_the_last_table_has_played_it() -> None:
    draws = drawn(MITCHELL, 3)
    all_lines = [line for draw in draws for line in lines(draw)]
    assert find_boards_left(MITCHELL, PAIRS, draws, all_lines, ()) == set()
    last = draws[2].pairings[1]
    missing = [line for line in all_lines if (line.round, line.table, line.board) != (3, last.table, last.boards[0])]
    assert find_boards_left(MITCHELL, PAIRS, draws, missing, ()) == {last.boards[0]}


def test_nothing_more_is_played_in_a_round_that_is_closed_and_at_a_table_that_was_forfeited() -> None:
    draws = drawn(MITCHELL, 3)
    all_lines = [line for draw in draws[:2] for line in lines(draw)]
    assert find_boards_left(MITCHELL, PAIRS, draws, all_lines, {3}) == set()
    forfeits = [
        Line(3, entry, kind, pairing.table)
        for pairing in draws[2].pairings
        for entry, kind in zip(pairing.entries, (FORFEIT, WALKOVER), strict=True)
    ]
    assert find_boards_left(MITCHELL, PAIRS, draws, all_lines + forfeits, ()) == set()


def test_where_no_movement_tells_what_comes_every_board_may_come_again() -> None:
    """Two pairs make no movement: a director drew by hand."""
    draws = drawn(MITCHELL, 1)
    alone = PAIRS[:2]
    all_lines = list(lines(draws[0]))
    assert find_boards_left(MITCHELL, alone, draws, all_lines, ()) == {1, 2, 3, 4, 5, 6}
    assert find_boards_left(replace(MITCHELL, rounds=1), alone, draws, all_lines, ()) == set()
