"""Papers of a tournament: what is printed, that nothing of it is cut off, and where its codes lead."""

from __future__ import annotations

import io
import random
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from cProfile import Profile
from typing import Any

import pytest
import segno
from flask import Flask
from playwright.sync_api import Page, Route, expect

from api.front.calls import MAY_PUT_OFF, PUT_OFF
from api.services import Provider
from domain.fair import packs
from domain.tournament.tables.encounter import encounter_id
from tests.cases import full
from tests.http.people import People
from tests.http.test_boards_as_they_come import MITCHELL
from tests.pages.conftest import DESK, PHONE, Open, accessible, fits
from tests.pages.hall import DIRECTOR, SINHALA, TAMIL, Hall, a_hall
from tests.pages.reading import read
from tests.waiting import until
from web.printing import pdf
from web.printing.pdf import lanes, making

A4 = {"width": 794 - 2 * 53, "height": 1123 - 113}
"""The room on a page, in CSS pixels: A4 less the margins of the papers."""


@pytest.fixture(scope="module")
def hall(people: People, house: Provider) -> Hall:
    """Sixteen pairs, two rounds played, the third drawn and partly told."""
    new_hall = a_hall(people, house, played=2, tables=8)
    new_hall.draw()
    for table in (1, 2, 4):
        new_hall.result(3, table, 7, table, confirmed=table != 2)
    return new_hall


def official(people: People) -> dict[str, str]:
    return {"Authorization": f"Bearer {people.admin.secret}"}


def printed(page: Page) -> Page:
    """The page as a printer gets it."""
    page.set_viewport_size(A4)  # type: ignore[arg-type]
    page.emulate_media(media="print", color_scheme="light")
    page.evaluate("document.fonts.ready")
    return page


