"""The alliance games of Maharashtra: a partner by a card that the trump maker names (000 "Maharashtrian version")."""

from __future__ import annotations

from typing import Any

import pytest

from domain.engine.facts import CardPlayed, CardsDisclosed
from domain.engine.hiding import PUBLIC, hide_act
from domain.engine.match import Payment
from domain.engine.parameters import override
from domain.engine.rules import settle
from domain.engine.ruleset_error import RulesetError
from domain.games.catalogue import RULESETS
from domain.games.three04.ruleset import MatchTerms
from domain.games.three04.stages.marriages import points_needed
from domain.record.entries import Stamp
from domain.record.record import Record
from tests.family.table import Table
from tests.table import ladder

KEY = "304-maharashtra"
HANDS = {
    "E": "JS 9S AS TS KS QS JH 9H",
    "N": "7S 8S AH TH JD 9D AD TD",
    "W": "KH QH 8H 7H JC 9C AC TC",
    "S": "KD QD 8D 7D KC QC 8C 7C",
}
"""East has all spades but two."""


def named(card: str, *, bid: str = "E 160", key: str = KEY, rules: dict[str, Any] | None = None) -> Table:
    """North dealt, the bid was made with eight cards, the indicator is the maker's first card, a card was named."""
    table = Table(key, HANDS, dealer="N", rules=rules).dealt().all_pass().does("deal")
    seat = bid.split()[0]
    while table.turn() != seat:
        table.does(f"{table.turn()} pass")
    table.does(bid)
    if "full" not in bid:
        table.all_pass()
    return table.does(f"{seat} indicator {table.hands[seat][0]}", f"{seat} names partner {card}")


def opened(card: str, **more: Any) -> Table:
    """The same, and trumps are open."""
    table = named(card, **more)
    maker = table.rules.seats[table.state.maker]
    return table.does(f"{maker} open {table.hands[maker][0]}")


# --- bidding --------------------------------------------------------------------------------------


def test_with_four_cards_only_half_court_can_be_bid() -> None:
    """000: "After the first four cards are dealt, players have the opportunity to bid Half Court"."""
    table = Table(KEY, HANDS, dealer="N").dealt()
    assert table.turn() == "W"
    assert table.may("W") == {"half", "pass"}
    assert table.refusal("W 160").code == "bid-not-offered"
    assert table.refusal("W ask").code == "ask-whom"
    assert table.refusal("S half").code == "bid-out-of-turn"
    table.all_pass()
    assert table.rules.stage_name(table.state) == "deal"


def test_half_court_is_played_with_a_partner_and_without_further_cards() -> None:
    """000: "in which case no more cards are dealt and the bidder undertakes to win all four tricks with a partner"."""
    table = Table(KEY, HANDS, dealer="N").dealt().does("W pass, S pass, E half")
    assert (table.turn(), table.rules.stage_name(table.state)) == ("E", "indicator")
    table.does("E indicator JS, E names partner AH, E open JS").finish()
    assert sum(table.settled().tricks.values()) == 4
    assert table.settled().tokens == {"S": -4, "E": 4, "N": 4, "W": -4}


def test_with_eight_cards_one_bids_from_160_upwards_or_full_court() -> None:
    """000: "multiples of 10 from 160 upwards and Full Court"; no partner can be asked, none is overbid."""
    table = Table(KEY, HANDS, dealer="N").dealt().all_pass().does("deal")
    assert table.may("W") == {*ladder(160, 300), "pass", "full"}
    table.does("W 160, S pass")
    assert table.may("E") == {*ladder(170, 300), "pass", "full"}


def test_full_court_ends_the_auction_and_needs_all_eight_tricks_with_a_partner() -> None:
    table = opened("AH", bid="E full")
    assert table.view("public")["contract"] == {"seat": "E", "bid": "full"}
    assert "asleep" not in table.view("public")
    table.finish()
    settled = table.settled()
    assert settled.made is (settled.tricks["E"] + settled.tricks["N"] == 8)
    assert sorted(settled.tokens.values()) in ([-4, -4, 4, 4], [-5, -5, 5, 5])


