"""The score of a match after one of its deals, as JSON: for the end of a practice deal, and of a recorded one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.match import leader

if TYPE_CHECKING:
    from domain.engine.match import Payment, Terms, Tokens
    from domain.match.scoring import Score
    from domain.practice.aggregate import Practice
    from replay.views import View


def deal_in_match(terms: Terms, number: int, before: Tokens, payment: Payment | None = None) -> View:
    """Return a deal of a match: its number, the balance before it, and what it paid.

    ``payment``: that of the deal; None if the deal is not over, or not counted.
    """
    payload: View = {
        "number": number,
        "by_points": terms.by_points,
        "stake": terms.stake,
        "goal": terms.goal,
        "before": dict(before),
        "balance": dict(payment.balance if payment else before),
    }
    if payment:
        payload["paid"] = payment.paid
    return payload


def practice_match(practice: Practice, score: Score) -> View:
    """Return the match of a practice deal: the deal in it, whether the match is over, and who has won it."""
    terms = practice.record.rules.ruleset.match
    number = len(practice.opened.before) + 1
    payments = score.payments
    payment = payments[number - 1] if len(payments) == number else None
    before = payments[number - 2].balance if number > 1 else dict.fromkeys(score.balance, terms.stake)
    over = score.last is not None
    payload = deal_in_match(terms, number, before, payment)
    payload |= {"over": over, "winner": leader(score.balance) if over else None}
    if over:
        payload["why"] = terms.kind_of_end(score.balance)
    return payload
