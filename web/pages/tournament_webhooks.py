"""The page of a tournament's webhooks, at the director's desk. It works without a script."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from flask import Blueprint, redirect, request, url_for
from flask_babel import gettext as _

from api.commands import LONGEST_KEY
from api.permissions import OFFICE, allow
from api.problems import Problem
from api.services import services
from api.webhooks.access import add_webhook, find_webhook
from replay.tournaments.log import OWN
from store.tables.queries import new_secret
from store.tables.webhooks import MOST
from web.page import private_page, unkept
from web.tournaments.seen import see

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from flask import Response
    from werkzeug.wrappers import Response as WerkzeugResponse

    from store.tables.webhooks import Webhook
    from web.tournaments.seen import Seen

blp = Blueprint("tournament_webhooks", __name__, url_prefix="/tournaments/<uuid:tournament_id>/desk/webhooks")


@blp.get("")
@allow(OFFICE, within="tournament_id")
def webhooks(tournament_id: UUID) -> Response:
    """Show the webhooks with their last answers, and the forms to add, replay and end one."""
    return _page(see(tournament_id))


@blp.post("")
@allow(OFFICE, within="tournament_id")
def add(tournament_id: UUID) -> Any:
    """Add a webhook, and show its secret once."""
    seen, url = see(tournament_id), request.form.get("url", "").strip()
    key = request.form.get("key", "")[:LONGEST_KEY]
    try:
        added = add_webhook(tournament_id, url, key if key.isprintable() else "")
    except Problem as problem:
        refusals = {
            "webhook-url": _("Messages cannot be sent to this URL. It must begin with https:// and name a host."),
            "too-many-webhooks": _(
                "A tournament may have %(number)s active webhooks. End one of them first.", number=MOST
            ),
        }
        if problem.code not in refusals:
            raise
        return _page(seen, refused=refusals[problem.code], url=url[:2000]), problem.status
    return _page(seen, added=added)


@blp.post("/<uuid:webhook_id>/replay")
@allow(OFFICE, within="tournament_id")
def replay(tournament_id: UUID, webhook_id: UUID) -> WerkzeugResponse:
    """Send the messages again: all, or from an event of the log on."""
    find_webhook(tournament_id, webhook_id)
    since = request.form.get("since", "")
    times = _times(see(tournament_id))
    if since and since not in times:
        raise Problem("bad-request", _("Choose an event of the log."))
    if not services().webhooks.replay(webhook_id, times[since] if since else None):
        raise Problem("webhook-ended")
    return redirect(url_for(".webhooks", tournament_id=tournament_id, sent=webhook_id), 303)


@blp.post("/<uuid:webhook_id>/end")
@allow(OFFICE, within="tournament_id")
def end(tournament_id: UUID, webhook_id: UUID) -> WerkzeugResponse:
    """End a webhook."""
    find_webhook(tournament_id, webhook_id)
    services().webhooks.end(webhook_id)
    return redirect(url_for(".webhooks", tournament_id=tournament_id), 303)


def _page(seen: Seen, **more: Any) -> Response:
    page = private_page(
        "tournament/desk/webhooks.html",
        seen=seen,
        tournament=seen.tournament,
        part="desk-webhooks",
        rows=services().webhooks.of(seen.id),
        events=list(reversed(seen.log(OWN))),
        last_answer=_last_answer,
        key=new_secret(),
        replayed=request.args.get("sent", ""),
        **more,
    )
    return unkept(page)


def _times(seen: Seen) -> dict[str, datetime]:
    """Return the times of the events of the tournament's log, each by the value that the form sends."""
    from datetime import datetime

    return {row["at"]: datetime.fromisoformat(row["at"]) for row in seen.log(OWN)}


def _last_answer(webhook: Webhook) -> str:
    """Return the last answer in the reader's language: its HTTP status, or that there was none."""
    status = re.search(r"\b[1-5]\d\d\b", webhook.last_answer)
    if status:
        return str(_("HTTP status %(status)s", status=status[0]))
    if webhook.last_answer:
        return str(_("no answer"))
    return str(_("nothing sent yet"))
