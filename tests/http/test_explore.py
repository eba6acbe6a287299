"""A deal played on by hand, over HTTP: legal cards by the rules, and the question for the kernel."""

from __future__ import annotations

import random
from base64 import b64decode
from datetime import timedelta
from typing import Any

import pytest

from analysis.layout import Deal, Position
from analysis.machine import Machine, digest
from domain.engine.facts import CardPlayed
from replay.notation.document import record_of
from tests.cases import one_in
from tests.http.applications import provider_of
from tests.http.people import People, Person, play
from tests.pages.deals import document, take_in


@pytest.fixture(scope="module")
def open_game(people: People) -> str:
    return take_in(people, 10)


def position(who: Person, deal: str, ply: int, *line: str) -> dict[str, Any]:
    answer = who.post(f"/deals/{deal}/explore", {"ply": ply, "line": list(line)})
    assert answer.status_code == 200, answer.json
    payload: dict[str, Any] = answer.json
    return payload


def test_everybody_explores_a_deal_that_is_over(people: People, open_game: str) -> None:
    """At ply 25 North led the ace of clubs; instead it may lead any card."""
    payload = position(people.anybody, open_game, 24)
    assert payload["view"]["turn"] == "N"
    assert sorted(payload["legal"]) == sorted(payload["view"]["hands"]["N"])
    assert payload["question"]["kernel"] == digest()
    assert payload["question"]["makers"] == ["E", "W"]
    assert not payload["question"]["for_makers"]
    after = position(people.anybody, open_game, 24, "TC")
    assert after["acts"] == ["N TC"]
    assert after["view"]["trick"]["cards"] == ["N TC"]
    assert after["view"]["turn"] == "W"


def test_the_question_is_what_the_kernel_takes(people: People, open_game: str) -> None:
    """The kernel's own list of legal cards is that of the rules."""
    payload = position(people.anybody, open_game, 24)
    question = payload["question"]
    machine = Machine()
    machine.set_deal(Deal.from_buffer_copy(b64decode(question["deal"])))
    machine.set_position(Position.from_buffer_copy(b64decode(question["position"])))
    legal = machine.legal()
    assert {card for number, card in question["cards"].items() if legal >> int(number) & 1} == set(payload["legal"])
    result = machine.price(10**8, use_table=True, guess=0)
    prices = people.anybody.get(f"/deals/{open_game}/analysis/25").json["cards"]
    assert {each["card"]: each["open"] for each in prices} == {
        card: question["taken"] + result.price[int(number)]
        for number, card in question["cards"].items()
        if card in payload["legal"]
    }


@pytest.mark.parametrize("number", one_in(3, [1, 5, 10, 18, 30, 36]))
def test_a_deal_is_played_to_its_end(people: People, number: int) -> None:
    """Reveals and scores come between the cards by themselves, and at the end the deal is settled."""
    record = record_of(document(number))
    first = next(ply for ply, act in enumerate(record.acts) if isinstance(act, CardPlayed))
    deal = take_in(people, number)
    rng = random.Random(number)
    line: list[str] = []
    while (payload := position(people.admin, deal, first - 1, *line))["legal"]:
        assert payload["question"]["position"]
        line.append(rng.choice(payload["legal"]))
    assert payload["view"]["stage"] == "over"
    assert payload["settlement"]["outcome"] == "played"
    assert "question" not in payload


def test_an_illegal_card_of_a_line_is_refused(people: People, open_game: str) -> None:
    answer = people.anybody.post(f"/deals/{open_game}/explore", {"ply": 24, "line": ["TC", "TC"]})
    assert (answer.status_code, answer.json["code"]) == (422, "line")
    assert answer.json["detail"] == "card 2 of the line: W cannot play TC."


def test_a_line_begins_in_the_play(people: People, open_game: str) -> None:
    answer = people.anybody.post(f"/deals/{open_game}/explore", {"ply": 1})
    assert (answer.status_code, answer.json["code"]) == (422, "no-analysis")
    answer = people.anybody.post(f"/deals/{open_game}/explore", {"ply": 900})
    assert (answer.status_code, answer.json["code"]) == (422, "ply")


def test_nobody_explores_a_deal_that_goes_on(people: People) -> None:
    """All hands are in it: a seat of the deal may not have it either."""
    record = record_of(document(10))
    deal = people.deal(dealer=record.opened.dealer, ruleset=record.rules.ruleset.key)
    seat = people.issue("seat", deal=deal, seat="N")
    play(people.admin, deal, record.acts[:30])
    for who in (people.anybody, seat):
        answer = who.post(f"/deals/{deal}/explore", {"ply": 24})
        assert (answer.status_code, answer.json["code"]) == (403, "not-allowed")
    assert people.admin.post(f"/deals/{deal}/explore", {"ply": 24}).status_code == 200


def test_a_token_that_may_only_read_may_explore(people: People, open_game: str) -> None:
    """A line is sent as a body, but nothing is recorded."""
    tokens = provider_of(people.anybody.app).services.tokens
    _, secret = tokens.issue("arbiter", "A program", timedelta(hours=1), {"only": "read"})
    reader = Person(people.anybody.app, secret)
    assert position(reader, open_game, 24)["legal"]
    assert reader.post(f"/deals/{open_game}/notes", {"ply": 1, "text": "Look"}).status_code == 403
