"""Lines of lists are dumped from rows of the catalogue: a field of the data is named in the schema only."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID

from schemas.answers import MatchPage, Thing
from schemas.base import Listed
from schemas.classes import ClassPage
from schemas.series import SeriesLine
from store.tables.catalogue import Row
from tests.cases import cases

ID, CLUB = UUID("019c5c22-f9d0-791b-99d5-f0740c70b079"), UUID("019c5c22-f9d0-791b-99d5-f0740c70b07a")
TIME = datetime(2026, 3, 1, 18, 30, tzinfo=UTC)


def row(**data: object) -> Row:
    return Row(ID, "match", CLUB, None, TIME, "Anna and Beni", data, TIME)


def test_a_line_has_what_the_row_and_its_data_have_and_nothing_that_its_schema_does_not_name() -> None:
    page = {"items": [row(status="open", deals=3, balance={"NS": 4}, winner=None, own_game={})], "next": None}
    assert MatchPage().dump(page) == {
        "items": [
            {
                "id": str(ID), "title": "Anna and Beni", "opened_at": "2026-03-01T18:30:00+00:00", "club": str(CLUB),
                "balance": {"NS": 4}, "status": "open", "deals": 3,
            }
        ],
        "next": None,
    }  # fmt: skip


def test_a_field_may_have_another_name_or_type_than_the_row_has() -> None:
    with cases() as case:
        with case("name"):
            assert Thing().dump(row())["name"] == "Anna and Beni"
        with case("time as text"):
            (line,) = ClassPage().dump({"items": [row(status="open")], "next": None})["items"]
            assert line["opened_at"] == "2026-03-01T18:30:00+00:00"
        with case("missing in old data"):
            assert SeriesLine().dump(row())["evenings"] == 0


def test_data_never_take_the_place_of_the_row() -> None:
    assert Listed.from_dict({"title": Thing().fields["name"]})().dump(row(title="wrong")) == {"title": "Anna and Beni"}
