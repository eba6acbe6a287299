"""Accounts, links, invitations and wrong attempts, as Postgres keeps them."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from threading import Barrier, BrokenBarrierError
from uuid import uuid4

import psycopg
import pytest

from api.people.accounts import first
from api.services import Services
from store.events.factory import build
from store.events.recorder import Recorder
from store.postgres.embedded import Embedded
from store.settings import Settings
from store.tables.people.accounts import Account, Accounts, LoginTaken
from store.tables.people.attempts import Attempts, Closed, Limit
from store.tables.people.devices import MOST, Devices
from store.tables.people.invitations import Invitations
from store.tables.people.pins import Pins
from store.tables.people.tokens import SESSION, Tokens
from tests.store.schemas import migrated

HOUR = timedelta(hours=1)


@pytest.fixture(scope="module")
def recorder(settings: Settings) -> Iterator[Recorder]:
    new_recorder = build(settings)
    yield new_recorder
    new_recorder.close()


def wrong(attempts: Attempts, *limits: Limit) -> int:
    """One wrong attempt; how many seconds it was refused for, 0 if it was heard."""
    try:
        attempts.count(limits)
    except Closed as closed:
        return closed.seconds
    return 0


def wait(settings: Settings, key: str, seconds: int) -> None:
    """As if so much time had gone by."""
    with psycopg.connect(settings.owner_dsn or "") as connection:
        connection.execute(
            f"UPDATE {settings.schema}.attempts SET last_at = last_at - %(s)s * interval '1 second',"  # noqa: S608
            " closed_until = closed_until - %(s)s * interval '1 second' WHERE key = %(key)s",
            {"s": seconds, "key": key},
        )


def test_after_the_free_attempts_each_wrong_one_costs_twice_as_long(recorder: Recorder, settings: Settings) -> None:
    attempts, limit = Attempts(recorder), Limit(f"pin {uuid4()}")
    assert [wrong(attempts, limit) for _ in range(6)] == [0] * 6
    for expected in (10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600):
        assert expected - 5 <= wrong(attempts, limit) <= expected
        wait(settings, limit.key, expected)
        assert wrong(attempts, limit) == 0


def test_a_right_attempt_begins_anew_and_a_day_is_forgotten(recorder: Recorder, settings: Settings) -> None:
    attempts, limit = Attempts(recorder), Limit(f"pin {uuid4()}")
    for _ in range(4):
        wrong(attempts, limit)
    wrong(attempts, limit)
    attempts.reset([limit])
    assert [wrong(attempts, limit) for _ in range(6)] == [0] * 6
    assert wrong(attempts, limit) > 0
    wait(settings, limit.key, 90_000)
    assert [wrong(attempts, limit) for _ in range(6)] == [0] * 6


def test_who_was_right_is_not_counted_at_its_address(recorder: Recorder) -> None:
    attempts = Attempts(recorder)
    own, address = Limit(f"pin {uuid4()}"), Limit(f"address {uuid4()}", 3)
    for _ in range(20):
        attempts.count([own, address])
        attempts.reset([own, address])
    assert wrong(attempts, own, address) == 0


def test_where_one_door_is_closed_the_other_is_not_counted(recorder: Recorder, settings: Settings) -> None:
    attempts = Attempts(recorder)
    closed, fresh = Limit(f"z {uuid4()}", 0), Limit(f"a {uuid4()}", 1)
    wrong(attempts, closed)
    wrong(attempts, closed)
    assert all(wrong(attempts, closed, fresh) for _ in range(10))
    wait(settings, closed.key, 60)
    assert wrong(attempts, closed, fresh) == 0


def test_of_many_attempts_at_once_no_more_are_heard_than_one_after_the_other(recorder: Recorder) -> None:
    attempts, limit = Attempts(recorder), Limit(f"pin {uuid4()}")
    with ThreadPoolExecutor(8) as pool:
        waits = list(pool.map(lambda _: wrong(attempts, limit), range(40)))
    assert waits.count(0) == 6


def test_spare_counts_are_bounded_and_the_others_stay(
    recorder: Recorder, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    attempts, kept = Attempts(recorder), Limit(f"pin {uuid4()}")
    wrong(attempts, kept)
    keys = [f"made up {uuid4()}" for _ in range(12)]
    for key in keys:
        wrong(attempts, Limit(key, spare=True))
    monkeypatch.setattr("store.tables.people.attempts.MOST_SPARE", 5)
    attempts.tidy()
    with psycopg.connect(settings.owner_dsn or "") as connection:
        rows = connection.execute(f"SELECT key, spare FROM {settings.schema}.attempts").fetchall()  # noqa: S608
    assert {key for key, spare in rows if spare} == set(keys[-6:])
    assert kept.key in {key for key, _ in rows}


def test_a_limit_may_have_a_shorter_pause_and_a_shorter_memory(recorder: Recorder, settings: Settings) -> None:
    attempts = Attempts(recorder)
    limit = Limit(f"address {uuid4()}", 0, timedelta(seconds=15), timedelta(minutes=1))
    assert wrong(attempts, limit) == 0
    for _ in range(3):
        wait(settings, limit.key, 20)
        assert wrong(attempts, limit) == 0
    assert 10 <= wrong(attempts, limit) <= 15
    wait(settings, limit.key, 70)
    assert [wrong(attempts, limit) for _ in range(1)] == [0]


def test_an_account_is_known_on_its_newest_browsers_only(recorder: Recorder) -> None:
    accounts, devices = Accounts(recorder), Devices(recorder)
    one, other = (accounts.add(f"a{uuid4().hex}", "A", "admin", {}, "a test").id for _ in range(2))
    shared = devices.remember(one, "")
    assert devices.remember(other, shared) == shared, "a browser keeps one secret, whoever signs in on it"
    assert devices.remember(one, "made up") != "made up", "nobody chooses a secret"
    assert devices.is_known(one, shared)
    assert not devices.is_known(one, "")
    assert not devices.is_known(None, shared)
    for _ in range(MOST):
        devices.remember(one, "")
    assert not devices.is_known(one, shared)
    assert devices.is_known(other, shared)
    accounts.disable(other)
    assert not devices.is_known(other, shared)


def test_a_link_signs_in_one_of_all_who_open_it_at_once(recorder: Recorder) -> None:
    accounts = Accounts(recorder)
    account = accounts.add(f"a{uuid4().hex}", "A", "admin", {}, "a test")
    secret = accounts.link(account.id, HOUR)
    assert accounts.owner_of_link(secret) == account
    with ThreadPoolExecutor(8) as pool:
        used = list(pool.map(lambda _: accounts.use_link(secret), range(8)))
    assert [each for each in used if each] == [(account, None)]
    assert accounts.owner_of_link(secret) is None


def test_a_link_that_is_too_old_signs_nobody_in(recorder: Recorder) -> None:
    accounts = Accounts(recorder)
    account = accounts.add(f"a{uuid4().hex}", "A", "admin", {}, "a test")
    secret = accounts.link(account.id, timedelta(seconds=-1))
    assert accounts.owner_of_link(secret) is None
    assert accounts.use_link(secret) is None


def test_disabling_ends_sessions_tokens_and_links_and_nothing_else(recorder: Recorder) -> None:
    accounts, tokens = Accounts(recorder), Tokens(recorder)
    account, other = (accounts.add(f"a{uuid4().hex}", "A", "admin", {}, "a test") for _ in range(2))
    kinds = ("token", SESSION)
    secrets = [
        tokens.issue("admin", "A", HOUR, kind=kind, account=of.id)[1] for of in (account, other) for kind in kinds
    ]
    link = accounts.link(account.id, HOUR)
    assert accounts.disable(account.id)
    assert not accounts.disable(account.id)
    good = [bool(tokens.look_up(secret, kind)) for secret, kind in zip(secrets, kinds * 2, strict=True)]
    assert good == [False, False, True, True]
    assert accounts.use_link(link) is None
    assert accounts.enable(account.id)
    assert accounts.use_link(link) is None


def test_a_login_is_one_accounts(recorder: Recorder) -> None:
    accounts = Accounts(recorder)
    login = f"a{uuid4().hex}"
    accounts.add(login, "A", "admin", {}, "a test")
    with pytest.raises(LoginTaken):
        accounts.add(login, "B", "admin", {}, "a test")


def test_revoking_an_invitation_ends_the_sessions_of_all_who_joined(recorder: Recorder) -> None:
    invitations, tokens = Invitations(recorder), Tokens(recorder)
    table = uuid4()
    invitation, code = invitations.issue(table, "recorder", {"table": str(table)}, "hash", "A", HOUR)
    kept, _ = invitations.issue(table, "recorder", {"table": str(table)}, "hash", "A", HOUR)
    joined = [
        tokens.issue("recorder", "B", HOUR, kind=SESSION, invitation=each.id)[1]
        for each in (invitation, invitation, kept)
    ]
    assert invitations.look_up(code) == invitation
    assert invitations.revoke(invitation.id)
    assert invitations.look_up(code) is None
    assert [bool(tokens.look_up(each, SESSION)) for each in joined] == [False, False, True]
    assert invitations.of_table(table) == [kept]


def test_of_two_who_set_a_seats_pin_at_once_one_does(recorder: Recorder) -> None:
    pins, place = Pins(recorder), uuid4()
    with ThreadPoolExecutor(4) as pool:
        done = list(pool.map(lambda n: pins.set_first(place, "E", f"hash {n}", "A"), range(4)))
    assert done.count(True) == 1
    was = pins.at(place)["E"].pin_hash
    assert not pins.change(place, "E", "another", "new", "A")
    assert pins.change(place, "E", was, "new", "A")


def test_the_application_deletes_no_account_no_link_and_no_invitation(recorder: Recorder) -> None:
    for table in ("accounts", "sign_in_links", "invitations", "tokens"):
        with recorder.datastore.get_connection() as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute(f"DELETE FROM {table}")  # noqa: S608


@pytest.mark.full
def test_servers_that_start_at_the_same_moment_add_one_administrator(server: Embedded, tmp_path: Path) -> None:
    services = Services.build(migrated(server, keys=str(tmp_path)))
    starts = 4
    together = Barrier(starts)
    within = services.accounts.within

    def find_none_together() -> list[Account]:
        accounts = within()
        with suppress(BrokenBarrierError):
            together.wait(1.0)
        return accounts

    services.accounts.within = find_none_together
    try:
        with ThreadPoolExecutor(starts) as pool:
            administrators = list(pool.map(lambda _: first(services), range(starts)))
        assert len({each.id for each in administrators if each is not None}) == 1
        assert None not in administrators
    finally:
        services.close()
