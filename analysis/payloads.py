"""Prices as JSON: of a whole deal, and of one ply also from the seat; a position for the kernel in a browser.

They reveal all cards.
"""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING, Any

from analysis.judgement import judge
from analysis.layout import CARDS, UNKNOWN_PRICE, Result
from analysis.machine import digest
from analysis.position import goal_of, question

if TYPE_CHECKING:
    from analysis.deal import DealAnalysis, PricedPly
    from analysis.judgement import SeatJudgement
    from analysis.seat import Guaranteed, SeatPrices
    from domain.engine.cards import Card
    from domain.engine.state import State


def deal_payload(analysis: DealAnalysis) -> dict[str, Any]:
    """Return the prices of every card of a deal. Only viewers who may see the whole deal may have it."""
    return {
        "kernel": digest(),
        "finished": analysis.finished,
        "goal": analysis.goal.value,
        "needed": analysis.needed,
        "makers": list(analysis.makers),
        "pays": analysis.pays,
        "plies": [_priced(ply) for ply in analysis.plies],
        "unsolved": [{"ply": ply, "reason": reason} for ply, reason in analysis.unsolved.items()],
    }


def _priced(ply: PricedPly) -> dict[str, Any]:
    return {
        "ply": ply.ply,
        "seat": ply.seat,
        "card": ply.card,
        "for_makers": ply.for_makers,
        "best": ply.best,
        "cost": ply.cost,
        "prices": ply.prices,
        "pay": ply.pay,
        "pay_cost": ply.pay_cost,
        "all_tricks": ply.all_tricks,
        "better": ply.better,
        "why": ply.why,
        "finished": ply.finished,
        "from_seat": _judged(ply.from_seat) if ply.from_seat else None,
    }


def _judged(judgement: SeatJudgement) -> dict[str, Any]:
    return {
        "avoidable": judgement.avoidable,
        "better": judgement.better,
        "behind": round(judgement.behind, 2),
        "error": round(judgement.error, 2),
        "pay_behind": round(judgement.pay_behind, 2),
        "deals": judgement.deals,
        "fitting": str(judgement.fitting),
        "reason": judgement.reason or None,
    }


def ply_payload(
    hindsight: PricedPly, seat: SeatPrices, guaranteed: dict[Card, Guaranteed], undecided: str
) -> dict[str, Any]:
    """Return the prices of one ply, with open hands and from the seat. ``undecided``: why nothing is guaranteed."""
    return {
        "kernel": digest(),
        "ply": seat.ply,
        "seat": seat.seat,
        "card": hindsight.card,
        "for_makers": seat.for_makers,
        "goal": seat.goal.value,
        "needed": seat.needed,
        "better": hindsight.better,
        "why": hindsight.why,
        "from_seat": _judged(judge(seat, hindsight.card)),
        "fitting": str(seat.fitting),
        "settled": seat.settled,
        "unfinished": seat.unfinished,
        "undecided": undecided or None,
        "cards": [
            {
                "card": card,
                "open": hindsight.prices.get(card),
                "open_pay": hindsight.pay.get(card),
                "all_tricks": hindsight.all_tricks.get(card),
                "deals": each.deals,
                "mean": round(each.mean, 2),
                "error": round(each.error, 2),
                "made": round(each.made, 4),
                "pay": round(each.pay, 2),
                "behind": round(each.behind, 2),
                "behind_error": round(each.behind_error, 2),
                "guaranteed": guaranteed[card].result if card in guaranteed else None,
            }
            for card, each in seat.expected.items()
        ],
    }


def question_payload(s: State, whole: State) -> dict[str, Any]:
    """Return a position as the kernel takes it, with what is needed to read its answer.

    ``whole``: an earlier state of the same deal, as for `question`. Raises `Unsolvable`.
    """
    goal = goal_of(whole)
    task = question(s, goal, whole)
    play = s.rules.ruleset.game.card_play(s)
    seats = s.rules.seats
    return {
        "kernel": digest(),
        "goal": goal.value,
        "needed": 1 if play.needs_all else play.needed,
        "makers": [seat for place, seat in enumerate(seats) if play.makers >> place & 1],
        "for_makers": bool(play.makers >> s.turn & 1),
        "taken": task.taken,
        "cards": {str(number): s.rules.tables.card[bit] for number, bit in task.bits.items()},
        "deal": b64encode(bytes(task.deal)).decode(),
        "position": b64encode(bytes(task.position)).decode(),
    }


def result_layout() -> dict[str, int]:
    """Return where a script finds the kernel's answer, in bytes from the address of its result."""
    return {
        "cards": CARDS,
        "unknown": UNKNOWN_PRICE,
        "nodes": Result.nodes.offset,
        "price": Result.price.offset,
    }
