"""The state of a Jass deal: what every game has, and the contract, the announcements and what was shown to all."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from domain.engine.state import NOBODY, State

if TYPE_CHECKING:
    from domain.games.sidi.rules import SidiRules

# What must be said before play goes on, besides what `domain.engine.state` has.
WEIS: Final = 5
"""The best Weis, or its score, has to be said."""
DISPLAY: Final = 6
"""The cards of a Weis that somebody demanded to see."""
STOECK: Final = 7
"""All cards are played; whoever may still claim Stöck does so or lets it go."""

Answer = tuple[int | None, str | None]
"""What a seat said of its best Weis when they were compared, as far as a later question builds on it: how many cards it
has, and its highest rank."""

SILENT: Final[Answer] = (None, None)


class SidiState(State):
    """Where a Jass deal stands. ``maker`` is the declarer, ``bid`` the number of the contract."""

    __slots__ = (
        "answered", "answers", "best", "completed", "contenders", "declared", "demand", "denomination", "displayed",
        "factor", "question", "shown", "side", "stoeck", "to_answer", "weis",
    )  # fmt: skip

    FIELDS: ClassVar[tuple[str, ...]] = (*State.FIELDS, *__slots__)

    rules: SidiRules

    # the contract
    denomination: str
    """Of the highest bid; empty for none."""
    factor: int
    """How many times the number of the contract counts: once, or more if it was doubled."""
    to_answer: tuple[int, ...]
    """The seats that have still to say whether they double the highest bid, or redouble."""

    # what all have seen
    shown: list[int]
    """The cards each seat played or displayed."""

    # Weis
    completed: int
    """The seat that played the last card of the first trick and may still declare Weis, or NOBODY."""
    declared: tuple[tuple[int, int], ...]
    """The declarations, in order: a seat and a value."""
    contenders: tuple[int, ...]
    """The seats that may still have the best Weis when they are compared, in the order of declaring."""
    question: int
    """The question to the contenders now, by number (`domain.games.sidi.stages.comparing`)."""
    answered: int
    """The contenders who answered it: a mask of places."""
    best: int
    """The best answer so far, or NOBODY."""
    answers: list[Answer]
    side: int
    """The team that scores its Weis, or NOBODY."""
    weis: list[tuple[int, ...] | None]
    """The values each seat scored; None: nothing told."""
    demand: tuple[int, int]
    """The seat and the value of a Weis that somebody demanded to see; (NOBODY, 0): none."""
    displayed: tuple[tuple[int, int], ...]
    """Which demands were met."""

    stoeck: int
    """The seat that scored Stöck, or NOBODY."""

    def begin(self) -> None:
        n = self.rules.seat_count
        self.denomination = ""
        self.factor = 1
        self.to_answer = ()
        self.shown = [0] * n
        self.declared = self.contenders = self.displayed = ()
        self.question = self.answered = 0
        self.answers = [SILENT] * n
        self.completed = self.best = self.side = self.stoeck = NOBODY
        self.weis = [None] * n
        self.demand = (NOBODY, 0)
        super().begin()

    def trump_name(self) -> str:
        """The denomination of the contract."""
        return self.denomination

    # --- what a seat is known to have been dealt ------------------------------------------------

    def known(self, seat: int) -> int:
        """The cards the seat is known to have begun with."""
        dealt = self.dealt[seat]
        return dealt if dealt.bit_count() == self.rules.hand_size else dealt | self.shown[seat]

    def whole(self, seat: int) -> int:
        """Its whole hand, if every card of it is known; else nothing."""
        known = self.known(seat)
        return known if known.bit_count() == self.rules.hand_size else 0

    def may_have_begun_with(self, seat: int, mask: int) -> bool:
        """Whether the seat can have been dealt these cards, for all that is known of all hands."""
        known = self.known(seat)
        missing = mask & ~known
        if missing.bit_count() > self.rules.hand_size - known.bit_count():
            return False
        return not any(missing & self.known(other) for other in range(self.rules.seat_count) if other != seat)

    @property
    def latest(self) -> int:
        """Who played to the first trick last and may still declare Weis, or NOBODY."""
        if self.last_winner != NOBODY:
            return self.completed
        return self.trick_seats[-1] if self.trick_seats else NOBODY

    def declaration(self, seat: int) -> int | None:
        """The value of the Weis that the seat has declared, if it has."""
        for other, value in self.declared:
            if other == seat:
                return value
        return None

    def most_declared(self) -> int:
        """The highest value that anybody has declared; 0 for none."""
        most = 0
        for _, value in self.declared:
            if value > most:
                most = value
        return most

    def after_first_trick(self) -> bool:
        """Whether the first trick is complete and the second not begun."""
        first, second = self.tricks
        return first + second == 1 and not self.trick

    def display(self, seat: int, mask: int) -> None:
        """The seat showed these cards to all: those it still holds are named in its hand."""
        held = mask & ~self.gone & ~self.hands[seat]
        self.shown[seat] |= mask
        while held and self.unknown[seat]:
            bit = held & -held
            held ^= bit
            if bit & self.named:
                continue
            self.hands[seat] |= bit
            self.dealt[seat] |= bit
            self.named |= bit
            self.unknown[seat] -= 1


def state_of_sidi(s: State) -> SidiState:
    """Return the state of a deal of Sidi Barrani as one. Raises TypeError if it is of another game."""
    if not isinstance(s, SidiState):
        raise TypeError(f"{s.rules.ruleset.key} is not Sidi Barrani")
    return s
