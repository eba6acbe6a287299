"""The ruleset of docs/extending.md makes a game: deals are played to the end, by the rules alone and on Postgres."""

from __future__ import annotations

import random

import pytest

from api.services import Provider
from domain.engine.parameters import find_differences, plain
from domain.engine.rulebook import as_text
from domain.games.catalogue import STANDARD
from domain.games.three04.ruleset import Three04Ruleset
from tests.extending.examples import names_of
from tests.houses.test_laws import play_304
from tests.http.people import People
from tests.replaying.deals import random_acts

RECORDER = {"by": "A recorder", "at": "2026-02-14T18:00:00.000Z"}


@pytest.fixture(scope="module")
def game() -> Three04Ruleset:
    """The ruleset as the document makes it."""
    first_evening: Three04Ruleset = names_of("304 for the first evening")["FIRST_EVENING"]
    return first_evening


def test_deals_are_played_to_the_end(game: Three04Ruleset) -> None:
    for seed in range(20):
        play_304(game, f"first evening {seed}")


def test_a_deal_is_recorded_and_shown(people: People, house: Provider, game: Three04Ruleset) -> None:
    dealer, acts = random_acts(random.Random("first evening"), game)
    ledger = house.services.ledger
    deal = ledger.deals.open(game, dealer, **RECORDER).id
    ledger.deals.act(deal, acts, **RECORDER)
    shown = people.admin.get(f"/deals/{deal}").json
    assert shown["ruleset"] == "304-first-evening"
    assert shown["status"] == "played"
    assert people.admin.get(f"/deals/{deal}/replays/S").status_code == 200


def test_it_differs_from_304_in_what_the_document_changes(game: Three04Ruleset) -> None:
    changed = {"caps.teams", "ask_partner.allowed", "auction4.later_turn_minimum", "auction4.over_partner_minimum"}
    assert find_differences(STANDARD, game).keys() == changed
    assert plain(game)["name"] in as_text(game)
