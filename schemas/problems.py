"""The shape of every error: RFC 9457, with the words a client can act on."""

from __future__ import annotations

from schemas import answer_fields as f
from schemas.base import Answer


class Clause(Answer):
    """Where a rule stands."""

    document = f.text()
    heading = f.text()


class ProblemSchema(Answer):
    """A problem. ``code`` is permanent; the words are for people."""

    type = f.text("leads to a page about this code")
    title = f.text()
    status = f.integer()
    code = f.text()
    detail = f.optional(f.text())
    instance = f.optional(f.text())
    next = f.optional(f.text("what to try"))
    errors = f.optional(f.anything("which parts of the input have the wrong shape"))
    version = f.optional(f.integer("the version that the record is at"))
    ply = f.optional(f.integer("the ply that the refused act would have had"))
    index = f.optional(f.integer("which act of the batch, from 0"))
    seat = f.optional(f.text())
    clause = f.optional(f.nested(Clause))
    allowed = f.optional(f.text("what would be allowed, in words"))
    retry_after = f.optional(f.integer("seconds to wait after too many wrong attempts, as the header Retry-After"))
    legal = f.optional(f.many(f.text(), "acts that would be allowed, as far as the caller may know"))
