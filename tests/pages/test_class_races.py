"""A class on slow phones: no press is lost, and no older page comes last, in whatever order the answers arrive."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.http.classes import HOLDER, TRUMPS, WORDS, a_class, done
from tests.http.people import People
from tests.pages.becoming import until
from tests.pages.conftest import PHONE, Open
from tests.pages.test_browser_storage import FORBIDDEN
from tests.pages.test_classes import join, official

pytestmark = pytest.mark.full


def held(page: Page, pattern: str, method: str = "GET") -> list[Route]:
    """Hold the first request of a pattern; the server has answered it already, unless it is a command."""
    routes: list[Route] = []

    def hold(route: Route) -> None:
        if routes or route.request.method != method:
            route.fallback()
        else:
            routes.append(route)
            if method == "GET":
                answer = route.fetch()
                route.go = lambda: route.fulfill(response=answer)  # type: ignore[attr-defined]

    page.route(pattern, hold)
    return routes


def test_the_step_of_the_class_is_shown_though_an_older_page_arrives_later(open_page: Open, people: People) -> None:
    room = a_class(people, pace="led")
    pupil = open_page(f"/class/{room.code}", viewport=PHONE)
    join(pupil, "Anu")
    pages = held(pupil, f"**/class/{room.code}")
    room.go(TRUMPS)
    until(pupil, lambda: pages)
    room.go(HOLDER)
    pupil.wait_for_timeout(500)
    pages[0].go()  # type: ignore[attr-defined]
    pupil.wait_for_timeout(200)
    expect(pupil.locator(f"#pupil[data-step='{HOLDER[1]}']")).to_be_visible()


def test_a_step_that_could_not_be_fetched_is_fetched_again(open_page: Open, people: People) -> None:
    room = a_class(people, pace="led")
    room.go(TRUMPS)
    pupil = open_page(f"/class/{room.code}", viewport=PHONE)
    join(pupil, "Anu")
    busy: list[Route] = []

    def refuse_once(route: Route) -> None:
        busy.append(route)
        if len(busy) == 1:
            route.fulfill(status=503, body="busy")
        else:
            route.fallback()

    pupil.route(f"**/class/{room.code}", refuse_once)
    room.show(TRUMPS)
    expect(pupil.get_by_text("How the class answered")).to_be_visible()
    assert len(busy) > 1
    open_page.tolerated.append("503")  # type: ignore[attr-defined]


def test_answers_shown_before_the_stream_begins_are_shown(open_page: Open, people: People) -> None:
    room = a_class(people, pace="led")
    room.go(TRUMPS)
    pupil = open_page(f"/class/{room.code}", viewport=PHONE)
    join(pupil, "Anu")
    waiting: list[Route] = []
    pupil.route("**/stream", lambda route: waiting.append(route))
    pupil.reload(wait_until="domcontentloaded")
    until(pupil, lambda: waiting)
    room.show(TRUMPS)
    pupil.wait_for_timeout(500)  # the server's streams know it by now
    waiting[0].fallback()
    expect(pupil.get_by_text("How the class answered")).to_be_visible()


def test_a_teacher_s_mark_on_its_way_is_not_cut_off_when_the_class_goes_on(open_page: Open, people: People) -> None:
    room = a_class(people)
    room.go(WORDS)
    done(room.pupil("Anu").answer(WORDS, "Because"))
    teacher = open_page(f"/classes/{room.id}", extra_http_headers=official(people))
    marks = held(teacher, f"**/classes/{room.id}", "POST")
    teacher.get_by_role("button", name="Anu: right").hover()
    teacher.mouse.down()
    room.go(HOLDER)  # on another device of the teacher
    teacher.wait_for_timeout(500)
    teacher.mouse.up()
    until(teacher, lambda: marks)
    room.go(TRUMPS)
    teacher.wait_for_timeout(500)
    marks[0].fallback()
    expect(teacher.locator(f".seen[data-step='{TRUMPS[1]}']")).to_be_visible()
    room.go(WORDS)
    assert room.state()["answers"][0]["right"] is True


def test_a_second_finger_does_not_stop_the_teacher_s_screen(open_page: Open, people: People) -> None:
    room = a_class(people)
    teacher = open_page(f"/classes/{room.id}", extra_http_headers=official(people), has_touch=True)
    expect(teacher.get_by_text("Nobody has joined yet.")).to_be_visible()
    fingers = teacher.context.new_cdp_session(teacher)

    def touch(kind: str, *places: int) -> None:
        points = [{"x": place, "y": 300, "id": place} for place in places]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 700)
    with teacher.expect_response("**/answers"):
        room.pupil("Anu")
    teacher.wait_for_timeout(200)
    expect(teacher.get_by_text("Nobody has joined yet.")).to_be_visible()
    touch("touchStart", 700, 900)
    touch("touchEnd", 700)
    touch("touchEnd")
    expect(teacher.get_by_role("rowheader", name="Anu")).to_be_visible()


def test_the_menu_of_the_right_button_does_not_stop_the_teacher_s_screen(open_page: Open, people: People) -> None:
    room = a_class(people)
    teacher = open_page(f"/classes/{room.id}", extra_http_headers=official(people))
    teacher.mouse.move(700, 300)
    teacher.mouse.down(button="right")  # some systems send no release, since the menu takes it
    room.pupil("Anu")
    expect(teacher.get_by_role("rowheader", name="Anu")).to_be_visible()


def test_a_browser_that_stores_nothing_does_not_promise_to_keep_an_answer(open_page: Open, people: People) -> None:
    room = a_class(people, pace="led")
    room.go(TRUMPS)
    pupil = open_page("/class", viewport=PHONE)
    pupil.context.add_init_script(FORBIDDEN)
    pupil.goto(f"/class/{room.code}")
    join(pupil, "Anu")
    pupil.context.set_offline(True)
    pupil.get_by_label("Your answer").fill("3")
    pupil.get_by_role("button", name="Send answer").click()
    expect(pupil.locator(".own")).to_contain_text("this browser cannot save it. Keep this page open")
    expect(pupil.locator(".own")).not_to_contain_text("Saved")
    pupil.context.set_offline(False)
    expect(pupil.locator(".own")).to_contain_text("Sent.")
    assert room.state()["tallies"][0]["answers"] == {"3": 1}
    open_page.tolerated.append("ERR_INTERNET")  # type: ignore[attr-defined]


def test_a_poll_that_comes_after_the_stream_began_is_not_shown(open_page: Open, people: People) -> None:
    room = a_class(people)
    teacher = open_page("/health", extra_http_headers=official(people))
    teacher.route("**/stream", lambda route: route.fulfill(status=429, body="{}"))
    polls = held(teacher, f"**/api/v1/classes/{room.id}")
    teacher.goto(f"/classes/{room.id}")
    until(teacher, lambda: polls)
    room.pupil("Anu")
    teacher.unroute("**/stream")
    with teacher.expect_response("**/answers"):
        teacher.evaluate("dispatchEvent(new Event('online'))")
    expect(teacher.get_by_role("rowheader", name="Anu")).to_be_visible()
    queries: list[str] = []
    teacher.on("request", lambda request: queries.append(request.url))
    polls[0].go()  # type: ignore[attr-defined]
    teacher.wait_for_timeout(500)
    assert queries == []
    open_page.tolerated.append("429")  # type: ignore[attr-defined]
