"""Demanding to see a Weis that is scored (003 "Play")."""

from __future__ import annotations

import pytest

from domain.games.sidi.acts import WeisDemanded
from tests.jass.table import Table
from tests.jass.weis_hands import FIFTY, STOECK


def scored() -> Table:
    """South has scored 50 and North 20; the second trick is not begun."""
    return Table(FIFTY).playing("S 40 obenabe").first_trick(S=50).does("S scores 50")


def demands(table: Table, seat: str) -> set[str]:
    """The Weis that the seat may demand to see."""
    return {line for line in table.may(seat) if line.startswith("demands ")}


def test_any_other_player_may_demand_any_weis_that_is_scored() -> None:
    table = scored()
    assert demands(table, "E") == demands(table, "W") == {"demands S 50", "demands N 20"}
    assert demands(table, "N") == {"demands S 50"}
    assert demands(table, "S") == {"demands N 20"}, "partner may ask as well (003 Tactics)"


def test_the_holder_displays_the_cards_of_that_weis() -> None:
    table = scored().does("W demands S 50")
    assert table.last(2) == ["W demands S 50", "S shows weis 9S 8S 7S 6S"]
    assert table.turn() == table.rules.seats[table.state.last_winner]
    assert demands(table, "E") == {"demands N 20"}
    table.does("S demands N 20")
    assert table.last(1) == ["N shows weis 9D 8D 7D"]
    assert demands(table, "E") == set()


@pytest.mark.parametrize(
    ("line", "code"),
    [
        pytest.param("S demands S 50", "weis-own", id="one's own"),
        pytest.param("E demands S 20", "weis-nothing-to-show", id="no such Weis"),
        pytest.param("S demands E 20", "weis-nothing-to-show", id="not scored"),
        pytest.param("S shows weis 9S 8S 7S 6S", "weis-nothing-to-show", id="nobody shows a Weis unasked"),
        pytest.param("E demands 5 20", "unknown-seat", id="nobody there"),
    ],
)
def test_what_is_refused(line: str, code: str) -> None:
    assert scored().refusal(line).code == code


def test_a_demand_that_names_no_weis_is_refused_as_one_of_nothing() -> None:
    """003 "Play": the opponents may ask to see the Weis that was scored; a program may leave its value out."""
    table = scored()
    refusal = table.record.refusal(WeisDemanded("E", "S"))
    assert refusal is not None
    assert refusal.message == "East demanded to see S's Weis of 0, which is not scored"


def test_only_once_and_only_before_the_second_trick() -> None:
    table = scored().does("W demands S 50")
    assert table.refusal("E demands S 50").code == "weis-nothing-to-show"
    table.does(f"{table.turn()} {min(table.cards(table.turn()))}")
    assert table.refusal("E demands N 20").code == "weis-too-late"


def test_before_it_is_settled_nobody_demands() -> None:
    table = Table(FIFTY).playing("S 40 obenabe").first_trick(S=50)
    assert table.refusal("E demands S 50").code == "weis-unsettled"


def test_what_was_shown_has_been_seen_for_stoeck() -> None:
    """003 "Weis and Stöck": having been played to tricks or shown as part of a Weis."""
    table = Table(STOECK).playing("S 40 H").does("S 7S, S weis 20, E QS, N 8S, W JS, S scores 20")
    table.does("E demands S 20")
    assert table.last(2) == ["S shows weis AH KH QH", "S stöck"]
