"""The shapes that are sent as bytes, for the documentation: views, replays, lines of events."""

from __future__ import annotations

from typing import Any, Final, get_args

from marshmallow import fields, validate

from domain.audit.caps.points import Certainty
from domain.audit.caps.report import Verdict
from replay.words.breaches import WHY
from schemas.fields import LONGEST_SENTENCE, MOST_ACTS, PATTERNS, ActField, ActsField

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

_RULES: Final = _list({"$ref": "#/components/schemas/Rule"})

_PAIR: Final[Schema] = {"type": "array", "minItems": 2, "maxItems": 2}

_REFUSAL: Final = {
    "code": _said(TEXT, "as /api/v1/problems lists them"),
    "message": TEXT,
    "clause": _said(TEXT, "document and heading"),
}

_BROKE: Final = _object(_REFUSAL, {}, "the rule that the act broke")

_BREACH: Final = _object({"ply": NUMBER, "act": _SENTENCE, **_REFUSAL})

_CLAUSE: Final = _object({"document": TEXT, "heading": TEXT, "words": TEXT}, description="The rule.")

_SETTLEMENT: Final[Schema] = {"$ref": "#/components/schemas/Settlement"}

_STAMPS: Final[Schema] = {"at": TEXT, "by": TEXT, "corrected": NUMBER, "broke": _BROKE}

_CLOSING: Final[Schema] = {
    "settlement": _SETTLEMENT,
    "abandoned": FLAG,
    "confirmed_by": _said(_list(TEXT), "the seats that agreed with the result as it stands"),
    "confirmed": _said(FLAG, "whether every team agreed"),
}

_CARD: Final = {**TEXT, "examples": ["JH", "??"]}
_SEAT: Final = {**TEXT, "examples": ["S", "5"]}


def _one_of(*words: str) -> Schema:
    return {"type": "string", "enum": list(words)}


_SHARE: Final[Schema] = {"type": "number", "minimum": 0, "maximum": 1}
_REASON: Final = _object(
    {"code": TEXT, "text": TEXT}, {"seat": _SEAT, "ply": NUMBER}, "why, and the act that showed it"
)
_KNOWN: Final = _object(
    {"status": _one_of("held", "seen", "shown", "inferred", "unknown"), "text": TEXT},
    {
        "seat": _said(_SEAT, "who has it, or played it"),
        "where": _one_of("hand", "indicator", "asleep", "trick", "heap", "pack", "played"),
        "ply": _said(NUMBER, "when it was played"),
        "trick": NUMBER,
        "down": FLAG,
        "shown": _object({"how": TEXT, "ply": NUMBER}),
        "with": _said(_map(_SHARE), "the seats that may have it (`pack`: it is not dealt), each with its share"),
        "not_with": _said(_map(_REASON), "the seats that cannot have it"),
    },
)

