"""A class of many phones and one real browser on a real server; some phones lose the network once (issue 19, 1)."""

from __future__ import annotations

import csv
import io
import os
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from playwright.sync_api import Browser, Page, expect

from replay.lessons.file import to_plain
from tests.lessons.lessons import ask, go, lesson, look, say
from tests.pages.crowd import Arrivals, Follower, Phone, Place, percentile
from tests.serving.conftest import Running, running
from tests.waiting import PATIENCE, until

__all__ = ["running"]

pytestmark = pytest.mark.full

FULL = bool(os.environ.get("NOUGHT_FULL"))
PHONES = 100 if FULL else 20
DROPPED = 0.3
PAUSE = 3.0 if FULL else 0.5
"""The most seconds for which a pupil thinks."""
QUESTIONS: dict[Place, str] = {
    (1, 4): "trumps", (1, 5): "text", (1, 6): "holder", (1, 8): "trumps", (1, 9): "text", (1, 10): "holder",
}  # fmt: skip


def quiz() -> dict[str, object]:
    questions = [ask("trumps"), ask("text"), ask("holder", card="9S")]
    return to_plain(lesson(say("Look."), look("E"), go(20), *questions, go(28), *questions, say("The end.")))


def choose(rng: random.Random, place: Place) -> str | None:
    kind = QUESTIONS.get(place)
    match kind:
        case "trumps":
            return str(rng.randrange(6))
        case "text":
            return f"because {rng.randrange(10**9)}"
        case "holder":
            return rng.choice(["N", "S", "W", "N W"])
    return None


SEEN = """addEventListener("DOMContentLoaded", () => {
  const answers = document.getElementById("answers");
  if (!answers) return;
  const seen = JSON.parse(localStorage.getItem("seen") ?? "{}");
  const look = () => {
    const { step } = document.querySelector(".seen").dataset;
    for (const row of answers.querySelectorAll("tbody tr")) {
      if (!row.querySelector("td .quiet")) seen[`${row.querySelector("th").textContent} ${step}`] ??= Date.now() / 1000;
    }
    localStorage.setItem("seen", JSON.stringify(seen));
  };
  new MutationObserver(look).observe(answers, { childList: true });
  look();
});"""
"""Notes in the teacher's page when each answer is shown."""


@pytest.fixture
def pages(running: Running, browser: Browser) -> Iterator[tuple[Page, Page]]:
    """A pupil's phone, and the teacher's screen."""
    site = f"http://127.0.0.1:{running.port}"
    phone = browser.new_page(base_url=site, viewport={"width": 360, "height": 740})
    teacher = browser.new_page(base_url=site, extra_http_headers={"Authorization": f"Bearer {running.secret}"})
    teacher.add_init_script(SEEN)
    for page in (phone, teacher):
        page.set_default_timeout(PATIENCE * 1000)
    yield phone, teacher
    for page in (phone, teacher):
        page.close()


def answer_in_browser(page: Page, place: Place, *, offline: bool) -> None:
    """Answer a question on the page; without a network, the page sends it later."""
    expect(page.locator(f"#pupil[data-step='{place[1]}']")).to_be_visible(timeout=PATIENCE * 1000)
    page.context.set_offline(offline)
    if QUESTIONS[place] == "holder":
        page.get_by_role("checkbox", name="North").check()
    else:
        page.get_by_label("Your answer").fill("2")
    page.get_by_role("button", name="Send answer").click()
    expect(page.locator(".own")).to_contain_text("Saved on this phone" if offline else "Sent")
    page.context.set_offline(False)


