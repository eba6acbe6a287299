"""The rules of a ruleset in plain words, made from its data, each sentence with the document it rests on.

What the games of a family have in common is said as it is; what a parameter decides is said as that
parameter has it. So a house's own ruleset gets a rulebook of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from domain.rulebook.family import CHAPTERS

if TYPE_CHECKING:
    from domain.ruleset import Ruleset


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
    """The whole rulebook, chapter by chapter, in the order of play."""
    found = (Chapter(title, tuple(Rule(*each) for each in sentences(ruleset))) for title, sentences in CHAPTERS)
    return tuple(chapter for chapter in found if chapter.rules)
