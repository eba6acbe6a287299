"""The log over HTTP: what anybody may have, what another implementation says to it, and what does not leak."""

from __future__ import annotations

import re
from base64 import b64decode
from typing import Any
from uuid import UUID

import psycopg
import pytest

from domain.proof import checkpoints, entries, notes
from domain.proof.notes import PublicKey
from replay import bundle as bundles
from tests.cases import cases
from tests.http.people import play, whole_deal
from tests.proof import reference
from tests.proof.conftest import Book


def answer(book: Book, path: str, status: int = 200) -> Any:
    """The answer that anybody gets."""
    got = book.people.anybody.get(path)
    assert got.status_code == status, (path, got.data[:300])
    return got.json if got.is_json else got.data.decode()


def raw(*texts: str) -> list[bytes]:
    return [b64decode(text, validate=True) for text in texts]


def test_a_checkpoint_is_a_note_that_the_published_key_signed(book: Book) -> None:
    assert answer(book, "/log/checkpoint", 404)["code"] == "no-checkpoint"
    assert answer(book, "/log/key", 404)["code"] == "no-checkpoint"
    assert answer(book, "/log/checkpoints") == {"items": []}
    book.deal(3)
    book.sign()
    got = book.people.anybody.get("/log/checkpoint")
    assert got.content_type == "text/plain; charset=utf-8"
    keys = answer(book, "/log/key")
    checkpoint = checkpoints.verify_note(got.data.decode(), [PublicKey.parse(keys["keys"][0]["vkey"])], keys["origin"])
    assert checkpoint.size == book.services.log.size()
    assert book.people.anybody.get("/log/checkpoint", headers={"If-None-Match": got.headers["ETag"]}).status_code == 304
    (row,) = answer(book, "/log/checkpoints")["items"]
    assert (row["size"], row["note"]) == (checkpoint.size, got.data.decode())


def test_published_proofs_hold_by_another_implementation(book: Book) -> None:
    deals = []
    for seed in (3, 4, 5):
        deals.append(book.deal(seed))
        book.sign()
    sizes = [row["size"] for row in answer(book, "/log/checkpoints")["items"]][::-1]
    assert len(sizes) == 3
    for old in sizes:
        for new in sizes[sizes.index(old) :]:
            proof = answer(book, f"/log/consistency?from={old}&to={new}")
            before, after = raw(proof["old"]["root"], proof["new"]["root"])
            assert reference.heads_of_proof(old, new, raw(*proof["path"]), before) == (before, after)
    for size, deal in zip(sizes, deals, strict=True):
        for proof in (answer(book, f"/log/inclusion/{deal}"), answer(book, f"/log/inclusion/{deal}?size={size}")):
            assert [row["version"] for row in proof["leaves"]] == list(range(1, len(proof["leaves"]) + 1))
            for row in proof["leaves"]:
                (leaf,) = raw(row["leaf"])
                root = reference.head_of_path(leaf, row["place"], proof["size"], raw(*row["path"]))
                assert root == raw(proof["root"])[0]
    (only,) = answer(book, f"/log/inclusion/{deals[0]}?version=4")["leaves"]
    assert only["version"] == 4


NEVER = "019c5c22-0000-7000-8000-000000000000"
"""A deal that there is not."""


SENSELESS = (
    ("/log/consistency", 422), ("/log/consistency?from=x", 422), ("/log/consistency?from=-1", 422),
    ("/log/consistency?from=0", 404), ("/log/consistency?from=99999", 404), ("/log/consistency?from=2&to=1", 404),
    ("/log/inclusion/nothing", 404), (f"/log/inclusion/{NEVER}", 404), ("/log/checkpoints?limit=0", 422),
    ("/log/checkpoints?after=1", 422), (f"/deals/{NEVER}/bundle", 404),
)  # fmt: skip


def test_what_makes_no_sense_is_refused_in_words(book: Book) -> None:
    book.deal(3, plies=4)
    book.sign()
    with cases() as case:
        for path, status in SENSELESS:
            with case(path):
                assert answer(book, path, status)["detail"]


@pytest.mark.full
def test_a_log_did_not_grow_from_a_larger_one(book: Book) -> None:
    sizes = []
    for seed in (3, 4):
        book.deal(seed, plies=5)
        sizes.append(checkpoints.parse(notes.parse(book.sign())).size)
    assert answer(book, f"/log/consistency?from={sizes[1]}&to={sizes[0]}", 422)["code"] == "no-checkpoint"


def test_a_bundle_over_http_holds_and_says_not_yet_until_it_is_signed(book: Book) -> None:
    dealer, acts = whole_deal(7)
    deal = book.people.deal(dealer=dealer)
    play(book.people.admin, deal, acts[:-3])
    assert book.people.admin.get(f"/deals/{deal}/bundle").json["code"] == "no-checkpoint"
    book.sign()
    assert answer(book, f"/deals/{deal}/bundle", 403)
    whole = book.people.admin.get(f"/deals/{deal}/bundle")
    assert bundles.verify(bundles.load(whole.data), book.keeper.public_keys()).deal == UUID(deal)
    play(book.people.admin, deal, acts[-3:])
    assert book.people.admin.get(f"/deals/{deal}/bundle").json["code"] == "not-in-the-log"
    book.sign()
    got = book.people.anybody.get(f"/deals/{deal}/bundle")
    assert got.status_code == 200
    assert bundles.verify(bundles.load(got.data)).document.opened.dealer == dealer
    again = book.people.anybody.get(f"/deals/{deal}/bundle", headers={"If-None-Match": got.headers["ETag"]})
    assert again.status_code == 304


