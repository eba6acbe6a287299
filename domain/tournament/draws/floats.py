"""Floats of a Swiss: who met an entry with another score in the last round (FIDE Handbook C.04.3, A.4).

Of two entries with different scores that played, the upper one floated down and the lower one up. An entry that did not
play, for whatever reason, floated down.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from domain.tournament.state import PLAYED

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from domain.tournament.draws.history import DrawInput
    from domain.tournament.state import EntryId

DOWN: Final = 1
UP: Final = -1


def floats(before: DrawInput, score: Mapping[EntryId, Fraction]) -> dict[EntryId, int]:
    """Return `DOWN` or `UP` for each entry that floated in the last round. ``score``: the scores before that round."""
    if not before.drawn:
        return {}
    last = before.drawn[-1]
    played = {line.entry for line in before.lines if line.round == last.round and line.kind == PLAYED}
    floated = {entry.id: DOWN for entry in before.entries if entry.plays(last.round) and entry.id not in played}
    for pairing in last.pairings:
        one, other = pairing.sides[0][0], pairing.sides[1][0]
        if {one, other} <= played and score[one] != score[other]:
            upper, lower = (one, other) if score[one] > score[other] else (other, one)
            floated |= {upper: DOWN, lower: UP}
    return floated


def floats_again(upper: EntryId, lower: EntryId, floated: Mapping[EntryId, int]) -> list[EntryId]:
    """Return those of two entries with different scores that would float in the same direction as in the last round."""
    return [entry for entry, way in ((upper, DOWN), (lower, UP)) if floated.get(entry) == way]
