"""Links that leave the site lead where its operator says, never to a host that a request brought."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from flask import Flask

from api.cli.parts.addresses import own_address, public_url
from api.site import Site
from store.settings import Settings
from tests.cases import full
from tests.http.applications import closing_app, provider_of
from tests.http.people import People
from tests.http.tournament_requests import done, draw, tournament
from tests.signing.compiled import create_site
from tests.signing.visitors import Visitor, official
from tests.waiting import until

EVIL = "http://evil.example"


def pages(app: Flask, people: People, login: str, base: str) -> list[str]:
    """Every page that shows an address to be opened elsewhere, asked for by a host that the sender made up."""
    visitor = Visitor(app, base)
    visitor.sign_in(login)
    club = people.club()
    table = people.table(club)
    cup = tournament(people.admin, 4, club=club)
    done(people.admin, f"/tournaments/{cup}/tables", {"tables": {"1": table}})
    draw(people.admin, cup)
    visitor.get("/accounts")
    account = visitor.post("/accounts", {"login": f"new-{club}", "name": "New", "role": "admin"})
    cards = visitor.post(f"/tables/{table}/cards", {"for": ["recorder"], "hours": "4"})
    assert (account.status_code, cards.status_code) == (201, 201)
    papers = [visitor.get(f"/tournaments/{cup}/papers/signs"), visitor.get(f"/tournaments/{cup}/papers/sheets/1")]
    assert {each.status_code for each in papers} == {200}
    return [each.text for each in (account, cards, *papers)]


@pytest.mark.parametrize("around", [full(Site()), Site(served_at="http://192.168.7.7:8304")])
def test_no_page_names_a_host_that_a_request_brought(settings: Settings, around: Site) -> None:
    app = create_site(settings, outside=around)
    house = provider_of(app)
    login = f"reader-{bool(around.served_at)}"
    official(house, login, "admin")
    texts = pages(app, People(app, house), login, EVIL)
    assert not any("evil.example" in page for page in texts)
    addresses = [
        re.search(r'(?:value="|class="address">)(\S*/(?:sign-in|join)/[\w-]+)', page.replace("<wbr>", ""))
        for page in texts[:2]
    ]
    for address in addresses:
        assert address is not None
        assert address[1].startswith(around.served_at + "/")
    house.close()


@pytest.fixture
def served(settings: Settings) -> Iterator[Flask]:
    with closing_app(create_site(settings, outside=Site(served_at="http://192.168.7.7:8304"))) as app:
        yield app


@pytest.mark.parametrize("header", ["Host", full("X-Forwarded-Host")])
def test_the_link_on_the_console_does_not_lead_there_either(
    served: Flask, caplog: pytest.LogCaptureFixture, header: str
) -> None:
    login = f"victim-{header.lower()}"
    official(provider_of(served), login, "admin")
    served.test_client().post("/sign-in/link", data={"login": login}, headers={header: "evil.example"})
    until(lambda: f"{login} asks" in caplog.text)
    assert "evil.example" not in caplog.text
    assert "http://192.168.7.7:8304/sign-in/" in caplog.text


def test_a_server_that_listens_everywhere_names_its_own_address() -> None:
    assert public_url("192.168.1.5", 80) == "http://192.168.1.5:80"
    assert public_url("::1", 80) == "http://[::1]:80"
    assert public_url("0.0.0.0", 80) == f"http://{own_address()}:80"  # noqa: S104
    assert re.fullmatch(r"\d+(\.\d+){3}", own_address())
