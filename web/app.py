"""The composition root of the whole site: the API, and the pages for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from werkzeug.middleware.proxy_fix import ProxyFix

from api import app as api_app
from api import permissions
from api.site import EXTENSION, Site
from web import assets, disputes, failures, headers, languages, looks, page, venues
from web.forms import ids, previews, refused
from web.lessons import answers
from web.pages import witnesses
from web.routes import PAGES
from web.rules import own_rulesets, rulebooks
from web.tournaments import sheet
from web.tournaments import words as tournament_words
from web.wording import names, reasons, speech, spoken, words

if TYPE_CHECKING:
    from flask import Flask

    from store.settings import Settings


def create_app(settings: Settings, config: Mapping[str, Any] | None = None, outside: Site | None = None) -> Flask:
    """Return the API and the pages on the record book that the settings name."""
    app = api_app.create_app(settings, config)
    around = app.extensions[EXTENSION] = outside or Site()
    if around.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, around.proxies, around.proxies, around.proxies)  # type: ignore[method-assign]
    app.template_folder = page.TEMPLATES
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    assets.register(app)
    languages.register(app)
    looks.register(app)
    headers.register(app)
    ids.register(app)
    failures.register(app)
    page.register(app)
    previews.register(app)
    refused.register(app)
    venues.register(app)
    witnesses.register(app)
    words.register(app)
    rulebooks.register(app)
    names.register(app)
    own_rulesets.register(app)
    spoken.register(app)
    reasons.register(app)
    answers.register(app)
    speech.register(app)
    tournament_words.register(app)
    sheet.register(app)
    disputes.register(app)
    for blueprint in PAGES:
        app.register_blueprint(blueprint)
    permissions.collect(app)
    return app
