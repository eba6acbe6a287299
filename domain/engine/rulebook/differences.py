"""The differences of two rulesets, in the parameters and in the sentences of the rulebook."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

from domain.engine.parameters import find_differences
from domain.engine.rulebook import Chapter, Rule, rulebook

if TYPE_CHECKING:
    from domain.engine.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Change:
    """Sentences of a chapter in one ruleset, and those in the other that replace them; either may be empty."""

    chapter: str
    one: tuple[Rule, ...]
    other: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Differences:
    """The differences of two rulesets, which ``one`` and ``other`` name by their keys."""

    one: str
    other: str
    same_family: bool
    parameters: dict[str, tuple[Any, Any]]
    """Mapping of parameter to its value in each ruleset; empty if the rulesets are of different games."""
    sentences: tuple[Change, ...]
    """The changes chapter by chapter, in the order of play."""


def differences(one: Ruleset, other: Ruleset) -> Differences:
    """Return the differences of two rulesets, of one game or of two. Sentences are compared without their sources."""
    same_family = type(one) is type(other)
    parameters = find_differences(one, other) if same_family else {}
    ours, theirs = ({chapter.title: chapter for chapter in rulebook(game)} for game in (one, other))
    changes: list[Change] = []
    for title in _titles(list(ours), list(theirs)):
        changes += _changes(title, _rules(ours, title), _rules(theirs, title))
    return Differences(one.key, other.key, same_family, parameters, tuple(changes))


def _titles(ours: list[str], theirs: list[str]) -> list[str]:
    """Return the chapter titles of both rulebooks, merged in the order of each."""
    titles = list(ours)
    place = len(titles)
    for title in reversed(theirs):
        if title in titles:
            place = titles.index(title)
        else:
            titles.insert(place, title)
    return titles


def _rules(book: dict[str, Chapter], title: str) -> tuple[Rule, ...]:
    return book[title].rules if title in book else ()


def _changes(title: str, ours: tuple[Rule, ...], theirs: tuple[Rule, ...]) -> list[Change]:
    """Return the differing passages of a chapter."""
    one, other = [rule.text for rule in ours], [rule.text for rule in theirs]
    steps = SequenceMatcher(None, one, other, autojunk=False).get_opcodes()
    return [Change(title, ours[a:b], theirs[c:d]) for kind, a, b, c, d in steps if kind != "equal"]
