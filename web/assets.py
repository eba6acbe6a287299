"""Styles, scripts, fonts and pictures: read once, each sent compressed where that helps.

Their address holds a hash of them all, so a browser may keep them for good and never mixes two versions;
modules import each other by relative names.
"""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from flask import Blueprint, Response, abort, request, url_for

from api.front.kinds import light
from api.permissions import same_for_all

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from flask import Flask

TYPES: Final = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "woff2": "font/woff2",
}
"""What a name ends with, and what is sent; other files (licences, notes) are not sent."""
ZIPPED: Final = frozenset({"css", "js", "svg"})
FOR_GOOD: Final = "public, max-age=31536000, immutable"

blp = Blueprint("assets", __name__)


@dataclass(frozen=True, slots=True)
class Asset:
    """One file as it is sent."""

    media_type: str
    body: bytes
    zipped: bytes | None


@cache
def shelf() -> dict[str, Asset]:
    """Every asset by its path."""
    return dict(_read(files("web").joinpath("static"), ""))


@cache
def version() -> str:
    """What changes when any asset does."""
    digest = sha256()
    for path, asset in sorted(shelf().items()):
        digest.update(path.encode() + b"\0" + sha256(asset.body).digest())
    return digest.hexdigest()[:12]


def _read(folder: Traversable, prefix: str) -> list[tuple[str, Asset]]:
    found: list[tuple[str, Asset]] = []
    for each in sorted(folder.iterdir(), key=lambda each: each.name):
        path = f"{prefix}{each.name}"
        ending = each.name.rpartition(".")[2]
        if each.is_dir():
            found += _read(each, f"{path}/")
        elif ending in TYPES:
            body = each.read_bytes()
            found.append((path, Asset(TYPES[ending], body, gzip.compress(body, mtime=0) if ending in ZIPPED else None)))
    return found


def address(path: str) -> str:
    """Where an asset is found. An unknown one is a mistake of a template, told at once."""
    if path not in shelf():
        raise LookupError(f"there is no asset {path}")
    return url_for("assets.asset", stand=version(), path=path)


@blp.get("/static/<string(length=12):stand>/<path:path>")
@same_for_all
@light
def asset(stand: str, path: str) -> Response:
    """An asset. A page of an older version gets the file as it is now, but not for good."""
    found = shelf().get(path)
    if found is None:
        abort(404)
    return sent(found, FOR_GOOD if stand == version() else "no-cache")


def sent(found: Asset, keep: str) -> Response:
    """An asset as an answer, which may be kept so long."""
    zipped = found.zipped if found.zipped and request.accept_encodings.quality("gzip") > 0 else None
    answer = Response(zipped or found.body, content_type=found.media_type)
    if zipped:
        answer.headers["Content-Encoding"] = "gzip"
    if found.zipped:
        answer.headers["Vary"] = "Accept-Encoding"
    answer.headers["Cache-Control"] = keep
    return answer


def register(app: Flask) -> None:
    """Let templates name assets: ``{{ asset("css/nought.css") }}``."""
    app.register_blueprint(blp)
    app.jinja_env.globals["asset"] = address
