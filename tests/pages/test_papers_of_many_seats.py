"""Papers of tables of six and eight (000 "Variants"): every seat and every name is on them, and no compass."""

from __future__ import annotations

import io
import re

import pytest
from pypdf import PdfReader

from tests.cases import cases, full
from tests.http.people import People
from tests.http.tournament_requests import draw, enter, tournament
from tests.pages.reading import read

PLAYERS = (
    "Anula Wickramasinghe-Jayawardena", "Mohamed Farook Abdul Cader", "Kavitha Sivapragasam", "Mahesh de Silva",
)  # fmt: skip
SIDES = ("Odd seats", "Even seats")


def a_cup(people: People, game: str, size: int) -> str:
    terms = {"side": size, "format": "swiss", "rounds": 3, "encounter": {"race": 7}}
    cup = tournament(people.admin, 0, terms, game, club=people.club())
    for n in range(4):
        enter(people.admin, cup, f"Team {n} of the lagoon", players=[f"{name} {n}" for name in PLAYERS[:size]])
    draw(people.admin, cup)
    return cup


def words_of(people: People, path: str) -> str:
    answer = people.app.test_client().get(path, headers={"Authorization": f"Bearer {people.admin.secret}"})
    assert answer.status_code == 200, (path, answer.status)
    text = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.data)).pages)
    return " ".join(text.split())


@pytest.mark.full
@pytest.mark.parametrize(("game", "size"), [("304-eight", 4), ("304-six-36", 3)])
def test_every_seat_and_name_is_on_the_papers_of_a_large_table(people: People, game: str, size: int) -> None:
    path = f"/tournaments/{a_cup(people, game, size)}"
    seats = [f"Seat {n}" for n in range(1, 2 * size + 1)]
    names = [f"{name} {n}" for name in PLAYERS[:size] for n in range(4)]
    with cases() as case:
        for paper, printed in (
            ("sheets/1", [*seats, *names, "Team 3 of the lagoon"]),
            ("draw/1", [*SIDES, *(f"Team {n} of the lagoon" for n in range(4))]),
        ):
            with case(paper):
                text = words_of(people, f"{path}/papers/{paper}.pdf")
                assert [word for word in printed if word not in text] == []
                assert "North" not in text
        for page in (
            "",
            "/seating?entry=1",
            "/desk/by-hand",
            "/desk/results",
            "/papers/slips",
            "/screen/slides",
        ):
            with case(page):
                sheet = read(people.app, path + page, people.admin)
                assert sheet.status == 200
                assert re.findall(".{60}North.{40}", sheet.text()) == []
        with case("a table"):
            sheet = read(people.app, f"{path}/rounds/1/tables/1", people.admin)
            assert sheet.texts(".big-sides small") == list(SIDES)


@pytest.mark.parametrize(("game", "size"), [("304-eight", 4), full("304-six-36", 3)])
def test_cards_of_a_large_table_are_for_its_sides_and_seats(people: People, game: str, size: int) -> None:
    """A side's card is headed as the draw names the side; the club's table has the seats of its tournament."""
    cup = a_cup(people, game, size)
    club = people.admin.get(f"/tournaments/{cup}").json["club"]
    table = people.table(club)
    assert people.admin.post(f"/tournaments/{cup}/tables", {"tables": {"1": table}}).status_code == 200
    client = people.app.test_client()
    headers = {"Authorization": f"Bearer {people.admin.secret}"}
    made = client.post(f"/tournaments/{cup}/papers/cards", data={"for": "sides"}, headers=headers)
    assert made.status_code == 201, made.text
    assert [side in made.text for side in (*SIDES, "Seat 1", "North")] == [True, True, False, False]
    offered = client.get(f"/tables/{table}/cards", headers=headers).text
    assert [f'value="{seat}"' in offered for seat in (*"12", str(2 * size), "N")] == [True, True, True, False]
