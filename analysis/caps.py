"""The verdict on Caps in a deal, as it is stored with the analysis of the deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from domain.audit.caps.report import adjudicate

if TYPE_CHECKING:
    from domain.record.record import Record

DECIDED: Final = ("right", "early", "late", "missing")
"""The verdicts that say how a player did; others say that nothing was owed, or that it is not known."""


def caps_payload(record: Record) -> dict[str, Any] | None:
    """Return the verdict on Caps in a deal, with the seat that called or owed a call, and the ply. None if undecided.

    Returns None too if nobody called and no call was owed.
    """
    if record.settlement is None or record.abandoned:
        return None
    report = adjudicate(record, both_readings=False)
    if report.verdict not in DECIDED or report.seat is None:
        return None
    return {"verdict": report.verdict, "seat": report.seat, "ply": report.ply}
