"""A recorded deal judged by another ruleset.

Each act is judged in the state in which it was done, so an act is not illegal only because an earlier one is. Tricks
stay with their winners. Card points and announcements count by the other ruleset.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from domain.engine.facts import CardPlayed, Passed
from domain.engine.game import Game
from domain.engine.parameters import find_differences
from domain.engine.refusals import Refusal, Verdict, refuse
from domain.engine.rules import Rules, rules_of, settle
from domain.engine.ruleset_error import RulesetError
from domain.engine.state import NOBODY, State
from domain.engine.words.values import sentence
from domain.games.sidi.game import SIDI
from domain.games.sidi.rules import rules_of_sidi
from domain.games.sidi.state import STOECK, state_of_sidi
from domain.games.three04.acts import CapsCalled, DoubleAnnounced, MarriageDeclared
from domain.games.three04.game import THREE04
from domain.games.three04.state import Three04State, state_of_304
from replay.frames import refusal
from replay.notation.actions import write_action
from replay.views import settlement

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from domain.engine.facts import Act, DealSettled
    from domain.engine.ruleset import Ruleset
    from domain.record.record import Record


class OtherGame(RulesetError):
    """Raised when a ruleset cannot judge the deal: it has other seats or cards, or is another kind of game."""

    code = "other-game"


@dataclass(frozen=True, slots=True)
class WhatIf:
    """A deal judged by another ruleset. Plies are those of the effective record."""

    ruleset: Ruleset
    differs: dict[str, tuple[object, object]]
    """The parameters in which the two rulesets differ, with the value of each."""
    newly_broken: dict[int, Refusal]
    """The acts that are illegal only under the other ruleset, by ply."""
    no_longer_broken: dict[int, Refusal]
    """The acts that are illegal only under the deal's own ruleset, by ply."""
    settled: DealSettled | None
    """The settlement by the deal's own ruleset; None if the deal is not over."""
    settles: DealSettled | None
    """The settlement by the other ruleset; None if the deal is not over."""

    @property
    def same(self) -> bool:
        """Return whether the other ruleset changes nothing for the deal."""
        return not (self.newly_broken or self.no_longer_broken) and self.settled == self.settles


def what_if(record: Record, ruleset: Ruleset) -> WhatIf:
    """Judge the deal by another ruleset. Raises `OtherGame` if the ruleset cannot judge it."""
    played = record.rules.ruleset
    check_table(played, ruleset)
    rules = rules_of(ruleset)
    before, after = record.find_refusals(), find_refusals(record, rules)
    newly = {ply: broke for ply, broke in after.items() if ply not in before}
    return WhatIf(
        ruleset=ruleset,
        differs=find_differences(played, ruleset),
        newly_broken=newly,
        no_longer_broken={ply: broke for ply, broke in before.items() if ply not in after},
        settled=settle(record.state, record.caps_ruling, record.violation),
        settles=settle(final_state(record, rules, set(newly)), record.caps_ruling, record.violation),
    )


def check_table(played: Ruleset, ruleset: Ruleset) -> None:
    """Raise `OtherGame` unless both rulesets are of one kind of game, with the same seats, cards and stages."""
    orders = [game.trump_order for game in (played, ruleset)]
    reasons = (
        (sentence("it is another kind of game"), type(played) is not type(ruleset)),
        (sentence("it has other seats or partners"), played.seating != ruleset.seating),
        (sentence("it has another pack"), played.pack != ruleset.pack),
        (sentence("its trumps rank otherwise"), orders[0] != orders[1]),
        (sentence("a deal has another course there"), played.stages != ruleset.stages),
    )
    for reason, differs in reasons:
        if differs:
            raise OtherGame(
                sentence(
                    "a deal of {played} cannot be judged by {other}: {reason}",
                    played=played.key,
                    other=ruleset.key,
                    reason=reason,
                )
            )


# --- judging ------------------------------------------------------------------------------------


def steps(record: Record) -> Iterator[tuple[State, Act]]:
    """Yield the state before each act of the effective record, and the act. The state changes with the next step."""
    s = record.rules.start(record.opened.dealer)
    for act in record.acts:
        yield s, act
        record.rules.apply(s, act)


def with_rules(s: State, rules: Rules) -> State:
    """Return a copy of a state under other rules."""
    copied = s.copy()
    copied.rules = rules
    return copied


def find_refusals(record: Record, rules: Rules) -> dict[int, Refusal]:
    """Return the illegal acts under other rules, by ply, without acts that the deal's own rules compelled."""
    refusals: dict[int, Refusal] = {}
    stage, held = -1, True
    for ply, (s, act) in enumerate(steps(record)):
        if s.stage != stage:
            stage, held = s.stage, has_stage(rules, s)
        if record.rules.owed_act(s) != act and isinstance(verdict := judge(rules, s, act, held=held), Refusal):
            refusals[ply] = verdict
    return refusals


