"""The stored events: every kind of fact by its topic, and the envelope of all of them, `Recorded`."""

from __future__ import annotations

from typing import Final
from uuid import UUID

import msgspec

from domain import games
from domain.classroom import facts as class_facts
from domain.club import facts as club_facts
from domain.deck import facts as deck_facts
from domain.dispute import facts as dispute_facts
from domain.engine.facts import Fact
from domain.lesson import facts as lesson_facts
from domain.match import facts as match_facts
from domain.practice import facts as practice_facts
from domain.record import facts as record_facts
from domain.series import facts as series_facts
from domain.slate import facts as slate_facts
from domain.tournament import facts as tournament_facts


class Recorded(msgspec.Struct, frozen=True):
    """One stored fact with its stream, version, time and recorder."""

    originator_id: UUID
    originator_version: int
    fact: Fact
    at: str
    """The time, as ISO 8601 in UTC with milliseconds."""
    by: str
    """The name of the recorder, never a secret."""
    key: str = ""
    """The key of the command, chosen by its sender; empty if none was sent."""
    broke: str = ""
    """The code of the refusal of an act that was recorded as it happened; empty for any other fact."""
    device_at: str = ""
    """The time of the sender's device if its clock was wrong, so that ``at`` is the server's; else empty."""


KINDS: Final[tuple[type[Fact], ...]] = (
    *match_facts.KINDS, *club_facts.KINDS, *record_facts.KINDS, *tournament_facts.KINDS, *dispute_facts.KINDS,
    *lesson_facts.KINDS, *practice_facts.KINDS, *class_facts.KINDS, *deck_facts.KINDS,
    *series_facts.KINDS, *slate_facts.KINDS,
)  # fmt: skip

TOPICS: Final[dict[str, type[Fact]]] = {**games.TOPICS, **{kind.TOPIC: kind for kind in KINDS}}
"""Every type of fact that may be stored, by its permanent topic."""
