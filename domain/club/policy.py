"""The policy of a club: how much of it others see, and under which names they see its people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from domain.club.shown_names import FORMER, ClubNames, replace_names
from domain.engine.personal import Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from uuid import UUID

OPEN: Final = "open"
NAMES: Final = "names-for-members"
MEMBERS: Final = "members-only"
LEVELS: Final = (OPEN, NAMES, MEMBERS)
"""The choices of a club, from the most that others see to the least."""
FULL: Final = "full"
INITIALS: Final = "initials"
PSEUDONYM: Final = "pseudonym"
FORMS: Final = (FULL, INITIALS, PSEUDONYM)
"""The forms in which a person is shown to others."""
FOR_MEMBERS: Final = "(for members)"
"""Stands in the place of a free text; the same in all languages, since it is part of a record."""
OWN_CHOICE: Final = frozenset({"nought.Lesson.", "nought.Class."})
"""The beginnings of the topics of what has a visibility of its own: lessons and classes."""


@dataclass(frozen=True, slots=True, eq=False)
class Policy:
    """The names and texts that outsiders of a club see; ``club`` is None for what belongs to no club."""

    club: UUID | None
    level: str
    chosen: Mapping[str, str]
    """The texts in the place of some names, whatever the club chose: a pseudonym; empty for initials."""
    names: ClubNames
    key: str = ""
    """Differs if what is hidden differs, and tells nothing of what is hidden."""

    @property
    def hides_all_names(self) -> bool:
        """Return whether outsiders see no name in full."""
        return self.level != OPEN

    @property
    def is_closed(self) -> bool:
        """Return whether outsiders see nothing but that the club exists."""
        return self.level == MEMBERS

    def hides(self, topic: str) -> bool:
        """Return whether outsiders do not see a stream that has an event of this topic."""
        return self.is_closed and not any(topic.startswith(each) for each in OWN_CHOICE)

    def name(self, called: str) -> str:
        """Return what outsiders see in the place of the name of one person."""
        chosen = self.chosen.get(called)
        if chosen:
            return chosen
        if (chosen is None and self.level == OPEN) or not called or FORMER.fullmatch(called):
            return called
        return self.names.initials_of(called)

    def people(self, text: str) -> str:
        """Return what outsiders see in the place of a text that names people."""
        return replace_names(text, self.name)

    def text(self, written: str) -> str:
        """Return what outsiders see in the place of a free text."""
        if not written:
            return written
        hides = self.hides_all_names or any(name in written for name in self.chosen)
        return FOR_MEMBERS if hides else written

    def open(self, letter: str, written: str) -> str:
        """Return what outsiders see in the place of a text about people of a kind (`domain.engine.personal.Kind`)."""
        return self.text(written) if letter == Kind.TEXT.value else self.name(written)

    def knows(self, names: Iterable[str]) -> bool:
        """Return whether a search for these names could tell an outsider a hidden name."""
        return self.hides_all_names or any(name in self.chosen for name in names)
