"""Views of Sidi Barrani: contract, doubling, Weis, Stöck, score (003; docs/views.md)."""

from __future__ import annotations

from typing import Any

import pytest

from replay.frames import replay
from replay.views import View, view_at
from tests.jass.table import SEATS, Table
from tests.jass.weis_hands import FIFTY, FOUR_OR_FIVE, TWO_FIFTIES

EVERYBODY = (*SEATS, "public")


def seen_by(table: Table, viewer: str = "public") -> View:
    """The view that the viewer has now."""
    return view_at(table.record, viewer, len(table.record.entries) - 1)


def everywhere(table: Table, part: str) -> Any:
    """A part of the view that must be the same for everybody; None where there is none."""
    parts = [seen_by(table, viewer).get(part) for viewer in EVERYBODY]
    assert all(each == parts[0] for each in parts)
    return parts[0]


# --- the contract ---------------------------------------------------------------------------------


def test_before_any_bid_there_is_no_contract() -> None:
    table = Table().dealt()
    assert everywhere(table, "contract") is None
    assert everywhere(table, "turn") == "S"
    assert everywhere(table, "stage") == "contract"


def test_the_highest_bid_and_who_may_double_it() -> None:
    """003 "Bidding": either opponent of the bidder, until the next player bids or passes (C1)."""
    table = Table().dealt().does("S 70 H")
    bid = {"seat": "S", "bid": 70, "denomination": "H", "factor": 1}
    assert everywhere(table, "contract") == bid | {"may_double": ["E", "W"]}
    table.does("E pass")
    assert everywhere(table, "contract") == bid
    table.does("N 80 undenufe")
    assert everywhere(table, "contract") == {
        "seat": "N", "bid": 80, "denomination": "undenufe", "factor": 1, "may_double": ["E", "W"],
    }  # fmt: skip
    assert seen_by(table)["auction"] == {"4": "S 70 H", "5": "E pass", "6": "N 80 undenufe"}


def test_a_double_ends_the_auction() -> None:
    table = Table().dealt().does("S 70 H, W double")
    assert everywhere(table, "contract") == {"seat": "S", "bid": 70, "denomination": "H", "factor": 2}
    assert everywhere(table, "maker") == "S"
    assert everywhere(table, "stage") == "tricks"


def test_the_side_that_was_doubled_may_redouble_where_that_is_played() -> None:
    """003 "Variations"."""
    table = Table(rules={"double.mode": "redouble"}).dealt().does("S 70 H, W double")
    contract = everywhere(table, "contract")
    assert contract["factor"] == 2
    assert contract["may_redouble"] == ["S", "N"]
    table.does("N redouble")
    assert everywhere(table, "contract") == {"seat": "S", "bid": 70, "denomination": "H", "factor": 4}


# --- Weis -----------------------------------------------------------------------------------------


def test_what_was_declared_is_told_in_order_and_the_best_team_scores() -> None:
    """003 "Weis and Stöck": South's 50 beats the 20 that East announced before."""
    table = Table(FIFTY).playing("E 40 D")
    assert everywhere(table, "weis") is None
    table.does("E TS, E weis 20, N JH, W JS, S 6S, S weis 50")
    weis = everywhere(table, "weis")
    assert weis["declared"] == [{"seat": "E", "value": 20}, {"seat": "S", "value": 50}]
    assert weis["team"] == "NS"
    assert weis["scored"] == [{"seat": "S", "values": [50]}, {"seat": "N", "values": [20]}]
    points = everywhere(table, "points")
    assert everywhere(table, "score") == points | {"NS": points["NS"] + 70}


def test_what_is_asked_when_two_declared_the_same_and_what_was_answered() -> None:
    """003 "Play": the number of cards for 100, then the highest card, until one team is left."""
    table = Table(FOUR_OR_FIVE).playing("S 40 H").does("S 8S, S weis 100, E 9S, E weis 100, N 6S, W 7S")
    weis = everywhere(table, "weis")
    assert (weis["question"], everywhere(table, "owed"), everywhere(table, "turn")) == ("cards", "weis", "S")
    assert "talk" not in weis
    assert seen_by(table, "S")["legal"] == ["S weis 4 cards"]
    assert not any("cards" in act for viewer in "ENW" for act in seen_by(table, viewer)["legal"])
    table.does("S weis 4 cards")
    weis = everywhere(table, "weis")
    assert weis["talk"][:2] == [{"seat": "S", "cards": 4}, {"seat": "E", "cards": 5}]
    assert weis["team"] == "EW"
    assert "question" not in weis


def test_a_concession_is_an_answer() -> None:
    table = Table(TWO_FIFTIES).playing("S 40 D").does("S AS, S weis 50, E KS, E weis 50, N TS, W JS")
    table.does("S weis top 9")
    assert everywhere(table, "weis")["talk"] == [{"seat": "S", "top": "9"}, {"seat": "E", "top": "A"}]
    assert everywhere(table, "weis")["team"] == "EW"


