"""The pages of practice: a form, and a table at which somebody without an account plays against bots."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from api.services import Provider
from domain.engine.rules import rules_of
from domain.games.catalogue import RULESETS
from tests.cases import full
from tests.http import test_practices as http
from tests.http.people import People, Person, play, whole_deal
from tests.pages.conftest import PHONE, Open, accessible_in_both_looks, fits
from tests.pages.test_large_text import enlarged
from tests.pages.test_signing_in import expected

SHORT_PHONE = {"width": 390, "height": 664}
BETWEEN_BOTS = 700
"""Milliseconds, longer than the pause between the acts of two bots."""


def wait_for_turn(page: Page) -> bool:
    """Let the bots act until the person is to act. Returns False once the deal is over."""
    for _ in range(400):
        page.clock.run_for(BETWEEN_BOTS)
        if page.locator(".practice.over").count():
            return False
        if page.locator(".practice [data-hint]:not([disabled])").count():
            return True
        page.evaluate("() => new Promise((done) => requestAnimationFrame(done))")
    raise AssertionError(page.locator(".announcement").inner_text())


def act(page: Page, *, bid: bool) -> None:
    """Do what is offered first: a card, else an answer, else a pass or the lowest bid."""
    cards, pass_ = page.locator(".choices button"), page.locator(".calls .Passed")
    others = page.locator(".calls .plain button:not([data-hint]):not(.Passed)")
    bids = page.locator(".calls :is(.bids, .denominations) button:not([disabled])")
    chosen = cards if cards.count() else bids if bid and bids.count() else pass_ if pass_.count() else others
    chosen.first.click()
    answers = page.locator("dialog .answers button")
    if answers.count():
        answers.first.click()


def begin(page: Page, game: str, seat: str) -> None:
    page.get_by_label("Game").select_option(game)
    page.get_by_label("Your seat").select_option(seat)
    page.get_by_role("button", name="Deal the cards").click()
    page.wait_for_url("**/practice/*")


def in_another_window(page: Page) -> Page:
    """Open the deal of a page in a second window of the same browser, and wait for the person's turn there."""
    other = page.context.new_page()
    other.clock.install()
    other.goto(page.url)
    assert wait_for_turn(other)
    return other


@pytest.mark.full
@pytest.mark.parametrize("to_the_end", [False, full(True)], ids=["one-card", "to-the-end"])
def test_somebody_plays_a_deal_of_304_on_a_phone(
    open_page: Open, people: People, house: Provider, to_the_end: bool
) -> None:
    """Every day until the first card: requests play the others."""
    page = open_page("/practice", clock=True, viewport=SHORT_PHONE)
    accessible_in_both_looks(page, everyday=False)
    fits(page)
    begin(page, "304", "E")
    acts, looked = 0, False
    while wait_for_turn(page):
        if page.locator(".choices button").count() and not looked:
            looked = True
            accessible_in_both_looks(page)
            fits(page)
            check_in_view(page)
            page.get_by_role("button", name="Hint").click()
            expect(page.locator(".advice")).to_contain_text("Hint: East")
            page.locator('table-view .seat[data-place="0"] .card.playable').first.click()
            if not to_the_end:
                assert wait_for_turn(page)
                path = f"/practices/{page.url.rsplit('/', 1)[1]}"
                http.play_out(Person(people.app, http.secret_of(house, path.rsplit("/", 1)[1], "E")), path, 1)
                page.reload()
            continue
        if acts == 0:
            check_in_view(page)
        act(page, bid=acts == 0)
        acts += 1
    moment = page.locator(".moment")
    expect(moment.locator(".worth")).not_to_be_empty()
    expect(moment.locator(".of-match")).to_have_text("Deal 1 of the match, begun with 11 tokens each")
    held = [int(each) for each in moment.locator(".held b").all_inner_texts()]
    assert sum(held) == 22
    assert [moment.locator(f'[data-team="{team}"] .tokens i').count() for team in ("NS", "EW")] == held
    expect(moment.locator(".buttons > *")).to_have_text(["Next deal", "Watch it again", "Share"])
    expect(moment.locator(".buttons > *").first).to_be_in_viewport()
    expect(page.locator(".result .dealt dd")).to_have_count(4)
    accessible_in_both_looks(page, everyday=False)
    fits(page)
    first = page.url
    moment.get_by_role("button", name="Watch it again").click()
    page.locator('.controls [data-step="on"]').click()
    expect(page.locator(".announcement")).to_contain_text("1")
    page.get_by_role("button", name="Next deal").click()
    page.wait_for_url(lambda url: url != first)
    expect(page.locator(".match-score")).to_have_text(f"Match: NS {held[0]} · EW {held[1]}")
    expect(page.locator(".practice.over")).to_have_count(0)
    assert looked or to_the_end
    if not to_the_end:
        return
    wait_for_turn(page)
    page.goto(first)
    expect(moment).to_be_visible()
    page.get_by_role("button", name="Same deal again").click()
    page.wait_for_url(lambda url: url != first)
    expect(page.locator(".match-score")).to_be_hidden()
    assert acts


