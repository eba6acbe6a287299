"""Choose the next act of the bots at a table. Each decides by what its own seat saw."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from bots.bot import Bot

if TYPE_CHECKING:
    from bots.bot import Advice
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
            bot = bots[seat] = _seated(record, seat, strength, seed)
            call = bot.call()
            if call is not None and not (acts and type(acts[-1]) is type(call) and acts[-1].seat == seat):
                return call  # not the call that was just denied
    turn = rules.to_act(record.state)
    return bots[turn].choose() if turn in bots else None


def advise(record: Record, seat: Seat, strength: Strength) -> Advice | None:
    """Return what a bot of this strength would do in a seat now, by what the seat saw; None if it would wait.

    Two records that look alike to the seat give the same advice.
    """
    return _seated(record, seat, strength, "advice").advise()


def _seated(record: Record, seat: Seat, strength: Strength, seed: str) -> Bot:
    """Return a bot in a seat that has seen the acts of the deal so far."""
    acts = record.acts
    bot = Bot(record.opened, seat, strength, Random(f"{seed} {seat} {len(acts)}"))  # noqa: S311 - no secret
    for act in acts:
        bot.see(act)
    return bot
