"""The page on which a club chooses who sees names, and the panel of a player, on a phone and at a desk."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from api.services import Provider
from tests.http.people import People, opened
from tests.pages.conftest import PHONE, Open, accessible_in_both_looks, fits, signed_in
from tests.signing.visitors import official

PICTURES = os.environ.get("NOUGHT_PICTURES")


@pytest.fixture(scope="module")
def keeper(house: Provider) -> str:
    return official(house, "sight-keeper", "admin").login


@pytest.mark.full
def test_the_choice_fits_a_phone_and_is_accessible(open_page: Open, people: People, keeper: str) -> None:
    club = people.club("names-for-members")
    minor = opened(people.admin.post("/players", {"name": "Kala Devi", "club": club}))
    people.admin.post(f"/players/{minor}/minor", {"is_minor": True})
    player = opened(people.admin.post("/players", {"name": "Ravi s/o Kumaran", "club": club}))
    people.admin.post(f"/players/{player}/shown-as", {"form": "pseudonym", "pseudonym": "Falcon"})
    page = signed_in(open_page("/health", viewport=PHONE), keeper)
    for name, path in (("club", f"/clubs/{club}/who-sees"), ("player", f"/players/{minor}#seen")):
        page.goto(path)
        if name == "player":
            page.locator("#seen summary").click()
        fits(page)
        accessible_in_both_looks(page, everyday=name == "club")
        for width, height in ((390, 844), (1280, 800)) if PICTURES else ():
            page.set_viewport_size({"width": width, "height": height})
            for look in ("light", "dark"):
                page.emulate_media(color_scheme=look)  # type: ignore[arg-type]
                page.screenshot(path=Path(PICTURES or "") / f"{name}-{width}-{look}.png", full_page=True)
        page.set_viewport_size(PHONE)
    page.goto(f"/clubs/{club}/who-sees")
    page.get_by_label("Only that the club exists").check()
    page.get_by_role("button", name="Save choice").click()
    page.wait_for_url("**/who-sees")
    assert people.anybody.get(f"/players/{player}").status_code == 404
