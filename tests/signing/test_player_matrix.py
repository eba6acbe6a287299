"""A player of two clubs, one of another club, and one of none: on no route do they see or change more than they may.

Every route of the API and the pages is tried with the things of a club that shows itself to its members alone. Who may
use a route is declared with it (docs/permissions.md); the others refuse before they read anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from flask import Flask
from psycopg.sql import SQL, Identifier

from api.callers import PLAYER
from api.permissions import collect
from api.services import Provider
from store.settings import Settings
from tests.cases import FULL, cases
from tests.http.people import People, opened, play, whole_deal
from tests.http.test_delay import NAMED, paths
from tests.http.test_permissions import BODIES
from tests.http.tournament_requests import done, draw, tournament
from tests.signing.test_joining import by_password, invited, registered
from tests.signing.visitors import Visitor

MEMBERS = ("Ranganathan Umbach", "Yasodhara Quill", "Vreni Zoraida")
"""The names of players of the club, which its members see."""
SECRETS = (
    "canary-hook.example", "Canary draft", "Canary nickname", "Canary asks", "Canary letter", "Canary guardian",
    "Canary correction", "canary-login", "Canary token", "Canary of a third club",
)  # fmt: skip
"""Texts that only officials of the club see, or another of its players."""
LEAVING = frozenset(
    {
        "leaving.leave", "leaving.delete", "own_account.leave", "signing_in.sign_out", "account.set_password",
        "account.end", "passkeys.remove", "class_pupils.leave",
    }
)  # fmt: skip
"""Routes that end what the caller is signed in with, or plays in."""
OWN = frozenset({"nought.Request.RequestReceived"})
"""The events that a player may cause in the own club: to ask for something."""
EVERYDAY = 24
"""The everyday run tries one route of so many, for each caller others."""
TABLES = (
    "account_players", "accounts", "club_cards", "invitations", "player_invitations", "table_names", "webhooks",
)  # fmt: skip
"""Tables outside the events that nobody of these changes, without rows of their own accounts."""


@dataclass
class Scene:
    club: str
    things: dict[str, str]
    callers: dict[str, Visitor] = field(default_factory=dict)
    own: list[UUID] = field(default_factory=list)


@pytest.fixture(scope="module")
def scene(app: Flask, house: Provider, people: People) -> Scene:
    admin, here = people.admin, house.services
    club, second, third = (people.club("members-only") for _ in range(3))
    registered(people, third, SECRETS[-1])
    table = people.table(club)
    players = [registered(people, club, name) for name in MEMBERS]
    dealer, acts = whole_deal(41)
    seats = dict(zip("SEN", MEMBERS, strict=True))
    deal = people.deal(dealer=dealer, table=table, club=club, players=seats)
    play(admin, deal, acts)
    running = people.deal(dealer=dealer, table=table, club=club, players=seats)
    play(admin, running, acts[:9])
    cup = tournament(admin, 4, club=club)
    done(admin, f"/tournaments/{cup}/tables", {"tables": {"1": table}})
    encounter = draw(admin, cup)["encounters"][0]["id"]
    hook = opened(admin.post(f"/tournaments/{cup}/webhooks", {"url": f"https://{SECRETS[0]}/hook"}))
    draft = {**BODIES["/lessons"]["lesson"], "title": SECRETS[1]}  # type: ignore[dict-item]
    lesson = opened(admin.post("/lessons", {"lesson": draft, "club": club}))
    taught = admin.post("/classes", {"lesson": "02-following-suit", "club": club}).json
    people.anybody.post(f"/class/{taught['code']}/pupils", {"nickname": SECRETS[2]})
    asking = people.player()
    assert asking.account is not None
    here.joining.ask(UUID(club), asking.account, SECRETS[3])
    admin.post(f"/clubs/{club}/people/requests", {"kind": "know", "person": SECRETS[4]})
    minor = registered(people, club, "Minor")
    done(admin, f"/players/{minor}/minor", {"is_minor": True})
    done(admin, f"/players/{minor}/consent", {"day": "2026-01-02", "guardian": SECRETS[5]})
    answer = people.player(players[1]).post(f"/me/deals/{deal}/corrections", {"text": SECRETS[6]})
    assert answer.status_code == 201, answer.json
    here.accounts.add(SECRETS[7], "Of the club", "recorder", {"club": club}, "a test")
    issued = admin.post("/tokens", {"role": "recorder", "subject": SECRETS[8], "scope": {"table": table}}).json
    things = {
        "club_id": club, "table_id": table, "player_id": players[0], "deal_id": running, "tournament_id": cup,
        "encounter_id": encounter, "lesson_id": lesson, "class_id": taught["id"], "class_code": taught["code"],
        "match_id": opened(admin.post("/matches", {"ruleset": "304", "dealer": "S", "table": table, "club": club})),
        "dispute_id": opened(admin.post(f"/deals/{running}/disputes", {"side": "EW"})),
        "series_id": opened(admin.post("/series", {"name": "A league", "club": club})),
        "slate_id": opened(admin.post("/slates", {"game": "schieber", "table": table})),
        "pupil": "1", "token_id": issued["id"], "webhook_id": hook,
        "request_id": str(here.joining.requests_by(asking.account)[0].id),
    }  # fmt: skip
    made = Scene(club, things)
    of_both = registered(people, club, "Player of both clubs")
    joined = {"a player of two clubs": (of_both, registered(people, second, "Player of both clubs")),
              "a player of another club": (registered(people, second, "Player of the other club"),)}  # fmt: skip
    for number, (name, own) in enumerate(joined.items()):
        visitor, status = by_password(app, f"/join/{invited(house, own[0])}", f"matrix-{number}")
        assert status == 303
        made.callers[name] = visitor
        account = here.account_players.of_player(UUID(own[0]))
        assert account is not None
        made.own.append(account.account)
        for each in own[1:]:
            path = f"/join/{invited(house, each)}"
            visitor.get(path)
            assert visitor.post(path).status_code == 303
    code = here.joining.renew_card(UUID(third))
    made.callers["a player of no club"], _ = by_password(app, f"/join/club/{code}", "matrix-none", name="Of no club")
    account_of_none = here.accounts.of_login("matrix-none")
    assert account_of_none is not None
    made.own.append(account_of_none.id)
    return made


def some(number: int, every: list[Any]) -> list[Any]:
    """All of them in the full run; every day some of them, others for each caller."""
    return every if FULL else every[number::EVERYDAY]


def kept(settings: Settings, scene: Scene) -> dict[str, list[str]]:
    """Return the rows of the tables that nobody of these changes."""
    rows: dict[str, list[str]] = {}
    with psycopg.connect(settings.owner_dsn or "", options=f"-c search_path={settings.schema}") as owner:
        for table in TABLES:
            read = owner.execute(SQL("SELECT t::text FROM {} AS t ORDER BY 1").format(Identifier(table)))
            rows[table] = [row for (row,) in read if not any(str(own) in row for own in scene.own)]
    return rows


def events_of(settings: Settings, club: str) -> list[tuple[int, str]]:
    """Return the events of a club: their positions and topics."""
    with psycopg.connect(settings.owner_dsn or "", options=f"-c search_path={settings.schema}") as owner:
        read = "SELECT notification_id, topic FROM events WHERE club = %s ORDER BY 1"
        return owner.execute(read, [club]).fetchall()


def test_no_page_and_no_answer_shows_a_player_what_is_not_theirs(app: Flask, scene: Scene) -> None:
    things = {
        name: identity for name, identity in scene.things.items() if name not in ("class_code", "request_id", "pupil")
    }
    every = sorted({path for path, endpoint in paths(app, things) if not endpoint.startswith("streams.")})
    with cases() as case:
        for number, (name, visitor) in enumerate(scene.callers.items()):
            hidden = SECRETS if name == "a player of two clubs" else (*SECRETS, *MEMBERS)
            for path in some(number, every):
                if path.endswith("/stream") or "/issuer" in path:
                    continue
                with case(name, path):
                    with visitor.client.get(path, base_url=visitor.base) as answer:
                        body = answer.get_data().decode(errors="replace")
                    assert answer.status_code < 500, body[:200]
                    assert not [each for each in hidden if each in body], path


def writes(app: Flask, things: dict[str, str]) -> Iterator[tuple[str, str, str, dict[str, Any]]]:
    """Yield the method, endpoint, path and a body of every route that writes, with the things of the club."""
    for rule in sorted(app.url_map.iter_rules(), key=lambda rule: rule.rule):
        for method in sorted((rule.methods or set()) - {"GET", "HEAD", "OPTIONS"}):
            template = re.sub(r"<(?:[^<>:]*:)?(\w+?)(?:_id)?>", r"{\1}", rule.rule.removeprefix("/api/v1"))
            path = rule.rule
            for name in rule.arguments:
                length = re.search(rf"length=(\d+)\):{name}>", path)
                other = "A" * int(length[1]) if length else NAMED.get(name, (str(uuid4()),))[0]
                path = re.sub(rf"<[^<>]*\b{name}>", things.get(name, other), path)
            yield method, rule.endpoint, path, dict(BODIES.get(template, {}))


def test_no_route_lets_a_player_change_what_is_not_theirs(app: Flask, scene: Scene, settings: Settings) -> None:
    permissions, every = collect(app), list(writes(app, scene.things))
    before, events = kept(settings, scene), events_of(settings, scene.club)
    tried = 0
    with cases() as case:
        for number, (name, visitor) in enumerate(scene.callers.items()):
            for method, endpoint, path, body in some(number, every):
                if endpoint in LEAVING:
                    continue
                visitor.get("/account")
                sent = {"club": scene.club, "table": scene.things["table_id"], **body}
                how: dict[str, Any] = (
                    {"json": body}
                    if path.startswith("/api/")
                    else {"data": {key: str(text) for key, text in sent.items()}}
                )
                answer = visitor.client.open(
                    path, method=method, base_url=visitor.base, headers={"X-CSRF-Token": visitor.csrf}, **how
                )
                tried += 1
                with case(name, method, path):
                    assert answer.status_code < 500
                    if PLAYER not in permissions[endpoint].roles or permissions[endpoint].within:
                        assert answer.status_code in (401, 403), answer.status_code
    assert tried > (900 if FULL else 35)
    assert kept(settings, scene) == before
    new = [topic for position, topic in events_of(settings, scene.club) if (position, topic) not in events]
    assert set(new) <= OWN, new


def test_a_player_of_another_club_asks_this_one_for_nothing(scene: Scene, settings: Settings) -> None:
    events = events_of(settings, scene.club)
    with cases() as case:
        for name in ("a player of another club", "a player of no club"):
            visitor = scene.callers[name]
            for path in (
                f"/api/v1/account/clubs/{scene.club}/forget",
                f"/api/v1/me/deals/{scene.things['deal_id']}/corrections",
                f"/api/v1/me/deals/{scene.things['deal_id']}/confirmations",
                f"/api/v1/me/encounters/{scene.things['encounter_id']}/corrections",
                f"/api/v1/me/encounters/{scene.things['encounter_id']}/confirmations",
            ):
                with case(name, path):
                    visitor.get("/account")
                    body = {"text": "Mine"} if path.endswith("corrections") else {}
                    answer = visitor.client.post(path, json=body, headers={"X-CSRF-Token": visitor.csrf})
                    assert answer.status_code in (403, 404), answer.text
    assert events_of(settings, scene.club) == events