def test_a_weis_that_is_demanded_and_shown() -> None:
    """003 "Play": any other player may demand to see it; then all have seen the cards."""
    table = Table(FIFTY).playing("E 40 D").does("E TS, N JH, W JS, S 6S, S weis 50")
    assert "E demands S 50" in seen_by(table, "E")["legal"]
    table.does("E demands S 50")
    weis = everywhere(table, "weis")
    assert weis["shown"] == [{"seat": "S", "value": 50, "cards": ["9S", "8S", "7S", "6S"]}]
    assert "demanded" not in weis
    view = seen_by(table, "W")
    assert {card: view["seen"][card] for card in ("9S", "8S", "7S", "6S")} == {
        "9S": "shown", "8S": "shown", "7S": "shown", "6S": "played",
    }  # fmt: skip
    assert [card for card in view["hands"]["S"] if card != "??"] == ["9S", "8S", "7S"]
    assert seen_by(table, "S")["seen"]["9S"] == "own"


def test_while_a_weis_is_demanded_of_an_unknown_hand_it_is_owed() -> None:
    table = Table(unseen=True).playing("S 40 D")
    table.does("S TS, S weis 50, E 6H, N JS, W QS, S scores 50, W demands S 50")
    assert everywhere(table, "owed") == "display"
    assert everywhere(table, "turn") == "S"
    assert everywhere(table, "weis")["demanded"] == {"by": "W", "of": "S", "value": 50}


def test_nobody_else_is_told_what_a_seat_could_declare() -> None:
    table = Table(FIFTY).playing("S 40 D").does("S 6S")
    assert "S weis 50" in seen_by(table, "S")["legal"]
    for viewer in ("E", "N", "W", "public"):
        assert not any(act.startswith("S ") for act in seen_by(table, viewer)["legal"])


# --- Stöck and the end ----------------------------------------------------------------------------

STOECK = {"S": "KH QH AH JH 9H TH 8H 7H 6H"}


def test_stoeck_is_told_when_both_cards_were_seen() -> None:
    """003 "Weis and Stöck"; C10."""
    table = Table(STOECK).playing("S 40 H").does("S KH").first_trick("E", "N", "W")
    assert everywhere(table, "stoeck") is None
    table.does("S QH")
    assert everywhere(table, "stoeck") == {"seat": "S", "points": 20}
    assert everywhere(table, "score") == everywhere(table, "points") | {"NS": everywhere(table, "points")["NS"] + 20}


def test_where_it_must_be_claimed_it_is_owed_at_the_end() -> None:
    table = Table(STOECK, rules={"stoeck.claim": "must_claim", "weis.enabled": False}).playing("S 40 H")
    for _ in range(35):
        table.does(f"{table.turn()} {min(table.cards(table.turn()))}")
    seat = table.turn()
    table.does(f"{seat} {min(table.cards(seat))}")
    assert (everywhere(table, "owed"), everywhere(table, "turn")) == ("stoeck", "S")
    assert seen_by(table, "S")["legal"] == ["S stöck", "S pass"]
    table.does("S pass")
    assert everywhere(table, "stoeck") is None
    assert "pass" not in [sentence.split()[1] for sentence in list(everywhere(table, "auction").values())[4:]]


def test_at_the_end_the_score_is_the_settlement_s() -> None:
    """003 "Scoring": the contract counts too."""
    table = Table(FIFTY).playing("S 40 H").first_trick().finish()
    for viewer in (*EVERYBODY, "scribe", "arbiter"):
        view = seen_by(table, viewer)
        assert view["score"] == view["settlement"]["score"] == table.settled().score
        assert view["outcome"] == "played"


def test_if_everybody_passes_there_is_nothing_to_score() -> None:
    table = Table().dealt().does("S pass, E pass, N pass, W pass")
    view = seen_by(table)
    assert view["settlement"]["score"] == {"NS": 0, "EW": 0}
    assert not {"contract", "maker", "weis", "score"} & view.keys()


@pytest.mark.parametrize("viewer", EVERYBODY)
def test_a_replay_names_teams_and_cards(viewer: str) -> None:
    """003 "Players and Cards": Under, Ober and Banner, and the suits of the Swiss pack."""
    payload = replay(Table().dealt().record, viewer)
    assert payload["teams"] == {"NS": ["S", "N"], "EW": ["E", "W"]}
    assert [each["name"] for each in payload["names"]["suits"].values()] == ["shields", "roses", "bells", "acorns"]
    ranks = {letter: each["name"] for letter, each in payload["names"]["ranks"].items()}
    assert ranks == {
        "6": "six", "7": "seven", "8": "eight", "9": "nine", "T": "Banner",
        "J": "Under", "Q": "Ober", "K": "king", "A": "ace",
    }  # fmt: skip
