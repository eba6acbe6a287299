"""Signing in at an issuer of OpenID Connect: an account is found by the subject alone, and nobody is fooled."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any
from urllib.parse import urlencode

import psycopg
import pytest
from flask import Flask
from joserfc.jwk import ECKey
from psycopg.sql import SQL, Identifier

from api.people.issuer import AT_ONCE, _session
from api.services import Provider
from api.site import EXTENSION, Site
from store.settings import Settings
from tests.cases import cases
from tests.http.people import People
from tests.signing.issuer import CLIENT, SECRET, Issuer, running_issuer
from tests.signing.test_joining import invited, players_of, registered
from tests.signing.visitors import Visitor, official

HOME = "https://cards.example"


@pytest.fixture(scope="module")
def issuer(app: Flask) -> Iterator[Issuer]:
    with running_issuer() as running:
        app.extensions[EXTENSION] = Site(
            url=HOME, issuer=running.url, issuer_client=CLIENT, issuer_secret=SECRET, issuer_name="The Federation"
        )
        yield running


@pytest.fixture(autouse=True)
def honest(issuer: Issuer) -> None:
    issuer.claims, issuer.signed_by = {}, None


def begun(visitor: Visitor, following: str = "/account") -> str:
    answer = visitor.get(f"/sign-in/issuer?{urlencode({'next': following})}")
    assert answer.status_code == 303
    return str(answer.location)


def back(visitor: Visitor, brought: dict[str, str]) -> Any:
    answer = visitor.get(f"/sign-in/issuer/return?{urlencode(brought)}")
    visitor.get("/account")
    return answer


def signed_in_as(app: Flask, issuer: Issuer, subject: str, following: str = "/account") -> tuple[Visitor, Any]:
    visitor, issuer.subject = Visitor(app, HOME), subject
    return visitor, back(visitor, issuer.approve(begun(visitor, following)))


def test_who_is_new_gets_a_players_account_with_no_club_and_the_same_one_the_next_time(
    app: Flask, house: Provider, issuer: Issuer, people: People
) -> None:
    assert "Continue with The Federation" in Visitor(app, HOME).get("/sign-in").text
    visitor, answer = signed_in_as(app, issuer, "new-one")
    assert answer.location == "/account"
    payload = visitor.get("/api/v1/tokens/me").json
    assert payload is not None
    assert (payload["role"], payload["players"], payload["subject"]) == ("player", {}, "Siva at the federation")
    club = people.club("members-only")
    player = registered(people, club)
    path = f"/join/{invited(house, player)}"
    visitor.get(path)
    assert visitor.post(path).status_code == 303
    again, _ = signed_in_as(app, issuer, "new-one")
    assert players_of(again) == {club: player}
    other, _ = signed_in_as(app, issuer, "another-one")
    assert players_of(other) == {}


def test_no_account_is_found_by_its_mail_address(app: Flask, house: Provider, issuer: Issuer) -> None:
    """An issuer may not have checked it; whoever has it there is not whoever has it here."""
    official(house, "victim@example.org", "admin")
    visitor, _ = signed_in_as(app, issuer, "attacker")
    assert visitor.get("/api/v1/tokens/me").json["role"] == "player"  # type: ignore[index]


def test_the_page_after_it_is_one_of_this_site(app: Flask, issuer: Issuer) -> None:
    assert signed_in_as(app, issuer, "one", "//evil.example/x")[1].location == "/me"


def test_state_and_nonce_count_once_and_in_the_browser_that_began(
    app: Flask, issuer: Issuer, settings: Settings
) -> None:
    with cases() as case:

        def refused(name: str, visitor: Visitor, brought: dict[str, str]) -> None:
            with case(name):
                assert back(visitor, brought).status_code == 403
                assert visitor.get("/api/v1/tokens/me").json["role"] == "viewer"  # type: ignore[index]

        own = Visitor(app, HOME)
        brought = issuer.approve(begun(own))
        refused("in another browser", Visitor(app, HOME), brought)
        stranger = Visitor(app, HOME)
        begun(stranger)
        refused("in another browser that began something else", stranger, brought)
        refused("without a state", own, {"code": brought["code"]})
        refused("with an empty state", own, {**brought, "state": ""})
        refused("with a made-up state", own, {**brought, "state": "x" * 43})
        assert back(own, brought).status_code == 303
        thief = Visitor(app, HOME)
        refused("used already", thief, brought)
        late = Visitor(app, HOME)
        brought = issuer.approve(begun(late))
        with psycopg.connect(settings.owner_dsn or "") as owner:
            owner.execute(SQL("UPDATE {} SET expires_at = now()").format(Identifier(settings.schema, "issuer_visits")))
        refused("too late", late, brought)
        again = Visitor(app, HOME)
        brought = issuer.approve(begun(again))
        refused("with a code of nobody", again, {**brought, "code": "nobodys"})
        swapped, victim = Visitor(app, HOME), Visitor(app, HOME)
        of_thief, of_victim = issuer.approve(begun(swapped)), issuer.approve(begun(victim))
        refused("with the code of another sign-in: PKCE", victim, {**of_victim, "code": of_thief["code"]})


FAR = 4_000_000_000
"""A moment in the year 2096. Every process of a run must collect the same tests."""


@pytest.mark.parametrize(
    "claims",
    [
        {"nonce": "another"}, {"nonce": None}, {"iss": "https://evil.example"}, {"iss": None}, {"aud": "somebody-else"},
        {"aud": None}, {"sub": None}, {"sub": ""}, {"sub": "x" * 256}, {"exp": 1}, {"exp": None},
        {"aud": [CLIENT, "other"], "azp": "other"}, {"nbf": FAR},
    ],
    ids=str,
)  # fmt: skip
def test_a_token_that_says_something_else_is_refused(app: Flask, issuer: Issuer, claims: dict[str, Any]) -> None:
    visitor = Visitor(app, HOME)
    brought = issuer.approve(begun(visitor))
    issuer.claims, issuer.subject = claims, "liar"
    assert back(visitor, brought).status_code == 403
    assert visitor.get("/api/v1/tokens/me").json["role"] == "viewer"  # type: ignore[index]


def test_a_token_of_another_signer_is_refused(app: Flask, issuer: Issuer) -> None:
    visitor = Visitor(app, HOME)
    brought = issuer.approve(begun(visitor))
    issuer.signed_by = ECKey.generate_key("P-256", parameters={"kid": "1"})
    assert back(visitor, brought).status_code == 403


def test_two_returns_of_one_new_person_make_one_account(app: Flask, house: Provider, issuer: Issuer) -> None:
    added = house.services.issuers.add_account(issuer.url, "twice", "Twice")
    assert house.services.issuers.add_account(issuer.url, "twice", "Twice") == added
    assert house.services.issuers.of_account(added) == [{"issuer": issuer.url, "subject": "twice"}]


def test_without_an_issuer_nobody_signs_in_so(app: Flask, issuer: Issuer) -> None:
    before, app.extensions[EXTENSION] = app.extensions[EXTENSION], Site(url=HOME)
    assert Visitor(app, HOME).get("/sign-in/issuer").status_code == 404
    assert "Continue with" not in Visitor(app, HOME).get("/sign-in").text
    app.extensions[EXTENSION] = before


def test_an_issuer_that_is_slow_holds_up_nobody_else(
    app: Flask, issuer: Issuer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each request waits for it in one of the few turns of a process."""
    monkeypatch.setattr("api.people.issuer._known", {})
    with ExitStack() as waiting, app.app_context():
        for _ in range(AT_ONCE):
            waiting.enter_context(_session())
        answer = Visitor(app, HOME).get("/sign-in/issuer")
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
        assert Visitor(app, HOME).get("/sign-in").status_code == 200
    assert Visitor(app, HOME).get("/sign-in/issuer").status_code == 303


