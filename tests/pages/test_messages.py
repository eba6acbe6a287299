"""A player's messages, in a real Chromium: this browser is added, and its service worker shows what comes, once."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from uuid import UUID

import pytest
from playwright.sync_api import Page, Worker, expect

from api.messages.kinds import NIGHT
from api.messages.push import encode
from api.people.secrets import password_hash
from tests.http.people import People
from tests.messages.push_server import Browser, PushServer, push_server
from tests.messages.test_delivery import Evening
from tests.pages.conftest import PHONE, Open, accessible_in_both_looks, fits, signed_in

__all__ = ["push_server"]

SUBSCRIBES = """
  PushManager.prototype.subscribe = async (options) => {
    window.keyBytes = new Uint8Array(options.applicationServerKey).length;
    return { toJSON: () => (%s) };
  };
  Notification.requestPermission = async () => "granted";
"""
"""A browser of a test has no push service: this is what one answers."""
DELIVER = """(payload) => {
  const shown = [];
  self.registration.showNotification = async (title, { body, tag, data }) => {
    shown.push([title, body, tag, data.url]);
  };
  for (const _ of [1, 2]) self.dispatchEvent(new PushEvent("push", { data: payload }));
  return shown;
}"""

CLICK = """(url) => {
  const seen = { closed: 0, opened: [], focused: [] };
  Clients.prototype.openWindow = async (href) => void seen.opened.push(href);
  WindowClient.prototype.focus = async function () { seen.focused.push(this.url); };
  const event = new ExtendableEvent("notificationclick");
  event.notification = { close: () => { seen.closed += 1; }, data: { url } };
  const { waitUntil } = ExtendableEvent.prototype;
  let done = Promise.resolve();
  event.waitUntil = (promise) => { done = promise; waitUntil.call(event, promise); };
  self.dispatchEvent(event);
  return done.then(() => seen);
}"""
"""The effect of a tap on a message: no browser of a test lets a script open a window without a tap of a hand."""

CHANGE = """(answer) => {
  const event = new ExtendableEvent("pushsubscriptionchange");
  event.oldSubscription = { options: {} };
  event.newSubscription = { toJSON: () => answer };
  const { waitUntil } = ExtendableEvent.prototype;
  let done = Promise.resolve();
  event.waitUntil = (promise) => { done = promise; waitUntil.call(event, promise); };
  self.dispatchEvent(event);
  return done;
}"""


@pytest.fixture
def evening(people: People) -> Evening:
    made = Evening(people)
    made.messenger.work()
    own = made.own[0].account
    assert own
    people.house.services.accounts.set_password(own, password_hash("correct horse battery"))
    return made


@pytest.fixture
def page(people: People, open_page: Open, evening: Evening) -> Page:
    account = people.house.services.accounts.find(UUID(str(evening.own[0].account)))
    assert account
    page = open_page("/robots.txt", viewport=PHONE)
    return signed_in(page, account.login, "correct horse battery")


def working(page: Page) -> Worker:
    """The service worker of the site, once it is at work."""
    register = "navigator.serviceWorker.register('/sw.js', { scope: '/' })"
    page.evaluate(f"{register}.then(() => navigator.serviceWorker.ready).then(() => 1)")
    (worker,) = page.context.service_workers
    return worker


def deliver(page: Page, payload: dict[str, str]) -> list[object]:
    """Give a message to the page's service worker twice, as after a server that was killed before it noted the answer.

    Return what it shows each time: no browser without a window shows it.
    """
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    (worker,) = page.context.service_workers
    shown: list[object] = worker.evaluate(DELIVER, json.dumps(payload))
    return shown


def test_a_player_adds_the_phone_sees_the_next_table_once_and_ends_it(
    page: Page, evening: Evening, push_server: PushServer
) -> None:
    own: Browser = push_server.browser()
    answer = {
        "endpoint": push_server.url + own.path,
        "keys": {"p256dh": encode(own.p256dh), "auth": encode(own.auth)},
    }
    page.add_init_script(SUBSCRIBES % json.dumps(answer))
    page.goto("/me/messages")
    expect(page.get_by_text("No device gets messages yet.")).to_be_visible()
    page.get_by_role("button", name="Send messages to this device").click()
    expect(page.get_by_text("This device gets your messages now.")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^End messages: .*Chrome"))).to_be_visible()
    own_account = UUID(str(evening.own[0].account))
    choices = evening.house.services.message_choices.of_account(own_account)
    assert choices
    assert choices.quiet == NIGHT
    evening.house.services.message_choices.choose(own_account, replace(choices, quiet=None))
    evening.draw()
    evening.messenger.work()
    (payload,) = push_server.of(own)
    once = [payload["title"], payload["body"], payload["id"], payload["url"]]
    assert deliver(page, payload) == [once, once], "a browser shows one tag once"
    page.get_by_role("button", name=re.compile("^End messages")).click()
    expect(page.get_by_text("The device gets no more messages.")).to_be_visible()
    expect(page.get_by_text("No device gets messages yet.")).to_be_visible()


@pytest.mark.full
def test_a_tap_on_a_message_leads_to_its_page_or_to_the_window_that_shows_it_and_to_no_other_site(
    page: Page, evening: Evening, push_server: PushServer
) -> None:
    page.add_init_script(SUBSCRIBES % json.dumps({"endpoint": "https://push.example/1", "keys": {}}))
    page.goto("/me/messages")
    page.evaluate(
        "navigator.serviceWorker.register('/sw.js', { scope: '/' }).then(() => navigator.serviceWorker.ready)"
    )
    (worker,) = page.context.service_workers
    base = page.url.removesuffix("/me/messages")
    table = f"/tournaments/{evening.cup}/rounds/1/tables/1"
    assert worker.evaluate(CLICK, table) == {"closed": 1, "opened": [base + table], "focused": []}
    assert worker.evaluate(CLICK, "/me/messages") == {"closed": 1, "opened": [], "focused": [page.url]}
    for elsewhere in ("https://evil.example/", "//evil.example/", "javascript:alert(1)"):
        assert worker.evaluate(CLICK, elsewhere) == {"closed": 1, "opened": [], "focused": []}


@pytest.mark.full
def test_a_browser_whose_push_service_gives_it_another_address_is_added_with_it(
    page: Page, evening: Evening, push_server: PushServer
) -> None:
    """As long as its player is signed in there; the old address ends by itself, as its push service says 410."""
    page.goto("/me/messages")
    page.evaluate(
        "navigator.serviceWorker.register('/sw.js', { scope: '/' }).then(() => navigator.serviceWorker.ready)"
    )
    (worker,) = page.context.service_workers
    own: Browser = push_server.browser()
    keys = {"p256dh": encode(own.p256dh), "auth": encode(own.auth)}
    worker.evaluate(CHANGE, {"endpoint": push_server.url + own.path, "keys": keys})
    account = UUID(str(evening.own[0].account))
    (device,) = evening.house.services.message_choices.devices(account)
    assert device.endpoint == push_server.url + own.path
    evening.house.services.message_choices.end_device(account, device.id)
    page.context.clear_cookies()
    worker.evaluate(CHANGE, {"endpoint": push_server.url + own.path, "keys": keys})
    assert evening.house.services.message_choices.devices(account) == []


@pytest.mark.full
def test_a_player_chooses_kinds_and_quiet_hours_without_a_script_and_the_address_of_the_calendar_is_shown_once(
    page: Page, evening: Evening
) -> None:
    page.goto("/me/messages")
    accessible_in_both_looks(page)
    fits(page)
    page.get_by_label("A ruling that concerns you").uncheck()
    page.get_by_label("Quiet from").fill("23:15")
    page.get_by_label("Language", exact=True).select_option("si")
    page.get_by_role("button", name="Save choice").click()
    expect(page.get_by_text("Your choice is saved.")).to_be_visible()
    expect(page.get_by_label("A ruling that concerns you")).not_to_be_checked()
    expect(page.get_by_label("Quiet from")).to_have_value("23:15")
    expect(page.get_by_label("Language", exact=True)).to_have_value("si")
    page.get_by_role("button", name="Make an address").click()
    path = page.locator("#calendar").input_value().partition("/calendar/")[2]
    assert page.request.get(f"/calendar/{path}").text().startswith("BEGIN:VCALENDAR")
    page.goto("/me/messages")
    assert path not in page.content()
    page.get_by_role("button", name="End the address").click()
    assert page.request.get(f"/calendar/{path}").status == 404


@pytest.mark.full
def test_a_browser_that_cannot_get_messages_is_told_so(page: Page) -> None:
    page.add_init_script("delete window.PushManager")
    page.goto("/me/messages")
    expect(page.get_by_text("This browser cannot get messages.")).to_be_visible()
    expect(page.get_by_role("button", name="Send messages to this device")).to_be_hidden()
