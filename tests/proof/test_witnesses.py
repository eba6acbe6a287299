"""Servers witness each other's logs over HTTP: one forks, one is away, one turns back its clock (C2SP tlog-witness)."""

from __future__ import annotations

import json
import shutil
import time
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

import pytest
import requests
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from eventsourcing.persistence import StoredEvent
from flask import Flask

from api.cli.main import run
from api.proof.keeper import LogKeeper, entry_of
from api.proof.submitting import Submitter
from api.proof.witness import Doubts, Witness, find_witness_key
from api.services import Services
from api.site import EXTENSION, Site
from domain.proof.canonical import canonical
from domain.proof.checkpoints import Checkpoint, sign
from domain.proof.cosignatures import witness_key
from domain.proof.notes import PrivateKey
from domain.proof.tiles import Tiles
from domain.proof.tree import consistency
from domain.proof.witness_policies import parse_policy
from store.postgres import embedded
from store.settings import Settings
from tests.cases import FULL
from tests.http.applications import closing_app, provider_of, serving
from tests.http.people import People, play, whole_deal
from tests.proof.reference import mth, path
from tests.signing.compiled import create_site
from tests.store.schemas import copied, migrated

PATH = "/api/v1/log/witness"


@dataclass
class Club:
    """A club's server, and what it knows of the others."""

    name: str
    app: Flask
    settings: Settings
    server: ExitStack = field(default_factory=ExitStack)
    url: str = ""

    @property
    def services(self) -> Services:
        return provider_of(self.app).services

    @property
    def keeper(self) -> LogKeeper:
        return self.services.log_keeper(f"{self.name}.example")

    @property
    def key(self) -> PrivateKey:
        return find_witness_key(self.services.keys, self.name)

    def open(self) -> None:
        self.url = f"http://127.0.0.1:{self.server.enter_context(serving(self.app))}"

    def record(self, count: int) -> str:
        """Events, and a checkpoint over all: the note."""
        self.services.recorder.insert_events([StoredEvent(uuid4(), 1, "test.Happened", b"{}") for _ in range(count)])
        return self.sign()

    def sign(self) -> str:
        self.keeper.grow()
        head = self.keeper.checkpoint()
        assert head is not None
        return head.note

    def submitters(self) -> dict[str, Submitter]:
        """The submitters to each witness but itself."""
        made = {
            each.name: self.services.submitter(each, self.name)
            for each in self.app.extensions[EXTENSION].witnesses.witnesses
        }
        return {name: each for name, each in made.items() if each is not None}

    def submit(self) -> dict[str, bool]:
        return {name: each.submit() for name, each in self.submitters().items()}

    def get(self, path: str) -> requests.Response:
        return requests.get(f"{self.url}{path}", timeout=20)

    @property
    def seen(self) -> dict[str, int | None]:
        """The last size of each log that this server cosigned."""
        logs = self.get("/api/v1/log/witnesses").json()["logs"]
        return {each["origin"].split(".")[0]: each.get("seen", {}).get("size") for each in logs}


def policy_of(clubs: list[Club], quorum: str) -> str:
    """The one file that all clubs share, from the lines that each sends."""
    lines = []
    for club in clubs:
        lines.append(f"log {club.keeper.public_keys()[-1].text} {club.url}")
        lines.append(f"witness {club.name} {witness_key(club.key).text} {club.url}{PATH}")
    names = " ".join(club.name for club in clubs)
    return "\n".join([*lines, f"group all-clubs {quorum} {names}", "quorum all-clubs", ""])


@pytest.fixture
def clubs(server: embedded.Embedded, tmp_path: Path) -> Iterator[list[Club]]:
    """Three servers that know each other; a checkpoint needs two of the three."""
    with ExitStack() as stack:
        made = []
        for name in ("ada", "bern", "colombo"):
            settings = stack.enter_context(copied(server, keys=str(tmp_path / name)))
            club = Club(name, stack.enter_context(closing_app(create_site(settings))), settings)
            club.open()
            stack.callback(lambda club=club: club.server.close())
            made.append(club)
        policy = parse_policy(policy_of(made, "2"))
        for club in made:
            club.app.extensions[EXTENSION] = Site(served_at=club.url, witnesses=policy)
        yield made


