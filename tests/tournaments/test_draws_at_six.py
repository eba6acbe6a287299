"""Draws for tables of six and eight: the sides sit in the odd and the even seats, since no seat is called North.

The rules of 304-six and 304-eight number the seats (docs/rules.md); the draw itself is that of tables of four.
"""

from __future__ import annotations

import pytest

from domain.tournament.draws import draw
from domain.tournament.draws.reasons import ODD_SEATS, Reason
from domain.tournament.state import Draw
from domain.tournament.terms import Terms
from replay.words.draws import read_back
from tests.tournaments.chance import SWISS, best_win, entered

FORMATS = {
    "swiss": (SWISS, []),
    "round-robin": (Terms("round-robin"), []),
    "knockout": (Terms("knockout"), []),
    "ladder": (Terms("ladder", reach=2), [("4", "2")]),
}


def rounds(terms: Terms, challenges: list[tuple[str, str]], *, odd_seats: bool) -> list[Draw]:
    """The first two rounds, in which the better of two wins."""
    first = draw(terms, entered(8), [], [], challenges=challenges, odd_seats=odd_seats)
    again = draw(terms, entered(8), [first], best_win(first), challenges=challenges, odd_seats=odd_seats)
    return [first, again]


@pytest.mark.parametrize("name", FORMATS)
def test_no_reason_names_a_seat_of_the_compass_at_a_table_of_six(name: str) -> None:
    here, there = (rounds(*FORMATS[name], odd_seats=odd) for odd in (True, False))
    for drawn, of_four in zip(here, there, strict=True):
        assert [each.sides for each in drawn.pairings] == [each.sides for each in of_four.pairings]
        for pairing in drawn.pairings:
            assert "odd seats" in pairing.why
            assert "North" not in pairing.why
            assert "East" not in pairing.why
            assert read_back(pairing.why) is not None


def test_each_reason_that_names_a_seat_has_its_words_for_tables_of_six() -> None:
    named = {each for each in Reason if "North" in each or "East" in each}
    assert named - ODD_SEATS.keys() == {Reason.TWO_TABLES}, "teams of four sit at tables of four"
