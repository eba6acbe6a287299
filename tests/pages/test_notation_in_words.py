"""Refusals of notation and of rulesets come in the reader's language."""

from __future__ import annotations

import json
from uuid import uuid4

import pytest

from replay.notation import read_hand, write_archived
from tests.http.people import People
from tests.notation.conftest import HANDS

TAMIL = {"Accept-Language": "ta"}


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        ("E dances", "'E dances' புரியவில்லை; புரிபவை: “S shuffle”"),
        ("E caps XX", "'E caps XX': 'XX' சீட்டு அல்ல"),
        ("Q pass", "'Q pass': 'Q' இருக்கை அல்ல"),
        ("E shows JH", "'E shows JH': 'JH' இருக்கையைச் சொல்லவில்லை"),
    ],
)
def test_an_act_that_is_not_understood(people: People, act: str, expected: str) -> None:
    deal = people.deal(dealer="S")
    answer = people.admin.post(f"/deals/{deal}/actions", {"act": act}, headers=TAMIL)
    assert answer.status_code == 422
    assert answer.json["detail"].startswith(expected)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"caps.speed": 3}, "'caps.speed' என்ற விதி அளவுரு இல்லை"),
        ({"redeal.threshold": "much"}, "முழு எண் அல்லது"),
        ({"redeal.max": -1}, "0 முதல் 1000000 வரையான எண் தேவை"),
    ],
)
def test_a_parameter_that_does_not_fit(people: People, changes: dict[str, object], expected: str) -> None:
    body = {"base": "304", "key": "fives", "name": "Fives", "changes": changes}
    answer = people.admin.post(f"/clubs/{people.club()}/rulesets", body, headers=TAMIL)
    assert answer.status_code == 422, answer.json
    assert expected in answer.json["detail"]


def test_a_line_of_an_archive(people: People) -> None:
    row = json.loads(write_archived(read_hand(HANDS[0].read_text(encoding="utf-8"))))
    row["id"] = str(uuid4())
    row["lines"][0] = "Q cut"
    answer = people.admin.call(
        "POST", "/archive", data=json.dumps(row).encode(), content_type="application/x-ndjson", headers=TAMIL
    )
    assert answer.json["lines"][0]["detail"].startswith("lines[0]: 'Q cut': 'Q' இருக்கை அல்ல")
