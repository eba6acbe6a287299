"""Decide which acts are recorded automatically after another act.

An act is recorded automatically only if everybody at the table knows that it must come: it follows from the *table's
state*, which is folded from the acts as the public saw them. The full record only names the cards that such an act
turns up, which everybody sees before the next card is played. Other acts that the rules demand are never recorded
automatically, even if the scribe knows the cards: an announcement or a score depends on hidden cards, so it is offered
(`Rules.legal`), judged, and left to the audit.
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
    """Return the state of a deal, folded from the acts as the public saw them."""
    table = rules.start(dealer)
    for act in acts:
        rules.apply(table, hide_act(act, PUBLIC))
    return table


def consequence(rules: Rules, s: State, table: State) -> Act | None:
    """Return the act that is recorded automatically now, or None.

    ``s`` is the state of the record, ``table`` the public state of the same deal. Returns None too if the record does
    not know the cards that the act turns up.
    """
    act = rules.compels(table)
    return act if act is None else rules.ruleset.game.name_cards(s, act)


def apply_consequences(rules: Rules, s: State, table: State) -> list[Act]:
    """Apply to both states the acts that are recorded automatically now, and return them."""
    acts = []
    while (act := consequence(rules, s, table)) is not None:
        apply_both(rules, s, table, act)
        acts.append(act)
    return acts


def apply_both(rules: Rules, s: State, table: State, act: Act) -> None:
    """Apply an act to the state of the record, and the act as the public saw it to the state of the table."""
    rules.apply(s, act)
    rules.apply(table, hide_act(act, PUBLIC))