def cut_off(page: Page) -> list[str]:
    """The elements that do not fit the width of the paper, or their own box."""
    elements: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("main *")].filter((each) => {
            const box = each.getBoundingClientRect();
            if (!box.width || each.closest("svg")) return false;
            const hidden = getComputedStyle(each).overflowX !== "visible" && each.scrollWidth > each.clientWidth + 1;
            return hidden || box.right > innerWidth + 1 || box.left < -1;
        }).map((each) => each.outerHTML.slice(0, 120))"""
    )
    return elements


PAPERS = ("draw/3", "sheets/3", "signs", "standings", "results")
SAMPLE = ("standings",)
"""The paper that is printed every day; the others are printed in the full run too."""


@pytest.mark.parametrize("paper", [paper if paper in SAMPLE else full(paper) for paper in PAPERS])
def test_a_paper_is_printed_whole_and_alone(open_page: Open, hall: Hall, paper: str) -> None:
    page = printed(open_page(f"{hall.path}/papers/{paper}"))
    assert cut_off(page) == []
    assert not page.locator("header.site").is_visible()
    assert not page.get_by_role("button", name="Print").is_visible()
    colours = page.evaluate(
        "() => [...document.querySelectorAll('.paper *:not(svg *)')].map((each) => getComputedStyle(each).color)"
    )
    for colour in set(colours):
        red, green, blue = (int(part) for part in colour.removeprefix("rgb(").removesuffix(")").split(","))
        assert red == green == blue < 100, f"{colour} is not dark grey on white paper"


@pytest.mark.full
@pytest.mark.parametrize(
    "paper", ["/standings", full(""), *(full(f"/{each}") for each in PAPERS if each != "standings")]
)
def test_a_paper_can_be_read_in_a_window(open_page: Open, people: People, hall: Hall, paper: str) -> None:
    page = open_page(f"{hall.path}/papers{paper}", extra_http_headers=official(people))
    for size in (DESK, PHONE):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        fits(page)
    accessible(page, everyday=False)


def test_the_draw_says_where_everybody_plays(app: Flask, hall: Hall) -> None:
    page = read(app, f"{hall.path}/papers/draw/3")
    rows = page.all("table tbody tr")
    assert len(rows) == 8
    drawn = hall.tournament.round(3).draw.pairings
    for row, pairing in zip(rows, drawn, strict=True):
        assert all(hall.tournament.entries[entry].name in row.text() for entry in pairing.entries)
    assert page.texts("h1") == ["Draw and results of round 3"]
    assert [row.texts("td")[-1] for row in rows[:5]] == ["7 : 1", "7 : 2 *", "", "7 : 4", ""]
    lines = page.texts(".columns li")
    names = [entry.name for entry in hall.tournament.entries.values()]
    assert len(lines) == 16
    assert all(line.startswith(name) for line, name in zip(lines, names, strict=True))


@pytest.mark.full
def test_a_traveller_has_a_line_for_each_table_that_plays_its_board_and_no_result(
    open_page: Open, people: People, house: Provider
) -> None:
    """docs/tournaments.md, "Travellers and pickup slips"."""
    hall = a_hall(people, house, pairs=6, **MITCHELL)
    reader, path = people.app.test_client(), f"{hall.path}/papers/travellers"
    assert "No board is drawn yet." in reader.get(path).text
    hall.draw()
    before = reader.get(path).text
    pairing = hall.tournament.rounds[1].draw.pairings[0]
    for board in pairing.boards:
        hall.board(1, pairing.table, board, 2, 0)
    assert reader.get(path).text == before
    page = printed(open_page(path))
    assert cut_off(page) == []
    accessible(page, everyday=False)
    boards = {board for each in hall.tournament.rounds[1].draw.pairings for board in each.boards}
    assert page.locator(".traveller").count() == len(boards)
    own = page.locator(".traveller", has_text=f"Board {pairing.boards[0]} ").first
    assert own.locator("tbody tr").count() == 3
    assert hall.tournament.entries[pairing.sides[0][0]].name in own.inner_text()
    assert reader.get(f"{path}.pdf").mimetype == "application/pdf"


def test_there_is_a_score_sheet_for_each_table_and_each_is_one_page(open_page: Open, hall: Hall) -> None:
    page = printed(open_page(f"{hall.path}/papers/sheets/3"))
    sheets = page.locator(".score-sheet")
    assert sheets.count() == 8
    for sheet in sheets.all():
        box = sheet.bounding_box()
        assert box is not None
        assert box["height"] <= A4["height"]
        assert sheet.locator(".boxes tbody tr").count() == 13, "a race to 7 lasts 13 deals at most of one token each"
        assert sheet.get_by_text("Signed for").count() == 2
    first = sheets.first.inner_text()
    assert "race to 7 tokens" in first
    assert first.count(TAMIL) >= 2


def test_the_code_on_a_score_sheet_leads_to_where_its_result_is_entered(app: Flask, hall: Hall, site: str) -> None:
    page = read(app, f"{hall.path}/papers/sheets/3?table=5").one(".score-sheet")
    address = f"{site}{hall.path}/rounds/3/tables/5"
    assert page.texts(".address") == [address]
    code = segno.make(address, error="m", micro=False)
    drawn = io.BytesIO()
    code.save(drawn, kind="svg", scale=4, border=4, dark="#000", light="#fff", omitsize=True, xmldecl=False)
    path = page.all(".code path")[-1].attribute("d")
    assert path
    assert f'd="{path}"' in drawn.getvalue().decode()
    leads_to = read(app, address.removeprefix(site)).one("main").text()
    entries = hall.tournament.round(3).draw.pairings[4].entries
    assert all(hall.tournament.entries[entry].name in leads_to for entry in entries)


def test_whoever_stands_in_is_on_the_score_sheet(people: People, house: Provider) -> None:
    own = a_hall(people, house, pairs=4)
    own.draw()
    ledger = house.services.ledger
    table = encounter_id(own.id, 1, 1)
    seats = {**ledger.encounters.get(table).seats, "S": "A stand-in"}
    ledger.encounters.change_seats(table, seats, "somebody fell ill", **DIRECTOR)
    page = read(people.app, f"{own.path}/papers/sheets/1?table=1")
    assert "A stand-in" in page.one(".seats").text()


DUPLICATE: dict[str, Any] = {
    "format": "duplicate",
    "rounds": 3,
    "boards": 4,
    "scoring": {"counts": "matchpoints"},
    "encounter": {},
    "tie_breaks": ["lot"],
}


def test_boards_stand_on_the_score_sheet_of_a_duplicate(people: People, house: Provider) -> None:
    own = a_hall(people, house, pairs=8, **DUPLICATE)
    own.draw()
    pairing = own.tournament.round(1).draw.pairings[0]
    page = read(people.app, f"{own.path}/papers/sheets/1?table={pairing.table}")
    assert page.texts(".boxes tbody th") == [str(board) for board in pairing.boards]


def held(page: Page, board: int) -> dict[str, list[list[str]]]:
    """The hands of a board on a paper: for each seat the cards of each dealing, as the notation writes them."""
    rows = page.locator(".board").nth(board).locator("tbody tr")
    hands = {}
    for row in rows.all():
        batches = [cell.locator(".suit").all_inner_texts() for cell in row.locator("td").all()]
        hands[row.locator("th").inner_text()[0]] = [
            [rank.replace("10", "T") + "SHDC"["♠♥♦♣".index(suit[0])] for suit in batch for rank in suit[1:].split()]
            for batch in batches
        ]
    return hands


def boards_to_play(people: People, house: Provider) -> tuple[Hall, packs.Packs]:
    """A duplicate with sealed packs for sixteen boards."""
    own = a_hall(people, house, pairs=8, **DUPLICATE)
    terms = packs.terms_of(own.tournament.ruleset, str(own.id))
    dealt = packs.deal(terms, range(1, 17), random.Random(304).randbytes(32 * 16))
    house.services.ledger.packs.commit_packs(own.id, dealt, **DIRECTOR)
    return own, dealt


@pytest.mark.full
def test_the_hands_of_boards_are_printed_for_the_director_before_play_and_for_everybody_after_it(
    open_page: Open, people: People, house: Provider
) -> None:
    """000 "Deal": one bids with the first four cards, so these stand apart."""
    own, dealt = boards_to_play(people, house)
    ledger = house.services.ledger

    public = open_page(f"{own.path}/papers")
    assert public.get_by_role("heading", name="Hands of the boards").count() == 0
    for path, status in (("boards/1", 404), ("boards/1.pdf", 404), ("sealed/1", 303), ("boards/2", 404)):
        assert public.request.get(f"{own.path}/papers/{path}", max_redirects=0).status == status, path
    page = open_page(f"{own.path}/desk/fair", extra_http_headers=official(people))
    page.get_by_role("link", name="Print the hands").click()
    assert page.get_by_text("Secret until play is over").is_visible()
    secret = [held(page, board) for board in range(16)]
    answer = page.request.get(page.url)
    assert answer.headers["cache-control"] == "no-store"
    accessible(page, everyday=False)
    assert cut_off(printed(page)) == []

    ledger.packs.open_packs(own.id, 1, **DIRECTOR)
    public.reload()
    public.get_by_role("link", name="Boards: 1–16", exact=True).click()
    assert public.get_by_text("Secret until play is over").count() == 0
    assert [held(public, board) for board in range(16)] == secret
    for hands_of_board, board in zip(secret, dealt.boards, strict=True):
        assert isinstance(board, packs.Opened)
        for number, batch in enumerate(packs.dealt(dealt.terms, board)):
            assert {seat: set(cards[number]) for seat, cards in hands_of_board.items()} == {
                seat: set(cards) for seat, cards in batch.hands.items()
            }
    dealers = [heading.split()[-2] for heading in public.locator(".board h2").all_inner_texts()]
    assert dealers == ["South", "East", "North", "West"] * 4, "as the deal goes round, counter-clockwise"
    public.set_viewport_size(PHONE)  # type: ignore[arg-type]
    fits(public)


@pytest.mark.full
def test_cards_for_all_tables_of_the_club_are_made_at_once(open_page: Open, people: People, house: Provider) -> None:
    own = a_hall(people, house, pairs=6, tables=3)
    page = open_page(f"{own.path}/papers", extra_http_headers=official(people))
    page.get_by_role("button", name="Create cards for 3 tables").click()
    cards = page.locator(".table-card")
    assert cards.count() == 3
    assert len(set(cards.locator(".pin-shown").all_inner_texts())) > 1
    address = cards.first.locator(".address").inner_text()
    answer = page.request.get(address)
    assert answer.status == 200
    assert cut_off(printed(page)) == []


def test_only_a_director_of_the_club_makes_cards(people: People, hall: Hall) -> None:
    path = f"{hall.path}/papers/cards"
    elsewhere = people.issue("director", club=people.club())
    for who, status in ((people.anybody, 303), (elsewhere, 403), (people.issue("recorder", club=hall.club), 403)):
        sent = {"Authorization": f"Bearer {who.secret}"} if who.secret else {}
        assert who.app.test_client().post(path, headers=sent).status_code == status
    own = people.issue("director", club=hall.club)
    answer = own.app.test_client().post(path, headers={"Authorization": f"Bearer {own.secret}"})
    assert answer.status_code == 201
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.full
def test_the_final_result_stands_as_it_was_announced(open_page: Open, people: People, house: Provider) -> None:
    own = a_hall(people, house, pairs=4, played=1)
    page = open_page(f"{own.path}/papers/results")
    assert page.get_by_role("heading", name="Current result").is_visible()
    own.end()
    page.reload()
    assert page.get_by_role("heading", name="Final result").is_visible()
    assert page.locator("tbody tr").first.inner_text().split("\t")[:2] == ["1", f"Anula & {TAMIL}"]
    response = page.request.get(f"{own.path}/papers/standings.csv")
    assert response.headers["content-type"].startswith("text/csv")
    assert response.headers["content-disposition"] == 'attachment; filename="standings-round-1.csv"'
    assert response.body().decode("utf-8-sig").startswith("place,entry,name,score")
    payload = page.request.get(page.get_by_role("link", name="JSON").get_attribute("href") or "").json()
    assert len(payload["items"]) == 4


@pytest.mark.usefixtures("pango")
@pytest.mark.parametrize(
    ("paper", "pages"), [("standings", 2), full("draw/3", 1), full("sheets/3", 8), full("results", 1)]
)
def test_a_paper_as_pdf_says_the_same(people: People, hall: Hall, paper: str, pages: int) -> None:
    from pypdf import PdfReader

    answer = people.app.test_client().get(f"{hall.path}/papers/{paper}.pdf")
    assert (answer.status_code, answer.content_type) == (200, "application/pdf")
    read = PdfReader(io.BytesIO(answer.data))
    assert len(read.pages) == pages
    box = read.pages[0].mediabox
    assert (round(box.width), round(box.height)) == (595, 842), "A4"
    text = "".join(page.extract_text() for page in read.pages)
    assert "The Wella Cup" in text
    for entry in hall.tournament.entries.values():
        assert entry.name.split()[0] in text


@pytest.mark.full
@pytest.mark.usefixtures("pango")
def test_the_hands_of_boards_as_pdf_are_whole(people: People, house: Provider) -> None:
    from pypdf import PdfReader

    own, dealt = boards_to_play(people, house)
    house.services.ledger.packs.open_packs(own.id, 1, **DIRECTOR)
    answer = people.app.test_client().get(f"{own.path}/papers/boards/1.pdf")
    text = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.data)).pages)
    assert "Board 16" in text
    assert dealt.digest in text.replace("\n", "")
    assert text.count("J") == 4 * 16


def fonts(data: bytes) -> Iterator[str]:
    from pypdf import PdfReader

    for page in PdfReader(io.BytesIO(data)).pages:
        for font in page["/Resources"].get("/Font", {}).values():
            yield str(font.get_object()["/BaseFont"])


@pytest.mark.full
@pytest.mark.usefixtures("pango")
def test_names_in_tamil_and_sinhala_are_printed_in_their_own_letters(people: People, hall: Hall) -> None:
    answer = people.app.test_client().get(f"{hall.path}/papers/results.pdf")
    used = {font.replace("-", " ") for font in fonts(answer.data)}
    assert any("Tamil" in font for font in used), used
    assert any("Sinhala" in font for font in used), used
    assert SINHALA in "".join(entry.name for entry in hall.tournament.entries.values())


@pytest.mark.usefixtures("pango")
def test_a_paper_is_made_once_though_the_log_goes_on(people: People, house: Provider) -> None:
    """The checkpoint on it may be ten minutes old; with a new one each time, no PDF would ever be kept."""
    own = a_hall(people, house, pairs=2)
    keeper = house.services.log_keeper("cards.example")

    def fetch_paper() -> bytes:
        people.deal()
        keeper.grow()
        assert keeper.checkpoint() is not None
        return people.app.test_client().get(f"{own.path}/papers/results.pdf").data

    counts = [len(pdf._kept)]
    first = fetch_paper()
    counts.append(len(pdf._kept))
    assert fetch_paper() == first
    counts.append(len(pdf._kept))
    assert counts[1] == counts[2] == counts[0] + 1


@pytest.mark.usefixtures("pango")
def test_a_paper_that_is_kept_does_not_wait_for_one_that_is_being_made(people: People, house: Provider) -> None:
    own = a_hall(people, house, pairs=2)
    path = f"{own.path}/papers/results.pdf"
    first = people.app.test_client().get(path).data
    with lanes._ordinary, ThreadPoolExecutor(1) as other:
        assert other.submit(lambda: people.app.test_client().get(path).data).result(20) == first


def test_where_no_pdf_can_be_made_it_is_said_what_is_missing(
    people: People, house: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = a_hall(people, house, pairs=2)
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    answer = people.app.test_client().get(f"{own.path}/papers/results.pdf")
    assert answer.status_code == 501
    assert "This server lacks something that makes PDFs" in answer.text


@pytest.mark.usefixtures("pango")
@pytest.mark.parametrize("limit", ["LARGEST", "LONGEST_SECONDS"])
def test_a_paper_that_costs_too_much_becomes_no_pdf(
    people: People, house: Provider, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    """The cost of a PDF is bounded by its tags before it begins; one that takes too long all the same is ended."""
    own = a_hall(people, house, pairs=4)
    monkeypatch.setattr(lanes, "ORDINARY", 10)
    monkeypatch.setattr(lanes, limit, 0.1)
    answer = people.app.test_client().get(f"{own.path}/papers/results.pdf")
    assert answer.status_code == 413
    assert "This paper is too large for a PDF" in answer.text
    assert "Print its page with your browser." in answer.text
    lesson = people.app.test_client().get("/learn/02-following-suit/paper.pdf")
    assert lesson.status_code == 413
    assert "Print one chapter after the other." in lesson.text


@pytest.mark.full
@pytest.mark.usefixtures("pango")
def test_a_large_paper_is_put_off_unless_it_is_kept_or_will_never_be_made(
    people: People, house: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"{a_hall(people, house, pairs=4).path}/papers/results.pdf"

    def status() -> int:
        return people.app.test_client().get(path, environ_base={MAY_PUT_OFF: "yes"}).status_code

    monkeypatch.setattr(lanes, "ORDINARY", 10)
    monkeypatch.setattr(lanes, "LARGEST", 20)
    assert status() == 413
    monkeypatch.undo()
    monkeypatch.setattr(lanes, "ORDINARY", 10)
    assert status() == PUT_OFF
    assert people.app.test_client().get(path).status_code == 200
    assert status() == 200


@pytest.mark.full
@pytest.mark.usefixtures("pango")
def test_large_papers_wait_for_each_other_only(
    people: People, house: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = a_hall(people, house, pairs=4)
    ordinary, large = f"{own.path}/papers/results.pdf", f"{own.path}/papers/standings.pdf"
    reader = people.app.test_client()
    monkeypatch.setattr(lanes, "ORDINARY", lanes.size_of(reader.get(ordinary.removesuffix(".pdf")).text))
    monkeypatch.setattr(lanes, "size_of", lambda page: lanes.ORDINARY + ("Standings" in page))
    with ThreadPoolExecutor(lanes.AT_ONCE) as others, lanes._large:
        waiting = [others.submit(people.app.test_client().get, large) for _ in range(lanes.AT_ONCE)]
        until(lambda: not lanes._places._value)  # type: ignore[attr-defined]
        assert reader.get(ordinary).status_code == 200
        refused = reader.get(large)
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "60")
    assert "Other large papers are being made." in refused.text
    assert {answer.result().status_code for answer in waiting} == {200}


@pytest.mark.full
@pytest.mark.usefixtures("pango")
def test_a_paper_costs_in_proportion_to_its_rows(people: People, house: Provider) -> None:
    """Each page once cost as much as all rows together: standings of 200 pairs took half a minute."""
    page = people.app.test_client().get(f"{a_hall(people, house, pairs=4, played=1).path}/papers/standings").text
    page = page[page.index("<article") : page.index("</article>") + 10]
    begin, end = page.index("<tbody>") + 7, page.index("</tbody>")

    def calls(times: int) -> int:
        rows = page[begin:end] * times
        with Profile() as profile:
            making.make(f'<html lang="en"><title>T</title>{page[:begin]}{rows}{page[end:]}')
        return sum(entry.callcount for entry in profile.getstats())

    calls(1)
    few = calls(10)
    assert calls(40) < 4.5 * few


@pytest.mark.full
@pytest.mark.usefixtures("pango")
def test_no_paper_lets_weasyprint_find_the_widths_of_a_long_table(
    people: People, house: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It finds them anew for each page, from all rows."""
    from weasyprint.layout import table

    rows = []
    find = table.auto_table_layout

    def counted(context: Any, box: Any, containing_block: Any) -> None:
        rows.append(sum(len(group.children) for group in box.get_wrapped_table().children))
        find(context, box, containing_block)

    monkeypatch.setattr(table, "auto_table_layout", counted)
    own = a_hall(people, house, pairs=16, played=1)
    own.draw()
    reader = people.app.test_client()
    papers = [f"{own.path}/papers/{paper}" for paper in ("draw/2", "sheets/2", "standings", "results")]
    for path in (*papers, "/learn/12-a-whole-deal/paper"):
        assert reader.get(f"{path}.pdf").status_code == 200
    assert max(rows, default=0) <= 12


