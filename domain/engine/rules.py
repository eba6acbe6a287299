"""A ruleset made ready to run: its stages in order, its tables, and three main methods.

``judge(state, act)`` returns a verdict on an act, as far as the cards are known. ``legal(state, seat)`` returns the
acts open to a seat. ``apply(state, act)`` changes the state by an act.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final

from domain.engine.cards import Seat
from domain.engine.exposure import Exposure
from domain.engine.facts import Act, CapsRuled, CardExposed, DealSettled, ResultAssigned, ViolationRuled
from domain.engine.packs import tables
from domain.engine.refusals import Refusal, Verdict, no_seat, refuse
from domain.engine.ruleset import Ruleset
from domain.engine.ruleset_error import RulesetError
from domain.engine.stage import Stage
from domain.engine.stages.cut import CutStage
from domain.engine.stages.dealing import DealingStage
from domain.engine.stages.over import OverStage
from domain.engine.state import State
from domain.engine.templates import Template
from domain.engine.words.values import Listing, SeatName, Term, sentence

STAGES: Final[Mapping[str, type[Stage]]] = {"cut": CutStage, "deal": DealingStage, "over": OverStage}
"""The common stages by their names in rulesets. A number after the name in a ruleset is the stage's argument."""


class Rules:
    """One ruleset, ready to run. Use `rules_of`, which builds it once for each ruleset."""

    ruleset: Ruleset

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.tables = tables(ruleset.pack)
        self.seats = ruleset.seating.seats
        self.seat_count = len(self.seats)
        self.place: dict[Seat, int] = {seat: n for n, seat in enumerate(self.seats)}
        """Each seat's place, counter-clockwise."""
        self.faces = ruleset.game.faces
        """The names of the cards."""
        self.names = tuple(SeatName(seat) for seat in self.seats)
        self.right = tuple((n + 1) % self.seat_count for n in range(self.seat_count))
        """Each place's right-hand neighbour."""
        self.team_count = len(ruleset.seating.teams)
        self.team = tuple(n % self.team_count for n in range(self.seat_count))
        """Each place's team."""
        self.mates = tuple(
            tuple((n + step) % self.seat_count for step in range(self.team_count, self.seat_count, self.team_count))
            for n in range(self.seat_count)
        )
        """Each place's team mates, counter-clockwise from it."""
        self.side = tuple(1 << n | sum(1 << mate for mate in mates) for n, mates in enumerate(self.mates))
        """The seats of each place's team, as a mask of places."""
        self.hand_size = ruleset.hand_size
        self.points = self.tables.points
        """The points of a card by its bit; 0 for the bit 0."""
        self.stage_names = (*(name.rstrip("0123456789 ") or name for name in ruleset.stages), "over")
        known = {**STAGES, **ruleset.game.stages}
        stages: list[Stage] = []
        for name in ruleset.stages:
            kind = known.get(name) or known.get(name.split()[0])
            if kind is None:
                raise RulesetError(
                    sentence("{key}: there is no stage {stage} in this game", key=ruleset.key, stage=repr(name))
                )
            stages.append(kind(self, name.partition(" ")[2]))
        self.playing = stages[-1]
        """The stage in which the cards are played."""
        stages.append(known["over"](self, ""))
        self.stages = tuple(stages)
        *played, over = stages
        exposure = Exposure(self.tables.bit, self.faces)
        self.judges = (*({**stage.judges, CardExposed: exposure.judge} for stage in played), over.judges)
        self.applies = (*({**stage.applies, CardExposed: exposure.apply} for stage in played), over.applies)
        self.handlers = tuple(
            {kind: (judge, applies[kind]) for kind, judge in judges.items()}
            for judges, applies in zip(self.judges, self.applies, strict=True)
        )
        """The functions that judge and apply an act, by stage and kind of act."""

    def start(self, dealer: Seat) -> State:
        """Return the state of a deal before its first act."""
        return self.ruleset.game.state(self, self.place[dealer])

    def judge(self, s: State, act: Act) -> Verdict:
        """Return the verdict on an act; see `Verdict`. A refusal cites the clause for this ruleset."""
        try:
            seat = self.place[act.seat]
            judge = self.judges[s.stage][type(act)]
        except KeyError:
            return self._refuse_misplaced(s, act)
        verdict = judge(s, seat, act)
        return self._add_clause(s, act, verdict) if isinstance(verdict, Refusal) else verdict

    def legal(self, s: State, seat: Seat) -> list[Act]:
        """Return the acts open to the seat now, ready to be recorded: `judge` refuses none of them.

        The card ``??`` is a card that nobody saw; a `PackCut` of depth 0 was not counted. Acts that can or must name
        more are in `templates`.
        """
        return self.stages[s.stage].legal(s, self.place[seat])

    def templates(self, s: State, seat: Seat, legal: list[Act] | None = None) -> list[Template]:
        """Return the acts open to the seat that have a field to fill in. `judge` refuses none of the filled acts.

        ``legal``: the result of `legal`, if the caller has it already.
        """
        stage, place = self.stages[s.stage], self.place[seat]
        return stage.templates(s, place, stage.legal(s, place) if legal is None else legal)

    def apply(self, s: State, act: Act) -> None:
        """Change the state by an act. Never refuses an act; an act outside its stage changes nothing."""
        try:
            seat = self.place[act.seat]
            apply = self.applies[s.stage][type(act)]
        except KeyError:
            return
        apply(s, seat, act)

    def take(self, s: State, act: Act) -> Verdict:
        """Judge an act, apply it whatever the verdict, and return the verdict."""
        try:
            seat = self.place[act.seat]
            judge, apply = self.handlers[s.stage][type(act)]
        except KeyError:
            misplaced = self._refuse_misplaced(s, act)
            self.apply(s, act)
            return misplaced
        verdict = judge(s, seat, act)
        if verdict is not None and isinstance(verdict, Refusal):
            verdict = self._add_clause(s, act, verdict)
        apply(s, seat, act)
        return verdict

    def compels(self, table: State) -> Act | None:
        """Return the act that everybody at the table knows must come now, or None; see `Stage.compels`."""
        return self.stages[table.stage].compels(table)

    def owed_act(self, s: State) -> Act | None:
        """Return the only act that the rules allow and demand now, if all its cards are known; else None.

        The act may depend on hidden cards that this state knows, so it is not recorded automatically.
        """
        return self.stages[s.stage].owed_act(s)

    def apply_owed_acts(self, s: State) -> Iterator[Act]:
        """Apply the owed acts one after another, and yield each."""
        while (act := self.owed_act(s)) is not None:
            self.apply(s, act)
            yield act

    def to_act(self, s: State) -> Seat | None:
        """Return the seat whose turn it is; None if it is nobody's turn."""
        return self.seats[s.turn] if s.turn >= 0 else None

    def stage_name(self, s: State) -> str:
        """Return the name of the current stage without the number at its end; ``over`` after the last stage."""
        return self.stage_names[s.stage]

    def _add_clause(self, s: State, act: Act, broke: Refusal) -> Refusal:
        """Return the refusal with the clause that applies under this ruleset's parameters (`domain.engine.clauses`)."""
        decide = self.ruleset.game.clauses.get(broke.code)
        clause = decide(self, s, act) if decide else None
        return replace(broke, cited=clause) if clause else broke

    def _refuse_misplaced(self, s: State, act: Act) -> Refusal:
        stage = self.stages[s.stage]
        if act.seat not in self.place:
            return no_seat(act.seat, self.seats)
        if isinstance(stage, OverStage):
            return stage.refuse(s, act)
        known = {kind for other in self.stages for kind in other.judges}
        if type(act) not in known:
            return refuse("wrong-stage", act.seat, "{who}: {act} is not part of this game", act=Term(act.WORDS))
        return refuse(
            "wrong-stage",
            act.seat,
            "{who}: {act} is not possible in the stage “{stage}”",
            "allowed: {expected}",
            act=Term(act.WORDS),
            stage=self.stage_name(s),
            expected=Listing(tuple(Term(kind.WORDS) for kind in stage.judges)),
        )


@lru_cache(maxsize=128)
def rules_of(ruleset: Ruleset) -> Rules:
    """Return the rules of a ruleset, built once."""
    return ruleset.game.rules(ruleset)


def settle(s: State, caps: CapsRuled | None = None, violation: ViolationRuled | None = None) -> DealSettled | None:
    """Return the settlement of a deal; None while it is not over, or if too few cards are known to settle it."""
    return s.rules.playing.settle(s, caps, violation)


def settle_as_assigned(s: State, ruling: ResultAssigned) -> DealSettled:
    """Return the settlement that an arbiter assigned. Points and tricks are those played so far."""
    game = s.rules.ruleset
    teams = game.seating.teams
    by_points = game.match.by_points
    nothing = dict.fromkeys(teams, 0)
    return DealSettled(
        "awarded",
        nothing if by_points else ruling.gains,
        dict(zip(teams, s.points, strict=True)),
        dict(zip(teams, s.tricks, strict=True)),
        reasons=("assigned",),
        score=ruling.gains if by_points else {},
    )
