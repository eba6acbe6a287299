"""The files of disputes: nobody changes them, and going through the log names one that was changed."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from uuid import UUID

import psycopg
import pytest
from psycopg.sql import SQL, Identifier

from tests.cases import full
from tests.http.people import opened
from tests.proof.conftest import Book

BODY = b"The true words."
DIGEST = sha256(BODY).hexdigest()


@dataclass(frozen=True)
class FileCase:
    """A dispute with a file."""

    dispute: str
    book: Book

    def tamper(self, statement: str, *values: object) -> None:
        with self.book.tampering() as execute:
            execute(statement, list(values))

    def serve(self) -> tuple[int, bytes]:
        answer = self.book.people.admin.get(f"/disputes/{self.dispute}/files/{DIGEST}")
        return answer.status_code, answer.data

    def faults(self) -> list[tuple[str, str | None, int | None]]:
        return [(each.kind, str(each.stream), each.version) for each in self.book.walk().broken]


@pytest.fixture(params=["signed", full("waiting")])
def case(book: Book, request: pytest.FixtureRequest) -> FileCase:
    deal = book.deal(plies=9)
    if request.param == "waiting":
        book.sign()
    admin = book.people.admin
    dispute = opened(admin.post(f"/deals/{deal}/disputes", {"side": "EW"}))
    answer = admin.call(
        "POST", f"/disputes/{dispute}/files?name=words.txt&side=EW", data=BODY, content_type="text/plain"
    )
    assert answer.status_code == 200
    if request.param == "signed":
        book.sign()
    return FileCase(dispute, book)


def test_a_file_that_nobody_touched_is_found_whole(case: FileCase) -> None:
    assert case.faults() == []
    assert case.serve() == (200, BODY)


def test_a_file_that_was_changed_is_named_and_not_served(case: FileCase) -> None:
    case.tamper("UPDATE attachments SET body = 'Forged words.'")
    assert case.faults() == [("file", case.dispute, 2)]
    assert "words.txt" in case.book.walk().broken[0].message
    assert case.serve()[0] == 409


def test_a_file_that_was_removed_is_named(case: FileCase) -> None:
    case.tamper("DELETE FROM attachments")
    assert case.faults() == [("file", case.dispute, 2)]


def test_a_file_is_removed_with_the_text_of_its_event_and_the_log_says_so(case: FileCase) -> None:
    """A photo with a face: its bytes go, its hash and every proof stay (docs/privacy.md)."""
    book = case.book
    row = book.services.catalogue.find(UUID(case.dispute))
    assert row is not None
    with psycopg.connect(book.settings.dsn) as connection, pytest.raises(psycopg.Error, match=r"permission|refused"):
        connection.execute(
            SQL("SELECT {}.remove_files(%s, ARRAY[decode(%s, 'hex')], %s, 1)").format(Identifier(book.settings.schema)),
            [case.dispute, DIGEST, case.dispute],
        )
    sent = {"by": "Director", "at": "2026-02-14T21:00:00Z"}
    book.services.forgetter().remove_text(row.club, UUID(case.dispute), 2, "A face is in it", **sent)
    assert case.faults() == []
    status, body = case.serve()
    assert (status, BODY in body) == (404, False)
    assert b"The file was removed." in body
    evidence = book.people.admin.get(f"/disputes/{case.dispute}").json["evidence"]
    assert "A face is in it" in str(evidence)


@pytest.mark.full
def test_a_file_whose_bytes_went_without_the_event_of_a_removal_is_named(case: FileCase) -> None:
    case.tamper("UPDATE attachments SET body = NULL, removed_by = dispute_id, removed_at = 1")
    assert case.faults() == [("file", case.dispute, 2)]


@pytest.mark.full
def test_a_files_kind_belongs_to_it(case: FileCase) -> None:
    case.tamper("UPDATE attachments SET media_type = 'image/png'")
    assert case.faults() == [("file", case.dispute, 2)]


def test_a_file_that_nobody_handed_in_is_named(case: FileCase) -> None:
    other = b"More words."
    case.tamper(
        "INSERT INTO attachments (dispute_id, sha256, media_type, body) VALUES (%s, %s, 'text/plain', %s)",
        case.dispute, sha256(other).digest(), other,
    )  # fmt: skip
    assert case.faults() == [("file", case.dispute, None)]


@pytest.mark.full
def test_a_file_is_named_beside_a_broken_event(case: FileCase) -> None:
    with case.book.tampering() as execute:
        execute("UPDATE attachments SET body = 'Forged words.'")
        execute("UPDATE events SET topic = topic || 's' WHERE originator_version = 5")
    assert ("file", case.dispute, 2) in case.faults()


def test_not_even_the_owner_changes_a_file(case: FileCase) -> None:
    settings = case.book.settings
    for statement in ("UPDATE {} SET body = 'x'", "DELETE FROM {}", "TRUNCATE {}"):
        with psycopg.connect(settings.owner_dsn or "") as connection, pytest.raises(psycopg.errors.RestrictViolation):
            connection.execute(statement.format(f"{settings.schema}.attachments"))  # type: ignore[arg-type]
