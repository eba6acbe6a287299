"""Somebody else was faster: that is told as a conflict, not as a database that does not answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from psycopg.sql import SQL, Identifier, Literal

from store.settings import Settings
from tests.http.people import People, play, whole_deal

RACE = SQL("""
    CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE unique_violation USING MESSAGE = 'another writer was first'; END $$;
    CREATE TRIGGER {name} BEFORE INSERT ON events FOR EACH ROW WHEN (NEW.originator_id = {stream})
    EXECUTE FUNCTION {name}();
""")
Losing = Callable[[str], Any]


@pytest.fixture
def losing(settings: Settings) -> Losing:
    """Makes every write to a stream lose the race for it."""

    @contextmanager
    def lose(stream: str) -> Iterator[None]:
        assert settings.owner_dsn is not None
        name = Identifier("race")
        options = f"-c search_path={settings.schema}"
        with psycopg.connect(settings.owner_dsn, autocommit=True, options=options) as owner:
            owner.execute(RACE.format(name=name, stream=Literal(stream)))
            try:
                yield
            finally:
                owner.execute(SQL("DROP FUNCTION {} CASCADE").format(name))

    return lose


@pytest.mark.full
def test_a_race_for_the_match_of_a_deal_is_a_conflict_and_changes_nothing(people: People, losing: Losing) -> None:
    """The deal is where it was; the match that its end would change is another writer's, time and again."""
    dealer, acts = whole_deal(3)
    match = people.admin.post("/matches", {"ruleset": "304", "dealer": dealer}).json["id"]
    deal = opened(people, match)
    play(people.admin, deal, acts[:-1])
    before = people.admin.get(f"/deals/{deal}").json
    with losing(match):
        last = people.admin.post(f"/deals/{deal}/abandon", {"why": "the lights went out"})
    assert (last.status_code, last.json["code"]) == (409, "conflict")
    assert "send the command again" in last.json["detail"]
    assert people.admin.get(f"/deals/{deal}").json == before
    assert people.admin.post(f"/deals/{deal}/abandon", {"why": "the lights went out"}).status_code == 200


def opened(people: People, match: str) -> str:
    """The next deal of a match."""
    answer = people.admin.post("/deals", {"match": match})
    assert answer.status_code == 201, answer.json
    identity: str = answer.json["id"]
    return identity


def test_a_race_for_something_new_is_a_conflict(people: People, losing: Losing) -> None:
    match = people.admin.post("/matches", {"ruleset": "304", "dealer": "S"}).json["id"]
    with losing(match):
        answer = people.admin.post("/deals", {"match": match})
    assert (answer.status_code, answer.json["code"]) == (409, "conflict")


@pytest.mark.full
def test_a_race_in_an_import_is_told_at_its_line(people: People, losing: Losing) -> None:
    """One line is another writer's: the others are in."""
    dealer, acts = whole_deal(3)
    lines = []
    for _ in range(2):
        deal = people.deal(dealer=dealer)
        play(people.admin, deal, acts)
        lines.append(
            people.admin.get(f"/deals/{deal}/archive").data.strip().replace(deal.encode(), str(uuid4()).encode())
        )
    lost = lines[0].split(b'"id":"')[1][:36].decode()
    with losing(lost):
        answer = people.admin.call(
            "POST", "/archive", data=b"\n".join(lines), headers={"Content-Type": "application/x-ndjson"}
        )
    assert [(each["line"], each["outcome"], each.get("code")) for each in answer.json["lines"]] == [
        (1, "refused", "conflict"), (2, "saved", None),
    ]  # fmt: skip
    assert "send the command again" in answer.json["lines"][0]["detail"]
