"""`nought account`, and the first start."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import urllib.request
from contextlib import closing, suppress
from pathlib import Path

import pytest

from api.cli.parts.books import announced, served_at
from api.clock import now
from api.services import Provider
from store.settings import Settings
from tests.cli.conftest import PROGRAM, Nought, complaint
from tests.waiting import PATIENCE, free_port, until


@pytest.fixture
def book(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setenv("NOUGHT_DSN", settings.dsn)
    monkeypatch.setenv("NOUGHT_SCHEMA", settings.schema)
    return settings


@pytest.mark.usefixtures("book")
def test_an_account_is_made_let_in_and_ended(nought: Nought, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = nought("account", "add", "Nirmala", "admin", "--name", "Nirmala P.")
    assert answer.out.startswith("http://127.0.0.1:8304/sign-in/")
    assert "Nirmala P. (admin) signs in with this link, once" in answer.err
    monkeypatch.setenv("NOUGHT_URL", "https://cards.example")
    assert nought("account", "link", "NIRMALA").out.startswith("https://cards.example/sign-in/")
    listed = nought("account", "list").out
    assert "nirmala" in listed
    assert "never" in listed
    assert nought("account", "disable", "nirmala").out == "disabled\n"
    assert "disabled" in nought("account", "list").out
    assert nought("account", "enable", "nirmala").out == "enabled\n"


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize(
    ("arguments", "because"),
    [
        (["add", "a b", "admin"], "no spaces"),
        (["add", "scribe", "recorder"], "needs a club"),
        (["add", "scribe", "recorder", "--club", "019c5c22-f9d0-791b-99d5-f0740c70b079"], "there is no club"),
        (["add", "x", "admin", "--club", "019c5c22-f9d0-791b-99d5-f0740c70b079"], "is not of a club"),
        (["add", "x", "seat"], "'seat' is not one of"),
        (["link", "nobody-here"], "there is no account nobody-here"),
        (["disable", "nobody-here"], "there is no account nobody-here"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(nought: Nought, arguments: list[str], because: str) -> None:
    assert because in complaint(nought("account", *arguments))


def test_a_player_is_invited_by_a_link_that_works_once(nought: Nought, book: Settings) -> None:
    with closing(Provider(book)) as house:
        here = house.services
        club = here.ledger.clubs.open_club("Lagoon", by="a test", at=now()).id
        player = here.ledger.clubs.register_player("Anula", club=club, by="a test", at=now()).id
        links = [nought("account", "invite", str(player), "--days", "7") for _ in range(2)]
        secrets = [link.out.strip().removeprefix("http://127.0.0.1:8304/join/") for link in links]
        assert links[0].err == "Anula joins with this link, once, within 7 days:\n"
        assert here.joining.look_up(secrets[0]) is None, "a new one ends the one before"
        account = here.accounts.add("anula", "Anula", "player", {}, "a test").id
        assert here.joining.use(secrets[1], account).player == player
        refused = complaint(nought("account", "invite", str(player)))
        assert "The player has an account already" in refused
    assert "there is no player" in complaint(nought("account", "invite", "019c5c22-f9d0-791b-99d5-f0740c70b079"))
    assert "90" in complaint(nought("account", "invite", str(player), "--days", "91"))


@pytest.mark.usefixtures("book")
def test_a_login_is_taken_once(nought: Nought) -> None:
    nought("account", "add", "twice", "admin")
    assert "there is an account twice already" in complaint(nought("account", "add", "TWICE", "admin"))


@pytest.mark.full
@pytest.mark.usefixtures("book")
def test_a_password_is_read_from_a_pipe(nought: Nought) -> None:
    nought("account", "add", "piped", "admin")
    short = subprocess.run((*PROGRAM, "account", "password", "piped"), input="short\n", text=True, capture_output=True)
    assert (short.returncode, short.stdout) == (2, "")
    assert "10 to 200 characters" in short.stderr
    long = subprocess.run(
        (*PROGRAM, "account", "password", "piped"), input="a club of four\n", text=True, capture_output=True
    )
    assert (long.returncode, long.stdout) == (0, "set\n")


@pytest.mark.usefixtures("book")
def test_mail_that_leads_nowhere_is_refused_before_anything_starts(
    nought: Nought, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NOUGHT_SMTP_URL", "smtp://mail.example")
    port = free_port()
    assert "NOUGHT_SMTP_URL needs NOUGHT_URL" in complaint(nought("serve", "--port", port))
    assert "NOUGHT_SMTP_URL needs NOUGHT_URL" in complaint(nought("demo", "--port", port, "--data", tmp_path / "demo"))
    assert not (tmp_path / "demo").exists()


@pytest.mark.full
def test_the_first_start_says_how_to_sign_in(settings: Settings, nought: Nought, book: Settings) -> None:
    """And so does every start until somebody has."""
    from store.events.factory import build
    from store.tables.people.accounts import Accounts

    recorder = build(settings)
    accounts = Accounts(recorder)
    for each in accounts.within():
        accounts.disable(each.id)
    assert not accounts.has_been_used()
    if not accounts.of_login("admin"):
        accounts.add("admin", "Administrator", "admin", {}, "the first start")
    port = free_port()
    serve = (*PROGRAM, "serve", "--port", str(port), "--workers", "1")
    with subprocess.Popen(serve, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stderr is not None
        line = running.stderr.readline()
        assert "Open this link within 24 hours to sign in as administrator:" in line
        address = line.rsplit(" ", 1)[1].strip()
        pages: list[str] = []

        def opened() -> bool:
            with suppress(OSError), urllib.request.urlopen(address, timeout=PATIENCE) as answer:  # noqa: S310
                pages.append(answer.read().decode())
            return bool(pages)

        until(opened)
        assert "Sign in as Administrator" in pages[0]
        running.terminate()
        assert running.communicate(timeout=PATIENCE)[0] == ""
    recorder.close()


@pytest.mark.full
def test_the_links_of_the_demo_answer_as_soon_as_they_are_printed() -> None:
    folder = Path(tempfile.mkdtemp(prefix="nought-demo-"))  # Postgres's account cannot enter pytest's own folder
    folder.chmod(0o755)
    demo = (*PROGRAM, "demo", "--port", str(free_port()), "--data", str(folder / "demo"))
    with subprocess.Popen(demo, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        lines = (line for line in running.stdout if line.startswith("Open this link"))
        address = next(lines).rsplit(" ", 1)[1].strip()
        with urllib.request.urlopen(address, timeout=PATIENCE) as answer:  # noqa: S310
            assert "Sign in as Demo" in answer.read().decode()
        running.terminate()
    shutil.rmtree(folder)


@pytest.mark.full
def test_a_link_leads_to_the_server_of_the_book(nought: Nought, begun: Path) -> None:
    """It named the default port, whichever port the server had."""
    nought("account", "add", "anula", "admin", "--data", begun)
    with announced(str(begun), "http://127.0.0.1:8539"):
        link = nought("account", "link", "anula", "--data", begun).out
    assert link.startswith("http://127.0.0.1:8539/sign-in/")
    assert nought("account", "link", "anula", "--data", begun).out.startswith("http://127.0.0.1:8304/sign-in/")
    given = nought("account", "link", "anula", "--data", begun, "--url", "https://cards.example/").out
    assert given.startswith("https://cards.example/sign-in/")


def test_a_server_that_was_killed_has_no_address(tmp_path: Path) -> None:
    (tmp_path / "served-at").write_text("999999999 http://127.0.0.1:8539\n", encoding="utf-8")
    assert served_at(tmp_path) == ""
