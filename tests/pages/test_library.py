"""The library of deals: looked for, counted, and shown in pictures."""

from __future__ import annotations

import re
from collections import Counter
from datetime import datetime
from html import unescape
from urllib.parse import parse_qs, urlsplit
from zoneinfo import ZoneInfo

import pytest
from flask import Flask
from playwright.sync_api import expect

from tests.cases import FULL
from tests.http.people import People, opened
from tests.pages.conftest import DESK, PHONE, Open, accessible_in_both_looks, fits
from tests.pages.evening import Evening, an_evening
from tests.pages.reading import read
from web.wording import names, words


@pytest.fixture(scope="module")
def evening(people: People) -> Evening:
    people.deal(players={"S": "Somebody else"})
    return an_evening(people)


def test_deals_are_found_by_player_and_result(app: Flask, evening: Evening) -> None:
    everything, of_player, made = (
        read(app, f"/deals{query}").texts('[aria-label="Search results"] .deals > li')
        for query in ("", "?player=Anula", "?player=Anula&result=made")
    )
    assert 0 < len(of_player) < len(everything)
    assert all("Anula" in text for text in of_player)
    assert len(made) == evening.made_with("Anula")
    assert all("bid made" in text for text in made)


@pytest.mark.full
def test_the_form_finds_deals_by_player_and_result(open_page: Open, evening: Evening) -> None:
    page = open_page("/deals")
    everything = page.get_by_role("region", name="Search results").get_by_role("listitem").count()
    page.get_by_label("Player").fill("Anula")
    page.get_by_role("button", name="Search deals", exact=True).last.click()
    results = page.get_by_role("region", name="Search results").get_by_role("listitem")
    assert 0 < results.count() < everything
    assert all("Anula" in text for text in results.all_inner_texts())
    page.get_by_text("More filters").click()
    page.get_by_role("combobox", name="Result").select_option("made")
    page.get_by_role("button", name="Search deals", exact=True).last.click()
    texts = page.get_by_role("region", name="Search results").get_by_role("listitem").all_inner_texts()
    assert len(texts) == evening.made_with("Anula")
    assert all("bid made" in text for text in texts)


@pytest.mark.parametrize("typed", ["Shantini Jayasuriya", "jayas", "SHANTHINI JAYASURIYA"])
def test_a_search_for_a_name_nobody_has_offers_the_players_whose_names_are_like_it(people: People, typed: str) -> None:
    club = people.club()
    player = opened(people.admin.post("/players", {"name": "Shanthini Jayasuriya", "club": club}))
    opened(people.admin.post("/players", {"name": "Mahesh", "club": club}))
    read = people.app.test_client().get
    shown = read("/deals", query_string={"player": typed, "club": club}).text
    offered = re.findall(r'class="chip" href="(/deals[^"]+)">([^<]+)<', shown.split("Did you mean")[1])
    assert [name for _, name in offered] == ["Shanthini Jayasuriya"]
    assert parse_qs(urlsplit(unescape(offered[0][0])).query) == {"player": [player], "club": [club]}
    assert 'name="player" value="Shanthini Jayasuriya"' in read(unescape(offered[0][0])).text


def test_the_game_filter_offers_the_rulesets_of_clubs_and_names_them(people: People) -> None:
    """Also one that is not in use any more, and apart from another club's with the same key."""
    clubs = [people.club(), people.club()]
    own = {"key": "fives", "base": "304", "changes": {"redeal.threshold": 20}}
    deals = []
    for club, name in zip(clubs, ("Lagoon fives", "Hill fives"), strict=True):
        opened(people.admin.post(f"/clubs/{club}/rulesets", {**own, "name": name}))
        deals.append(people.deal(ruleset="fives", club=club))
    assert people.admin.post(f"/clubs/{clubs[1]}/rulesets/fives/withdraw", {"why": "nobody plays it"}).status_code < 300
    page = read(people.app, "/deals")
    offered = {part.text(): part.attribute("value") for part in page.all('select[name="ruleset"] option')}
    for name, deal, other in (("Lagoon fives", *deals), ("Hill fives", *reversed(deals))):
        address = people.app.test_client().get("/deals", query_string={"ruleset": offered[name]}).headers["Location"]
        shown = read(people.app, address)
        assert shown.texts('select[name="ruleset"] option[selected]') == [name]
        assert any(name in text for text in shown.texts(".chip.on"))
        assert not any("fives" in text and name not in text for text in shown.texts(".chip.on"))
        assert shown.all(f'a[href^="/deals/{deal}"]')
        assert not shown.all(f'a[href^="/deals/{other}"]')
    assert "Hill fives" in "".join(read(people.app, f"/deals?ruleset=fives&club={clubs[1]}").texts(".chip.on"))