def at_table(open_page: Open, who: Person, path: str) -> Page:
    """Open a practice deal that requests played, in the browser that has its secret."""
    identity = path.rsplit("/", 1)[1]
    page = open_page("/health", viewport=PHONE)
    kept = json.dumps(json.dumps({identity: who.secret}))
    page.evaluate(f"localStorage.setItem('nought-practice', {kept})")
    page.goto(f"/practice/{identity}")
    return page


@pytest.mark.full
def test_caps_owed_and_not_called_is_explained_in_words(open_page: Open, people: People) -> None:
    """000 "Caps", "Scoring": who is certain of every trick must call; it costs what it costs at a table."""
    who, path, _, _ = http.sweep(people, "silent")
    page = at_table(open_page, who, path)
    expect(page.locator(".on-caps p").first).to_contain_text("could be certain")
    text = page.locator(".on-caps").inner_text()
    assert not re.search(r"\b[2-9TJQKA][SHDC]\b", text), "cards are words or signs, no notation"
    assert "step" not in text
    expect(page.locator(".moment")).to_contain_text("Caps")
    expect(page.locator(".moment .held b").first).to_have_text("−2")
    fits(page)
    accessible_in_both_looks(page, everyday=False)


@pytest.mark.full
def test_the_end_of_a_match_names_the_winner_and_offers_a_new_one(open_page: Open, people: People) -> None:
    """Practice is a match to 11 tokens: with the last token of a side the match is won."""
    who, path = http.begin(people, ruleset="304", seat="E", strength="beginner", match=True)
    for seed in range(80):
        deal = http.play_out(who, path, seed)
        if deal["match"]["over"]:
            break
        answer = who.post(f"{path}/next")
        who, path = Person(people.app, answer.json["secret"]), f"/practices/{answer.json['id']}"
    match = deal["match"]
    assert match["over"]
    assert min(match["balance"].values()) <= 0
    page = at_table(open_page, who, path)
    moment = page.locator(".moment")
    winner = {"NS": "North and South", "EW": "East and West"}[match["winner"]]
    expect(moment.locator(".of-match b")).to_contain_text(winner)
    expect(moment.locator(".score .winner")).to_have_attribute("data-team", match["winner"])
    expect(moment.locator(".buttons > *").first).to_have_text("New match")
    fits(page)
    accessible_in_both_looks(page, everyday=False)
    enlarged(page)
    fits(page)
    last = page.url
    moment.get_by_role("button", name="New match").click()
    page.wait_for_url(lambda url: url != last)
    expect(page.locator(".match-score")).not_to_contain_text("22")


@pytest.mark.full
def test_a_deal_is_shared_once_it_is_over_and_a_recorded_one_by_its_own_page(people: People) -> None:
    practice = people.anybody.post("/practices", {"ruleset": "304", "seat": "E"}).json["id"]
    visitor = people.app.test_client()
    for named in (practice, "none"):
        assert visitor.get(f"/practice?practice={named}").status_code == 404
    who, path = http.begin(people, ruleset="304", seat="E", strength="beginner", match=True)
    http.play_out(who, path, 3)
    page = visitor.get(f"/practice?practice={path.rsplit('/', 1)[1]}")
    assert page.status_code == 200
    assert "Play the same cards" in page.text
    assert not {card for card in rules_of(RULESETS["304"]).tables.bit if f'"{card}"' in page.text}
    dealer, acts = whole_deal(41)
    deal = people.deal(dealer=dealer)
    play(people.admin, deal, acts)
    who, path = http.begin(people, f"/deals/{deal}/practices", seat="E", ply=len(acts) - 4, strength="beginner")
    http.play_out(who, path, 3)
    assert visitor.get(f"/practice?practice={path.rsplit('/', 1)[1]}").status_code == 404


