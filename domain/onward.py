"""What a scribe need not write down: what must come next, and what play going on says without a word.

A scribe at a real table sees neither the cards that are dealt nor the trump indicator. Where nothing else can
happen, those acts are `foregone`. And where a card is led although somebody had still to speak, the table took it
that they let it be: they passed, left the game closed, found no trump among the face-down cards. That is `implied`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from domain.facts import Act, CardPlayed, CardsDealt, FaceDownInspected, IndicatorPlaced, Passed, TrumpClosed
from domain.refusals import Refusal

if TYPE_CHECKING:
    from domain.rules import Rules
    from domain.state import State

UNSEEN: Final = (CardsDealt, IndicatorPlaced, FaceDownInspected)
"""Acts whose cards only their owner sees: where just one of them is open, there is nothing to ask a scribe."""


def foregone(rules: Rules, s: State) -> Act | None:
    """The act that comes next, if nothing about it is left to choose or to see."""
    seat = rules.to_act(s)
    if seat is None:
        return None
    found = [act for act in rules.legal(s, seat) if isinstance(act, UNSEEN)]
    return found[0] if len(found) == 1 else None


def implied(rules: Rules, s: State, act: Act) -> list[Act]:
    """What must have been said, and in passing was, if this card is played now; empty if that explains nothing."""
    if not isinstance(act, CardPlayed) or not isinstance(rules.judge(s, act), Refusal):
        return []
    told = silence(rules, s)
    for n, each in enumerate(told, 1):
        s = s.copy()
        rules.apply(s, each)
        for _ in rules.settle_owed(s):
            pass
        if not isinstance(rules.judge(s, act), Refusal):
            return told[:n]
    return []


def silence(rules: Rules, s: State) -> list[Act]:
    """Everything that was still to be said before a card can be played, if nobody says a word.

    Nobody leads before all cards are dealt, so until then silence says nothing.
    """
    found: list[Act] = []
    if any(CardsDealt in judges for judges in rules.judges[s.stage :]):
        return found
    s = s.copy()
    while (act := foregone(rules, s) or _let_be(rules, s)) is not None:
        found.append(act)
        rules.apply(s, act)
        for _ in rules.settle_owed(s):
            pass
    return found


def _let_be(rules: Rules, s: State) -> Act | None:
    """How the seat whose turn it is lets things be, if it may."""
    seat = rules.to_act(s)
    for act in rules.legal(s, seat) if seat is not None else ():
        match act:
            case Passed() | TrumpClosed() | FaceDownInspected(trumps=False):
                return act
    return None
