"""Papers of `nought serve`: nobody waits for somebody else's large paper (docs/internals.md, "Requests and turns")."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import msgspec
import psutil
import pytest

from tests.pages.conftest import pango
from tests.serving.conftest import Reply, Running, running
from tests.waiting import until

__all__ = ["pango", "running"]

pytestmark = pytest.mark.full

LESSON = Path("replay/learn/02-following-suit.lesson.json")
TEXT = "\n".join(f"- *item* **{number}** `x` " + "word " * 10 for number in range(60))[:4000]
SECONDS = 600.0


def large_lesson(running: Running) -> str:
    """A published lesson of some thirty pages of text."""
    lesson = msgspec.json.decode(LESSON.read_bytes())
    chapter = lesson["chapters"][0]
    lesson["chapters"] = [{**chapter, "steps": [{"kind": "text", "text": TEXT}] * 25}]
    club = running.opened("clubs", {"name": "A school"})
    opened = running.opened("lessons", {"lesson": lesson, "club": club})
    assert running.ask("POST", f"/api/v1/lessons/{opened}/publish", {"visibility": "link"}).status == 200
    return opened


def makes_a_large_paper(running: Running) -> bool:
    """Whether a process makes a large paper."""
    for each in psutil.Process(running.pid).children(recursive=True):
        with suppress(psutil.Error):
            if any("web.printing.pdf.making" in part for part in each.cmdline()):
                return True
    return False


@pytest.mark.usefixtures("pango")
def test_an_ordinary_paper_is_ready_while_large_ones_are_made_for_the_same_address(running: Running) -> None:
    lesson = large_lesson(running)

    def ask_large(copies: int) -> Reply:
        return running.ask("GET", f"/learn/{lesson}/paper.pdf?copies={copies}", signed_in=False, seconds=SECONDS)

    with ThreadPoolExecutor(2) as others:
        large = [others.submit(ask_large, copies) for copies in (1, 2)]
        until(lambda: makes_a_large_paper(running))
        path = "/learn/02-following-suit/paper.pdf?chapter=1"
        ordinary = running.ask("GET", path, signed_in=False, seconds=SECONDS)
        assert (ordinary.status, ordinary.body[:4]) == (200, b"%PDF")
        assert makes_a_large_paper(running)
        assert {each.result().body[:4] for each in large} == {b"%PDF"}
