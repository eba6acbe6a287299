"""An account is registered players of clubs: it sees what members see, and gets no right of an official."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import psycopg
import pytest
from psycopg.sql import SQL, Identifier

from api.people.accounts import MANAGES, ROLES
from api.services import Provider
from store.settings import Settings
from tests.http.people import AT, People, Person, opened

NAME = "Sivapalan Thurairajah"


def registered(people: People, club: str, name: str = NAME) -> str:
    return opened(people.admin.post("/players", {"name": name, "club": club}))


def seen(who: Person, player: str) -> str:
    answer = who.get(f"/players/{player}")
    return str(answer.json["name"]) if answer.status_code == 200 else str(answer.status_code)


def test_a_player_of_two_clubs_sees_the_names_of_both_and_of_no_third(people: People) -> None:
    clubs = [people.club("members-only"), people.club("names-for-members"), people.club("members-only")]
    players = [registered(people, club) for club in clubs]
    own = people.player(*players[:2])
    assert [seen(own, each) for each in players] == [NAME, NAME, "404"]
    assert [seen(people.anybody, each) for each in players] == ["404", "S. T.", "404"]
    assert own.get("/tokens/me").json["players"] == dict(zip(clubs[:2], players[:2], strict=True))


def test_an_official_who_plays_in_another_club_keeps_the_own_rights_and_gets_none_there(people: People) -> None:
    home, away = people.club(), people.club("members-only")
    player = registered(people, away)
    here = people.house.services
    account = here.accounts.add("official-who-plays", "Official", "director", {"club": home}, "a test")
    assert here.account_players.link(account.id, UUID(away), UUID(player))
    _, secret = here.tokens.issue("director", "Official", timedelta(hours=1), {"club": home}, account=account.id)
    official = Person(people.app, secret)
    assert seen(official, player) == NAME
    assert official.call("PATCH", f"/players/{player}", {"name": "Other"}).status_code == 403
    assert official.call("PATCH", f"/clubs/{home}", {"name": "Home of ours"}).status_code == 200


def test_whoever_leaves_sees_what_others_see(people: People) -> None:
    club = people.club("names-for-members")
    player = registered(people, club)
    own = people.player(player)
    assert own.account is not None
    assert seen(own, player) == NAME
    assert people.house.services.account_players.unlink(own.account, UUID(club)) == UUID(player)
    assert people.house.services.account_players.unlink(own.account, UUID(club)) is None
    assert seen(own, player) == "S. T."
    assert own.get("/tokens/me").json["players"] == {}


def test_a_player_has_one_account_and_an_account_one_player_in_a_club(people: People) -> None:
    club = people.club()
    first, second = registered(people, club), registered(people, club, "Another")
    linked, other = people.player(first), people.player()
    table = people.house.services.account_players
    assert linked.account is not None
    assert other.account is not None
    assert not table.link(other.account, UUID(club), UUID(first))
    assert not table.link(linked.account, UUID(club), UUID(second))
    assert list(table.of_players([UUID(first), UUID(second)])) == [UUID(first)]


def test_no_official_is_made_by_the_role_and_tokens_for_it_are_issued_to_accounts_only(people: People) -> None:
    assert "player" not in ROLES
    assert "player" not in MANAGES["director"]
    refused = people.admin.post("/tokens", {"role": "player", "subject": "X", "scope": {}})
    assert refused.status_code == 422


@pytest.mark.parametrize("also_elsewhere", [False, True])
def test_a_player_who_is_forgotten_loses_the_account_unless_another_club_knows_it(
    people: People, house: Provider, settings: Settings, also_elsewhere: bool
) -> None:
    here = house.services
    club, name = people.club(), f"{NAME} {also_elsewhere}"
    player = registered(people, club, name)
    elsewhere = registered(people, people.club(), "Siva")
    own = people.player(player, *([elsewhere] if also_elsewhere else []))
    assert own.account is not None
    with psycopg.connect(settings.owner_dsn or "") as owner:
        owner.execute(
            SQL("UPDATE {} SET name = %s, login = %s WHERE id = %s").format(Identifier(settings.schema, "accounts")),
            [name, f"siva-{also_elsewhere}@example.org", own.account],
        )
    answer = people.admin.post(f"/clubs/{club}/people/forget/check", {"names": [name], "player": player})
    assert answer.json["accounts"] == (0 if also_elsewhere else 1)
    here.forgetter().forget(UUID(club), [name], UUID(player), by="Director", at=AT)
    account = here.accounts.find(own.account)
    assert account is not None
    assert here.account_players.of_player(UUID(player)) is None
    if also_elsewhere:
        assert account.disabled_at is None
        assert here.account_players.of_player(UUID(elsewhere)) is not None
        assert own.get("/tokens/me").status_code == 200
    else:
        assert (account.login, account.disabled_at is None) == (f"former {account.id}", False)
        assert account.name.startswith("Former player ")
        assert own.get("/tokens/me").status_code == 401
