"""The law of hidden information, for every game: what a viewer has not seen changes nothing it is told."""

from __future__ import annotations

import random

import pytest

from domain.engine import hiding
from domain.engine.facts import CardPlayed, CardsDealt, Fact
from domain.engine.hiding import PUBLIC
from domain.engine.parameters import override
from domain.engine.ruleset import Ruleset
from domain.games.catalogue import RULESETS, SIDI_BARRANI, STANDARD
from domain.games.three04.acts import FaceDownInspected, IndicatorPlaced
from replay.frames import encode_replay
from tests.cases import FULL
from tests.family.random_deals import GAMES as FAMILY
from tests.jass.random_jass import HOUSES
from tests.replaying.hidden import altered, story, told_from, unseen

DEALS = 1000 if FULL else 50
"""The number of random deals of each game; every day half of it for all but 304, where `test_the_law_can_fail`."""

GAMES: list[Ruleset] = [
    *FAMILY,
    SIDI_BARRANI,
    *(override(SIDI_BARRANI, f"sidi-barrani-house-{n}", "House", rules) for n, rules in enumerate(HOUSES) if rules),
]
"""Every game of the catalogue, and houses' ways of playing it."""

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


def test_the_law_is_tried_on_every_game() -> None:
    assert RULESETS.keys() <= {game.key for game in GAMES}


@every_game
def test_a_viewer_cannot_tell_two_deals_apart_that_differ_in_what_it_has_not_seen(game: Ruleset) -> None:
    """Architecture, “Hide first, fold after”: byte-identical replays, so the same views at every ply.

    Exchanged are two cards that the viewer has not seen, in hands, on the table, in corrections and disclosures;
    and otherwise are the depth of the cut and the scribe's words.
    """
    exchanged = 0
    deals = DEALS if FULL or game.key == "304" else DEALS // 2
    for seed in range(deals):
        rng = random.Random(f"{game.key} {seed}")
        dealer, facts = story(rng, game)
        viewer = rng.choice((*game.seating.seats, PUBLIC))
        facts = facts[: rng.randint(min(3, len(facts)), len(facts))]
        record = told_from(game, dealer, facts)
        hidden = unseen(record, facts, viewer)
        if len(hidden) < 2:
            continue
        a, b = rng.sample(hidden, 2)
        other = told_from(game, dealer, [altered(fact, {a: b, b: a}) for fact in facts])
        assert encode_replay(other, viewer) == encode_replay(record, viewer), (seed, viewer, a, b)
        exchanged += other.acts != record.acts
    assert exchanged > deals // 3, "too few exchanges changed anything"


@pytest.mark.parametrize(
    ("kind", "game"),
    [
        *((kind, STANDARD) for kind in (CardsDealt, IndicatorPlaced, CardPlayed, FaceDownInspected)),
        (CardsDealt, SIDI_BARRANI),
    ],
)
def test_the_law_can_fail(kind: type[Fact], game: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same comparison, with one kind of card shown to everybody: it must notice."""
    monkeypatch.delitem(hiding._HIDE, kind)
    with pytest.raises(AssertionError, match=r"\d, '"):
        test_a_viewer_cannot_tell_two_deals_apart_that_differ_in_what_it_has_not_seen(game)
