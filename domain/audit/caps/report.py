"""Caps in a whole deal: who could be certain when, what was owed, and the verdict on the call or on its absence.

000 "Caps"; 002 "Caps"; 004 "Caps". What is owed follows from what a player knew (`domain.audit.information`); what
makes a call right is that too, or under ``caps.basis: actual_hands`` the cards as they lie.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from domain.audit.caps.closed_forms import sure_order
from domain.audit.caps.examples import Example, example_of
from domain.audit.caps.question import question_of
from domain.audit.caps.search import LIMIT, Search
from domain.audit.information import Knowledge, Watcher, all_hands, own_hands
from domain.cards import UNKNOWN, Card, Seat
from domain.facts import CapsCalled, CapsRuled, CardPlayed, DealSettled
from domain.refusals import Refusal, refuse
from domain.ruleset import Ruleset
from domain.settlement import settle
from domain.state import NOBODY

if TYPE_CHECKING:
    from collections.abc import Iterable

    from domain.audit.caps.question import Question
    from domain.audit.caps.search import Line
    from domain.record import Record
    from domain.state import State

Certainty: TypeAlias = Literal["certain", "not-certain", "undecided"]

Why: TypeAlias = Literal["", "bound", "more-is-known", "unseen-by-the-record", "breach", "contradiction", "no-order"]
"""Why something is undecided.

