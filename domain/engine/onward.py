"""The acts that a scribe need not write down: those that must come next, and passes implied by play going on.

A scribe at a real table sees neither the cards that are dealt nor the trump indicator. Where nothing else can
happen, those acts are `foregone`. And where a card is led although somebody had still to speak, the table took it
that they let it be: they passed, left the game closed, found no trump among the face-down cards. That is `implied`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.consequences import apply_both, apply_consequences
from domain.engine.facts import Act, CardPlayed, CardsDealt, Passed
from domain.engine.refusals import Refusal

if TYPE_CHECKING:
    from domain.engine.rules import Rules
    from domain.engine.state import State


def foregone(rules: Rules, s: State, table: State) -> Act | None:
    """Return the act that comes next, if nothing about it is left to choose or to see; else None.

    ``s`` is the state of the record, ``table`` what everybody at the table knows. What the maker announces of
    face-down cards is foregone only where the table knows it: everybody hears the announcement.
    """
    seat = rules.to_act(table)
    if seat is None:
        return None
    game = rules.ruleset.game
    known = rules.legal(table, seat)
    announced = any(isinstance(act, game.announced) for act in known)
    unseen = [
        act for act in (known if announced else rules.legal(s, seat)) if isinstance(act, (CardsDealt, *game.unseen))
    ]
    return unseen[0] if len(unseen) == 1 else None


def implied(rules: Rules, s: State, table: State, act: Act) -> list[Act]:
    """Return what must have been said, and in passing was, if this card is played now; empty if that explains nothing.

    It follows from what the table knows, so that it tells of no hidden card.
    """
    if not isinstance(act, CardPlayed) or not isinstance(rules.judge(table, act), Refusal):
        return []
    passed_over = silence(rules, s, table)
    s, table = s.copy(), table.copy()
    for silent in passed_over:
        apply_both(rules, s, table, silent)
        apply_consequences(rules, s, table)
    return [] if isinstance(rules.judge(table, act), Refusal) else passed_over


def silence(rules: Rules, s: State, table: State) -> list[Act]:
    """Return everything that was still to be said before a card can be played, if nobody says a word.

    Nobody leads before all cards are dealt, so until then silence says nothing.
    """
    acts: list[Act] = []
    if any(CardsDealt in judges for judges in rules.judges[table.stage :]):
        return acts
    s, table = s.copy(), table.copy()
    while (act := foregone(rules, s, table) or _let_be(rules, table)) is not None:
        acts.append(act)
        apply_both(rules, s, table, act)
        apply_consequences(rules, s, table)
    return acts


def _let_be(rules: Rules, table: State) -> Act | None:
    """Return how the seat whose turn it is lets things be, if for all that the table knows it may."""
    seat = rules.to_act(table)
    for act in rules.legal(table, seat) if seat is not None else ():
        if isinstance(act, Passed) or rules.ruleset.game.lets_be(act):
            return act
    return None
