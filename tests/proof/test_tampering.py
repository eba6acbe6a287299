"""A superuser changes the database directly; going through the log again names what was changed."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import pairwise
from uuid import UUID, uuid4

import psycopg
import pytest

from api.proof.keeper import LogError, leaf_of
from domain.proof.notes import PrivateKey
from domain.proof.tree import Edge
from store.events.log import BATCH
from tests.cases import full
from tests.proof.conftest import Book


@pytest.fixture
def deal(book: Book) -> str:
    """A deal in the middle of others, under a checkpoint."""
    book.deal(5, plies=9)
    deal = book.deal(7)
    book.deal(9, plies=9)
    book.sign()
    return deal


def first(book: Book, *held: str) -> tuple[str, str | None, int | None]:
    """The first break in the log."""
    faults = book.walk(*held).broken
    assert faults, "nothing was found"
    assert faults[0].stream is None or str(faults[0].stream) in faults[0].message
    return faults[0].kind, faults[0].stream and str(faults[0].stream), faults[0].version


@pytest.mark.usefixtures("deal")
def test_a_record_that_nobody_touched_is_found_whole(book: Book) -> None:
    report = book.walk()
    assert (report.broken, report.waiting) == ((), 0)
    assert report.leaves == report.signed == book.services.log.events_count() > 60


def test_an_event_that_was_changed_is_named(book: Book, deal: str) -> None:
    with book.tampering() as execute:
        execute(
            "UPDATE events SET state = replace(convert_from(state, 'UTF8'), '\"by\"', '\"bye\"')::bytea"
            " WHERE originator_id = %s AND originator_version = 12",
            [deal],
        )
    assert first(book) == ("changed", deal, 12)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("text = 'Nobody'", "('Nobody') was changed, or its salt was"),
        full("salt = sha256('another')", "('Keeper') was changed, or its salt was"),
        full(
            "(salt, text, removed_at) = (NULL, NULL, 1), removed_by = (SELECT originator_id FROM events LIMIT 1)",
            "was taken out",
        ),
    ],
)
def test_a_name_that_was_changed_is_named_though_its_events_are_whole(
    book: Book, deal: str, change: str, says: str
) -> None:
    """The events hold digests of names; leaves and checkpoints cover the digests (docs/trust.md)."""
    with book.tampering() as execute:
        execute(f"UPDATE texts SET {change} WHERE text = 'Keeper'", [])  # noqa: S608
    faults = book.walk().broken
    assert faults
    assert {(each.kind, says in each.message) for each in faults} == {("text", True)}


@pytest.mark.full
def test_a_name_whose_row_was_taken_out_is_missed_where_it_is_needed(book: Book, deal: str) -> None:
    with book.tampering() as execute:
        execute("DELETE FROM texts WHERE text = 'Keeper'", [])
    kind, stream, _ = first(book)
    assert kind == "text"
    assert stream


@pytest.mark.parametrize("column", ["topic = topic || 's'", full("stored_at = stored_at + interval '1 microsecond'")])
def test_its_kind_and_its_time_count_too(book: Book, deal: str, column: str) -> None:
    with book.tampering() as execute:
        execute(f"UPDATE events SET {column} WHERE originator_id = %s AND originator_version = 3", [deal])  # noqa: S608
    assert first(book) == ("changed", deal, 3)


@pytest.mark.full
def test_the_first_of_several_is_named(book: Book, deal: str) -> None:
    with book.tampering() as execute:
        for version in (20, 8, 15):
            execute(
                "UPDATE events SET state = '{}' WHERE originator_id = %s AND originator_version = %s", [deal, version]
            )
    assert first(book) == ("changed", deal, 8)


def test_an_event_that_was_removed_is_named(book: Book, deal: str) -> None:
    with book.tampering() as execute:
        execute("DELETE FROM events WHERE originator_id = %s AND originator_version = 12", [deal])
    assert first(book) == ("removed", deal, 12)


@pytest.mark.full
def test_an_event_that_was_removed_is_named_though_the_others_moved_up(book: Book, deal: str) -> None:
    with book.tampering() as execute:
        execute("DELETE FROM events WHERE originator_id = %s AND originator_version = 12", [deal])
        renumber(execute, deal, 12, -1)
    assert first(book) == ("removed", deal, 12)


@pytest.mark.full
def test_a_whole_deal_that_was_removed_is_named(book: Book, deal: str) -> None:
    with book.tampering() as execute:
        execute("DELETE FROM events WHERE originator_id = %s", [deal])
    assert first(book) == ("removed", deal, 1)


def test_the_last_event_of_all_is_missed_too(book: Book, deal: str) -> None:
    with book.tampering() as execute:
        execute("DELETE FROM events WHERE notification_id = (SELECT max(notification_id) FROM events)")
    assert first(book)[0] == "removed"


def test_an_event_that_was_put_between_two_is_named(book: Book, deal: str) -> None:
    events = book.services.log.events_of(UUID(deal))
    version = next(b.version for a, b in pairwise(events) if b.position > a.position + 1)
    with book.tampering() as execute:
        renumber(execute, deal, version, +1)
        execute(
            "INSERT INTO events (originator_id, originator_version, topic, state, notification_id)"
            " VALUES (%s, %s, 'nought.Deal.Passed', '{}', %s)",
            [deal, version, book.position(deal, version) - 1],
        )
    assert first(book) == ("inserted", deal, version)


@pytest.mark.full
def test_an_event_of_a_new_stream_that_was_put_between_is_named(book: Book, deal: str) -> None:
    stranger = str(uuid4())
    with book.tampering() as execute:
        execute(
            "INSERT INTO events (originator_id, originator_version, topic, state, notification_id)"
            " VALUES (%s, 1, 'nought.Deal.Passed', '{}', %s)",
            [stranger, book.position(deal, 1) - 1],
        )
    assert first(book) == ("inserted", stranger, 1)


@pytest.mark.full
def test_two_events_of_one_deal_that_changed_places_are_named(book: Book, deal: str) -> None:
    with book.tampering() as execute:
        execute(
            "UPDATE events SET originator_version = 10012 WHERE originator_id = %s AND originator_version = 12", [deal]
        )
        execute(
            "UPDATE events SET originator_version = 12 WHERE originator_id = %s AND originator_version = 13", [deal]
        )
        execute(
            "UPDATE events SET originator_version = 13 WHERE originator_id = %s AND originator_version = 10012", [deal]
        )
    assert first(book)[:2] == ("reordered", deal)
    assert first(book)[2] in (12, 13)


@pytest.mark.full
def test_two_events_that_changed_what_they_say_are_named(book: Book, deal: str) -> None:
    with book.tampering() as execute:
        execute(
            "UPDATE events AS e SET topic = o.topic, state = o.state, stored_at = o.stored_at FROM events AS o"
            " WHERE e.originator_id = %s AND o.originator_id = e.originator_id"
            " AND (e.originator_version, o.originator_version) IN ((12, 19), (19, 12))",
            [deal],
        )
    assert first(book) == ("reordered", deal, 12)


@pytest.mark.full
def test_an_order_of_events_that_was_changed_is_named(book: Book, deal: str) -> None:
    with book.tampering() as execute:
        low, high = book.position(deal, 12), book.position(deal, 13)
        execute("UPDATE events SET notification_id = -1 WHERE notification_id = %s", [low])
        execute("UPDATE events SET notification_id = %s WHERE notification_id = %s", [low, high])
        execute("UPDATE events SET notification_id = %s WHERE notification_id = -1", [high])
    assert first(book)[:2] == ("reordered", deal)


# --- the log too ----------------------------------------------------------------------------------


def test_a_leaf_that_was_changed_is_told_from_an_event_that_was(book: Book, deal: str) -> None:
    with book.tampering() as execute:
        execute(
            "UPDATE log_leaves SET hash = %s WHERE originator_id = %s AND originator_version = 4", [b"x" * 32, deal]
        )
    assert first(book) == ("leaf", deal, 4)
    assert len(book.walk().broken) == 1


@pytest.mark.full
def test_a_leaf_that_was_removed_is_missed(book: Book, deal: str) -> None:
    with book.tampering() as execute:
        execute("DELETE FROM log_leaves WHERE originator_id = %s AND originator_version = 4", [deal])
    assert first(book)[0] == "leaf"


@pytest.mark.full
@pytest.mark.usefixtures("deal")
@pytest.mark.parametrize("goes_on", [False, True])
def test_a_second_leaf_of_an_event_is_named(book: Book, goes_on: bool) -> None:
    """No index refuses it (migration 021), also not to the application's own login."""
    size = book.services.log.size()
    with psycopg.connect(book.settings.dsn, options=f"-c search_path={book.settings.schema}") as application:
        application.execute(
            "INSERT INTO log_leaves (place, position, originator_id, originator_version, salt, hash)"
            " SELECT %s, position, originator_id, originator_version, salt, hash FROM log_leaves WHERE place = %s",
            [size, size - 1],
        )
    if goes_on:
        book.deal(15, plies=3)
        book.keeper.grow()
    (leaf,) = book.services.log.leaves(size - 1, size)
    assert first(book) == ("leaf", str(leaf.id), leaf.version)
    assert f"has a second leaf, {size}; the first one is {size - 1}" in book.walk().broken[0].message


