"""Names in lists: of matches, deals, teams, games and suits."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from domain.engine.facts import Act
from domain.engine.parameters import override
from domain.engine.rules import rules_of
from domain.games.catalogue import RULESETS, own_game
from domain.games.sidi.acts import StoeckClaimed
from tests.cases import cases, full
from tests.http.people import People, opened, play
from tests.jass.random_jass import deal as jass_deal
from tests.pages.conftest import DESK, PHONE, Open, accessible_in_both_looks, fits
from tests.pages.evening import PLAYERS, Evening, an_evening
from tests.pages.reading import read
from web import charts
from web.languages import COOKIE as LANGUAGE
from web.languages import language_of
from web.wording import names
from web.wording.spoken import table_words


@pytest.fixture(scope="module")
def evening(people: People) -> Evening:
    return an_evening(people, 3)


TITLE = "Anula & Kavitha – Farook & Mahesh"


@pytest.mark.full
def test_a_match_is_named_after_its_players_wherever_it_is_named(app: Flask, evening: Evening) -> None:
    deal = evening.deals[0]["id"]
    with cases() as case:
        for path in (
            f"/matches/{evening.match}",
            f"/clubs/{evening.club}",
            f"/deals/{deal}",
            f"/deals?club={evening.club}",
        ):
            with case(path):
                main = read(app, path).one("main").text()
                assert TITLE in main
                assert not re.search(r"\bNS\b|\bEW\b", main)


def test_a_match_without_names_is_named_after_its_seats(app: Flask) -> None:
    with app.test_request_context(headers={"Accept-Language": "en"}):
        assert names.match_title({"ruleset": "304", "teams": {}}) == "North and South – East and West"
        assert names.match_title({"ruleset": "304", "teams": {"EW": "Owls", "NS": "Larks"}}) == "Larks – Owls"


def test_registered_players_are_named_and_not_numbered(people: People) -> None:
    club = people.club()
    ids = {seat: opened(people.admin.post("/players", {"name": name, "club": club})) for seat, name in PLAYERS.items()}
    opened(people.admin.post("/matches", {"ruleset": "304", "dealer": "S", "club": club, "players": ids}))
    people.deal(club=club, players=ids)
    text = read(people.app, f"/clubs/{club}").one("main").text()
    assert text.count(TITLE) == 2
    assert not set(ids.values()) & set(text.split())


def test_the_score_of_a_match_is_in_the_order_of_its_title(people: People, evening: Evening) -> None:
    balance = people.anybody.get(f"/matches/{evening.match}").json["balance"]
    page = read(people.app, f"/clubs/{evening.club}")
    row = next(each for each in page.all("main li") if TITLE in " ".join(each.texts("a")))
    assert row.text().endswith(f" {balance['NS']} – {balance['EW']}")


def test_a_deal_of_a_match_has_its_number_contract_and_result(app: Flask, evening: Evening) -> None:
    rows = read(app, f"/matches/{evening.match}").one("main table").all("tr")[1:]
    assert len(rows) == len(evening.deals)
    for row, deal in zip(rows, evening.deals, strict=True):
        assert row.one("a").attribute("href") == f"/deals/{deal['id']}"
        if deal["status"] == "played":
            assert f"{deal['players'][deal['maker']]}: " in row.text()


def test_a_deal_of_a_duplicate_is_named_by_its_board(people: People) -> None:
    club = people.club()
    terms = {"format": "duplicate", "rounds": 3, "boards": 2, "scoring": {"counts": "matchpoints"}}
    cup = opened(people.admin.post("/tournaments", {"name": "Cup", "terms": terms, "ruleset": "304", "club": club}))
    for n in range(4):
        pair = {"name": f"Pair {n}", "players": [f"Player {n}", f"Partner {n}"]}
        assert people.admin.post(f"/tournaments/{cup}/entries", pair).status_code in (200, 201)
    assert people.admin.post(f"/tournaments/{cup}/rounds", {}).status_code in (200, 201)
    there = people.admin.get(f"/tournaments/{cup}/rounds/1").json["encounters"][1]
    match = people.admin.post(f"/encounters/{there['id']}/match", {}).json["id"]
    opened(people.admin.post("/deals", {"match": match}))
    assert f"Board {there['boards'][0]}" in read(people.app, "/", people.admin).texts(".deals li")[0]


OWN = override(RULESETS["sidi-barrani"], "our-jass", "Our Jass", {"match.target": 1500})


def whole_jass(seed: int) -> tuple[str, list[Act]]:
    """A dealer, and acts until the deal is over, but for Stöck, which is claimed by itself."""
    dealer, acts = jass_deal(rules_of(RULESETS["sidi-barrani"]), seed)
    return dealer, [act for act in acts if not isinstance(act, StoeckClaimed)]


def row_of_own_jass() -> dict[str, Any]:
    return {
        "ruleset": OWN.key, "own_game": own_game(OWN), "number": 3, "event": "",
        "contract": {"seat": "E", "bid": 90, "suit": "S"},
    }  # fmt: skip


def test_a_clubs_own_game_has_its_name_and_the_suits_of_its_pack(app: Flask) -> None:
    data = row_of_own_jass()
    with app.test_request_context(headers={"Accept-Language": "en"}):
        assert names.game(data) == "Our Jass"
        assert names.contract(data) == "East: 90, shields"
        assert names.suit_sheet(data) == "img/suits-swiss.svg"
        assert names.suit_sheet({"ruleset": "304"}) == "img/suits.svg"


def test_a_deal_of_a_clubs_own_jass_is_listed_with_swiss_suits(people: People) -> None:
    club = people.club()
    changes = {"match.target": 1500}
    named = {"key": "our-jass", "name": "Our Jass", "base": "sidi-barrani", "changes": changes}
    assert people.admin.post(f"/clubs/{club}/rulesets", named).status_code == 201
    dealer, acts = whole_jass(3)
    deal = opened(people.admin.post("/deals", {"ruleset": "our-jass", "dealer": dealer, "club": club}))
    play(people.admin, deal, acts)
    page = read(people.app, f"/deals?club={club}")
    row = page.one('[aria-label="Search results"] li')
    assert "Our Jass" in row.text()
    drawn = [each.attribute("href") or "" for each in row.all("use")]
    assert drawn
    assert not [each for each in drawn if "suits.svg" in each]
    games = page.texts("select[name=ruleset] option")
    assert games
    assert not [game for game in games if game in ("our-jass", "304-penalty")], "only games of the catalogue"


def test_a_chart_has_room_for_its_scale_and_begins_before_the_first_deal() -> None:
    chart = charts.steps("Points", {"Larks": [0, 270, 2111], "Owls": [0, 100, 508]}, "0", "2")
    left = float(re.search(r'class="axis" x1="(\d+)"', chart)[1])  # type: ignore[index]
    assert left - 6 >= charts.DIGIT * len("2111"), "four digits are not clipped"
    assert chart.count('class="run ') == 2, "a line for each team"
    assert re.findall(r'class="label \w+" [^>]*>(\d+)<', chart) == ["0", "2"]
    middle = float(re.search(r"H([\d.]+)V", chart)[1])  # type: ignore[index]
    assert middle == pytest.approx((left + charts.WIDTH - charts.RIGHT) / 2), "deal 1 of 2 stands in the middle"


@pytest.mark.full
def test_a_match_for_points_shows_points_and_both_teams(people: People, open_page: Open) -> None:
    club = people.club()
    match = opened(
        people.admin.post("/matches", {"ruleset": "sidi-barrani", "dealer": "S", "club": club, "players": PLAYERS})
    )
    deal = opened(people.admin.post("/deals", {"match": match}))
    acts = next(acts for dealer, acts in map(whole_jass, range(40)) if dealer == "S")
    play(people.admin, deal, acts)
    page = open_page(f"/matches/{match}", viewport=PHONE)
    figure = page.get_by_role("figure")
    expect(figure).to_contain_text("Points after each deal")
    for team in ("Anula & Kavitha", "Farook & Mahesh"):
        expect(figure).to_contain_text(team)
    assert "Tokens" not in page.get_by_role("main").inner_text()
    accessible_in_both_looks(page, everyday=False)
    fits(page)
    page.set_viewport_size(DESK)  # type: ignore[arg-type]
    accessible_in_both_looks(page, everyday=False)


@pytest.mark.full
@pytest.mark.parametrize(("language", "points"), [("ta", "புள்ளிகள்"), full("si", "ලකුණු"), full("gsw", "Pünkt")])
def test_the_rim_of_a_phone_has_the_points_in_every_language(
    open_page: Open, evening: Evening, site: str, language: str, points: str
) -> None:
    deal = next(deal for deal in evening.deals if deal["status"] == "played")
    page = open_page("/docs/rapidoc.js", viewport=PHONE)
    page.context.add_cookies([{"name": LANGUAGE, "value": language, "url": site}])
    page.goto(f"/deals/{deal['id']}#200")
    counts = page.locator(".rim .counts").first.get_by_text(points)
    expect(counts).to_be_visible()
    assert inside(page, ".rim", counts.bounding_box() or {}), "and is not cut off"


def inside(page: Page, selector: str, part: dict[str, float]) -> bool:
    whole = page.locator(selector).bounding_box() or {}
    return (
        whole["x"] <= part["x"]
        and part["x"] + part["width"] <= whole["x"] + whole["width"]
        and part["y"] + part["height"] <= whole["y"] + whole["height"] + 2
    )


def test_one_unknown_card_is_not_several(app: Flask) -> None:
    with app.test_request_context(headers={"Accept-Language": "en"}):
        assert table_words()["facts"]["unknown_cards"].format(n=1) == "1 unknown"


@pytest.mark.parametrize("language", ["ta", "si", "gsw"])
def test_the_column_of_deals_on_a_score_sheet_is_no_command_to_deal(language: str) -> None:
    words = language_of(language)
    column, command = words.gettext("Deal no."), words.gettext("Deal")
    assert column not in ("Deal no.", command)
    assert not column.startswith(command)
