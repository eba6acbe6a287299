"""A deal explored along its own record is the deal as it was recorded, and the kernel agrees at every card."""

from __future__ import annotations

from base64 import b64decode

import pytest

from analysis.layout import Deal, Position
from analysis.machine import Machine
from analysis.payloads import question_payload
from analysis.position import Unsolvable
from domain.engine.facts import CardPlayed
from domain.engine.hiding import ARBITER
from domain.record.record import Record
from replay.exploration import Exploration
from replay.notation.document import record_of
from replay.views import latest_view
from tests.cases import cases
from tests.pages.deals import HANDS, document


def played_by_the_rules() -> dict[int, Record]:
    """The worked hands in which cards were played, every one by the rules and known."""
    records = {number: record_of(document(number)) for number in range(1, len(list(HANDS.glob("*.toml"))) + 1)}
    return {
        number: record
        for number, record in records.items()
        if any(isinstance(act, CardPlayed) for act in record.acts)
        and not record.find_refusals()
        and "??" not in str(latest_view(record, ARBITER)["tricks"])
    }


def test_the_recorded_line_leads_to_the_recorded_tricks() -> None:
    hands = played_by_the_rules()
    assert len(hands) > 25
    assert len({record.rules.ruleset.key for record in hands.values()}) == 14
    with cases() as case:
        for number, record in hands.items():
            with case(number):
                cards = [act for act in record.acts if isinstance(act, CardPlayed)]
                explored = Exploration(record, record.acts.index(cards[0]) - 1)
                explored.play([act.card for act in cards])
                view, recorded = explored.view(), latest_view(record, ARBITER)
                assert view["tricks"] == recorded["tricks"]
                assert view["hands"] == recorded["hands"]
                assert view["points"] == recorded["points"]


@pytest.mark.full
def test_the_kernel_lets_the_same_cards_be_played_on_the_way() -> None:
    machine = Machine()
    compared = 0
    with cases() as case:
        for number, record in played_by_the_rules().items():
            cards = [act for act in record.acts if isinstance(act, CardPlayed)]
            explored = Exploration(record, record.acts.index(cards[0]) - 1)
            whole = explored.state.copy()
            for act in cards:
                with case(number, act.card):
                    question = question_payload(explored.state, whole)
                    machine.set_deal(Deal.from_buffer_copy(b64decode(question["deal"])))
                    machine.set_position(Position.from_buffer_copy(b64decode(question["position"])))
                    legal = machine.legal()
                    ours = {card for code, card in question["cards"].items() if legal >> int(code) & 1}
                    assert ours == {each.card for each in explored.legal()}
                    compared += 1
                explored.play([act.card])
    assert compared > 700


def test_a_deal_before_its_play_has_no_question() -> None:
    explored = Exploration(record_of(document(10)), 1)
    assert explored.legal() == []
    assert not explored.is_playing
    with pytest.raises(Unsolvable, match="before or after its play"):
        question_payload(explored.state, explored.state)
