"""The contract, its double, the trump and the points can be read on a narrow phone, in every game and language."""

from __future__ import annotations

import os

import pytest

from tests.cases import cases, full
from tests.http.people import People, opened
from tests.pages.conftest import PHONE, Open

SAMPLE = ("304", "304-six-24", "304-maharashtra", "504", "sidi-barrani")
DRAW = """async ({ desk, contracts }) => {
  const here = document.querySelector('script[src*="/record/"]').src;
  const { strip } = await import(new URL("./table.js", here));
  const { words } = await import(new URL("./scene.js", here));
  words.use(desk.faces, desk.ruleset);
  const seat = desk.seats.at(-1);
  const teams = Object.keys(desk.teams);
  const points = Object.fromEntries(teams.map((team) => [team, desk.pack.total]));
  const unnamed = Object.fromEntries(teams.map((team) => [team, 1]));
  // Where the partner is named, the two have points together, and need a number that marriages change.
  const together = teams.length > 2 ? { needed: desk.pack.total, makers: [seat, desk.seats[0]] } : {};
  const place = document.getElementById("strip");
  place.dataset.sides = teams.length;
  const cut = [];
  for (const { trump, ...contract } of contracts) {
    const others = { partner: { card: "JC", seat: desk.seats[0] }, marriages: [{ seat, suit: "S" }] };
    const more = teams.length > 2 ? others : {};
    const view = { ...desk.view, contract: { seat, ...contract }, maker: seat, points, ...more };
    const stand = { trick: [], trump, closed: !trump, done: 9 };
    const outbox = { entries: [], offline: contract.factor > 1 };
    place.replaceChildren(...strip({ ...desk, view, unnamed, ...together }, stand, outbox, words));
    const edge = place.getBoundingClientRect().right;
    const all = [...place.querySelectorAll("dt, dd, dd span:not(.unseen), dd b")];
    const parts = all.filter((part) => part.getBoundingClientRect().right > edge
      || (part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== "inline"));
    const isWide = place.scrollWidth > place.clientWidth;
    const texts = parts.map((part) => part.textContent);
    if (isWide || texts.length) cut.push([contract.bid, trump, isWide, ...texts].join(" "));
    const isDouble = contract.factor < 2 || place.querySelector("dd").innerText.includes(`×${contract.factor}`);
    if (!isDouble) cut.push(`no ×${contract.factor}`);
  }
  return cut;
}"""
"""Draws the strip of a deal with contracts; returns what is cut."""


def contracts(game: str) -> list[dict[str, object]]:
    """The longest contracts of a game, doubled and redoubled, with every trump."""
    if "sidi" in game or "jass" in game:
        trumps = ["S", "H", "D", "C", "obenabe", "undenufe"]
        return [
            {"bid": 157, "factor": factor, "denomination": trump, "trump": trump}
            for trump in trumps
            for factor in (1, 4)
        ]
    bids = ["pcc", "half", "full", 300]
    return [{"bid": bid, "factor": 1, "trump": trump} for bid in bids for trump in ("S", "H", "D", "C", None)]


@pytest.mark.parametrize("language", ["ta", full("en"), full("si"), full("gsw")])
def test_no_part_of_the_strip_is_cut_on_a_narrow_phone(open_page: Open, people: People, language: str) -> None:
    """The labels and values, with all points and with points still to come."""
    everything = bool(os.environ.get("NOUGHT_FULL"))
    games = [row["key"] for row in people.anybody.get("/rulesets").json["items"]] if everything else SAMPLE
    headers = {"Authorization": f"Bearer {people.admin.secret}", "Accept-Language": language}
    page = open_page(f"/record/{people.deal()}", viewport=PHONE, extra_http_headers=headers)
    page.locator("#strip dd").first.wait_for()
    with cases() as case:
        for game in games:
            dealer = people.anybody.get(f"/rulesets/{game}").json["seating"]["seats"][0]
            deal = opened(people.admin.post("/deals", {"ruleset": game, "dealer": dealer}))
            desk = people.admin.get(f"/deals/{deal}/desk").json
            with case(game):
                assert page.evaluate(DRAW, {"desk": desk, "contracts": contracts(game)}) == []


NAMES = {"S": "Thurairajah", "E": "Wickramasinghe", "N": "Sivapalan", "W": "Kanapathipillai"}
WRITE = """async (sentence) => {
  const { write } = await import(document.querySelector('script[src*="/record/desk"]').src);
  const line = document.getElementById("says");
  const top = () => document.getElementById("dock").getBoundingClientRect().top;
  const before = top();
  write(sentence);
  return [line.scrollWidth <= line.clientWidth, line.scrollHeight <= line.clientHeight + 1, top() === before];
}"""

CUT = """() => [...document.querySelectorAll(".ring .who b")].filter((seat) => seat.scrollWidth > seat.clientWidth)
    .map((seat) => `${seat.textContent} ${seat.scrollWidth} > ${seat.clientWidth}`)"""


@pytest.mark.full
@pytest.mark.parametrize("language", ["en", "si", full("ta"), full("gsw")])
def test_a_long_sentence_and_the_seats_are_whole_on_a_narrow_phone(
    open_page: Open, people: People, language: str
) -> None:
    headers = {"Authorization": f"Bearer {people.admin.secret}", "Accept-Language": language}
    for players in (NAMES, {}):
        page = open_page(f"/record/{people.deal(players=players)}", viewport=PHONE, extra_http_headers=headers)
        page.locator("#strip dd").first.wait_for()
        assert page.evaluate(WRITE, "North, Sivapalan looks at the face-down cards") == [True, True, True]
        assert page.evaluate(CUT) == []
