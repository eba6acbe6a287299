"""A player by rules of thumb: the deal as one seat knows it, and conclusions from it. One subclass for each game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from domain.engine.state import State

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from bots.styles import Style
    from domain.engine.cards import Seat
    from domain.engine.facts import Act
    from domain.engine.rules import Rules
    from domain.record.record import Record

StateT = TypeVar("StateT", bound=State)


class Player(Generic[StateT]):
    """One player in one deal. It knows only what its seat could see.

    Sets of cards are masks of bits, one bit a card, as in `domain.engine.packs`.
    """

    def __init__(self, rules: Rules, seat: Seat, style: Style, rng: Random, state: StateT) -> None:
        self.rules = rules
        self.seat = seat
        self.place = rules.place[seat]
        self.partner = (self.place + rules.seat_count // 2) % rules.seat_count
        self.style = style
        self.rng = rng
        self.state = state
        """The state of the deal, folded from the acts as the seat saw them."""
        self.committed = False
        """Whether the player stated the order of its cards, as with Caps, and must keep to it."""
        self.void = [0] * rules.seat_count
        """The suits that each place was seen not to follow, as a mask of cards."""
        self.shown = [0] * rules.seat_count
        """The cards that each place was seen to have held."""

    def keep(self, record: Record) -> None:
        """Take the record that a bot keeps of what the seat sees, before its first act, for calls that need it whole.

        Each act comes to `see` first, and then into the record.
        """

    def see(self, act: Act) -> None:
        """Take in an act of the table, as the seat saw it."""
        raise NotImplementedError

    def choose(self) -> Act:
        """Return the player's act in its turn. The table itself cuts, deals, and looks at face-down cards."""
        raise NotImplementedError

    def call(self) -> Act | None:
        """Return a call that the player makes out of turn, such as Caps or a double; None if it makes none."""
        raise NotImplementedError

    def chance(self, share: float) -> bool:
        """Return True in this share of the calls, between 0 and 1, at random."""
        return self.rng.random() < share

    # --- cards ------------------------------------------------------------------------------------

    @property
    def held(self) -> int:
        """Return the cards that the player holds."""
        return self.state.hands[self.place]

    @property
    def unseen(self) -> int:
        """Return the cards that other players may still play."""
        return self.rules.tables.all & ~(self.held | self.state.gone)

    def suits(self, mask: int) -> Iterator[int]:
        """Yield the cards of a set suit by suit, without empty suits."""
        for suit in self.rules.tables.suits:
            if part := mask & suit:
                yield part

    def cards(self, mask: int) -> Iterator[int]:
        """Yield the cards of a set one by one, the weakest of each suit first."""
        while mask:
            low = mask & -mask
            yield low
            mask ^= low

    def worth(self, bit: int) -> int:
        """Return the points of one card."""
        raise NotImplementedError

    # --- the trick on the table -------------------------------------------------------------------

    @property
    def winner(self) -> int:
        """Return the place that currently wins the trick."""
        raise NotImplementedError

    @property
    def last(self) -> bool:
        """Return whether the player is the last to play to the trick."""
        return len(self.state.trick) == self.state.width - 1

    @property
    def at_stake(self) -> int:
        """Return the points that lie face up in the trick."""
        return sum(map(self.worth, self.state.trick))
