"""Practice has no arbiter: its settlement applies the audit's verdict on Caps, and bots call in time.

The rules are 000 "Caps" and 004 "Caps".

``NOUGHT_FULL=1`` plays 2,000 deals of each ruleset with Caps.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from dataclasses import replace
from uuid import UUID

import pytest

from bots.bot import Bot
from bots.strengths import STRENGTHS
from domain.audit.caps.points import is_last_moment
from domain.audit.caps.report import adjudicate
from domain.engine.cards import Card
from domain.engine.facts import Act, CardPlayed
from domain.engine.parameters import plain
from domain.engine.rules import Rules, rules_of
from domain.games.catalogue import RULESETS
from domain.games.three04.ruleset import Three04Ruleset
from domain.practice.aggregate import Practice
from domain.practice.facts import PracticeOpened
from domain.record.record import Record
from tests.cases import full

GAMES = [game for game in RULESETS.values() if isinstance(game, Three04Ruleset) and game.caps.teams != "nobody"]
FULL = bool(os.environ.get("NOUGHT_FULL"))
DEALS = 2_000 if FULL else 3
WAITED = {"304-jaffna": (5010, 5034)}
"""Deals in which a person who can call only in its turn calls too late: it could be certain after a card of a bot."""
STAMP = "2026-11-23T12:00:00Z", "practice", ""
EXPERT = STRENGTHS["expert"]
COMPARES = 20
"""In one deal of so many the expert compares its cards over drawn deals, which takes 20 times as long. Else it plays by
its rules of thumb. It calls Caps alike."""
THUMB = replace(EXPERT, deals=0)


def played(game: Three04Ruleset, seed: int) -> Practice:
    """Return a practice deal that expert bots play in all seats, also in the person's."""
    rng = random.Random(f"caps in practice {game.key} {seed}")
    rules = rules_of(game)
    seats = game.seating.seats
    practice = Practice(UUID(int=seed + 1))
    practice.take(PracticeOpened(plain(game), rng.choice(seats), rng.choice(seats), "expert"), *STAMP)
    strength = THUMB if seed % COMPARES else EXPERT
    bots = {seat: Bot(practice.record.opened, seat, strength, random.Random(f"{seed} {seat}")) for seat in seats}
    seen = 0
    practice.go_on(pack(rules, rng), STAMP)
    while not practice.record.state.outcome:
        if all(practice.record.state.tricks):
            # Nobody can call Caps any more.
            practice.act(any_card(practice.record), pack(rules, rng), STAMP)
            continue
        acts = practice.record.acts
        for act in acts[seen:]:
            for bot in bots.values():
                bot.see(act)
        seen = len(acts)
        practice.act(next_act(practice, bots), pack(rules, rng), STAMP)
    return practice


def any_card(record: Record) -> Act:
    """Return the first card that may be played."""
    legal = record.rules.legal(record.state, record.rules.to_act(record.state) or "")
    return next(act for act in legal if isinstance(act, CardPlayed))


def next_act(practice: Practice, bots: dict[str, Bot]) -> Act:
    """Return what `bots.table.next_bot_act` returns, from bots that have seen all acts.

    The person calls in its turn, or where the table waits for it because the call would be late after the next card.
    """
    acts, person = practice.record.acts, practice.opened.seat
    turn = practice.record.rules.to_act(practice.record.state)
    for seat, bot in bots.items():
        if seat == person != turn and not is_last_moment(practice.record, person):
            continue
        call = bot.call()
        if call is not None and not (acts and type(acts[-1]) is type(call) and acts[-1].seat == seat):
            return call
    return bots[turn or ""].choose()


def pack(rules: Rules, rng: random.Random) -> list[Card]:
    """Return a shuffled pack."""
    return rng.sample(list(rules.tables.bit), len(rules.tables.bit))


@pytest.mark.parametrize(
    "game", [game if game.key == "304" else full(game) for game in GAMES], ids=lambda game: game.key
)
def test_practice_pays_by_the_verdict_of_the_audit_and_bots_call_in_time(game: Three04Ruleset) -> None:
    verdicts: Counter[str] = Counter()
    for seed in (*range(DEALS), *WAITED.get(game.key, ())):
        practice = played(game, seed)
        report = adjudicate(practice.record, both_readings=False)
        assert practice.awaits_verdict != bool(report.exempt), seed
        practice.settle(report.ruling, STAMP)
        verdicts[report.verdict] += 1
        if report.exempt or report.verdict == "undecided":
            continue
        assert practice.record.settlement == adjudicate(practice.record).settlement, seed
        assert report.verdict in ("right", "nothing"), (seed, report)
        assert not report.departures, seed
    assert verdicts["undecided"] <= DEALS // 100, verdicts
    assert verdicts["right"] or not FULL, verdicts