def test_a_class_of_phones_works_through_a_lesson_and_no_answer_is_lost_or_doubled(
    running: Running, pages: tuple[Page, Page]
) -> None:
    phone_page, screen = pages
    identity = running.opened("lessons", {"lesson": quiz()})
    assert running.ask("POST", f"/api/v1/lessons/{identity}/publish", {"visibility": "link"}).status == 200
    room = running.ask("POST", "/api/v1/classes", {"lesson": identity, "pace": "led"}).json
    code, path = str(room["code"]), f"/classes/{room['id']}"
    arrivals, stop = Arrivals(), Event()
    teacher = Follower(running.port, f"{path}/stream", running.secret, arrivals.show)
    dropped = round(PHONES * DROPPED)
    phones = [
        Phone(running.port, code, f"Phone {n}", random.Random(n), choose, PAUSE, drops=n < dropped)
        for n in range(PHONES)
    ]  # fmt: skip
    with ThreadPoolExecutor(PHONES) as pool:
        lives = [pool.submit(phone.live, stop) for phone in phones]
        try:
            screen.goto(path)
            phone_page.goto(f"/class/{code}")
            phone_page.get_by_label("Nickname").fill("Chromium")
            phone_page.get_by_role("button", name="Join class").click()
            until(lambda: len(arrivals.state.get("pupils", ())) == PHONES + 1 or _failed(lives))
            for n, (chapter, step) in enumerate(QUESTIONS):
                moved = running.ask("POST", f"/api/v1{path}/position", {"chapter": chapter, "step": step})
                assert moved.status == 200
                answer_in_browser(phone_page, (chapter, step), offline=n == 2)
                until(lambda place=(chapter, step): arrivals.count(place) == PHONES + 1 or _failed(lives))
                expect(screen.locator(f".seen[data-step='{step}']")).to_be_visible()
                expect(screen.locator("#answers .count")).to_contain_text(f"{PHONES + 1} have answered")
        finally:
            stop.set()
    for life in lives:
        life.result()
    table = csv.DictReader(io.StringIO(running.ask("GET", f"/api/v1{path}/results.csv").body.decode()))
    rows = [(row["nickname"], (int(row["chapter"]), int(row["step"])), row["answer"]) for row in table]
    counted = Counter((nickname, place) for nickname, place, _ in rows)
    assert set(counted.values()) == {1}, "no answer is doubled"
    assert counted.keys() == {(name, place) for name in (*_names(phones), "Chromium") for place in QUESTIONS}
    assert sum(phone.sent for phone in phones) > len(QUESTIONS) * PHONES + dropped, "some were sent again"
    stored = {(nickname, place): answer for nickname, place, answer in rows}
    for phone in phones:
        assert not phone.drops
        assert phone.first == phone.acknowledged == {place: stored[phone.nickname, place] for place in QUESTIONS}
    tallies = {(each["chapter"], each["step"]): each for each in running.ask("GET", f"/api/v1{path}").json["tallies"]}  # type: ignore[attr-defined]
    by_place = defaultdict(Counter)  # type: ignore[var-annotated]
    for _, place, answer in rows:
        by_place[place][answer] += 1
    for place, kind in QUESTIONS.items():
        tallied = tallies[place]
        assert tallied["answers"] == ({} if kind == "text" else by_place[place])
        assert tallied["right"] + tallied["wrong"] + tallied["unmarked"] == PHONES + 1
    teacher.stop()
    times_shown = screen.evaluate("JSON.parse(localStorage.getItem('seen'))")
    shown = {
        (phone.number, place): times_shown[f"{phone.nickname} {place[1]}"] for phone in phones for place in QUESTIONS
    }
    for where, at in (("stream", arrivals.at), ("screen in Chromium", shown)):
        _print_delays(where, phones[dropped:], at)


def _failed(lives: list) -> bool:  # type: ignore[type-arg]
    """Raise the error of a phone that has ended; else return False."""
    for life in lives:
        if life.done():
            life.result()
    return False


def _names(phones: list[Phone]) -> list[str]:
    return [phone.nickname for phone in phones]


def _print_delays(where: str, phones: list[Phone], at: dict[tuple[int, Place], float]) -> None:
    """Print how long answers took to the teacher, of the phones that did not lose the network."""
    delays = [at[phone.number, place] - sent for phone in phones for place, sent in phone.sent_at.items()]
    median, p95 = (round(percentile(delays, share) * 1000) for share in (0.5, 0.95))
    print(  # noqa: T201
        f"\n{len(delays)} answers to the teacher's {where}: median {median} ms, p95 {p95} ms,"
        f" longest {round(max(delays) * 1000)} ms; load {os.getloadavg()[0]:.1f}"
    )
