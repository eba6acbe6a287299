"""Rulebooks as pages show them: the games in families, chapters with anchors, and the addresses of rulebooks."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from flask import url_for
from flask_babel import lazy_gettext
from markupsafe import Markup, escape

from api.services import ledger, services
from domain.engine.rulebook import rulebook
from domain.games.catalogue import RULESETS
from domain.kernel.ids import as_id

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask

    from domain.club.aggregates import Club
    from domain.engine.rulebook import Chapter, Rule
    from domain.engine.rulebook.differences import Change, Differences
    from domain.engine.rulebook.figures import PayRow
    from domain.engine.ruleset import Ruleset

FAMILIES: Final = (
    (lazy_gettext("304 for four players"), ("304", "304-jaffna", "304-cats", "304-bank", "304-decimal")),
    (lazy_gettext("304 for six or eight players"), ("304-six-24", "304-six-36", "304-eight")),
    (lazy_gettext("304 in India"), ("304-tamil-nadu", "504", "904", "304-maharashtra", "304-doso-viso")),
    (lazy_gettext("Jass"), ("sidi-barrani",)),
)
"""The titles of the families, each with the keys of its rulesets."""

ABOUT: Final = {
    "304": lazy_gettext(
        "The game of Sri Lanka: two teams of two, and a trump suit that only its maker knows at first."
    ),
    "304-jaffna": lazy_gettext(
        "Each player has one turn in the first auction. A side that breaks a rule loses the deal."
    ),
    "304-cats": lazy_gettext("Both teams may call Caps, and the hands show whether the call was right."),
    "304-bank": lazy_gettext("The shorter game: the losing side pays a bank, and the first team without tokens loses."),
    "304-decimal": lazy_gettext("As on CatsAtCards, with all points written as tenths."),
    "304-six-24": lazy_gettext("Two teams of three, four cards each, and one auction, with bids from 200."),
    "304-six-36": lazy_gettext("Two teams of three, six cards each with the sixes, and two auctions."),
    "304-eight": lazy_gettext("Two teams of four, four cards each, and one auction, with bids from 200."),
    "304-tamil-nadu": lazy_gettext("Four players; a player may announce Double, and there is no Caps."),
    "504": lazy_gettext("Six players; the threes count 50 points each, so that the pack is worth 504."),
    "904": lazy_gettext("Eight players; with threes of 50 and twos of 100 points the pack is worth 904."),
    "304-maharashtra": lazy_gettext(
        "There are no fixed teams: the trump maker names a card, and its holder is the partner. Marriages count."
    ),
    "304-doso-viso": lazy_gettext("As in Maharashtra, but marriages and the last trick do not count."),
    "sidi-barrani": lazy_gettext(
        "The Swiss Jass with an auction: players bid points, with a trump suit or without trumps."
    ),
}
"""One sentence on each ruleset."""

ORDERS: Final = {
    "trumps": lazy_gettext("Trumps"),
    "others": lazy_gettext("The other suits"),
    "obenabe": lazy_gettext("Obenabe"),
    "undenufe": lazy_gettext("Undenufe"),
}
"""The titles of `CardValues.order`."""

DOCUMENTS: Final = {
    "000": lazy_gettext("304, as on the website pagat.com"),
    "001": lazy_gettext("A shorter copy of that page, with the rules of the shuffle"),
    "002": lazy_gettext("304, as on the website CatsAtCards"),
    "003": lazy_gettext("Sidi Barrani Jass"),
    "004": lazy_gettext("304 as played in Jaffna, by an author of Wikipedia"),
}
"""The rule documents by their numbers in sources."""


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter as a page shows it: the rows of the token table stand apart from the other sentences."""

    anchor: str
    title: str
    rules: tuple[Rule, ...]
    pay: tuple[PayRow, ...]


def sections(ruleset: Ruleset) -> list[Section]:
    """Return the chapters of a rulebook."""
    rows = {row.sentence: row for row in ruleset.game.pay_rows(ruleset)}
    return [
        Section(
            anchor(chapter.title),
            chapter.title,
            tuple(rule for rule in chapter.rules if rule.text not in rows),
            tuple(rows[rule.text] for rule in chapter.rules if rule.text in rows),
        )
        for chapter in rulebook(ruleset)
    ]