def test_if_nobody_bids_the_deal_passes() -> None:
    table = Table(KEY, HANDS, dealer="N").dealt().all_pass().does("deal").all_pass()
    assert table.settled().outcome == "passed_out"
    assert set(table.settled().tokens.values()) == {0}


# --- the partner ----------------------------------------------------------------------------------


def test_the_trump_maker_names_any_card_of_the_pack() -> None:
    """000: "also names a card whose holder will be his partner for the hand"."""
    table = Table(KEY, HANDS, dealer="N").dealt().all_pass().does("deal, W pass, S pass, E 160").all_pass()
    table.does("E indicator JS")
    assert table.may("E") == {f"names partner {card}" for card in table.rules.tables.bit}
    assert table.refusal("N names partner JH").code == "not-the-maker"
    assert table.refusal("E names partner ??").code == "unknown-card"


def test_only_the_holder_and_officials_know_who_the_partner_is() -> None:
    table = named("AH")
    for viewer in ("E", "S", "W", "public"):
        assert table.view(viewer)["partner"] == {"card": "AH"}
    for viewer in ("N", "scribe", "arbiter"):
        assert table.view(viewer)["partner"] == {"card": "AH", "seat": "N"}


def test_when_the_card_is_played_face_up_everybody_knows() -> None:
    table = opened("AH").does("W KH, S KD, E 9H")
    assert "seat" not in table.view("public")["partner"]
    table.does("N AH")
    for viewer in ("S", "E", "N", "W", "public"):
        assert table.view(viewer)["partner"] == {"card": "AH", "seat": "N"}


def test_a_card_face_down_tells_nobody_but_the_trump_maker_who_looks() -> None:
    """000 "Closed Trump games": the trump maker inspects the face-down cards."""
    table = named("KD").does("E closed, W JC, S 7C")
    assert table.may("E") >= {"(9H)"}
    table.does("E (9H), N (AD), E: none N=AD", "W 9C, S 8C, E (JH), N (TD), E: none N=TD")
    table = named("AD").does("E closed, W JC, S 7C, E (9H), N (AD)")
    assert "seat" not in table.view("E")["partner"]
    table.does("E: none N=AD")
    assert table.view("E")["partner"]["seat"] == "N"
    for viewer in ("S", "W", "public"):
        assert "seat" not in table.view(viewer)["partner"]


def test_a_card_that_is_turned_up_tells_everybody() -> None:
    table = named("7S").does("E closed, W JC, S 7C, E (9H), N (7S), E: trumps N=7S")
    assert table.view("public")["partner"]["seat"] == "N"


def test_who_holds_the_named_card_itself_plays_alone() -> None:
    table = named("KS")
    assert table.view("E")["partner"] == {"card": "KS", "seat": "E"}
    assert "seat" not in table.view("N")["partner"]
    table.does("E open JS")
    settled = table.finish().settled()
    assert settled.tokens == (
        {"S": -1, "E": 3, "N": -1, "W": -1} if settled.made else {"S": 2, "E": -6, "N": 2, "W": 2}
    )


def test_who_names_a_card_that_was_not_dealt_plays_alone() -> None:
    """In Half Court half the pack is not dealt (ours)."""
    table = Table(KEY, HANDS, dealer="N").dealt().does("W pass, S pass, E half, E indicator JS, E names partner KH")
    assert table.view("arbiter")["partner"] == {"card": "KH", "seat": "W"}
    table = Table(KEY, HANDS, dealer="N").dealt().does("W pass, S pass, E half, E indicator JS, E names partner TC")
    assert table.view("arbiter")["partner"] == {"card": "TC", "seat": "E"}
    table.does("E open JS").finish()
    assert table.settled().tokens == {"S": -4, "E": 12, "N": -4, "W": -4}


