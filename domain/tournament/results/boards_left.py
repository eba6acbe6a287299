"""The boards of a duplicate that somebody has still to play: their results at other tables must stay hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.tournament.draws.movements import boards_to_come
from domain.tournament.rulings.artificial import LATE_PLAY
from domain.tournament.state import FORFEIT, WALKOVER, DrawError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from domain.tournament.state import Draw, Entry, Line
    from domain.tournament.terms import Terms


def find_boards_left(
    terms: Terms, entries: Sequence[Entry], draws: Sequence[Draw], lines: Iterable[Line], closed: Collection[int]
) -> frozenset[int]:
    """Return the boards that are still to be played at some table, in a drawn round or a later one.

    ``closed``: the rounds that a director has closed; no more boards are played in them, except late plays. If no
    movement determines the later rounds, any board that was drawn so far may be played in them.
    """
    reported: set[tuple[int, int, int]] = set()
    boards: set[int] = set()
    for line in lines:
        if line.kind == LATE_PLAY:
            boards.add(line.board)
        else:
            reported.add((line.round, line.table, 0 if line.kind in (FORFEIT, WALKOVER) else line.board))
    for draw in draws:
        for pairing in draw.pairings if draw.round not in closed else ():
            if (draw.round, pairing.table, 0) not in reported:
                boards |= {board for board in pairing.boards if (draw.round, pairing.table, board) not in reported}
    try:
        boards |= set(boards_to_come(terms, entries, len(draws)))
    except DrawError:
        if len(draws) < (terms.rounds or 0):
            boards |= {board for draw in draws for pairing in draw.pairings for board in pairing.boards}
    return frozenset(boards)
