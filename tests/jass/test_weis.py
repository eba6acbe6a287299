"""Combinations in a hand: what they are worth, which is better, what is scored together (003 "Weis and Stöck")."""

from __future__ import annotations

from typing import Any

import pytest

from domain.engine.packs import tables
from domain.engine.parameters import override
from domain.games.catalogue import SIDI_BARRANI
from domain.games.sidi.weis import Finder, finders

BITS = tables(SIDI_BARRANI.pack)
LONG = {"sequences": [20, 50, 100, 150, 180, 200], "fours": [0, 0, 0, 150, 100, 200, 100, 100, 100]}


def finder(denomination: str = "obenabe", table: dict[str, Any] | None = None) -> Finder:
    """Finds combinations with this contract."""
    changes = {"weis.table": table} if table else {}
    return finders(override(SIDI_BARRANI, "house", "", changes))[denomination]


def best(hand: str, denomination: str = "obenabe", table: dict[str, Any] | None = None) -> str:
    """The best single combination of a hand: its value and its cards."""
    item = finder(denomination, table).best(BITS.mask(hand.split()))
    return f"{item.value} {' '.join(BITS.cards(item.mask))}" if item else ""


def scored(hand: str, table: dict[str, Any] | None = None) -> list[int]:
    """The Weis of a hand."""
    return [item.value for item in finder(table=table).scoring_items(BITS.mask(hand.split()))]


@pytest.mark.parametrize(
    ("hand", "item"),
    [
        pytest.param("6S 7S 8S", "20 8S 7S 6S", id="a sequence of 3"),
        pytest.param("TS JS QS KS", "50 KS QS JS TS", id="a sequence of 4"),
        pytest.param("TS JS QS KS AS", "100 AS KS QS JS TS", id="a sequence of 5"),
        pytest.param("9S TS JS QS KS AS", "100 AS KS QS JS TS 9S", id="of more than 5"),
        pytest.param("JS JH JD JC", "200 JS JH JD JC", id="4 Unders"),
        pytest.param("AS AH AD AC", "100 AS AH AD AC", id="4 Aces"),
        pytest.param("KS KH KD KC", "100 KS KH KD KC", id="4 Kings"),
        pytest.param("QS QH QD QC", "100 QS QH QD QC", id="4 Obers"),
        pytest.param("TS TH TD TC", "100 TS TH TD TC", id="4 Banners"),
        pytest.param("9S 9H 9D 9C", "", id="4 Nines are nothing"),
        pytest.param("8S 8H 8D 8C", "", id="nor are 4 Eights"),
        pytest.param("6S 7S KH AH 6D", "", id="two cards are no sequence"),
        pytest.param("AS 6S 7S", "", id="nothing goes round the corner"),
        pytest.param("KS AS 6H 7H", "", id="nor from suit to suit"),
        pytest.param("TS JS QS JH JD JC", "200 JS JH JD JC", id="the higher value is the better one"),
        pytest.param("6S 7S 8S QH KH AH", "20 AH KH QH", id="the higher card"),
        pytest.param("TS TH TD TC 6S 7S 8S 9S", "100 TS 9S 8S 7S 6S", id="more cards before a higher one"),
    ],
)
def test_the_highest_item_of_a_hand(hand: str, item: str) -> None:
    assert best(hand) == item


@pytest.mark.parametrize("hand", ["JS 9S AS", "JS 9S KS"])
def test_the_trump_order_makes_no_sequence(hand: str) -> None:
    """003: U-9-A never is a sequence, O-U-B always."""
    assert best(hand, "S") == ""
    assert best("QS JS TS", "S") == "20 QS JS TS"


@pytest.mark.parametrize(
    ("hand", "denomination", "item"),
    [
        pytest.param("6S 7S 8S QH KH AH", "undenufe", "20 8S 7S 6S", id="Undenufe: the six is highest"),
        pytest.param("TS TH TD TC AS AH AD AC", "undenufe", "100 TS TH TD TC", id="Undenufe: so Banners beat Aces"),
        pytest.param("TS TH TD TC AS AH AD AC", "H", "100 AS AH AD AC", id="trumps: the order without trumps"),
        pytest.param("6S 7S 8S 6H 7H 8H", "H", "20 8H 7H 6H", id="equal but for trumps"),
        pytest.param("6S 7S 8S 7H 8H 9H", "S", "20 9H 8H 7H", id="the higher card before trumps"),
    ],
)
def test_what_highest_means_in_a_contract(hand: str, denomination: str, item: str) -> None:
    assert best(hand, denomination) == item


@pytest.mark.parametrize(
    ("hand", "values"),
    [
        pytest.param("6S 7S 8S QH KH AH", [20, 20], id="two sequences"),
        pytest.param("TS JS QS JH JD JC", [200], id="no card in two items: the Unders"),
        pytest.param("9S TS JS QS KS QH QD QC", [100], id="no card in two items: the highest one, of five cards"),
        pytest.param("JS JH JD JC QS KS AS TH", [200, 20], id="no card in two items: what is left beside the highest"),
        pytest.param("6S 7S 8S 9S JS JH JD JC AC", [200, 50], id="four of a rank and a sequence"),
        pytest.param("6S 7S 8S 9S TS JS QS KS AS", [100], id="a suit of nine: one sequence"),
        pytest.param("6S 7S 9S TS", [], id="nothing"),
    ],
)
def test_what_a_hand_scores(hand: str, values: list[int]) -> None:
    """003: one card is in one Weis."""
    assert scored(hand) == values


@pytest.mark.parametrize(
    ("hand", "item"),
    [
        pytest.param("9S TS JS QS KS AS", "150 AS KS QS JS TS 9S", id="six cards"),
        pytest.param("8S 9S TS JS QS KS AS", "180 AS KS QS JS TS 9S 8S", id="seven"),
        pytest.param("6S 7S 8S 9S TS JS QS KS AS", "200 AS KS QS JS TS 9S 8S 7S 6S", id="eight and more"),
        pytest.param("9S 9H 9D 9C", "150 9S 9H 9D 9C", id="four Nines"),
    ],
)
def test_the_table_that_others_play_by(hand: str, item: str) -> None:
    """C8."""
    assert best(hand, table=LONG) == item
