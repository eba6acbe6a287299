"""Joining clubs over the API: officials invite and accept, players join, leave and ask to be forgotten."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from uuid import UUID, uuid4

import psycopg
import pytest
from psycopg.sql import SQL, Identifier

from api.services import Provider
from store.settings import Settings
from store.tables.people.joining import PlayerTaken
from store.tables.people.passkeys import NewPasskey
from tests.http.people import AT, People, Person, opened
from tests.http.test_forgetting import places_of
from tests.waiting import PATIENCE

NAME = "Sivapalan Thurairajah"


@pytest.fixture
def club(people: People) -> str:
    return people.club("members-only")


@pytest.fixture
def director(people: People, club: str) -> Person:
    return people.issue("director", club=club)


def registered(people: People, club: str, name: str = NAME) -> str:
    return opened(people.admin.post("/players", {"name": name, "club": club}))


def test_an_invitation_is_used_once_and_listed_until_then(people: People, director: Person, club: str) -> None:
    player = registered(people, club)
    answer = director.post(f"/players/{player}/invitation", {"days": 7})
    assert (answer.status_code, answer.headers["Cache-Control"]) == (201, "no-store")
    secret = answer.json["secret"]
    assert answer.json["url"].endswith(f"/join/{secret}")
    (line,) = director.get(f"/clubs/{club}/members").json["items"]
    assert (line["player"], line["name"], "linked_at" in line, "invited_until" in line) == (player, NAME, False, True)
    own, other = people.player(), people.player()
    assert own.post("/account/join", {"secret": secret}).json == {"club": club, "player": player}
    assert own.get("/account").json["players"] == {club: player}
    refused = other.post("/account/join", {"secret": secret})
    assert (refused.status_code, refused.json["code"]) == (404, "invitation-over")
    (line,) = director.get(f"/clubs/{club}/members").json["items"]
    assert ("linked_at" in line, "invited_until" in line) == (True, False)
    refused = director.post(f"/players/{player}/invitation")
    assert (refused.status_code, refused.json["code"]) == (409, "player-has-account")
    assert director.call("DELETE", f"/players/{player}/account").status_code == 204
    assert own.get("/account").json["players"] == {}


def test_a_token_that_may_only_read_joins_nothing(people: People, director: Person, club: str, house: Provider) -> None:
    secret = director.post(f"/players/{registered(people, club)}/invitation").json["secret"]
    own = people.player()
    _, only = house.services.tokens.issue("player", "P", timedelta(hours=1), {"only": "read"}, account=own.account)
    reader = Person(people.app, only)
    assert reader.get("/account").status_code == 200
    assert reader.post("/account/join", {"secret": secret}).status_code == 403


def test_a_request_by_the_clubs_card_is_accepted_or_declined(people: People, director: Person, club: str) -> None:
    code = director.call("POST", f"/clubs/{club}/join-card").json["code"]
    assert director.get(f"/clubs/{club}/join-card").json["code"] == code
    player = registered(people, club)
    accepted, new, declined = people.player(), people.player(), people.player()
    for who, name in ((accepted, "Siva"), (new, "Newcomer"), (declined, "Spam")):
        assert who.post("/account/join-requests", {"code": code.lower(), "name": name}).status_code == 204
        assert who.get("/account").json["waiting"] == [club]
        assert who.get(f"/players/{player}").status_code == 404
    lines = director.get(f"/clubs/{club}/join-requests").json["items"]
    requests = {line["name"]: f"/clubs/{club}/join-requests/{line['id']}" for line in lines}
    assert director.post(f"{requests['Siva']}/accept", {"player": player}).json == {"club": club, "player": player}
    made = director.post(f"{requests['Newcomer']}/accept").json["player"]
    assert people.admin.get(f"/players/{made}").json["name"] == "Newcomer"
    assert director.post(f"{requests['Spam']}/decline").status_code == 204
    assert director.post(f"{requests['Spam']}/accept").status_code == 404
    assert declined.get("/account").json["players"] == {}
    assert accepted.get(f"/players/{player}").status_code == 200
    again = accepted.post("/account/join-requests", {"code": code, "name": "Siva"})
    assert (again.status_code, again.json["code"]) == (409, "plays-already")
    assert director.call("DELETE", f"/clubs/{club}/join-card").status_code == 204
    assert director.get(f"/clubs/{club}/join-card").status_code == 404
    assert declined.post("/account/join-requests", {"code": code, "name": "Spam"}).status_code == 404


def test_an_account_plays_in_ten_clubs_at_most(people: People, director: Person, club: str) -> None:
    own = people.player(*(registered(people, people.club()) for _ in range(9)))
    players = [registered(people, club), registered(people, people.club())]
    secrets = [people.admin.post(f"/players/{player}/invitation").json["secret"] for player in players]
    assert own.post("/account/join", {"secret": secrets[0]}).status_code == 200
    refused = own.post("/account/join", {"secret": secrets[1]})
    assert (refused.status_code, refused.json["code"]) == (409, "too-many-clubs")
    other_club = people.club()
    code = people.admin.call("POST", f"/clubs/{other_club}/join-card").json["code"]
    assert own.post("/account/join-requests", {"code": code, "name": "Siva"}).status_code == 204
    (request,) = people.admin.get(f"/clubs/{other_club}/join-requests").json["items"]
    refused = people.admin.post(f"/clubs/{other_club}/join-requests/{request['id']}/accept")
    assert (refused.status_code, refused.json["code"]) == (409, "too-many-clubs")
    assert people.admin.get("/players", query_string={"club": other_club}).json["items"] == [], "nobody is registered"
    assert own.call("DELETE", f"/account/clubs/{club}").status_code == 204
    assert own.post("/account/join", {"secret": secrets[1]}).status_code == 200


def test_so_many_requests_are_slowed_down(people: People, director: Person, club: str) -> None:
    own, statuses = people.player(), set()
    for _ in range(15):
        statuses.add(own.post("/account/join", {"secret": "A" * 22}).status_code)
    assert statuses == {404, 429}


def test_a_player_leaves_and_asks_to_be_forgotten(people: People, director: Person, club: str) -> None:
    player = registered(people, club)
    own = people.player(player)
    assert own.post(f"/account/clubs/{club}/forget").status_code == 201
    (line,) = director.get(f"/clubs/{club}/people/requests").json["items"]
    assert (line["kind"], line["person"]) == ("forget", player)
    assert own.call("DELETE", f"/account/clubs/{club}").status_code == 204
    assert own.call("DELETE", f"/account/clubs/{club}").status_code == 404
    assert own.post(f"/account/clubs/{club}/forget").status_code == 404
    assert people.admin.get(f"/players/{player}").status_code == 200


def test_a_player_asks_a_club_once_to_be_forgotten(people: People, director: Person, club: str) -> None:
    """Else one player fills the register, and nobody else gets a request in."""
    own = people.player(registered(people, club))
    path, key = f"/account/clubs/{club}/forget", {"Idempotency-Key": "once"}
    first = own.post(path, headers=key)
    assert (first.status_code, own.post(path, headers=key).json["replayed"]) == (201, True)
    again = own.post(path)
    assert (again.status_code, again.json["code"]) == (409, "request-waits")
    (line,) = director.get(f"/clubs/{club}/people/requests").json["items"]
    assert director.post(f"/clubs/{club}/people/requests/{line['number']}/answer", {"how": "no"}).status_code == 200
    assert own.post(path).status_code == 201, "an answer was given to the first"


def test_members_and_requests_come_in_pages(people: People, director: Person, club: str) -> None:
    players = [registered(people, club, f"Player {number}") for number in range(3)]
    code = director.call("POST", f"/clubs/{club}/join-card").json["code"]
    for number in range(3):
        people.player().post("/account/join-requests", {"code": code, "name": f"Asks {number}"})
    for path, field, expected in (
        ("members", "player", players[::-1]), ("join-requests", "name", [f"Asks {number}" for number in range(3)]),
    ):  # fmt: skip
        seen, cursor = [], ""
        while cursor is not None:
            part = director.get(f"/clubs/{club}/{path}?limit=2{cursor and f'&cursor={cursor}'}").json
            assert len(part["items"]) <= 2
            seen += [line[field] for line in part["items"]]
            cursor = part["next"]
        assert seen == expected
        for wrong in ("limit=201", "limit=0", "cursor=x"):
            assert director.get(f"/clubs/{club}/{path}?{wrong}").status_code == 422, (path, wrong)


def test_an_official_who_is_forgotten_keeps_nothing_that_lets_the_account_in(
    people: People, house: Provider, settings: Settings, club: str
) -> None:
    name, here, hour = f"Zephaniah Quill {uuid4().hex[:6]}", house.services, timedelta(hours=1)
    account = here.accounts.add(f"{uuid4().hex[:8]}@example.org", name, "director", {"club": club}, "Keeper")
    people.deal(club=club, players={"S": name})
    elsewhere = people.club()
    player = registered(people, elsewhere, "Zeph")
    assert here.account_players.link(account.id, UUID(elsewhere), UUID(player))
    here.passkeys.add(account.id, NewPasskey(uuid4().bytes, b"key", 0, f"Phone of {name}"))
    here.mail_links.issue("new@example.org", name, hour, account.id)
    here.joining.invite(UUID(registered(people, club)), UUID(club), hour, account.id)
    here.joining.ask(UUID(people.club()), account.id, "Zeph")
    with psycopg.connect(settings.owner_dsn or "") as owner:
        owner.execute(
            SQL("INSERT INTO {} VALUES ('https://login.example', %s, %s)").format(
                Identifier(settings.schema, "issuer_subjects")
            ),
            [name, account.id],
        )
    assert {"passkeys", "mail_links", "issuer_subjects"} <= set(places_of(settings, name))
    here.forgetter().forget(UUID(club), [name], by="Director", at=AT)
    assert places_of(settings, name) == {}
    assert places_of(settings, str(account.id)).keys() <= {"accounts", "tokens", "sign_in_links"}
    assert here.account_players.of_player(UUID(player)) is None


@pytest.mark.full
def test_nobody_becomes_a_player_who_is_forgotten_in_the_same_moment(
    people: People, house: Provider, settings: Settings, club: str
) -> None:
    here, name = house.services, f"Zephaniah Quill {uuid4().hex[:6]}"
    player = registered(people, club, name)
    account = here.accounts.add(f"{uuid4().hex[:8]}@example.org", name, "player", {}, "")
    link = SQL("INSERT INTO {} (account_id, club_id, player_id) VALUES (%s, %s, %s)").format(
        Identifier(settings.schema, "account_players")
    )
    with psycopg.connect(settings.owner_dsn or "") as joining, ThreadPoolExecutor(1) as pool:
        joining.execute(link, [account.id, club, player])
        forgetting = pool.submit(here.forgetter().forget, UUID(club), [name], UUID(player), by="Director", at=AT)
        with pytest.raises(TimeoutError):
            forgetting.result(timeout=1)
        joining.commit()
        forgetting.result(timeout=PATIENCE)
    assert here.account_players.of_player(UUID(player)) is None
    assert places_of(settings, name) == {}
    assert not here.account_players.link(people.player().account or uuid4(), UUID(club), UUID(player))
    with pytest.raises(PlayerTaken):
        here.joining.invite(UUID(player), UUID(club), timedelta(hours=1))


def test_nothing_that_lets_somebody_in_names_who_was_forgotten(
    people: People, house: Provider, settings: Settings, director: Person, club: str
) -> None:
    name = f"Zephaniah Quill {uuid4().hex[:6]}"
    player, here = registered(people, club, name), house.services
    account = here.accounts.add(f"{uuid4().hex[:8]}@example.org", name, "player", {}, "")
    assert here.account_players.link(account.id, UUID(club), UUID(player))
    here.passkeys.add(account.id, NewPasskey(uuid4().bytes, b"key", 0, f"Phone of {name}"))
    hour = timedelta(hours=1)
    here.passkeys.challenge(uuid4().hex, "add", hour, account.id)
    here.mail_links.issue("new@example.org", name, hour, account.id)
    here.mail_links.issue("other@example.org", name, hour)
    here.accounts.link(account.id, hour)
    here.devices.remember(account.id, "")
    here.tokens.issue("player", name, hour, kind="session", label="Chrome", account=account.id)
    asking = people.player()
    assert asking.account is not None
    here.joining.ask(UUID(club), asking.account, name)
    here.joining.ask(UUID(people.club()), account.id, "Zeph")
    with psycopg.connect(settings.owner_dsn or "") as owner:
        owner.execute(
            SQL("INSERT INTO {} VALUES ('https://login.example', %s, %s)").format(
                Identifier(settings.schema, "issuer_subjects")
            ),
            [name, account.id],
        )
    assert {"accounts", "tokens", "passkeys", "mail_links", "join_requests", "issuer_subjects"} <= set(
        places_of(settings, name)
    )
    here.joining.decline(here.joining.requests_by(account.id)[0].id)
    here.forgetter().forget(UUID(club), [name], UUID(player), by="Director", at=AT)
    assert places_of(settings, name) == {}
    assert places_of(settings, str(account.id)).keys() <= {"accounts", "tokens", "sign_in_links"}
    gone = here.accounts.find(account.id)
    assert gone is not None
    assert re.fullmatch(r"Former player \d+", gone.name)
    assert here.joining.requests_of(UUID(club), 200)[0] == []


def test_what_nobody_uses_goes(
    people: People, house: Provider, settings: Settings, club: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("store.tables.people.joining.TIDIED_AT_ONCE", 2)
    others = [people.player().account for _ in range(4)]
    here, day = house.services, timedelta(days=1)
    player, second = registered(people, club), registered(people, club, "Second")
    unused, waits, plays = people.player(), people.player(), people.player(second)
    official = here.accounts.add(f"idle-{uuid4().hex[:8]}", "Idle", "recorder", {"club": club}, "a test")
    here.joining.invite(UUID(player), UUID(club), -day)
    here.mail_links.issue("late@example.org", "Late", -day)
    here.passkeys.challenge("late", "join", -day)
    for each in (waits, plays):
        assert each.account is not None
    assert waits.account is not None
    here.joining.ask(UUID(club), waits.account, "Waits")
    here.joining.tidy(day)
    assert here.accounts.find(unused.account).disabled_at is None, "used today"  # type: ignore[union-attr, arg-type]
    with psycopg.connect(settings.owner_dsn or "") as owner:
        for table, column in (("accounts", "created_at"), ("accounts", "signed_in_at"), ("join_requests", "sent_at")):
            owner.execute(
                SQL("UPDATE {} SET {c} = {c} - interval '100 days'").format(
                    Identifier(settings.schema, table), c=Identifier(column)
                )
            )
        here_rows = SQL("SELECT count(*) FROM {}")
        owner.commit()
        here.retention().remove()
        for table in ("challenges", "mail_links", "join_requests"):
            counted = owner.execute(here_rows.format(Identifier(settings.schema, table))).fetchone()
            assert counted == (0,), table
    states = {
        each: here.accounts.find(each).disabled_at is not None  # type: ignore[union-attr]
        for each in (unused.account, waits.account, plays.account, official.id)
        if each
    }
    assert all(here.accounts.find(each).disabled_at for each in others if each)  # type: ignore[union-attr]
    assert states == {unused.account: True, waits.account: True, plays.account: False, official.id: False}
