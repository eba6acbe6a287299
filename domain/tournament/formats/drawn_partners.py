"""Drawn partners, as in the Jass: players enter alone, and every round has new partners and opponents.

If the number of players does not divide by four, those who have sat out least often sit out, from the foot of the
list. Then a matching that repeats as few partnerships as possible gives the partners. Its ties are decided by earlier
encounters of the two, then by seats, so that everybody sits North and South about as often as East and West, then in
favour of a round of Berger's table, in which nobody meets twice. A matching of these couples that repeats as few
encounters as possible gives the opponents; its ties are decided by seats, then by partners who become opponents. Last,
the draw is improved: two players at two tables change places, or the partners at a table change, as long as this
repeats fewer partnerships, or equally many partnerships and fewer encounters.

Players who should not meet sit at different tables (`draws.tables_apart`). That comes before everything else; if they
must not meet, it also comes before the order in which players sit out.
"""

from __future__ import annotations

from itertools import combinations, permutations, product
from typing import TYPE_CHECKING, TypeAlias

from domain.engine.words.values import Listing, Term, sentence
from domain.tournament.draws.cheapest_matching import match_cheapest
from domain.tournament.draws.history import NothingLeft, couple, kept_apart, names, often
from domain.tournament.draws.reasons import Reason
from domain.tournament.draws.tables_apart import choose_idle, separate, together
from domain.tournament.formats.base import Format
from domain.tournament.formats.round_robin import berger
from domain.tournament.state import Draw, DrawError, EntryId, Pairing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from domain.tournament.draws.history import DrawInput, Past

Table: TypeAlias = tuple[EntryId, EntryId, EntryId, EntryId]
"""Two partners, then their two opponents."""
Cost: TypeAlias = tuple[int, int, int, int]


class DrawnPartners(Format):
    """Rounds in which partnerships and encounters repeat as little as possible."""

    key = "drawn-partners"
    name = "Drawn partners"
    about = "Partners and opponents are drawn again for every round."
    own_terms = frozenset({"encounter", "rounds", "requested_byes"})
    entry_sizes = (1,)
    entries_per_side = 2
    byes_in_turn = True
    keeps_apart = True

    def draw(self, before: DrawInput) -> Draw:
        """Return the next round of tables.

        Raises `NothingLeft` after the last round, and `DrawError` for fewer than four players.
        """
        number = before.round
        if number > (before.terms.rounds or 0):
            raise NothingLeft("All {rounds} rounds are drawn.", rounds=before.terms.rounds or 0)
        field = [entry.id for entry in before.playing_entries()]
        if len(field) < 4:
            raise DrawError("A table needs four players; {count} still play.", count=len(field))
        past, called = before.past(), names(before.entries)
        past.apart = {two: absolute for two, absolute in kept_apart(before.avoidances).items() if {*two} <= {*field}}
        by_turn = sorted(field, key=lambda each: (past.idle[each], -field.index(each)))
        out = choose_idle(by_turn, len(field) % 4, past.apart)
        if out is None:
            raise DrawError(
                "Round {round} cannot be drawn: some players must not meet, and no draw seats them at different "
                "tables. Withdraw an avoidance, or avoid the meeting only if possible.",
                round=number,
            )
        tables = _draw_tables([each for each in field if each not in out], number, past)
        place = {entry: index for index, entry in enumerate(field)}
        seated = [_seat_partners(table, past, place) for table in tables]
        seated.sort(key=lambda sides: min(place[each] for side in sides for each in side))
        pairings = [Pairing(table, sides, _why(sides, past, called)) for table, sides in enumerate(seated, start=1)]
        due = by_turn[: len(out)]
        byes = {each: _bye(called[each], past.idle[each], in_turn=each in due) for each in out}
        return Draw(round=number, pairings=tuple(pairings), byes=byes)


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


def _draw_tables(field: Sequence[EntryId], number: int, past: Past) -> list[Table]:
    """Return the tables of a round, partners first; players who should not meet are apart as far as possible."""
    tables = better(_tables(_partners(field, number, past), past), past)
    if _together(tables, past) == (0, 0):
        return tables
    candidates = [tables]
    for apart in (past.apart, {two: True for two, absolute in past.apart.items() if absolute}):
        four = separate(field, apart)
        if four is not None:
            candidates.append(better([_best(each, past)[0] for each in four], past))
    return min(candidates, key=lambda each: _together(each, past))


