"""A director's evening, and what the public and the players see of it: by clicks, in a browser."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

import pytest
from playwright.sync_api import Locator, Page, expect

from api.services import Provider
from domain.fair import lots, packs
from tests.cases import full
from tests.http.people import People, opened, play
from tests.http.tournament_requests import SWISS, done, draw, enter, report, tournament
from tests.pages.conftest import PHONE, Open, accessible, fits, press_and_agree, signed_in
from tests.pages.test_signing_in import expected, made_cards, sign_in
from tests.record.play import played
from tests.signing.visitors import official

PAIRS = [
    "Anula + Farook", "Kavitha + Mahesh", "Nimal + Sunil", "Ruwan + Priya", "Dilini + Saman", "Tharindu + Fathima",
    "Ishara + Kumar", "Lakshmi + Bandara", "Chathura + Yasmin", "Roshan + Malini", "Gayan + Selvi", "Harsha + Nadia",
    "Upul + Zainab", "Aruni + Pradeep", "Shanthi + Vimal",
]  # fmt: skip
LATE = "Rekha + Jude"


@pytest.fixture(scope="module")
def club(people: People) -> str:
    return people.club()


@pytest.fixture(scope="module")
def director(house: Provider, club: str) -> str:
    return official(house, "dilini", "director", UUID(club)).login


def follow(tabs: Locator, name: str) -> None:
    """Click a tab; on a phone it may be behind the button that opens the others."""
    link = tabs.get_by_role("link", name=name, exact=True)
    if not link.count():
        tabs.get_by_role("button").click()
    link.click()


class Desk:
    """A director at the desk."""

    def __init__(self, page: Page, people: People) -> None:
        self.page = page
        self.admin = people.admin
        self.id = ""

    def tab(self, name: str) -> None:
        desk = self.page.get_by_role("navigation", name="Director's desk")
        if not desk.count():
            follow(self.page.get_by_role("navigation", name="Tournament"), "Desk")
        follow(desk, name)

    def expect_announcement(self, sentence: str) -> None:
        expect(self.page.locator(".announcement")).to_contain_text(sentence)

    def press(self, name: str, announcement: str = "") -> None:
        press_and_agree(self.page, self.page.get_by_role("button", name=name, exact=True))
        if announcement:
            self.expect_announcement(announcement)

    def tables(self, number: int) -> list[dict[str, Any]]:
        encounters: list[dict[str, Any]] = self.admin.get(f"/tournaments/{self.id}/rounds/{number}").json["encounters"]
        return encounters

    def draw(self, number: int) -> None:
        self.tab("Round")
        self.press(f"Draw round {number}", f"Round {number} is drawn")
        expect(self.page.get_by_role("heading", name=f"Round {number}")).to_be_visible()
        expect(self.page).to_have_title(re.compile(f"^Round {number} "))

    def reported(self, number: int, but: int = 0) -> None:
        """All tables but one report, over the API; the side of the earlier entry wins."""
        for each in self.tables(number):
            if each["table"] != but and each["status"] == "open":
                north = int(each["sides"][0][0]) < int(each["sides"][1][0])
                report(self.admin, each["id"], *((7, 3) if north else (3, 7)))

    def close(self, number: int) -> None:
        self.tab("Round")
        self.press(f"Close round {number}", "its results are final")

    def at_table(self, table: int, *, entering: bool = False) -> None:
        self.tab("Tables")
        name = f"{'Enter result' if entering else 'Show table'}, Table {table}"
        self.page.get_by_role("link", name=name, exact=True).click()

    def write(self, ours: int, theirs: int, where: str) -> None:
        for n, tokens in enumerate((ours, theirs)):
            self.page.locator(f'{where} [name="sheet.whole.{n}.tokens"]').fill(str(tokens))


@pytest.mark.full
@pytest.mark.parametrize("is_whole", [False, full(True)], ids=["first-round", "whole"])
def test_a_directors_evening(open_page: Open, people: People, club: str, director: str, is_whole: bool) -> None:
    """16 pairs, Swiss, five rounds; one comes late, one leaves, one result is corrected, one is a forfeit.

    Every day at the desk until a late entry: requests play the other rounds.
    """
    page = sign_in(open_page("/health"), director)
    desk = Desk(page, people)
    page.get_by_role("link", name="Tournaments", exact=True).click()
    page.get_by_role("link", name="New tournament").first.click()
    expect(page.get_by_label("Name", exact=True)).to_have_value(re.compile("Swiss, five rounds, "))
    accessible(page, everyday=False)
    page.get_by_role("button", name="Create tournament").click()
    page.wait_for_url("**/desk/entries")
    desk.id = page.url.split("/")[-3]

    page.get_by_label("One entry per line").fill("\n".join(f"{n}. {pair}" for n, pair in enumerate(PAIRS, 1)))
    page.get_by_role("button", name="Show what would be recorded").click()
    expect(page.get_by_text("15 entries would be recorded.")).to_be_visible()
    accessible(page, everyday=False)
    page.get_by_role("button", name="Record the entries").click()
    expect(page.get_by_role("heading", name="15 entries")).to_be_visible()
    assert people.admin.get(f"/tournaments/{desk.id}").json["entries"][0]["players"] == ["Anula", "Farook"]
    accessible(page, everyday=False)
    page.get_by_role("link", name="Go to the draw").click()

    desk.press("Draw round 1", "Round 1 is drawn")
    expect(page.get_by_text("sits out")).to_be_visible()
    page.get_by_text("Reason for the pairing").first.click()
    expect(page.get_by_text("the upper half of the list meets the lower").first).to_be_visible()
    accessible(page, everyday=False)

    desk.at_table(1, entering=True)
    desk.write(7, 7, "#enter-0")
    desk.press("Enter result")
    expect(page.get_by_role("alert")).to_contain_text("both cannot have 7 tokens")
    desk.write(7, 5, "#enter-0")
    desk.press("Enter result", "Both sides still have to confirm it")
    assert page.evaluate("document.activeElement !== document.body"), "the keyboard goes on where the form was"
    expect(page.locator("#result .outcome")).to_contain_text("7 : 5")
    desk.press("Accept result", "The result is accepted")
    accessible(page, everyday=False)
    desk.tab("Round")
    expect(page.get_by_text("6 tables are not finished yet")).to_be_visible()
    desk.reported(1)
    desk.close(1)

    desk.tab("Entries")
    page.get_by_label("Name", exact=True).fill(LATE)
    page.get_by_label("Players, separated by commas").first.fill("Rekha, Jude")
    desk.press("Add entry", "The entry is added")
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    late = page.get_by_role("listitem").filter(has_text=LATE)
    expect(late).to_contain_text("from round 2 on")

    if is_whole:
        rounds_two_to_five(desk, people)
    for number in range(2, 6)[4 if is_whole else 0 :]:
        draw(people.admin, desk.id)
        desk.reported(number)
        done(people.admin, f"/tournaments/{desk.id}/rounds/{number}/close")
    desk.tab("Terms and final result")
    accessible(page, everyday=False)
    desk.press("Announce final result")
    expect(page.get_by_role("heading", name="Final result", exact=True)).to_be_visible()
    first = people.admin.get(f"/tournaments/{desk.id}/standings").json["items"][0]["name"]
    expect(page.locator(".podium")).to_contain_text(first)

    page.get_by_role("link", name="Log of the tournament").click()
    more = ["The last bus", "A challenge was lost", "Dilini"] if is_whole else []
    for sentence in ("Rekha + Jude entered as number 16", *more):
        expect(page.locator(".log")).to_contain_text(sentence)
    if is_whole:
        page.locator('.log-filter [name="round"]').select_option("3")
        page.get_by_role("button", name="Filter log").click()
        expect(page.locator(".log")).to_contain_text("Half an hour late")
    expected(open_page, 422)


def rounds_two_to_five(desk: Desk, people: People) -> None:
    """A correction, a withdrawal, a forfeit and a ruling on the way."""
    page = desk.page
    desk.draw(2)
    expect(page.get_by_role("listitem").filter(has_text=LATE)).to_have_count(1)
    desk.reported(2, but=3)
    wrong = next(each for each in desk.tables(2) if each["table"] == 3)
    report(people.admin, wrong["id"], 7, 1)
    desk.at_table(3)
    page.locator("summary").filter(has_text="Correct result").click()
    desk.write(1, 7, "#correcting-0")
    page.locator("#correct-why-0").fill("The sheet was read upside down")
    desk.press("Correct result", "The result is corrected")
    expect(page.locator("#result .outcome")).to_contain_text("1 : 7")
    expect(page.get_by_text("Corrected: The sheet was read upside down")).to_be_visible()
    accessible(page, everyday=False)
    desk.close(2)

    desk.tab("Entries")
    page.locator("summary").filter(has_text="Withdraw an entry").click()
    page.locator("#gone").select_option(label="15 · Shanthi + Vimal")
    page.locator("#gone-why").fill("The last bus")
    desk.press("Withdraw entry", "The entry is withdrawn")
    expect(page.get_by_role("listitem").filter(has_text="Shanthi + Vimal")).to_contain_text("The last bus")

    desk.draw(3)
    expect(page.locator(".meetings")).not_to_contain_text("Shanthi + Vimal")
    desk.reported(3, but=2)
    desk.at_table(2, entering=True)
    page.locator("summary").filter(has_text="Record forfeit").click()
    page.get_by_label("Forfeit by").select_option("[1]")
    page.locator("#forfeit-why").fill("Half an hour late")
    desk.press("Record forfeit", "The forfeit is recorded")
    expect(page.locator("#forfeit")).to_contain_text("Half an hour late")
    expect(page.get_by_text("No result yet")).to_have_count(0)
    desk.close(3)

    desk.tab("Disputes and rulings")
    page.locator("#whom").select_option(label="4 · Ruwan + Priya")
    page.locator("#ruling-why").fill("A challenge was lost")
    desk.press("Record ruling", "the standings are updated")
    assert people.admin.get(f"/tournaments/{desk.id}").json["adjustments"][0]["amount"] == -0.5, "half a point"
    expect(page.locator("button", has_text="Withdraw ruling")).to_have_count(1)
    accessible(page, everyday=False)

    for number in (4, 5):
        desk.draw(number)
        desk.reported(number)
        desk.tab("Tables")
        expect(page.locator(".tables > li")).to_have_count(len(desk.tables(number)))
        accessible(page, everyday=False)
        desk.close(number)


def test_everybody_sees_rounds_standings_and_why(open_page: Open, people: People) -> None:
    cup = tournament(people.admin, 6)
    for number in (1, 2):
        for each in draw(people.admin, cup)["encounters"]:
            report(people.admin, each["id"], 7, each["table"])
        if number == 1:
            done(people.admin, f"/tournaments/{cup}/rounds/1/close")
    page = open_page(f"/tournaments/{cup}", viewport=PHONE)
    fits(page)
    accessible(page, everyday=False)
    tabs = page.get_by_role("navigation", name="Tournament")
    more = tabs.get_by_role("button", name="More")
    more.click()
    expect(tabs.get_by_role("link")).to_have_count(5)
    expect(page.get_by_role("link", name="Desk")).to_have_count(0)
    fits(page)
    accessible(page, everyday=False)
    page.keyboard.press("Escape")
    look = page.locator("header details.menu")
    look.locator("summary").click()
    fits(page)
    expect(look.get_by_role("button", name="Same as device")).to_be_in_viewport(ratio=1)
    look.locator("summary").click()
    page.get_by_role("link", name="Standings", exact=True).click()
    table = page.get_by_role("table")
    expect(table.get_by_role("rowheader")).to_have_count(6)
    expect(table.get_by_role("row").filter(has=page.get_by_role("cell"))).to_have_count(12)
    rows = people.admin.get(f"/tournaments/{cup}/standings").json["items"]
    for row in rows:
        expect(page.get_by_role("row").filter(has_text=row["why"])).to_have_count(1)
    expect(page.get_by_text("not confirmed", exact=True)).to_have_count(6)
    fits(page)
    accessible(page, everyday=False)
    page.get_by_role("table").get_by_role("link", name=rows[0]["name"]).click()
    for step in people.admin.get(f"/tournaments/{cup}/standings/{rows[0]['entry']}").json["steps"]:
        expect(page.locator(".steps")).to_contain_text(step)
    expect(page.locator(".unused")).to_contain_text("Buchholz, the scores of all opponents, added up: ")
    fits(page)
    page.get_by_role("link", name="Round by round").click()
    expect(page.get_by_role("table").get_by_role("row")).to_have_count(7)
    fits(page)
    accessible(page, everyday=False)


@pytest.mark.full
def test_the_standings_say_which_results_count_in_them(open_page: Open, people: People) -> None:
    cup = tournament(people.admin, 4)
    paper = f"/tournaments/{cup}/papers/standings"
    first, second = draw(people.admin, cup)["encounters"]
    page = open_page(paper)
    expect(page.get_by_role("heading", name="Standings", exact=True)).to_be_visible()
    report(people.admin, first["id"], 7, 3)
    page.reload()
    expect(page.get_by_role("heading", name="Standings during round 1")).to_be_visible()
    report(people.admin, second["id"], 7, 3)
    done(people.admin, f"/tournaments/{cup}/rounds/1/close")
    draw(people.admin, cup)
    page.reload()
    expect(page.get_by_role("heading", name="Standings after round 1")).to_be_visible()


@pytest.mark.full
def test_the_desk_is_one_of_six_tabs_and_begins_with_what_comes_next(
    open_page: Open, people: People, club: str, director: str
) -> None:
    cup = tournament(people.admin, 4, club=club)
    page = signed_in(open_page("/health"), director)
    page.goto(f"/tournaments/{cup}/desk")
    expect(page).to_have_url(re.compile("/desk/entries$"))
    draw(people.admin, cup)
    page.goto(f"/tournaments/{cup}/desk/")
    expect(page).to_have_url(re.compile("/desk/tables$"))
    for name in ("Tournament", "Director's desk"):
        expect(page.get_by_role("navigation", name=name).get_by_role("link")).to_have_count(6)


@pytest.mark.full
def test_a_page_that_does_not_exist_keeps_the_reader_signed_in_and_leads_on(open_page: Open, director: str) -> None:
    page = signed_in(open_page("/health"), director)
    page.goto("/no/such/page")
    expect(page.get_by_role("link", name="Dilini")).to_be_visible()
    expect(page.get_by_role("link", name="Sign in")).to_have_count(0)
    accessible(page, everyday=False)
    page.get_by_role("navigation", name="Other pages").get_by_role("link", name="Tournaments").click()
    expect(page).to_have_url(re.compile("/tournaments$"))
    expected(open_page, 404)


TEXTS = ["ta", full("en"), full("gsw"), full("si")]
WIDER = """() => [document.documentElement, ...document.querySelectorAll(".tabs")].filter((each) =>
    each.scrollWidth > each.clientWidth ||
    each.matches(".tabs") && each.offsetHeight > 1.5 * each.firstElementChild.offsetHeight)
    .map((each) => each.className || each.localName)"""
"""Finds the page or a row of tabs that scrolls sideways, and a row of tabs that breaks into two."""


@pytest.mark.full
@pytest.mark.parametrize("language", TEXTS)
def test_no_page_is_wider_than_a_phone_and_no_tabs_break(open_page: Open, people: People, language: str) -> None:
    cup = tournament(people.admin, 6)
    for each in draw(people.admin, cup)["encounters"]:
        report(people.admin, each["id"], 7, each["table"])
    headers = {"Authorization": f"Bearer {people.admin.secret}", "Accept-Language": language}
    page = open_page(f"/tournaments/{cup}", viewport=PHONE, extra_http_headers=headers)
    assert page.locator("html").get_attribute("lang") == language
    wider: dict[str, Any] = {}
    seen: list[str] = []
    left = [page.url, f"{page.url}/log", f"{page.url}/desk/results", f"{page.url}/desk/files"]
    while left:
        page.goto(address := left.pop(0))
        seen.append(address)
        tabs = page.locator(".tabs a").evaluate_all("all => all.map((each) => each.href)")
        left += [each for each in dict.fromkeys(tabs) if each not in (*seen, *left)]
        for size in (PHONE, {"width": 390, "height": 780}):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            if parts := page.evaluate(WIDER):
                wider[f"{address}, {size['width']}"] = parts
    assert wider == {}
    assert len(seen) > 12


@pytest.mark.full
def test_folded_tabs_are_opened_and_followed_by_keyboard_without_scripts(open_page: Open, people: People) -> None:
    cup = tournament(people.admin, 4)
    draw(people.admin, cup)
    page = open_page(f"/tournaments/{cup}", viewport=PHONE, java_script_enabled=False)
    tabs = page.get_by_role("navigation", name="Tournament")
    more, papers = tabs.get_by_role("button", name="More"), tabs.get_by_role("link", name="Papers and screen")
    expect(papers).to_be_hidden()
    tabs.get_by_role("link").last.focus()
    page.keyboard.press("Tab")
    expect(more).to_be_focused()
    page.keyboard.press("Enter")
    expect(papers).to_be_visible()
    for _ in range(5):
        page.keyboard.press("Tab")
        if papers.evaluate("each => each === document.activeElement"):
            break
    expect(papers).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/papers$"))
    expect(tabs.get_by_role("button", name="Papers and screen")).to_have_attribute("aria-current", "true")


@pytest.mark.full
def test_a_bracket_says_who_goes_on(open_page: Open, people: People) -> None:
    knockout = {"format": "knockout", "third_place": True, "encounter": {"race": 7, "final_race": 10}}
    cup = tournament(people.admin, 6, knockout)
    for each in draw(people.admin, cup)["encounters"]:
        report(people.admin, each["id"], 7, 2)
    page = open_page(f"/tournaments/{cup}/picture", viewport=PHONE)
    titles = page.locator(".column h2").all_inner_texts()
    assert titles == ["Quarter-finals", "Semi-finals", "Final"]
    expect(page.locator(".column").nth(0).locator(".won")).to_have_count(4)
    semi = page.locator(".column").nth(1).locator(".slot a")
    winners = page.locator(".column").nth(0).locator(".won a")
    assert semi.all_inner_texts() == winners.all_inner_texts(), "before the semi-finals are drawn"
    fits(page)
    accessible(page, everyday=False)


@pytest.mark.full
def test_a_cross_table_has_every_encounter_twice(open_page: Open, people: People) -> None:
    cup = tournament(people.admin, 4, {"format": "round-robin", "encounter": {"race": 7}})
    for each in draw(people.admin, cup)["encounters"]:
        report(people.admin, each["id"], 7, 2)
    page = open_page(f"/tournaments/{cup}/picture", viewport=PHONE)
    expect(page.get_by_text("7:2")).to_have_count(2)
    expect(page.get_by_text("2:7")).to_have_count(2)
    fits(page)
    accessible(page, everyday=False)


@pytest.mark.full
def test_two_entries_are_swapped_with_a_reason_and_what_it_breaks(
    open_page: Open, people: People, club: str, director: str
) -> None:
    cup = tournament(people.admin, 4, club=club)
    for each in draw(people.admin, cup)["encounters"]:
        report(people.admin, each["id"], 7, 2)
    (one,), (rival,) = people.admin.get(f"/tournaments/{cup}/rounds/1").json["encounters"][0]["sides"]
    done(people.admin, f"/tournaments/{cup}/rounds/1/close")
    tables = [{*each["sides"][0], *each["sides"][1]} for each in draw(people.admin, cup)["encounters"]]
    (beside,) = next(each - {one} for each in tables if one in each)
    page = signed_in(open_page("/health"), director)
    desk = Desk(page, people)
    page.goto(f"/tournaments/{cup}/desk/round")
    page.locator("summary").filter(has_text="Swap two entries").click()
    page.get_by_label("First entry").select_option(rival)
    page.get_by_label("Second entry").select_option(rival)
    page.get_by_role("button", name="Check swap").click()
    expect(page.get_by_text("Choose two different entries.")).to_be_visible()
    page.get_by_label("First entry").select_option(beside)
    page.get_by_label("Second entry").select_option(rival)
    page.get_by_role("button", name="Check swap").click()
    expect(page.locator(".swap")).to_contain_text("have met before, in round 1")
    accessible(page, everyday=False)
    page.get_by_label("Reason for the swap").fill("They came together by car")
    desk.press("Swap entries")
    page.wait_for_url("**/desk/round")
    expect(page.get_by_text("have met before, in round 1").first).to_be_visible()
    again = people.admin.get(f"/tournaments/{cup}/rounds/2").json
    assert (again["by_hand"], again["why"]) == (True, "They came together by car")
    assert {one, rival} in [{*each["sides"][0], *each["sides"][1]} for each in again["encounters"]]

    page.locator("summary").filter(has_text="Redraw the round").click()
    page.locator("#redraw-why").fill("They did not")
    desk.press("Redraw round", "redrawn")
    expect(page.get_by_text("have met before")).to_have_count(0)
    played, free = people.admin.get(f"/tournaments/{cup}/rounds/2").json["encounters"]
    report(people.admin, played["id"], 7, 2)
    page.goto(f"/tournaments/{cup}/desk/round?one={played['sides'][0][0]}&other={free['sides'][0][0]}")
    expect(page.locator(".swap")).to_contain_text(re.compile(r"Table \d of round 2 has been played at"))
    expect(page.get_by_role("button", name="Swap entries")).to_have_count(0)
    page.goto(f"/tournaments/{cup}/desk/round")
    page.get_by_text("Reopen an earlier round").click()
    page.locator("#reopen-earlier-why").fill("A result is missing")
    desk.press("Reopen round", "The round is open again")
    expect(page.get_by_role("link", name="Round 1 is still open")).to_be_visible()


@pytest.mark.full
def test_a_whole_round_is_drawn_by_hand_with_the_keyboard_on_a_phone(
    open_page: Open, people: People, club: str, director: str
) -> None:
    """The page names the breaches of the director's draw before it is recorded; an impossible draw is not recorded."""
    cup = tournament(people.admin, 5, club=club)
    for each in draw(people.admin, cup)["encounters"]:
        report(people.admin, each["id"], 7, 2)
    done(people.admin, f"/tournaments/{cup}/rounds/1/close")
    first = people.admin.get(f"/tournaments/{cup}/rounds/1").json
    one, other = (each["sides"] for each in first["encounters"])
    page = signed_in(open_page("/health", viewport=PHONE), director)
    page.goto(f"/tournaments/{cup}/desk/round")
    page.get_by_role("link", name="Draw the round by hand").click()
    page.wait_for_url("**/desk/by-hand")
    fits(page)
    accessible(page, everyday=False)

    def choose(where: str, n: int, entry: str) -> None:
        page.locator(where).nth(n).focus()
        page.keyboard.type(f"{entry} ·")
        expect(page.locator(where).nth(n)).to_have_value(entry)

    def look() -> None:
        page.get_by_role("button", name="Check draw").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#checked")).to_be_focused()

    rematch = [one[0][0], one[1][0], other[0][0], other[0][0]]
    for n, entry in enumerate(rematch):
        choose(".own-tables [data-table] select", n, entry)
    choose("#own-byes select", 0, other[1][0])
    look()
    for sentence in ("have met before, in round 1", "is missing"):
        expect(page.locator("#checked")).to_contain_text(sentence)
    expect(page.locator("#checked li").filter(has_text="is drawn 2 times")).to_have_count(1)
    expect(page.get_by_role("button", name="Record draw")).to_have_count(0)
    accessible(page, everyday=False)
    (free,) = {"1", "2", "3", "4", "5"} - {*rematch, other[1][0]}
    choose(".own-tables [data-table] select", 3, free)
    expect(page.locator("#checked")).to_be_hidden()
    look()
    expect(page.locator("#checked")).not_to_contain_text("is drawn 2 times")
    assert len(people.admin.get(f"/tournaments/{cup}").json["rounds"]) == 1, "nothing is recorded yet"
    fits(page)
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Record draw")).to_be_focused()
    page.keyboard.press("Enter")
    sheet = page.get_by_role("dialog", name="This changes")
    expect(sheet.get_by_role("row", name="Sit out")).to_be_visible()
    sheet.get_by_role("button", name="Record draw").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/desk/round")
    drawn = people.admin.get(f"/tournaments/{cup}/rounds/2").json
    assert (drawn["by_hand"], drawn["encounters"][0]["sides"]) == (True, [[rematch[0]], [rematch[1]]])
    assert any("have met before" in each for each in drawn["broke"])

    page.get_by_role("link", name="Change the draw by hand").click()
    for n, entry in enumerate([rematch[0], rematch[2], rematch[1], free]):
        choose(".own-tables [data-table] select", n, entry)
    look()
    page.keyboard.press("Tab")
    page.keyboard.type("They had met")
    page.keyboard.press("Enter")
    sheet.get_by_role("button", name="Record draw").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/desk/round")
    again = people.admin.get(f"/tournaments/{cup}/rounds/2").json
    assert (again["why"], again["encounters"][1]["sides"]) == ("They had met", [[rematch[1]], [free]])
    report(people.admin, again["encounters"][0]["id"], 7, 2)
    page.get_by_role("link", name="Change the draw by hand").click()
    choose(".own-tables [data-table] select", 0, other[1][0])
    look()
    expect(page.locator("#checked")).to_contain_text("has been played at")


