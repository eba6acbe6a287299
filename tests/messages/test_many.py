"""2,000 subscriptions and a round drawn: all are told within half a minute; a process that is killed loses none."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from uuid import UUID

import pytest

from api.messages.deliverer import AT_ONCE
from api.services import Provider
from store.settings import Settings
from store.tables.people.message_choices import Choices
from tests.cases import FULL
from tests.http.people import People, opened
from tests.http.tournament_requests import SWISS, done
from tests.messages.push_server import Browser, PushServer
from tests.waiting import until

TABLES, DEVICES = (50, 10) if FULL else (2, 2)
SECONDS = 30
_log = logging.getLogger(__name__)
PROGRAM = """
import sys, time
from api.services import Services
from api.site import Site
from replay.words import ENGLISH
from store.settings import Settings
settings = Settings(dsn=sys.argv[1], schema=sys.argv[2], keys=sys.argv[3])
messenger = Services.build(settings).messenger(Site(), lambda code: ENGLISH)
messenger.work()
print("ready", flush=True)
while True:
    if not messenger.work():
        time.sleep(0.02)
"""


class Hall:
    """A club whose players have several devices each, and a tournament of all of them."""

    def __init__(self, people: People, push_server: PushServer) -> None:
        self.people, here = people, people.house.services
        club, players = people.club(), 4 * TABLES
        names = [f"Player {n}" for n in range(players)]
        self.cup = opened(
            people.admin.post("/tournaments", {"name": "The cup", "terms": SWISS, "ruleset": "304", "club": club})
        )
        self.browsers: list[Browser] = []
        for n, name in enumerate(names):
            who = people.player(opened(people.admin.post("/players", {"name": name, "club": club})))
            assert who.account
            here.message_choices.choose(who.account, Choices(("round",), False, "en", None))
            for _ in range(DEVICES):
                browser = push_server.browser()
                self.browsers.append(browser)
                here.message_choices.add_device(
                    who.account, UUID(who.id), push_server.url + browser.path, browser.p256dh, browser.auth, ""
                )
            if n % 2:
                body = {"name": f"Pair {n // 2}", "players": names[n - 1 : n + 1]}
                done(people.admin, f"/tournaments/{self.cup}/entries", body)

    def draw(self) -> None:
        done(self.people.admin, f"/tournaments/{self.cup}/rounds")


@pytest.fixture
def worker(settings: Settings) -> Iterator[list[subprocess.Popen[str]]]:
    started: list[subprocess.Popen[str]] = []
    yield started
    for each in started:
        each.kill()
        each.wait()
        each.stdout and each.stdout.close()


def start(settings: Settings, started: list[subprocess.Popen[str]]) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", PROGRAM, settings.dsn, settings.schema, settings.keys]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ.copy())
    started.append(process)
    assert process.stdout
    assert process.stdout.readline() == "ready\n"
    return process


@pytest.mark.full
def test_all_devices_are_told_of_a_round_within_half_a_minute(
    people: People,
    settings: Settings,
    push_server: PushServer,
    worker: list[subprocess.Popen[str]],
) -> None:
    hall = Hall(people, push_server)
    start(settings, worker)
    hall.draw()
    begun = time.monotonic()
    until(lambda: sum(map(len, push_server.got.values())) >= len(hall.browsers), 4 * SECONDS)
    took = time.monotonic() - begun
    _log.info("%s devices were told within %.1f s", len(hall.browsers), took)
    assert [len(push_server.of(each)) for each in hall.browsers] == [1] * len(hall.browsers)
    assert took < SECONDS


@pytest.mark.full
def test_a_process_that_is_killed_again_and_again_loses_no_message_and_repeats_only_what_was_on_its_way(
    people: People,
    house: Provider,
    settings: Settings,
    push_server: PushServer,
    worker: list[subprocess.Popen[str]],
) -> None:
    hall, kills = Hall(people, push_server), 5 if FULL else 1
    process = start(settings, worker)
    hall.draw()
    for n in range(1, kills + 1):
        until(lambda n=n: sum(map(len, push_server.got.values())) >= n * len(hall.browsers) // (kills + 2))  # type: ignore[misc]
        process.kill()
        process.wait()
        process = start(settings, worker)
    until(lambda: all(map(push_server.of, hall.browsers)), 4 * SECONDS)
    until(lambda: house.services.messages.due([], [], None, True, 1) == [])
    ids = [[payload["id"] for payload in push_server.of(each)] for each in hall.browsers]
    assert all(len(set(each)) == 1 for each in ids), "what comes twice has the same id"
    repeated = sum(len(each) - 1 for each in ids)
    _log.info("%s devices, %s kills, %s repeated", len(ids), kills, repeated)
    assert repeated <= kills * AT_ONCE
