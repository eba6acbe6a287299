"""Players choose which messages they get, over the API and on the page."""

from __future__ import annotations

import io
import json
import zipfile
from uuid import UUID

import pytest

from api.clock import now
from api.people.held import kept_of
from api.people.own_file import write_own_file
from api.people.subjects import subject_of_player
from api.services import Provider
from store.tables.queries import rows
from tests.cases import cases
from tests.http.people import People, Person, opened
from tests.messages.push_server import PushServer, encode

PATH = "/me/messages"
CHOICE = {"kinds": ["confirm", "round"], "language": "ta", "quiet_from": "21:30", "quiet_until": "06:00"}


@pytest.fixture
def own(people: People) -> Person:
    return people.player(opened(people.admin.post("/players", {"name": "Anula", "club": people.club()})))


def test_before_a_first_choice_everything_is_told_but_at_night_and_nowhere(own: Person) -> None:
    answer = own.get(PATH)
    assert answer.status_code == 200
    assert (answer.json["quiet_from"], answer.json["quiet_until"], answer.json["language"]) == ("22:00", "07:00", "en")
    assert len(answer.json["kinds"]) == 6
    assert (answer.json["devices"], answer.json["can_mail"], answer.json["has_calendar"]) == ([], False, False)
    assert len(answer.json["public_key"]) == 87


def test_a_choice_is_kept(own: Person) -> None:
    own.post(PATH, CHOICE)
    answer = own.get(PATH).json
    assert answer["kinds"] == ["round", "confirm"]
    assert (answer["language"], answer["quiet_from"], answer["quiet_until"]) == ("ta", "21:30", "06:00")
    own.post(PATH, {"kinds": [], "language": "en"})
    assert "quiet_from" not in own.get(PATH).json


def test_wrong_choices_are_refused(own: Person) -> None:
    with cases() as case:
        for change, code in (
            ({"quiet_until": None}, "quiet-hours"), ({"quiet_from": "24:00"}, "validation"),
            ({"kinds": ["all"]}, "validation"), ({"language": "xx"}, "validation"), ({"more": 1}, "validation"),
        ):  # fmt: skip
            with case(change):
                answer = own.post(PATH, {**CHOICE, **change})
                assert answer.status_code == 422
                assert code in ("validation", answer.json["code"])


def test_a_device_is_added_once_listed_without_its_address_and_ended(
    own: Person, people: People, push_server: PushServer
) -> None:
    browser = push_server.browser()
    body = {
        "endpoint": push_server.url + browser.path, "p256dh": encode(browser.p256dh), "auth": encode(browser.auth)
    }  # fmt: skip
    first, again = own.post(f"{PATH}/devices", body), own.post(f"{PATH}/devices", body)
    assert (first.status_code, again.json["id"]) == (201, first.json["id"])
    assert len(own.get(PATH).json["devices"]) == 1
    assert push_server.url not in own.get(PATH).get_data(as_text=True)
    other = people.player()
    assert other.call("DELETE", f"{PATH}/devices/{first.json['id']}").status_code == 404
    assert other.post(f"{PATH}/devices", body).status_code == 201, "another account signs in on the same browser"
    assert own.get(PATH).json["devices"] == []
    mine = other.get(PATH).json["devices"][0]["id"]
    assert other.call("DELETE", f"{PATH}/devices/{mine}").status_code == 204
    assert other.get(PATH).json["devices"] == []


@pytest.mark.full
def test_an_account_has_ten_devices_at_the_most(own: Person, house: Provider, push_server: PushServer) -> None:
    last = ""
    for _ in range(12):
        browser = push_server.browser()
        body = {"endpoint": push_server.url + browser.path, "p256dh": encode(browser.p256dh), "auth": encode(b"0" * 16)}
        last = opened(own.post(f"{PATH}/devices", body))
    devices = [each["id"] for each in own.get(PATH).json["devices"]]
    assert (len(devices), last in devices) == (10, True)


def test_addresses_of_private_networks_are_refused(
    own: Person, push_server: PushServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NOUGHT_PUSH_LOCAL")
    browser = push_server.browser()
    keys = {"p256dh": encode(browser.p256dh), "auth": encode(browser.auth)}
    with cases() as case:
        for endpoint in (push_server.url, "https://10.0.0.1/x", "https://[::1]/x", "https://169.254.169.254/"):
            with case(endpoint):
                refused = own.post(f"{PATH}/devices", {"endpoint": endpoint, **keys})
                assert (refused.status_code, refused.json["code"]) == (422, "push-endpoint")
    refused = own.post(f"{PATH}/devices", {"endpoint": "https://push.example/", "p256dh": "AAAA", "auth": "AAAA"})
    assert (refused.status_code, refused.json["code"]) == (422, "push-keys")


def test_a_token_without_an_account_has_no_messages(people: People) -> None:
    with cases() as case:
        for method, path, body in (
            ("GET", PATH, None), ("POST", PATH, CHOICE), ("POST", f"{PATH}/calendar", {}),
            ("DELETE", f"{PATH}/calendar", None),
        ):  # fmt: skip
            with case(method, path):
                assert people.admin.call(method, path, json=body).status_code == 404


def test_whoever_is_forgotten_is_told_nothing_and_the_own_file_says_what_is_kept(
    people: People, house: Provider, push_server: PushServer
) -> None:
    club = people.club()
    player = opened(people.admin.post("/players", {"name": "Forgetta", "club": club}))
    own = people.player(player)
    push_server.subscribe(house, own)
    own.post(f"{PATH}/calendar", {})
    here, target = house.services, io.BytesIO()
    subject = subject_of_player(here, UUID(player))
    with people.app.app_context():
        write_own_file(here, subject, kept_of(subject), target)
    written = json.loads(zipfile.ZipFile(target).read("messages.json"))
    assert (len(written["devices"]), written["calendar"], written["language"]) == (1, True, "en")
    here.forgetter().forget(UUID(club), ["Forgetta"], UUID(player), by="Director", at=now())
    for table in ("message_choices", "push_devices", "messages"):
        kept = rows(here.recorder, f"SELECT 1 FROM {table} WHERE account_id = %s", [own.account])  # type: ignore[arg-type]  # noqa: S608
        assert kept == [], table
