"""Journeys of spectators: a replay by itself, keys and swipes, lines of one's own, and a table while it is played."""

from __future__ import annotations

import pytest

from tests.engines.conftest import Open, journey
from tests.engines.device import DESK
from tests.engines.road import Road
from tests.http.people import People, play, whole_deal
from tests.pages.deals import take_in


@pytest.fixture(scope="module")
def closed(people: People) -> str:
    """A deal that is over, whose hands everybody may see."""
    return take_in(people, 5)


@journey("firefox")
def test_a_deal_is_replayed_by_keys_swipes_and_by_itself(device: Open, closed: str) -> None:
    viewer = device(f"/deals/{closed}?seat=all#20")
    viewer.until("return !document.querySelector('[data-play]').disabled")
    viewer.fits()

    def at(ply: int) -> None:
        viewer.until("return location.hash === args[0]", f"#{ply}")

    for key, ply in (("ArrowRight", 21), ("ArrowLeft", 20), ("Home", -1), ("ArrowRight", 0)):
        viewer.key(key)
        at(ply)
    for across, ply in ((-120, 1), (-120, 2), (120, 1)):
        viewer.swipe("table-view", across)
        at(ply)
    viewer.choose(".speed", "4")
    viewer.press("[data-play]")
    viewer.until("return Number(location.hash.slice(1)) >= 5")
    viewer.press("[data-play]")
    viewer.press(".viewers button", "East")
    viewer.until("return document.querySelector('table-view .seat[data-place=\"0\"]').dataset.seat === 'E'")


@journey()
def test_lines_of_a_deal_are_explored_and_priced_in_the_browser(device: Open, closed: str) -> None:
    viewer = device(f"/deals/{closed}/explore#24", size=DESK)
    viewer.shows(".evaluation .badge")
    prices = viewer.run("return [...document.querySelectorAll('.choice > b')].map((each) => Number(each.textContent))")
    assert prices
    assert all(0 <= price <= 304 for price in prices)
    viewer.press(".choice")
    viewer.until("return location.hash.length > 4")
    viewer.shows(".evaluation .badge")


@journey()
def test_a_table_is_followed_from_a_second_device(device: Open, people: People, way: Road) -> None:
    """The stream ends with the network, and goes on with it."""
    dealer, acts = whole_deal(51)
    table = people.table(people.club())
    viewer = device(f"/tables/{table}/live", at=way.port)
    deal = people.deal(dealer=dealer, table=table)
    viewer.counts("table-view .seat", 4)

    def seen() -> None:
        """Wait until the page shows the last act."""
        ply = people.anybody.get(f"/deals/{deal}/views/public").json["ply"]
        viewer.until("return document.querySelector('table-view').view?.ply === args[0]", ply)

    play(people.admin, deal, acts[:12])
    seen()
    for act in acts[12:15]:
        play(people.admin, deal, [act])
        seen()
    way.cut()
    play(people.admin, deal, acts[15:18])
    way.mend()
    seen()
    people.admin.post(f"/deals/{deal}/undo", {"why": "a slip"})
    viewer.sees("The record was corrected.", ".announcement")
    play(people.admin, deal, acts[17:])
    viewer.sees("The deal is over.", ".announcement")
    viewer.fits()
