"""Drawn partners, as in the Jass: players enter alone, and every round has new partners and opponents.

If the number of players does not divide by four, those who have sat out least often sit out, from the foot of the
list. Then a matching that repeats as few partnerships as possible gives the partners. Its ties are decided by earlier
encounters of the two, then by seats, so that everybody sits North and South about as often as East and West, then in
favour of a round of Berger's table, in which nobody meets twice. A matching of these couples that repeats as few
encounters as possible gives the opponents; its ties are decided by seats, then by partners who become opponents. Last,
while this repeats fewer partnerships, or as many and fewer encounters, two players of two tables change places, or the
partners at a table change.
"""

from __future__ import annotations

from itertools import combinations, permutations, product
from typing import TYPE_CHECKING, TypeAlias

from domain.engine.values import Listing, Term, sentence
from domain.tournament.draws.cheapest_matching import match_cheapest
from domain.tournament.draws.history import NothingLeft, Past, couple, names, often
from domain.tournament.draws.reasons import Reason
from domain.tournament.formats.base import Format
from domain.tournament.formats.round_robin import berger
from domain.tournament.state import Draw, DrawError, EntryId, Pairing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from domain.tournament.draws.history import DrawInput

Table: TypeAlias = tuple[EntryId, EntryId, EntryId, EntryId]
"""Two partners, then their two opponents."""


class DrawnPartners(Format):
    """Rounds in which partnerships and encounters repeat as little as possible."""

    key = "drawn-partners"
    name = "Drawn partners"
    about = "Partners and opponents are drawn again for every round."
    own_terms = frozenset({"encounter", "rounds"})
    entry_sizes = (1,)
    entries_per_side = 2
    byes_in_turn = True

    def draw(self, before: DrawInput) -> Draw:
        """Return the next round of tables."""
        number = before.round
        if number > (before.terms.rounds or 0):
            raise NothingLeft(f"All {before.terms.rounds} rounds are drawn.")
        field = [entry.id for entry in before.playing_entries()]
        if len(field) < 4:
            raise DrawError(f"A table needs four players; {len(field)} still play.")
        past, called = Past(before.drawn), names(before.entries)
        out = sorted(field, key=lambda each: (past.idle[each], -field.index(each)))[: len(field) % 4]
        at_table = [each for each in field if each not in out]
        partners = _partners(at_table, number, past)
        tables = better(_tables(partners, past), past)
        place = {entry: index for index, entry in enumerate(field)}
        seated = [_seat_partners(table, past, place) for table in tables]
        seated.sort(key=lambda sides: min(place[each] for side in sides for each in side))
        pairings = [Pairing(table, sides, _why(sides, past, called)) for table, sides in enumerate(seated, start=1)]
        return Draw(
            round=number, pairings=tuple(pairings), byes={each: _bye(called[each], past.idle[each]) for each in out}
        )


def cost(table: Table, past: Past) -> tuple[int, int, int]:
    """Return the number of repeated partnerships, repeated encounters, and partners who were opponents or the reverse.

    Each counts as often as it happened before, so that a third time costs as much as two second times.
    """
    one, two, three, four = table
    partners = (couple(one, two), couple(three, four))
    against = (couple(one, three), couple(one, four), couple(two, three), couple(two, four))
    return (
        sum(past.partners[each] for each in partners),
        sum(past.met[each] for each in against),
        sum(past.met[each] for each in partners) + sum(past.partners[each] for each in against),
    )


def better(tables: Sequence[Table], past: Past) -> list[Table]:
    """Return improved tables: no exchange of two players or change of partners repeats less."""
    improved = list(tables)
    at = 0
    while at < len(improved):
        if _improve(improved, at, past):
            at = 0
        else:
            at += 1
    return improved


def _improve(tables: list[Table], at: int, past: Past) -> bool:
    """Make the best exchange for a table that repeats something, in place. Return whether there was one."""
    here = cost(tables[at], past)
    if here[:2] == (0, 0):
        return False
    alone, after = _best(tables[at], past)
    best = (after[0] - here[0], after[1] - here[1])
    chosen = {at: alone}
    for other in (each for each in range(len(tables)) if each != at):
        there = cost(tables[other], past)
        for mine, theirs in product(range(4), range(4)):
            one, two = list(tables[at]), list(tables[other])
            one[mine], two[theirs] = two[theirs], one[mine]
            (first, costs), (second, more) = _best(one, past), _best(two, past)
            gain = (costs[0] + more[0] - here[0] - there[0], costs[1] + more[1] - here[1] - there[1])
            if gain < best:
                best, chosen = gain, {at: first, other: second}
    if best >= (0, 0):
        return False
    for table, four in chosen.items():
        tables[table] = four
    return True


