"""Two windows of the same desk: what was done in one is refused in the other, which then shows how things stand."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.http.classes import TRUMPS, WORDS, a_class
from tests.http.people import People, opened
from tests.http.test_slates import slate, write
from tests.http.tournament_requests import done, draw, tournament
from tests.pages.becoming import until
from tests.pages.conftest import DESK, Open
from tests.pages.scribe import forgive
from tests.pages.test_classes import join

OTHER_TABLES = [{"table": 1, "sides": [["1"], ["2"]]}, {"table": 2, "sides": [["3"], ["4"]]}]


@pytest.mark.full
def test_a_desk_shows_the_round_that_another_window_drew(open_page: Open, people: People) -> None:
    cup = tournament(people.admin, 4, club=people.club())
    headers = {"Authorization": f"Bearer {people.admin.secret}"}
    page = open_page(f"/tournaments/{cup}/desk/round", viewport=DESK, extra_http_headers=headers)
    button = page.get_by_role("button", name="Draw round 1", exact=True)
    expect(button).to_be_visible()
    draw(people.admin, cup)
    button.click()
    expect(page.locator(".announcement.warn")).to_have_text("The next round to be drawn is 2, not 1.")
    expect(button).to_have_count(0)
    expect(page.locator("#main")).to_be_focused()
    expect(page.get_by_role("link", name="Go to the tables")).to_be_visible()
    forgive(open_page, "409")


@pytest.mark.full
def test_a_refused_form_keeps_what_was_typed(open_page: Open, people: People) -> None:
    """The page around it is new: the entry that another window wrote is there."""
    cup = tournament(people.admin, 4, club=people.club())
    headers = {"Authorization": f"Bearer {people.admin.secret}"}
    page = open_page(f"/tournaments/{cup}/desk/entries", viewport=DESK, extra_http_headers=headers)
    names = page.locator('form[data-send$="/entries"]').first
    names.locator('[name="name"]').fill("Latecomers")
    before = people.admin.get(f"/tournaments/{cup}").json["entries"][0]["name"]
    names.locator('[name="name"]').fill(before)
    names.locator("button").last.click()
    refusal = names.locator(".message.warn")
    expect(refusal).to_be_visible()
    expect(names.locator('[name="name"]')).to_have_value(before)
    forgive(open_page, "409", "422")


@pytest.mark.full
def test_a_draw_by_hand_shows_the_round_that_another_window_drew(open_page: Open, people: People) -> None:
    cup = tournament(people.admin, 4, club=people.club())
    headers = {"Authorization": f"Bearer {people.admin.secret}"}
    page = open_page(f"/tournaments/{cup}/desk/by-hand", viewport=DESK, extra_http_headers=headers)
    button = page.locator("#by-hand").get_by_role("button").last
    expect(button).to_be_visible()
    # Another one than the page offers, which lots could draw too: the check would say that nothing changes.
    draw(people.admin, cup, by_hand={"pairings": OTHER_TABLES})
    button.click()
    page.get_by_role("button", name="Record draw").click()
    expect(page.locator(".announcement.warn")).to_have_text("The next round to be drawn is 2, not 1.")
    expect(page.get_by_text("This is the current draw.")).to_be_visible()
    button.click()  # the script of the page goes on with the new form
    expect(page.locator("#broke")).to_have_text("Round 1 would be drawn as it is.")
    forgive(open_page, "409", "422")


@pytest.mark.full
def test_an_answer_to_a_fact_that_another_window_gave_never_becomes_the_opposite(
    open_page: Open, people: People
) -> None:
    """The button is gone after the refusal, and no other one, such as the one that contests, has the focus."""
    deal = people.played(20)
    dispute = opened(people.admin.post(f"/deals/{deal}/disputes", {"side": "NS", "claim": "East revoked."}))
    done(people.admin, f"/disputes/{dispute}/facts", {"text": "East had a heart."})
    headers = {"Authorization": f"Bearer {people.admin.secret}"}
    page = open_page(f"/disputes/{dispute}", viewport=DESK, extra_http_headers=headers)
    agree = page.locator(".ticks li").first.get_by_role("button", name="Agree")
    expect(agree).to_be_visible()
    number = people.admin.get(f"/disputes/{dispute}").json["facts"][0]["number"]
    done(people.admin, f"/disputes/{dispute}/facts/{number}/ticks", {"side": "NS", "agrees": True})
    agree.click()
    expect(page.locator(".announcement.warn")).to_have_text("NS has said so already.")
    expect(page.locator(".ticks li").first).to_contain_text("✓ agree")
    expect(page.locator("#main")).to_be_focused()
    done(people.admin, f"/disputes/{dispute}/withdrawal", {"side": "NS"})
    page.locator("#stating textarea").fill("East had two hearts.")
    page.get_by_role("button", name="State fact").click()
    expect(page.locator(".announcement.warn")).to_be_visible()
    expect(page.locator("#stating")).to_have_count(0)
    forgive(open_page, "409", "422")


@pytest.mark.full
def test_a_ruling_that_another_window_signed_is_there_before_this_one_is_previewed(
    open_page: Open, people: People
) -> None:
    deal = people.played(20)
    dispute = opened(people.admin.post(f"/deals/{deal}/disputes", {"side": "NS", "claim": "East revoked."}))
    headers = {"Authorization": f"Bearer {people.admin.secret}"}
    page = open_page(f"/disputes/{dispute}", viewport=DESK, extra_http_headers=headers)
    page.locator("#ruling [data-kinds]").first.select_option("nothing")
    page.locator("#ruling").get_by_label("Reason").fill("It was a slip.")
    ruling = {"remedies": [{"kind": "nothing"}], "reason": "Nothing was broken.", "appeal_minutes": 30}
    done(people.admin, f"/disputes/{dispute}/ruling", ruling)
    page.get_by_role("button", name="Preview effects").click()
    expect(page.locator(".announcement.warn")).to_be_visible()
    expect(page.get_by_text("Nothing was broken.").first).to_be_visible()
    expect(page.locator("#ruling")).to_have_count(0)
    forgive(open_page, "409", "422")


@pytest.mark.full
def test_an_appeal_that_another_window_made_is_there_and_cannot_be_made_again(open_page: Open, people: People) -> None:
    deal = people.played(20)
    dispute = opened(people.admin.post(f"/deals/{deal}/disputes", {"side": "NS", "claim": "East revoked."}))
    ruling = {"remedies": [{"kind": "nothing"}], "reason": "Nothing was broken.", "appeal_minutes": 30}
    done(people.admin, f"/disputes/{dispute}/ruling", ruling)
    headers = {"Authorization": f"Bearer {people.admin.secret}"}
    page = open_page(f"/disputes/{dispute}", viewport=DESK, extra_http_headers=headers)
    page.get_by_text("Appeal the ruling").click()
    page.locator("#grounds").fill("East had a heart.")
    page.locator("#appeal-side").select_option("NS")
    done(people.admin, f"/disputes/{dispute}/appeal", {"side": "NS", "grounds": "East had two hearts."})
    page.get_by_role("button", name="Appeal ruling", exact=True).click()
    expect(page.locator(".announcement.warn")).to_be_visible()
    expect(page.get_by_text("East had two hearts.").first).to_be_visible()
    expect(page.locator("#grounds")).to_have_count(0)
    forgive(open_page, "409", "422")


@pytest.mark.full
def test_an_arrow_switch_that_another_window_recorded_is_there_before_this_one_is_shown(
    open_page: Open, people: People
) -> None:
    terms = {"format": "duplicate", "rounds": 3, "boards": 1, "scoring": {"counts": "matchpoints"}}
    cup = tournament(people.admin, 6, terms, club=people.club())
    table = draw(people.admin, cup)["encounters"][0]
    board = {"sheet": {"deals": [[{"tokens": 1}, {"tokens": 0}]]}, "board": table["boards"][0]}
    done(people.admin, f"/encounters/{table['id']}/result", board)
    headers = {"Authorization": f"Bearer {people.admin.secret}"}
    path = f"/tournaments/{cup}/rounds/1/tables/{table['table']}"
    page = open_page(path, viewport=DESK, extra_http_headers=headers)
    page.get_by_text("Record an arrow switch").click()
    page.locator("#switching-why").fill("They sat the other way round")
    switch = {"boards": [table["boards"][0]], "why": "They said so at once"}
    done(people.admin, f"/encounters/{table['id']}/arrow-switches", switch)
    form = page.locator("#switching form")
    form.get_by_role("button", name="Show what it changes").click()
    expect(page.locator("#switching .message.warn, .announcement.warn").first).to_be_visible()
    expect(form.get_by_role("button", name="Record arrow switch")).to_be_hidden()
    forgive(open_page, "409", "422")


@pytest.mark.full
def test_a_line_that_another_phone_wrote_on_the_slate_is_there_and_the_own_one_is_not_lost(
    open_page: Open, people: People
) -> None:
    identity = slate(people.admin, game="schieber", club=people.club())
    headers = {"Authorization": f"Bearer {people.admin.secret}"}
    page = open_page(f"/slates/{identity}", viewport=DESK, extra_http_headers=headers)
    for key in "97":
        page.locator(".keys").get_by_role("button", name=key, exact=True).click()
    expect(page.get_by_label("Points", exact=True)).to_have_value("97")
    write(people.admin, identity, points=100)
    page.get_by_role("button", name="Write line").click()
    expect(page.locator(".announcement")).not_to_be_empty()
    expect(page.locator(".lines-of-slate tbody tr")).to_have_count(1)
    expect(page.get_by_label("Points", exact=True)).to_have_value("97")
    page.get_by_role("button", name="Write line").click()
    expect(page.locator(".lines-of-slate tbody tr")).to_have_count(2)
    forgive(open_page, "409", "412")


@pytest.mark.full
def test_answers_that_a_pupil_gives_in_two_windows_without_a_network_are_all_sent(
    open_page: Open, people: People
) -> None:
    """Also those of a window that is closed meanwhile; of two answers to a question the first counts."""
    room = a_class(people)
    first = open_page(f"/class/{room.code}", viewport=DESK)
    join(first, "Anu")
    second = first.context.new_page()
    for window, (chapter, step) in ((first, TRUMPS), (second, WORDS)):
        window.goto(f"/class/{room.code}/{chapter}/{step}")
        expect(window.get_by_label("Your answer")).to_be_visible()
    first.context.set_offline(True)
    for window, answer in ((first, "3"), (second, "Because")):
        window.get_by_label("Your answer").fill(answer)
        window.get_by_role("button", name="Send answer").click()
        expect(window.locator(".own")).to_contain_text("Saved on this phone.")
    first.close()
    second.context.set_offline(False)
    expect(second.locator(".own")).to_contain_text("Your teacher marks this answer.")
    for place, given in ((WORDS, "Because"), (TRUMPS, "3")):
        room.go(place)
        until(second, lambda given=given: [each["answer"] for each in room.state()["answers"]] == [given])
    forgive(open_page, "ERR_INTERNET_DISCONNECTED", "503")
