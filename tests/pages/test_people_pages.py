"""The pages about what is kept about people fit a phone and are accessible (docs/privacy.md)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from api.services import Provider
from tests.http.people import People, opened, play, whole_deal
from tests.pages.conftest import PHONE, Open, accessible_in_both_looks, fits, signed_in
from tests.signing.visitors import official

PICTURES = os.environ.get("NOUGHT_PICTURES")


@pytest.fixture(scope="module")
def keeper(house: Provider) -> str:
    return official(house, "people-keeper", "admin").login


@pytest.mark.full
def test_a_person_is_found_and_forgotten_on_a_phone(open_page: Open, people: People, keeper: str) -> None:
    club = people.club()
    player = opened(people.admin.post("/players", {"name": "Ravi s/o Kumaran", "club": club}))
    dealer, acts = whole_deal(7)
    deal = people.deal(dealer=dealer, club=club, players={"S": "Ravi s/o Kumaran", "N": "Anula"})
    play(people.admin, deal, acts)
    for text in ("Ravi s/o Kumaran hesitated for a long time", "A rude word about somebody"):
        opened(people.admin.post(f"/deals/{deal}/notes", {"ply": 3, "text": text}))
    page = signed_in(open_page("/health", viewport=PHONE), keeper)

    def look(name: str) -> None:
        fits(page)
        accessible_in_both_looks(page, everyday=name == "kept")
        for width, height in ((390, 844), (1280, 800)) if PICTURES else ():
            page.set_viewport_size({"width": width, "height": height})
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
                page.screenshot(path=Path(PICTURES or "") / f"people-{name}-{width}-{scheme}.png", full_page=True)
        if PICTURES:
            page.set_viewport_size({"width": 390, "height": 844})
            page.evaluate("document.documentElement.style.fontSize = '200%'")
            page.screenshot(path=Path(PICTURES) / f"people-{name}-large-text.png", full_page=True)
            page.evaluate("document.documentElement.style.fontSize = ''")
        page.set_viewport_size(PHONE)

    page.goto(f"/texts/{deal}")
    page.get_by_label("Reason, which is shown").last.fill("It insults somebody")
    page.get_by_role("button", name="Remove this text: A rude word about somebody").click()
    page.get_by_text("The text is removed.").wait_for()
    look("texts")
    for kind, person, received in (("forget", player, "2026-02-20"), ("know", "Anula", "")):
        opened(
            people.admin.post(f"/clubs/{club}/people/requests", {"kind": kind, "person": person, "received": received})
        )
    page.goto(f"/clubs/{club}/people")
    page.get_by_label("How it was answered").last.fill("The file was sent by mail")
    page.get_by_role("button", name="Answered: Anula").click()
    page.get_by_text("The file was sent by mail").wait_for()
    page.get_by_label("The person’s name").fill("Ravi s/o Kumaran")
    page.get_by_role("button", name="Show what is kept").click()
    page.wait_for_url(f"**/players/{player}/kept")
    page.get_by_text("Forget this person").first.click()
    look("kept")
    page.get_by_label("I have read it.").check()
    page.get_by_role("button", name="Forget this person").click()
    page.get_by_text("The person is forgotten.").wait_for()
    look("club")
    page.goto(f"/deals/{deal}")
    page.locator("section.notes").get_by_text("by people-keeper: It insults somebody").wait_for()
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / "people-notes.png", full_page=True)
    assert not people.anybody.get(f"/deals?club={club}&player=Ravi+s/o+Kumaran").json["items"]
