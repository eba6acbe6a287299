"""A club says how long files of evidence and pupils of classes are kept; what is older is removed, and recorded."""

from __future__ import annotations

from datetime import timedelta
from hashlib import sha256
from uuid import UUID

import psycopg
import pytest
from flask import Flask
from psycopg.sql import SQL, Identifier

from api.services import Provider
from store.settings import Settings
from tests.http.classes import Class, a_class, published
from tests.http.people import People, opened
from tests.http.test_people_pages import Reader
from web.app import create_app

BODY = b"A photo with a face."
DIGEST = sha256(BODY).hexdigest()


class OldClub:
    """A club with a dispute that has a file, and a class whose pupils are kept, both as old as a test says."""

    def __init__(self, app: Flask, house: Provider, settings: Settings) -> None:
        self.people, self.house, self.settings = People(app, house), house, settings
        self.club = self.people.club()
        self.director = self.people.issue("director", club=self.club)
        self.dispute = self.new_dispute()
        self.classroom = self.new_class()

    def new_dispute(self) -> str:
        admin = self.people.admin
        dispute = opened(admin.post(f"/deals/{self.people.deal(club=self.club)}/disputes", {"side": "EW"}))
        path = f"/disputes/{dispute}/files?name=Ravi.jpg&side=EW"
        assert admin.call("POST", path, data=BODY, content_type="text/plain").status_code == 200
        return dispute

    def new_class(self) -> Class:
        classroom = a_class(self.people, published(self.people), teacher=self.director)
        classroom.pupil("Mouse")
        classroom.end(keep=True)
        return classroom

    def age(self, days: int) -> None:
        with psycopg.connect(self.settings.owner_dsn or "") as connection:
            table = SQL("ALTER TABLE {} {} TRIGGER rows_are_immutable")
            attachments = Identifier(self.settings.schema, "attachments")
            connection.execute(table.format(attachments, SQL("DISABLE")))
            for name, column in (("attachments", "attached_at"), ("classes", "active_at")):
                names = [Identifier(self.settings.schema, name), Identifier(column)]
                then = [timedelta(days=days, hours=1)]
                connection.execute(SQL("UPDATE {} SET {} = now() - %s").format(*names), then)
            connection.execute(table.format(attachments, SQL("ENABLE ALWAYS")))

    def file_status(self) -> int:
        return self.people.admin.get(f"/disputes/{self.dispute}/files/{DIGEST}").status_code

    def has_pupil(self) -> bool:
        return "Mouse" in self.director.get(f"{self.classroom.path}/results.csv").text

    def decide(self) -> None:
        assert (
            self.people.admin.post(f"/disputes/{self.dispute}/withdrawal", {"side": "EW", "why": "settled"}).status_code
            == 200
        )

    def overdue(self, query: str = "") -> dict[str, int]:
        answer = self.director.get(f"/clubs/{self.club}/retention{query}")
        assert answer.status_code == 200, answer.json
        overdue: dict[str, int] = answer.json["overdue"]
        return overdue


@pytest.fixture
def old(app: Flask, house: Provider, settings: Settings) -> OldClub:
    return OldClub(app, house, settings)


def test_what_is_older_than_the_rule_of_the_club_is_removed_and_recorded(old: OldClub) -> None:
    services = old.house.services
    old.decide()
    old.age(31)
    assert old.overdue() == {"files": 0, "classes": 0}, "a club that chose nothing keeps it"
    assert old.overdue("?files=30&classes=30") == {"files": 1, "classes": 1}
    assert old.overdue("?files=32&classes=32") == {"files": 0, "classes": 0}
    services.retention().remove()
    assert (old.file_status(), old.has_pupil()) == (200, True)
    chosen = old.director.post(f"/clubs/{old.club}/retention", {"files": 30, "classes": 30})
    assert chosen.status_code == 200, chosen.json
    again = old.director.post(f"/clubs/{old.club}/retention", {"files": 30, "classes": 30})
    assert (again.status_code, again.json["code"]) == (422, "same-choice")
    assert old.overdue() == {"files": 1, "classes": 1}
    assert services.retention().remove(UUID(old.club)) == {"files": 1, "classes": 1}
    assert (old.file_status(), old.has_pupil()) == (404, False)
    assert old.overdue() == {"files": 0, "classes": 0}
    shown = old.people.admin.get(f"/disputes/{old.dispute}").text
    assert "by nought: the club keeps files for 30 days" in shown
    assert "Ravi" not in shown
    (removal,) = old.director.get(f"/clubs/{old.club}/people/removals").json["items"]
    assert (removal["id"], removal["kind"], removal["by"]) == (old.dispute, "text", "nought")


def test_a_dispute_that_is_not_decided_keeps_its_files(old: OldClub) -> None:
    old.age(4000)
    assert old.overdue("?files=1&classes=0") == {"files": 0, "classes": 0}


def test_the_page_shows_what_days_would_remove_before_it_saves_them(old: OldClub, settings: Settings) -> None:
    director = Reader(create_app(settings), old.director)
    old.decide()
    old.age(31)
    page = director.post(f"/clubs/{old.club}/retention", files="30", classes="0")
    assert (page.status_code, "1 file" in page.text) == (200, True)
    assert old.overdue() == {"files": 0, "classes": 0}, "nothing is chosen"
    wrong = director.post(f"/clubs/{old.club}/retention", files="99999", classes="0", save="yes")
    assert (wrong.status_code, "3650" in wrong.text) == (422, True)
    saved = director.post(f"/clubs/{old.club}/retention", files="30", classes="0", save="yes")
    assert saved.status_code == 303
    assert old.overdue() == {"files": 1, "classes": 0}
