"""The part of a deal query that is about cards: what was held, led, bid and decided, once all hands are public.

A search finds a deal by its traits (`domain.record.traits`), which a deal has only while everybody may see all hands.
"""

from __future__ import annotations

import re
from typing import Any, Final

from marshmallow import fields, validate

from api.callers import SEAT, caller
from api.problems import forbidden
from domain.engine.cards import with_letters
from domain.engine.words.values import sentence
from domain.record.traits import MAKER
from schemas.base import PageQuery

SEATS: Final = ("S", "E", "N", "W", *"12345678")
HANDS: Final = ("any", MAKER, *SEATS)
REASONS: Final = (
    "caps-right", "caps-early", "caps-late", "caps-missing", "caps-trick-lost", "caps-external", "caps-no-bonus",
    "double-made", "double-failed", "doubled", "redoubled", "match", "marriages", "weis", "stoeck",
)  # fmt: skip
"""The reasons of a settlement by which deals are searched."""
CARD: Final = r"[2-9TJQKA][SHDC*]"
HELD: Final = re.compile(rf"(?:{CARD}|\*\d)(?: (?:{CARD}|\*\d)){{0,9}}\Z")
SHAPE: Final = re.compile(r"\d{1,2}(?:-\d{1,2}){0,3}\Z")
ABOUT_HANDS: Final = frozenset({"held", "hand", "shape", "lead", "reason", "only_trump"})


class CardText(fields.String):
    """Cards as in the notation, separated by single spaces; ``10♠`` becomes ``TS``."""

    def _deserialize(self, value: Any, *args: Any, **more: Any) -> str:
        text = with_letters(str(super()._deserialize(value, *args, **more))).upper()
        return " ".join(text.replace("10", "T").replace(",", " ").split())


class CardQuery(PageQuery):
    """A filter for deals by their cards. It finds only deals whose hands are shown to everybody."""

    held = CardText(
        validate=validate.Regexp(HELD, error="give cards such as `JH 9H`, `J*` for the jack of trumps, `*4` for four"),
        metadata={
            "description": "cards of one hand as it was dealt: `JH`; `J*`, the jack of trumps; `*4`, four trumps",
            "example": "J* 9*",
        },
    )
    hand = fields.String(
        validate=validate.OneOf(HANDS),
        load_default="any",
        metadata={"description": "the hand that `held` and `shape` are about: a seat, the `maker`'s, or any"},
    )
    shape = fields.String(
        validate=validate.Regexp(SHAPE),
        metadata={"description": "the numbers of cards of each suit in the hand, in any order", "example": "4-2-1-1"},
    )
    lead = CardText(
        validate=validate.Regexp(rf"{CARD}\Z"),
        metadata={"description": "the opening lead: `JH`, or `J*` for the jack of trumps", "example": "JH"},
    )
    bid_from = fields.Integer(validate=validate.Range(0, 9999), metadata={"description": "a number bid, or more"})
    bid_to = fields.Integer(validate=validate.Range(0, 9999), metadata={"description": "a number bid, or less"})
    reason = fields.String(
        validate=validate.OneOf(REASONS),
        metadata={"description": "a reason of the result: `caps-late`, Caps was called too late"},
    )
    only_trump = fields.Boolean(metadata={"description": "whether the trump indicator was the maker's only trump"})


def card_conditions(query: dict[str, Any]) -> dict[str, Any]:
    """Return the part of a query about cards as arguments of `Catalogue.page`; empty without such a part.

    Raises `Problem` (403) for a seat's caller, who sees no other hands even after the deal.
    """
    conditions: dict[str, Any] = {}
    hands = _hands(query)
    if hands:
        conditions["traits"] = hands
    if query.get("only_trump") is False:
        conditions["without"] = "only-trump"
    if conditions and caller().role == SEAT:
        raise forbidden(sentence("A seat sees its own hand only. Sign out to search by cards."))
    if "bid_from" in query or "bid_to" in query:
        conditions["bids"] = query.get("bid_from"), query.get("bid_to")
    return conditions


def write_shape(shape: str) -> str:
    """Return the numbers of cards of each suit in the order in which they are stored, the most first."""
    return "-".join(sorted(shape.split("-"), key=int, reverse=True))


def _hands(query: dict[str, Any]) -> list[list[str]]:
    """Return lists of traits; a deal fits if it has all traits of one list. Empty if any deal fits."""
    everywhere = [query["reason"]] if "reason" in query else []
    if "lead" in query:
        everywhere.append(f"lead:{query['lead']}")
    if query.get("only_trump"):
        everywhere.append("only-trump")
    own = query.get("held", "").split()
    if "shape" in query:
        own.append(write_shape(query["shape"]))
    if not own:
        return [everywhere] if everywhere else []
    hand = query.get("hand", "any")
    return [[*everywhere, *(f"{seat}:{each}" for each in own)] for seat in (SEATS if hand == "any" else (hand,))]
