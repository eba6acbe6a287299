"""The recorder: for a scribe at a table, with a phone in one hand."""

from __future__ import annotations

from typing import Final
from uuid import UUID

import msgspec
from flask import Blueprint, Response, render_template, url_for

from api.callers import caller
from api.front.kinds import light
from api.permissions import EVERYBODY, allow, same_for_all
from api.services import services
from web import assets
from web.languages import current
from web.rules.own_rulesets import own_games

blp = Blueprint("record", __name__)


@blp.get("/record")
@allow(EVERYBODY)
def begin() -> str:
    """Show the page to choose a table and the players, or to continue a deal; a table's scribe has that table."""
    own = caller().scope.get("table")
    row = services().catalogue.find(UUID(own)) if own else None
    table = {"id": str(row.id), "name": row.title} if row else None
    return render_template("record/begin.html", own=table, houses=own_games())


@blp.get("/record/<uuid:deal_id>")
@allow(EVERYBODY)
def desk(deal_id: UUID) -> str:
    """Show the recorder of a deal. The page is the same for every deal, so that browsers can cache it."""
    return render_template("record/desk.html")


@blp.get("/record/shell")
@allow(EVERYBODY)
def shell() -> str:
    """Show the recorder without a deal, which the service worker caches."""
    return render_template("record/desk.html")


@blp.get("/sw.js")
@same_for_all
@light
def worker() -> Response:
    """Send the service worker with the assets to cache. It changes with any asset and the reader's language."""
    kept = [assets.address(path) for path in shell_assets(current())]
    contents = {
        "version": assets.version(),
        "shell": url_for("record.shell"),
        "language": current(),
        "assets": kept,
        "icon": assets.address(ICON),
    }
    script = b"self.SHELL = " + msgspec.json.encode(contents) + b";\n" + assets.all_assets()["js/worker.js"].body
    answer = Response(script, content_type=assets.TYPES["js"])
    answer.headers["Cache-Control"] = "no-cache"
    return answer


def shell_assets(language: str) -> list[str]:
    """Return the paths of all assets of the recorder. Of the fonts, those of the language: one takes up to 130 KB."""
    fonts = [f"fonts/{name}.woff2" for name in ("figtree", FONTS.get(language)) if name]
    images = [path for path in assets.all_assets() if path.startswith("img/") and path.endswith(".svg")]
    return [*STYLES, *assets.with_imports(*SCRIPTS), *fonts, *images]


STYLES: Final = ("css/tokens.css", "css/nought.css", "css/record.css", "css/deal-end.css")
SCRIPTS: Final = ("js/times.js", "js/menus.js", "js/record/desk.js")
"""The styles and scripts of the recorder's page."""
FONTS: Final = {"ta": "noto-sans-tamil", "si": "noto-sans-sinhala"}
"""The font of a language with letters of its own."""


ICON: Final = "img/icon-192.png"
"""The icon of messages."""
ICONS: Final = (
    ("icon.svg", "any", "image/svg+xml", "any"),
    ("icon-192.png", "192x192", "image/png", "any"),
    ("icon-512.png", "512x512", "image/png", "any"),
    ("icon-maskable-512.png", "512x512", "image/png", "maskable"),
)
"""The icons of the app: file, size, type, and whether a phone may cut it to its own shape."""


@blp.get("/manifest.webmanifest")
@same_for_all
@light
def manifest() -> Response:
    """Send the manifest, by which a phone installs Nought as an app, with its shortcuts."""
    members = {
        "name": "Nought",
        "short_name": "Nought",
        "id": "/record",
        "start_url": url_for("record.begin"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#f6f4ee",
        "theme_color": "#1f6f54",
        "icons": [
            {"src": assets.address(f"img/{name}"), "sizes": sizes, "type": kind, "purpose": purpose}
            for name, sizes, kind, purpose in ICONS
        ],
        "shortcuts": [
            {"name": "Record", "url": url_for("record.begin")},
            {"name": "Practice", "url": url_for("practice_page.begin")},
            {"name": "Problem of the day", "url": url_for("puzzle_pages.themes")},
        ],
    }
    return Response(msgspec.json.encode(members), content_type="application/manifest+json")
