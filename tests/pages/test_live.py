"""A table followed in a browser while it is played: by stream, by asking, with a delay, through a seat's eyes."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from domain.engine.hiding import hide_act
from replay.notation.actions import write_action
from tests.http.people import People, Person, play, whole_deal
from tests.pages.becoming import becomes
from tests.pages.conftest import DESK, PHONE, Open, accessible, fits
from tests.pages.reading import read

SEATS = {"S": "Anula", "E": "Farook", "N": "Kavitha", "W": "Mahesh"}


@pytest.fixture
def table(people: People) -> str:
    return people.table(people.club())


def headers(who: Person) -> dict[str, str]:
    return {"Authorization": f"Bearer {who.secret}"}


def announcement(page: Page) -> str:
    return page.locator(".announcement").inner_text()


def blocked(page: Page) -> Callable[[], None]:
    """No stream gets through; says how to let them through again."""

    def refuse(route: Route) -> None:
        route.abort()

    page.route("**/stream**", refuse)
    return lambda: page.unroute("**/stream**")


def forgive(open_page: Open) -> None:
    """The browser writes of every request that was blocked; the page may have no error of its own."""
    wrong = open_page.wrong  # type: ignore[attr-defined]
    wrong[:] = [each for each in wrong if "Failed to load resource" not in each and "ERR_" not in each]


def test_a_table_is_seen_while_it_is_played(open_page: Open, people: People, table: str) -> None:
    dealer, acts = whole_deal(51)
    page = open_page(f"/tables/{table}/live")
    expect(page.locator(".connection")).to_have_text("Live")
    expect(page.locator(".nothing")).to_be_visible()
    deal = people.deal(dealer=dealer, table=table, players=SEATS)
    expect(page.locator("table-view .seat")).to_have_count(4)
    expect(page.locator("table-view")).to_contain_text("Anula")
    play(people.admin, deal, acts[:12])
    for act in acts[12:15]:
        play(people.admin, deal, [act])
        last = people.anybody.get(f"/deals/{deal}/timeline").json["acts"][-1]["act"]
        seat = page.locator("table-view").evaluate("(table, seat) => table.speech.seat(seat)", last.split(" ")[0])
        expect(page.locator(".announcement")).to_have_text(re.compile(rf"^{seat} .*\.$"))
    view = people.anybody.get(f"/deals/{deal}/views/public").json
    becomes(page, "ply => document.querySelector('table-view').view.ply === ply", view["ply"])
    assert page.locator("table-view").evaluate("table => table.view") == view
    people.admin.post(f"/deals/{deal}/undo", {"why": "a slip"})
    expect(page.locator(".announcement")).to_have_text("The record was corrected.")
    play(people.admin, deal, acts[14:])
    expect(page.locator(".announcement")).to_have_text(re.compile(r"^The deal is over\."))
    page.get_by_role("link", name="Replay from the beginning").click()
    page.wait_for_url(f"**/deals/{deal}?seat=public*")


@pytest.mark.full
def test_a_window_holds_the_whole_table_with_the_auction_and_the_tricks_beside_it(
    open_page: Open, people: People, table: str
) -> None:
    dealer, acts = whole_deal(51)
    deal = people.deal(dealer=dealer, table=table, players=SEATS)
    play(people.admin, deal, acts[:25])
    page = open_page("/docs/rapidoc.js", viewport={"width": 1280, "height": 720})
    page.add_init_script("""window.shifts = [];
        new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({value}) => value)))
            .observe({type: "layout-shift", buffered: true});""")
    page.goto(f"/tables/{table}/live")
    expect(page.locator(".connection")).to_have_text("Live")
    board, auction, tricks = (
        page.locator(f"table-view {part}").bounding_box() or {} for part in (".board", ".auction", ".taken")
    )
    assert board["y"] + board["height"] <= 720
    assert auction["x"] >= board["x"] + board["width"]
    assert tricks["x"] == auction["x"]
    assert tricks["y"] + tricks["height"] <= 720
    assert sum(page.evaluate("shifts")) <= 0.01
    fits(page)
    page.set_viewport_size({"width": 1100, "height": 720})
    fits(page)


def test_tables_where_a_deal_is_played_are_on_the_home_page_and_the_page_of_the_club(people: People) -> None:
    club = people.club()
    table, empty = people.table(club), people.table(club)
    paths = ("/", f"/clubs/{club}")

    def live(path: str) -> list[str]:
        return [each.attribute("href") or "" for each in read(people.app, path).all(".tile:has(.live) > a")]

    assert all(f"/tables/{table}/live" not in live(path) for path in paths)
    dealer, acts = whole_deal(51)
    deal = people.deal(dealer=dealer, table=table, club=club, players=SEATS)
    assert all(f"/tables/{table}/live" in live(path) for path in paths)
    assert all(f"/tables/{empty}/live" not in live(path) for path in paths)
    play(people.admin, deal, acts)
    assert all(f"/tables/{table}/live" not in live(path) for path in paths)


def test_a_table_without_a_deal_leads_on(people: People) -> None:
    club = people.club()
    address = f"/tables/{people.table(club)}/live"
    assert read(people.app, address).one(".nothing a").attribute("href") == f"/clubs/{club}"
    assert read(people.app, address, people.admin).one(".nothing a").attribute("href") == "/record"


def rows(page: Page) -> dict[str, list[str]]:
    """The cards that lie before each seat."""
    hand = "each => [...each.querySelectorAll('.hand .card:not(.back)')].map((card) => card.dataset.card)"
    return {seat: page.locator(f'table-view .seat[data-seat="{seat}"]').evaluate(hand) for seat in SEATS}


@pytest.mark.full
def test_at_the_end_the_table_shows_the_last_trick_and_the_result_then_the_hands_as_they_were_dealt(
    open_page: Open, people: People, table: str
) -> None:
    dealer, acts = whole_deal(60)
    deal = people.deal(dealer=dealer, table=table, players=SEATS)
    play(people.admin, deal, acts[:-1])
    page = open_page(f"/tables/{table}/live", viewport=PHONE, clock=True)
    expect(page.locator(".connection")).to_have_text("Live")
    felt, verdict, laid = (page.locator(f"table-view {each}") for each in (".felt", ".verdict", ".laid"))
    expect(laid).to_have_count(3)
    size = felt.bounding_box()
    play(people.admin, deal, acts[-1:])
    expect(page.locator(".announcement")).to_have_text(re.compile(r"^The deal is over\. .*(made|failed).*"))
    expect(verdict).to_be_visible()
    expect(laid).to_have_count(4)
    assert not any(rows(page).values())
    assert felt.bounding_box() == size
    page.clock.run_for(5000)
    expect(laid).to_have_count(0)
    played: dict[str, set[str]] = {seat: set() for seat in SEATS}
    for line in people.anybody.get(f"/deals/{deal}/timeline").json["acts"]:
        if match := re.fullmatch(r"(\w) \(?\[?\(?([0-9TJQKA][SHDC])\W*", line["act"]):
            played[match[1]].add(match[2])
    assert {seat: set(cards) for seat, cards in rows(page).items()} == played
    assert sum(map(len, played.values())) > 28
    expect(verdict).to_be_visible()
    assert felt.bounding_box() == size
    fits(page)
    accessible(page)
    again = open_page(f"/tables/{table}/live", viewport=DESK)
    expect(again.locator("table-view .verdict")).to_be_visible()
    assert rows(again) == rows(page), "who comes later sees the hands at once"
    expect(again.locator("table-view .laid")).to_have_count(0)
    fits(again)
    accessible(again, everyday=False)


def test_a_seat_that_is_followed_shows_no_card_of_another(open_page: Open, people: People, table: str) -> None:
    """Neither on the page nor in what the page was sent."""
    dealer, acts = whole_deal(52)
    deal = people.deal(dealer=dealer, table=table)
    seat = people.issue("seat", deal=deal, seat="E")
    known = {card for act in acts for card in re.findall(r"\b[0-9TJQKA][SHDC]\b", write_action(hide_act(act, "E")))}
    cut = next(n for n, act in enumerate(acts) if " deal " in write_action(act)) + 1
    play(people.admin, deal, acts[:cut])
    page = open_page("/clubs", extra_http_headers=headers(seat))
    page.goto(f"/tables/{table}/live")
    expect(page.locator(".connection")).to_have_text("Live")
    page.evaluate(
        """path => {
            window.sent = [];
            const source = new EventSource(path);
            for (const kind of ["deal", "view", "frame"]) source.addEventListener(kind, ({ data }) => sent.push(data));
        }""",
        f"/api/v1/tables/{table}/stream?viewer=E",
    )
    for act in acts[cut : cut + 8]:
        play(people.admin, deal, [act])
    view = people.admin.get(f"/deals/{deal}/views/E").json
    becomes(page, "ply => document.querySelector('table-view').view.ply === ply", view["ply"])
    sent: list[str] = page.evaluate("window.sent")
    assert sent
    every = {f"{rank}{suit}" for rank in "J9ATKQ87" for suit in "SHDC"}
    hidden = every - known
    assert hidden
    for text in (page.content(), page.locator("body").inner_text(), *sent):
        assert not hidden & set(re.findall(r"\b[0-9TJQKA][SHDC]\b", text))
    shown = page.locator("table-view [data-seat='E'] .card:not(.back)")
    assert shown.count() == sum(card != "??" for card in view["hands"]["E"])


@pytest.mark.full
def test_where_streams_fail_the_table_is_asked_for(open_page: Open, people: People, table: str) -> None:
    dealer, acts = whole_deal(53)
    deal = people.deal(dealer=dealer, table=table)
    page = open_page("/clubs", clock=True)
    blocked(page)
    page.goto(f"/tables/{table}/live")
    expect(page.locator(".connection")).to_have_text("Live, updated every few seconds", timeout=15_000)
    play(people.admin, deal, acts[:20])
    view = people.anybody.get(f"/deals/{deal}/views/public").json
    becomes(page, "ply => document.querySelector('table-view').view.ply === ply", view["ply"])
    expect(page.locator(".announcement")).to_have_text("East plays ten of hearts.")
    expect(page.locator(".connection")).to_have_text("Live, updated every few seconds")
    with page.expect_response("**/now**") as answer:
        page.clock.run_for(3500)
    assert answer.value.status == 304, "what did not change is not sent again"
    forgive(open_page)


@pytest.mark.full
def test_a_lost_connection_is_said_and_found_again(open_page: Open, people: People, table: str) -> None:
    people.deal(dealer="S", table=table)
    page = open_page("/clubs", clock=True)
    freed = blocked(page)
    page.goto(f"/tables/{table}/live")
    page.clock.run_for(8000)  # so long it waits for a stream to open
    expect(page.locator(".connection")).to_have_text("Live, updated every few seconds", timeout=15_000)
    page.route("**/now**", lambda route: route.abort())
    page.clock.run_for(3000)
    badge = page.get_by_role("status").filter(has_text="Connection lost. Last updated at")
    expect(badge).to_have_text(re.compile(r"Last updated at \d\d:\d\d"))
    accessible(page, everyday=False)
    page.unroute("**/now**")
    freed()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator(".connection")).to_have_text("Live")
    forgive(open_page)


@pytest.mark.full
def test_a_delay_is_said_in_words(open_page: Open, people: People, table: str) -> None:
    people.admin.post(f"/tables/{table}/delay", {"seconds": 300})
    deal = people.deal(dealer="S", table=table)
    page = open_page(f"/tables/{table}/live")
    expect(page.locator(".connection")).to_have_text("Delayed by 5 minutes")
    assert deal not in page.content()


@pytest.mark.full
def test_a_delay_is_said_in_words_and_kept(open_page: Open, people: People, table: str) -> None:
    dealer, acts = whole_deal(54)
    people.admin.post(f"/tables/{table}/delay", {"seconds": 300})
    deal = people.deal(dealer=dealer, table=table)
    play(people.admin, deal, acts[:5])
    page = open_page(f"/tables/{table}/live")
    expect(page.locator(".connection")).to_have_text("Delayed by 5 minutes")
    expect(page.locator(".nothing")).to_be_visible()
    assert deal not in page.content()
    accessible(page, everyday=False)
    recorder = people.issue("recorder", table=table)
    inside = open_page("/clubs", extra_http_headers=headers(recorder))
    inside.goto(f"/tables/{table}/live")
    expect(inside.locator(".connection")).to_have_text("Live")
    assert inside.locator("table-view").evaluate("table => table.view.ply") == 4
    people.admin.post(f"/tables/{table}/delay", {"seconds": 60})
    expect(page.locator(".connection")).to_have_text("Delayed by 60 seconds")
    people.admin.post(f"/tables/{table}/delay", {"seconds": 0})
    expect(page.locator(".connection")).to_have_text("Live", timeout=15_000)
    becomes(page, "document.querySelector('table-view').view?.ply === 4")


@pytest.mark.full
def test_eyes_are_chosen_among_those_that_are_open(open_page: Open, people: People, table: str) -> None:
    deal = people.deal(dealer="S", table=table)
    assert open_page(f"/tables/{table}/live").get_by_role("navigation", name="Views").count() == 0
    director = people.issue("arbiter", club=people.anybody.get(f"/tables/{table}").json["club"])
    page = open_page("/clubs", extra_http_headers=headers(director))
    page.goto(f"/tables/{table}/live")
    views = page.get_by_role("navigation", name="Views")
    assert views.get_by_role("link").all_inner_texts() == ["South", "East", "North", "West", "Public", "Scribe", "All"]
    views.get_by_role("link", name="North").click()
    expect(page.locator(".connection")).to_have_text("Live")
    assert page.locator("table-view").evaluate("table => table.view.viewer") == "N"
    refused = people.anybody.app.test_client().get(f"/tables/{table}/live?seat=N")
    assert refused.status_code == 403
    assert deal not in refused.get_data(as_text=True)
    assert f'href="/tables/{table}/live"' in refused.get_data(as_text=True)


@pytest.mark.full
def test_the_page_fits_a_phone_and_a_screen(open_page: Open, people: People, table: str) -> None:
    dealer, acts = whole_deal(55)
    deal = people.deal(dealer=dealer, table=table, players=SEATS, event="Thursday")
    play(people.admin, deal, acts[:-4])
    for size in (PHONE, DESK):
        page = open_page(f"/tables/{table}/live", viewport=size)
        expect(page.locator(".connection")).to_have_text("Live")
        fits(page)
        accessible(page, everyday=False)
