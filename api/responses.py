"""Responses with an ETag; 304 if the client's copy is still valid."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec
from flask import Response, request

if TYPE_CHECKING:
    from replay.words import Language

JSON = "application/json"
CSV = "text/csv"


def etag_of(body: bytes) -> str:
    """Return the ETag of a body, a hash of its bytes."""
    return f'"{sha256(body).hexdigest()[:32]}"'


def json_response(value: Any, etag: str | None = None, language: Language | None = None) -> Response:
    """Return a response with a value as JSON. ``language``: that of its sentences, if the caller chose it."""
    body = msgspec.json.encode(value)
    return bytes_response(body, etag or etag_of(body), language=language)


def csv_response(text: str, name: str, language: Language | None = None) -> Response:
    """Return a table as a file to save. ``name``: the file's name; ``language``: as for `json_response`.

    It begins with a byte order mark. Without one, Excel takes UTF-8 for another encoding, and spoils Tamil, Sinhala and
    umlauts.
    """
    body = f"\ufeff{text}".encode()
    answer = bytes_response(body, etag_of(body), f"{CSV}; charset=utf-8", language)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def bytes_response(body: bytes, etag: str, media_type: str = JSON, language: Language | None = None) -> Response:
    """Return a response with these bytes, or 304. ``language``: as for `json_response`.

    The response depends on the caller, so no cache may share it between callers.
    """
    environ = request.environ
    is_private = "HTTP_AUTHORIZATION" in environ or "HTTP_COOKIE" in environ
    headers = {
        "ETag": etag,
        "Cache-Control": "private, no-cache" if is_private else "no-cache",
        "Vary": "Authorization, Cookie",
    }
    if language is not None:
        headers |= {"Vary": "Authorization, Cookie, Accept-Language", "Content-Language": language.locale}
    if "HTTP_IF_NONE_MATCH" in environ and request.if_none_match.contains_weak(etag.strip('"')):
        answer = Response(status=304, headers=headers)
        del answer.headers["Content-Type"]
        return answer
    return Response(body, headers=headers, content_type=media_type)
