"""Games with other seats, other sides and other scales on a phone: the recorder, the replay, lists, seat cards."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from domain.engine.facts import CardPlayed
from domain.engine.hiding import ARBITER, PUBLIC, hide_act
from domain.games.catalogue import RULESETS
from domain.games.three04.acts import CardsRevealed
from replay.notation.actions import write_action
from replay.views import view_at
from tests.cases import cases, full
from tests.family.random_deals import deal as random_deal
from tests.http.people import People, opened
from tests.pages.conftest import Open, fits
from tests.pages.reading import read
from tests.pages.robot import random_deal as robot_deal
from tests.replaying.hidden import told_from as record_of

PHONE = {"width": 390, "height": 844}
NAMES = ("Ash Perera", "Nimal Silva", "Kavitha Selvarajah", "Ruwan Jayawardena", "Mahesh", "Farook", "Priya", "Dilani")


def recorded(people: People, key: str, seed: int = 1, cards: int = 99, **more: Any) -> str:
    """A deal of this ruleset with so many cards recorded; players have names."""
    game = RULESETS[key]
    dealer, acts = random_deal(game, random.Random(f"{key} {seed}"))
    players = dict(zip(game.seating.seats, NAMES, strict=False))
    deal = opened(people.admin.post("/deals", {"ruleset": key, "dealer": dealer, "players": players, **more}))
    played = 0
    for act in acts:
        played += type(act).__name__ == "CardPlayed"
        if played > cards:
            break
        # What the table compels is there already.
        people.admin.post(f"/deals/{deal}/actions", {"acts": [write_action(act)]})
    return deal


def seed_of(key: str, fits: Callable[[dict[str, Any]], bool]) -> int:
    """The first seed whose deal is played for a number of points and ends with such a view."""
    for seed in range(1000):
        dealer, acts = random_deal(RULESETS[key], random.Random(f"{key} {seed}"))
        view = view_at(record_of(RULESETS[key], dealer, acts), ARBITER, len(acts))
        if view["outcome"] == "played" and isinstance(view["contract"]["bid"], int) and fits(view):
            return seed
    raise AssertionError("there is no such deal")


def shown(open_page: Open, people: People, path: str) -> Page:
    return open_page(path, viewport=PHONE, extra_http_headers={"Authorization": f"Bearer {people.admin.secret}"})


def boxes(page: Page, selector: str) -> list[dict[str, float]]:
    rectangles: list[dict[str, float]] = page.locator(selector).evaluate_all(
        """list => list.map((each) => { const { left, right, top, bottom } = each.getBoundingClientRect();
        return { left, right, top, bottom, whole: Number(each.scrollWidth <= each.clientWidth + 1) }; })"""
    )
    return rectangles


def apart(one: dict[str, float], other: dict[str, float]) -> bool:
    return (
        one["right"] <= other["left"] + 1
        or other["right"] <= one["left"] + 1
        or one["bottom"] <= other["top"] + 1
        or other["bottom"] <= one["top"] + 1
    )


@pytest.mark.full
def test_decimals_are_written_as_decimals_everywhere(open_page: Open, people: People) -> None:
    """002 "Alternate Scoring Variant" (A24): one scale on the recorder, the replay, the list and in practice."""
    deal = opened(people.admin.post("/deals", {"ruleset": "304-decimal", "dealer": "S"}))
    page = shown(open_page, people, f"/record/{deal}")
    page.get_by_role("button", name="No cut").click()
    page.locator("#dock").get_by_role("button", name="16.0", exact=True).click()
    expect(page.locator("#strip")).to_contain_text("E 16.0")
    expect(page.locator("#state")).to_have_text("All entries sent")
    page.get_by_role("button", name="Entries", exact=True).click()
    expect(page.locator("dialog[open]")).to_contain_text("16.0")
    assert "160" not in page.locator("main").inner_text() + page.locator("dialog[open]").inner_text()
    whole = recorded(people, "304-decimal", seed_of("304-decimal", lambda view: True))
    points = people.admin.get(f"/deals/{whole}").json["settlement"]["points"]
    page.goto(f"/record/{whole}")
    for number in points.values():
        expect(page.locator("#end")).to_contain_text(f"{number / 10:.1f} card points")
        expect(page.locator("#strip")).to_contain_text(f"{number / 10:.1f}")
    bid = people.admin.get(f"/deals/{whole}/desk").json["view"]["contract"]["bid"]
    page.goto("/deals?ruleset=304-decimal")
    expect(page.locator(f'li:has(a[href="/deals/{whole}"])')).to_contain_text(f": {bid / 10:.1f}")
    wish = {"ruleset": "304-decimal", "seat": "E", "dealer": "S", "strength": "beginner"}
    begun = people.anybody.post("/practices", wish).json
    table = open_page("/practice", viewport=PHONE)
    table.evaluate(f"localStorage.setItem('nought-practice', JSON.stringify({{'{begun['id']}': '{begun['secret']}'}}))")
    table.goto(f"/practice/{begun['id']}")
    expect(table.locator(".bids button").first).to_have_text("16.0")


@pytest.mark.full
def test_where_the_maker_names_a_card_the_recorder_and_the_result_say_who_play_together(
    open_page: Open, people: People
) -> None:
    """000 "Maharashtrian version": named card, its holder, marriages and the changed need decide the deal."""

    def is_told(view: dict[str, Any]) -> bool:
        return bool(view.get("marriages")) and view["partner"].get("seat") not in (None, view["maker"])

    seed = seed_of("304-maharashtra", is_told)
    deal = recorded(people, "304-maharashtra", seed)
    page = shown(open_page, people, f"/record/{deal}")
    strip = page.locator("#strip")
    expect(strip).to_contain_text("Partner")
    expect(strip).to_contain_text(", who has ")
    expect(strip).to_contain_text("Marriages")
    expect(strip).to_contain_text("Bidder’s side")
    desk = people.admin.get(f"/deals/{deal}/desk").json
    together = sum(desk["view"]["points"][seat] for seat in desk["makers"])
    expect(strip).to_contain_text(f"{together} of {desk['needed']}")
    expect(page.locator("#end .worth")).to_contain_text("played together.")
    fits(page)
    page.goto(f"/deals/{deal}")
    page.keyboard.press("End")
    expect(page.locator(".verdict")).to_contain_text("played together.")
    expect(page.locator(".rim > div")).to_have_count(6)
    (felt,) = boxes(page, "table-view .felt")
    assert all(apart(slot, felt) for slot in boxes(page, ".rim > div"))
    assert all(each["whole"] for each in boxes(page, ".rim .of-side dt"))


@pytest.mark.full
def test_the_recorder_names_undenufe_once_and_keeps_the_number_of_a_deal(open_page: Open, people: People) -> None:
    """A long name of a game is cut on a phone; the number of the deal is not."""
    seed = seed_of("sidi-barrani", lambda view: view["contract"]["denomination"] == "undenufe")
    jass = recorded(people, "sidi-barrani", seed, cards=2)
    page = shown(open_page, people, f"/record/{jass}")
    expect(page.locator("#strip dd").nth(1)).to_have_text("Undenufe")
    long = people.deal(ruleset="304-maharashtra", number=12)
    page.goto(f"/record/{long}")
    expect(page.locator("#title")).to_have_text("304 as in Maharashtra, deal 12")
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 844})
        title, number = page.locator("#title").bounding_box(), page.locator("#title .number").bounding_box()
        assert title
        assert number
        assert number["x"] + number["width"] <= title["x"] + title["width"] + 1
        assert number["y"] + number["height"] <= title["y"] + title["height"] + 1


@pytest.mark.full
def test_eight_seats_keep_their_names_and_the_numbers_of_their_cards(open_page: Open, people: People) -> None:
    deal = recorded(people, "304-eight", seed=2)
    page = shown(open_page, people, f"/deals/{deal}")
    page.keyboard.press("End")
    expect(page.locator("table-view .laid")).to_have_count(8)
    expect(page.locator("table-view .player")).to_have_text([*NAMES])
    assert all(each["whole"] for each in boxes(page, "table-view .player"))
    for each in boxes(page, "table-view .player"):
        assert each["right"] > each["left"], "a dealer or a trump maker without a name"
    expect(page.locator("table-view .mark .sign").first).to_be_visible()
    numbers = page.locator("table-view .laid small").evaluate_all(
        """list => list.map((each) => { const { left, top, width, height } = each.getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2) === each; })"""
    )
    assert numbers == [True] * 8, "a card lies over the number of another"
    fits(page)
    page.goto(f"/record/{deal}")
    expect(page.locator(".ring .person")).to_have_text([*NAMES])
    assert all(each["whole"] for each in boxes(page, ".ring .person"))
    page.goto("/deals")
    hands = page.locator('select[name="hand"] option').evaluate_all("list => list.map((each) => each.value)")
    assert {*"12345678", "S", "E", "N", "W"} <= {*hands}


@pytest.mark.full
def test_the_cards_of_a_table_are_for_the_seats_of_its_game(open_page: Open, people: People) -> None:
    table = people.table(people.club())
    page = shown(open_page, people, f"/tables/{table}/cards")
    expect(page.get_by_label("Seat 8")).to_be_visible()
    expect(page.get_by_label("South")).to_be_visible()
    recorded(people, "304-six-24", cards=0, table=table)
    page.reload()
    expect(page.get_by_label("Seat 6")).to_be_visible()
    assert page.get_by_label("Seat 8").count() == page.get_by_label("South").count() == 0


@pytest.mark.full
def test_a_match_tells_of_double(people: People) -> None:
    """000 "Tamil Nadu version"."""
    seed = seed_of("304-tamil-nadu", lambda view: "double" in view)
    dealer, _ = random_deal(RULESETS["304-tamil-nadu"], random.Random(f"304-tamil-nadu {seed}"))
    match = opened(people.admin.post("/matches", {"ruleset": "304-tamil-nadu", "dealer": dealer}))
    deal = recorded(people, "304-tamil-nadu", seed, match=match)
    made = "double-made" in people.admin.get(f"/deals/{deal}").json["settlement"]["reasons"]
    page = read(people.app, f"/matches/{match}", people.admin)
    assert ("Double made" if made else "Double failed") in page.one("tbody").text()


@pytest.mark.full
def test_no_name_is_cut_off_beside_empty_felt(open_page: Open, people: People) -> None:
    """With four and six seats, names of two long words stand in two lines; no number of a card lies over a name."""
    with cases() as case:
        for key in ("504", "304-six-36", "304-six-24", "304-tamil-nadu"):
            deal = recorded(people, key, seed_of(key, lambda view: True), cards=9)
            page = shown(open_page, people, f"/record/{deal}")
            expect(page.locator(".who .person").first).to_be_visible()
            recorder = boxes(page, ".who .person:not(:empty)")
            page.goto(f"/deals/{deal}")
            page.keyboard.press("End")
            expect(page.locator("table-view .laid").first).to_be_visible()
            replay, seats = boxes(page, "table-view .player"), len(RULESETS[key].seating.seats)
            numbers = boxes(page, "table-view .laid small")
            with case(key):
                assert len(recorder) == len(replay) == seats
                assert all(each["whole"] for each in recorder), "cut off in the recorder"
                assert all(each["whole"] for each in replay), "cut off in the replay"
                covered = [(name, number) for name in replay for number in numbers if not apart(name, number)]
                assert covered == []


@pytest.mark.full
def test_face_down_cards_are_asked_for_in_the_order_of_play(open_page: Open, people: People) -> None:
    """000 "Closed Trump games": the cards that lay face down are turned up; with six seats too, first the first."""
    acts = [hide_act(act, PUBLIC) for act in robot_deal("304-six-24", 2).acts]
    n = next(n for n, act in enumerate(acts) if isinstance(act, CardsRevealed) and len(act.cards) > 1)
    revealed = acts[n]
    assert isinstance(revealed, CardsRevealed)
    played = [act.seat for act in acts[:n] if isinstance(act, CardPlayed)][-6:]
    order = [seat for seat in played if seat in revealed.cards]
    assert order != sorted(order)
    deal = opened(people.admin.post("/deals", {"ruleset": "304-six-24", "dealer": "1"}))
    sent = people.admin.post(f"/deals/{deal}/actions", {"acts": [write_action(act) for act in acts[:n]]})
    assert sent.status_code == 200, sent.json
    page = open_page(
        f"/record/{deal}", viewport=PHONE, extra_http_headers={"Authorization": f"Bearer {people.admin.secret}"}
    )
    for seat in order:
        expect(page.locator("#says")).to_have_text(f"Which card of Seat {seat} was face down?")
        page.locator(f'card-pad button[data-card="{revealed.cards[seat]}"]').click()


@pytest.mark.full
@pytest.mark.parametrize("key", ["304-maharashtra", full("304-doso-viso")])
def test_all_four_seats_are_in_view_below_four_totals_and_the_partner(
    open_page: Open, people: People, key: str
) -> None:
    """The strip of points pushed South's seat below the heading, though it was South's turn."""
    deal = recorded(people, key, 5, cards=6)
    page = shown(open_page, people, f"/record/{deal}")
    expect(page.locator("#says")).not_to_have_text("Loading …")
    with cases() as case:
        for size in ({"width": 390, "height": 780}, {"width": 390, "height": 664}, {"width": 360, "height": 740}):
            with case(str(size)):
                page.set_viewport_size(size)  # type: ignore[arg-type]
                (upper,) = boxes(page, ".upper")
                assert all(box["bottom"] <= upper["bottom"] for box in boxes(page, ".ring .who"))
