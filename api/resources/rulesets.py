"""The known rulesets: parameters, rulebooks, and differences."""

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
from api.responses import bytes_response, etag_of, json_response
from domain.engine.parameters import plain
from domain.engine.rulebook import as_json, as_text
from domain.engine.rulebook.differences import differences
from domain.engine.words.worded import value_of
from domain.games.catalogue import RULESETS, UnknownRuleset
from schemas.answers import RulesetList
from schemas.rulebooks import Differences, Rulebook
from schemas.rulebooks import Ruleset as RulesetSchema

if TYPE_CHECKING:
    from flask import Response

    from domain.engine.ruleset import Ruleset

TEXT: Final = "text/plain"

blp = Blueprint("rulesets", __name__, url_prefix="/api/v1/rulesets", description="The known rulesets")


def ruleset_in_path(key: str) -> Ruleset:
    """Return the known ruleset of a key. Raises `Problem` (404) if there is none."""
    try:
        return game(key)
    except UnknownRuleset as unknown:
        raise Problem("not-found", value_of(unknown)) from None


@blp.get("")
@blp.response(200, RulesetList)
@blp.reads(EVERYBODY, needs_caller=False)
@light
def list_rulesets() -> dict[str, Any]:
    """List all known rulesets."""
    return {"items": RULESETS.values()}


@blp.get("/<string(maxlength=64):key>")
@blp.answers(RulesetSchema)
@blp.reads(EVERYBODY, needs_caller=False)
@light
def get_ruleset(key: str) -> Response:
    """Get a ruleset with all its parameters. Each deal stores its own copy, so a replay never changes."""
    body = msgspec.json.encode(plain(ruleset_in_path(key)))
    return bytes_response(body, etag_of(body))


@blp.get("/<string(maxlength=64):key>/rulebook")
@blp.response(200, Rulebook, headers=ETAG)
@blp.answers(openapi.TEXT, content_type=TEXT)
@blp.reads(EVERYBODY, needs_caller=False)
@heavy
def get_rulebook(key: str) -> Response:
    """Get the rulebook of a ruleset, in the order of play, each sentence with its source.

    `Accept: text/plain` returns text.
    """
    return rulebook_of(ruleset_in_path(key))


def rulebook_of(ruleset: Ruleset) -> Response:
    """Return the response with a rulebook, as JSON or as text."""
    if request.accept_mimetypes.best_match(["application/json", TEXT]) == TEXT:
        body = as_text(ruleset).encode()
        answer = bytes_response(body, etag_of(body), f"{TEXT}; charset=utf-8")
    else:
        answer = json_response(as_json(ruleset))
    answer.vary.add("Accept")
    return answer


@blp.get("/<string(maxlength=64):key>/differences/<string(maxlength=64):other>")
@blp.answers(Differences)
@blp.reads(EVERYBODY, needs_caller=False)
@heavy
def get_differences(key: str, other: str) -> Response:
    """Compare two rulesets: their parameters, and the chapters of their rulebooks."""
    return json_response(plain(differences(ruleset_in_path(key), ruleset_in_path(other))))
