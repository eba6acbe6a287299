"""Report on Caps in a whole deal: when each player could be certain, which calls were owed, and the verdict.

000 "Caps"; 002 "Caps"; 004 "Caps". A call is owed once a player's knowledge makes it certain
(`domain.engine.knowledge.information`). A call is judged by the same knowledge, or under ``caps.basis: actual_hands``
by the actual cards.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

from domain.audit.caps.examples import Example, example_of
from domain.audit.caps.points import CALL_OPENS_TRUMP, IN_ALL, Examiner, Point, Why, deadline, exemption, plays_of
from domain.audit.caps.question import depends_on_call, question_of
from domain.audit.caps.search import LIMIT
from domain.engine.cards import UNKNOWN, Card, Seat
from domain.engine.facts import CapsRuled, CardPlayed, DealSettled
from domain.engine.knowledge.information import own_hands
from domain.engine.refusals import Refusal, refuse
from domain.engine.rules import settle
from domain.engine.state import NOBODY
from domain.engine.words.values import CardName
from domain.games.three04.acts import CapsCalled
from domain.games.three04.information import Three04Watcher, all_hands
from domain.games.three04.rules import rules_of_304
from domain.games.three04.state import state_of_304

if TYPE_CHECKING:
    from domain.games.three04.state import Three04State
    from domain.record.record import Record

Verdict: TypeAlias = Literal["right", "early", "late", "missing", "barred", "undecided", "nothing"]
"""``right``, ``early``, ``late``, ``missing`` as in `domain.engine.facts.CapsRuled`; ``barred``: the call was not
allowed; ``nothing``: no call was made, and none was owed.
"""


@dataclass(frozen=True, slots=True)
class Obligation:
    """The call that a team owed, from the first point at which one of its players could be certain."""

    team: str
    seat: Seat
    ply: int
    order: tuple[Card, ...]
    until: int | None
    """The ply before which the call had to come by ``caps.grace``; None if the record has no such ply yet."""


@dataclass(frozen=True, slots=True)
class Departure:
    """A card that the caller played after the call against the stated order."""

    ply: int
    seat: Seat
    stated: Card
    played: Card
    refusal: Refusal


@dataclass(frozen=True, slots=True)
class CapsReport:
    """The findings on Caps in one deal."""

    exempt: str = ""
    """Why there is no question of Caps in the deal: ``nobody-calls``, ``slam``, ``spoilt``, ``not-played``,
    ``other-game``; else empty."""
    points: tuple[Point, ...] = ()
    """One point for each ply at which a card was to be played and each player who may call and whose side had won every
    trick."""
    obligations: tuple[Obligation, ...] = ()
    """The first obligation of each team."""
    verdict: Verdict = "nothing"
    seat: Seat | None = None
    """The seat that called, or that owed a call."""
    ply: int | None = None
    """The ply of the call, or the ply from which a call was owed."""
    why: Why = ""
    wrong_order: bool = False
    """Whether the caller could be certain, but the stated order does not always win."""
    trick_lost: bool = False
    """Whether the team lost a trick after the call, or after a call was owed."""
    broke: Refusal | None = None
    """The refusal of a call that was not allowed; else None."""
    example: Example | None = None
    """For an early call: another deal the caller could not rule out, and a line in which the order fails."""
    departures: tuple[Departure, ...] = ()
    settlement: DealSettled | None = None
    """The settlement under the verdict; None if the deal is not over, or the call is ``undecided`` or ``barred``."""
    bonus: bool = False
    """Whether the call pays extra."""
    rests_on: tuple[str, ...] = ()
    """The parameters that no document settles and whose other value would change the verdict:
    ``caps.call_opens_trump``."""

    @property
    def ruling(self) -> CapsRuled | None:
        """Return the verdict as a ruling; None if it decides nothing about the pay, or nothing can be decided."""
        if self.verdict in ("undecided", "barred", "nothing") or self.seat is None:
            return None
        return CapsRuled(self.verdict, self.seat)


def adjudicate(record: Record, *, limit: int = LIMIT, in_all: int = IN_ALL, both_readings: bool = True) -> CapsReport:
    """Return the report on a deal, finished or not.

    ``limit``: the most continuations searched for one question; ``in_all``: the most for the questions of all points
    together. ``both_readings``: whether to try the other value of ``caps.call_opens_trump`` too (`rests_on`).
    """
    exempt = exemption(record)
    if exempt:
        return CapsReport(exempt)
    opens = rules_of_304(record.rules).ruleset.caps.call_opens_trump
    adjudicator = _Adjudicator(record, Examiner(record, limit, opens, in_all))
    report = adjudicator.report()
    if not both_readings or not adjudicator.rest_on_the_call or report.verdict == "barred":
        return report
    other = _Adjudicator(record, Examiner(record, limit, not opens, adjudicator.examiner.left), adjudicator).report()
    same = (report.verdict, report.seat) == (other.verdict, other.seat)
    return (
        report
        if same or (other.verdict, other.why) == ("undecided", "bound")
        else replace(report, rests_on=(CALL_OPENS_TRUMP,))
    )


@dataclass(frozen=True, slots=True)
class _Call:
    """The first call of Caps."""

    ply: int
    act: CapsCalled
    state: Three04State
    """The state before the call."""
    refusal: Refusal | None


class _Adjudicator:
    """The examination of one deal at each point of each seat."""

    def __init__(self, record: Record, examiner: Examiner, known: _Adjudicator | None = None) -> None:
        """``known``: the same deal under the other value of ``caps.call_opens_trump``; its points are reused."""
        self.record = record
        self.rules = rules_of_304(record.rules)
        self.examiner = examiner
        self.rest_on_the_call: set[tuple[int, Seat]] = set()
        """The plies and seats of the points whose answer may depend on ``caps.call_opens_trump``."""
        self.same: dict[tuple[int, Seat], Point] = {}
        """The points that are reused from ``known``, by ply and seat."""
        if known is not None:
            points = {(point.ply, point.seat): point for point in known.points}
            self.same = {at: point for at, point in points.items() if at not in known.rest_on_the_call}
        self.terms = rules_of_304(record.rules).ruleset.caps
        self.points: list[Point] = []
        self.plays = plays_of(record)
        self.call: _Call | None = None

    def report(self) -> CapsReport:
        self._watch()
        obligations = self._obligations()
        first = tuple(obligations.values())
        base = CapsReport(points=tuple(self.points), obligations=first, departures=tuple(departures(self.record)))
        call = self.call
        report = self._on_call(base, call, obligations) if call else self._on_silence(base, obligations)
        return self._add_settlement(report)

    # --- points --------------------------------------------------------------------------------------

    def _watch(self) -> None:
        rules = self.rules
        hands = own_hands(self.record)
        watchers = [Three04Watcher(self.record, seat, hands) for seat in rules.seats]
        s = state_of_304(rules.start(self.record.opened.dealer))
        acts = self.record.acts
        for ply, act in enumerate(acts):
            if isinstance(act, CapsCalled) and self.call is None and s.maker != NOBODY:
                self._look(watchers, s, ply)
                verdict = rules.judge(s, act)
                self.call = _Call(ply, act, s.copy(), verdict if isinstance(verdict, Refusal) else None)
            elif isinstance(act, CardPlayed) and self.call is None and not s.owed:
                self._look(watchers, s, ply)
            rules.apply(s, act)
            if self.call is None or self.call.ply == ply:
                for watcher in watchers:
                    watcher.see(act)
        if self.call is None and not s.owed:
            self._look(watchers, s, len(acts))

    def _look(self, watchers: list[Three04Watcher], s: Three04State, ply: int) -> None:
        """Add a point for every player who may owe a call now."""
        if self.rules.stage_name(s) != "play":
            return
        for place, watcher in enumerate(watchers):
            if self.examiner.may_owe(s, place):
                at = ply, self.rules.seats[place]
                if depends_on_call(s, place):
                    self.rest_on_the_call.add(at)
                self.points.append(self.same.get(at) or self.examiner.point(watcher, place, s, ply))

    # --- obligations ------------------------------------------------------------------------------------

    def _obligations(self) -> dict[str, Obligation]:
        """Return for each team the first point at which one of its players could be certain."""
        obligations: dict[str, Obligation] = {}
        for point in self.points:
            team = self.rules.ruleset.seating.team(point.seat)
            if point.certainty == "certain":
                until = deadline(self.record, self.plays, point)
                obligations.setdefault(team, Obligation(team, point.seat, point.ply, point.order, until))
        return obligations

    def _maybe_late(self, team: str, called: int | None) -> Point | None:
        """Return an undecided point whose deadline passed without a call, or before the call; None if there is none."""
        for point in self.points:
            if point.certainty == "undecided" and self.rules.ruleset.seating.team(point.seat) == team:
                until = deadline(self.record, self.plays, point)
                if until is not None and (called is None or until < called):
                    return point
        return None

    # --- verdicts -----------------------------------------------------------------------------------------

    def _on_silence(self, base: CapsReport, obligations: dict[str, Obligation]) -> CapsReport:
        """Return the report with the verdict on a deal in which nobody called."""
        for owed in obligations.values():
            lost = self._has_lost_trick(owed.seat)
            if owed.until is not None:
                return replace(base, verdict="missing", seat=owed.seat, ply=owed.ply, trick_lost=lost)
        for team in self.rules.ruleset.seating.teams:
            point = self._maybe_late(team, None)
            if point is not None:
                return replace(base, verdict="undecided", seat=point.seat, ply=point.ply, why=point.why)
        return base

    def _on_call(self, base: CapsReport, call: _Call, obligations: dict[str, Obligation]) -> CapsReport:
        """Return the report with the verdict on a call."""
        ply, act = call.ply, call.act
        team = self.rules.ruleset.seating.team(act.seat)
        base = replace(base, seat=act.seat, ply=ply, trick_lost=self._has_lost_trick(act.seat))
        if call.refusal is not None and call.refusal.code != "caps-order":
            return replace(base, verdict="barred", broke=call.refusal)
        if call.refusal is not None or UNKNOWN in act.order:
            return replace(base, verdict="undecided", why="no-order", broke=call.refusal)
        base = self._on_order(base, call)
        if base.verdict != "right":
            return base
        owed = obligations.get(team)
        if owed is not None and owed.until is not None and owed.until < ply:
            return replace(base, verdict="late")
        point = self._maybe_late(team, ply)
        if point is not None:
            return replace(base, verdict="undecided", why=point.why)
        return base

    def _on_order(self, base: CapsReport, call: _Call) -> CapsReport:
        """Return the report with the verdict on the stated order: whether it always wins.

        ``caps.basis`` says whether the caller's knowledge or the actual cards decide (A15).
        """
        ply, act = call.ply, call.act
        place = self.rules.place[act.seat]
        order = tuple(self.rules.tables.bit[card] for card in act.order)
        if self.terms.basis == "actual_hands":
            s = call.state
            dealt = own_hands(self.record)
            short = any(cards.bit_count() != self.rules.hand_size for cards in dealt)
            if short or not s.trump or 0 in s.trick:
                return replace(base, verdict="undecided", why="unseen-by-the-record")
            knows = all_hands(s, dealt, place, ply)
        else:
            watcher = Three04Watcher(self.record, act.seat)
            for before in self.record.acts[:ply]:
                watcher.see(before)
            s = watcher.state
            knows = watcher.knowledge()
            if undecided := self.examiner.undecidable(knows, s, call.state):
                return replace(base, verdict="undecided", why=undecided[0])
        question = question_of(self.rules, knows, s, self.examiner.opens)
        search = self.examiner.search(question, knows, ply, self.examiner.limit)
        holds = search.survives(order)
        if holds is None or (not holds and (search.doubtful or knows.gaps)):
            why: Why = "bound" if holds is None else "unseen-by-the-record" if knows.gaps else "more-is-known"
            return replace(base, verdict="undecided", why=why)
        if holds:
            return replace(base, verdict="right")
        line = search.refuted
        example = example_of(self.record, ply, knows, question, line, order) if line else None
        points = [point for point in self.points if point.ply == ply and point.seat == act.seat]
        sure = any(point.certainty == "certain" for point in points)
        return replace(base, verdict="early", example=example, wrong_order=sure)

    def _has_lost_trick(self, seat: Seat) -> bool:
        """Return whether the seat's team has lost a trick."""
        s = self.record.state
        return sum(s.tricks) != s.tricks[self.rules.team[self.rules.place[seat]]]

    # --- settlement --------------------------------------------------------------------------------------

    def _add_settlement(self, report: CapsReport) -> CapsReport:
        """Return the report with the settlement of the deal under its verdict."""
        record = self.record
        if report.verdict in ("undecided", "barred"):
            return report
        paid = settle(record.state, report.ruling, record.violation)
        plain = {"caps-right", "caps-external"} & set(paid.reasons) if paid else set()
        bonus = bool(plain) and paid is not None and "caps-no-bonus" not in paid.reasons
        return replace(report, settlement=paid, bonus=bonus)


