"""Who sees the names of a club's people: everybody, or its members alone. One function decides a name: `name_of`.

A club is *open* (everybody sees names), shows *names to members* (others see results with initials), or is for
*members only* (others see that the club exists). A person may be shown as less than the club gives: by initials, or by
a pseudonym. A minor is shown by initials at most, unless a guardian has consented. Free texts of a club that is not
open, such as reasons and notes, are for members.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from domain.club.shown_names import FORMER, ClubNames, replace_names
from domain.club.shown_rows import PEOPLE, seen_line, seen_result
from domain.engine.personal import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from uuid import UUID

OPEN: Final = "open"
NAMES: Final = "names-for-members"
MEMBERS: Final = "members-only"
LEVELS: Final = (OPEN, NAMES, MEMBERS)
"""What a club may choose, from the most that others see to the least."""
FULL: Final = "full"
INITIALS: Final = "initials"
PSEUDONYM: Final = "pseudonym"
FORMS: Final = (FULL, INITIALS, PSEUDONYM)
"""How a person may be shown to others."""
FOR_MEMBERS: Final = "(for members)"
"""Stands in the place of a free text; the same in all languages, since it is part of a record."""
OWN_CHOICE_KINDS: Final = frozenset({"club", "lesson", "class"})
"""The kinds of lines of what has a visibility of its own. Of a club everybody sees that it exists."""
OWN_CHOICE: Final = frozenset({"nought.Lesson.", "nought.Class."})
"""The beginnings of the topics of what has a visibility of its own: lessons and classes."""


class Choice(NamedTuple):
    """A line of the catalogue that says what others see: of a club, or of a player with all names."""

    kind: str
    id: UUID
    club: UUID | None
    names: Sequence[str]
    seen: Mapping[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class Policy:
    """What outsiders of a club see; ``club`` is None for what belongs to no club."""

    club: UUID | None
    level: str
    chosen: Mapping[str, str]
    """What is shown in the place of some names, whatever the club chose: a pseudonym; empty for initials."""
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


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """What one viewer sees of the clubs: ``policies`` of those that hide something from the viewer."""

    policies: Mapping[UUID | None, Policy]

    def of(self, club: UUID | None) -> Policy | None:
        """Return what the viewer sees of a club; None for everything."""
        return self.policies.get(club)

    def line(self, kind: str, club: UUID | None, title: str, data: dict[str, Any]) -> tuple[str, dict[str, Any]] | None:
        """Return the title and the values of a line of the catalogue as the viewer sees them; None for none of it."""
        policy = self.policies.get(club)
        if policy is None:
            return title, data
        return None if policy.is_closed and kind not in OWN_CHOICE_KINDS else seen_line(kind, title, data, policy)

    def without_kind(self, kind: str, names: Sequence[str]) -> tuple[UUID | None, ...]:
        """Return the clubs whose lines of a kind the viewer does not see, or not in a search by these names."""
        is_open = kind in OWN_CHOICE_KINDS
        return tuple(
            policy.club
            for policy in self.policies.values()
            if (policy.is_closed and not is_open) or (kind in PEOPLE and names and policy.knows(names))
        )

    def result(self, club: UUID | None, line: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a line of standings as the viewer sees it."""
        policy = self.policies.get(club)
        return seen_result(line, policy) if policy else line

    def without(self, club: UUID | None) -> Sight | None:
        """Return what a member of a club sees; None for everything."""
        return sight_of({each: policy for each, policy in self.policies.items() if each != club})


def sight_of(policies: Mapping[UUID | None, Policy]) -> Sight | None:
    """Return what an outsider of the clubs with these policies sees; None for everything."""
    return Sight(MappingProxyType(dict(policies))) if policies else None


def name_of(person: str, club: UUID | None, viewer: Sight | None) -> str:
    """Return the name of a person of a club, registered or not, that a viewer gets; of a pair, both names.

    ``viewer``: None if the viewer sees everything. All names that anybody gets are decided here and in `Policy`.
    """
    policy = viewer.of(club) if viewer else None
    return policy.people(person) if policy else person


@dataclass(slots=True)
class _Draft:
    level: str = OPEN
    chosen: dict[str, str] = field(default_factory=dict)
    persons: list[str] = field(default_factory=list)
    """What the choices of persons are, without their names."""

    @property
    def key(self) -> str:
        """Return a digest of the choices."""
        return sha256("\n".join((self.level, *self.persons)).encode()).hexdigest()[:12]


def policies_of(
    choices: Iterable[Choice], load: Callable[[UUID | None, int], Iterable[tuple[int, str]]]
) -> dict[UUID | None, Policy]:
    """Return the policies of the clubs that hide something from outsiders.

    ``load``: returns the names of a club that were first written after a number (`ClubNames`).
    """
    drafts: dict[UUID | None, _Draft] = {}
    for each in choices:
        if each.kind == "club":
            drafts.setdefault(each.id, _Draft()).level = each.seen.get("level", OPEN)
        elif (shown := shown_as(each.seen)) is not None:
            draft = drafts.setdefault(each.club, _Draft())
            draft.chosen.update(dict.fromkeys(each.names, shown))
            draft.persons.append(f"{each.id} {len(each.names)} {shown}")
    return {
        club: Policy(
            club,
            draft.level,
            MappingProxyType(draft.chosen),
            ClubNames(lambda after, club=club: load(club, after), frozenset(draft.chosen.values())),  # type: ignore[misc]
            draft.key,
        )
        for club, draft in drafts.items()
        if draft.level != OPEN or draft.chosen
    }


def shown_as(seen: Mapping[str, Any]) -> str | None:
    """Return what is shown in the place of a player's names: a pseudonym, or "" for initials; None for the name."""
    if seen.get("form") == PSEUDONYM and seen.get(PSEUDONYM):
        return str(seen[PSEUDONYM])
    is_protected = seen.get("minor") and not seen.get("consent")
    return "" if is_protected or seen.get("form") == INITIALS else None