def has_stage(rules: Rules, s: State) -> bool:
    """Return whether other rules also hold the stage that the deal has just reached, or would skip it."""
    copied = with_rules(s, rules)
    rules.stages[s.stage].enter(copied)
    return copied.stage == s.stage


def judge(rules: Rules, s: State, act: Act, *, held: bool) -> Verdict:
    """Judge an act under other rules. ``held``: whether the other rules hold its stage (see `has_stage`)."""
    if held:
        verdict = rules.judge(with_rules(s, rules), act)
        if not isinstance(verdict, Refusal) or verdict.code != "wrong-stage" or s.outcome:
            return verdict
    elif isinstance(act, Passed):
        return None
    what = write_action(act).partition(" ")[2]
    return refuse("wrong-stage", act.seat, "{who}: “{what}” is not part of this game", what=what)


# --- counting -----------------------------------------------------------------------------------


def final_state(record: Record, rules: Rules, newly: set[int]) -> State:
    """Return the final state, counted by other rules. ``newly``: the plies that are illegal only under them."""
    return FINAL_STATES[rules.ruleset.game](record, rules, newly)


def final_state_304(record: Record, rules: Rules, newly: set[int]) -> State:
    """Return the final state of 304: tricks stay with their winners; announcements count if they are legal."""
    end = state_of_304(with_rules(record.state, rules))
    for ply in newly:
        unsay(end, record.acts[ply])
    return end


def unsay(s: Three04State, act: Act) -> None:
    """Remove an announcement from a state."""
    match act:
        case CapsCalled():
            s.caps_caller = NOBODY
        case DoubleAnnounced():
            s.double = NOBODY
        case MarriageDeclared(seat, suit):
            suits = s.rules.ruleset.pack.suits
            s.marriages &= ~(1 << len(suits) * s.rules.place[seat] + suits.index(suit))


def final_state_sidi(record: Record, rules: Rules, newly: set[int]) -> State:
    """Return the final state of Sidi Barrani, played again: points, Weis and Stöck are counted during the play."""
    playing = rules.stages.index(rules.playing)
    copied: State | None = None
    for ply, (s, act) in enumerate(steps(record)):
        if copied is None and s.stage == playing:
            copied = first_lead_state(s, record.rules, rules)
        if copied is None:
            continue
        owed = record.rules.owed_act(s)
        if owed is None or owed == act:
            list(rules.apply_owed_acts(copied))
        follows = owed == act and isinstance(rules.judge(copied, act), Refusal)
        if not follows and (isinstance(act, CardPlayed) or ply not in newly):
            rules.apply(copied, act)
    if copied is None:
        return with_rules(record.state, rules)
    if record.rules.owed_act(record.state) is None:
        list(rules.apply_owed_acts(copied))
    if record.state.outcome and copied.owed == STOECK:
        # Nobody claimed Stöck.
        rules.apply(copied, Passed(rules.seats[copied.turn]))
    return copied


def first_lead_state(s: State, played: Rules, rules: Rules) -> State:
    """Return the state at the first lead, with the factor of a doubled contract under other rules."""
    copied = state_of_sidi(with_rules(s, rules))
    if copied.factor > 1:
        redoubled = copied.factor == rules_of_sidi(played).ruleset.double.redouble_factor
        terms = copied.rules.ruleset.double
        allowed = {"none": 1, "double": terms.factor, "redouble": terms.redouble_factor}[terms.mode]
        copied.factor = min(allowed, terms.redouble_factor if redoubled else terms.factor)
    return copied


FINAL_STATES: Final[Mapping[Game, Callable[[Record, Rules, set[int]], State]]] = {
    THREE04: final_state_304,
    SIDI: final_state_sidi,
}
"""The function that counts a deal of each game by other rules."""


def plain_what_if(record: Record, result: WhatIf) -> dict[str, Any]:
    """Return the result as JSON. It reveals the whole record, so only viewers who may see all of it may have it."""
    plain: dict[str, Any] = {
        "ruleset": record.rules.ruleset.key,
        "judged_by": result.ruleset.key,
        "same": result.same,
        "parameters": result.differs,
        "newly_broken": _lines(record, result.newly_broken),
        "no_longer_broken": _lines(record, result.no_longer_broken),
    }
    for name, settled in (("settled", result.settled), ("settles", result.settles)):
        if settled is not None:
            plain[name] = settlement(settled) | ({"score": settled.score} if settled.score else {})
    return plain


def _lines(record: Record, broken: dict[int, Refusal]) -> list[dict[str, Any]]:
    acts = record.acts
    return [{"ply": ply, "act": write_action(acts[ply]), **refusal(broke)} for ply, broke in broken.items()]
