"""The page of a tournament's webhooks works without scripts, in Chromium."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import pytest
from playwright.sync_api import expect
from standardwebhooks.webhooks import Webhook as Verifier

from api.services import Provider
from tests.http.people import People
from tests.http.tournament_requests import draw, tournament
from tests.pages.conftest import PHONE, Open, accessible_in_both_looks

URL = "https://club.example/hook"


@pytest.mark.full
def test_a_director_adds_replays_and_ends_a_webhook_without_scripts(
    open_page: Open, people: People, house: Provider
) -> None:
    cup = tournament(people.admin, 4)
    draw(people.admin, cup)
    path = f"/tournaments/{cup}/desk/webhooks"
    headers = {"Authorization": f"Bearer {people.admin.secret}"}
    page = open_page(
        f"/tournaments/{cup}/desk/terms", viewport=PHONE, extra_http_headers=headers, java_script_enabled=False
    )
    page.get_by_role("link", name="Webhooks").click()
    page.get_by_label("URL").fill("https://a:b@club.example/")
    page.get_by_role("button", name="Add webhook").click()
    expect(page.get_by_role("alert")).to_contain_text("cannot be sent")
    page.get_by_label("URL").fill(URL)
    page.get_by_role("button", name="Add webhook").click()
    secret = page.locator("code.digest").inner_text()
    webhooks = house.services.webhooks
    (webhook,) = webhooks.of(UUID(cup))
    assert (webhook.url, webhook.secret) == (URL, secret)
    Verifier(secret)
    page.get_by_role("link", name="I have copied the secret").click()
    assert secret not in page.content(), "the secret is shown once"
    expect(page.locator("main")).to_contain_text("nothing sent yet")

    webhooks.fail(webhook, "the answer was 503", timedelta(hours=1))
    page.goto(path)
    expect(page.locator("main")).to_contain_text("HTTP status 503")
    expect(page.locator("main")).to_contain_text("1 failed attempt · Next attempt")
    page.locator("summary", has_text="Send messages again").click()
    page.get_by_label("From this event on").select_option(index=1)
    page.get_by_role("button", name="Send messages again").click()
    expect(page.get_by_role("status").filter(has_text="being sent again")).to_be_visible()
    (replayed,) = webhooks.of(UUID(cup))
    assert (replayed.failures, replayed.position < webhook.position) == (0, True)

    page.locator("summary", has_text="End this webhook").click()
    page.get_by_role("button", name="End webhook").click()
    expect(page.locator("main .badge").filter(has_text="ended")).to_be_visible()
    (ended,) = webhooks.of(UUID(cup))
    assert ended.ended_at is not None
    open_page.wrong.clear()  # type: ignore[attr-defined]


@pytest.mark.full
def test_the_page_of_webhooks_is_accessible_and_fits(open_page: Open, people: People, house: Provider) -> None:
    cup = tournament(people.admin, 4)
    webhook = house.services.webhooks.add(UUID(cup), f"{URL}/{'long' * 40}", "whsec_")
    headers = {"Authorization": f"Bearer {people.admin.secret}"}
    page = open_page(f"/tournaments/{cup}/desk/webhooks", viewport=PHONE, extra_http_headers=headers)
    for each in page.locator("summary").filter(has_text="webhook").all():
        each.click()
    accessible_in_both_looks(page, everyday=False)
    page.set_viewport_size({"width": 360, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    house.services.webhooks.end(webhook)


def test_a_viewer_may_not_open_the_page_of_webhooks(people: People) -> None:
    cup = tournament(people.admin, 4)
    answer = people.anybody.app.test_client().get(f"/tournaments/{cup}/desk/webhooks")
    assert answer.status_code in {302, 303, 401, 403}
    assert b"Add webhook" not in answer.data


def test_an_event_that_is_not_in_the_log_is_refused(people: People, house: Provider) -> None:
    cup = tournament(people.admin, 4)
    webhook = house.services.webhooks.add(UUID(cup), URL, "whsec_")
    answer = people.admin.app.test_client().post(
        f"/tournaments/{cup}/desk/webhooks/{webhook}/replay",
        data={"since": "9999-99-99"},
        headers={"Authorization": f"Bearer {people.admin.secret}"},
    )
    assert answer.status_code == 400
    house.services.webhooks.end(webhook)
