"""Random tournaments with every kind of unplayed round: the tie-breaks are those recomputed from the exported events.

Byes, walkovers, forfeits of one side and of both, late entries, withdrawals, returns and rulings, by both rules for
unplayed rounds. The long run plays 400 tournaments.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from api.services import Provider
from tests.http.people import People
from tests.http.tournament_requests import done
from tests.tournaments.simulated import BECAUSE, FULL, Simulated

pytestmark = pytest.mark.usefixtures("chance")

SHARES = 40 if FULL else 2
"""The parts that the tournaments are played in."""
EACH = 10 if FULL else 4
BREAKS = [
    *("buchholz", "buchholz-cut-1", "buchholz-cut-2", "median-buchholz", "median-buchholz-2", "sonneborn-berger"),
    *("progressive", "progressive-cut-1", "wins", "head-to-head", "difference", "lot"),
]


class Unplayed(Simulated):
    """A tournament in which many rounds are not played."""

    def report(self, number: int, table: dict[str, Any]) -> None:
        if self.rng.random() < 0.2:
            guilty = self.rng.choice([[0], [1], [0, 1]])
            self.at(number, table, "forfeit", {"sides": guilty, **BECAUSE})
        else:
            super().report(number, table)

    def between(self, number: int) -> None:
        super().between(number)
        cup = f"/tournaments/{self.cup}/entries"
        if self.out and self.rng.random() < 0.4:
            back = self.rng.choice(sorted(self.out))
            done(self.director, f"{cup}/{back}/return", BECAUSE)
            self.out.remove(back)
        going = [entry for entry in self.order if entry not in self.out]
        if len(going) > 9 and self.rng.random() < 0.6:
            gone = self.rng.choice(going)
            done(self.director, f"{cup}/{gone}/withdraw", BECAUSE)
            self.out.add(gone)
        self.check()


def terms(seed: int) -> dict[str, Any]:
    """Terms of the tournament with this number: formats, values of a bye and rules for unplayed rounds in turn."""
    rng = random.Random(seed)
    rng.shuffle(breaks := list(BREAKS))
    format_ = ("swiss", "swiss", "drawn-partners", "round-robin")[seed // 2 % 4]
    scoring = {"counts": "wins", "bye": rng.choice([None, 0, 1, 2]), "forfeit": rng.choice([None, 2])}
    more: dict[str, Any] = {} if format_ == "round-robin" else {"rounds": 4}
    more |= {"side": 1} if format_ == "drawn-partners" else {}
    fide = {"unplayed": "fide-2024"} if seed % 2 else {}
    return {"format": format_, "scoring": scoring, "encounter": {"race": 7}, "tie_breaks": breaks, **fide, **more}


@pytest.mark.parametrize("share", range(SHARES))
def test_the_tie_breaks_are_those_recomputed_from_the_events(people: People, house: Provider, share: int) -> None:
    kinds: Counter[str] = Counter()
    for seed in range(share * EACH, (share + 1) * EACH):
        agreed = terms(seed)
        entries = 6 if agreed["format"] == "round-robin" else random.Random(-seed).randint(10, 13)
        held = Unplayed(people, house, agreed, entries, seed=seed).run()
        told = held.retold()
        kinds.update(line["kind"] for line in told.lines())
        kinds["late"] += sum(entry["since"] > 1 for entry in told.entries.values())
        kinds["withdrawn"] += sum(entry["out"] is not None for entry in told.entries.values())
        kinds[agreed.get("unplayed", "own-score")] += 1
    expected = ("played", "walkover", "forfeit", "bye", "late", "withdrawn", "own-score", "fide-2024")
    assert all(kinds[kind] for kind in expected), kinds
