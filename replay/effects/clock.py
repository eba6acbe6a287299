"""Changes of the clock of a round by a command."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from domain.tournament.rounds.clock import MINUTE, STOPPED
from replay.effects.groups import group
from replay.words.effects import NOTHING

if TYPE_CHECKING:
    from domain.tournament.rounds.clock import Clock
    from replay.words.effects import EffectWords

SECOND: Final = 1000
"""Milliseconds."""


def clock_changes(before: Clock | None, after: Clock | None, at: str, words: EffectWords) -> list[dict[str, Any]]:
    """Return the group of the clock. ``at``: the time of the command, in its stored form."""
    if before == after or (after is None and before is not None and before.state == STOPPED):
        return []
    names, was, now = words.clock_rows(), _shown(before, at, words), _shown(after, at, words)
    return group("clock", words.clock, zip(names, was, now, strict=True))


def _shown(clock: Clock | None, at: str, words: EffectWords) -> tuple[str, ...]:
    """Return the values of a clock at a time, one for each of `EffectWords.clock_rows`."""
    if clock is None:
        return (NOTHING,) * len(words.clock_rows())
    left = clock.left_at(at)
    in_break = left <= 0 and clock.break_minutes > 0
    rest = max(0, left + clock.break_minutes * MINUTE if in_break else left)
    return (
        str(clock.round),
        words.clock_state(clock.state),
        words.time_left(rest // SECOND, in_break=in_break),
        str(clock.minutes),
        str(clock.break_minutes),
        ", ".join(map(str, clock.warnings)) or NOTHING,
    )
