"""Random tournaments with every kind of unplayed round: the tie-breaks are those recomputed from the exported events.

Byes, walkovers, forfeits of one side and of both, byes on request, late entries, withdrawals, returns and rulings, by
both rules for unplayed rounds. Some rounds are drawn while a table still plays, some are accelerated, and some entries
are kept apart. After each round the report file is read and compared with the events. The long run plays 400
tournaments.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from api.services import Provider
from tests.http.people import People
from tests.http.tournament_requests import done
from tests.tournaments.simulated import BECAUSE, FULL, Simulated

pytestmark = pytest.mark.usefixtures("chance")

SHARES = 40 if FULL else 1
"""The parts that the tournaments are played in."""
EACH = 10 if FULL else 4
BREAKS = [
    *("buchholz", "buchholz-cut-1", "buchholz-cut-2", "median-buchholz", "median-buchholz-2", "sonneborn-berger"),
    *("progressive", "progressive-cut-1", "wins", "head-to-head", "difference", "lot"),
]


class Unplayed(Simulated):
    """A tournament in which many rounds are not played, and some entries should not meet."""

    def begin(self) -> None:
        super().begin()
        self.apart: dict[frozenset[str], bool] = {}
        if self.terms["format"] == "round-robin":
            return
        for absolute, two in ((True, self.order[:2]), (False, self.order[2:4]), (False, self.order[4:6])):
            done(self.director, f"/tournaments/{self.cup}/avoidances", {"entries": two, "absolute": absolute})
            self.apart[frozenset(two)] = absolute

    def seated(self, drawn: Mapping[str, Any], before: Mapping[str, Any]) -> None:
        super().seated(drawn, before)
        for table in drawn["encounters"]:
            there = {entry for side in table["sides"] for entry in side}
            near = [absolute for two, absolute in self.apart.items() if two <= there]
            assert not any(near), "they must not meet"
            assert table["why"].count(" should not meet, but no possible draw avoids it") == len(near)

    def report(self, number: int, table: dict[str, Any]) -> None:
        if self.rng.random() < 0.2:
            guilty = self.rng.choice([[0], [1], [0, 1]])
            self.at(number, table, "forfeit", {"sides": guilty, **BECAUSE})
        else:
            super().report(number, table)

    def still_plays(self, number: int) -> bool:
        return self.terms["format"] == "swiss" and number < self.terms["rounds"] and self.rng.random() < 0.3

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
        if self.terms.get("requested_byes"):
            self.ask(number + 1)
        self.check()
        self.check_report()

    def ask(self, number: int) -> None:
        """Some ask not to play in the next round or the one after it; some of them think better of it."""
        last = self.terms["rounds"]
        for entry in self.payload["entries"]:
            later = number + self.rng.randrange(2)
            if self.rng.random() > 0.3 or later > last or later in entry["requested"] or entry.get("out"):
                continue
            path = f"/tournaments/{self.cup}/entries/{entry['id']}/requested-byes"
            answer = self.director.post(path, {"round": later, **BECAUSE})
            requested = [n for n in entry["requested"] if n >= number or entry["id"] in self.rounds[n - 1]["requested"]]
            if len(requested) >= self.terms["requested_byes"]:
                assert (answer.status_code, answer.json["code"]) == (422, "bye-request"), answer.json
                continue
            assert answer.status_code == 200, answer.json
            if self.rng.random() < 0.2:
                done(self.director, f"{path}/{later}/withdraw", BECAUSE)


def terms(seed: int) -> dict[str, Any]:
    """Terms of the tournament with this number: formats, values of a bye and rules for unplayed rounds in turn."""
    rng = random.Random(seed)
    rng.shuffle(breaks := list(BREAKS))
    format_ = ("swiss", "swiss", "drawn-partners", "round-robin")[seed // 2 % 4]
    scoring = {"counts": "wins", "bye": rng.choice([None, 0, 1, 2]), "forfeit": rng.choice([None, 2])}
    more: dict[str, Any] = {} if format_ == "round-robin" else {"rounds": 4}
    more |= {"side": 1} if format_ == "drawn-partners" else {}
    more |= {"acceleration": rng.choice(["none", "baku"])} if format_ == "swiss" else {}
    if format_ != "round-robin":
        more["requested_byes"] = rng.choice([0, 1, 2])
        scoring |= {"requested_bye": rng.choice(["half", "none", "full"]), "late": rng.choice(["none", "half", "full"])}
    fide = {"unplayed": "fide-2024"} if seed % 2 else {}
    return {"format": format_, "scoring": scoring, "encounter": {"race": 7}, "tie_breaks": breaks, **fide, **more}


@pytest.mark.full
@pytest.mark.parametrize("share", range(SHARES))
def test_the_tie_breaks_are_those_recomputed_from_the_events(people: People, house: Provider, share: int) -> None:
    kinds: Counter[str] = Counter()
    for seed in range(share * EACH, (share + 1) * EACH):
        agreed = terms(seed)
        entries = 6 if agreed["format"] == "round-robin" else random.Random(-seed).randint(10, 13)
        held = Unplayed(people, house, agreed, entries, seed=seed).run()
        recomputed = held.retold()
        kinds.update(line["kind"] for line in recomputed.lines())
        kinds.update(held.assumed)
        kinds.update({f"report {result}": count for result, count in held.reported.items()})
        kinds["late entry"] += sum(entry["since"] > 1 for entry in recomputed.entries.values())
        kinds["withdrawn"] += sum(entry["out"] is not None for entry in recomputed.entries.values())
        kinds[agreed.get("unplayed", "own-score")] += 1
        kinds[agreed["format"]] += 1
    expected = (
        *("played", "walkover", "forfeit", "bye", "requested-bye", "late entry", "withdrawn"),
        *("own-score", "fide-2024"),
    )
    if kinds["swiss"]:
        assert kinds["differs"], "a result that turned out otherwise than the draw assumed"
        assert all(kinds[f"report {result}"] for result in "10+-UZ"), kinds
    assert all(kinds[kind] for kind in expected), kinds