@pytest.mark.full
def test_a_line_of_a_list_that_would_be_refused_says_why_before_anything_is_recorded(
    open_page: Open, people: People, club: str, director: str
) -> None:
    cup = tournament(people.admin, 0, club=club)
    page = signed_in(open_page("/health"), director)
    page.goto(f"/tournaments/{cup}/desk/entries")
    page.get_by_label("One entry per line").fill("A + B\nC & D\nThe Herons: A, E\nF, G")
    page.get_by_role("button", name="Show what would be recorded").click()
    expect(page.get_by_role("row").filter(has_text="The Herons")).to_contain_text("A plays for entry 1 already")
    expect(page.get_by_role("alert")).to_have_text("Nothing can be recorded: line 3: A plays for entry 1 already")
    expect(page.get_by_role("button", name="Record the entries")).to_have_count(0)
    page.get_by_label("One entry per line").fill("A + B\nNobody's, A/L Kumar & Perera, Nimal")
    page.get_by_role("button", name="Show what would be recorded").first.click()
    expect(page.get_by_role("row").nth(2)).to_contain_text("Nobody's, A/L Kumar + Perera, Nimal")
    page.get_by_label("Or paste the lines").fill('name\nA + B\nC + D\n"The Herons: H, E"\nF + G')
    page.get_by_role("button", name="Show what would be recorded").last.click()
    page.get_by_role("button", name="Record the entries").click()
    expect(page.get_by_role("heading", name="4 entries")).to_be_visible()
    entries = people.admin.get(f"/tournaments/{cup}").json["entries"]
    assert [each["players"] for each in entries] == [["A", "B"], ["C", "D"], ["H", "E"], ["F", "G"]]


