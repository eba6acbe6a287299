"""Acts in words, as `static/js/speech.js` writes them: "E 9H" becomes "East plays nine of hearts".

Both read the notation and take their sentences from `web.spoken.table_words`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from domain.engine.faces import plain_faces
from web import words
from web.printed_cards import printed
from web.spoken import card_names, table_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from re import Match

    from flask import Flask

    from domain.engine.ruleset import Ruleset

PARTS: Final = re.compile(r"(?P<seat>[^\s:]+):?\s*(?P<rest>.*)", re.DOTALL)
CARDS: Final = r"(?:\?\?|[0-9TJQKA][SHDC])"
CARD: Final = re.compile(rf"(?P<down>\(?)(?P<indicator>\[?)\(?(?P<card>{CARDS})\)?\]?\)?")


class Speech:
    """The words for the acts of a game in the reader's language."""

    def __init__(self, game: Ruleset) -> None:
        self.game = game
        self.words = table_words()
        self.names: dict[str, Any] = card_names(plain_faces(game))

    def act(self, notation: str) -> str:
        """Return an act as a sentence; the notation itself if there is no sentence for it."""
        parts = PARTS.fullmatch(notation)
        if parts is None:
            return notation
        for pattern, write in SENTENCES:
            if match := pattern.fullmatch(parts["rest"]):
                key, values = write(self, match)
                return fill(self.words["says"][key], seat=words.seat(parts["seat"]), **values)
        return notation

    def card(self, card: str) -> str:
        """Return a card in words: "nine of hearts"."""
        if card == "??":
            return str(self.names["unknown"])
        return fill(self.names["of"], rank=self.names["ranks"][card[0]], suit=self.names["suits"][card[1]])

    def cards(self, cards: str) -> str:
        """Return cards in words, separated by commas."""
        return ", ".join(map(self.card, cards.split()))

    def pairs(self, pairs: str) -> str:
        """Return "W=JH N=7C" in words."""
        of_seat = self.words["says"]["of_seat"]
        named = (pair.split("=") for pair in pairs.split())
        return ", ".join(fill(of_seat, seat=words.seat(seat), card=self.card(card)) for seat, card in named)

    def suit(self, name: str) -> str:
        """Return a suit, Obenabe or Undenufe in words."""
        return str(self.names["suits"].get(name) or self.words["calls"].get(name, name))

    def bid(self, bid: str) -> str:
        """Return a bid in words: "170", "Half Court"."""
        return self.game.format_points(int(bid)) if bid.isdecimal() else str(self.words["calls"].get(bid, bid))


def fill(text: str, **values: str) -> str:
    """Return a sentence with its named places filled in."""
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", value)
    return text


Said = tuple[str, dict[str, str]]
"""The name of a sentence in `table_words` and its values."""


def _play(speech: Speech, match: Match[str]) -> Said:
    down, known = bool(match["down"]), match["card"] != "??"
    kind = "plays"
    if match["indicator"]:
        kind = "plays_indicator" if not down else "plays_indicator_down" if known else "plays_indicator_unknown"
    elif down:
        kind = "plays_down" if known else "plays_down_unknown"
    return kind, {"card": speech.card(match["card"])}


def _card(key: str) -> Callable[[Speech, Match[str]], Said]:
    def write(speech: Speech, match: Match[str]) -> Said:
        return (f"{key}_unknown" if match[1] == "??" else key), {"card": speech.card(match[1])}

    return write


def _plain(key: str, *names: str) -> Callable[[Speech, Match[str]], Said]:
    """Return a writer of a sentence with the groups of the pattern as its values."""
    return lambda speech, match: (key, dict(zip(names, match.groups(), strict=True)))


def _compiled(
    rows: Iterable[tuple[str, Callable[[Speech, Match[str]], Said]]],
) -> tuple[tuple[re.Pattern[str], Callable[[Speech, Match[str]], Said]], ...]:
    return tuple((re.compile(pattern, re.DOTALL), write) for pattern, write in rows)


