"""Shapes of webhooks."""

from __future__ import annotations

from marshmallow import fields, validate

from schemas import answer_fields as f
from schemas.base import Answer, Command
from schemas.fields import instant


class AddWebhook(Command):
    """A request for messages of a tournament."""

    url = fields.String(
        required=True,
        validate=validate.Length(1, 2000),
        metadata={"description": "where messages are sent to: an address of the public internet, with https"},
    )


class ReplayWebhook(Command):
    """A request to send the messages of a webhook once more."""

    since = fields.AwareDateTime(
        load_default=None,
        allow_none=True,
        metadata={"description": "messages of what was stored since then; by default all of the tournament"},
    )


class WebhookAnswer(Answer):
    """A webhook, without its secret."""

    id = fields.UUID(required=True)
    url = f.text()
    created_at = instant(required=True)
    ended_at = instant(allow_none=True)
    reason = f.text("why it ended; empty if it is active")
    failures = f.integer("failed attempts since the last message that was delivered")
    last_answer = f.text("the status of the last answer, or why there was none; empty before the first")
    next_attempt_at = instant(allow_none=True)


class WebhookList(Answer):
    """The webhooks of a tournament."""

    items = f.many(WebhookAnswer)


class AddedWebhook(WebhookAnswer):
    """A new webhook. The secret that verifies its signatures is shown only now."""

    secret = f.text()