@pytest.mark.full
def test_both_sides_confirm_on_their_own_phones(open_page: Open, people: People, club: str, director: str) -> None:
    cup = tournament(people.admin, 2, club=club)
    table = people.table(club)
    done(people.admin, f"/tournaments/{cup}/tables", {"tables": {"1": table}})
    report(people.admin, draw(people.admin, cup)["encounters"][0]["id"], 7, 4)
    desk = signed_in(open_page("/health"), director)
    for seat, left in (("S", "not confirmed"), ("E", "confirmed")):
        ((address, pin),) = made_cards(desk, table, seat)
        phone = open_page(address, viewport=PHONE)
        phone.get_by_label("Your name").fill(f"Player {seat}")
        phone.get_by_label("PIN beside the code").fill(pin)
        phone.get_by_role("button", name="Join table").click()
        phone.goto(f"/tournaments/{cup}/rounds/1/tables/1")
        fits(phone)
        accessible(phone, everyday=False)
        phone.get_by_role("button", name="Confirm result").click()
        expect(phone.locator(".announcement")).to_contain_text("You have confirmed")
        expect(phone.locator("#result .outcome")).to_contain_text(left)
        expect(phone.get_by_role("button", name="Confirm result")).to_have_count(0)
    desk.goto(f"/tournaments/{cup}/desk/tables")
    expect(desk.locator("#table-1")).to_contain_text("done")
    expect(desk.get_by_role("link", name=re.compile("QR cards, "))).to_be_visible()


