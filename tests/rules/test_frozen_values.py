"""Values do not change: facts, rulesets, words and draws are compared, kept in caches and shared between viewers."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import is_dataclass
from functools import cached_property

import domain
from tests.cases import cases

WORKING = {
    "domain.club.who_sees._Draft", "domain.dispute.commands.RulingAggregates",
    "domain.engine.knowledge.information.Observations", "domain.engine.knowledge.information.UnseenPlay",
    "domain.kernel.repository._Rehearsal", "domain.lesson.aggregate.Outline", "domain.record.entries.Entry",
    "domain.record.import_commands.NewImport",
    "domain.record.shift._Marks", "domain.tournament.draws.knockout._Bracket",
    "domain.tournament.draws.movements._Table",
}  # fmt: skip
"""What is filled in step by step, by the one who made it."""
SHARED = {"domain.tournament.state.EntryDetails"}
"""What a fact has as a second base, which Python allows only without slots."""


def dataclasses() -> Iterator[type]:
    """Yield every dataclass of `domain` at the module that defines it."""
    for module in pkgutil.walk_packages(domain.__path__, "domain."):
        for each in vars(importlib.import_module(module.name)).values():
            if isinstance(each, type) and is_dataclass(each) and each.__module__ == module.name:
                yield each


def test_a_value_cannot_be_written_over_and_has_room_for_nothing_but_its_fields() -> None:
    """A fact that is recorded stays as it is (CONTRIBUTING.md, "History is not rewritten")."""
    working = set()
    with cases() as case:
        for each in dataclasses():
            name = f"{each.__module__}.{each.__qualname__}"
            with case(name):
                if "__dataclass_params__" in vars(each) and not each.__dataclass_params__.frozen:  # type: ignore[attr-defined]
                    working.add(name)
                can_remember = any(
                    isinstance(part, cached_property) for kind in each.__mro__ for part in vars(kind).values()
                )
                assert can_remember or name in SHARED or "__slots__" in vars(each)
    assert working == WORKING
