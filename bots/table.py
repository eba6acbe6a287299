"""Choose the next act of the bots at a table. Each decides by what its own seat saw."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from bots.bot import Bot

if TYPE_CHECKING:
    from bots.strengths import Strength
    from domain.engine.cards import Seat
    from domain.engine.facts import Act
    from domain.record.record import Record


def next_bot_act(record: Record, person: Seat, strength: Strength, seed: str) -> Act | None:
    """Return what a bot does now: a call out of turn, or its act in its turn; None if a person has to act.

    The bots sit in all seats but the person's. ``seed``: equal seeds choose equal acts at the same ply.
    """
    rules, acts = record.rules, record.acts
    bots: dict[Seat, Bot] = {}
    for seat in rules.seats:
        if seat != person:
            bot = Bot(record.opened, seat, strength, Random(f"{seed} {seat} {len(acts)}"))  # noqa: S311 - no secret
            for act in acts:
                bot.see(act)
            bots[seat] = bot
            if (call := bot.call()) is not None:
                return call
    turn = rules.to_act(record.state)
    return bots[turn].choose() if turn in bots else None
