"""The adversary: it plays for all other seats, and chooses the unseen cards only as they are played.

A choice is possible if the rest of the unseen cards can still be dealt (`domain.engine.knowledge.spaces`). A card that
cannot win the trick and is not of the led suit stays open: it only takes one space from a hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from domain.audit.caps.question import GONE, HAND, TABLE, Hand, Position
from domain.audit.caps.ranks import classes, normalize
from domain.engine.knowledge.spaces import CARD, EMPTY, SPACE

if TYPE_CHECKING:
    from collections.abc import Callable

    from domain.audit.caps.question import Lying, Question, Start, Table

# Kinds of moves.
OWN: Final = 0
"""The player's own card."""
KNOWN: Final = 1
"""A card known to be in the hand, or one that lies in the trick."""
UNSEEN: Final = 2
"""An unseen card of the hand, of some class of a suit."""
THROWN: Final = 3
"""A card that cannot win the trick; it stays open which one."""
INDICATOR: Final = 4
"""The indicator, from the table or shown."""

TRUMP: Final = 64
"""The number of bits that lift the strength of a trump above that of any other card."""


class Move(NamedTuple):
    """One card of a line of play."""

    seat: int
    kind: int
    card: int
    """For OWN and KNOWN the card; else the suit by number, or for THROWN the suits it may be of."""
    cls: int = 0
    """For an unseen card, its class: the highest is 0. For OWN under ``first_legal`` the cards that could be played."""
    high: bool = True
    """Whether the card is the highest of its class; else it is the lowest."""


class TooLong(Exception):
    """Raised when a question has more continuations than the limit of the search."""


class Open(Exception):
    """Raised under ``caps.order: first_legal`` when the order does not yet decide which of some cards comes first."""

    def __init__(self, cards: int) -> None:
        super().__init__(cards)
        self.cards = cards


Outcomes = dict[Position, tuple[Position, tuple[Move, ...]]]
"""The positions after a trick, each with the position it came from and the moves between."""


class Adversary:
    """The continuations that the others can choose in one question."""

    def __init__(self, question: Question, limit: int) -> None:
        self.question = question
        self.terms = terms = question.terms
        self.limit = limit
        """The number of cards that may still be tried."""
        self.few = 0
        """The most positions that a trick leads to, from one position, before the others are left out; 0 for all."""
        self.enough = 0
        """The number of positions after which the others are left out."""
        self.seats = terms.seats
        self.ranks = terms.ranks
        self.full = (1 << terms.ranks) - 1
        self.shift = tuple(n * terms.ranks for n in range(4))
        self.in_trick = 0
        """The mask of the cards in the current trick, which separate classes until the trick ends."""
        for laid in question.table.laid:
            self.in_trick |= laid.card
        self.moves: list[Move] = []
        """The line that refuted a card, after `refutes` has returned True."""
        self.first: Callable[[int], int] | None = None
        """Under ``caps.order: first_legal`` the function that returns the first of some cards, or raises `Open`."""

    # --- one trick -----------------------------------------------------------------------------

    def refutes(self, position: Position, card: int, done: int, outcomes: Outcomes) -> bool:
        """Return whether the player's team can lose the next trick, or the player cannot play the card to it.

        If not, the positions after the trick are added to the outcomes. ``card``: the player's card; 0 for the playable
        card that comes first in the order. ``done``: the number of tricks played.
        """
        self.moves = []
        self.enough = len(outcomes) + self.few
        trick = _Trick(self, position, card, done, outcomes, 0)
        return trick.play_on(0, position.unseen, position.slack, position.hands, position.indicator, 0, -1)

    def refutes_table(self, start: Start, card: int, outcomes: Outcomes) -> bool:
        """Return the result of `refutes` for the current trick, to which the player may have played already."""
        self.moves = []
        self.enough = len(outcomes) + self.few
        table = self.question.table
        trick = _Trick(self, start.position, card, self.question.tricks_done, outcomes, self.in_trick)
        return trick.resume(table, start)


