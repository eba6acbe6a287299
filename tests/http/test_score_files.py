"""Old seasons are imported over HTTP: a preview of every row, then all evenings or none."""

from __future__ import annotations

import io
import zipfile
from base64 import b64encode
from datetime import date
from typing import Any

import pytest
from openpyxl import Workbook

from tests.http.people import People, opened
from tests.http.test_series import league, totals
from tests.http.tournament_requests import done

SEASON = [["Name", date(2025, 1, 17), date(2025, 1, 24)], ["Anna", 12, 7.5], ["Béa", 9, None], ["Kala", None, 8]]
CSV = "Name,2025-01-17,2025-01-24\nAnna,12,7.5\nBéa,9,\nKala,,8\n"


def spreadsheet(rows: list[list[Any]] = SEASON, **more: bytes) -> bytes:
    book = Workbook()
    assert book.active is not None
    for row in rows:
        book.active.append(row)
    stream = io.BytesIO()
    book.save(stream)
    if more:
        with zipfile.ZipFile(stream, "a") as packed:
            for name, content in more.items():
                packed.writestr(name, content)
    return stream.getvalue()


def sent(data: bytes) -> dict[str, str]:
    return {"xlsx": b64encode(data).decode()}


def test_a_spreadsheet_and_its_csv_record_the_same_evenings(people: People) -> None:
    club = people.club()
    series = [league(people.admin, club, counts="score") for _ in range(2)]
    for identity, body in zip(series, (sent(spreadsheet()), {"csv": CSV}), strict=True):
        checked = people.admin.post(f"/series/{identity}/sheets/check", body).json
        assert "declined" not in checked or checked["declined"] is None
        assert [(each["name"], each["day"], each["results"], each["state"]) for each in checked["evenings"]] == [
            ("2025-01-17", "2025-01-17", 2, "new"), ("2025-01-24", "2025-01-24", 2, "new"),
        ]  # fmt: skip
        assert totals(people, identity) == {}
        done(people.admin, f"/series/{identity}/sheets", body)
        assert totals(people, identity) == {"Anna": "19½", "Béa": "9", "Kala": "8"}
    (first, second) = people.anybody.get(f"/series/{series[0]}").json["evenings"]
    assert (first["kind"], first["is_over"], second["name"]) == ("sheet", True, "2025-01-24")
    log = people.anybody.get(f"/series/{series[0]}/log").json["items"]
    assert log[-1]["sentence"] == "2025-01-24 was recorded from a score sheet, with 2 results."
    again = people.admin.post(f"/series/{series[0]}/sheets", {"csv": CSV})
    assert (again.status_code, again.json["code"]) == (422, "score-file")
    done(people.admin, f"/series/{series[0]}/evenings/remove", {"evening": first["id"], "why": "twice"})
    assert totals(people, series[0]) == {"Anna": "7½", "Kala": "8"}
    done(people.admin, f"/series/{series[0]}/sheets", {"csv": CSV})
    assert totals(people, series[0]) == totals(people, series[1])


def test_players_are_matched_or_registered(people: People) -> None:
    club = people.club()
    anna = opened(people.admin.post("/players", {"name": "Änna", "club": club}))
    identity = league(people.admin, club)
    body = {"csv": CSV, "players": "register"}
    people_of = {
        person["written"]: person["state"]
        for line in people.admin.post(f"/series/{identity}/sheets/check", body).json["lines"]
        for person in line["players"]
    }
    assert people_of == {"Anna": "matched", "Béa": "new", "Kala": "new"}
    assert len(people.anybody.get(f"/players?club={club}").json["items"]) == 1
    done(people.admin, f"/series/{identity}/sheets", body)
    players = {row["name"]: row["id"] for row in people.anybody.get(f"/players?club={club}").json["items"]}
    assert players.keys() == {"Änna", "Béa", "Kala"}
    ranked = {row["name"]: row["players"] for row in people.anybody.get(f"/series/{identity}").json["standings"]}
    assert ranked == {"Änna": [anna], "Béa": [players["Béa"]], "Kala": [players["Kala"]]}


def test_pseudonyms_keep_the_names_out_of_the_record(people: People) -> None:
    identity = league(people.admin, people.club())
    done(people.admin, f"/series/{identity}/sheets", {"csv": CSV, "players": "pseudonyms"})
    assert totals(people, identity).keys() == {"Player 1", "Player 2", "Player 3"}
    assert "Kala" not in people.admin.get("/events?limit=10000").text


BOMB = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa">]><x>&a;</x>'


def with_entities() -> bytes:
    """A spreadsheet whose worksheet has an entity."""
    old, stream = zipfile.ZipFile(io.BytesIO(spreadsheet())), io.BytesIO()
    with zipfile.ZipFile(stream, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name.startswith("xl/worksheets/"):
                data = b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]>' + data.split(b"?>", 1)[-1]
            new.writestr(name, data)
    return stream.getvalue()


def large() -> bytes:
    """A small file that is large once unpacked."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/workbook.xml", b" " * 9_000_000)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({"csv": "Name,One\nAnna,x\n"}, "row 2"), ({"csv": "nothing"}, "titles"), ({"xlsx": "%%%"}, "Base64"),
        (sent(b"no spreadsheet"), "no XLSX"), (sent(spreadsheet(**{"xl/vbaProject.bin": b"x"})), "macros"),
        (sent(with_entities()), "cannot be read"), (sent(large()), "too large"), (sent(spreadsheet()[:900]), "no XLSX"),
        ({**sent(spreadsheet()), "worksheet": "Elsewhere"}, "no worksheet"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_read_is_refused_and_changes_nothing(
    people: People, body: dict[str, Any], why: str
) -> None:
    identity = league(people.admin, people.club())
    before = people.anybody.get(f"/series/{identity}").json
    answer = people.admin.post(f"/series/{identity}/sheets", body)
    assert (answer.status_code, answer.json["code"]) == (422, "score-file")
    assert why in answer.json["detail"]
    assert people.anybody.get(f"/series/{identity}").json == before


def test_the_shape_of_the_request_is_checked(people: People) -> None:
    identity = league(people.admin, people.club())
    for body in ({}, {"csv": CSV, "xlsx": "x"}, {"csv": CSV, "numbers": "luck"}, {"csv": CSV, "players": "sell"}):
        assert people.admin.post(f"/series/{identity}/sheets/check", body).json["code"] == "shape", body
    done(people.admin, f"/series/{identity}/sheets", {"csv": CSV})
    done(people.admin, f"/series/{identity}/end")
    assert people.admin.post(f"/series/{identity}/sheets", {"csv": "Name,Late\nAnna,1\n"}).status_code == 409