def test_points_and_tricks_lie_with_whoever_took_them() -> None:
    table = opened("AH").does("W KH, S KD, E 9H, N AH")
    assert table.view("public")["points"] == {"S": 0, "E": 3 + 3 + 20 + 11, "N": 0, "W": 0}
    table.finish()
    settled = table.settled()
    assert sum(settled.points.values()) == 304
    assert settled.made is (settled.points["E"] + settled.points["N"] >= 160)
    assert settled.tokens == {"S": -1, "E": 1, "N": 1, "W": -1}


def test_nobody_calls_caps_without_knowing_its_partner() -> None:
    """Ours."""
    assert opened("AH").refusal("W caps KH QH 8H 7H JC 9C AC TC").code == "caps-not-yours"


def test_trumps_are_spoilt_when_neither_opponent_holds_one() -> None:
    """000 "Spoilt Trumps"."""
    table = named("AH")
    table.does("W spoilt")
    assert table.settled().outcome == "spoilt"
    refused = named("KH").refusal("W spoilt")
    assert refused.code == "spoilt-false"


def test_a_deal_is_settled_only_when_it_is_known_who_the_partner_was() -> None:
    """The scribe saw no more than a bystander, and the card was thrown face down; later it is told."""
    whole = named("AD").does("E closed, W JC, S 7C, E (9H), N (AD), E: none N=AD").finish()
    scribe = Record(whole.record.opened, Stamp(1))
    for version, act in enumerate(whole.record.acts, 2):
        scribe.fold(hide_act(act, PUBLIC), Stamp(version))
    assert scribe.state.outcome == "played"
    assert settle(scribe.state) is None
    ply = whole.record.acts.index(CardPlayed("N", "AD", down=True))
    for proposal in scribe.disclose(CardsDisclosed(plies={ply: "AD"})):
        scribe.fold(proposal.fact, Stamp(99))
    assert scribe.settlement is not None
    assert scribe.settlement.tokens == whole.settled().tokens


# --- marriages and the last trick -----------------------------------------------------------------


def test_king_and_queen_may_be_shown_at_one_s_turn_once_trumps_are_open() -> None:
    """A28 (ours, from 29)."""
    table = opened("AH")
    assert {"marriage H"} == {sentence for sentence in table.may("W") if sentence.startswith("marriage")}
    assert table.refusal("E marriage S").code == "marriage-not-now"
    assert table.refusal("W marriage C").code == "marriage-not-held"
    table.does("W marriage H")
    assert table.view("N")["marriages"] == [{"seat": "W", "suit": "H", "points": 20}]
    assert {"KH", "QH"} <= set(table.view("N")["hands"]["W"])
    assert table.view("N")["seen"]["KH"] == "shown"
    assert table.refusal("W marriage H").code == "marriage-twice"
    table.does("W 7H, S KC")
    assert "marriage S" in table.may("E")


def test_nobody_shows_a_marriage_while_trumps_are_closed() -> None:
    assert named("AH").does("E closed").refusal("W marriage H").code == "marriage-not-now"


def test_a_marriage_may_show_who_the_partner_is() -> None:
    table = opened("QH").does("W marriage H")
    assert table.view("S")["partner"] == {"card": "QH", "seat": "W"}


@pytest.mark.parametrize(
    ("marriages", "needs"),
    [
        pytest.param((), 200, id="none"),
        pytest.param(("E marriage S",), 160, id="trumps, by the maker"),
        pytest.param(("W marriage H",), 220, id="a plain suit, by an opponent"),
        pytest.param(("W marriage H", "E marriage S"), 180, id="both"),
    ],
)
def test_marriages_change_the_points_that_the_bid_needs(marriages: tuple[str, ...], needs: int) -> None:
    """A28: 40 in trumps, 20 in another suit."""
    table = opened("AH", bid="E 200", rules={"last_trick_bonus": 0})
    table.does(*(line for line in marriages if line[0] == "W"), "W 7H, S KC")
    table.does(*(line for line in marriages if line[0] == "E"), "E JH, N TH").finish()
    settled = table.settled()
    assert points_needed(table.state) == needs
    assert settled.made is (settled.points["E"] + settled.points["N"] >= needs)
    assert ("marriages" in settled.reasons) is bool(marriages)


