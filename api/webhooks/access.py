"""Finds and adds the webhooks of a tournament, for the API and the pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from api.lists import find_row
from api.problems import Problem
from api.services import services
from api.webhooks.requests import UnusableUrl, check_url, new_key
from domain.engine.words.values import sentence
from domain.kernel.errors import KeyReused
from store.tables.webhooks import MOST, TooManyWebhooks

if TYPE_CHECKING:
    from uuid import UUID

    from store.tables.webhooks import Webhook


def check_tournament(tournament_id: UUID) -> None:
    """Raise `NotFound` if there is no such tournament."""
    find_row(services().catalogue, "tournament", tournament_id)


def find_webhook(tournament_id: UUID, webhook_id: UUID) -> Webhook:
    """Return a webhook of a tournament. Raises `Problem` (404) if there is none."""
    for webhook in services().webhooks.of(tournament_id):
        if webhook.id == webhook_id:
            return webhook
    raise Problem("not-found", sentence("there is no webhook {webhook} of this tournament", webhook=str(webhook_id)))


def add_webhook(tournament_id: UUID, url: str, key: str) -> Webhook:
    """Add a webhook with a new secret; return the one that was added with the same ``key`` before.

    Raises `Problem` if the URL cannot be used, or there are too many, and `KeyReused`.
    """
    check_tournament(tournament_id)
    try:
        check_url(url)
    except UnusableUrl as error:
        raise Problem("webhook-url", error.sentence) from None
    try:
        webhook = find_webhook(tournament_id, services().webhooks.add(tournament_id, url, new_key(), key))
    except TooManyWebhooks:
        most = sentence("a tournament may have {most} active webhooks", most=MOST)
        raise Problem("too-many-webhooks", most) from None
    if webhook.url != url:
        raise KeyReused(key)
    return webhook
