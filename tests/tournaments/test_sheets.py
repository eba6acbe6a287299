"""Score sheets that are typed in: what can be becomes lines, what cannot be is refused in words."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.engine.facts import CapsRuled, ViolationRuled
from domain.engine.parameters import override
from domain.engine.rules import rules_of, settle
from domain.engine.ruleset import Ruleset
from domain.games.catalogue import RULESETS, SIDI_BARRANI, STANDARD, ruleset
from domain.games.sidi.rules import rules_of_sidi
from domain.games.three04.ruleset import Three04Ruleset
from domain.record.record import VERDICTS
from domain.tournament.results.sheet import Count, Sheet, of_deals, total
from domain.tournament.results.sheet_checks import SheetError, check, check_deal, read
from domain.tournament.state import Line, Pairing
from domain.tournament.terms import Encounter, Scoring, Terms
from replay.words.values import translate
from tests.family.random_deals import play
from tests.jass.random_jass import house as jass_house
from tests.jass.random_jass import play as play_jass
from web.languages import language_of

TABLE = Pairing(3, (("1",), ("2",)))
RACE = Terms("round-robin", encounter=Encounter(race=7))
CUP = Terms("knockout", encounter=Encounter(race=7, final_race=10))
EIGHT = Terms("round-robin", encounter=Encounter(deals=8))
DEALS = replace(EIGHT, scoring=Scoring("deals"))
PASSE = Terms("drawn-partners", side=1, rounds=5, encounter=Encounter(deals=8), scoring=Scoring("points"))
SCHIEBER = override(
    SIDI_BARRANI,
    "plain",
    "a Jass without Weis",
    {"weis.enabled": False, "stoeck.enabled": False, "bonus.match": 0, "bids.ladder": [40, 157]},
)
"""157 points a deal and nothing else."""


def tokens(*pairs: tuple[int, int], **more: Any) -> Sheet:
    """Deal by deal."""
    return Sheet(deals=tuple((Count(tokens=one), Count(tokens=other)) for one, other in pairs), **more)


def sums(one: int, other: int, **more: Any) -> Sheet:
    return Sheet((Count(tokens=one), Count(tokens=other)), **more)


def points(one: int, other: int, **more: Any) -> Sheet:
    return Sheet((Count(points=one), Count(points=other)), **more)


def jass(one: dict[str, int], other: dict[str, int], **more: Any) -> Sheet:
    return Sheet((Count(**one), Count(**other)), **more)


def refusal(terms: Terms, game: Ruleset, sheet: Sheet, stage: str = "") -> str:
    with pytest.raises(SheetError) as refused:
        check(terms, game, sheet, stage)
    return str(refused.value)


def test_a_race_told_deal_by_deal_becomes_two_lines() -> None:
    sheet = tokens((1, 0), (0, 2), (3, 0), (0, 0), (3, 0))
    assert read(RACE, STANDARD, 2, TABLE, sheet) == (
        Line(2, "1", table=3, against=("2",), won=7, lost=2, deals_won=3, deals_lost=1, confirmed=False),
        Line(2, "2", table=3, against=("1",), won=2, lost=7, deals_won=1, deals_lost=3, confirmed=False),
    )


def test_the_passe_of_drawn_partners_becomes_four_lines() -> None:
    table = Pairing(1, (("1", "4"), ("2", "3")))
    lines = read(PASSE, SCHIEBER, 1, table, points(700, 556), confirmed=True)
    assert [(line.entry, line.partners, line.against, line.won, line.points) for line in lines] == [
        ("1", ("4",), ("2", "3"), 700, 700),
        ("4", ("1",), ("2", "3"), 700, 700),
        ("2", ("3",), ("1", "4"), 556, 556),
        ("3", ("2",), ("1", "4"), 556, 556),
    ]


@pytest.mark.parametrize(
    ("terms", "game", "sheet"),
    [
        pytest.param(RACE, STANDARD, sums(7, 4), id="a race as a sum"),
        pytest.param(RACE, STANDARD, sums(0, 9), id="the last deal brought more than was needed"),
        pytest.param(RACE, STANDARD, Sheet((Count(tokens=7, deals=3), Count(tokens=2, deals=2))), id="with deals won"),
        pytest.param(RACE, STANDARD, tokens((4, 0), (5, 0)), id="Caps twice"),
        pytest.param(RACE, STANDARD, tokens((3, 0), (0, 2), (1, 0), ruled=(3, 0)), id="three tokens by a ruling"),
        pytest.param(EIGHT, STANDARD, sums(8, 8), id="eight deals that are level where a draw is one"),
        pytest.param(DEALS, STANDARD, Sheet((Count(deals=5), Count(deals=3))), id="deals only"),
        pytest.param(PASSE, SCHIEBER, points(1256, 0), id="every point"),
        pytest.param(PASSE, SIDI_BARRANI, points(757, 599), id="eight deals and a Match"),
        pytest.param(PASSE, SIDI_BARRANI, jass({"points": 700, "weis": 70}, {"points": 556, "weis": 20}), id="Weis"),
        pytest.param(PASSE, SIDI_BARRANI, jass({"total": 1201}, {"total": 1000}), id="all together"),
    ],
)
def test_a_sheet_that_can_be_right(terms: Terms, game: Ruleset, sheet: Sheet) -> None:
    check(terms, game, sheet)


@pytest.mark.parametrize(
    ("sheet", "because"),
    [
        (sums(6, 4), "6 to 4: neither side has the 7 tokens of the race."),
        (sums(7, 7), "7 to 7: both cannot have 7 tokens, as the race ends with the first."),
        (sums(8, 7), "8 to 7: both cannot have 7 tokens, as the race ends with the first."),
        (sums(12, 3), "12 tokens: a race to 7 is over before, and the last deal can bring it to 11 at most."),
        (sums(-1, 7), "tokens: -1 is less than nothing."),
        (Sheet(), "Say how many tokens each side won."),
        (points(800, 112), "Say how many tokens each side won."),
        (
            Sheet((Count(tokens=7, deals=1), Count(tokens=2, deals=1))),
            "North-South: 7 tokens from 1 deal; a deal pays 1, 2, 3, 4 or 5.",
        ),
        (sums(7, 5, played=2), "7 and 5 tokens from 2 deals; a deal pays 1, 2, 3, 4 or 5 to one side."),
        (tokens((3, 0), (4, 0), (0, 1)), "The race to 7 was over with deal 2: deal 3 was not played for it."),
        (tokens((3, 0), (6, 0)), "Deal 2 pays 6 tokens; 304 pays 1, 2, 3, 4 or 5."),
        (tokens((3, 2), (4, 0)), "Deal 1: only one side wins a deal, so both cannot have tokens (3 and 2)."),
        (
            Sheet((Count(tokens=8), Count(tokens=0)), tokens((3, 0), (4, 0)).deals),
            "North-South wrote 8 as tokens; the deals add up to 7.",
        ),
        (tokens((3, 0), (4, 0), played=3), "3 deals were played, but the sheet has 2."),
    ],
)
def test_a_race_to_seven_that_cannot_be(sheet: Sheet, because: str) -> None:
    assert refusal(RACE, STANDARD, sheet) == because


def test_the_final_of_a_knockout_may_be_a_longer_race() -> None:
    check(CUP, STANDARD, sums(7, 5), "semi-final")
    assert refusal(CUP, STANDARD, sums(7, 5), "final") == "7 to 5: neither side has the 10 tokens of the race."
    check(CUP, STANDARD, sums(10, 9), "final")


def test_a_knockout_needs_a_winner() -> None:
    cup = Terms("knockout", encounter=Encounter(deals=8, level="deal"))
    assert refusal(cup, STANDARD, sums(9, 9)) == "9 to 9 is no result: a knockout needs a winner."
    check(cup, STANDARD, sums(9, 11, played=9))


def test_one_deal_more_is_played_only_while_it_is_level() -> None:
    terms = Terms("round-robin", encounter=Encounter(deals=2, level="deal"))
    check(terms, STANDARD, tokens((2, 0), (0, 2), (1, 0)))
    assert refusal(terms, STANDARD, tokens((2, 0), (0, 2))) == (
        "2 to 2 is no result: one deal more is played while it is level."
    )
    assert refusal(terms, STANDARD, tokens((2, 0), (0, 1), (1, 0))) == (
        "After 2 deals it was not level, so no other was to be played."
    )
    draws = Terms("round-robin", encounter=Encounter(deals=2))
    assert refusal(draws, STANDARD, tokens((2, 0), (0, 2), (1, 0))) == "3 deals were played; the terms have 2."


@pytest.mark.parametrize(
    ("one", "other", "because"),
    [
        (Count(2, 200), Count(0, 100), "The deal: 200 and 100 make 300; the pack has 304."),
        (Count(2, 304), Count(0, 10), "The deal: 304 and 10 make 314; the pack has 304."),
        # The smallest card with points has 2: one point cannot be had.
        (Count(2, 303), Count(0, 1), "The deal: no cards of the pack are worth 303, as North-South wrote."),
        (Count(2, weis=20), Count(), "The deal: 304 has tokens and card points, no Weis and no contracts."),
    ],
)
def test_a_deal_of_304_shares_out_the_pack(one: Count, other: Count, because: str) -> None:
    with pytest.raises(SheetError) as refused:
        check_deal(STANDARD, (one, other))
    assert str(refused.value) == because


def test_who_plays_alone_against_two_leaves_a_hand_asleep() -> None:
    """000 "Partner Close Caps": it pays four or five, and not all cards are played."""
    check_deal(STANDARD, (Count(4, 260), Count(0, 0)))


@pytest.mark.parametrize(("deals", "right"), [(8, 1256), (12, 1884)])
def test_the_check_sum_of_a_passe(deals: int, right: int) -> None:
    terms = Terms("drawn-partners", side=1, rounds=4, encounter=Encounter(deals=deals), scoring=Scoring("points"))
    check(terms, SCHIEBER, points(600, right - 600))
    assert refusal(terms, SCHIEBER, points(600, right - 601)) == (
        f"{deals} deals: 600 and {right - 601} make {right - 1}; {deals} deals of 157 make {right}."
    )


@pytest.mark.parametrize("bonus", [0, 50, 100])
def test_a_match_adds_its_bonus_to_the_check_sum(bonus: int) -> None:
    game = override(SCHIEBER, "bonus", "a Jass", {"bonus.match": bonus})
    check(PASSE, game, points(700, 556))
    check(PASSE, game, points(700 + 2 * bonus, 556))
    if bonus:
        assert refusal(PASSE, game, points(701 + bonus, 556)) == (
            f"8 deals: {701 + bonus} and 556 make {1257 + bonus}; "
            f"8 deals of 157 make 1256, and {bonus} more for each Match."
        )


def test_a_match_is_won_with_every_point_of_its_deal() -> None:
    terms = Terms("round-robin", encounter=Encounter(deals=1), scoring=Scoring("points"))
    check(terms, SIDI_BARRANI, points(257, 0))
    check(terms, SIDI_BARRANI, points(157, 0))
    assert refusal(terms, SIDI_BARRANI, points(250, 7)) == (
        "1 deal: 250 and 7 make 257; a deal has 157, and 100 more for each Match."
    )


@pytest.mark.parametrize(
    ("one", "other", "because"),
    [
        (Count(points=100), Count(points=56), "100 and 56 make 156; a deal has 157, and 100 more for each Match"),
        (Count(points=156), Count(points=1), "no cards are worth 156, against 1 for the others"),
        (Count(points=100, weis=50), Count(points=57, weis=50), "only one side scores Weis in a deal"),
        (
            Count(points=100, weis=30),
            Count(points=57),
            "only one side scores Weis in a deal, and one has the 20 of Stöck",
        ),
        (Count(points=100, weis=9000), Count(points=57), "0 and 9000 cannot be"),
        (Count(points=100, contract=45), Count(points=57), "one side gets what was bid, doubled or not; 45 and 0"),
        (Count(points=100, contract=40), Count(points=57, contract=40), "40 and 40 cannot be"),
        (Count(points=50, contract=90), Count(points=107), "50 card points do not make it, and 107 do not fail it"),
        (Count(points=100, tokens=2), Count(points=57), "Sidi Barrani is played for points, not for tokens"),
        (Count(total=100), Count(total=58), "no deal comes to 158 for both sides together"),
    ],
)
def test_a_deal_of_a_jass_that_cannot_be(one: Count, other: Count, because: str) -> None:
    with pytest.raises(SheetError) as refused:
        check_deal(SIDI_BARRANI, (one, other))
    assert because in str(refused.value)


def test_the_example_of_the_rules_can_be() -> None:
    """003 "Scoring": 113 and 50 for Weis, against 44 and twice 120 for the contract that failed."""
    check_deal(SIDI_BARRANI, (Count(points=113, weis=50), Count(points=44, contract=240)))
    check_deal(SIDI_BARRANI, (Count(points=113, weis=50), Count(points=44, weis=20, contract=240)))
    check_deal(SIDI_BARRANI, (Count(total=163), Count(total=284)))


def test_a_jass_without_weis_has_none() -> None:
    sheet = jass({"points": 700, "weis": 20}, {"points": 556})
    assert refusal(PASSE, SCHIEBER, sheet) == (
        "20 for Weis and Stöck cannot be: a Jass without Weis has neither Weis nor Stöck."
    )
    assert "30 for Weis and Stöck" in refusal(PASSE, SIDI_BARRANI, jass({"points": 700, "weis": 30}, {"points": 556}))


def test_contracts_are_bids_of_so_many_deals() -> None:
    two = Terms("round-robin", encounter=Encounter(deals=2), scoring=Scoring("points"))
    check(two, SIDI_BARRANI, jass({"points": 200, "contract": 100}, {"points": 114, "contract": 40}))
    assert refusal(two, SIDI_BARRANI, jass({"points": 200, "contract": 41}, {"points": 114})) == (
        "41 for contracts cannot be the bids of 2 deals."
    )


def test_a_match_of_sidi_barrani_goes_on_until_one_side_is_ahead() -> None:
    """003 "Scoring": both may have reached the target; then the higher score wins."""
    terms = Terms("knockout", encounter=Encounter(race=300))
    both = jass({"total": 301}, {"total": 410}, played=3)
    check(terms, SIDI_BARRANI, both)
    assert refusal(terms, SIDI_BARRANI, jass({"total": 281}, {"total": 280}, played=3)) == (
        "281 to 280: neither side has the 300 points of the race."
    )
    assert refusal(terms, SIDI_BARRANI, jass({"total": 364}, {"total": 364}, played=4)) == (
        "364 to 364: the race to 300 points goes on until one side is ahead."
    )
    assert refusal(terms, SIDI_BARRANI, jass({"total": 301}, {"total": 410})) == "Say how many deals were played."


def test_more_deals_than_can_be_played_are_refused_at_once() -> None:
    free = Terms("round-robin")
    assert refusal(free, STANDARD, sums(7, 4, played=100)) == "100 deals: 1 to 99 can be played."
    many = Sheet((Count(tokens=7, deals=10**9), Count(tokens=4, deals=0)))
    assert refusal(free, STANDARD, many) == "1000000000 deals won: 99 can be played at most."
    check(free, STANDARD, sums(150, 120, played=99))
    check(free, SIDI_BARRANI, jass({"total": 9000}, {"total": 8543}, played=99))
    assert "make 10000000000" in refusal(free, SIDI_BARRANI, jass({"total": 10**10}, {"total": 0}, played=99))


def test_a_game_without_two_sides_has_no_sheet() -> None:
    assert refusal(RACE, ruleset("304-doso-viso"), sums(7, 2)) == (
        "Doso Viso is not played by two sides, so this sheet cannot tell it."
    )


def test_the_name_of_a_ruleset_may_have_braces() -> None:
    game = override(SIDI_BARRANI, "braces", "Sidi {Barrani}", {})
    with pytest.raises(SheetError) as refused:
        check_deal(game, (Count(points=100, tokens=2), Count(points=57)))
    assert str(refused.value) == "The deal: Sidi {Barrani} is played for points, not for tokens."
    assert "Sidi {Barrani}" in translate(language_of("ta"), refused.value.sentence)


TWO_SIDES = [game for game in RULESETS.values() if isinstance(game, Three04Ruleset) and len(game.seating.teams) == 2]
HOUSE = override(
    STANDARD,
    "strict",
    "a strict house",
    {"caps.wrong_combine": "add", "caps.external": "fixed_8", "double.allowed": True, "double.penalty": 3},
)


@pytest.mark.parametrize("game", [*TWO_SIDES, HOUSE], ids=lambda game: game.key)
def test_whatever_is_settled_can_be_told_on_a_sheet(game: Three04Ruleset) -> None:
    """Random deals, and whatever an arbiter may rule of Caps and of breaches."""
    rng = random.Random(game.key)
    rules = rules_of(game)
    count = 0
    for _ in range(40):
        for state, _ in play(rules, rng):
            s = state
        rulings = [None, *(CapsRuled(verdict, rng.choice(rules.seats)) for verdict in VERDICTS)]
        breach = ViolationRuled(rng.choice(rules.seats), "revoke")
        for ruled in rulings:
            settled = settle(s, ruled, rng.choice([None, None, breach]))
            if settled is not None and settled.outcome in ("played", "awarded"):
                teams = (game.seating.teams[0], game.seating.teams[1])
                check_deal(game, of_deals([settled], teams).deals[0])
                count += 1
    assert count


@pytest.mark.parametrize("number", range(6))
def test_whatever_a_jass_comes_to_can_be_told_on_a_sheet(number: int) -> None:
    rules = jass_house(number)
    game = rules_of_sidi(rules).ruleset
    for seed in range(30):
        for state, _ in play_jass(rules, f"{number} {seed}"):
            s = state
        settled = settle(s)
        if settled is None or settled.outcome != "played":
            continue
        check_deal(game, of_deals([settled], ("NS", "EW")).deals[0])
        columns = []
        for team in ("NS", "EW"):
            side = game.seating.teams.index(team)
            contract = s.bid * s.factor if side == (s.maker & 1 if settled.made else 1 - (s.maker & 1)) else 0
            beside = settled.score[team] - settled.points[team] - contract
            columns.append(Count(points=settled.points[team], weis=beside, contract=contract))
        check_deal(game, (columns[0], columns[1]))


@given(st.lists(st.tuples(st.sampled_from([1, 2, 3, 4, 5]), st.booleans()), min_size=1, max_size=20))
def test_deals_that_can_be_add_up_to_sums_that_can_be(deals: list[tuple[int, bool]]) -> None:
    """Deals that are accepted one by one are accepted as a sum, with the deals won and without."""
    terms = Terms("round-robin", encounter=Encounter(deals=len(deals)))
    rows = tuple((Count(paid if won else 0), Count(0 if won else paid)) for paid, won in deals)
    check(terms, STANDARD, Sheet(deals=rows))
    came = total(STANDARD, Sheet(deals=rows))
    check(terms, STANDARD, sums(*came.won))
    whole = (Count(tokens=came.won[0], deals=came.deals[0]), Count(tokens=came.won[1], deals=came.deals[1]))
    check(terms, STANDARD, Sheet(whole))
    check(terms, STANDARD, Sheet(whole, rows))


@given(
    st.lists(st.sampled_from([(157, 0), (100, 57), (63, 94), (257, 0), (0, 257), (2, 155)]), min_size=1, max_size=12)
)
def test_deals_of_a_jass_add_up_to_a_check_sum_that_can_be(deals: list[tuple[int, int]]) -> None:
    terms = Terms("round-robin", encounter=Encounter(deals=len(deals)), scoring=Scoring("points"))
    rows = tuple((Count(points=one), Count(points=other)) for one, other in deals)
    check(terms, SIDI_BARRANI, Sheet(deals=rows))
    came = total(SIDI_BARRANI, Sheet(deals=rows))
    check(terms, SIDI_BARRANI, points(*came.won))
    with pytest.raises(SheetError):
        check(terms, SIDI_BARRANI, points(came.won[0] + 1, came.won[1]))
