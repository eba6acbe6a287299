"""What engines draw their own way, and pages that some of them made wider than a phone."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from tests.engines.conftest import Open, journey
from tests.http.people import People
from tests.http.tournament_requests import tournament
from tests.pages.deals import take_in

CHOICE = """const { left, top, width, height } = document.querySelector(args[0]).getBoundingClientRect();
return [left + width / 2, top + height / 2];"""


@journey("chromium")
def test_choices_are_dark_in_the_dark_look(device: Open, tmp_path: Path) -> None:
    """The middle of a radio button that is not chosen, and the accent's colour around one that is."""
    window = device("/practice")
    window.run("document.documentElement.dataset.look = 'dark'; document.querySelector('.strength').scrollIntoView();")
    window.picture(tmp_path / "look.png")
    with Image.open(tmp_path / "look.png") as picture:
        scale = picture.width / window.run("return innerWidth")
        for choice, is_light in (("input:not(:checked)", False), ("input:checked", False)):
            x, y = window.run(CHOICE, f".strength {choice}")
            pixel = picture.convert("L").getpixel((round(x * scale), round(y * scale)))
            assert isinstance(pixel, int)
            assert (pixel > 128) == is_light, choice


@journey("chromium")
def test_lists_of_choices_and_times_of_an_evidence_have_room_on_a_phone(device: Open, people: People) -> None:
    window = device(f"/tournaments/{tournament(people.admin)}/desk/terms", is_official=True)
    window.fits()
    window.open(f"/deals/{take_in(people, 5)}/evidence")
    widths = window.run(
        "return [...document.querySelectorAll('.record td:last-child')].map((each) => each.clientWidth)"
    )
    assert len(widths) > 30
    assert min(widths) > 110
    window.fits()
