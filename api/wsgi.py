"""For a WSGI server: ``granian --interface wsgi --factory api.wsgi:create``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from api.app import create_app
from store.settings import Settings

if TYPE_CHECKING:
    from flask import Flask


def create() -> Flask:
    """The application on the record book that the environment names (``NOUGHT_DSN`` …)."""
    return create_app(Settings.from_environment())
