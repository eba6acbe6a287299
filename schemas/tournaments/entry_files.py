"""Shapes of the import of a tournament's entries from a file."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from domain.club.file_people import KEEP, KEPT, MATCHED, NEW, REGISTER
from domain.tournament.entries.file_rows import LONGEST_FILE
from domain.tournament.entries.plan import STATES
from domain.tournament.state import EntryDetails
from schemas import answer_fields as f
from schemas.base import Answer, Command
from schemas.fields import at, new_people, text
from schemas.options import with_options
from schemas.score_files import LONGEST_SPREADSHEET


class CheckEntryFile(Command):
    """A file of entries to preview."""

    text = fields.String(
        validate=validate.Length(1, LONGEST_FILE),
        metadata={
            "description": "the file: CSV, or a report file (TRF)",
            "example": "player1,player2,rating\nAnula,Farook,1850\n",
        },
    )
    xlsx = fields.String(
        validate=validate.Length(1, LONGEST_SPREADSHEET), metadata={"description": "the file as XLSX, in Base64"}
    )
    players = fields.String(
        load_default=KEEP,
        validate=validate.OneOf((KEEP, REGISTER)),
        metadata={
            "description": "what becomes of players who are not registered: they keep their names, or are registered"
        },
    )

    rounds = fields.Boolean(
        load_default=False,
        metadata={
            "description": "of a report file, record the rounds too: draws, results, withdrawals, rulings on scores"
        },
    )

    @validates_schema
    def check_one(self, data: dict[str, Any], **_: Any) -> None:
        """Raise ``ValidationError`` unless there is one file."""
        if ("text" in data) == ("xlsx" in data):
            raise ValidationError("give either text or xlsx")


class ReportFileQuery(Command):
    """The particulars of a tournament in a report file, which are not recorded."""

    city = text(60, metadata={"description": "where it is played", "example": "Jaffna"})
    federation = text(3, metadata={"description": "three letters", "example": "SRI"})
    arbiter = text(60, metadata={"description": "the chief arbiter"})
    deputies = text(650, metadata={"description": "deputy arbiters, separated by semicolons"})


class ImportEntryFile(CheckEntryFile):
    """A file of entries to record."""

    new_people = new_people()
    at = at()


class EntryFilePlayer(Answer):
    """A player of a line."""

    written = f.text("as in the file")
    name = f.text("as recorded")
    state = f.one_of(MATCHED, KEPT, NEW, description="`new`: is registered with the import")


@with_options(EntryDetails, described=False)
class EntryFileLine(Answer):
    """A line of the file."""

    line = f.integer("its number in the file, from 1")
    text = f.optional(f.text("what the line says, if it is no entry"))
    name = f.text("the name of the entry; empty if the line has none")
    entry = f.optional(f.text("the number of the entry, if it is recorded or there already"))
    players = f.many(EntryFilePlayer)
    seed = f.optional(f.integer("the place on the seeding list of the file"))
    categories = f.many(f.text())
    since = f.optional(f.integer("the first round that it plays; absent for the next round"))
    byes = f.many(f.integer(), "rounds that it does not play, by the file")
    state = f.one_of(
        *STATES,
        description="`same`: the entry is there already; `left-out`: nothing of it is recorded; `taken`: it is recorded"
        " with the entries that it names",
    )
    why = f.optional(f.text("why it is refused, or what of it is not recorded"))


class EntryFileChecked(Answer):
    """The preview of a file of entries. Nothing is recorded."""

    declined = f.optional(f.text("why the file cannot be recorded; absent if it can"))
    new = f.integer("the number of entries that would be recorded")
    new_people = f.many(f.text(), "the names that are new to the club, if it has forgotten somebody")
    lines = f.many(EntryFileLine)
    left_out = f.many(f.text(), "what the file has besides that is not recorded")
    rounds = f.integer("the number of rounds with results in the file that are not recorded")
    rounds_taken = f.integer("the number of rounds that are recorded with their results")
    differing = f.integer(
        "the number of entries with other points or another place than in the file; their lines say which"
    )
    notes = f.many(f.text(), "what is recorded in another way than the file says, and why")
