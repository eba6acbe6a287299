"""Evidence of a deal: everything that a bundle claims is worked out again, with no database and no network."""

from __future__ import annotations

import copy
import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID

import jsonschema_rs
import msgspec
import pytest

from api.cli.imports import import_files
from api.cli.main import run
from api.clock import latest_time
from api.deals.import_document import ImportOptions
from api.proof.bundles import make_bundle
from api.proof.keeper import LogError
from domain.kernel.commands import Saved
from domain.kernel.repository import new_id
from domain.proof import checkpoints, entries, notes, tree
from domain.proof.notes import PrivateKey, PublicKey
from domain.record.import_commands import NewImport
from replay import bundle as bundles
from replay.bundle import BundleError, load, verify
from tests.http.people import play, whole_deal
from tests.proof import reference
from tests.proof.conftest import Book

Change = Callable[[dict[str, Any]], object]


def bundle_of(book: Book, deal: str) -> dict[str, Any]:
    """The bundle of a deal, as a file tells it."""
    note = book.sign()
    head = checkpoints.parse(notes.parse(note))
    version = book.services.ledger.deals.get(UUID(deal)).version
    whole = make_bundle(book.services.log, UUID(deal), head, note, version)
    return load(msgspec.json.encode(whole))


@pytest.fixture
def evidence(book: Book) -> dict[str, Any]:
    book.deal(3, plies=8)
    deal = book.deal(7)
    book.deal(4, plies=4)
    return bundle_of(book, deal)


def test_a_bundle_holds_and_says_what_was_worked_out(book: Book, evidence: dict[str, Any]) -> None:
    verified = verify(evidence, book.keeper.public_keys())
    assert str(verified.deal) == evidence["deal"]
    assert verified.by == book.keeper.public_keys()[-1]
    assert any("the settlement follows from what was played" in line for line in verified.shown)
    assert any("the record says what the events say" in line for line in verified.shown)
    assert len(verified.document.items) + 1 == len(evidence["streams"][0]["events"])


def test_a_bundle_has_the_shape_of_its_schema(evidence: dict[str, Any]) -> None:
    schema = json.loads((Path(bundles.__file__).parents[1] / "schemas" / "bundle.schema.json").read_text())
    jsonschema_rs.validator_for(schema).validate(evidence)


