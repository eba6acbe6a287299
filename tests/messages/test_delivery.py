"""Messages to players, delivered to a push service on loopback."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import UTC, datetime, time
from time import monotonic
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest

from api.clock import now
from api.messages import deliverer
from api.messages.contents import Content, Contents, Later
from api.messages.deliverer import Messenger, seconds_of_quiet
from api.services import Provider
from api.site import Site
from domain.tournament.facts.encounters import EncounterSet
from replay.words import ENGLISH
from store.postgres.monitoring import Monitor
from store.settings import Settings
from store.tables.people.message_choices import Choices
from store.tables.people.messages import Message
from store.tables.queries import rows
from tests.cases import cases, full
from tests.http.people import People, opened
from tests.http.tournament_requests import SWISS, done, draw, report
from tests.messages.push_server import PushServer, check_signature
from tests.waiting import until
from web.languages import language_of

NAMES = ("Anula Perera", "Ravi Kumaran", "Nimal Silva", "Kala Nathan")


class Evening:
    """A tournament of a club with two pairs, of whom each player has an account."""

    def __init__(self, people: People, who_sees: str = "members-only", **more: Any) -> None:
        self.people, self.house = people, people.house
        self.club = people.club(who_sees)
        self.players = [opened(people.admin.post("/players", {"name": name, "club": self.club})) for name in NAMES]
        self.own = [people.player(each) for each in self.players]
        self.cup = opened(
            people.admin.post(
                "/tournaments", {"name": "The cup", "terms": SWISS, "ruleset": "304", "club": self.club, **more}
            )
        )
        # The first pair by the names of its players, the other one by their ids.
        for called, pair in (("One", NAMES[:2]), ("Two", self.players[2:])):
            done(people.admin, f"/tournaments/{self.cup}/entries", {"name": called, "players": list(pair)})
        self.messenger = messenger(self.house)

    def draw(self) -> str:
        table: str = draw(self.people.admin, self.cup)["encounters"][0]["id"]
        return table


def messenger(house: Provider, **site: str) -> Messenger:
    return house.services.messenger(Site(**site), lambda code: ENGLISH)


@pytest.fixture
def evening(people: People) -> Evening:
    made = Evening(people)
    made.messenger.work()
    return made


def undelivered(house: Provider) -> int:
    count: int = rows(house.services.recorder, "SELECT count(*) FROM deliveries")[0][0]
    return count


def test_each_player_is_told_the_own_table_once_with_partner_and_opponents(
    house: Provider, evening: Evening, push_server: PushServer
) -> None:
    browsers = [push_server.subscribe(house, each) for each in evening.own]
    evening.draw()
    assert evening.messenger.work() == 4
    assert evening.messenger.work() == 0
    for n, (browser, partner, opponents) in enumerate(
        zip(browsers, (1, 0, 3, 2), ((2, 3), (2, 3), (0, 1), (0, 1)), strict=True)
    ):
        (payload,) = push_server.of(browser)
        assert (payload["title"], payload["url"]) == ("The cup", f"/tournaments/{evening.cup}/rounds/1/tables/1")
        assert payload["body"].startswith("Round 1: table 1, "), n
        assert f"With {NAMES[partner]}." in payload["body"]
        assert all(NAMES[each] in payload["body"].partition("Against")[2] for each in opponents)
    assert len({check_signature(head, push_server.url) for head in push_server.heads}) == 1
    head = push_server.heads[0]
    assert (head["Content-Encoding"], len(head["Topic"])) == ("aes128gcm", 32)
    assert 0 < int(head["TTL"]) <= 4 * 3600
    device = house.services.message_choices.devices(UUID(str(evening.own[0].account)))[0]
    assert device.delivered_at is not None


def test_a_result_waits_for_the_side_that_has_not_confirmed_it_and_shows_no_score(
    house: Provider, evening: Evening, push_server: PushServer
) -> None:
    table = evening.draw()
    browsers = [push_server.subscribe(house, each) for each in evening.own]
    report(evening.people.admin, table, 7, 5)
    evening.messenger.work()
    lines = [[payload["body"] for payload in push_server.of(each)] for each in browsers]
    assert lines == [["Round 1, table 1: a result waits for your confirmation."]] * 4


def test_what_is_not_true_any_more_is_not_sent(house: Provider, evening: Evening, push_server: PushServer) -> None:
    browsers = [push_server.subscribe(house, each) for each in evening.own]
    table = evening.draw()
    report(evening.people.admin, table, 7, 5)
    done(evening.people.admin, f"/tournaments/{evening.cup}/rounds/1/close", {})
    assert evening.messenger.work() == 0
    assert (push_server.requests, undelivered(house)) == (0, 0)
    assert all(not push_server.of(each) for each in browsers)


def test_only_chosen_kinds_are_sent(house: Provider, evening: Evening, push_server: PushServer) -> None:
    own = push_server.subscribe(house, evening.own[0], kinds=("confirm",))
    evening.draw()
    assert evening.messenger.work() == 0
    assert push_server.of(own) == []


@pytest.mark.parametrize("status", [full(404), 410])
def test_a_device_that_is_gone_is_ended(
    house: Provider, evening: Evening, push_server: PushServer, status: int
) -> None:
    push_server.subscribe(house, evening.own[0])
    push_server.status = status
    evening.draw()
    evening.messenger.work()
    assert house.services.message_choices.devices(UUID(str(evening.own[0].account))) == []
    assert (push_server.requests, undelivered(house)) == (1, 0)


def test_a_failed_message_is_sent_again_after_a_pause_with_the_same_id(
    house: Provider, evening: Evening, push_server: PushServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deliverer, "FIRST_PAUSE", 0.01)
    own = push_server.subscribe(house, evening.own[0])
    push_server.status = 503
    evening.draw()
    until(lambda: evening.messenger.work() == 0 and push_server.requests >= 3)
    push_server.status = 201
    until(lambda: evening.messenger.work() >= 0 and len(push_server.of(own)) == 1)
    evening.messenger.work()
    assert len(push_server.of(own)) == 1
    assert len({head["Topic"] for head in push_server.heads}) == 1


def test_nothing_is_sent_at_night_and_in_the_morning_only_what_is_still_true(
    house: Provider, evening: Evening, push_server: PushServer
) -> None:
    own = push_server.subscribe(house, evening.own[0])
    account = UUID(str(evening.own[0].account))
    hour = datetime.now(UTC).hour
    night = time((hour - 1) % 24), time((hour + 2) % 24)
    house.services.message_choices.choose(account, Choices(("round",), False, "en", night))
    evening.draw()
    assert evening.messenger.work() == 0
    assert (push_server.requests, undelivered(house)) == (0, 1)
    waits = rows(house.services.recorder, "SELECT next_at - now() > '50 minutes' FROM deliveries")
    assert waits == [(True,)]
    house.services.message_choices.choose(account, Choices(("round",), False, "en", None))
    rows(house.services.recorder, "UPDATE deliveries SET next_at = now() RETURNING 1")
    assert evening.messenger.work() == 1
    assert len(push_server.of(own)) == 1


def test_quiet_hours_pass_midnight_and_changes_of_the_clock() -> None:
    zurich = ZoneInfo("Europe/Zurich")
    choices = Choices((), False, "en", (time(22), time(7)))
    with cases() as case:
        for moment, hours in (
            (datetime(2026, 6, 1, 21, 59, tzinfo=zurich), 0),
            (datetime(2026, 6, 1, 22, 0, tzinfo=zurich), 9),
            (datetime(2026, 6, 1, 6, 0, tzinfo=zurich), 1),
            (datetime(2026, 6, 1, 7, 0, tzinfo=zurich), 0),
            (datetime(2026, 10, 24, 23, 0, tzinfo=zurich), 9),  # an hour comes twice
            (datetime(2026, 3, 28, 23, 0, tzinfo=zurich), 7),  # an hour is left out
        ):
            with case(moment):
                assert seconds_of_quiet(moment, choices) == hours * 3600


@pytest.mark.full
def test_a_slow_push_service_costs_nobody_the_turn(
    house: Provider, evening: Evening, push_server: PushServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has another host than the quick one."""
    monkeypatch.setattr(deliverer, "SLOW_AT_ONCE", 1)
    slow = [push_server.subscribe(house, each, folder="slow") for each in evening.own[:3]]
    recorder = house.services.recorder
    rows(recorder, "UPDATE push_devices SET endpoint = replace(endpoint, '127.0.0.1', 'localhost') RETURNING 1")
    quick = push_server.subscribe(house, evening.own[3])
    evening.messenger._quick.add(push_server.url.removeprefix("http://"))
    evening.draw()
    working = threading.Thread(target=evening.messenger.work)
    working.start()
    until(lambda: len(push_server.of(quick)) == 1 and push_server.waiting == 1)
    push_server.answer_slowly.set()
    working.join()
    assert [len(push_server.of(each)) for each in slow] == [1, 1, 1]


