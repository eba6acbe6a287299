"""Matches and slates as evenings of a series: places follow the balance or the winner at the end."""

from __future__ import annotations

from uuid import UUID

import pytest

from domain.engine.facts import Fact
from domain.engine.parameters import plain
from domain.games.catalogue import STANDARD
from domain.kernel.errors import Declined
from domain.match.aggregate import Match
from domain.match.facts import MatchEnded, MatchOpened, MatchReopened, MatchTaken
from domain.series.aggregate import Series
from domain.series.evenings import of_match, of_slate
from domain.series.facts import SeriesOpened
from domain.slate.aggregate import Slate
from domain.slate.facts import SlateOpened
from domain.slate.games import parse_game
from tests.slate.evenings import HERE, read

CLUB = "019c5c22-f9d0-791b-99d5-0123456789ab"
FOUR = dict(zip("SENW", "ABCD", strict=True))


def match(*facts: Fact, players: dict[str, str] = FOUR, teams: dict[str, str] | None = None) -> Match:
    new_match = Match(UUID(int=7))
    opened = MatchOpened(plain(STANDARD), "S", teams=teams or {}, players=players, club=CLUB)
    for fact in (opened, *facts):
        new_match.take(fact, "2026-02-14T20:15:09.318Z", "Anula")
    return new_match


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


def slate(name: str, **teams: tuple[str, ...]) -> Slate:
    """The slate of a worked evening."""
    evening = read(HERE / f"{name}.txt")
    new_slate = Slate(UUID(int=6))
    terms = parse_game(evening.key, evening.terms).plain()
    new_slate.take(SlateOpened(evening.key, terms, players=teams, club=CLUB), "2026-02-14T20:15:09.318Z", "Vreni")
    for deal in evening.deals:
        new_slate.take(new_slate.write(deal.line), "2026-02-14T20:15:09.318Z", "Vreni")
    return new_slate


@pytest.mark.parametrize(
    ("name", "places"),
    [
        ("schieber-1000", [(1, 1011, "B"), (2, 919, "A")]),
        ("schieber-2500-tricks-first", [(1, 2530, "A"), (2, 2578, "B")]),
        ("schieber-4-deals", [(1, 314, "A"), (1, 314, "B")]),
        ("coiffeur-three-players", [(1, 220, "C"), (2, 180, "A"), (2, 180, "B")]),
    ],
)
def test_the_winner_of_a_slate_is_first_also_with_fewer_points(name: str, places: list[tuple[int, int, str]]) -> None:
    evening = of_slate(slate(name, A=("A",), B=("B",), C=("C",)))
    assert [(row.place, row.score, row.players[0]) for row in evening.rows] == places
    assert evening.kind == "slate"


def test_a_slate_counts_only_while_it_is_over_and_not_void() -> None:
    stopped_slate = slate("schieber-1000", A=("A", "C"), B=("B", "D"))
    assert [row.players for row in of_slate(stopped_slate).rows] == [("B", "D"), ("A", "C")]
    stopped_slate.take(stopped_slate.stop(void=True), "2026-02-14T20:15:09.318Z", "Vreni")
    assert of_slate(stopped_slate).rows == ()
    stopped_slate.take(stopped_slate.reopen(""), "2026-02-14T20:15:09.318Z", "Vreni")
    stopped_slate.take(stopped_slate.remove(10, ""), "2026-02-14T20:15:09.318Z", "Vreni")
    assert of_slate(stopped_slate).rows == ()


def test_a_slate_in_a_series_says_who_played() -> None:
    series = Series(UUID(int=8))
    series.take(SeriesOpened("League", CLUB, {}), "2026-02-14T20:15:09.318Z", "Anula")
    with pytest.raises(Declined, match="names no players"):
        series.add_slate(slate("schieber-1000", A=("A",)))
    assert series.add_slate(slate("schieber-1000", A=("A",), B=("B",))).TOPIC == "nought.Series.SlateAdded"