def read_by_hand(note: str) -> tuple[str, int, bytes, list[tuple[str, bytes]]]:
    """A checkpoint and its signatures, read from the words of signed-note, with nothing of the product."""
    text, _, tail = note.rpartition("\n\n")
    origin, size, root = text.split("\n")
    pairs = [line.removeprefix("— ").split(" ") for line in tail.splitlines()]
    return origin, int(size), b64decode(root), [(name, b64decode(blob)) for name, blob in pairs]


def cosigners_by_hand(note: str, keys: dict[str, bytes]) -> set[str]:
    """The names whose cosignatures of a checkpoint are right, by tlog-cosignature."""
    text = note.rpartition("\n\n")[0] + "\n"
    right = set()
    for name, blob in read_by_hand(note)[3]:
        if name in keys:
            sentence = f"cosignature/v1\ntime {int.from_bytes(blob[4:12], 'big')}\n{text}".encode()
            Ed25519PublicKey.from_public_bytes(keys[name]).verify(blob[12:], sentence)
            assert abs(int.from_bytes(blob[4:12], "big") - time.time()) < 600
            right.add(name)
    return right


def test_three_servers_cosign_each_others_logs_through_a_season(clubs: list[Club]) -> None:
    keys = {club.key.name: witness_key(club.key).public for club in clubs}
    recorded = 30 if FULL else 9
    for evening in range(1, 5 if FULL else 3):
        for club in clubs:
            club.record(3 * evening)
            assert club.submit() == {other.name: True for other in clubs if other is not club}
    for club in clubs:
        note = club.get("/api/v1/log/checkpoint").text
        origin, size, root, _ = read_by_hand(note)
        entries = [
            canonical(entry_of(event, leaf.salt))
            for event, leaf in zip(club.services.log.events(), club.services.log.leaves(0, size), strict=True)
        ]
        assert (origin.split(".")[0], size, root) == (club.name, recorded, mth(entries))
        assert cosigners_by_hand(note, keys) == {other.key.name for other in clubs if other is not club}
        answer = club.get("/api/v1/log/witnesses").json()
        assert (answer["size"], answer["witnessed"], answer["conflicts"]) == (recorded, recorded, [])
        assert {each["name"]: "cosigned" in each for each in answer["witnesses"]} == {
            other.name: other is not club for other in clubs
        }
        assert {name: seen for name, seen in club.seen.items() if name != club.name} == {
            other.name: recorded for other in clubs if other is not club
        }


@pytest.mark.full
def test_a_witness_that_is_away_stops_nobody_and_goes_on_where_it_was(
    clubs: list[Club], caplog: pytest.LogCaptureFixture
) -> None:
    ada, _, colombo = clubs
    ada.record(5)
    ada.submit()
    colombo.server.close()
    asking = ada.submitters()["colombo"]
    for _ in range(3):
        ada.record(4)
        assert not asking.submit(), "it is away"
        assert ada.submitters()["bern"].submit()
    messages = [each.getMessage() for each in caplog.records if "colombo" in each.getMessage()]
    assert messages == ["the witness colombo does not cosign: ConnectionError"], "the operator is told once"
    answer = ada.get("/api/v1/log/witnesses").json()
    assert [each.get("cosigned", {}).get("size") for each in answer["witnesses"]] == [None, 17, 5]
    assert (answer["size"], answer["witnessed"]) == (17, 5), "two of three are needed"
    port = int(ada.app.extensions[EXTENSION].witnesses.witnesses[2].url.split(":")[2].split("/")[0])
    colombo.server.enter_context(serving_at(colombo.app, port))
    assert ada.submitters()["colombo"].submit()
    assert ada.get("/api/v1/log/witnesses").json()["witnessed"] == 17


def fork_of(club: Club, server: embedded.Embedded, folder: Path) -> Club:
    """A second history of a club's log, signed with its key."""
    shutil.copytree(club.settings.keys, folder)
    for held in folder.glob("*.checkpoint"):
        held.unlink()
    settings = migrated(server, keys=str(folder))
    fork = Club(club.name, create_site(settings), settings)
    fork.app.extensions[EXTENSION] = club.app.extensions[EXTENSION]
    assert fork.services.log.add_key(1, club.keeper.public_keys()[-1].text)
    return fork


