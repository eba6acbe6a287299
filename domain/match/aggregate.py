"""The aggregate of a match: its deals in order, the payment of each, and the balance.

Balances are folded from the facts; `domain.match.scoring` computes them. The methods under "decisions" return facts
and change nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from domain.engine import parameters
from domain.engine.match import leader
from domain.engine.words.values import SeatName, sentence
from domain.games.catalogue import own_game
from domain.kernel.aggregate import ListedAggregate
from domain.kernel.errors import Declined
from domain.kernel.events import Recorded
from domain.kernel.ids import as_id
from domain.kernel.ports import Listing
from domain.match.facts import (
    DealBegun,
    DealCounted,
    DealDropped,
    DealUncounted,
    MatchEnded,
    MatchOpened,
    MatchReopened,
    MatchTaken,
)
from domain.match.scoring import next_dealer, score
from domain.match.seats import check_seats

if TYPE_CHECKING:
    from uuid import UUID

    from domain.engine.cards import Seat
    from domain.engine.facts import DealOpened, DealSettled, Fact
    from domain.engine.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Line:
    """One deal of a match. ``counted`` is None as long as the deal has no settlement."""

    deal: str
    number: int
    dealer: Seat
    counted: DealCounted | None = None


class Match(ListedAggregate):
    """One match in the record book."""

    NAME = sentence("match")
    OPENING = MatchOpened
    opened: MatchOpened

    def __init__(self, identity: UUID) -> None:
        super().__init__(identity)
        self.lines: dict[int, Line] = {}
        """The deals of the match by number."""
        self.ended: MatchEnded | None = None

    def fold(self, event: Recorded) -> None:
        match event.fact:
            case MatchOpened() as opened:
                self.opened = opened
            case DealBegun(deal, number, dealer):
                self.lines[number] = Line(deal, number, dealer)
            case DealCounted(number=number) as counted:
                self.lines[number] = replace(self.lines[number], counted=counted)
            case DealUncounted(number=number):
                self.lines[number] = replace(self.lines[number], counted=None)
            case DealDropped(number=number):
                del self.lines[number]
            case MatchEnded() as ended:
                self.ended = ended
            case MatchReopened():
                self.ended = None
            case MatchTaken(encounter, game, event_, table):
                self.opened = replace(self.opened, encounter=encounter, ruleset=game, event=event_, table=table)
                vars(self).pop("ruleset", None)

    # --- questions --------------------------------------------------------------------------------

    @cached_property
    def ruleset(self) -> Ruleset:
        """Return the ruleset that was agreed when the match began, or changed when a tournament took it in."""
        return parameters.parse(self.opened.ruleset)

    @property
    def balance(self) -> dict[str, int]:
        """Return the tokens or points of each team."""
        counted = self._counted_deals()
        return counted[-1].balance if counted else dict.fromkeys(self.ruleset.seating.teams, self.opened.tokens)

    @property
    def status(self) -> str:
        """Return whether the match is ``over`` or still ``open``."""
        return "over" if self.ended else "open"

    @property
    def ordered(self) -> list[Line]:
        """Return the deals in order."""
        return [line for _, line in sorted(self.lines.items())]

    @property
    def next_number(self) -> int:
        """Return the number of the next deal."""
        return max(self.lines, default=0) + 1

    @property
    def next_dealer(self) -> Seat | None:
        """Return the seat that deals next; None while the last deal is not settled, or when the match is over."""
        if self.ended:
            return None
        if not self.lines:
            return self.opened.dealer
        last = self.lines[max(self.lines)]
        return next_dealer(self.ruleset.seating, last.dealer, last.counted.outcome) if last.counted else None

    def _counted_deals(self) -> list[DealCounted]:
        return [line.counted for line in self.ordered if line.counted]

    @property
    def encounter(self) -> UUID | None:
        """Return the id of the encounter that the match is played for; None outside a tournament."""
        return as_id(self.opened.encounter)

    def number(self, deal: str) -> int | None:
        """Return the number of a deal by its id; None if the match does not have the deal."""
        return next((line.number for line in self.lines.values() if line.deal == deal), None)

    def before(self, deal: str) -> Line | None:
        """Return the deal before a deal of the match; None before the first one or for an unknown deal."""
        number = self.number(deal)
        earlier = [line for line in self.lines.values() if number is not None and line.number < number]
        return max(earlier, key=lambda line: line.number, default=None)

    def listing(self) -> Listing:
        opened = self.opened
        teams = self.ruleset.seating.teams
        data = {
            "status": self.status,
            "winner": self.ended.winner if self.ended else None,
            "balance": self.balance,
            "deals": len(self.lines),
            "ruleset": self.ruleset.key,
            "teams": opened.teams,
            "players": opened.players,
            "table": opened.table,
            "event": opened.event,
        }
        if own := own_game(self.ruleset):
            data["own_game"] = own
        if opened.encounter:
            data["encounter"] = opened.encounter
        title = " – ".join(opened.teams.get(team, team) for team in teams)
        return Listing(self.id, self.KIND, as_id(opened.club), as_id(opened.table), title, self.opened_at, data)

    # --- decisions --------------------------------------------------------------------------------

    def begin(self, deal: str, dealer: Seat | None, why: str) -> DealBegun:
        """Begin the next deal. ``dealer``: None for the dealer in turn; another dealer needs a reason (``why``).

        Raises `Declined` if the match is over, the last deal is not settled, or the reason is missing.
        """
        turn = self.next_dealer
        if turn is None:
            if self.ended:
                raise _is_over(self.ended)
            raise _is_not_settled(max(self.lines))
        if dealer not in (None, turn) and not why:
            raise Declined(
                "match-dealer",
                "{seat} is not the dealer: the deal is {dealer}'s; if another dealt, say why",
                seat=SeatName(dealer or ""),
                dealer=SeatName(turn),
            )
        return DealBegun(deal, self.next_number, dealer or turn, why if dealer not in (None, turn) else "")

    def complete_opening(self, proposal: DealOpened, begun: DealBegun) -> DealOpened:
        """Return the opening of the next deal, with missing parts filled in from the match.

        Raises `Declined` if the proposal does not fit the match (`check_fits`).
        """
        opened = self.opened
        self.check_fits(proposal)
        whole = replace(
            proposal,
            ruleset=opened.ruleset,
            dealer=begun.dealer,
            players=proposal.players or opened.players,
            number=begun.number,
            match=str(self.id),
            table=proposal.table or opened.table,
            club=opened.club,
            event=proposal.event or opened.event,
        )
        check_seats(self.ruleset, whole.dealer, whole.players)
        return whole

    def check_fits(self, proposal: DealOpened) -> None:
        """Raise `Declined` if the deal has another ruleset or club than the match, or another tournament table."""
        opened = self.opened
        if proposal.ruleset and not parameters.is_same_game(proposal.ruleset, opened.ruleset):
            raise Declined(
                "match-ruleset",
                "the match is played by {ruleset} as it was agreed",
                ruleset=repr(opened.ruleset["key"]),
            )
        if proposal.club and proposal.club != opened.club:
            raise Declined("match-club", "the match belongs to another club")
        if opened.encounter and proposal.table and proposal.table != opened.table:
            raise Declined("match-table", "the match is played at its tournament's table, and no other")

    def admit(self, deal: str, number: int, dealer: Seat) -> DealBegun:
        """Enter a deal under its own number. Raises `Declined` if the number is taken or less than 1."""
        if number in self.lines:
            raise Declined(
                "match-number",
                "deal {number} of the match is {deal} already",
                number=number,
                deal=self.lines[number].deal,
            )
        if number < 1:
            raise Declined("match-number", "{number} is no deal's number", number=number)
        return DealBegun(deal, number, dealer)

    def settle_deal(self, deal: str, settlement: DealSettled | None) -> list[Fact]:
        """Enter the settlement of a deal, or its correction. ``settlement``: None if the deal was reopened.

        All later deals are paid again in order, because the balances before them may have changed. Returns an empty
        list for a deal that the match does not have.
        """
        number = self.number(deal)
        if number is None:
            return []
        line = self.lines[number]
        due = {counted.number: (counted.outcome, counted.tokens) for counted in self._counted_deals()}
        due.pop(number, None)
        if settlement is not None:
            due[number] = settlement.outcome, dict(self.ruleset.match.due(settlement))
        facts: list[Fact] = []
        if line.counted:
            why = "settled otherwise" if settlement else "its settlement was withdrawn"
            facts.append(DealUncounted(deal, number, why))
        return facts + self._pay_again(due, f"follows from deal {number}", "a correction changed the score", number)

    def pay_again(self, why: str) -> list[Fact]:
        """Pay all deals again by the current terms of the match."""
        due = {counted.number: (counted.outcome, counted.tokens) for counted in self._counted_deals()}
        return self._pay_again(due, why, why)

    def _pay_again(
        self, due: dict[int, tuple[str, dict[str, int]]], why: str, reopened: str, number: int = 0
    ) -> list[Fact]:
        """Return the facts that pay all deals in order, without those that would change nothing.

        ``due``: outcome and tokens of each deal by number. ``number``: the deal that is not counted now. ``why`` goes
        into `DealUncounted`, ``reopened`` into `MatchReopened`.
        """
        facts: list[Fact] = []
        numbers = sorted(due)
        paid = score(self.ruleset.seating, self.ruleset.match, [due[n][1] for n in numbers])
        for n, payment in zip(numbers, paid.payments, strict=True):
            there = self.lines[n]
            outcome, tokens = due[n]
            counted = DealCounted(there.deal, n, outcome, dict(tokens), payment.paid, there.dealer, payment.balance)
            if n != number and counted != there.counted:
                facts.append(DealUncounted(there.deal, n, why))
            if n == number or counted != there.counted:
                facts.append(counted)
        last = None if paid.last is None else numbers[paid.last]
        return facts + self._end_facts(last, paid.balance, reopened)

    def drop_deal(self, deal: str) -> list[Fact]:
        """Drop an abandoned deal, and take back its payment if it was settled."""
        number = self.number(deal)
        if number is None:
            return []
        uncounted = self.settle_deal(deal, None) if self.lines[number].counted else []
        return [*uncounted, DealDropped(deal, number)]

    def stop(self) -> MatchEnded:
        """Stop the match; the team with more tokens has won (002). Raises `Declined` if a deal is not settled."""
        if self.ended:
            raise _is_over(self.ended)
        if unsettled := [line.number for line in self.lines.values() if not line.counted]:
            raise _is_not_settled(min(unsettled))
        return MatchEnded(leader(self.balance), max(self.lines, default=0), self.balance, "stopped")

    def end_with_encounter(self) -> MatchEnded:
        """End the match because the encounter that it was played for is decided."""
        return MatchEnded(leader(self.balance), max(self.lines, default=0), self.balance, "encounter")

    def _end_facts(self, last: int | None, balance: dict[str, int], why: str) -> list[Fact]:
        """Return the facts of the end of a match after a new score; ``why``: the reason for the new score."""
        end = None
        if last is not None:
            end = MatchEnded(leader(balance), last, balance, self.ruleset.match.kind_of_end(balance))
        elif self.ended and self.ended.why == "stopped":
            end = MatchEnded(leader(balance), self.ended.number, balance, "stopped")
        if end == self.ended:
            return []
        facts: list[Fact] = [MatchReopened(why)] if self.ended else []
        return [*facts, end] if end else facts


def _is_over(ended: MatchEnded) -> Declined:
    return Declined("match-over", "the match is over since deal {number}", number=ended.number)


def _is_not_settled(number: int) -> Declined:
    return Declined("match-deal-open", "deal {number} of the match is not finished yet", number=number)
