"""`webhooks`: send messages of a tournament to another server."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from uuid import UUID

import click

from api.cli.parts.books import book, data_option, find_id
from api.cli.parts.errors import Trouble
from api.cli.parts.terminal import say
from api.webhooks.requests import UnusableUrl, check_url, find_address, new_key
from store.tables.webhooks import MOST, TooManyWebhooks

NOT_ACTIVE = "there is no active webhook with this id"


@click.group()
def webhooks() -> None:
    """Send messages of a tournament to another server.

    A running server delivers them. docs/webhooks.md describes the messages and how to verify them.

    \b
    nought webhooks add "The cup" https://club.example/nought
    nought webhooks list
    """


@webhooks.command()
@click.argument("tournament")
@click.argument("url")
@data_option
def add(tournament: str, url: str, data: Path | None) -> None:
    """Send messages of TOURNAMENT to URL from now on.

    One for each result, round and ruling. Prints the key that verifies the signatures, once.

    \b
    nought webhooks add "The cup" https://club.example/nought
    """
    try:
        parts = check_url(url)
        find_address(str(parts.hostname), parts.port or 443)
    except UnusableUrl as error:
        raise Trouble(str(error)) from None
    with book(data) as services:
        identity = find_id(services, "tournament", tournament)
        row = services.catalogue.find(identity)
        if row is None or row.kind != "tournament":
            raise Trouble("there is no such tournament")
        key = new_key()
        try:
            webhook = services.webhooks.add(identity, url, key)
        except TooManyWebhooks:
            raise Trouble(f"a tournament may have {MOST} active webhooks; end one of them first") from None
        say(f"Webhook {webhook}. The key of its signatures, shown only now:")
        click.echo(key)


@webhooks.command("list")
@data_option
def list_webhooks(data: Path | None) -> None:
    """List the webhooks, each with its last answer.

    \b
    nought webhooks list
    """
    with book(data) as services:
        for webhook in services.webhooks.all():
            state = f"ended: {webhook.reason}" if webhook.ended_at else "active"
            failed = f", {webhook.failures} failed attempts" if webhook.failures else ""
            last = f", last answer: {webhook.last_answer}" if webhook.last_answer else ""
            after = f", next attempt: {webhook.next_attempt_at:%Y-%m-%d %H:%M:%S %Z}" if webhook.next_attempt_at else ""
            say(f"{webhook.id}  {webhook.url}  tournament {webhook.tournament}  {state}{failed}{last}{after}")


@webhooks.command()
@click.argument("webhook", type=click.UUID)
@data_option
def end(webhook: UUID, data: Path | None) -> None:
    """Send nothing more to a webhook.

    \b
    nought webhooks end 4d7c1f0a-5a0e-4b1c-9d55-0b9a6f3f7c11
    """
    with book(data) as services:
        if not services.webhooks.end(webhook):
            raise Trouble(NOT_ACTIVE)
        say("The webhook is ended.")


@webhooks.command()
@click.argument("webhook", type=click.UUID)
@click.option("--from", "moment", type=click.DateTime(), help="A time in UTC. Without it, from the first event on.")
@data_option
def replay(webhook: UUID, moment: datetime | None, data: Path | None) -> None:
    """Send messages once more, from a time on.

    They come in order and have the same ids.

    \b
    nought webhooks replay 4d7c1f0a-5a0e-4b1c-9d55-0b9a6f3f7c11 --from 2026-11-24T19:00:00
    """
    from datetime import UTC

    with book(data) as services:
        if not services.webhooks.replay(webhook, moment and moment.replace(tzinfo=UTC)):
            raise Trouble(NOT_ACTIVE)
        say("The messages are sent once more.")


COMMANDS = (webhooks,)
