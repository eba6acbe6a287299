"""Swiss: opponents have about the same score, and nobody meets twice.

A round is the matching of least cost among all matchings without a rematch and without two entries that must not meet.
`LEVELS` lists the costs, the most important first.
"""

from __future__ import annotations

from dataclasses import replace
from math import lcm
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from domain.engine.words.values import Names, Plural, Term, sentence
from domain.tournament.draws.acceleration import points_in_round, virtual_points
from domain.tournament.draws.cheapest_matching import match_cheapest
from domain.tournament.draws.floats import DOWN, floats, floats_again
from domain.tournament.draws.history import (
    NothingLeft,
    check_finished,
    couple,
    kept_apart,
    names,
    often,
    seats,
)
from domain.tournament.draws.reasons import Reason
from domain.tournament.formats.base import Format
from domain.tournament.standings.scores import amount, tallies
from domain.tournament.state import Draw, DrawError, Pairing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from domain.engine.words.values import Value
    from domain.tournament.draws.history import DrawInput, Past
    from domain.tournament.state import EntryId
    from domain.tournament.terms import Terms

NOBODY_LEFT: Final = Plural("{names} has nobody left to meet", "{names} have nobody left to meet")
MET_EVERYBODY: Final = Plural("{names} has met everybody who still plays", "{names} have met everybody who still plays")
LEVELS: Final[dict[str, str]] = {
    "idle": "who sits out is one of those who did so the fewest times",
    "apart": "two who should not meet, if that can be avoided",
    "bye": "of those who may sit out, the one of the lowest score does, lowest on the list",
    "seat": "two of whom both sat on the same side twice more often than on the other: one would do so a third time",
    "score": "the square of the difference in score, so that two small differences are better than a big one",
    "float": "who meets a lower score, or a higher one, as in the round before",
    "low": "differences lie as far down as can be: the same times the score of the upper over the lowest there is",
    "fold": "in a group of one score, the upper half meets the lower in order; who leaves it for a lower one is its"
    " last, and meets the first there: the square of how far a couple is off",
    "sides": "who sat North more often, or last, meets somebody who did so less",
}
"""The levels of the cost of a couple. Matchings are compared by the sum over all couples, level by level."""


NOBODY: Final[Mapping[tuple[EntryId, EntryId], bool]] = MappingProxyType({})
"""No avoidances."""
STAYED: Final[Mapping[EntryId, int]] = MappingProxyType({})
"""No floats."""


def scores(before: DrawInput) -> dict[EntryId, Fraction]:
    """Return the score of each entry in the standings, with its virtual points if the next round is accelerated."""
    by_entry = tallies(before.terms, [entry.id for entry in before.entries], before.lines, before.adjustments)
    virtual = virtual_points(before)
    return {entry: tally.score + virtual.get(entry, 0) for entry, tally in by_entry.items()}


def floated(before: DrawInput) -> dict[EntryId, int]:
    """Return who floated in the last round, and in which direction (`draws.floats`).

    Only wins make groups of one score: if anything else counts, nearly everybody would float, and nobody is returned.
    """
    last = len(before.drawn) if before.terms.scoring.counts == "wins" else 0
    earlier = replace(
        before,
        drawn=before.drawn[:-1],
        lines=[line for line in before.lines if line.round < last],
        adjustments=[each for each in before.adjustments if each.round < last],
    )
    return floats(before, scores(earlier)) if last else {}


