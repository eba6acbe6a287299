"""Learn from the deals that a player played in an evening: the card that cost most, a bid too high, Caps.

All of it is read from stored analyses of deals whose hands are shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from replay.tally import Line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from uuid import UUID

    from domain.engine.cards import Seat


@dataclass(frozen=True, slots=True)
class OwnDeal:
    """A deal of a player, with its stored analysis."""

    id: UUID
    line: Line
    seat: Seat
    answer: Mapping[str, Any] | None = None
    """The prices of the cards (`analysis.payloads.deal_payload`); None if the deal has none."""
    caps: Mapping[str, Any] | None = None
    """The verdict on Caps (`analysis.caps.caps_payload`)."""

    def named(self) -> dict[str, Any]:
        """Return the id, the number and the ruleset of the deal as JSON values."""
        data = self.line.data
        return {"deal": str(self.id), "number": data.get("number", 0), "ruleset": data["ruleset"]}


def unconfirmed(deals: Sequence[OwnDeal], most: int) -> list[dict[str, Any]]:
    """Return the newest deals whose result nobody of the player's side has confirmed, as JSON values, in order."""
    waiting = [deal for deal in deals if _waits(deal)][-most:]
    return [{**deal.named(), "tokens": deal.line.data["tokens"].get(_side(deal), 0)} for deal in waiting]


def _waits(deal: OwnDeal) -> bool:
    data = deal.line.data
    agreed = {data["sides"].get(seat) for seat in data.get("confirmed_by", ())}
    return bool(data.get("provisional")) and data.get("tokens") is not None and _side(deal) not in agreed


def _side(deal: OwnDeal) -> str | None:
    """Return the side of the player."""
    side: str | None = deal.line.data.get("sides", {}).get(deal.seat)
    return side


def costliest_card(deals: Iterable[OwnDeal]) -> dict[str, Any] | None:
    """Return the card of a player that cost most, as JSON values; None if no card cost anything.

    A card that the player could know to be worse comes first, by what it cost as far as the seat could know; then cards
    that were not judged, by what they cost with all hands open; last those that nobody could know to be worse. Tokens
    count before points.
    """
    costly = [(deal, ply) for deal in deals for ply in _costly(deal)]
    if not costly:
        return None
    deal, ply = max(costly, key=lambda pair: (_weight(pair[1]), str(pair[0].id), -pair[1]["ply"]))
    return {**deal.named(), **_card(ply), "goal": deal.answer["goal"] if deal.answer else ""}


def _costly(deal: OwnDeal) -> Iterator[Mapping[str, Any]]:
    """Yield the cards of the player that cost something with all hands open."""
    for ply in (deal.answer or {}).get("plies", ()):
        if ply["seat"] == deal.seat and (ply["cost"] or ply["pay_cost"]):
            yield ply


def _weight(ply: Mapping[str, Any]) -> tuple[int, float, float]:
    seen = ply["from_seat"] or {}
    match seen.get("avoidable"):
        case True:
            return 2, seen["pay_behind"], seen["behind"]
        case None:
            return 1, ply["pay_cost"] or 0, ply["cost"] or 0
    return 0, ply["pay_cost"] or 0, ply["cost"] or 0


def _card(ply: Mapping[str, Any]) -> dict[str, Any]:
    seen = ply["from_seat"] or {}
    avoidable = seen.get("avoidable")
    return {
        "ply": ply["ply"],
        "card": ply["card"],
        "better": (seen.get("better") if avoidable else None) or ply["better"],
        "cost": ply["cost"] or 0,
        "pay_cost": ply["pay_cost"] or 0,
        "avoidable": avoidable,
        "behind": seen.get("behind", 0) if avoidable else 0,
        "deals": seen.get("deals", 0) if avoidable else 0,
    }


def bid_too_high(deals: Iterable[OwnDeal]) -> dict[str, Any] | None:
    """Return the failed bid of a player that was farthest above what could be made, as JSON values; None if none was.

    What could be made is the result of the best play of both sides, with all hands open. Only bids of points count.
    """
    high = [(deal, short) for deal in deals if (short := _points_short(deal)) > 0]
    if not high:
        return None
    deal, short = max(high, key=lambda pair: (pair[1], str(pair[0].id)))
    bid = int(deal.line.bid)
    return {**deal.named(), "bid": bid, "could": bid - short}


def _points_short(deal: OwnDeal) -> int:
    """Return by how many points a failed bid of the player was too high for the best play; 0 if it was not."""
    answer, line = deal.answer, deal.line
    is_own = line.maker == deal.seat and line.data.get("result") == "failed"
    if not answer or not is_own or not line.bid.isdecimal() or answer["goal"] != "points" or not answer["plies"]:
        return 0
    first = answer["plies"][0]
    if first["best"] is None or any(each["ply"] < first["ply"] for each in answer["unsolved"]):
        return 0
    return max(0, int(answer["needed"]) - int(first["best"]))


def caps_of(deals: Iterable[OwnDeal]) -> list[dict[str, Any]]:
    """Return the calls of Caps that the player made or owed, as JSON values."""
    return [
        {**deal.named(), "verdict": deal.caps["verdict"], "ply": deal.caps["ply"]}
        for deal in deals
        if deal.caps and deal.caps["seat"] == deal.seat
    ]
