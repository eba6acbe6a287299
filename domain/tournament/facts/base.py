"""The base of the facts of tournaments."""

from __future__ import annotations

from domain.engine.facts import Fact


class TournamentFact(Fact):
    """A fact of a tournament, or of a table of one of its rounds."""

    SUBJECT = "Tournament"
