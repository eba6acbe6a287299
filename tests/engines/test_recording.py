"""Journeys of a scribe: a deal of each game by taps, with undo, a correction, and a network that goes away."""

from __future__ import annotations

from tests.engines.conftest import Open, journey
from tests.engines.device import Device
from tests.engines.road import Road
from tests.http.people import People, opened


def plays(scribe: Device, cards: str) -> None:
    """Tap cards one after another; ``x`` is one that lies face down."""
    for card in cards.split():
        scribe.press("#facedown" if card == "x" else f'card-pad button[data-card="{card}"]')


def presses(scribe: Device, *names: str) -> None:
    for name in names:
        scribe.press("#dock button", name)


def says(scribe: Device, text: str) -> None:
    """Wait for a sentence in large type."""
    scribe.until("return document.querySelector('#says').textContent === args[0]", text)


def sent(scribe: Device) -> None:
    """Wait until everything has arrived."""
    scribe.sees("All entries sent", "#state")
    scribe.until("return !document.querySelector('#undo').disabled")


def correct(scribe: Device, entry: str, card: str) -> None:
    """Give an entry another card."""
    scribe.press("#plies")
    scribe.press("dialog[open] button", entry)
    scribe.press("dialog[open] .answers button", "Correct this entry")
    scribe.press(f'dialog[open] card-pad button[data-card="{card}"]')
    scribe.sees("Nothing else changes", "dialog[open]")
    scribe.press("dialog[open] .answers button", "Save correction")
    scribe.sees("The correction is saved", "body")


def acts(people: People, deal: str) -> list[str]:
    """Return the effective record."""
    return [entry["act"] for entry in people.admin.get(f"/deals/{deal}/entries").json["entries"]]


@journey("webkit")
def test_a_deal_of_304_is_recorded_with_undo_a_correction_and_a_lost_network(
    device: Open, people: People, way: Road
) -> None:
    """The fifth worked hand, as in `tests/pages/test_recorder.py`."""
    deal = people.deal(dealer="S")
    scribe = device(f"/record/{deal}", is_official=True, at=way.port)
    presses(scribe, "Cut", "Pass", "160", "All 3 pass")
    plays(scribe, "JH 9H QH 7H 7C JC 8C QC JS")
    sent(scribe)
    scribe.press("#undo")
    sent(scribe)
    assert acts(people, deal)[-1] == "S QC"

    way.cut()
    plays(scribe, "JS 7S 9S")
    scribe.sees("unsent", "#state")
    plays(scribe, "QS KD 7D JD QD 8H AH")
    assert acts(people, deal)[-1] == "S QC"
    way.mend()
    sent(scribe)
    assert acts(people, deal)[-1] == "E AH"

    correct(scribe, "South: nine of spades", "8S")
    assert "S 8S" in acts(people, deal)

    scribe.press("#indicatordown")
    plays(scribe, "x")
    says(scribe, "Which card of West was face down?")
    plays(scribe, "AS KS TD 8D AD 9D AC TC KH 9C KC TS 9S TH")
    says(scribe, "The deal is over")
    sent(scribe)
    scribe.fits()
    assert people.admin.get(f"/deals/{deal}").json["settlement"]["tokens"] == {"NS": -2, "EW": 2}


@journey()
def test_a_deal_of_sidi_barrani_is_recorded_with_undo_a_correction_and_a_lost_network(
    device: Open, people: People, way: Road
) -> None:
    deal = opened(people.admin.post("/deals", {"ruleset": "sidi-barrani", "dealer": "W"}))
    scribe = device(f"/record/{deal}", is_official=True, at=way.port)
    presses(scribe, "No cut", "60", "60 roses", "Pass", "80", "80 Obenabe", "All 3 pass")
    plays(scribe, "AS 6S 7S JS KS 9S TS")
    sent(scribe)
    correct(scribe, "East: Under of shields", "8S")
    scribe.shows('card-pad button[data-card="JS"]:not(.gone)')  # else the page asks how it can be played twice
    way.cut()
    plays(scribe, "JS QS AH")
    scribe.sees("unsent", "#state")
    scribe.press("#undo")
    plays(scribe, "AH KH QH AD 6D 7D 8D KD 9D TD JD")
    way.mend()
    sent(scribe)
    plays(scribe, "QD JH TH 9H AC 6C 7C 8C")
    says(scribe, "North plays")
    plays(scribe, "KC 9C TC JC QC 8H 7H 6H")
    says(scribe, "The deal is over")
    sent(scribe)
    scribe.fits()
    assert people.admin.get(f"/deals/{deal}").json["settlement"]["outcome"] == "played"