def _together(tables: Sequence[Table], past: Past) -> tuple[int, int]:
    """Return the number of couples at one table who must not meet, and of those who should not."""
    both = [together(table, past.apart) for table in tables]
    return sum(absolute for absolute, _ in both), sum(wishes for _, wishes in both)


def better(tables: Sequence[Table], past: Past) -> list[Table]:
    """Return improved tables: no exchange of two players or change of partners repeats less.

    No exchange brings more of those together who should not meet.
    """
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
    here = _whole_cost(tables[at], past)
    if not any(here):
        return False
    alone, after = _best(tables[at], past)
    best = _gain(after, here)
    chosen = {at: alone}
    for other in (each for each in range(len(tables)) if each != at):
        there = _whole_cost(tables[other], past)
        for mine, theirs in product(range(4), range(4)):
            one, two = list(tables[at]), list(tables[other])
            one[mine], two[theirs] = two[theirs], one[mine]
            (first, costs), (second, more) = _best(one, past), _best(two, past)
            gain = _gain(_sum(costs, more), _sum(here, there))
            if gain < best:
                best, chosen = gain, {at: first, other: second}
    if best >= (0, 0, 0, 0):
        return False
    for table, four in chosen.items():
        tables[table] = four
    return True


def _whole_cost(table: Table, past: Past) -> Cost:
    """Return the number of couples who must not, and who should not meet, of repeated partnerships and encounters."""
    partners, met, _ = cost(table, past)
    return *together(table, past.apart), partners, met


def _sum(one: Cost, other: Cost) -> Cost:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3]


def _gain(after: Cost, before: Cost) -> Cost:
    return after[0] - before[0], after[1] - before[1], after[2] - before[2], after[3] - before[3]


def _best(four: Sequence[EntryId], past: Past) -> tuple[Table, Cost]:
    """Return the partners at one table that repeat least, and their cost."""
    a, b, c, d = four
    costs = {table: cost(table, past) for table in ((a, b, c, d), (a, c, b, d), (a, d, b, c))}
    table = min(costs, key=costs.__getitem__)
    return table, (*together(table, past.apart), *costs[table][:2])


def _partners(field: Sequence[EntryId], number: int, past: Past) -> list[tuple[EntryId, EntryId]]:
    count = len(field)
    table = {(min(two) - 1, max(two) - 1) for two in berger(count, number)}
    costs = {}
    for i, j in combinations(range(count), 2):
        two = couple(field[i], field[j])
        seats = min(sum((past.balance(each) + where) ** 2 for each in two) for where in (1, -1))
        costs[i, j] = (int(two in past.apart), past.partners[two], past.met[two], seats, int((i, j) not in table))
    return [(field[i], field[j]) for i, j in sorted(match_cheapest(count, costs))]


def _tables(partners: Sequence[tuple[EntryId, EntryId]], past: Past) -> list[Table]:
    count = len(partners)
    costs = {}
    for i, j in combinations(range(count), 2):
        seats = min(sum(n * n for n in _after(sides, past)) for sides in permutations((partners[i], partners[j])))
        _, met, crossed = cost((*partners[i], *partners[j]), past)
        near = together((*partners[i], *partners[j]), past.apart)
        costs[i, j] = (*near, met, seats, crossed, j - i)
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
    for one, other in (two for two in combinations((*sides[0], *sides[1]), 2) if couple(*two) in past.apart):
        partners = sentence(Reason.NOT_KEPT_APART, reason=partners, one=called[one], other=called[other])
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


def _bye(name: str, idle: int, *, in_turn: bool) -> str:
    if not in_turn:
        return str(sentence(Reason.FOURS_APART, name=name))
    if not idle:
        return str(sentence(Reason.FOURS_FIRST, name=name))
    return str(sentence(Reason.FOURS_AGAIN, name=name, often=often(idle)))