def test_a_node_that_was_changed_is_found(book: Book, deal: str) -> None:
    for seed in range(20, 27):
        book.deal(seed)
    book.sign()
    assert book.services.log.size() > 256
    with book.tampering() as execute:
        assert execute("UPDATE log_nodes SET hash = %s", [b"x" * 32]).rowcount
    assert first(book)[0] == "node"


def test_events_and_leaves_that_were_rewritten_together_do_not_fit_what_was_signed(book: Book, deal: str) -> None:
    before = book.walk().signed
    later = book.deal(11)
    book.sign()
    with book.tampering() as execute:
        rewrite(book, execute, later, 6)
    what, _, _ = first(book)
    assert what == "rewritten"
    report = book.walk()
    assert f"among the leaves {before} to" in report.broken[0].message
    assert later in report.broken[0].message
    assert report.signed == before


@pytest.mark.full
def test_checkpoints_that_were_removed_as_well_are_held_elsewhere(book: Book, deal: str) -> None:
    note = book.sign()
    with book.tampering() as execute:
        rewrite(book, execute, deal, 6)
        execute("DELETE FROM log_checkpoints")
    assert book.walk().broken == ()
    assert first(book, note)[0] == "rewritten"


@pytest.mark.full
def test_a_log_that_was_cut_short_is_shorter_than_what_is_held(book: Book, deal: str) -> None:
    note = book.sign()
    with book.tampering() as execute:
        execute("DELETE FROM log_checkpoints")
        execute("DELETE FROM log_leaves WHERE place > 10")
        execute("DELETE FROM events WHERE notification_id > (SELECT max(position) FROM log_leaves)")
    assert book.walk().broken == ()
    what, _, _ = first(book, note)
    assert what == "cut"