@pytest.mark.full
def test_the_deals_of_a_table_are_recorded_here(open_page: Open, people: People, club: str, director: str) -> None:
    cup = tournament(people.admin, 2, club=club)
    draw(people.admin, cup)
    page = signed_in(open_page("/health"), director)
    page.goto(f"/tournaments/{cup}/rounds/1/tables/1")
    page.get_by_role("button", name="Record the deals here").click()
    page.wait_for_url("**/record/*-*")
    page.goto(f"/tournaments/{cup}/rounds/1/tables/1")
    expect(page.get_by_role("button", name="Record the next deal")).to_be_visible()
    page.goto(f"/tournaments/{cup}/desk/tables")
    expect(page.locator("#table-1")).to_contain_text("playing")
    page.get_by_role("link", name="Deals, Table 1").click()
    expect(page.get_by_role("heading").first).to_be_visible()


@pytest.mark.full
def test_a_match_that_players_had_begun_is_taken_in_at_the_desk(
    open_page: Open, people: People, club: str, director: str
) -> None:
    """The page says why a file does not fit; one that fits makes the result, with the deals that are there."""
    cup = tournament(people.admin, 2, {**SWISS, "encounter": {"deals": 2}}, club=club)
    table = draw(people.admin, cup)["encounters"][0]["id"]
    seats = people.admin.get(f"/encounters/{table}").json["seats"]
    begun = {"ruleset": "304", "dealer": "S", "club": club, "players": seats}
    match = opened(people.admin.post("/matches", {**begun, "teams": {"NS": "The early birds"}}))
    wrong = {**seats, "S": seats["E"], "E": seats["S"]}
    opened(people.admin.post("/matches", {**begun, "players": wrong, "teams": {"NS": "The others"}}))
    play(people.admin, opened(people.admin.post("/deals", {"match": match})), played("S", seed=4))
    page = signed_in(open_page("/health", viewport=PHONE), director)
    desk = Desk(page, people)
    page.goto(f"/tournaments/{cup}/rounds/1/tables/1")
    page.get_by_text("Use a match in progress").click()
    fits(page)
    accessible(page, everyday=False)
    page.locator("#adopt-why").fill("They were early")
    page.get_by_label("Match to use").select_option(index=0)
    page.get_by_role("button", name="Use match").click()
    expect(page.get_by_role("alert")).to_contain_text("on the other side at table 1 of round 1")
    page.get_by_label("Match to use").select_option(value=match)
    desk.press("Use match", "with all its deals")
    expect(page.locator("#main .state").first).to_contain_text("playing, 1 deal so far")
    expect(page.get_by_text("Use a match in progress")).to_have_count(0)
    play(people.admin, opened(people.admin.post("/deals", {"match": match})), played("E", seed=5))
    page.reload()
    expect(page.locator("#result")).to_contain_text("from recorded deals")
    page.goto(f"/tournaments/{cup}/log?round=1")
    expect(page.locator(".log")).to_contain_text("was assigned to the table. They were early.")
    expected(open_page, 422)


