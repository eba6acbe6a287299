"""Messages to players, delivered to a push service on loopback."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, time
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest

from api.clock import now
from api.messages import deliverer
from api.messages.deliverer import Messenger, seconds_of_quiet
from api.services import Provider
from api.site import Site
from replay.words import ENGLISH
from store.tables.message_choices import Choices
from store.tables.queries import rows
from tests.cases import cases
from tests.http.people import People, opened
from tests.http.tournament_requests import SWISS, done, draw, report
from tests.messages.push_server import PushServer, check_signature
from tests.waiting import until

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


@pytest.mark.parametrize("status", [404, 410])
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
