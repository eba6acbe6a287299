"""The base of the facts of tournaments."""

from __future__ import annotations

from dataclasses import dataclass

from domain.engine.facts import Fact
from domain.tournament.state import EntryId


class TournamentFact(Fact):
    """A fact of a tournament, or of a table of one of its rounds."""

    __slots__ = ()
    SUBJECT = "Tournament"


@dataclass(frozen=True, slots=True)
class EntryFact(TournamentFact):
    """A fact of one entry, whose other fields another base declares."""

    TOPIC = ""
    entry: EntryId
