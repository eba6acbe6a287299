"""`nought log`, `nought verify log`, `nought bundle`: as an operator types them; and the checkpoint on paper."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from api.cli.main import run
from api.proof.keys import default_folder
from domain.proof import checkpoints, notes
from domain.proof.notes import PublicKey
from tests.http.applications import closing_app
from tests.http.tournament_requests import draw, tournament
from tests.proof.conftest import Book
from tests.signing.compiled import create_site
from web.printing import qr

Told = tuple[int, str, str]
Nought = Callable[..., Told]


@pytest.fixture
def nought(book: Book, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Nought:
    """A command on the record book: its exit code, and what it said."""
    monkeypatch.setenv("NOUGHT_DSN", book.settings.dsn)
    monkeypatch.setenv("NOUGHT_SCHEMA", book.settings.schema)
    monkeypatch.setenv("NOUGHT_KEYS", book.settings.keys)
    monkeypatch.delenv("NOUGHT_URL", raising=False)

    def call(*words: object) -> Told:
        code = run([str(word) for word in words])
        return code, *capsys.readouterr()

    return call


def test_a_checkpoint_is_printed_and_kept_and_holds(book: Book, nought: Nought, tmp_path: Path) -> None:
    assert nought("log", "checkpoint") == (2, "", "nought: nothing is recorded yet\n")
    book.deal(3)
    code, note, _ = nought("log", "checkpoint")
    assert code == 0
    assert checkpoints.parse(notes.parse(note)).size == book.services.log.size()
    file = tmp_path / "evening.checkpoint"
    assert nought("log", "checkpoint", "-o", file)[:2] == (0, "")
    assert file.read_text() == note
    book.deal(4, plies=5)
    code, out, err = nought("verify", "log", "--checkpoint", file)
    assert (code, err) == (0, "")
    assert out.endswith("6 not in it yet\nnothing was changed\n")
    key = nought("log", "key")[1].strip()
    assert nought("verify", "log", "--checkpoint", file, "--key", key)[0] == 0


def test_what_was_changed_is_named_and_the_exit_code_is_one(book: Book, nought: Nought, tmp_path: Path) -> None:
    deal = book.deal(3)
    file = tmp_path / "evening.checkpoint"
    file.write_text(nought("log", "checkpoint")[1])
    with book.tampering() as execute:
        execute("DELETE FROM events WHERE originator_id = %s AND originator_version = 5", [deal])
    code, out, err = nought("verify", "log")
    assert code == 1
    assert err == f"deal {deal}: version 5 was removed\n"
    assert "nothing was changed" not in out
    assert nought("verify", "log", "--checkpoint", file)[0] == 1


@pytest.mark.full
def test_what_was_signed_last_is_compared_without_being_asked(book: Book, nought: Nought) -> None:
    book.deal(3)
    nought("log", "checkpoint")
    with book.tampering() as execute:
        execute("DELETE FROM log_checkpoints")
        execute("DELETE FROM log_leaves WHERE place > 3")
        execute("DELETE FROM events WHERE notification_id > (SELECT max(position) FROM log_leaves)")
    code, _, err = nought("verify", "log")
    assert code == 1
    assert "that was signed last" in err
    assert "the last ones were removed" in err


def test_a_book_that_nobody_signed_says_so(book: Book, nought: Nought) -> None:
    book.deal(3, plies=2)
    code, out, _ = nought("verify", "log")
    assert code == 3
    assert "not checked: nothing is signed yet" in out


@pytest.mark.full
def test_the_key_is_rotated(book: Book, nought: Nought, tmp_path: Path) -> None:
    book.deal(3, plies=2)
    file = tmp_path / "before.checkpoint"
    file.write_text(nought("log", "checkpoint")[1])
    old = nought("log", "key")[1].strip()
    code, out, err = nought("log", "rotate-key", "--why", "a new server")
    assert code == 0
    assert "this key signs" in err
    new = PublicKey.parse(out.strip())
    assert nought("log", "key")[1].split() == [new.text, old]
    assert nought("verify", "log", "--checkpoint", file, "--key", old)[0] == 0
    for path in Path(book.settings.keys).glob("*.key"):
        path.unlink()
    code, _, err = nought("log", "rotate-key")
    assert (code, err.count("\n")) == (2, 1)
    assert "--lost" in err
    assert nought("log", "rotate-key", "--lost")[0] == 0


def test_a_bundle_is_written_and_checked(book: Book, nought: Nought, tmp_path: Path) -> None:
    deal = book.deal(3)
    file = tmp_path / "deal.bundle.json"
    code, out, err = nought("bundle", deal, "-o", file)
    assert (code, out) == (0, "")
    assert "it shows all hands" in err
    assert nought("verify", "bundle", file, "--key", nought("log", "key")[1].strip())[0] == 0
    code, out, _ = nought("bundle", deal)
    assert json.loads(out)["deal"] == deal
    code, out, err = nought("bundle", "019c5c22-f9d0-791b-99d5-f0740c70b079")
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_a_file_that_is_no_checkpoint_is_told_of(book: Book, nought: Nought, tmp_path: Path) -> None:
    book.deal(3, plies=2)
    nought("log", "checkpoint")
    for text in ("", "no checkpoint", "a\n1\nAAAA\n\n— a AAAAAAAA\n"):
        (tmp_path / "c").write_text(text)
        code, out, err = nought("verify", "log", "--checkpoint", tmp_path / "c")
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert err.startswith(f"nought: {tmp_path / 'c'}: ")
    (tmp_path / "c").write_bytes(b"\xff")
    assert nought("verify", "log", "--checkpoint", tmp_path / "c")[0] == 2
    assert nought("verify", "log", "--key", "rubbish")[0] == 2


def test_keys_lie_in_the_accounts_own_configuration_unless_told_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", "/home/somebody/.config")
    assert default_folder() == Path("/home/somebody/.config/nought/keys")


@pytest.mark.full
def test_the_papers_of_a_round_carry_the_newest_checkpoint(book: Book) -> None:
    with closing_app(create_site(book.settings)) as app:
        cup = tournament(book.people.admin, 4)
        draw(book.people.admin, cup)
        page = f"/tournaments/{cup}/papers/draw/1"
        assert "seal" not in app.test_client().get(page).get_data(as_text=True)
        note = book.sign()
        for each in (page, f"/tournaments/{cup}/papers/standings", f"/tournaments/{cup}/papers/results"):
            body = app.test_client().get(each).get_data(as_text=True)
            assert str(qr.svg(note, "QR code of a signed checkpoint")) in body
            assert f"number of events: {book.services.log.size()})" in body
