"""A second start of the demo on the record book of the first."""

from __future__ import annotations

from demo.evening import Evening
from demo.recorder import record_club, record_sitting
from domain.engine.facts import ViolationRuled
from domain.ledger import Ledger


def test_what_a_visitor_recorded_on_a_deal_stays_and_stops_no_second_start(ledger: Ledger) -> None:
    plan = Evening(deals=4)
    record_club(ledger, plan)
    sittings = list(plan.sittings())
    assert sum(record_sitting(ledger, plan, sitting) for sitting in sittings) == 4
    deal = sittings[0].deals[0].id
    seat = ledger.deals.get(deal).record.rules.seats[0]
    ruling = ViolationRuled(seat, "revoke", "seen by the table")
    ledger.deals.rule_violation(deal, ruling, by="visitor", at=sittings[-1].deals[-1].lines[-1].at)
    before = ledger.repository.history(deal)
    assert sum(record_sitting(ledger, plan, sitting) for sitting in sittings) == 0
    assert ledger.repository.history(deal) == before
