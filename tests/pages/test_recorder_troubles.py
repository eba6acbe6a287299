"""Without a storage, a session or an answer the recorder goes on, keeps sending, and says what is wrong."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from api.services import Provider
from tests.http.people import People, opened
from tests.pages.conftest import PHONE, Open, accessible, fits
from tests.pages.scribe import Scribe, begun, forgive
from tests.signing.visitors import PASSWORD, official

BOOKS = """window.books = []; const open = IDBFactory.prototype.open;
IDBFactory.prototype.open = function (...all) {
    const request = open.apply(this, all);
    request.addEventListener("success", () => window.books.push(request.result));
    return request;
};"""
"""Knows the page's connections to IndexedDB, so that a test can close them as phones do in the background."""
CLOSE = "for (const book of window.books) book.close()"
CANNOT_SAVE = "This browser cannot save entries now: keep this tab open until all are sent."
NO_STORAGE = "storage is forbidden"
BROKEN = {
    NO_STORAGE: """() => {
        IDBFactory.prototype.open = () => { throw new DOMException("no", "SecurityError"); };
    }""",
    "no connection opens": """() => {
        IDBFactory.prototype.open = () => {
            const request = {};
            setTimeout(() => request.onerror?.());
            return request;
        };
    }""",
    "the disk is full": """() => {
        window.put = IDBObjectStore.prototype.put;
        IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };
    }""",
    "no transaction ends": """() => {
        IDBDatabase.prototype.transaction = () => ({ objectStore: () => ({ put() {}, delete() {} }) });
    }""",
}


def with_books(open_page: Open, people: People, played: str = "") -> Scribe:
    """A scribe at the first trick, whose page's connections to IndexedDB are known to the test."""
    scribe = begun(open_page, people)
    scribe.page.context.add_init_script(BOOKS)
    scribe.page.reload()
    scribe.says("East plays")
    if played:
        scribe.plays(played)
        scribe.sent()
    return scribe


@pytest.mark.full
def test_a_lost_connection_to_the_storage_is_opened_again(open_page: Open, people: People) -> None:
    """Phones close the connection of a page in the background."""
    scribe = with_books(open_page, people, "JS")
    page = scribe.page
    page.evaluate(CLOSE)
    scribe.plays("9S TS 8S")
    scribe.sent()
    assert scribe.acts()[-4:] == ["E JS", "N 9S", "W TS", "S 8S"]
    expect(page.locator("#kept")).to_be_hidden()
    page.evaluate(CLOSE)
    page.context.set_offline(True)
    scribe.plays("AH")
    expect(page.locator("#state")).to_have_text("No connection, 1 unsent")
    page.close()
    again = page.context.new_page()
    page.context.set_offline(False)
    again.goto(f"/record/{scribe.deal}")
    scribe.page = again
    scribe.says("North plays")
    scribe.sent()
    assert scribe.acts()[-1] == "E AH", "the entry was written on the new connection"
    forgive(open_page, "ERR_INTERNET_DISCONNECTED")


@pytest.mark.full
@pytest.mark.parametrize("what", BROKEN)
def test_without_a_storage_entries_are_sent_all_the_same_and_the_page_says_so(
    open_page: Open, people: People, what: str
) -> None:
    scribe = with_books(open_page, people, "JS")
    page = scribe.page
    page.evaluate(BROKEN[what])
    page.evaluate(CLOSE)
    scribe.plays("9S")
    expect(page.get_by_text(CANNOT_SAVE)).to_be_visible()
    scribe.plays("TS")
    scribe.sent()
    assert scribe.acts()[-3:] == ["E JS", "N 9S", "W TS"]
    accessible(page, everyday=False)
    page.context.set_offline(True)
    scribe.plays("8S")
    expect(page.locator("#state")).to_have_text("No connection, 1 unsent")
    page.context.set_offline(False)
    scribe.sent()
    assert scribe.acts()[-1] == "S 8S"
    forgive(open_page, "ERR_INTERNET_DISCONNECTED")


@pytest.mark.full
def test_what_could_not_be_saved_is_saved_once_there_is_room(open_page: Open, people: People) -> None:
    scribe = with_books(open_page, people)
    page = scribe.page
    page.evaluate(BROKEN["the disk is full"])
    page.context.set_offline(True)
    scribe.plays("JS 9S")
    expect(page.locator("#kept")).to_be_visible()
    page.evaluate("() => { IDBObjectStore.prototype.put = window.put; }")
    expect(page.locator("#kept")).to_be_hidden()
    page.close()
    again = page.context.new_page()
    page.context.set_offline(False)
    again.goto(f"/record/{scribe.deal}")
    scribe.page = again
    scribe.says("West plays")
    scribe.sent()
    assert scribe.acts()[-2:] == ["E JS", "N 9S"]
    forgive(open_page, "ERR_INTERNET_DISCONNECTED")


@pytest.mark.full
def test_a_browser_that_forbids_storage_records_from_the_first_moment(open_page: Open, people: People) -> None:
    """As some private windows do."""
    scribe = begun(open_page, people)
    page = scribe.page
    forbidden = (
        "Object.defineProperty(window, 'indexedDB', { get() { throw new DOMException('no', 'SecurityError'); } })"
    )
    page.context.add_init_script(forbidden)
    page.reload()
    scribe.says("East plays")
    expect(page.get_by_text(CANNOT_SAVE)).to_be_visible()
    scribe.plays("JS 9S")
    scribe.sent()
    assert scribe.acts()[-2:] == ["E JS", "N 9S"]