def costs(
    field: Sequence[EntryId],
    score: Mapping[EntryId, Fraction],
    past: Past,
    apart: Mapping[tuple[EntryId, EntryId], bool] = NOBODY,
    ways: Mapping[EntryId, int] = STAYED,
) -> dict[tuple[int, int], tuple[int, ...]]:
    """Return the cost of each couple on each of the `LEVELS`, without couples that have met or must not meet.

    ``field`` is in the order of the list; couples are pairs of indexes in it. If its length is odd, the index after the
    last one stands for the bye. ``apart``: as in `kept_apart`; ``ways``: as in `floated`.
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
        near = int(couple(one, other) in apart)
        again = len(floats_again(upper, lower, ways)) if gap else 0
        return 0, near, 0, int(seat), gap**2, again, low, off, widest - abs(lean[one] - lean[other])

    by_couple = {
        (i, j): cost(one, field[j])
        for i, one in enumerate(field)
        for j in range(i + 1, len(field))
        if _may_meet(couple(one, field[j]), past, apart)
    }
    if len(field) % 2:
        idlers = sorted(range(len(field)), key=lambda i: (past.idle[field[i]], points[field[i]], -i))
        by_couple |= {
            (i, len(field)): (past.idle[field[i]], 0, rank, 0, 0, 0, 0, 0, 0) for rank, i in enumerate(idlers)
        }
    return by_couple


def _may_meet(two: tuple[EntryId, EntryId], past: Past, apart: Mapping[tuple[EntryId, EntryId], bool]) -> bool:
    """Return whether two entries have not met, and no absolute avoidance keeps them apart."""
    return not past.met[two] and not apart.get(two, False)


class Swiss(Format):
    """A Swiss of a fixed number of rounds."""

    key = "swiss"
    name = "Swiss"
    about = "Opponents have about the same score. No two entries meet twice."
    own_terms = frozenset({"encounter", "rounds", "requested_byes", "acceleration"})
    rests_on_results = True
    byes_in_turn = True
    keeps_apart = True
    assumes_results = True
    report_type = "Swiss-System"

    def draw(self, before: DrawInput) -> Draw:
        """Return the round of a matching of least cost without a rematch.

        Raises `DrawError` if a result is missing or there is no such matching, also because entries must not meet.
        """
        if before.round > (before.terms.rounds or 0):
            raise NothingLeft("All {rounds} rounds are drawn.", rounds=before.terms.rounds or 0)
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
        past, score, called = before.past(), scores(before), names(before.entries)
        apart = {two: absolute for two, absolute in kept_apart(before.avoidances).items() if {*two} <= {*field}}
        count = len(field) + len(field) % 2
        ways = floated(before)
        matching = match_cheapest(count, costs(field, score, past, apart, ways))
        if 2 * len(matching) < count:
            raise DrawError(_stuck(number, [*field, ""], matching, past, apart, called))
        tables = sorted(
            (
                tuple(sorted((i, j), key=lambda each: (-score[field[each]], each)))
                for i, j in matching
                if j < len(field)
            ),
            key=lambda two: (-score[field[two[0]]], -score[field[two[1]]], two),
        )
        pairings = []
        accelerated = bool(points_in_round(terms, number))
        for table, (i, j) in enumerate(tables, start=1):
            sides, seated = seats(field[i], field[j], past, called.__getitem__, odd=min(i, j) % 2 == 0)
            two = field[i], field[j]
            first = not drawn and len({score[each] for each in field}) == 1
            level = sentence(Reason.FIRST_ROUND) if first else _level(terms, two, score, apart, called)
            if accelerated:
                level = sentence(Reason.VIRTUAL, reason=level)
            for entry in floats_again(*two, ways) if score[two[0]] != score[two[1]] else ():
                again = Reason.DOWN_AGAIN if ways[entry] == DOWN else Reason.UP_AGAIN
                level = sentence(again, reason=level, name=called[entry])
            if couple(*two) in apart:
                one, other = (called[each] for each in two)
                level = sentence(Reason.NOT_KEPT_APART, reason=level, one=one, other=other)
            level = _with_assumed(level, [called[each] for each in two if each in before.assumed])
            why = str(self.why_met(level, seated))
            pairings.append(Pairing(table=table, sides=((sides[0],), (sides[1],)), why=why))
        byes = {}
        for out in (field[i] for i, j in matching if j == len(field)):
            reason = _bye(terms, called[out], score[out], past.idle[out], accelerated=accelerated)
            byes[out] = str(_with_assumed(reason, [called[out]] if out in before.assumed else []))
        return Draw(round=number, pairings=tuple(pairings), byes=byes)

    def why_met(self, level: Term, seated: Term) -> Term:
        """Return the reason for an encounter: the scores of the two, and who sits North."""
        return sentence(Reason.SEATED, reason=level, seats=seated)

    def most_meetings(self, terms: Terms) -> int:
        """Return 1: nobody meets twice."""
        return 1


def _level(
    terms: Terms,
    two: tuple[EntryId, EntryId],
    score: Mapping[EntryId, Fraction],
    apart: Mapping[tuple[EntryId, EntryId], bool],
    called: Mapping[EntryId, str],
) -> Term:
    """Return the reason of a meeting by the scores of the two."""
    one, other = two
    if score[one] == score[other]:
        return sentence(Reason.SAME_SCORE, score=amount(terms, score[one]))
    return sentence(
        Reason.OTHER_SCORE_APART if apart else Reason.OTHER_SCORE,
        one=called[one],
        score=amount(terms, score[one]),
        other=called[other],
        other_score=amount(terms, score[other]),
    )


def _bye(terms: Terms, name: str, score: Fraction, idle: int, *, accelerated: bool) -> Term:
    if not idle:
        first = sentence(Reason.ODD_FIRST, name=name, score=amount(terms, score))
        return sentence(Reason.VIRTUAL, reason=first) if accelerated else first
    return sentence(Reason.ODD_AGAIN, name=name, often=often(idle))


def _with_assumed(reason: Term, entries: Sequence[str]) -> Term:
    """Return a reason that says first whose result is assumed. ``entries``: their names."""
    return sentence(Reason.ASSUMED, names=Names(tuple(entries)), reason=reason) if entries else reason


def _stuck(
    number: int,
    field: Sequence[EntryId],
    matching: Sequence[tuple[int, int]],
    past: Past,
    apart: Mapping[tuple[EntryId, EntryId], bool],
    called: Mapping[EntryId, str],
) -> Term:
    """Return a sentence that names the entries that cannot get a new opponent. ``matching``: a largest possible one."""
    placed = {each for two in matching for each in two}
    left = [entry for place, entry in enumerate(field) if entry and place not in placed]
    everybody = [
        one
        for one in field
        if one and not any(_may_meet(couple(one, other), past, apart) for other in field if other not in ("", one))
    ]
    absolute = any(apart.values())
    which = Names(tuple(called[each] for each in everybody or left))
    whom: Value
    if everybody:
        whom = (NOBODY_LEFT if absolute else MET_EVERYBODY).of(len(everybody), names=which)
    else:
        whom = sentence("however it is drawn, {names} or others in their place are left over", names=which)
    if absolute:
        return sentence(
            "Round {round} cannot be drawn without a rematch and without a meeting that an avoidance rules out: "
            "{whom}. Withdraw the avoidance, or avoid the meeting only if possible.",
            round=number,
            whom=whom,
        )
    return sentence("Round {round} cannot be drawn without a rematch: {whom}.", round=number, whom=whom)
