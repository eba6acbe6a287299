"""Every page, asked with what no link of the site says: it is a page or a refusal in words, never a mistake of ours."""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import Any

import pytest
from flask import Flask, url_for

from tests.http.people import People, Person, opened, play, whole_deal
from tests.http.tournament_requests import draw, report, tournament

TEXTS = (
    "", "0", "-1", "1", "99", "9" * 30, "9" * 5000, "1e5", "1.5", "true", "[]", "E", "Q", "7", "public", "arbiter",
    "all", "0001-01-01", "9999-12-31", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00", "MDAwMQ", "é",
    "x" * 3000,
    "a\0b", "304", "sidi-barrani", "open", "revoke", "//evil", "\\\\evil", "\u202e", "²", "٣", "http",
)  # fmt: skip
QUERY = [
    "after",
    "at",
    "bid",
    "board",
    "caps",
    "clause",
    "club",
    "code",
    "cursor",
    "deal",
    "done",
    "entry",
    "format",
    "from",
    "future",
    "irregularities",
    "limit",
    "match",
    "next",
    "number",
    "one",
    "other",
    "page",
    "player",
    "ply",
    "result",
    "round",
    "ruleset",
    "seat",
    "seconds",
    "since",
    "skip",
    "status",
    "suit",
    "table",
    "tournament_id",
    "until",
    "viewer",
    "words",
    "_anchor",
    "_external",
    "_method",
    "_scheme",
]
FORM = [
    "announcer",
    "back",
    "club",
    "contract",
    "contracts",
    "days",
    "deal",
    "do",
    "for",
    "hours",
    "keep",
    "language",
    "login",
    "look",
    "mode",
    "name",
    "new",
    "next",
    "old",
    "password",
    "pin",
    "points",
    "preset",
    "role",
    "seat",
    "secret",
    "subject",
    "table",
    "why",
]
NOT_READ = ("/api", "/static", "/docs", "/openapi", "/health", "/ready", "/metrics")
FULL = bool(os.environ.get("NOUGHT_FULL"))
TIMES, STEP = (12, 1) if FULL else (1, 3)
"""Requests of each page, and one page in so many that is requested."""


def slate(people: People, table: str) -> str:
    """A slate with a line."""
    identity = opened(people.admin.post("/slates", {"game": "schieber", "table": table}))
    assert people.admin.post(f"/slates/{identity}/lines", {"points": 97}).status_code == 200
    return identity


@pytest.fixture(scope="module")
def known(people: People) -> dict[str, Any]:
    """Something of each kind that a path may name."""
    club = people.club()
    table = people.table(club)
    dealer, acts = whole_deal(3)
    deal = people.deal(dealer=dealer, table=table)
    play(people.admin, deal, acts[:30])
    cup = tournament(people.admin, 4, club=club)
    report(people.admin, draw(people.admin, cup)["encounters"][0]["id"], 7, 3)
    return {
        "club_id": club, "table_id": table, "deal_id": deal, "tournament_id": cup,
        "number": 1, "table": 1, "entry": "1", "board": 1,
        "match_id": opened(people.admin.post("/matches", {"ruleset": "304", "dealer": "S", "table": table})),
        "player_id": opened(people.admin.post("/players", {"name": "Pia", "club": club})),
        "dispute_id": opened(people.admin.post(f"/deals/{deal}/disputes", {"side": "NS", "claim": "They looked."})),
        "slate_id": slate(people, table),
        "series_id": opened(people.admin.post("/series", {"name": "Winter", "club": club})),
        "key": "304", "other": "904", "lesson": "02-following-suit", "chapter": 1, "step": 4,
        "secret": "A" * 43, "account_id": club, "invitation_id": club, "token_id": people.admin.id,
    }  # fmt: skip


@pytest.fixture(scope="module")
def readers(people: People, known: dict[str, Any]) -> list[Person]:
    """Everybody, a seat that the game lacks among them."""
    table, club = known["table_id"], known["club_id"]
    seats = [people.issue("seat", table=table, seat=seat) for seat in ("S", "7")]
    officials = [people.issue("director", club=club), people.issue("arbiter", club=club)]
    return [people.anybody, people.admin, people.issue("recorder", table=table), *seats, *officials]


def test_no_query_and_no_form_breaks_a_page(app: Flask, known: dict[str, Any], readers: list[Person]) -> None:
    chance, answered, wrong = random.Random(304), Counter[int](), []
    for rule in [*app.url_map.iter_rules()][::STEP]:
        if rule.rule.startswith(NOT_READ) or "pdf" in rule.rule:
            continue
        with app.test_request_context():
            path = url_for(rule.endpoint, **{name: known.get(name, "x") for name in rule.arguments})
        for _ in range(TIMES):
            who = chance.choice(readers)
            headers = {"Authorization": f"Bearer {who.secret}"} if who.secret else {}
            names = FORM if "POST" in (rule.methods or ()) else QUERY
            params = {name: chance.choice(TEXTS) for name in chance.sample(names, 6)}
            how: dict[str, Any] = {"data": params, "method": "POST"} if names is FORM else {"query_string": params}
            answer = app.test_client().open(path, headers=headers, **how)
            answered[answer.status_code] += 1
            if answer.status_code >= 500 and rule.endpoint != "oembed.offer":  # 501: a format that it does not have
                wrong.append((rule.endpoint, params, answer.status_code))
    assert wrong == []
    assert sum(answered.values()) > (100 if FULL else 50) * TIMES
    assert {200, 303, 403, 422} <= answered.keys()


def test_a_link_to_the_same_as_a_pdf_keeps_the_path_and_what_the_query_says(
    people: People, known: dict[str, Any]
) -> None:
    """No name in a query stands for a part of the path, or for what a link is made of."""
    path = f"/tournaments/{known['tournament_id']}/papers/sheets/1"
    page = people.admin.app.test_client().get(f"{path}?table=1&number=x&_scheme=javascript&_external=1&_anchor=y")
    assert page.status_code == 200
    assert f'href="{path}.pdf?table=1"' in page.text


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "null", "x" * 3000, "http://a:b:c", "\u00e9"])
def test_an_origin_that_is_no_address_is_another_site(people: People, origin: str) -> None:
    answer = people.admin.app.test_client().post("/sign-in", data={"login": "x"}, headers={"Origin": origin})
    assert answer.status_code == 403
