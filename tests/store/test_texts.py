"""Texts about people stand in a table of their own, and events hold digests of them (docs/trust.md)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from hashlib import sha256
from uuid import UUID, uuid4

import psycopg
import pytest
from eventsourcing.persistence import PersistenceError, StoredEvent
from psycopg.errors import InsufficientPrivilege, RestrictViolation

from domain.kernel.commands import is_repeated, request, salted
from domain.proof import texts as proof
from store.events.event_recorder import Command
from store.events.recorder import Recorder
from store.events.texts import DIGEST_BYTES, Row, digest, digests_of, tokens_in
from store.settings import Settings

CLUB, OTHER = UUID(int=1), UUID(int=2)


def event(of: UUID, version: int, *texts: str) -> StoredEvent:
    body = {"by": texts[0], "fact": {"texts": texts[1:]}}
    return StoredEvent(of, version, "test.Texts", json.dumps(body, ensure_ascii=False).encode())


def named(text: str) -> str:
    return f"\x7fn{text}\x7f"


def written(text: str) -> str:
    return f"\x7ft{text}\x7f"


def stored(settings: Settings, of: UUID) -> list[bytes]:
    with psycopg.connect(settings.dsn, options=f"-c search_path={settings.schema}") as connection:
        rows = connection.execute(
            "SELECT state FROM events WHERE originator_id = %s ORDER BY originator_version", [of]
        ).fetchall()
    return [bytes(state) for (state,) in rows]


def kept(settings: Settings) -> list[tuple[Row, UUID]]:
    with psycopg.connect(settings.dsn, options=f"-c search_path={settings.schema}") as connection:
        rows = connection.execute("SELECT digest, salt, letter, text, person, owner FROM texts").fetchall()
    return [(Row(*row[:5]), row[5]) for row in rows]


Forgotten = Callable[[], AbstractContextManager[Callable[..., object]]]


@pytest.fixture
def forgotten(settings: Settings) -> Forgotten:
    """Calls the function that removes texts, in a transaction of its own."""

    @contextmanager
    def call() -> Iterator[Callable[..., object]]:
        with psycopg.connect(settings.dsn, options=f"-c search_path={settings.schema}") as connection:
            yield lambda *values: connection.execute("SELECT remove_texts(%s, %s, %s, %s)", values)

    return call


def test_an_event_holds_no_text_about_people_and_is_read_with_all_of_them(
    recorder: Recorder, settings: Settings
) -> None:
    of, note = uuid4(), 'Ravi said "no"\nand left \\ 𝕏'
    marked = event(of, 1, named("Anula"), written(note), f"{named('Kala')} & {named('Ravi')}")
    recorder.insert_events([marked], clubs={of: CLUB})
    (state,) = stored(settings, of)
    for text in ("Anula", "Kala", "Ravi"):
        assert text.encode() not in state
    assert len(tokens_in(state)) == 4
    (read,) = recorder.select_events(of)
    assert json.loads(read.state) == {"by": "Anula", "fact": {"texts": [note, "Kala & Ravi"]}}
    (followed,) = [each for each in recorder.select_notifications(None, 10_000) if each.originator_id == of]
    assert followed.state == read.state == recorder.select_streams([of])[0].state


def test_each_digest_is_what_the_documents_say(recorder: Recorder, settings: Settings) -> None:
    """The first 16 bytes of SHA-256 over salt and text. The verifier computes it by code of its own."""
    of = uuid4()
    recorder.insert_events([event(of, 1, named("Digestia"), written("a note"))], clubs={of: CLUB})
    tokens = tokens_in(stored(settings, of)[0])
    rows = {row.token: row for row, _ in kept(settings) if row.token in tokens}
    assert len(rows) == 2
    for token, row in rows.items():
        assert row.salt is not None
        assert row.text is not None
        assert len(row.salt) == 16
        assert row.digest == sha256(row.salt + row.text.encode()).digest()[:DIGEST_BYTES] == digest(row.salt, row.text)
        assert proof.token(row.salt, row.text) == token
        assert digests_of([token]) == [row.digest]
        assert row.is_whole


def test_a_name_is_one_text_in_a_club_and_another_in_the_next(recorder: Recorder, settings: Settings) -> None:
    """So that somebody can be forgotten by one club, and a name costs few bytes in each event."""
    first, second, elsewhere, nowhere = (uuid4() for _ in range(4))
    recorder.insert_events([event(first, 1, named("Same")), event(first, 2, named("Same"))], clubs={first: CLUB})
    recorder.insert_events([event(second, 1, named("Same"))], clubs={second: CLUB})
    recorder.insert_events([event(elsewhere, 1, named("Same"))], clubs={elsewhere: OTHER})
    recorder.insert_events([event(nowhere, 1, named("Same"))])
    tokens = [tokens_in(state)[0] for of in (first, second, elsewhere, nowhere) for state in stored(settings, of)]
    assert len(set(tokens[:3])) == 1
    assert len(set(tokens)) == 3
    assert {owner for row, owner in kept(settings) if row.text == "Same"} == {CLUB, OTHER, UUID(int=0)}


def test_every_other_text_is_a_row_of_its_own(recorder: Recorder, settings: Settings) -> None:
    of = uuid4()
    recorder.insert_events([event(of, 1, named("Anula"), written("again"), written("again"))], clubs={of: CLUB})
    rows = [(row, owner) for row, owner in kept(settings) if row.text == "again"]
    assert len(rows) == 2
    assert {owner for _, owner in rows} == {of}


def test_later_events_belong_to_the_club_of_the_first(recorder: Recorder, settings: Settings) -> None:
    """A sealed card has no club in its events: it belongs to the club of the deal that is saved with it."""
    deal, sealed, alone = uuid4(), uuid4(), uuid4()
    recorder.insert_events([event(deal, 1, named("Anula"))], clubs={deal: CLUB})
    recorder.texts.clear()
    recorder.insert_events([event(deal, 2, named("Anula")), event(sealed, 1, named("Anula"))], clubs={sealed: None})
    recorder.insert_events([event(alone, 1, named("Anula"))], clubs={alone: None})
    with psycopg.connect(settings.dsn, options=f"-c search_path={settings.schema}") as connection:
        rows = connection.execute(
            "SELECT originator_id, club FROM events WHERE originator_id = ANY(%s) ORDER BY notification_id",
            [[deal, sealed, alone]],
        ).fetchall()
    assert rows == [(deal, CLUB), (deal, CLUB), (sealed, CLUB), (alone, None)]


def test_a_text_is_written_again_if_a_new_leader_does_not_have_it(recorder: Recorder, settings: Settings) -> None:
    """A leader that is replaced may take with it what no replica had: the name, and not only its first event."""
    of = uuid4()
    recorder.insert_events([event(of, 1, named("Lost"))], clubs={of: CLUB})
    assert settings.owner_dsn
    with psycopg.connect(settings.owner_dsn, options=f"-c search_path={settings.schema}") as connection:
        connection.execute("ALTER TABLE texts DISABLE TRIGGER rows_are_immutable")
        connection.execute("DELETE FROM texts WHERE text = 'Lost'")
        connection.execute("ALTER TABLE texts ENABLE ALWAYS TRIGGER rows_are_immutable")
    recorder.insert_events([event(of, 2, named("Lost"))])
    recorder.texts.clear()
    assert [json.loads(each.state)["by"] for each in recorder.select_events(of)] == ["Lost", "Lost"]


def test_no_login_of_the_application_changes_or_deletes_a_text(recorder: Recorder, settings: Settings) -> None:
    of = uuid4()
    recorder.insert_events([event(of, 1, named("Firm"))], clubs={of: CLUB})
    for statement in ("UPDATE texts SET text = 'Soft'", "DELETE FROM texts", "TRUNCATE texts"):
        with (
            psycopg.connect(settings.dsn, options=f"-c search_path={settings.schema}") as connection,
            pytest.raises(InsufficientPrivilege),
        ):
            connection.execute(statement)


def test_nor_does_the_owner(settings: Settings) -> None:
    assert settings.owner_dsn
    for statement in ("UPDATE texts SET text = 'Soft'", "TRUNCATE texts"):
        with (
            psycopg.connect(settings.owner_dsn, options=f"-c search_path={settings.schema}") as connection,
            pytest.raises(RestrictViolation),
        ):
            connection.execute(statement)


def test_a_text_is_removed_only_with_the_event_that_records_it(
    recorder: Recorder, settings: Settings, forgotten: Forgotten
) -> None:
    """Its digest stays, so every leaf and proof over the event holds; the name is a former player's from then on."""
    of, removal, note = uuid4(), uuid4(), "Gone came late"
    recorder.insert_events([event(of, 1, named("Gone"), written(note), named("Staying"))], clubs={of: CLUB})
    before = stored(settings, of)
    rows = [row for row, _ in kept(settings) if row.text in ("Gone", note)]
    digests = [row.digest for row in rows]
    with pytest.raises(RestrictViolation), forgotten() as execute:
        execute(digests, 7, of, 1)  # no event of a removal
    recorder.insert_events([StoredEvent(removal, 1, "nought.Removal.PersonForgotten", b"{}")])
    with pytest.raises(RestrictViolation), forgotten() as execute:
        execute(digests, 7, removal, 1)  # one of an earlier transaction
    also = [("SELECT remove_texts(%s, 7, %s, 2)", [digests, removal])]
    recorder.insert_events([StoredEvent(removal, 2, "nought.Removal.PersonForgotten", b"{}")], also=also)
    recorder.texts.clear()
    assert stored(settings, of) == before
    (read,) = recorder.select_events(of)
    assert json.loads(read.state) == {"by": "Former player 7", "fact": {"texts": ["(removed)", "Staying"]}}
    assert not {"Gone", note} & {row.text for row, _ in kept(settings)}


