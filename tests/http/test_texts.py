"""Which characters a text may hold is said in one place, and holds for every way into the book."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID, uuid4

import pytest

from api.people.accounts import add
from api.services import Provider
from domain.engine.words.texts import unfit, unfit_in_a_line
from domain.kernel.commands import name
from domain.kernel.errors import Declined
from domain.record.imported_deal import ImportedDeal
from tests.http.people import People, opened
from tests.http.tournament_requests import tournament

GAME = {"ruleset": "304", "dealer": "S"}

EVIL = {
    "NUL": "a\x00b",
    "a C0 control": "a\x1bb",
    "DEL": "a\x7fb",
    "a C1 control": "a\x85b",
    "an override of direction": "a\u202ecod.exe",
    "an isolate of direction": "a\u2066b",
    "half a character": "a\ud800b",
    "no character": "a\ufffeb",
}
GOOD = [
    "ශ්‍රී ලංකා",  # a ZWJ makes the conjunct of "Sri"
    "க்‌ஷ தமிழ்",  # a ZWNJ keeps the two letters apart
    "Zürcher Jassfreunde",
    "محمد\u200f 1",
    "👩‍👩‍👧 Family",
    "O’Brien – Müller",
]


@pytest.mark.parametrize("text", EVIL.values(), ids=EVIL)
def test_unfit_characters_are_in_no_text(text: str) -> None:
    assert unfit(text) is not None
    assert unfit_in_a_line(text) == unfit(text)
    with pytest.raises(Declined):
        name(text)


@pytest.mark.parametrize("text", GOOD)
def test_the_scripts_of_the_players_pass_with_their_joiners(people: People, text: str) -> None:
    assert unfit_in_a_line(text) is None
    club = opened(people.admin.post("/clubs", {"name": text}))
    assert people.admin.get(f"/clubs/{club}").json["name"] == text
    deal = people.deal(club=club, players={"S": text}, event=text, note=f"{text}\n{text}")
    body = people.admin.get(f"/deals/{deal}/archive").data
    line = {**json.loads(body), "id": str(uuid4())}
    assert _imported(people, line)["outcome"] == "saved"


def test_a_text_may_have_lines_and_a_name_only_one() -> None:
    assert unfit("one\r\n\ttwo") is None
    assert [unfit_in_a_line(f"a{end}b") for end in "\n\r\t\u2028\u2029"] == [
        "U+000A", "U+000D", "U+0009", "U+2028", "U+2029",
    ]  # fmt: skip


@pytest.mark.parametrize("text", EVIL.values(), ids=EVIL)
def test_no_command_over_http_takes_them(people: People, text: str) -> None:
    club = people.club()
    table = people.table(club)
    deal = people.deal(table=table)
    cup = tournament(people.admin, 2, club=club)
    dispute = opened(people.admin.post(f"/deals/{deal}/disputes", {"side": "EW"}))
    tries: list[tuple[str, str, dict[str, Any]]] = [
        ("POST", "/clubs", {"name": text}),
        ("PATCH", f"/clubs/{club}", {"name": text}),
        ("POST", "/players", {"name": text, "club": club}),
        ("POST", "/tables", {"name": text, "club": club}),
        ("POST", "/deals", {**GAME, "players": {"S": text}}),
        ("POST", "/deals", {**GAME, "note": text}),
        ("POST", "/deals", {**GAME, "event": text}),
        ("POST", "/matches", {**GAME, "teams": {"NS": text}}),
        ("POST", f"/deals/{deal}/notes", {"ply": -1, "text": text}),
        ("POST", f"/deals/{deal}/abandon", {"why": text}),
        ("POST", f"/tournaments/{cup}/entries", {"name": text}),
        ("POST", f"/tournaments/{cup}/entries", {"name": "Fine", "players": [text, "b"]}),
        ("POST", f"/disputes/{dispute}/claim", {"claim": text}),
        ("POST", f"/disputes/{dispute}/facts", {"text": text, "side": "EW"}),
        ("POST", "/tokens", {"role": "viewer", "subject": text}),
    ]
    for method, path, body in tries:
        data = json.dumps(body).encode()
        answer = people.admin.call(method, path, data=data, content_type="application/json")
        assert answer.status_code in (400, 422), (path, body, answer.status_code)


@pytest.mark.parametrize("text", EVIL.values(), ids=EVIL)
def test_no_archive_brings_them_in(people: People, text: str) -> None:
    line = json.loads(people.admin.get(f"/deals/{people.deal()}/archive").data)
    for field in ({"players": {"S": text}}, {"event": text}, {"source": text}, {"note": text}, {"scribe": text}):
        row = _imported(people, {**line, "id": str(uuid4()), **field})
        assert row["outcome"] == "refused", field


@pytest.mark.parametrize("text", EVIL.values(), ids=EVIL)
def test_nor_does_anything_that_is_taken_in_by_the_command_line(house: Provider, people: People, text: str) -> None:
    events = house.services.ledger.repository.history(UUID(people.deal()))
    fact = events[0].fact
    with pytest.raises(Declined):
        house.services.ledger.imports.import_deal(ImportedDeal(uuid4(), fact, events[0].at, text, ()))  # type: ignore[arg-type]


@pytest.mark.parametrize("text", [*EVIL.values(), "a\nb"], ids=[*EVIL, "a line's end"])
def test_accounts_have_none(house: Provider, text: str) -> None:
    for login, called in ((f"x{text}", "X"), (f"x{uuid4()}", text)):
        with pytest.raises(Declined):
            add(house.services, login, called, "admin", None, "a test")


def _imported(people: People, line: dict[str, Any]) -> dict[str, Any]:
    answer = people.admin.call("POST", "/archive", data=json.dumps(line).encode(), content_type="application/x-ndjson")
    imported_line: dict[str, Any] = answer.json["lines"][0]
    return imported_line
