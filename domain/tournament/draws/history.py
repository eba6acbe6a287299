"""The history of a tournament for its next draw: the order of the list, meetings, seats and byes."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from domain.engine.words.values import Names, Term, sentence
from domain.tournament.draws.reasons import ODD_SEATS, Reason
from domain.tournament.state import WALKOVER, DrawError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from domain.engine.words.values import Value
    from domain.tournament.state import Adjustment, Avoidance, Draw, Entry, EntryId, Line, Pairing
    from domain.tournament.terms import Terms


class NothingLeft(DrawError):
    """Raised when every round is drawn: the tournament is over."""


def order_entries(entries: Sequence[Entry], lots: Sequence[EntryId] = ()) -> list[Entry]:
    """Return the entries by seed; then those without a seed by lot; then those without a lot in the given order."""
    lot = {entry: place for place, entry in enumerate(lots)}
    last = len(entries) + len(lots)

    def place(numbered: tuple[int, Entry]) -> tuple[bool, int, int, int]:
        number, entry = numbered
        return (entry.seed is None, entry.seed or 0, lot.get(entry.id, last), number)

    return [entry for _, entry in sorted(enumerate(entries), key=place)]


def names(entries: Sequence[Entry]) -> dict[EntryId, str]:
    """Return the name of each entry."""
    return {entry.id: entry.name for entry in entries}


def couple(one: EntryId, other: EntryId) -> tuple[EntryId, EntryId]:
    """Return two entries in a fixed order, so that a couple has one key."""
    return (one, other) if one < other else (other, one)


def couples(pairing: Pairing) -> list[tuple[EntryId, EntryId]]:
    """Return all couples of opponents at a table."""
    return [couple(one, other) for one in pairing.sides[0] for other in pairing.sides[1]]


def couples_at(pairing: Pairing) -> list[tuple[EntryId, EntryId]]:
    """Return all couples at a table, opponents and partners."""
    return [couple(one, other) for one, other in combinations(pairing.entries, 2)]


def kept_apart(avoidances: Sequence[Avoidance]) -> dict[tuple[EntryId, EntryId], bool]:
    """Return the couples that should not meet; the value is True if no draw may bring them together."""
    apart: dict[tuple[EntryId, EntryId], bool] = {}
    for each in avoidances:
        for one, other in combinations(each.entries, 2):
            two = couple(one, other)
            apart[two] = apart.get(two, False) or each.absolute
    return apart


def check_finished(entries: Sequence[Entry], drawn: Sequence[Draw], lines: Sequence[Line]) -> None:
    """Raise `DrawError` if an encounter has no result, unless one of its entries had withdrawn."""
    for round_, pairing in missing_results(entries, drawn, lines):
        known = names(entries)
        one, other = (Names(tuple(known[entry] for entry in side)) for side in pairing.sides)
        raise DrawError(
            "Round {round} has no result of {one} against {other} at table {table} yet. Enter it, or draw with an"
            " assumed result.",
            round=round_, one=one, other=other, table=pairing.table,
        )  # fmt: skip


def no_result(round_: int, table: int, one: Value, other: Value) -> DrawError:
    """Return the error of a draw that needs the result of an encounter of ``one`` against ``other``."""
    return DrawError(
        "Round {round} has no result of {one} against {other} at table {table} yet.",
        round=round_, one=one, other=other, table=table,
    )  # fmt: skip


def missing_results(
    entries: Sequence[Entry], drawn: Sequence[Draw], lines: Sequence[Line]
) -> Iterator[tuple[int, Pairing]]:
    """Yield the round and the pairing of each encounter without a result, unless one of its entries had withdrawn."""
    reported = {(line.round, line.entry) for line in lines}
    known = {entry.id: entry for entry in entries}
    for draw in drawn:
        for pairing in draw.pairings:
            playing = all(entry in known and known[entry].plays(draw.round) for entry in pairing.entries)
            if playing and any((draw.round, entry) not in reported for entry in pairing.entries):
                yield draw.round, pairing


@dataclass(frozen=True, slots=True)
class DrawInput:
    """The input of the draw of the next round."""

    terms: Terms
    entries: Sequence[Entry]
    drawn: Sequence[Draw]
    """The draws of the earlier rounds, in order."""
    lines: Sequence[Line] = ()
    """The results of the earlier rounds, byes included; empty unless the format draws by results."""
    lots: Sequence[EntryId] = ()
    """The entries in an order drawn by lot, once for the whole tournament."""
    challenges: Sequence[tuple[EntryId, EntryId]] = ()
    """On a ladder, pairs of the challenger and the challenged entry."""
    adjustments: Sequence[Adjustment] = ()
    """Rulings, which change scores."""
    points: bool = False
    """True if the game is played for points, False for tokens."""
    avoidances: Sequence[Avoidance] = ()
    """Entries that the draw should keep apart, if the format does so."""
    assumed: frozenset[EntryId] = frozenset()
    """The entries with an assumed result; its lines are in ``lines``."""
    odd_seats: bool = False
    """True at tables of six and eight, where one side has the odd seats and the other the even ones."""

    @property
    def round(self) -> int:
        """Return the number of the round to be drawn."""
        return len(self.drawn) + 1

    def playing_entries(self) -> list[Entry]:
        """Return the entries that play in the next round, in the order of `order_entries`."""
        return [entry for entry in order_entries(self.entries, self.lots) if entry.is_drawn(self.round)]

    def past(self) -> Past:
        """Return the meetings, partners, seats and rounds without an opponent of all entries."""
        lines = self.lines if self.terms.rules.rests_on_results else ()
        full = self.terms.scoring.requested_bye == "full"
        return Past(self.drawn, lines, full_requests=full, odd_seats=self.odd_seats)


class Past:
    """The meetings, partners, seats and rounds without an opponent of all entries."""

    def __init__(
        self,
        drawn: Sequence[Draw],
        lines: Sequence[Line] = (),
        *,
        full_requests: bool = False,
        odd_seats: bool = False,
    ) -> None:
        self.odd_seats = odd_seats
        self.met: Counter[tuple[EntryId, EntryId]] = Counter()
        self.partners: Counter[tuple[EntryId, EntryId]] = Counter()
        self.sat: defaultdict[EntryId, list[int]] = defaultdict(list)
        """1 for each round in North or South, -1 for each in East or West."""
        self.apart: dict[tuple[EntryId, EntryId], bool] = {}
        """The couples that should not meet, as in `kept_apart`, where a draw needs them here."""
        self.idle: Counter[EntryId] = Counter()
        """Number of rounds without an opponent: byes, and walkovers if lines were passed.

        Byes that an entry asked for count if they score like a win (``full_requests``).
        """
        for draw in drawn:
            self.idle.update(draw.byes.keys())
            if full_requests:
                self.idle.update(draw.requested)
            for pairing in draw.pairings:
                self.met.update(couples(pairing))
                for side, where in zip(pairing.sides, (1, -1), strict=True):
                    if len(side) == 2:
                        self.partners[couple(*side)] += 1
                    for entry in side:
                        self.sat[entry].append(where)
        self.idle.update(line.entry for line in lines if line.kind == WALKOVER)

    def reason(self, of_compass: Reason) -> Reason:
        """Return a reason that names seats of the compass as these tables name their seats."""
        return ODD_SEATS[of_compass] if self.odd_seats else of_compass

    def balance(self, entry: EntryId) -> int:
        """Return the number of rounds the entry sat North-South less the number it sat East-West."""
        return sum(self.sat[entry])

    def last(self, entry: EntryId) -> int:
        """Return 1 if the entry last sat North-South, -1 if it last sat East-West, 0 if it has not played yet."""
        return self.sat[entry][-1] if self.sat[entry] else 0

    def lean(self, entry: EntryId) -> int:
        """Return how strongly East-West is due to the entry: by its balance, then by its last seat."""
        return 3 * self.balance(entry) + self.last(entry)


def seats(
    one: EntryId, other: EntryId, past: Past, called: Callable[[EntryId], str], *, odd: bool
) -> tuple[tuple[EntryId, EntryId], Term]:
    """Return the entries that sit North and East, and the reason.

    ``odd``: ``one`` sits North if nothing else decides.
    """
    if past.lean(one) == past.lean(other):
        north, east = (one, other) if odd else (other, one)
        reason = Reason.LIST_GIVES
    else:
        north, east = sorted((one, other), key=past.lean)
        if past.balance(north) == past.balance(east):
            reason = Reason.NORTH_LAST if past.last(east) > 0 else Reason.EAST_LAST
        else:
            reason = Reason.NORTH_MORE_OFTEN if past.balance(east) > 0 else Reason.EAST_MORE_OFTEN
    return (north, east), sentence(past.reason(reason), name=called(north), other=called(east))


def often(count: int) -> Term:
    """Return ``once``, ``2 times`` …"""
    return sentence(Reason.ONCE) if count == 1 else sentence(Reason.TIMES, count=count)
