"""The breaches that everybody at a table can see by now, for the recorder of the deal, as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from domain.audit.offenders import find_visible_breaches
from replay.frames import refusal
from replay.words.breaches import at_the_table

if TYPE_CHECKING:
    from domain.record.record import Record
    from replay.words import Language


def visible_breaches(record: Record, language: Language) -> list[dict[str, Any]]:
    """Return the breaches in order. ``entry`` stays the same when earlier acts are inserted or removed."""
    return [
        {
            "ply": breach.ply,
            "entry": record.entries[breach.ply].stamp.version,
            **({"seat": breach.seat} if breach.seat is not None else {}),
            **refusal(breach.broke, language),
            "short": at_the_table(language, breach, record.rules.faces),
        }
        for breach in find_visible_breaches(record)
    ]