def test_the_commands_of_somebody_who_was_forgotten_betray_no_name(recorder: Recorder, settings: Settings) -> None:
    """Somebody with the database could try all names on a fingerprint or a scope. Other commands keep their answers."""
    of, removal = uuid4(), uuid4()
    sent = {"at": "2026-02-14T20:15:09.318Z"}
    mine = request("", {**sent, "by": "Gone", "key": "mine"}, "open")
    theirs = request("", {**sent, "by": "Staying", "key": "theirs"}, "open")
    later = request(f"deal {of}", {**sent, "by": "Staying", "key": "later"}, "rename", "Gone")
    for version, each in enumerate((mine, theirs, later), 1):
        command = Command(each.scope, each.key, salted(each.fingerprint, b"s" * 16), b"{}", b"s" * 16)
        recorder.insert_events([event(of, version, named(each.by))], command=command, clubs={of: CLUB})
        assert is_repeated(each.fingerprint, command.fingerprint, command.salt)
        assert not is_repeated(b"other", command.fingerprint, command.salt)
    assert "Gone" not in mine.scope
    with pytest.raises(PersistenceError):
        recorder.insert_events(
            [event(removal, 1, named("Director"))], also=[("SELECT remove_from_commands(%s, %s)", [["Gone"], CLUB])]
        )
    removed = StoredEvent(removal, 1, "nought.Removal.PersonForgotten", b"{}")
    recorder.insert_events([removed], also=[("SELECT remove_from_commands(%s, %s)", [["Gone"], CLUB])])
    assert recorder.find_command(mine.scope, "mine") is None
    for each in (theirs, later):
        stored_command = recorder.find_command(each.scope, each.key)
        assert stored_command is not None
        assert stored_command.salt is None
        assert is_repeated(each.fingerprint, stored_command.fingerprint, stored_command.salt)


def test_what_was_stored_with_its_names_in_it_is_read_as_before(recorder: Recorder) -> None:
    """Books of before the texts stood apart are not rewritten (docs/privacy.md)."""
    of = uuid4()
    old = StoredEvent(of, 1, "test.Texts", b'{"by":"Anula","fact":{}}')
    recorder.insert_events([old])
    assert recorder.select_events(of) == [old]
