"""Random legal deals of every game, and what somebody knows of them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from domain.engine.facts import Act, CardsDealt, DealOpened, Fact, Passed
from domain.engine.hiding import PUBLIC, hide_act
from domain.engine.parameters import plain
from domain.engine.rules import Rules, rules_of
from domain.engine.ruleset import Ruleset
from domain.games.three04.acts import RedealDemanded
from domain.games.three04.ruleset import Three04Ruleset
from domain.record.entries import Stamp
from domain.record.record import Record
from tests.family import random_deals as family
from tests.jass import random_jass as jass
from tests.rules import random_deals as standard

GAMES: list[Ruleset] = [
    *family.GAMES,
    *(standard.house(n).ruleset for n in range(len(standard.HOUSES))),
    *(jass.house(n).ruleset for n in range(len(jass.HOUSES))),
]
"""Every game, and houses' ways that turn on what none of them has."""


def dealt(game: Ruleset, seed: int) -> tuple[str, list[Act]]:
    """The dealer and the acts of a random deal."""
    if isinstance(game, Three04Ruleset):
        return family.deal(game, random.Random(f"audit {seed}"))
    return jass.deal(rules_of(game), f"audit {seed}")


def recorded(rules: Rules, dealer: str, acts: Iterable[Fact]) -> Record:
    """A record of these facts, as they are."""
    record = Record(DealOpened(plain(rules.ruleset), dealer), Stamp(), rules)
    for fact in acts:
        record.fold(fact, Stamp(len(record.entries) + len(record.notes) + 1))
    return record


def random_deal(seed: int) -> Record:
    """A random deal of the game whose turn it is."""
    game = GAMES[seed % len(GAMES)]
    return recorded(rules_of(game), *dealt(game, seed))


def play_on(record: Record, rng: random.Random) -> None:
    """To the end of the deal, legally from here on, whatever went before."""
    rules = record.rules
    while (seat := rules.to_act(record.state)) is not None:
        s = record.state
        acts = [act for act in rules.legal(s, seat) if not isinstance(act, (*family.CALLS, RedealDemanded))]
        act = rng.choice([act for act in acts if isinstance(act, Passed)] or acts)
        if isinstance(act, CardsDealt):
            rest = rules.tables.cards(rules.tables.all & ~s.named)
            rng.shuffle(rest)
            act = CardsDealt(seat, {who: tuple(rest.pop() for _ in batch) for who, batch in act.hands.items()})
        for proposal in record.act(act, as_it_happened=True):
            record.fold(proposal.fact, Stamp(len(record.entries) + len(record.notes) + 1))


def unseen(record: Record, acts: Sequence[Act] | None = None) -> Record:
    """The same deal as a scribe without any cards writes it down."""
    original = record.acts if acts is None else acts
    return recorded(record.rules, record.opened.dealer, [hide_act(act, PUBLIC) for act in original])
