"""The envelope of all stored facts."""

from __future__ import annotations

from uuid import UUID

import msgspec

from domain.engine.facts import Fact


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
