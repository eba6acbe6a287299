"""Answers as bytes with an ETag, and 304 for who has them already."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec
from flask import Response, request

if TYPE_CHECKING:
    from replay.words import Language

JSON = "application/json"


def tag_of(body: bytes) -> str:
    """The ETag of a body: the same bytes always have the same, and nothing else is in it."""
    return f'"{sha256(body).hexdigest()[:32]}"'


def as_seen(value: Any, etag: str | None = None, language: Language | None = None) -> Response:
    """A value as JSON. ``language``: that of its sentences, where the caller chose it."""
    body = msgspec.json.encode(value)
    return bytes_as_seen(body, etag or tag_of(body), language=language)


def bytes_as_seen(body: bytes, etag: str, media_type: str = JSON, language: Language | None = None) -> Response:
    """Bytes with their ETag; a 304 where the caller's copy is good. ``language``: as for `as_seen`.

    What one caller may see another may not, so no cache may share it between them.
    """
    environ = request.environ
    own = "HTTP_AUTHORIZATION" in environ or "HTTP_COOKIE" in environ
    headers = {
        "ETag": etag,
        "Cache-Control": "private, no-cache" if own else "no-cache",
        "Vary": "Authorization, Cookie",
    }
    if language is not None:
        headers |= {"Vary": "Authorization, Cookie, Accept-Language", "Content-Language": language.locale}
    if "HTTP_IF_NONE_MATCH" in environ and request.if_none_match.contains_weak(etag.strip('"')):
        answer = Response(status=304, headers=headers)
        del answer.headers["Content-Type"]
        return answer
    return Response(body, headers=headers, content_type=media_type)
