"""The shape of every error (RFC 9457)."""

from __future__ import annotations

from schemas import answer_fields as f
from schemas.base import Answer


class Clause(Answer):
    """The document and heading of a rule."""

    document = f.text()
    heading = f.text()


class ProblemSchema(Answer):
    """An error. ``code`` never changes; the texts are for people, in the reader's language, and may change."""

    type = f.text("the URL of a page about this code")
    title = f.text()
    status = f.integer()
    code = f.text()
    detail = f.optional(f.text())
    instance = f.optional(f.text())
    next = f.optional(f.text("what to try"))
    errors = f.optional(f.any_object("messages by the parts of the input that have the wrong shape"))
    version = f.optional(f.integer("the current version of the record"))
    ply = f.optional(f.integer("the ply of the refused act"))
    index = f.optional(f.integer("the index of the act in the batch, from 0"))
    seat = f.optional(f.text())
    clause = f.optional(f.nested_field(Clause))
    allowed = f.optional(f.text("what is allowed, in words"))
    token = f.optional(f.text("the id of the token that was issued with the same Idempotency-Key"))
    moved_to = f.optional(f.text("the address of the server to which the club has moved"))
    retry_after = f.optional(f.integer("the seconds to wait, as in the header Retry-After"))
    legal = f.optional(f.many(f.text(), "legal acts, as far as the caller may know"))