OPEN = (
    "/log/checkpoint", "/log/checkpoints", "/log/key", "/log/consistency?from=1", "/deals/{deal}",
    "/deals/{deal}/events", "/deals/{deal}/timeline", "/deals/{deal}/views/public", "/deals/{deal}/replays/public",
)  # fmt: skip


# --- nothing leaks --------------------------------------------------------------------------------


def test_no_salt_is_told_but_in_a_bundle_to_those_who_may_see_all_hands(book: Book) -> None:
    """While a deal is played, whatever anybody but an official can fetch holds neither a salt nor what is under one."""
    deal = book.deal(7, plies=20)
    book.sign()
    seat = book.people.issue("seat", deal=deal, seat="E")
    salts = [leaf.salt for leaf in book.services.log.leaves_of(UUID(deal))]
    leaves = [leaf.hash for leaf in book.services.log.leaves_of(UUID(deal))]
    assert len(salts) > 10
    paths = [f"/deals/{deal}/bundle", f"/log/inclusion/{deal}", f"/log/inclusion/{deal}?version=3"]
    for who in (book.people.anybody, seat, book.people.issue("viewer")):
        assert {who.get(path).status_code for path in paths} == {403}
        for path in (*paths, *(path.format(deal=deal) for path in OPEN)):
            body = who.get(path).data
            for secret in (*salts, *leaves):
                assert secret not in body
                assert secret.hex().encode() not in body
                assert notes.b64encode(secret) not in body


def test_a_leaf_cannot_be_found_by_trying_every_card(book: Book) -> None:
    """Somebody who knows all of an event but the card, and the leaf's hash, finds it with the salt only."""
    deal = book.deal(7)
    book.sign()
    events = book.services.log.events_of(UUID(deal))
    event = next(each for each in events if each.topic.endswith("CardPlayed"))
    leaf = book.services.log.leaf_of(event.id, event.version)
    assert leaf is not None

    def leaves(salt: bytes) -> set[bytes]:
        """The leaves that every possible card would have."""
        hashes = set()
        for card in (rank + suit for rank in "JA9TKQ87" for suit in "SHDC"):
            state = re.sub(rb'"card":"..?"', b'"card":"%s"' % card.encode(), event.state)
            stored = entries.Stored(event.id, event.version, event.topic, state, event.at)
            hashes.add(entries.leaf(entries.entry(stored, salt)))
        return hashes

    assert leaf.hash in leaves(leaf.salt)
    assert len(leaves(leaf.salt)) == 32
    for guess in (b"", bytes(32), event.id.bytes * 2, bytes(reversed(leaf.salt))):
        assert leaf.hash not in leaves(guess)


@pytest.mark.full
def test_salts_are_chance_and_no_two_are_the_same(book: Book) -> None:
    book.deal(3)
    book.keeper.grow()
    salts = [leaf.salt for leaf in book.services.log.leaves(0, 10_000)]
    assert {len(salt) for salt in salts} == {32}
    assert len(set(salts)) == len(salts)
    ones = sum(byte.bit_count() for salt in salts for byte in salt)
    assert abs(ones / (len(salts) * 256) - 0.5) < 0.03


def test_whoever_sees_a_table_late_sees_the_log_as_late(book: Book) -> None:
    """The size of a checkpoint tells how much happened; see also tests/http/test_delay.py."""
    people = book.people
    table = people.table(people.club())
    assert people.admin.post(f"/tables/{table}/delay", {"seconds": 3600}).status_code == 200
    book.deal(7, table=table)
    book.sign()
    assert answer(book, "/log/checkpoint", 404)["code"] == "no-checkpoint"
    assert answer(book, "/log/checkpoints") == {"items": []}
    assert people.admin.get("/log/checkpoint").status_code == 200
    with psycopg.connect(book.superuser, options=f"-c search_path={book.settings.schema}") as superuser:
        superuser.execute("ALTER TABLE log_checkpoints DISABLE TRIGGER USER")
        superuser.execute("UPDATE log_checkpoints SET made_at = made_at - interval '2 hours'")
    first = answer(book, "/log/checkpoint")
    book.deal(8, table=table)
    book.sign()
    assert answer(book, "/log/checkpoint") == first
    assert people.admin.get("/log/checkpoint").data.decode() != first
    newest = people.admin.get("/log/checkpoints").json["items"][0]["size"]
    assert answer(book, f"/log/consistency?from={newest}", 404)["code"] == "no-checkpoint"


@pytest.mark.full
def test_a_log_line_never_holds_a_note_or_a_key(book: Book, caplog: pytest.LogCaptureFixture) -> None:
    book.deal(3, plies=4)
    book.sign()
    (key,) = book.services.log.keys()
    text = next(iter((book.services.keys.folder).glob("*.key"))).read_text().strip()
    messages = " ".join(record.getMessage() for record in caplog.records)
    assert text not in messages
    assert not re.search(r"PRIVATE\+KEY", messages)
    assert PublicKey.parse(key.vkey).text == key.vkey
