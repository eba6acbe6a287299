"""Answers as bytes with an ETag, and 304 for who has them already."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec
from flask import Response, request

JSON = "application/json"


def tag_of(body: bytes) -> str:
    """The ETag of a body: the same bytes always have the same, and nothing else is in it."""
    return f'"{sha256(body).hexdigest()[:32]}"'


def as_seen(value: Any, etag: str | None = None) -> Response:
    """A value as JSON."""
    body = msgspec.json.encode(value)
    return bytes_as_seen(body, etag or tag_of(body))


def bytes_as_seen(body: bytes | None, etag: str, media_type: str = JSON) -> Response:
    """Bytes with their ETag; without a body, or where the caller's copy is good, a 304.

    What one caller may see another may not, so no cache may share it between them.
    """
    known = request.if_none_match
    if body is None or (known and known.contains_weak(etag.strip('"'))):
        answer = Response(status=304)
        del answer.headers["Content-Type"]
    else:
        answer = Response(body, content_type=media_type)
    headers = answer.headers
    headers["ETag"] = etag
    headers["Cache-Control"] = "private, no-cache" if "Authorization" in request.headers else "no-cache"
    headers["Vary"] = "Authorization"
    return answer
