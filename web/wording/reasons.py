"""The general sentences for the codes of breaches, which scripts show for a breach that an official noted.

Such a breach is stored as a code without a message: `js/reasons.js` shows the sentence of the code in the reader's
language, followed by the code, which is English. In English it shows the code alone. A refusal needs neither: its own
message, in a page or in a problem of the API, is in the reader's language.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from replay.words.refusals import REASONS, rules
from web.languages import current, reader

if TYPE_CHECKING:
    from flask import Flask


def reasons() -> dict[str, str]:
    """Return all sentences by their codes; none in English."""
    return {} if current() == "en" else {code: rules(reader(), code) for code in REASONS}


def register(app: Flask) -> None:
    """Let templates use these sentences."""
    app.jinja_env.globals.update(reasons=reasons)