def test_a_fork_is_named_by_each_honest_witness_and_gets_no_cosignature(
    clubs: list[Club], server: embedded.Embedded, tmp_path: Path
) -> None:
    ada, bern, colombo = clubs
    bern.record(6)
    assert all(bern.submit().values())
    fork = fork_of(bern, server, tmp_path / "fork")
    with closing_app(fork.app):
        fork.record(6)
        assert fork.submit() == {"ada": False, "colombo": False}, "of the same size"
        fork.record(2)
        assert fork.submit() == {"ada": False, "colombo": False}, "of a larger one"
        forged = read_by_hand(fork.keeper.checkpoint().note)  # type: ignore[union-attr]
    for witness in (ada, colombo):
        Doubts(witness.services.witnesses, witness.app.extensions[EXTENSION].witnesses.logs).settle()
        conflicts = witness.get("/api/v1/log/witnesses").json()["conflicts"]
        assert [(each["sizes"], each["is_proof"]) for each in conflicts] == [([6, 6], True), ([6, 8], False)]
        held, sent = (read_by_hand(note) for note in conflicts[0]["notes"])
        assert held[:2] == sent[:2] == (forged[0], 6)
        assert held[2] != sent[2], "two heads of one size, both signed by the log: that proves it"
    bern.record(3)
    assert all(bern.submit().values()), "the history that was witnessed goes on"


@pytest.mark.full
def test_a_wrong_proof_that_somebody_else_sends_is_dismissed_when_the_log_shows_the_right_one(
    clubs: list[Club],
) -> None:
    ada, bern, _ = clubs
    bern.record(5)
    assert all(bern.submit().values())
    public = bern.record(4)
    forged = f"old 5\n{b64encode(bytes(32)).decode()}\n\n{public}"
    answer = requests.post(f"{ada.url}{PATH}/add-checkpoint", data=forged.encode(), timeout=20)
    assert (answer.status_code, answer.json()["code"]) == (422, "log-continues")
    (doubt,) = ada.get("/api/v1/log/witnesses").json()["conflicts"]
    assert (doubt["sizes"], doubt["is_proof"]) == ([5, 9], False)
    Doubts(ada.services.witnesses, ada.app.extensions[EXTENSION].witnesses.logs).settle()
    assert ada.get("/api/v1/log/witnesses").json()["conflicts"] == []
    assert all(bern.submit().values())


@pytest.mark.full
def test_signatures_that_strangers_add_are_neither_kept_nor_tell_checkpoints_apart(clubs: list[Club]) -> None:
    """Sixty kilobytes of them would not fit the index of conflicts, and each other line would make one more."""
    ada, bern, _ = clubs
    bern.record(5)
    assert all(bern.submit().values())
    larger = bern.record(4)
    for junk in (b"1", b"2"):
        line = f"\u2014 stranger.example {b64encode(b'0000' + junk * 40_000).decode()}\n"
        forged = f"old 5\n{b64encode(bytes(32)).decode()}\n\n{larger}{line}"
        answer = requests.post(f"{ada.url}{PATH}/add-checkpoint", data=forged.encode(), timeout=20)
        assert (answer.status_code, answer.json()["code"]) == (422, "log-continues")
    (doubt,) = ada.get("/api/v1/log/witnesses").json()["conflicts"]
    assert "stranger" not in "".join(doubt["notes"])


def body_of(club: Club, old: int, note: str) -> bytes:
    size = read_by_hand(note)[1]
    hashes = consistency(Tiles(club.services.log.hashes), min(old, size), size)
    return f"old {old}\n{''.join(b64encode(each).decode() + chr(10) for each in hashes)}\n{note}".encode()


@pytest.mark.full
def test_a_witness_whose_clock_was_set_back_signs_nothing_until_it_has_caught_up(clubs: list[Club]) -> None:
    ada, bern, _ = clubs
    log = bern.keeper.public_keys()[-1]
    now = [2_000_000_000.0]
    witness = Witness(ada.services.witnesses, ada.key, [log], clock=lambda: now[0])
    assert witness.add_checkpoint(body_of(bern, 0, bern.record(2))).status == 200
    now[0] -= 3600
    larger = body_of(bern, 2, bern.record(2))
    assert witness.add_checkpoint(larger).status == 503
    assert ada.services.witnesses.witnessed()[0].size == 2
    now[0] += 3601
    answer = witness.add_checkpoint(larger)
    assert answer.status == 200
    now[0] += 30
    again = witness.add_checkpoint(body_of(bern, 4, bern.sign()))
    assert again.text == answer.text, "sent again at once, it is the same"


