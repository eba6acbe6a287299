"""Fields that engines draw in their own way, and pages that some of them made wider than a phone."""

from __future__ import annotations

from flask import Flask

from tests.engines.conftest import Open, journey
from tests.http.people import People
from tests.http.tournament_requests import tournament
from tests.pages.test_reasons import signed

DRAWN = """const { appearance, backgroundColor } = getComputedStyle(document.querySelector(args[0]));
const [red, green, blue] = backgroundColor.match(/\\d+/g).map(Number);
return [appearance, (red + green + blue) / 3];"""
"""Reads whether our styles draw a field, and how light its ground is."""


@journey("chromium")
def test_lists_and_choices_are_drawn_by_our_styles_in_the_dark_look(device: Open) -> None:
    window = device("/practice")
    window.run("document.documentElement.dataset.look = 'dark'")
    for field in ("select", ".strength input:not(:checked)", ".strength input:checked"):
        appearance, lightness = window.run(DRAWN, field)
        assert appearance == "none", field
        assert (lightness > 100) == ("input:checked" in field), field


@journey("chromium")
def test_lists_of_choices_and_times_of_an_evidence_have_room_on_a_phone(
    device: Open, app: Flask, people: People
) -> None:
    window = device(f"/tournaments/{tournament(people.admin)}/desk/terms", is_official=True)
    window.fits()
    window.open(f"/deals/{signed(app, people)}/evidence")
    widths = window.run(
        "return [...document.querySelectorAll('.record td:last-child')].map((each) => each.clientWidth)"
    )
    assert len(widths) > 30
    assert min(widths) > 110
    window.fits()