def test_a_deal_in_a_list_has_a_miniature_and_the_names_of_those_who_won(open_page: Open, evening: Evening) -> None:
    page = open_page("/deals?player=Anula&result=made", viewport={"width": 1280, "height": 800})
    row = page.get_by_role("region", name="Search results").get_by_role("listitem").first
    mini, title = (one.bounding_box() or {} for one in (row.locator(".mini"), row.get_by_role("link")))
    assert mini["x"] + mini["width"] < title["x"], "the picture stands before the words"
    assert (row.bounding_box() or {})["height"] < 190, "a card, not a page"
    expect(row.locator(".badge.result")).to_have_text("bid made")
    expect(row.locator(".badges")).to_contain_text(re.compile(r"\+\d+ \w+"))
    expect(row.locator(".badges")).not_to_contain_text(re.compile(r"\b(NS|EW)\b"))


def test_a_time_is_in_the_readers_zone_and_language(app: Flask, open_page: Open, evening: Evening) -> None:
    page = open_page("/deals?player=Anula", timezone_id="Asia/Colombo", extra_http_headers={"Accept-Language": "en"})
    time = page.locator("time").first
    at = datetime.fromisoformat(time.get_attribute("datetime") or "")
    there = at.astimezone(ZoneInfo("Asia/Colombo"))
    assert time.inner_text() == f"{there.day} {there:%b %Y, %H:%M}"
    with app.test_request_context(headers={"Accept-Language": "en"}):
        assert f">{at.day} {at:%b %Y, %H:%M} UTC<" in words.moment(at), "without scripts the same format, in UTC"


def test_suits_have_the_names_of_the_pack(app: Flask) -> None:
    contract = {"seat": "E", "bid": 90, "suit": "S"}
    with app.test_request_context(headers={"Accept-Language": "en"}):
        assert names.contract({"ruleset": "sidi-barrani", "contract": contract}) == "East: 90, shields"
        assert names.contract({"ruleset": "304", "contract": contract}) == "East: 90, spades"


@pytest.mark.usefixtures("evening")
def test_what_is_no_question_is_left_out_and_said(app: Flask) -> None:
    page = read(app, "/deals?since=yesterday")
    assert "since" in page.one("[role=alert]").text()
    assert page.all('[aria-label="Search results"] li')


def test_a_player_has_pictures_and_the_numbers_behind_them(open_page: Open, evening: Evening) -> None:
    page = open_page(f"/players/{evening.player}")
    assert page.get_by_role("img", name="Bids of the player, made and failed").is_visible()
    figure = page.get_by_role("figure", name="Bids")
    figure.get_by_text("Show numbers").click()
    table = figure.get_by_role("table")
    numbers = [
        [int(cell) for cell in row.get_by_role("cell").all_inner_texts()] for row in table.get_by_role("row").all()[1:]
    ]
    assert sum(map(sum, numbers)) == evening.bid_by("Anula")


def test_a_players_page_leads_with_numbers_and_evenings_and_has_no_row_of_each_deal(
    app: Flask, evening: Evening
) -> None:
    page = read(app, f"/players/{evening.player}")
    figures = dict(zip(page.texts(".figures dt"), page.texts(".figures b"), strict=True))
    assert {"Deals won", "Bids made", "Tokens"} <= figures.keys()
    made, bids = page.texts(".figures dd span")[1].split(" of ")
    assert int(bids) == evening.bid_by("Anula")
    assert figures["Bids made"] == f"{round(100 * int(made) / int(bids))} %"
    cards = page.all(".evenings .tile")
    assert 1 <= len(cards) <= 6
    deals = read(app, page.all(".evenings .tile > a")[0].attribute("href") or "")
    assert deals.all('[aria-label="Search results"] .deals > li'), "the card leads to the deals of the evening"
    assert not page.all(".deals"), "no list of deals"


def test_the_card_filters_are_words_and_no_notation(app: Flask, evening: Evening) -> None:
    page = read(app, "/deals?held=J*+9*&hand=maker&lead=7S")
    assert page.texts('select[name="held"] option[selected]') == ["J 9 of trumps"]
    assert page.texts('select[name="lead"] option[selected]') == ["7♠"]
    assert not any("*" in text for text in page.texts("form option, form label, form p"))
    typed = read(app, "/deals?held=J*+8*")  # an address from elsewhere keeps what it asks for
    assert typed.texts('select[name="held"] option[selected]') == ["J 8 of trumps"]


def test_a_search_without_a_deal_leads_on(app: Flask, evening: Evening) -> None:
    page = read(app, "/deals?player=Nobody+At+All")
    assert page.one(".nothing a.button").attribute("href") == "/deals"


def test_there_is_no_page_of_what_is_not_there(app: Flask) -> None:
    page = read(app, "/players/019c5c21-1d40-7370-bbeb-57fceb786139")
    assert (page.status, "no player" in page.one("main").text()) == (404, True)


