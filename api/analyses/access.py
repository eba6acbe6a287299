"""Decide who may see the analysis of a deal. An analysis shows all hands.

A tournament can hold its analyses back. Then only officials see them until the director has closed the round.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, cast

from flask import g

from api.analyses.likely_results import audit_with_results
from api.callers import Place, caller
from api.deals import access as deal_access
from api.problems import Problem, forbidden
from api.services import ledger, services
from api.tournaments.boards import MOST
from domain.engine.hiding import ARBITER
from domain.engine.words.values import sentence
from replay.audits.audit import audit

if TYPE_CHECKING:
    from uuid import UUID

    from api.deals.access import VisibleDeal
    from domain.engine.words.values import Term
    from replay.words import Language


def get(deal_id: UUID) -> VisibleDeal:
    """Return a deal whose analysis the caller may see.

    Raises `NotFound`, or `Problem` (403) if the caller may not see all hands now, or not their analysis.
    """
    visible = deal_access.get(deal_id, ARBITER)
    if is_held_back(visible):
        raise forbidden(sentence("The tournament shows analyses only after the round is closed."))
    return visible


def no_analysis(reason: Term) -> Problem:
    """Return the problem of a deal without an analysis."""
    return Problem("no-analysis", sentence("This deal has no analysis: {reason}.", reason=reason))


def audit_for_caller(visible: VisibleDeal, language: Language) -> dict[str, Any]:
    """Return the audit of a deal as JSON: without likely results if the analysis is held back from the caller."""
    make = audit if is_held_back(visible) else audit_with_results
    return make(visible.record, language)


def is_held_back(visible: VisibleDeal) -> bool:
    """Return whether a tournament holds back the analysis of this deal from the caller."""
    match = visible.record.opened.match
    return match is not None and match in find_matches_held_back()


def find_matches_held_back() -> frozenset[str]:
    """Return the ids of the matches whose analyses the caller may not see yet, computed once per request."""
    matches = g.get("matches_held_back")
    if matches is None:
        matches = g.matches_held_back = _compute_matches_held_back()
    return cast("frozenset[str]", matches)


def _compute_matches_held_back() -> frozenset[str]:
    sender, catalogue = caller(), services().catalogue
    if sender.everywhere:
        return frozenset()
    encounters: list[UUID] = []
    where = {"status": "playing", "analysis_after_round": True}
    for row in islice(catalogue.rows("tournament", where=where), MOST):
        if sender.covers(Place(str(row.club) if row.club else None)):
            continue
        tournament = ledger().tournaments.get(row.id)
        for number, each in tournament.rounds.items():
            if not each.closed:
                encounters += tournament.encounters(number)
    return frozenset(catalogue.matches_of(encounters)) if encounters else frozenset()
