"""Find the remedy for a breach under the ruleset (004 "Rule Violations"; no other document has one: A19, C13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from domain.audit.findings import Remedy
from domain.engine.facts import ViolationRuled
from domain.engine.rules import settle

if TYPE_CHECKING:
    from domain.engine.cards import Seat
    from domain.record.record import Record

VOID: Final = frozenset(
    {
        "spoilt-not-yours", "spoilt-too-early", "spoilt-too-late", "spoilt-false", "caps-not-yours", "caps-twice",
        "caps-nothing-left", "caps-pcc", "double-nothing", "double-twice", "double-own-side", "double-too-late",
        "redouble-nothing", "redouble-not-yours", "weis-not-with-card", "weis-too-late", "weis-twice", "weis-no-value",
        "weis-too-low", "weis-not-held", "weis-own", "stoeck-not-held", "stoeck-too-early", "stoeck-twice",
        "marriage-not-now", "marriage-not-held", "marriage-twice", "double-not-yours", "double-not-now",
        "redeal-not-yours", "redeal-too-late", "redeal-too-strong", "redeal-limit",
    }
)  # fmt: skip
"""Codes of calls that do not count: the seat was not entitled to make them, or they were untrue."""


def remedy(record: Record, ply: int, seat: Seat | None, code: str) -> Remedy:
    """Return the remedy if an arbiter finds that this seat broke this rule at this ply."""
    ruled = record.violation is not None and (record.violation.seat, record.violation.code) == (seat, code)
    void = code in VOID and seat is not None
    award = record.rules.ruleset.award
    if award is None or seat is None:
        return Remedy("undo", ply, void=void, ruled=ruled)
    settled = settle(record.state, record.caps_ruling, ViolationRuled(seat, code))
    awarded = settled is not None and settled.outcome == "awarded"
    if settled is None or not awarded:
        # Before there is a trump maker there is no game to award.
        return Remedy("undo", ply, void=void, ruled=ruled)
    return Remedy("award", ply, award, settled.tokens, void, ruled)