def check_in_view(page: Page) -> None:
    """The hand of the person and the whole table lie above the controls."""
    dock, hand = page.locator(".dock").bounding_box(), page.locator('.seat[data-place="0"] .hand').bounding_box()
    assert dock
    assert hand
    assert hand["y"] + 0.75 * hand["height"] <= dock["y"]
    assert dock["y"] + dock["height"] <= SHORT_PHONE["height"] + 1


@pytest.mark.full
def test_somebody_plays_a_whole_deal_of_sidi_barrani_by_keyboard(open_page: Open) -> None:
    """The focus stays in the group of cards or calls, so that Enter is enough."""
    page = open_page("/practice", clock=True, viewport=PHONE, reduced_motion="reduce")
    begin(page, "sidi-barrani", "S")
    acts = 0
    while wait_for_turn(page):
        if acts % 4 == 1 and page.locator(".choices button").count():
            page.locator(".choices button").first.focus()
            page.keyboard.press("Enter")
            if wait_for_turn(page):
                expect(page.locator(".practice :is(.choices, .calls) button:focus")).to_have_count(1)
        else:
            act(page, bid=acts == 0)
        acts += 1
    expect(page.locator(".moment .worth")).not_to_be_empty()
    expect(page.locator(".moment .of-match")).to_have_text("Deal 1 of the match to 2000 points")
    assert acts >= 10
    page.get_by_role("button", name="What each card was worth").click()
    expect(page.locator(".own-cards")).to_contain_text("all hands open", timeout=60_000)


@pytest.mark.full
def test_bots_wait_where_caps_could_only_be_called_before_the_next_card(open_page: Open) -> None:
    """004 "Caps": the call comes with the very card that made it certain; 000 leaves time until the next own lead."""
    page = open_page("/practice", clock=True, viewport=SHORT_PHONE)
    begin(page, "304-jaffna", "E")
    next_card = page.get_by_role("button", name="Next card")
    while not next_card.count():
        assert wait_for_turn(page)
        if not next_card.count():
            act(page, bid=True)
    expect(page.locator(".announcement")).to_contain_text("call before the next card")
    accessible_in_both_looks(page)
    check_in_view(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".advice")).not_to_be_empty()
    page.get_by_role("button", name="Calls").click()
    expect(page.locator("dialog[open]")).to_contain_text("Caps")
    page.keyboard.press("Escape")
    played = page.locator("table-view .trick .card").count()
    with page.expect_response("**/bots"):
        next_card.click()
    assert wait_for_turn(page)
    assert page.locator("table-view .trick .card").count() != played


@pytest.mark.full
@pytest.mark.parametrize("key", ["304-six-36", "304-eight", "304-maharashtra", "904"])
def test_a_table_of_any_size_is_shown(open_page: Open, key: str) -> None:
    page = open_page("/practice", clock=True, viewport=SHORT_PHONE)
    begin(page, key, "3" if "six" in key or "eight" in key or key == "904" else "E")
    if wait_for_turn(page):
        act(page, bid=True)
    fits(page)


@pytest.mark.full
@pytest.mark.parametrize("key", ["504", "904"])
def test_the_own_hand_stays_in_sight_while_bidding(open_page: Open, key: str) -> None:
    """Beside the lowest bid and beside the other buttons, on a short phone. The first seat may have to bid."""
    page = open_page("/practice", clock=True, viewport=SHORT_PHONE)
    begin(page, key, "3")
    assert wait_for_turn(page)
    lowest = page.locator(".calls .bids button:not([disabled])").first
    for shown in (lowest, page.locator(".calls .plain button").first):
        shown.scroll_into_view_if_needed()
        at, dock = shown.bounding_box(), page.locator(".dock").bounding_box()
        hand = page.locator('.seat[data-place="0"] .hand').bounding_box()
        assert at
        assert dock
        assert hand
        assert hand["y"] >= 0
        assert hand["y"] + hand["height"] <= dock["y"] < at["y"]
        assert at["y"] + at["height"] <= SHORT_PHONE["height"] + 1


def test_an_act_against_the_rules_is_refused_with_its_clause(open_page: Open) -> None:
    """The table does not offer such an act: here the deal went on in another tab."""
    page = open_page("/practice", clock=True)
    begin(page, "sidi-barrani", "S")
    assert wait_for_turn(page)
    other = in_another_window(page)
    with other.expect_response("**/acts"):
        act(other, bid=False)
    page.locator(".calls .denominations button:not([disabled])").first.click()
    page.clock.run_for(BETWEEN_BOTS)
    expect(page.locator(".announcement small")).to_contain_text("Rule: ")
    open_page.tolerated.append("422")  # type: ignore[attr-defined]


