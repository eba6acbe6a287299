"""The state of a Jass deal: the common state, the contract, the announcements, and the cards that all have seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from domain.engine.state import NOBODY, State

if TYPE_CHECKING:
    from domain.games.sidi.rules import SidiRules

# Values of `State.owed` besides those of `domain.engine.state`: acts that must come before play goes on.
WEIS: Final = 5
"""A seat must answer about its best Weis, or score its Weis."""
DISPLAY: Final = 6
"""A seat must show the Weis that somebody demanded to see."""
STOECK: Final = 7
"""All cards are played, and the seat that may still claim Stöck must claim it or pass."""

Answer = tuple[int | None, str | None]
"""A seat's answers about its best Weis in the comparison: its number of cards and its highest rank; None: no answer."""

SILENT: Final[Answer] = (None, None)


class SidiState(State):
    """The state of a Jass deal. ``maker`` is the declarer, ``bid`` the number of the contract."""

    __slots__ = (
        "answered", "answers", "best", "completed", "contenders", "declared", "demand", "denomination", "displayed",
        "factor", "question", "shown", "side", "stoeck", "to_answer", "weis",
    )  # fmt: skip

    FIELDS: ClassVar[tuple[str, ...]] = (*State.FIELDS, *__slots__)

    rules: SidiRules

    # the contract
    denomination: str
    """The denomination of the highest bid; empty for none."""
    factor: int
    """The factor of the number of the contract: 1, or more if it was doubled."""
    to_answer: tuple[int, ...]
    """The seats that still have to decide whether they double the highest bid, or redouble."""

    # cards that all have seen
    shown: list[int]
    """The cards that each seat played or displayed."""

    # Weis
    completed: int
    """The seat that played the last card of the first trick and may still declare Weis, or NOBODY."""
    declared: tuple[tuple[int, int], ...]
    """The declarations, in order, each a seat and a value."""
    contenders: tuple[int, ...]
    """The seats that may still have the best Weis when they are compared, in the order of declaring."""
    question: int
    """The number of the current question to the contenders (`domain.games.sidi.stages.comparison`)."""
    answered: int
    """The contenders who answered the current question: a mask of places."""
    best: int
    """The best answer to the current question as a number, or NOBODY."""
    answers: list[Answer]
    side: int
    """The team that scores its Weis, or NOBODY."""
    weis: list[tuple[int, ...] | None]
    """The values that each seat scored; None: no score announced."""
    demand: tuple[int, int]
    """The seat and the value of a Weis that somebody demanded to see; (NOBODY, 0): none."""
    displayed: tuple[tuple[int, int], ...]
    """The demands that were met."""

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
        """Return the denomination of the contract; empty if there is none."""
        return self.denomination

    # --- cards that a seat is known to have been dealt ------------------------------------------

    def known_cards(self, seat: int) -> int:
        """Return the cards that the seat is known to have been dealt."""
        dealt = self.dealt[seat]
        return dealt if dealt.bit_count() == self.rules.hand_size else dealt | self.shown[seat]

    def whole_hand(self, seat: int) -> int:
        """Return the whole hand that the seat was dealt; 0 if any of its cards is not known."""
        known = self.known_cards(seat)
        return known if known.bit_count() == self.rules.hand_size else 0

    def may_have_begun_with(self, seat: int, mask: int) -> bool:
        """Return whether the seat can have been dealt these cards, given the known cards of all hands."""
        known = self.known_cards(seat)
        missing = mask & ~known
        if missing.bit_count() > self.rules.hand_size - known.bit_count():
            return False
        return not any(missing & self.known_cards(other) for other in range(self.rules.seat_count) if other != seat)

    @property
    def latest(self) -> int:
        """Return the seat that played last to the first trick and may still declare Weis, or NOBODY."""
        if self.last_winner != NOBODY:
            return self.completed
        return self.trick_seats[-1] if self.trick_seats else NOBODY

    def declaration(self, seat: int) -> int | None:
        """Return the value of the Weis that the seat has declared; None if it has not declared any."""
        for other, value in self.declared:
            if other == seat:
                return value
        return None

    def highest_declaration(self) -> int:
        """Return the highest declared value; 0 for none."""
        most = 0
        for _, value in self.declared:
            if value > most:
                most = value
        return most

    def is_after_first_trick(self) -> bool:
        """Return whether the first trick is complete and the second has not begun."""
        first, second = self.tricks
        return first + second == 1 and not self.trick

    def display(self, seat: int, mask: int) -> None:
        """Note cards that the seat showed to all, and name those that it still holds in its hand."""
        self.shown[seat] |= mask
        self.lay_open(seat, mask)


def state_of_sidi(s: State) -> SidiState:
    """Return ``s`` with the type `SidiState`. Raises TypeError if the deal is of another game."""
    if not isinstance(s, SidiState):
        raise TypeError(f"{s.rules.ruleset.key} is not Sidi Barrani")
    return s
