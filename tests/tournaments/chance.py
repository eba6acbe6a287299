"""Tournaments played by chance: entries, results, and every draw checked on the way."""

from __future__ import annotations

import random
from collections.abc import Sequence

from domain.tournament.draws import NothingLeft, check_draw, draw
from domain.tournament.state import BYE, FORFEIT, PLAYED, WALKOVER, Draw, Entry, Line, Pairing
from domain.tournament.terms import Scoring, Terms

SWISS = Terms("swiss", rounds=5)
KNOCKOUT = Terms("knockout")
ROUND_ROBIN = Terms("round-robin")
JASS = Terms("drawn-partners", side=1, rounds=5, scoring=Scoring(counts="points"))


def entered(count: int) -> list[Entry]:
    """Entries 1, 2, 3 … as they are seeded."""
    return [Entry(str(number), f"Pair {number}", seed=number) for number in range(1, count + 1)]


def result(draw_: Draw, pairing: Pairing, won: int, lost: int, kinds: tuple[str, str] = (PLAYED, PLAYED)) -> list[Line]:
    """The lines of everybody at a table."""
    return [
        Line(draw_.round, entry, kind, pairing.table, pairing.sides[1 - side], won=own, lost=theirs, points=own)
        for side, (own, theirs, kind) in enumerate(((won, lost, kinds[0]), (lost, won, kinds[1])))
        for entry in pairing.sides[side]
    ]


def played(draw_: Draw, chance: random.Random, terms: Terms) -> list[Line]:
    """A round's results by chance, now and then a forfeit."""
    lines = [Line(draw_.round, entry, BYE) for entry in draw_.byes]
    level = terms.format in ("swiss", "round-robin") and chance.random() < 0.3
    for pairing in draw_.pairings:
        if chance.random() < 0.03:
            kinds = chance.choice(((WALKOVER, FORFEIT), (FORFEIT, WALKOVER)))
            lines += result(draw_, pairing, 0, 0, kinds)
        else:
            lines += result(draw_, pairing, *chance.choice([(7, 2), (3, 7)] + [(4, 4)] * level))
    return lines


def north_wins(draw_: Draw) -> list[Line]:
    """A round in which all North players win."""
    lines = [Line(draw_.round, entry, BYE) for entry in draw_.byes]
    return lines + [line for pairing in draw_.pairings for line in result(draw_, pairing, 7, 0)]


def best_win(draw_: Draw) -> list[Line]:
    """A round in which the lower number wins."""
    lines = [Line(draw_.round, entry, BYE) for entry in draw_.byes]
    for pairing in draw_.pairings:
        north, south = (int(side[0]) for side in pairing.sides)
        lines += result(draw_, pairing, *((7, 0) if north < south else (0, 7)))
    return lines


def whole(
    terms: Terms, entries: Sequence[Entry], chance: random.Random, lots: Sequence[str] = ()
) -> tuple[list[Draw], list[Line]]:
    """A tournament played to its end; of long ones every eighth draw is checked."""
    drawn: list[Draw] = []
    lines: list[Line] = []
    while True:
        try:
            new = draw(terms, entries, drawn, lines, lots)
        except NothingLeft:
            return drawn, lines
        before, known_lines = list(drawn), list(lines)
        drawn.append(new)
        lines += played(new, chance, terms)
        if len(entries) > 100 and new.round % 8 != 2:
            continue
        assert draw(terms, entries, before, known_lines, lots) == new
        broken = check_draw(terms, entries, before, new, known_lines, lots)
        assert [each for each in broken if "have been partners" not in each] == []
        assert all(pairing.why.endswith(".") for pairing in new.pairings)


def met(drawn: Sequence[Draw]) -> list[frozenset[str]]:
    """Everybody who met somebody, once for each time."""
    return [
        frozenset((one, other))
        for each in drawn
        for pairing in each.pairings
        for one in pairing.sides[0]
        for other in pairing.sides[1]
    ]


def tables(draw_: Draw) -> list[tuple[int, int]]:
    """The pairings in numbers, North first."""
    return [(int(pairing.sides[0][0]), int(pairing.sides[1][0])) for pairing in draw_.pairings]
