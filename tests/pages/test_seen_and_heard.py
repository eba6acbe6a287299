"""Pages for readers with large text, a screen reader, colours of their own, another language, or a small frame."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, expect

from tests.cases import full
from tests.http.classes import WORDS, a_class, published
from tests.http.people import People, opened
from tests.pages.conftest import PHONE, Open, accessible
from tests.pages.evening import Evening, an_evening
from web.languages import COOKIE as LANGUAGE

QUESTION = "/learn/02-following-suit/1/4"
LARGE = "document.documentElement.style.fontSize = '200%'"


@pytest.fixture(scope="module")
def evening(people: People) -> Evening:
    return an_evening(people)


def official(people: People) -> dict[str, str]:
    return {"Authorization": f"Bearer {people.admin.secret}"}


def style(page: Page, selector: str, name: str) -> str:
    """A computed property of the first element."""
    value: str = page.locator(selector).first.evaluate("(part, name) => getComputedStyle(part)[name]", name)
    return value


@pytest.mark.full
def test_the_verdict_of_a_lesson_is_said_and_its_steps_have_numbers(open_page: Open) -> None:
    """A live region that is empty when the page comes, and then has the verdict: only then is it read."""
    page = open_page(QUESTION, viewport=PHONE)
    expect(page.locator("main")).to_contain_text("Chapter 1, step 4")
    assert page.locator("#verdict").text_content() == ""
    page.locator("#question form button").first.click()
    sent = page.request.get(page.url).text()
    assert '<p class="unseen" role="status" id="verdict"></p>' in sent
    shown = page.locator(".verdict-of-answer").inner_text().strip()
    assert shown
    expect(page.locator("#verdict")).to_have_text(" ".join(shown.split()))
    accessible(page, everyday=False)


@pytest.mark.full
def test_the_verdict_is_said_in_a_class_too(open_page: Open, people: People) -> None:
    room = a_class(people, lesson="02-following-suit")
    page = open_page(f"/class/{room.code}", viewport=PHONE)
    page.get_by_label("Nickname").fill("Amara")
    page.get_by_role("button", name="Join class").click()
    page.wait_for_selector("#pupil")
    page.goto(f"/class/{room.code}/1/4")
    expect(page.locator("#pupil")).to_contain_text("Chapter 1, step 4")
    page.locator("form[data-answer] button").first.click()
    expect(page.locator("#verdict")).to_contain_text("ight.")


@pytest.mark.full
def test_a_question_in_own_words_promises_no_teacher_to_who_reads_alone(open_page: Open, people: People) -> None:
    lesson = published(people)
    page = open_page(f"/learn/{lesson}/{WORDS[0]}/{WORDS[1]}")
    page.get_by_label("Your answer").fill("South held the ace.")
    page.get_by_role("button", name="Check answer").click()
    expect(page.locator(".verdict-of-answer")).to_contain_text("no fixed answer")
    expect(page.locator("main")).not_to_contain_text("teacher marks")


@pytest.mark.full
def test_large_text_on_a_phone_is_not_covered_by_the_controls(
    open_page: Open, people: People, evening: Evening
) -> None:
    """WCAG 1.4.4: text at 200 %."""
    deal = evening.deals[0]["id"]
    for path in (f"/deals/{deal}?seat=all#27", f"/deals/{deal}/embed#27", f"/deals/{deal}/explore#27"):
        page = open_page(path, viewport={"width": 390, "height": 844}, extra_http_headers=official(people))
        page.locator("table-view .hand .card").first.wait_for()
        dock = page.locator(".dock")
        assert style(page, ".dock", "position") == "sticky"
        page.evaluate(LARGE)
        expect(dock).to_have_css("position", "static")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
        page.evaluate("document.documentElement.style.fontSize = ''")
        expect(dock).to_have_css("position", "sticky")


@pytest.mark.full
def test_the_whole_table_is_seen_in_the_frame_of_another_site(open_page: Open, evening: Evening) -> None:
    """The size that the page to share offers."""
    page = open_page(f"/deals/{evening.deals[0]['id']}/embed?seat=all#7", viewport={"width": 700, "height": 640})
    page.locator("table-view .hand .card").first.wait_for()
    bottoms = [box["y"] + box["height"] for each in page.locator(".hand .card").all() if (box := each.bounding_box())]
    controls = page.locator(".dock").bounding_box()
    assert controls is not None
    assert len(bottoms) > 12
    assert max(bottoms) <= controls["y"]
    assert controls["y"] + controls["height"] <= 640


@pytest.mark.full
def test_escape_and_a_tap_elsewhere_close_the_menu_of_languages(open_page: Open) -> None:
    page = open_page("/")
    menu, button = page.locator("details.menu"), page.get_by_label("Language and appearance")
    button.press("Enter")
    expect(menu).to_have_attribute("open", "")
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(menu).not_to_have_attribute("open", "")
    expect(button).to_be_focused()
    button.click()
    page.locator("footer").click()
    expect(menu).not_to_have_attribute("open", "")


@pytest.mark.full
def test_marks_stay_in_the_colours_of_the_readers_system(open_page: Open, people: People, evening: Evening) -> None:
    """Whose turn it is, what is pressed, what may be played, and where one is."""
    deal = evening.deals[0]["id"]
    page = open_page(f"/deals/{deal}?seat=all#9", forced_colors="active", extra_http_headers=official(people))
    page.locator("table-view .seat.turn").wait_for()
    for marked, other in (
        (".seat.turn .name", ".seat:not(.turn) .name"),
        ('.viewers [aria-pressed="true"]', '.viewers [aria-pressed="false"]'),
        (".plies a[aria-current]", ".plies a:not([aria-current])"),
    ):
        assert style(page, marked, "backgroundColor") != style(page, other, "backgroundColor"), marked
    match = opened(people.admin.post("/matches", {"ruleset": "304", "dealer": "S"}))
    page.goto(f"/record/{opened(people.admin.post('/deals', {'match': match}))}")
    pressed = page.locator('.ring .who[aria-pressed="true"]')
    pressed.wait_for()
    assert style(page, '.who[aria-pressed="true"]', "backgroundColor") != style(
        page, '.who[aria-pressed="false"]', "backgroundColor"
    )
    page.evaluate("""() => document.body.insertAdjacentHTML("beforeend",
        '<card-pad><button data-verdict="legal">J</button><button class="dim">9</button></card-pad>')""")
    assert style(page, 'card-pad [data-verdict="legal"]', "borderTopWidth") == "3px"
    assert style(page, "card-pad .dim", "borderTopStyle") == "dotted"
    slate = opened(people.admin.post("/slates", {"game": "coiffeur", "teams": {"A": "Vreni", "B": "Beat"}}))
    page.goto(f"/slates/{slate}")
    assert style(page, ".totals .turn", "borderTopColor") != style(page, ".totals div:not(.turn)", "borderTopColor")
    checked = page.locator(".choices .choice:has(:checked)").first
    ground = "part => getComputedStyle(part.querySelector('input')).backgroundColor"
    assert checked.evaluate(ground) != page.locator(".choices .choice:not(:has(:checked))").first.evaluate(ground)


@pytest.mark.full
@pytest.mark.parametrize("knows", [full(True), False])
def test_dates_are_in_sinhala_also_where_the_browser_does_not_know_it(
    open_page: Open, evening: Evening, site: str, knows: bool
) -> None:
    page = open_page("/docs/rapidoc.js", timezone_id="Asia/Colombo", locale="en-US")
    page.context.add_cookies([{"name": LANGUAGE, "value": "si", "url": site}])
    if not knows:
        page.add_init_script("""{
          const { DateTimeFormat } = Intl;
          const known = (names) => [names].flat().filter((name) => !/^si/.test(name));
          Intl.DateTimeFormat = function (names, how) { return new DateTimeFormat(known(names ?? []), how); };
          Intl.DateTimeFormat.supportedLocalesOf = (names) => DateTimeFormat.supportedLocalesOf(known(names));
        }""")
    page.goto("/deals")
    at = datetime.now(ZoneInfo("Asia/Colombo"))
    shown = page.locator(".deals time").first.inner_text()
    assert any("\u0d80" <= letter <= "\u0dff" for letter in shown), shown
    assert shown.startswith(f"{at.year} "), shown


@pytest.mark.full
@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", full("Pacific/Pago_Pago")])
def test_a_list_of_slates_has_the_day_where_its_reader_is(open_page: Open, people: People, zone: str) -> None:
    """One of these zones has another day than UTC at any hour."""
    opened(people.admin.post("/slates", {"game": "coiffeur", "teams": {"A": "Vreni", "B": "Beat"}}))
    before = datetime.now(UTC)
    page = open_page("/slates", timezone_id=zone, extra_http_headers=official(people))
    shown = page.locator(".slates time").first.inner_text()
    days = {at.astimezone(ZoneInfo(zone)) for at in (before, datetime.now(UTC))}
    assert shown in {f"{day.day} {day:%b} {day.year}" for day in days}


@pytest.mark.full
def test_rules_are_read_aloud_in_the_language_in_which_they_are_written(
    open_page: Open, people: People, site: str
) -> None:
    """Headings of the rule documents are English on pages in other languages."""
    page = open_page("/docs/rapidoc.js", extra_http_headers=official(people))
    page.context.add_cookies([{"name": LANGUAGE, "value": "ta", "url": site}])
    page.goto("/learn/02-following-suit/2/5")
    spoken = "parts => parts.map((part) => part.closest('[lang]').lang)"
    clauses = page.locator("#clause option").evaluate_all(spoken)
    assert len(clauses) > 3
    assert set(clauses) == {"en"}
    page.goto("/rules/304")
    assert set(page.locator(".sources dd, .sentences small").evaluate_all(spoken)) == {"en"}
