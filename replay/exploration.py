"""A deal played on by hand from one of its plies: a line of cards, and the acts that must come between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.cards import UNKNOWN
from domain.engine.facts import CardPlayed
from domain.engine.hiding import ARBITER
from domain.engine.words.values import SeatLetter, Term, sentence
from domain.engine.words.worded import WordedError
from replay.views import Viewpoint

if TYPE_CHECKING:
    from collections.abc import Sequence

    from domain.engine.cards import Card, Seat
    from domain.engine.facts import Act
    from domain.engine.state import State
    from domain.record.record import Record


class IllegalLine(WordedError, ValueError):
    """Raised when a card of a line is not legal. ``allowed``: the cards that are."""

    def __init__(self, number: int, seat: Seat | None, card: Card, allowed: Sequence[Card]) -> None:
        who = Term("nobody") if seat is None else SeatLetter(seat)
        super().__init__(
            sentence("card {number} of the line: {seat} cannot play {card}", number=number, seat=who, card=card)
        )
        self.allowed = tuple(allowed)


class Exploration:
    """A deal after one of its plies and a line of cards. It reveals all hands."""

    def __init__(self, record: Record, ply: int) -> None:
        """Start after a ply of the record; -1 for before the first act."""
        self.rules = record.rules
        self.acts: list[Act] = []
        """The acts since the ply: the cards of the line, and the acts between them."""
        self._point = Viewpoint.of(record, ARBITER)
        for act in record.acts[: ply + 1]:
            self._point.follow(act)
        self._do_owed()

    @property
    def state(self) -> State:
        """Return the state after the last act. Callers must not change it."""
        return self._point.state

    @property
    def is_playing(self) -> bool:
        """Return whether a card can be played next."""
        s = self.state
        return self.rules.stages[s.stage] is self.rules.playing and not s.owed

    def legal(self) -> list[CardPlayed]:
        """Return the known cards that may be played next; empty if none can."""
        seat = self.rules.to_act(self.state)
        if seat is None or not self.is_playing:
            return []
        acts = self.rules.legal(self.state, seat)
        return [act for act in acts if isinstance(act, CardPlayed) and act.card != UNKNOWN]

    def play(self, line: Sequence[Card]) -> None:
        """Play the cards one after another, each by the seat whose turn it is. Raises `IllegalLine`."""
        for n, card in enumerate(line, 1):
            legal = {act.card: act for act in self.legal()}
            if card not in legal:
                raise IllegalLine(n, self.rules.to_act(self.state), card, [*legal])
            self._follow(legal[card])
            self._do_owed()

    def view(self) -> dict[str, object]:
        """Return the view of a viewer who sees all hands."""
        return self._point.view()

    def _follow(self, act: Act) -> None:
        self.acts.append(self._point.follow(act))

    def _do_owed(self) -> None:
        """Do what must come before the next card: reveals, scores, and the only true answer to a question."""
        rules, s = self.rules, self.state
        if rules.stages[s.stage] is not rules.playing:
            return
        # An odd record may owe an act that nothing here can name, so the number is limited.
        for _ in range(4 * rules.seat_count):
            act = rules.owed_act(s)
            if act is None and s.owed:
                act = next(iter(rules.legal(s, rules.seats[s.turn])), None)
            if act is None:
                return
            self._follow(act)
