"""Declaring Weis with one's card to the first trick (003 "Weis and Stöck", "Play")."""

from __future__ import annotations

import pytest

from tests.jass.table import Table
from tests.jass.weis_hands import FIFTY, FOUR_WEIS, LAST, NOTHING, STOECK, Deal


def weis(table: Table, seat: str) -> set[str]:
    """The declarations that the seat may make."""
    return {line for line in table.may(seat) if line.startswith("weis ")}


@pytest.mark.parametrize(
    ("hands", "script", "seat", "may"),
    [
        pytest.param(FIFTY, "", "S", {"weis 50"}, id="just before one's card"),
        pytest.param(FIFTY, "S 6S", "S", {"weis 50"}, id="just after it"),
        pytest.param(FIFTY, "", "E", set(), id="not before one's turn"),
        pytest.param(FIFTY, "S 6S", "E", {"weis 20"}, id="the next before its card"),
        pytest.param(FIFTY, "S 6S, E TS", "S", set(), id="not after the next card"),
        pytest.param(FIFTY, "S weis 50", "S", set(), id="once"),
        pytest.param(FIFTY, "S weis 50, S 6S", "E", set(), id="not lower than what was declared"),
        pytest.param(FOUR_WEIS, "S weis 50, S 6S", "E", {"weis 50"}, id="as high as the opponents'"),
        pytest.param(FOUR_WEIS, "S weis 50, S 6S, E TS", "N", {"weis 50"}, id="as high as partner's"),
        pytest.param(FOUR_WEIS, "S 6S, E TS", "N", {"weis 50"}, id="the highest item"),
        pytest.param(LAST, "S 7S, E TS, N 8S, W 9S", "W", {"weis 50"}, id="the last after its card"),
        pytest.param(LAST, "S 7S, E TS, N 8S, W 9S, E 6H", "W", set(), id="not after the next lead"),
        pytest.param(NOTHING, "", "S", set(), id="nothing to declare"),
        pytest.param(FIFTY, "S 6S, E TS, N QD, W JS", "S", set(), id="not after the trick"),
    ],
)
def test_who_may_declare_what(hands: Deal, script: str, seat: str, may: set[str]) -> None:
    assert weis(Table(hands).playing("S 40 obenabe").does(script), seat) == may


@pytest.mark.parametrize(
    ("hands", "script", "line", "code"),
    [
        pytest.param(FIFTY, "", "E weis 20", "weis-not-with-card", id="before its turn"),
        pytest.param(FIFTY, "S 6S, E TS", "S weis 50", "weis-too-late", id="after the next card"),
        pytest.param(LAST, "S 7S, E TS, N 8S, W 9S, E 6H", "W weis 50", "weis-too-late", id="after the next lead"),
        pytest.param(FIFTY, "S weis 50", "S weis 50", "weis-twice", id="twice"),
        pytest.param(FIFTY, "", "S weis 30", "weis-no-value", id="no such value"),
        pytest.param(FIFTY, "S weis 50, S 6S", "E weis 20", "weis-too-low", id="lower than what was declared"),
        pytest.param(FIFTY, "", "S weis 20", "weis-not-highest", id="not the highest"),
        pytest.param(FIFTY, "", "S weis 100", "weis-not-held", id="not held"),
        pytest.param(NOTHING, "", "S weis 20", "weis-not-held", id="nothing held"),
        pytest.param(FIFTY, "S 6S, E TS, N QD, W JS", "N weis 20", "weis-too-late", id="after the trick"),
    ],
)
def test_declarations_that_are_refused(hands: Deal, script: str, line: str, code: str) -> None:
    refusal = Table(hands).playing("S 40 obenabe").does(script).refusal(line)
    assert refusal.code == code
    assert refusal.clause.document == "003"


def test_a_hand_that_declares_nothing_plays_on() -> None:
    """003 "Play": a player who wishes to declare."""
    table = Table(FIFTY).playing("S 40 obenabe").first_trick()
    assert not any("weis" in line or "scores" in line for line in table.lines())
    assert table.turn() == "E"
    assert len(table.cards("E")) == 8


def test_no_weis_where_none_are_played() -> None:
    """003 "Variations"."""
    table = Table(FIFTY, rules={"weis.enabled": False}).playing("S 40 obenabe")
    assert weis(table, "S") == set()
    assert table.refusal("S weis 50").code == "wrong-stage"


def test_in_a_trump_contract_the_sequence_is_the_same() -> None:
    """003: O-K-A of trumps, by the order without trumps."""
    assert weis(Table(STOECK).playing("S 40 H"), "S") == {"weis 20"}


def test_a_declaration_too_late_is_flagged_and_counts_for_nothing() -> None:
    table = Table(LAST).playing("S 40 obenabe").does("S 7S, E TS, N 8S, W 9S, E 6H")
    assert table.happens("W weis 50").code == "weis-too-late"
    table.finish()
    assert "weis" not in table.settled().reasons
