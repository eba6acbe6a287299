"""What if the rule were another? A recorded deal judged again by a different ruleset."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from domain.record import Record, Stamp
from domain.rules import rules_of
from domain.ruleset import RulesetError, different, plain
from domain.settlement import settle

if TYPE_CHECKING:
    from domain.facts import DealSettled
    from domain.refusals import Refusal
    from domain.ruleset import Ruleset


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
    """Judge the deal by ``ruleset``: the acts stay as they are, what they are worth may change.

    An act that breaks a rule there is judged and then taken as it happened, like any irregularity; so a
    late ply may be out of place only because an earlier one was. `RulesetError` when the other game has other
    seats or another pack.
    """
    played = record.rules.ruleset
    if (ruleset.seating.seats, ruleset.pack) != (played.seating.seats, played.pack):
        raise RulesetError(f"a deal of {played.key} cannot be judged by {ruleset.key}: other seats or another pack")
    other = Record(replace(record.opened, ruleset=plain(ruleset)), record.stamp, rules_of(ruleset))
    for act in record.acts:
        other.fold(act, Stamp())
    before, after = record.broken(), other.broken()
    return WhatIf(
        ruleset=ruleset,
        differs=different(played, ruleset),
        newly_broken={ply: refusal for ply, refusal in after.items() if ply not in before},
        no_longer_broken={ply: refusal for ply, refusal in before.items() if ply not in after},
        settled=settle(record.state, record.caps_ruling, record.violation),
        settles=settle(other.state, record.caps_ruling, record.violation),
    )
