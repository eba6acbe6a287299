"""Decide which acts are recorded by themselves after another one.

An act is added automatically only if everybody at the table knows that it must come: it follows from the *table's
state*, which is folded from what the public saw. The full record only names the cards that such an act turns up.
Nothing else that the rules demand is recorded by itself, however much the scribe knows: what a player says or scores
depends on cards that nobody saw, so it is offered (`Rules.legal`), judged, and left to the audit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.hiding import PUBLIC, hide_act

if TYPE_CHECKING:
    from collections.abc import Iterable

    from domain.engine.cards import Seat
    from domain.engine.facts import Act
    from domain.engine.rules import Rules
    from domain.engine.state import State


def table_state(rules: Rules, dealer: Seat, acts: Iterable[Act]) -> State:
    """Return the state of a deal as everybody at the table knows it."""
    table = rules.start(dealer)
    for act in acts:
        rules.apply(table, hide_act(act, PUBLIC))
    return table


def consequence(rules: Rules, s: State, table: State) -> Act | None:
    """Return the act that is added automatically now, or None.

    ``s`` is the state of the record, ``table`` what the table knows of the same deal. None too if the record does not
    know the cards that the act turns up.
    """
    act = rules.compels(table)
    return act if act is None else rules.ruleset.game.name_cards(s, act)


def apply_consequences(rules: Rules, s: State, table: State) -> list[Act]:
    """Apply to both states, one after another, the acts that come by themselves; return them."""
    acts = []
    while (act := consequence(rules, s, table)) is not None:
        apply_both(rules, s, table, act)
        acts.append(act)
    return acts


def apply_both(rules: Rules, s: State, table: State, act: Act) -> None:
    """Apply an act to the state of the record and, as the public saw it, to the state of the table."""
    rules.apply(s, act)
    rules.apply(table, hide_act(act, PUBLIC))