@pytest.mark.full
def test_the_page_says_that_a_pdf_is_being_made_and_opens_it_then(open_page: Open, hall: Hall) -> None:
    page, requests = open_page(f"{hall.path}/papers", clock=True), list[Route]()
    page.route("**/standings.pdf*", lambda route: requests.append(route))
    open_page.tolerated.append("503")  # type: ignore[attr-defined]
    link, status = page.get_by_role("link", name="Standings as PDF"), page.locator(".making[role=status]")
    link.click()
    expect(status).to_have_text("Making the PDF…")
    link.click()
    page.clock.run_for(10_000)
    expect(status).to_contain_text("Still making the PDF.")
    accessible(page, everyday=False)
    [asks_once] = requests
    asks_once.fulfill(status=503)
    expect(status).to_have_text("The PDF could not be made now. Try again in a minute.")
    link.click()
    expect(status).to_have_text("Making the PDF…")
    requests[1].fulfill(status=200, content_type="application/pdf", body="%PDF")
    until(lambda: page.wait_for_timeout(20) or len(requests) == 3)  # type: ignore[func-returns-value]
    requests[2].fulfill(status=200, content_type="text/html", body="<title>The paper</title>")
    expect(page).to_have_title("The paper")


@pytest.mark.full
def test_a_player_has_tournaments_and_a_rating_over_time(open_page: Open, people: People, house: Provider) -> None:
    own = a_hall(people, house, pairs=8, played=3)
    page = open_page(f"/players/{own.players[0]}")
    row = page.get_by_role("listitem").filter(has_text="The Wella Cup")
    standing = next(each for each in standings(people, own) if each["entry"] == "1")
    assert f"place {standing['place']} of 8" in row.inner_text()
    assert page.get_by_role("img", name="Rating over time").is_visible()
    fits(page)
    accessible(page, everyday=False)
    page.get_by_role("link", name="Ratings of the club").click()
    rows = page.locator("tbody tr")
    expect(rows).to_have_count(16)
    numbers = [int(row.locator("td").nth(1).inner_text()) for row in rows.all()]
    assert numbers == sorted(numbers, reverse=True)
    assert page.get_by_role("link", name="Anula", exact=True).count() == 1
    address = f"/clubs/{own.club}/ratings"
    tag = {"If-None-Match": page.request.get(address).headers["etag"]}
    assert page.request.get(address, headers=tag).status == 304
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    fits(page)
    accessible(page, everyday=False)


def standings(people: People, hall: Hall) -> list[dict[str, int | str]]:
    items: list[dict[str, int | str]] = people.admin.get(f"{hall.path}/standings").json["items"]
    return items
