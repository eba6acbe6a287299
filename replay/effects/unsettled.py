"""Which results can still change after a round is closed or the final result is announced."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from domain.tournament.facts.lifecycle import TournamentEnded
from domain.tournament.facts.rounds import RoundClosed
from domain.tournament.rulings.artificial import LATE_PLAY
from replay.effects.groups import group

if TYPE_CHECKING:
    from collections.abc import Sequence

    from domain.engine.facts import Fact
    from domain.tournament.state import Line
    from replay.words.effects import EffectWords


def unsettled_results(own: Sequence[Fact], then: Sequence[Line], words: EffectWords) -> list[dict[str, Any]]:
    """Return the group of the boards to be played late and of the results that nobody accepted.

    ``own``: the pending facts of the tournament; ``then``: the lines of the standings after the command.
    """
    closed = {fact.round for fact in own if isinstance(fact, RoundClosed)}
    ends = any(isinstance(fact, TournamentEnded) for fact in own)
    late, waiting = set(), set()
    for line in then:
        if line.table and (ends or line.round in closed):
            place = line.round, line.table, line.board
            if line.kind == LATE_PLAY:
                late.add(place)
            elif not line.confirmed:
                waiting.add(place)
    notes = [words.played_late(*place) for place in sorted(late)]
    notes += [words.not_accepted(*place) for place in sorted(waiting)]
    return group("unsettled", words.unsettled, (), notes)
