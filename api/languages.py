"""The language of a caller: English, unless the site knows the reader's choice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from flask import current_app, has_request_context

from replay.words import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Callable

    from replay.words import Language

EXTENSION: Final = "nought.language"
"""The app extension with the site's function that returns the language of a request."""


def reader() -> Language:
    """Return the language that the caller of this request reads; English outside a request."""
    if not has_request_context():
        return ENGLISH
    find = cast("Callable[[], Language] | None", current_app.extensions.get(EXTENSION))
    return find() if find else ENGLISH
