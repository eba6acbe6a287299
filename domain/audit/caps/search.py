"""Search for an order of the player's cards that always wins, against all lines of the adversary side by side.

After each trick the lines end in a set of positions, equal ones merged: the frontier. An order holds if no position of
any frontier loses the next trick. Orders with the same beginning share frontiers. A refuted beginning refutes all its
orders.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final, Literal

from domain.audit.caps.adversary import OWN, Adversary, Move, Open, Outcomes, TooLong
from domain.audit.caps.closed_forms import is_sure, is_sure_now, sure_order, usual_order

if TYPE_CHECKING:
    from domain.audit.caps.question import Position, Question, Start

LIMIT: Final = 400_000
"""The most cards that the search for one question may try before its answer is ``undecided``."""

FEW: Final = 4, 16, 32
"""The most positions that each position leads to, in one attempt after another: a few often refute every order."""

FIRST_SHARE: Final = 20
"""Each of these attempts may try the number of cards of the whole search, divided by this."""


@dataclass(frozen=True, slots=True)
class Line:
    """A refutation: the start position, and every card from the next one to the end of the lost trick."""

    start: Start
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to the question whether a player is certain."""

    verdict: Literal["certain", "not-certain", "undecided"]
    order: tuple[int, ...] = ()
    """An order that wins, card by card, if certain."""
    why: str = ""
    """Why the answer is ``undecided``: ``bound`` or ``more-is-known``; else empty."""


