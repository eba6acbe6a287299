"""Seats in scenes of play know exactly what `scenes.txt` lists (docs/knowledge.md; 000 "Play"; 003 "Play")."""

from __future__ import annotations

import pytest

from domain.engine.knowledge.information import own_hands
from domain.games.three04.information import all_hands
from domain.games.three04.state import state_of_304
from tests.audit.scenes import DIAMONDS, FILE, west, whole_file
from tests.rules.table import Table


def test_what_seats_know_is_as_the_file_tells_it() -> None:
    assert list(whole_file()) == FILE.read_text("utf-8").split("\n")


@pytest.mark.parametrize("script", ["E JS", "E JS, N QH down, W 8H down, S 7S", "E JS, N QH down, W JD cuts"])
def test_with_all_hands_open_only_the_indicator_on_the_table_is_unseen(script: str) -> None:
    """002 "Caps": the call is judged by the cards as they lie; the maker alone knows its indicator."""
    table = west(*script.split(", "))
    s, rules = state_of_304(table.state), table.rules
    dealt = own_hands(table.record)
    assert dealt == [rules.tables.mask(DIAMONDS[seat].split()) for seat in rules.seats]
    down = s.indicator if s.indicator_down else 0
    for place in range(4):
        knows = all_hands(s, dealt, place, 0)
        own = place == s.maker
        assert knows.hand == s.hands[place] | (down if own else 0)
        assert knows.known == tuple(0 if other == place else s.hands[other] for other in range(4))
        (world,) = knows.worlds
        assert world.unseen == (0 if own else down)
        assert [(each.seat, each.where) for each in world.spaces if each.count] == (
            [(s.maker, "indicator")] if down and not own else []
        )
        parts = (knows.hand, world.unseen, knows.seen, *knows.known)
        assert sum(parts) == rules.tables.all
        assert sum(part.bit_count() for part in parts) == rules.tables.all.bit_count()


def test_the_hands_that_were_dealt_are_told_by_the_dealing_alone() -> None:
    table = Table(DIAMONDS).won_by("W 160")
    assert [cards.bit_count() for cards in own_hands(table.record)] == [4, 4, 4, 4]
