"""A process keeps for a second what is hidden from whom. It still holds while it is read anew, or after that failed."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Event
from typing import cast
from uuid import UUID

import pytest

from api.sights import Sights
from domain.club.policy import MEMBERS, OPEN
from store.tables.people.who_sees import Line, WhoSees
from tests.waiting import PATIENCE

CLUB = UUID(int=7)


@dataclass
class Table:
    """A table of choices of one club, whose reading can be held up."""

    level: str = MEMBERS
    held_up: bool = False
    fails: bool = False
    begun: Event = field(default_factory=Event)
    goes_on: Event = field(default_factory=Event)

    def choices(self) -> tuple[int, list[Line]]:
        if self.fails:
            raise ConnectionError
        lines: list[Line] = [("club", CLUB, None, [], {"level": self.level})]
        if self.held_up:
            self.held_up = False  # the next reading is not
            self.begun.set()
            assert self.goes_on.wait(PATIENCE)
        return 0, lines

    def names(self, club: UUID | None, after: int) -> list[tuple[int, str]]:
        return []


def sights_of(table: Table) -> Sights:
    return Sights(cast("WhoSees", table))


def hides(sights: Sights) -> bool:
    sight = sights.of_outsider()
    return sight is not None and sight.of(CLUB) is not None


@pytest.fixture
def other() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as pool:
        yield pool


def test_nobody_sees_everything_while_a_new_process_reads_what_is_hidden(other: ThreadPoolExecutor) -> None:
    table = Table(held_up=True)
    sights = sights_of(table)
    first = other.submit(hides, sights)
    assert table.begun.wait(PATIENCE)
    assert hides(sights)
    table.goes_on.set()
    assert first.result(PATIENCE)


def test_nobody_sees_everything_after_it_could_not_be_read() -> None:
    table = Table(fails=True)
    sights = sights_of(table)
    for _ in range(2):
        with pytest.raises(ConnectionError):
            hides(sights)
    table.fails = False
    assert hides(sights)


def test_what_was_read_before_a_change_does_not_replace_what_was_read_after_it(other: ThreadPoolExecutor) -> None:
    table = Table(level=OPEN, held_up=True)
    sights = sights_of(table)
    before = other.submit(hides, sights)
    assert table.begun.wait(PATIENCE)
    table.level = MEMBERS
    sights.notice()
    assert hides(sights)
    table.goes_on.set()
    before.result(PATIENCE)
    assert hides(sights)
    member = sights.of_member(frozenset({CLUB}))
    assert member is None or member.of(CLUB) is None


def test_what_has_not_changed_is_the_same_object_when_it_is_read_again() -> None:
    """The hub compares it, and lets its listeners connect again when it is another one."""
    sights = sights_of(Table())
    before = sights.of_outsider()
    sights.notice()
    assert sights.of_outsider() is before
