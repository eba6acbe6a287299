"""A table at which tests play any game of the family, in the sentences of the notation (docs/formats.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.catalogue import RULESETS
from domain.facts import CapsCalled, CapsConceded, CardsDealt, DealOpened, DealSettled, SpoiltTrumpsDeclared
from domain.record import Record, Stamp
from domain.refusals import Refusal, Refused
from domain.ruleset import override, plain
from domain.state import NOBODY, State
from replay.notation.actions import parse_action, write_action
from replay.views import View, view_at

CALLS = (CapsCalled, CapsConceded, SpoiltTrumpsDeclared)


class Table:
    """A deal in progress, and its record."""

    def __init__(
        self,
        key: str,
        hands: Mapping[str, str] | None = None,
        *,
        dealer: str = "",
        rules: Mapping[str, Any] | None = None,
    ) -> None:
        game = override(RULESETS[key], "house", "a house's way", rules) if rules else RULESETS[key]
        self.game = game
        self.dealer = dealer or game.seating.seats[-1]
        self.record = Record(DealOpened(plain(game), self.dealer), Stamp(1))
        self.rules = self.record.rules
        self.hands = self._hands(hands or {})

    def _hands(self, given: Mapping[str, str]) -> dict[str, list[str]]:
        """Hands from strings, the first batch first; what is left out is dealt from the rest of the pack."""
        hands = {seat: given.get(seat, "").split() for seat in self.rules.seats}
        named = [card for cards in hands.values() for card in cards]
        assert len(named) == len(set(named)), "a card was given twice"
        rest = [card for card in self.rules.tables.bit if card not in named]
        for cards in hands.values():
            while len(cards) < self.game.hand_size:
                cards.append(rest.pop())
        return hands

    @property
    def state(self) -> State:
        return self.record.state

    def _store(self, facts: list[Any]) -> None:
        for proposal in facts:
            self.record.fold(proposal.fact, Stamp(len(self.record.entries) + len(self.record.notes) + 2))

    # --- playing ----------------------------------------------------------------------------------

    def deals(self) -> Table:
        """The next batch, to everybody."""
        dealt = [entry.act for entry in self.record.entries if isinstance(entry.act, CardsDealt)]
        done = sum(self.game.batches[: len(dealt)])
        size = self.game.batches[len(dealt)]
        hands = {seat: tuple(cards[done : done + size]) for seat, cards in self.hands.items()}
        self._store(self.record.act(CardsDealt(self.dealer, hands)))
        return self

    def does(self, *script: str) -> Table:
        """Each sentence happens, and must be allowed. ``deal`` deals the next batch."""
        for line in (part.strip() for lines in script for part in lines.split(",")):
            if line == "deal":
                self.deals()
                continue
            try:
                self._store(self.record.act(parse_action(line, self.rules)))
            except Refused as refused:
                raise AssertionError(f"{line!r} was refused: {refused}") from None
        return self

    def dealt(self) -> Table:
        """The cut was declined, and the first batch dealt."""
        return self.does(f"{self.rules.seats[self.state.turn]} no cut", "deal")

    def all_pass(self) -> Table:
        """Everybody passes until the auction is over."""
        stage = self.state.stage
        while self.state.stage == stage and not self.state.outcome:
            self.does(f"{self.turn()} pass")
        return self

    def won_by(self, bid: str) -> Table:
        """The first batch is dealt, this bid wins the first auction, everybody else passes."""
        self.dealt()
        seat = bid.split()[0]
        while self.turn() != seat:
            self.does(f"{self.turn()} pass")
        self.does(bid)
        while self.state.maker == NOBODY:
            self.does(f"{self.turn()} pass")
        return self

    def finish(self) -> Table:
        """The rest of the deal: everybody plays the first card that is allowed."""
        while not self.state.outcome:
            acts = [act for act in self.rules.legal(self.state, self.turn()) if not isinstance(act, CALLS)]
            self._store(self.record.act(acts[0]))
        return self

    # --- questions --------------------------------------------------------------------------------

    def turn(self) -> str:
        """Who acts."""
        seat = self.rules.to_act(self.state)
        assert seat is not None
        return seat

    def may(self, seat: str) -> set[str]:
        """What the seat may do, without its name and without the calls that may come at any time."""
        acts = self.rules.legal(self.state, seat)
        return {write_action(act).removeprefix(seat).strip() for act in acts if not isinstance(act, CALLS)}

    def refusal(self, line: str) -> Refusal:
        """Why the record does not take a sentence; nothing happened."""
        before = self.record.acts
        try:
            self.record.act(parse_action(line, self.rules))
        except Refused as refused:
            assert self.record.acts == before
            return refused.refusal
        raise AssertionError(f"{line!r} was allowed")

    def settled(self) -> DealSettled:
        """The settlement."""
        assert self.record.settlement is not None
        return self.record.settlement

    def view(self, viewer: str) -> View:
        """What a viewer knows now."""
        return view_at(self.record, viewer, len(self.record.entries) - 1)


def ladder(least: int, most: int, step: int = 10) -> set[str]:
    """The numbers one may bid."""
    return {str(points) for points in range(least, most + 1, step)}
