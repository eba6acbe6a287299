"""The law of hidden information while a deal is recorded: what comes by itself tells of no card that nobody saw.

The scribe knows all hands and enters everything as it happened, irregular acts too. Two deals are entered act by act
that differ only in cards which a viewer has not seen: the viewer must be told the same of both, act by act.
"""

from __future__ import annotations

import random

import pytest

from domain.engine.consequences import apply_both, consequence
from domain.engine.facts import Act, CardPlayed, CardsDealt, DealOpened, Fact
from domain.engine.hiding import PUBLIC, hide
from domain.engine.parameters import override, plain
from domain.engine.refusals import Refused
from domain.engine.rules import rules_of
from domain.engine.ruleset import Ruleset
from domain.games.catalogue import RULESETS, SIDI_BARRANI
from domain.games.three04.acts import (
    CapsCalled,
    CardsRevealed,
    FaceDownInspected,
    IndicatorPlaced,
    IndicatorRevealed,
    SpoiltTrumpsDeclared,
)
from domain.record.entries import Stamp
from domain.record.record import Record
from replay.frames import encode_replay
from tests.cases import FULL
from tests.family.random_deals import GAMES as FAMILY
from tests.jass.random_jass import HOUSES, by_choice
from tests.replaying.hidden import altered, marred, random_deal, unseen

DEALS = 1000 if FULL else 5
"""The number of random deals of each game."""

GAMES: list[Ruleset] = [
    *FAMILY,
    override(
        RULESETS["304"],
        "304-hand-cut",
        "The maker may cut with a trump from the hand",
        {"closed.maker_cut_with_hand_trump": True},
    ),
    SIDI_BARRANI,
    *(override(SIDI_BARRANI, f"sidi-barrani-house-{n}", "House", rules) for n, rules in enumerate(HOUSES) if rules),
]
"""Every game of the catalogue, and houses' ways of playing it."""


def enter(game: Ruleset, dealer: str, acts: list[Act], onward: bool) -> tuple[Record, list[Fact], list[str]]:
    """Record the acts as they happened; with every fact that was stored, and what was refused."""
    record = Record(DealOpened(plain(game), dealer), Stamp(1, "2026-01-10T19:00:00.000Z", "scribe"))
    facts: list[Fact] = []
    refused = []
    for act in acts:
        try:
            steps = record.onward(act, as_it_happened=True) if onward else [record.act(act, as_it_happened=True)]
            for proposals in steps:
                for proposal in proposals:
                    facts.append(proposal.fact)
                    record.fold(proposal.fact, Stamp(len(facts) + 1, "2026-01-10T19:00:00.000Z", "scribe"))
        except Refused as refusal:
            refused.append(refusal.refusal.code)
    return record, facts, refused


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_what_is_recorded_by_itself_tells_of_no_card_that_a_viewer_has_not_seen(game: Ruleset) -> None:
    """Architecture, “Hide first, fold after”: the same facts, stored by the same commands, and the same replay."""
    exchanged = 0
    for seed in range(DEALS):
        rng = random.Random(f"{game.key} recorded {seed}")
        dealer, acts = random_deal(rng, game)
        acts = by_choice(rules_of(game), dealer, acts)
        if rng.random() < 0.5:
            acts = marred(rng, game, acts)
        acts = acts[: rng.randint(min(3, len(acts)), len(acts))]
        onward = rng.random() < 0.4
        viewer = rng.choice((*game.seating.seats, PUBLIC, PUBLIC))
        record, facts, refused = enter(game, dealer, acts, onward)
        hidden = unseen(record, [*facts, *acts], viewer)
        if len(hidden) < 2 or record.over:
            continue
        matters = [act.card for act in acts if isinstance(act, IndicatorPlaced | CardPlayed) and act.card in hidden]
        a = rng.choice(matters) if matters and rng.random() < 0.5 else rng.choice(hidden)
        b = rng.choice([card for card in hidden if card != a])
        others = [altered(act, {a: b, b: a}) for act in acts]
        other, stored, also_refused = enter(game, dealer, others, onward)
        where = (seed, viewer, a, b)
        assert refused == also_refused, where
        for ply, (one, two) in enumerate(zip(facts, stored, strict=False)):
            assert hide(one, viewer) == hide(two, viewer), (*where, ply)
        assert len(facts) == len(stored), where
        assert encode_replay(other, viewer) == encode_replay(record, viewer), where
        exchanged += others != acts
    assert exchanged > DEALS // 4, "too few exchanges changed anything"


@pytest.mark.parametrize("game", FAMILY, ids=lambda game: game.key)
def test_nobody_may_play_between_an_act_and_the_card_that_is_turned_up_by_itself(game: Ruleset) -> None:
    """000 "Closed Trump games": the trump maker turns the cards up before the trick is taken.

    So the record names a card no earlier than the rules show it, and nobody can use it before all have seen it. Only a
    call may come between: Caps, or spoilt trumps.
    """
    turned_up = 0
    rules = rules_of(game)
    for seed in range(DEALS):
        dealer, acts = random_deal(random.Random(f"{game.key} turned up {seed}"), game)
        s, table = rules.start(dealer), rules.start(dealer)
        for act in acts:
            owed = consequence(rules, s, table)
            if isinstance(owed, CardsRevealed | IndicatorRevealed):
                turned_up += 1
                others = [seat for seat in rules.seats if seat != owed.seat]
                legal = [each for seat in others for each in rules.legal(table, seat)]
                legal += [template.act for seat in others for template in rules.templates(table, seat)]
                assert {type(each) for each in legal} <= {CapsCalled, SpoiltTrumpsDeclared}, (seed, owed)
                assert {type(each) for each in rules.legal(table, owed.seat)} <= {type(owed), SpoiltTrumpsDeclared}
            apply_both(rules, s, table, act)
    assert turned_up, "no card was turned up in these deals"


@pytest.mark.parametrize("kind", [CardsDealt, IndicatorPlaced, FaceDownInspected])
def test_acts_whose_cards_only_their_owner_sees_are_among_those_deals(kind: type[Act]) -> None:
    """Or the law above would be tried on too little."""
    rng = random.Random(304)
    assert any(isinstance(act, kind) for _ in range(20) for act in random_deal(rng, FAMILY[0])[1])
