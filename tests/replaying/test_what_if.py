"""A recorded deal under another ruleset: what becomes illegal, and what it would have paid."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from domain.engine.facts import CapsRuled, CardPlayed, DealOpened
from domain.engine.packs import tables
from domain.engine.parameters import override, plain
from domain.games.catalogue import CATS, JAFFNA, RULESETS, SIDI_BARRANI, STANDARD, TAMIL_NADU
from domain.games.sidi.orders import orders
from domain.games.sidi.rules import rules_of_sidi
from domain.games.sidi.ruleset import SidiRuleset
from domain.games.three04.acts import BidMade, DoubleAnnounced, MarriageDeclared
from domain.games.three04.ruleset import Three04Ruleset
from domain.record.entries import Stamp
from domain.record.record import Record
from replay.notation import read_hand
from replay.notation.document import record_of
from replay.what_if import OtherGame, find_refusals, plain_what_if, what_if
from tests.cases import cases
from tests.jass.random_jass import HOUSES, deal, house
from tests.jass.table import Table
from tests.jass.weis_hands import FIFTY
from tests.replaying.deals import random_record

HANDS = sorted((Path(__file__).parents[2] / "replay" / "hands").glob("*.toml"))


def worked(number: int) -> Record:
    return record_of(read_hand(HANDS[number - 1].read_text()))


NUMBERS = range(1, len(HANDS) + 1)


def test_under_its_own_ruleset_nothing_changes() -> None:
    with cases() as case:
        for number in NUMBERS:
            with case("worked hand", number):
                record = worked(number)
                assert what_if(record, record.rules.ruleset).same


def test_in_jaffna_nobody_bids_twice() -> None:
    """004 "Four card bid" against 000 "Bidding with Four Cards": the first example has a second turn."""
    record = worked(1)
    judged = what_if(record, JAFFNA)
    assert record.acts[min(judged.newly_broken)] == BidMade("E", 200)
    assert judged.differs["auction4.later_turn_minimum"] == (200, None)


def test_wrong_caps_costs_more_where_it_is_added_to_a_failed_bid() -> None:
    """002: two in addition to any lost; 000 "Scoring": two instead. The bid of this hand was made."""
    judged = what_if(worked(4), CATS)
    assert judged.settled is not None
    assert judged.settles is not None
    assert judged.settles.tokens == judged.settled.tokens


def test_a_deal_that_pays_more_elsewhere_keeps_its_points() -> None:
    generous = override(STANDARD, "generous", "Generous", {"pay.bands": [{"least": 160, "win": 5, "lose": 7}]})
    record = worked(6)
    judged = what_if(record, generous)
    assert not judged.newly_broken
    assert judged.settled is not None
    assert judged.settles is not None
    assert judged.settled.points == judged.settles.points
    assert abs(judged.settles.tokens["NS"]) in (5, 7)


def test_a_breach_that_another_ruleset_allows_is_no_breach_there() -> None:
    """A 10: elsewhere the maker may throw a trump from the hand face down."""
    allowed = override(STANDARD, "loose", "Loose", {"closed.maker_cut_with_hand_trump": True})
    standard = [record for record in map(worked, NUMBERS) if record.rules.ruleset == STANDARD]
    assert standard
    for record in standard:
        assert not what_if(record, allowed).newly_broken


FAMILY = [game for game in RULESETS.values() if isinstance(game, Three04Ruleset)]
SAME_TABLE = [game for game in FAMILY if (game.seating, game.pack) == (STANDARD.seating, STANDARD.pack)]


def test_what_is_newly_broken_names_the_act_that_breaks_it() -> None:
    broken_somewhere = 0
    with cases() as case:
        for number, record in ((number, worked(number)) for number in NUMBERS):
            for ruleset in SAME_TABLE if record.rules.ruleset in SAME_TABLE else ():
                with case("worked hand", number, "by", ruleset.key):
                    judged = what_if(record, ruleset)
                    broken_somewhere += len(judged.newly_broken)
                    for ply, refusal in judged.newly_broken.items():
                        assert record.acts[ply].seat == refusal.seat
                        assert not isinstance(record.acts[ply], CardPlayed) or refusal.code
    assert broken_somewhere > 10


def test_one_breach_is_not_followed_by_its_consequences() -> None:
    """004 "Four card bid": East's second bid is all that is wrong; the game that came of it is not."""
    record = worked(1)
    judged = what_if(record, JAFFNA)
    assert [record.acts[ply] for ply in judged.newly_broken] == [BidMade("E", 200)]
    assert judged.settles == judged.settled


def test_where_nobody_calls_caps_a_call_is_worth_nothing() -> None:
    """000 "Scoring": Caps is worth a token; in Tamil Nadu there is Double instead."""
    right, early = what_if(worked(3), TAMIL_NADU), what_if(worked(4), TAMIL_NADU)
    for judged, won in ((right, 3), (early, -2)):
        assert judged.settled is not None
        assert judged.settles is not None
        assert (judged.settled.tokens["NS"], judged.settles.tokens["NS"]) == (won, 2)
        assert [refusal.code for refusal in judged.newly_broken.values()] == ["caps-not-yours"]


