"""What if the rule were another? A recorded deal judged again by a different ruleset.

Each act is judged as the deal then stood, so nothing is held against the rules only because something before it
was. The tricks stay whose they were; what they are worth, and what was announced, counts as it does there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from domain.engine.facts import CardPlayed, Passed
from domain.engine.game import Game
from domain.engine.parameters import different
from domain.engine.refusals import Refusal, Verdict, refuse
from domain.engine.rules import Rules, rules_of, settle
from domain.engine.ruleset import RulesetError
from domain.engine.state import NOBODY, State
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
    """A ruleset under which the acts of a deal mean nothing: other seats, cards, or another kind of game."""


@dataclass(frozen=True, slots=True)
class WhatIf:
    """What another ruleset makes of the same acts. Plies are those of the effective record."""

    ruleset: Ruleset
    differs: dict[str, tuple[object, object]]
    """The parameters in which the two rulesets differ: as it was played, and as it is judged here."""
    newly_broken: dict[int, Refusal]
    """What was within the rules and no longer is."""
    no_longer_broken: dict[int, Refusal]
    """What was against the rules and no longer is."""
    settled: DealSettled | None
    """As the deal was settled, or would have been; None while it is not over."""
    settles: DealSettled | None
    """As it would be settled here."""

    @property
    def same(self) -> bool:
        """Whether the other ruleset changes nothing for this deal."""
        return not (self.newly_broken or self.no_longer_broken) and self.settled == self.settles


def what_if(record: Record, ruleset: Ruleset) -> WhatIf:
    """Judge the deal by ``ruleset``. `OtherGame` when its acts would mean nothing there."""
    played = record.rules.ruleset
    check_table(played, ruleset)
    rules = rules_of(ruleset)
    before, after = record.broken(), broken(record, rules)
    newly = {ply: broke for ply, broke in after.items() if ply not in before}
    return WhatIf(
        ruleset=ruleset,
        differs=different(played, ruleset),
        newly_broken=newly,
        no_longer_broken={ply: broke for ply, broke in before.items() if ply not in after},
        settled=settle(record.state, record.caps_ruling, record.violation),
        settles=settle(counted(record, rules, set(newly)), record.caps_ruling, record.violation),
    )


def check_table(played: Ruleset, ruleset: Ruleset) -> None:
    """Raise `OtherGame` unless both are one kind of game, with the same seats, cards and course of a deal."""
    orders = [game.trump_order for game in (played, ruleset)]
    reasons = {
        "it is another kind of game": type(played) is not type(ruleset),
        "it has other seats or partners": played.seating != ruleset.seating,
        "it has another pack": played.pack != ruleset.pack,
        "its trumps rank otherwise": orders[0] != orders[1],
        "a deal has another course there": played.stages != ruleset.stages,
    }
    if reason := next((words for words, differs in reasons.items() if differs), ""):
        raise OtherGame(f"a deal of {played.key} cannot be judged by {ruleset.key}: {reason}")


# --- judging ------------------------------------------------------------------------------------


def steps(record: Record) -> Iterator[tuple[State, Act]]:
    """The acts of the effective record, each with the deal as it stood before it; the state is not to be kept."""
    s = record.rules.start(record.opened.dealer)
    for act in record.acts:
        yield s, act
        record.rules.apply(s, act)


def seated(s: State, rules: Rules) -> State:
    """The deal as it stands, under other rules."""
    copied = s.copy()
    copied.rules = rules
    return copied


def broken(record: Record, rules: Rules) -> dict[int, Refusal]:
    """What is against these rules, by ply. What the rules of the deal compelled was nobody's choice."""
    refusals: dict[int, Refusal] = {}
    stage, held = -1, True
    for ply, (s, act) in enumerate(steps(record)):
        if s.stage != stage:
            stage, held = s.stage, holds(rules, s)
        if record.rules.owed(s) != act and isinstance(verdict := judge(rules, s, act, held=held), Refusal):
            refusals[ply] = verdict
    return refusals


def holds(rules: Rules, s: State) -> bool:
    """Whether the stage that the deal has just come to is held under these rules, and not passed over."""
    copied = seated(s, rules)
    rules.stages[s.stage].enter(copied)
    return copied.stage == s.stage


def judge(rules: Rules, s: State, act: Act, *, held: bool) -> Verdict:
    """Whether the act is within these rules, as the deal stands."""
    if held:
        verdict = rules.judge(seated(s, rules), act)
        if not isinstance(verdict, Refusal) or verdict.code != "wrong-stage" or s.outcome:
            return verdict
    elif isinstance(act, Passed):
        return None
    what = write_action(act).partition(" ")[2]
    return refuse("wrong-stage", act.seat, "{who}: “{what}” has no place in this game", what=what)


# --- counting -----------------------------------------------------------------------------------


def counted(record: Record, rules: Rules, newly: set[int]) -> State:
    """The deal as it stands at last, counted by these rules; ``newly`` is what is against them and was not."""
    return COUNTED[rules.ruleset.game](record, rules, newly)


def counted_304(record: Record, rules: Rules, newly: set[int]) -> State:
    """304: the tricks stay whose they were; what was announced counts if it may be announced here."""
    end = state_of_304(seated(record.state, rules))
    for ply in newly:
        unsay(end, record.acts[ply])
    return end


def unsay(s: Three04State, act: Act) -> None:
    """What may not be announced does not count."""
    match act:
        case CapsCalled():
            s.caps_caller = NOBODY
        case DoubleAnnounced():
            s.double = NOBODY
        case MarriageDeclared(seat, suit):
            suits = s.rules.ruleset.pack.suits
            s.marriages &= ~(1 << len(suits) * s.rules.place[seat] + suits.index(suit))


def counted_sidi(record: Record, rules: Rules, newly: set[int]) -> State:
    """Sidi Barrani counts its points, Weis and Stöck as it goes: what was played is played again under these rules."""
    playing = rules.stages.index(rules.playing)
    copied: State | None = None
    for ply, (s, act) in enumerate(steps(record)):
        if copied is None and s.stage == playing:
            copied = contracted(s, record.rules, rules)
        if copied is None:
            continue
        owed = record.rules.owed(s)
        if owed is None or owed == act:
            list(rules.settle_owed(copied))
        follows = owed == act and isinstance(rules.judge(copied, act), Refusal)
        if not follows and (isinstance(act, CardPlayed) or ply not in newly):
            rules.apply(copied, act)
    if copied is None:
        return seated(record.state, rules)
    if record.rules.owed(record.state) is None:
        list(rules.settle_owed(copied))
    if record.state.outcome and copied.owed == STOECK:
        # Nobody claimed it.
        rules.apply(copied, Passed(rules.seats[copied.turn]))
    return copied


def contracted(s: State, played: Rules, rules: Rules) -> State:
    """The deal when the cards begin to be played: a doubled contract counts as it does under these rules."""
    copied = state_of_sidi(seated(s, rules))
    if copied.factor > 1:
        redoubled = copied.factor == rules_of_sidi(played).ruleset.double.redouble_factor
        terms = copied.rules.ruleset.double
        allowed = {"none": 1, "double": terms.factor, "redouble": terms.redouble_factor}[terms.mode]
        copied.factor = min(allowed, terms.redouble_factor if redoubled else terms.factor)
    return copied


COUNTED: Final[Mapping[Game, Callable[[Record, Rules, set[int]], State]]] = {THREE04: counted_304, SIDI: counted_sidi}
"""How a deal of each game is counted by other rules."""


def plain_what_if(record: Record, result: WhatIf) -> dict[str, Any]:
    """What was found as JSON values. It tells of the whole record: only for whoever may see all of it."""
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
