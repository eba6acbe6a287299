"""Players join clubs: with an invitation, by the card of the club; nobody takes another's place."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from io import BytesIO
from urllib.parse import urlsplit
from uuid import UUID
from zipfile import ZipFile

import pytest
from flask import Flask

from api.people import joining
from api.people.accounts import link
from api.services import Provider
from tests.cases import cases
from tests.http.people import AT, People, opened
from tests.signing.visitors import PASSWORD, Visitor, official, signed_in

NAME = "Sivapalan Thurairajah"


def registered(people: People, club: str, name: str = NAME) -> str:
    return opened(people.admin.post("/players", {"name": name, "club": club}))


def invited(house: Provider, player: str, days: int = 30) -> str:
    row = house.services.catalogue.find(UUID(player))
    assert row is not None
    assert row.club is not None
    return house.services.joining.invite(row.id, row.club, timedelta(days=days))


def by_password(app: Flask, path: str, login: str, **more: str) -> tuple[Visitor, int]:
    visitor = Visitor(app)
    visitor.get(path)
    answer = visitor.post(f"{path}/password", {"login": login, "password": PASSWORD, **more})
    visitor.get("/account")
    return visitor, answer.status_code


def players_of(visitor: Visitor) -> dict[str, str]:
    players: dict[str, str] = visitor.get("/api/v1/tokens/me").json.get("players", {})  # type: ignore[union-attr]
    return players


@pytest.fixture
def club(people: People) -> str:
    return people.club("members-only")


@pytest.fixture
def player(people: People, club: str) -> str:
    return registered(people, club)


def test_an_invitation_makes_an_account_the_player_once(app: Flask, house: Provider, club: str, player: str) -> None:
    path = f"/join/{invited(house, player)}"
    page = Visitor(app).get(path)
    assert page.status_code == 200
    assert f"You are invited as {NAME}." in page.text
    own, status = by_password(app, path, "siva-1")
    assert status == 303
    assert players_of(own) == {club: player}
    assert own.get("/api/v1/tokens/me").json["role"] == "player"  # type: ignore[index]
    assert NAME in own.get(f"/players/{player}").text
    other, status = by_password(app, path, "thief-1")
    assert status == 404
    assert players_of(other) == {}
    assert house.services.accounts.of_login("thief-1") is None, "no account is made in vain"
    assert Visitor(app).get(path).status_code == 404


def test_an_invitation_ends_when_it_is_withdrawn_made_anew_or_too_old(
    app: Flask, house: Provider, people: People, club: str, player: str
) -> None:
    director = signed_in(app, house, f"director-{club}", "director", club)
    first = invited(house, player)
    director.get(f"/clubs/{club}/members")
    cards = director.post(f"/players/{player}/invitation", {"days": "7"})
    assert cards.status_code == 201
    second = re.findall(r"/join/<wbr>([\w-]{22})", cards.text)[0]
    assert by_password(app, f"/join/{first}", "late-1")[1] == 404, "made anew"
    assert Visitor(app).get(f"/join/{second}").status_code == 200
    director.get(f"/clubs/{club}/members")
    assert director.post(f"/players/{player}/invitation/withdraw").status_code == 303
    assert by_password(app, f"/join/{second}", "late-2")[1] == 404, "withdrawn"
    assert by_password(app, f"/join/{invited(house, player, 0)}", "late-3")[1] == 404, "too old"
    director.get(f"/clubs/{club}/members")
    cards = director.post(f"/players/{player}/invitation", {"days": "7"})
    third = re.findall(r"/join/<wbr>([\w-]{22})", cards.text)[0]
    issuer = house.services.accounts.of_login(f"director-{club}")
    assert issuer is not None
    house.services.accounts.disable(issuer.id)
    assert by_password(app, f"/join/{third}", "late-4")[1] == 404, "of an official who is none any more"
    assert house.services.account_players.of_player(UUID(player)) is None


def test_an_official_of_another_club_invites_nobody_here(
    app: Flask, house: Provider, people: People, club: str, player: str
) -> None:
    stranger = signed_in(app, house, f"stranger-{club}", "director", people.club())
    stranger.get("/account")
    for path in (
        f"/players/{player}/invitation", f"/players/{player}/invitation/withdraw", f"/players/{player}/account/remove",
        f"/clubs/{club}/members/invitations", f"/clubs/{club}/members/card", f"/clubs/{club}/members/card/withdraw",
    ):  # fmt: skip
        assert stranger.post(path, {"days": "7"}).status_code == 403, path
    assert stranger.get(f"/clubs/{club}/members").status_code == 403
    assert house.services.joining.invited([UUID(player)]) == {}


def test_a_player_who_has_an_account_is_not_invited_again(app: Flask, house: Provider, club: str, player: str) -> None:
    by_password(app, f"/join/{invited(house, player)}", f"has-one-{club[-12:]}")
    director = signed_in(app, house, f"director-2-{club}", "director", club)
    director.get(f"/clubs/{club}/members")
    assert director.post(f"/players/{player}/invitation", {"days": "7"}).status_code == 409
    assert director.post(f"/players/{player}/account/remove").status_code == 303
    assert director.post(f"/players/{player}/invitation", {"days": "7"}).status_code == 201


def test_an_account_joins_a_second_club_and_is_one_player_in_each(
    app: Flask, house: Provider, people: People, club: str, player: str
) -> None:
    own, _ = by_password(app, f"/join/{invited(house, player)}", f"two-clubs-{club[-12:]}")
    other_club = people.club()
    there, second = registered(people, other_club), registered(people, club, "Another person")
    path = f"/join/{invited(house, there)}"
    assert "Join club" in own.get(path).text
    assert own.post(path).location == "/me?done=joined"
    assert players_of(own) == {club: player, other_club: there}
    taken = invited(house, second)
    assert "You have joined this club already." in own.get(f"/join/{taken}").text
    assert own.post(f"/join/{taken}").status_code == 409
    assert players_of(own) == {club: player, other_club: there}
    assert house.services.joining.look_up(taken) is not None, "it stays for whom it was made"


def test_an_official_joins_with_the_own_account_and_keeps_the_role(
    app: Flask, house: Provider, people: People, club: str, player: str
) -> None:
    home = people.club()
    own = signed_in(app, house, f"plays-{club[-12:]}", "recorder", home)
    own.get(f"/join/{invited(house, player)}")
    path = f"/join/{invited(house, player)}"
    own.get(path)
    assert own.post(path).status_code == 303
    payload = own.get("/api/v1/tokens/me").json
    assert payload is not None
    assert (payload["role"], payload["scope"], payload["players"]) == ("recorder", {"club": home}, {club: player})
    assert own.get(f"/clubs/{club}/members").status_code == 403


def test_joining_needs_the_proof_of_the_page_from_whoever_is_signed_in(
    app: Flask, house: Provider, club: str, player: str
) -> None:
    own = signed_in(app, house, f"forged-{club[-12:]}", "recorder", str(club))
    path = f"/join/{invited(house, player)}"
    assert own.client.post(path).status_code == 403
    assert own.client.post(path, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert players_of(own) == {}


def test_with_a_password_no_mail_address_is_taken_as_a_login(
    app: Flask, house: Provider, club: str, player: str
) -> None:
    """Else its owner, who signs in by mail later, would share the account with whoever set the password."""
    path = f"/join/{invited(house, player)}"
    assert by_password(app, path, "victim@example.org")[1] == 422
    assert house.services.accounts.of_login("victim@example.org") is None
    official(house, f"taken-{club[-12:]}", "recorder", UUID(club))
    assert by_password(app, path, f"taken-{club[-12:]}")[1] == 409
    visitor = Visitor(app)
    assert visitor.post(f"{path}/password", {"login": "short", "password": "short"}).status_code == 422
    assert house.services.joining.look_up(path.removeprefix("/join/")) is not None


def test_whoever_scans_the_clubs_card_sees_nothing_until_an_official_accepts(
    app: Flask, house: Provider, people: People, club: str, player: str
) -> None:
    director = signed_in(app, house, f"director-3-{club}", "director", club)
    director.get(f"/clubs/{club}/members")
    director.post(f"/clubs/{club}/members/card")
    shown = director.get(f"/clubs/{club}/members/card").text
    code = re.findall(r"/join/<wbr>club/(\w{10})", shown)[0]
    path = f"/join/club/{code}"
    page = Visitor(app).get(path).text
    assert NAME not in page, "a club that hides names lists none"
    own, status = by_password(app, path, f"asks-{club[-12:]}", name="Siva T.")
    assert status == 303
    waiting = own.get(path).text
    assert "The club has your request." in waiting
    assert 'href="/me/messages"' in waiting, "where one chooses to be told"
    assert own.get(f"/players/{player}").status_code == 404
    assert players_of(own) == {}
    assert "1 person asks to join" in director.get(f"/clubs/{club}").text
    page = director.get(f"/clubs/{club}/members").text
    request = re.findall(r"/members/requests/([\w-]{36})/accept", page)[0]
    assert director.post(f"/clubs/{club}/members/requests/{request}/accept", {"player": player}).status_code == 303
    assert players_of(own) == {club: player}
    assert own.get(f"/players/{player}").status_code == 200
    assert "asks to join" not in director.get(f"/clubs/{club}").text


def test_a_request_is_accepted_as_a_new_player_or_declined(
    app: Flask, house: Provider, people: People, club: str, player: str
) -> None:
    director = signed_in(app, house, f"director-4-{club}", "director", club)
    code = house.services.joining.renew_card(UUID(club))
    new, _ = by_password(app, f"/join/club/{code}", f"new-{club[-12:]}", name="Quintus Ebenezer")
    declined, _ = by_password(app, f"/join/club/{code}", f"spam-{club[-12:]}", name="Spammer")
    requests = {each.name: each.id for each in house.services.joining.requests_of(UUID(club), 200)[0]}
    director.get(f"/clubs/{club}/members")
    assert director.post(f"/clubs/{club}/members/requests/{requests['Quintus Ebenezer']}/accept").status_code == 303
    assert director.post(f"/clubs/{club}/members/requests/{requests['Spammer']}/decline").status_code == 303
    assert director.post(f"/clubs/{club}/members/requests/{requests['Spammer']}/accept").status_code == 404
    (made,) = players_of(new).values()
    row = house.services.catalogue.find(UUID(made))
    assert row is not None
    assert row.title == "Quintus Ebenezer"
    assert players_of(declined) == {}
    other = people.club()
    stranger = signed_in(app, house, f"stranger-2-{club}", "director", other)
    by_password(app, f"/join/club/{code}", f"third-{club[-12:]}", name="Third")
    ((waiting,), _) = house.services.joining.requests_of(UUID(club), 200)
    stranger.get("/account")
    assert stranger.post(f"/clubs/{club}/members/requests/{waiting.id}/accept").status_code == 403
    assert stranger.post(f"/clubs/{other}/members/requests/{waiting.id}/accept").status_code == 404
    assert house.services.joining.withdraw_card(UUID(club))
    assert Visitor(app).get(f"/join/club/{code}").status_code == 404


def test_in_a_club_that_shows_names_the_own_one_is_chosen_from_those_without_an_account(
    app: Flask, house: Provider, people: People
) -> None:
    club = people.club("open")
    free, taken, shy = (
        registered(people, club, "Free One"),
        registered(people, club, "Taken One"),
        registered(people, club, "Shy One"),
    )
    people.admin.post(f"/players/{shy}/shown-as", {"form": "initials"})
    by_password(app, f"/join/{invited(house, taken)}", f"taken-one-{club[-12:]}")
    path = f"/join/club/{house.services.joining.renew_card(UUID(club))}"
    page = Visitor(app).get(path).text
    assert "Free One" in page
    assert "Taken One" not in page
    assert "Shy One" not in page
    for number, chosen in enumerate((free, taken, shy)):
        by_password(app, path, f"chooses-{number}-{club[-12:]}", listed=chosen, name="Typed")
    chosen_players = {each.player for each in house.services.joining.requests_of(UUID(club), 200)[0]}
    assert chosen_players == {UUID(free)}


def test_whoever_is_signed_in_chooses_the_own_name_from_the_list_of_another_club(
    app: Flask, house: Provider, people: People, club: str
) -> None:
    """The id of the player is of another club than the account's, which forms else may not name."""
    open_club = people.club("open")
    mine, others = registered(people, open_club, "Own Name"), registered(people, club, "Not there")
    path = f"/join/club/{house.services.joining.renew_card(UUID(open_club))}"
    own = signed_in(app, house, f"chooses-{club[-12:]}", "recorder", club)
    assert "Own Name" in own.get(path).text
    assert own.post(path, {"listed": others, "name": ""}).status_code == 422, "a player of another club is nobody here"
    assert own.post(path, {"listed": mine, "name": ""}).status_code == 303
    ((waiting,), _) = house.services.joining.requests_of(UUID(open_club), 200)
    assert (waiting.name, waiting.player) == ("Own Name", UUID(mine))