def _best(four: Sequence[EntryId], past: Past) -> tuple[Table, tuple[int, int, int]]:
    """Return the partners at one table that repeat least, and their cost."""
    a, b, c, d = four
    costs = {table: cost(table, past) for table in ((a, b, c, d), (a, c, b, d), (a, d, b, c))}
    table = min(costs, key=costs.__getitem__)
    return table, costs[table]


def _partners(field: Sequence[EntryId], number: int, past: Past) -> list[tuple[EntryId, EntryId]]:
    count = len(field)
    table = {(min(two) - 1, max(two) - 1) for two in berger(count, number)}
    costs = {}
    for i, j in combinations(range(count), 2):
        two = couple(field[i], field[j])
        seats = min(sum((past.balance(each) + where) ** 2 for each in two) for where in (1, -1))
        costs[i, j] = (past.partners[two], past.met[two], seats, int((i, j) not in table))
    return [(field[i], field[j]) for i, j in sorted(match_cheapest(count, costs))]


def _tables(partners: Sequence[tuple[EntryId, EntryId]], past: Past) -> list[Table]:
    count = len(partners)
    costs = {}
    for i, j in combinations(range(count), 2):
        seats = min(sum(n * n for n in _after(sides, past)) for sides in permutations((partners[i], partners[j])))
        _, met, crossed = cost((*partners[i], *partners[j]), past)
        costs[i, j] = (met, seats, crossed, j - i)
    return [(*partners[i], *partners[j]) for i, j in sorted(match_cheapest(count, costs))]


def _seat_partners(
    table: Table, past: Past, place: Mapping[EntryId, int]
) -> tuple[tuple[EntryId, ...], tuple[EntryId, ...]]:
    """Return the sides, North-South first, so that seats are as even as possible for the player worst off.

    Ties put the partners North-South who sat there less often, then those with the player first on the list.
    """
    one, other = [tuple(sorted(two, key=place.__getitem__)) for two in (table[:2], table[2:])]

    def unevenness(sides: tuple[tuple[EntryId, ...], tuple[EntryId, ...]]) -> tuple[list[int], int, int]:
        after = sorted(map(abs, _after(sides, past)), reverse=True)
        return after, sum(past.lean(each) for each in sides[0]), place[sides[0][0]]

    return min((one, other), (other, one), key=unevenness)


def _after(sides: tuple[tuple[EntryId, ...], ...], past: Past) -> list[int]:
    """Return the balance of each player at a table (`Past.balance`) after the round."""
    return [past.balance(each) + where for side, where in zip(sides, (1, -1), strict=True) for each in side]


def _why(sides: tuple[tuple[EntryId, ...], tuple[EntryId, ...]], past: Past, called: Mapping[EntryId, str]) -> str:
    again = [[called[each] for each in side] for side in sides if past.partners[couple(*side)]]
    met = [(one, other) for one in sides[0] for other in sides[1] if past.met[couple(one, other)]]
    partners = sentence(Reason.SAME_PARTNERS, again=_partners_before(again)) if again else sentence(Reason.NEW_PARTNERS)
    if not met:
        return str(sentence(Reason.NEW_OPPONENTS, partners=partners))
    couples = tuple(sentence(Reason.TWO, one=called[one], other=called[other]) for one, other in met)
    return str(sentence(Reason.SAME_OPPONENTS, partners=partners, couples=Listing(couples, "; ")))


def _partners_before(again: Sequence[Sequence[str]]) -> Term:
    """Return the words for repeated partners. ``again``: the names of one side, or of both."""
    if len(again) == 1:
        return sentence(Reason.PARTNERS_BEFORE, one=again[0][0], other=again[0][1])
    (one, other), (third, fourth) = again
    return sentence(Reason.ALL_PARTNERS_BEFORE, one=one, other=other, third=third, fourth=fourth)


def _bye(name: str, idle: int) -> str:
    if not idle:
        return str(sentence(Reason.FOURS_FIRST, name=name))
    return str(sentence(Reason.FOURS_AGAIN, name=name, often=often(idle)))