def test_a_checkpoint_by_another_key_is_not_believed(book: Book, deal: str) -> None:
    public = book.keeper.public_keys()[-1]
    forged = PrivateKey(public.name, os.urandom(32))
    with book.tampering() as execute:
        rewrite(book, execute, deal, 6)
        note = book.services.log.every_checkpoint()[0].note.replace(public.id.hex(), forged.public.id.hex())
        execute("UPDATE log_checkpoints SET note = %s", [note[:-20] + "A" * 18 + "=\n"])
    assert first(book)[0] == "checkpoint"


@pytest.mark.full
def test_another_key_for_the_log_is_not_the_one_that_is_trusted(book: Book, deal: str) -> None:
    public = book.keeper.public_keys()[-1]
    forged = PrivateKey(public.name, os.urandom(32))
    with book.tampering() as execute:
        execute("DELETE FROM log_checkpoints")
        execute("UPDATE log_keys SET vkey = %s", [forged.public.text])
        rewrite(book, execute, deal, 6)
    book.services.keys._write(book.services.keys._place(forged.public), forged.text)
    with pytest.raises(LogError, match="by none of the keys"):
        book.keeper.checkpoint()  # what was signed last lies beside the key
    assert book.walk(keys=(public,)).broken == ()
    assert book.walk(keys=(public,)).signed == 0


def test_the_signer_does_not_sign_what_was_rewritten(book: Book, deal: str) -> None:
    with book.tampering() as execute:
        rewrite(book, execute, deal, 6)
        execute("DELETE FROM log_checkpoints")
    book.deal(13)
    book.keeper.grow()
    with pytest.raises(LogError, match=r"the log was changed: its first \d+ leaves are not those that were signed"):
        book.keeper.checkpoint()


