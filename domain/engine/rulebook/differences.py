"""The differences of two games: in the parameters, and in the sentences of the rulebook."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

from domain.engine.parameters import different
from domain.engine.rulebook import Chapter, Rule, rulebook

if TYPE_CHECKING:
    from domain.engine.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Change:
    """The sentences of one game in a chapter, and those of the other there instead; either may be empty."""

    chapter: str
    one: tuple[Rule, ...]
    other: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Differences:
    """How one game differs from another. Both are named by their keys."""

    one: str
    other: str
    same_family: bool
    parameters: dict[str, tuple[Any, Any]]
    """By name, the value in each. Games of different families have no parameters in common: then it is empty."""
    sentences: tuple[Change, ...]
    """Chapter by chapter, in the order of play."""


def differences(one: Ruleset, other: Ruleset) -> Differences:
    """Compare two games, of one family or of two. A sentence counts by its words, not by where it stands."""
    same_family = type(one) is type(other)
    parameters = different(one, other) if same_family else {}
    ours, theirs = ({chapter.title: chapter for chapter in rulebook(game)} for game in (one, other))
    changes: list[Change] = []
    for title in _titles(list(ours), list(theirs)):
        changes += _changes(title, _rules(ours, title), _rules(theirs, title))
    return Differences(one.key, other.key, same_family, parameters, tuple(changes))


def _titles(ours: list[str], theirs: list[str]) -> list[str]:
    """Return the chapters of both, each in the order of its own book."""
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
    """Return the stretches of a chapter that differ."""
    one, other = [rule.text for rule in ours], [rule.text for rule in theirs]
    steps = SequenceMatcher(None, one, other, autojunk=False).get_opcodes()
    return [Change(title, ours[a:b], theirs[c:d]) for kind, a, b, c, d in steps if kind != "equal"]