def documents(chapters: list[Section]) -> dict[str, Any]:
    """Return the titles of the documents that the chapters cite, by their numbers."""
    sources = [each.source for chapter in chapters for group in (chapter.rules, chapter.pay) for each in group]
    return {number: title for number, title in DOCUMENTS.items() if any(each.startswith(number) for each in sources)}


def anchor(title: str) -> str:
    """Return the id of a chapter on its page."""
    return "-".join(title.lower().split())


def chapters_of_sources(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Yield every source that the rulebook cites, with the anchor of the chapter that cites it."""
    chapters: tuple[Chapter, ...] = rulebook(ruleset)
    for chapter in chapters:
        for rule in chapter.rules:
            yield rule.source, anchor(chapter.title)


def address(ruleset: Ruleset, club: str | None, clause: str = "") -> str | None:
    """Return the address of the rulebook of a deal's ruleset; None if neither the catalogue nor the club has it.

    With a clause the address leads to the first chapter that cites it; None if no chapter does.
    """
    place = None
    if clause:
        place = next((at for source, at in chapters_of_sources(ruleset) if source.startswith(clause)), None)
        if place is None:
            return None
    if ruleset.key in RULESETS:
        return url_for("rules.show", key=ruleset.key, _anchor=place)
    home = club_of(club)
    house = home.houses.get(ruleset.key) if home else None
    if home is None or house is None or ruleset.version > len(house.versions):
        return None
    return url_for("rules.show_own", club_id=home.id, own=ruleset.key, version=ruleset.version, _anchor=place)


def rule_link(clause: str, game: Ruleset) -> Markup:
    """Return the name of the rule of a clause, with a link to the rulebook of a game if there is one."""
    name = clause.partition("“")[2].rstrip("”") or clause
    place = address(game, None, clause) or address(game, None)
    return Markup('<a href="{}" lang="en">{}</a>').format(place, name) if place else escape(name)


def club_of(club: str | None) -> Club | None:
    """Return the club that a deal names by its id; None if the text is no id, or the book has no such club."""
    identity = as_id(club)
    if identity is None or services().catalogue.find(identity) is None:
        return None
    return ledger().clubs.get_club(identity)


def choices(club: Club | None) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the rulesets of a list to choose from, as keys with names, by family; a club's own come first."""
    families = [(str(title), [(key, RULESETS[key].name) for key in keys]) for title, keys in FAMILIES]
    own = [(key, house.newest.name) for key, house in sorted(club.houses.items())] if club else []
    return [(club.name, own), *families] if club and own else families


def book_address(club: Club | None, key: str) -> str:
    """Return the address of the newest rulebook of a key: one of the club's own, else a known one."""
    if club and key in club.houses:
        return url_for("rules.show_own", club_id=club.id, own=key)
    return url_for("rules.show", key=key)


def differences_address(club: Club | None, one: str, other: str) -> str:
    """Return the address of the differences of two rulesets, of which any may be the club's own."""
    own = club.houses if club else {}
    if one not in own and other in own:
        one, other = other, one
    if club and one in own:
        return url_for("rules.differences_own", club_id=club.id, own=one, other=other)
    return url_for("rules.differences", key=one, other=other)


def by_chapter(differences: Differences) -> dict[str, list[Change]]:
    """Return the changes by the titles of their chapters, in the order of play."""
    chapters: dict[str, list[Change]] = {}
    for change in differences.sentences:
        chapters.setdefault(change.chapter, []).append(change)
    return chapters


def value(setting: object) -> str:
    """Return the value of a parameter in the notation of hand files."""
    if setting is None:
        return "none"
    return setting if isinstance(setting, str) else json.dumps(setting, ensure_ascii=False)


def register(app: Flask) -> None:
    """Let templates name the rule of a clause."""
    app.jinja_env.filters["rule_link"] = rule_link
