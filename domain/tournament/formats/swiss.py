"""Swiss: opponents have about the same score, and nobody meets twice.

A round is the matching of least cost among all matchings without a rematch. `LEVELS` lists the costs, the most
important first.
"""

from __future__ import annotations

from math import lcm
from typing import TYPE_CHECKING, Final

from domain.engine.values import Term, sentence
from domain.tournament.draws.cheapest_matching import match_cheapest
from domain.tournament.draws.history import NothingLeft, Past, check_finished, couple, names, often, seats, spoken
from domain.tournament.draws.reasons import Reason
from domain.tournament.formats.base import Format
from domain.tournament.scores import amount, tallies
from domain.tournament.state import Draw, DrawError, Pairing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from domain.tournament.draws.history import DrawInput
    from domain.tournament.state import EntryId
    from domain.tournament.terms import Terms

LEVELS: Final[dict[str, str]] = {
    "bye": "who sits out: of those who did so the fewest times, the one of the lowest score, lowest on the list",
    "seat": "two of whom both sat on the same side twice more often than on the other: one would do so a third time",
    "score": "the square of the difference in score, so that two small differences are better than a big one",
    "low": "differences lie as far down as can be: the same times the score of the upper over the lowest there is",
    "fold": "in a group of one score, the upper half meets the lower in order; who leaves it for a lower one is its"
    " last, and meets the first there: the square of how far a couple is off",
    "sides": "who sat North more often, or last, meets somebody who did so less",
}
"""The levels of the cost of a couple. Matchings are compared by the sum over all couples, level by level."""


def scores(before: DrawInput) -> dict[EntryId, Fraction]:
    """Return the score of each entry in the standings."""
    by_entry = tallies(before.terms, [entry.id for entry in before.entries], before.lines, before.adjustments)
    return {entry: tally.score for entry, tally in by_entry.items()}


def costs(
    field: Sequence[EntryId], score: Mapping[EntryId, Fraction], past: Past
) -> dict[tuple[int, int], tuple[int, ...]]:
    """Return the cost of each couple on each of the `LEVELS`, without couples that have met.

    ``field`` is in the order of the list; couples are pairs of indexes in it. If its length is odd, the index after the
    last one stands for the bye.
    """
    whole = lcm(*(score[entry].denominator for entry in field))
    points = {entry: int(score[entry] * whole) for entry in field}
    groups: dict[int, list[EntryId]] = {}
    for entry in field:
        groups.setdefault(points[entry], []).append(entry)
    lowest = min(groups)
    place = {entry: number for group in groups.values() for number, entry in enumerate(group)}
    lean = {entry: past.lean(entry) for entry in field}
    balance = {entry: past.balance(entry) for entry in field}
    widest = max(lean.values()) - min(lean.values())

    def cost(one: EntryId, other: EntryId) -> tuple[int, ...]:
        upper, lower = (one, other) if points[one] >= points[other] else (other, one)
        gap = points[upper] - points[lower]
        group = len(groups[points[upper]])
        if gap:
            off = 4 * ((group - 1 - place[upper]) ** 2 + place[lower] ** 2)
        else:
            off = (2 * (place[lower] - place[upper]) - group) ** 2
        low = gap**2 * (points[upper] - lowest)
        seat = min(balance[one], balance[other]) >= 2 or max(balance[one], balance[other]) <= -2
        return 0, int(seat), gap**2, low, off, widest - abs(lean[one] - lean[other])

    by_couple = {
        (i, j): cost(one, field[j])
        for i, one in enumerate(field)
        for j in range(i + 1, len(field))
        if not past.met[couple(one, field[j])]
    }
    if len(field) % 2:
        idlers = sorted(range(len(field)), key=lambda i: (past.idle[field[i]], points[field[i]], -i))
        by_couple |= {(i, len(field)): (rank, 0, 0, 0, 0, 0) for rank, i in enumerate(idlers)}
    return by_couple


