"""A player's own notes and lines in pages: below a deal, where a deal is explored, in a list, in the own file."""

from __future__ import annotations

import io
import json
import zipfile
from uuid import UUID, uuid4

import pytest
from flask import Flask
from playwright.sync_api import expect

from store.settings import Settings
from tests.analysis.workers import analyse_all
from tests.http.people import People, Person
from tests.http.test_me import recorded, registered
from tests.http.test_own_notes import TEXT, write
from tests.pages.conftest import PHONE, Open, accessible_in_both_looks, fits, signed_in
from tests.pages.test_me_page import account
from tests.signing.visitors import Visitor, official


@pytest.fixture(scope="module")
def deal(people: People) -> str:
    """A deal of Anula, whose account is anula-notes."""
    club = people.club()
    deal = recorded(people, club, {"E": "Anula"})
    account(people, "anula-notes", registered(people, club, "Anula"))
    return deal


@pytest.fixture(scope="module")
def analysed(deal: str, settings: Settings) -> str:
    """The deal, with an analysis."""
    analyse_all(settings)
    return deal


def test_a_note_on_a_step_is_written_below_the_deal_and_found_on_the_own_page(open_page: Open, deal: str) -> None:
    page = signed_in(open_page("/robots.txt", viewport=PHONE), "anula-notes")
    page.goto(f"/deals/{deal}#20")
    panel = page.locator("section.own-notes")
    panel.get_by_label("Your note on this step").fill(TEXT)
    panel.get_by_role("button", name="Save note").click()
    expect(panel.get_by_role("status")).to_have_text("The note is saved.")
    expect(panel.get_by_role("listitem")).to_contain_text(TEXT)
    expect(panel.get_by_role("listitem").get_by_role("link")).to_have_attribute("href", "#20")
    fits(page)
    accessible_in_both_looks(page)
    panel.get_by_role("link", name="All your notes").click()
    expect(page.get_by_text(TEXT)).to_be_visible()
    fits(page)
    accessible_in_both_looks(page, everyday=False)
    page.goto("/me")
    page.get_by_role("link", name="Your notes").click()
    page.get_by_role("button", name=f"Delete note: {TEXT}").click()
    expect(page.get_by_text("The note is deleted.")).to_be_visible()
    expect(page.get_by_text("You have no notes yet.")).to_be_visible()


@pytest.mark.full
def test_a_line_is_kept_with_the_account_on_every_device_and_in_no_browser(open_page: Open, analysed: str) -> None:
    page = signed_in(open_page("/robots.txt"), "anula-notes")
    page.goto(f"/deals/{analysed}/explore")
    page.locator(".choice").first.click()
    lines = page.locator("section.lines")
    expect(lines.get_by_role("listitem")).to_have_count(1)
    lines.get_by_role("button", name="Keep on your page").click()
    expect(lines.locator(".badge")).to_have_text("on your page")
    lines.get_by_role("button", name="Name:").click()
    page.get_by_label("Name of the line").fill("Another lead")
    page.get_by_role("button", name="Save").click()
    expect(lines.get_by_role("button", name="Another lead", exact=False).first).to_be_visible()
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('nought-lines'))") == []
    elsewhere = signed_in(open_page("/robots.txt", viewport=PHONE), "anula-notes")
    elsewhere.goto("/me/notes")
    expect(elsewhere.get_by_text("Line of 1 card")).to_be_visible()
    elsewhere.locator(".own-notes a").click()
    expect(elsewhere.locator("section.lines .badge")).to_have_text("on your page")
    elsewhere.locator("section.lines").get_by_role("button", name="Remove").click()
    expect(elsewhere.locator("section.lines").get_by_role("listitem")).to_have_count(0)
    page.reload()
    expect(page.locator("section.lines .badge")).to_have_count(0)


