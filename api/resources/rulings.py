"""An arbiter's rulings on a deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api import commands
from api.blueprint import Blueprint
from api.permissions import BENCH
from api.services import ledger
from domain.engine.facts import CapsRuled, RulingLifted, ViolationRuled
from schemas.answers import SavedDealAnswer
from schemas.commands import LiftRuling, RuleCaps, RuleViolation

if TYPE_CHECKING:
    from uuid import UUID

blp = Blueprint("rulings", __name__, url_prefix="/api/v1/deals", description="Rulings of an arbiter")


@blp.post("/<uuid:deal_id>/rulings/caps")
@blp.arguments(RuleCaps)
@blp.response(200, SavedDealAnswer)
@blp.commands(BENCH, within="deal_id")
def rule_caps(params: dict[str, Any], deal_id: UUID) -> commands.Answer:
    """Rule on a Caps call: `right`, `early`, `late`, or `missing` if it was owed and never made."""
    ruling = CapsRuled(params["verdict"], params["seat"], params["why"])
    return commands.run_on_deal(deal_id, params, lambda sent: ledger().deals.rule_caps(deal_id, ruling, **sent))


@blp.post("/<uuid:deal_id>/rulings/violation")
@blp.arguments(RuleViolation)
@blp.response(200, SavedDealAnswer)
@blp.commands(BENCH, within="deal_id")
def rule_violation(params: dict[str, Any], deal_id: UUID) -> commands.Answer:
    """Rule that a seat broke a rule. The ruleset decides the consequence."""
    ruling = ViolationRuled(params["seat"], params["code"], params["why"])
    return commands.run_on_deal(deal_id, params, lambda sent: ledger().deals.rule_violation(deal_id, ruling, **sent))


@blp.post("/<uuid:deal_id>/rulings/lift")
@blp.arguments(LiftRuling)
@blp.response(200, SavedDealAnswer)
@blp.commands(BENCH, within="deal_id")
def lift_ruling(params: dict[str, Any], deal_id: UUID) -> commands.Answer:
    """Lift a ruling and its effect on the result. The record keeps both."""
    lifted = RulingLifted(params["ruling"], params.get("seat"), params["code"], params["why"])
    return commands.run_on_deal(deal_id, params, lambda sent: ledger().deals.lift_ruling(deal_id, lifted, **sent))