def departures(record: Record) -> list[Departure]:
    """Return the cards that the caller played against the stated order (000 "Caps"; 004 "Caps").

    Each card must be the first legal one left in the order. This holds under ``caps.order: strict`` as under
    ``first_legal``, since nobody can demand a card that may not be played.
    """
    rules = record.rules
    s = rules.start(record.opened.dealer)
    called: CapsCalled | None = None
    left: list[Card] = []
    departures: list[Departure] = []
    for ply, act in enumerate(record.acts):
        if isinstance(act, CapsCalled) and called is None and s.maker != NOBODY:
            called, left = act, list(act.order)
        elif called and isinstance(act, CardPlayed) and act.seat == called.seat and UNKNOWN not in (*left, act.card):
            legal = {may.card for may in rules.legal(s, act.seat) if isinstance(may, CardPlayed)}
            stated = next((card for card in left if card in legal), None)
            if stated is not None and stated != act.card and act.card in legal:
                refusal = refuse(
                    "caps-departed",
                    act.seat,
                    "{who} played {card}; the next card in the stated order was {stated}",
                    card=CardName(act.card, rules.faces),
                    stated=CardName(stated, rules.faces),
                )
                departures.append(Departure(ply, act.seat, stated, act.card, refusal))
            left = [card for card in left if card != act.card]
        rules.apply(s, act)
    return departures
