"""A director's wishes for draws at the desk: entries kept apart, byes on request, a round while a table still plays."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.http.people import People
from tests.http.tournament_requests import draw, report, tournament
from tests.pages.conftest import PHONE, Open, accessible_in_both_looks, fits, press_and_agree

TERMS = {"format": "swiss", "rounds": 3, "encounter": {"race": 7}, "requested_byes": 1, "acceleration": "baku"}


@pytest.mark.full
def test_a_director_keeps_entries_apart_grants_a_bye_and_draws_while_a_table_plays(
    open_page: Open, people: People
) -> None:
    cup = tournament(people.admin, 6, TERMS)
    headers = {"Authorization": f"Bearer {people.admin.secret}"}
    page = open_page(f"/tournaments/{cup}/desk/entries", viewport=PHONE, extra_http_headers=headers)
    page.get_by_text("Keep entries apart").click()
    page.get_by_label("Entry numbers, one per line").fill("1\n4 Pair 4")
    page.get_by_label("Always: a draw that cannot avoid it is refused").check()
    apart = page.locator("#apart")
    apart.get_by_label("Reason").fill("one family")
    page.get_by_role("button", name="Keep apart").click()
    sheet = page.get_by_role("dialog", name="This changes")
    expect(sheet.get_by_text("Draws must keep apart: Pair 1 and Pair 4.")).to_be_visible()
    expect(sheet.get_by_text("New lots decide the draw when it is made.")).to_be_visible()
    accessible_in_both_looks(page, everyday=False)
    sheet.get_by_role("button", name="Keep apart").click()
    expect(page.get_by_role("heading", name="Kept apart in draws")).to_be_visible()
    (avoidance,) = people.admin.get(f"/tournaments/{cup}").json["avoidances"]
    assert (avoidance["entries"], avoidance["absolute"], avoidance["why"]) == (["1", "4"], True, "one family")
    page.get_by_text("Request a bye", exact=True).click()
    page.locator("#asking").select_option("6")
    page.get_by_label("Round", exact=True).fill("2")
    press_and_agree(page, page.get_by_role("button", name="Request bye"))
    expect(page.get_by_text("bye in round 2")).to_be_visible()
    page.get_by_text("Take back a bye request").click()
    fits(page)
    accessible_in_both_looks(page, everyday=False)
    press_and_agree(page, page.get_by_role("button", name="Let it play"))
    expect(page.get_by_text("bye in round 2")).to_have_count(0)
    press_and_agree(page, page.get_by_role("button", name="Let them meet"))
    expect(page.get_by_role("heading", name="Kept apart in draws")).to_have_count(0)

    *others, slow = draw(people.admin, cup)["encounters"]
    for table in others:
        report(people.admin, table["id"], 7, 2)
    page.goto(page.url.replace("/entries", "/round"))
    page.get_by_text("Draw round 2 while tables still play").click()
    ours = f"Pair {slow['sides'][0][0]}"
    page.locator("#assumed-0").select_option(label=f"a win of {ours}")
    fits(page)
    accessible_in_both_looks(page, everyday=False)
    press_and_agree(page, page.locator("#ahead-2").get_by_role("button", name="Draw round 2"))
    expect(page.locator("#assumed-results")).to_contain_text(f"assumed as a win of {ours}. There is no result yet.")
    expect(page.get_by_role("heading", name="Round 1 is still open")).to_be_visible()
    expect(page.get_by_text("Draw round 3 while tables still play")).to_be_visible()
    expect(page.get_by_role("button", name="Draw round 3"), "the next draw takes a decision of its own").to_be_hidden()
    fits(page)
    accessible_in_both_looks(page, everyday=False)
    page.locator("#assumed-results a").click()
    expect(page.locator("#next-places")).to_contain_text(f"{ours}:")
    accessible_in_both_looks(page, everyday=False)
    report(people.admin, slow["id"], 3, 7)
    page.go_back()
    page.reload()
    expect(page.locator("#assumed-results")).to_contain_text("The result is different: 3 to 7.")
    expect(page.locator("#draw-changes")).to_contain_text("at the time of this draw, now 3 to 7.")
    press_and_agree(page, page.get_by_role("button", name="Close round 1"))
    expect(page.get_by_role("heading", name="Round 1 is still open")).to_have_count(0)


@pytest.mark.full
def test_a_preview_is_in_the_language_of_the_reader(people: People) -> None:
    cup = tournament(people.admin, 4, TERMS)
    draw(people.admin, cup)
    about = {"path": f"/api/v1/tournaments/{cup}/clock", "body": {"round": 1, "minutes": 50}}
    english, tamil = (
        people.admin.post(f"/tournaments/{cup}/preview", about, headers={"Accept-Language": language}).json
        for language in ("en", "ta")
    )
    for name in ("title", "rows"):
        assert tamil["changes"][0][name] != english["changes"][0][name]
    assert tamil["undo"] != english["undo"]
    assert tamil["recorded"] != english["recorded"]
