"""Rotating four: four players, three sets. Everybody is once the partner of everybody else.

The first player of the list keeps the seat. In the first set the second of the list is the partner, then the third,
then the fourth. The pairings do not depend on results.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from domain.engine.words.values import sentence
from domain.tournament.draws.history import NothingLeft, Past, couple
from domain.tournament.draws.reasons import Reason
from domain.tournament.formats.base import Format
from domain.tournament.state import Draw, DrawError, Pairing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from domain.engine.words.values import Term
    from domain.tournament.draws.history import DrawInput
    from domain.tournament.state import Entry, EntryId
    from domain.tournament.terms import Terms

SETS: Final = 3
PLAYERS: Final = 4


class RotatingFour(Format):
    """Three sets of four players with all three possible partnerships."""

    key = "rotating-four"
    name = "Rotating four"
    about = "Four players play three sets. Everybody is once the partner of everybody else."
    own_terms = frozenset({"encounter"})
    entry_sizes = (1,)
    entries_per_side = 2
    byes_in_turn = True

    def problems(self, terms: Terms) -> Iterator[Term]:
        """Yield a sentence if the number of rounds is not that of the sets, or a set has no length."""
        if terms.rounds not in (None, SETS):
            yield sentence("rounds: a rotating four has {sets} sets", sets=SETS)
        if terms.encounter.race is None and terms.encounter.deals is None:
            yield sentence("encounter: say how long a set is, such as a race to 10")

    def draw(self, before: DrawInput) -> Draw:
        """Return the next set, in which as few partners as possible have played together before: none of four."""
        if before.round > SETS:
            raise NothingLeft("All {sets} sets are drawn.", sets=SETS)
        four = [entry.id for entry in before.playing_entries()]
        if len(four) != PLAYERS:
            raise DrawError(
                "A rotating four needs exactly {players} players; {count} play.", players=PLAYERS, count=len(four)
            )
        past = Past(before.drawn)
        first, *others = four
        sets = [_sides(first, partner, others) for partner in others]
        sides = min(sets, key=lambda sides: sum(past.partners[couple(*side)] for side in sides))
        why = str(sentence(Reason.ROTATION, number=before.round, count=SETS))
        return Draw(before.round, (Pairing(1, sides, why),))

    def last_round(self, terms: Terms, entries: Sequence[Entry]) -> int:
        """Return the number of sets."""
        return SETS

    def why_closed(self, entries: Sequence[Entry], drawn: Sequence[Draw], lots: Sequence[EntryId] = ()) -> Term | None:
        """Return a sentence if more than four would play in the next set. Returns None otherwise."""
        playing = [entry for entry in entries if entry.plays(len(drawn) + 1)]
        return sentence("A rotating four has {players} players.", players=PLAYERS) if len(playing) > PLAYERS else None


def _sides(
    first: EntryId, partner: EntryId, others: Sequence[EntryId]
) -> tuple[tuple[EntryId, ...], tuple[EntryId, ...]]:
    """Return the first player with a partner, and the other two."""
    return (first, partner), tuple(each for each in others if each != partner)
