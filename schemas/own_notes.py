"""Shapes of the notes and lines that an account keeps beside deals."""

from __future__ import annotations

from typing import Final

from marshmallow import fields, validate

from schemas import answer_fields as f
from schemas.base import Answer, Command
from schemas.fields import text

LONGEST_LINE: Final = 80
"""The most cards of a line; a whole deal has fewer."""
LAST_PAGE: Final = 20


class WriteOwnNote(Command):
    """A note on an act of a deal, or a line of cards that begins after it."""

    ply = fields.Integer(
        strict=True,
        required=True,
        validate=validate.Range(-1, 9999),
        metadata={"description": "the number of the act; -1 for the deal as a whole"},
    )
    cards = fields.List(
        fields.String(validate=validate.Regexp(r"[2-9TJQKA][SHDC]\Z", error="A card is its rank and its suit.")),
        load_default=list,
        validate=validate.Length(max=LONGEST_LINE),
        metadata={"description": "the cards of a line, in order; without them it is a note", "example": ["JH", "9H"]},
    )
    text = text(metadata={"description": "the note, or the name of the line"})


class OwnNotesQuery(Command):
    """The query for a page of the caller's notes."""

    page = fields.Integer(load_default=1, validate=validate.Range(1, LAST_PAGE))


class OwnNote(Answer):
    """A note or a line of the caller, or one that somebody else shows to the club."""

    id = f.text()
    deal = f.text("the id of the deal")
    ply = f.integer("the number of the act; -1 for the deal as a whole")
    cards = f.many(f.card(), "the cards of a line; empty for a note")
    text = f.text()
    at = f.text("when it was written")
    for_club = f.flag("whether it is shown to the club of the deal")
    by = f.optional(f.text("the name of its writer; left out if that is you"))
    taken_back = f.flag("whether an official of the club made it private again")


class OwnNotesOfDeal(Answer):
    """The notes and lines on a deal, the caller's and those for the club, in the order of its plies."""

    items = f.many(f.nested_field(OwnNote))


class OwnNotesPage(Answer):
    """A page of the caller's notes and lines, the newest first."""

    items = f.many(f.nested_field(OwnNote))
    has_more = f.flag("whether there is a next page")