def test_what_is_no_submission_or_does_not_fit_is_refused_as_the_specification_says(clubs: list[Club]) -> None:
    ada, bern, colombo = clubs
    note = bern.record(4)

    def send(body: bytes | str) -> tuple[int, str, str]:
        data = body if isinstance(body, bytes) else body.encode()
        answer = requests.post(f"{ada.url}{PATH}/add-checkpoint", data=data, timeout=20)
        return answer.status_code, answer.headers["Content-Type"].partition(";")[0], answer.text

    good = body_of(bern, 0, note)
    status, media_type, text = send(good)
    assert (status, media_type) == (200, "text/plain")
    assert cosigners_by_hand(note + text, {ada.key.name: witness_key(ada.key).public}) == {ada.key.name}
    assert send(good) == (409, "text/x.tlog.size", "4\n"), "the old size is not the one that is known"
    larger = bern.record(4)
    assert send(body_of(bern, 3, larger)) == (409, "text/x.tlog.size", "4\n")
    assert send(body_of(bern, 4, larger).replace(b"old 4", b"old 9"))[0] == 400
    other = larger.splitlines()
    assert send(f"old 4\n\n{larger.replace(other[0], 'nobody.example/x')}")[0] == 404
    assert send(f"old 4\n\n{larger.replace(other[2], b64encode(bytes(32)).decode())}")[0] == 403
    stranger = [*other[:4], colombo.record(1).splitlines()[-1]]
    assert send("old 4\n\n" + "\n".join(stranger) + "\n")[0] == 403, "another key signed it"
    for wrong in (
        b"", b"old 4\n\n", b"old 04\n\n" + larger.encode(), b"old -1\n\n" + larger.encode(), b"\xff", larger.encode(),
        b"old 4\nnonsense\n\n" + larger.encode(), b"old 4\n" + b"AAAA\n" * 64 + b"\n" + larger.encode(),
    ):  # fmt: skip
        status, media_type, _ = send(wrong)
        assert (status, media_type) == (400, "application/problem+json"), wrong
    assert send(b"old 4\n\n" + b"x" * 80_000)[0] == 413
    assert send(body_of(bern, 4, larger))[0] == 200
    assert send(f"old 8\n{b64encode(bytes(32)).decode()}\n\n{larger}")[0] == 422, "one size needs no proof"
    assert ada.seen["bern"] == 8
    assert ada.get("/api/v1/log/witnesses").json()["conflicts"] == []


def test_an_empty_log_has_the_head_of_the_empty_tree(clubs: list[Club]) -> None:
    ada, bern, _ = clubs
    bern.record(1)
    key = bern.services.keys.find(bern.keeper.public_keys()[-1])
    assert key is not None

    def send(root: bytes) -> requests.Response:
        note = sign(Checkpoint(key.name, 0, root), key).whole
        return requests.post(f"{ada.url}{PATH}/add-checkpoint", data=f"old 0\n\n{note}".encode(), timeout=20)

    assert send(bytes(32)).status_code == 422
    assert send(mth([])).status_code == 200
    assert send(bytes(32)).status_code == 422
    assert bern.submit()["ada"], "every log continues the empty one"


@pytest.mark.full
def test_a_server_that_witnesses_nobody_knows_no_log(book_alone: Club) -> None:
    note = book_alone.record(1)
    refused = requests.post(f"{book_alone.url}{PATH}/add-checkpoint", data=f"old 0\n\n{note}".encode(), timeout=20)
    assert (refused.status_code, refused.json()["code"]) == (404, "unknown-log")
    answer = book_alone.get("/api/v1/log/witnesses").json()
    assert answer == {"size": 1, "witnesses": [], "logs": [], "conflicts": []}