def test_so_many_names_are_not_listed_on_a_clubs_card(
    app: Flask, house: Provider, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = people.club("open")
    for name in ("One", "Two", "Three"):
        registered(people, club, name)
    path = f"/join/club/{house.services.joining.renew_card(UUID(club))}"
    assert "Three" in Visitor(app).get(path).text
    monkeypatch.setattr("api.people.joining.MOST_LISTED", 2)
    page = Visitor(app).get(path).text
    assert "Three" not in page
    assert "Your name, as the club knows it" in page


@pytest.mark.full
def test_the_players_and_the_requests_of_a_club_come_in_pages(
    app: Flask, house: Provider, people: People, club: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("Anna", "Berta", "Cilla", "Dora", "Emma")
    players = {name: registered(people, club, name) for name in names}
    code = house.services.joining.renew_card(UUID(club))
    for number in range(3):
        by_password(app, f"/join/club/{code}", f"page-{number}-{club[-12:]}", name=f"Asks {number}")
    for name, most in (("ON_A_PAGE", 2), ("REQUESTS_ON_A_PAGE", 2)):
        monkeypatch.setattr(f"web.pages.members.{name}", most)
    director = signed_in(app, house, f"pages-{club[-12:]}", "director", club)
    path, seen, cards = f"/clubs/{club}/members", [], []
    while path:
        page = director.get(path).text
        cursor = re.search(r'name="cursor" value="([^"]*)"', page)
        assert cursor is not None
        on_page = re.findall(r'aria-label="Invite (\w+)"', page)
        assert on_page == sorted(on_page)
        seen += on_page
        made = director.post(f"/clubs/{club}/members/invitations", {"days": "7", "cursor": cursor[1]}).text
        cards += re.findall(r"<h2>(\w+)</h2>", made)
        more = re.search(r'href="([^"]+cursor=[^"]+)">More players', page)
        path = more[1] if more else ""
    assert sorted(seen) == sorted(cards) == sorted(names)
    assert set(house.services.joining.invited([UUID(each) for each in players.values()])) == {
        *map(UUID, players.values())
    }
    first = director.get(f"/clubs/{club}/members").text
    assert [name in first for name in ("Asks 0", "Asks 1", "Asks 2")] == [True, True, False]
    more = re.search(r'href="([^"#]+)#requests">More requests', first)
    assert more is not None
    second = director.get(more[1]).text
    assert [name in second for name in ("Asks 0", "Asks 1", "Asks 2")] == [False, False, True]
    for wrong in ("cursor=x", "requests=x"):
        assert director.get(f"/clubs/{club}/members?{wrong}").status_code == 422


def test_in_a_large_club_a_request_is_accepted_as_the_player_of_a_name(
    app: Flask, house: Provider, people: People, club: str, player: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("Twin", "Twin", "Other"):
        registered(people, club, name)
    monkeypatch.setattr("api.people.joining.MOST_LISTED", 2)
    own, _ = by_password(
        app, f"/join/club/{house.services.joining.renew_card(UUID(club))}", f"named-{club[-12:]}", name="Siva"
    )
    director = signed_in(app, house, f"named-by-{club[-12:]}", "director", club)
    assert "or as the player of this name" in director.get(f"/clubs/{club}/members").text
    ((waiting,), _) = house.services.joining.requests_of(UUID(club), 200)
    path = f"/clubs/{club}/members/requests/{waiting.id}/accept"
    for wrong in ("Twin", "Nobody"):
        assert director.post(path, {"called": wrong}).status_code == 400
    assert director.post(path, {"called": f" {NAME} "}).status_code == 303
    assert players_of(own) == {club: player}


def test_a_request_that_is_accepted_twice_makes_one_player(
    app: Flask, house: Provider, people: People, club: str
) -> None:
    code = house.services.joining.renew_card(UUID(club))
    own, _ = by_password(app, f"/join/club/{code}", f"twice-{club[-12:]}", name="Double Click")
    director = signed_in(app, house, f"clicks-{club[-12:]}", "director", club)
    director.get(f"/clubs/{club}/members")
    ((waiting,), _) = house.services.joining.requests_of(UUID(club), 200)
    account = waiting.account
    request = house.services.joining.find
    with pytest.MonkeyPatch.context() as patch:  # both have read the request before one accepts it
        patch.setattr(house.services.joining, "find", lambda identity: waiting)
        path = f"/clubs/{club}/members/requests/{waiting.id}/accept"
        assert [director.post(path).status_code for _ in range(2)] == [303, 409]
    assert request(waiting.id) is None
    assert [row.title for row in house.services.catalogue.rows("player", club=UUID(club))] == ["Double Click"]
    assert [each.club for each in house.services.account_players.of_account(account)] == [UUID(club)]
    assert players_of(own).keys() == {club}


def test_strange_input_is_refused(app: Flask, house: Provider, people: People, club: str, player: str) -> None:
    code = house.services.joining.renew_card(UUID(club))
    visitor = Visitor(app)
    card = f"/join/club/{code}/passkey/options"
    with cases() as case:
        for body in (b"[" * 100_000, b"{", b"[]", b'{"name": 7}', b'{"name": {}}', b'{"listed": [1], "name": null}'):
            with case(body[:20]):
                assert visitor.client.post(card, data=body, content_type="application/json").status_code < 500
        with case("a code with U+0000"):
            assert visitor.get(f"/join/club/{'%00' * 10}").status_code == 404
        own = signed_in(app, house, f"strange-{club[-12:]}", "recorder", club)
        account = house.services.accounts.of_login(f"strange-{club[-12:]}")
        assert account is not None
        assert house.services.mail_links.change_login(account.id, f"{joining.NO_LOGIN}{account.id}")
        own.get("/account")
        for login in ("a\0b", "x" * 5000, "a\tb", "\u202e", ""):
            with case("login", login[:10]):
                form = {"new-login": login, "old": PASSWORD, "new": "another password"}
                assert own.post("/account/password", form).status_code == 422


def test_a_player_leaves_and_the_results_stay(app: Flask, house: Provider, club: str, player: str) -> None:
    own, _ = by_password(app, f"/join/{invited(house, player)}", f"leaves-{club[-12:]}")
    page = own.get(f"/account/clubs/{club}")
    assert "Your cards, results and ratings stay there" in page.text
    assert own.post(f"/account/clubs/{club}/forget").status_code == 303
    assert own.post(f"/account/clubs/{club}/forget").status_code == 303
    entered = house.services.ledger.requests.get(UUID(club)).entered.values()
    assert [(each.kind, each.person) for each in entered] == [("forget", player)], "asked once"
    assert own.post(f"/account/clubs/{club}/leave").status_code == 303
    assert players_of(own) == {}
    assert own.get(f"/account/clubs/{club}").status_code == 404
    assert house.services.catalogue.find(UUID(player)) is not None


def test_a_player_deletes_the_own_account_and_an_official_does_not(
    app: Flask, house: Provider, club: str, player: str
) -> None:
    login = f"deletes-{club[-12:]}"
    own, _ = by_password(app, f"/join/{invited(house, player)}", login)
    assert own.post("/account/delete").location == "/account?done=unsure"
    assert own.post("/account/delete", {"sure": "on"}).location == "/"
    assert house.services.accounts.of_login(login) is None
    assert house.services.account_players.of_player(UUID(player)) is None
    assert own.get("/api/v1/tokens/me").json["role"] == "viewer"  # type: ignore[index]
    boss = signed_in(app, house, f"boss-{club[-12:]}", "recorder", club)
    assert boss.post("/account/delete", {"sure": "on"}).status_code == 403
    account = house.services.accounts.of_login(f"boss-{club[-12:]}")
    assert account is not None
    assert not house.services.joining.delete_account(account.id)


def test_what_is_kept_about_a_player_is_shown_to_the_player(
    app: Flask, house: Provider, club: str, player: str
) -> None:
    own, _ = by_password(app, f"/join/{invited(house, player)}", f"asks-what-{club[-12:]}")
    assert NAME in own.get("/account/kept").text
    file = own.client.get(f"/account/kept/file?club={club}")
    with ZipFile(BytesIO(file.data)) as kept:
        account = json.loads(kept.read("account.json"))
    assert (account["login"], account["has_password"]) == (f"asks-what-{club[-12:]}", True)
    assert len(account["signed_in"]) == 1
    assert account["signs_in_at"] == [], "no account at an issuer"
    assert PASSWORD not in str(account)
    assert own.get(f"/account/kept?club={player}").status_code == 404


def test_the_account_page_of_a_player_offers_nothing_of_officials(
    app: Flask, house: Provider, club: str, player: str
) -> None:
    own, _ = by_password(app, f"/join/{invited(house, player)}", f"looks-{club[-12:]}")
    page = own.get("/account").text
    assert "Your clubs" in page
    assert "Officials" not in page
    for path in ("/accounts", f"/clubs/{club}/members", "/tables", "/classes"):
        assert own.get(path).status_code == 403, path


def test_a_password_is_set_later_with_a_login_of_its_own(app: Flask, house: Provider, club: str, player: str) -> None:
    account = joining.NewAccount(UUID(int=UUID(club).int ^ 1), f"{joining.NO_LOGIN}{club}", NAME)
    house.services.joining.use(invited(house, player), account)
    stored = house.services.accounts.find(account.id)
    assert stored is not None
    visitor = Visitor(app)
    path = urlsplit(link(house.services, stored, "")).path
    visitor.get(path)
    visitor.post(path)
    assert "A short name to sign in with" in visitor.get("/account").text
    for wrong in ("", "with space", "mail@example.org"):
        assert visitor.post("/account/password", {"new-login": wrong, "new": PASSWORD}).status_code == 422
    assert visitor.post("/account/password", {"new-login": f"later-{club[-12:]}", "new": PASSWORD}).status_code == 303
    again = Visitor(app)
    assert again.sign_in(f"later-{club[-12:]}").status_code == 303
    assert players_of(again) == {club: player}


def test_somebody_who_was_forgotten_is_invited_no_more(
    app: Flask, house: Provider, people: People, club: str, player: str
) -> None:
    director = signed_in(app, house, f"director-5-{club}", "director", club)
    old = invited(house, player)
    house.services.forgetter().forget(UUID(club), [NAME], UUID(player), by="Director", at=AT)
    assert Visitor(app).get(f"/join/{old}").status_code == 404
    director.get(f"/clubs/{club}/members")
    assert director.post(f"/players/{player}/invitation", {"days": "7"}).status_code == 404
    assert director.post(f"/clubs/{club}/members/invitations", {"days": "7"}).status_code == 422