@pytest.mark.full
def test_a_note_and_a_line_are_shown_to_the_club_and_an_official_takes_one_back(
    open_page: Open, people: People
) -> None:
    club = people.club()
    deal = recorded(people, club, {"E": "Anula"})
    account(people, "anula-club", registered(people, club, "Anula"))
    account(people, "farook-club", registered(people, club, "Farook"))
    official(people.house, "dilini-club", "director", UUID(club))
    page = signed_in(open_page("/robots.txt", viewport=PHONE), "anula-club")
    page.goto(f"/deals/{deal}#20")
    panel = page.locator("section.own-notes")
    panel.get_by_label("Your note on this step").fill(TEXT)
    panel.get_by_role("button", name="Save note").click()
    panel.get_by_role("button", name=f"Show to the club: {TEXT}").click()
    expect(panel.get_by_role("status")).to_have_text("The note is shown to your club.")
    expect(panel.locator(".badge")).to_have_text("for the club")
    fits(page)
    accessible_in_both_looks(page)
    page.goto(f"/deals/{deal}/explore")
    page.locator(".choice").first.click()
    lines = page.locator("section.lines")
    lines.get_by_role("button", name="Keep on your page").click()
    lines.get_by_role("button", name="Show to the club").click()
    expect(lines.locator(".badge")).to_have_text(["on your page", "for the club"])
    page.goto("/me/notes")
    expect(page.locator(".own-notes .badge")).to_have_text(["for the club", "for the club"])
    fits(page)
    accessible_in_both_looks(page, everyday=False)

    reader = signed_in(open_page("/robots.txt"), "farook-club")
    reader.goto(f"/deals/{deal}")
    rows = reader.locator("section.own-notes li")
    expect(rows).to_have_count(2)
    expect(rows.filter(has_text=TEXT)).to_contain_text("Anula, ")
    expect(rows.get_by_role("button")).to_have_count(0)
    rows.get_by_role("link", name="Line from").click()
    lines = reader.locator("section.lines")
    expect(lines.get_by_role("listitem")).to_contain_text("Anula")
    expect(lines.get_by_role("listitem").get_by_role("button")).to_have_count(2)  # to open it, and its link
    accessible_in_both_looks(reader, everyday=False)

    director = signed_in(open_page("/robots.txt"), "dilini-club")
    director.goto(f"/deals/{deal}")
    director.get_by_role("button", name=f"Take back: {TEXT}").click()
    expect(director.locator("section.own-notes li")).to_have_count(1)
    page.reload()
    expect(page.locator(".own-notes .badge")).to_have_text(["for the club", "taken back by an official"])
    page.get_by_role("button", name="Take back", exact=False).click()
    expect(page.get_by_text("The note is private again.")).to_be_visible()
    page.get_by_role("button", name="Show to the club", exact=False).click()
    expect(page.get_by_text("The note is shown to your club.")).to_be_visible()


def test_the_page_of_a_deal_offers_notes_to_accounts_alone(app: Flask, deal: str) -> None:
    visitor = Visitor(app)
    assert 'class="own-notes' not in visitor.get(f"/deals/{deal}").text
    visitor.sign_in("anula-notes")
    assert 'class="own-notes' in visitor.get(f"/deals/{deal}").text


@pytest.mark.full
def test_whoever_has_no_account_is_offered_no_notes(open_page: Open, analysed: str) -> None:
    page = open_page(f"/deals/{analysed}")
    expect(page.locator("section.own-notes")).to_have_count(0)
    page.goto(f"/deals/{analysed}/explore")
    page.locator(".choice").first.click()
    expect(page.get_by_role("button", name="Copy link")).to_be_visible()
    expect(page.get_by_role("button", name="Keep on your page")).to_have_count(0)


def test_the_page_of_notes_names_no_deal_that_its_reader_does_not_see_any_more(people: People) -> None:
    club = people.club("members-only")
    player = registered(people, club, "Anula")
    visitor = Visitor(people.app)
    visitor.sign_in(account(people, f"notes-{uuid4().hex[:6]}", player))
    here = people.house.services
    linked = here.account_players.of_player(UUID(player))
    assert linked is not None
    deal = people.deal(club=club, players={"S": "Anula"}, event="A secret evening")
    here.own_notes.write(linked.account, UUID(deal), UUID(club), -1, [], TEXT)
    here.own_notes.write(linked.account, UUID(deal), UUID(club), 3, ["JH"], "The jack")
    shown = visitor.get("/me/notes").text
    for text in (TEXT, "A secret evening", f"/deals/{deal}/explore#3/JH//The%20jack"):
        assert text in shown
    here.account_players.unlink(linked.account, UUID(club))
    shown = visitor.get("/me/notes").text
    assert [text in shown for text in (TEXT, "A secret evening", deal)] == [True, False, False]
    note = here.own_notes.of_account(linked.account, 1)[0]
    assert visitor.post(f"/me/notes/{note.id}/delete").location == "/me/notes?done=deleted"
    assert "The note is deleted." in visitor.get("/me/notes?done=deleted").text
    assert len(here.own_notes.of_account(linked.account, 9)) == 1


def test_the_own_file_has_the_notes_for_their_writer_alone(people: People) -> None:
    club = people.club()
    name = f"Anula {uuid4().hex[:6]}"
    player = registered(people, club, name)
    own = people.player(player)
    deal = people.deal(club=club, players={"S": name})
    write(own, deal, -1)
    write(own, people.deal(club=people.club()), -1, "Of another club.")

    def file_of(who: Person, path: str) -> list[dict[str, object]]:
        answer = people.app.test_client().get(path, headers={"Authorization": f"Bearer {who.secret}"})
        assert answer.status_code == 200, answer.text
        notes: list[dict[str, object]] = json.loads(zipfile.ZipFile(io.BytesIO(answer.data)).read("notes.json"))
        return notes

    assert file_of(people.admin, f"/api/v1/clubs/{club}/people/file?player={player}") == []
    (note,) = file_of(own, "/account/kept/file")
    assert (note["deal"], note["text"]) == (deal, TEXT)
