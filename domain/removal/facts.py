"""The facts of removals. Each is recorded in the transaction that removes the texts; the store demands it."""

from __future__ import annotations

from dataclasses import dataclass

from domain.engine.facts import Fact
from domain.engine.personal import PersonalText, PersonName


class RemovalFact(Fact):
    """A fact of the removals of a club."""

    __slots__ = ()
    SUBJECT = "Removal"


@dataclass(frozen=True, slots=True)
class PersonForgotten(RemovalFact):
    """A person was forgotten: from now on *Former player* and the ``number`` stands where the name stood.

    ``player``: the id of the registered player, empty for a name that nobody registered. ``texts``: how many names and
    other texts were removed; ``streams``: from how many deals, matches, tournaments and so on.
    """

    number: int
    club: str | None = None
    player: str = ""
    texts: int = 0
    streams: int = 0


@dataclass(frozen=True, slots=True)
class TextRemoved(RemovalFact):
    """A text that somebody had written was removed: all such texts of an event. ``why``: the reason, which is shown."""

    stream: str
    version: int
    why: PersonalText
    club: str | None = None


class RequestFact(Fact):
    """A fact of the register of requests of a club."""

    __slots__ = ()
    SUBJECT = "Request"


@dataclass(frozen=True, slots=True)
class RequestReceived(RequestFact):
    """Somebody asked to know what is kept, to have it corrected, or to be forgotten. ``received``: the day.

    ``about``: the id of the deal or of the table of a round that a player wants corrected, with the player's ``text``.
    """

    SPARE = ("about", "text")
    kind: str
    person: PersonName
    received: str
    club: str | None = None
    about: str = ""
    text: PersonalText = ""


@dataclass(frozen=True, slots=True)
class RequestAnswered(RequestFact):
    """A request was answered, by its ``number``. ``answered``: the day; ``how``: in a few words."""

    number: int
    answered: str
    how: PersonalText
