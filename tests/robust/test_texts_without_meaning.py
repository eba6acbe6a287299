"""NUL and lone surrogates, which no database stores, in every part of a request: refused, and never a server error."""

from __future__ import annotations

import pytest
from flask import Flask
from werkzeug.routing import IntegerConverter, UnicodeConverter, UUIDConverter

from tests.cases import FULL, cases, one_in
from tests.http.people import People

TEXTS = ("%00", "a%00b", "%ED%A0%80", "%FF%FE", "%C0%80", "%E2%80%AE")
"""NUL, a lone surrogate, bytes that are no UTF-8, NUL written too long, and a mark that turns the direction."""
HEADERS = (
    "Accept", "Accept-Language", "Authorization", "Content-Type", "Cookie", "Idempotency-Key", "If-Match",
    "If-None-Match", "Last-Event-ID", "Nought-Position", "Origin", "Referer", "Sec-Fetch-Site", "User-Agent",
    "X-CSRF-Token", "X-Forwarded-For",
)  # fmt: skip


KNOWN = {"ruleset": "304", "key": "304", "code": "shape", "lesson": "02-following-suit", "viewer": "E"}


def paths(app: Flask) -> list[tuple[str, str]]:
    """The method and the path of each route with a text in its path, with each of the texts there."""
    routes = []
    for rule in app.url_map.iter_rules():
        texts = [name for name, converter in rule._converters.items() if isinstance(converter, UnicodeConverter)]
        for name in texts:
            for text in TEXTS:
                parts = {}
                for other, converter in rule._converters.items():
                    value = KNOWN.get(other, "x")
                    if isinstance(converter, IntegerConverter):
                        value = "1"
                    elif isinstance(converter, UUIDConverter):
                        value = "019c5dca-fa06-769a-9f91-ffa78b4e2e69"
                    parts[other] = value
                parts[name] = text
                built = "".join(
                    piece if not is_dynamic else parts[piece] for is_dynamic, piece in rule._trace if piece != "|"
                )
                routes += [(method, built) for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})]
    return routes


def test_no_text_in_a_path_breaks_anything(app: Flask, people: People) -> None:
    tried = paths(app)
    assert len(tried) > 100
    with cases() as case:
        for method, path in tried if FULL else tried[::4]:
            for headers in ({}, {"Authorization": f"Bearer {people.admin.secret}"}):
                with case(method, path, bool(headers)):
                    answer = app.test_client().open(path, method=method, headers=headers)
                    assert answer.status_code < 500


@pytest.mark.parametrize(
    "value", one_in(6, ["\x00", "a\x00b", "\xed\xa0\x80", "\xff", "Bearer \x00", "nought_session=\x00"])
)
def test_no_header_breaks_anything(app: Flask, people: People, value: str) -> None:
    """As the front passes them: bytes read as Latin-1."""
    with cases() as case:
        for name in HEADERS:
            for method, path in (
                ("GET", "/"),
                ("GET", "/api/v1/deals"),
                ("POST", "/api/v1/clubs"),
                ("POST", "/sign-in"),
            ):
                with case(name, method, path):
                    key = "CONTENT_TYPE" if name == "Content-Type" else "HTTP_" + name.upper().replace("-", "_")
                    environ = {key: value}
                    if name != "Authorization":
                        environ["HTTP_AUTHORIZATION"] = f"Bearer {people.admin.secret}"
                    answer = app.test_client().open(path, method=method, environ_overrides=environ)
                    assert answer.status_code < 500