def test_a_player_who_leaves_or_is_forgotten_and_a_session_that_ends_have_no_message_left(
    house: Provider, evening: Evening, push_server: PushServer
) -> None:
    here = house.services
    for each in evening.own:
        push_server.subscribe(house, each)
    evening.draw()
    evening.messenger.maker.make_on()
    assert undelivered(house) == 4
    left, gone, signed_out, stays = evening.own
    assert left.account
    assert gone.account
    here.account_players.unlink(left.account, UUID(evening.club))
    here.forgetter().forget(UUID(evening.club), [NAMES[1]], UUID(evening.players[1]), by="Director", at=now())
    here.tokens.revoke(UUID(signed_out.id))
    assert undelivered(house) == 1
    for table in ("message_choices", "push_devices", "messages"):
        kept = rows(here.recorder, f"SELECT account_id FROM {table}")  # type: ignore[arg-type]  # noqa: S608
        assert gone.account not in {account for (account,) in kept}, table
    assert evening.messenger.work() == 1
    assert push_server.requests == 1
    assert stays.account


@pytest.mark.full
def test_a_message_that_cannot_be_read_holds_up_no_other(
    house: Provider, evening: Evening, push_server: PushServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    browsers = [push_server.subscribe(house, each) for each in evening.own]
    read = Contents.of

    def of(self: Contents, message: Message) -> Content | Later | None:
        if message.account == evening.own[0].account:
            raise KeyError("a name")
        return read(self, message)

    with monkeypatch.context() as broken:
        broken.setattr(Contents, "of", of)
        evening.draw()
        assert evening.messenger.work() == 3
    assert [len(push_server.of(each)) for each in browsers] == [0, 1, 1, 1]
    rows(house.services.recorder, "UPDATE deliveries SET next_at = now() RETURNING 1")
    assert evening.messenger.work() == 1


@pytest.mark.full
def test_an_event_that_cannot_be_read_holds_up_no_other(
    house: Provider, evening: Evening, push_server: PushServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = push_server.subscribe(house, evening.own[0])
    monkeypatch.setitem(evening.messenger.maker._people, EncounterSet, lambda event: event.fact.no_such_field)
    report(evening.people.admin, evening.draw(), 7, 5)
    assert evening.messenger.work() == 1
    assert [payload["body"][:20] for payload in push_server.of(own)] == ["Round 1, table 1: a "]


@pytest.mark.parametrize(("is_reachable", "is_kept"), [(True, False), full(False, True)])
def test_a_device_that_is_only_refused_is_ended_and_a_server_without_a_network_ends_none(
    house: Provider, evening: Evening, push_server: PushServer, is_reachable: bool, is_kept: bool
) -> None:
    push_server.subscribe(house, evening.own[0])
    recorder = house.services.recorder
    if not is_reachable:
        gone = "UPDATE push_devices SET endpoint = 'http://127.0.0.1:9/' WHERE account_id = %s RETURNING 1"
        rows(recorder, gone, [evening.own[0].account])
    push_server.status = 403
    evening.draw()
    evening.messenger.work()
    account = UUID(str(evening.own[0].account))
    for kept, change in (
        (True, "UPDATE push_devices SET failures = 60 RETURNING 1"),
        (is_kept, "UPDATE push_devices SET added_at = now() - interval '6 days' RETURNING 1"),
    ):
        rows(recorder, change)  # type: ignore[arg-type]
        rows(recorder, "UPDATE deliveries SET next_at = now() RETURNING 1")
        evening.messenger.work()
        assert bool(house.services.message_choices.devices(account)) is kept


@pytest.mark.full
def test_a_message_lives_at_the_push_service_no_longer_than_it_is_true(
    house: Provider, evening: Evening, push_server: PushServer
) -> None:
    push_server.subscribe(house, evening.own[0])
    evening.draw()
    evening.messenger.maker.make_on()
    rows(house.services.recorder, "UPDATE messages SET made_at = now() - interval '3 hours 50 minutes' RETURNING 1")
    assert evening.messenger.work() == 1
    assert 0 < int(push_server.heads[0]["TTL"]) <= 600


@pytest.mark.full
def test_the_longest_message_in_letters_of_four_bytes_is_taken(
    house: Provider, people: People, push_server: PushServer
) -> None:
    evening = Evening(people)
    evening.messenger.work()
    own = push_server.subscribe(house, evening.own[0])
    letter = "\U0001d538"
    content = Content("round", "/tournaments/" + "0" * 80, UUID(evening.cup), letter * 120, 1, 1, letter * 60, "S")
    content = replace(content, opponents=[letter * 200] * 3)
    rows(house.services.recorder, "DELETE FROM deliveries RETURNING 1")  # of the tests before
    evening.draw()
    evening.messenger.maker.make_on()
    (delivery,) = house.services.messages.due([], [], None, False, 1)
    assert delivery.device
    evening.messenger.sender.language_of = lambda code: language_of("ta")  # letters of three bytes
    assert evening.messenger.sender.push(delivery, delivery.device, content)[0] == 201
    assert len(push_server.of(own)) == 1


@pytest.mark.full
def test_attempts_are_counted_and_what_waits_is_in_the_figures_of_the_book(
    house: Provider, evening: Evening, push_server: PushServer, settings: Settings
) -> None:
    rows(house.services.recorder, "DELETE FROM deliveries RETURNING 1")
    evening.messenger = messenger(house)
    push_server.subscribe(house, evening.own[0])
    push_server.status = 503
    evening.draw()
    evening.messenger.work()
    assert evening.messenger.attempts == {"delivered": 0, "failed": 1}
    monitor = Monitor(settings)
    reading = monitor.read("")
    assert reading
    assert reading.book
    assert reading.book.messages == {"waiting": 0, "retrying": 1}
    assert 0 < reading.book.message_age < 60
    monitor.close()
    push_server.status = 201
    rows(house.services.recorder, "UPDATE deliveries SET next_at = now() RETURNING 1")
    evening.messenger.work()
    assert evening.messenger.attempts == {"delivered": 1, "failed": 1}


@pytest.mark.full
def test_a_member_who_left_while_a_message_was_made_is_not_told(
    house: Provider, evening: Evening, push_server: PushServer
) -> None:
    own = push_server.subscribe(house, evening.own[0])
    evening.draw()
    evening.messenger.maker.make_on()
    rows(house.services.recorder, "UPDATE messages SET club_id = gen_random_uuid() RETURNING 1")
    assert evening.messenger.work() == 0
    assert push_server.of(own) == []
    assert house.services.messages.of_account(UUID(str(evening.own[0].account))) == []


@pytest.mark.full
def test_deliveries_leave_time_for_the_requests_of_scribes(
    house: Provider, evening: Evening, push_server: PushServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No more of them begin in a second than that."""
    monkeypatch.setattr(deliverer, "MOST_A_SECOND", 4)
    for each in evening.own:
        push_server.subscribe(house, each)
    for each in evening.own[:3]:
        browser = push_server.browser()
        choices, account = house.services.message_choices, UUID(str(each.account))
        choices.add_device(account, UUID(each.id), push_server.url + browser.path, browser.p256dh, browser.auth, "")
    evening.messenger = messenger(house)
    evening.draw()
    begun = monotonic()
    assert evening.messenger.work() == 7
    assert monotonic() - begun > 1.2
