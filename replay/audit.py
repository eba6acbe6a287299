"""The audit of a deal as plain values: one part for each question that an arbiter has. It tells of all cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from replay.audit_breaches import breaches_payload
from replay.audit_caps import caps_report
from replay.words import ENGLISH

if TYPE_CHECKING:
    from domain.record.record import Record
    from replay.words import Language


def audit(record: Record, language: Language = ENGLISH) -> dict[str, Any]:
    """Return everything the audit has to say of a deal: only for those who may see all of it."""
    opened = record.opened
    return {
        "ruleset": record.rules.ruleset.key,
        "dealer": opened.dealer,
        "players": opened.players,
        "acts": len(record.entries),
        "breaches": breaches_payload(record, language),
        "caps": caps_report(record, language),
    }
