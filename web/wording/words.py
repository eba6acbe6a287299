"""Words of the record in the reader's language: seats, results, suits, bids."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from functools import partial
from typing import TYPE_CHECKING, Final
from zoneinfo import ZoneInfo

from babel import Locale
from babel.dates import format_date, format_time, get_timezone_gmt
from flask import request
from flask_babel import get_locale, gettext, lazy_gettext
from markupsafe import Markup

from domain.games.catalogue import RULESETS
from replay.words import gettext_noop
from replay.words.removals import removed
from store.events.texts import retell_removed
from web.languages import reader
from web.venues import venue

if TYPE_CHECKING:
    from flask import Flask

    from store.tables.catalogue import Row

SEATS: Final = {
    "N": lazy_gettext("North"),
    "E": lazy_gettext("East"),
    "S": lazy_gettext("South"),
    "W": lazy_gettext("West"),
}
RESULTS: Final = {
    "made": lazy_gettext("bid made"),
    "failed": lazy_gettext("bid failed"),
    "open": lazy_gettext("being played"),
    "played": lazy_gettext("played"),
    "passed_out": lazy_gettext("all passed"),
    "spoilt": lazy_gettext("spoilt trumps"),
    "awarded": lazy_gettext("awarded by a ruling"),
    "abandoned": lazy_gettext("abandoned"),
    "withdrawn": lazy_gettext("withdrawn"),
}
"""Every result of a deal (`api.deals.lists.RESULTS`)."""
NO_SUITS: Final = {"obenabe": lazy_gettext("Obenabe"), "undenufe": lazy_gettext("Undenufe")}
"""The denominations that are no suit."""
BIDS: Final = {
    "pcc": lazy_gettext("Partner Close Caps"),
    "half": lazy_gettext("Half Court"),
    "full": lazy_gettext("Full Court"),
}


def seat(name: str) -> str:
    """Return the name of a seat."""
    return str(SEATS.get(name) or gettext("Seat %(number)s", number=name))


def bidder(name: str) -> str:
    """Return the name of a seat before its bid: a numbered one has a colon, "Seat 5: 250"."""
    return seat(name) if name in SEATS else f"{seat(name)}:"


def bid(value: object) -> str:
    """Return a bid in words: its name, or its number."""
    return str(BIDS.get(str(value), value))


SHORTER: Final = {"304, tokens paid to the bank": gettext_noop("304 (bank)")}
"""The names of rulesets as pages write them, where that is shorter than the one that is recorded."""


def bid_short(value: object) -> str:
    """Return a bid in a few letters, for the miniature of a deal."""
    return {"pcc": "PCC", "half": "½", "full": "1/1"}.get(str(value), str(value))


def result(name: str) -> str:
    """Return the result of a deal in words."""
    return str(RESULTS.get(name, name))


def game(key: str) -> str:
    """Return the name of a ruleset by its key; the key for a club's own ruleset."""
    return ruleset_name(RULESETS[key].name) if key in RULESETS else key


def ruleset_name(name: str) -> str:
    """Return the name of a ruleset in the reader's language, or as it is if no catalogue has it."""
    return reader().gettext(SHORTER.get(name, name)) if name else ""


def ruleset_names() -> dict[str, str]:
    """Return the names of all known rulesets by their keys."""
    return {key: game(key) for key in RULESETS}


def team(code: str) -> str:
    """Return the name of a team that has no name of its own."""
    names = {
        "NS": gettext("North and South"),
        "EW": gettext("East and West"),
        "odd": gettext("the odd seats"),
        "even": gettext("the even seats"),
    }
    return names.get(code) or seat(code)


def moment(value: str | datetime) -> Markup:
    """Return a ``<time>`` element of a time (ISO 8601) in the venue's time zone, which the text names.

    Where no club has set one, the zone is that of ``?zone=``, which PDFs are asked for with, or UTC, and on pages a
    script shows the time in the reader's.
    """
    at = datetime.fromisoformat(value) if isinstance(value, str) else value
    locale, zone = _date_locale(), _zone()
    at = at.astimezone(zone)
    name = "UTC" if zone is UTC else get_timezone_gmt(at, "long", locale)
    text = f"{format_date(at, 'medium', locale)}, {format_time(at, 'short', zone, locale)} {name}"
    return Markup('<time datetime="{}">{}</time>').format(at.isoformat(), text)


def on_day(value: str | datetime) -> Markup:
    """Return a ``<time>`` element of the day of a time: at the venue, else in the reader's zone, by a script."""
    at = datetime.fromisoformat(value) if isinstance(value, str) else value
    return Markup('<time datetime="{}" data-day>{}</time>').format(at.isoformat(), day(at))


def opened(row: Row) -> str | Markup:
    """Return when a deal was opened, by its row in the catalogue: a day stays a day."""
    known = row.data.get("day")
    return day(datetime.fromisoformat(known)) if known else moment(row.created_at)


def _zone() -> tzinfo:
    """Return the venue's zone, else that of ``?zone=`` by its IANA name; UTC if none is named or known."""
    if zone := venue():
        return zone
    try:
        return ZoneInfo(request.args["zone"]) if "zone" in request.args else UTC
    except (KeyError, ValueError, OSError):
        return UTC


def day(value: datetime) -> str:
    """Return a date in the reader's language: the day at the venue, or in UTC. A day without a zone stays."""
    at = value.astimezone(_zone()) if value.tzinfo else value
    return format_date(at, "medium", _date_locale())


def month_name(month: str) -> str:
    """Return a month such as ``2026-02`` in words."""
    return str(format_date(datetime.fromisoformat(f"{month}-01"), "MMMM y", locale=_date_locale()))


def _date_locale() -> Locale:
    """Return the reader's locale for dates: British for English, as in `locale` of ``js/dom.js``."""
    locale = get_locale()
    return Locale("en", "GB") if locale is None or locale.language == "en" else locale


def short_months() -> list[str]:
    """Return the short names of the months in the reader's language, for browsers that do not know it."""
    names = _date_locale().months["format"]["abbreviated"]
    return [names[number] for number in range(1, 13)]


def share(value: float) -> str:
    """Return a share from 0 to 1 in per cent."""
    return f"{round(100 * value)} %"


def with_removals(text: str) -> str:
    """Return a text, with when, by whom and why it was removed in the reader's language, if it was."""
    return retell_removed(text, partial(removed, reader()))


def register(app: Flask) -> None:
    """Let templates use these functions as filters."""
    app.jinja_env.filters["month_name"] = month_name
    app.jinja_env.filters["with_removals"] = with_removals
    app.jinja_env.filters["day_alone"] = lambda text: day(datetime.fromisoformat(text))
    for name, words in (
        ("seat", seat),
        ("team", team),
        ("bid", bid),
        ("result", result),
        ("game", game),
    ):
        app.jinja_env.filters[name] = words
    app.jinja_env.globals["short_months"] = short_months
    app.jinja_env.filters["ruleset_name"] = ruleset_name
    app.jinja_env.globals["ruleset_names"] = ruleset_names
    app.jinja_env.filters.update(moment=moment, opened=opened, day=day, on_day=on_day, share=share)
