"""Auctions and contracts on pages: who bid first, two auctions of a deal, a doubled contract, a contract in words."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.cases import full
from tests.http.people import People
from tests.pages.conftest import PHONE, Open
from tests.pages.evening import Evening, an_evening
from tests.pages.reading import read


@pytest.fixture(scope="module")
def evening(people: People) -> Evening:
    return an_evening(people)


@pytest.mark.full
@pytest.mark.parametrize("number", [0, full(1), full(2)])
def test_a_replay_lists_the_auction_from_who_bid_first_and_two_auctions_stand_apart(
    open_page: Open, people: People, evening: Evening, number: int
) -> None:
    """000 "Bidding": the player to the dealer's right bids first; the dealer changes from deal to deal.

    After four cards, and again after eight: of the first deal both have bids.
    """
    deal = evening.deals[number]["id"]
    auction = people.admin.get(f"/deals/{deal}/views/arbiter").json["auction"]
    first = auction[min(auction, key=int)].split()[0]
    page = open_page(
        f"/deals/{deal}?seat=all#20", extra_http_headers={"Authorization": f"Bearer {people.admin.secret}"}
    )
    page.locator(".plies .seats span").first.wait_for()
    names = {"S": "South", "E": "East", "N": "North", "W": "West"}
    assert page.locator(".plies .seats span").first.text_content() == names[first]
    assert page.locator(".handout .auction, .handout table").first.locator("thead th").first.text_content() in (
        names[first], "Trick",
    )  # fmt: skip
    calls = page.locator(".plies .before li:not(.line)")
    assert calls.count() == len(auction)
    assert calls.first.evaluate("part => part.style.gridColumn.split(' ')[0]") == "1"
    if number:
        return
    table = page.locator(".handout table").filter(has=page.locator("caption", has_text="Auction"))
    table.wait_for(state="attached")
    assert table.locator("tbody").count() == 2
    assert table.locator("tbody th").all_text_contents() == ["First auction", "Second auction"]
    counts = [part.locator("td[data-ply]").count() for part in table.locator("tbody").all()]
    assert sum(counts) == len(auction)
    assert min(counts) >= 4


@pytest.mark.full
def test_cards_shown_during_an_auction_leave_it_one_table(open_page: Open, people: People) -> None:
    """004 "Communication": a card shown is no part of the bidding."""
    shown = ["W exposes JD", "S exposes 9D", "N exposes AD"]
    acts = ["S shuffle", "W no cut", "S deal", "E pass", *shown, "N 160", "W pass", "S pass"]
    deal = people.deal()
    recorded = people.admin.post(f"/deals/{deal}/actions", {"acts": acts, "as_it_happened": True})
    assert recorded.status_code == 200, recorded.json
    page = open_page(f"/deals/{deal}?seat=all", extra_http_headers={"Authorization": f"Bearer {people.admin.secret}"})
    table = page.locator(".handout table").filter(has=page.locator("caption", has_text="Auction"))
    table.wait_for(state="attached")
    assert table.locator("tbody").count() == 1
    assert table.locator("td[data-ply]").all_text_contents() == ["pass", "160", "pass", "pass"]


@pytest.mark.full
def test_the_two_auctions_of_a_deal_stand_apart_on_a_worksheet(app: Flask) -> None:
    table = read(app, "/learn/07-closed-trumps/paper").all("table.calls")[0]
    assert table.texts("tbody th") == ["First auction", "Second auction"]
    assert table.all("tbody")[0].texts("td") == [
        "pass",
        "160",
        "pass",
        "pass",
        "pass",
        "",
        "",
        "",
    ]


@pytest.mark.full
def test_a_doubled_contract_shows_its_factor_on_a_phone(open_page: Open, people: People, evening: Evening) -> None:
    official = {"Authorization": f"Bearer {people.admin.secret}"}
    page = open_page(f"/deals/{evening.deals[0]['id']}?seat=all#20", viewport=PHONE, extra_http_headers=official)
    page.locator("table-view .hand .card").first.wait_for()
    page.evaluate("""() => {
      const table = document.querySelector("table-view");
      table.view = { ...table.view, contract: { seat: "S", bid: 120, denomination: "undenufe", factor: 2 } };
    }""")
    factor = page.locator(".of-bid b")
    assert factor.text_content() == "×2"
    inside = "part => part.getBoundingClientRect().right <= part.closest('dd').getBoundingClientRect().right"
    assert factor.evaluate(inside)
    page.goto(f"/record/{evening.deals[0]['id']}")
    page.locator("#strip dd").first.wait_for()
    page.evaluate("""async () => {
      const { strip } = await import(new URL("./table.js", document.querySelector('script[src*="/record/"]').src));
      const { words } = await import(new URL("./scene.js", document.querySelector('script[src*="/record/"]').src));
      const contract = { seat: "S", bid: 120, denomination: "undenufe", factor: 2 };
      const view = { points: { NS: 0, EW: 0 }, taken: { NS: 0, EW: 0 }, contract };
      const desk = { seats: "SENW".split(""), teams: { NS: [], EW: [] }, unnamed: {}, names: {}, view };
      document.getElementById("strip").replaceChildren(...strip(desk, { trick: [] }, { entries: [] }, words));
    }""")
    factor = page.locator("#strip dd").first.get_by_text("×2")
    assert factor.evaluate(inside)


LANGUAGES = [full("en"), "ta", full("si"), full("gsw")]
CUT_OFF = """parts => parts.filter((part) => {
  const box = part.getBoundingClientRect();
  const across = [...part.children].some((each) => each.getBoundingClientRect().right > box.right + 1);
  return across || part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== "inline";
}).map((part) => part.textContent)"""
ENDS = """part => {
  const range = document.createRange();
  range.selectNodeContents(part);
  return Math.max(...[...range.getClientRects()].map((box) => box.right));
}"""


@pytest.mark.full
@pytest.mark.parametrize("language", LANGUAGES)
def test_partner_close_caps_is_a_whole_contract_on_a_phone(open_page: Open, people: People, language: str) -> None:
    """000 "Partner Close Caps": the contract with the longest name."""
    unseen = "S deal " + " ".join(f"{seat}:?? ?? ?? ??" for seat in "ENWS")
    bids = ["E 160", "N pass", "W pass", "S pass"]
    acts = ["S shuffle", "W no cut", unseen, *bids, "E indicator ??", unseen, "E pcc"]
    deal = people.deal()
    recorded = people.admin.post(f"/deals/{deal}/actions", {"acts": acts})
    assert recorded.status_code == 200, recorded.json
    headers = {"Authorization": f"Bearer {people.admin.secret}", "Accept-Language": language}
    page = open_page(f"/record/{deal}", viewport=PHONE, extra_http_headers=headers)
    page.locator("#strip dd").first.wait_for()
    assert page.locator("#strip :is(dd, .cut, .cut *), .ring .who b").evaluate_all(CUT_OFF) == []
    page.goto(f"/deals/{deal}?seat=all#9")
    page.locator("table-view .rim dd").first.wait_for()
    assert page.locator("table-view .rim :is(.of-bid, .of-trump) dd").evaluate_all(CUT_OFF) == []
    text = page.locator("table-view .as-text").bounding_box()
    fact = page.locator("table-view .facts dd").first
    assert text is not None
    assert fact.evaluate(ENDS) <= text["x"], "the button to read the table as text covers no word"
