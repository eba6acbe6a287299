"""Tell in the reader's language when, by whom and why a text was removed, in every answer of the API that has one.

The record itself has the sentence in English, the same for everybody: bundles, events and archives stay as they are.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec
from flask import request

from api.languages import reader
from api.responses import JSON, etag_of
from replay.words.removals import removed
from store.events.texts import REMOVED_ON, retell_removed

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Response

RECORDS: Final = frozenset({"archives", "bundles", "events", "log"})
"""The blueprints whose answers are the record itself."""
HASH: Final = 34
"""The length of an ETag that is a hash of the body, with its quotes."""


def tell_removed_texts(answer: Response) -> Response:
    """Return an answer of the API with the sentences in the reader's language."""
    if answer.mimetype != JSON or request.blueprint in RECORDS or answer.is_streamed:
        return answer
    body = answer.get_data()
    if REMOVED_ON not in body:
        return answer
    language = reader()
    answer.headers["Vary"] = "Authorization, Cookie, Accept-Language"
    answer.headers["Content-Language"] = language.locale
    if language.is_english:
        return answer
    body = msgspec.json.encode(_retold(msgspec.json.decode(body), partial(removed, language)))
    answer.set_data(body)
    if etag := answer.headers.get("ETag"):
        answer.headers["ETag"] = etag_of(body) if len(etag) == HASH else _in_language(etag, language.locale)
        answer.make_conditional(request)
    return answer


def _retold(value: Any, tell: Callable[[str, str, str], str]) -> Any:
    """Return JSON values with other words for the texts that were removed."""
    if isinstance(value, str):
        return retell_removed(value, tell)
    if isinstance(value, dict):
        return {key: _retold(each, tell) for key, each in value.items()}
    if isinstance(value, list):
        return [_retold(each, tell) for each in value]
    return value


def _in_language(etag: str, locale: str) -> str:
    """Return the ETag of a version with a language (`api.commands.etag`)."""
    version, dot, hidden = etag.strip('"').partition(".")
    return f'"{version}{"" if "-" in version else f"-{locale}"}{dot}{hidden}"'
