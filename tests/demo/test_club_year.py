"""The series and the slate that the demo records beside its evening."""

from __future__ import annotations

from demo.club_year import LINES, record_series, record_slate, series_id, slate_id
from demo.evening import Evening
from demo.recorder import record_championship, record_club, record_sitting
from domain.ledger import Ledger


def test_the_slate_ends_after_1000_points_and_the_series_counts_what_is_over(ledger: Ledger) -> None:
    plan = Evening(deals=14)
    record_club(ledger, plan)
    matches = []
    for sitting in plan.sittings():
        record_sitting(ledger, plan, sitting)
        matches.append(sitting.id)
    list(record_championship(ledger, plan))
    for _ in range(2):  # a second start of the demo adds nothing
        record_slate(ledger, plan)
        record_series(ledger, plan, matches[:1])
    slate = ledger.slates.get(slate_id(plan))
    assert len(slate.lines) == len(LINES)
    assert slate.version == 1 + len(LINES)
    assert (slate.score.totals, slate.winners) == ({"A": 1091, "B": 996}, ("A",))
    series = ledger.series.get(series_id(plan))
    evenings = ledger.series.evenings(series)
    assert [bool(evening.rows) for evening in evenings] == [True, True, False]
    assert series.version == 4
