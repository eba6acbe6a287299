"""An arbiter's rulings on a deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from api import commands
from api.blueprint import Blueprint
from api.changes import Command, changes
from api.permissions import BENCH
from domain.engine.facts import CapsRuled, RulingLifted, ViolationRuled
from schemas.answers import SavedDealAnswer
from schemas.commands import LiftRuling, RuleCaps, RuleViolation

if TYPE_CHECKING:
    from domain.ledger import Ledger

blp = Blueprint("rulings", __name__, url_prefix="/api/v1/deals", description="Rulings of an arbiter")
change = changes(blp, "deal_id", BENCH, commands.run_on_deal, SavedDealAnswer)


@change("/rulings/caps", RuleCaps)
def rule_caps(to: Ledger) -> Command:
    """Rule on a Caps call: `right`, `early`, `late`, or `missing` if it was owed and never made."""
    return lambda deal_id, verdict, seat, why, **sent: to.deals.rule_caps(
        deal_id, CapsRuled(verdict, seat, why), **sent
    )


@change("/rulings/violation", RuleViolation)
def rule_violation(to: Ledger) -> Command:
    """Rule that a seat broke a rule. The ruleset decides the consequence."""
    return lambda deal_id, seat, code, why, **sent: to.deals.rule_violation(
        deal_id, ViolationRuled(seat, code, why), **sent
    )


@change("/rulings/lift", LiftRuling)
def lift_ruling(to: Ledger) -> Command:
    """Lift a ruling and its effect on the result. The record keeps both."""
    return lambda deal_id, ruling, code, why, seat=None, **sent: to.deals.lift_ruling(
        deal_id, RulingLifted(ruling, seat, code, why), **sent
    )