def test_a_marriage_of_the_partner_counts_though_nobody_knew_it_for_a_partner() -> None:
    table = opened("8H", bid="E 200", rules={"last_trick_bonus": 0}).does("W marriage H, W 7H").finish()
    assert points_needed(table.state) == 180


@pytest.mark.parametrize("bonus", [10, 0])
def test_the_last_trick_lessens_what_is_needed_if_the_maker_s_side_wins_it(bonus: int) -> None:
    """A28: perhaps 10."""
    hands = {"E": "JS 9S AS TS KS QS 8S 7S", "W": "JH 9H AH TH KH QH 8H 7H"}
    table = Table(KEY, hands, dealer="N", rules={"last_trick_bonus": bonus})
    table.dealt().all_pass().does("deal, W pass, S pass, E 200").all_pass()
    table.does("E indicator JS, E names partner JS, E open JS, W 7H").finish()
    assert table.settled().tricks["E"] == 8
    assert points_needed(table.state) == 200 - bonus


def test_it_does_not_if_the_others_win_it() -> None:
    hands = {"E": "JS 9S AS TS KS QS 8S 7H", "W": "JH 9H AH TH KH QH 8H 7S"}
    table = Table(KEY, hands, dealer="N").dealt().all_pass().does("deal, W pass, S pass, E 200").all_pass()
    table.does("E indicator JS, E names partner JS, E open JS").finish()
    assert table.view("public")["tricks"]["8"]["won"] == "W"
    assert points_needed(table.state) == 200


def test_doso_viso_has_neither() -> None:
    """000: "there was no score for marriages nor for the last trick"."""
    game = RULESETS["304-doso-viso"]
    assert not game.marriages.allowed
    assert game.last_trick_bonus == 0
    assert opened("AH", key="304-doso-viso").refusal("W marriage H").code == "wrong-stage"


# --- a match of four who each play for themselves -------------------------------------------------


@pytest.mark.parametrize(
    ("held", "due", "paid"),
    [
        pytest.param((11, 11, 11, 11), (-2, 2, 2, -2), (-2, 2, 2, -2), id="two pay two"),
        pytest.param((11, 11, 11, 11), (-1, 3, -1, -1), (-1, 3, -1, -1), id="three pay one"),
        pytest.param((1, 11, 11, 11), (-3, 3, 3, -3), (-1, 2, 2, -3), id="B17: pays what it has; winners share it"),
        pytest.param((11, 4, 11, 11), (2, -6, 2, 2), (2, -4, 1, 1), id="B17: one token at a time"),
    ],
)
def test_what_a_deal_moves_between_four(held: Any, due: Any, paid: Any) -> None:
    seats = RULESETS[KEY].seating.teams
    payment = MatchTerms().pay(dict(zip(seats, held, strict=True)), dict(zip(seats, due, strict=True)))
    balance = {seat: has + moved for seat, has, moved in zip(seats, held, paid, strict=True)}
    assert payment == Payment(dict(zip(seats, paid, strict=True)), balance)


def test_a_match_of_four_is_over_when_one_has_no_token_left() -> None:
    """Ours."""
    assert MatchTerms().is_over({"S": 0, "E": 22, "N": 12, "W": 10})
    assert not MatchTerms().is_over({"S": 1, "E": 21, "N": 12, "W": 10})


# --- what does not fit together -------------------------------------------------------------------


@pytest.mark.parametrize("changes", [{"caps.teams": "both"}, {"double.allowed": True}, {"court.half": "alone"}])
def test_what_needs_a_known_partner_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(RulesetError, match="partner"):
        override(RULESETS[KEY], "house", "House", changes)


def test_seats_without_partners_need_a_card_to_be_named() -> None:
    stages = [stage for stage in RULESETS[KEY].stages if stage != "partner card"]
    with pytest.raises(RulesetError, match="partner card"):
        override(RULESETS[KEY], "house", "House", {"stages": stages})