@pytest.mark.full
def test_the_overview_says_what_is_being_played(open_page: Open, people: People, club: str) -> None:
    """A table whose deals are recorded is playing, though it has no result yet."""
    cup = tournament(people.admin, 4, {**SWISS, "encounter": {"deals": 8}}, club=club)
    place = people.table(club)
    done(people.admin, f"/tournaments/{cup}/tables", {"tables": {"1": place}})
    match = opened(people.admin.post(f"/encounters/{draw(people.admin, cup)['encounters'][0]['id']}/match"))
    page = open_page(f"/tournaments/{cup}", viewport=PHONE)
    states = page.locator(".meeting .state")
    assert [each.split(None, 1)[1] for each in states.all_inner_texts()] == ["playing", "not started"]
    for seed, sentence in ((4, "playing, 1 deal so far"), (5, "playing, 2 deals so far")):
        dealer = people.admin.get(f"/matches/{match}").json["next_dealer"]
        play(people.admin, opened(people.admin.post("/deals", {"match": match})), played(dealer, seed=seed))
        page.reload()
        expect(states.first).to_contain_text(sentence)
    assert people.admin.get(f"/tournaments/{cup}/standings").json["items"][0]["played"] == 0
    tables = people.admin.get(f"/tournaments/{cup}/rounds/1").json["encounters"]
    assert [each["status"] for each in tables] == ["playing", "open"]
    fits(page)
    page.goto(f"/tournaments/{cup}/screen/slides")
    expect(page.locator("body")).not_to_contain_text("0 of 2 tables")
    page.goto(f"/tournaments/{cup}/rounds/1/tables/1")
    expect(page.locator("#main .state").first).to_contain_text("playing, 2 deals so far")


