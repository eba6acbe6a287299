"""The state of a deal: a mutable object that the stages read and the acts change.

The state is folded from facts as a viewer saw them, so any card may be unknown. Seats are places counter-clockwise
(0..n-1), cards are bits, hands are masks; an unknown card is the bit 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

if TYPE_CHECKING:
    from typing import Self

    from domain.engine.rules import Rules

NOBODY: Final = -1

# Values of `State.owed`: acts that must come before play goes on. Each game adds its own.
NOTHING: Final = 0
COUNT: Final = 4


class State:
    """The state of a deal, common to all games."""

    __slots__ = (
        "asleep", "bid", "bidder", "cut_depth", "dealer", "dealt", "down", "exposed", "gone", "had_turn", "hands",
        "high", "indicator", "indicator_down", "last_winner", "lead_suit", "left_unnamed", "maker", "named", "outcome",
        "owed", "pack", "passes", "points", "redeals", "right", "round_bidder", "rounds", "rules", "stage",
        "trick", "trick_seats", "tricks", "trump", "turn", "unknown", "unnamed", "vague", "width",
    )  # fmt: skip

    FIELDS: ClassVar[tuple[str, ...]] = __slots__
    """The names of the attributes that `copy` copies."""

    rules: Rules
    stage: int
    """The index of the current stage; after the end, the number of stages in the ruleset."""
    turn: int
    """The place of the seat to act, or NOBODY."""
    dealer: int
    redeals: int
    outcome: str
    """Empty while the deal goes on; then ``played``, ``passed_out`` or ``spoilt``."""

    # cards
    pack: tuple[int, ...]
    """The pack from top to bottom; empty if it is not known."""
    cut_depth: int | None
    """The number of cards lifted; 0 if the cut was declined; None if it was not counted or has not come yet."""
    dealt: list[int]
    """The known cards that each seat was dealt."""
    named: int
    """All cards that are known to have been dealt to some seat."""
    hands: list[int]
    """The known cards that each seat holds. If `left_unnamed` is not 0, some of these may have left the hand."""
    unknown: list[int]
    """The number of unnamed cards in each hand."""
    left_unnamed: list[int]
    """The number of cards that left each hand unnamed and may be among its `hands`."""
    exposed: int
    """The cards that everybody saw in the hand that holds them, from which no card has left unnamed since then.

    Some may be played.
    """
    vague: bool
    """Whether any card of any hand was ever unnamed; if not, `hands` is complete."""
    gone: int
    """Cards known to have been played."""

    # auctions
    high: int
    """The highest number bid so far in this deal; 0 for none."""
    bidder: int
    """The seat with the highest bid of the deal."""
    round_bidder: int
    """The seat with the highest bid of the current auction."""
    passes: int
    """Passes in succession."""
    had_turn: int
    """The seats that have had a turn in the current auction: a mask of places."""

    # trump
    maker: int
    bid: int
    """The number of the contract, which decides the pay; with a slam (`contract`) it does not count."""
    asleep: int
    """The seats that take no part in the play because a team mate plays alone: a mask of places."""
    right: tuple[int, ...]
    """For each seat, the seat that plays after it; seats that take no part are left out."""
    width: int
    """The number of cards in a trick."""
    indicator: int
    """The maker's trump indicator; 0 if it is not known, and in games without one."""
    indicator_down: bool
    """Whether the indicator lies face down on the table."""
    trump: int
    """The trump suit as a mask; 0 if it is not known."""

    # play
    trick: list[int]
    """The cards of the current trick, in order; a new list for each trick."""
    trick_seats: list[int]
    down: int
    """The positions in the trick whose card lies face down, as a mask."""
    lead_suit: int
    owed: int
    """The act that must come before play goes on: NOTHING, COUNT or a value of the game's own state module."""
    rounds: int
    """The number of tricks of the deal: one for each card of a hand."""
    tricks: list[int]
    """The number of tricks that each team took."""
    points: list[int]
    """The known points in the tricks of each team."""
    unnamed: list[int]
    """The number of unnamed cards in the tricks of each team."""
    last_winner: int
    """The seat that took the last complete trick, or NOBODY."""

    def __init__(self, rules: Rules, dealer: int) -> None:
        self.rules = rules
        self.dealer = dealer
        self.redeals = 0
        self.begin()

    def begin(self) -> None:
        """Reset the state to before the cut, at the start and again after a redeal."""
        n = self.rules.seat_count
        teams = self.rules.team_count
        self.stage = 0
        self.outcome = ""
        self.pack = ()
        self.cut_depth = None
        self.dealt = [0] * n
        self.named = 0
        self.hands = [0] * n
        self.unknown = [0] * n
        self.left_unnamed = [0] * n
        self.exposed = 0
        self.vague = False
        self.gone = 0
        self.high = self.bid = self.passes = self.had_turn = 0
        self.bidder = self.round_bidder = self.maker = NOBODY
        self.right = self.rules.right
        self.width = n
        self.rounds = self.rules.hand_size
        self.asleep = self.indicator = self.trump = self.down = self.lead_suit = 0
        self.indicator_down = False
        self.trick = []
        self.trick_seats = []
        self.owed = NOTHING
        self.tricks = [0] * teams
        self.points = [0] * teams
        self.unnamed = [0] * teams
        self.last_winner = NOBODY
        self.rules.stages[0].enter(self)

    def copy(self) -> Self:
        """Return an independent copy."""
        copy = self.__class__.__new__(self.__class__)
        for name in self.FIELDS:
            value = getattr(self, name)
            setattr(copy, name, value[:] if type(value) is list else value)
        return copy

    # --- the auction --------------------------------------------------------------------------------

    def highest_bid(self) -> tuple[object, ...]:
        """Return a value that identifies the highest bid so far: it differs after every higher bid."""
        return self.bidder, self.high

    def contract(self) -> int | str:
        """Return the contract, once there is a maker: points, or the name of a bid to win all tricks."""
        return self.bid

    # --- sides ----------------------------------------------------------------------------------

    def trump_name(self) -> str:
        """Return the trump suit's letter; empty if it is not known."""
        return self.rules.tables.letter[self.trump] if self.trump else ""

    def makers(self) -> int:
        """Return the seats that are known to be on the maker's side, as a mask of places."""
        return self.rules.side[self.maker]

    def makers_teams(self) -> list[int]:
        """Return the numbers of the teams on the maker's side: one, or two if the maker named a partner's card."""
        return sorted({team for seat, team in enumerate(self.rules.team) if self.makers() >> seat & 1})

    def has_known_sides(self) -> bool:
        """Return whether the side of every seat is known."""
        return True

    # --- what a hand is known to hold ---------------------------------------------------------

    def size(self, seat: int) -> int:
        """Return the number of cards in the hand, without the indicator on the table."""
        return self.hands[seat].bit_count() + self.unknown[seat] - self.left_unnamed[seat]

    def cards_dealt(self) -> int:
        """Return the number of cards dealt so far. Valid only before the first card is played."""
        return sum(map(self.size, range(self.rules.seat_count))) + self.indicator_down

    def is_exact(self, seat: int) -> bool:
        """Return whether every card of the hand is known."""
        return not (self.unknown[seat] or self.left_unnamed[seat])

    def may_have(self, seat: int, bit: int) -> bool:
        """Return whether the hand can hold the card, given the known cards of all hands."""
        if bit & (self.gone | (self.named & ~self.dealt[seat])) or (bit == self.indicator and self.indicator_down):
            return False
        if bit & self.hands[seat]:
            return True
        return self.unknown[seat] > 0 and not any(bit & hand for hand in self.hands)

    def surely_has(self, seat: int, bit: int) -> bool:
        """Return whether the hand certainly holds the card."""
        return bool(bit & self.hands[seat]) and (not self.left_unnamed[seat] or bool(bit & self.exposed))

    def count_sure(self, seat: int, mask: int) -> int:
        """Return how many of the cards the hand certainly holds, at least."""
        known = mask & self.hands[seat]
        left = self.left_unnamed[seat]
        if not left:
            return known.bit_count()
        sure = known & self.exposed
        return sure.bit_count() + max(0, (known ^ sure).bit_count() - left)

    def exposed_cards(self, seat: int) -> int:
        """Return the cards that everybody saw in the hand and that are certainly still in it."""
        return self.exposed & self.hands[seat]

    def leave(self, seat: int, bit: int) -> None:
        """Remove a card from the hand, which always becomes one card smaller. ``bit`` is 0 if the card is not known."""
        hand = self.hands[seat]
        if not self.vague and bit & hand:
            # All cards are known, so no other hand was thought to hold this one.
            self.hands[seat] = hand ^ bit
            return
        if not bit:
            self.exposed &= ~hand
        if bit & hand:
            self.hands[seat] = hand ^ bit
        elif bit and self.unknown[seat]:
            self.unknown[seat] -= 1
        else:
            self.left_unnamed[seat] += 1
            self.vague = True
        if bit:
            self._was_not(bit)
        if self.left_unnamed[seat] and self.size(seat) <= 0:
            self.hands[seat] = self.unknown[seat] = self.left_unnamed[seat] = 0

    def _was_not(self, bit: int) -> None:
        """Replace the card by an unnamed one in every hand that was thought to hold it."""
        self.exposed &= ~bit
        for seat, hand in enumerate(self.hands):
            if bit & hand:
                self.hands[seat] ^= bit
                self.unknown[seat] += 1
                self.vague = True

    def lay_open(self, seat: int, mask: int) -> None:
        """Name cards that the seat showed to everybody and keeps in its hand."""
        self.show(seat, mask)
        self.exposed |= mask & self.hands[seat]

    def show(self, seat: int, mask: int) -> None:
        """Name cards that were dealt to the seat."""
        new = mask & ~(self.hands[seat] | self.named | self.gone)
        while new and self.unknown[seat]:
            bit = new & -new
            new ^= bit
            self.hands[seat] |= bit
            self.dealt[seat] |= bit
            self.named |= bit
            self.unknown[seat] -= 1

    def expose(self, seat: int, mask: int, left_unnamed: int) -> None:
        """Set the hand to the cards that the seat showed; ``left_unnamed`` of them had left the hand unseen."""
        self.hands[seat] = mask
        self.unknown[seat] = 0
        self.left_unnamed[seat] = left_unnamed
