"""Check the ids in the forms of pages, as `api.requests.body_ids` checks those in the bodies of the API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from flask import request

from api.people.sessions import SAFE
from api.requests.body_ids import check_ids
from web.joining_doors import LISTED
from web.routes import PAGES

if TYPE_CHECKING:
    from flask import Flask

READ: Final = frozenset({"deal", "lesson", LISTED})
"""The fields of ids that a page only reads, for a lesson, a class or a deck, or whom somebody chooses that asks to join
a club. Its view checks who may read or choose them."""
_PAGES: Final = frozenset(blueprint.name for blueprint in PAGES)


def register(app: Flask) -> None:
    """Check the form of each page before its view reads it."""
    app.before_request(_check_form)


def _check_form() -> None:
    if request.method not in SAFE and request.blueprint in _PAGES:
        check_ids({name: values for name, values in request.form.lists() if name not in READ})