def test_its_proofs_hold_by_another_implementation(evidence: dict[str, Any]) -> None:
    """Only hashes, base64 and the recursive definition of the RFC."""
    _, size, root = evidence["checkpoint"].split("\n")[:3]
    events = evidence["streams"][0]["events"]
    assert len(events) > 20
    for each in events:
        leaf = reference.mth(
            [json.dumps(each["entry"], sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()]
        )
        steps = [notes.base64(step) for step in each["path"]]
        assert reference.head_of_path(leaf, each["place"], int(size), steps) == notes.base64(root)


def change_card(bundle: dict[str, Any]) -> None:
    event = next(each for each in bundle["streams"][0]["events"] if each["entry"]["topic"].endswith("CardPlayed"))
    event["entry"]["body"]["fact"]["card"] = "7S"


CHANGES: list[tuple[str, Change, str]] = [
    ("a card", change_card, "is not in the log as it stands here"),
    ("who recorded", lambda b: b["streams"][0]["events"][3]["entry"]["body"].update(by="Nobody"), "event 4: it is not"),
    ("a salt", lambda b: b["streams"][0]["events"][0]["entry"].update(salt="0" * 64), "event 1: it is not in the log"),
    ("when", lambda b: b["streams"][0]["events"][0]["entry"].update(at="2020-01-01T00:00:00.000000Z"), "event 1"),
    ("an event left out", lambda b: b["streams"][0]["events"].pop(5), "event 6: here stands version 7"),
    ("two events swapped", lambda b: b["streams"][0]["events"].insert(5, b["streams"][0]["events"].pop(6)), "event 6"),
    ("no events", lambda b: b["streams"][0]["events"].clear(), "there are no events"),
    ("a path", lambda b: b["streams"][0]["events"][2]["path"].pop(), "event 3: it is not in the log"),
    ("a place", lambda b: b["streams"][0]["events"][2].update(place=1), "event 3"),
    ("the size", lambda b: b.update(checkpoint=b["checkpoint"].replace("\n", "\n1", 1)), "does not fit the text"),
    (
        "the signature",
        lambda b: b.update(checkpoint=b["checkpoint"].rsplit(" ", 1)[0] + " AAAAAAAA\n"),
        "none of the keys",
    ),
    ("the record", lambda b: b["record"].update(dealer="E" if b["record"]["dealer"] != "E" else "W"), "record: "),
    (
        "the settlement",
        lambda b: b["settlement"]["tokens"].update(NS=99),
        "settlement: it is not the one that the events",
    ),
    ("no settlement", lambda b: b.update(settlement=None), "settlement: it is not the one that the events tell"),
    ("the ruleset", lambda b: b["ruleset"].update(key="504"), "ruleset: "),
    ("another deal", lambda b: b.update(deal="019c5c22-f9d0-791b-99d5-f0740c70b079"), "the first stream is not that"),
    ("no streams", lambda b: b.update(streams=[]), "the first stream is not that of the deal"),
    ("no keys", lambda b: b["log"].update(keys=[]), "none of the keys"),
    ("a kind of entry", lambda b: b["streams"][0]["events"][0]["entry"].update(kind="blank"), "no entry of the log"),
    ("no record", lambda b: b.pop("record"), "shape of a bundle"),
    ("a word beside", lambda b: b.update(verdict="East cheated"), "the bundle: verdict has no place in it"),
    ("a word in a stream", lambda b: b["streams"][0].update(note="x"), "note has no place in it"),
    ("a word at an event", lambda b: b["streams"][0]["events"][2].update(note="x"), "event 3: note has no place"),
    ("a stream of numbers", lambda b: b.update(streams=[7]), "shape of a bundle"),
    ("a name", lambda b: some_text(b).update(text="Nobody"), "it was changed, or its salt was"),
    ("the salt of a name", lambda b: some_text(b).update(salt="0" * 32), "it was changed, or its salt was"),
    ("a name left out", lambda b: b["texts"].popitem(), "it is not in the bundle"),
    ("a name beside", lambda b: b["texts"].update({"A" * 22: {"text": "Nobody"}}), "no event holds it"),
    ("a word at a name", lambda b: some_text(b).update(note="x"), "note has no place in it"),
]


def some_text(bundle: dict[str, Any]) -> dict[str, str]:
    return next(iter(bundle["texts"].values()))


@pytest.mark.parametrize(("change", "why"), [each[1:] for each in CHANGES], ids=[each[0] for each in CHANGES])
def test_what_was_changed_in_a_bundle_is_told(evidence_once: dict[str, Any], change: Change, why: str) -> None:
    changed = copy.deepcopy(evidence_once)
    change(changed)
    with pytest.raises(BundleError, match=why):
        verify(changed)


@pytest.mark.full
def test_a_name_that_was_removed_is_told_apart_from_one_that_was_changed(evidence: dict[str, Any]) -> None:
    """Its events are in the log as before; only nobody can say any more whose name it was."""
    token, each = next((token, each) for token, each in evidence["texts"].items() if each["text"] == "Keeper")
    evidence["texts"][token] = {"text": each["text"]}
    checked = verify(evidence)
    assert checked.unchecked == (
        "texts about people that were removed: 1; the record shows what stands in their place",
    )


_once: dict[str, Any] = {}


@pytest.fixture
def evidence_once(request: pytest.FixtureRequest) -> dict[str, Any]:
    """The same bundle for all that only change it."""
    if not _once:
        _once.update(request.getfixturevalue("evidence"))
    return _once


def test_a_bundle_that_somebody_else_signed_is_not_believed(book: Book, evidence: dict[str, Any]) -> None:
    """Invented events can be signed, but not with the key that the reader trusts."""
    (public,) = book.keeper.public_keys()
    forger = PrivateKey(public.name, os.urandom(32))
    edge, forged = tree.Edge(), copy.deepcopy(evidence)
    nodes: dict[tuple[int, int], bytes] = {}
    change_card(forged)
    for n, each in enumerate(forged["streams"][0]["events"]):
        each["place"] = n
        for node in edge.add(entries.leaf(each["entry"])):
            nodes[node.level, node.place] = node.hash
    for each in forged["streams"][0]["events"]:
        path = tree.inclusion(lambda level, place: nodes[level, place], each["place"], edge.size)
        each["path"] = [notes.b64encode(step).decode() for step in path]
    head = checkpoints.Checkpoint(public.name, edge.size, edge.head)
    forged["checkpoint"] = checkpoints.sign(head, forger).whole
    forged["log"] = {"keys": [forger.public.text], "changes": []}
    with pytest.raises(BundleError, match="by none of the keys that are trusted here"):
        verify(forged, [public])


@pytest.mark.full
def test_a_bundle_under_a_later_key_is_believed_by_who_trusts_the_first(book: Book) -> None:
    deal = book.deal(7)
    book.sign()
    (first,) = book.keeper.public_keys()
    new = book.keeper.rotate()
    evidence = bundle_of(book, deal)
    assert verify(evidence, [first]).by == new
    evidence["log"]["changes"] = []
    with pytest.raises(BundleError, match="none of the keys"):
        verify(evidence, [first])
    evidence["log"]["keys"] = [first.text]
    with pytest.raises(BundleError, match=r"log\.keys: the key that signed, .* is not among them"):
        verify(evidence, [new])


@pytest.mark.full
def test_a_corrected_an_unfinished_and_an_abandoned_deal_have_bundles_too(book: Book) -> None:
    admin = book.people.admin
    dealer, acts = whole_deal(21)
    deal = book.people.deal(dealer=dealer)
    play(admin, deal, acts)
    assert admin.post(f"/deals/{deal}/undo", {"why": "a slip"}).status_code == 200
    assert "the deal has no settlement" in verify(bundle_of(book, deal)).shown
    play(admin, deal, acts[-1:])
    assert "the settlement follows from what was played" in verify(bundle_of(book, deal)).shown
    gone = book.deal(22, plies=5)
    assert admin.post(f"/deals/{gone}/abandon", {"why": "the lights went out"}).status_code == 200
    assert "the deal has no settlement" in verify(bundle_of(book, gone)).shown


def test_the_audit_and_disputes_are_in_it_for_those_who_may_read_them(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    admin, deal = book.people.admin, book.deal(7)
    claim = {"side": "NS", "ply": 9, "claim": "They looked."}
    assert admin.post(f"/deals/{deal}/disputes", claim).status_code == 201
    book.sign()
    whole, public = (load(who.get(f"/deals/{deal}/bundle").data) for who in (admin, book.people.anybody))
    assert [stream["kind"] for stream in whole["streams"]] == ["deal", "dispute"]
    for each in (whole, public):
        assert "the audit is what follows from the record" in verify(each, book.keeper.public_keys()).shown
    monkeypatch.setattr("api.disputes.VisibleDispute.is_readable", property(lambda dispute: dispute.is_party))
    hidden = load(book.people.anybody.get(f"/deals/{deal}/bundle").data)
    assert [stream["kind"] for stream in hidden["streams"]] == ["deal"]
    assert "They looked." not in json.dumps(hidden)


@pytest.mark.full
def test_an_imported_deal_has_a_bundle_too(book: Book) -> None:
    """All lines of a file without times have the time and the author of the file (docs/trust.md, "Bundles")."""
    for hand in (
        "05-an-opponent-cuts",
        "16-the-scribe-had-slipped",
        "18-cards-nobody-had-seen",
        "35-whose-weis-is-best",
    ):
        path = Path(bundles.__file__).parent / "hands" / f"{hand}.nought.toml"
        options = ImportOptions("Scribe", "2026-02-14T20:00:00.000Z", latest_time())
        batch = NewImport(new_id(options.at), options.by, options.at)
        ((_, saved),) = import_files(book.services, [str(path)], options, batch)
        assert isinstance(saved, Saved)
        assert verify(bundle_of(book, str(saved.id)), book.keeper.public_keys()).unchecked == ()


@pytest.mark.full
def test_streams_beside_the_deal_are_proved_with_it(book: Book) -> None:
    deal, other = book.deal(7), book.deal(8, plies=5)
    note = book.sign()
    head = checkpoints.parse(notes.parse(note))
    version = book.services.ledger.deals.get(UUID(deal)).version
    whole = make_bundle(book.services.log, UUID(deal), head, note, version, [(UUID(other), "note")])
    evidence = load(msgspec.json.encode(whole))
    verified = verify(evidence)
    assert "6 events of the note are in the log, in this order" in verified.shown
    assert verified.unchecked == (
        f"note {other}: this version of Nought does not know what that is, nor whether it is about the deal",
    )
    evidence["streams"][1]["kind"] = "dispute"
    with pytest.raises(BundleError, match=f"dispute {other}: this is no dispute, for it begins with DealOpened"):
        verify(evidence)
    evidence["streams"][1]["events"][2]["entry"]["body"]["by"] = "Nobody"
    with pytest.raises(BundleError, match=f"dispute {other}, event 3: it is not in the log"):
        verify(evidence)


@pytest.mark.full
def test_a_dispute_about_another_deal_is_not_passed_off_as_one_about_this(book: Book) -> None:
    deal, other = book.deal(7), book.deal(8)
    about = book.people.admin.post(f"/deals/{other}/disputes", {"side": "NS", "claim": "They looked."}).json["id"]
    note = book.sign()
    head = checkpoints.parse(notes.parse(note))
    version = book.services.ledger.deals.get(UUID(deal)).version
    whole = make_bundle(book.services.log, UUID(deal), head, note, version, [(UUID(about), "dispute")])
    with pytest.raises(BundleError, match=f"dispute {about}: it is about the deal {other}"):
        verify(load(msgspec.json.encode(whole)))


@pytest.mark.full
def test_what_is_not_under_the_checkpoint_yet_is_not_bundled(book: Book) -> None:
    deal = book.deal(7, plies=5)
    note = book.sign()
    _, acts = whole_deal(7)
    play(book.people.admin, deal, acts[5:7])
    head = checkpoints.parse(notes.parse(note))
    version = book.services.ledger.deals.get(UUID(deal)).version
    with pytest.raises(LogError, match="is not under the checkpoint yet"):
        make_bundle(book.services.log, UUID(deal), head, note, version)


def test_parts_are_worked_out_again_and_unknown_ones_are_named(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bundles.PARTS, "plies", lambda record: {"count": len(record.entries)})
    evidence = bundle_of(book, book.deal(7))
    assert "the plies is what follows from the record" in verify(evidence).shown
    evidence["parts"]["plies"]["count"] += 1
    with pytest.raises(BundleError, match="plies: it is not what follows from the record"):
        verify(evidence)
    evidence["maker"] = "0" * 16
    (warning,) = verify(evidence).unchecked
    assert warning.startswith(
        "plies: this version of Nought works out another one. The file says that version 0000000000"
    )
    monkeypatch.delitem(bundles.PARTS, "plies")
    assert verify(evidence).unchecked == ("plies: this version of Nought has no such part",)


@pytest.mark.full
def test_a_record_in_the_encoding_of_older_versions_is_left_unchecked(evidence: dict[str, Any]) -> None:
    """Its events are still proved, and the record follows from them."""
    evidence["record"] = {"core": {}, "dealer": "S", "nought": 1, "ruleset": "304 v1"}
    (why,) = verify(evidence).unchecked
    assert why.startswith("record: it is in the encoding of older versions")


@pytest.mark.full
def test_an_audit_that_was_changed_with_the_stamp_of_its_maker_is_not_checked_and_the_exit_code_says_so(
    book: Book, evidence: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody signed either: it may be another version's, or made up."""
    file = tmp_path / "deal.bundle.json"
    key = book.keeper.public_keys()[-1].text
    evidence["parts"]["audit"]["breaches"]["summary"] = "1 breach is certain."
    file.write_bytes(msgspec.json.encode(evidence))
    assert run(["verify", "bundle", str(file), "--key", key]) == 1
    assert "audit: it is not what follows from the record" in capsys.readouterr().err
    evidence["maker"] = "0" * 16
    file.write_bytes(msgspec.json.encode(evidence))
    assert run(["verify", "bundle", str(file), "--key", key]) == 3
    output = capsys.readouterr()
    assert output.err.startswith("not checked: audit: ")
    assert "the audit is what follows" not in output.out
    del evidence["parts"]["audit"]["breaches"]
    file.write_bytes(msgspec.json.encode(evidence))
    assert run(["verify", "bundle", str(file), "--key", key]) == 3


@pytest.mark.full
def test_the_stamp_of_another_maker_is_nothing_against_an_audit_that_comes_out_the_same(
    evidence: dict[str, Any],
) -> None:
    evidence["maker"] = "0" * 16
    verified = verify(evidence)
    assert verified.unchecked == ()
    assert "the audit is what follows from the record" in verified.shown


@pytest.mark.parametrize(
    "text", [b"", b"[]", b"{}", b'{"kind":"packs"}', b'{"kind":"bundle","nought":2}', b'{"a":1,"a":1}']
)
def test_what_is_no_bundle_is_refused_in_words(text: bytes) -> None:
    with pytest.raises(BundleError):
        load(text)


def test_the_few_lines_of_the_documentation_check_a_bundle(
    evidence: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (Path(bundles.__file__).parents[1] / "docs" / "trust.md").read_text()
    (lines,) = [part.split("```")[0] for part in text.split("```python\n")[1:]]
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "deal.bundle.json"
    file.write_bytes(msgspec.json.encode(evidence))
    program = [sys.executable, "-W", "ignore", "-c", lines]
    assert subprocess.run(program, capture_output=True, timeout=60).returncode == 0
    change_card(evidence)
    file.write_bytes(msgspec.json.encode(evidence))
    assert b"AssertionError" in subprocess.run(program, capture_output=True, timeout=60).stderr


# --- offline --------------------------------------------------------------------------------------


def test_the_command_checks_it_with_no_database_and_no_network(
    book: Book,
    evidence: dict[str, Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "deal.bundle.json"
    file.write_bytes(msgspec.json.encode(evidence))
    key = book.keeper.public_keys()[-1].text

    def never(*_: object, **__: object) -> None:
        raise AssertionError("it asked for the network")

    monkeypatch.setattr(socket, "socket", never)
    monkeypatch.setattr("psycopg.connect", never)
    assert run(["verify", "bundle", str(file), "--key", key]) == 0
    output = capsys.readouterr().out
    assert output.count("ok  ") == 7
    assert "the file's own" not in output
    assert run(["verify", "bundle", str(file)]) == 0
    assert key in capsys.readouterr().out
    other = PrivateKey("cards.example/other", b"1" * 32).public.text
    assert run(["verify", "bundle", str(file), "--key", other]) == 1
    assert "by none of the keys" in capsys.readouterr().err
    assert run(["verify", "bundle", str(file), "--key", "rubbish"]) == 2
    assert run(["verify", "bundle", str(tmp_path / "nothing")]) == 2
    change_card(evidence)
    file.write_bytes(msgspec.json.encode(evidence))
    assert run(["verify", "bundle", str(file), "--key", key]) == 1
    assert "it was changed, or its proof was" in capsys.readouterr().err


@pytest.mark.full
def test_it_is_checked_where_nothing_of_the_database_is_installed(evidence: dict[str, Any], tmp_path: Path) -> None:
    """A process of its own, in which psycopg, the store and sockets cannot even be loaded."""
    file = tmp_path / "deal.bundle.json"
    file.write_bytes(msgspec.json.encode(evidence))
    program = (
        "import sys\n"
        "for name in ('psycopg', 'psycopg_pool', 'store', 'flask'): sys.modules[name] = None\n"
        "from api.cli.main import run\n"
        f"sys.exit(run(['verify', 'bundle', {str(file)!r}]))\n"
    )
    environment = {"PATH": "/nowhere", "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert "the settlement follows from what was played" in done.stdout


@pytest.mark.full
def test_a_key_may_be_named_by_a_file(book: Book, evidence: dict[str, Any], tmp_path: Path) -> None:
    file, key = tmp_path / "b.json", tmp_path / "log.vkey"
    file.write_bytes(msgspec.json.encode(evidence))
    key.write_text(book.keeper.public_keys()[-1].text + "\n")
    assert run(["verify", "bundle", str(file), "--key", str(key)]) == 0
    assert PublicKey.parse(key.read_text()) == book.keeper.public_keys()[-1]
