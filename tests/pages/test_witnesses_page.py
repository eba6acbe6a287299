"""The page of witnesses says who signed the log, and names a fork, on a phone too (docs/trust.md)."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import pytest
from eventsourcing.persistence import StoredEvent
from flask import Flask
from playwright.sync_api import expect

from api.services import Provider
from api.site import EXTENSION
from domain.proof import checkpoints
from domain.proof.checkpoints import Checkpoint
from domain.proof.cosignatures import cosign, witness_key
from domain.proof.notes import Note, PrivateKey, parse
from domain.proof.witness_policies import parse_policy
from tests.pages.conftest import PHONE, Open, accessible_in_both_looks, fits
from tests.pages.reading import read
from web.printing import qr

PICTURES = os.environ.get("NOUGHT_PICTURES")
SECONDS = 1_700_000_000


@pytest.fixture
def watched(app: Flask, house: Provider, site: str, monkeypatch: pytest.MonkeyPatch) -> Provider:
    """A book with a witness of two, whose clock is years behind, and a log of another club that forked."""
    bern, colombo, other = (PrivateKey(f"{name}.example/0a1b", name.encode().ljust(32)) for name in ("be", "co", "ot"))
    policy = parse_policy(
        f"log {other.public.text}\nwitness bern.example {witness_key(bern).text}\n"
        f"witness colombo.example {witness_key(colombo).text}\n"
        "group both any bern.example colombo.example\nquorum both\n"
    )
    outside = app.extensions[EXTENSION]
    monkeypatch.setitem(app.extensions, EXTENSION, replace(outside, witnesses=policy))
    services = house.services
    services.recorder.insert_events([StoredEvent(uuid4(), 1, "test.Happened", b"{}") for _ in range(3)])
    keeper = services.log_keeper("cards.example")
    keeper.grow()
    head = keeper.checkpoint()
    assert head is not None
    line = cosign(parse(head.note).text, bern, SECONDS).line
    moment = services.recorder.moment_ago(0.0)
    services.witnesses.add(head.checkpoint.size, witness_key(bern).text, line, moment.replace(year=2023))
    notes = [checkpoints.sign(Checkpoint(other.name, 40, bytes([n]) * 32), other) for n in (1, 2)]
    with services.witnesses.turn(other.name) as turn:
        turn.keep(40, notes[0].whole, moment)
        turn.add_conflict(40, notes[0].whole, notes[1].whole, is_proof=True)
        turn.add_conflict(52, notes[0].whole, _grown(other).whole, is_proof=False)
    return house


def _grown(key: PrivateKey) -> Note:
    return checkpoints.sign(Checkpoint(key.name, 52, bytes(32)), key)


def test_it_says_who_signed_how_much_and_what_does_not_fit(app: Flask, watched: Provider) -> None:
    assert any(link.text() == "Witnesses" for link in read(app, "/").all("footer a"))
    page = read(app, "/witnesses")
    assert "Enough witnesses have signed" in page.text()
    (bern,) = (text for text in page.texts("main li") if "bern.example" in text)
    assert "its clock said" in bern
    (colombo,) = (text for text in page.texts("main li") if "colombo.example" in text)
    assert "has not signed yet" in colombo
    assert "This log signed two different histories of 40 entries." in page.text()


@pytest.mark.full
def test_it_is_found_and_read_on_a_phone(open_page: Open, watched: Provider) -> None:
    page = open_page("/", viewport=PHONE)
    page.get_by_role("contentinfo").get_by_role("link", name="Witnesses").click()
    expect(page.get_by_text("Enough witnesses have signed")).to_be_visible()
    row = page.get_by_role("listitem").filter(has_text="bern.example")
    expect(row).to_contain_text("its clock said")
    expect(page.get_by_role("listitem").filter(has_text="colombo.example")).to_contain_text("has not signed yet")
    page.locator("summary").filter(has_text="ot.example").first.click()
    expect(page.get_by_text("This log signed two different histories of 40 entries.")).to_be_visible()
    fits(page)
    accessible_in_both_looks(page)
    for width, height in ((390, 844), (1280, 800)) if PICTURES else ():
        page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            page.screenshot(path=Path(PICTURES or "") / f"witnesses-{width}-{scheme}.png", full_page=True)


def test_a_site_without_witnesses_says_so_and_its_pages_do_not_lead_there(app: Flask) -> None:
    page = read(app, "/witnesses")
    assert "Nobody else signs the log of this book." in page.text()
    assert page.all("footer a")
    assert "Witnesses" not in page.texts("footer a")


def test_the_code_of_a_paper_has_as_many_cosignatures_as_a_phone_reads() -> None:
    """Segno raises DataOverflowError for a note of 32 witnesses."""
    log = PrivateKey("log.example/0a1b", b"l" * 32)
    witnesses = [PrivateKey(f"witness-{n}.example/0a1b", n.to_bytes(32, "big")) for n in range(32)]
    note = checkpoints.sign(Checkpoint(log.name, 40, bytes(32)), log)
    whole = Note(note.text, (*note.signatures, *(cosign(note.text, key, SECONDS) for key in witnesses)))
    few = Note(note.text, whole.signatures[:6])
    assert len(few.whole.encode()) <= qr.LARGEST_NOTE < len(Note(note.text, whole.signatures[:7]).whole.encode())
    assert qr.of_note(whole.whole, "Code") == qr.svg(few.whole, "Code")
    assert qr.of_note(note.whole, "Code") == qr.svg(note.whole, "Code")
