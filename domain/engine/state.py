"""The state of a deal: one small mutable object that the stages read and the facts change.

It is folded from facts as some viewer saw them, so everything in it may be partly unknown. Seats are
places counter-clockwise (0..n-1), cards are bits, hands are masks; an unknown card is the bit 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

if TYPE_CHECKING:
    from typing import Self

    from domain.engine.rules import Rules

NOBODY: Final = -1

# What must be said or done before play goes on; each game has more of it.
NOTHING: Final = 0
COUNT: Final = 4


class State:
    """Where a deal stands."""

    __slots__ = (
        "asleep", "bid", "bidder", "cut_depth", "dealer", "dealt", "down", "gone", "had_turn", "hands", "high",
        "indicator", "indicator_down", "last_winner", "lead_suit", "left_unnamed", "maker", "named", "outcome", "owed",
        "pack", "passes", "points", "redeals", "right", "round_bidder", "rounds", "rules", "stage", "trick",
        "trick_seats", "tricks", "trump", "turn", "unknown", "unnamed", "vague", "width",
    )  # fmt: skip

    FIELDS: ClassVar[tuple[str, ...]] = __slots__
    """Everything that a copy takes over."""

    rules: Rules
    stage: int
    """Index of the stage the deal is in; the number of stages when it is over."""
    turn: int
    """The seat to act, or NOBODY."""
    dealer: int
    redeals: int
    outcome: str
    """Empty while the deal goes on; then ``played``, ``passed_out`` or ``spoilt``."""

    # cards
    pack: tuple[int, ...]
    """The pack from top to bottom, when known."""
    cut_depth: int | None
    """How many cards were lifted; 0 for none; None when nobody counted them."""
    dealt: list[int]
    """The known cards each seat was dealt."""
    named: int
    """Every card that was named in a hand when it was dealt."""
    hands: list[int]
    """The known cards each seat holds; where `left_unnamed` is not 0, an upper bound."""
    unknown: list[int]
    """How many cards of each hand nobody named."""
    left_unnamed: list[int]
    """How many cards left each hand unnamed while it still showed named ones."""
    vague: bool
    """Whether any card of any hand was ever unnamed: if not, `hands` is the whole truth."""
    gone: int
    """Cards known to have been played."""

    # auctions
    high: int
    """The highest number bid so far in this deal, 0 for none."""
    bidder: int
    """The seat with the highest bid of the deal."""
    round_bidder: int
    """The seat with the highest bid of the auction going on."""
    passes: int
    """Passes in succession."""
    had_turn: int
    """Seats that have had a turn in the auction going on: a mask of places."""

    # trump
    maker: int
    bid: int
    """The number that decides what the deal pays; with a `slam` it does not count."""
    asleep: int
    """The seats that take no part in the play, since a team mate plays alone: a mask of places."""
    right: tuple[int, ...]
    """The seat that plays after each, those asleep left out."""
    width: int
    """How many cards make a trick."""
    indicator: int
    """A card of the maker's that lies apart face down; 0 when not known, and in games without one."""
    indicator_down: bool
    """The indicator lies face down on the table."""
    trump: int
    """The trump suit as a mask; 0 when not known."""

    # play
    trick: list[int]
    """The cards of the trick going on, in order; another list for each trick."""
    trick_seats: list[int]
    down: int
    """Positions in the trick whose card lies face down, as a mask."""
    lead_suit: int
    owed: int
    """NOTHING, INSPECTION, REVEAL_CARDS, REVEAL_INDICATOR or COUNT."""
    rounds: int
    """How many tricks are played: as many as a hand has cards."""
    tricks: list[int]
    """Tricks taken by each team."""
    points: list[int]
    """Known points in them."""
    unnamed: list[int]
    """How many cards in them nobody named."""
    last_winner: int
    """The seat that took the trick completed last."""

    def __init__(self, rules: Rules, dealer: int) -> None:
        self.rules = rules
        self.dealer = dealer
        self.redeals = 0
        self.begin()

    def begin(self) -> None:
        """Before the cut: at the start, and again after a redeal."""
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
        """An independent copy: what happens to one does not touch the other."""
        copy = self.__class__.__new__(self.__class__)
        for name in self.FIELDS:
            value = getattr(self, name)
            setattr(copy, name, value[:] if type(value) is list else value)
        return copy

    # --- the auction --------------------------------------------------------------------------------

    def highest_bid(self) -> tuple[object, ...]:
        """Return the highest bid so far; it changes with every bid that stands."""
        return self.bidder, self.high

    def contract(self) -> int | str:
        """Return the contract, once there is a maker: points, or the name of a bid to win every trick."""
        return self.bid

    # --- sides ----------------------------------------------------------------------------------

    def trump_name(self) -> str:
        """The trump suit's letter; empty while it is not known."""
        return self.rules.tables.letter[self.trump] if self.trump else ""

    def makers(self) -> int:
        """The seats that are known to be on the trump maker's side, as a mask of places."""
        return self.rules.side[self.maker]

    def makers_teams(self) -> list[int]:
        """The teams on that side, by number: one, or two where the maker has named its partner's card."""
        return sorted({team for seat, team in enumerate(self.rules.team) if self.makers() >> seat & 1})

    def sides_known(self) -> bool:
        """Whether it is known who is on which side."""
        return True

    # --- what a hand is known to hold ---------------------------------------------------------

    def size(self, seat: int) -> int:
        """How many cards the hand has, the indicator on the table not counted."""
        return self.hands[seat].bit_count() + self.unknown[seat] - self.left_unnamed[seat]

    def cards_dealt(self) -> int:
        """How many cards have left the pack, while none has been played."""
        return sum(map(self.size, range(self.rules.seat_count))) + self.indicator_down

    def exact(self, seat: int) -> bool:
        """Whether every card of the hand is known."""
        return not (self.unknown[seat] or self.left_unnamed[seat])

    def may_have(self, seat: int, bit: int) -> bool:
        """Whether the hand can hold the card, for all that is known of this and the other hands."""
        if bit & (self.gone | (self.named & ~self.dealt[seat])) or (bit == self.indicator and self.indicator_down):
            return False
        if bit & self.hands[seat]:
            return True
        return self.unknown[seat] > 0 and not any(bit & hand for hand in self.hands)

    def surely_has(self, seat: int, bit: int) -> bool:
        """Whether the hand is certain to hold the card."""
        return bool(bit & self.hands[seat]) and not self.left_unnamed[seat]

    def leave(self, seat: int, bit: int) -> None:
        """A card left the hand; ``bit`` 0 when nobody saw which. The hand is one card smaller, whatever it was."""
        hand = self.hands[seat]
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
        """A card came from another hand than it was said to be in: there, an unnamed one takes its place."""
        for seat, hand in enumerate(self.hands):
            if bit & hand:
                self.hands[seat] ^= bit
                self.unknown[seat] += 1
                self.vague = True

    def show(self, seat: int, mask: int) -> None:
        """The seat showed these cards of its hand, and keeps them."""
        new = mask & ~(self.hands[seat] | self.named | self.gone)
        while new and self.unknown[seat]:
            bit = new & -new
            new ^= bit
            self.hands[seat] |= bit
            self.dealt[seat] |= bit
            self.named |= bit
            self.unknown[seat] -= 1

    def expose(self, seat: int, mask: int, left_unnamed: int = 0) -> None:
        """The whole hand was shown, and with it so many cards that had left it unseen."""
        self.hands[seat] = mask
        self.unknown[seat] = 0
        self.left_unnamed[seat] = left_unnamed
