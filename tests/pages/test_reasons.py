"""Why something breaks a rule is said in the reader's language: by the server, on every page that shows it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import Locator, Page, expect

from domain.engine.faces import FRENCH
from domain.engine.refusals import CLAUSES, refuse
from domain.engine.words.values import CardCode, CardName, Term
from replay.words.refusals import REASONS, message, whole
from tests.cases import full
from tests.http.people import People
from tests.pages.becoming import becomes
from tests.pages.conftest import PHONE, Open, accessible, fits
from tests.pages.deals import take_in
from tests.pages.scribe import Scribe, forgive
from tests.pages.test_audit import signed
from web.languages import COOKIE, LANGUAGES, catalogue, language_of
from web.wording.reasons import reasons

REVOKE = refuse(
    "revoke",
    "S",
    "{who} played {card}, but holds a card of the suit led",
    "allowed: {plays}",
    card=CardName("8D", FRENCH),
    plays=CardCode("9H", FRENCH),
)
CONTRADICTION = refuse(
    "revoke",
    "S",
    "{who} played {card}, which contradicts {earlier}",
    card=CardCode("9H", FRENCH),
    ply=39,
    earlier=Term("card {number}", {"number": 24}),
)
Reading = Callable[[str], Page]
OTHERS = [language for language in LANGUAGES if language != "en"]
LONGEST = 110
BROKEN = 39
"""The ply of hand 17 at which South plays the eight of diamonds to a heart, holding the nine of hearts."""
PRECISE = "South played eight of diamonds, but holds a card of the suit led; allowed: 9H"


def sentence(language: str, code: str) -> str:
    """The sentence of a language for a code."""
    return REASONS[code] if language == "en" else str(catalogue(language).gettext(REASONS[code]))


@pytest.fixture
def reading(open_page: Open, people: People, site: str) -> Reading:
    """Opens a page for an official who reads a language, on a phone."""
    official = {"Authorization": f"Bearer {people.admin.secret}"}

    def page_of(language: str) -> Page:
        page = open_page("/docs/rapidoc.js", viewport=PHONE, extra_http_headers=official)
        page.context.add_cookies([{"name": COOKIE, "value": language, "url": site}])
        return page

    return page_of


def expect_refusal(place: Locator, language: str) -> None:
    """There stands the refusal in the reader's language, and nothing in another."""
    expect(place).to_contain_text(whole(language_of(language), REVOKE))
    expect(place.locator("small")).to_have_count(0)


# --- the sentences --------------------------------------------------------------------------------


def test_every_refusal_has_a_sentence_and_nothing_else_has() -> None:
    assert REASONS.keys() == CLAUSES.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_rules_are_told_in_the_same_words(language: str) -> None:
    codes = {sentence(language, code): code for code in REASONS}
    assert len(codes) == len(REASONS)
    assert all(each.endswith(".") for each in codes)


def test_a_sentence_is_short() -> None:
    assert [code for code in REASONS if len(sentence("en", code)) > LONGEST] == []


def test_in_english_the_code_stands_alone_and_what_is_no_rule_has_no_sentence(app: Flask) -> None:
    with app.test_request_context(headers={"Accept-Language": "en"}):
        assert reasons() == {}
    with app.test_request_context(headers={"Accept-Language": "ta"}):
        assert reasons()["revoke"] == sentence("ta", "revoke")
        assert reasons().keys() == CLAUSES.keys()


# --- where they stand ------------------------------------------------------------------------------


@pytest.mark.full
@pytest.mark.parametrize("language", ["ta", full("si"), full("gsw")])
def test_a_scribe_reads_in_their_language_why_a_card_breaks_a_rule(
    reading: Reading, people: People, language: str
) -> None:
    """000 “Play”: follow suit if you can. The entry's own place tells it later."""
    deal = take_in(people, 17, entries=BROKEN)
    page = reading(language)
    page.goto(f"/record/{deal}")
    Scribe(page, people.admin, deal).plays("8D")
    sheet = page.locator("dialog[open]")
    expect_refusal(sheet, language)
    accessible(page, everyday=False)
    fits(page)
    sheet.locator(".answers button").last.click()
    expect(sheet).to_have_count(0)
    page.locator("#plies").click()
    expect_refusal(page.locator("dialog[open] .because"), language)
    fits(page)


