"""A club moves from one server to another with its whole record, and is never written in both."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import replace
from json import loads
from pathlib import Path
from uuid import UUID, uuid4

import psycopg
import pytest

from api.services import EXTENSION
from domain.club.facts import ClubMovedIn, ClubMovedOut
from domain.kernel.errors import ClubShut
from tests.cases import FULL, cases
from tests.cli.conftest import ROOT, complaint
from tests.http.classes import published
from tests.http.people import Person
from tests.http.test_who_sees import build, read, requests
from tests.http.tournament_requests import done
from tests.moving.conftest import House, Move
from tests.moving.seasons import PLAYERS, Season, play_season
from tests.signing.compiled import create_site

CHANGES = {"bids.step_from_200": 5}
ELSEWHERE = ("log.", "tokens.", "bundles.", "events.", "streams.", "readiness", "metrics")
"""The beginnings of the endpoints that say something of the server: its log, its tokens, its positions."""
PART = 1 if FULL else 8
"""One path in so many is requested."""


@pytest.fixture
def season(old: House, new: House) -> Season:
    """A club that is to move, to a server where another one plays already."""
    new.people.deal(club=new.people.club(), players={"S": "A Neighbour"})
    return play_season(old)


@pytest.fixture
def move(old: House, new: House, season: Season, tmp_path: Path) -> Move:
    return Move(old, new, season.club, tmp_path)


def callers(house: House, club: str) -> dict[str, Person]:
    return {
        "administrator": house.people.admin,
        "outsider": house.people.anybody,
        "member": house.people.issue("director", club=club),
    }


def test_every_answer_about_the_club_is_the_same_at_both_servers(old: House, new: House, tmp_path: Path) -> None:
    """For each reader: views of every seat, standings, audits, statistics, lists, notes, disputes, names."""
    scene = build(old.people, "names-for-members")
    pairs = [
        (path, endpoint) for path, endpoint in requests(old.app, scene) if not endpoint.startswith(ELSEWHERE)
    ][:: PART]  # fmt: skip
    before = {(name, path): read(who, path)[:2] for name, who in callers(old, scene.club).items() for path, _ in pairs}
    move = Move(old, new, scene.club, tmp_path)
    move.whole()
    assert "nothing was changed" in new.nought("verify", "log").out
    compared = 0
    with cases() as case:
        for name, who in callers(new, scene.club).items():
            for path, endpoint in pairs:
                if "/log/" in path or "bundle" in endpoint:
                    continue
                compared += before[name, path][0] == 200
                with case(name, path):
                    assert read(who, path)[:2] == before[name, path]
    assert compared > (200 if FULL else 20)
    assert {status for (_, path), (status, _) in before.items() if "replays" in path or "standings" in path} >= {200}


def test_a_moved_club_is_written_at_the_new_server_alone(move: Move, season: Season, old: House, new: House) -> None:
    move.whole()
    admin, deal = old.people.admin, {"ruleset": "304", "dealer": "S", "club": season.club}
    refused = admin.post("/deals", deal)
    assert refused.status_code == 409
    assert refused.json["code"] == "club-moved"
    assert refused.json["moved_to"] == "https://new.example"
    assert refused.json["detail"] == ("The club has moved to https://new.example; nothing is recorded here any more.")
    for path, body in (
        (f"/clubs/{season.club}/rulesets", {"key": "ours", "name": "Ours", "base": "304", "changes": CHANGES}),
        (f"/deals/{season.deal}/notes", {"text": "Late", "ply": 1}),
        ("/players", {"name": "Late", "club": season.club}),
        (f"/tournaments/{season.cup}/reopen", {"why": "late"}),
    ):
        assert admin.post(path, body).json["code"] == "club-moved", path
    assert old.people.deal(club=season.other), "the other club plays on"
    assert admin.get(f"/deals/{season.deal}").status_code == 200, "what is there can be read"
    new.people.deal(club=season.club, table=season.table, players={"S": "A Newcomer"})
    assert new.people.admin.post("/tables", {"name": old.services.catalogue.find(UUID(season.table)).title,  # type: ignore[union-attr]
                                             "club": season.club}).status_code == 422  # fmt: skip
    (out,) = old.services.ledger.moving.get(UUID(season.club)).done
    assert isinstance(out.fact, ClubMovedOut)
    assert (out.fact.url, out.fact.log) == ("https://new.example", new.key)
    (came,) = new.services.ledger.moving.get(UUID(season.club)).done
    assert isinstance(came.fact, ClubMovedIn)
    assert (came.fact.url, came.fact.log, came.fact.size) == ("https://old.example", old.key, out.fact.size)
    for house in (old, new):
        assert "nothing was changed" in house.nought("verify", "log").out
    assert "of clubs that came from other servers" in new.nought("verify", "log").out


@pytest.mark.full
def test_the_page_of_a_club_that_moved_says_where_it_is(move: Move, season: Season, old: House, new: House) -> None:
    sites = {house.host: create_site(house.settings) for house in (old, new)}
    for house in (old, new):
        sites[house.host].extensions[EXTENSION] = house.provider

    def page(house: House) -> str:
        secret = house.people.issue("director", club=season.club).secret
        signed_in = {"Authorization": f"Bearer {secret}"}
        return sites[house.host].test_client().get(f"/clubs/{season.club}", headers=signed_in).get_data(as_text=True)

    assert 'id="moved"' not in page(old)
    assert "New tournament" in page(old)
    assert move.write().code == 0
    assert move.receive().code == 0
    assert "is just moving here" in page(new)
    assert move.close().code == 0
    assert move.open().code == 0
    assert '<a href="https://new.example">https://new.example</a>' in page(old)
    assert "New tournament" not in page(old)
    assert 'id="moved"' not in page(new)
    assert "New tournament" in page(new)


def test_people_are_forgotten_at_both_servers(move: Move, season: Season, old: House, new: House) -> None:
    files = old.services.recorder.read(b"SELECT attached_at FROM attachments", [])
    assert len(files) == 1
    move.whole()
    for house in (old, new):
        done(house.people.admin, f"/clubs/{season.club}/people/forget", {"names": ["Guest"]})
        rows = house.services.recorder.read(b"SELECT count(*) FROM texts WHERE strpos(text, %s) > 0", ["Guest"])
        assert rows == [(0,)]
        seats = house.people.admin.get(f"/deals/{season.deal}").json["players"]
        kept = house.services.recorder.read(b"SELECT attached_at FROM attachments", [])
        assert kept == files, "how long a file is kept counts from when it was handed in"
        assert seats["W"] == "Former player 2", "the one who was forgotten before is number 1 at both"
        assert "nothing was changed" in house.nought("verify", "log").out
    assert (Path(new.settings.keys) / "removals.jsonl").read_text().count("\n") == 2


def test_what_was_recorded_after_the_file_makes_the_receipt_refused(
    move: Move, season: Season, old: House, new: House
) -> None:
    assert move.write().code == 0
    assert move.receive().code == 0
    old.people.deal(club=season.other)
    deal = old.people.deal(club=season.club, players={"S": "Newest"})
    done(old.people.admin, f"/clubs/{season.club}/people/forget", {"names": ["Guest"]})
    refused = complaint(move.close())
    assert refused == (
        "nought: something of the club was recorded since the file was written: write the file again, and receive it "
        "again\n"
    )
    early = new.people.admin.post("/deals", {"ruleset": "304", "dealer": "S", "club": season.club})
    assert (early.status_code, early.json["code"]) == (409, "club-comes")
    move.whole()
    assert new.people.admin.get(f"/deals/{deal}").json["players"]["S"] == "Newest"
    assert new.services.recorder.read(b"SELECT count(*) FROM texts WHERE strpos(text, %s) > 0", ["Guest"]) == [(0,)]
    assert "nothing was changed" in new.nought("verify", "log").out


@pytest.mark.full
def test_each_step_may_be_repeated(move: Move, season: Season, old: House, new: House) -> None:
    assert move.write().code == 0
    for _ in range(2):
        assert move.receive().code == 0
    for _ in range(2):
        assert move.close().code == 0
    assert move.receive().code == 0
    for _ in range(2):
        assert move.open().code == 0
    assert "in this record book already" in complaint(move.receive())
    assert "is kept at another server" in complaint(move.write())


def test_nobody_but_the_owner_of_the_database_receives(move: Move, new: House) -> None:
    assert move.write().code == 0
    new.settings = replace(new.settings, owner_dsn=None)
    assert "only the owner" in complaint(move.receive())


def test_the_application_cannot_write_events_of_another_time_or_of_a_shut_club(
    move: Move, season: Season, new: House
) -> None:
    assert move.write().code == 0
    assert move.receive().code == 0
    with psycopg.connect(new.settings.dsn, options=f"-c search_path={new.settings.schema}", autocommit=True) as login:
        insert = (
            "INSERT INTO events (originator_id, originator_version, topic, state, club, notification_id)"
            " SELECT gen_random_uuid(), 1, 'nought.Deal.Passed', '', %s, 1"
        )
        login.execute("SET nought.receives TO 'on'")
        with pytest.raises(psycopg.Error, match="comes from"):
            login.execute(insert, [season.club])
        for statement in (
            "INSERT INTO events (stored_at) VALUES (now())",
            "DELETE FROM shut_clubs",
            "INSERT INTO shut_clubs (club, has_left, url, note) VALUES (gen_random_uuid(), true, '', '')",
            "UPDATE received_clubs SET statement = ''",
            "DELETE FROM received_leaves",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                login.execute(statement)
        for statement in ("SELECT open_club(%s)", "SELECT shut_club(%s, '', '', 0)"):
            with pytest.raises(psycopg.Error, match=r"no event says|was written since"):
                login.execute(statement, [season.club])


@pytest.mark.full
def test_a_class_is_over_before_its_club_moves_and_its_pupils_are_deleted_afterwards(
    move: Move, season: Season, old: House
) -> None:
    teacher = old.people.issue("director", club=season.club)
    opening = {"lesson": published(old.people), "pace": "free", "club": season.club}
    lesson = done(teacher, "/classes", opening)["id"]
    assert "classes that are not over" in complaint(move.write("--leave-others"))
    done(teacher, f"/classes/{lesson}/end", {"keep": True})
    assert "1 lesson of other clubs or of none" in complaint(move.write())
    assert move.write("--leave-others").code == 0
    assert move.receive().code == 0
    assert move.close().code == 0
    old.services.ledger.classes.forget(UUID(lesson), by="K", at="2026-03-01T10:00:00.000Z")
    with pytest.raises(ClubShut, match="has moved to"):
        old.services.ledger.clubs.rename_club(UUID(season.club), "Another", by="K", at="2026-03-01T10:00:00.000Z")


KILLED = """
import os, signal, sys
from api.cli import main
from api.moving import receiving
from store.tables.moves import Reception

