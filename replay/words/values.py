"""Values of sentences in any language: seats, cards, lists, numbers, and sentences within sentences."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from domain.engine.cards import UNKNOWN
from domain.engine.words.values import (
    Capital,
    CardCode,
    Cardinal,
    CardName,
    Listing,
    Names,
    Ordinal,
    Plural,
    SeatLetter,
    SeatName,
    Suit,
    Term,
    capital,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from domain.engine.cards import Card
    from domain.engine.faces import Faces
    from domain.engine.words.values import Value
    from replay.words import Language

PLACE: Final = re.compile(r"\{\w+\}")
WORD: Final = re.compile(r"\w")


def sentence(language: Language, msgid: str, values: Mapping[str, Value]) -> str:
    """Return a sentence with its values. A sentence without a translation stays English, with English values."""
    translation = language.gettext(msgid)
    if language.is_english or (translation == msgid and WORD.search(PLACE.sub("", msgid))):
        return msgid.format_map(values)
    return translation.format_map({name: translate(language, value) for name, value in values.items()})


def translate(language: Language, value: Value) -> str:
    """Return a value in a language."""
    if language.is_english:
        return str(value)
    match value:
        case SeatName(seat) | SeatLetter(seat):
            return language.seat(seat)
        case CardName(card, faces):
            return _card_name(language, card, faces)
        case CardCode(card, faces):
            return _card_sign(language, card, faces)
        case Suit(letter, faces):
            return language.gettext(faces.contract(letter))
        case Term(msgid, None):
            return language.gettext(msgid)
        case Term(msgid, values):
            return sentence(language, msgid, values or {})
        case Listing(items, separator):
            texts = [translate(language, item) for item in items]
            if separator == " or ":
                return language.either(texts)
            return language.together(texts) if separator == " and " else separator.join(texts)
        case Names(items):
            return language.together(translate(language, item) for item in items)
        case Plural():
            return _plural(language, value)
        case Ordinal(number):
            return language.gettext("{number}th").format(number=number)
        case Cardinal(number):
            return language.number(number)
        case Capital(value):
            return capital(translate(language, value))
    return str(value)


def _plural(language: Language, value: Plural) -> str:
    translation = language.catalogue.ngettext(value.one, value.many, value.num)
    if translation in (value.one, value.many):
        return str(value)
    return translation.format_map({name: translate(language, each) for name, each in (value.values or {}).items()})


def _card_name(language: Language, card: Card, faces: Faces) -> str:
    _ = language.gettext
    if card == UNKNOWN:
        return _("a face-down card")
    rank, suit = _(faces.ranks[card[0]].word), _(faces.suits[card[1]].word)
    return _("{rank} of {suit}").format(rank=rank, suit=suit)


def _card_sign(language: Language, card: Card, faces: Faces) -> str:
    """Return a card in short form: ``J♥``, ``U Rose``."""
    if card == UNKNOWN or faces.suits[card[1]].sign:
        return faces.card(card)
    return f"{faces.rank(card[0])} {language.gettext(faces.suits[card[1]].word)}"
