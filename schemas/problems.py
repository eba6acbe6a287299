"""The shape of every error: RFC 9457, with the words a client can act on."""

from __future__ import annotations

from marshmallow import fields

from schemas.base import Answer


class Clause(Answer):
    """Where a rule stands."""

    document = fields.String(required=True)
    heading = fields.String(required=True)


class ProblemSchema(Answer):
    """A problem. ``code`` is permanent; the words are for people."""

    type = fields.String(required=True, metadata={"description": "leads to a page about this code"})
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    code = fields.String(required=True)
    detail = fields.String()
    instance = fields.String()
    next = fields.String(metadata={"description": "what to try"})
    errors = fields.Dict(metadata={"description": "which parts of the input have the wrong shape"})
    version = fields.Integer(metadata={"description": "the version that the record is at"})
    ply = fields.Integer(metadata={"description": "the ply that the refused act would have had"})
    index = fields.Integer(metadata={"description": "which act of the batch, from 0"})
    seat = fields.String()
    clause = fields.Nested(Clause)
    allowed = fields.String(metadata={"description": "what would be allowed, in words"})
    legal = fields.List(
        fields.String(), metadata={"description": "acts that would be allowed, as far as the caller may know"}
    )
