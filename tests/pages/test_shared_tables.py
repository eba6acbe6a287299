"""The director is told that a table of the club is used in two tournaments at once: its players are asked which."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.http.people import People, opened
from tests.http.tournament_requests import done, draw, tournament
from tests.pages.reading import read

WARNING = "Garden table is also used by The league, which is not over."


@pytest.fixture
def club(people: People) -> str:
    return people.club()


@pytest.fixture
def garden(people: People, club: str) -> str:
    return opened(people.admin.post("/tables", {"name": "Garden table", "club": club}))


def cup_at(people: People, club: str, table: str, name: str = "The cup", *, drawn: bool = True) -> str:
    cup = tournament(people.admin, 2, club=club, name=name)
    done(people.admin, f"/tournaments/{cup}/tables", {"tables": {"1": table}})
    if drawn:
        draw(people.admin, cup)
    return cup


def warnings(app: Flask, people: People, cup: str, club: str) -> list[str]:
    """The warnings on the page of the tables, for the director of the club."""
    page = read(app, f"/tournaments/{cup}/desk/tables", people.issue("director", club=club))
    assert page.status == 200
    return [text for text in page.texts("p.message.warn") if "also used" in text]


def options(app: Flask, people: People, cup: str) -> list[str]:
    return read(app, f"/tournaments/{cup}/desk/tables", people.admin).texts("#naming option")


def test_the_desk_names_the_other_tournament_until_it_is_over(
    app: Flask, people: People, club: str, garden: str
) -> None:
    league, cup = cup_at(people, club, garden, "The league"), cup_at(people, club, garden)
    (warning,) = warnings(app, people, cup, club)
    assert warning.startswith(WARNING)
    assert [each.split(", which")[0] for each in warnings(app, people, league, club)] == [
        "Garden table is also used by The cup"
    ]
    assert "Garden table (used by The league)" in options(app, people, cup)
    done(people.admin, f"/tournaments/{league}/cancel", {"why": "Rain."})
    assert warnings(app, people, cup, club) == warnings(app, people, league, club) == []
    assert "Garden table" in options(app, people, cup)


@pytest.mark.full
def test_a_tournament_that_is_not_drawn_or_plays_elsewhere_by_now_is_no_conflict(
    app: Flask, people: People, club: str, garden: str
) -> None:
    cup = cup_at(people, club, garden)
    waiting = cup_at(people, club, garden, "Next week", drawn=False)
    assert warnings(app, people, cup, club) == []
    assert len(warnings(app, people, waiting, club)) == 1, "its own director is told before the draw"
    other = cup_at(people, club, garden, "The league")
    assert len(warnings(app, people, cup, club)) == 1
    done(people.admin, f"/tournaments/{other}/tables", {"tables": {"1": people.table(club)}})
    assert warnings(app, people, cup, club) == []


@pytest.mark.full
def test_the_tables_of_few_other_tournaments_are_read(
    app: Flask, people: People, club: str, garden: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.tournaments.shared_tables.MOST_READ", 2)
    cup = cup_at(people, club, garden)
    for number in range(3):
        cup_at(people, club, garden, f"League {number}")
    assert [each.split(",")[0] for each in warnings(app, people, cup, club)] == [
        "Garden table is also used by League 2", "Garden table is also used by League 1",
    ]  # fmt: skip
