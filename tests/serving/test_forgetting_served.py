"""A person is forgotten at a running server: the heavy process does it, and the worker notices."""

from __future__ import annotations

import psycopg
import pytest
from psycopg.sql import SQL, Identifier

from store.settings import Settings
from tests.serving.conftest import Running
from tests.waiting import until

GONE = "Ravi s/o Kumaran"


@pytest.mark.full
def test_a_server_forgets_a_person_and_makes_the_lists_anew_by_itself(running: Running, settings: Settings) -> None:
    club = running.opened("clubs", {"name": "Lagoon Club", "who_sees": "open"})
    player = running.opened("players", {"name": GONE, "club": club})
    deals = [
        running.opened("deals", {"ruleset": "304", "dealer": "S", "club": club, "players": {"S": GONE, "N": "Anula"}})
        for _ in range(3)
    ]
    people = f"/api/v1/clubs/{club}/people"
    held = running.ask("GET", f"{people}/held?player={player}")
    assert (held.status, held.json["in"]) == (200, {"Deal": 3, "Player": 1})
    assert all(GONE.encode() in running.ask("GET", f"/api/v1/deals/{deal}").body for deal in deals)
    forgotten = running.ask("POST", f"{people}/forget", {"player": player})
    assert forgotten.status == 200, forgotten.body
    called = str(forgotten.json["called"]).encode()
    paths = [
        *(f"/api/v1/deals/{deal}" for deal in deals),
        f"/deals?club={club}",
        f"/clubs/{club}",
        f"/players/{player}",
    ]

    def is_gone() -> bool:
        bodies = [running.ask("GET", path).body for path in paths]
        return all(GONE.encode() not in body and called in body for body in bodies)

    until(is_gone)
    page = running.ask("GET", f"/players/{player}/kept")
    assert page.status == 200
    assert GONE.encode() not in page.body
    until(lambda: _unlisted(settings) == 0)


def _unlisted(settings: Settings) -> int:
    with psycopg.connect(settings.dsn) as connection:
        counted = connection.execute(
            SQL("SELECT count(*) FROM {}").format(Identifier(settings.schema, "unlisted"))
        ).fetchone()
    assert counted is not None
    number: int = counted[0]
    return number
