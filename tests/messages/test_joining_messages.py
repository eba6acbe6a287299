"""Somebody who asked to join a club is told whether it lets them in; a player, that an official took the account."""

from __future__ import annotations

from uuid import UUID

import pytest

from api.services import Provider
from tests.http.people import People, Person, opened
from tests.messages.push_server import PushServer
from tests.messages.test_delivery import messenger


@pytest.fixture
def club(people: People, house: Provider) -> str:
    messenger(house).work()
    return people.club("members-only")


def messages(house: Provider, server: PushServer, browser: object) -> list[tuple[str, str, str]]:
    messenger(house).work()
    payloads = server.of(browser)  # type: ignore[arg-type]
    return [(payload["title"], payload["body"], payload["url"]) for payload in payloads]


def test_who_asked_is_told_what_the_club_answers(
    people: People, house: Provider, club: str, push_server: PushServer
) -> None:
    code = house.services.joining.renew_card(UUID(club))
    title = people.admin.get(f"/clubs/{club}").json["name"]
    accepted, declined = people.player(), people.player()
    browsers = [push_server.subscribe(house, each) for each in (accepted, declined)]
    for who, name in ((accepted, "Siva"), (declined, "Spam")):
        who.post("/account/join-requests", {"code": code, "name": name})
    assert [messages(house, push_server, each) for each in browsers] == [[], []]
    for line in people.admin.get(f"/clubs/{club}/join-requests").json["items"]:
        what = "accept" if line["name"] == "Siva" else "decline"
        answer = people.admin.post(f"/clubs/{club}/join-requests/{line['id']}/{what}")
        assert answer.status_code in (200, 204)
    assert [messages(house, push_server, each) for each in browsers] == [
        [(title, "The club has accepted your request.", "/account")],
        [(title, "The club has declined your request. If you play there, speak to its officials.", "/account")],
    ]


def test_a_player_is_told_that_the_account_was_taken(
    people: People, house: Provider, club: str, push_server: PushServer
) -> None:
    player = opened(people.admin.post("/players", {"name": "Anula", "club": club}))
    own = people.player(player)
    browser = push_server.subscribe(house, own)
    assert people.admin.call("DELETE", f"/players/{player}/account").status_code == 204
    assert people.admin.call("DELETE", f"/players/{player}/account").status_code == 204, "harmless"
    ((_, body, _),) = messages(house, push_server, browser)
    assert body == "Your account is no player of the club any more. If that is wrong, speak to its officials."


@pytest.mark.full
def test_an_answer_that_is_not_true_any_more_is_not_told(
    people: People, house: Provider, club: str, push_server: PushServer
) -> None:
    player = opened(people.admin.post("/players", {"name": "Anula", "club": club}))
    own: Person = people.player(player)
    browser = push_server.subscribe(house, own)
    assert people.admin.call("DELETE", f"/players/{player}/account").status_code == 204
    secret = people.admin.post(f"/players/{player}/invitation").json["secret"]
    assert own.post("/account/join", {"secret": secret}).status_code == 200
    assert messages(house, push_server, browser) == []
