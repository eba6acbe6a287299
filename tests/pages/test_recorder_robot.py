"""A robot records random deals on a phone, faster than a person, with a slow network and for five tricks with none.

Every deal is played first with all cards known; the robot taps what a scribe sees of it. Then the two records are the
same, act by act. ``NOUGHT_FULL=1`` records twenty deals of each game.
"""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from domain.engine.facts import CardsDealt
from domain.games.catalogue import RULESETS
from replay.notation.actions import write_action
from tests.http.people import People, opened
from tests.pages.conftest import PHONE, Open
from tests.pages.robot import SEAT_NAMES, Robot, public_acts, random_deal
from tests.pages.scribe import Scribe, forgive

DEALS = 20 if os.environ.get("NOUGHT_FULL") else 1


@pytest.mark.parametrize("seed", range(DEALS))
@pytest.mark.full
@pytest.mark.parametrize("game", ["304", "sidi-barrani", "304-six-24"])
def test_a_robot_records_a_deal_without_a_wrong_a_lost_or_a_doubled_entry(
    open_page: Open, people: People, record_property: Callable[[str, object], None], game: str, seed: int
) -> None:
    table = random_deal(game, seed)
    acts = public_acts(table)
    seating = RULESETS[game].seating
    deal = opened(people.admin.post("/deals", {"ruleset": game, "dealer": seating.seats[0]}))
    robot = Robot(Scribe.of(open_page, people, deal, viewport=PHONE))
    robot.scribe.says(f"Does {SEAT_NAMES[seating.before(seating.seats[0])]} cut?")
    robot.records(acts, table.state.width, range(1, table.state.rounds - 2))
    assert table.settlement is not None
    robot.counts((table.settlement.points or {}).get(seating.team(seating.seats[max(table.state.maker, 0)])))
    robot.scribe.says("The deal is over")
    robot.scribe.sent()
    recorded = [act for act in robot.scribe.acts_without_dealing() if " counts " not in act]
    assert recorded == [write_action(act) for act in acts if not isinstance(act, CardsDealt)]
    assert robot.moved == []
    record_property("taps", robot.taps)
    forgive(open_page, "ERR_INTERNET_DISCONNECTED", "ERR_NETWORK")