@pytest.mark.full
def test_a_newer_page_in_another_tab_does_not_wait_for_this_one(open_page: Open, people: People) -> None:
    scribe = begun(open_page, people, played="JS")
    other = scribe.page.context.new_page()
    other.goto("/record")
    changed = """() => new Promise((resolve, reject) => {
        const request = indexedDB.open("nought-recorder", 2);
        request.onsuccess = () => { request.result.close(); resolve("changed"); };
        request.onblocked = () => reject(new Error("blocked"));
    })"""
    assert other.evaluate(changed) == "changed"
    scribe.plays("9S")
    scribe.sent()
    assert scribe.acts()[-2:] == ["E JS", "N 9S"]
    expect(scribe.page.locator("#kept")).to_be_visible()


@pytest.mark.full
def test_after_an_unknown_error_the_page_tries_again(open_page: Open, people: People) -> None:
    scribe = begun(open_page, people)
    page = scribe.page
    page.route("**/desk", lambda route: route.fulfill(status=200, content_type="application/json", body="null"))
    scribe.plays("JS")
    expect(page.locator("#state")).to_have_text(re.compile("^Not sent: error"))
    expect(page.locator("#message")).to_contain_text("It tries again")
    scribe.plays("9S")
    page.unroute("**/desk")
    scribe.sent()
    assert scribe.acts()[-2:] == ["E JS", "N 9S"]
    open_page.wrong.clear()  # type: ignore[attr-defined]


@pytest.mark.full
def test_a_request_that_is_never_answered_is_sent_again(open_page: Open, people: People) -> None:
    """As on a phone that slept in the middle of it. The key of the entry keeps it from being recorded twice."""
    scribe = begun(open_page, people)
    page = scribe.page
    page.clock.install()
    held: list[Route] = []

    def hold(route: Route) -> None:
        route.fetch()  # the server records it, and the answer is lost
        held.append(route)

    page.route("**/actions", hold)
    scribe.plays("JS")
    expect(page.locator("#state")).to_have_text("1 unsent")
    page.wait_for_timeout(200)
    page.clock.run_for(31_000)
    expect(page.locator("#state")).to_have_text("No connection, 1 unsent")
    page.unroute("**/actions")
    page.clock.run_for(4_000)
    scribe.sent()
    assert scribe.acts()[-1] == "E JS"
    assert scribe.acts().count("E JS") == 1


@pytest.mark.full
def test_a_scribe_whose_session_ended_is_told_how_to_go_on_and_loses_nothing(
    open_page: Open, people: People, house: Provider
) -> None:
    deal = people.deal(dealer="S")
    page = open_page(f"/sign-in?next=/record/{deal}", viewport=PHONE)

    def sign_in(page: Page, login: str) -> None:
        page.locator("#login").fill(login)
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.get_by_role("button", name="Sign in", exact=True).click()
        page.wait_for_url("**/record/*-*")

    login = official(house, "signed-out", "admin").login
    sign_in(page, login)
    scribe = Scribe(page, people.admin, deal)
    scribe.presses("Cut")
    scribe.says("East bids")
    scribe.sent()
    page.context.clear_cookies()
    scribe.presses("160", "Pass")
    expect(page.locator("#state")).to_have_text("Signed out, 2 unsent")
    expect(page.get_by_text("Your entries stay on this device")).to_be_visible()
    scribe.says("West bids")
    accessible(page, everyday=False)
    fits(page)
    page.locator("#signedout").get_by_role("link", name="Sign in").click()
    sign_in(page, login)
    scribe.says("West bids")
    scribe.sent()
    assert scribe.acts()[-2:] == ["E 160", "N pass"]
    expect(page.locator("#signedout")).to_be_hidden()
    forgive(open_page, "401", "403")


@pytest.mark.full
def test_cards_that_wait_for_an_answer_go_on_when_another_scribe_gives_it(open_page: Open, people: People) -> None:
    """003 “Play”: a side is entitled to score its Weis."""
    deal = opened(people.admin.post("/deals", {"ruleset": "sidi-barrani", "dealer": "W"}))
    scribe = Scribe.of(open_page, people, deal)
    scribe.presses("Cut", "40", "40 shields", "All 3 pass")
    scribe.plays("AH")
    scribe.presses("South: Weis 50")
    scribe.plays("6H 7H 8H KH")
    scribe.says("South scores Weis")
    expect(scribe.page.locator("#state")).to_have_text("1 unsent")
    assert people.admin.post(f"/deals/{deal}/actions", {"acts": ["S scores 50"]}).status_code == 200
    scribe.sent()
    assert scribe.acts()[-2:] == ["S scores 50", "S KH"]
    forgive(open_page, "422", "412")


@pytest.mark.full
def test_entries_of_a_deal_that_does_not_exist_can_be_deleted(open_page: Open, people: People) -> None:
    """As after the demo was begun anew: the browser still has entries of it."""
    scribe = begun(open_page, people)
    page = scribe.page
    page.context.set_offline(True)
    scribe.plays("JS")
    expect(page.locator("#state")).to_have_text("No connection, 1 unsent")
    problem = {"status": 404, "code": "not-found", "title": "There is no such thing"}
    page.route("**/api/v1/deals/**", lambda route: route.fulfill(status=404, json=problem))
    page.context.set_offline(False)
    expect(page.locator("#state")).to_have_text("No such deal, 1 unsent")
    page.locator("#state").click()
    scribe.answers("Delete entries")
    expect(page.locator("#state")).to_have_text("No such deal")
    assert (
        page.evaluate(
            """() => new Promise((resolve) => {
            const request = indexedDB.open("nought-recorder");
            request.onsuccess = () => {
                const all = request.result.transaction("entries").objectStore("entries").getAll();
                all.onsuccess = () => resolve(all.result.length);
            };
        })"""
        )
        == 0
    )
    forgive(open_page, "ERR_INTERNET_DISCONNECTED", "404")