@pytest.mark.full
def test_a_deal_that_went_on_in_another_window_is_shown_as_it_stands(open_page: Open) -> None:
    page = open_page("/practice", clock=True)
    begin(page, "304", "E")
    assert wait_for_turn(page)
    other = in_another_window(page)
    with other.expect_response("**/acts"):
        act(other, bid=True)
    goes_on = wait_for_turn(other)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert wait_for_turn(page) == goes_on
    choices = [each.locator(".choices, .calls").all_inner_texts() for each in (page, other)]
    assert choices[0] == choices[1]


def test_a_practice_deal_of_another_browser_shows_nothing(people: People, open_page: Open) -> None:
    practice = people.anybody.post("/practices", {"ruleset": "304", "seat": "E"}).json["id"]
    page = open_page(f"/practice/{practice}")
    expect(page.locator(".announcement")).to_contain_text("begun in another browser")
    expect(page.locator(".choices button")).to_have_count(0)


@pytest.mark.full
def test_a_recorded_deal_is_played_from_the_ply_that_is_shown(people: People, open_page: Open) -> None:
    dealer, acts = whole_deal(41)
    deal = people.deal(dealer=dealer)
    play(people.admin, deal, acts)
    page = open_page(f"/deals/{deal}?seat=all#12", clock=True)
    page.get_by_role("link", name="Play this hand yourself").click()
    expect(page.locator("#begin")).to_contain_text("from a position of a recorded deal")
    page.get_by_role("button", name="Deal the cards").click()
    page.wait_for_url("**/practice/*")
    wait_for_turn(page)
    expect(page.get_by_role("link", name="The recorded deal")).to_have_attribute("href", f"/deals/{deal}")


@pytest.mark.full
def test_a_worked_hand_is_played_from_its_page(open_page: Open) -> None:
    page = open_page("/hands", clock=True)
    page.locator("main a[href*='/hands/']").first.click()
    page.get_by_role("link", name="Play this hand against bots").click()
    page.get_by_role("button", name="Deal the cards").click()
    page.wait_for_url("**/practice/*")
    wait_for_turn(page)


@pytest.mark.full
def test_a_hand_is_dealt_under_conditions(open_page: Open) -> None:
    page = open_page("/practice", clock=True)
    page.get_by_label("Game").select_option("sidi-barrani")
    page.get_by_text("Conditions for your hand").click()
    page.get_by_label("Card points, at least").fill("400")
    page.get_by_role("button", name="Deal the cards").click()
    expect(page.get_by_role("alert")).to_contain_text("no hands can be dealt")
    expected(open_page, 422)
    page.get_by_label("Card points, at least").fill("20")
    page.get_by_label("Cards of one suit, at least").fill("5")
    page.get_by_label("Suit", exact=True).select_option("acorns")
    accessible_in_both_looks(page, everyday=False)
    begin(page, "sidi-barrani", "S")
    wait_for_turn(page)
    assert page.locator('.seat[data-place="0"] .hand li[data-suit="C"] .card').count() >= 5


LOW_PHONE = {"width": 360, "height": 640}
COUNTED = """() => { for (const each of document.querySelectorAll(".rim .of-side b")) each.textContent = "104"; }"""
"""Counts of three digits: a random deal may end before it comes to them."""
CUT = """() => [...document.querySelectorAll(".rim .of-side *, .name > *, .dock :is(p, .calls button)")]
    .filter((each) => each.checkVisibility() && getComputedStyle(each).position !== "absolute")
    .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 2)
    .map((each) => [each.className, each.textContent, each.scrollWidth, each.clientWidth])"""
"""The words of the table and of the prompt that are cut off."""


@pytest.mark.full
@pytest.mark.parametrize("language", ["ta", full("si")])
@pytest.mark.parametrize("game", ["304", full("304-maharashtra"), full("sidi-barrani")])
def test_no_words_are_cut_off_on_a_low_phone_in_the_longest_languages(
    open_page: Open, language: str, game: str
) -> None:
    page = open_page("/practice", clock=True, viewport=LOW_PHONE, extra_http_headers={"Accept-Language": language})
    page.locator("#begin select[name=ruleset]").select_option(game)
    page.locator("#begin button.main").click()
    page.wait_for_url("**/practice/*")
    cut: list[list[object]] = []
    for step in range(8):
        if not wait_for_turn(page):
            break
        page.evaluate(COUNTED)
        cut += page.evaluate(CUT)
        act(page, bid=step == 0)
    assert cut == []
