"""What every command brings along from HTTP, and how its answer goes back."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from flask import request

from api import looking
from api.callers import RECORDER, SEAT, caller
from api.permissions import OFFICE
from api.problems import Problem
from api.services import services
from domain.engine.hiding import ARBITER, OFFICIALS, SCRIBE, Viewer
from domain.ledger.commands import Saved, Sent, SentTo
from domain.ledger.errors import Conflict
from domain.ledger.moments import EARLIEST, check_time, moment
from domain.record.aggregate import Deal
from replay.words import ENGLISH

if TYPE_CHECKING:
    from uuid import UUID

    from replay.words import Language

LONGEST_KEY = 150
TOLERANCE = timedelta(minutes=5)
TYPED_IN_LATER = timedelta(days=10 * 365)
MOVED_ON = "The record has moved on."
"""What a seat is told of a conflict: it names no version of the store's."""

Answer = tuple[dict[str, Any], int, dict[str, str]]


def now() -> str:
    """The clock at the edge: UTC with milliseconds. Nothing further inside reads a clock."""
    return _stored(datetime.now(UTC))


def sent(told: Mapping[str, Any]) -> Sent:
    """Who sends this, when, and under which key."""
    return {"by": caller().subject, "at": _time(told.get("at")), "key": key()}


def latest() -> str:
    """The latest time that somebody may say: the clocks of people's devices run a little apart."""
    return _stored(datetime.now(UTC) + TOLERANCE)


def _time(said: str | None) -> str:
    """When it happened, as the sender says; the server's clock without a word. Declines what cannot have been then.

    Only who may import old deals dates something further back than a paper that is typed in later.
    """
    if not said:
        return now()
    at = moment(said)
    old = EARLIEST if caller().role in OFFICE else _stored(datetime.now(UTC) - TYPED_IN_LATER)
    check_time(at, latest(), old)
    return at


def _stored(time: datetime) -> str:
    return time.isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def key() -> str:
    """The Idempotency-Key. A seat's keys are its own: nobody can learn whether another seat used one."""
    told = request.headers.get("Idempotency-Key", "").strip()
    if len(told) > LONGEST_KEY or not told.isprintable():
        raise Problem("bad-request", f"Idempotency-Key has up to {LONGEST_KEY} printable characters")
    seat = caller().seat
    return f"seat {seat}: {told}" if told and seat else told


def if_match() -> int | None:
    """The version that the sender has seen; None if it does not matter."""
    told = request.headers.get("If-Match")
    if told is None or told.strip() == "*":
        return None
    found = re.fullmatch(r'\s*"(\d{1,9})(?:-[a-z]{2,3})?"\s*', told, re.ASCII)
    if found is None:
        raise Problem("if-match", "If-Match takes one ETag")
    return int(found[1])


def etag(version: int, language: Language = ENGLISH) -> str:
    """Return the ETag of a version. ``language``: that of the sentences in the answer."""
    return f'"{version}"' if language.is_english else f'"{version}-{language.locale}"'


def saved(saved: Saved, location: str, status: int = 201) -> Answer:
    """The answer to a command that opened or changed something other than a deal."""
    body = {
        "id": saved.id,
        "version": saved.version,
        "replayed": saved.replayed,
        "recorded": [event.fact.TOPIC for event in saved.events],
    }
    return body, status, {"Location": location, "ETag": etag(saved.version)}


def on_record(told: Mapping[str, Any], command: Callable[[SentTo], Saved]) -> Saved:
    """Carry out a command to a club, a player or a match."""
    version = if_match()
    try:
        return command({**sent(told), "expected_version": version, "viewer": ARBITER})
    except Conflict as conflict:
        if version is None:
            raise
        raise _moved_on(conflict.actual) from None


def on_deal(deal_id: UUID, told: Mapping[str, Any], command: Callable[[SentTo], Saved]) -> Answer:
    """Carry out a command to a deal, and answer with what the caller may see of it."""
    viewer, version = writer(), if_match()
    try:
        saved = command({**sent(told), "expected_version": version, "viewer": viewer})
    except Conflict as conflict:
        current = conflict.actual if viewer in OFFICIALS else _version(deal_id, viewer)
        if version is None:
            raise Problem("conflict", str(conflict) if viewer in OFFICIALS else MOVED_ON, version=current) from None
        raise _moved_on(current) from None
    return deal_answer(saved, viewer, 200)


def writer() -> Viewer:
    """Return the viewer that a caller is who may write to a deal; the guard has let the caller in."""
    who = caller()
    if who.role == SEAT:
        return who.scope["seat"]
    return SCRIBE if who.role == RECORDER else ARBITER


def deal_answer(saved: Saved, viewer: Viewer, status: int) -> Answer:
    """Answer with what was recorded, and with how the deal stood then."""
    services().replays.ask_anew(saved.id)
    deal = saved.aggregate if isinstance(saved.aggregate, Deal) else looking.read(saved.id, to=saved.version)[0]
    record = deal.record
    version = saved.version - record.unnoticed(viewer)
    noticed = list(looking.seen(saved.events, viewer))
    first = version - len(noticed) + 1
    body = {
        "id": saved.id,
        "version": version,
        "replayed": saved.replayed,
        "recorded": [looking.line(first + n, event, fact, viewer) for n, (event, fact) in enumerate(noticed)],
        "plies": len(record.entries),
        "over": record.over,
    }
    return body, status, {"ETag": etag(version), "Location": f"/api/v1/deals/{saved.id}"}


def _version(deal_id: UUID, viewer: Viewer) -> int:
    """The version of a deal as the viewer counts it."""
    deal, events = looking.read(deal_id)
    return looking.Look(deal, events, viewer).version


def _moved_on(version: int) -> Problem:
    return Problem("version", f"The record is at version {version}.", version=version, headers={"ETag": etag(version)})