@pytest.mark.full
def test_packs_and_lots_are_promised_at_the_desk_and_checked_by_anybody(
    open_page: Open, people: People, club: str, director: str
) -> None:
    """Only the digest is published before play; the pack that is opened after it is the promised one."""
    terms = {"format": "duplicate", "rounds": 3, "boards": 2, "scoring": {"counts": "matchpoints"}}
    cup = tournament(people.admin, 8, terms, club=club)
    page = signed_in(open_page("/health"), director)
    page.goto(f"/tournaments/{cup}/desk/entries")
    desk = Desk(page, people)
    desk.tab("Packs and lots")
    page.get_by_label("Boards").fill("1-3, 7")
    desk.press("Deal and seal packs", "dealt and sealed")
    packs_ = people.anybody.get(f"/tournaments/{cup}/packs/1").json
    assert packs_["boards"] == [1, 2, 3, 7]
    expect(page.get_by_label("Boards")).to_have_value("4-6, 8")
    expect(page.locator("#packs-1 .digest")).to_have_text(packs_["commitment"]["digest"])
    press_and_agree(page, page.locator("#lots-tie-break").get_by_role("button", name="Seal lots"))
    desk.expect_announcement("The lots are sealed")
    (promised,) = people.anybody.get(f"/tournaments/{cup}").json["promised"]
    accessible(page, everyday=False)
    fits(page)

    public = open_page(f"/tournaments/{cup}", viewport=PHONE)
    public.get_by_role("link", name="Packs and lots").click()
    for digest in (packs_["commitment"]["digest"], promised["commitment"]["digest"]):
        expect(public.get_by_text(digest)).to_be_visible()
    assert "seed" not in public.content()
    for path in ("fair/packs-1.json", "desk/fair", "desk/fair/1/sealed.json"):
        assert public.request.get(f"/tournaments/{cup}/{path}", max_redirects=0).status in (303, 404), path
    fits(public)
    accessible(public, everyday=False)

    sealed = packs.parse(page.request.get(f"/tournaments/{cup}/desk/fair/1/sealed.json").json())
    expect(page.locator("#packs-1")).to_contain_text("Some boards are not played yet")
    desk.press("Open packs")
    page.get_by_role("button", name="Not yet").click()
    assert "opening" not in people.anybody.get(f"/tournaments/{cup}/packs/1").json
    desk.press("Open packs")
    page.get_by_role("dialog").get_by_role("button", name="Open packs").click()
    desk.expect_announcement("The packs are open")
    expect(page.get_by_role("button", name="Open packs")).to_have_count(0)
    press_and_agree(page, page.locator("#lots-tie-break").get_by_role("button", name="Open lots"))
    desk.expect_announcement("The lots are opened")

    public.reload()
    shown = packs.parse(public.request.get(f"/tournaments/{cup}/fair/packs-1.json").json())
    assert shown == sealed
    assert packs.verify(packs_["commitment"]["digest"], shown) is None
    command = public.locator(".command").first
    expect(command).to_have_text(f"nought packs verify {packs_['commitment']['digest']} packs-1.json")
    opened_lots = public.get_by_role("link", name=re.compile(r"lots-\d+\.json")).get_attribute("href")
    order = lots.parse(public.request.get(opened_lots or "").json())
    assert lots.verify(promised["commitment"]["digest"], order) is None
    fits(public)
    accessible(public, everyday=False)


