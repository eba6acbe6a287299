"""Disputes for tests: a tournament of two deals a table, by rules where a breach costs the game and two tokens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from domain.dispute.facts import Remedy, Ruling
from domain.engine.parameters import override
from domain.engine.ruleset import Ruleset
from domain.games.catalogue import STANDARD
from domain.ledger import Ledger
from tests.record.play import SCRIBE, played
from tests.record.tournament_setup import by_hand, drawn, opened

AT = "2026-02-14T20:15:09.318Z"
LATER = "2026-02-14T20:40:00.000Z"
MORROW = "2026-02-15T10:00:00.000Z"
ARBITER: dict[str, Any] = {"by": "Mrs Fernando", "at": AT}
ANOTHER: dict[str, Any] = {"by": "Mr Silva", "at": LATER}
PLAYER: dict[str, Any] = {"by": "Kamala", "at": AT}

REVOKE = Remedy("violation", seat="E", code="revoke", note="East had a heart.")


def ruling(*remedies: Remedy, **more: Any) -> Ruling:
    """A ruling with these remedies."""
    return Ruling(remedies, more.pop("reason", "The fourth trick shows it."), **more)


@dataclass(frozen=True, slots=True)
class Hall:
    """A round of a tournament; at its first table a match of two deals was played."""

    tournament: UUID
    table: UUID
    match: UUID
    deals: tuple[UUID, UUID]


STRICT = override(STANDARD, "strict", "Strict", {"violation.remedy": "award_game_plus"})
"""304 with the remedy of 004 "Rule Violations"; A19."""


def hall(ledger: Ledger, ruleset: str | Ruleset = STRICT, **more: Any) -> Hall:
    """Four pairs; the first two have played their two deals."""
    terms = {"format": "swiss", "rounds": 3, "encounter": {"deals": 2}, "scoring": {"counts": "tokens"}}
    tournament = opened(ledger, 4, terms, ruleset, **more)
    table, _ = drawn(ledger, tournament, by_hand(1, ("1", "2"), ("3", "4")))
    match = ledger.table_matches.seat_match(table, **SCRIBE).id
    deals = []
    for dealer, seed in (("S", 4), ("E", 5)):
        deals.append(ledger.deals.open(match=match, **SCRIBE).id)
        ledger.deals.act(deals[-1], played(dealer, seed=seed), as_it_happened=True, **SCRIBE)
    return Hall(tournament, table, match, (deals[0], deals[1]))


def disputed(ledger: Ledger, deal: UUID, side: str = "NS", ply: int = 20, **more: Any) -> UUID:
    """A side claims that East revoked."""
    claim = {"claim": "East did not follow to the fourth trick.", "code": "revoke", "seat": side[0], **more}
    return ledger.disputes.open(deal, side, ply, **claim, **PLAYER).id
