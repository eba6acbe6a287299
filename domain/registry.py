"""Every type of fact that may be stored, by its permanent topic, and their mapper."""

from __future__ import annotations

from typing import Final

from domain import games
from domain.classroom import facts as class_facts
from domain.club import facts as club_facts
from domain.club.people_reader import read_people
from domain.deck import facts as deck_facts
from domain.dispute import facts as dispute_facts
from domain.engine.facts import Fact, facts_in
from domain.kernel.mapper import FactMapper
from domain.lesson import facts as lesson_facts
from domain.match import facts as match_facts
from domain.practice import facts as practice_facts
from domain.record import facts as record_facts
from domain.removal import facts as removal_facts
from domain.series import facts as series_facts
from domain.slate import facts as slate_facts
from domain.tournament import facts as tournament_facts

MODULES: Final = (
    match_facts, club_facts, record_facts, *tournament_facts.MODULES, dispute_facts, lesson_facts, practice_facts,
    class_facts, deck_facts, series_facts, slate_facts, removal_facts,
)  # fmt: skip
"""The modules of facts besides those of deals."""
TOPICS: Final[dict[str, type[Fact]]] = {
    **games.TOPICS,
    **{kind.TOPIC: kind for module in MODULES for kind in facts_in(module)},
}
MAPPER: Final = FactMapper(TOPICS, read_people)
