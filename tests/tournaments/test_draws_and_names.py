"""No draw rests on names: two tournaments that differ only in names are drawn alike."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from domain.tournament.formats import FORMATS
from domain.tournament.state import Draw
from domain.tournament.terms import Scoring, Terms
from tests.tournaments.chance import entered, whole

POINTS = Scoring(counts="points")
TERMS = {
    "knockout": Terms("knockout"),
    "round-robin": Terms("round-robin"),
    "swiss": Terms("swiss", rounds=5),
    "team-swiss": Terms("team-swiss", side=4, rounds=4),
    "drawn-partners": Terms("drawn-partners", side=1, rounds=5, scoring=POINTS),
    "rotating-four": Terms("rotating-four", side=1, rounds=3, scoring=POINTS),
}


def pairings(drawn: list[Draw]) -> list[tuple[object, ...]]:
    """Return the meetings by table and those who sit out, without the reasons, which have names."""
    return [(each.round, sorted(each.byes), [(one.table, one.sides) for one in each.pairings]) for each in drawn]


def test_each_format_that_is_drawn_round_by_round_is_here() -> None:
    """A ladder is made of challenges, and a duplicate follows its movement."""
    assert TERMS.keys() == FORMATS.keys() - {"ladder", "duplicate"}


@pytest.mark.parametrize("key", sorted(TERMS))
def test_other_names_in_another_order_change_no_pairing(key: str) -> None:
    for seed in range(3):
        count = 4 if key == "rotating-four" else random.Random(seed).choice((8, 11, 12))
        entries = entered(count)
        if seed == 2:
            entries = [replace(each, seed=None) for each in entries]
        lots = [each.id for each in entries]
        random.Random(seed).shuffle(lots)
        others = [replace(each, name=f"{chr(90 - place)}. Other {place}") for place, each in enumerate(entries)]
        first, second = (whole(TERMS[key], some, random.Random(seed), lots) for some in (entries, others))
        assert pairings(first[0]), "something was drawn"
        assert pairings(first[0]) == pairings(second[0])
        assert first[1] == second[1]
