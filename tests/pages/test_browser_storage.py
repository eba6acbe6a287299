"""Pages that keep something in the browser work in one that forbids it or has no room, and say so where it matters."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import web
from tests.cases import full
from tests.http.people import People, opened
from tests.pages.becoming import becomes
from tests.pages.conftest import PHONE, Open, accessible
from web.languages import COOKIE as LANGUAGE

FORBIDDEN = """for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(window, name, { get() { throw new DOMException("no", "SecurityError"); } });
}"""
FULL = """Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
Storage.prototype.getItem = () => "{damaged";"""
CANNOT_SAVE = "This browser cannot save entries now: keep this tab open until all are sent."


def opened_with(open_page: Open, people: People, path: str, script: str) -> Page:
    page = open_page("/health", extra_http_headers={"Authorization": f"Bearer {people.admin.secret}"})
    page.context.add_init_script(script)
    page.goto(path)
    return page


@pytest.mark.full
def test_a_slate_and_the_results_are_written_without_storage(open_page: Open, people: People) -> None:
    for script in (FORBIDDEN, FULL):
        slate = opened(people.admin.post("/slates", {"game": "schieber", "club": people.club()}))
        page = opened_with(open_page, people, f"/slates/{slate}", script)
        page.locator(".keys").get_by_role("button", name="9", exact=True).click()
        page.context.set_offline(True)
        page.get_by_role("button", name="Write line").click()
        expect(page.locator(".announcement")).to_have_text(CANNOT_SAVE)
        accessible(page, everyday=False)
        page.context.set_offline(False)
        expect(page.locator(".lines-of-slate tbody tr")).to_have_count(1)

        terms = {"format": "swiss", "rounds": 3, "encounter": {"race": 7}}
        sent = {"name": f"Cup {slate}", "terms": terms, "ruleset": "304", "club": people.club()}
        cup = opened(people.admin.post("/tournaments", sent))
        for n in range(1, 3):
            people.admin.post(f"/tournaments/{cup}/entries", {"name": f"Pair {n}", "players": [f"{n} A", f"{n} B"]})
        assert people.admin.post(f"/tournaments/{cup}/rounds").status_code in (200, 201)
        page = opened_with(open_page, people, f"/tournaments/{cup}/desk/results", script)
        page.locator("input[data-cell]").first.fill("7")
        expect(page.locator(".announcement")).to_have_text(CANNOT_SAVE)
        page.locator("input[data-cell]").nth(1).fill("4")
        page.keyboard.press("Enter")
        expect(page.locator("#grid-left")).to_have_text("1 of 1 results entered")
    wrong = open_page.wrong  # type: ignore[attr-defined]
    wrong[:] = [each for each in wrong if "ERR_INTERNET_DISCONNECTED" not in each]


@pytest.mark.full
def test_recorded_entries_are_announced(open_page: Open, people: People) -> None:
    sent = {"name": "Announced", "terms": {"format": "swiss", "rounds": 3, "encounter": {"race": 7}}, "ruleset": "304"}
    cup = opened(people.admin.post("/tournaments", {**sent, "club": people.club()}))
    headers = {"Authorization": f"Bearer {people.admin.secret}"}
    page = open_page(f"/tournaments/{cup}/desk/entries", extra_http_headers=headers)
    page.get_by_label("One entry per line").fill("Anula, Farook\nNimal, Suren")
    page.get_by_role("button", name="Show what would be recorded").click()
    page.get_by_role("button", name="Record the entries").click()
    expect(page.locator(".announcement")).to_have_text("The entries are recorded.")
    accessible(page, everyday=False)


def test_one_module_keeps_what_pages_keep() -> None:
    """It alone knows that storage can be forbidden, full or damaged (js/kept.js)."""
    scripts = sorted((Path(web.__path__[0]) / "static" / "js").glob("**/*.js"))
    assert len(scripts) > 80
    users = [
        path.name
        for path in scripts
        if re.search(r"^[^/\n]*\b(?:local|session)Storage\b", path.read_text(), re.MULTILINE)
    ]
    assert users == ["kept.js"]


@pytest.mark.full
@pytest.mark.parametrize("language", [full("en"), "ta", full("si")])
def test_the_offline_copy_of_the_recorder_has_all_that_its_page_loads(
    open_page: Open, people: People, site: str, language: str
) -> None:
    headers = {"Authorization": f"Bearer {people.admin.secret}"}
    page = open_page("/health", viewport=PHONE, extra_http_headers=headers)
    page.context.add_cookies([{"name": LANGUAGE, "value": language, "url": site}])
    page.goto(f"/record/{people.deal()}")
    becomes(page, "document.querySelector('#choices button') !== null")
    page.evaluate("document.fonts.ready")
    loaded = page.evaluate("performance.getEntriesByType('resource').map((each) => new URL(each.name).pathname)")
    assets = {path for path in loaded if path.startswith("/static/")}
    kept = set(re.findall(r'"(/static/[^"]+)"', page.request.get("/sw.js").text()))
    assert len(assets) > 20
    assert assets - kept == set()
    assert any("tamil" in path for path in kept) == (language == "ta")


IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Safari/604.1"
MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.0 Safari/605.1.15"
ANDROID = "Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"


@pytest.mark.full
@pytest.mark.parametrize(
    ("agent", "script", "text"),
    [
        (IPHONE, "navigator.standalone = false", "tap Share, then “Add to Home Screen”."),
        full(MAC, "", "choose File, then “Add to Dock”."),
        full(ANDROID, "", "open the menu of Firefox, then tap “Add app to Home screen”."),
    ],
    ids=["iPhone", "Mac", "Firefox"],
)
def test_the_page_says_how_to_install_it_where_the_browser_does_not_offer_it(
    open_page: Open, people: People, agent: str, script: str, text: str
) -> None:
    headers = {"Authorization": f"Bearer {people.admin.secret}"}
    page = open_page("/health", viewport=PHONE, extra_http_headers=headers, user_agent=agent, has_touch=True)
    page.context.add_init_script(script)
    page.goto("/record")
    expect(page.locator("#shell")).to_contain_text(text)
    accessible(page)
