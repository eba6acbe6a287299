"""A scribe with a phone: taps on the recorder's page, and a count of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.http.people import People, Person
from tests.pages.becoming import becomes
from tests.pages.conftest import PHONE

UNSEEN = "?? ?? ?? ??"
"""Four cards that nobody saw."""
MEASURE = """window.low = []; addEventListener("click", ({target}) => {
    const button = target.closest("#dock button");
    if (button?.getBoundingClientRect().height < 40) window.low.push(button.textContent);
}, true)"""
"""Keeps the names of the buttons of the dock that were tapped and are too low for a thumb."""


class Scribe:
    """Somebody who taps what happens at the table."""

    def __init__(self, page: Page, person: Person, deal: str) -> None:
        self.page = page
        self.person = person
        self.deal = deal
        self.taps = 0
        page.evaluate(MEASURE)

    @classmethod
    def of(cls, open_page: Callable[..., Page], people: People, deal: str, **how: Any) -> Scribe:
        """A scribe who may record everywhere, at the desk of a deal."""
        who = people.admin
        how.setdefault("viewport", PHONE)
        page = open_page(f"/record/{deal}", extra_http_headers={"Authorization": f"Bearer {who.secret}"}, **how)
        return cls(page, who, deal)

    def says(self, text: str) -> None:
        """The page has this in large type."""
        expect(self.page.locator("#says")).to_have_text(text)

    def sent(self) -> None:
        """Everything has arrived, and every tapped button was high enough."""
        expect(self.page.locator("#state")).to_have_text("All entries sent")
        becomes(self.page, "document.getElementById('undo').disabled === false")
        assert self.page.evaluate("window.low ?? []") == []

    def presses(self, *names: str) -> None:
        """Buttons among the choices, by their words."""
        for name in names:
            self.page.locator("#dock").get_by_role("button", name=name, exact=True).click()
            self.taps += 1

    def plays(self, cards: str) -> None:
        """Cards one after another; ``x`` is one that lies face down, ``?`` one that nobody saw."""
        special = {"x": "#facedown", "?": "#unseen"}
        for card in cards.split():
            self.page.locator(special.get(card) or f'card-pad button[data-card="{card}"]').click()
            self.taps += 1

    def answers(self, name: str) -> None:
        """A button of the sheet that is open."""
        self.page.locator("dialog[open] .answers").get_by_role("button", name=re.compile(f"^{re.escape(name)}")).click()
        self.taps += 1

    # --- what the book has -------------------------------------------------------------------------

    def acts(self) -> list[str]:
        """The effective record, in sentences."""
        payload = self.person.get(f"/deals/{self.deal}/entries").json
        return [entry["act"] for entry in payload["entries"]]

    def acts_without_dealing(self) -> list[str]:
        """The same without dealing."""
        return [act for act in self.acts() if " deal " not in act]

    def payload(self) -> dict[str, Any]:
        """The deal as the API tells it."""
        answer: dict[str, Any] = self.person.get(f"/deals/{self.deal}").json
        return answer


def begun(
    open_page: Callable[..., Page], people: People, *, bid: int = 160, indicator: str = "??", played: str = ""
) -> Scribe:
    """A deal of 304 in which East, trump maker, is to lead. ``played``: cards that the scribe then taps."""
    deal = people.deal(dealer="S")
    acts = ["W cut", f"S deal E:{UNSEEN} N:{UNSEEN} W:{UNSEEN} S:{UNSEEN}", f"E {bid}", "N pass", "W pass", "S pass"]
    acts += [f"E indicator {indicator}", f"S deal E:{UNSEEN} N:{UNSEEN} W:{UNSEEN} S:{UNSEEN}"]
    acts += ["E pass", "N pass", "W pass", "S pass", "E closed"]
    assert people.admin.post(f"/deals/{deal}/actions", {"acts": acts}).status_code == 200
    scribe = Scribe.of(open_page, people, deal)
    scribe.says("East plays")
    if played:
        scribe.plays(played)
        scribe.sent()
    return scribe


def dealt(open_page: Callable[..., Page], people: People, *taps: str, **how: Any) -> Scribe:
    """A new deal of 304 by South, in which the scribe has tapped this."""
    scribe = Scribe.of(open_page, people, people.deal(dealer="S"), **how)
    scribe.presses(*taps)
    return scribe


def forgive(open_page: Callable[..., Page], *statuses: str) -> None:
    """The console tells of answers that a test asked for."""
    wrong = open_page.wrong  # type: ignore[attr-defined]
    wrong[:] = [each for each in wrong if not any(status in each for status in statuses)]