def test_what_an_issuer_says_of_itself_is_remembered_for_a_while(
    app: Flask, issuer: Issuer, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(Visitor(app, HOME))
    with monkeypatch.context() as patch:
        patch.setattr(issuer, "metadata", lambda: {"issuer": "https://another.example"})
        begun(Visitor(app, HOME))
        patch.setattr("api.people.issuer._known", {})
        assert Visitor(app, HOME).get("/sign-in/issuer").status_code == 502


def test_an_issuer_that_is_down_or_calls_itself_something_else_is_said(app: Flask, issuer: Issuer) -> None:
    before = app.extensions[EXTENSION]
    for url in ("http://127.0.0.1:9", f"{issuer.url}/"):
        app.extensions[EXTENSION] = Site(url=HOME, issuer=url, issuer_client=CLIENT)
        assert Visitor(app, HOME).get("/sign-in/issuer").status_code == 502
    app.extensions[EXTENSION] = before


def test_settings_that_cannot_be_right_are_refused() -> None:
    for more in (
        {"issuer_client": "x"}, {"url": HOME}, {"url": HOME, "issuer_client": "x", "issuer": "http://login.example"},
        {"url": HOME, "issuer_client": "x", "issuer": "https://login.example/?a=b"},
    ):  # fmt: skip
        with pytest.raises(ValueError, match="NOUGHT_OIDC_ISSUER"):
            Site(**({"issuer": "https://login.example"} | more))  # type: ignore[arg-type]
    named = Site.from_environment(
        {"NOUGHT_URL": HOME, "NOUGHT_OIDC_ISSUER": "https://login.example", "NOUGHT_OIDC_CLIENT": "x"}
    )
    assert (named.issuer, named.issuer_client) == ("https://login.example", "x")
