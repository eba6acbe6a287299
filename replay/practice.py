"""A practice deal as the person in its seat sees it, with the acts that the seat may do now.

Hide first, fold after: everything is computed from the acts as the seat saw them. Once the deal is over, all hands are
shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from domain.engine.facts import CardPlayed
from domain.engine.hiding import ARBITER
from replay.desk import choices, plain
from replay.notation.actions import write_action
from replay.views import Viewpoint, deal_end, latest_view

if TYPE_CHECKING:
    from domain.engine.cards import Seat
    from domain.record.record import Record


def practice_payload(record: Record, seat: Seat) -> dict[str, Any]:
    """Return the deal as JSON for the person in the seat."""
    rules = record.rules
    point = Viewpoint.of(record, seat)
    acts = [write_action(point.follow(act)) for act in record.acts]
    s = point.state
    payload: dict[str, Any] = {"plies": len(acts), "over": record.over, "acts": acts}
    if record.over:
        return payload | {
            "view": latest_view(record, ARBITER),
            "acts": [write_action(act) for act in record.acts],
            "plays": [],
            "choices": [],
            "bids": [],
        }
    return payload | {
        "view": point.view() | deal_end(record),
        "plays": [plain(act) for act in rules.legal(s, seat) if isinstance(act, CardPlayed)],
        "choices": [choice for choice in choices(rules, s) if choice["act"]["seat"] == seat],
        "bids": [plain(act) for act in rules.stages[s.stage].bids()],
    }


def legal_acts(record: Record, seat: Seat) -> list[str]:
    """Return the legal acts of a seat as sentences, by what the seat knows."""
    point = Viewpoint.of(record, seat)
    for act in record.acts:
        point.follow(act)
    return [write_action(act) for act in record.rules.legal(point.state, seat)]
