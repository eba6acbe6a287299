"""The calendar of a player, and the news of a club."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from defusedxml.ElementTree import fromstring
from icalendar import Calendar

from api.people.secrets import password_hash
from api.services import Provider
from tests.http.people import People, opened
from tests.http.test_delay import Ago
from tests.http.tournament_requests import done, report
from tests.messages.test_delivery import NAMES, Evening

ATOM = "{http://www.w3.org/2005/Atom}"


def events(people: People, path: str, **headers: str) -> tuple[int, str, list[Any]]:
    answer = people.app.test_client().get(path, headers=headers)
    if answer.status_code != 200:
        return answer.status_code, "", []
    assert answer.content_type == "text/calendar; charset=utf-8"
    calendar = Calendar.from_ical(answer.get_data())
    return 200, answer.headers["ETag"], list(calendar.walk("VEVENT"))


def test_the_calendar_has_the_evenings_of_the_club_and_the_own_table_until_it_is_played(
    people: People, house: Provider
) -> None:
    evening = Evening(people)
    path = evening.own[0].post("/me/messages/calendar").json["path"]
    status, etag, before = events(people, path)
    assert (status, [str(each["summary"]) for each in before]) == (200, ["The cup"])
    assert events(people, path, **{"If-None-Match": etag})[0] == 304
    table = evening.draw()
    evening.messenger.work()
    _, _, after = events(people, path)
    assert len(after) == 2
    assert str(after[1]["summary"]).startswith("The cup: Round 1: table 1, ")
    assert NAMES[1] in str(after[1]["summary"])
    report(people.admin, table, 7, 5)
    assert len(events(people, path)[2]) == 1
    done(people.admin, f"/tournaments/{evening.cup}/cancel", {"why": "Rain."})
    assert events(people, path)[2] == []


def test_an_evening_waits_for_the_delay_of_its_own_tables_and_of_no_other(people: People) -> None:
    evening = Evening(people)
    path = evening.own[0].post("/me/messages/calendar").json["path"]
    for table, count in ((people.table(people.club()), 1), (people.table(evening.club), 0)):
        done(people.admin, f"/tables/{table}/delay", {"seconds": 3600})
        if not count:
            done(people.admin, f"/tournaments/{evening.cup}/tables", {"tables": {"1": table}})
        assert len(events(people, path)[2]) == count


def test_only_the_newest_address_of_a_calendar_opens_it_and_no_hash_is_its_secret(
    people: People, house: Provider
) -> None:
    own = people.player(opened(people.admin.post("/players", {"name": "Anula", "club": people.club()})))
    first = own.post("/me/messages/calendar").json["path"]
    second = own.post("/me/messages/calendar").json["path"]
    assert [events(people, each)[0] for each in (first, second)] == [404, 200]
    assert own.account
    assert own.call("DELETE", "/me/messages/calendar").status_code == 204
    assert events(people, second)[0] == 404
    assert events(people, f"/calendar/{'x' * 43}.ics")[0] == 404


def test_a_new_password_ends_the_address_that_somebody_else_may_have_made(people: People, house: Provider) -> None:
    own = people.player(opened(people.admin.post("/players", {"name": "Anula", "club": people.club()})))
    path = own.post("/me/messages/calendar").json["path"]
    assert own.account
    house.services.accounts.set_password(own.account, password_hash("correct horse battery"))
    assert events(people, path)[0] == 404


def test_the_calendar_of_a_member_has_nothing_of_a_club_that_was_left(people: People, house: Provider) -> None:
    evening = Evening(people)
    own = evening.own[0]
    path = own.post("/me/messages/calendar").json["path"]
    evening.draw()
    evening.messenger.work()
    assert len(events(people, path)[2]) == 2

    assert own.account
    house.services.account_players.unlink(own.account, UUID(evening.club))
    assert events(people, path)[2] == []


def test_the_news_of_a_club_are_what_everybody_sees(people: People) -> None:
    open_, closed = Evening(people, "open"), Evening(people, "members-only")
    done(people.admin, f"/tournaments/{open_.cup}/cancel", {"why": "Rain."})
    client = people.app.test_client()
    answer = client.get(f"/clubs/{open_.club}/news.atom")
    assert (answer.status_code, answer.content_type) == (200, "application/atom+xml; charset=utf-8")
    entries = fromstring(answer.get_data()).findall(f"{ATOM}entry")
    assert [entry.findtext(f"{ATOM}title") for entry in entries] == ["The cup"]
    assert (
        client.get(f"/clubs/{open_.club}/news.atom", headers={"If-None-Match": answer.headers["ETag"]}).status_code
        == 304
    )
    hidden = client.get(f"/clubs/{closed.club}/news.atom", headers={"Authorization": f"Bearer {people.admin.secret}"})
    assert fromstring(hidden.get_data()).findall(f"{ATOM}entry") == []
    assert hidden.headers["X-Robots-Tag"] == "noindex"
    assert "X-Robots-Tag" not in answer.headers


def test_the_news_of_a_late_table_tell_no_end_before_its_time(people: People, stored: Ago) -> None:
    """Also not the second end of a tournament that was opened again."""
    stored(7200)
    evening = Evening(people, "open")
    table = people.table(evening.club)
    done(people.admin, f"/tournaments/{evening.cup}/tables", {"tables": {"1": table}})
    report(people.admin, evening.draw(), 7, 5)
    done(people.admin, f"/tournaments/{evening.cup}/rounds/1/close", {})
    done(people.admin, f"/tournaments/{evening.cup}/end")
    before = news(people, evening)
    assert before.count(b"The final standings are there.") == 1
    done(people.admin, f"/tables/{table}/delay", {"seconds": 3600})
    stored(0)
    done(people.admin, f"/tournaments/{evening.cup}/reopen", {"why": "A slip."})
    done(people.admin, f"/tournaments/{evening.cup}/end")
    assert news(people, evening) == before


def news(people: People, evening: Evening) -> bytes:
    return people.app.test_client().get(f"/clubs/{evening.club}/news.atom").get_data()
