"""Base classes of all schemas."""

from __future__ import annotations

from typing import Any, ClassVar

from marshmallow import EXCLUDE, RAISE, Schema, fields, post_dump, validate


class Command(Schema):
    """The base of request bodies and queries. Unknown fields are refused."""

    class Meta:
        unknown = RAISE


class Answer(Schema):
    """The base of answers. Fields without a value are left out."""

    class Meta:
        unknown = EXCLUDE

    KEEP: ClassVar[frozenset[str]] = frozenset()
    """Fields that are sent even if they are null."""

    @post_dump
    def _leave_out(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        return {key: value for key, value in data.items() if value is not None or key in self.KEEP}


class Listed(Answer):
    """The base of answers about a row of the catalogue: a field is an attribute of the row, or a key of its data."""

    def get_attribute(self, row: Any, attr: str, default: Any) -> Any:
        """Return the value of a field."""
        value = getattr(row, attr, default)
        return row.data.get(attr, default) if value is default else value


class PageQuery(Schema):
    """The query for a part of a list."""

    limit = fields.Integer(
        load_default=50, validate=validate.Range(1, 200), metadata={"description": "the number of items, at most 200"}
    )
    cursor = fields.String(
        validate=validate.Length(1, 200), metadata={"description": "the `next` of the previous page"}
    )


def page_of(item: type[Answer]) -> type[Answer]:
    """Return the schema of a page of items."""
    fields_: dict[str, Any] = {
        "items": fields.List(fields.Nested(item), required=True),
        "next": fields.String(allow_none=True, required=True, metadata={"description": "null on the last page"}),
        "KEEP": frozenset({"next"}),
        "__doc__": "A part of a list, newest first.",
    }
    return type(f"{item.__name__}Page", (Answer,), fields_)
