"""The strokes on the slate, and the short names of teams on its buttons."""

from __future__ import annotations

import re
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from domain.slate.aggregate import Slate
from domain.slate.facts import SlateOpened
from domain.slate.games import parse_game
from replay.chalk import HEIGHT, MOST_HUNDREDS, WIDTH, Strokes, path, strokes_of
from replay.slates import short_names
from tests.cases import cases

AT = "2026-02-14T20:15:09.318Z"
DEALS = st.lists(st.integers(0, 5000), max_size=40)


def test_points_are_written_as_hundreds_fifties_twenties_and_a_rest() -> None:
    """jassonkel.ch, "Schreiben auf Tafel"; Anzeiger von Saanen, "Das Schreiben": one number beside them."""
    written: list[tuple[list[int], Strokes]] = [
        ([], Strokes()),
        ([97], Strokes(0, 1, 2, 7)),
        ([157], Strokes(1, 1, 0, 7)),
        ([97, 194], Strokes(2, 1, 2, 1)),  # the rest of 7 is wiped out: 201 more are two hundreds and 1
        ([19, 19], Strokes(0, 0, 1, 18)),
        ([257, 0], Strokes(2, 1, 0, 7)),
    ]
    with cases() as case:
        for deals, strokes in written:
            with case(deals):
                assert strokes_of(deals) == strokes


@given(DEALS)
def test_the_strokes_and_the_rest_are_the_total_and_no_stroke_is_ever_wiped_out(deals: list[int]) -> None:
    before = Strokes()
    for number in range(1, len(deals) + 1):
        after = strokes_of(deals[:number])
        assert after.total == sum(deals[:number])
        assert 0 <= after.rest < 20
        assert (after.hundreds, after.fifties, after.twenties) >= (before.hundreds, before.fifties, before.twenties)
        assert after.fifties >= before.fifties
        assert after.twenties >= before.twenties
        before = after


@given(st.builds(Strokes, st.integers(0, 2000), st.integers(0, 400), st.integers(0, 400), st.integers(0, 19)))
def test_every_stroke_stays_on_the_slate(strokes: Strokes) -> None:
    drawn = path(strokes)
    points = [tuple(map(float, each)) for each in re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", drawn)]
    fives = strokes.hundreds // 5 if strokes.hundreds > MOST_HUNDREDS else 0
    lines = fives * 2 + strokes.hundreds - 5 * fives + strokes.fifties + strokes.twenties
    assert drawn.count("M") == lines
    assert all(-2 <= x <= WIDTH + 2 and 0 <= y <= HEIGHT for x, y in points)


def test_buttons_have_one_first_name_of_each_team_unless_two_teams_would_have_the_same() -> None:
    ids = {str(UUID(int=7)): "Vreni Müller", str(UUID(int=8)): "Beat Keller"}
    vreni, beat = ids
    named: list[tuple[dict[str, str], dict[str, tuple[str, ...]], dict[str, str]]] = [
        ({}, {}, {"A": "A", "B": "B"}),
        ({"A": "Vreni Müller & Beat Keller", "B": "Carla"}, {"A": (vreni, beat)}, {"A": "Vreni", "B": "Carla"}),
        ({}, {"A": (vreni, beat), "B": ("K. Perera", "M. Silva")}, {"A": "Vreni", "B": "Perera"}),
        ({"A": "Anula and Farook", "B": "The Lions"}, {}, {"A": "Anula", "B": "The Lions"}),
        ({"A": "The Lions", "B": "The Bears"}, {"A": (vreni, beat)}, {"A": "The Lions", "B": "The Bears"}),
        ({}, {"A": ("Anna A.", "Beat B."), "B": ("Anna C.", "Carla D.")}, {"A": "Anna & Beat", "B": "Anna & Carla"}),
        ({}, {"A": ("Anna A.",), "B": ("Anna C.",)}, {"A": "Anna A.", "B": "Anna C."}),
        ({"A": "Vreni Müller"}, {"A": (vreni,)}, {"A": "Vreni", "B": "B"}),
    ]
    with cases() as case:
        for teams, players, short in named:
            with case(teams, players):
                slate = Slate(UUID(int=1))
                game = parse_game("schieber", {})
                slate.take(SlateOpened("schieber", game.plain(), teams, players), AT, "Vreni")
                assert short_names(slate, ids) == short
