"""The site for another WSGI server: ``granian --interface wsgi --factory web.wsgi:create``.

Every stream takes a thread of such a server, and so does every client that sends its body slowly: put a proxy before
it that reads whole requests. `nought serve` needs no proxy (`web.asgi`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from api.services import EXTENSION
from api.site import Site
from store.settings import Settings
from web.app import create_app
from web.languages import language_of

if TYPE_CHECKING:
    from flask import Flask

    from api.services import Provider


def create() -> Flask:
    """Return the site on the record book that the environment names (``NOUGHT_DSN`` …), and keep the book's log."""
    outside = Site.from_environment()
    app = create_app(Settings.from_environment(), outside=outside)
    provider: Provider = app.extensions[EXTENSION]
    provider.keep_log(outside.host)
    provider.keep_classes()
    provider.deliver_webhooks()
    provider.deliver_messages(outside, language_of)
    provider.keep_people()
    provider.keep_statistics()
    provider.ask_witnesses(outside)
    return app
