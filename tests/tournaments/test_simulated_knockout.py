"""Knockouts of 8 to 256 pairs, and ladders over a season, through the API."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from api.services import Provider
from tests.http.people import People
from tests.tournaments.simulated import Simulated, sizes

pytestmark = pytest.mark.usefixtures("chance")

RACE = {"race": 7, "final_race": 10}
SIZES = sizes(5, full=(8, 9, 16, 32, 33, 64, 100, 128, 256))


def in_the_bracket(held: Simulated) -> Counter[str]:
    """The number of times that each entry played in the bracket itself."""
    side_shows = ("consolation", "third place")
    return Counter(
        entry
        for table in held.tables()
        if not table["stage"].startswith(side_shows)
        for side in table["sides"]
        for entry in side
    )


@pytest.mark.parametrize("entries", SIZES)
def test_one_is_left_and_all_others_have_lost_once(people: People, house: Provider, entries: int) -> None:
    """Byes in the first round go to the best of the list; the final is a longer race."""
    terms = {"format": "knockout", "encounter": RACE}
    held = Simulated(people, house, terms, entries, changes=False, seed=1).run()
    size = 1 << (entries - 1).bit_length()
    assert len(held.rounds) == size.bit_length() - 1
    assert sum(in_the_bracket(held).values()) == 2 * (entries - 1)
    byes = [bye["entry"] for drawn in held.rounds for bye in drawn["byes"]]
    assert len(byes) == size - entries == len(held.rounds[0]["byes"])
    (final,) = held.rounds[-1]["encounters"]
    assert final["stage"] == "final"
    rows = held.standings()
    assert {rows[0]["entry"], rows[1]["entry"]} == {entry for side in final["sides"] for entry in side}
    assert [row["place"] for row in rows[:4]] == [1, 2, 3, 3]
    (result,) = held.director.get(f"/encounters/{final['id']}").json["results"]
    assert max(result["won"]) >= 10


@pytest.mark.parametrize("entries", SIZES)
def test_with_a_consolation_a_third_place_withdrawals_and_forfeits(
    people: People, house: Provider, entries: int
) -> None:
    terms = {"format": "knockout", "encounter": RACE, "consolation": True, "third_place": True}
    held = Simulated(people, house, terms, entries, seed=2).run()
    assert max(in_the_bracket(held).values()) <= len(held.rounds)
    lost = {row["entry"]: row["lost"] for row in held.standings()}
    assert max(lost.values()) <= 2


@pytest.mark.full
@pytest.mark.parametrize("terms", [{"race": 300}, {"deals": 2, "level": "deal"}], ids=["race", "deals"])
def test_a_jass_goes_on_while_it_is_level(people: People, house: Provider, terms: dict[str, Any]) -> None:
    held = Simulated(people, house, {"format": "knockout", "encounter": terms}, 8, "sidi-barrani", recorded=1, seed=4)
    held.run()
    assert held.recorded == 0


@pytest.mark.full
@pytest.mark.parametrize("entries", sizes(9, full=(8, 33, 128, 256)))
def test_a_ladder_over_a_season(people: People, house: Provider, entries: int) -> None:
    terms = {"format": "ladder", "reach": 3, "encounter": {"race": 7}}
    held = Simulated(people, house, terms, entries, seed=entries).run()
    assert len(held.rounds) == 6
    assert max(map(abs, held.balance().values())) <= 3
    assert max(map(abs, held.dealt().values())) <= 3
