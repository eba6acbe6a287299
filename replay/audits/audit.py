"""The audit of a deal as JSON: its breaches, and Caps. It reveals all cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from replay.audits.breaches import breaches_payload
from replay.audits.caps import caps_report
from replay.words import ENGLISH

if TYPE_CHECKING:
    from domain.record.record import Record
    from replay.words import Language


def audit(record: Record, language: Language = ENGLISH) -> dict[str, Any]:
    """Return the audit of a deal as JSON. Only viewers who may see the whole deal may have it."""
    opened = record.opened
    return {
        "ruleset": record.rules.ruleset.key,
        "dealer": opened.dealer,
        "players": opened.players,
        "acts": len(record.entries),
        "breaches": breaches_payload(record, language),
        "caps": caps_report(record, language),
    }
