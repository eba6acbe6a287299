"""The payments of a match from deal to deal, its end, and the next dealer (000 "Deal", "Scoring", "Variants").

Each team starts with the same number of tokens, normally 11. What a deal pays goes to the other team, or
to a neutral bank. A team that owes more than it has pays what it has, and the game is over (no document
says; gap B17). How a match ends is row A25:

``all_tokens``  one team holds all tokens, so the other has none (000, 004)
``bank``        a team has lost all its tokens (000 "Variants")
``free``        when the players stop; the team with more is ahead (002). Until then a debt is a debt: since
                nobody is out of the game, a balance may fall below nought.
``points``      a team has so many card points, added up from deal to deal, and more than the other (002
                "Alternate Scoring Variant"; A24)

A Jass is played for points: what each team scores is added up until one of them has reached the target and
the two are not equal (003 "Scoring"; C4, C14).

Where everybody plays for itself (000 "Maharashtrian version"), each seat is a team of its own; the match is over
when one has no tokens left, and the one with most is ahead (ours).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from domain.engine.cards import Seat
from domain.engine.match import Payment, Terms, Tokens
from domain.engine.seats import Seating


@dataclass(frozen=True, slots=True)
class Score:
    """A match as far as it was played: a payment for each deal, and how it ended, if it did."""

    payments: tuple[Payment, ...]
    balance: dict[str, int]
    last: int | None = None
    """The place, among the payments, of the deal that ended the match."""


def start(seating: Seating, terms: Terms) -> dict[str, int]:
    """Return the balance at the beginning."""
    return dict.fromkeys(seating.teams, terms.stake)


def score(seating: Seating, terms: Terms, due: Sequence[Tokens]) -> Score:
    """Pay the deals of a match in order. Deals after the one that ended it move nothing."""
    balance = start(seating, terms)
    payments = []
    last = None
    for n, tokens in enumerate(due):
        payment = terms.pay(balance, tokens if last is None else {})
        payments.append(payment)
        balance = payment.balance
        if last is None and terms.over(balance):
            last = n
    return Score(tuple(payments), balance, last)


def next_dealer(seating: Seating, dealer: Seat, outcome: str) -> Seat:
    """Return the dealer after this deal.

    After each hand the turn to deal passes to the right, also when all passed (000 "Deal", "Bidding with
    Four Cards"). After spoilt trumps the same dealer deals again (000 "Spoilt Trumps"). A redeal happens
    inside a deal and does not come here.
    """
    return dealer if outcome == "spoilt" else seating.next(dealer)
