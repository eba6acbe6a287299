"""Decide which remedies can have no effect on a deal, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.dispute import facts
from domain.engine.state import NOBODY
from domain.engine.words.values import sentence

if TYPE_CHECKING:
    from domain.engine.words.values import Term
    from domain.record.record import Record


def why_useless(record: Record, kind: str) -> Term | None:
    """Return why a remedy of this kind changes nothing in the deal as it stands; None if it may change something."""
    match kind:
        case facts.UNDO if record.over:
            return sentence("The deal is over, so the table cannot play on. Assign a result, or have it dealt again.")
        case facts.REPLAY | facts.ASSIGN if record.abandoned:
            return sentence("The deal does not count any more.")
        case facts.VIOLATION if record.rules.ruleset.award is None:
            return sentence("This ruleset has no penalty for a broken rule. To change the result, assign one.")
        case facts.VIOLATION if record.state.maker == NOBODY:
            return sentence("There is no trump maker, so there is no game to award.")
        case facts.CAPS if not record.game.has_caps(record.rules.ruleset):
            return sentence("Caps is not part of this game.")
    return None


def why_unchanged(before: Record, after: Record, kind: str) -> Term | None:
    """Return why a ruling with a remedy of this kind left the result of the deal as it was; None if it did not."""
    if (useless := why_useless(before, kind)) is not None:
        return useless
    match kind:
        case facts.NOTHING:
            return sentence("You chose to change nothing.")
        case facts.WARNING:
            return sentence("A warning changes no result.")
        case facts.UNDO:
            return sentence("The scribe corrects the record; the ruling itself takes nothing back.")
        case facts.VIOLATION | facts.CAPS | facts.ASSIGN if before.settlement == after.settlement:
            if before.settlement is None:
                return sentence("The deal is not over: this counts at its end.")
            return sentence("The deal counts so already.")
    return None
