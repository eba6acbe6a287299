"""Looking for an order of the player's cards that nothing can stop: all lines of the adversary side by side.

After each trick the lines end in a set of positions, equal ones merged: the frontier. An order holds if no position
of any frontier loses the next trick. Orders with the same beginning share frontiers; a refuted beginning takes all
orders with it down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from domain.audit.caps.adversary import Adversary, Move, Outcomes, TooLong

if TYPE_CHECKING:
    from domain.audit.caps.question import Position, Question, Start

LIMIT: Final = 400_000
"""How many cards of continuations one question may look at before it says that it is undecided."""


@dataclass(frozen=True, slots=True)
class Line:
    """A refutation: the world it is in, and every card from the next one on to the trick that is lost."""

    start: Start
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """Whether the player is certain."""

    verdict: Literal["certain", "not-certain", "undecided"]
    order: tuple[int, ...] = ()
    """An order that wins, card by card, if certain."""
    why: str = ""
    """Why undecided: ``bound`` or ``more-is-known``."""
    looked_at: int = 0
    """How many cards of continuations were tried."""


class Search:
    """One question, and the orders of the player's cards."""

    def __init__(
        self, question: Question, limit: int = LIMIT, proved: Callable[[tuple[int, ...], Line], bool] | None = None
    ) -> None:
        """``proved``: tries a refutation of the beginning of an order on the record, where the question is loose."""
        self.question = question
        self.limit = limit
        self.adversary = Adversary(question, limit)
        self.proved = proved if question.loose else None
        self.doubtful = False
        self.failed: set[tuple[int, frozenset[Position]]] = set()
        self.levels: list[Outcomes] = []
        self.starts: dict[Position, Start] = {start.position: start for start in question.starts}
        self.refuted: Line | None = None
        """The last refutation found."""

    # --- orders ----------------------------------------------------------------------------------

    def answer(self) -> Answer:
        """Is there an order that always wins?"""
        self.doubtful = False
        try:
            order = self.any_order()
        except TooLong:
            return Answer("undecided", why="bound", looked_at=self.limit)
        looked = self.limit - self.adversary.limit
        if order is not None:
            return Answer("certain", order, looked_at=looked)
        if self.doubtful:
            return Answer("undecided", why="more-is-known", looked_at=looked)
        return Answer("not-certain", looked_at=looked)

    def any_order(self) -> tuple[int, ...] | None:
        question = self.question
        hand = question.hand
        if self.has_played():
            outcomes: Outcomes = {}
            if self.table_refutes(0, outcomes):
                return None
            self.levels = [outcomes]
            return self.below(outcomes, hand, question.tricks_done + 1, ())
        for card in self.candidates(hand, [start.position for start in question.starts], self.adversary.in_trick):
            outcomes = {}
            if self.table_refutes(card, outcomes):
                continue
            self.levels = [outcomes]
            rest = self.below(outcomes, hand ^ card, question.tricks_done + 1, (card,))
            if rest is not None:
                return (card, *rest)
        return None

    def has_played(self) -> bool:
        """Whether the player has a card in the trick going on."""
        table = self.question.table
        return bool(table.played) and -table.leader % self.question.terms.seats < table.played

    def table_refutes(self, card: int, outcomes: Outcomes) -> bool:
        """Whether some start refutes the card in the trick going on (0: the player has played to it)."""
        for start in self.question.starts:
            if self.adversary.refutes_table(start, self.question.hand, card, outcomes):
                self.note(Line(start, tuple(self.adversary.moves)), (card,) if card else ())
                return True
        return False

    def below(self, frontier: Outcomes, hand: int, done: int, played: tuple[int, ...]) -> tuple[int, ...] | None:
        """An order of the rest of the hand that wins from every position of the frontier."""
        if not hand:
            return ()
        key = (hand, frozenset(frontier))
        if key in self.failed:
            return None
        for card in self.candidates(hand, frontier, 0):
            outcomes = self.step(frontier, hand, card, done, played)
            if outcomes is None:
                continue
            self.levels.append(outcomes)
            rest = self.below(outcomes, hand ^ card, done + 1, (*played, card))
            self.levels.pop()
            if rest is not None:
                return (card, *rest)
        self.failed.add(key)
        return None

    def step(self, frontier: Outcomes, hand: int, card: int, done: int, played: tuple[int, ...]) -> Outcomes | None:
        """The next frontier if this card is next; None if it is refuted."""
        outcomes: Outcomes = {}
        for position in frontier:
            if self.adversary.refutes(position, hand, card, done, outcomes):
                self.note(self.line(position, tuple(self.adversary.moves)), (*played, card))
                return None
        return outcomes

    def candidates(self, hand: int, positions: Iterable[Position], extra: int) -> list[int]:
        """The cards to try next, of cards that nothing separates only one; the most promising first."""
        between = extra
        trump = 0
        for position in positions:
            trump = position.trump
            between |= position.unseen
            for other in position.hands:
                between |= other.known
        found: list[tuple[int, int]] = []
        for n, suit in enumerate(self.question.terms.suit):
            mine = hand & suit
            before = -1
            while mine:
                card = 1 << (mine.bit_length() - 1)
                mine ^= card
                higher = (between & suit & -card).bit_count()
                if higher != before:
                    found.append((higher * 2 + (n != trump), card))
                before = higher
        return [card for _, card in sorted(found)]

    # --- one order ---------------------------------------------------------------------------------

    def survives(self, order: tuple[int, ...]) -> bool | None:
        """The same as `holds`; None if that takes too long."""
        try:
            return self.holds(order)
        except TooLong:
            return None

    def holds(self, order: tuple[int, ...]) -> bool:
        """Whether this very order always wins; if not, `refuted` says how it can lose."""
        question = self.question
        hand = question.hand
        left = order
        outcomes: Outcomes = {}
        if self.has_played():
            if self.table_refutes(0, outcomes):
                return False
        else:
            card, *rest = order
            if self.table_refutes(card, outcomes):
                return False
            hand ^= card
            left = tuple(rest)
        self.levels = [outcomes]
        done = question.tricks_done + 1
        for n, card in enumerate(left):
            after = self.step(self.levels[-1], hand, card, done, order[: len(order) - len(left) + n])
            if after is None:
                return False
            self.levels.append(after)
            hand ^= card
            done += 1
        return True

    # --- refutations ----------------------------------------------------------------------------------

    def line(self, position: Position, last: tuple[Move, ...]) -> Line:
        """The moves that lead to a position of the last frontier, and on."""
        moves = last
        for level in reversed(self.levels):
            parent, between = level[position]
            moves = between + moves
            position = parent
        return Line(self.starts[position], moves)

    def note(self, line: Line, played: tuple[int, ...]) -> None:
        self.refuted = line
        if self.proved is not None and not self.proved(played, line):
            self.doubtful = True
