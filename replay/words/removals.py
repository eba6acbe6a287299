"""The sentence in the place of a text that was removed: when, by whom and why."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from babel import Locale
from babel.dates import format_date

if TYPE_CHECKING:
    from replay.words import Language


def removed(language: Language, at: str, by: str, why: str) -> str:
    """Return the sentence in a language. ``at``: the day as YYYY-MM-DD; ``why``: empty if somebody was forgotten."""
    # British English, as on pages.
    locale = Locale("en", "GB") if language.is_english else Locale(language.locale)
    day = format_date(date.fromisoformat(at), "medium", locale)
    if why:
        return language.gettext("(removed on %(day)s by %(by)s: %(why)s)", day=day, by=by, why=why)
    return language.gettext("(removed on %(day)s by %(by)s, since somebody was forgotten)", day=day, by=by)
