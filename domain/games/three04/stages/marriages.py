"""Marriages: King and Queen of a suit in one hand (000 "Maharashtrian version"; A28).

000 only conjectures their worth, from the game 29. The time of the declaration is ours, also from 29: a seat that holds
both cards declares and shows them at its turn to play, once trumps are open.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from domain.engine.facts import Act
from domain.engine.refusals import POSSIBLE, Refusal, Verdict, refuse
from domain.engine.stage import Apply, Judge
from domain.engine.state import NOBODY
from domain.engine.words.values import CardCode
from domain.games.three04.acts import MarriageDeclared

if TYPE_CHECKING:
    from domain.games.three04.rules import Three04Rules
    from domain.games.three04.state import Three04State


class MarriageCalls:
    """The declaration of a marriage, which a seat may make before it plays a card."""

    def __init__(self, rules: Three04Rules) -> None:
        self.rules = rules
        self.judges: dict[type[Act], Judge] = {MarriageDeclared: self.judge}
        self.applies: dict[type[Act], Apply] = {MarriageDeclared: self.apply}
        suits = rules.ruleset.pack.suits
        self.calls = [[MarriageDeclared(name, suit) for suit in suits] for name in rules.seats]
        bit = rules.tables.bit
        self.pair = {suit: bit[f"K{suit}"] | bit[f"Q{suit}"] for suit in suits}
        """King and Queen of each suit, as a mask."""

    def legal(self, s: Three04State, seat: int) -> list[Act]:
        if self.refusal(s, seat):
            return []
        return [call for call in self.calls[seat] if not isinstance(self.judge_pair(s, seat, call), Refusal)]

    def refusal(self, s: Three04State, seat: int) -> Refusal | None:
        """Return the refusal of any marriage of the seat now; None if it may declare one."""
        code, name = "marriage-not-now", self.rules.seats[seat]
        if seat != s.turn or s.owed:
            return refuse(
                code,
                name,
                "{who} declared a marriage out of turn",
                "allowed only at the player's turn, before playing a card",
            )
        if s.closed:
            return refuse(
                code, name, "{who} declared a marriage while trumps were closed", "allowed once trumps are open"
            )
        return None

    def judge(self, s: Three04State, seat: int, act: MarriageDeclared) -> Verdict:
        if barred := self.refusal(s, seat):
            return barred
        return self.judge_pair(s, seat, act)

    def judge_pair(self, s: Three04State, seat: int, act: MarriageDeclared) -> Verdict:
        """Judge whether the seat can hold both cards and has not declared them before."""
        if act.suit not in self.pair:
            return refuse(
                "unknown-card",
                act.seat,
                "{who} declared a marriage of {suit}, which is not a suit",
                suit=repr(act.suit),
            )
        if s.marriages & self.place(seat, act.suit):
            return refuse("marriage-twice", act.seat, "{who} declared the same marriage again")
        king, queen = (self.rules.tables.bit[f"{rank}{act.suit}"] for rank in "KQ")
        if not (s.may_have(seat, king) and s.may_have(seat, queen)):
            return refuse(
                "marriage-not-held",
                act.seat,
                "{who} does not hold {king} and {queen}",
                king=CardCode(f"K{act.suit}", self.rules.faces),
                queen=CardCode(f"Q{act.suit}", self.rules.faces),
            )
        return None if s.surely_has(seat, king) and s.surely_has(seat, queen) else POSSIBLE

    def place(self, seat: int, suit: str) -> int:
        """Return the bit of a seat's marriage in `Three04State.marriages`."""
        return 1 << len(self.pair) * seat + self.rules.ruleset.pack.suits.index(suit)

    def apply(self, s: Three04State, seat: int, act: MarriageDeclared) -> None:
        if act.suit in self.pair:
            s.marriages |= self.place(seat, act.suit)
            s.lay_open(seat, self.pair[act.suit])


def declared_marriages(s: Three04State) -> Iterator[tuple[int, str]]:
    """Yield the declared marriages, each as its seat and its suit."""
    suits = s.rules.ruleset.pack.suits
    for seat in range(s.rules.seat_count):
        for n, suit in enumerate(suits):
            if s.marriages >> len(suits) * seat + n & 1:
                yield seat, suit


def worth(s: Three04State, suit: str) -> int:
    """Return the points of a marriage of this suit, which lower or raise the points that the maker's side needs."""
    terms = s.rules.ruleset.marriages
    return terms.trump if s.rules.tables.suit[suit] == s.trump else terms.plain


def points_needed(s: Three04State) -> int:
    """Return the points that the maker's side must take: the bid, changed by marriages and the last trick (A28)."""
    makers = s.makers()
    need = s.bid
    for seat, suit in declared_marriages(s):
        need += -worth(s, suit) if makers >> seat & 1 else worth(s, suit)
    if s.rules.ruleset.last_trick_bonus and s.last_winner != NOBODY and makers >> s.last_winner & 1:
        need -= s.rules.ruleset.last_trick_bonus
    return need
