"""Duplicates: Mitchell, Howell and teams of four, through the API."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from api.services import Provider
from domain.tournament.terms import MOST_ROUNDS
from tests.cases import FULL, full
from tests.http.people import People
from tests.tournaments.simulated import Simulated, sizes

pytestmark = pytest.mark.usefixtures("chance")
SEEDS = (1, 2) if FULL else (1,)


def duplicate(counts: str, movement: str = "mitchell", side: int = 2, rounds: int = 5) -> dict[str, Any]:
    terms = {"format": "duplicate", "movement": movement, "side": side, "rounds": rounds, "boards": 2}
    return {**terms, "scoring": {"counts": counts}, "tie_breaks": ["head-to-head", "best-round", "difference", "lot"]}


def boards_played(held: Simulated) -> Counter[int]:
    return Counter(board for table in held.tables() for board in table["boards"])


def nobody_plays_a_board_twice(held: Simulated) -> None:
    played = Counter(
        (entry, board)
        for table in held.tables()
        for side in table["sides"]
        for entry in side
        for board in table["boards"]
    )
    assert set(played.values()) == {2 if held.terms["side"] == 4 else 1}


@pytest.mark.parametrize("counts", ["matchpoints", full("cross-tokens"), full("imps")])
@pytest.mark.parametrize("entries", sizes(9, full=(16, 18, 33, 64, 128, 256)))
def test_a_mitchell(people: People, house: Provider, entries: int, counts: str) -> None:
    """All rounds are drawn before the first result; boards that half a table misses count by Neuberg's formula."""
    held = drawn_ahead(people, house, duplicate(counts, rounds=5 if FULL else 3), entries)
    nobody_plays_a_board_twice(held)
    assert set(held.met().values()) == {1}


@pytest.mark.full
@pytest.mark.parametrize("entries", sizes(7, full=(8, 10, 13, 16, 17, 32, 64)))
def test_a_howell(people: People, house: Provider, entries: int) -> None:
    held = drawn_ahead(people, house, duplicate("matchpoints", "howell", rounds=MOST_ROUNDS), entries)
    nobody_plays_a_board_twice(held)
    assert set(held.met().values()) == {1}
    assert len(held.met()) == entries * (entries - 1) // 2, "everybody meets everybody"
    *_, most, stays = sorted(abs(balance) for balance in held.balance().values())
    assert most <= 1, "one stays, all others sit on both sides"
    assert stays == len(held.rounds) if entries % 2 == 0 else stays <= 1
    byes = Counter(bye["entry"] for drawn in held.rounds for bye in drawn["byes"])
    assert set(byes.values()) == ({1} if entries % 2 else set())


@pytest.mark.full
@pytest.mark.parametrize("entries", sizes(18, full=(33, 128, 256)))
def test_a_howell_cut_short(people: People, house: Provider, entries: int) -> None:
    held = drawn_ahead(people, house, duplicate("matchpoints", "howell"), entries)
    assert len(held.rounds) == 5
    nobody_plays_a_board_twice(held)
    assert set(held.met().values()) == {1}


@pytest.mark.parametrize("entries", sizes(4, full=(5, 8, 9, 16, 32, 64, 128, 256)))
def test_teams_of_four_meet_at_two_tables(people: People, house: Provider, entries: int) -> None:
    """An encounter is one, at two tables; each team has two pairs, one North and South, one East and West."""
    held = drawn_ahead(people, house, duplicate("imps", side=4, rounds=4 if FULL else 2), entries)
    nobody_plays_a_board_twice(held)
    assert set(held.met().values()) == {2}
    assert all(row["played"] <= 4 for row in held.standings())
    for table in held.tables(1):
        seats = held.director.get(f"/encounters/{table['id']}").json["seats"]
        (ours,), (theirs,) = table["sides"]
        assert seats == {"S": f"{ours}a", "N": f"{ours}b", "E": f"{theirs}c", "W": f"{theirs}d"}


@pytest.mark.full
def test_a_jass_counts_imps_on_a_scale_of_points(people: People, house: Provider) -> None:
    held = Simulated(
        people, house, duplicate("imps", rounds=4), 8, "sidi-barrani", ahead=True, late=False, seed=3
    ).run()
    nobody_plays_a_board_twice(held)


@pytest.mark.full
def test_a_mitchell_with_a_late_pair_and_one_that_goes_home(people: People, house: Provider) -> None:
    """Nine tables: each board is played five times, whoever comes and goes. What a bye is worth is in matchpoints."""
    terms = duplicate("matchpoints")
    terms["scoring"]["bye"] = 12
    held = Simulated(people, house, terms, 18, times=5, seed=1).run()
    nobody_plays_a_board_twice(held)


@pytest.mark.parametrize("counts", [full("matchpoints"), full("cross-tokens"), "cross-imps", full("imps")])
def test_assigned_scores_and_late_plays_count_as_recomputed(people: People, house: Provider, counts: str) -> None:
    for seed in SEEDS:
        terms = duplicate(counts, rounds=3 if FULL else 2) | {"boards": 3}
        Simulated(people, house, terms, 8 if FULL else 6, ahead=True, late=False, seed=seed, rulings=True).run()


@pytest.mark.full
def test_averages_by_the_session_count_as_recomputed(people: People, house: Provider) -> None:
    for seed in SEEDS:
        terms = duplicate("matchpoints", rounds=3) | {"boards": 3, "averages": "session"}
        Simulated(people, house, terms, 8, ahead=True, late=False, seed=seed, rulings=True).run()


@pytest.mark.full
def test_assigned_scores_of_teams_of_four_count_as_recomputed(people: People, house: Provider) -> None:
    Simulated(people, house, duplicate("imps", side=4, rounds=3), 6, ahead=True, late=False, rulings=True).run()


@pytest.mark.full
@pytest.mark.parametrize(("side", "entries"), [(2, 9), (4, 5)])
def test_victory_points_count_as_recomputed(people: People, house: Provider, side: int, entries: int) -> None:
    """Of pairs, with a bye in each round, and of teams of four; with assigned scores, late plays and rulings."""
    terms = duplicate("victory-points", side=side, rounds=4) | {"boards": 3}
    Simulated(people, house, terms, entries, ahead=True, late=False, rulings=True, seed=entries).run()


def drawn_ahead(people: People, house: Provider, terms: dict[str, Any], entries: int) -> Simulated:
    """All rounds are drawn, then played."""
    return Simulated(people, house, terms, entries, ahead=True, late=False, seed=entries).run()
