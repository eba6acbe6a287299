"""The replay: a deal ply by ply, through one viewer's eyes, with or without what comes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from flask import Flask
from playwright.sync_api import Frame, Page, Response, expect

from domain.engine.facts import Act
from replay.notation.actions import write_action
from tests.cases import full
from tests.http.applications import serving
from tests.http.people import People
from tests.pages.becoming import becomes
from tests.pages.conftest import DESK, FULL, PHONE, Open, accessible_in_both_looks, fits
from tests.pages.deals import document, take_in
from tests.pages.reading import read
from tests.pages.test_everywhere import bytes_of

CARD = re.compile(r"\b[789TJQKA][SHDC]\b")
WIDTHS = (320, 360, 768, 1440)
LAST = 20 if FULL else 10
"""The last act that is looked at while the future is hidden."""


@pytest.fixture(scope="module")
def closed(people: People) -> str:
    """A deal with closed trump, played to the end, whose hands everybody may see."""
    return take_in(people, 5)


@pytest.fixture(scope="module")
def amended(people: People) -> str:
    return take_in(people, 16)


@pytest.fixture(scope="module")
def revoke(people: People) -> str:
    return take_in(people, 17)


@pytest.fixture(scope="module")
def going_on(people: People) -> str:
    """The same closed game, of which thirty entries are recorded."""
    return take_in(people, 5, entries=30)


def says(page: Page | Frame, words: str) -> None:
    """The live region says so, soon."""
    expect(page.locator(".announcement")).to_contain_text(words)


def hand(page: Page, seat: str) -> set[str]:
    cards = page.locator(f'table-view .seat[data-seat="{seat}"] .hand .card:not(.back)')
    return {each.get_attribute("data-card") or "" for each in cards.all()}


def backs(page: Page, seat: str) -> int:
    return page.locator(f'table-view .seat[data-seat="{seat}"] .hand .card.back').count()


def test_a_deal_that_is_over_opens_at_full_hands(open_page: Open, closed: str) -> None:
    page = open_page(f"/deals/{closed}")
    assert [len(hand(page, seat)) for seat in "SENW"] == [8, 8, 7, 8], "the indicator lies on the table"
    says(page, "North plays a closed game.")
    page.get_by_role("button", name="All", pressed=True).wait_for()


def test_keys_step_by_ply_and_by_trick(open_page: Open, closed: str) -> None:
    page = open_page(f"/deals/{closed}?seat=all#13")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**#14")
    says(page, "Trick 1, East leads jack of hearts.")
    page.keyboard.press("Shift+ArrowRight")
    says(page, "Trick 2, East leads seven of clubs")
    page.keyboard.press("ArrowLeft")
    says(page, "East wins trick 1.")
    page.keyboard.press("Shift+ArrowLeft")
    says(page, "Trick 1, East leads")
    page.keyboard.press("Home")
    says(page, "Before the deal")
    page.keyboard.press("End")
    expect(page.locator(".result")).to_contain_text("Result")
    page.keyboard.press("ArrowRight")
    assert page.get_by_role("button", name="Next step").is_enabled(), "there is simply nothing more"


@pytest.mark.full
@pytest.mark.parametrize("size", [(360, 740), (1440, 1000)], ids=["phone", "desk"])
def test_the_buttons_stay_where_the_finger_is(open_page: Open, closed: str, size: tuple[int, int]) -> None:
    """Hands appear, the table grows, sentences wrap; whoever taps on and on must not hit another button."""
    page = open_page(f"/deals/{closed}?seat=all#-1", viewport={"width": size[0], "height": size[1]})
    on = page.get_by_role("button", name="Next step")
    places = set()
    for ply in range(46):
        becomes(page, "ply => location.hash === `#${ply}`", ply - 1)
        box = on.bounding_box()
        assert box is not None
        places.add((round(box["x"]), round(box["y"])))
        page.keyboard.press("ArrowRight")
    assert len(places) == 1


def test_a_link_leads_to_the_very_ply_and_viewer(open_page: Open, closed: str) -> None:
    page = open_page(f"/deals/{closed}?seat=E#16")
    says(page, "Trick 1, West plays queen of hearts.")
    assert page.get_by_role("button", name="East", pressed=True).is_visible()
    assert len(hand(page, "E")) == 7
    assert hand(page, "N") == hand(page, "W") == hand(page, "S") == set()
    assert page.locator('table-view .seat[data-place="0"]').get_attribute("data-seat") == "E", "at the bottom"


@pytest.mark.full
def test_a_step_asks_nothing_of_the_server_and_back_leads_back(open_page: Open, closed: str) -> None:
    page = open_page(f"/deals/{closed}?seat=all#20")
    page.wait_for_load_state("networkidle")
    urls: list[str] = []
    page.on("request", lambda request: urls.append(request.url))
    for _ in range(5):
        page.get_by_role("button", name="Next step").click()
    page.locator('.plies a[data-ply="40"]').click()
    assert page.url.endswith("#40")
    page.go_back()
    page.wait_for_url("**#25")
    page.locator('.plies a[aria-current="step"][data-ply="25"]').wait_for()
    assert [url for url in urls if "/static/" not in url] == []


@pytest.mark.full
def test_numbers_choose_the_eyes(open_page: Open, closed: str) -> None:
    page = open_page(f"/deals/{closed}?seat=all#20")
    page.keyboard.press("3")
    page.wait_for_url("**?seat=N#20")
    assert hand(page, "E") == set()
    page.keyboard.press("0")
    page.wait_for_url("**?seat=all#20")
    page.go_back()
    page.wait_for_url("**?seat=N#20")
    page.get_by_role("button", name="North", pressed=True).wait_for()


@pytest.mark.full
def test_a_swipe_steps(open_page: Open, closed: str) -> None:
    page = open_page(f"/deals/{closed}?seat=all#20", viewport=PHONE, has_touch=True)
    swipe = """([from, to]) => {
        const table = document.querySelector("table-view");
        const at = (x) => new Touch({identifier: 1, target: table, clientX: x, clientY: 300});
        table.dispatchEvent(new TouchEvent("touchstart", {touches: [at(from)], bubbles: true}));
        table.dispatchEvent(new TouchEvent("touchend", {changedTouches: [at(to)], bubbles: true}));
    }"""
    page.evaluate(swipe, [250, 100])
    page.wait_for_url("**#21")
    page.evaluate(swipe, [100, 250])
    page.wait_for_url("**#20")


# --- what is hidden -----------------------------------------------------------------------------------


def cards_not_for(viewer: str, entries: int) -> set[str]:
    """The cards that lie in other hands, or face down, after so many entries: nobody showed them yet."""
    held: set[str] = set()
    shown: set[str] = set()
    for item in document(5).items[:entries]:
        rest = write_action(item.fact).partition(" ")[2] if isinstance(item.fact, Act) else ""
        if rest.startswith("deal"):
            for each in re.findall(r"([SENW]):((?: ?[789TJQKA][SHDC])+)", rest):
                held |= set(each[1].split()) if each[0] != viewer else set()
        elif CARD.fullmatch(rest):
            shown.add(rest)
        elif rest.startswith(("shows", "open")):
            shown |= set(CARD.findall(rest))
    return held - shown


def everything(page: Page) -> str:
    """All that the page holds, seen or not, and its title."""
    return page.content() + page.evaluate("document.body.innerText + document.title")


@pytest.mark.parametrize("viewer", ["E", "public", "N"])
def test_nothing_of_a_hidden_card_is_in_an_answer_that_the_page_needs(
    people: People, going_on: str, viewer: str
) -> None:
    who = people.anybody if viewer == "public" else people.issue("seat", deal=going_on, seat=viewer)
    headers = {"Authorization": f"Bearer {who.secret}"} if who.secret else {}
    hidden = cards_not_for(viewer, 30)
    assert len(hidden) > 10
    for path in (
        f"/deals/{going_on}?seat={viewer}", f"/deals/{going_on}?seat={viewer}&future=hidden",
        f"/api/v1/deals/{going_on}/replays/{viewer}", f"/api/v1/deals/{going_on}/replays/{viewer}?until=20",
    ):  # fmt: skip
        answer = people.app.test_client().get(path, headers=headers)
        assert answer.status_code == 200
        assert not hidden & set(CARD.findall(answer.text)), path
    page = read(people.app, f"/deals/{going_on}?seat={viewer}", who)
    assert "All" not in page.texts("button")
    assert "Download hand file" not in page.texts("a")


@pytest.mark.full
@pytest.mark.parametrize("viewer", ["E", "public", "N"])
def test_nothing_of_a_hidden_card_reaches_the_page(open_page: Open, people: People, going_on: str, viewer: str) -> None:
    headers = {}
    if viewer != "public":
        headers = {"Authorization": f"Bearer {people.issue('seat', deal=going_on, seat=viewer).secret}"}
    page = open_page("/docs/rapidoc.js", extra_http_headers=headers)
    bodies: list[str] = []
    page.on("response", lambda answer: bodies.append(answer.text()) if is_data(answer) else None)
    page.goto(f"/deals/{going_on}?seat={viewer}")
    page.keyboard.press("Home")
    for _ in range(32):
        page.keyboard.press("ArrowRight")
    page.wait_for_load_state("networkidle")
    hidden = cards_not_for(viewer, 30)
    assert len(hidden) > 10
    for text in (everything(page), *bodies):
        assert not hidden & set(CARD.findall(text))
    assert bodies
    assert page.get_by_role("button", name="All").count() == 0
    assert page.get_by_role("link", name="Download hand file").count() == 0
    open_page.tolerated.append("404")  # type: ignore[attr-defined]


def is_data(answer: Response) -> bool:
    return "/static/" not in answer.url and "rapidoc" not in answer.url and answer.request.resource_type != "other"


def test_other_eyes_are_refused_in_an_unfinished_deal(app: Flask, going_on: str) -> None:
    for seat in ("E", "all", "scribe"):
        page = read(app, f"/deals/{going_on}?seat={seat}")
        assert page.status == 403
        assert page.all("table-view") == []


def test_with_the_future_hidden_no_answer_tells_of_it(people: People, closed: str) -> None:
    """The page, and all that its script asks for: the same for the deal and for one that went on otherwise."""
    cut = take_in(people, 5, entries=30)
    paths = ["/deals/{}?seat=all&future=hidden"]
    paths += [
        f"/api/v1/deals/{{}}/{part}?until={ply}" for part in ("replays/arbiter", "notes") for ply in (-1, 8, 20, 29)
    ]
    headers = {"Authorization": f"Bearer {people.admin.secret}"}
    for path in paths:
        answers = [people.app.test_client().get(path.format(deal), headers=headers) for deal in (closed, cut)]
        one, other = (answer.text.replace(deal, "DEAL") for answer, deal in zip(answers, (closed, cut), strict=True))
        assert answers[0].status_code == 200
        assert one == other, path


@pytest.mark.full
def test_with_the_future_hidden_the_page_knows_nothing_of_it(open_page: Open, people: People, closed: str) -> None:
    """Title, progress, list, headers and every body: the same for the deal and for one that went on otherwise."""
    cut = take_in(people, 5, entries=30)
    texts: list[list[str]] = []
    for deal in (closed, cut):
        headers = {"Authorization": f"Bearer {people.admin.secret}"}
        page = open_page("/docs/rapidoc.js", extra_http_headers=headers)
        bodies: list[str] = []
        page.on(
            "response",
            lambda answer, into=bodies: (
                into.append(answer.text() + json.dumps(kept(answer))) if is_data(answer) else None
            ),
        )
        page.goto(f"/deals/{deal}?seat=all&future=hidden")
        says(page, "Before the deal")
        for _ in range(LAST + 1):
            page.keyboard.press("ArrowRight")
        page.wait_for_url(f"**#{LAST}")
        page.wait_for_load_state("networkidle")
        assert page.locator('input[type="range"]').count() == 0
        assert page.locator(".plies a").count() == LAST + 1
        assert page.get_by_role("button", name="Go to the end").count() == 0
        texts.append([text.replace(deal, "DEAL") for text in (everything(page), page.title(), *bodies)])
    assert texts[0] == texts[1]
    open_page.wrong.clear()  # type: ignore[attr-defined]


def kept(answer: Response) -> dict[str, str]:
    return {name: value for name, value in answer.headers.items() if name != "date"}


@pytest.mark.full
def test_the_hidden_future_ends_where_the_deal_does(open_page: Open, closed: str) -> None:
    page = open_page(f"/deals/{closed}?seat=all&future=hidden#45")
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    page.get_by_text("This is the latest step.").wait_for()
    assert page.locator(".result").is_visible()
    page.keyboard.press("End")
    page.keyboard.press("h")
    page.wait_for_url(lambda url: "future" not in url)
    page.locator('input[type="range"]').wait_for()
    page.keyboard.press("h")
    page.wait_for_url("**future=hidden**")


@pytest.mark.full
def test_by_trick_with_the_future_hidden(open_page: Open, closed: str) -> None:
    page = open_page(f"/deals/{closed}?seat=all&future=hidden#15")
    page.keyboard.press("Shift+ArrowRight")
    page.wait_for_url("**#18")
    says(page, "Trick 2, East leads")
    assert page.locator(".plies a").count() == 19


# --- in place -----------------------------------------------------------------------------------------


@pytest.mark.full
def test_an_amendment_is_struck_through_with_its_reason(open_page: Open, people: People, amended: str) -> None:
    page = open_page(f"/deals/{amended}?seat=all#27")
    assert page.locator(".happened del").inner_text() == "West plays seven of diamonds"
    assert "Reason: West played the eight; I wrote the seven" in page.locator(".happened").inner_text()
    assert page.locator('.plies a[data-ply="27"] del .card').get_attribute("data-card") == "7D"
    assert page.locator(".badges").get_by_text("corrected").is_visible()
    page.goto(f"/deals/{amended}?seat=N#27")
    assert page.locator(".happened del").count() == 1
    assert "Reason" not in page.locator(".happened").inner_text(), "reasons are for officials"


@pytest.mark.full
def test_an_entry_that_was_taken_out_stands_where_it_was(open_page: Open, people: People) -> None:
    deal = take_in(people, 5, entries=20)
    people.admin.post(f"/deals/{deal}/retractions", {"ply": 16, "why": "twice"})
    headers = {"Authorization": f"Bearer {people.admin.secret}"}
    page = open_page(f"/deals/{deal}?seat=all#16", extra_http_headers=headers)
    assert "Removed: West plays queen of hearts" in page.locator(".happened").inner_text()
    assert page.locator(".plies .taken-out del").inner_text() == "West plays queen of hearts"


@pytest.mark.full
def test_an_irregularity_stands_in_place_with_its_clause(open_page: Open, revoke: str) -> None:
    page = open_page(f"/deals/{revoke}?seat=all#39")
    text = page.locator(".happened").inner_text()
    assert "Against the rules: South played eight of diamonds, but holds a card of the suit led" in text
    assert "(Play)" in text
    assert page.locator('.plies a[data-ply="39"]').get_by_text("irregularity").is_visible()
    page.keyboard.press("End")
    expect(page.locator(".result")).to_contain_text("Ruling: revoke, South")


@pytest.mark.full
def test_the_result_is_told_in_plain_words(open_page: Open, closed: str) -> None:
    page = open_page(f"/deals/{closed}?seat=all")
    assert page.locator(".result").is_hidden()
    page.keyboard.press("End")
    expect(page.locator(".result p")).to_have_text(
        [
            "160 in spades bid, 140 made: failed by 20. East and West +2.",
            "Points: North and South 140, East and West 164.",
            "Tricks: North and South 4, East and West 4.",
            "Tokens: North and South −2, East and West +2.",
        ]
    )


@pytest.mark.full
def test_officials_write_notes_and_everybody_reads_them_once_the_hands_are_open(
    open_page: Open, people: People, closed: str
) -> None:
    headers = {"Authorization": f"Bearer {people.issue('arbiter').secret}"}
    page = open_page(f"/deals/{closed}?seat=all#18", extra_http_headers=headers)
    page.keyboard.press("c")
    page.get_by_role("textbox", name=re.compile("^Note: Card")).fill(
        "South has no choice here: 7H is the last heart below."
    )
    page.get_by_role("button", name="Save note").click()
    page.locator("dialog.note").wait_for(state="hidden")
    expect(page.locator(".happened")).to_contain_text("South has no choice")
    reader = open_page(f"/deals/{closed}?seat=S#18")
    reader.locator(".happened").get_by_text("South has no choice").wait_for()
    assert reader.get_by_role("button", name="Write a note on this step").is_hidden()
    reader.keyboard.press("c")
    assert reader.locator("dialog[open]").count() == 0
    earlier = open_page(f"/deals/{closed}?seat=all&future=hidden#17")
    earlier.wait_for_load_state("networkidle")
    assert "no choice" not in everything(earlier)
    page.get_by_role("button", name="Withdraw note").click()
    page.get_by_text("The note is withdrawn.").wait_for()
    expect(page.locator(".happened li")).to_have_count(0)


# --- elsewhere ----------------------------------------------------------------------------------------


@pytest.fixture
def other_site(site: str, closed: str) -> Iterator[str]:
    """Another site, with a page that shows the replay in a frame."""

    def app(environ: object, start_response: object) -> list[bytes]:
        start_response("200 OK", [("Content-Type", "text/html")])  # type: ignore[operator]
        frame = f"{site}/deals/{closed}/embed?seat=E#16"
        whole = f"{site}/deals/{closed}"
        body = f'<iframe name="a" src="{frame}" height="640"></iframe><iframe name="b" src="{whole}"></iframe>'
        return [body.encode()]

    with serving(app) as port:
        yield f"http://localhost:{port}"


@pytest.mark.full
def test_another_site_may_frame_the_embedded_page_and_no_other(open_page: Open, other_site: str) -> None:
    page = open_page(other_site)
    frame = page.frame("a")
    assert frame is not None
    frame.locator("table-view .seat").first.wait_for()
    says(frame, "Trick 1, West plays queen of hearts.")
    frame.get_by_role("button", name="Next step").click()
    says(frame, "Trick 1, South plays seven of hearts. East wins trick 1.")
    expect(frame.get_by_role("link", name="Open in the record book")).to_have_attribute(
        "href", re.compile(r"\?seat=E#17$")
    )
    assert page.context.cookies() == []
    whole = page.frame("b")
    assert whole is not None
    assert whole.locator("table-view").count() == 0
    open_page.wrong.clear()  # type: ignore[attr-defined]


@pytest.mark.full
def test_notes_are_read_within_another_page_too(open_page: Open, people: People) -> None:
    """The frame has no list of notes: each stands in its place."""
    deal = take_in(people, 5)
    assert people.admin.post(f"/deals/{deal}/notes", {"ply": 18, "text": "No choice."}).status_code in (200, 201)
    page = open_page(f"/deals/{deal}/embed?seat=all#18")
    expect(page.locator(".happened")).to_contain_text("No choice.")
    page.get_by_role("button", name="Next step").click()
    expect(page.locator(".happened")).not_to_contain_text("No choice.")


@pytest.mark.full
def test_the_code_to_embed_and_the_exports_are_offered(open_page: Open, closed: str) -> None:
    page = open_page(f"/deals/{closed}?seat=E#17")
    page.get_by_text("Embed", exact=True).click()
    code = page.get_by_label("Copy this into your own page:").input_value()
    assert f"/deals/{closed}/embed?seat=E#17" in code
    assert code.startswith("<iframe ")
    page.get_by_text("Print and download").click()
    for name, begins in (("Download hand file", "nought = 1"), ("Download archive line", '"lines":[')):
        address = page.get_by_role("link", name=name).get_attribute("href")
        assert begins in page.request.get(str(address)).text()


@pytest.mark.full
def test_share_gives_the_link_of_the_step_and_the_view_that_are_shown(open_page: Open, closed: str) -> None:
    page = open_page(f"/deals/{closed}?seat=E#17")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Next step").click()
    page.get_by_role("button", name="Share").click()
    expect(page.locator(".actions .feedback")).not_to_be_empty()
    assert page.evaluate("navigator.clipboard.readText()").endswith(f"/deals/{closed}?seat=E#18")


@pytest.mark.full
@pytest.mark.parametrize("number", [5, full(14), full(17)])
def test_the_hand_out_fits_one_sheet(open_page: Open, people: People, number: int) -> None:
    page = open_page(f"/deals/{take_in(people, number)}?seat=all")
    page.locator(".handout h1").wait_for(state="attached")
    sheet = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", sheet)) == 1
    page.emulate_media(media="print")
    assert page.locator("table-view").is_hidden()
    text = page.locator(".handout").inner_text()
    assert all(each in text for each in ("North", "East", "South", "West", "Auction", "Result"))


@pytest.mark.full
def test_the_hand_out_of_a_part_names_its_ply(open_page: Open, people: People) -> None:
    deal = take_in(people, 5)
    page = open_page(f"/deals/{deal}?seat=all&future=hidden#20")
    expect(page.locator(".handout h1")).to_contain_text("Card 7, trick 2")
    page.goto(f"/deals/{deal}?seat=all#20")
    expect(page.locator(".handout h1")).to_contain_text("304")
    expect(page.locator(".handout h1")).not_to_contain_text("trick")


@pytest.mark.full
def test_the_hand_out_marks_the_cards_that_were_played_face_down(open_page: Open, people: People) -> None:
    """Hand 5: in the fifth trick North and West trumped face down, and both cards were turned up."""
    page = open_page(f"/deals/{take_in(people, 5)}?seat=all")
    page.locator(".handout h1").wait_for(state="attached")
    page.emulate_media(media="print")
    row = page.locator(".handout table.tricks tbody tr").nth(4)
    assert row.locator(".card.down").evaluate_all("all => all.map((each) => each.dataset.card)") == ["KS", "AS"]
    styles = row.locator(".card").evaluate_all("all => all.map((each) => getComputedStyle(each).outlineStyle)")
    assert styles == ["none", "none", "dashed", "dashed"]
    assert page.locator(".handout .card.down").count() == 2


# --- for everybody ------------------------------------------------------------------------------------


@pytest.mark.full
def test_it_is_used_with_the_keyboard_alone(open_page: Open, closed: str) -> None:
    page = open_page(f"/deals/{closed}?seat=all#20")
    page.get_by_role("button", name="Next step").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**#21")
    page.keyboard.press("?")
    assert page.get_by_role("dialog").get_by_text("previous or next trick").is_visible()
    page.keyboard.press("ArrowRight")
    assert page.url.endswith("#21"), "keys mean nothing behind a dialog"
    page.keyboard.press("Escape")
    page.get_by_label("Step", exact=True).focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**#22")
    page.locator('.plies a[data-ply="30"]').focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**#30")
    page.get_by_role("button", name="East").focus()
    page.keyboard.press("Space")
    page.wait_for_url("**?seat=E#30")
    assert page.evaluate("document.activeElement.textContent") == "East", "the focus stays where it was"


@pytest.mark.full
def test_the_table_can_be_read_as_text(open_page: Open, closed: str) -> None:
    page = open_page(f"/deals/{closed}?seat=E#16")
    page.get_by_role("button", name="Text view").click()
    text = page.locator("table-view .in-words").inner_text()
    assert "East (Esther): queen of spades, ace of hearts" in text
    assert "South (Suren): 8 unknown" in text
    assert "East leads jack of hearts" in text
    page.reload()
    page.locator("table-view .in-words").wait_for()
    assert page.locator("table-view .felt").is_hidden(), "the browser remembers"


@pytest.mark.full
def test_what_a_newer_server_tells_is_shown_as_it_stands(open_page: Open, closed: str) -> None:
    page = open_page(f"/deals/{closed}?seat=all")
    page.evaluate(
        """() => {
            const table = document.querySelector("table-view");
            table.view = {...table.view, moon_phase: {of: ["new", "old"], at: 3}, trump: {open: false}};
        }"""
    )
    page.get_by_text("of new, old, at 3").wait_for()


@pytest.mark.full
def test_it_fits_and_everybody_can_use_it(open_page: Open, people: People, amended: str) -> None:
    page = open_page(f"/deals/{amended}?seat=all#27")
    page.locator(".happened li").wait_for()
    small = """() => [...document.querySelectorAll("main button, main a[data-ply], main summary")]
        .filter((each) => each.checkVisibility()).map((each) => each.getBoundingClientRect())
        .filter(({width, height}) => width < 44 || height < 44).length"""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        fits(page)
        assert page.evaluate(small) == 0, width
        if width in (WIDTHS[0], WIDTHS[-1]):
            accessible_in_both_looks(page)


@pytest.mark.full
def test_the_embedded_replay_fits_and_everybody_can_use_it(open_page: Open, amended: str) -> None:
    page = open_page(f"/deals/{amended}/embed?seat=E#20")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        fits(page)
        if width in (WIDTHS[0], WIDTHS[-1]):
            accessible_in_both_looks(page, everyday=False)


@pytest.mark.full
def test_a_table_of_any_size_fits_a_phone(open_page: Open, people: People) -> None:
    for key, seats in (("304-six-36", 6), ("304-eight", 8), ("sidi-barrani", 4)):
        deal = people.deal(ruleset=key, dealer="1" if seats > 4 else "S")
        page = open_page(f"/deals/{deal}", viewport=PHONE)
        assert page.locator("table-view .seat").count() == seats
        fits(page)
        page.set_viewport_size(DESK)  # type: ignore[arg-type]
        fits(page)


@pytest.mark.full
def test_the_first_view_is_light(open_page: Open, closed: str) -> None:
    page = open_page(f"/deals/{closed}")
    page.wait_for_load_state("networkidle")
    assert bytes_of(page) < 150_000
