"""A table at which tests play Sidi Barrani, in the sentences of the notation (docs/formats.md).

    S 40 H      E pass      E double      S JH      S weis 50      S scores 50      E demands S 50

Several lines may stand in one string, separated by commas or line ends. ``W deal`` deals the next batch of
three. What the rules compel follows by itself. West deals unless told otherwise, so South speaks first; whoever
declares leads.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from domain.facts import Act, CardPlayed, CardsDealt, DealSettled
from domain.refusals import POSSIBLE, Refusal, Refused, Verdict
from replay.notation import parse_action, write_action
from replay.table import Table as Facade
from replay.whole_hands import Rest

SEATS = "SENW"
PACK = tuple(rank + suit for suit in "SHDC" for rank in "6789TJQKA")


def lines(script: Iterable[str]) -> list[str]:
    """The single lines of a script."""
    return [line.strip() for part in script for line in re.split(r"[,\n]", part) if line.strip()]


class Table(Facade):
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
        self.dealer = dealer

    # --- playing ----------------------------------------------------------------------------------

    def hear(self, line: str) -> Act:
        """The act of a line; a ``deal`` deals the batch that comes next."""
        return self.with_cards(parse_action(line))

    def does(self, *script: str) -> Table:
        """Each line happens, and must be allowed; then everybody says what the rules demand."""
        for line in lines(script):
            try:
                self.do(line)
            except Refused as refused:
                raise AssertionError(f"{line!r} was refused: {refused}") from None
            self.do_owed()
        return self

    def happens(self, line: str) -> Refusal:
        """Something against the rules is recorded as it happened; the refusal it was flagged with."""
        proposals = self.record.act(self.hear(line), as_it_happened=True)
        self.store(proposals)
        broke = proposals[0].broke
        assert broke is not None, f"{line!r} broke no rule"
        return broke

    # --- to well-known points of a deal -----------------------------------------------------------

    def dealt(self) -> Table:
        """The cut was declined and everybody has nine cards."""
        left = SEATS[SEATS.index(self.dealer) - 1]
        return self.does(f"{left} no cut", *[f"{self.dealer} deal"] * 3)

    def playing(self, contract: str) -> Table:
        """This bid was the only one: its bidder leads."""
        self.dealt()
        seat = contract.split()[0]
        while self.turn() != seat:
            self.does(f"{self.turn()} pass")
        self.does(contract)
        while not self.state.bid:
            self.does(f"{self.turn()} pass")
        return self

    def first_trick(self, *seats: str, **declared: int) -> Table:
        """Each seat plays its first card to the first trick and says what it declares; all of them unless told."""
        for seat in seats or [SEATS[(SEATS.index(self.turn()) + n) % 4] for n in range(4)]:
            self.does(f"{seat} {min(self.cards(seat))}")
            if seat in declared:
                self.does(f"{seat} weis {declared[seat]}")
        return self

    def finish(self) -> Table:
        """The rest of the deal: everybody does the first thing that is allowed and is no declaration."""
        while not self.state.outcome:
            acts = self.rules.legal(self.state, self.turn())
            cards = [act for act in acts if isinstance(act, CardPlayed)]
            self.do((cards or acts)[0])
            self.do_owed()
        return self

    # --- questions --------------------------------------------------------------------------------

    def turn(self) -> str:
        """Who acts."""
        seat = self.rules.to_act(self.state)
        assert seat is not None
        return seat

    def verdict(self, line: str) -> Verdict:
        """How the rules judge a line."""
        return self.rules.judge(self.state, self.hear(line))

    def refusal(self, line: str) -> Refusal:
        """Why the record does not take a line; nothing happened."""
        before = self.told()
        refusal = super().refusal(line)
        assert self.told() == before
        assert refusal is not None, f"{line!r} was allowed"
        return refusal

    def possible(self, line: str) -> bool:
        """Whether the line is neither certainly legal nor certainly illegal."""
        return self.verdict(line) is POSSIBLE

    def may(self, seat: str) -> set[str]:
        """What the seat may do, in lines without the seat."""
        return {write_action(act)[2:] for act in self.rules.legal(self.state, seat)}

    def cards(self, seat: str) -> set[str]:
        """The cards the seat may play."""
        return {act.card for act in self.rules.legal(self.state, seat) if isinstance(act, CardPlayed)}

    def told(self) -> list[str]:
        """The effective record in lines, without the deal."""
        return [write_action(act) for act in self.record.acts if not isinstance(act, CardsDealt)]

    def last(self, n: int) -> list[str]:
        """The last lines of the record."""
        return self.told()[-n:]

    def settled(self) -> DealSettled:
        """The settlement."""
        assert self.record.settlement is not None
        return self.record.settlement

    def score(self) -> tuple[int, int]:
        """What North-South and East-West score."""
        return self.settled().score["NS"], self.settled().score["EW"]


def cards(text: str) -> set[str]:
    """Cards as `Table.cards` tells them."""
    return set(text.split())
