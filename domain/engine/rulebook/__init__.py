"""The rules of a ruleset in plain words, generated from its parameters, each sentence with its source.

A club's own ruleset therefore has a rulebook of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from domain.engine.parameters import plain

if TYPE_CHECKING:
    from domain.engine.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Rule:
    """One sentence and its source: document and heading."""

    text: str
    source: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """The rules on one subject."""

    title: str
    rules: tuple[Rule, ...]


def rulebook(ruleset: Ruleset) -> tuple[Chapter, ...]:
    """Return the chapters of the rulebook in the order of play; chapters without rules are left out."""
    chapters = (
        Chapter(title, tuple(Rule(*sentence) for sentence in sentences(ruleset)))
        for title, sentences in ruleset.game.chapters
    )
    return tuple(chapter for chapter in chapters if chapter.rules)


def as_json(ruleset: Ruleset) -> dict[str, Any]:
    """Return the rulebook as JSON values."""
    named = {"key": ruleset.key, "version": ruleset.version, "name": ruleset.name}
    return {**named, "chapters": plain(rulebook(ruleset))}


def as_text(ruleset: Ruleset) -> str:
    """Return the rulebook as plain text: a line for each sentence, with its source in brackets."""
    lines = [ruleset.name, "=" * len(ruleset.name)]
    for chapter in rulebook(ruleset):
        lines += ["", chapter.title, "-" * len(chapter.title)]
        lines += [f"{rule.text} [{rule.source}]" for rule in chapter.rules]
    return "\n".join(lines) + "\n"
