"""The payments of a match from deal to deal, its end, and the next dealer (000 "Deal", "Scoring", "Variants").

Each team starts with the same number of tokens, normally 11. A deal's payment goes to the other team, or to a neutral
bank. A team that owes more than it has pays what it has, and the match is over (no document says; gap B17). The end of
a match is row A25:

``all_tokens``  one team holds all tokens, so the other has none (000, 004)
``bank``        a team has lost all its tokens (000 "Variants")
``free``        the players stop; the team with more is ahead (002). Until then no team is out of the match, so
                a balance may be negative.
``points``      a team has reached the target of card points, added up over the deals, and has more than the
                other (002 "Alternate Scoring Variant"; A24)

A Jass is played for points: the scores are added up until a team has reached the target and the two are not equal
(003 "Scoring"; C4, C14).

Where all players play for themselves (000 "Maharashtrian version"), each seat is a team; the match is over when one
has no tokens left, and the one with the most is ahead (ours).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from domain.engine.cards import Seat
from domain.engine.match import Payment, Terms, Tokens
from domain.engine.seats import Seating


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a match so far: a payment for each deal, the balance, and the deal that ended the match, if any."""

    payments: tuple[Payment, ...]
    balance: dict[str, int]
    last: int | None = None
    """The index of the payment that ended the match; None while the match goes on."""


def start(seating: Seating, terms: Terms) -> dict[str, int]:
    """Return the balance at the beginning of a match."""
    return dict.fromkeys(seating.teams, terms.stake)


def score(seating: Seating, terms: Terms, due: Sequence[Tokens]) -> Score:
    """Pay the deals of a match in order. Deals after the one that ended the match pay nothing."""
    balance = start(seating, terms)
    payments = []
    last = None
    for n, tokens in enumerate(due):
        payment = terms.pay(balance, tokens if last is None else {})
        payments.append(payment)
        balance = payment.balance
        if last is None and terms.is_over(balance):
            last = n
    return Score(tuple(payments), balance, last)


def next_dealer(seating: Seating, dealer: Seat, outcome: str) -> Seat:
    """Return the dealer after this deal.

    After each deal the turn to deal passes to the right, also when all passed (000 "Deal", "Bidding with Four Cards").
    After spoilt trumps the same dealer deals again (000 "Spoilt Trumps"). A redeal is part of a deal and is not
    handled here.
    """
    return dealer if outcome == "spoilt" else seating.next(dealer)