@pytest.mark.full
def test_a_scribe_who_reads_english_reads_one_sentence(reading: Reading, people: People) -> None:
    deal = take_in(people, 17, entries=BROKEN)
    page = reading("en")
    page.goto(f"/record/{deal}")
    Scribe(page, people.admin, deal).plays("8D")
    sheet = page.locator("dialog[open]")
    expect(sheet).to_contain_text(PRECISE)
    expect(sheet.locator("small")).to_have_count(0)
    expect(page.locator("#reasons")).to_have_count(0)
    assert sentence("en", "revoke") not in page.content()


@pytest.mark.full
def test_an_entry_that_the_server_refuses_is_told_so_too(open_page: Open, reading: Reading, people: People) -> None:
    deal = take_in(people, 17, entries=BROKEN)
    page = reading("si")
    page.goto(f"/record/{deal}")
    page.locator("#calls").click()
    page.locator("dialog[open] .answers button").nth(-2).click()
    sheet = page.locator("dialog[open]")
    sheet.locator('[data-seat="S"]').click()
    sheet.locator('card-pad button[data-card="8D"]').click()
    expect(sheet).to_contain_text(whole(language_of("si"), REVOKE))
    expect(sheet.locator("small")).to_have_count(0)
    forgive(open_page, "422")


@pytest.mark.full
@pytest.mark.parametrize("language", ["en", "ta", "si", "gsw"])
def test_replay_audit_and_papers_tell_a_breach_in_their_language(
    reading: Reading, app: Flask, people: People, language: str
) -> None:
    deal = signed(app, people)
    page = reading(language)
    page.goto(f"/deals/{deal}?seat=all#{BROKEN}")
    replayed = page.locator(".happened .warn").first
    expect_refusal(replayed, language)
    fits(page)
    for path, place, refusal in (
        (f"/deals/{deal}/audit", ".finding h3", REVOKE),
        (f"/deals/{deal}/knowledge?seat=E&at=47", ".counted .message.note", CONTRADICTION),
        (f"/deals/{deal}/evidence", ".evidence li", REVOKE),
    ):
        page.goto(path)
        breach = page.locator(place, has_text=message(language_of(language), refusal)).first
        expect(breach).to_be_visible()
        expect(breach.locator("small")).to_have_count(0)
        fits(page)


@pytest.mark.full
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "The call (trick 8) was not allowed: "),
        ("gsw", "D Aasag (Stich 8) isch nöd erlaubt gsi: "),
    ],
)
def test_a_call_of_caps_that_is_barred_is_in_the_report(
    reading: Reading, people: People, language: str, words: str
) -> None:
    """Hand 17: North’s side has lost tricks by the eighth, and its call comes to nothing (000 “Caps”)."""
    deal = take_in(people, 17, entries=44)
    called = {"acts": ["N caps ??"], "as_it_happened": True}
    assert people.admin.post(f"/deals/{deal}/actions", called).status_code == 200
    page = reading(language)
    page.goto(f"/deals/{deal}/audit")
    expect(page.locator(".audit", has_text=words)).to_be_visible()


@pytest.mark.full
def test_a_rule_is_chosen_by_its_sentence_when_a_dispute_is_opened(reading: Reading, people: People) -> None:
    page = reading("si")
    page.goto(f"/deals/{take_in(people, 17)}/disputes/new?ply={BROKEN}")
    chosen = page.locator("#code option:checked")
    expect(chosen).to_have_text(sentence("si", "revoke"))
    assert chosen.evaluate("option => option.parentElement.label") == "ක්\u200dරීඩාව"
    assert chosen.get_attribute("data-find") == "revoke 000 “Play”"


@pytest.mark.full
def test_what_is_kept_for_want_of_a_connection_speaks_the_language_that_was_chosen(
    open_page: Open, reading: Reading, people: People
) -> None:
    """The browser asks for English; the reader had chosen Tamil."""
    page = reading("ta")
    deal = take_in(people, 17, entries=BROKEN)
    page.goto(f"/record/{deal}")
    page.locator("card-pad button").first.wait_for()
    page.evaluate("navigator.serviceWorker.ready")
    becomes(page, "navigator.serviceWorker.controller !== null")
    page.context.set_offline(True)
    page.reload()
    assert page.locator("html").get_attribute("lang") == "ta"
    Scribe(page, people.admin, deal).plays("8D")
    expect_refusal(page.locator("dialog[open]"), "ta")
    forgive(open_page, "ERR_INTERNET_DISCONNECTED")
