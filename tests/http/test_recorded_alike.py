"""Facts that a scribe who knows all hands records tell nobody of a card that it has not seen, on any path.

Two record books hold one deal each, alike but for two cards that a viewer has not seen. It is recorded act by act, as
it happened, so that much of it is irregular in the second book.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest

from domain.engine.consequences import apply_consequences
from domain.engine.facts import Act, CardPlayed
from domain.engine.hiding import PUBLIC
from domain.games.catalogue import RULESETS, SIDI_BARRANI, STANDARD
from domain.games.three04.acts import IndicatorPlaced
from replay.notation.actions import write_action
from store.postgres import embedded
from tests.http.applications import new_book
from tests.http.people import AT, People, Person, opened
from tests.http.test_boards_withheld import response_parts
from tests.http.test_delay import paths, spread
from tests.replaying.hidden import altered, random_deal, told_from, unseen

SEEDS = range(300) if os.environ.get("NOUGHT_FULL") else (101,)
"""Everyday, a deal of Sidi Barrani that told of hidden cards while Weis was answered and scored by itself."""


@pytest.fixture(scope="module")
def books(server: embedded.Embedded) -> Iterator[list[People]]:
    with new_book(server) as one, new_book(server) as other:
        yield [one, other]


def record(people: People, deal: str, acts: list[Act]) -> list[int]:
    """Record the acts one by one; with how many acts the deal had after each. What came by itself is not sent."""
    plies = [people.admin.get(f"/deals/{deal}").json["plies"]]
    while plies[-1] < len(acts):
        body = {"act": write_action(acts[plies[-1]]), "as_it_happened": True, "at": AT}
        answer = people.admin.post(f"/deals/{deal}/actions", body)
        assert answer.status_code == 200, answer.json
        plies.append(answer.json["plies"])
    return plies


def pair(seed: int) -> tuple[Any, str, str, list[Act], list[Act]] | None:
    """A game, dealer and viewer, and the acts of two deals that differ in two cards which the viewer has not seen."""
    rng = random.Random(seed)
    game = rng.choice((*RULESETS.values(), STANDARD, STANDARD, STANDARD, SIDI_BARRANI, SIDI_BARRANI))
    dealer, acts = random_deal(rng, game)
    if len(acts) < 8:
        return None
    acts = acts[: rng.randint(5, len(acts) - 2)]
    viewer = rng.choice((*game.seating.seats, PUBLIC, PUBLIC))
    rng.random()
    known = told_from(game, dealer, acts)
    recorded = [*acts, *apply_consequences(known.rules, known.state.copy(), known.table())]
    hidden = unseen(known, recorded, viewer)
    if len(hidden) < 2 or known.over:
        return None
    matters = [act.card for act in acts if isinstance(act, IndicatorPlaced | CardPlayed) and act.card in hidden]
    a = rng.choice(matters) if matters and rng.random() < 0.7 else rng.choice(hidden)
    b = rng.choice([card for card in hidden if card != a])
    return game, dealer, viewer, acts, [altered(act, {a: b, b: a}) for act in acts]


@pytest.mark.parametrize("seed", SEEDS)
def test_irregular_acts_and_what_follows_them_tell_a_viewer_of_no_unseen_card(books: list[People], seed: int) -> None:
    if (both_stories := pair(seed)) is None:
        return
    game, dealer, viewer, *stories = both_stories
    deal, table = str(uuid4()), str(uuid4())
    callers: list[list[Person]] = []
    plies = []
    for people, acts in zip(books, stories, strict=True):
        opened(people.admin.post("/tables", {"name": "Table", "id": table, "at": AT}))
        opened(
            people.admin.post("/deals", {"id": deal, "ruleset": game.key, "dealer": dealer, "table": table, "at": AT})
        )
        plies.append(record(people, deal, acts))
        own = people.anybody if viewer == PUBLIC else people.issue("seat", seat=viewer, deal=deal)
        callers.append([people.anybody, own])
    assert plies[0] == plies[1], "one act brought others along in one book alone"
    never = str(uuid4())
    things = dict.fromkeys(("club_id", "match_id", "player_id", "tournament_id", "encounter_id", "dispute_id"), never)
    things |= {"deal_id": deal, "table_id": table}
    for path, endpoint in spread(paths(books[0].app, things), 4):
        if never in path or endpoint.startswith(("tokens.", "account", "docs.")):
            continue
        for one, other in zip(*callers, strict=True):
            assert response_parts(one, path, endpoint) == response_parts(other, path, endpoint), path
