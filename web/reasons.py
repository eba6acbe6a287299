"""Reasons of refusals in the reader's language: the general sentence for a refusal's code.

In English, pages show only the refusal's own message. In other languages they show the general sentence, followed by
the precise message, which is English: templates use `parts/why.html`, scripts `js/reasons.js`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from replay.words.refusals import REASONS, rules
from web.languages import current, reader

if TYPE_CHECKING:
    from flask import Flask


def reason(code: str, *others: str) -> str:
    """Return the sentences for a code and for other codes that may apply instead; empty in English."""
    return "" if current() == "en" else rules(reader(), code, *others)


def reasons() -> dict[str, str]:
    """Return all sentences by their codes; none in English."""
    return {} if current() == "en" else {code: rules(reader(), code) for code in REASONS}


def register(app: Flask) -> None:
    """Let templates use these functions."""
    app.jinja_env.filters["reason"] = reason
    app.jinja_env.globals.update(reasons=reasons)