SENTENCES: Final = _compiled(
    (
        (CARD.pattern, _play),
        (
            r"(\d+) ([SHDC]|obenabe|undenufe)",
            lambda speech, match: ("bids", {"bid": f"{match[1]} {speech.suit(match[2])}"}),
        ),
        (r"shuffle(?:.*)", _plain("shuffles")),
        ("no cut", _plain("no_cut")),
        ("cut", _plain("cuts")),
        (r"cut (-?\d+)", _plain("cuts_at", "n")),
        (r"deal(?:.*)", _plain("deals")),
        ("redeal", _plain("redeal")),
        ("pass", _plain("passes")),
        ("ask", _plain("asks")),
        (r"ask (\w+)", lambda _, match: ("asks_whom", {"whom": words.seat(match[1])})),
        (r"indicator (\S+)", _card("indicator")),
        (r"takes back (\S+)", _card("takes_back")),
        (r"open (\S+)", _card("opens")),
        ("closed", _plain("closes")),
        ("trumps(?:.*)", _plain("finds_trumps")),
        ("none(?:.*)", _plain("finds_none")),
        (r"shows indicator (\S+)", _card("shows_indicator")),
        (r"shows weis(.*)", lambda speech, match: ("weis_shows", {"cards": speech.cards(match[1])})),
        ("shows", _plain("shows_nothing")),
        ("shows (.+)", lambda speech, match: ("shows", {"cards": speech.pairs(match[1])})),
        ("caps", _plain("caps")),
        ("caps (.+)", lambda speech, match: ("caps_order", {"cards": speech.cards(match[1])})),
        ("concedes", _plain("concedes")),
        ("spoilt", _plain("spoilt")),
        ("spoilt denied", _plain("spoilt_denied")),
        (r"names partner (\S+)", _card("names_partner")),
        (r"marriage (\w)", lambda speech, match: ("marriage", {"suit": speech.suit(match[1])})),
        ("announces double", _plain("announces_double")),
        (r"counts (-?\d+)", lambda speech, match: ("counts", {"n": speech.game.format_points(int(match[1]))})),
        ("double", _plain("doubles")),
        ("redouble", _plain("redoubles")),
        (r"weis (\d+)", _plain("declares_weis", "n")),
        (r"weis (\d+) cards", _plain("weis_cards", "n")),
        (r"weis top (\w)", lambda speech, match: ("weis_top", {"rank": str(speech.names["ranks"][match[1]])})),
        ("weis in trumps", _plain("weis_trumps")),
        ("weis not in trumps", _plain("weis_not_trumps")),
        ("weis conceded", _plain("weis_conceded")),
        ("scores nothing", _plain("weis_scores_nothing")),
        ("scores (.+)", lambda _, match: ("weis_scores", {"values": match[1].replace(" ", ", ")})),
        (r"demands (\w+) (\d+)", lambda _, match: ("weis_demands", {"whom": words.seat(match[1]), "n": match[2]})),
        ("stöck", _plain("stoeck")),
        (r"(?:bid )?(\d+|[a-z][a-z0-9_-]*)", lambda speech, match: ("bids", {"bid": speech.bid(match[1])})),
    )
)
"""The sentences of the notation without the seat, each with its name and values; the first that matches counts."""


TOKENS: Final = re.compile(r"\b(NS|EW|odd|even) ([+-]?\d+)")
"""A team's number in a sentence of an audit: ``NS -3``."""


PLAYS: Final = re.compile(rf"(?<!\w)([NESW]|[1-8]) (\(?\[?{CARDS}\]?\)?)(?!\w)")
"""A card that a seat plays, in a list within a sentence: ``N AS, W (9S)``."""
MINUS: Final = re.compile(r"(?<=\s)-(?=\d)")


def numbers_in_words(text: str) -> str:
    """Return a text with the teams of its numbers in words: "North and South −3"."""
    return MINUS.sub("−", TOKENS.sub(lambda match: f"{words.team(match[1])} {match[2]}", text))


def plays_in_words(text: str, game: Ruleset) -> str:
    """Return a sentence about Caps with the plays that it lists as "North A♠", and its teams in words."""
    plays = PLAYS.sub(lambda match: f"{words.seat(match[1])} {printed(match[2], game)}", text)
    return numbers_in_words(plays)


def finding_in_words(text: str, finding: Mapping[str, Any], game: Ruleset) -> str:
    """Return a sentence about a finding of an audit with the acts that it names in words, and its teams."""
    acts = sorted(filter(None, {finding.get("act", ""), *finding.get("legal", ())}), key=len, reverse=True)
    if acts:
        speech = Speech(game)
        named = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, acts))})(?!\w)")
        text = named.sub(lambda match: speech.act(match[0]), text)
    return numbers_in_words(text)


def register(app: Flask) -> None:
    """Let templates use these functions as filters."""
    app.jinja_env.filters.update(
        numbers_in_words=numbers_in_words, plays_in_words=plays_in_words, finding_in_words=finding_in_words
    )
