"""Decide who sees the names of a club's people: everybody, or its members alone. `name_of` decides each name.

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

from domain.club.policy import INITIALS, OPEN, PSEUDONYM, Policy
from domain.club.shown_names import ClubNames
from domain.club.shown_rows import PEOPLE, seen_line, seen_result

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
    from uuid import UUID

OWN_CHOICE_KINDS: Final = frozenset({"club", "lesson", "class"})
"""The kinds of lines of what has a visibility of its own. Of a club everybody sees that it exists."""


class Choice(NamedTuple):
    """A line of the catalogue that says what others see: of a club, or of a player with all names."""

    kind: str
    id: UUID
    club: UUID | None
    names: Sequence[str]
    seen: Mapping[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """The sight of one viewer: the policies of the clubs that hide something from the viewer."""

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

    def without(self, clubs: Collection[UUID]) -> Sight | None:
        """Return what a member of some clubs sees; None for everything."""
        return sight_of({each: policy for each, policy in self.policies.items() if each not in clubs})


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
    """The choices of persons, without their names."""

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
