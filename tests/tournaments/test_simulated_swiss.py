"""A Swiss of 8 to 256 pairs, from the first entry to the prizes, through the API."""

from __future__ import annotations

from typing import Any

import pytest

from api.services import Provider
from tests.cases import FULL, full
from tests.http.people import People
from tests.tournaments.simulated import Simulated, sizes

pytestmark = pytest.mark.usefixtures("chance")

TOKENS: dict[str, Any] = {
    "scoring": {"counts": "tokens", "drop_worst": 1},
    "tie_breaks": ["wins", "best-round", "drop-worst", "buchholz-cut-1", "seed", "lot"],
    "encounter": {"deals": 4},
}
DEALS: dict[str, Any] = {"scoring": {"counts": "deals", "bye": 2, "forfeit": 3}, "encounter": {"deals": 4}}
POINTS: dict[str, Any] = {"scoring": {"counts": "points"}, "encounter": {"deals": 2}}


def swiss(entries: int, **more: Any) -> dict[str, Any]:
    """As many rounds as find one who won them all, and one more; every day three."""
    rounds = (entries - 1).bit_length() + 1 if FULL else 3
    return {"format": "swiss", "rounds": rounds, "encounter": {"race": 7}, **more}


def fair(held: Simulated) -> None:
    """Nobody meets twice; who sits out, where everybody sits and who deals is shared out."""
    assert set(held.met().values()) == {1}
    held.idle_fairly()
    assert max(map(abs, held.balance().values())) <= 3
    assert max(map(abs, held.dealt().values())) <= 3


@pytest.mark.parametrize("entries", sizes(8, full=(9, 16, 17, 33, 64, 128, 255, 256)))
def test_nobody_meets_twice_and_everything_is_shared_out(people: People, house: Provider, entries: int) -> None:
    """With late entries, withdrawals, forfeits, corrections and rulings."""
    held = Simulated(people, house, swiss(entries), entries, club=people.club(), seed=entries % 2).run()
    assert len(held.rounds) == held.terms["rounds"]
    fair(held)


@pytest.mark.full
@pytest.mark.parametrize(("counts", "seed"), [("victory-points", 1), full("imps", 2), full("wins", 3)])
def test_teams_of_four_meet_once_at_two_tables_with_the_same_boards(
    people: People, house: Provider, counts: str, seed: int
) -> None:
    """With late entries, withdrawals, forfeits, averages, assigned scores and late plays; each round has new boards."""
    terms = {"format": "team-swiss", "side": 4, "rounds": 4, "boards": 3, "scoring": {"counts": counts}}
    breaks = ["quotient", "difference", "head-to-head", "buchholz", "sonneborn-berger", "best-round", "lot"]
    held = Simulated(people, house, {**terms, "tie_breaks": breaks}, 9, seed=seed, rulings=True).run()
    assert set(held.met().values()) == {2}
    held.idle_fairly()
    for drawn in held.rounds:
        first = 3 * (drawn["round"] - 1) + 1
        assert {tuple(table["boards"]) for table in drawn["encounters"]} == {(first, first + 1, first + 2)}
        assert all(
            table["why"].endswith("each team sits North at one of the two tables.") for table in drawn["encounters"]
        )


@pytest.mark.full
@pytest.mark.parametrize("more", [TOKENS, full(DEALS), full(POINTS)], ids=["tokens", "deals", "points"])
def test_other_things_than_wins_count(people: People, house: Provider, more: dict[str, Any]) -> None:
    fair(Simulated(people, house, swiss(9, **more, rounds=4), 9, seed=2).run())


@pytest.mark.full
def test_the_standings_are_right_after_every_single_result(people: People, house: Provider) -> None:
    fair(Simulated(people, house, swiss(8), 8, every_result=True, seed=3).run())


@pytest.mark.parametrize(
    ("ruleset", "encounter"),
    [full("304", {"race": 4}), ("304", {"deals": 2, "level": "deal"}), full("sidi-barrani", {"deals": 2})],
)
def test_recorded_deals_make_results_and_an_amended_one_changes_them(
    people: People, house: Provider, ruleset: str, encounter: dict[str, Any]
) -> None:
    """Every day in one of a few encounters."""
    entries, recorded = (8, 2) if FULL else (4, 1)
    terms = swiss(entries, rounds=2, encounter=encounter)
    held = Simulated(people, house, terms, entries, ruleset=ruleset, recorded=recorded, seed=5).run()
    assert held.recorded == 0
    fair(held)
