"""A club makes a ruleset of its own on a page, and it is offered wherever a game is chosen."""

from __future__ import annotations

import json
import re
from uuid import UUID

import pytest
from playwright.sync_api import expect

from api.services import Provider
from tests.cases import cases
from tests.http.people import People
from tests.pages.conftest import PHONE, Open, accessible, accessible_in_both_looks, fits, signed_in
from tests.pages.reading import read
from tests.pages.test_disputes import shot
from tests.signing.visitors import official


@pytest.mark.full
def test_a_club_makes_a_ruleset_and_is_offered_it_everywhere(open_page: Open, house: Provider, people: People) -> None:
    """docs/tour.md, "Name your own rules": base, changes, the rulebook, name."""
    club = people.club()
    director = official(house, "wijesinghe", "director", UUID(club))
    page = signed_in(open_page("/health", viewport=PHONE), director.login)
    page.goto(f"/clubs/{club}/rules")
    page.get_by_role("link", name="New ruleset").click()
    page.get_by_label("Name of your ruleset").fill("Lagoon fives")
    page.locator("summary", has_text=re.compile("^Bids$")).click()
    page.get_by_label("Step from 200").fill("7")
    page.get_by_role("button", name="Show the rules that follow").click()
    expect(page.get_by_role("alert")).to_contain_text("which nobody can bid")
    expect(page.get_by_label("Name of your ruleset")).to_have_value("Lagoon fives")
    page.get_by_label("Step from 200").fill("5")
    page.get_by_role("button", name="Show the rules that follow").click()
    follows = page.locator("#follows")
    expect(follows.locator("ins").first).to_contain_text("5")
    expect(page.locator(".differs")).to_contain_text("Step from 200")
    shot(page, "own-ruleset")
    accessible_in_both_looks(page, everyday=False)
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(PHONE)
    fits(page)
    page.get_by_role("button", name="Save ruleset").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Lagoon fives")
    assert people.anybody.get(f"/clubs/{club}/rulesets/lagoon-fives").json["changes"] == {"bids.step_from_200": 5}
    page.goto("/record")
    expect(page.get_by_label("Game").locator("option", has_text="Lagoon fives")).to_have_count(1)
    for path in (f"/practice?ruleset=lagoon-fives&club={club}", "/tournaments/new"):
        assert "Lagoon fives" in read(people.app, path, people.admin).texts("select[name=ruleset] option"), path
    known = read(people.app, "/practice", people.admin).one("#known").wrapper.etree_element.text
    assert f"{club}/lagoon-fives" in json.loads(known or "{}")["games"], "what its seats are, for the script"


@pytest.mark.full
def test_a_ruleset_of_a_club_is_chosen_everywhere_and_changed(open_page: Open, house: Provider, people: People) -> None:
    """docs/tour.md, "Name your own rules": the ruleset is chosen for a deal, practice and a tournament."""
    club = people.club()
    fives = {"key": "lagoon-fives", "name": "Lagoon fives", "base": "304", "changes": {"bids.step_from_200": 5}}
    assert people.admin.post(f"/clubs/{club}/rulesets", fives).status_code == 201
    director = official(house, "perera", "director", UUID(club))
    page = signed_in(open_page("/health", viewport=PHONE), director.login)
    page.goto("/record")
    page.get_by_label("Game").select_option(label="Lagoon fives")
    page.locator("#seats input").first.fill("Ash")
    page.get_by_role("button", name="Begin deal").click()
    expect(page.locator("#title")).to_contain_text("Lagoon fives")
    page.goto("/record")
    expect(page.locator("#resume")).to_contain_text("Lagoon fives, deal 1: Ash")

    page.goto("/practice")
    page.get_by_label("Game").select_option(label="Lagoon fives")
    page.get_by_role("button", name="Deal the cards").click()
    page.wait_for_url(re.compile("/practice/.+"))
    page.goto(f"/clubs/{club}/rules")
    page.get_by_role("link", name="Practice", exact=True).last.click()
    expect(page.get_by_label("Game").locator("option:checked")).to_have_text("Lagoon fives")

    page.goto("/tournaments/new")
    page.get_by_label("Game").select_option(label="Lagoon fives")
    page.get_by_label("Name", exact=True).fill("The fives")
    page.get_by_role("button", name="Create tournament").click()
    page.wait_for_url(re.compile("/desk/entries"))
    tournament = page.url.split("/tournaments/")[1].split("/")[0]
    assert people.admin.get(f"/tournaments/{tournament}").json["ruleset"] == "lagoon-fives"

    page.goto(f"/clubs/{club}/rules")
    page.get_by_role("link", name="Change rules").click()
    expect(page.get_by_label("Step from 200")).to_have_value("5")
    page.locator("summary", has_text=re.compile("^Redeal$")).click()
    page.get_by_label("A hand below these points may be rejected").fill("20")
    page.get_by_role("button", name="Show the rules that follow").click()
    page.get_by_role("button", name="Save new version").click()
    expect(page.get_by_text("Version 2")).to_be_visible()
    saved = people.anybody.get(f"/clubs/{club}/rulesets/lagoon-fives").json
    assert (saved["version"], saved["changes"]) == (2, {"bids.step_from_200": 5, "redeal.threshold": 20})


def test_a_ruleset_of_a_club_is_practised_over_http(people: People) -> None:
    club = people.club()
    fives = {"key": "lagoon-fives", "name": "Fives", "base": "304", "changes": {"bids.step_from_200": 5}}
    assert people.admin.post(f"/clubs/{club}/rulesets", fives).status_code == 201
    wish = {"ruleset": "lagoon-fives", "seat": "S", "strength": "beginner"}
    assert people.anybody.post("/practices", wish).status_code == 422, "no club, so nobody knows the key"
    begun = people.anybody.post("/practices", {**wish, "club": club})
    assert begun.status_code == 201, begun.json
    assert people.anybody.post("/practices", {**wish, "club": str(UUID(int=7))}).status_code == 404


@pytest.mark.full
def test_the_form_and_its_refusals_are_in_the_reader_s_language(open_page: Open, people: People) -> None:
    club = people.club()
    with cases() as case:
        for language, label in (("ta", "200 முதல் ஏற்றம்"), ("si", "200 සිට පියවර"), ("gsw", "Schritt ab 200")):
            headers = {"Authorization": f"Bearer {people.admin.secret}", "Accept-Language": language}
            page = open_page(f"/clubs/{club}/new-ruleset", viewport=PHONE, extra_http_headers=headers)
            page.locator("details", has=page.locator("[name='p.bids.step_from_200']")).locator("summary").click()
            page.locator("#name").fill("Lagoon fives")
            page.get_by_label(label).fill("7")
            page.locator(".own-ruleset button.main").click()
            shot(page, f"own-ruleset-{language}")
            with case(language):
                text = page.get_by_role("alert").inner_text()
                assert "250" in text
                assert "auction8.minimum" not in text
                assert "lagoon" not in text
                assert page.locator("form.own-ruleset [lang='en'], form.own-ruleset label[lang]").count() == 0
                fits(page)
                accessible(page, everyday=False)