def test_where_nobody_calls_caps_none_is_missing() -> None:
    """000 "Scoring": Wrong Caps costs two tokens, also if nobody called."""
    record = worked(5)
    settled = what_if(record, STANDARD).settled
    record.fold(CapsRuled(seat="S", verdict="missing"), Stamp())
    judged = what_if(record, TAMIL_NADU)
    assert judged.settled is not None
    assert judged.settled.reasons[-1] == "caps-missing"
    assert judged.settles == settled


def test_a_bid_of_250_with_eight_cards_is_too_low_where_it_must_be_more() -> None:
    """002 "Initial deal and bidding in 304" against 000 "Bidding with Eight Cards"."""
    judged = what_if(worked(7), CATS)
    assert [str(refusal) for refusal in judged.newly_broken.values()] == [
        "West bid 250 with eight cards; the minimum here is 260"
    ]


def test_what_an_auction_that_is_not_held_decided_has_no_place() -> None:
    one_auction = override(STANDARD, "short", "One auction", {"auction8.held": False})
    judged = what_if(worked(7), one_auction)
    assert [str(refusal) for refusal in judged.newly_broken.values()] == ["West: “250” is not part of this game"]


def test_double_and_marriages_count_only_where_they_are_announced() -> None:
    doubling = override(STANDARD, "doubling", "Doubling", {"double.allowed": True, "marriages.allowed": True})
    deals = 0
    for seed in range(60):
        record = random_record(random.Random(seed), doubling)
        judged = what_if(record, STANDARD)
        announced = {ply for ply, act in enumerate(record.acts) if isinstance(act, DoubleAnnounced | MarriageDeclared)}
        assert set(judged.newly_broken) == announced
        assert judged.settles is not None
        bare = without(record, announced)
        assert judged.settles == what_if(bare, STANDARD).settles
        deals += bool(announced)
    assert deals


def without(record: Record, plies: set[int]) -> Record:
    """The same deal, had some acts not been done."""
    bare = Record(record.opened, record.stamp)
    for ply, act in enumerate(record.acts):
        if ply not in plies:
            bare.fold(act, Stamp())
    return bare


@pytest.mark.parametrize("game", FAMILY, ids=lambda each: each.key)
def test_under_its_own_ruleset_no_deal_changes(game: Three04Ruleset) -> None:
    for seed in range(3):
        record = random_record(random.Random(seed), game)
        judged = what_if(record, game)
        assert judged.same
        assert find_refusals(record, record.rules) == record.find_refusals()


