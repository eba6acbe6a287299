"""Find the acts that a scribe need not write down: acts that must come next, and passes that a played card implies.

A scribe at a real table sees neither the cards that are dealt nor the trump indicator. If no other act is possible,
`find_obvious_act` returns it. If a card is played while some seats had still to speak, these seats are taken to have
passed, left the game closed, or found no trump among the face-down cards; `find_implied_acts` returns these acts.

A file may leave out acts that somebody saw but nobody wrote down, such as the cut. `find_unrecorded_acts` returns them
if only one list of them makes the next act legal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from domain.engine.consequences import apply_both, apply_consequences, consequence
from domain.engine.facts import Act, CardPlayed, CardsDealt, PackCut, Passed
from domain.engine.refusals import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from domain.engine.rules import Rules
    from domain.engine.state import State

MOST_UNRECORDED: Final = 6
"""The most acts in a row that are taken as happened though nobody recorded them."""


def find_obvious_act(rules: Rules, s: State, table: State) -> Act | None:
    """Return the next act if it has no choice and no card that the scribe could see; else None.

    ``s`` is the state of the record, ``table`` the state as the public knows it. An announcement about face-down cards
    is obvious only if the public state decides it, because everybody hears the announcement.
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


def find_implied_acts(rules: Rules, s: State, table: State, act: Act) -> list[Act]:
    """Return the acts before this card that make it legal; empty if it is legal without them or illegal with them.

    The acts follow from the public state, so they reveal no hidden card.
    """
    if not isinstance(act, CardPlayed) or not isinstance(rules.judge(table, act), Refusal):
        return []
    passed_over = find_implied_passes(rules, s, table)
    s, table = s.copy(), table.copy()
    for silent in passed_over:
        apply_both(rules, s, table, silent)
        apply_consequences(rules, s, table)
    return [] if isinstance(rules.judge(table, act), Refusal) else passed_over


def find_implied_passes(rules: Rules, s: State, table: State) -> list[Act]:
    """Return the passes, acts like passes and obvious acts up to the next card, if no seat bids or calls.

    Returns an empty list until all cards are dealt: nobody leads before that.
    """
    acts: list[Act] = []
    if any(CardsDealt in judges for judges in rules.judges[table.stage :]):
        return acts
    s, table = s.copy(), table.copy()
    while (act := find_obvious_act(rules, s, table) or _find_pass(rules, table)) is not None:
        acts.append(act)
        apply_both(rules, s, table, act)
        apply_consequences(rules, s, table)
    return acts


def _find_pass(rules: Rules, table: State) -> Act | None:
    """Return a pass of the seat to act, or an act like it (`Game.is_declining`); None if none is legal."""
    seat = rules.to_act(table)
    for act in rules.legal(table, seat) if seat is not None else ():
        if isinstance(act, Passed) or rules.ruleset.game.is_declining(act):
            return act
    return None


def find_unrecorded_acts(rules: Rules, s: State, table: State, act: Act) -> list[Act]:
    """Return the acts that nobody recorded before this one; empty if it is legal without them.

    They are acts without a decision: the cut, a dealing, the look at the face-down cards, and what the rules compel.
    Returns an empty list too if no such acts make ``act`` legal, or if different ones do.
    """
    if _is_possible(rules, s, act):
        return []
    lists: list[list[Act]] = []
    paths: list[tuple[State, State, list[Act]]] = [(s, table, [])]
    for _ in range(MOST_UNRECORDED):
        longer = []
        for before, public, path in paths:
            for silent in _acts_without_decision(rules, before, public):
                now, known = before.copy(), public.copy()
                apply_both(rules, now, known, silent)
                if _is_possible(rules, now, act):
                    lists.append([*path, silent])
                else:
                    longer.append((now, known, [*path, silent]))
        paths = longer
    return lists[0] if len(lists) == 1 else []


def _is_possible(rules: Rules, s: State, act: Act) -> bool:
    """Return whether an act does not break a rule. A dealing without cards stands for one of unknown cards."""
    if isinstance(act, CardsDealt) and not act.hands and act.seat in rules.place:
        return any(isinstance(legal, CardsDealt) for legal in rules.legal(s, act.seat))
    return not isinstance(rules.judge(s, act), Refusal)


def _acts_without_decision(rules: Rules, s: State, table: State) -> Iterator[Act]:
    """Yield the acts that may come next though nobody recorded them."""
    if (compelled := consequence(rules, s, table)) is not None:
        yield compelled
        return
    seat = rules.to_act(table)
    if seat is None:
        return
    game = rules.ruleset.game
    laid = set()
    for act in rules.legal(s, seat):
        if isinstance(act, game.laid):
            laid.add(type(act)(seat))  # which card it was is not known
        elif isinstance(act, (CardsDealt, *game.unseen)):
            yield act
        elif isinstance(act, PackCut) and act.depth == 0:
            yield PackCut(seat, 0, unrecorded=True)
    yield from laid