@pytest.fixture
def book_alone(server: embedded.Embedded, tmp_path: Path) -> Iterator[Club]:
    with (
        copied(server, keys=str(tmp_path / "alone")) as settings,
        closing_app(create_site(settings)) as app,
    ):
        club = Club("alone", app, settings)
        club.open()
        yield club
        club.server.close()


@pytest.mark.full
def test_evidence_is_checked_with_the_policy_and_without_the_servers(
    clubs: list[Club], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ada, _, _ = clubs
    people = People(ada.app, provider_of(ada.app))
    dealer, acts = whole_deal(7)
    deal = people.deal(dealer=dealer)
    play(people.admin, deal, acts)
    ada.sign()
    assert all(ada.submit().values())
    proof = tmp_path / "deal.tlog-proof"
    proof.write_bytes(people.admin.get(f"/log/proof/{deal}").data)
    ada.record(3)  # the newest checkpoint is not witnessed, and so not the one of the evidence
    (tmp_path / "deal.json").write_bytes(people.admin.get(f"/deals/{deal}/bundle").data)
    policy = tmp_path / "clubs.policy"
    policy.write_text(policy_of(clubs, "2"))

    def verify(*more: str, kind: str = "bundle") -> tuple[int, str]:
        file = tmp_path / ("deal.json" if kind == "bundle" else "deal.tlog-proof")
        code = run(["verify", kind, str(file), *more])
        return code, "".join(capsys.readouterr())

    code, text = verify("--policy", str(policy))
    assert code == 0, text
    assert text.count("cosigned the checkpoint on") == 2
    code, text = verify("--policy", str(policy), kind="proof")
    assert (code, text.count("cosigned")) == (0, 2), text
    assert f"of {deal} is entry" in text
    policy.write_text(policy_of(clubs, "all"))
    assert verify("--policy", str(policy), kind="proof")[0] == 1
    code, text = verify("--policy", str(policy))
    assert code == 1
    assert "the policy asks for more" in text
    policy.write_text("quorum\n")
    code, text = verify("--policy", str(policy))
    assert (code, text.count("\n")) == (2, 1)
    assert "line 1" in text


@pytest.mark.full
def test_a_proof_of_an_event_is_read_by_its_specification_alone(book_alone: Club) -> None:
    """The words of tlog-proof and RFC 9162, with nothing of the product."""
    people = People(book_alone.app, provider_of(book_alone.app))
    dealer, acts = whole_deal(7)
    deal = people.deal(dealer=dealer)
    play(people.admin, deal, acts)
    book_alone.record(5)
    for version in (1, 4, 9):
        lines = people.admin.get(f"/log/proof/{deal}?version={version}").get_data(as_text=True).split("\n")
        blank = lines.index("")
        assert lines[0] == "c2sp.org/tlog-proof@v1"
        entry, place = b64decode(lines[1].removeprefix("extra ")), int(lines[2].removeprefix("index "))
        _, size, root, _ = read_by_hand("\n".join(lines[blank + 1 :]))
        entries = [
            canonical(entry_of(event, leaf.salt))
            for event, leaf in zip(
                book_alone.services.log.events(), book_alone.services.log.leaves(0, size), strict=True
            )
        ]
        assert entries[place] == entry
        assert json.loads(entry)["version"] == version
        assert [b64decode(each) for each in lines[3:blank]] == path(place, entries)
        assert root == mth(entries)
    assert people.anybody.get(f"/log/proof/{deal}?version=1").status_code in (200, 403)


def serving_at(app: Flask, port: int) -> ExitStack:
    from threading import Thread

    from werkzeug.serving import make_server

    running = make_server("127.0.0.1", port, app, threaded=True)
    stack = ExitStack()
    stack.callback(running.server_close)
    stack.callback(running.shutdown)
    Thread(target=running.serve_forever, daemon=True).start()
    return stack


def test_a_witness_learns_of_events_no_sooner_than_outsiders(clubs: list[Club]) -> None:
    ada, bern, _ = clubs
    people = People(ada.app, provider_of(ada.app))
    table = people.table(people.club())
    ada.sign()
    assert all(ada.submit().values())
    known = bern.seen["ada"]
    assert people.admin.post(f"/tables/{table}/delay", {"seconds": 3600}).status_code == 200
    ada.record(5)
    ada.submit()
    assert bern.seen["ada"] == known
