"""The types of texts about people in facts. The store keeps such texts apart, so that they can be forgotten.

A fact says by the type of a field what it holds. The event then holds a digest in place of the text
(`domain.kernel.personal`), and the text is kept in a table of its own, from which it can be removed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Final, TypeAlias


class Kind(Enum):
    """The kinds of texts about people, each with the letter that stands before such a text in a marked event."""

    NAME = "n"
    """Names of people: the same name in the same club is the same text."""
    OWN_NAME = "o"
    """The name of the person whose stream it is."""
    TEXT = "t"
    """Any other text that somebody wrote about people."""


@dataclass(frozen=True, slots=True)
class Within:
    """Says of a field of plain JSON values which keys in it hold names of people."""

    names: tuple[str, ...] = ()


PersonName: TypeAlias = Annotated[str, Kind.NAME]
"""The name of a person or of several, or the id of a registered player."""
OwnName: TypeAlias = Annotated[str, Kind.OWN_NAME]
"""The name of a registered player, in the player's own stream."""
PersonalText: TypeAlias = Annotated[str, Kind.TEXT]
"""A text that may say something about a person: a reason, a note, a claim."""

PLAYERS: Final = Within(("players",))
"""Rows whose ``players`` are names or ids."""