RESULTS = "section[aria-label='Search results'] li"


def test_filters_are_chips_with_the_number_of_deals_that_they_find(app: Flask, evening: Evening) -> None:
    page = read(app, f"/deals?club={evening.club}")
    suggested = [chip for chip in page.all(".chips a") if chip.all("b")]
    assert len(suggested) >= 2
    for chip in suggested if FULL else suggested[:2]:
        number = int(chip.one("b").text())
        name = chip.text().removesuffix(f" {number}")
        searched = read(app, chip.attribute("href") or "")
        assert len(searched.all(RESULTS)) == number, name
        (chosen,) = (each for each in searched.all(".chips a.on") if f"Remove filter: {name} " in each.text())
        assert len(read(app, chosen.attribute("href") or "").all(RESULTS)) == len(evening.deals)


def test_a_deal_is_found_by_cards_and_the_search_is_an_address(
    open_page: Open, people: People, evening: Evening
) -> None:
    page = open_page(f"/deals?club={evening.club}")
    page.get_by_text("More filters").click()
    page.get_by_role("combobox", name="Hand of").select_option("E")
    page.get_by_role("combobox", name="held").select_option("J of trumps")
    page.get_by_role("button", name="Search deals", exact=True).last.click()
    page.wait_for_url("**/deals?*held=*")
    assert set(parse_qs(urlsplit(page.url).query)) == {"club", "hand", "held"}, "nothing that was left empty"
    expect(page.get_by_role("list", name="Filters")).to_contain_text("East held J of trumps")
    links = page.get_by_role("region", name="Search results").get_by_role("link").all()
    ids = [link.get_attribute("href") for link in links]
    listed = people.anybody.get(f"/deals?club={evening.club}&hand=E&held=J*").json["items"]
    assert ids == [f"/deals/{deal['id']}" for deal in listed]
    again = open_page(page.get_by_role("link", name="Link to this search").get_attribute("href") or "")
    assert again.url == page.url


@pytest.mark.full
def test_what_was_found_is_saved_as_a_table_and_as_an_archive(open_page: Open, evening: Evening) -> None:
    page = open_page(f"/deals?club={evening.club}&bid_from=160")
    number = page.get_by_role("region", name="Search results").get_by_role("listitem").count()
    for name, beyond in (("CSV", 1), ("Archive", 0)):
        with page.expect_download() as saved:
            page.get_by_role("link", name=name, exact=True).click()
        assert len(saved.value.path().read_text("utf-8").splitlines()) == number + beyond > 1


@pytest.mark.full
def test_the_search_is_usable_by_everybody(open_page: Open, evening: Evening) -> None:
    page = open_page("/deals?held=J*&hand=maker&bid_from=160&reason=caps-late")
    page.get_by_text("More filters").click()
    for size in (PHONE, DESK):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        accessible_in_both_looks(page, everyday=False)
        fits(page)


def test_a_seat_is_offered_no_search_by_cards(people: People, evening: Evening) -> None:
    seat = people.issue("seat", deal=evening.deals[0]["id"], seat="S")
    chips = read(people.app, "/deals", seat).one("ul.chips").text()
    assert "bid made" in chips
    assert "trump" not in chips
    assert "A seat sees its own hand only" in read(people.app, "/deals?held=JH", seat).one("main").text()


def test_the_search_offers_every_way_in_which_the_cards_of_a_hand_can_be_divided(people: People) -> None:
    """Nobody must know how such a division is written; one of another size, from an address, is offered too."""
    page = read(people.app, "/deals?shape=4-3-3-3")
    offered = [each.attribute("value") or "" for each in page.all('select[name="shape"] option')]
    divided = [[int(number) for number in each.split("-")] for each in offered if each]
    assert all(len(suits) == 4 and suits == sorted(suits, reverse=True) for suits in divided)
    counted = Counter(map(sum, divided))
    assert counted == {8: 15, 9: 18, 6: 9, 5: 6, 4: 5, 13: 1}
    assert page.one('select[name="shape"] option[selected]').text() == "4 · 3 · 3 · 3"
    chosen = read(people.app, "/deals?shape=1-2-4-1").one('select[name="shape"] option[selected]')
    assert chosen.text() == "4 · 2 · 1 · 1"


def test_the_partners_of_a_player_are_named_also_where_deals_have_their_ids(people: People) -> None:
    club = people.club()
    ids = [opened(people.admin.post("/players", {"name": name, "club": club})) for name in ("Shanthi", "Thevan")]
    people.deal(club=club, players=dict(zip("SN", ids, strict=True)))
    page = read(people.app, f"/players/{ids[0]}")
    assert page.texts(".partners b") == ["Thevan"]
    assert "with Thevan" in page.text()
    assert ids[1] not in page.text()