``bound``: more continuations than the search looks at. ``more-is-known``: something was told that no deal found takes
into account. ``unseen-by-the-record``: the seat saw cards that the record lacks. ``breach``: a rule was broken for the
seat to see, so that nothing follows from rules any more. ``contradiction``: no deal fits what the seat saw.
``no-order``: the order stated is not known.
"""

Verdict: TypeAlias = Literal["right", "early", "late", "missing", "barred", "undecided", "nothing"]
"""``right``, ``early``, ``late``, ``missing`` as in `domain.facts.CapsRuled`; ``barred``: the call was not allowed;
``nothing``: no call was made, and none was owed by now.
"""

NONE: Final = "nobody-calls"
SLAM: Final = "slam"
NOT_PLAYED: Final = "not-played"
OTHER_GAME: Final = "other-game"
SPOILT: Final = "spoilt"


@dataclass(frozen=True, slots=True)
class Point:
    """One player before the act of a ply."""

    ply: int
    seat: Seat
    certainty: Certainty
    order: tuple[Card, ...] = ()
    """An order that is certain to win, if there is one."""
    why: Why = ""
    settles: tuple[str, ...] = ()
    """What would settle it, in words."""


@dataclass(frozen=True, slots=True)
class Obligation:
    """A team owed a call from a ply on: the first point at which one of its players could be certain."""

    team: str
    seat: Seat
    ply: int
    order: tuple[Card, ...]
    until: int | None
    """The act before which the call had to come by the grace of the ruleset; None while there was none."""


@dataclass(frozen=True, slots=True)
class Departure:
    """After the call, the caller played another card than the order has."""

    ply: int
    seat: Seat
    stated: Card
    played: Card
    refusal: Refusal


@dataclass(frozen=True, slots=True)
class CapsReport:
    """What there is to say of Caps in one deal."""

    exempt: str = ""
    """Why nobody calls Caps in it, or nothing came of it: ``nobody-calls``, ``slam``, ``spoilt``, ``not-played``,
    ``other-game``; else empty."""
    points: tuple[Point, ...] = ()
    """Every ply at which a card was to be played, and every player whose side had won each trick and may call."""
    obligations: tuple[Obligation, ...] = ()
    """For each team its first."""
    verdict: Verdict = "nothing"
    seat: Seat | None = None
    """Whose call it was, or who owed one."""
    ply: int | None = None
    """Where the call was made, or was first owed."""
    why: Why = ""
    wrong_order: bool = False
    """The call came when its player could be certain, but the order stated does not always win."""
    trick_lost: bool = False
    """After the call, or after it was owed, the team lost a trick."""
    broke: Refusal | None = None
    """Why the call was not allowed."""
    example: Example | None = None
    """For an early call: another deal the caller could not rule out, and a line in which the order fails."""
    departures: tuple[Departure, ...] = ()
    settlement: DealSettled | None = None
    """What the deal pays under the verdict; None while it is not over, or undecided."""
    bonus: bool = False
    """Whether the call pays extra."""


def adjudicate(record: Record, *, limit: int = LIMIT) -> CapsReport:
    """The report on a deal, finished or not. ``limit``: how many continuations one question may look at."""
    exempt = exemption(record)
    if exempt:
        return CapsReport(exempt)
    return _Adjudicator(record, limit).report()


def exemption(record: Record) -> str:
    """Why nobody calls Caps in this deal; empty if somebody may."""
    game = record.rules.game
    if not isinstance(game, Ruleset):
        return OTHER_GAME
    if game.caps.teams == "nobody":
        return NONE
    if record.state.slam:
        return SLAM
    if record.state.outcome == "spoilt":
        return SPOILT
    begun = record.rules.stage_name(record.state) == "play"
    return "" if begun or any(isinstance(act, CardPlayed | CapsCalled) for act in record.acts) else NOT_PLAYED


@dataclass(frozen=True, slots=True)
class _Played:
    """A card of the play: its ply, who played it, whether it led."""

    ply: int
    seat: int
    lead: bool


@dataclass(frozen=True, slots=True)
class _Call:
    """The first call of Caps."""

    ply: int
    act: CapsCalled
    state: State
    """Where the deal stood."""
    refusal: Refusal | None


class _Adjudicator:
    """One deal, looked at once from each seat."""

    def __init__(self, record: Record, limit: int) -> None:
        self.record = record
        self.rules = record.rules
        self.limit = limit
        self.terms = record.rules.ruleset.caps
        self.points: list[Point] = []
        self.plays: list[_Played] = []
        self.call: _Call | None = None
        self.plans: dict[int, tuple[int, ...]] = {}
        """The last order that was certain, by place."""

    def report(self) -> CapsReport:
        self._watch()
        obligations = self._obligations()
        first = tuple(obligations.values())
        base = CapsReport(points=tuple(self.points), obligations=first, departures=tuple(departures(self.record)))
        call = self.call
        found = self._on_call(base, call, obligations) if call else self._on_silence(base, obligations)
        return self._settled(found)

    # --- every point ---------------------------------------------------------------------------------

    def _watch(self) -> None:
        rules = self.rules
        hands = own_hands(self.record)
        watchers = [Watcher(self.record, seat, hands) for seat in rules.seats]
        s = rules.start(self.record.opened.dealer)
        acts = self.record.acts
        for ply, act in enumerate(acts):
            if isinstance(act, CapsCalled) and self.call is None and s.maker != NOBODY:
                self._look(watchers, s, ply)
                verdict = rules.judge(s, act)
                self.call = _Call(ply, act, s.copy(), verdict if isinstance(verdict, Refusal) else None)
            elif isinstance(act, CardPlayed):
                if self.call is None and not s.owed:
                    self._look(watchers, s, ply)
                if act.seat in rules.place:
                    self.plays.append(_Played(ply, rules.place[act.seat], not s.trick))
            rules.apply(s, act)
            if self.call is None or self.call.ply == ply:
                for watcher in watchers:
                    watcher.see(act)
        if self.call is None and not s.owed:
            self._look(watchers, s, len(acts))

    def _look(self, watchers: list[Watcher], s: State, ply: int) -> None:
        """Every player who may owe a call now."""
        if self.rules.stage_name(s) != "play":
            return
        for place, watcher in enumerate(watchers):
            if self._may_owe(s, place):
                self.points.append(self._point(watcher, place, s, ply))

    def _may_owe(self, s: State, place: int) -> bool:
        """Whether the seat's side may call, has won every trick, and the seat has cards left."""
        team = self.rules.team
        if sum(s.tricks) != s.tricks[team[place]]:
            return False
        if team[place] != team[s.maker] and (self.terms.teams == "maker_only" or self.terms.external == "off"):
            return False
        return s.size(place) + (s.indicator_down and place == s.maker) > 0

    def _point(self, watcher: Watcher, place: int, s: State, ply: int) -> Point:
        seat = self.rules.seats[place]
        knows = watcher.knowledge()
        undecided = self._undecidable(knows, watcher.state, s)
        if undecided:
            why, settles = undecided
            return Point(ply, seat, "undecided", why=why, settles=settles)
        question = question_of(self.rules, knows, watcher.state)
        search = self._search(question, knows, ply)
        plan = tuple(card for card in self.plans.get(place, ()) if card & knows.hand)
        known = sure_order(question) is None and len(plan) == knows.hand.bit_count()
        if plan and known and search.survives(plan):
            return Point(ply, seat, "certain", self._words(plan))
        answer = search.answer()
        if answer.verdict == "certain":
            self.plans[place] = answer.order
            return Point(ply, seat, "certain", self._words(answer.order))
        if answer.verdict == "undecided":
            return Point(ply, seat, "undecided", why="bound" if answer.why == "bound" else "more-is-known")
        if knows.gaps:
            return Point(ply, seat, "undecided", why="unseen-by-the-record", settles=knows.gaps)
        return Point(ply, seat, "not-certain")

    def _undecidable(self, knows: Knowledge, seen: State, s: State) -> tuple[Why, tuple[str, ...]] | None:
        """Why the question can't even be put; ``seen``: the deal as the seat saw it."""
        if knows.breach:
            ply, refusal = knows.breach
            return "breach", (f"ply {ply}: {refusal.message}",)
        mine = s.size(knows.seat) + (s.indicator_down and s.maker == knows.seat)
        missed = any(not bit and not seen.down >> n & 1 for n, bit in enumerate(seen.trick))
        if missed or knows.hand.bit_count() != mine:
            return "unseen-by-the-record", knows.gaps
        if not any(world.trump for world in knows.worlds):
            return ("unseen-by-the-record", knows.gaps) if knows.gaps else ("contradiction", ())
        return None

    def _search(self, question: Question, knows: Knowledge, ply: int) -> Search:
        def proved(order: tuple[int, ...], line: Line) -> bool:
            return example_of(self.record, ply, knows, question, line, order) is not None

        return Search(question, self.limit, proved)

    def _words(self, order: Iterable[int]) -> tuple[Card, ...]:
        return tuple(self.rules.tables.card[card] for card in order)

    # --- what was owed ----------------------------------------------------------------------------------

    def _obligations(self) -> dict[str, Obligation]:
        """For each team the first point at which one of its players could be certain."""
        found: dict[str, Obligation] = {}
        for point in self.points:
            team = self.rules.ruleset.seating.team(point.seat)
            if point.certainty == "certain":
                until = self._until(point)
                found.setdefault(team, Obligation(team, point.seat, point.ply, point.order, until))
        return found

    def _until(self, point: Point) -> int | None:
        """The act before which a player certain at a point must have called (B12)."""
        seat = self.rules.place[point.seat]
        after = [play for play in self.plays if play.ply >= point.ply]
        last = self._last_card(seat)
        ends: list[int] = [] if last is None else [last]
        if not after:
            return None
        match self.terms.grace:
            case "none":
                ends.append(after[0].ply)
            case "end_of_trick":
                ends += [play.ply for play in after if play.lead][:1]
            case "until_next_own_lead":
                ends += [play.ply for play in after if play.lead and play.seat == seat][:1]
        return min(ends, default=None)

    def _last_card(self, seat: int) -> int | None:
        """The ply at which the seat plays its last card: after it, there is nothing left to call for."""
        mine = [play.ply for play in self.plays if play.seat == seat]
        return mine[-1] if len(mine) == self.record.state.rounds else None

    def _maybe_late(self, team: str, called: int | None) -> Point | None:
        """A point that is undecided and from which a call would have been owed too long."""
        for point in self.points:
            if point.certainty == "undecided" and self.rules.ruleset.seating.team(point.seat) == team:
                until = self._until(point)
                if until is not None and (called is None or until < called):
                    return point
        return None

    # --- verdicts -----------------------------------------------------------------------------------------

    def _on_silence(self, base: CapsReport, obligations: dict[str, Obligation]) -> CapsReport:
        """Nobody called."""
        for owed in obligations.values():
            lost = self._lost(owed.seat)
            if owed.until is not None:
                return replace(base, verdict="missing", seat=owed.seat, ply=owed.ply, trick_lost=lost)
        for team in self.rules.ruleset.seating.teams:
            point = self._maybe_late(team, None)
            if point is not None:
                return replace(base, verdict="undecided", seat=point.seat, ply=point.ply, why=point.why)
        return base

    def _on_call(self, base: CapsReport, call: _Call, obligations: dict[str, Obligation]) -> CapsReport:
        """Somebody called."""
        ply, act = call.ply, call.act
        team = self.rules.ruleset.seating.team(act.seat)
        base = replace(base, seat=act.seat, ply=ply, trick_lost=self._lost(act.seat))
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
        """Whether the order stated was certain to win, by the information or the cards as they lie (A15)."""
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
            watcher = Watcher(self.record, act.seat)
            for before in self.record.acts[:ply]:
                watcher.see(before)
            s = watcher.state
            knows = watcher.knowledge()
            if undecided := self._undecidable(knows, s, call.state):
                return replace(base, verdict="undecided", why=undecided[0])
        question = question_of(self.rules, knows, s)
        search = self._search(question, knows, ply)
        holds = search.survives(order)
        if holds is None or (not holds and (search.doubtful or knows.gaps)):
            why: Why = "bound" if holds is None else "unseen-by-the-record" if knows.gaps else "more-is-known"
            return replace(base, verdict="undecided", why=why)
        if holds:
            return replace(base, verdict="right")
        line = search.refuted
        example = example_of(self.record, ply, knows, question, line, order) if line else None
        mine = [point for point in self.points if point.ply == ply and point.seat == act.seat]
        sure = any(point.certainty == "certain" for point in mine)
        return replace(base, verdict="early", example=example, wrong_order=sure)

    def _lost(self, seat: Seat) -> bool:
        s = self.record.state
        return sum(s.tricks) != s.tricks[self.rules.team[self.rules.place[seat]]]

    # --- what it pays ------------------------------------------------------------------------------------

    def _settled(self, report: CapsReport) -> CapsReport:
        record = self.record
        if report.verdict in ("undecided", "barred"):
            return report
        ruling = None
        if report.verdict != "nothing" and report.seat is not None:
            ruling = CapsRuled(report.verdict, report.seat)
        paid = settle(record.state, ruling, record.violation)
        plain = {"caps-right", "caps-external"} & set(paid.reasons) if paid else set()
        bonus = bool(plain) and paid is not None and "caps-no-bonus" not in paid.reasons
        return replace(report, settlement=paid, bonus=bonus)