class Search:
    """The search for one question."""

    def __init__(
        self, question: Question, limit: int = LIMIT, proved: Callable[[tuple[int, ...], Line], bool] | None = None
    ) -> None:
        """``proved``: returns whether a refutation of an order holds on the record; used if the question is loose."""
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
        """Return the answer to the question, with an order that always wins if there is one."""
        if (sure := sure_order(self.question)) is not None:
            return Answer("certain", sure)
        try:
            order = None if self.is_refuted_by_few() else self.any_order()
        except TooLong:
            return Answer("undecided", why="bound")
        if order is not None:
            return Answer("certain", order)
        if self.doubtful:
            return Answer("undecided", why="more-is-known")
        return Answer("not-certain")

    def is_refuted_by_few(self) -> bool:
        """Return whether already a few positions after each trick refute every order. Most questions end so."""
        return any(self._is_refuted_by(few) for few in FEW)

    def _is_refuted_by(self, few: int) -> bool:
        """Return whether every order is refuted already if each position leads to so many others, of many."""
        adversary = self.adversary
        limit = min(adversary.limit, self.limit // FIRST_SHARE)
        later = adversary.limit - limit
        adversary.limit, adversary.few = limit, few
        self.doubtful = False
        self.failed.clear()
        try:
            refuted = self.any_order() is None and not self.doubtful
        except TooLong:
            refuted = False
        adversary.limit, adversary.few = later + max(adversary.limit, 0), 0
        self.doubtful = False
        self.failed.clear()
        return refuted

    def any_order(self) -> tuple[int, ...] | None:
        """Return an order that always wins; None if there is none. Raises `TooLong`."""
        question = self.question
        positions = [start.position for start in question.starts]
        hand = positions[0].hand
        if question.terms.first_legal:
            return PriorityOrders(self).any_order(hand, positions)
        if self.has_played():
            outcomes = self.table(0, ())
            return None if outcomes is None else self.below(outcomes, hand, question.tricks_done + 1, ())
        for card in self.candidates(hand, positions, self.adversary.in_trick):
            outcomes = self.table(card, (card,))
            if outcomes is None:
                continue
            rest = self.below(outcomes, hand ^ card, question.tricks_done + 1, (card,))
            if rest is not None:
                return (card, *rest)
        return None

    def has_played(self) -> bool:
        """Return whether the player has a card in the current trick."""
        table = self.question.table
        return bool(table.played) and -table.leader % self.question.terms.seats < table.played

    def table(self, card: int, played: tuple[int, ...]) -> Outcomes | None:
        """Return the frontier after the current trick; None if refuted. ``played``: the order so far."""
        outcomes: Outcomes = {}
        self.levels = []
        for start in self.question.starts:
            if self.adversary.refutes_table(start, card, outcomes):
                self.note(Line(start, tuple(self.adversary.moves)), played)
                return None
        self.levels.append(outcomes)
        return outcomes

    def below(self, frontier: Outcomes, hand: int, done: int, played: tuple[int, ...]) -> tuple[int, ...] | None:
        """Return an order of the rest of the hand that wins from every position of the frontier; None if there is
        none.
        """
        if not hand:
            return ()
        key = (hand, frozenset(frontier))
        if key in self.failed:
            return None
        usual = usual_order(self.question.terms, next(iter(frontier)))
        if not self.unsure(frontier, usual, done):
            return usual
        for card in self.candidates(hand, frontier, 0):
            outcomes = self.step(frontier, card, done, (*played, card))
            if outcomes is None:
                continue
            rest = self.below(outcomes, hand ^ card, done + 1, (*played, card))
            self.levels.pop()
            if rest is not None:
                return (card, *rest)
        self.failed.add(key)
        return None

    def step(self, frontier: Outcomes, card: int, done: int, played: tuple[int, ...]) -> Outcomes | None:
        """Return the next frontier if this card is next; None if it is refuted."""
        outcomes: Outcomes = {}
        for position in frontier:
            if self.adversary.refutes(position, card, done, outcomes):
                self.note(self.line(position, tuple(self.adversary.moves)), played)
                return None
        self.levels.append(outcomes)
        return outcomes

    def candidates(self, hand: int, positions: Iterable[Position], extra: int) -> list[int]:
        """Return the cards to try next, one of each class, the most promising first."""
        between = extra
        trump = table = 0
        for position in positions:
            trump = position.trump
            table = table or (position.closed and self.question.terms.indicator)
            between |= position.unseen
            for other in position.hands:
                between |= other.known
        ranked: list[tuple[int, int]] = []
        for n, suit in enumerate(self.question.terms.suit):
            cards = hand & suit
            before = -1
            while cards:
                card = 1 << (cards.bit_length() - 1)
                cards ^= card
                higher = (between & suit & -card).bit_count()
                if card == table:
                    # Other rules hold for the indicator on the table than for the trumps beside it.
                    ranked.append((higher * 2, card))
                    continue
                if higher != before:
                    ranked.append((higher * 2 + (n != trump), card))
                before = higher
        return [card for _, card in sorted(ranked)]

    # --- one order ---------------------------------------------------------------------------------

    def survives(self, order: tuple[int, ...]) -> bool | None:
        """Return the result of `holds`; None if the limit of the search is reached."""
        try:
            return self.holds(order)
        except TooLong:
            return None

    def holds(self, order: tuple[int, ...]) -> bool:
        """Return whether this order always wins; if not, `refuted` has a line in which it loses. Raises `TooLong`."""
        if self.question.terms.first_legal:
            return PriorityOrders(self).wins(order)
        if all(is_sure_now(self.question, start, order) for start in self.question.starts):
            return True
        left = list(order)
        frontier = self.table(0, order) if self.has_played() else self.table(left.pop(0), order)
        done = self.question.tricks_done + 1
        while frontier and left and (open_ := self.unsure(frontier, left, done)):
            frontier = self.step(open_, left.pop(0), done, order)
            done += 1
        return frontier is not None

    def unsure(self, frontier: Outcomes, order: Sequence[int], done: int) -> Outcomes:
        """Return the positions of a frontier from which counting alone does not prove that an order wins."""
        terms = self.question.terms
        return {at: before for at, before in frontier.items() if not is_sure(terms, at, order, done)}

    # --- refutations ----------------------------------------------------------------------------------

    def line(self, position: Position, last: tuple[Move, ...]) -> Line:
        """Return the line that leads to a position of the last frontier, followed by the last moves."""
        moves = last
        for level in reversed(self.levels):
            parent, between = level[position]
            moves = between + moves
            position = parent
        return Line(self.starts[position], moves)

    def note(self, line: Line, played: tuple[int, ...]) -> None:
        """Keep a refutation. The search is doubtful if the record does not prove it."""
        self.refuted = line
        if self.proved is not None and not self.proved(played, line):
            self.doubtful = True


class PriorityOrders:
    """Orders that are lists of priorities (``caps.order: first_legal``): the first card that may be played is played.

    The order of two cards is decided only when it matters. A refutation then holds for all orders that make the same
    choices.
    """

    def __init__(self, search: Search) -> None:
        self.search = search
        self.cards: tuple[int, ...] = ()
        self.before: dict[int, int] = {}
        """For each card the mask of the cards that it comes before."""
        self.lost: list[dict[int, int]] = []
        """For each refutation the choices that it rests on: each card, and the cards that it was preferred to."""

    def any_order(self, hand: int, positions: list[Position]) -> tuple[int, ...] | None:
        """Return an order that always wins; None if there is none."""
        self.cards = tuple(bit for n in range(hand.bit_length()) if hand & (bit := 1 << n))
        self.before = dict.fromkeys(self.cards, 0)
        between = self.search.adversary.in_trick
        table = 0
        for position in positions:
            table = table or (position.closed and self.search.question.terms.indicator)
            between |= position.unseen
            for other in position.hands:
                between |= other.known
        for suit in self.search.question.terms.suit:
            cards = [card for card in self.cards if card & suit]
            for lower, higher in pairwise(cards):
                # Cards that no other card separates are equivalent: only the higher one first is tried.
                if not between & (higher - lower) and table not in (lower, higher):
                    self.settle(higher, lower)
        return self.order() if self.decide() else None

    def decide(self, frontier: Outcomes | None = None, done: int = 0) -> bool:
        """Return whether some order that agrees with the choices made always wins.

        ``frontier``: the positions after the last trick that is settled, None if the current trick is not settled yet;
        ``done``: the number of tricks played by then.
        """
        if any(all(not others & ~self.before[card] for card, others in made.items()) for made in self.lost):
            return False
        search, order = self.search, self.order()
        search.adversary.first = self.choose
        settled = len(search.levels)
        try:
            if frontier is None:
                frontier, done = search.table(0, order), search.question.tricks_done + 1
            while frontier and any(position.hand for position in frontier):
                frontier, done = search.step(frontier, 0, done, order), done + 1
        except Open as open_:
            cards = open_.cards
        else:
            if frontier is None:
                self.learn()
            del search.levels[settled:]
            return frontier is not None
        so_far = len(search.levels)
        for card in self.firsts(cards):
            kept = dict(self.before)
            self.settle(card, cards & ~card)
            if self.decide(frontier, done):
                return True
            self.before = kept
            del search.levels[so_far:]
        del search.levels[settled:]
        return False

    def learn(self) -> None:
        """Remember the choices that the last refutation rests on."""
        made: dict[int, int] = {}
        for move in self.search.refuted.moves if self.search.refuted else ():
            if move.kind == OWN:
                made[move.card] = made.get(move.card, 0) | move.cls & ~move.card
        self.lost.append(made)

    def wins(self, order: tuple[int, ...]) -> bool:
        """Return whether this order always wins."""
        return self.play(lambda cards: next(card for card in order if card & cards), order)

    def play(self, first: Callable[[int], int], order: tuple[int, ...]) -> bool:
        """Return whether an order always wins. ``first`` returns the card to play among the playable ones."""
        search = self.search
        search.adversary.first = first
        frontier = search.table(0, order)
        done = search.question.tricks_done + 1
        while frontier and any(position.hand for position in frontier):
            frontier = search.step(frontier, 0, done, order)
            done += 1
        return frontier is not None

    def settle(self, card: int, others: int) -> None:
        """Put the card, and all cards before it, before the others."""
        below = others
        for other in self.cards:
            if other & others:
                below |= self.before[other]
        for above in self.cards:
            if above == card or self.before[above] & card:
                self.before[above] |= below

    def firsts(self, cards: int) -> list[int]:
        """Return the cards that may still come first, the strongest first."""
        options = [card for card in self.cards if card & cards]
        return [card for card in reversed(options) if not any(self.before[other] & card for other in options)]

    def choose(self, cards: int) -> int:
        """Return the card that comes first among some cards. Raises `Open` if the choices made do not decide it."""
        firsts = self.firsts(cards)
        if len(firsts) == 1:
            return firsts[0]
        raise Open(cards)

    def order(self) -> tuple[int, ...]:
        """Return an order that agrees with the choices made."""
        left = list(reversed(self.cards))
        order: list[int] = []
        while left:
            card = next(card for card in left if not any(self.before[other] & card for other in left))
            left.remove(card)
            order.append(card)
        return tuple(order)
