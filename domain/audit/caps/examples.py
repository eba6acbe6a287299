"""Deals that a player could not tell from the real one, with a line of play in which the stated order fails.

A refutation names the cards that matter. The other unseen cards are dealt in any way that fits, and the deal is
recorded anew: everything that the player saw stays the same, and the line is played after the call.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from domain.audit.caps.adversary import INDICATOR, KNOWN, OWN, THROWN
from domain.audit.caps.ranks import classes
from domain.audit.layouts import Layout
from domain.engine.cards import Card, Seat
from domain.engine.facts import Act, CardPlayed
from domain.engine.knowledge.information import suit_set
from domain.engine.knowledge.spaces import fill
from domain.engine.refusals import Refused
from domain.games.three04.acts import CapsCalled, FaceDownInspected
from domain.record.entries import Stamp
from domain.record.record import Record

if TYPE_CHECKING:
    from domain.audit.caps.adversary import Move
    from domain.audit.caps.question import Question
    from domain.audit.caps.search import Line
    from domain.engine.knowledge.information import Knowledge, World


@dataclass(frozen=True, slots=True)
class Example:
    """A deal that looks the same to the player, with a call of Caps and a line of play in which it fails."""

    record: Record
    ply: int
    """The ply of the call; before it the player sees no difference from the real deal."""
    seat: Seat
    order: tuple[Card, ...]
    fails: Literal["trick", "order"]
    """``trick``: the side loses a trick; ``order``: the next card of the order may not be played."""
    line: tuple[Act, ...]
    """The cards played after the call."""


class _Dealer:
    """Assigns every unseen card of one world so that a line can be played."""

    def __init__(self, question: Question, knows: Knowledge, world: World, line: Line, suits: tuple[int, ...]) -> None:
        self.question = question
        self.knows = knows
        self.world = world
        self.line = line
        self.suits = suits
        self.ranks = question.terms.ranks
        self.seats = question.terms.seats
        self.unseen = world.unseen
        self.cards: list[int] = []
        """The card of each move of the line; 0 for one that is still open."""

    def run(self) -> dict[int, int] | None:
        """Return the cards of each space of the world, by its number; None if the cards do not fit."""
        spaces = self.world.spaces
        left = [space.count for space in spaces]
        allowed = [suit_set(self.suits, space.suits) for space in spaces]
        given = [0] * len(spaces)
        hand = {space.seat: n for n, space in enumerate(spaces) if space.where == "hand"}
        fixed = {(space.seat, space.where): n for n, space in enumerate(spaces)}
        thrown: list[tuple[int, int, int]] = []
        own = self.line.start.position.hand
        known = [*self.knows.known]
        in_trick = 0
        for laid in self.question.table.laid:
            in_trick |= laid.card
        played = self.question.table.played
        lying = {n for n, space in enumerate(spaces) if space.where == "trick"}
        led = self.question.table.led
        leader = self.question.table.leader
        trump = self.line.start.position.trump
        duty = self.line.start.position.duty
        answered = any(laid.seat != leader and self._suit(laid.card) == trump for laid in self.question.table.laid)
        between = self._between(own, known, in_trick)
        for move in self.line.moves:
            seat = (move.seat + self.knows.seat) % self.seats
            trick_space = fixed.get((seat, "trick"), -1)
            from_table = trick_space in lying
            if not from_table and played == self.seats:
                duty = duty or (leader == self.question.terms.maker and led == trump and not answered)
                played, led, leader, answered = 0, -1, move.seat, False
                between = self._between(own, known, 0)
            if move.kind == OWN:
                card = move.card
                own ^= card
            elif move.kind == KNOWN:
                card = move.card
                known[seat] ^= card
            elif move.kind == THROWN:
                card = 0
                n = trick_space if from_table else hand[seat]
                if from_table:
                    allowed[n] = move.card
                    lying.discard(n)
                else:
                    left[n] -= 1
                    thrown.append((n, move.card, len(self.cards)))
            else:
                card = self._pick(move, between)
                if from_table:
                    n = trick_space
                    lying.discard(n)
                elif move.kind == INDICATOR:
                    n = fixed[seat, "indicator"]
                else:
                    n = hand[seat]
                given[n] |= card
                left[n] -= 1
                self.unseen ^= card
            self.cards.append(card)
            if from_table:
                continue
            suit = self._suit(card) if card else -1
            if move.seat and played and suit != led:
                allowed[hand[seat]] &= ~(1 << led)
            if move.seat == self.question.terms.maker and duty and not played and suit != trump and move.seat:
                allowed[hand[seat]] &= ~(1 << trump)
            answered = answered or (played > 0 and suit == trump)
            if played == 0:
                led = suit
            played += 1
        return self._fill(left, allowed, given, thrown)

    def _between(self, own: int, known: list[int], in_trick: int) -> int:
        cards = own | in_trick
        for mask in known:
            cards |= mask
        return cards

    def _suit(self, card: int) -> int:
        return (card.bit_length() - 1) // self.ranks

    def _pick(self, move: Move, between: int) -> int:
        """Return the card that a move of some class stands for, among the cards still unseen."""
        shift = move.card * self.ranks
        full = (1 << self.ranks) - 1
        low, high = classes(self.unseen >> shift & full, between >> shift & full)[move.cls]
        return (high if move.high else low) << shift

    def _fill(
        self, left: list[int], allowed: list[int], given: list[int], thrown: list[tuple[int, int, int]]
    ) -> dict[int, int] | None:
        """Deal out the unseen cards that the line left open; return None if they do not fit."""
        places = [(count, suits) for count, suits in zip(left, allowed, strict=True)]
        places += [(1, suits) for _, suits, _ in thrown]
        counts = [(self.unseen & suit).bit_count() for suit in self.suits]
        shares = fill(counts, places)
        if shares is None:
            return None
        rest = [self.unseen & suit for suit in self.suits]
        for n, taken in enumerate(shares):
            for suit, count in enumerate(taken):
                for _ in range(count):
                    card = rest[suit] & -rest[suit]
                    rest[suit] ^= card
                    if n < len(left):
                        given[n] |= card
                    else:
                        space, _, move = thrown[n - len(left)]
                        given[space] |= card
                        self.cards[move] = card
        return dict(enumerate(given))


def example_of(
    record: Record, ply: int, knows: Knowledge, question: Question, line: Line, order: tuple[int, ...]
) -> Example | None:
    """Return the refutation of an order as a deal of its own; None if the rules do not allow its line.

    ``order``: the player's cards as bits; cards of the hand that are missing in it are added at the end.
    """
    trump = record.rules.tables.suits[line.start.position.trump]
    world = next(world for world in knows.worlds if world.trump == trump)
    dealer = _Dealer(question, knows, world, line, record.rules.tables.suits)
    given = dealer.run()
    if given is None:
        return None
    return _ExampleRecorder(record, ply, knows, world, given).record_example(line, dealer.cards, order)


class _ExampleRecorder:
    """Records the deal anew, with other cards in place of those that the player did not see."""

    def __init__(self, record: Record, ply: int, knows: Knowledge, world: World, given: dict[int, int]) -> None:
        self.record = record
        self.rules = record.rules
        self.tables = record.rules.tables
        self.knows = knows
        self.me = self.rules.seats[knows.seat]
        self.layout = Layout(record, ply, knows, world, given)

    def record_example(self, line: Line, cards: list[int], order: tuple[int, ...]) -> Example | None:
        """Return the example; None if it breaks a rule that the record kept, or if the order does not fail in it."""
        name = self.tables.card
        stated = [card for card in order if card & self.knows.hand]
        stated += [bit for card in self.tables.cards(self.knows.hand) if (bit := self.tables.bit[card]) not in stated]
        spoken = tuple(name[card] for card in stated)
        example = Record(self.record.opened, Stamp(), self.rules)
        for act in self.layout.acts():
            example.fold(act, Stamp(len(example.entries) + 1))
        if example.find_refusals().keys() - self.record.find_refusals().keys():
            return None
        before = len(example.entries)
        try:
            self._act(example, CapsCalled(self.me, spoken), anyhow=True)
            fails = self._play(example, line, cards)
        except Refused:
            return None
        if fails is None:
            return None
        return Example(example, before, self.me, spoken, fails, tuple(example.acts[before + 1 :]))

    # --- from the call on -----------------------------------------------------------------------------

    def _act(self, example: Record, act: Act, *, anyhow: bool = False) -> None:
        """Record an act and its consequences. Raises `Refused` if the act is illegal, unless ``anyhow``."""
        for proposal in example.act(act, as_it_happened=anyhow):
            example.fold(proposal.fact, Stamp(len(example.entries) + 1))

    def _play(self, example: Record, line: Line, cards: list[int]) -> Literal["trick", "order"] | None:
        """Play the line and return how it ends for the caller; None if it does not fail."""
        rules = self.rules
        lying = len(line.start.lying)
        team = rules.team[self.knows.seat]
        lost = sum(example.state.tricks) - example.state.tricks[team]
        for move, card in list(zip(line.moves, cards, strict=True))[lying:]:
            self._inspect(example)
            seat = (move.seat + self.knows.seat) % rules.seat_count
            options = [
                act
                for act in rules.legal(example.state, rules.seats[seat])
                if isinstance(act, CardPlayed) and act.card == self.tables.card[card]
            ]
            if not options:
                return "order" if move.kind == OWN and example.state.turn == seat else None
            self._act(example, options[0])
        self._inspect(example)
        s = example.state
        return "trick" if sum(s.tricks) - s.tricks[team] > lost else None

    def _inspect(self, example: Record) -> None:
        """Let the maker inspect the face-down cards, if that is due."""
        rules = self.rules
        s = example.state
        while s.owed and (seat := rules.to_act(s)) is not None:
            acts = [act for act in rules.legal(s, seat) if isinstance(act, FaceDownInspected)]
            if not acts:
                return
            self._act(example, acts[0])
            s = example.state
