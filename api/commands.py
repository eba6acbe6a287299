"""Run the commands of requests, with sender, time, key and expected version, and make their answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from flask import request

from api.callers import RECORDER, SEAT, caller
from api.clock import format_time, latest_time, now, well_before
from api.deals import access as deal_access
from api.people.who_sees import hidden_in
from api.permissions import OFFICE
from api.problems import Problem
from api.services import services
from domain.engine.hiding import ARBITER, OFFICIALS, SCRIBE, Viewer
from domain.engine.words.values import sentence
from domain.kernel.commands import Saved, Sent, SentTo
from domain.kernel.errors import Conflict
from domain.kernel.moments import EARLIEST, check_time, moment
from domain.record.aggregate import Deal
from replay.words import ENGLISH

if TYPE_CHECKING:
    from uuid import UUID

    from replay.words import Language

LONGEST_KEY = 150
"""The most characters of an Idempotency-Key."""
OLDEST = timedelta(days=10 * 365)
"""The greatest age of a record that a caller other than the office may enter."""
MOVED_ON = sentence("The record has moved on.")
"""The detail of a conflict for a seat, which must not show a version of the store."""

Answer = tuple[dict[str, Any], int, dict[str, str]]
"""Body, status and headers."""


def metadata(params: Mapping[str, Any]) -> Sent:
    """Return sender, time and key of a command."""
    return {"by": caller().subject, "at": _time(params.get("at")), "key": key()}


def _time(text: str | None) -> str:
    """Return the time that the sender gives, else the server's. Raises `Declined` if it is too late or too old.

    Only the office may enter deals older than `OLDEST`.
    """
    if not text:
        return now()
    at = moment(text)
    earliest = EARLIEST if caller().role in OFFICE else format_time(datetime.now(UTC) - OLDEST)
    check_time(at, latest_time(), earliest)
    return at


def key() -> str:
    """Return the Idempotency-Key; empty without one. A seat's keys do not show which keys other seats used.

    Raises `Problem` for a key that is too long or not printable.
    """
    header = request.headers.get("Idempotency-Key", "").strip()
    if len(header) > LONGEST_KEY or not header.isprintable():
        raise Problem(
            "bad-request", sentence("Idempotency-Key has up to {most} printable characters", most=LONGEST_KEY)
        )
    seat = caller().seat
    return f"seat {seat}: {header}" if header and seat else header


def if_match() -> int | None:
    """Return the version in If-Match; None for any version. Raises `Problem` if it is not one ETag."""
    header = request.headers.get("If-Match")
    if header is None or header.strip() == "*":
        return None
    match = re.fullmatch(r'\s*"(\d{1,9})(?:-[a-z]{2,3})?(?:\.[0-9a-f]{12})?"\s*', header, re.ASCII)
    if match is None:
        raise Problem("if-match", sentence("If-Match takes one ETag"))
    return int(match[1])


def etag(version: int, language: Language = ENGLISH, stream: UUID | None = None) -> str:
    """Return the ETag of a version. ``language``: that of the sentences in the answer; ``stream``: what is answered.

    A reader from whom names in the stream are hidden has other ETags, which change with what is hidden. All change when
    a name or a text is removed: an earlier copy may have it.
    """
    tag = str(version) if language.is_english else f"{version}-{language.locale}"
    hidden = hidden_in(stream) if stream else ""
    if stream and (removals := services().recorder.texts.count_removals()):
        hidden = sha256(f"{hidden} {removals}".encode()).hexdigest()[:12]
    return f'"{tag}.{hidden}"' if hidden else f'"{tag}"'


def run(params: Mapping[str, Any], command: Callable[[SentTo], Saved]) -> Saved:
    """Run a command to a club, a player, a match, a tournament or a dispute.

    Raises `Problem` (412) if If-Match names another version than the current one.
    """
    version = if_match()
    try:
        return command({**metadata(params), "expected_version": version, "viewer": ARBITER})
    except Conflict as conflict:
        if version is None:
            raise
        raise _version_problem(conflict.actual) from None


def answer(saved: Saved, location: str, status: int = 201) -> Answer:
    """Return the answer to a command that opened or changed something other than a deal."""
    body = {
        "id": saved.id,
        "version": saved.version,
        "replayed": saved.replayed,
        "recorded": [event.fact.TOPIC for event in saved.events],
    }
    return body, status, {"Location": location, "ETag": etag(saved.version)}


def run_on_deal(deal_id: UUID, params: Mapping[str, Any], command: Callable[[SentTo], Saved]) -> Answer:
    """Run a command to a deal. Return the answer as far as the caller may see it. Raises `Problem` (409 or 412)."""
    viewer, version = writer_viewer(), if_match()
    sent = metadata(params)
    if params.get("at"):
        sent = _with_right_clock(deal_id, sent)
    try:
        saved = command({**sent, "expected_version": version, "viewer": viewer})
    except Conflict as conflict:
        current = conflict.actual if viewer in OFFICIALS else _version(deal_id, viewer)
        if version is None:
            detail = conflict.sentence if viewer in OFFICIALS else MOVED_ON
            raise Problem("conflict", detail, version=current) from None
        raise _version_problem(current) from None
    return deal_answer(saved, viewer, 200)


def _with_right_clock(deal_id: UUID, sent: Sent) -> Sent:
    """Return a command to a deal, with the server's time and the sender's beside it if the sender's clock is wrong.

    A clock is wrong if it gives a time before the opening of the deal, or well before its last act. The times of an
    archive are its own: imports do not come here.
    """
    deal, _ = deal_access.read(deal_id)
    at = sent["at"]
    if at >= deal.opened_at and not well_before(at, deal.latest_act_at):
        return sent
    return {**sent, "at": now(), "device_at": at}


def writer_viewer() -> Viewer:
    """Return the viewer of a caller that may write to a deal, as the guard has checked."""
    sender = caller()
    if sender.role == SEAT:
        return sender.scope["seat"]
    return SCRIBE if sender.role == RECORDER else ARBITER


def deal_answer(saved: Saved, viewer: Viewer, status: int) -> Answer:
    """Return the answer to a command to a deal: the new events, and the deal as it then stood, for a viewer."""
    services().replays.ask_anew(saved.id)
    deal = saved.aggregate if isinstance(saved.aggregate, Deal) else deal_access.read(saved.id, to=saved.version)[0]
    record = deal.record
    version = saved.version - record.count_unnoticed(viewer)
    noticed = list(deal_access.visible_events(saved.events, viewer))
    first = version - len(noticed) + 1
    body = {
        "id": saved.id,
        "version": version,
        "replayed": saved.replayed,
        "recorded": [deal_access.event_row(first + n, event, fact, viewer) for n, (event, fact) in enumerate(noticed)],
        "plies": len(record.entries),
        "over": record.over,
    }
    return body, status, {"ETag": etag(version), "Location": f"/api/v1/deals/{saved.id}"}


def _version(deal_id: UUID, viewer: Viewer) -> int:
    """Return the version of a deal as the viewer counts it."""
    deal, events = deal_access.read(deal_id)
    return deal_access.VisibleDeal(deal, events, viewer).version


def _version_problem(version: int) -> Problem:
    detail = sentence("The record is at version {version}.", version=version)
    return Problem("version", detail, version=version, headers={"ETag": etag(version)})
