"""Styles, scripts, fonts and pictures: read once, each sent compressed where that helps.

Their address holds a hash of them all, so a browser may keep them for good and never mixes two versions;
modules import each other by relative names.
"""

from __future__ import annotations

import gzip
import posixpath
import re
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from flask import Blueprint, Response, abort, request, url_for
from markupsafe import Markup

from analysis.machine import WASM
from api.front.kinds import light
from api.permissions import same_for_all
from web.bundles import LATER, bundled
from web.containers import without_containers

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from flask import Flask

TYPES: Final = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "woff2": "font/woff2",
    "wasm": "application/wasm",
}
"""The media type by a file's ending; other files (licences, notes) are not served."""
ZIPPED: Final = frozenset({"css", "js", "svg", "wasm"})
IMPORT: Final = re.compile(r'^(?:import|export) (?:[^;"]* from )?"(\.[^"]+)"', re.MULTILINE)
"""An import of another module, by its relative name."""
BUNDLED: Final = ("js/replay.js", "js/explore.js", "js/practice.js", "js/practice/begin.js")
"""Scripts that are sent with all their modules in one file: `js/replay.bundle.js`."""
KERNEL: Final = "kernel.wasm"
"""The path of the kernel of the analysis, which a web worker runs in the reader's browser."""
WORKERS: Final = {
    "js/explore/kernel.js": "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'",
}
"""The policy of each web worker: that of its page does not apply to it (HTML Standard, policy containers)."""
FOR_GOOD: Final = "public, max-age=31536000, immutable"

blp = Blueprint("assets", __name__)


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is sent."""

    media_type: str
    body: bytes
    zipped: bytes | None


@cache
def all_assets() -> dict[str, Asset]:
    """Return every asset by its path."""
    assets = dict(_read(files("web").joinpath("static"), "")) | {KERNEL: _asset(KERNEL, WASM.read_bytes())}
    scripts = {path: asset.body.decode() for path, asset in assets.items() if path.endswith(".js")}
    bundles = [file for entry in BUNDLED for file in bundled(entry, scripts).items()]
    return assets | {path: _asset(path, text.encode()) for path, text in bundles}


@cache
def version() -> str:
    """Return a hash that changes when any asset does."""
    digest = sha256()
    for path, asset in sorted(all_assets().items()):
        digest.update(path.encode() + b"\0" + sha256(asset.body).digest())
    return digest.hexdigest()[:12]


def _read(folder: Traversable, prefix: str) -> list[tuple[str, Asset]]:
    assets: list[tuple[str, Asset]] = []
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        path = f"{prefix}{entry.name}"
        ending = entry.name.rpartition(".")[2]
        if entry.is_dir():
            assets += _read(entry, f"{path}/")
        elif ending in TYPES:
            body = entry.read_bytes()
            assets.append((path, _asset(path, without_containers(body.decode()).encode() if ending == "css" else body)))
    return assets


def _asset(path: str, body: bytes) -> Asset:
    ending = path.rpartition(".")[2]
    return Asset(TYPES[ending], body, gzip.compress(body, mtime=0) if ending in ZIPPED else None)


def address(path: str) -> str:
    """Return the address of an asset. Raises LookupError if there is none, which is a mistake of a template."""
    if path not in all_assets():
        raise LookupError(f"there is no asset {path}")
    return url_for("assets.asset", build=version(), path=path)


def drawing(path: str) -> Markup:
    """Return one of our SVG files as a part of a page, so that the browser sends no request for it."""
    return Markup(all_assets()[path].body.decode())  # noqa: S704, a file of our own


def modules(path: str) -> list[str]:
    """Return the addresses of a script and of every module that it imports, so that a browser fetches all at once."""
    return [address(each) for each in _graph(path)]


@cache
def with_imports(*scripts: str) -> tuple[str, ...]:
    """Return the paths of scripts and of every module that they import, also of those imported when needed."""
    return _reached(scripts, IMPORT, LATER)


@cache
def _graph(path: str) -> tuple[str, ...]:
    return _reached((path,), IMPORT)


def _reached(scripts: tuple[str, ...], *imports: re.Pattern[str]) -> tuple[str, ...]:
    paths = list(scripts)
    for importer in paths:  # grows while it is read
        text = all_assets()[importer].body.decode()
        for name in (name for each in imports for name in each.findall(text)):
            module = posixpath.normpath(posixpath.join(posixpath.dirname(importer), name))
            if module not in paths:
                paths.append(module)
    return tuple(paths)


@blp.get("/static/<string(length=12):build>/<path:path>")
@same_for_all
@light
def asset(build: str, path: str) -> Response:
    """Send an asset. A page of an older version gets the current file, which the browser then must revalidate."""
    file = all_assets().get(path)
    if file is None:
        abort(404)
    answer = sent(file, FOR_GOOD if build == version() else "no-cache")
    if path in WORKERS:
        answer.headers["Content-Security-Policy"] = WORKERS[path]
    return answer


def sent(file: Asset, cache_control: str) -> Response:
    """Return an asset as an answer with a Cache-Control header."""
    zipped = file.zipped if file.zipped and request.accept_encodings.quality("gzip") > 0 else None
    answer = Response(zipped or file.body, content_type=file.media_type)
    if zipped:
        answer.headers["Content-Encoding"] = "gzip"
    if file.zipped:
        answer.headers["Vary"] = "Accept-Encoding"
    answer.headers["Cache-Control"] = cache_control
    return answer


def register(app: Flask) -> None:
    """Let templates name assets: ``{{ asset("css/nought.css") }}``."""
    app.register_blueprint(blp)
    app.jinja_env.globals.update(asset=address, drawing=drawing, modules=modules)
