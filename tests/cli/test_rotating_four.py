"""A rotating four at the command line."""

from __future__ import annotations

from uuid import UUID

import pytest

from domain.ledger import Ledger
from tests.cli.conftest import Nought, complaint
from tests.record.play import SCRIBE

pytestmark = pytest.mark.usefixtures("book")


def test_a_four_is_opened_and_counts_in_a_series(nought: Nought, ledger: Ledger) -> None:
    club = ledger.clubs.open_club("Four Club", **SCRIBE).id
    series = nought("series", "open", "Fours", "--club", str(club)).out.strip()
    four = ("tournament", "four", "Anna", "Bea", "Cleo", "Dora", "--club", str(club), "--series", series)
    opened = nought(*four, "--name", "Friday four")
    assert opened.code == 0, opened.err
    assert opened.out.startswith("Friday four is open: ")
    assert "set 1: " in opened.out
    league = UUID(series)
    (evening,) = ledger.series.get(league).evenings
    assert "all different" in complaint(nought("tournament", "four", "Anna", "Bea", "Cleo", "Anna"))
    ledger.series.remove_evening(league, evening, **SCRIBE)
    assert "no evening" in complaint(nought("series", "end", series))
    other = nought("series", "open", "Other", "--club", str(ledger.clubs.open_club("Elsewhere", **SCRIBE).id))
    assert "another club" in complaint(nought(*four[:8], "--series", other.out.strip()))
