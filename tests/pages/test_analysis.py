"""The analysis on the replay page: the strip of the deal, the prices of a card, and those from its seat."""

from __future__ import annotations

import re
from contextlib import closing

import pytest
from playwright.sync_api import expect

from api.analyses.worker import AnalysisWorker
from replay.notation import read_hand
from replay.notation.document import record_of
from store.settings import Settings
from tests.analysis.workers import analyse_all
from tests.cli.conftest import hand
from tests.http.people import People, opened, play
from tests.http.tournament_requests import done, held_back_deal
from tests.pages.conftest import DESK, PHONE, Open, accessible_in_both_looks, fits
from tests.pages.deals import take_in


@pytest.fixture(scope="module")
def open_game(people: People, settings: Settings) -> str:
    deal = take_in(people, 10)
    analyse_all(settings)
    return deal


@pytest.mark.full
def test_a_costly_card_shows_both_prices_side_by_side(open_game: str, open_page: Open) -> None:
    """The ace of clubs cost 51 points with all hands open; North could not know that."""
    page = open_page(f"/deals/{open_game}?seat=all#25", viewport=PHONE)
    page.get_by_role("button", name="Analyse this deal").click()
    panel = page.locator("section.analysis")
    expect(panel.locator(".summary")).to_have_text(
        "East and West need 180 points. The numbers are their result. Costly cards: 6 of 32."
    )
    expect(panel.locator(".verdict")).to_have_text("North played the ace of clubs: cost 51 with all hands open.")
    expect(panel.locator(".why")).to_have_text("Better by 51 points: the ace of spades.")
    expect(panel.locator("tr.played")).to_contain_text("253")
    expect(panel.locator("td.best")).to_have_text(["202, best"])
    expect(page.locator('.plies a[data-ply="25"] .cost')).to_have_text("−51")
    panel.get_by_role("button", name="Analyse from North’s seat").click()
    expect(panel).to_contain_text(
        re.compile(r"From the seat: the mean over \d+ of the 99,792 deals that fit what North knew\.")
    )
    expect(panel.locator("tr.played td")).to_have_count(4)
    # Cards of equal worth can share the best price: the sample of deals depends on the deal's id.
    expect(panel.locator("tbody tr").first.locator("td").nth(2)).to_have_class("best")
    expect(panel.locator(".why")).to_contain_text("As far as North could know, no card was clearly better.")
    expect(panel.locator(".strip rect.avoidable")).to_have_count(0)
    fits(page)
    accessible_in_both_looks(page)


@pytest.mark.full
def test_a_card_that_its_player_could_avoid_has_another_colour(open_game: str, open_page: Open) -> None:
    """West's king cost as much as North's ace before it, but West could know better."""
    page = open_page(f"/deals/{open_game}?seat=all#26", viewport=DESK)
    page.get_by_role("button", name="Analyse this deal").click()
    panel = page.locator("section.analysis")
    expect(panel.locator("thead")).to_have_text("cardall hands opentokens")
    expect(panel.locator("tr.played td")).to_have_text(["202", "+1"])
    panel.get_by_role("button", name="Analyse from West’s seat").click()
    expect(panel.locator(".why")).to_contain_text("As far as West could know, the jack of clubs was better by")
    expect(panel.locator(".strip rect.avoidable")).to_have_count(1)
    expect(page.locator('.plies a[data-ply="26"] .cost.warn')).to_have_text("−51")
    expect(page.locator('.plies a[data-ply="25"] .cost.note')).to_have_text("−51")
    accessible_in_both_looks(page, everyday=False)


@pytest.mark.full
def test_all_costly_cards_are_judged_one_after_another(open_game: str, open_page: Open) -> None:
    page = open_page(f"/deals/{open_game}?seat=all#25", viewport=PHONE)
    page.get_by_role("button", name="Analyse this deal").click()
    panel = page.locator("section.analysis")
    panel.get_by_role("button", name="Could the players know?").click()
    # The server takes a second for some cards, and longer beside other tests.
    judged = "As far as North could know, no card was clearly better."
    expect(panel.locator(".why")).to_contain_text(judged, timeout=60_000)
    expect(panel.get_by_role("button", name="Could the players know?")).to_have_count(0)
    expect(page.locator('.plies a[data-ply="26"] .cost.warn')).to_have_text("−51")
    expect(panel.locator(".strip")).not_to_contain_text("Left:")
    expect(panel.locator(".strip rect.avoidable").first).to_be_visible()
    fits(page)
    accessible_in_both_looks(page, everyday=False)


