"""A class in real browsers: the teacher's screen, the projector, and a pupil whose phone loses the network."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from api.live.places import MOST_EACH, Kind
from tests.http.classes import TRUMPS, WORDS, Class, a_class, done
from tests.http.people import People
from tests.pages.becoming import becomes
from tests.pages.conftest import PHONE, Open, accessible_in_both_looks, fits
from tests.pages.reading import read


def official(people: People) -> dict[str, str]:
    return {"Authorization": f"Bearer {people.admin.secret}"}


def join(page: Page, nickname: str) -> None:
    page.get_by_label("Nickname").fill(nickname)
    page.get_by_role("button", name="Join class").click()
    expect(page.locator("#pupil")).to_be_visible()


@pytest.mark.full
def test_a_teacher_opens_a_class_leads_it_and_ends_it(open_page: Open, people: People) -> None:
    teacher = open_page("/learn/02-following-suit/1/1", extra_http_headers=official(people))
    teacher.get_by_role("button", name="Teach this lesson to a class").click()
    teacher.wait_for_url("**/classes/*")
    expect(teacher.get_by_text("Nobody has joined yet.")).to_be_visible()
    code = teacher.locator(".join .code").inner_text()
    expect(teacher.get_by_role("img", name="QR code to join the class")).to_be_visible()

    pupil = open_page("/class", viewport=PHONE)
    pupil.get_by_label("Code of the class").fill(f"{code[:3]} {code[3:].lower()}")
    pupil.keyboard.press("Enter")
    pupil.wait_for_url(f"**/class/{code}")
    join(pupil, "Anu")
    expect(teacher.get_by_role("rowheader", name="Anu")).to_be_visible()
    screen = open_page(f"{teacher.url}/screen", extra_http_headers=official(people))

    for step in (2, 3, 4):
        teacher.get_by_role("button", name="Next step").click()
        expect(teacher.locator(f".seen[data-step='{step}']")).to_be_visible()
        expect(pupil.locator(f"#pupil[data-step='{step}']")).to_be_visible()
    expect(screen.get_by_text("0 have answered")).to_be_visible()
    pupil.get_by_role("button", name="ace of spades").click()
    expect(pupil.get_by_text("Sent. Your teacher shows the answers later.")).to_be_visible()
    expect(pupil.locator("body")).not_to_contain_text("Not right.")
    expect(teacher.locator("#answers .tally")).to_contain_text("1")
    expect(teacher.locator("#answers")).to_contain_text("1 has answered")
    expect(screen.get_by_text("1 has answered")).to_be_visible()
    expect(screen.locator(".tally")).to_have_count(0)
    for page in (teacher, screen):
        accessible_in_both_looks(page, everyday=False)

    teacher.get_by_role("button", name="Show answers").click()
    expect(pupil.locator(".own")).to_contain_text("Not right.")
    expect(pupil.locator(".own")).to_contain_text("Right answers")
    expect(pupil.locator(".tally")).to_be_visible()
    expect(screen.locator(".tally")).to_be_visible()
    expect(screen.locator("body")).not_to_contain_text("Anu")
    expect(pupil.locator("table-view .hand").first).to_be_visible()
    fits(pupil)
    accessible_in_both_looks(pupil, everyday=False)

    teacher.get_by_text("End the class").click()
    teacher.get_by_role("button", name="End class").click()
    expect(teacher.get_by_text("Nicknames and answers were deleted.")).to_be_visible()
    expect(teacher.locator("main")).to_contain_text("1 pupil")
    expect(teacher.locator(".tally")).to_be_visible()
    accessible_in_both_looks(teacher, everyday=False)
    expect(pupil.get_by_role("heading", name="The class is over.")).to_be_visible()
    expect(screen.get_by_role("heading", name="The class is over.")).to_be_visible()
    expect(teacher.locator("body")).not_to_contain_text("Anu")


@pytest.mark.full
def test_what_a_pupil_has_typed_stays_when_the_teacher_goes_on(open_page: Open, people: People) -> None:
    room = a_class(people, pace="led")
    room.go(WORDS)
    pupil = open_page(f"/class/{room.code}", viewport=PHONE)
    join(pupil, "Anu")
    pupil.get_by_label("Your answer").fill("South still held")
    room.go((1, 7))
    expect(pupil.locator("#pupil[data-step='7']")).to_be_visible()
    expect(pupil.locator(".announcement")).to_contain_text("What you typed is kept")
    pupil.get_by_role("link", name="Back").click()
    expect(pupil.locator("#pupil[data-step='6']")).to_be_visible()
    pupil.get_by_role("link", name="Back").click()
    expect(pupil.get_by_label("Your answer")).to_have_value("South still held")
    pupil.goto(f"/class/{room.code}/{WORDS[0]}/{WORDS[1]}")
    expect(pupil.get_by_label("Your answer")).to_have_value("South still held")
    pupil.get_by_role("button", name="Send answer").click()
    expect(pupil.locator(".own")).to_contain_text("Sent.")


def test_an_answer_without_a_network_is_kept_on_the_phone_and_sent_once(open_page: Open, people: People) -> None:
    room = a_class(people, pace="led")
    room.go(TRUMPS)
    pupil = open_page(f"/class/{room.code}", viewport=PHONE)
    join(pupil, "Anu")
    pupil.context.set_offline(True)
    pupil.get_by_label("Your answer").fill("3")
    pupil.get_by_role("button", name="Send answer").click()
    expect(pupil.locator(".own")).to_contain_text("Saved on this phone.")
    room.show(TRUMPS)
    room.go(WORDS)
    assert room.state()["tallies"] == []
    pupil.context.set_offline(False)
    expect(pupil.locator("#pupil[data-step='5']")).to_be_visible()
    becomes(pupil, "code => localStorage.getItem(`nought-class-${code}`) === null", room.code)
    (tally,) = room.state()["tallies"]
    assert (tally["answers"], tally["late"]) == ({"3": 1}, 1)
    open_page.tolerated.append("ERR_INTERNET")  # type: ignore[attr-defined]


@pytest.mark.full
def test_a_phone_that_was_closed_before_it_sent_comes_back_and_sends(open_page: Open, people: People) -> None:
    room = a_class(people, pace="led")
    room.go(TRUMPS)
    pupil = open_page(f"/class/{room.code}", viewport=PHONE)
    join(pupil, "Anu")
    pupil.route("**/answers", lambda route: route.abort())
    pupil.get_by_label("Your answer").fill("3")
    pupil.get_by_role("button", name="Send answer").click()
    expect(pupil.locator(".own")).to_contain_text("Saved on this phone.")
    again = pupil.context.new_page()
    pupil.close()
    again.goto(f"/class/{room.code}")
    expect(again.locator(".own")).to_contain_text("Sent.")
    assert room.state()["tallies"][0]["answers"] == {"3": 1}
    open_page.tolerated.append("ERR_FAILED")  # type: ignore[attr-defined]


@pytest.mark.full
def test_a_teacher_removes_a_pupil_and_lets_it_back_in(open_page: Open, people: People) -> None:
    room = a_class(people)
    room.go(TRUMPS)
    pupil = open_page(f"/class/{room.code}", viewport=PHONE, clock=True)
    join(pupil, "Anu")
    teacher = open_page(f"/classes/{room.id}", extra_http_headers=official(people))
    teacher.get_by_role("button", name="Remove Anu from the class").click()
    expect(teacher.get_by_role("heading", name="Removed pupils")).to_be_visible()
    expect(teacher.locator(".count")).to_contain_text("0 pupils")
    expect(pupil.get_by_role("heading", name="Your teacher has removed you from the class.")).to_be_visible()
    for page in (pupil, teacher):
        fits(page)
        accessible_in_both_looks(page, everyday=False)
    teacher.get_by_role("button", name="Let Anu back in").click()
    expect(teacher.get_by_role("button", name="Remove Anu from the class")).to_be_visible()
    pupil.clock.run_for(4000)
    expect(pupil.locator("#pupil"), "without a tap").to_be_visible()
    open_page.tolerated.append("403")  # type: ignore[attr-defined]


@pytest.mark.full
def test_phones_ask_now_and_then_when_there_is_no_place_for_their_streams(
    open_page: Open, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(MOST_EACH, Kind.PUPIL, 0)
    room = a_class(people, pace="led")
    pupil = open_page(f"/class/{room.code}", viewport=PHONE)
    refused: list[str] = []
    pupil.on("response", lambda answer: refused.append(answer.url) if answer.status == 429 else None)
    join(pupil, "Anu")
    room.go(TRUMPS)
    expect(pupil.locator("#pupil[data-step='4']")).to_be_visible(timeout=30_000)
    pupil.get_by_label("Your answer").fill("3")
    pupil.get_by_role("button", name="Send answer").click()
    expect(pupil.locator(".own")).to_contain_text("Sent.")
    room.show(TRUMPS)
    expect(pupil.locator(".own")).to_contain_text("Right answers", timeout=30_000)
    done(room.teacher.post(f"{room.path}/pupils/1/remove", {}))
    expect(pupil.get_by_role("heading", name="Your teacher has removed you")).to_be_visible(timeout=30_000)
    assert refused
    assert all(url.endswith("/stream") for url in refused)
    open_page.tolerated.append("429")  # type: ignore[attr-defined]
    open_page.tolerated.append("403")  # type: ignore[attr-defined]


@pytest.mark.full
def test_a_class_works_without_scripts(open_page: Open, people: People) -> None:
    room = a_class(people)
    pupil = open_page(f"/class/{room.code}", java_script_enabled=False, viewport=PHONE)
    pupil.get_by_label("Nickname").fill("Anu")
    pupil.get_by_role("button", name="Join class").click()
    pupil.get_by_role("link", name="Next step").click()
    pupil.wait_for_url("**/1/4")
    pupil.get_by_label("Your answer").fill("many")
    pupil.get_by_role("button", name="Send answer").click()
    expect(pupil.locator(".own .warn")).to_be_visible()
    pupil.get_by_label("Your answer").fill("99")
    pupil.get_by_role("button", name="Send answer").click()
    expect(pupil.locator(".own")).to_contain_text("Not right.")
    pupil.goto(f"/class/{room.code}")
    expect(pupil.locator("#pupil[data-step='4']")).to_be_visible()
    teacher = open_page(f"/classes/{room.id}", java_script_enabled=False, extra_http_headers=official(people))
    teacher.get_by_role("button", name="Next step").click()
    expect(teacher.locator(".seen[data-step='4']")).to_be_visible()
    expect(teacher.locator("#answers .tally")).to_contain_text("99")
    open_page.tolerated.append("422")  # type: ignore[attr-defined]


@pytest.mark.full
def test_the_teacher_marks_words_on_the_screen(open_page: Open, people: People) -> None:
    room = a_class(people)
    pupil = room.pupil("Anu")
    room.go(WORDS)
    teacher = open_page(f"/classes/{room.id}", extra_http_headers=official(people))
    done(pupil.answer(WORDS, "<b>Because</b> of the nine"))
    expect(teacher.get_by_text("<b>Because</b> of the nine")).to_be_visible()
    # Another answer comes between press and release: the button stays until then, or it would get no click.
    # Until then no other answers are fetched, so those with Bea must have come before.
    other = room.pupil("Bea")
    expect(teacher.get_by_role("rowheader", name="Bea")).to_be_visible()
    teacher.get_by_role("button", name="Anu: right").hover()
    teacher.mouse.down()
    with teacher.expect_response("**/answers"):
        done(other.answer(WORDS, "No idea"))
    teacher.mouse.up()
    expect(teacher.get_by_role("button", name="Anu: right")).to_have_attribute("aria-pressed", "true")
    assert room.state()["answers"][0]["right"] is True
    fits(teacher)


@pytest.mark.parametrize(
    ("path", "status", "text"),
    [
        ("/class/AEIOUA", 404, "There is no class with this code."),
        ("/class/CODE/9/9", 200, "Nickname"),
        ("/class/OVER", 409, "The class is over."),
    ],
)
def test_whoever_is_no_pupil_gets_a_clear_page(people: People, path: str, status: int, text: str) -> None:
    room: Class = a_class(people)
    over = a_class(people)
    over.end()
    page = read(people.app, path.replace("CODE", room.code).replace("OVER", over.code))
    assert (page.status, text in page.text()) == (status, True)


@pytest.mark.full
def test_a_join_without_a_nickname_of_its_own_is_refused(open_page: Open, people: People) -> None:
    room = a_class(people)
    room.pupil("Anu")
    page = open_page(f"/class/{room.code}", viewport=PHONE)
    fits(page)
    accessible_in_both_looks(page, everyday=False)
    page.get_by_label("Nickname").fill("anu")
    page.get_by_role("button", name="Join class").click()
    expect(page.get_by_role("alert")).to_contain_text("Choose another one.")
    join(page, "Anu 2")
    assert [each["nickname"] for each in room.state()["pupils"]] == ["Anu", "Anu 2"]
    open_page.tolerated.append("409")  # type: ignore[attr-defined]
