"""The codes of problems and their meanings."""

from __future__ import annotations

from typing import Any

from marshmallow import fields

from api.blueprint import Blueprint
from api.front.kinds import light
from api.permissions import EVERYBODY
from api.problems import KINDS, Problem, kind_of
from domain.engine.refusals import CLAUSES
from domain.engine.words.values import sentence
from schemas.answers import ProblemLine
from schemas.base import Answer

blp = Blueprint("problems", __name__, url_prefix="/api/v1/problems", description="The codes of problems")


class ProblemList(Answer):
    """All codes."""

    items = fields.List(fields.Nested(ProblemLine), required=True)


@blp.get("")
@blp.response(200, ProblemList)
@blp.reads(EVERYBODY, needs_caller=False)
@light
def list_kinds() -> dict[str, Any]:
    """List all codes with their status and, for rules of the game, the clause."""
    return {"items": [_line(code) for code in (*KINDS, *CLAUSES)]}


@blp.get("/<string(maxlength=64):code>")
@blp.response(200, ProblemLine)
@blp.reads(EVERYBODY, needs_caller=False)
@light
def get_kind(code: str) -> dict[str, Any]:
    """Get the meaning of a code. The `type` of each problem is this address."""
    if code not in KINDS and code not in CLAUSES:
        raise Problem("not-found", sentence("there is no problem {code}", code=code))
    return _line(code)


def _line(code: str) -> dict[str, Any]:
    kind, clause = kind_of(code), CLAUSES.get(code)
    return {
        "code": code,
        "status": kind.status,
        "title": kind.title,
        "next": kind.hint or kind.next or None,
        "document": clause.document if clause else None,
        "heading": clause.heading if clause else None,
    }
