"""The audit of a deal as plain values: one part for each question that an arbiter has. It tells of all cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from replay.audit_breaches import told_breaches
from replay.audit_caps import caps_report

if TYPE_CHECKING:
    from domain.record import Record


def audit(record: Record) -> dict[str, Any]:
    """Everything the audit has to say of a deal: only for whoever may see all of it."""
    opened = record.opened
    return {
        "ruleset": record.rules.game.key,
        "dealer": opened.dealer,
        "players": opened.players,
        "acts": len(record.entries),
        "breaches": told_breaches(record),
        "caps": caps_report(record),
    }
