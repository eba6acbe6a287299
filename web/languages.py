"""In which language a page speaks: what the reader chose, else what the browser asks for, else English."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from babel import Locale
from flask import request
from flask_babel import Babel, get_locale

if TYPE_CHECKING:
    from flask import Flask

COOKIE: Final = "nought_language"
LANGUAGES: Final = {"en": "English", "ta": "தமிழ்", "si": "සිංහල", "gsw": "Schwiizerdütsch"}
"""Every language by its code, as its own speakers call it."""


def chosen() -> str:
    """The language of this request."""
    kept = request.cookies.get(COOKIE, "")
    asked = request.accept_languages.best_match(list(LANGUAGES))
    if asked is None and request.accept_languages.best_match(["de"]):
        asked = "gsw"
    return kept if kept in LANGUAGES else asked or "en"


def current() -> str:
    """The code of the language in use, as HTML's ``lang`` takes it."""
    locale = get_locale()
    return str(locale or Locale("en"))


def register(app: Flask) -> None:
    """Let templates speak; ``language`` is the one in use, ``languages`` are all."""
    Babel(app, locale_selector=chosen, default_translation_directories=str(_CATALOGUES))
    app.jinja_env.globals.update(languages=LANGUAGES, language=current)


def _catalogues() -> str:
    from importlib.resources import files

    return str(files("web").joinpath("translations"))


_CATALOGUES: Final = _catalogues()
