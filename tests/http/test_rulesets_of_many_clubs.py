"""On a server with many clubs a form offers the rulesets of the club that its reader chooses (docs/tour.md)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from store.settings import Settings
from tests.http.applications import closing_app
from tests.http.people import People
from tests.pages.reading import read
from tests.signing.compiled import create_site
from web.rules.own_rulesets import FEW_CLUBS


@pytest.fixture(scope="module")
def app(settings: Settings) -> Iterator[Flask]:
    with closing_app(create_site(settings)) as app:
        yield app


def test_a_reader_without_a_club_chooses_the_club_whose_rulesets_are_offered(people: People) -> None:
    club, *_ = (people.club() for _ in range(FEW_CLUBS))
    fives = {"key": "lagoon-fives", "name": "Lagoon fives", "base": "304", "changes": {"bids.step_from_200": 5}}
    assert people.admin.post(f"/clubs/{club}/rulesets", fives).status_code == 201
    forms = {"/practice": people.anybody, "/tournaments/new": people.admin, "/tournaments/four": people.admin}
    games = "form:not([method=get]) select option"
    for path, reader in forms.items():
        page = read(people.app, path, reader)
        assert "Lagoon fives" in page.texts(games), path
        assert not page.all("#rulesets-of"), "the rulesets of all of a few clubs are offered"
    people.club()
    for path, reader in forms.items():
        assert "Lagoon fives" not in read(people.app, path, reader).texts(games), path
        choice = read(people.app, f"{path}?seat=S", reader).one("form[method=get]:has(#rulesets-of)")
        assert len(choice.all("option")) == FEW_CLUBS + 1
        assert [each.wrapper.etree_element.get("name") for each in choice.all("input")] == ["seat"]
        chosen = read(people.app, f"{path}?club={club}", reader)
        assert "Lagoon fives" in chosen.texts(games), path
        assert chosen.one("#rulesets-of option[selected]").wrapper.etree_element.get("value") == club
    assert read(people.app, "/record", people.admin).all("#rulesets-of")
    assert not read(people.app, "/record", people.anybody).all("#rulesets-of"), "nobody can record without signing in"
