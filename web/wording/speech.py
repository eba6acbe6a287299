"""Acts in words, as `static/js/speech.js` writes them: "E 9H" becomes "East plays nine of hearts".

Both read the notation by the patterns of `web.wording.act_sentences` and take their words from
`web.wording.spoken.table_words`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from domain.engine.faces import plain_faces
from web.printing.cards import printed
from web.wording import words
from web.wording.act_sentences import SENTENCES
from web.wording.spoken import card_names, table_words

if TYPE_CHECKING:
    from collections.abc import Mapping
    from re import Match

    from flask import Flask

    from domain.engine.ruleset import Ruleset

PARTS: Final = re.compile(r"(?P<seat>[^\s:]+):?\s*(?P<rest>.*)", re.DOTALL)
CARDS: Final = r"(?:\?\?|[0-9TJQKA][SHDC])"
CARD: Final = re.compile(rf"(?P<down>\(?)(?P<indicator>\[?)\(?(?P<card>{CARDS})\)?\]?\)?")
PATTERNS: Final = tuple((re.compile(pattern, re.DOTALL), key, places) for pattern, key, places in SENTENCES)


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
        seat, rest = words.seat(parts["seat"]), parts["rest"]
        if play := CARD.fullmatch(rest):
            return self._sentence(_play_key(play), seat=seat, card=self.card(play["card"]))
        for pattern, key, places in PATTERNS:
            if match := pattern.fullmatch(rest):
                if places and places[0][1] == "card" and match[1] == "??":
                    key += "_unknown"
                texts = zip(places, match.groups(), strict=True)
                return self._sentence(key, seat=seat, **{name: self._text(kind, text) for (name, kind), text in texts})
        return notation

    def _sentence(self, key: str, **values: str) -> str:
        return fill(self.words["says"][key], **values)

    def _text(self, kind: str, text: str) -> str:
        """Return a part of an act in words. ``kind``: as in `web.wording.act_sentences`."""
        match kind:
            case "card":
                return self.card(text)
            case "cards":
                return ", ".join(map(self.card, text.split()))
            case "pairs":
                return self._pairs(text)
            case "seat":
                return words.seat(text)
            case "suit":
                return self._suit(text)
            case "rank":
                return str(self.names["ranks"].get(text, text))
            case "contract":
                points, suit = text.split()
                return f"{points} {self._suit(suit)}"
            case "points":
                return self.game.format_points(int(text))
            case "call":
                return str(self.words["calls"].get(text, text))
            case "list":
                return text.replace(" ", ", ")
        return text

    def card(self, card: str) -> str:
        """Return a card in words: "nine of hearts"."""
        if card == "??":
            return str(self.names["unknown"])
        return fill(self.names["of"], rank=self.names["ranks"][card[0]], suit=self.names["suits"][card[1]])

    def _pairs(self, pairs: str) -> str:
        """Return "W=JH N=7C" in words."""
        named = (pair.split("=") for pair in pairs.split())
        return ", ".join(self._sentence("of_seat", seat=words.seat(seat), card=self.card(card)) for seat, card in named)

    def _suit(self, name: str) -> str:
        """Return a suit, Obenabe or Undenufe in words."""
        return str(self.names["suits"].get(name) or self.words["calls"].get(name, name))


def fill(text: str, **values: str) -> str:
    """Return a sentence with its named places filled in."""
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", value)
    return text


def _play_key(play: Match[str]) -> str:
    """Return the key of the sentence for a card that is played."""
    down, known = bool(play["down"]), play["card"] != "??"
    if play["indicator"]:
        return "plays_indicator" if not down else "plays_indicator_down" if known else "plays_indicator_unknown"
    return "plays" if not down else "plays_down" if known else "plays_down_unknown"


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
