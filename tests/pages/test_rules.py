"""The pages of rulebooks, of the differences of two games, and of a deal by other rules."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Locator, Page, expect

from domain.games.catalogue import RULESETS
from tests.cases import cases, full
from tests.http.people import People, whole_deal
from tests.http.people import sentences as notation
from tests.pages.conftest import DESK, PHONE, Open, accessible_in_both_looks, fits
from tests.pages.deals import take_in
from tests.pages.reading import read
from web.rules.rulebooks import ABOUT, FAMILIES

HOUSE: dict[str, Any] = {
    "key": "lagoon-fives",
    "name": "Fives at the lagoon",
    "base": "304",
    "changes": {"bids.step_from_200": 5, "redeal.threshold": 20},
    "note": "agreed in March",
}


def everybody_can_use(page: Page) -> None:
    """On a phone and on a desk, in both looks."""
    for size in (DESK, PHONE):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        accessible_in_both_looks(page, everyday=False)
        fits(page)


def text_of(people: People, path: str, language: str = "en") -> str:
    """Return the source of a page for a reader without a token."""
    answer = people.app.test_client().get(path, headers={"Accept-Language": language})
    assert answer.status_code == 200, path
    return unescape(answer.text)


def side(change: Locator, number: int) -> list[dict[str, str]]:
    """Return the sentences of one side of a change, as the API has them."""
    rules = change.locator(".side").nth(number).locator("li").all()
    return [{"text": each.locator("p").inner_text(), "source": each.locator("small").inner_text()} for each in rules]


def test_every_game_is_in_one_family_with_a_sentence() -> None:
    listed = [key for _, keys in FAMILIES for key in keys]
    assert sorted(listed) == sorted(RULESETS)
    assert ABOUT.keys() == RULESETS.keys()


def test_a_reader_finds_a_game_and_reads_its_rulebook(open_page: Open) -> None:
    page = open_page("/hands")
    page.get_by_role("link", name="Rules of every game").click()
    assert page.locator(".games > li").count() == len(RULESETS)
    everybody_can_use(page)
    page.get_by_role("link", name="Sidi Barrani", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rules of Sidi Barrani")
    contents = page.get_by_role("navigation", name="Chapters")
    contents.get_by_role("link", name="Stöck").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Stöck")).to_be_in_viewport()
    everybody_can_use(page)


def test_the_cards_are_shown_from_high_to_low_with_their_points(app: Flask) -> None:
    """000 "Players and Cards"; 003 "Players and Cards"."""
    row = read(app, "/rules/304").one(".ranked")
    assert row.texts(".unseen")[:3] == ["jack of spades", "nine of spades", "ace of spades"]
    assert row.texts("li > b") == ["30", "20", "11", "10", "3", "2", "0", "0"]
    page = read(app, "/rules/sidi-barrani")
    points = [row.texts("li > b") for row in page.all(".ranked")]
    assert page.texts(".values h3") == ["Trumps", "The other suits", "Obenabe", "Undenufe"]
    assert points[0][:2] == ["20", "14"]
    assert [sum(map(int, row)) for row in points] == [62, 30, 38, 38]


def test_the_token_table_is_a_table(app: Flask) -> None:
    """000 "Scoring"."""
    table = read(app, "/rules/304").one(".pay tbody")
    assert [row.texts("td") for row in table.all("tr")] == [["1", "2"], ["2", "3"], ["3", "4"], ["4", "5"]]
    assert "A bid of less than 200" in table.text()


def test_a_rulebook_has_every_sentence_of_the_api_with_its_source(people: People) -> None:
    with cases() as case:
        for key, ruleset in RULESETS.items():
            page = text_of(people, f"/rules/{key}")
            rows = {row.sentence: row.bid for row in ruleset.game.pay_rows(ruleset)}
            for chapter in people.anybody.get(f"/rulesets/{key}/rulebook").json["chapters"]:
                for rule in chapter["rules"]:
                    with case(key, rule["text"]):
                        shown = rows.get(rule["text"])
                        line = f"<p>{rule['text']}</p> <small>{rule['source']}</small>"
                        assert (f"{shown} <small>{rule['source']}</small>" if shown else line) in page


@pytest.mark.full
def test_two_games_are_compared_as_the_api_compares_them(open_page: Open, people: People) -> None:
    page = open_page("/rules")
    page.get_by_label("First game").select_option("304-cats")
    page.get_by_label("Second game").select_option("904")
    page.get_by_label("Second game").press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/rules/304-cats/differences/904")
    differences = [
        {"chapter": section.locator("h2").inner_text(), "one": side(change, 0), "other": side(change, 1)}
        for section in page.locator(".differences section").all()
        for change in section.locator(".change").all()
    ]
    compared = people.anybody.get("/rulesets/304-cats/differences/904").json
    assert differences == compared["sentences"]
    everybody_can_use(page)
    page.get_by_text("Parameters of the rulesets that differ").click()
    assert page.locator(".parameters tbody th").all_inner_texts() == list(compared["parameters"])
    accessible_in_both_looks(page, everyday=False)


def test_games_of_two_kinds_and_equal_games_are_compared_too(people: People) -> None:
    assert "These are different kinds of games." in text_of(people, "/rules/304/differences/sidi-barrani")
    assert "Both have the same rules." in text_of(people, "/rules/304/differences/304")


def test_what_is_not_there_is_said_so(people: People) -> None:
    client, club = people.app.test_client(), people.club()
    with cases() as case:
        for path in (
            "/rules/305",
            "/rules/304/differences/305",
            "/rules?one=304&other=305",
            f"/clubs/{club}/rules/304",
            f"/clubs/{club}/rules/305",
            f"/clubs/{club}/rules/304/differences/904",
        ):
            with case(path):
                assert client.get(path, follow_redirects=True).status_code == 404


@pytest.mark.full
def test_a_clubs_own_ruleset_has_its_rulebook_and_its_differences(open_page: Open, people: People) -> None:
    club = people.club()
    page = open_page(f"/clubs/{club}")
    page.get_by_role("link", name="Rulesets of the club").click()
    expect(page.get_by_text("This club has no rulesets of its own.")).to_be_visible()
    for changes in (HOUSE["changes"], {"bids.step_from_200": 5}):
        assert people.admin.post(f"/clubs/{club}/rulesets", {**HOUSE, "changes": changes}).status_code == 201
    page.reload()
    everybody_can_use(page)
    page.get_by_label("Second game").select_option("304-jaffna")
    page.get_by_role("button", name="Compare").click()
    compared = people.anybody.get(f"/clubs/{club}/rulesets/lagoon-fives/differences/304-jaffna").json
    assert page.locator(".parameters tbody th").all_text_contents() == list(compared["parameters"])
    assert page.locator(".change").count() == len(compared["sentences"]) > 0
    page.get_by_role("link", name=HOUSE["name"]).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Rules of {HOUSE['name']}")
    page.get_by_role("link", name="Version 1").click()
    expect(page.get_by_text("may reject a first batch worth less than 20 points")).to_be_visible()
    everybody_can_use(page)
    assert people.admin.post(f"/clubs/{club}/rulesets/lagoon-fives/withdraw", {"why": "Enough"}).status_code == 200
    page.reload()
    expect(page.get_by_text("no longer in use")).to_be_visible()
    versions = {"3": 404, "0": 422, "x": 200}
    answers = {each: page.request.get(f"/clubs/{club}/rules/lagoon-fives?version={each}").status for each in versions}
    assert answers == versions


@pytest.mark.full
@pytest.mark.parametrize("language", ["ta", full("si"), full("gsw")])
def test_other_languages_say_that_the_rules_are_in_english(open_page: Open, language: str) -> None:
    page = open_page("/rules/304", locale=language)
    assert page.locator("html").get_attribute("lang") == language
    expect(page.locator(".message.note")).not_to_contain_text("English")
    chapters = page.locator(".chapters > section[id]")
    assert {each.get_attribute("lang") for each in chapters.all()} == {"en"}
    fits(page)


@pytest.mark.full
def test_a_rulebook_is_printed_black_on_white_without_its_list_of_chapters(open_page: Open) -> None:
    page = open_page("/rules/304", color_scheme="dark")
    page.emulate_media(media="print")
    expect(page.get_by_role("navigation", name="Chapters")).to_be_hidden()
    colour = "each => getComputedStyle(each).color"
    assert page.locator("body").evaluate(colour) == "rgb(0, 0, 0)"
    red, green, blue = (
        int(part) for part in page.locator(".sentences small").first.evaluate(colour).strip("rgb()").split(",")
    )
    assert max(red, green, blue) < 128, "a source is dark on white paper"


@pytest.mark.full
def test_a_deal_is_judged_by_other_rules(open_page: Open, people: People) -> None:
    """Hand 1: East bids twice in the first auction, which 004 "Four card bid" does not allow."""
    deal = take_in(people, 1)
    page = open_page(f"/deals/{deal}?seat=all")
    page.get_by_role("link", name="By other rules").click()
    everybody_can_use(page)
    page.get_by_label("Game").select_option("304-jaffna")
    page.get_by_label("Game").press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/what-if?ruleset=304-jaffna")
    judged = people.anybody.get(f"/deals/{deal}/what-if?ruleset=304-jaffna").json
    broken = page.locator(".breaches").nth(0).locator("li")
    assert broken.count() == len(judged["newly_broken"]) == 1
    (breach,) = judged["newly_broken"]
    expect(broken).to_contain_text(breach["message"])
    expect(broken).to_contain_text(breach["clause"])
    assert page.locator(".breaches").nth(1).locator("li").count() == len(judged["no_longer_broken"])
    pays = [row.locator("td").all_inner_texts() for row in page.locator(".pays tbody tr").all()]
    assert ["+2", "+2"] in pays
    assert ["-2", "-2"] in pays
    everybody_can_use(page)
    broken.get_by_role("link", name=breach["clause"]).click()
    expect(page.locator(":target h2")).to_be_in_viewport()
    assert page.locator(":target h2").inner_text().endswith("Bidding")
    page.go_back()
    broken.get_by_role("link", name=f"Step {breach['ply']}").click()
    page.wait_for_url(f"**/deals/{deal}?seat=all#{breach['ply']}")


@pytest.mark.full
def test_what_a_deal_pays_is_what_the_api_says(people: People) -> None:
    with cases() as case:
        for number in (1, 4, 17, 19, 21, 28, 32, 37):
            deal = take_in(people, number)
            page = text_of(people, f"/deals/{deal}/what-if")
            for key in RULESETS:
                answer = people.anybody.get(f"/deals/{deal}/what-if?ruleset={key}")
                shown = people.app.test_client().get(f"/deals/{deal}/what-if?ruleset={key}")
                with case(number, key):
                    assert shown.status_code == answer.status_code
                    if answer.status_code != 200 or answer.json["ruleset"] == key:
                        continue
                    assert f"ruleset={key}" in page
                    plies = [each["ply"] for each in answer.json["newly_broken"] + answer.json["no_longer_broken"]]
                    assert all(f"seat=all#{ply}" in shown.text for ply in plies)
                    gains = answer.json["settles"].get("score") or answer.json["settles"]["tokens"]
                    signed = "+d" if "score" not in answer.json["settles"] else "d"
                    if any(gains.values()):
                        assert all(f"<td>{gain:{signed}}</td>" in shown.text for gain in gains.values())


def test_a_deal_that_no_other_game_can_judge_says_so(people: People) -> None:
    assert "No other game fits this deal" in text_of(people, f"/deals/{take_in(people, 27)}/what-if")


def test_the_hands_of_a_running_deal_stay_hidden(people: People) -> None:
    """The page answers as the API: until the hands are shown, only officials may read it."""
    table = people.table()
    dealer, acts = whole_deal(7)
    deal = people.deal(dealer=dealer, table=table)
    people.admin.post(f"/deals/{deal}/actions", {"acts": notation(acts[: len(acts) // 2])})
    callers = {
        "recorder": people.issue("recorder", table=table),
        "seat": people.issue("seat", table=table, seat="E"),
        "viewer": people.issue("viewer"),
        "nobody": people.anybody,
        "admin": people.admin,
    }
    with cases() as case:
        for role, person in callers.items():
            for query in ("", "?ruleset=304-jaffna", "?ruleset=305", "?ruleset=904"):
                sent = {"Authorization": f"Bearer {person.secret}"} if person.secret else {}
                page = person.app.test_client().get(f"/deals/{deal}/what-if{query}", headers=sent)
                answer = person.get(f"/deals/{deal}/what-if{query or '?ruleset=304-jaffna'}")
                with case(role, query):
                    assert page.status_code == answer.status_code
                    assert (page.status_code == 403) == (role != "admin")


@pytest.mark.full
def test_a_breach_in_the_audit_leads_to_the_chapter_of_its_rule(open_page: Open, people: People) -> None:
    deal = people.deal(dealer="S")
    cut = {"act": "N cut 3", "as_it_happened": True}
    assert people.admin.post(f"/deals/{deal}/actions", cut).status_code == 200
    official = {"Authorization": f"Bearer {people.admin.secret}"}
    page = open_page(f"/deals/{deal}/audit", extra_http_headers=official)
    page.locator(".finding dd").get_by_role("link", name="000 “Deal”").click()
    expect(page.locator(":target h2")).to_be_in_viewport()
    assert page.locator(":target h2").inner_text().endswith("The deal")


@pytest.mark.full
def test_the_name_of_the_game_on_a_deals_page_leads_to_its_rules(open_page: Open, people: People) -> None:
    page = open_page(f"/deals/{take_in(people, 20)}")
    page.locator("header.deal").get_by_role("link", name="304 as played in Jaffna").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rules of 304 as played in Jaffna")


@pytest.mark.full
def test_a_deal_by_a_clubs_own_ruleset_leads_to_that_version(open_page: Open, people: People) -> None:
    club = people.club()
    assert people.admin.post(f"/clubs/{club}/rulesets", HOUSE).status_code == 201
    deal = people.deal(ruleset="lagoon-fives", club=club)
    assert people.admin.post(f"/clubs/{club}/rulesets", {**HOUSE, "changes": {"bids.step": 5}}).status_code == 201
    page = open_page(f"/deals/{deal}")
    page.locator("header.deal").get_by_role("link", name=HOUSE["name"]).click()
    page.wait_for_url(f"**/clubs/{club}/rules/lagoon-fives?version=1")
