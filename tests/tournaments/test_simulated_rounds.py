"""Round robins, and rounds with drawn partners, through the API."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from api.services import Provider
from tests.cases import full
from tests.http.people import People
from tests.tournaments.simulated import Simulated, sizes

pytestmark = pytest.mark.usefixtures("chance")


LARGER = [(8, 1), (8, 2), (9, 2), (16, 2), (33, 2), (64, 2), (128, 1), (256, 1)]


@pytest.mark.full
@pytest.mark.parametrize(("entries", "legs"), sizes((9, 1), full=LARGER))
def test_everybody_meets_everybody(people: People, house: Provider, entries: int, legs: int) -> None:
    terms = {"format": "round-robin", "legs": legs, "encounter": {"deals": 4}}
    every = 2 if entries <= 128 else 16
    held = Simulated(people, house, terms, entries, changes=False, seed=legs, every=every).run()
    assert len(held.rounds) == legs * (entries - 1 + entries % 2)
    everybody = {str(n) for n in range(1, entries + 1)}
    assert held.met() == dict.fromkeys(map(frozenset, combinations(everybody, 2)), legs)
    byes = Counter(bye["entry"] for drawn in held.rounds for bye in drawn["byes"])
    assert byes == (dict.fromkeys(everybody, legs) if entries % 2 else {})
    assert max(map(abs, held.balance().values())) <= 1
    assert max(map(abs, held.dealt().values())) <= 3


@pytest.mark.full
def test_a_round_robin_with_withdrawals_forfeits_and_rulings(people: People, house: Provider) -> None:
    terms: dict[str, Any] = {"format": "round-robin", "encounter": {"race": 7}}
    terms["tie_breaks"] = ["head-to-head", "sonneborn-berger", "difference", "lot"]
    held = Simulated(people, house, terms, 10, seed=6).run()
    assert set(held.met().values()) == {1}


def passe(people: People, bonus: int) -> tuple[str, str]:
    """A club, and the key of its Passe: a Jass without Weis, Stöck and contracts, with such a bonus for a Match."""
    club = people.club()
    changes: dict[str, Any] = {"weis.enabled": False, "stoeck.enabled": False, "bids.ladder": [50, 100, 157]}
    if bonus != 100:
        changes["bonus.match"] = bonus
    body = {"key": f"passe-{bonus}", "name": f"Passe, Match {bonus}", "base": "sidi-barrani", "changes": changes}
    answer = people.admin.post(f"/clubs/{club}/rulesets", body)
    assert answer.status_code == 201, answer.json
    return club, f"passe-{bonus}"


@pytest.mark.full
@pytest.mark.parametrize(("deals", "bonus"), [(8, 0), full(8, 100), full(12, 50)])
@pytest.mark.parametrize("entries", sizes(9, full=(8, 16, 33, 64, 128, 256)))
def test_drawn_partners_of_a_jass(people: People, house: Provider, entries: int, deals: int, bonus: int) -> None:
    """Passen of 8 and 12 deals: check sums hold, the worst Passe is dropped, the best breaks ties."""
    club, key = passe(people, bonus)
    terms = {
        "format": "drawn-partners",
        "side": 1,
        "rounds": 4,
        "encounter": {"deals": deals},
        "scoring": {"counts": "points", "drop_worst": 1},
        "tie_breaks": ["best-round", "drop-worst", "difference", "lot"],
    }
    held = Simulated(people, house, terms, entries, key, seed=bonus + deals, club=club).run()
    held.idle_fairly()
    partners = Counter(frozenset(side) for table in held.tables() for side in table["sides"])
    assert set(partners.values()) == {1}
    assert max(map(abs, held.balance().values())) <= 3
    assert max(map(abs, held.dealt().values())) <= 6