def departures(record: Record) -> list[Departure]:
    """The caller's cards that are not those of the order it had stated (000 "Caps"; 004 "Caps").

    Under ``caps.order: first_legal`` a card that may not be played yet waits; under ``strict`` such a card cannot be
    asked for either, and the order goes on with the next.
    """
    rules = record.rules
    s = rules.start(record.opened.dealer)
    called: CapsCalled | None = None
    left: list[Card] = []
    found: list[Departure] = []
    for ply, act in enumerate(record.acts):
        if isinstance(act, CapsCalled) and called is None and s.maker != NOBODY:
            called, left = act, list(act.order)
        elif called and isinstance(act, CardPlayed) and act.seat == called.seat and UNKNOWN not in (*left, act.card):
            legal = {may.card for may in rules.legal(s, act.seat) if isinstance(may, CardPlayed)}
            stated = next((card for card in left if card in legal), None)
            if stated is not None and stated != act.card and act.card in legal:
                name = rules.names[rules.place[act.seat]]
                spoken = rules.faces.spoken
                told = f"{name} played {spoken(act.card)}; the order stated has {spoken(stated)}"
                found.append(Departure(ply, act.seat, stated, act.card, refuse("caps-departed", act.seat, told)))
            left = [card for card in left if card != act.card]
        rules.apply(s, act)
    return found
