"""The shapes that are sent as bytes, for the documentation: views, replays, lines of events."""

from __future__ import annotations

from typing import Any, Final

from schemas.fields import LONGEST_SENTENCE, MOST_ACTS, ActField, ActsField

Schema = dict[str, Any]

TEXT: Final[Schema] = {"type": "string"}
NUMBER: Final[Schema] = {"type": "integer"}
FLAG: Final[Schema] = {"type": "boolean"}
OPEN: Final[Schema] = {"type": "object"}


def _list(item: Schema) -> Schema:
    return {"type": "array", "items": item}


def _map(item: Schema) -> Schema:
    return {"type": "object", "additionalProperties": item}


def _said(schema: Schema, description: str) -> Schema:
    return {**schema, "description": description}


def _object(needed: Schema, maybe: Schema | None = None, description: str = "") -> Schema:
    return {
        "type": "object",
        "description": description,
        "required": list(needed),
        "properties": {**needed, **(maybe or {})},
    }


_SENTENCE: Final = _said(TEXT, "an act as a sentence, such as “E 160”; ?? is a card the viewer did not see")

_STAMPS: Final[Schema] = {"at": TEXT, "by": TEXT, "corrected": NUMBER, "broke": OPEN}

_CLOSING: Final[Schema] = {
    "settlement": {"$ref": "#/components/schemas/Settlement"},
    "abandoned": FLAG,
    "confirmed_by": _said(_list(TEXT), "the seats that agreed with the result as it stands"),
    "confirmed": _said(FLAG, "whether every team agreed"),
}

