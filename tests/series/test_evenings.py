"""Matches as evenings of a series: places follow the balance at the end."""

from __future__ import annotations

from uuid import UUID

import pytest

from domain.engine.facts import Fact
from domain.engine.parameters import plain
from domain.games.catalogue import STANDARD
from domain.ledger.errors import Declined
from domain.match.aggregate import Match
from domain.match.facts import MatchEnded, MatchOpened, MatchReopened, MatchTaken
from domain.series.aggregate import Series
from domain.series.evenings import of_match
from domain.series.facts import SeriesOpened

CLUB = "019c5c22-f9d0-791b-99d5-0123456789ab"
FOUR = dict(zip("SENW", "ABCD", strict=True))


def match(*facts: Fact, players: dict[str, str] = FOUR, teams: dict[str, str] | None = None) -> Match:
    made = Match(UUID(int=7))
    opened = MatchOpened(plain(STANDARD), "S", teams=teams or {}, players=players, club=CLUB)
    for fact in (opened, *facts):
        made.take(fact, "2026-02-14T20:15:09.318Z", "Anula")
    return made


@pytest.mark.parametrize(
    ("balance", "places"),
    [
        ({"NS": 22, "EW": 0}, [(1, 22, ("C", "A")), (2, 0, ("B", "D"))]),
        ({"NS": 4, "EW": 18}, [(1, 18, ("B", "D")), (2, 4, ("C", "A"))]),
        ({"NS": 11, "EW": 11}, [(1, 11, ("B", "D")), (1, 11, ("C", "A"))]),
    ],
)
def test_the_team_with_more_tokens_is_first(
    balance: dict[str, int], places: list[tuple[int, int, tuple[str, ...]]]
) -> None:
    rows = of_match(match(MatchEnded(None, 3, balance, "stopped"))).rows
    assert [(row.place, row.score, set(row.players)) for row in rows] == [(p, s, set(who)) for p, s, who in places]


def test_a_match_counts_only_while_it_is_over_and_outside_a_tournament() -> None:
    end = MatchEnded("NS", 3, {"NS": 22, "EW": 0})
    assert len(of_match(match(end)).rows) == 2
    for facts in [(), (end, MatchReopened()), (end, MatchTaken(str(UUID(int=9)), plain(STANDARD), "Cup"))]:
        assert of_match(match(*facts)).rows == ()


def test_a_match_says_who_played() -> None:
    """Names of teams stand for players who are not named; a match without either cannot be added."""
    teams = {"NS": "Lions", "EW": "Tigers"}
    named = of_match(match(MatchEnded("NS", 3, {"NS": 22, "EW": 0}), players={}, teams=teams))
    assert ([row.players for row in named.rows], named.name) == ([("Lions",), ("Tigers",)], "Lions – Tigers")
    series = Series(UUID(int=8))
    series.take(SeriesOpened("League", CLUB, {}), "2026-02-14T20:15:09.318Z", "Anula")
    with pytest.raises(Declined, match="names no players"):
        series.add_match(match(players={"S": "A", "N": "C"}))
    assert series.add_match(match()).TOPIC == "nought.Series.MatchAdded"
