"""The page to explore a deal: legal cards come from the server, prices from the kernel in the browser."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from analysis.payloads import question_payload
from analysis.position import goal_of
from analysis.solver import Solver
from domain.engine.facts import CardsDisclosed
from domain.games.catalogue import RULESETS
from store.settings import Settings
from tests.analysis.endings import ending
from tests.analysis.workers import analyse_all
from tests.cases import full
from tests.http.people import People
from tests.pages.conftest import DESK, PHONE, Open, accessible_in_both_looks, fits
from tests.pages.deals import document, take_in
from web.languages import COOKIE as LANGUAGE

PRICE = """async (questions) => {
  const { kernel } = JSON.parse(document.getElementById("known").textContent);
  const worker = new Worker(kernel.worker, { type: "module" });
  worker.postMessage({ start: { code: new URL(kernel.code, location.href).href, layout: kernel.layout } });
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const answers = [];
  for (const [id, { deal, position }] of questions.entries()) {
    answers.push(await new Promise((resolve) => {
      worker.onmessage = ({ data }) => data.id === id && !data.more && resolve(data);
      worker.postMessage({ id, deal: bytes(deal), position: bytes(position), guess: 0, budget: 50_000_000 });
    }));
  }
  worker.terminate();
  return answers;
}"""
"""Prices questions, as `question_payload` writes them, with the worker of the page."""


FEWER = """const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (data) {
  return post.call(this, data.budget && !window.patient ? { ...data, budget: 300 } : data);
};"""
"""Has the kernel give up after 300 positions, until the page is `patient`."""


@pytest.fixture(scope="module")
def open_game(people: People, settings: Settings) -> str:
    deal = take_in(people, 10)
    analyse_all(settings)
    return deal


def play(page: Page, card: str) -> None:
    """Play a card by its button, and wait for the prices of the next ones."""
    before = page.url
    page.locator(f".choice[data-card='{card}']").click()
    expect(page).not_to_have_url(before)


def prices(page: Page) -> dict[str, str]:
    """The cards with their prices, once all are computed."""
    expect(page.locator(".evaluation .badge")).to_be_visible()
    shown: dict[str, str] = page.evaluate(
        "Object.fromEntries([...document.querySelectorAll('.choice')].map((each) =>"
        " [each.dataset.card, each.querySelector(':scope > b').textContent]))"
    )
    return shown


@pytest.mark.full
def test_a_deal_of_the_demo_from_its_strip_to_a_line_of_five_plies(
    people: People, open_game: str, open_page: Open
) -> None:
    """The only requests of the line are for legal cards, and their answers have no price."""
    page = open_page(f"/deals/{open_game}?seat=all#25", viewport=DESK)
    page.get_by_role("button", name="Analyse this deal").click()
    panel = page.locator("section.analysis")
    expect(panel.locator(".strip .column")).to_have_count(32)
    expect(panel.locator(".verdict")).to_contain_text("North played the ace of clubs: cost 51")
    panel.get_by_role("button", name="Analyse from North’s seat").click()
    expect(panel).to_contain_text(
        re.compile(r"From the seat: the mean over \d+ of the 99,792 deals that fit what North knew\.")
    )
    page.keyboard.press("ArrowLeft")
    expect(page.locator("table-view .seat.turn .card.playable")).to_have_count(5)
    expect(page.locator("table-view .seat.turn .card.best .price")).to_have_text("202")
    page.get_by_role("link", name="Explore from here").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Explore deal 10")
    cards = people.anybody.get(f"/deals/{open_game}/analysis/25").json["cards"]
    assert prices(page) == {each["card"]: str(each["open"]) for each in cards}
    requests: list[Request] = []
    page.on("request", lambda request: requests.append(request))
    for _ in range(5):
        best = page.locator(".choice.best").first.get_attribute("data-card")
        assert best
        play(page, best)
        assert all(price.isdecimal() for price in prices(page).values())
    expect(page.locator(".compared [aria-current]")).to_have_count(1)
    assert re.search(r"#24/(?:\w\w\.){4}\w\w$", page.url)
    assert {(each.method, each.url.partition("/api/v1")[2]) for each in requests} == {
        ("POST", f"/deals/{open_game}/explore")
    }
    assert len(requests) == 5
    for each in requests:
        answer = each.response()
        assert answer
        assert "price" not in answer.text()


@pytest.mark.full
@pytest.mark.parametrize(
    "key", ["304", full("sidi-barrani"), full("304-six-36"), full("304-eight"), full("304-maharashtra"), full("904")]
)
def test_the_kernel_in_the_browser_prices_as_the_one_on_the_server(key: str, open_game: str, open_page: Open) -> None:
    assert key in RULESETS
    page = open_page(f"/deals/{open_game}/explore")
    states = [ending(key, seed, 4 if key != "304-eight" else 3) for seed in range(20)]
    questions = [question_payload(s, s) for s in states]
    answers: list[dict[str, Any]] = page.evaluate(PRICE, questions)
    solver = Solver()
    for s, question, answer in zip(states, questions, answers, strict=True):
        assert answer["finished"]
        ours = {question["cards"][number]: question["taken"] + price for number, price in answer["prices"].items()}
        theirs = solver.prices(s, goal_of(s)).of
        assert ours == {s.rules.tables.card[bit]: price for bit, price in theirs.items()}


@pytest.mark.full
def test_lines_branch_and_are_kept_named_removed_and_shared(open_game: str, open_page: Open) -> None:
    page = open_page(f"/deals/{open_game}/explore#24", viewport=DESK)
    for card in ("AS", "TS"):
        play(page, card)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".compared .later")).to_have_count(1)
    play(page, "9S")
    expect(page.locator(".lines .title")).to_have_count(2)
    expect(page.locator(".lines .title").nth(1)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Name: Line 2").click()
    page.get_by_role("textbox", name="Name of the line").fill("Nine / first")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".lines .title > span > b").nth(1)).to_have_text("Nine / first")
    link = page.url
    assert link.endswith("#24/AS.9S//Nine%20%2F%20first")
    page.reload()
    expect(page.locator(".lines .title")).to_have_count(2)
    expect(page.locator(".announcement")).to_have_text("West plays nine of spades. South to play.")
    page.get_by_role("button", name="Remove: Line 1").click()
    expect(page.locator(".lines .title")).to_have_count(1)
    other = open_page(link.partition("/deals/")[1] + link.partition("/deals/")[2], viewport=PHONE)
    expect(other.locator(".announcement")).to_have_text("West plays nine of spades. South to play.")
    expect(other.locator(".lines .title > span > b")).to_have_text("Nine / first")
    fits(other)


@pytest.mark.full
def test_everything_works_by_keyboard(open_game: str, open_page: Open) -> None:
    """Arrow keys step, Space plays the best card, and the focus stays in the group of cards."""
    page = open_page(f"/deals/{open_game}/explore#24", viewport=PHONE, reduced_motion="reduce")
    prices(page)
    page.locator(".choice").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/explore#24/*")
    expect(page.locator(".choice:focus")).to_have_count(1)
    page.keyboard.press("Home")
    expect(page.locator(".announcement")).to_have_text("North to play.")
    page.keyboard.press("End")
    expect(page.locator(".announcement")).to_contain_text("West to play.")
    prices(page)
    page.locator("h1").click()
    page.keyboard.press("Space")
    page.wait_for_url(re.compile(r"#24/\w\w\.\w\w$"))
    prices(page)
    fits(page)
    accessible_in_both_looks(page)


@pytest.mark.full
def test_what_is_not_finished_says_so(open_game: str, open_page: Open) -> None:
    """A card without a price has a question mark, and the reader may have it searched for longer."""
    page = open_page("/clubs", viewport=PHONE)
    page.add_init_script(FEWER)
    page.goto(f"/deals/{open_game}/explore#24")
    expect(page.locator(".evaluation")).to_contain_text("Not finished: cards with ? have no price yet.")
    assert "?" in page.locator(".choice > b").all_inner_texts()
    assert page.locator("[data-best]").is_disabled()
    fits(page)
    page.evaluate("window.patient = true")
    page.get_by_role("button", name="Search longer").click()
    assert all(price.isdecimal() for price in prices(page).values())


@pytest.mark.full
def test_a_line_ends_with_the_result(open_game: str, open_page: Open) -> None:
    """Until the last card; a card on the table may be clicked too."""
    page = open_page(f"/deals/{open_game}/explore#38", viewport=DESK)
    expect(page.locator(".choice").first).to_be_visible()
    for _ in range(8):
        if not page.locator(".choice").count():
            break
        prices(page)
        before = page.url
        page.locator("table-view .card.playable").first.click()
        expect(page).not_to_have_url(before)
    expect(page.locator(".announcement")).to_contain_text("180 in diamonds made")
    expect(page.locator(".evaluation")).to_be_empty()


@pytest.mark.full
def test_a_link_that_cannot_be_played_says_so(open_game: str, open_page: Open) -> None:
    page = open_page(f"/deals/{open_game}/explore#24/AS.AS")
    expect(page.locator(".announcement")).to_have_text(
        "The line of this link cannot be played in this deal. You see the position where it begins."
    )
    expect(page.locator(".choice").first).to_be_visible()
    open_page.tolerated.append("422")  # type: ignore[attr-defined]


@pytest.mark.full
def test_a_deal_with_unknown_cards_says_why_it_cannot_be_explored(people: People, open_page: Open) -> None:
    facts = [item.fact for item in document(18).items]
    disclosed_at = next(n for n, fact in enumerate(facts) if isinstance(fact, CardsDisclosed))
    deal = take_in(people, 18, entries=disclosed_at)
    page = open_page(f"/deals/{deal}/explore", extra_http_headers={"Authorization": f"Bearer {people.admin.secret}"})
    expect(page.locator(".announcement")).to_contain_text("not all cards are known")
    assert page.locator(".choice").count() == 0
    page.keyboard.press("ArrowLeft")
    open_page.tolerated.append("422")  # type: ignore[attr-defined]


@pytest.mark.full
def test_a_line_is_shown_in_the_language_of_the_reader(open_game: str, open_page: Open, site: str) -> None:
    """Four languages; seats have a letter of that language."""
    page = open_page("/clubs", viewport=PHONE)
    for language, turn, letters in (
        ("en", "North to play.", "NWSE"),
        ("ta", "முறை: வடக்கு.", "வமேதெகி"),
        ("si", "වාරය: උතුර.", "උබදනැ"),
        ("gsw", "Norde isch dra.", "NWSO"),
    ):
        page.context.add_cookies([{"name": LANGUAGE, "value": language, "url": site}])
        page.goto("/clubs")
        page.goto(f"/deals/{open_game}/explore#24")
        expect(page.locator(".announcement")).to_have_text(turn)
        shown = page.locator(".compared .record").first.locator("small [aria-hidden]").all_inner_texts()
        assert "".join(shown) == letters
        fits(page)


def test_who_may_not_see_all_hands_explores_nothing(people: People, open_page: Open) -> None:
    deal = take_in(people, 10, entries=30)
    seat = people.issue("seat", deal=deal, seat="N")
    page = open_page("/clubs")
    for headers in ({}, {"Authorization": f"Bearer {seat.secret}"}):
        answer = page.request.get(f"/deals/{deal}/explore", headers=headers)
        assert answer.status == 403
        assert "hands" not in answer.text().partition("known")[2]
    page.goto(f"/deals/{deal}")
    expect(page.locator(".announcement")).not_to_be_empty()
    assert page.locator("a[data-explore]").count() == 0


@pytest.mark.full
def test_only_the_worker_may_compile_the_kernel(open_game: str, open_page: Open) -> None:
    """The page keeps the policy of every page; the worker has its own, which allows nothing else."""
    page = open_page(f"/deals/{open_game}/explore")
    policy = page.request.get(f"/deals/{open_game}/explore").headers["content-security-policy"]
    assert "wasm" not in policy
    kernel = page.evaluate("JSON.parse(document.getElementById('known').textContent).kernel")
    worker = page.request.get(kernel["worker"])
    assert worker.headers["content-security-policy"].startswith("default-src 'none'; script-src 'wasm-unsafe-eval'")
    code = page.request.get(kernel["code"])
    assert code.headers["content-type"] == "application/wasm"
    assert "immutable" in code.headers["cache-control"]
