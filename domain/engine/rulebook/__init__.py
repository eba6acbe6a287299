"""The rules of a ruleset in plain words, made from its data, each sentence with the document it rests on.

What all rulesets of a game have in common is said as it is; what a parameter decides is said as that
parameter has it. So a house's own ruleset gets a rulebook of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from domain.engine.parameters import plain

if TYPE_CHECKING:
    from domain.engine.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Rule:
    """One sentence, and where it stands: document and heading."""

    text: str
    source: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """Rules about one thing."""

    title: str
    rules: tuple[Rule, ...]


def rulebook(ruleset: Ruleset) -> tuple[Chapter, ...]:
    """Return the whole rulebook, chapter by chapter, in the order of play."""
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
    """Return the rulebook as plain text: a line for each sentence, its source in brackets."""
    lines = [ruleset.name, "=" * len(ruleset.name)]
    for chapter in rulebook(ruleset):
        lines += ["", chapter.title, "-" * len(chapter.title)]
        lines += [f"{rule.text} [{rule.source}]" for rule in chapter.rules]
    return "\n".join(lines) + "\n"