@pytest.mark.full
def test_the_signer_does_not_sign_what_was_cut(book: Book, deal: str) -> None:
    with book.tampering() as execute:
        execute("DELETE FROM log_checkpoints")
        execute("DELETE FROM log_leaves WHERE place > 10")
        execute("DELETE FROM events WHERE notification_id > (SELECT max(position) FROM log_leaves)")
    with pytest.raises(LogError, match="the log has 11 leaves, but a checkpoint of"):
        book.keeper.checkpoint()
    with book.tampering() as execute:
        execute("DELETE FROM log_leaves")
        execute("DELETE FROM events")
    with pytest.raises(LogError, match="the log is empty, though it was signed before"):
        book.keeper.checkpoint()


def test_a_key_that_was_changed_is_named_and_the_own_key_still_proves_the_log(book: Book, deal: str) -> None:
    (key,) = book.keeper.public_keys()
    note = book.sign()
    with book.tampering() as execute:
        execute("UPDATE log_keys SET vkey = 'x'", [])
    for keys in ((), (key,)):
        report = book.walk(note, keys=keys)
        assert report.broken[0].kind == "checkpoint"
        assert report.broken[0].message.startswith("the stored key 1 of the log: 'x' is not")
    assert report.signed == report.leaves
    assert len(report.broken) == 1


def test_the_log_does_not_grow_over_leaves_that_are_missing(book: Book, deal: str) -> None:
    with book.tampering() as execute:
        execute("DELETE FROM log_leaves WHERE place = 3", [])
    before = book.services.log.size()
    book.deal(13)
    with pytest.raises(LogError, match=r"the log was changed: .* lacks hashes .* `nought verify log` tells more"):
        book.keeper.grow()
    assert book.services.log.size() == before


@pytest.mark.full
def test_an_event_that_the_log_was_made_to_pass_over_is_named(book: Book, deal: str) -> None:
    """A changed position in the database makes the log leave events out."""
    with book.tampering() as execute:
        execute(
            "UPDATE log_leaves SET position = position + 1000000000 WHERE place = (SELECT max(place) FROM log_leaves)"
        )
    late = book.deal(15, plies=2)
    assert book.keeper.grow()[0] == 0
    assert first(book) == ("skipped", late, 1)


# --- what is not broken ---------------------------------------------------------------------------


def test_what_is_recorded_later_waits_and_breaks_nothing(book: Book, deal: str) -> None:
    book.deal(15, plies=3)
    report = book.walk()
    assert report.broken == ()
    assert report.waiting == 4
    book.keeper.grow()
    assert (book.walk().waiting, book.walk().leaves - book.walk().signed) == (0, 4)


def test_every_earlier_checkpoint_goes_on_to_hold(book: Book) -> None:
    held = []
    for seed in range(40, 45):
        book.deal(seed, plies=9)
        held.append(book.sign())
    assert book.walk(*held).broken == ()
    assert book.walk(*held).checkpoints == 5


def renumber(execute: Callable[..., object], deal: str, start: int, by: int) -> None:
    """Give the events from a version on other numbers, one more or one less."""
    moved = "UPDATE events SET originator_version = originator_version + %s WHERE originator_id = %s AND "
    execute(moved + "originator_version >= %s", [100_000, deal, start])
    execute(moved + "originator_version > 100000", [by - 100_000, deal])


def rewrite(book: Book, execute: Callable[..., object], deal: str, version: int) -> None:
    """Change an event, and the log so that it fits: all that somebody can do who has the database and no key."""
    log = book.services.log
    execute(
        "UPDATE events SET state = replace(convert_from(state, 'UTF8'), '\"by\"', '\"bye\"')::bytea"
        " WHERE originator_id = %s AND originator_version = %s",
        [deal, version],
    )
    execute("COMMIT")
    event = next(each for each in log.events_of(UUID(deal)) if each.version == version)
    leaf = log.leaf_of(UUID(deal), version)
    assert leaf is not None
    execute("UPDATE log_leaves SET hash = %s WHERE place = %s", [leaf_of(event, leaf.salt), leaf.place])
    execute("COMMIT")
    edge = Edge()
    for each in log.leaves(0, BATCH):
        for node in edge.add(each.hash)[1:]:
            execute(
                "UPDATE log_nodes SET hash = %s WHERE (level, place) = (%s, %s)", [node.hash, node.level, node.place]
            )
