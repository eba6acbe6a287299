"""The API documentation as a page. It loads nothing from other servers."""

from __future__ import annotations

import gzip
from importlib.resources import files
from typing import Final

from flask import Blueprint, Response, request

from api.front.kinds import light
from api.permissions import same_for_all

blp = Blueprint("docs", __name__)

SCRIPT: Final = "rapidoc-min.js.gz"
PAGE: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Nought: the API</title>
<script src="/docs/rapidoc.js" defer></script>
<rapi-doc spec-url="/openapi.json" load-fonts="false" render-style="view" theme="light" show-header="false"
  regular-font="system-ui, sans-serif" mono-font="ui-monospace, monospace" allow-spec-url-load="false"
  allow-spec-file-load="false" schema-description-expanded="true" primary-color="#1f6f54"></rapi-doc>
<noscript>This page needs JavaScript; the document itself is <a href="/openapi.json">openapi.json</a>.</noscript>
</html>
"""
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; img-src 'self' data:;"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


@blp.get("/docs")
@same_for_all
@light
def page() -> Response:
    """Return the page."""
    answer = Response(PAGE, content_type="text/html; charset=utf-8")
    answer.headers["Content-Security-Policy"] = POLICY
    answer.headers["Cache-Control"] = "max-age=300"
    return answer


@blp.get("/docs/rapidoc.js")
@same_for_all
@light
def script() -> Response:
    """Return the vendored RapiDoc script, compressed if the client accepts gzip."""
    packed = files("api").joinpath("vendor", SCRIPT).read_bytes()
    zipped = request.accept_encodings.quality("gzip") > 0
    answer = Response(packed if zipped else gzip.decompress(packed), content_type="text/javascript; charset=utf-8")
    if zipped:
        answer.headers["Content-Encoding"] = "gzip"
    answer.headers["Vary"] = "Accept-Encoding"
    answer.headers["Cache-Control"] = "max-age=86400"
    return answer
