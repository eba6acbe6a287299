"""Find the seat that broke a rule, and the breaches that everybody at the table can see while the deal is recorded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from domain.audit.causes import OWED
from domain.audit.sight import seen_acts
from domain.engine.facts import CardPlayed
from domain.engine.hiding import PUBLIC, hide_act
from domain.engine.refusals import Refusal
from domain.engine.state import NOBODY
from domain.games.three04.acts import SpoiltTrumpsDeclared

if TYPE_CHECKING:
    from collections.abc import Iterator

    from domain.engine.cards import Card, Seat
    from domain.engine.facts import Act
    from domain.engine.rules import Rules
    from domain.engine.state import State
    from domain.record.record import Record

OTHERS_WORK: Final = frozenset({"deal-against-pack"})
"""Codes that the audit of breaches leaves out: `domain.audit.shuffle` compares the dealing with pack and cut."""


@dataclass(frozen=True, slots=True)
class VisibleBreach:
    """A breach that the acts show to everybody at the table. ``trick``: its number, and ``led`` the card led to it."""

    ply: int
    seat: Seat | None
    broke: Refusal
    trick: int | None = None
    """None if the act is no card."""
    led: Card | None = None
    """None if the act is no card, leads to the trick, or follows a card that nobody saw."""


def find_visible_breaches(record: Record) -> Iterator[VisibleBreach]:
    """Yield the breaches that everybody at the table can see by now, in order.

    The acts are judged as the audit judges them, with all that any act shows, but only with what the public saw.
    """
    acts = [hide_act(entry.act, PUBLIC) for entry in record.entries]
    for ply, s, verdict in seen_acts(record, acts).steps():
        if isinstance(verdict, Refusal) and verdict.code not in OTHERS_WORK:
            yield _visible(record.rules, ply, s, acts[ply], verdict)


def _visible(rules: Rules, ply: int, s: State, act: Act, broke: Refusal) -> VisibleBreach:
    seat = find_offender(rules, s, act, broke)
    if not isinstance(act, CardPlayed):
        return VisibleBreach(ply, seat, broke)
    follows = 0 < len(s.trick) < s.width
    led = rules.tables.card.get(s.trick[0]) if follows else None
    return VisibleBreach(ply, seat, broke, sum(s.tricks) + 1 + (len(s.trick) == s.width), led)


def find_offender(rules: Rules, s: State, act: Act, refusal: Refusal) -> Seat | None:
    """Return the seat that broke the rule; None if no seat did."""
    if refusal.code in OWED and isinstance(act, CardPlayed) and s.turn != NOBODY:
        return rules.seats[s.turn]
    if isinstance(act, SpoiltTrumpsDeclared) and not act.upheld:
        # A true call that was not upheld is no fault of the caller.
        return None if rules.judge(s, SpoiltTrumpsDeclared(act.seat)) is None else refusal.seat
    return refusal.seat
