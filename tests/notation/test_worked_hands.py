"""The worked hands, game by game: what each of them is there to show, and that it ends as its note says."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from domain.engine.facts import Act, CardPlayed, Passed
from domain.engine.refusals import Refusal
from domain.games.catalogue import BANK, RULESETS
from domain.games.sidi.acts import Doubled, StoeckClaimed, WeisConceded, WeisDetailed, WeisScored, WeisShown
from domain.games.three04.acts import HALF, BidMade, CardsRevealed, MarriageDeclared
from domain.match.scoring import start
from domain.record.record import Record
from replay.notation import DealDocument, read_hand, record_of
from tests.notation.conftest import HANDS


@cache
def document(number: int) -> DealDocument:
    """A worked hand by its number."""
    return read_hand(HANDS[number - 1].read_text(encoding="utf-8"))


def record(number: int) -> Record:
    """The record of a worked hand."""
    return record_of(document(number))


def before(number: int, act: Act) -> tuple[Record, Any]:
    """The record of a worked hand, and the state just before this act of it."""
    worked = record(number)
    s = worked.rules.start(worked.opened.dealer)
    for each in worked.acts:
        if each == act:
            return worked, s
        worked.rules.apply(s, each)
    raise AssertionError(f"{act} did not happen")


def of_kind(number: int, *kinds: type[Act]) -> list[Act]:
    """The acts of these kinds in a worked hand."""
    return [act for act in record(number).acts if isinstance(act, kinds)]


def test_every_game_has_a_worked_hand() -> None:
    assert {document(number).opened.ruleset["key"] for number in range(1, len(HANDS) + 1)} >= set(RULESETS)


@pytest.mark.parametrize(
    ("number", "made", "due", "reasons"),
    [
        pytest.param(19, False, {"NS": -3, "EW": 3}, "bid-failed", id="304-bank"),
        pytest.param(20, True, {"NS": -1, "EW": 1}, "bid-made", id="304-jaffna"),
        pytest.param(21, True, {"NS": 1, "EW": -1}, "bid-made", id="304-cats"),
        pytest.param(22, True, {"NS": -1, "EW": 1}, "bid-made", id="304-decimal"),
        pytest.param(23, True, {"odd": -2, "even": 2}, "bid-made", id="304-six-24"),
        pytest.param(24, True, {"odd": 3, "even": -3}, "bid-made", id="304-six-36"),
        pytest.param(25, False, {"odd": -3, "even": 3}, "bid-failed", id="304-eight"),
        pytest.param(26, True, {"odd": 1, "even": -1}, "bid-made", id="504"),
        pytest.param(27, False, {"odd": -2, "even": 2}, "bid-failed", id="904"),
        pytest.param(28, True, {"NS": -2, "EW": 2}, "bid-made double-made", id="304-tamil-nadu"),
        pytest.param(29, True, {"S": 2, "E": -2, "N": 2, "W": -2}, "bid-made marriages", id="304-maharashtra"),
        pytest.param(30, True, {"S": -4, "E": 4, "N": -4, "W": 4}, "bid-made", id="Half Court"),
        pytest.param(31, True, {"S": 1, "E": 1, "N": -1, "W": -1}, "bid-made", id="304-doso-viso"),
        pytest.param(32, False, {"NS": 163, "EW": 284}, "contract-failed doubled weis", id="the example of 003"),
        pytest.param(33, True, {"NS": 266, "EW": 31}, "contract-made weis", id="Undenufe"),
        pytest.param(34, True, {"NS": 514, "EW": 0}, "contract-made match", id="Match"),
        pytest.param(35, True, {"NS": 23, "EW": 374}, "contract-made weis stoeck", id="Weis and Stöck"),
        pytest.param(36, False, {"NS": 115, "EW": 302}, "contract-failed doubled", id="a sacrifice"),
        pytest.param(37, False, {"NS": 83, "EW": 174}, "contract-failed", id="the Puur"),
        pytest.param(38, True, {"NS": 297, "EW": 30}, "contract-made weis", id="Obenabe"),
    ],
)
def test_it_ends_as_its_note_says(number: int, made: bool, due: dict[str, int], reasons: str) -> None:
    settled = record(number).settlement
    assert settled is not None
    assert (settled.made, settled.due, " ".join(settled.reasons)) == (made, due, reasons)


@pytest.mark.parametrize(
    ("number", "points", "bid"),
    [
        pytest.param(19, 188, 200, id="twelve short, to the bank"),
        pytest.param(22, 161, 160, id="16.1 of 16.0"),
        pytest.param(27, 430, 460, id="thirty short of 460"),
        pytest.param(29, 153, 200, id="153 with a marriage and the last trick"),
        pytest.param(32, 113, 120, id="113 of 120 Undenufe"),
        pytest.param(34, 257, 257, id="all there is"),
        pytest.param(36, 115, 130, id="115 of 130 Undenufe"),
        pytest.param(37, 83, 100, id="17 short of 100"),
    ],
)
def test_the_points_are_those_of_its_note(number: int, points: int, bid: int) -> None:
    worked = record(number)
    settled = worked.settlement
    assert settled is not None
    s: Any = worked.state
    side = {worked.rules.team[seat] for seat in range(4) if s.makers() >> seat & 1}
    teams = worked.rules.ruleset.seating.teams
    assert sum(settled.points[teams[team]] for team in side) == points
    assert s.bid == bid


# --- what is special in each --------------------------------------------------------------------------


def test_the_bank_gets_what_the_winners_do_not() -> None:
    settled = record(19).settlement
    assert settled is not None
    assert BANK.match.pay(start(BANK.seating, BANK.match), settled.tokens).paid == {"NS": -3, "EW": 0}


def test_in_jaffna_east_has_spoken_and_west_cuts_with_the_indicator_only() -> None:
    """004 "Four card bid", "Cutting"."""
    cut = next(act for act in of_kind(20, CardPlayed) if isinstance(act, CardPlayed) and act.indicator)
    worked, s = before(20, cut)
    held = worked.rules.tables.cards(s.hands[worked.rules.place["W"]] & s.trump)
    assert len(held) == 3
    for card in held:
        verdict = worked.rules.judge(s, CardPlayed("W", card, down=True))
        assert isinstance(verdict, Refusal)
    bids = [act for act in of_kind(20, BidMade) if isinstance(act, BidMade)]
    assert [(act.seat, act.bid) for act in bids] == [("E", 160), ("N", 170), ("W", 180)]


def test_on_catsatcards_the_makers_discard_is_shown_with_the_rest() -> None:
    """002 "Closed Trump Game": all face-down cards; 000 "Closed Trump games" keeps the maker's own hidden."""
    (shown,) = of_kind(21, CardsRevealed)
    assert isinstance(shown, CardsRevealed)
    assert shown.cards == {"N": "AH", "W": "TS"}