receiving.EVENTS = 20
name, left = sys.argv.pop(1), int(sys.argv.pop(1))
whole = getattr(Reception, name)

def kill(*arguments):
    global left
    left -= 1
    if left < 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return whole(*arguments)

setattr(Reception, name, kill)
main()
"""
MOMENTS = [("write_events", 3), *([("write_texts", 0), ("write_leaves", 0), ("date", 0), ("date", 1)] if FULL else [])]


@pytest.mark.full
@pytest.mark.parametrize(("where", "after"), MOMENTS)
def test_a_kill_while_a_club_is_received_loses_and_shows_nothing(
    move: Move, season: Season, new: House, where: str, after: int
) -> None:
    assert move.write().code == 0
    environment = {**os.environ, **new.environment, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    command = [sys.executable, "-c", KILLED, where, str(after), "move", "receive", str(move.file)]
    killed = subprocess.run(command, env=environment, capture_output=True, check=False, text=True)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    new.services.sights.notice()
    seen = new.people.anybody.get(f"/deals/{season.deal}")
    assert seen.status_code == 404 or not any(name in seen.get_data(as_text=True) for name in (*PLAYERS, "Guest"))
    early = new.people.admin.post("/deals", {"ruleset": "304", "dealer": "S", "club": season.club})
    assert early.status_code in (404, 409)
    move.whole()
    assert "nothing was changed" in new.nought("verify", "log").out
    for path in (f"/deals/{season.deal}/replays/E", f"/tournaments/{season.cup}/standings", f"/clubs/{season.club}"):
        assert new.people.admin.get(path).get_data() == move.old.people.admin.get(path).get_data()


def test_an_old_proof_holds_and_the_new_server_can_prove_the_same(
    move: Move, season: Season, old: House, new: House, tmp_path: Path
) -> None:
    before, after = tmp_path / "before.tlog-proof", tmp_path / "after.tlog-proof"
    old.nought("log", "proof", season.deal, "--version", 3, "-o", before)
    move.whole()
    new.nought("log", "proof", season.deal, "--version", 3, "--old", "-o", after)
    for proof in (before, after):
        new.nought("verify", "proof", proof, "--key", old.key)
        assert new.call("verify", "proof", proof, "--key", new.key).code == 1
    later = new.people.deal(club=season.club)
    assert "did not come from another server" in complaint(new.call("log", "proof", later, "--old"))


@pytest.mark.full
def test_a_club_moves_on_and_not_back(move: Move, season: Season, old: House, new: House, tmp_path: Path) -> None:
    move.whole()
    back = Move(new, old, season.club, tmp_path / "back")
    back.folder.mkdir()
    assert back.write().code == 0
    assert "in this record book already" in complaint(back.receive())


def test_what_is_not_the_clubs_is_named_before_it_is_left_behind(
    move: Move, season: Season, old: House, new: House
) -> None:
    guest = old.people.admin.post("/players", {"name": "Guest of others", "club": season.other}).json["id"]
    old.people.deal(club=season.club, players={"S": guest})
    assert "1 player of other clubs or of none" in complaint(move.write())
    assert not move.file.exists()
    assert move.write("--leave-others").code == 0
    assert move.receive().code == 0
    assert new.services.recorder.read(b"SELECT count(*) FROM texts WHERE text = 'Guest of others'", []) == [(0,)]


@pytest.mark.full
def test_an_import_of_deals_of_two_clubs_goes_along_with_the_first(
    move: Move, season: Season, old: House, new: House, tmp_path: Path
) -> None:
    first, second = (
        old.people.admin.get(f"/deals/{deal}/archive").get_data(as_text=True)
        for deal in (season.deal, old.people.played(club=season.other))
    )
    lines = [line.replace(loads(line)["id"], str(uuid4())) for line in (first, second)]
    archive = tmp_path / "both.ndjson"
    for order in (lines, [line.replace(loads(line)["id"], str(uuid4())) for line in lines[::-1]]):
        archive.write_text("".join(order))
        old.nought("import", "--new-people", archive)
    move.whole()
    (batch,) = new.services.catalogue.rows("import")
    answer = new.call("withdraw", "--import", batch.id, "--why", "twice")
    assert "there is no deal" in answer.out + answer.err
    assert new.people.admin.get(f"/deals/{loads(lines[0])['id']}").status_code == 200
    assert "nothing was changed" in new.nought("verify", "log").out


@pytest.mark.full
def test_a_receipt_of_another_server_or_file_is_refused(move: Move, season: Season, old: House, new: House) -> None:
    assert move.write().code == 0
    assert move.receive().code == 0
    foreign = old.call("move", "close", move.receipt, "--key", old.key)
    assert "not by a key that is trusted here" in complaint(foreign)
    text = move.receipt.read_text()
    move.receipt.write_text(text.replace("https://new.example", "https://evil.example"))
    assert "does not fit the text" in complaint(move.close())
    assert "that this server did not write" in complaint(new.call("move", "close", _put(move, text)))
    _put(move, text)
    assert move.close().code == 0
    closing = move.closing.read_text()
    move.closing.write_text(closing.replace("https://old.example", "https://evil.example"))
    assert "does not fit the text" in complaint(move.open())


def _put(move: Move, text: str) -> Path:
    move.receipt.write_text(text)
    return move.receipt
