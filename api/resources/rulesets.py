"""The games that are known: their parameters, their rulebooks, and in what two of them differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from flask import request

from api import openapi
from api.blueprint import ETAG, Blueprint
from api.front.kinds import heavy, light
from api.games import game
from api.permissions import EVERYBODY
from api.problems import Problem
from api.serving import as_seen, bytes_as_seen, tag_of
from domain.engine.parameters import plain
from domain.engine.rulebook import as_json, as_text
from domain.engine.rulebook.differences import differences
from domain.games.catalogue import RULESETS, UnknownRuleset
from schemas.answers import RulesetList
from schemas.rulebooks import Differences, Rulebook
from schemas.rulebooks import Ruleset as RulesetSchema

if TYPE_CHECKING:
    from flask import Response

    from domain.engine.ruleset import Ruleset

TEXT: Final = "text/plain"

blp = Blueprint("rulesets", __name__, url_prefix="/api/v1/rulesets", description="The games that are known")


def found(key: str) -> Ruleset:
    """The game that a path names; if there is none, nothing is there."""
    try:
        return game(key)
    except UnknownRuleset as unknown:
        raise Problem("not-found", str(unknown)) from None


@blp.get("")
@blp.response(200, RulesetList)
@blp.reads(EVERYBODY, needs_caller=False)
@light
def list_rulesets() -> dict[str, Any]:
    """Every game by its key."""
    return {
        "items": [
            {"key": each.key, "version": each.version, "name": each.name, "seats": each.seating.seats}
            for each in RULESETS.values()
        ]
    }


@blp.get("/<string(maxlength=64):key>")
@blp.response(200, RulesetSchema, headers=ETAG)
@blp.not_modified()
@blp.reads(EVERYBODY, needs_caller=False)
@light
def get_ruleset(key: str) -> Response:
    """A game with all its parameters. A deal keeps the whole of it, so a replay never changes with the code."""
    body = msgspec.json.encode(plain(found(key)))
    return bytes_as_seen(body, tag_of(body))


@blp.get("/<string(maxlength=64):key>/rulebook")
@blp.response(200, Rulebook, headers=ETAG)
@blp.response(200, openapi.TEXT, content_type=TEXT, headers=ETAG)
@blp.not_modified()
@blp.reads(EVERYBODY, needs_caller=False)
@heavy
def get_rulebook(key: str) -> Response:
    """The rules of a game in plain words, chapter by chapter in the order of play, each sentence with its source.

    With `Accept: text/plain` as text to read.
    """
    return rulebook_of(found(key))


def rulebook_of(ruleset: Ruleset) -> Response:
    """The answer that tells a rulebook, as JSON or as text."""
    if request.accept_mimetypes.best_match(["application/json", TEXT]) == TEXT:
        body = as_text(ruleset).encode()
        answer = bytes_as_seen(body, tag_of(body), f"{TEXT}; charset=utf-8")
    else:
        answer = as_seen(as_json(ruleset))
    answer.vary.add("Accept")
    return answer


@blp.get("/<string(maxlength=64):key>/differences/<string(maxlength=64):other>")
@blp.response(200, Differences, headers=ETAG)
@blp.not_modified()
@blp.reads(EVERYBODY, needs_caller=False)
@heavy
def get_differences(key: str, other: str) -> Response:
    """In what two games differ: the parameters, and what their rulebooks say in each chapter."""
    return as_seen(plain(differences(found(key), found(other))))
