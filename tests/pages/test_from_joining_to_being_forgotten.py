"""One way of a player through the book, in a browser: joined by a printed code with a passkey, told of the next table,
a result confirmed, the page on a phone, the file of what is kept, and forgotten."""

from __future__ import annotations

import json
import re
import zipfile
from uuid import UUID, uuid4

import pytest
from playwright.sync_api import Page, expect

from api.messages.push import encode
from api.services import Provider
from store.settings import Settings
from tests.analysis.workers import analyse_all
from tests.http.people import People, opened
from tests.http.test_forgetting import places_of
from tests.http.test_me import a_cup, recorded
from tests.http.tournament_requests import draw, report
from tests.messages.push_server import PushServer, push_server
from tests.messages.test_delivery import messenger
from tests.pages.conftest import PHONE, Open, accessible_in_both_looks, fits, signed_in
from tests.pages.test_messages import SUBSCRIBES, deliver
from tests.pages.test_passkeys import site, with_authenticator
from tests.signing.visitors import official
from web.printing import qr

__all__ = ["push_server", "site"]


def printed_address(desk: Page, name: str) -> str:
    """Return the address in the printed code of a player."""
    card = desk.locator(".table-card").filter(has_text=name)
    address = card.locator(".address").inner_text()
    code = card.locator("svg path[stroke]").get_attribute("d")
    assert f'd="{code}"' in qr.svg(address, ""), "the printed code is that of the address"
    return address


@pytest.mark.full
def test_a_player_joins_by_code_is_told_the_table_confirms_reads_the_own_file_and_is_forgotten(
    open_page: Open, people: People, house: Provider, settings: Settings, push_server: PushServer
) -> None:
    name = f"Sivapalan Thurairajah {uuid4().hex[:6]}"
    club = people.club("members-only")
    player = opened(people.admin.post("/players", {"name": name, "club": club}))
    official(house, f"secretary-{club[-12:]}", "director", UUID(club))
    teller = messenger(house)
    teller.work()

    # The secretary prints the cards; the player scans the code and joins with a passkey.
    desk = signed_in(open_page("/sign-in"), f"secretary-{club[-12:]}")
    desk.goto(f"/clubs/{club}/members")
    desk.get_by_role("button", name="Print cards for all").click()
    phone = with_authenticator(open_page(printed_address(desk, name), viewport=PHONE))
    own = push_server.browser()
    phone.add_init_script(
        SUBSCRIBES
        % json.dumps(
            {
                "endpoint": push_server.url + own.path,
                "keys": {"p256dh": encode(own.p256dh), "auth": encode(own.auth)},
            }
        )
    )
    phone.get_by_role("button", name="Join with a passkey").click()
    expect(phone.get_by_role("status")).to_have_text("Welcome. You have joined the club.")

    # The phone is told of the next table.
    phone.get_by_role("link", name="Your messages").click()
    phone.get_by_role("button", name="Send messages to this device").click()
    expect(phone.get_by_role("button", name=re.compile("^End messages"))).to_be_visible()
    phone.get_by_label("Quiet hours, in the time of the venue").uncheck()
    phone.get_by_role("button", name="Save choice").click()
    expect(phone.get_by_text("Your choice is saved.")).to_be_visible()
    cup = a_cup(people, club, (name, "Farook"), ("Kavitha", "Mahesh"))
    (table,) = draw(people.admin, cup)["encounters"]
    teller.work()
    (drawn,) = push_server.of(own)
    (shown, _) = deliver(phone, drawn)
    assert shown == [drawn["title"], drawn["body"], drawn["id"], f"/tournaments/{cup}/rounds/1/tables/1"]
    phone.goto(drawn["url"])
    expect(phone.get_by_text("Kavitha").first).to_be_visible()

    # A result waits; it is confirmed without a PIN.
    report(people.admin, table["id"], 7, 4)
    teller.work()
    waits = push_server.of(own)[-1]
    assert waits["id"] != drawn["id"]
    phone.goto("/me")
    phone.get_by_role("button", name="Confirm result").click()
    expect(phone.get_by_text("The result is confirmed for your side.")).to_be_visible()
    (result,) = people.admin.get(f"/encounters/{table['id']}").json["results"]
    assert len(result["agreed"]) == 1

    # The way home: the own page on the phone.
    deal = recorded(people, club, {"E": name, "W": "Farook"}, event="Thursday")
    analyse_all(settings)
    phone.goto("/me")
    expect(phone.get_by_role("heading", name="The card that cost most")).to_be_visible()
    fits(phone)
    accessible_in_both_looks(phone)

    # The own file.
    phone.goto("/account")
    phone.get_by_role("link", name="What is kept about you").click()
    with phone.expect_download() as downloading:
        phone.get_by_role("link", name="Get the file").click()
    with zipfile.ZipFile(downloading.value.path()) as file:
        assert name in file.read("kept.json").decode()
        (kept,) = (each for each in file.namelist() if each.startswith("deals/"))
        assert deal in kept
        assert name in file.read(kept).decode()
        assert "Kavitha" not in file.read(kept).decode()

    # The player asks to be forgotten, and is.
    phone.goto(f"/account/clubs/{club}")
    phone.get_by_role("button", name="Ask to be forgotten").click()
    expect(phone.get_by_text("The club has your request to be forgotten.")).to_be_visible()
    desk.goto(f"/clubs/{club}/people")
    expect(desk.get_by_text(name).first).to_be_visible()
    desk.goto(f"/players/{player}/kept")
    desk.get_by_text("Forget this person").first.click()
    desk.get_by_label("I have read it. It cannot be undone.").check()
    desk.get_by_role("button", name="Forget this person").click()
    expect(desk.get_by_text(re.compile(r"Former player \d+")).first).to_be_visible()
    house.services.forgetter().list_on()
    assert places_of(settings, name) == {}
    phone.goto("/me")
    expect(phone.get_by_text("Sign in to see it.")).to_be_visible()
    open_page.tolerated.append("403")  # type: ignore[attr-defined]
    phone.goto("/sign-in")
    phone.get_by_role("button", name="Sign in with a passkey").click()
    expect(phone.get_by_role("alert").first).to_be_visible()
    expect(phone).to_have_url(re.compile("/sign-in"))
