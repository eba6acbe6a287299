"""The state of a deal of 304: the common state, the trump indicator, the maker's duties, and the calls."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from domain.engine.state import NOBODY, State

if TYPE_CHECKING:
    from domain.games.three04.rules import Three04Rules

# Values of `State.owed` besides those of `domain.engine.state`: acts of the trump maker before play goes on.
INSPECTION: Final = 1
REVEAL_CARDS: Final = 2
REVEAL_INDICATOR: Final = 3


class Three04State(State):
    """The state of a deal of 304. ``maker`` is the trump maker."""

    __slots__ = (
        "ally", "asker", "caps_caller", "caps_trick", "closed", "counted", "double", "duty",
        "indicator_at", "marriages", "partner_card", "slam",
    )  # fmt: skip

    FIELDS: ClassVar[tuple[str, ...]] = (*State.FIELDS, *__slots__)

    rules: Three04Rules
    ally: int
    """The partner by `partner_card`; the maker itself if it plays alone; NOBODY while the partner is not known."""
    asker: int
    """The seat that asked a partner to bid and waits for the bid, or NOBODY."""
    caps_caller: int
    caps_trick: int
    """The number of tricks that had begun when Caps was called."""
    closed: bool
    """Whether the trump has not been shown to all yet."""
    counted: int
    """The points that the maker's side counted; NOBODY (-1) if it did not count."""
    double: int
    """The seat that announced Double, or NOBODY."""
    duty: bool
    """Whether the maker must go on leading trumps (000 "Exhausted Trumps")."""
    indicator_at: int
    """The indicator's position in the trick, or NOBODY."""
    marriages: int
    """The declared marriages as a mask, a bit for each suit of each seat (`domain.games.three04.stages.marriages`)."""
    partner_card: int
    """The card whose holder is the maker's partner; 0 if no card was named."""
    slam: str
    """The highest bid if it is a bid to win all tricks (`domain.games.three04.slams`); empty if it is a number."""

    def begin(self) -> None:
        self.slam = ""
        self.partner_card = self.marriages = 0
        self.asker = self.ally = NOBODY
        self.duty = False
        self.closed = True
        self.indicator_at = NOBODY
        self.caps_caller = self.double = self.counted = NOBODY
        self.caps_trick = 0
        super().begin()

    # --- sides ----------------------------------------------------------------------------------

    def makers(self) -> int:
        return super().makers() | (1 << self.ally if self.ally != NOBODY else 0)

    def has_known_sides(self) -> bool:
        return not self.partner_card or self.ally != NOBODY

    def highest_bid(self) -> tuple[object, ...]:
        return (*super().highest_bid(), self.slam)

    def contract(self) -> int | str:
        return self.slam or self.bid

    # --- the indicator, and the known cards of a hand ----------------------------------------------

    def may_be_indicator(self, bit: int) -> bool:
        """Return whether the unseen indicator can be this card: dealt to the maker, and not in any hand."""
        maker = self.maker
        dealt = self.dealt[maker]
        if bit & (self.gone | (self.named & ~dealt)):
            return False
        if bit & self.hands[maker]:
            return self.left_unnamed[maker] > 0
        return (bool(bit & dealt) or dealt.bit_count() < self.rounds) and not any(bit & hand for hand in self.hands)

    def name_unseen_card(self, seat: int, bit: int) -> None:
        """Name the card that had left the hand unseen; ``bit`` 0 changes nothing."""
        if bit and self.left_unnamed[seat]:
            self.left_unnamed[seat] -= 1
            self.leave(seat, bit)

    def come_back(self, seat: int, bit: int, *, named: bool) -> None:
        """Put the indicator back into the hand; ``bit`` is 0 if the card is not known.

        ``named``: whether the card was known when it left the hand.
        """
        unseen = not named and self.left_unnamed[seat] > 0
        if unseen:
            self.left_unnamed[seat] -= 1
        if bit:
            if unseen and not bit & self.hands[seat] and self.unknown[seat]:
                self.unknown[seat] -= 1
            self.hands[seat] |= bit
        elif not unseen:
            self.unknown[seat] += 1
            self.vague = True

    def play_alone(self, seat: int) -> None:
        """Take the seat's team mates out of the play."""
        mates = self.rules.mates[seat]
        self.asleep = sum(1 << mate for mate in mates)
        self.width = self.rules.seat_count - len(mates)
        right = self.rules.right
        self.right = tuple(right[after] if after in mates else after for after in right)


def state_of_304(s: State) -> Three04State:
    """Return ``s`` with the type `Three04State`. Raises TypeError if the deal is of another game."""
    if not isinstance(s, Three04State):
        raise TypeError(f"{s.rules.ruleset.key} is not 304")
    return s
