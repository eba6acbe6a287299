"""Callers of the API, each with a token, and whole deals for them to record."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import count
from typing import Any
from uuid import UUID

from flask import Flask
from werkzeug.test import TestResponse

from api.services import Provider
from domain.engine.facts import Act
from replay.notation.actions import write_action
from tests.http.shapes import check_shape
from tests.replaying.deals import random_acts

_numbers = count(1)
AT = "2026-02-14T20:15:09.318Z"


@dataclass(frozen=True)
class Person:
    """Somebody with a token, or without."""

    app: Flask
    secret: str = ""
    id: str = ""
    account: UUID | None = None

    def call(
        self, method: str, path: str, json: Any = None, headers: dict[str, str] | None = None, **more: Any
    ) -> TestResponse:
        path = (
            path
            if path.startswith(("/api", "/health", "/ready", "/metrics", "/docs", "/openapi"))
            else f"/api/v1{path}"
        )
        sent = {"Authorization": f"Bearer {self.secret}"} if self.secret else {}
        if json is not None:
            more["json"] = json
        answer = self.app.test_client().open(path, method=method, headers={**sent, **(headers or {})}, **more)
        check_shape(self.app, answer)
        return answer

    def get(self, path: str, **more: Any) -> TestResponse:
        return self.call("GET", path, **more)

    def post(self, path: str, json: Any = None, **more: Any) -> TestResponse:
        return self.call("POST", path, json={} if json is None else json, **more)


class People:
    """Lets people in, and puts up clubs, tables and deals for them."""

    def __init__(self, app: Flask, house: Provider) -> None:
        self.app, self.house = app, house
        self.anybody = Person(app)
        token, secret = house.services.tokens.issue("admin", "Keeper", timedelta(days=1))
        self.admin = Person(app, secret, str(token.id))

    def issue(self, role: str, **scope: str) -> Person:
        answer = self.admin.post("/tokens", {"role": role, "subject": f"A {role}", "scope": scope})
        assert answer.status_code == 201, answer.json
        return Person(self.app, answer.json["secret"], answer.json["id"])

    def player(self, *players: str) -> Person:
        """Issue a token of a new account that is some registered players, each of another club."""
        here = self.house.services
        account = here.accounts.add(f"player-{next(_numbers)}", "A player", "player", {}, "a test")
        for each in players:
            row = here.catalogue.find(UUID(each))
            assert row is not None
            assert row.club is not None
            assert here.account_players.link(account.id, row.club, row.id)
        token, secret = here.tokens.issue("player", account.name, timedelta(days=1), account=account.id)
        return Person(self.app, secret, str(token.id), account.id)

    def club(self, who_sees: str = "open") -> str:
        return opened(self.admin.post("/clubs", {"name": f"Club {next(_numbers)}", "who_sees": who_sees}))

    def table(self, club: str | None = None) -> str:
        return opened(self.admin.post("/tables", {"name": f"Table {next(_numbers)}", "club": club}))

    def deal(self, by: Person | None = None, dealer: str = "S", **more: Any) -> str:
        return opened((by or self.admin).post("/deals", {"ruleset": "304", "dealer": dealer, **more}))

    def played(self, count: int | None = None, **more: Any) -> str:
        """Record a deal that is over, or its first acts."""
        dealer, acts = whole_deal(1)
        deal = self.deal(dealer=dealer, **more)
        play(self.admin, deal, acts[:count])
        return deal


def opened(answer: TestResponse) -> str:
    assert answer.status_code == 201, answer.json
    identity: str = answer.json["id"]
    return identity


def whole_deal(seed: int) -> tuple[str, list[Act]]:
    """A dealer, and acts that people chose until the deal was over."""
    return random_acts(random.Random(seed))


def sentences(acts: Sequence[Act]) -> list[str]:
    return [write_action(act) for act in acts]


def play(who: Person, deal: str, acts: Sequence[Act]) -> None:
    """Record acts in one batch."""
    answer = who.post(f"/deals/{deal}/actions", {"acts": sentences(acts)})
    assert answer.status_code == 200, answer.json