@pytest.mark.full
def test_a_page_that_is_looked_at_follows_the_tables(open_page: Open, people: People) -> None:
    cup = tournament(people.admin, 2)
    table = draw(people.admin, cup)["encounters"][0]["id"]
    page = open_page(f"/tournaments/{cup}/rounds/1", clock=True)
    expect(page.locator(".meeting")).to_contain_text("not started")
    report(people.admin, table, 7, 4)
    page.clock.run_for(12_000)
    expect(page.locator(".meeting")).to_contain_text("7 : 4", timeout=20_000)


@pytest.mark.full
def test_what_a_win_a_draw_and_a_bye_are_worth_is_set_when_a_tournament_is_opened(
    open_page: Open, people: People, director: str
) -> None:
    """Points are written as people say them; the terms hold halves of a point where wins count."""
    page = signed_in(open_page("/health", viewport=PHONE), director)
    page.goto("/tournaments/new")
    page.get_by_text("Change terms").click()
    for format_, counts in (("duplicate", "matchpoints"), ("swiss", "wins")):
        page.get_by_label("Format", exact=True).select_option(format_)
        expect(page.get_by_label("Score by")).to_have_value(counts)
    for label, there in (
        ("A win is worth", "1"),
        ("A draw is worth", "0.5"),
        ("A loss is worth", "0"),
        ("A bye is worth", ""),
    ):
        expect(page.get_by_label(label, exact=True)).to_have_value(there)
    for label, value in (("A win is worth", "3"), ("A draw is worth", "1"), ("A bye is worth", "1.5")):
        page.get_by_label(label, exact=True).fill(value)
    page.get_by_label("Unplayed rounds in Buchholz").select_option("fide-2024")
    page.get_by_label("Progressive score The").check()
    page.get_by_label("Drop the worst").fill("1")
    page.get_by_role("button", name="Create tournament").click()
    expect(page.get_by_role("alert")).to_contain_text("Unplayed rounds in Buchholz and Sonneborn-Berger: the rules of")
    expect(page.get_by_label("Unplayed rounds in Buchholz")).to_be_focused()
    page.get_by_label("Drop the worst").fill("0")
    accessible(page, everyday=False)
    fits(page)
    page.get_by_role("button", name="Create tournament").click()
    page.wait_for_url("**/desk/entries")
    cup = page.url.split("/")[-3]
    terms = people.admin.get(f"/tournaments/{cup}").json["terms"]
    assert terms["unplayed"] == "fide-2024"
    assert "progressive" in terms["tie_breaks"]
    scoring = people.admin.get(f"/tournaments/{cup}").json["terms"]["scoring"]
    assert (scoring["win"], scoring["draw"], scoring["loss"], scoring["bye"], scoring["forfeit"]) == (6, 2, 0, 3, None)
    page.goto(f"/tournaments/{cup}/desk/terms")
    expect(page.get_by_label("A win is worth", exact=True)).to_have_value("3")
    page.get_by_label("Score by").select_option("tokens")
    expect(page.get_by_label("A win is worth", exact=True)).to_be_hidden()
    page.get_by_label("A bye is worth").fill("-2")
    page.get_by_label("A win by forfeit is worth").fill("7")
    press_and_agree(page, page.get_by_role("button", name="Save terms"))
    expect(page.locator(".announcement")).to_contain_text("The new terms apply")
    scoring = people.admin.get(f"/tournaments/{cup}").json["terms"]["scoring"]
    assert (scoring["counts"], scoring["bye"], scoring["forfeit"]) == ("tokens", -2, 7)
    assert "unplayed" not in people.admin.get(f"/tournaments/{cup}").json["terms"]
    expect(page.get_by_label("A bye is worth")).to_have_value("-2")
    expected(open_page, 422)