@pytest.mark.full
def test_a_card_that_lost_the_contract_says_so(people: People, settings: Settings, open_page: Open) -> None:
    deal = take_in(people, 19)
    analyse_all(settings)
    page = open_page(f"/deals/{deal}?seat=all#40", viewport=DESK)
    page.get_by_role("button", name="Analyse this deal").click()
    panel = page.locator("section.analysis")
    expect(panel.locator(".verdict")).to_have_text(
        "South played the ten of clubs: cost 25, 5 tokens with all hands open."
    )
    expect(panel.locator(".why")).to_contain_text("The contract of 200 could still be made with the eight of hearts.")


@pytest.mark.full
def test_the_strip_leads_to_a_ply(open_game: str, open_page: Open) -> None:
    page = open_page(f"/deals/{open_game}?seat=all#2", viewport=DESK)
    page.get_by_role("button", name="Analyse this deal").click()
    panel = page.locator("section.analysis")
    expect(panel.locator(".card-prices")).to_have_text("Go to a step at which a card was played.")
    expect(panel.locator(".strip .column")).to_have_count(32)
    expect(panel.locator(".strip rect.costly")).to_have_count(6)
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(page.locator(".handout .worth li")).to_have_count(6)
    expect(page.locator(".handout .worth li").nth(3)).to_contain_text("North played the ace of clubs: cost 51")
    page.emulate_media(media="screen")
    panel.locator(".strip .column").nth(12).click()
    expect(panel.locator(".verdict")).to_contain_text("North played the ace of clubs")
    assert page.url.endswith("#25")
    page.keyboard.press("ArrowRight")
    expect(panel.locator(".verdict")).to_contain_text("West played the king of clubs")
    accessible_in_both_looks(page, everyday=False)


@pytest.mark.full
def test_a_deal_without_an_analysis_waits_for_one_and_then_shows_it(
    people: People, settings: Settings, open_page: Open
) -> None:
    page = open_page(f"/deals/{take_in(people, 10)}?seat=all#25", viewport=PHONE)
    page.get_by_role("button", name="Analyse this deal").click()
    summary = page.locator("section.analysis .summary")
    expect(summary).to_contain_text("the server analyses no deals now")
    with closing(AnalysisWorker(settings)) as worker:
        expect(summary).to_have_text("The deal waits to be analysed.")
        task = worker.session.take()
        assert task is not None
        worker.session.report(task, cards=32, done=12)
        expect(summary).to_have_text("Being analysed: 12 of 32 cards.")
        accessible_in_both_looks(page, everyday=False)
        fits(page)
    analyse_all(settings)
    expect(page.locator("section.analysis .verdict")).to_contain_text("North played the ace of clubs")


@pytest.mark.full
def test_a_deal_that_goes_on_has_no_analysis(people: People, open_page: Open) -> None:
    """All cards are in it."""
    page = open_page(f"/deals/{take_in(people, 10, entries=30)}")
    expect(page.locator(".announcement")).not_to_be_empty()
    assert page.locator("section.analysis").count() == 0


@pytest.mark.full
def test_a_deal_without_cards_has_no_analysis(people: People, open_page: Open) -> None:
    page = open_page(f"/deals/{take_in(people, 12)}")
    expect(page.locator(".announcement")).not_to_be_empty()
    assert page.locator("section.analysis").count() == 0


