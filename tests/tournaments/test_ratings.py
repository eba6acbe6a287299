"""Ratings: who wins rises, the same encounters make the same ratings, and the model is the one that is named."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from math import exp, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.tournament.facts.encounters import EncounterSet
from domain.tournament.state import Entry, Line
from domain.tournament.tables.substitutes import substitutes
from replay.tournaments.ratings import DOUBT, MEAN, Encounter, Rating, encounters, ratings
from tests.tournaments.evenings import lines_of

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
PLAYERS = ("amal", "bimal", "chitra", "dilani", "esha", "farid")


def won(*sides: tuple[tuple[str, ...], tuple[str, ...]]) -> list[Encounter]:
    """Encounters that the first side won, an hour apart."""
    return [Encounter(NOON + timedelta(hours=n), side, 1) for n, side in enumerate(sides)]


@st.composite
def evenings(draw: st.DrawFn) -> list[Encounter]:
    all_encounters = []
    for n in range(draw(st.integers(1, 12))):
        four = draw(st.permutations(PLAYERS))[:4]
        outcome = draw(st.sampled_from([1, 0, -1]))
        all_encounters.append(Encounter(NOON + timedelta(hours=n), ((four[0], four[1]), (four[2], four[3])), outcome))
    return all_encounters


def test_who_has_not_played_has_the_number_1000() -> None:
    assert Rating().shown == 1000


def test_who_wins_is_rated_above_who_loses() -> None:
    rated = ratings(won((("amal", "bimal"), ("chitra", "dilani"))))
    assert list(rated) == ["amal", "bimal", "chitra", "dilani"]
    assert rated["amal"].mu > MEAN > rated["chitra"].mu
    assert rated["amal"].mu == rated["bimal"].mu
    assert all(rating.sigma < DOUBT and rating.encounters == 1 for rating in rated.values())


def test_one_encounter_is_what_the_model_of_bradley_and_terry_says() -> None:
    # Weng and Lin 2011, algorithm 1, for two sides of one: c is the root of both variances and twice beta squared,
    # p what was expected of the winner; mu moves by variance / c * (1 - p).
    beta, tau = MEAN / 6, MEAN / 300
    variance = DOUBT**2 + tau**2
    c = sqrt(2 * variance + 2 * beta**2)
    expected = 1 / (1 + exp(0))
    rated = ratings(won((("amal",), ("bimal",))))
    assert rated["amal"].mu == pytest.approx(MEAN + variance / c * (1 - expected))
    assert rated["bimal"].mu == pytest.approx(MEAN - variance / c * (1 - expected))


def test_a_draw_brings_those_who_were_expected_to_win_down() -> None:
    before = won((("amal",), ("bimal",)), (("amal",), ("bimal",)))
    drawn = [*before, Encounter(NOON + timedelta(days=1), (("amal",), ("bimal",)), 0)]
    assert ratings(drawn)["amal"].mu < ratings(before)["amal"].mu
    assert ratings(drawn)["bimal"].mu > ratings(before)["bimal"].mu


def test_partners_that_change_are_told_apart() -> None:
    # amal wins with everybody; whoever is against amal loses.
    rated = ratings(
        won(
            (("amal", "bimal"), ("chitra", "dilani")),
            (("amal", "chitra"), ("bimal", "dilani")),
            (("amal", "dilani"), ("bimal", "chitra")),
        )
    )
    assert next(iter(rated)) == "amal"
    assert all(rating.encounters == 3 for rating in rated.values())


@given(evenings())
def test_the_same_encounters_make_the_same_ratings_in_whatever_order_they_come(played: list[Encounter]) -> None:
    assert ratings(played) == ratings(reversed(played))


@given(evenings())
def test_one_win_more_never_lowers_who_won(played: list[Encounter]) -> None:
    before = ratings(played)
    more = Encounter(NOON + timedelta(days=2), ((PLAYERS[0], PLAYERS[1]), (PLAYERS[2], PLAYERS[3])), 1)
    after = ratings([*played, more])
    for winner in more.sides[0]:
        assert after[winner].mu > before.get(winner, Rating()).mu
    for loser in more.sides[1]:
        assert after[loser].mu < before.get(loser, Rating()).mu


@given(evenings())
def test_the_best_number_stands_first(played: list[Encounter]) -> None:
    shown = [rating.shown for rating in ratings(played).values()]
    assert shown == sorted(shown, reverse=True)


def test_a_player_on_both_sides_tells_nothing() -> None:
    assert ratings(won((("amal",), ("amal",)), (("bimal",), ()))) == {}


def test_the_lines_of_a_tournament_are_one_encounter_a_table() -> None:
    entries = [
        Entry("1", "Amal & Bimal", ("amal", "bimal")),
        Entry("2", "Chitra & Dilani", ("chitra", "dilani")),
        Entry("3", "Esha"),
    ]
    lines = lines_of(["2-1 7:3, 3 bye", "1-3 walkover", "3-2 4:4"])
    at = {(1, 1): NOON, (3, 1): NOON + timedelta(days=7)}
    assert list(encounters(entries, lines, at)) == [
        Encounter(NOON, (("amal", "bimal"), ("chitra", "dilani")), -1),
        Encounter(NOON + timedelta(days=7), (("chitra", "dilani"), ("Esha",)), 0),
    ]


def test_drawn_partners_are_a_side() -> None:
    entries = [Entry(str(n + 1), name, (name,)) for n, name in enumerate(PLAYERS[:4])]
    sides = (("1", "4"), ("2", "3"))
    lines = [
        Line(1, each, table=2, against=sides[1 - n], partners=tuple(p for p in sides[n] if p != each), won=7 * n)
        for n in (0, 1)
        for each in sides[n]
    ]
    lines = [
        Line(
            line.round,
            line.entry,
            table=2,
            against=line.against,
            partners=line.partners,
            won=line.won,
            lost=7 - line.won,
        )
        for line in lines
    ]
    assert list(encounters(entries, lines, {(1, 2): NOON})) == [
        Encounter(NOON, (("amal", "dilani"), ("bimal", "chitra")), -1)
    ]


def test_what_is_not_confirmed_is_not_rated_and_boards_of_a_round_are_one_encounter() -> None:
    entries = [Entry("1", "Amal"), Entry("2", "Bimal")]
    boards = [
        Line(1, one, table=1, against=(other,), won=won, lost=200 - won, board=board, confirmed=board < 9)
        for board, won_ in ((1, 200), (2, 50))
        for one, other, won in (("1", "2", won_), ("2", "1", 200 - won_))
    ]
    assert [each.outcome for each in encounters(entries, boards, {(1, 1): NOON})] == [1]
    open_ = [*boards, Line(1, "1", table=1, against=("2",), board=9, confirmed=False)]
    assert list(encounters(entries, open_, {(1, 1): NOON})) == []


FOUR = {"S": "amal", "N": "bimal", "E": "chitra", "W": "dilani"}


@pytest.mark.parametrize(
    ("seats", "sides", "two_tables", "expected"),
    [
        (FOUR, (("1",), ("2",)), False, {}),
        ({**FOUR, "S": "bimal", "N": "amal"}, (("1",), ("2",)), False, {}),
        ({**FOUR, "N": "esha"}, (("1",), ("2",)), False, {"1": ((1, "esha"),)}),
        ({**FOUR, "S": "bimal", "N": "esha"}, (("1",), ("2",)), False, {"1": ((0, "bimal"), (1, "esha"))}),
        ({**FOUR, "E": "esha", "W": "farid"}, (("1",), ("2",)), False, {"2": ((0, "esha"), (1, "farid"))}),
        ({**FOUR, "W": "esha"}, (("1", "2"), ("3", "4")), False, {"4": ((0, "esha"),)}),
        ({**FOUR, "W": "esha"}, (("1",), ("2",)), True, {"2": ((3, "esha"),)}),
        ({"S": "amal", "E": "chitra", "W": "dilani"}, (("1",), ("2",)), False, {}),
    ],
)
def test_who_sat_in_place_of_whom(
    seats: dict[str, str],
    sides: tuple[tuple[str, ...], tuple[str, ...]],
    two_tables: bool,
    expected: dict[str, tuple[tuple[int, str], ...]],
) -> None:
    setting = EncounterSet("t", 1, 1, sides, {}, FOUR, "S")
    assert substitutes(setting, seats, two_tables=two_tables) == expected


def test_a_substitute_is_rated_and_the_absent_player_is_not() -> None:
    entries = [Entry("1", "Amal & Bimal", ("amal", "bimal")), Entry("2", "Chitra & Dilani", ("chitra", "dilani"))]
    lines = [
        replace(line, substitutes=((1, "Esha"),) if (line.entry, line.round) == ("1", 2) else ())
        for line in lines_of(["1-2 7:3", "1-2 7:5"])
    ]
    at = {(1, 1): NOON, (2, 1): NOON + timedelta(hours=1)}
    rated = ratings(encounters(entries, lines, at, str.casefold))
    assert {player: rating.encounters for player, rating in rated.items()} == {
        "amal": 2, "bimal": 1, "esha": 1, "chitra": 2, "dilani": 2,
    }  # fmt: skip