class Swiss(Format):
    """A Swiss of a fixed number of rounds."""

    key = "swiss"
    name = "Swiss"
    about = "Opponents have about the same score. No two entries meet twice."
    own_terms = frozenset({"encounter", "rounds"})
    rests_on_results = True
    byes_in_turn = True

    def draw(self, before: DrawInput) -> Draw:
        """Return the round of a matching of least cost without a rematch.

        Raises `DrawError` if a result is missing or there is no such matching.
        """
        if before.round > (before.terms.rounds or 0):
            raise NothingLeft(f"All {before.terms.rounds} rounds are drawn.")
        self.check_results(before)
        return self.draw_pairs(before)

    def check_results(self, before: DrawInput) -> None:
        """Raise `DrawError` if a result of an earlier round is missing."""
        check_finished(before.entries, before.drawn, before.lines)

    def draw_pairs(self, before: DrawInput) -> Draw:
        """Return the round, one table for each encounter. Raises `DrawError` if there is no matching."""
        terms, drawn, number = before.terms, before.drawn, before.round
        field = [entry.id for entry in before.playing_entries()]
        if len(field) < 2:
            raise DrawError("A round needs at least two entries that still play.")
        past, score, called = Past(drawn, before.lines), scores(before), names(before.entries)
        count = len(field) + len(field) % 2
        matching = match_cheapest(count, costs(field, score, past))
        if 2 * len(matching) < count:
            raise DrawError(_stuck(number, [*field, ""], matching, past, called))
        tables = sorted(
            (
                tuple(sorted((i, j), key=lambda each: (-score[field[each]], each)))
                for i, j in matching
                if j < len(field)
            ),
            key=lambda two: (-score[field[two[0]]], -score[field[two[1]]], two),
        )
        pairings = []
        for table, (i, j) in enumerate(tables, start=1):
            sides, seated = seats(field[i], field[j], past, called.__getitem__, odd=min(i, j) % 2 == 0)
            level = _level(terms, field[i], field[j], score, called) if drawn else sentence(Reason.FIRST_ROUND)
            why = str(self.why_met(level, seated))
            pairings.append(Pairing(table=table, sides=((sides[0],), (sides[1],)), why=why))
        byes = {
            field[i]: _bye(terms, called[field[i]], score[field[i]], past.idle[field[i]])
            for i, j in matching
            if j == len(field)
        }
        return Draw(round=number, pairings=tuple(pairings), byes=byes)

    def why_met(self, level: Term, seated: Term) -> Term:
        """Return the reason for an encounter: the scores of the two, and who sits North."""
        return sentence(Reason.SEATED, reason=level, seats=seated)

    def most_meetings(self, terms: Terms) -> int:
        """Return 1: nobody meets twice."""
        return 1


def _level(
    terms: Terms, one: EntryId, other: EntryId, score: Mapping[EntryId, Fraction], called: Mapping[EntryId, str]
) -> Term:
    if score[one] == score[other]:
        return sentence(Reason.SAME_SCORE, score=amount(terms, score[one]))
    return sentence(
        Reason.OTHER_SCORE,
        one=called[one],
        score=amount(terms, score[one]),
        other=called[other],
        other_score=amount(terms, score[other]),
    )


def _bye(terms: Terms, name: str, score: Fraction, idle: int) -> str:
    if not idle:
        return str(sentence(Reason.ODD_FIRST, name=name, score=amount(terms, score)))
    return str(sentence(Reason.ODD_AGAIN, name=name, often=often(idle)))


def _stuck(
    number: int,
    field: Sequence[EntryId],
    matching: Sequence[tuple[int, int]],
    past: Past,
    called: Mapping[EntryId, str],
) -> str:
    """Return a message that names the entries that cannot get a new opponent. ``matching``: a largest possible one."""
    placed = {each for two in matching for each in two}
    left = [entry for place, entry in enumerate(field) if entry and place not in placed]
    everybody = [
        one for one in field if one and all(past.met[couple(one, other)] for other in field if other not in ("", one))
    ]
    if everybody:
        has = "has" if len(everybody) == 1 else "have"
        whom = f"{spoken([called[each] for each in everybody])} {has} met everybody who still plays"
    else:
        whom = f"however it is drawn, {spoken([called[each] for each in left])} or others in their place are left over"
    return f"Round {number} cannot be drawn without a rematch: {whom}."
