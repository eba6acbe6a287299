"""Lesson files and the sources of chapters (docs/teaching.md)."""

from __future__ import annotations

import json

import pytest

from domain.kernel.errors import Declined
from domain.record.record import Record
from replay.lessons.check import faults
from replay.lessons.file import read_lesson, write_lesson
from replay.lessons.markdown import render
from replay.lessons.payloads import contents, find_step, step_payload
from replay.lessons.positions import record_of_source
from replay.lessons.sources import of_hand_file, of_record, of_terms, of_worked_hand
from replay.worked_hands import worked_names
from tests.cases import cases
from tests.lessons.lessons import REVOKE, ask, branch, go, lesson, look, reveal, say

WHOLE = lesson(
    say("**Closed** games."), look("E"), go(20), ask("holder", card="9S"),
    branch("N QC", ply=15, steps=(say("What if?"), branch("W AC", steps=(say("Deeper"),)))),
    reveal(), ask("text"), ask("bid", accept=("160",)),
    translations={"gsw": {"title": "Farbe bekenne"}}, summary="About revokes",
)  # fmt: skip


def test_a_file_reads_back_as_the_same_lesson_and_writes_the_same_bytes() -> None:
    text = write_lesson(WHOLE)
    assert read_lesson(text) == WHOLE
    assert write_lesson(read_lesson(text)) == text


def test_wrong_files_are_refused_with_the_place_of_the_fault() -> None:
    plain = json.loads(write_lesson(WHOLE))
    with cases() as case:
        for change, message in (
            ({"nought_lesson": 2}, "version 1, not 2"),
            ({"titel": "x"}, "unknown field `titel`"),
            ({"chapters": [{"title": 7}]}, r"\$.chapters\[0\].title"),
        ):
            with case(message), pytest.raises(Declined, match=message):
                read_lesson(json.dumps(plain | change))
        with case("no JSON"), pytest.raises(Declined, match="no lesson file"):
            read_lesson("{")


def test_every_worked_hand_can_be_a_chapter() -> None:
    with cases() as case:
        for name in worked_names():
            with case(name):
                source = of_worked_hand(name)
                record = record_of_source(source)
                assert len(record.acts) > 3
                assert not list(faults(lesson(look(record.rules.seats[0]), go(3), source=source)))
                assert not {"players", "id", "note", "event", "scribe"} & source.hand.keys()


def test_a_range_of_a_recorded_deal_holds_nothing_of_what_came_later() -> None:
    record: Record = record_of_source(of_worked_hand(REVOKE))
    source = of_record(record, "019c6a51-0000-7304-8304-000000000011", 60, 14, 22)
    assert record_of_source(source).acts == record.acts[:23]
    assert step_payload(lesson(say("Here"), source=source), 1, 1)["view"]["ply"] == 13
    with pytest.raises(Declined, match="entries 0 to 47"):
        of_record(record, "", 60, 14, 48)


def test_a_hand_file_can_be_a_chapter() -> None:
    head = 'nought = 1\nruleset = "304"\ndealer = "S"\n'
    text = head + 'deal.E = ["JH 9H AH TH"]\nactions = ["W no cut", "S deal", "E 160"]\n'
    assert len(record_of_source(of_hand_file(text)).acts) == 3


def test_drawn_hands_fulfil_their_conditions_and_the_same_seed_draws_them_again() -> None:
    terms = {
        "ruleset": "304", "dealer": "S", "maker": "E", "bid": 160, "indicator": "TH", "hands": {"E": "JH 9H"},
        "conditions": [{"of": "NS", "at_least": 180}, {"of": "N", "suit": "S", "at_least": 3, "at_most": 5}],
    }  # fmt: skip
    for seed in "abc":
        source = of_terms(terms | {"seed": seed})
        assert source == of_terms(terms | {"seed": seed})
        record = record_of_source(source)
        state = record.state
        hands = [set(record.rules.tables.cards(mask)) for mask in state.dealt]
        seats = dict(zip(record.rules.seats, hands, strict=True))
        assert {"JH", "9H", "TH"} <= seats["E"]
        assert 3 <= sum(card[1] == "S" for card in seats["N"]) <= 5
        assert sum(record.rules.points[record.rules.tables.bit[card]] for card in seats["N"] | seats["S"]) >= 180
    assert of_terms(terms | {"seed": "a"}).hand != of_terms(terms | {"seed": "b"}).hand


def test_hands_that_cannot_be_are_declined() -> None:
    with cases() as case:
        for terms, message in (
            ({"ruleset": "whist"}, "whist"),
            ({"ruleset": "304", "hands": {"E": "JH JH"}}, "two places"),
            ({"ruleset": "304", "seed": "a", "conditions": [{"of": "X"}]}, "no seat and no side"),
            ({"ruleset": "304", "seed": "a", "conditions": [{"of": "N", "at_least": 305}]}, "ask for less"),
            ({"ruleset": "304", "conditions": [{"of": "N"}]}, "need a seed"),
            ({"ruleset": "304", "maker": "E", "bid": 160, "hands": {"E": "JH"}}, "indicator"),
            ({"ruleset": "304", "hand": {}}, "unknown field"),
        ):  # fmt: skip
            with case(message), pytest.raises(Declined, match=message):
                of_terms(terms)


def test_hands_without_a_position_are_dealt_for_the_first_bids() -> None:
    record = record_of_source(of_terms({"ruleset": "304", "dealer": "S", "hands": {"E": "JH 9H AH TH"}}))
    assert (record.rules.to_act(record.state), record.rules.stage_name(record.state)) == ("E", "auction")


def test_branches_of_any_depth_are_played_from_their_own_line() -> None:
    placed = [find_step(WHOLE, 1, number)[0] for number in range(1, 12)]
    assert [each.depth for each in placed] == [0, 0, 0, 0, 1, 1, 2, 2, 0, 0, 0]
    assert [each.position.ply for each in placed] == [-1, -1, 20, 20, 16, 16, 17, 17, 20, 20, 20]
    assert (placed[4].acts, placed[6].acts) == (["N QC"], ["W AC"])


def test_a_branch_that_breaks_a_rule_is_a_fault_of_its_chapter() -> None:
    (fault,) = faults(lesson(branch("E JC", ply=20)))
    assert "the branch cannot be played" in str(fault)


def test_texts_are_rendered_without_html_and_without_pictures() -> None:
    html = render("**a** <script>b</script> ![c](http://x/y.png) [d](javascript:alert) [e](https://x)")
    assert "<strong>a</strong>" in html
    assert "&lt;script&gt;" in html
    assert "<img" not in html
    assert 'javascript:alert"' not in html
    assert '<a href="https://x">e</a>' in html


def test_a_translation_is_used_where_there_is_one() -> None:
    assert contents(WHOLE, "gsw")["title"] == "Farbe bekenne"
    assert contents(WHOLE, "ta")["title"] == "A revoke"
    assert contents(WHOLE)["translations"] == ["gsw"]
