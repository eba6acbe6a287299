"""Add, list, replay and end the webhooks of a tournament."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from flask import Response

from api import commands
from api.blueprint import Blueprint
from api.permissions import OFFICE, allow
from api.problems import Problem
from api.services import services
from api.webhooks import access as webhook_access
from schemas.webhooks import AddedWebhook, AddWebhook, ReplayWebhook, WebhookAnswer, WebhookList

if TYPE_CHECKING:
    from store.tables.webhooks import Webhook

blp = Blueprint(
    "webhooks", __name__, url_prefix="/api/v1/tournaments", description="Messages of a tournament to other servers"
)


@blp.get("/<uuid:tournament_id>/webhooks")
@allow(OFFICE, within="tournament_id")
@blp.response(200, WebhookList)
@blp.problems(403, 404)
def list_webhooks(tournament_id: UUID) -> dict[str, Any]:
    """List the webhooks of a tournament, the oldest first, also those that ended, with their last answers."""
    webhook_access.check_tournament(tournament_id)
    return {"items": [_plain(webhook) for webhook in services().webhooks.of(tournament_id)]}


@blp.post("/<uuid:tournament_id>/webhooks")
@blp.arguments(AddWebhook)
@blp.response(201, AddedWebhook)
@blp.commands(OFFICE, within="tournament_id", match=False)
def add_webhook(params: dict[str, Any], tournament_id: UUID) -> tuple[dict[str, Any], dict[str, str]]:
    """Add a webhook: a message for each result, round and ruling from now on.

    The answer has the secret that verifies the signatures; it is shown only once.
    """
    webhook = webhook_access.add_webhook(tournament_id, params["url"], commands.key())
    return {**_plain(webhook), "secret": webhook.secret}, {"Cache-Control": "no-store"}


@blp.post("/<uuid:tournament_id>/webhooks/<uuid:webhook_id>/replay")
@allow(OFFICE, within="tournament_id")
@blp.arguments(ReplayWebhook)
@blp.response(200, WebhookAnswer)
@blp.problems(403, 404, 409, 413, 415, 422)
def replay_webhook(params: dict[str, Any], tournament_id: UUID, webhook_id: UUID) -> dict[str, Any]:
    """Send messages once more, in order and with the same ids. Harmless when called again."""
    webhook_access.find_webhook(tournament_id, webhook_id)
    if not services().webhooks.replay(webhook_id, params["since"]):
        raise Problem("webhook-ended")
    return _plain(webhook_access.find_webhook(tournament_id, webhook_id))


@blp.delete("/<uuid:tournament_id>/webhooks/<uuid:webhook_id>")
@allow(OFFICE, within="tournament_id")
@blp.response(204)
@blp.problems(403, 404)
def end_webhook(tournament_id: UUID, webhook_id: UUID) -> Response:
    """End a webhook. Harmless if it has ended."""
    webhook_access.find_webhook(tournament_id, webhook_id)
    services().webhooks.end(webhook_id)
    return Response(status=204)


def _plain(webhook: Webhook) -> dict[str, Any]:
    names = ("id", "url", "created_at", "ended_at", "reason", "failures", "last_answer")
    return {**{name: getattr(webhook, name) for name in names}, "next_attempt_at": webhook.next_attempt_at}