@pytest.mark.parametrize("number", [23, 25])
def test_the_first_of_six_and_of_eight_had_to_bid(number: int) -> None:
    """000 "Variants"."""
    first = of_kind(number, BidMade)[0]
    worked, s = before(number, first)
    assert not any(isinstance(act, Passed) for act in worked.rules.legal(s, first.seat))
    assert isinstance(worked.rules.judge(s, Passed(first.seat)), Refusal)


@pytest.mark.parametrize(("number", "loses", "takes"), [(26, "JS", "3S"), (27, "3C", "2C")])
def test_threes_and_twos_are_the_highest(number: int, loses: str, takes: str) -> None:
    """000 "Tamil Nadu version"."""
    worked, s = before(number, next(act for act in record(number).acts if act == CardPlayed(act.seat, loses)))
    leader = s.trick_seats[0]
    assert worked.rules.tables.card[s.trick[0]] == takes
    ply = next(n for n, act in enumerate(worked.acts) if isinstance(act, CardPlayed) and act.card == loses)
    for act in worked.acts[ply:]:
        if s.trick:
            worked.rules.apply(s, act)
    assert s.last_winner == leader


def test_a_marriage_and_a_partner_nobody_knew_decide_in_maharashtra() -> None:
    """000 "Maharashtrian version"."""
    assert of_kind(29, MarriageDeclared) == [MarriageDeclared("S", "H")]
    cards = [act.card for act in of_kind(29, CardPlayed) if isinstance(act, CardPlayed)]
    assert "JC" in cards[-4:]
    assert [act.bid for act in of_kind(30, BidMade) if isinstance(act, BidMade)] == [HALF]
    assert len(of_kind(30, CardPlayed)) == 16


def test_in_sidi_barrani_west_doubles_out_of_turn() -> None:
    """003 "Bidding": by either opponent, before the next player in turn bids or passes."""
    worked, s = before(32, Doubled("W"))
    assert worked.rules.to_act(s) == "E"


def test_the_talk_about_weis_goes_on_to_the_last_question() -> None:
    """003 "Play": number of cards, highest card, trumps; and Stöck counts once both cards have been seen."""
    talk = of_kind(35, WeisDetailed, WeisConceded)
    assert [act.seat for act in talk] == ["W", "S", "W", "S", "W"]
    assert talk[-1] == WeisDetailed("W", trump=True)
    acts = record(35).acts
    shown = acts.index(WeisShown("E", ("KH", "QH", "JH")))
    assert acts[shown + 1] == StoeckClaimed("E")


def test_a_weis_too_low_to_be_declared_scores_with_partners() -> None:
    """003 "Weis and Stöck", "Play"."""
    assert of_kind(38, WeisScored) == [WeisScored("S", (50,)), WeisScored("N", (20,))]


def test_the_puur_is_not_given_to_a_trump_and_north_may_undertrump() -> None:
    """003 "Play"."""
    worked, s = before(37, CardPlayed("E", "QS"))
    assert worked.rules.tables.cards(s.hands[1] & s.trump) == ["JC"]
    assert s.lead_suit == s.trump
    worked, s = before(37, CardPlayed("N", "AC"))
    assert not s.hands[2] & ~s.trump
