"""A table at which tests play Sidi Barrani, in the sentences of the notation (docs/formats.md).

    S 40 H      E pass      E double      S JH      S weis 50      S scores 50      E demands S 50

Several lines may stand in one string, separated by commas or line ends. ``W deal`` deals the next batch of
three. What the rules compel follows by itself. West deals unless told otherwise, so South speaks first; whoever
declares leads.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from domain.engine.facts import CardPlayed, CardsDealt
from replay.notation import write_action
from replay.positions.whole_hands import Rest
from replay.table import Table as Facade
from tests.table import Table as AnyTable
from tests.table import lines

SEATS = "SENW"
PACK = tuple(rank + suit for suit in "SHDC" for rank in "6789TJQKA")


class Table(AnyTable):
    """A deal in progress, and its record; what no hand was given is dealt from the rest of the pack."""

    def __init__(
        self,
        hands: Mapping[str, str] | None = None,
        *,
        dealer: str = "W",
        rules: Mapping[str, Any] | None = None,
        unseen: bool = False,
    ) -> None:
        rest: Rest = "unknown" if unseen else "pack"
        opened = Facade.open("sidi-barrani", dealer, hands=hands or {}, rest=rest, changes=rules)
        super().__init__(opened.record, opened.hands)

    # --- playing ----------------------------------------------------------------------------------

    def does(self, *script: str) -> Self:
        """Do each line, which must be allowed; then everybody says what the rules demand."""
        for line in lines(script):
            super().does(line)
            self.do_owed()
        return self

    # --- to well-known points of a deal -----------------------------------------------------------

    def dealt(self) -> Self:
        """The cut was declined and everybody has nine cards."""
        left = SEATS[SEATS.index(self.dealer) - 1]
        return self.does(f"{left} no cut", *[f"{self.dealer} deal"] * 3)

    def playing(self, contract: str) -> Self:
        """This bid was the only one: its bidder leads."""
        self.dealt()
        seat = contract.split()[0]
        while self.turn() != seat:
            self.does(f"{self.turn()} pass")
        self.does(contract)
        while not self.state.bid:
            self.does(f"{self.turn()} pass")
        return self

    def first_trick(self, *seats: str, **declared: int) -> Self:
        """Each seat plays its first card to the first trick and says what it declares; all of them unless told."""
        for seat in seats or [SEATS[(SEATS.index(self.turn()) + n) % 4] for n in range(4)]:
            self.does(f"{seat} {min(self.cards(seat))}")
            if seat in declared:
                self.does(f"{seat} weis {declared[seat]}")
        return self

    def finish(self) -> Self:
        """The rest of the deal: everybody does the first thing that is allowed and is no declaration."""
        while not self.state.outcome:
            acts = self.rules.legal(self.state, self.turn())
            cards = [act for act in acts if isinstance(act, CardPlayed)]
            self.do((cards or acts)[0])
            self.do_owed()
        return self

    # --- questions --------------------------------------------------------------------------------

    def may(self, seat: str) -> set[str]:
        """The acts that the seat may do, in lines without the seat."""
        return {write_action(act)[2:] for act in self.rules.legal(self.state, seat)}

    def cards(self, seat: str) -> set[str]:
        """The cards the seat may play."""
        return {act.card for act in self.rules.legal(self.state, seat) if isinstance(act, CardPlayed)}

    def lines(self) -> list[str]:
        """The effective record in lines, without the deal."""
        return [write_action(act) for act in self.record.acts if not isinstance(act, CardsDealt)]

    def last(self, n: int) -> list[str]:
        """The last lines of the record."""
        return self.lines()[-n:]

    def score(self) -> tuple[int, int]:
        """The scores of North-South and East-West."""
        return self.settled().score["NS"], self.settled().score["EW"]


def cards(text: str) -> set[str]:
    """Cards as `Table.cards` tells them."""
    return set(text.split())
