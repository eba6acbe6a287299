"""Add, list, replay and end the webhooks of a tournament."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from flask import Response

from api.blueprint import Blueprint
from api.permissions import OFFICE, allow
from api.problems import Problem
from api.services import services
from api.webhook_requests import UnusableUrl, check_url, new_key
from schemas.webhooks import AddedWebhook, AddWebhook, ReplayWebhook, WebhookAnswer, WebhookList

if TYPE_CHECKING:
    from store.webhooks import Webhook

blp = Blueprint(
    "webhooks", __name__, url_prefix="/api/v1/tournaments", description="Messages of a tournament to other servers"
)

MOST: Final = 10
"""The active webhooks that a tournament may have."""


@blp.get("/<uuid:tournament_id>/webhooks")
@allow(OFFICE, within="tournament_id")
@blp.response(200, WebhookList)
@blp.problems(403, 404)
def list_webhooks(tournament_id: UUID) -> dict[str, Any]:
    """List the webhooks of a tournament, the oldest first, also those that ended, with their last answers."""
    _check(tournament_id)
    return {"items": [_plain(webhook) for webhook in services().webhooks.of(tournament_id)]}


@blp.post("/<uuid:tournament_id>/webhooks")
@allow(OFFICE, within="tournament_id")
@blp.arguments(AddWebhook)
@blp.response(201, AddedWebhook)
@blp.problems(403, 404, 409, 413, 415, 422)
def add_webhook(params: dict[str, Any], tournament_id: UUID) -> tuple[dict[str, Any], dict[str, str]]:
    """Add a webhook: a message for each result, round and ruling from now on.

    The answer has the secret that verifies the signatures; it is shown only once.
    """
    _check(tournament_id)
    try:
        check_url(params["url"])
    except UnusableUrl as error:
        raise Problem("webhook-url", str(error)) from None
    webhooks = services().webhooks
    if sum(each.ended_at is None for each in webhooks.of(tournament_id)) >= MOST:
        raise Problem("too-many-webhooks", f"a tournament may have {MOST} active webhooks")
    secret = new_key()
    webhook = webhooks.add(tournament_id, params["url"], secret)
    return {**_plain(_find(tournament_id, webhook)), "secret": secret}, {"Cache-Control": "no-store"}


@blp.post("/<uuid:tournament_id>/webhooks/<uuid:webhook_id>/replay")
@allow(OFFICE, within="tournament_id")
@blp.arguments(ReplayWebhook)
@blp.response(200, WebhookAnswer)
@blp.problems(403, 404, 409, 413, 415, 422)
def replay_webhook(params: dict[str, Any], tournament_id: UUID, webhook_id: UUID) -> dict[str, Any]:
    """Send messages once more, in order and with the same ids. Harmless when called again."""
    _find(tournament_id, webhook_id)
    if not services().webhooks.replay(webhook_id, params["since"]):
        raise Problem("webhook-ended")
    return _plain(_find(tournament_id, webhook_id))


@blp.delete("/<uuid:tournament_id>/webhooks/<uuid:webhook_id>")
@allow(OFFICE, within="tournament_id")
@blp.response(204)
@blp.problems(403, 404)
def end_webhook(tournament_id: UUID, webhook_id: UUID) -> Response:
    """End a webhook. Harmless if it has ended."""
    _find(tournament_id, webhook_id)
    services().webhooks.end(webhook_id)
    return Response(status=204)


def _check(tournament_id: UUID) -> None:
    """Raise `Problem` (404) if there is no such tournament."""
    row = services().catalogue.find(tournament_id)
    if row is None or row.kind != "tournament":
        raise Problem("not-found", f"there is no tournament {tournament_id}")


def _find(tournament_id: UUID, webhook_id: UUID) -> Webhook:
    """Return a webhook of a tournament. Raises `Problem` (404) if there is none."""
    for webhook in services().webhooks.of(tournament_id):
        if webhook.id == webhook_id:
            return webhook
    raise Problem("not-found", f"there is no webhook {webhook_id} of this tournament")


def _plain(webhook: Webhook) -> dict[str, Any]:
    names = ("id", "url", "created_at", "ended_at", "reason", "failures", "last_answer")
    return {name: getattr(webhook, name) for name in names}
