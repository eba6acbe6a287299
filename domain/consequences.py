"""Decide which acts are recorded by themselves after another one.

An act comes by itself only if everybody at the table knows that it must come: it follows from the *table's state*,
which is folded from what the public saw. The full record only names the cards that such an act turns up. Nothing else
that the rules demand is recorded by itself, however much the scribe knows: what a player says or scores depends on
cards that nobody saw, so it is offered (`Rules.legal`), judged, and left to the audit.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from domain.cards import UNKNOWN
from domain.facts import CardsRevealed, IndicatorRevealed, IndicatorTakenBack
from domain.hiding import PUBLIC, hide_act

if TYPE_CHECKING:
    from collections.abc import Iterable

    from domain.cards import Seat
    from domain.facts import Act
    from domain.rules import Rules
    from domain.state import State


def table_state(rules: Rules, dealer: Seat, acts: Iterable[Act]) -> State:
    """Return the state of a deal as everybody at the table knows it."""
    table = rules.start(dealer)
    for act in acts:
        rules.apply(table, hide_act(act, PUBLIC))
    return table


def consequence(rules: Rules, s: State, table: State) -> Act | None:
    """Return the act that comes by itself now, or None.

    ``s`` is the state of the record, ``table`` what the table knows of the same deal. None too if the record does not
    know the cards that the act turns up.
    """
    act = rules.compels(table)
    return act if act is None else name_cards(rules, s, act)


def apply_consequences(rules: Rules, s: State, table: State) -> list[Act]:
    """Apply to both states, one after another, the acts that come by themselves; return them."""
    found = []
    while (act := consequence(rules, s, table)) is not None:
        apply_both(rules, s, table, act)
        found.append(act)
    return found


def apply_both(rules: Rules, s: State, table: State, act: Act) -> None:
    """Apply an act to the state of the record and, as the public saw it, to the state of the table."""
    rules.apply(s, act)
    rules.apply(table, hide_act(act, PUBLIC))


def name_cards(rules: Rules, s: State, act: Act) -> Act | None:
    """Return the act with the cards that the record knows; None if it turns up a card that the record does not know."""
    card = rules.tables.card
    match act:
        case IndicatorTakenBack():
            return replace(act, card=card.get(s.indicator, UNKNOWN))
        case IndicatorRevealed():
            return replace(act, card=card[s.indicator]) if s.indicator else None
        case CardsRevealed(_, cards):
            lying = {rules.seats[seat]: card[bit] for seat, bit in zip(s.trick_seats, s.trick, strict=True) if bit}
            return replace(act, cards={seat: lying[seat] for seat in cards}) if cards.keys() <= lying.keys() else None
    return act
