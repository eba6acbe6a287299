"""Parallel sections on the pages: a list is divided, shown, and opened, without a script."""

from __future__ import annotations

import csv
import io

import pytest
from playwright.sync_api import expect

from api.services import Provider
from tests.http.people import People, opened
from tests.http.tournament_requests import SWISS, draw, report
from tests.pages.conftest import PHONE, Open, accessible_in_both_looks, fits, signed_in
from tests.signing.visitors import official


@pytest.mark.full
def test_a_list_is_divided_shown_and_opened(open_page: Open, house: Provider, people: People) -> None:
    official(house, "section-director", "admin")
    club = people.club()
    page = signed_in(open_page("/health", viewport=PHONE), "section-director")
    page.goto(f"/tournaments/new?club={club}")
    page.get_by_role("link", name="Parallel sections from one list").click()
    page.get_by_label("Name", exact=True).fill("Spring")
    page.get_by_label("One entry per line").fill("1. Anula & Farook\n2. Kala, Nimal\n3. Perera\n4. Silva")
    page.get_by_role("button", name="Show the sections").click()
    expect(page.locator("main")).to_contain_text("Nothing is recorded yet.")
    expect(page.locator("main section")).to_contain_text("Spring B")
    expect(page.locator("main section ol").first).to_have_text("Anula + FarookSilva")
    fits(page)
    accessible_in_both_looks(page, everyday=False)
    page.get_by_role("button", name="Open the sections").click()
    expect(page.locator("main")).to_contain_text("Spring A")
    fits(page)
    accessible_in_both_looks(page, everyday=False)
    page.get_by_role("link", name="Spring B").click()
    expect(page.get_by_role("link", name="All sections")).to_be_visible()


@pytest.mark.full
def test_all_sections_stand_in_one_list_which_is_also_a_csv_file(open_page: Open, people: People) -> None:
    """docs/tournaments.md, "Parallel sections": the winners first, then the second places."""
    body = {
        "name": "Autumn", "terms": SWISS, "ruleset": "304", "sections": 2, "divide": "blocks",
        "entries": [{"name": name, "players": []} for name in ("Anula", "Bimal", "Chitra", "Dilani")],
    }  # fmt: skip
    first = opened(people.admin.post("/tournaments/sections", body))
    sections = [each["id"] for each in people.admin.get(f"/tournaments/{first}/sections").json["items"]]
    page = open_page(f"/tournaments/{first}/sections", viewport=PHONE)
    expect(page.locator("#listed")).to_have_count(0)
    winners = set()
    for section in sections:
        (table,) = draw(people.admin, section)["encounters"]
        report(people.admin, table["id"], 7, 3)
        winners |= {row["name"] for row in people.admin.get(f"/tournaments/{section}/standings").json["items"][:1]}
    page.reload()
    rows = page.locator("#listed tbody tr")
    expect(rows).to_have_count(4)
    names = page.locator("#listed tbody th").all_inner_texts()
    assert set(names[:2]) == winners
    expect(rows.first).to_contain_text("Autumn")
    fits(page)
    accessible_in_both_looks(page, everyday=False)
    sent = people.admin.app.test_client().get(f"/tournaments/{first}/sections.csv")
    lines = list(csv.DictReader(io.StringIO(sent.data.decode("utf-8-sig"))))
    assert [(line["place"], line["name"]) for line in lines] == list(zip("1122", names, strict=True))
    assert {line["section"] for line in lines} == {"Autumn A", "Autumn B"}
    assert [line["score"] for line in lines] == ["1", "1", "0", "0"]
    page.locator("#listed").get_by_role("link", name=names[0]).click()
    expect(page.get_by_role("heading", name=names[0])).to_be_visible()
