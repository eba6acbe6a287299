"""Every page, and who may open it."""

from __future__ import annotations

from typing import Final

from api.permissions import EVERYBODY, Permission
from web.pages.home import blp as home
from web.pages.library import blp as library
from web.pages.live import blp as live
from web.pages.preferences import blp as preferences
from web.pages.replay import blp as replay

PAGES: Final = (home, library, live, preferences, replay)

PERMISSIONS: Final = {
    "assets.asset": Permission(EVERYBODY),
    "home.home": Permission(EVERYBODY),
    "library.deals": Permission(EVERYBODY),
    "library.clubs": Permission(EVERYBODY),
    "library.club": Permission(EVERYBODY),
    "library.player": Permission(EVERYBODY),
    "library.match": Permission(EVERYBODY),
    "live.show": Permission(EVERYBODY),
    "preferences.prefer": Permission(EVERYBODY),
    "replay.show": Permission(EVERYBODY),
    "replay.embedded": Permission(EVERYBODY),
}
"""The pages by their endpoints, like the table of the API; what a page shows is asked of the viewer."""
