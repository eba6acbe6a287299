"""Shapes of rulesets with all parameters, of rulebooks, and of the differences of two games."""

from __future__ import annotations

from marshmallow import INCLUDE

from schemas import answer_fields as f
from schemas.answers import RulesetCalled
from schemas.base import Answer


class Ruleset(RulesetCalled):
    """A game with all its parameters."""

    class Meta:
        unknown = INCLUDE


class Rule(Answer):
    """One sentence of a rulebook."""

    text = f.text()
    source = f.text("document and heading")


class Rulebook(RulesetCalled):
    """The rules of a game in plain words."""

    chapters = f.many(f.part(title=f.text(), rules=f.many(Rule)))


class Differences(Answer):
    """The differences of two games."""

    one = f.text("a game's key")
    other = f.text()
    same_family = f.flag("games of different families have no parameters in common")
    parameters = f.by_key(f.pair(), "the value in each game, by parameter")
    sentences = f.many(f.part(chapter=f.text(), one=f.many(Rule), other=f.many(Rule)))
