"""The page of permissions says what the routes declare."""

from __future__ import annotations

import runpy
from pathlib import Path

from flask import Flask

from api.services import EXTENSION
from store.settings import Settings
from web.app import create_app

ROOT = Path(__file__).parents[2]


def test_the_page_lists_the_permission_of_each_route() -> None:
    """To write it anew: ``python scripts/permissions.py``."""
    site: Flask = create_app(Settings(dsn="host=/nowhere"))
    script = runpy.run_path(str(ROOT / "scripts" / "permissions.py"))
    assert (ROOT / "docs" / "permissions.md").read_text(encoding="utf-8") == script["text"](site)
    site.extensions[EXTENSION].close()