# --- what cannot be judged ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "why"),
    [
        ("304-six-24", "other seats or partners"),
        ("304-eight", "other seats or partners"),
        ("304-doso-viso", "other seats or partners"),
        ("sidi-barrani", "another kind of game"),
    ],
)
def test_a_deal_is_not_judged_by_a_game_in_which_it_would_mean_nothing(key: str, why: str) -> None:
    with pytest.raises(OtherGame, match=f"a deal of 304 cannot be judged by {key}: it .*{why}"):
        what_if(worked(1), RULESETS[key])


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"stages": ["cut", "deal 8", "auction4", "indicator", "declare", "play"]}, "another course"),
        ({"pack": {**plain(STANDARD.pack), "points": [0, 1, 2, 3, 10, 11, 20, 30]}}, "another pack"),
    ],
)
def test_nor_by_one_with_other_cards_or_another_course(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(OtherGame, match=why):
        what_if(worked(1), override(STANDARD, "other", "Other", changes))


def test_nor_is_a_jass_by_one_whose_trumps_rank_otherwise() -> None:
    other = override(SIDI_BARRANI, "other", "Other", {"trump.ranks": "6789TJQKA"})
    with pytest.raises(OtherGame, match="trumps rank otherwise"):
        what_if(jass(0, 1), other)


# --- a Jass ---------------------------------------------------------------------------------------


def jass(number: int, seed: int) -> Record:
    """A random deal under one of the houses' rules."""
    rules = house(number)
    dealer, acts = deal(rules, seed)
    record = Record(DealOpened(plain(rules.ruleset), dealer), Stamp())
    for act in acts:
        record.fold(act, Stamp())
    return record


DEALS = [(number, seed) for number in range(len(HOUSES)) for seed in range(12)]


def test_a_jass_does_not_change_under_its_own_ruleset() -> None:
    with cases() as case:
        for number, seed in DEALS:
            with case("house", number, "deal", seed):
                record = jass(number, seed)
                assert what_if(record, jass_of(record)).same
                assert find_refusals(record, record.rules) == record.find_refusals()


def jass_of(record: Record) -> SidiRuleset:
    return rules_of_sidi(record.rules).ruleset


@pytest.mark.full
def test_a_jass_is_counted_as_the_other_house_counts() -> None:
    """003 "Scoring", counted here card by card from the tricks that were taken."""
    played = 0
    with cases() as case:
        for number, seed in DEALS:
            record = jass(number, seed)
            tricks = tricks_of(record)
            for other in range(len(HOUSES)):
                with case("house", number, "deal", seed, "by house", other):
                    played += is_counted_as_there(record, tricks, rules_of_sidi(house(other)).ruleset)
    assert played > len(DEALS)


def is_counted_as_there(record: Record, tricks: list[tuple[str, list[str]]], terms: SidiRuleset) -> bool:
    """Check the settlement under other terms; return whether the deal was played."""
    judged = what_if(record, terms)
    assert judged.settles is not None
    if judged.settles.outcome != "played":
        assert judged.settles == judged.settled
        return False
    points = dict.fromkeys(("NS", "EW"), 0)
    for team, cards in tricks:
        order = orders(terms)[record.state.denomination]  # type: ignore[attr-defined]
        points[team] += order.worth(tables(terms.pack).mask(cards))
        last = team
    points[last] += terms.bonus.last_trick
    points[last] += terms.bonus.match * (0 in judged.settles.tricks.values())
    assert judged.settles.points == points
    assert judged.settled is not None
    assert judged.settles.tricks == judged.settled.tricks
    if not terms.weis.enabled:
        assert "weis" not in judged.settles.reasons
    if not terms.stoeck.enabled:
        assert "stoeck" not in judged.settles.reasons
    return True


def tricks_of(record: Record) -> list[tuple[str, list[str]]]:
    """The cards of each trick, and the team that took it."""
    played = [act.card for act in record.acts if isinstance(act, CardPlayed)]
    s = record.rules.start(record.opened.dealer)
    winners = []
    for act in record.acts:
        before = sum(s.tricks)
        record.rules.apply(s, act)
        if sum(s.tricks) > before:
            winners.append(("NS", "EW")[s.last_winner % 2])
    return [(team, played[4 * n : 4 * n + 4]) for n, team in enumerate(winners)]


def test_without_weis_and_stoeck_only_the_cards_and_the_contract_count() -> None:
    """003 "Variations": some play without. Beside South's fifty its partner has twenty."""
    record = Table(FIFTY).playing("S 40 obenabe").first_trick(S=50).does("S scores 50").finish().record
    silent = override(SIDI_BARRANI, "silent", "Silent", {"weis.enabled": False, "stoeck.enabled": False})
    judged = what_if(record, silent)
    assert [str(refusal) for refusal in judged.newly_broken.values()] == [
        "South: “weis 50” is not part of this game",
        "South: “scores 50” is not part of this game",
    ]
    assert judged.settled is not None
    assert judged.settles is not None
    assert judged.settled.score["NS"] - judged.settles.score["NS"] == 50 + 20
    assert judged.settled.score["EW"] == judged.settles.score["EW"]


def test_stoeck_that_nobody_had_to_claim_is_scored_where_it_counts() -> None:
    """003 "Weis and Stöck": King and Ober of trumps, both played."""
    silent = {"stoeck.enabled": False, "weis.enabled": False}
    record = Table({"S": "KS QS AS"}, rules=silent).playing("S 40 S").finish().record
    judged = what_if(record, SIDI_BARRANI)
    assert not judged.newly_broken
    assert judged.settled is not None
    assert judged.settles is not None
    assert judged.settles.score["NS"] == judged.settled.score["NS"] + 20


@pytest.mark.parametrize(("changes", "factor", "codes"), [
    ({"double.factor": 3}, 3, []),
    ({"double.mode": "none"}, 1, ["wrong-stage"]),
    ({"double.mode": "redouble"}, 2, []),
])  # fmt: skip
def test_a_doubled_contract_counts_as_it_does_there(changes: dict[str, Any], factor: int, codes: list[str]) -> None:
    """003 "Scoring", "Variations"."""
    record = Table().dealt().does("S 100 H", "E double").finish().record
    judged = what_if(record, override(SIDI_BARRANI, "other", "Other", changes))
    assert [refusal.code for refusal in judged.newly_broken.values()] == codes
    assert judged.settled is not None
    assert judged.settles is not None
    winner = "NS" if judged.settled.made else "EW"
    assert judged.settled.score[winner] - judged.settles.score[winner] == (2 - factor) * 100


def test_what_was_found_is_told_in_words() -> None:
    record = Table(FIFTY).playing("S 40 obenabe").first_trick(S=50).does("S scores 50").finish().record
    silent = override(SIDI_BARRANI, "silent", "Silent", {"weis.enabled": False})
    plainly = plain_what_if(record, what_if(record, silent))
    assert plainly["judged_by"] == "silent"
    assert plainly["parameters"] == {"weis.enabled": (True, False)}
    assert plainly["newly_broken"][0]["act"] == "S weis 50"
    assert plainly["settled"]["score"] != plainly["settles"]["score"]
