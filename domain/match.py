"""What a match pays from deal to deal, when it is over, and who deals next (000 "Deal", "Scoring", "Variants").

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

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from domain.cards import Seat
from domain.facts import DealSettled
from domain.jass.ruleset import MatchTarget
from domain.ruleset import MatchTerms
from domain.seats import Seating

Terms: TypeAlias = MatchTerms | MatchTarget

NEVER: Final = 1_000_000
"""So many points that no match comes to them."""

Tokens: TypeAlias = Mapping[str, int]
"""By team: tokens or points held, or won (+) and lost (-)."""


@dataclass(frozen=True, slots=True)
class Payment:
    """What moved after a deal, and what each team then held."""

    paid: dict[str, int]
    balance: dict[str, int]


@dataclass(frozen=True, slots=True)
class Score:
    """A match as far as it was played: a payment for each deal, and how it ended, if it did."""

    payments: tuple[Payment, ...]
    balance: dict[str, int]
    last: int | None = None
    """The place, among the payments, of the deal that ended the match."""


def stake(terms: Terms) -> int:
    """With what each team begins (000 "Scoring"): so many tokens, or no points."""
    return 0 if isinstance(terms, MatchTarget) or terms.end == "points" else terms.tokens


def endless(terms: Terms) -> Terms:
    """The same terms for a match whose end something else decides: an encounter of a tournament."""
    if isinstance(terms, MatchTarget):
        return replace(terms, target=NEVER)
    return replace(terms, decimal_target=NEVER) if terms.end == "points" else replace(terms, end="free")


def start(seating: Seating, terms: Terms) -> dict[str, int]:
    """What each team begins with."""
    return dict.fromkeys(seating.teams, stake(terms))


def due(terms: Terms, settled: DealSettled) -> Tokens:
    """What a deal moves in a match: tokens, the points of a Jass, or the card points of a deal that was played."""
    if isinstance(terms, MatchTerms) and terms.end == "points":
        return settled.points if settled.outcome == "played" else dict.fromkeys(settled.points, 0)
    return settled.due


def pay(terms: Terms, balance: Tokens, due: Tokens) -> Payment:
    """Pay what a deal is worth. Whoever owes pays at most what it has; then winners share what there is, evenly."""
    if isinstance(terms, MatchTarget):
        scored = {team: due.get(team, 0) for team in balance}
        return Payment(scored, {team: held + scored[team] for team, held in balance.items()})
    paid = dict.fromkeys(balance, 0)
    if terms.end == "points":
        paid |= due
        return Payment(paid, {team: held + paid[team] for team, held in balance.items()})
    for team, tokens in due.items():
        if tokens < 0:
            paid[team] = tokens if terms.end == "free" else -min(-tokens, balance[team])
    left = -sum(paid.values()) if terms.pay_to == "other_team" else 0
    for _ in range(left):
        # One token at a time to whoever lacks most of what it has won.
        team = max(due, key=lambda each: due[each] - paid[each] if due[each] > 0 else 0)
        paid[team] += 1
    return Payment(paid, {team: held + paid[team] for team, held in balance.items()})


def over(terms: Terms, balance: Tokens) -> bool:
    """Whether the match ends so: a team has no tokens left, or is ahead with the points that were to be won."""
    if isinstance(terms, MatchTarget):
        return max(balance.values()) >= terms.target and leader(balance) is not None
    if terms.end == "points":
        return max(balance.values()) >= terms.decimal_target and leader(balance) is not None
    return terms.end != "free" and min(balance.values()) <= 0


def ending(terms: Terms, balance: Tokens) -> str:
    """How such a balance ends a match: ``tokens``, ``target``, or ``double`` (003 "Scoring": a double game)."""
    if isinstance(terms, MatchTarget):
        return "double" if min(balance.values()) < terms.double_below else "target"
    return "target" if terms.end == "points" else "tokens"


def score(seating: Seating, terms: Terms, due: Sequence[Tokens]) -> Score:
    """Pay the deals of a match in order. Deals after the one that ended it move nothing."""
    balance = start(seating, terms)
    payments = []
    last = None
    for n, tokens in enumerate(due):
        payment = pay(terms, balance, tokens if last is None else {})
        payments.append(payment)
        balance = payment.balance
        if last is None and over(terms, balance):
            last = n
    return Score(tuple(payments), balance, last)


def leader(balance: Tokens) -> str | None:
    """The team with more tokens; None when both hold as many."""
    most = max(balance.values())
    ahead = [team for team, held in balance.items() if held == most]
    return ahead[0] if len(ahead) == 1 else None


def next_dealer(seating: Seating, dealer: Seat, outcome: str) -> Seat:
    """Who deals after this deal.

    After each hand the turn to deal passes to the right, also when all passed (000 "Deal", "Bidding with
    Four Cards"). After spoilt trumps the same dealer deals again (000 "Spoilt Trumps"). A redeal happens
    inside a deal and does not come here.
    """
    return dealer if outcome == "spoilt" else seating.next(dealer)