class _Trick:
    """One trick from one position, with every choice of the adversary.

    Each method that plays a card returns whether the player's team can lose the trick after it.
    """

    __slots__ = (
        "adversary", "answered", "barred", "card", "closed", "done", "hand", "leader", "led", "maker", "moves",
        "outcomes", "partner_both", "position", "rest", "seats", "sep", "terms", "tried", "trump", "trump_bit",
        "trump_down", "trumps",
    )  # fmt: skip

    def __init__(
        self, adversary: Adversary, position: Position, card: int, done: int, outcomes: Outcomes, extra: int
    ) -> None:
        self.adversary = adversary
        self.terms = terms = adversary.terms
        self.position = position
        self.hand = hand = position.hand
        self.card = card
        self.rest = hand
        self.done = done
        self.outcomes = outcomes
        self.moves = adversary.moves
        self.seats = terms.seats
        self.leader = position.leader
        self.maker = terms.maker
        self.trump = position.trump
        self.trump_bit = 1 << position.trump
        self.trumps = terms.suit[position.trump]
        self.closed = position.closed
        self.led = -1
        self.answered = False
        self.trump_down = False
        self.barred = terms.barred and position.closed and done == 0
        self.partner_both = terms.seats > 4
        self.tried: set[tuple[object, ...]] = set()
        self.sep = hand | extra
        for other in position.hands:
            self.sep |= other.known

    # --- strength and classes --------------------------------------------------------------------

    def classes(self, unseen: int, suit: int) -> tuple[tuple[int, int], ...]:
        shift = self.adversary.shift[suit]
        full = self.adversary.full
        return classes(unseen >> shift & full, self.sep >> shift & full)

    def known_classes(self, seat: int, suit: int, known: int) -> list[int]:
        """Return the lowest card of each class of a suit among the known cards of a hand, the highest class first."""
        shift = self.adversary.shift[suit]
        full = self.adversary.full
        between = (self.sep | self.position.unseen) & ~self.position.hands[seat - 1].known
        return [low << shift for low, _ in classes(known >> shift & full, between >> shift & full)]

    def power(self, suit: int, rank: int) -> int:
        """Return the strength of a card of a suit in this trick; ``rank``: its bit within the suit."""
        if suit == self.trump:
            return rank << TRUMP
        return rank if suit == self.led else 0

    def suit_of(self, card: int) -> int:
        return (card.bit_length() - 1) // self.terms.ranks

    def power_of(self, card: int) -> int:
        suit = self.suit_of(card)
        return self.power(suit, card >> self.adversary.shift[suit])

    # --- the current trick --------------------------------------------------------------------------

    def resume(self, table: Table, start: Start) -> bool:
        """Continue the current trick."""
        self.led = table.led
        self.trump_down = table.trump_down
        best, by = 0, -1
        for laid in table.laid:
            if self.suit_of(laid.card) == self.trump:
                self.trump_down = self.trump_down or laid.down
                self.answered = self.answered or laid.seat != table.leader
            power = self.power_of(laid.card)
            if power > best:
                best, by = power, laid.seat
        position = start.position
        return self.turn_up(
            start.lying, table.played, position.unseen, position.slack, position.hands, position.indicator, best, by
        )

    def turn_up(
        self, lying: tuple[Lying, ...], played: int, unseen: int, slack: int, hands: tuple[Hand, ...], indicator: int,
        best: int, by: int,
    ) -> bool:  # fmt: skip
        """Choose which of the cards face down in the trick are trumps."""
        if not lying:
            return self.play_on(played, unseen, slack, hands, indicator, best, by)
        seat, suits, is_indicator = lying[0]
        rest = lying[1:]
        moves = self.moves
        if suits & self.trump_bit:
            freed = slack + SPACE[suits] - CARD[self.trump_bit]
            if freed & EMPTY == EMPTY:
                before, self.trump_down = self.trump_down, True
                for cls, (low, high) in enumerate(self.classes(unseen, self.trump)):
                    shift = self.adversary.shift[self.trump]
                    for top in self.ends(seat, low, high):
                        rank = high if top else low
                        power = self.power(self.trump, rank)
                        moves.append(Move(seat, INDICATOR if is_indicator else UNSEEN, self.trump, cls, top))
                        if self.turn_up(
                            rest, played, unseen ^ low << shift, freed, hands, indicator,
                            max(best, power), seat if power > best else by,
                        ):  # fmt: skip
                            return True
                        moves.pop()
                self.trump_down = before
        if not is_indicator:
            plain = suits & ~self.trump_bit
            after = slack + SPACE[suits] - SPACE[plain]
            if after & EMPTY == EMPTY:
                moves.append(Move(seat, THROWN, plain))
                if self.turn_up(rest, played, unseen, after, hands, indicator, best, by):
                    return True
                moves.pop()
        return False

    def ends(self, seat: int, low: int, high: int) -> tuple[bool, ...]:
        """Return which cards of a class are worth trying: the highest for an opponent, the lowest for a partner."""
        if seat & 1:
            return (True,)
        return (False, True) if self.partner_both and low != high else (False,)

    # --- the next seat -------------------------------------------------------------------------------

    def play_on(
        self, played: int, unseen: int, slack: int, hands: tuple[Hand, ...], indicator: int, best: int, by: int
    ) -> bool:
        """Continue the trick; return whether the player's team can lose it. Raises `TooLong`."""
        adversary = self.adversary
        if adversary.few and len(self.outcomes) >= adversary.enough:
            return False
        adversary.limit -= 1
        if adversary.limit < 0:
            raise TooLong
        if played == self.seats:
            return self.end_trick(unseen, slack, hands, indicator, by)
        seat = (self.leader + played) % self.seats
        if self.partner_both:
            # In larger games many ways to play a trick lead to the same state.
            key = (
                played, unseen, slack, hands, indicator, best, by,
                self.led, self.rest, self.trump_down, self.closed, self.answered,
            )  # fmt: skip
            if key in self.tried:
                return False
            self.tried.add(key)
        if seat == 0:
            return self.play_own_card(played, unseen, slack, hands, indicator, best, by)
        if played == 0:
            return self.play_lead(seat, unseen, slack, hands, indicator)
        return self.play_reply(seat, played, unseen, slack, hands, indicator, best, by)

    def end_trick(self, unseen: int, slack: int, hands: tuple[Hand, ...], indicator: int, by: int) -> bool:
        """Complete the trick: add the position after it, or return True if the player's team lost it."""
        if by & 1:
            return True
        position = self.position
        closed = self.closed
        if closed and (self.trump_down or (self.terms.shown_after_first and self.done == 0)):
            closed = False
            if indicator == TABLE:
                indicator = HAND
        duty = position.duty
        if self.led == self.trump and self.leader == self.maker and not self.answered:
            duty = True
        sep = self.rest
        for other in hands:
            sep |= other.known
        ranks, full = self.terms.ranks, self.adversary.full
        kept = 0
        for shift in self.adversary.shift:
            part = unseen >> shift & full
            if part:
                kept |= normalize(part, sep >> shift & full, ranks) << shift
        after = Position(self.rest, self.trump, closed, indicator, duty, by, kept, slack, hands)
        if after not in self.outcomes:
            self.outcomes[after] = (position, tuple(self.moves))
        return False

    # --- the player -------------------------------------------------------------------------------------

    def play_own_card(
        self, played: int, unseen: int, slack: int, hands: tuple[Hand, ...], indicator: int, best: int, by: int
    ) -> bool:
        """Play the player's card."""
        led = self.led
        card, may = (self.card, 0) if self.card else self.choose_own_card(played, unseen, hands)
        suit = self.suit_of(card)
        self.moves.append(Move(0, OWN, card, may))
        if self.closed and self.terms.indicator & self.hand:
            if not card & self.closed_plays(played, unseen, hands):
                return True
        elif played == 0:
            if not self.may_lead(card, unseen, hands):
                return True
        elif suit != led and self.hand & self.terms.suit[led]:
            return True
        if played == 0:
            self.led = suit
        power = self.power(suit, card >> self.adversary.shift[suit])
        trump_down, answered = self.trump_down, self.answered
        if suit == self.trump and played:
            self.trump_down = trump_down or (self.closed and suit != led)
            self.answered = True
        if power > best:
            best, by = power, 0
        self.rest = self.hand ^ card
        if self.play_on(played + 1, unseen, slack, hands, indicator, best, by):
            return True
        self.moves.pop()
        self.rest = self.hand
        self.led, self.trump_down, self.answered = led, trump_down, answered
        return False

    def choose_own_card(self, played: int, unseen: int, hands: tuple[Hand, ...]) -> tuple[int, int]:
        """Return the card that comes first in the order among the playable ones, and all playable cards."""
        may = self.hand
        if self.closed and self.terms.indicator & self.hand:
            may = self.closed_plays(played, unseen, hands)
        elif played:
            may = self.hand & self.terms.suit[self.led] or self.hand
        elif not all(self.may_lead(suit & -suit, unseen, hands) for suit in self.terms.suit if self.hand & suit):
            may = self.hand & self.trumps
        if self.adversary.first is None:
            raise TypeError("an order of single cards needs each of them")
        return self.adversary.first(may), may

    def closed_plays(self, played: int, unseen: int, hands: tuple[Hand, ...]) -> int:
        """Return the cards that a maker with the indicator on the table may play (000 "Closed Trump games" 1 and 2)."""
        table = self.terms.indicator
        held = self.hand & ~table
        trumps = self.trumps
        if not held:
            return table
        if not played:
            if self.barred:
                return held & ~trumps or held
            bound = held & trumps and not self.may_lead(0, unseen, hands)
            return held & trumps if bound else held
        if self.led == self.trump:
            return held & trumps or held
        others = table | (held if self.terms.may_trump_from_hand else held & ~trumps)
        return held & self.terms.suit[self.led] or others

    def may_lead(self, card: int, unseen: int, hands: tuple[Hand, ...]) -> bool:
        """Return whether the player may lead a card (000 "Exhausted Trumps"); ``card`` 0: any card that is no trump."""
        if self.maker or card & self.trumps or not self.hand & self.trumps:
            return True
        if self.closed and not self.terms.binds_closed:
            return True
        if not self.terms.holding_all:
            return not self.position.duty
        others = unseen
        for other in hands:
            others |= other.known
        return bool(others & self.trumps)

    # --- another seat leads -------------------------------------------------------------------------------

    def play_lead(self, seat: int, unseen: int, slack: int, hands: tuple[Hand, ...], indicator: int) -> bool:
        """Let another seat lead."""
        unknown, suits, known = hands[seat - 1]
        holds_indicator = seat == self.maker and indicator != GONE
        if holds_indicator and indicator == TABLE and not (unknown or known):
            closed, self.closed = self.closed, False
            if self.play_unseen_card(seat, self.trump, 0, unseen, slack, hands, indicator, 0, -1, INDICATOR):
                return True
            self.closed = closed
            return False
        bound = seat == self.maker and self.position.duty and (not self.closed or self.terms.binds_closed)
        bound = bound and not self.terms.holding_all
        for suit in self.by_danger():
            now_slack, now_hands = slack, hands
            if seat == self.maker and suit != self.trump and bound:
                # The maker may lead another suit only without a trump in the hand.
                if known & self.trumps or (holds_indicator and indicator == HAND):
                    continue
                fewer = suits & ~self.trump_bit
                now_slack = slack + unknown * (SPACE[suits] - SPACE[fewer])
                if now_slack & EMPTY != EMPTY:
                    continue
                now_hands = replace_hand(hands, seat, Hand(unknown, fewer, known))
            if suit == self.trump and self.barred and seat == self.maker:
                continue
            if self.play_suit(seat, suit, 0, unseen, now_slack, now_hands, indicator, 0, -1):
                return True
        return False

    def by_danger(self) -> tuple[int, ...]:
        """Return the suits by number, first those of which the player has no card."""
        return tuple(sorted(range(4), key=lambda suit: (bool(self.hand & self.terms.suit[suit]), suit)))

    # --- another seat replies -----------------------------------------------------------------------------

    def play_reply(
        self, seat: int, played: int, unseen: int, slack: int, hands: tuple[Hand, ...], indicator: int, best: int,
        by: int,
    ) -> bool:  # fmt: skip
        """Let another seat follow, trump or discard."""
        hand = hands[seat - 1]
        led = self.led
        if seat == self.maker and indicator == TABLE and not (hand.unknown or hand.known):
            return self.play_last_card(seat, played, unseen, slack, hands, best, by)
        partner = not seat & 1
        if partner and self.play_another_suit(seat, played, unseen, slack, hands, indicator, best, by):
            return True
        if self.play_suit(seat, led, played, unseen, slack, hands, indicator, best, by):
            return True
        return not partner and self.play_another_suit(seat, played, unseen, slack, hands, indicator, best, by)

    def play_last_card(
        self, seat: int, played: int, unseen: int, slack: int, hands: tuple[Hand, ...], best: int, by: int
    ) -> bool:
        """Play the indicator of a maker with no other card: face up if trumps were led, else as a trump."""
        closed, trump_down = self.closed, self.trump_down
        if self.led == self.trump:
            self.closed = False
        else:
            self.trump_down = True
        if self.play_unseen_card(seat, self.trump, played, unseen, slack, hands, TABLE, best, by, INDICATOR):
            return True
        self.closed, self.trump_down = closed, trump_down
        return False

    def play_suit(
        self, seat: int, suit: int, played: int, unseen: int, slack: int, hands: tuple[Hand, ...], indicator: int,
        best: int, by: int,
    ) -> bool:  # fmt: skip
        """Play a card of one suit from the hand, to lead or to follow."""
        hand = hands[seat - 1]
        if hand.known & self.terms.suit[suit] and self.play_known_card(
            seat, suit, played, unseen, slack, hands, indicator, best, by
        ):
            return True
        if (
            seat == self.maker
            and indicator == HAND
            and suit == self.trump
            and self.play_unseen_card(seat, suit, played, unseen, slack, hands, indicator, best, by, INDICATOR)
        ):
            return True
        if not hand.unknown or not hand.suits >> suit & 1:
            return False
        return self.play_unseen_card(seat, suit, played, unseen, slack, hands, indicator, best, by, UNSEEN)

    def play_known_card(
        self, seat: int, suit: int, played: int, unseen: int, slack: int, hands: tuple[Hand, ...], indicator: int,
        best: int, by: int,
    ) -> bool:  # fmt: skip
        """Try a known card of each class of a suit in the hand."""
        unknown, suits, known = hands[seat - 1]
        cards = self.known_classes(seat, suit, known)
        for card in cards if seat & 1 else reversed(cards):
            after = replace_hand(hands, seat, Hand(unknown, suits, known ^ card))
            rank = card >> self.adversary.shift[suit]
            if self.lay_card(Move(seat, KNOWN, card), suit, rank, played, unseen, slack, after, indicator, best, by):
                return True
        return False

    def play_unseen_card(
        self, seat: int, suit: int, played: int, unseen: int, slack: int, hands: tuple[Hand, ...], indicator: int,
        best: int, by: int, kind: int,
    ) -> bool:  # fmt: skip
        """Try an unseen card of each class, from the hand or as the indicator."""
        if kind == INDICATOR:
            after, freed = hands, SPACE[self.trump_bit]
            indicator = GONE
        else:
            unknown, suits, known = hands[seat - 1]
            after, freed = replace_hand(hands, seat, Hand(unknown - 1, suits, known)), SPACE[suits]
        slack += freed - CARD[1 << suit]
        if slack & EMPTY != EMPTY:
            return False
        shift = self.adversary.shift[suit]
        classes = self.classes(unseen, suit)
        order = range(len(classes)) if seat & 1 else range(len(classes) - 1, -1, -1)
        for cls in order:
            low, high = classes[cls]
            left = unseen ^ low << shift
            for top in self.ends(seat, low, high):
                move = Move(seat, kind, suit, cls, top)
                rank = high if top else low
                if self.lay_card(move, suit, rank, played, left, slack, after, indicator, best, by):
                    return True
        return False

    def lay_card(
        self, move: Move, suit: int, rank: int, played: int, unseen: int, slack: int, hands: tuple[Hand, ...],
        indicator: int, best: int, by: int,
    ) -> bool:  # fmt: skip
        """Add a chosen card to the trick, and continue with the next seat."""
        led, answered = self.led, self.answered
        if played == 0:
            self.led = suit
        elif suit == self.trump:
            self.answered = True
        power = self.power(suit, rank)
        if power > best:
            best, by = power, move.seat
        self.moves.append(move)
        if self.play_on(played + 1, unseen, slack, hands, indicator, best, by):
            return True
        self.moves.pop()
        self.led, self.answered = led, answered
        return False

    # --- not following ------------------------------------------------------------------------------------

    def play_another_suit(
        self, seat: int, played: int, unseen: int, slack: int, hands: tuple[Hand, ...], indicator: int, best: int,
        by: int,
    ) -> bool:  # fmt: skip
        """Let a seat without the led suit discard or trump."""
        unknown, suits, known = hands[seat - 1]
        led, trump = self.led, self.trump
        maker = seat == self.maker
        free = not seat & 1 and not self.terms.forced_count
        led_suit = self.terms.suit[led]
        if known & led_suit or (maker and indicator == HAND and led == trump):
            return free and self.discard(seat, played, unseen, slack, hands, indicator, best, by)
        fewer = suits & ~(1 << led)
        if fewer != suits:
            if free and self.discard(seat, played, unseen, slack, hands, indicator, best, by):
                return True
            slack += unknown * (SPACE[suits] - SPACE[fewer])
            if slack & EMPTY != EMPTY:
                return False
            hands = replace_hand(hands, seat, Hand(unknown, fewer, known))
        if seat & 1:
            return self.play_trump(seat, played, unseen, slack, hands, indicator, best, by) or self.discard(
                seat, played, unseen, slack, hands, indicator, best, by
            )
        return self.discard(seat, played, unseen, slack, hands, indicator, best, by) or self.play_trump(
            seat, played, unseen, slack, hands, indicator, best, by
        )

    def discard(
        self, seat: int, played: int, unseen: int, slack: int, hands: tuple[Hand, ...], indicator: int, best: int,
        by: int,
    ) -> bool:  # fmt: skip
        """Discard a card that is neither of the led suit nor a trump; which one stays open."""
        unknown, suits, known = hands[seat - 1]
        plain = suits & ~self.trump_bit
        if unknown and plain:
            after = slack + SPACE[suits] - SPACE[plain]
            if after & EMPTY == EMPTY:
                self.moves.append(Move(seat, THROWN, plain))
                if self.play_on(
                    played + 1, unseen, after, replace_hand(hands, seat, Hand(unknown - 1, suits, known)), indicator,
                    best, by,
                ):  # fmt: skip
                    return True
                self.moves.pop()
        plain_suits = (suit for suit in range(4) if suit != self.trump and known & self.terms.suit[suit])
        for card in (card for suit in plain_suits for card in reversed(self.known_classes(seat, suit, known))):
            self.moves.append(Move(seat, KNOWN, card))
            if self.play_on(
                played + 1, unseen, slack, replace_hand(hands, seat, Hand(unknown, suits, known ^ card)), indicator,
                best, by,
            ):  # fmt: skip
                return True
            self.moves.pop()
        return False

    def play_trump(
        self, seat: int, played: int, unseen: int, slack: int, hands: tuple[Hand, ...], indicator: int, best: int,
        by: int,
    ) -> bool:  # fmt: skip
        """Trump a plain trick with the indicator, or from the hand unless it is a maker's in a closed game."""
        trump = self.trump
        if self.led == trump:
            return False
        maker = seat == self.maker
        before, self.trump_down = self.trump_down, self.trump_down or self.closed
        if (
            maker
            and indicator != GONE
            and self.play_unseen_card(seat, trump, played, unseen, slack, hands, indicator, best, by, INDICATOR)
        ):
            return True
        if not (maker and self.closed and indicator == TABLE) or self.terms.may_trump_from_hand:
            unknown, suits, known = hands[seat - 1]
            if known & self.trumps and self.play_known_card(
                seat, trump, played, unseen, slack, hands, indicator, best, by
            ):
                return True
            if (
                unknown
                and suits & self.trump_bit
                and self.play_unseen_card(seat, trump, played, unseen, slack, hands, indicator, best, by, UNSEEN)
            ):
                return True
        self.trump_down = before
        return False


def replace_hand(hands: tuple[Hand, ...], seat: int, hand: Hand) -> tuple[Hand, ...]:
    """Return the hands with one seat's hand replaced."""
    return (*hands[: seat - 1], hand, *hands[seat:])
