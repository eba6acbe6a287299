"""The knowledge of a seat in sentences: cards of worked hands, each known in another way."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import replay.hands
from domain.engine.cards import UNKNOWN
from domain.engine.facts import CardPlayed, CardsDealt
from domain.games.three04.acts import IndicatorPlaced
from domain.record.record import Record
from replay.audits.knowledge import knowledge
from replay.notation.document import record_of
from replay.notation.hand_file import read_hand
from tests.audit.deals import recorded
from web.languages import language_of


def knew(hand: int, seat: str, ply: int) -> dict[str, Any]:
    """The knowledge of a seat of a worked hand after a ply."""
    (path,) = Path(replay.hands.__path__[0]).glob(f"{hand:02}-*.toml")
    return knowledge(record_of(read_hand(path.read_text())), seat, ply)


@pytest.mark.parametrize(
    ("hand", "seat", "ply", "card", "status", "text"),
    [
        pytest.param(5, "N", 31, "KS", "held", "North’s own indicator.", id="000: the indicator is one of its cards"),
        pytest.param(5, "E", 38, "KC", "held", "In East’s own hand.", id="in the hand"),
        pytest.param(5, "W", 33, "AS", "held", "West’s own card, face down in trick 5.", id="own face down"),
        pytest.param(5, "E", 38, "TD", "seen", "West played it to trick 6.", id="seen"),
        pytest.param(
            5, "N", 34, "AS", "shown", "West played it face down to trick 5; North looked at it (after card 20).",
            id="000: the trump maker looks at the face-down cards",
        ),
        pytest.param(
            5, "E", 35, "AS", "shown", "West played it face down to trick 5; turned up (after card 20).",
            id="000: and turns them up if one is a trump",
        ),
        pytest.param(
            6, "E", 48, "8H", "inferred",
            "It must be the card that West played face down to trick 5. "
            "South played face down on a lead of hearts (card 23, trick 6). All "
            "cards of North are known.",
            id="000: what stays face down is known by what is left",
        ),
        pytest.param(29, "E", 15, "KH", "shown", "In the hand of South; shown with a marriage (before the first card).",
                     id="000: King and Queen are shown"),
        pytest.param(3, "E", 33, "9H", "shown", "In the hand of South; shown with the call of Caps (after card 15).",
                     id="000: the caller exposes its cards"),
        pytest.param(33, "S", 17, "6H", "shown", "In the hand of North; shown as Weis (after card 4).",
                     id="003: a Weis is shown when it is demanded"),
        pytest.param(
            37, "S", 46, "JD", "inferred",
            "It must be in the hand of West. All cards of East are known. North undertrumped (card 31, trick 8), which "
            "a hand with this card may not do.",
            id="003: only a hand of nothing but trumps undertrumps",
        ),
    ],
)  # fmt: skip
def test_a_card_and_how_it_is_known(hand: int, seat: str, ply: int, card: str, status: str, text: str) -> None:
    known = knew(hand, seat, ply)["cards"][card]
    assert (known["status"], known["text"]) == (status, text)


def test_a_suit_that_the_maker_cannot_have_chosen() -> None:
    """000 "Closed Trump games": the maker leads no trump to the first trick, and cuts no lead of trumps."""
    trump = knew(5, "S", 32)["trump"]
    assert trump["excluded"]["H"]["text"] == "Not hearts: North trumped a lead of this suit (card 19, trick 5)."
    assert set(trump["possible"]) == {"S", "D", "C"}
    assert sum(trump["possible"].values()) == pytest.approx(1)


def test_a_revoke_shows_when_no_deal_fits_any_more() -> None:
    """004 "Rule Violations": South has a nine of hearts and plays a diamond. Once all others have shown that they have
    none, East knows that somebody broke a rule; it plainly did when the nine comes."""
    assert knew(17, "E", 42)["deals"] == "2"
    assert knew(17, "E", 46)["text"].startswith("No deal fits all that East saw")
    assert knew(17, "E", 47)["breach"] == {
        "ply": 47,
        "code": "revoke",
        "text": "South played 9H, which contradicts card 24",
        "clause": "000 “Play”",
    }


def test_what_is_said_of_a_weis_is_told_beside_the_count() -> None:
    (note,) = knew(33, "E", 13)["notes"]
    assert note["text"] == (
        "After card 3: a player announced something about a Weis. The count uses only cards that were shown."
    )


def without_cards(hand: int) -> Record:
    """Return a worked hand as a scribe writes it down who sees no card that is dealt or played face down."""
    (path,) = Path(replay.hands.__path__[0]).glob(f"{hand:02}-*.toml")
    record = record_of(read_hand(path.read_text()))
    acts = [
        replace(act, card=UNKNOWN) if isinstance(act, IndicatorPlaced) or (isinstance(act, CardPlayed) and act.down)
        else replace(act, hands={seat: (UNKNOWN,) * len(cards) for seat, cards in act.hands.items()})
        if isinstance(act, CardsDealt) else act
        for act in record.acts
    ]  # fmt: skip
    return recorded(record.rules, record.opened.dealer, acts)


@pytest.mark.parametrize(
    ("hand", "seat", "ply", "gaps"),
    [
        (12, "W", 2, ["cards dealt to West in the first batch"]),
        (
            2,
            "E",
            40,
            [
                "cards dealt to East in the first batch",
                "cards dealt to East: 1",
                "the card that East played (card 14, trick 4)",
            ],
        ),
    ],
)
def test_what_the_record_does_not_tell_is_named(hand: int, seat: str, ply: int, gaps: list[str]) -> None:
    known = knowledge(without_cards(hand), seat, ply)
    assert known["gaps"] == gaps
    assert "deals" not in known


def test_the_same_is_said_in_any_language() -> None:
    known = knowledge(without_cards(2), "E", 40, language_of("ta"))
    assert known["gaps"] == [
        "முதல் தடவையில் கிழக்கு பெற்ற தாள்கள்",
        "கிழக்கு பெற்ற தாள்கள்: 1",
        "கிழக்கு போட்ட தாள் (சீட்டு 14, பிடி 4)",
    ]
    assert known["text"].startswith("கிழக்கு")
