"""Ladder: an entry that challenges a higher one and wins takes its place; the entries between go down by one.

A round consists of the challenges since the last round. Entries without a challenge do not play. The ladder begins in
the order of the list; late entries begin at its foot.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from domain.engine.words.values import Capital, Ordinal, Term, sentence
from domain.tournament.draws.history import Past, names, order_entries, seats
from domain.tournament.draws.reasons import Reason
from domain.tournament.formats.base import Format
from domain.tournament.standings.ranking import Ranking, number
from domain.tournament.state import Draw, DrawError, Pairing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from domain.engine.words.values import Value
    from domain.tournament.draws.history import DrawInput
    from domain.tournament.standings.tie_breaks import Field
    from domain.tournament.state import Entry, EntryId, Line
    from domain.tournament.terms import Terms


def ladder(
    entries: Sequence[Entry], drawn: Sequence[Draw], lines: Sequence[Line], lots: Sequence[EntryId] = ()
) -> tuple[EntryId, ...]:
    """Return the ladder before the next round, from the top. Encounters without a result do not change it."""
    outcomes = {(line.round, line.entry): line.outcome for line in lines}
    waiting = order_entries(entries, lots)
    order: list[EntryId] = []
    for draw in (*drawn, None):
        round_ = draw.round if draw else len(drawn) + 1
        order += [entry.id for entry in waiting if entry.since <= round_]
        waiting = [entry for entry in waiting if entry.since > round_]
        for pairing in draw.pairings if draw else ():
            (one,), (other,) = pairing.sides
            above, below = sorted((one, other), key=order.index)
            if outcomes.get((round_, below), 0) > outcomes.get((round_, above), 0):
                order.remove(below)
                order.insert(order.index(above), below)
    there = {entry.id for entry in entries if entry.plays(len(drawn) + 1)}
    return tuple(entry for entry in order if entry in there)


class Ladder(Format):
    """A ladder over a season; its rounds consist of challenges."""

    key = "ladder"
    name = "Ladder"
    about = "An entry that challenges a higher one and wins takes its place."
    own_terms = frozenset({"encounter", "reach"})
    rests_on_results = True
    draws_everybody = False
    keeps_list = True
    starts_from_list = True
    takes_challenges = True
    ranked_by_score = False

    def problems(self, terms: Terms) -> Iterator[Term]:
        """Yield a sentence if the reach is less than 1."""
        if terms.reach < 1:
            yield sentence("reach: one may challenge at least the next one up")

    def draw(self, before: DrawInput) -> Draw:
        """Return a round with one table for each challenge. Raises `DrawError` for a wrong challenge or none."""
        drawn, lines, reach = before.drawn, before.lines, before.terms.reach
        if not before.challenges:
            raise DrawError("A round of a ladder is made of challenges; say who challenges whom.")
        called = names(before.entries)
        order = ladder(before.entries, drawn, lines, before.lots)
        open_ = _open(drawn, lines)
        past = Past(drawn, odd_seats=before.odd_seats)
        busy: set[EntryId] = set()
        pairings: list[Pairing] = []
        for challenger, challenged in before.challenges:
            for each in (challenger, challenged):
                if each not in called:
                    raise DrawError("There is no entry {entry}.", entry=repr(each))
                if each not in order:
                    raise DrawError(
                        "{name} is not on the ladder in round {round}.", name=called[each], round=before.round
                    )
                if each in busy:
                    raise DrawError(
                        "{name} is in two challenges of round {round}.", name=called[each], round=before.round
                    )
                if each in open_:
                    raise DrawError(
                        "{name} has an encounter of round {round} that has no result yet.",
                        name=called[each],
                        round=open_[each],
                    )
                busy.add(each)
            low, high = order.index(challenger) + 1, order.index(challenged) + 1
            met: dict[str, Value] = {
                "name": called[challenger], "place": low, "other": called[challenged], "other_place": high,
            }  # fmt: skip
            if low < high:
                raise DrawError(
                    "{name}, in place {place}, cannot challenge {other}, in place {other_place}: one challenges "
                    "somebody above.",
                    **met,
                )
            if low - high > reach:
                raise DrawError(
                    "{name}, in place {place}, cannot challenge {other}, in place {other_place}: up to {reach} places "
                    "above may be challenged, here up to {best}.",
                    **met,
                    reach=reach,
                    best=called[order[low - 1 - reach]],
                )
            sides, seated = seats(challenged, challenger, past, called.__getitem__, odd=True)
            reason = sentence(Reason.CHALLENGE, **met)
            why = str(sentence(Reason.SEATED, reason=reason, seats=seated))
            pairings.append(Pairing(len(pairings) + 1, ((sides[0],), (sides[1],)), why))
        return Draw(round=before.round, pairings=tuple(pairings))

    def expected_entries(self, before: DrawInput) -> set[EntryId] | None:
        """Return None: no entry must play."""
        return None

    def rank(self, field: Field, lines: Sequence[Line]) -> Ranking:
        """Return the order of the ladder, from the top; entries that left it, or are not on it yet, come last."""
        entries = sorted(field.entries.values(), key=lambda entry: number(entry.id))
        tables: defaultdict[tuple[int, int], list[EntryId]] = defaultdict(list)
        for line in lines:
            tables[line.round, line.table].append(line.entry)
        drawn = []
        for round_ in range(1, max((line.round for line in lines), default=0) + 1):
            met = [(table, two) for (at, table), two in sorted(tables.items()) if at == round_ and len(two) == 2]
            drawn.append(Draw(round_, tuple(Pairing(table, ((one,), (other,))) for table, (one, other) in met)))
        on_it = ladder(entries, drawn, lines, field.lots)
        rest = sorted(set(field.entries) - set(on_it), key=number)
        return Ranking(tuple((entry,) for entry in (*on_it, *rest)))

    def why(self, field: Field, ranking: Ranking, entry: EntryId) -> Term:
        """Return a sentence with the place on the ladder, and whether the entry has left it."""
        place = Capital(Ordinal(ranking.place[entry]))
        if field.entries[entry].out is not None:
            return sentence("{place} on the ladder, but has left it.", place=place)
        return sentence("{place} on the ladder.", place=place)


def _open(drawn: Sequence[Draw], lines: Sequence[Line]) -> dict[EntryId, int]:
    """Return the round of the encounter without a result, by entry."""
    reported = {(line.round, line.entry) for line in lines}
    return {
        entry: each.round
        for each in drawn
        for pairing in each.pairings
        for entry in pairing.entries
        if (each.round, entry) not in reported
    }
