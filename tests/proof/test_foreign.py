"""Implementations that are not ours read this log, are witnessed by it, and witness it.

Every day tlog-scales, in Python. The full run also takes what golang.org/x/mod, transparency-dev and litewitness do, in
Go, where a developer built them (docs/trust.md, *With other tools*): foreign/main.go calls the former.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from uuid import uuid4

import pytest
import requests
from eventsourcing.persistence import StoredEvent
from tlog_scales import tiles
from tlog_scales.backend import HttpBackend, LocalBackend
from tlog_scales.reader import TilesReader
from tlog_scales.signing import PlainEd25519Signer, Vkey, VkeySet
from tlog_scales.tlog import Checkpoint, ConsistencyProof, ConsistencyProofInvalid
from tlog_scales.writer import TilesWriter

from api.proof.keeper import entry_of
from api.site import EXTENSION, Site
from domain.proof.canonical import canonical
from domain.proof.cosignatures import witness_key
from domain.proof.notes import PrivateKey
from domain.proof.witness_policies import parse_policy
from store.postgres import embedded
from tests.http.applications import closing_app, provider_of
from tests.http.people import People, play, whole_deal
from tests.proof.test_witnesses import PATH, Club, book_alone, clubs, fork_of, policy_of
from tests.waiting import free_port, until

__all__ = ["book_alone", "clubs"]

LARGE = 300
"""More leaves than one tile has."""


def record(club: Club, count: int) -> None:
    """Events of one stream, and a checkpoint that each other club cosigns."""
    stream = uuid4()
    club.services.recorder.insert_events(
        [StoredEvent(stream, version, "test.Happened", b"{}") for version in range(1, count + 1)]
    )
    club.sign()
    assert all(club.submit().values())


def vkey(club: Club) -> str:
    return club.keeper.public_keys()[-1].text


def proof_of(club: Club, old: int, new: int) -> list[str]:
    """The hashes of our proof that one checkpoint continues another."""
    answer = club.get(f"/api/v1/log/consistency?from={old}&to={new}").json()
    hashes: list[str] = answer["path"]
    return hashes


# --- tlog-scales --------------------------------------------------------------------------------------


def test_tlog_scales_reads_the_log_its_cosignatures_and_proofs_and_refuses_a_fork(
    clubs: list[Club], server: embedded.Embedded, tmp_path: Path
) -> None:
    ada, bern, colombo = clubs
    record(bern, 6)
    reader = TilesReader(HttpBackend(f"{bern.url}/api/v1/log"))
    old = reader.get_checkpoint()
    fork = fork_of(bern, server, tmp_path / "fork")
    with closing_app(fork.app):
        fork.record(8)
        fork.open()
        fork_reader = TilesReader(HttpBackend(f"{fork.url}/api/v1/log"))
        forged = fork_reader.get_checkpoint()
        forged.verify(Vkey.from_string(vkey(bern)))
        assert fork_reader.calculate_root_hash() == forged.root_hash, "well made, and of another history"
        with pytest.raises(ConsistencyProofInvalid):
            fork_reader.get_consistency_proof(6, 8).check(old.root_hash, forged.root_hash)
        with pytest.raises(ConsistencyProofInvalid):
            ConsistencyProof(6, 6, []).check(old.root_hash, fork_reader.mth(0, 6))
        assert fork.submit() == {"ada": False, "colombo": False}
        fork.server.close()

    record(bern, LARGE)
    newest = reader.get_checkpoint()
    size = newest.size
    witnesses = [Vkey.from_string(witness_key(club.key).text) for club in (ada, colombo)]
    signers = VkeySet(Vkey.from_string(vkey(bern)), *witnesses).verify(newest.signatures, newest)
    assert (size, len(signers)) == (6 + LARGE, 3)
    assert reader.calculate_root_hash() == newest.root_hash
    leaves = zip(bern.services.log.events(), bern.services.log.leaves(0, size), strict=True)
    for place, (event, leaf) in enumerate(leaves):
        entry = tiles.leaf_hash(canonical(entry_of(event, leaf.salt)))
        reader.get_inclusion_proof(place, size).check(entry, newest.root_hash)
    proof = ConsistencyProof(6, size, [b64decode(each) for each in proof_of(bern, 6, size)])
    proof.check(old.root_hash, newest.root_hash)
    assert proof == reader.get_consistency_proof(6, size)


def test_a_log_that_tlog_scales_keeps_is_witnessed(book_alone: Club, tmp_path: Path) -> None:
    signer = PlainEd25519Signer("scales.example/log", bytes(range(32)))
    policy = parse_policy(f"log {signer.vkey.serialize()}\nquorum none\n")
    book_alone.app.extensions[EXTENSION] = Site(served_at=book_alone.url, witnesses=policy)
    witness = Vkey.from_string(witness_key(book_alone.key).text)
    writer = TilesWriter.create(tmp_path / "log", signer.vkey.name)

    def grow(count: int) -> Checkpoint:
        for n in range(count):
            writer.add_leaf(b"leaf %d" % (writer.size + n))
        writer.commit([signer])
        return Checkpoint.from_text((tmp_path / "log" / "checkpoint").read_text())

    def send(old: int, head: Checkpoint, proof: list[bytes]) -> tuple[int, str, str]:
        hashes = "".join(f"{b64encode(each).decode()}\n" for each in proof)
        body = f"old {old}\n{hashes}\n{head.serialize()}".encode()
        answer = requests.post(f"{book_alone.url}{PATH}/add-checkpoint", data=body, timeout=20)
        return answer.status_code, answer.headers["Content-Type"], answer.text

    def cosigned(head: Checkpoint, line: str) -> None:
        Checkpoint.from_text(f"{head.serialize_body()}\n{line}").verify(witness)

    reader = TilesReader(LocalBackend(tmp_path / "log"))
    first = grow(5)
    status, _, line = send(0, first, [])
    assert status == 200
    cosigned(first, line)
    for count in (1, 250, 300):
        newest = grow(count)
        reader.set_size(newest.size)
        proof = reader.get_consistency_proof(first.size, newest.size).node_hashes
        assert send(first.size, newest, [bytes(32), *proof[1:]])[0] == 422
        assert send(0, newest, []) == (409, "text/x.tlog.size", f"{first.size}\n")
        status, _, line = send(first.size, newest, proof)
        assert status == 200
        cosigned(newest, line)
        first = newest


# --- what is built with Go ----------------------------------------------------------------------------


def foreign(*words: str) -> str:
    """Return what foreign/main.go prints. Raises ``AssertionError`` with its refusal."""
    done = subprocess.run(
        [os.environ["NOUGHT_FOREIGN"], *words], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


needs_go = pytest.mark.skipif(
    "NOUGHT_FOREIGN" not in os.environ, reason="NOUGHT_FOREIGN names no program built of tests/proof/foreign"
)


@needs_go
@pytest.mark.full
def test_readers_in_go_read_the_log_and_its_proofs_and_refuse_a_fork(
    clubs: list[Club], server: embedded.Embedded, tmp_path: Path
) -> None:
    ada, bern, _ = clubs
    people = People(bern.app, provider_of(bern.app))
    dealer, acts = whole_deal(7)
    deal = people.deal(dealer=dealer)
    play(people.admin, deal, acts)
    bern.sign()
    assert all(bern.submit().values())
    kept, policy = tmp_path / "kept", tmp_path / "clubs.policy"
    kept.write_text(bern.get("/api/v1/log/checkpoint").text, "utf-8")
    old = int(kept.read_text("utf-8").split("\n")[1])
    record(bern, LARGE)
    text = foreign("read", f"{bern.url}/api/v1/log", vkey(bern), str(kept))
    assert f"leaves proved: {old + LARGE}\ncontinues {old}\n" in text

    policy.write_text(policy_of(clubs, "2"), "utf-8")
    file = tmp_path / "deal.tlog-proof"
    for version in (1, 9):
        file.write_bytes(people.admin.get(f"/log/proof/{deal}?version={version}").data)
        assert f"of {old + LARGE}, as the policy asks" in foreign("prove", str(file), vkey(bern), str(policy))
    policy.write_text(policy_of(clubs, "all"), "utf-8")
    with pytest.raises(AssertionError, match="the policy asks for more witnesses"):
        foreign("prove", str(file), vkey(bern), str(policy))

    fork = fork_of(bern, server, tmp_path / "fork")
    with closing_app(fork.app):
        fork.record(old + 3)
        fork.open()
        assert "leaves proved" in foreign("read", f"{fork.url}/api/v1/log", vkey(bern))
        with pytest.raises(AssertionError, match=f"{old + 3} does not continue {old}"):
            foreign("read", f"{fork.url}/api/v1/log", vkey(bern), str(kept))
        fork.server.close()

    ours = f"{ada.url}{PATH}"
    note = tmp_path / "note"
    note.write_text(bern.record(5), "utf-8")
    known, new = old + LARGE, old + LARGE + 5
    path = proof_of(bern, known, new)
    assert foreign("ask", ours, "0", str(note)) == f"old size != current; {known}\n"
    assert foreign("ask", ours, str(known), str(note), *path[1:]) == "consistency proof invalid; 0\n"
    assert f"— {ada.key.name} " in foreign("ask", ours, str(known), str(note), *path)
    assert foreign("ask", ours, str(new), str(note)).startswith(f"— {ada.key.name} "), "sent again"
    stranger = tmp_path / "stranger"
    stranger.write_text(note.read_text("utf-8").replace("bern.example", "nobody.example"), "utf-8")
    assert foreign("ask", ours, "0", str(stranger)) == "unknown log; 0\n"


@contextmanager
def running(*command: str, messages: Path) -> Iterator[Path]:
    """A program that runs meanwhile, and the file to which it writes; it is ended however the test ends."""
    with (
        messages.open("wb") as file,
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=file, stderr=subprocess.STDOUT) as program,
    ):
        try:
            yield messages
        finally:
            program.terminate()


def find(pattern: str, messages: Path) -> str:
    """Wait for a program to write a line, and return the part of it that is in brackets."""
    until(lambda: re.search(pattern, messages.read_text("utf-8")))
    return str(re.findall(pattern, messages.read_text("utf-8"))[0])


@contextmanager
def transparency_dev(log: str, folder: Path) -> Iterator[str]:
    """The witness of transparency-dev: its line of a policy."""
    key = PrivateKey("go.example/witness", bytes(range(32)))
    with running(os.environ["NOUGHT_FOREIGN"], "serve", key.text, log, messages=folder / "go.log") as messages:
        yield f"witness go {witness_key(key).text} {find('(http://.*)', messages)}"


@contextmanager
def litewitness(log: str, folder: Path) -> Iterator[str]:
    """The witness of torchwood, whose key an agent of ssh holds: its line of a policy."""
    database, agent, key = (str(folder / name) for name in ("lite.db", "agent", "key"))
    origin = log.partition("+")[0]
    for command in (
        ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key],
        ["witnessctl", "add-log", "-db", database, "-origin", origin],
        ["witnessctl", "add-key", "-db", database, "-origin", origin, "-key", log],
    ):
        subprocess.run(command, check=True, capture_output=True, timeout=60)
    with running("ssh-agent", "-D", "-a", agent, messages=folder / "agent.log"):
        until(Path(agent).exists)
        subprocess.run(["ssh-add", "-q", key], env={**os.environ, "SSH_AUTH_SOCK": agent}, check=True, timeout=60)
        listed = subprocess.run(["ssh-keygen", "-lf", key], check=True, capture_output=True, text=True, timeout=60)
        command = ["litewitness", "-name", "lite.example/witness", "-db", database, "-ssh-agent", agent]
        port = f"127.0.0.1:{free_port()}"
        command += ["-key", listed.stdout.split()[1], "-listen", port]
        with running(*command, messages=folder / "lite.log") as messages:
            find("(msg=listening)", messages)
            yield f"witness lite {find('vkey=(.*)', messages)} http://{port}"


Kind = Callable[[str, Path], AbstractContextManager[str]]


@pytest.mark.full
@pytest.mark.parametrize(
    "witness",
    [
        pytest.param(transparency_dev, marks=needs_go),
        pytest.param(
            litewitness,
            marks=pytest.mark.skipif(
                not all(map(shutil.which, ("litewitness", "witnessctl", "ssh-agent"))),
                reason="litewitness, witnessctl or ssh-agent is not installed",
            ),
        ),
    ],
)
def test_a_witness_in_go_cosigns_our_log_and_no_fork_of_it(
    book_alone: Club, server: embedded.Embedded, tmp_path: Path, witness: Kind, caplog: pytest.LogCaptureFixture
) -> None:
    club = book_alone
    club.record(3)
    with witness(vkey(club), tmp_path) as line:
        policy = parse_policy(f"log {vkey(club)} {club.url}\n{line}\nquorum {line.split()[1]}\n")
        club.app.extensions[EXTENSION] = Site(served_at=club.url, witnesses=policy)
        for count in (0, 1, 4, LARGE):
            if count:
                club.record(count)
            assert all(club.submit().values())
            answer = club.get("/api/v1/log/witnesses").json()
            assert answer["witnessed"] == answer["size"]
        assert answer["size"] == 8 + LARGE
        fork = fork_of(club, server, tmp_path / "fork")
        with closing_app(fork.app):
            fork.record(8 + LARGE)
            assert not any(fork.submit().values())
            fork.record(5)
            assert not any(fork.submit().values())
        assert "does not continue what it saw before" in caplog.text
        club.record(2)
        assert all(club.submit().values()), "the history that was witnessed goes on"