@pytest.mark.full
@pytest.mark.parametrize("preset", ["knockout", "round-robin", "passen", "mitchell", "ladder"])
def test_every_preset_makes_a_tournament(
    open_page: Open, people: People, club: str, director: str, preset: str
) -> None:
    page = signed_in(open_page("/health"), director)
    page.goto("/tournaments/new")
    page.locator(f'input[value="{preset}"]').check()
    page.get_by_role("button", name="Create tournament").click()
    page.wait_for_url("**/desk/entries")
    cup = page.url.split("/")[-3]
    for n in range(8):
        alone = {"players": []} if preset == "passen" else {}
        enter(people.admin, cup, f"Entry {n}", **alone)
    if preset == "ladder":
        done(people.admin, f"/tournaments/{cup}/seeds", {"order": [str(n) for n in range(1, 9)]})
        page.goto(f"/tournaments/{cup}/desk/round")
        page.locator('[name="challenges.0.0"]').select_option("3")
        page.locator('[name="challenges.0.1"]').select_option("1")
        press_and_agree(page, page.get_by_role("button", name="Draw round 1"))
        expect(page.locator(".meeting")).to_have_count(1)
        return
    drawn = draw(people.admin, cup)
    page.goto(f"/tournaments/{cup}/rounds/1/tables/1")
    board = bool(drawn["encounters"][0]["boards"])
    form = page.locator("form.panel").first
    if preset == "passen":
        form.locator('[name="sheet.whole.0.points"]').fill("1000")
        form.locator('[name="sheet.whole.1.points"]').fill("800")
        form.get_by_role("button").last.click()
        expect(page.get_by_role("alert")).to_contain_text("make 1884")
        form.locator('[name="sheet.whole.1.points"]').fill("884")
    elif board:
        form.locator('[name="sheet.deals.0.0.tokens"]').fill("1")
    else:
        form.locator('[name="sheet.whole.0.tokens"]').fill("7")
        form.locator('[name="sheet.whole.1.tokens"]').fill("2")
    form.get_by_role("button").last.click()
    expect(page.locator(".outcome").first).to_be_visible()
    accessible(page, everyday=False)
    expected(open_page, 422)


@pytest.mark.full
def test_a_mitchell_with_a_board_that_was_not_played_is_closed_and_ends_after_its_last_round(
    open_page: Open, people: People, club: str, director: str
) -> None:
    terms = {"format": "duplicate", "rounds": 3, "boards": 1, "scoring": {"counts": "matchpoints"}}
    cup = tournament(people.admin, 6, terms, club=club)
    for number in (1, 2, 3):
        for each in draw(people.admin, cup)["encounters"]:
            if (number, each["table"]) != (3, 2):
                board = {"sheet": {"deals": [[{"tokens": 1}, {"tokens": 0}]]}, "board": each["boards"][0]}
                done(people.admin, f"/encounters/{each['id']}/result", board)
        if number < 3:
            done(people.admin, f"/tournaments/{cup}/rounds/{number}/close")
    page = signed_in(open_page("/health", viewport=PHONE), director)
    page.goto(f"/tournaments/{cup}/desk/round")
    desk = Desk(page, people)
    expect(page.get_by_text("If a board can no longer be played, give it an artificial score")).to_be_visible()
    expect(page.get_by_role("button", name="Close round 3")).to_have_count(0)
    desk.at_table(2, entering=True)
    page.get_by_text("Give an artificial score", exact=True).click()
    page.locator("#giving-0").select_option("average-plus")
    page.locator("#giving-why").fill("The hall closed")
    desk.press("Give score", "The artificial score is given")
    expect(page.locator("#result")).to_contain_text("average plus")
    expect(page.locator("#result")).to_contain_text("The hall closed")
    accessible(page, everyday=False)
    fits(page)
    desk.close(3)
    expect(page.get_by_role("heading", name="All 3 rounds are played")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("Draw round"))).to_have_count(0)
    accessible(page, everyday=False)
    page.locator("#all-drawn").get_by_role("link", name="Terms and final result").click()
    desk.press("Announce final result")
    page.wait_for_url(f"**/tournaments/{cup}")
    assert people.anybody.get(f"/tournaments/{cup}").json["status"] == "over"


@pytest.mark.full
def test_a_draw_that_rests_on_a_corrected_result_is_flagged_with_the_old_and_the_new(
    open_page: Open, people: People, club: str
) -> None:
    cup = tournament(people.admin, 4, SWISS, club=club)
    first = draw(people.admin, cup)["encounters"]
    for each in first:
        report(people.admin, each["id"], 7, 3)
    done(people.admin, f"/tournaments/{cup}/rounds/1/close")
    draw(people.admin, cup)
    page = open_page(f"/tournaments/{cup}/rounds/2", viewport=PHONE)
    expect(page.locator("#draw-changes")).to_have_count(0)
    whole = {"sheet": {"whole": [{"tokens": 3}, {"tokens": 7}]}, "why": "upside down"}
    done(people.admin, f"/encounters/{first[0]['id']}/corrections", whole)
    done(people.admin, f"/tournaments/{cup}/adjustments", {"entry": "2", "amount": -1, "why": "late"})
    page.reload()
    expect(page.locator("#draw-changes")).to_contain_text(": 7 to 3 at the time of this draw, now 3 to 7.")
    expect(page.locator("#draw-changes")).to_contain_text("was made after this round was drawn: Pair 2, -1 point.")
    accessible(page, everyday=False)
    fits(page)
