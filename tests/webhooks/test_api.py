"""Webhooks over HTTP: added, listed, replayed and ended by the officials of a tournament."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from werkzeug.test import TestResponse

from store.tables.webhooks import MOST
from tests.http.people import People, opened
from tests.http.tournament_requests import tournament

URL = "https://club.example/hook"


def test_the_secret_is_shown_once(people: People) -> None:
    path = f"/tournaments/{tournament(people.admin, 2)}/webhooks"
    added = people.admin.post(path, {"url": URL})
    assert added.status_code == 201
    assert added.json["secret"].startswith("whsec_")
    assert added.headers["Cache-Control"] == "no-store"
    listed = people.admin.get(path)
    assert listed.json["items"] == [{name: value for name, value in added.json.items() if name != "secret"}]
    assert added.json["secret"] not in listed.text


def test_an_ended_webhook_is_listed_and_not_replayed(people: People) -> None:
    path = f"/tournaments/{tournament(people.admin, 2)}/webhooks"
    webhook = opened(people.admin.post(path, {"url": URL}))
    replay = people.admin.post(f"{path}/{webhook}/replay", {"since": "2026-11-24T19:00:00+05:30"})
    assert (replay.status_code, replay.json["id"]) == (200, webhook)
    assert people.admin.call("DELETE", f"{path}/{webhook}").status_code == 204
    assert people.admin.call("DELETE", f"{path}/{webhook}").status_code == 204
    (listed,) = people.admin.get(path).json["items"]
    assert listed["ended_at"]
    assert listed["reason"] == "ended by hand"
    refused = people.admin.post(f"{path}/{webhook}/replay", {})
    assert (refused.status_code, refused.json["code"]) == (409, "webhook-ended")


def test_a_webhook_of_another_tournament_is_not_there(people: People) -> None:
    webhook = opened(people.admin.post(f"/tournaments/{tournament(people.admin, 2)}/webhooks", {"url": URL}))
    other = f"/tournaments/{tournament(people.admin, 2)}/webhooks/{webhook}"
    assert people.admin.post(f"{other}/replay", {}).json["code"] == "not-found"
    assert people.admin.call("DELETE", other).json["code"] == "not-found"


@pytest.mark.parametrize("url", ["http://club.example/", "https://a:b@club.example/", "https://x/#y", "nonsense"])
def test_a_url_that_cannot_be_used_is_refused(people: People, url: str) -> None:
    path = f"/tournaments/{tournament(people.admin, 2)}/webhooks"
    refused = people.admin.post(path, {"url": url})
    assert (refused.status_code, refused.json["code"]) == (422, "webhook-url")
    assert people.admin.get(path).json["items"] == []


def test_a_tournament_has_so_many_active_webhooks_at_most(people: People) -> None:
    path = f"/tournaments/{tournament(people.admin, 2)}/webhooks"
    webhooks = [opened(people.admin.post(path, {"url": URL})) for _ in range(MOST)]
    refused = people.admin.post(path, {"url": URL})
    assert (refused.status_code, refused.json["code"]) == (409, "too-many-webhooks")
    people.admin.call("DELETE", f"{path}/{webhooks[0]}")
    assert people.admin.post(path, {"url": URL}).status_code == 201


def added_at_once(people: People, path: str, number: int, **headers: str) -> list[TestResponse]:
    """The answers to requests for new webhooks, all sent at the same time."""
    together = Barrier(number)

    def add(_: int) -> TestResponse:
        together.wait()
        return people.admin.post(path, {"url": URL}, headers=headers)

    with ThreadPoolExecutor(number) as pool:
        return list(pool.map(add, range(number)))


def test_requests_at_the_same_time_add_no_more_than_may_be_active(people: People) -> None:
    path = f"/tournaments/{tournament(people.admin, 2)}/webhooks"
    answers = added_at_once(people, path, MOST + 6)
    assert sorted(answer.status_code for answer in answers) == [201] * MOST + [409] * 6
    assert len(people.admin.get(path).json["items"]) == MOST


def test_a_webhook_that_is_sent_again_with_its_key_is_added_once(people: People) -> None:
    path = f"/tournaments/{tournament(people.admin, 2)}/webhooks"
    key = {"Idempotency-Key": "the club's results"}
    answers = added_at_once(people, path, 6, **key)
    assert [answer.status_code for answer in answers] == [201] * 6
    assert len({(answer.json["id"], answer.json["secret"]) for answer in answers}) == 1
    assert len(people.admin.get(path).json["items"]) == 1
    other = people.admin.post(path, {"url": f"{URL}/other"}, headers=key)
    assert (other.status_code, other.json["code"]) == (422, "key-reused")
