"""The audit page: breaches with their clause and what follows, Caps, the shuffle; and a sealed indicator."""

from __future__ import annotations

import io

import pytest
from flask import Flask
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from domain.proof import entries
from tests.http.applications import provider_of
from tests.http.people import People
from tests.pages.conftest import DESK, PHONE, Open, accessible, accessible_in_both_looks, fits
from tests.pages.reading import read
from tests.pages.test_replay import take_in


def everybody_can_use(page: Page) -> None:
    """On a phone and on a desk, in both looks."""
    for size in (DESK, PHONE):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        accessible_in_both_looks(page, everyday=False)
        fits(page)


def test_an_arbiter_reads_what_broke_and_what_follows(people: People) -> None:
    """Hand 17 has a revoke."""
    page = read(people.app, f"/deals/{take_in(people, 17)}/audit", people.admin)
    finding = page.all(".finding")[0]
    assert "certain" in finding.text()
    assert "Rule" in finding.text()
    assert "Likely result without it" in finding.texts("dt")
    assert "Points: South and North 122, East and West 182. Tokens: South and North −1" in finding.text()
    assert "South plays nine of hearts" in finding.text()
    assert "The deal pays: North and South −3" in finding.text()
    (link,) = (each.attribute("href") or "" for each in finding.all("a") if each.text() == "Open a dispute")
    assert "/disputes/new?ply=" in link


@pytest.mark.full
def test_an_arbiter_opens_a_dispute_from_the_audit(open_page: Open, people: People) -> None:
    """Hand 17 has a revoke."""
    official = {"Authorization": f"Bearer {people.admin.secret}"}
    page = open_page("/deals", viewport=PHONE, extra_http_headers=official)
    deal = take_in(people, 17)
    page.goto(f"/deals/{deal}?seat=all")
    page.get_by_role("link", name="Audit", exact=True).click()
    expect(page.get_by_role("heading", name="Audit of deal")).to_be_visible()
    finding = page.locator(".finding").first
    expect(finding).to_contain_text("certain")
    expect(finding).to_contain_text("Rule")
    expect(finding.locator("dt", has_text="Likely result without it")).to_be_visible()
    expect(finding).to_contain_text("Points: South and North 122, East and West 182. Tokens: South and North −1")
    expect(finding).to_contain_text("South plays nine of hearts")
    expect(finding).to_contain_text("The deal pays: North and South −3")
    everybody_can_use(page)
    finding.get_by_role("link", name="Open a dispute").click()
    page.wait_for_url("**/disputes/new?ply=*")


@pytest.mark.full
def test_an_arbiter_reads_why_caps_came_too_early(open_page: Open, people: People) -> None:
    """Hand 04 has a call of Caps that came too early, with the deal against it."""
    official = {"Authorization": f"Bearer {people.admin.secret}"}
    page = open_page(f"/deals/{take_in(people, 4)}/audit", viewport=PHONE, extra_http_headers=official)
    expect(page.get_by_text("came too early")).to_be_visible()
    expect(page.get_by_text("North A♠, West 9♠")).to_be_visible()
    page.get_by_text("The possible deal as a hand file").click()
    expect(page.locator("pre")).to_contain_text("counter-example of an audit")
    everybody_can_use(page)


def signed(app: Flask, people: People) -> str:
    """Hand 17, under a checkpoint."""
    deal = take_in(people, 17)
    keeper = provider_of(app).services.log_keeper("cards.example")
    keeper.grow()
    assert keeper.checkpoint() is not None
    return deal


@pytest.mark.full
def test_the_evidence_is_printed_with_what_proves_it(open_page: Open, app: Flask, people: People) -> None:
    """docs/trust.md "Bundles": every event with the hash of its leaf, and the signed head."""
    official = {"Authorization": f"Bearer {people.admin.secret}"}
    deal = signed(app, people)
    page = open_page(f"/deals/{deal}/audit", viewport=PHONE, extra_http_headers=official)
    page.get_by_role("link", name="Print evidence").click()
    expect(page.get_by_role("heading", name="Evidence of deal")).to_be_visible()
    expect(page.locator(".record")).to_contain_text("South plays jack of clubs")
    bundle = people.admin.get(f"/deals/{deal}/bundle").json
    hashes = [entries.leaf(event["entry"]).hex() for event in bundle["streams"][0]["events"]]
    assert page.locator(".hash").all_inner_texts() == hashes
    expect(page.locator("pre")).to_contain_text(bundle["checkpoint"].splitlines()[2])
    accessible(page, everyday=False)
    fits(page)
    assert people.anybody.get(f"/deals/{deal}/bundle").status_code == 200, "the hands are open by now"


@pytest.mark.full
@pytest.mark.usefixtures("pango")
def test_the_evidence_is_a_pdf_too(app: Flask, people: People) -> None:
    deal = signed(app, people)
    answer = people.app.test_client().get(f"/deals/{deal}/evidence.pdf")
    assert (answer.status_code, answer.content_type) == (200, "application/pdf")
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.data)).pages)
    bundle = people.admin.get(f"/deals/{deal}/bundle").json
    for event in bundle["streams"][0]["events"]:
        assert entries.leaf(event["entry"]).hex() in text
    assert bundle["parts"]["audit"]["breaches"]["findings"][0]["clause"]["heading"] in text


def test_a_clean_deal_says_so(people: People) -> None:
    page = read(people.app, f"/deals/{take_in(people, 1)}/audit")
    assert page.texts(".summary") == ["No breach of the rules."]
    assert page.all(".finding") == []


@pytest.mark.full
def test_the_trump_maker_lays_the_indicator_and_nobody_learns_the_card(open_page: Open, people: People) -> None:
    """docs/trust.md "Sealed entries"."""
    table = people.table()
    deal = people.deal(dealer="S", table=table)
    batch = "S deal E:?? ?? ?? ?? N:?? ?? ?? ?? W:?? ?? ?? ?? S:?? ?? ?? ??"
    acts = ["W no cut", batch, "E 160", "N pass", "W pass", "S pass"]
    answer = people.admin.post(f"/deals/{deal}/actions", {"acts": acts})
    assert answer.status_code == 200, answer.json
    maker = people.issue("seat", table=table, seat="E")
    own = {"Authorization": f"Bearer {maker.secret}"}
    page = open_page(f"/tables/{table}/live?seat=E", extra_http_headers=own)
    form = page.locator("form.seal")
    form.get_by_label("Card").select_option("JH")
    accessible(page, everyday=False)
    form.get_by_role("button", name="Place indicator").click()
    expect(form).to_be_hidden()
    other = people.issue("seat", table=table, seat="N")
    for who in (people.admin, people.anybody, other):
        seals = who.get(f"/deals/{deal}/seals").json["seals"]
        assert [set(row) for row in seals] == [{"seat", "digest", "ply", "open"}]
        assert "JH" not in who.get(f"/deals/{deal}/timeline").text
    assert people.admin.get(f"/deals/{deal}/views/arbiter").json["trump"]["indicator"] == "??"
    assert maker.get(f"/deals/{deal}/seals").json["seals"][0]["card"] == "JH"
