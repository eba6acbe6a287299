"""No two tables of a club get the same name, not even if both are asked for at the same moment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from threading import Barrier, BrokenBarrierError
from uuid import UUID

from api.services import Provider, Services
from domain.kernel.commands import Saved
from domain.kernel.errors import Declined
from store.settings import Settings
from tests.http.people import People, opened
from tests.http.tournament_requests import done
from tests.waiting import PATIENCE

AT = "2026-02-14T20:15:09.318Z"


def at_once(services: list[Services], command: Callable[[Services], Saved]) -> list[Saved | Declined]:
    """Run a command in several services, each of which reads the names before any of them saves."""
    barrier = Barrier(len(services))

    def meeting(names: Callable[[UUID], Mapping[UUID, str]]) -> Callable[[UUID], Mapping[UUID, str]]:
        def read(club: UUID) -> Mapping[UUID, str]:
            titles = names(club)
            with suppress(BrokenBarrierError):
                barrier.wait(PATIENCE)
            return titles

        return read

    def run(each: Services) -> Saved | Declined:
        try:
            return command(each)
        except Declined as error:
            return error
        finally:
            barrier.abort()  # who lost reads the names again, alone

    before = [each.ledger.clubs.tables for each in services]
    for each, names in zip(services, before, strict=True):
        assert names is not None
        each.ledger.clubs.tables = meeting(names)
    try:
        with ThreadPoolExecutor(len(services)) as pool:
            return list(pool.map(run, services))
    finally:
        for each, names in zip(services, before, strict=True):
            each.ledger.clubs.tables = names


def test_of_two_tables_of_one_name_at_the_same_moment_one_is_refused(people: People, settings: Settings) -> None:
    club = UUID(people.club())
    names = iter(("By the window", "by  the WINDOW"))
    with closing(Provider(settings)) as one, closing(Provider(settings)) as other:
        answers = at_once(
            [one.services, other.services],
            lambda each: each.ledger.clubs.open_table(next(names), club=club, by="X", at=AT),
        )
    (refused,) = (each for each in answers if isinstance(each, Declined))
    assert (refused.code, str(refused)) == ("table-name", "The club has a table with this name already.")
    assert len(people.anybody.get(f"/tables?club={club}").json["items"]) == 1


def test_of_two_tables_that_get_one_name_at_the_same_moment_one_is_refused(people: People, settings: Settings) -> None:
    club = people.club()
    tables = iter([UUID(people.table(club)), UUID(people.table(club))])
    with closing(Provider(settings)) as one, closing(Provider(settings)) as other:
        answers = at_once(
            [one.services, other.services],
            lambda each: each.ledger.clubs.rename_table(next(tables), "Verandah", by="X", at=AT),
        )
    assert [each.code for each in answers if isinstance(each, Declined)] == ["table-name"]
    names = [row["name"] for row in people.anybody.get(f"/tables?club={club}").json["items"]]
    assert names.count("Verandah") == 1


def test_a_name_is_free_again_once_its_table_is_renamed_and_in_another_club(people: People) -> None:
    club = people.club()
    first = opened(people.admin.post("/tables", {"name": "One", "club": club}))
    refused = people.admin.post("/tables", {"name": "ONE", "club": club})
    assert (refused.status_code, refused.json["code"]) == (422, "table-name")
    assert people.admin.call("PATCH", f"/tables/{first}", json={"name": "Two"}).status_code == 200
    opened(people.admin.post("/tables", {"name": "One", "club": club}))
    opened(people.admin.post("/tables", {"name": "Two", "club": people.club()}))
    done(people.admin, f"/tables/{first}/delay", {"seconds": 60})