_TRUMP: Final = _object(
    {"open": FLAG},
    {"suit": _said(TEXT, "if the viewer knows it"), "indicator": _said(_CARD, "while it lies on the table")},
    "the trump as the viewer knows it",
)
_PARTNER: Final = _object(
    {"card": _CARD}, {"seat": _said(_SEAT, "if the viewer knows who holds it")}, "whose holder is the maker's partner"
)
_MARRIAGE: Final = _object({"seat": _SEAT, "suit": TEXT, "points": NUMBER}, description="King and Queen, shown")
_CONTRACT: Final = _object(
    {"seat": _SEAT, "bid": _said({"type": ["integer", "string"]}, "card points, or `pcc`, `half` or `full`")},
    {
        "denomination": _said(TEXT, "in a Jass: a suit, `obenabe` or `undenufe`"),
        "factor": _said(NUMBER, "in a Jass: what the number counts, once, or more if it was doubled"),
        "may_double": _said(_list(_SEAT), "who may do so now, in turn or not"),
        "may_redouble": _said(_list(_SEAT), "who may do so now"),
    },
    "the highest bid, at the end of the auction the contract",
)
_WEIS: Final = _object(
    {},
    {
        "declared": _said(_list(_object({"seat": _SEAT, "value": NUMBER})), "in the order in which they spoke"),
        "question": _said(_one_of("cards", "top", "trump"), "what the seat in turn is asked about its Weis"),
        "talk": _said(
            _list(_object({"seat": _SEAT}, {"cards": NUMBER, "top": TEXT, "trump": FLAG, "conceded": FLAG})),
            "the answers, in order",
        ),
        "team": _said(TEXT, "whose Weis is best: it scores all its Weis"),
        "scored": _said(_list(_object({"seat": _SEAT, "values": _list(NUMBER)})), "what each of its seats scores"),
        "demanded": _object({"by": _SEAT, "of": _SEAT, "value": NUMBER}, description="what must be shown now"),
        "shown": _list(_object({"seat": _SEAT, "cards": _list(_CARD)}, {"value": NUMBER})),
    },
    "what was said and shown of Weis",
)
_STOECK: Final = _object({"seat": _SEAT, "points": NUMBER}, description="King and Ober of trumps, scored")
_CAPS: Final = _object({"seat": _SEAT, "order": _list(_CARD)}, description="who called Caps, and the order of play")
_TEMPLATE: Final = _object(
    {"say": _said(_SENTENCE, "with a gap in braces: `S caps {order}`")},
    {
        "number": _object({"least": NUMBER, "most": NUMBER}),
        "card": _object({"sure": _list(_CARD), "may": _list(_CARD)}, description="one of these"),
        "cards": _object(
            {"count": NUMBER, "sure": _list(_CARD), "may": _list(_CARD)},
            description="so many different ones in any order: all of `sure`, the others of `may`",
        ),
        "sets": _said(_list(_list(_CARD)), "the cards of one of these sets"),
        "seats": _said(_map(_list(_CARD)), "for each of these seats one of its cards, all different"),
        "hands": _object({"seats": _list(_SEAT), "size": NUMBER, "cards": _list(_CARD)}),
    },
    "An act with something left to fill in: a sentence with a gap, and what goes there.",
)
_TRICK: Final = _object({"cards": _list(_SENTENCE), "won": _SEAT})
_RIGHTS: Final = _one_of(
    "own", "played", "record", "inspected", "revealed", "indicator", "exposed", "shown"
)  # fmt: skip

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
            "ply": _said(NUMBER, "of the last act; -1 before the first"),
            "stage": _said(TEXT, "as the ruleset names it, or `over`"),
            "dealer": _SEAT,
            "hands": _said(_map(_list(_CARD)), "by seat; ?? for each card the viewer does not know"),
            "auction": _said(_map(_SENTENCE), "calls by ply"),
            "trick": _said(_object({"cards": _list(_SENTENCE)}), "the trick that is going on"),
            "tricks": _said(_map(_TRICK), "completed tricks by number, from 1"),
            "taken": _said(_map(NUMBER), "tricks by team"),
            "points": _said(_map(NUMBER), "card points by team, as far as the viewer can count them"),
            "seen": _said(_map(_RIGHTS), "every card the viewer has seen, and by what right first"),
            "consultable": _said(_list(_CARD), "cards a player may look at again"),
            "legal": _said(
                _list(_SENTENCE), "what the viewer may do now, as it can be sent; an official: what anybody may"
            ),
        },
        {
            "templates": _said(_list(_TEMPLATE), "what the viewer may do now once something is filled in"),
            "turn": _said(_SEAT, "who acts"),
            "owed": _said(
                _one_of("inspection", "reveal", "count", "weis", "display", "stoeck"),
                "what the seat in turn must say or show before the deal goes on",
            ),
            "redeals": NUMBER,
            "outcome": _one_of("played", "passed_out", "spoilt"),
            "contract": _CONTRACT,
            "maker": _said(_SEAT, "who won the auction: the trump maker, in a Jass the declarer"),
            "trump": _TRUMP,
            "asleep": _said(_list(_SEAT), "seats that take no part in the play"),
            "partner": _PARTNER,
            "marriages": _list(_MARRIAGE),
            "caps": _CAPS,
            "double": _object({"seat": _SEAT}, description="who announced Double"),
            "score": _said(_map(NUMBER), "what each team has scored; the contract counts when the deal is over"),
            "weis": _WEIS,
            "stoeck": _STOECK,
            **_CLOSING,
        },
        "What one viewer knows at one moment.",
    ),
    "Views": _object(
        {
            "ply": _said(NUMBER, "of the last act; -1 before the first"),
            "views": _said(_map({"$ref": "#/components/schemas/View"}), "by seat"),
        },
        {"act": _said(_SENTENCE, "the act of that ply, as everybody saw it")},
        "What each seat knows at one moment.",
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
            "teams": _said(_map(_list(_SEAT)), "the seats of each team"),
            "names": {"$ref": "#/components/schemas/CardNames"},
            "start": {"$ref": "#/components/schemas/View"},
            "frames": _list({"$ref": "#/components/schemas/Frame"}),
            "corrections": _list(OPEN),
        },
        _CLOSING,
        "A whole deal for one viewer.",
    ),
    "Standing": _object(
        {"deal": _said({"type": ["string", "null"]}, "its id; null where no deal was played yet")},
        {
            "delay": _said({"type": "number"}, "how many seconds ago it stood so; left out if it is now"),
            "opened_at": TEXT, "ruleset": TEXT, "dealer": TEXT, "players": _map(TEXT), "number": NUMBER,
            "match": TEXT, "event": TEXT, "viewer": TEXT, "version": NUMBER, "status": TEXT,
            "view": {"$ref": "#/components/schemas/View"},
        },
        "The deal that is played at a table, as it stands for a viewer.",
    ),
    "Stream": _object(
        {
            "event": {**TEXT, "enum": ["deal", "view", "frame", "end"]},
            "data": _said(TEXT, "JSON: a Standing, a View, a Frame, or the status of a deal that is over"),
        },
        {"id": _said(TEXT, "the viewer's version; at a table the deal, a colon and the version")},
        "One server-sent event.",
    ),
    "Timeline": _object(
        {
            "viewer": TEXT,
            "ruleset": TEXT,
            "dealer": TEXT,
            "players": _map(TEXT),
            "teams": _said(_map(_list(_SEAT)), "the seats of each team"),
            "names": {"$ref": "#/components/schemas/CardNames"},
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
            "faces": _said(OPEN, "what the suits and ranks are called"),
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
            "kind": _said(
                {**TEXT, "enum": ["act", "template"]},
                "an act that can be sent as it is, or a template of which one field is left to fill in",
            ),
            "act": _said(OPEN, "as POST …/actions takes it; of a template, without the field"),
            "told": _SENTENCE,
            "group": {**TEXT, "enum": ["deal", "bid", "trump", "owed", "say", "call", "card"]},
        },
        {
            "verdict": {**TEXT, "enum": ["legal", "possible"], "description": "of an act"},
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
                {"at": TEXT, "by": TEXT, "broke": _BROKE},
            )),
            "retracted": _said(_list(OPEN), "what was taken back"),
        },
        description="What a scribe entered.",
    ),
    "Consequences": _object(
        {
            "broken": _said(_list(_BREACH), "acts that would break a rule, and did not"),
            "mended": _said(_list(OPEN), "acts that would break a rule no longer"),
            "twice": _said(_list(TEXT), "cards that would then be in two places"),
            "follows": _said(_list(OPEN), "what would be corrected along with it"),
            "settlement": _said(OPEN, "what the deal pays, `before` and `after`"),
        },
        {"turn": {"type": ["string", "null"]}},
        "What a correction would change.",
    ),
    "Ruleset": _object({"key": TEXT, "version": NUMBER, "name": TEXT}, description="A game with all its parameters."),
    "Text": TEXT,
    "Rule": _object({"text": TEXT, "source": _said(TEXT, "document and heading")}, description="One sentence."),
    "Rulebook": _object(
        {"key": TEXT, "version": NUMBER, "name": TEXT, "chapters": _list(_object({"title": TEXT, "rules": _RULES}))},
        description="The rules of a game in plain words.",
    ),
    "Differences": _object(
        {
            "one": _said(TEXT, "a game's key"),
            "other": TEXT,
            "same_family": _said(FLAG, "games of different families have no parameters in common"),
            "parameters": _said(_map(_PAIR), "by name, the value in each"),
            "sentences": _list(_object({"chapter": TEXT, "one": _RULES, "other": _RULES})),
        },
        description="In what two games differ.",
    ),
    "Knowledge": _object(
        {
            "seat": _SEAT,
            "ply": _said(NUMBER, "the last act that was seen; -1 for none"),
            "text": _said(TEXT, "how many deals fit, in a sentence"),
            "cards": _said(_map(_KNOWN), "every card of the pack"),
            "trump": _object(
                {},
                {
                    "suit": _said(TEXT, "if the seat knew it"),
                    "possible": _said(_map(_SHARE), "else the suits that it could be, with their shares of the deals"),
                    "excluded": _said(_map(_REASON), "the suits that it could not be"),
                },
            ),
        },
        {
            "deals": _said(TEXT, "how many deals fit, exactly; left out where it cannot be counted"),
            "gaps": _said(_list(TEXT), "what the seat saw and the record does not tell"),
            "notes": _said(
                _list(_object({"code": TEXT, "ply": NUMBER, "text": TEXT})), "what was told and is not in the count"
            ),
            "breach": _object(
                {"ply": NUMBER, "code": TEXT, "text": TEXT, "clause": TEXT},
                description="the first act that the seat could see was against the rules",
            ),
        },
        "What a seat knew of every card. Each deal that fits counts once: it is no model of the bidding.",
    ),
    "Shuffle": _object(
        {
            "dealings": _list(
                _object(
                    {"ply": NUMBER, "verdict": _one_of("right", "wrong", "unknown"), "counted": FLAG, "text": TEXT},
                    {
                        "depth": _said(NUMBER, "of the cut; 0: not cut"),
                        "wrong": _object(
                            {"ply": NUMBER, "card": _CARD, "position": NUMBER, "due": _SEAT},
                            {"dealt": {"type": ["string", "null"]}},
                            "the first card that came to the wrong seat",
                        ),
                    },
                )
            ),
            "warning": TEXT,
            "rules": _said(TEXT, "how thoroughly this game wants the pack shuffled"),
        },
        {
            "survived": _object(
                {
                    "evidence": _one_of("order", "batches"),
                    "chance": _said(_SHARE, "the least of all, times the number of questions that were asked"),
                    "text": TEXT,
                    "assumed": _list(
                        _object(
                            {
                                "key": TEXT,
                                "assumption": TEXT,
                                "pairs": NUMBER,
                                "kept": NUMBER,
                                "longest": NUMBER,
                                "chance": _said(_SHARE, "that a perfect shuffle keeps at least as many"),
                                "text": TEXT,
                            },
                            {
                                "rising": _said(NUMBER, "rising sequences; only where the pack's order is known"),
                                "rising_chance": _said(_SHARE, "that a perfect shuffle leaves no more of them"),
                            },
                        )
                    ),
                }
            ),
            "why_not": _said(TEXT, "why nothing can be said of the shuffle"),
        },
        "How much order of the deal before is left in a deal, and how it was dealt. It is no proof of guilt.",
    ),
    "WhatIf": _object(
        {
            "ruleset": _said(TEXT, "by which the deal was played"),
            "judged_by": TEXT,
            "same": _said(FLAG, "nothing would have been different"),
            "parameters": _said(_map(_PAIR), "in which the two differ: as played, and as judged here"),
            "newly_broken": _list(_BREACH),
            "no_longer_broken": _list(_BREACH),
        },
        {"settled": _SETTLEMENT, "settles": _SETTLEMENT},
        "What another ruleset makes of a deal: `settled` as it was played, `settles` as it is judged here.",
    ),
    "Audit": _object(
        {
            "ruleset": _said(TEXT, "by which the deal was played"),
            "dealer": _SEAT,
            "players": _said(_map(TEXT), "names by seat"),
            "acts": NUMBER,
            "breaches": _object(
                {
                    "clean": _said(FLAG, "nothing was found"),
                    "unknown": _said(NUMBER, "cards that nobody has named"),
                    "summary": TEXT,
                    "findings": _list({"$ref": "#/components/schemas/Finding"}),
                    "notices": _list(
                        _object({"ply": NUMBER, "code": TEXT, "words": TEXT}, {"clause": _CLAUSE, "noted": TEXT})
                    ),
                },
                {"first": _said(NUMBER, "the ply of the first breach that is certain")},
            ),
            "caps": _object(
                {"words": _said(_list(TEXT), "the report in sentences")},
                {
                    "exempt": _said(TEXT, "why nobody calls Caps in this deal"),
                    "verdict": _one_of(*get_args(Verdict)),
                    "seat": _said(_SEAT, "whose call it was, or who owed one"),
                    "ply": NUMBER,
                    "why": _said(TEXT, "why it is undecided"),
                    "obligations": _list(
                        _object(
                            {"team": TEXT, "seat": _SEAT, "ply": NUMBER, "moment": TEXT, "order": _list(_CARD)},
                            {"until": _said(NUMBER, "the ply before which the call had to come")},
                        )
                    ),
                    "points": _list(
                        _object(
                            {"ply": NUMBER, "seat": _SEAT, "certainty": _one_of(*get_args(Certainty))},
                            {"order": _list(_CARD), "why": TEXT, "settles": _list(TEXT)},
                            "whether a player could be certain before a ply",
                        )
                    ),
                    "departures": _list(
                        _object(
                            {"ply": NUMBER, "seat": _SEAT, "stated": _CARD, "played": _CARD, "code": TEXT},
                            {},
                            "a card that is not the one of the order stated",
                        )
                    ),
                    "example": _object(
                        {
                            "seat": _SEAT,
                            "ply": NUMBER,
                            "order": _list(_CARD),
                            "fails": TEXT,
                            "line": _list(_SENTENCE),
                            "hand_file": _said(TEXT, "the other deal, for anybody to replay"),
                        },
                        {},
                        "a deal that could not be told from the real one, in which the order fails",
                    ),
                    "bonus": _said(FLAG, "whether the call pays extra"),
                    "rests_on": _list(TEXT),
                    "broke": _object(_REFUSAL, {}, "why the call was not allowed"),
                    "settlement": _SETTLEMENT,
                },
                "who could be certain of every trick, when, and the verdict on the call (`docs/caps.md`)",
            ),
        },
        description="What an audit of a deal found.",
    ),
    "Finding": _object(
        {
            "ply": _said(NUMBER, "the act; -1 for what was noted in a deal that has no act any more"),
            "code": TEXT,
            "sure": _one_of("certain", "possible", "undecidable"),
            "what": _said(TEXT, "what happened, in words"),
            "words": _said(TEXT, "the whole finding in words"),
            "seen": _object(
                {
                    "by": _said(_list(TEXT), "seats of the other side, or `public` for everybody"),
                    "shown": _said(FLAG, "only when the hands were shown after the deal"),
                    "words": TEXT,
                },
                {"ply": _said(NUMBER, "after which it could first be seen")},
            ),
            "taints": _said(
                _list(_object({"first": NUMBER, "last": NUMBER, "why": _one_of(*WHY), "words": TEXT})),
                "the plies that rest on it, and why",
            ),
            "follows": _object(
                {"kind": _one_of("undo", "award"), "void": FLAG, "ruled": FLAG, "words": TEXT},
                {"ply": NUMBER, "plus": NUMBER, "tokens": _map(NUMBER)},
            ),
            "noted": _said(FLAG, "somebody at the table noted it"),
        },
        {
            "act": _SENTENCE,
            "seat": _SEAT,
            "who": _said(TEXT, "the player and the seat"),
            "clause": _CLAUSE,
            "legal": _said(_list(TEXT), "the acts that were open instead, as far as the cards are known"),
            "instead": _said(TEXT, "the same in words"),
            "or_else": _said(_list(TEXT), "the codes it would have if the unseen cards lie otherwise"),
            "settle": _said(
                _list(_object({"ply": NUMBER, "seat": _SEAT, "hand": FLAG, "words": TEXT})),
                "the cards whose disclosure would settle it: the card of an act, or the batch dealt to a seat",
            ),
            "because": _said(NUMBER, "the ply of an earlier breach without which this would be none"),
        },
        "One breach of a rule.",
    ),
    "HandFile": {"type": "string", "description": "A deal for people to read and edit, in TOML."},
    "Bundle": _object(
        {
            "nought": NUMBER, "kind": TEXT, "deal": TEXT, "log": OPEN, "maker": TEXT, "checkpoint": TEXT,
            "streams": _list(OPEN),
            "record": OPEN, "ruleset": OPEN, "settlement": {"type": ["object", "null"]}, "parts": OPEN,
        },
        description="A deal's evidence; its shape whole: `schemas/bundle.schema.json`.",
    ),
    "ArchivedDeal": _object({"nought": NUMBER}, description="A deal as one line of the archive."),
}  # fmt: skip
"""By the names that the routes use."""

