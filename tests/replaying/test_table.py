"""The table of programs: acts are done or refused, and a position is the deal that came to it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from domain.engine.facts import Act, CardPlayed, CardsDealt
from domain.engine.refusals import POSSIBLE, Refused
from domain.engine.rules import rules_of
from domain.games.catalogue import RULESETS, UnknownRuleset
from domain.games.sidi.acts import WeisDeclared
from domain.games.three04.acts import (
    CapsCalled,
    CapsConceded,
    DoubleAnnounced,
    IndicatorPlaced,
    MarriageDeclared,
    PartnerCardNamed,
    RedealDemanded,
    SpoiltTrumpsDeclared,
    TrumpOpened,
)
from domain.games.three04.ruleset import Three04Ruleset
from replay.notation import write_action
from replay.positions.position import PositionError
from replay.table import Table
from tests.replaying.test_offers import random_deal

# --- acting ---------------------------------------------------------------------------------------


def test_an_act_is_done_as_a_sentence_or_as_an_object() -> None:
    table = Table.open("304", "S").do("W no cut", *Table.open("304", "S").do("W no cut").legal("S")).do("E 160, N pass")
    assert table.sentences[2:] == ["E 160", "N pass"]
    assert (table.to_act, table.stage) == ("W", "auction")


def test_what_is_refused_changes_nothing_and_says_why() -> None:
    table = Table.open("304", "S").do("W no cut, S deal")
    before = table.sentences
    with pytest.raises(Refused, match="the minimum here is 160"):
        table.do("E 150")
    assert table.sentences == before
    refusal = table.refusal("E 150")
    assert refusal is not None
    assert refusal.code == "bid-too-low"
    assert table.refusal("E 160") is None
    assert table.judge("E redeal") is POSSIBLE


def test_a_copy_goes_its_own_way() -> None:
    table = Table.open("304", "S").do("W no cut, S deal")
    table.copy().do("E 160")
    assert len(table.sentences) == 2


@pytest.mark.parametrize(
    ("hands", "why"),
    [
        ({"E": "JS JS"}, "JS is in two places"),
        ({"E": "JS", "N": "JS"}, "JS is in two places"),
        ({"E": "6S"}, "6S is not in the pack of 304"),
        ({"X": "JS"}, "there is no seat X"),
        ({"E": "JS 9S AS TS KS QS 8S 7S JH"}, "E has 9 cards; a hand has 8"),
        ({"E": "Jack"}, "is no card"),
    ],
)
def test_hands_that_no_pack_gives_are_refused(hands: dict[str, str], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Table.open("304", "S", hands=hands)


def test_a_game_a_dealer_and_a_viewer_that_are_none_are_refused() -> None:
    with pytest.raises(UnknownRuleset):
        Table.open("305")
    with pytest.raises(ValueError, match="the seats are S, E, N, W"):
        Table.open("304", "Q")
    with pytest.raises(ValueError, match="they are S, E, N, W, public, scribe, arbiter"):
        Table.open("304").view("Q")


def test_after_a_redeal_the_same_hands_are_dealt_from_their_first_card() -> None:
    weak = "7S 8S 7H 8H KS QS KH QH"
    table = Table.open("304", "S", hands={"E": weak}, rest="pack").do("W no cut, S deal, E redeal, W no cut, S deal")
    assert table.view("E")["hands"]["E"] == ["8S", "7S", "8H", "7H"]


# --- positions ------------------------------------------------------------------------------------

CALLS = (
    CapsCalled,
    CapsConceded,
    SpoiltTrumpsDeclared,
    DoubleAnnounced,
    MarriageDeclared,
    WeisDeclared,
    RedealDemanded,
)


def position_before(game: Any, acts: list[Act], at: int) -> dict[str, Any] | None:
    """A random deal before a card, as a program would set it up; None if calls or odd bids are a part of it."""
    rules = rules_of(game)
    if any(isinstance(act, CALLS) for act in acts[:at]):
        return None
    s = rules.start(acts_dealer(acts))
    tricks: list[str] = []
    indicator = partner = ""
    opened = False
    for act in acts[:at]:
        match act:
            case CardPlayed():
                words = write_action(act).split(maxsplit=1)
                tricks = tricks if s.trick else [*tricks, words[0]]
                tricks[-1] += f" {words[1]}"
            case IndicatorPlaced(_, card):
                indicator = card
            case PartnerCardNamed(_, card):
                partner = card
            case TrumpOpened():
                opened = True
        rules.apply(s, act)
    if s.owed:
        return None
    hands = {seat: rules.tables.cards(s.hands[n]) for n, seat in enumerate(rules.seats)}
    bid = (s.slam or s.bid) if isinstance(game, Three04Ruleset) else f"{s.bid} {s.trump_name()}"
    position = {"maker": rules.seats[s.maker], "bid": bid, "dealer": rules.seats[s.dealer], "tricks": tricks}
    position |= {"indicator": indicator, "partner": partner, "opened": opened, "hands": hands}
    return position | {"state": s}


def acts_dealer(acts: list[Act]) -> str:
    """The dealer of these acts."""
    return next(act.seat for act in acts if isinstance(act, CardsDealt))


def set_up(game: Any, position: dict[str, Any]) -> Table | str:
    """The position, or why it cannot be."""
    try:
        return Table.position(game, **position)
    except PositionError as odd:
        return str(odd)


@pytest.mark.parametrize("game", RULESETS.values(), ids=lambda game: game.key)
def test_a_position_is_the_deal_that_came_to_it(game: Any) -> None:
    tried = 0
    for seed in range(40):
        rng = random.Random(f"{game.key} position {seed}")
        _, acts = random_deal(game, f"{game.key} position {seed}")
        plays = [n for n, act in enumerate(acts) if isinstance(act, CardPlayed)]
        position = position_before(game, acts, rng.choice(plays)) if plays else None
        if position is None:
            continue
        s = position.pop("state")
        if isinstance(table := set_up(game, position), str):
            # Another auction was needed for this bid than the shortest one.
            assert "won the auction" in table, f"{seed}: {table}"
            continue
        mine = table.state
        assert (mine.hands, mine.tricks, mine.points, mine.turn) == (s.hands, s.tricks, s.points, s.turn)
        assert table.legal() == table.rules.legal(s, table.rules.seats[s.turn])
        tried += 1
        if tried == 6:
            return
    assert tried >= 2


CLOSED: dict[str, Any] = {
    "hands": {
        "S": "9S JH 9H KH QH 8H",
        "E": "TS KS AH 7H 9D 8D 7D",
        "N": "QS 8S AD TD KD QD JD",
        "W": "JC 9C AC TC KC QC 8C",
    },
    "dealer": "W",
    "maker": "S",
    "bid": 160,
    "indicator": "TH",
    "tricks": ["S JS AS 7S (7C)"],
}
"""South leads a spade to the first trick; West throws a club, face down."""


@pytest.mark.parametrize(
    ("change", "why"),
    [
        pytest.param({"bid": 155}, "cannot have won the auction with 155", id="a number that nobody can bid"),
        pytest.param({"bid": "full"}, "cannot have won the auction", id="a bid that the game does not have"),
        pytest.param({"maker": "Q"}, "there is no seat Q", id="a maker that is no seat"),
        pytest.param({"indicator": ""}, "the trump indicator is missing", id="no indicator in a closed game"),
        pytest.param({"indicator": "TS"}, "hand has 8|two places", id="the indicator in another hand"),
        pytest.param({"trump": "S"}, "the trump is S, and the indicator TH", id="another trump than the indicator"),
        pytest.param({"tricks": ["E AS 7S (7C) JS"]}, "S is to play", id="a trick that somebody else led"),
        pytest.param({"tricks": ["S JS AS 7S 7C"]}, "must|face up", id="a card that should lie face down"),
        pytest.param({"tricks": ["Q JS AS 7S (7C)"]}, "leads no trick", id="a leader that is no seat"),
        pytest.param({"tricks": [""]}, "leads no trick", id="an empty trick"),
        pytest.param({"tricks": ["S JS AS 7S (??)"]}, "unknown|nobody|hand has", id="a card that nobody knows"),
        pytest.param({"tricks": ["S JS AS 7S", "W 7C"]}, "may be going on", id="an earlier trick that is not whole"),
        pytest.param({"tricks": []}, "a hand has 8", id="cards that are nowhere"),
        pytest.param({"tricks": ["S XX AS 7S (7C)"]}, "is no card", id="a card that is none"),
    ],
)
def test_a_position_that_cannot_be_is_refused(change: dict[str, Any], why: str) -> None:
    with pytest.raises(PositionError, match=why):
        Table.position("304", **{**CLOSED, **change})
    assert Table.position("304", **CLOSED).to_act == "S"
