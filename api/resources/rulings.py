"""An arbiter's rulings on a deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api import recording
from api.blueprint import Blueprint
from api.permissions import BENCH
from api.services import services
from domain.engine.facts import CapsRuled, RulingLifted, ViolationRuled
from schemas.answers import SavedDealAnswer
from schemas.commands import LiftRuling, RuleCaps, RuleViolation

if TYPE_CHECKING:
    from uuid import UUID

blp = Blueprint("rulings", __name__, url_prefix="/api/v1/deals", description="What an arbiter rules")


@blp.post("/<uuid:deal_id>/rulings/caps")
@blp.arguments(RuleCaps)
@blp.response(200, SavedDealAnswer)
@blp.commands(BENCH, within="deal_id")
def rule_caps(told: dict[str, Any], deal_id: UUID) -> recording.Answer:
    """Rule on a Caps call: `right`, `early`, `late`, or `missing` if it was owed and never made."""
    ruling = CapsRuled(told["verdict"], told["seat"], told["why"])
    ledger = services().ledger
    return recording.on_deal(deal_id, told, lambda sent: ledger.deals.rule_caps(deal_id, ruling, **sent))


@blp.post("/<uuid:deal_id>/rulings/violation")
@blp.arguments(RuleViolation)
@blp.response(200, SavedDealAnswer)
@blp.commands(BENCH, within="deal_id")
def rule_violation(told: dict[str, Any], deal_id: UUID) -> recording.Answer:
    """Rule that a seat broke a rule; what follows is the ruleset's."""
    ruling = ViolationRuled(told["seat"], told["code"], told["why"])
    ledger = services().ledger
    return recording.on_deal(deal_id, told, lambda sent: ledger.deals.rule_violation(deal_id, ruling, **sent))


@blp.post("/<uuid:deal_id>/rulings/lift")
@blp.arguments(LiftRuling)
@blp.response(200, SavedDealAnswer)
@blp.commands(BENCH, within="deal_id")
def lift_ruling(told: dict[str, Any], deal_id: UUID) -> recording.Answer:
    """Take a ruling back: what it made of the result goes with it. The record keeps both."""
    lifted = RulingLifted(told["ruling"], told.get("seat"), told["code"], told["why"])
    ledger = services().ledger
    return recording.on_deal(deal_id, told, lambda sent: ledger.deals.lift_ruling(deal_id, lifted, **sent))