SCHEMAS: Final[dict[str, Schema]] = {
    "Act": {
        "description": "A sentence of the notation, or an object with a type.",
        "oneOf": [
            {**TEXT, "minLength": 1, "maxLength": LONGEST_SENTENCE, "examples": ["E 160", "W cut 12", "N (7C)"]},
            {
                "type": "object",
                "required": ["type", "seat"],
                "properties": {"type": TEXT, "seat": TEXT},
                "examples": [{"type": "BidMade", "seat": "E", "bid": 160}],
            },
        ],
    },
    "View": _object(
        {
            "viewer": TEXT,
            "ply": NUMBER,
            "stage": TEXT,
            "dealer": TEXT,
            "hands": _said(_map(_list(TEXT)), "by seat; ?? for each card the viewer does not know"),
            "auction": _said(_map(_SENTENCE), "calls by ply"),
            "table": _said(_list(_SENTENCE), "the trick that is going on"),
            "tricks": _said(_map(OPEN), "completed tricks by number, from 1"),
            "taken": _said(_map(NUMBER), "tricks by team"),
            "points": _said(_map(NUMBER), "by team, as far as the viewer can count them"),
            "seen": _said(_map(TEXT), "every card the viewer has seen, and by what right"),
            "consultable": _said(_list(TEXT), "cards a player may look at again"),
            "legal": _said(_list(_SENTENCE), "what the viewer may do now"),
        },
        {
            "turn": TEXT, "owed": TEXT, "bid": OPEN, "maker": TEXT, "trump": OPEN, "asleep": _list(TEXT),
            "redeals": NUMBER, "caps": OPEN, "double": TEXT, "partner": OPEN,
            "marriages": _list(OPEN), "outcome": TEXT, **_CLOSING,
        },
        "What one viewer knows at one moment.",
    ),
    "Frame": _object(
        {"ply": NUMBER, "act": _SENTENCE, "patch": _said(OPEN, "a merge patch (RFC 7396) to the view before")},
        _STAMPS,
        "One act, and what it changed for the viewer.",
    ),
    "Replay": _object(
        {
            "viewer": TEXT,
            "ruleset": TEXT,
            "dealer": TEXT,
            "players": _map(TEXT),
            "start": {"$ref": "#/components/schemas/View"},
            "frames": _list({"$ref": "#/components/schemas/Frame"}),
            "corrections": _list(OPEN),
        },
        _CLOSING,
        "A whole deal for one viewer.",
    ),
    "Timeline": _object(
        {
            "viewer": TEXT,
            "ruleset": TEXT,
            "dealer": TEXT,
            "players": _map(TEXT),
            "acts": _list(_object({"ply": NUMBER, "act": _SENTENCE}, _STAMPS)),
            "corrections": _list(OPEN),
        },
        _CLOSING,
        "What happened, in order.",
    ),
    "EventLine": _object(
        {"version": NUMBER, "at": TEXT, "topic": TEXT, "fact": OPEN},
        {"act": _SENTENCE, "by": TEXT, "key": TEXT, "broke": TEXT},
        "One stored fact, as the viewer may know it.",
    ),
    "FeedLine": _object(
        {"position": NUMBER, "stream": TEXT, "version": NUMBER, "at": TEXT, "topic": TEXT, "fact": OPEN},
        {"act": _SENTENCE, "by": TEXT, "key": TEXT, "broke": TEXT},
        "One stored fact, whole.",
    ),
    "Desk": _object(
        {
            "id": TEXT,
            "version": NUMBER,
            "ruleset": OPEN,
            "seats": _list(TEXT),
            "teams": _map(_list(TEXT)),
            "players": _map(TEXT),
            "names": _said(_map(TEXT), "what the players are called, by seat"),
            "dealer": TEXT,
            "number": NUMBER,
            "pack": _said(OPEN, "its suits, its ranks from the strongest, the points of all cards"),
            "plies": NUMBER,
            "ply": _said(NUMBER, "which act the choices are for"),
            "view": {"$ref": "#/components/schemas/View"},
            "after": _said(_map(TEXT), "who acts after each seat"),
            "width": _said(NUMBER, "how many cards make a trick"),
            "laid": _said(NUMBER, "how many lie in the trick that is going on"),
            "gone": _said(_list(TEXT), "cards known to have been played"),
            "unnamed": _said(_map(NUMBER), "cards without a name in each team's tricks"),
            "twice": _said(_list(TEXT), "cards that the record has in two places"),
            "over": FLAG,
            "choices": _list({"$ref": "#/components/schemas/Choice"}),
            "always": _said(_list(OPEN), "acts of this game that need no more than a seat"),
            "words": _said(_list(TEXT), "a sentence for each kind of act of this game"),
        },
        {
            "turn": TEXT,
            "pad": _said(OPEN, "the cards a seat may play: in which ways, the best way for each card and its verdicts,"
                         " why it would be refused, and what playing one says without a word"),
            "rest": _said(_list(OPEN), "the passes that would end the auction"),
            "undo": _said(OPEN, "the first ply of the latest entry, and all that came with it"),
            "match": _said({"type": ["object", "null"]}, "the match, and who deals next in it"),
            "table": TEXT, "club": TEXT, "event": TEXT,
            "confirmed": _said(_list(TEXT), "who agreed with the result"),
            "settlement": {"$ref": "#/components/schemas/Settlement"},
        },
        "Where a deal stands, and what a scribe may record next.",
    ),
    "Choice": _object(
        {
            "act": _said(OPEN, "as POST …/actions takes it"),
            "told": _SENTENCE,
            "verdict": {**TEXT, "enum": ["legal", "possible", "refused"]},
            "group": {**TEXT, "enum": ["deal", "bid", "trump", "owed", "say", "call", "card"]},
        },
        {
            "pick": _said(OPEN, "the field that takes a card, and the verdict on each"),
            "fill": _said(OPEN, "the field that takes a card for each of some seats"),
            "order": _said(OPEN, "the field that takes several cards"),
            "number": _said(OPEN, "the field that takes a number, its least and most"),
        },
        "Something that may happen next.",
    ),
    "Entries": _object(
        {
            "entries": _list(_object(
                {"ply": NUMBER, "act": _SENTENCE, "was": _list(_SENTENCE), "compelled": FLAG},
                {"at": TEXT, "by": TEXT, "broke": OPEN},
            )),
            "retracted": _said(_list(OPEN), "what was taken back"),
        },
        description="What a scribe entered.",
    ),
    "Consequences": _object(
        {
            "broken": _said(_list(OPEN), "acts that would break a rule, and did not"),
            "mended": _said(_list(OPEN), "acts that would break a rule no longer"),
            "twice": _said(_list(TEXT), "cards that would then be in two places"),
            "follows": _said(_list(OPEN), "what would be corrected along with it"),
            "settlement": _said(OPEN, "what the deal pays, `before` and `after`"),
        },
        {"turn": {"type": ["string", "null"]}},
        "What a correction would change.",
    ),
    "Ruleset": _object({"key": TEXT, "version": NUMBER, "name": TEXT}, description="A game with all its parameters."),
    "ArchivedDeal": _object({"nought": NUMBER}, description="A deal as one line of the archive."),
}  # fmt: skip
"""By the names that the routes use."""

ACT: Final[Schema] = {"$ref": "#/components/schemas/Act"}


def document_acts(_: Any, field: Any, **__: Any) -> Schema:
    """How the fields that hold acts are documented."""
    if isinstance(field, ActsField):
        return {"type": "array", "minItems": 1, "maxItems": MOST_ACTS, "items": ACT}
    return dict(ACT) if isinstance(field, ActField) else {}
