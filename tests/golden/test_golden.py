"""A whole deal as each seat came to know it, against the file that people can read.

To accept a change: ``python -m tests.golden.closed_deal``.
"""

from __future__ import annotations

from tests.golden.closed_deal import FILE, HANDS, tell


def test_the_closed_deal_is_told_as_in_the_file() -> None:
    assert list(tell()) == FILE.read_text(encoding="utf-8").splitlines()


def test_the_card_thrown_and_never_shown_is_known_to_its_seat_and_to_the_maker_only() -> None:
    """000 "Closed Trump games": South threw 9C to the first trick; West inspected it."""
    holders = {line.split()[0] for line in tell() if line.startswith("    ") and "9C" in line}
    assert holders == {"S", "W"}
    assert "9C" in HANDS["S"]
