"""The language of a page: the reader's choice, else the browser's, else English.

The catalogues are read once in each process.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final

from babel.support import NullTranslations, Translations
from flask import g, has_request_context, request
from flask_babel import Babel, Domain
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from api.languages import EXTENSION
from domain.engine.words.worded import value_of
from replay.words import Language
from replay.words.values import translate
from web.compiled import compiled

if TYPE_CHECKING:
    from flask import Flask

    from domain.engine.words.values import Value

COOKIE: Final = "nought_language"
LANGUAGES: Final = {"en": "English", "ta": "தமிழ்", "si": "සිංහල", "gsw": "Schwiizerdütsch"}
"""The name of every language in that language, by code. The words in the code are English."""
ENDS: Final = (".", "!", "?", ":", "…", ")")
"""The ends of a sentence."""


def chosen() -> str:
    """Return the language of this request."""
    headers = request.environ
    kept = request.cookies.get(COOKIE, "") if "HTTP_COOKIE" in headers else ""
    return kept if kept in LANGUAGES else _preferred(headers.get("HTTP_ACCEPT_LANGUAGE", ""))


@lru_cache(maxsize=128)
def _preferred(header: str) -> str:
    """Return the language that a header ``Accept-Language`` asks for, else English.

    Kept for each header: reading it takes a sixth of the time of an answer to a replay (row 8).
    """
    accepted = parse_accept_header(header, LanguageAccept)
    return accepted.best_match(LANGUAGES) or ("gsw" if accepted.best_match(["de"]) else "en")


def current() -> str:
    """Return the code of this request's language, as HTML's ``lang`` takes it; English outside a request."""
    if not has_request_context():
        return "en"
    language: str | None = g.get("language")
    if language is None:
        language = g.language = chosen()
    return language


@cache
def catalogue(language: str) -> NullTranslations:
    """Return the catalogue of a language; an empty one, which leaves English, if there is none."""
    file = compiled(language)
    if file is None:
        return NullTranslations()
    with file:
        return Translations(file)


@cache
def language_of(code: str) -> Language:
    """Return a language by its code, as the sentences of `replay.words` take it."""
    return Language(code, catalogue(code))


def reader() -> Language:
    """Return the language of this request, as the sentences of `replay.words` take it."""
    return language_of(current())


def text_of(message: Value | Exception) -> str:
    """Return a sentence, or what an error says, in the language of this request. A str stays as it is."""
    return translate(reader(), value_of(message) if isinstance(message, Exception) else message)


def as_sentence(message: Value | Exception) -> str:
    """Return a refusal, which programs read as a clause, as a sentence: with a capital letter and a full stop."""
    text = text_of(message).strip()
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(ENDS) else '.'}"


class Catalogues(Domain):  # type: ignore[misc]
    """The translations for Flask-Babel: the catalogue of the language in use."""

    def get_translations(self) -> Any:
        return catalogue(current())


def register(app: Flask) -> None:
    """Give templates and the API their language; ``language`` is the one in use, ``languages`` are all.

    The filter ``sentence`` writes a sentence in it (`text_of`), ``whole_sentence`` a clause as a sentence.
    """
    app.extensions[EXTENSION] = reader
    Babel(app, locale_selector=chosen).domain_instance = Catalogues()
    app.jinja_env.globals.update(languages=LANGUAGES, language=current)
    app.jinja_env.filters["sentence"] = text_of
    app.jinja_env.filters["whole_sentence"] = as_sentence