ACT: Final[Schema] = {"$ref": "#/components/schemas/Act"}


def document_acts(_: Any, field: Any, **__: Any) -> Schema:
    """How the fields that hold acts are documented."""
    if isinstance(field, ActsField):
        return {"type": "array", "minItems": 1, "maxItems": MOST_ACTS, "items": ACT}
    return dict(ACT) if isinstance(field, ActField) else {}


def document_limits(_: Any, field: Any, **__: Any) -> Schema:
    """How the limits of texts and mappings are documented: apispec writes Python's patterns, and none for mappings."""
    limits: Schema = {}
    for check in field.validators:
        if isinstance(check, validate.Regexp):
            limits["pattern"] = ecma(str(check.regex.pattern))
        elif check in PATTERNS:
            limits["pattern"] = PATTERNS[check]
    if isinstance(field, fields.Dict):
        for check in field.validators:
            if isinstance(check, validate.Length):
                sizes = {"minProperties": check.min, "maxProperties": check.max}
                limits |= {name: size for name, size in sizes.items() if size is not None}
        if names := document_limits(None, field.key_field) if field.key_field else {}:
            limits["propertyNames"] = names
    return limits


def ecma(pattern: str) -> str:
    """Return a pattern that Python matches from the start as JSON Schema has it, which searches anywhere."""
    return f"^(?:{pattern.removesuffix(chr(92) + 'Z')})$"
