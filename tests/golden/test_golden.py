"""A whole deal of every ruleset as each viewer came to know it, against files that people can read.

To accept a change: ``python -m tests.golden.telling``.
"""

from __future__ import annotations

import pytest

from domain.games.catalogue import RULESETS
from tests.golden.deals import DEALS
from tests.golden.telling import HERE, file_of, tell


@pytest.mark.parametrize("key", DEALS)
def test_the_deal_is_told_as_in_the_file(key: str) -> None:
    assert list(tell(key)) == file_of(key).read_text(encoding="utf-8").splitlines()


def test_every_ruleset_has_its_deal() -> None:
    assert DEALS.keys() == RULESETS.keys() == {path.stem for path in HERE.glob("*.txt")}


def test_the_card_thrown_and_never_shown_is_known_to_its_seat_and_to_the_maker_only() -> None:
    """000 "Closed Trump games": South threw 9C to the first trick; West inspected it."""
    learned = [line.split() for line in tell("304") if line.startswith("    ")]
    assert {
        who.strip(":") for who, *words in learned if {"9C", "(9C)", "S=9C"} & {word.strip(",;") for word in words}
    } == {
        "S",
        "W",
    }
