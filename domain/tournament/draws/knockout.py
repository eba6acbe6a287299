"""The draw of a knockout: an entry that loses is out, or plays on in the consolation.

The bracket is the usual one: number 1 of the list can meet number 2 only in the final, and meets the last number in the
first round. If places are empty, the top entries have no opponent in the first round. Earlier rounds count as they were
drawn: the encounters of the bracket are the first tables of a round, in the order of the bracket, so two entries that
the director exchanged have exchanged their places in the bracket.

The consolation is drawn anew for each round from the entries that lost the first encounter they played and have not
lost in the consolation. While further entries may still join, all play, except one of an odd number; after that, as
many sit out as leave a full bracket. Entries that play for the third place are not in the consolation.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from domain.engine.words.values import Term, sentence
from domain.tournament.draws.history import NothingLeft, Past, no_result, order_entries, seats
from domain.tournament.draws.reasons import Reason
from domain.tournament.state import PLAYED, Draw, DrawError, Pairing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from domain.tournament.draws.history import DrawInput
    from domain.tournament.state import Entry, EntryId, Line
    from domain.tournament.terms import Terms

MOST: Final = 512
THIRD: Final = "third place"
CONSOLATION: Final = "consolation"


def bracket_order(size: int) -> list[int]:
    """Return the numbers of a bracket of 2, 4, 8 … entries from top to bottom: of 8 ``1 8 4 5 2 7 3 6``."""
    order = [1]
    while len(order) < size:
        order = [each for number in order for each in (number, 2 * len(order) + 1 - number)]
    return order


def stage(size: int) -> str:
    """Return the name of the round in which ``size`` entries are left."""
    return {2: "final", 4: "semi-final", 8: "quarter-final"}.get(size, f"round of {size}")


def last_round(terms: Terms, entries: Sequence[Entry]) -> int:
    """Return the largest possible number of rounds; an entry that joins the consolation late can add one."""
    rounds = (sum(entry.plays(1) for entry in entries) - 1).bit_length()
    return rounds + (terms.consolation and rounds > 2)


def why_closed(entries: Sequence[Entry]) -> Term | None:
    """Return a sentence about an entry that came after the first round and has no place; None if there is none."""
    late = next((entry for entry in entries if entry.since > 1 and entry.plays(entry.since)), None)
    if late is None:
        return None
    return sentence(
        "{name} comes in for round {round}, but a knockout takes in nobody after its first round.",
        name=late.name,
        round=late.since,
    )


class _Results:
    """The entries and their results, by round."""

    def __init__(self, entries: Sequence[Entry], lines: Sequence[Line]) -> None:
        self.known = {entry.id: entry for entry in entries}
        self.lines = {(line.round, line.entry): line for line in lines}

    def plays(self, entry: EntryId | None, round_: int) -> bool:
        return entry is not None and self.known[entry].plays(round_)

    def winner(self, pairing: Pairing, round_: int) -> EntryId | None:
        """Return the entry that goes on; None if neither does. Raises `DrawError` if a result is missing or level."""
        (one,), (other,) = pairing.sides
        lines = [line for side in (one, other) if (line := self.lines.get((round_, side)))]
        if len(lines) < 2:
            present = [side for side in (one, other) if self.plays(side, round_)]
            if len(present) == 2:
                raise no_result(round_, pairing.table, self.name(one), self.name(other))
            return present[0] if present else None
        outcomes = [line.outcome for line in lines]
        if outcomes[0] != outcomes[1]:
            return one if outcomes[0] > outcomes[1] else other
        if outcomes[0] < 0:
            return None
        raise DrawError(
            "Round {round} needs a winner of {one} against {other} at table {table}; they are level.",
            round=round_, one=self.name(one), other=self.name(other), table=pairing.table,
        )  # fmt: skip

    def has_played(self, entry: EntryId, round_: int) -> bool:
        """Return whether the entry played an encounter in a round."""
        line = self.lines.get((round_, entry))
        return line is not None and line.kind == PLAYED

    def name(self, entry: EntryId) -> str:
        return self.known[entry].name


@dataclass(slots=True)
class _Bracket:
    """The state of a knockout before a round."""

    places: list[EntryId | None]
    """The entries still in the bracket, from top to bottom; None for an empty place."""
    entered: dict[EntryId, int] = field(default_factory=dict)
    """The table at which each winner of the last round played, by entry."""
    beaten: list[EntryId] = field(default_factory=list)
    """The losers of the last round."""
    pool: list[EntryId] = field(default_factory=list)
    """The entries in the consolation."""
    fresh: set[EntryId] = field(default_factory=set)
    """The entries that have not played an encounter yet."""

    @property
    def twos(self) -> list[tuple[EntryId | None, EntryId | None]]:
        """Return the neighbours in the bracket, who meet in the next round; none after the final."""
        return list(zip(self.places[::2], self.places[1::2], strict=True)) if len(self.places) > 1 else []

    def advance(self, drawn: Draw, results: _Results, third_place: bool) -> None:
        """Advance past a drawn round. Raises `DrawError` if the draw does not fit or a result is missing or level."""
        first: list[EntryId] = []
        winners: list[EntryId | None] = []
        size, twos, main = len(self.places), self.twos, _main(drawn)
        seated = {entry for pairing in main for entry in pairing.entries}
        full = [two for two in twos if None not in two]
        likely = sorted(full, key=lambda two: len(drawn.byes.keys() & set(two)) - len(seated & set(two)))
        full = [two for two in full if two in likely[: len(main)]]
        if len(full) != len(main):
            raise DrawError("The draw of round {round} does not fit the bracket.", round=drawn.round)
        at_home = {each for two in twos if two not in full for each in two}
        moved = (each for each in self.places if each in drawn.byes and each not in at_home)
        encounters = iter(main)
        self.entered, self.beaten = {}, []
        for two in twos:
            if two in full:
                pairing = next(encounters)
                winner = results.winner(pairing, drawn.round)
                winners.append(winner)
                if winner:
                    self.entered[winner] = pairing.table
                lost = [entry for entry in pairing.entries if entry != winner]
                self.beaten += lost
                first += [each for each in lost if each in self.fresh and results.has_played(each, drawn.round)]
                continue
            through = next((each for each in two if each in drawn.byes), None)
            winners.append(next(moved, None) if through is None and seated & set(two) else through)
        for pairing in drawn.pairings:
            if pairing.stage.startswith(CONSOLATION):
                winner = results.winner(pairing, drawn.round)
                self.pool = [each for each in self.pool if each == winner or each not in pairing.entries]
        self.fresh = {each for each in self.fresh if not results.has_played(each, drawn.round)}
        if size > 4 or (size == 4 and not third_place):
            self.pool += first
        self.places = winners or self.places


def draw(before: DrawInput) -> Draw:
    """Return the next round of the bracket, with the encounter for the third place and the consolation, if any."""
    terms, entries, drawn, lines, lots = before.terms, before.entries, before.drawn, before.lines, before.lots
    number = before.round
    results = _Results(entries, lines)
    places = {entry.id: place for place, entry in enumerate(order_entries(entries, lots))}
    bracket = _first_bracket(entries, drawn, lots)
    for each in drawn:
        bracket.advance(each, results, terms.third_place)
    table = _Round(number, Past(drawn, odd_seats=before.odd_seats), places, results)
    size = len(bracket.places)
    for one, other in bracket.twos:
        table.pair_in_bracket(one, other, bracket.entered, stage(size))
    if terms.third_place and size == 2:
        table.pair_for_third(bracket.beaten)
    if terms.consolation:
        joins = size > (4 if terms.third_place else 2) and any(each in bracket.fresh for each in bracket.places)
        table.pair_consolation(bracket.pool, waiting=joins)
    if not table.pairings and not table.byes:
        if won := bracket.places[0]:
            raise NothingLeft("The tournament is over: {name} has won.", name=results.name(won))
        raise NothingLeft("The tournament is over.")
    return Draw(round=number, pairings=tuple(table.pairings), byes=table.byes)


def bracket(
    entries: Sequence[Entry], drawn: Sequence[Draw], lines: Sequence[Line], lots: Sequence[EntryId] = ()
) -> list[list[tuple[EntryId | None, EntryId | None]]]:
    """Return the couples of each round up to the final, from top to bottom; None for an entry not known yet.

    In the first round None is an empty place. Raises `DrawError` for too few or too many entries.
    """
    standing = _first_bracket(entries, drawn, lots)
    results = _Results(entries, lines)
    rounds = [standing.twos]
    for each in drawn:
        try:
            standing.advance(each, results, third_place=False)
        except DrawError:
            break
        if standing.twos:
            rounds.append(standing.twos)
    while len(rounds[-1]) > 1:
        rounds.append([(None, None)] * (len(rounds[-1]) // 2))
    return rounds


def _main(drawn: Draw) -> list[Pairing]:
    """Return the encounters of the bracket, without third place and consolation, from top to bottom."""
    main = [each for each in drawn.pairings if each.stage != THIRD and not each.stage.startswith(CONSOLATION)]
    return sorted(main, key=lambda each: each.table)


def _first_bracket(entries: Sequence[Entry], drawn: Sequence[Draw], lots: Sequence[EntryId]) -> _Bracket:
    """Return the bracket before its first round.

    Its entries are those in the draw of the first round, or, before that draw, those that play in it. Raises
    `DrawError` for too few or too many entries.
    """
    there = {*drawn[0].byes, *(each for pairing in drawn[0].pairings for each in pairing.entries)} if drawn else None
    start = [each.id for each in order_entries(entries, lots) if (each.plays(1) if there is None else each.id in there)]
    if not 2 <= len(start) <= MOST:
        raise DrawError("A knockout needs 2 to {most} entries; there are {count}.", most=MOST, count=len(start))
    size = 1 << (len(start) - 1).bit_length()
    places = [start[number - 1] if number <= len(start) else None for number in bracket_order(size)]
    return _Bracket(places, fresh=set(start))


class _Round:
    """The round that is being drawn."""

    def __init__(self, number: int, past: Past, places: dict[EntryId, int], results: _Results) -> None:
        self.number, self.past, self.places, self.results = number, past, places, results
        self.pairings: list[Pairing] = []
        self.byes: dict[EntryId, str] = {}

    def pair_in_bracket(
        self, one: EntryId | None, other: EntryId | None, entered: dict[EntryId, int], what: str
    ) -> None:
        """Pair two neighbours in the bracket, or give one a bye."""
        there = [each for each in (one, other) if each and self.results.plays(each, self.number)]
        called = self.results.name
        if len(there) == 2:
            if self.number == 1:
                numbers = sorted(self.places[each] + 1 for each in there)
                why = sentence(Reason.BRACKET, place=numbers[0], other_place=numbers[1])
            else:
                why = self.explain_meeting(there[0], there[1], entered)
            self.add_pairing(there[0], there[1], what, why)
        elif there:
            gone = next((each for each in (one, other) if each and each not in there), None)
            if gone:
                why = sentence(Reason.OPPONENT_GONE, other=called(gone), name=called(there[0]))
            elif self.number == 1:
                why = sentence(Reason.NOBODY_IN_BRACKET, place=self.places[there[0]] + 1)
            else:
                why = sentence(Reason.NOBODY_CAME, name=called(there[0]))
            self.byes[there[0]] = str(why)

    def explain_meeting(self, one: EntryId, other: EntryId, entered: dict[EntryId, int]) -> Term:
        """Return how two entries reached the round: by a win or without playing. ``entered``: as in `_Bracket`."""
        reasons = {
            (True, True): Reason.BOTH_WON,
            (True, False): Reason.FIRST_WON,
            (False, True): Reason.SECOND_WON,
            (False, False): Reason.NEITHER_PLAYED,
        }
        return sentence(
            reasons[one in entered, other in entered],
            one=self.results.name(one),
            table=entered.get(one, 0),
            other=self.results.name(other),
            other_table=entered.get(other, 0),
        )

    def pair_for_third(self, beaten: Sequence[EntryId]) -> None:
        """Pair the losers of the semi-finals; a loser whose opponent has withdrawn gets a bye."""
        there = [each for each in beaten if self.results.plays(each, self.number)]
        if len(there) == 2:
            self.add_pairing(there[0], there[1], THIRD, sentence(Reason.BOTH_LOST))
        elif there and len(beaten) == 2:
            self.byes[there[0]] = str(sentence(Reason.THIRD_ALONE, name=self.results.name(there[0])))

    def pair_consolation(self, pool: Sequence[EntryId], *, waiting: bool) -> None:
        """Pair the entries of the consolation. ``waiting``: further entries may still join it."""
        there = [each for each in pool if self.results.plays(each, self.number)]
        if len(there) < 2 and not waiting:
            return
        there.sort(key=lambda each: (self.past.idle[each], self.places[each]))
        size = 1 << (len(there) - 1).bit_length()
        out = len(there) % 2 if waiting else size - len(there)
        for each in there[:out]:
            self.byes[each] = str(sentence(Reason.CONSOLATION_ODD, name=self.results.name(each)))
        rest = sorted(there[out:], key=self.places.__getitem__)
        what = f"{CONSOLATION} {'first round' if waiting else stage(size)}"
        for one, other in zip(rest, reversed(rest[len(rest) // 2 :]), strict=False):
            self.add_pairing(one, other, what, sentence(Reason.CONSOLATION))

    def add_pairing(self, one: EntryId, other: EntryId, what: str, reason: Term) -> None:
        """Add a pairing of two entries at the next table. ``what``: its stage."""
        better, worse = sorted((one, other), key=self.places.__getitem__)
        sides, seated = seats(better, worse, self.past, self.results.name, odd=self.places[better] % 2 == 0)
        table = len(self.pairings) + 1
        why = str(sentence(Reason.SEATED, reason=reason, seats=seated))
        self.pairings.append(Pairing(table, ((sides[0],), (sides[1],)), why, stage=what))