@pytest.mark.full
def test_the_card_play_of_a_match_stands_on_its_page(people: People, settings: Settings, open_page: Open) -> None:
    record = record_of(read_hand(hand(10).read_text(encoding="utf-8")))
    players = {"S": "Sita", "E": "Elil", "N": "Nila", "W": "Waruna"}
    body = {"ruleset": "304", "dealer": record.opened.dealer, "players": players}
    match = opened(people.admin.post("/matches", body))
    play(people.admin, people.deal(dealer=record.opened.dealer, match=match, players=players), record.acts)
    page = open_page(f"/matches/{match}", viewport=PHONE)
    part = page.locator("section.card-play")
    expect(part).to_contain_text("Analysed so far: 0 of 1 deals whose hands are shown.")
    analyse_all(settings)
    page.reload()
    expect(part).to_contain_text("Analysed so far: 1 of 1 deals whose hands are shown.")
    expect(part.locator("tbody th")).to_have_text(["Elil", "Nila", "Sita", "Waruna"])
    expect(part.locator("tbody tr").nth(1)).to_contain_text("51.0")
    assert part.locator(".scroll").evaluate("part => part.scrollWidth <= part.clientWidth"), "it scrolls sideways"
    fits(page)
    accessible_in_both_looks(page, everyday=False)


@pytest.mark.full
def test_the_card_play_of_a_club_stands_on_its_page_by_game_and_by_day(
    people: People, settings: Settings, open_page: Open
) -> None:
    """Of all players together; by day if the deals have several."""
    record = record_of(read_hand(hand(10).read_text(encoding="utf-8")))
    club = people.club()
    player = opened(people.admin.post("/players", {"name": "Sita", "club": club}))

    def record_on(day: str) -> None:
        at = f"{day}T20:00:00Z"
        deal = people.deal(dealer=record.opened.dealer, club=club, players={"S": player}, at=at)
        play(people.admin, deal, record.acts)
        analyse_all(settings)

    record_on("2026-02-04")
    page = open_page(f"/clubs/{club}", viewport=PHONE)
    part = page.locator("section.card-play")
    expect(part).to_contain_text("Analysed so far: 1 of 1 deals whose hands are shown.")
    expect(part.locator("tbody th")).to_have_text(["304"])
    record_on("2026-02-03")
    page.reload()
    expect(part).to_contain_text("Analysed so far: 2 of 2 deals whose hands are shown.")
    expect(part.locator("table")).to_have_count(2)
    days = part.locator("table").nth(1)
    expect(days.locator("tbody th").nth(1)).to_have_text("3 Feb 2026")
    expect(days.locator("tbody tr").nth(1).locator("td").first).to_have_text("1")
    fits(page)
    accessible_in_both_looks(page, everyday=False)
    page = open_page(f"/players/{player}", viewport=PHONE)
    expect(page.locator("section.card-play tbody th")).to_have_text(["304"])
    fits(page)
    accessible_in_both_looks(page, everyday=False)


@pytest.mark.full
def test_the_card_play_of_a_tournament_and_of_an_entry_can_be_read_by_everybody(
    people: People, settings: Settings, open_page: Open
) -> None:
    cup, *_ = held_back_deal(people)
    analyse_all(settings)
    done(people.admin, f"/tournaments/{cup}/rounds/1/close")
    for path, count in ((f"/tournaments/{cup}", 2), (f"/tournaments/{cup}/entries/1", 1)):
        page = open_page(path, viewport=PHONE)
        expect(page.locator("section.card-play tbody tr")).to_have_count(count)
        fits(page)
        accessible_in_both_looks(page, everyday=False)


@pytest.mark.full
def test_a_tournament_that_holds_analyses_back_says_so(people: People, open_page: Open) -> None:
    cup, _, deal, _ = held_back_deal(people)
    page = open_page(f"/deals/{deal}?seat=all", viewport=PHONE)
    part = page.locator("section.analysis")
    expect(part).to_contain_text("The tournament shows analyses only after the round is closed.")
    assert part.get_by_role("button").count() == 0
    expect(page.locator(".announcement")).not_to_be_empty()
    accessible_in_both_looks(page, everyday=False)
    overview = open_page(f"/tournaments/{cup}")
    expect(overview.locator("main")).to_contain_text("analyses are shown after each round")
