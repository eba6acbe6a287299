"""Each migration has a number of its own: they are applied in the order of their names, none in between."""

from __future__ import annotations

from store.migrations import load


def test_no_two_migrations_have_the_same_number_and_none_is_missing() -> None:
    numbers = [migration.name.partition("_")[0] for migration in load()]
    assert numbers == [f"{number:03}" for number in range(1, len(numbers) + 1)], (
        "give the newer one the next free number: a book that has the other one cannot apply it any more"
    )
