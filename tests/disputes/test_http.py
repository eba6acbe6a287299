"""Disputes over HTTP: who may speak, who may rule, and who reads what."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest

from tests.cases import cases, full
from tests.http.conftest import app, house, people
from tests.http.people import People, Person, opened, play, whole_deal
from tests.http.tournament_requests import done, draw, sheet, tournament

__all__ = ["app", "house", "people"]

CLAIM = "East holds the jack of hearts."
PNG = b"\x89PNG\r\n\x1a\n" + bytes(20)


@dataclass(frozen=True)
class Table:
    """A table with a deal that is half played, and everybody at it."""

    deal: str
    rest: list[Any]
    club: str
    table: str
    east: Person
    north: Person
    recorder: Person
    arbiter: Person


@pytest.fixture
def table(people: People) -> Table:
    club = people.club()
    where = people.table(club)
    dealer, acts = whole_deal(1)
    deal = people.deal(dealer=dealer, table=where)
    play(people.admin, deal, acts[:20])
    return Table(
        deal, acts[20:], club, where,
        people.issue("seat", deal=deal, seat="E"), people.issue("seat", deal=deal, seat="N"),
        people.issue("recorder", table=where), people.issue("arbiter", club=club),
    )  # fmt: skip


def claimed(who: Person, deal: str, **more: Any) -> str:
    return opened(who.post(f"/deals/{deal}/disputes", {"ply": 9, "claim": CLAIM, "code": "revoke", **more}))


NOTHING = {"remedies": [{"kind": "nothing"}], "reason": "The trick shows none."}


def test_a_seat_claims_for_its_side_and_no_other(table: Table) -> None:
    answer = table.north.post(f"/deals/{table.deal}/disputes", {"side": "EW"})
    assert (answer.status_code, answer.json["code"]) == (403, "not-allowed")
    dispute = claimed(table.north, table.deal)
    payload = table.east.get(f"/disputes/{dispute}").json
    assert (payload["side"], payload["seat"], payload["on_behalf"], payload["plies"]) == ("NS", "N", False, [9, 9])
    payload = table.arbiter.get(f"/disputes/{claimed(table.recorder, table.deal, side='EW')}").json
    assert (payload["side"], payload["on_behalf"]) == ("EW", True)
    unsaid = table.recorder.post(f"/deals/{table.deal}/disputes", {})
    assert (unsaid.status_code, unsaid.json["code"]) == (422, "shape")
    assert table.east.post(f"/disputes/{dispute}/claim", {"claim": "No."}).status_code == 403
    assert table.east.post(f"/disputes/{dispute}/withdrawal").json["code"] == "dispute-side"


SPEAKING: list[tuple[str, dict[str, Any]]] = [
    ("claim", {"claim": "Nobody looked."}),
    ("facts", {"text": "Nobody looked."}),
    ("facts/2/ticks", {"agrees": False}),
    ("evidence", {"text": "Nobody looked."}),
    ("withdrawal", {}),
    ("appeal", {"grounds": "Nobody looked."}),
]
"""The statements of a side in a dispute."""


def test_a_seat_that_the_game_lacks_speaks_for_no_side(people: People, table: Table) -> None:
    """A seat's token of a table is good for every game there, with four seats or eight; in this deal it is nobody's."""
    seven = people.issue("seat", table=table.table, seat="7")
    dispute = claimed(table.north, table.deal)
    done(table.north, f"/disputes/{dispute}/facts", {"text": "The jack of hearts lay on the table."})
    before = table.north.get(f"/disputes/{dispute}").json
    answers = [seven.post(f"/deals/{table.deal}/disputes", body) for body in ({}, {"side": "NS"}, {"side": "XX"})]
    answers += [seven.post(f"/disputes/{dispute}/{path}", body) for path, body in SPEAKING]
    answers.append(
        seven.call("POST", f"/disputes/{dispute}/files?name=a.png", data=PNG, headers={"Content-Type": "image/png"})
    )
    assert {(answer.status_code, answer.json["code"]) for answer in answers} == {(403, "not-allowed")}
    assert all("no seat 7 in this game; the seats are S, E, N, W" in answer.json["detail"] for answer in answers)
    assert table.north.get(f"/disputes/{dispute}").json == before
    assert CLAIM not in seven.get(f"/disputes/{dispute}").text


def test_the_sides_of_the_larger_games_are_named_as_they_are(people: People) -> None:
    """000 "Variants": six or eight players in two teams, called odd and even."""
    deal = people.deal(ruleset="904", dealer="1")
    dispute = opened(people.admin.post(f"/deals/{deal}/disputes", {"side": "odd", "claim": CLAIM}))
    done(people.admin, f"/disputes/{dispute}/facts", {"text": "So it was.", "side": "even"})
    assert people.admin.get(f"/disputes/{dispute}").json["sides"] == ["odd", "even"]


@pytest.mark.parametrize("side", ["XX", full("N"), full("7")])
def test_a_side_that_the_game_lacks_is_refused_by_name(table: Table, side: str) -> None:
    dispute = claimed(table.north, table.deal)
    done(table.north, f"/disputes/{dispute}/facts", {"text": "The jack of hearts lay on the table."})
    done(table.arbiter, f"/disputes/{dispute}/ruling", NOTHING)
    again = claimed(table.north, table.deal)
    paths = [(again, *each) for each in SPEAKING[1:5]] + [(dispute, *SPEAKING[5])]
    for where, path, body in paths:
        answer = table.recorder.post(f"/disputes/{where}/{path}", {**body, "side": side})
        assert answer.status_code in (404, 422), (path, answer.json)
        assert answer.json["code"] in ("side", "not-found"), (path, answer.json)


def test_until_all_hands_are_shown_only_the_table_reads_what_is_claimed(people: People, table: Table) -> None:
    """A claim may name any card: others learn that there is a dispute, and how it stands."""
    dispute = claimed(table.north, table.deal)
    done(table.north, f"/disputes/{dispute}/facts", {"text": "The jack of hearts lay on the table."})
    for who in (table.east, table.north, table.recorder, table.arbiter, people.admin):
        assert CLAIM in who.get(f"/disputes/{dispute}").text
    club = people.club()
    outside = (
        people.anybody, people.issue("viewer"), people.issue("director", club=club),
        people.issue("seat", deal=people.deal(), seat="E"), people.issue("recorder", table=people.table(club)),
    )  # fmt: skip
    lists = [f"/disputes?deal={table.deal}", "/disputes", f"/disputes/{dispute}", "/casebook?words=jack"]
    before = [outside[0].get(path).data for path in lists]
    for who in outside:
        for path in lists:
            assert all(word not in who.get(path).text for word in ("jack", "revoke", "NS", '"N"', "plies")), path
        assert who.get(f"/disputes/{dispute}").json["status"] == "open"
        assert "ETag" in who.get(f"/disputes/{dispute}").headers
    done(table.east, f"/disputes/{dispute}/facts", {"text": "It did not."})
    assert [outside[0].get(path).data for path in lists] == before, "what is hidden moves nothing, no ETag either"

    play(people.admin, table.deal, table.rest)
    for who in outside[:3]:
        assert CLAIM in who.get(f"/disputes/{dispute}").text
    assert CLAIM not in outside[3].get(f"/disputes/{dispute}").text, "a seat sees what it saw at its own table"


def test_files_are_for_the_parties_and_officials_alone(people: People, table: Table) -> None:
    dispute = claimed(table.north, table.deal)
    path = f"/disputes/{dispute}/files"
    sent = table.north.call("POST", f"{path}?name=sheet.png", data=PNG, content_type="image/png")
    assert sent.status_code == 200, sent.json
    (piece,) = table.east.get(f"/disputes/{dispute}").json["evidence"]
    got = table.east.get(f"{path}/{piece['file']['sha256']}")
    assert got.data == PNG
    assert got.headers["Content-Disposition"] == "attachment; filename=sheet.png"
    assert "sandbox" in got.headers["Content-Security-Policy"]
    play(people.admin, table.deal, table.rest)
    assert people.anybody.get(f"{path}/{piece['file']['sha256']}").status_code == 403
    assert table.east.get(f"{path}/{'0' * 64}").status_code == 404
    for kind, body, code in (
        ("text/html", b"<script>", "media-type"),
        ("image/png", b"<script>", "file-type"),
        ("image/png", PNG + bytes(2 * 1024 * 1024), "too-large"),
    ):
        answer = table.north.call("POST", f"{path}?name=a", data=body, content_type=kind)
        assert answer.json["code"] in (code, "file-large"), answer.json


def test_a_ruling_is_an_officials_and_the_appeal_anothers(people: People, table: Table) -> None:
    play(people.admin, table.deal, table.rest)
    dispute = claimed(table.north, table.deal)
    for who in (table.north, table.recorder, people.issue("arbiter", club=people.club())):
        for path in ("ruling/preview", "ruling"):
            assert who.post(f"/disputes/{dispute}/{path}", NOTHING).status_code == 403
    etag = table.arbiter.get(f"/disputes/{dispute}").headers["ETag"]
    done(table.north, f"/disputes/{dispute}/facts", {"text": "One more thing."})
    late = table.arbiter.post(f"/disputes/{dispute}/ruling", NOTHING, headers={"If-Match": etag})
    assert (late.status_code, late.json["code"]) == (412, "version")
    answers = [
        table.arbiter.post(f"/disputes/{dispute}/ruling", NOTHING, headers={"Idempotency-Key": "sign"}) for _ in "12"
    ]
    assert [(each.status_code, each.json["replayed"], each.json["status"]) for each in answers] == [
        (200, False, "ruled"), (200, True, "ruled"),
    ]  # fmt: skip
    again = people.admin.post(f"/disputes/{dispute}/ruling", NOTHING)
    assert (again.status_code, again.json["code"]) == (409, "dispute-ruled")
    done(table.east, f"/disputes/{dispute}/appeal", {"grounds": "It did."})
    decision = {"upheld": True, "reason": "It did not."}
    assert table.arbiter.post(f"/disputes/{dispute}/appeal/decision", decision).json["code"] == "shape"
    del decision["upheld"]
    same = table.arbiter.post(f"/disputes/{dispute}/appeal/decision", decision)
    assert (same.status_code, same.json["code"]) == (403, "appeal-other")
    payload = done(people.admin, f"/disputes/{dispute}/appeal/decision", decision)
    assert payload["status"] == "final"
    assert "overturned" not in people.anybody.get(f"/disputes/{dispute}").json
    timeline = people.anybody.get(f"/disputes/{dispute}").json["timeline"]
    assert [row["topic"].rpartition(".")[2] for row in timeline] == [
        "DisputeOpened", "FactStated", "RulingSigned", "AppealLodged", "AppealDecided",
    ]  # fmt: skip


def test_the_effect_is_shown_before_it_is_signed(people: People) -> None:
    club = people.club()
    where = people.table(club)
    terms = {"format": "swiss", "rounds": 3, "encounter": {"deals": 1}, "scoring": {"counts": "tokens"}}
    cup = tournament(people.admin, 4, terms, club=club)
    done(people.admin, f"/tournaments/{cup}/tables", {"tables": {"1": where}})
    encounter = next(each for each in draw(people.admin, cup)["encounters"] if each["table"] == 1)
    match = opened(people.admin.post(f"/encounters/{encounter['id']}/match"))
    dealer, acts = whole_deal(1)
    deal = opened(people.admin.post("/deals", {"match": match, "dealer": dealer, "dealer_reason": "drawn"}))
    play(people.admin, deal, acts)
    arbiter = people.issue("arbiter", club=club)
    dispute = claimed(people.admin, deal, side="NS")
    assert arbiter.get(f"/disputes/{dispute}").json["tournament"] == cup
    standings = arbiter.get(f"/tournaments/{cup}/standings").json
    loser = encounter["sides"][0][0]
    remedies = [
        {"kind": "result", "sheet": sheet(0, 9)},
        {"kind": "penalty", "entry": loser, "amount": -3, "note": "Looked twice."},
    ]
    decision = {"remedies": remedies, "reason": "They looked into a hand."}
    shown = done(arbiter, f"/disputes/{dispute}/ruling/preview", decision)
    assert arbiter.get(f"/tournaments/{cup}/standings").json == standings, "nothing was recorded"
    assert shown["table"]["after"][0]["won"] == [0, 9]
    done(arbiter, f"/disputes/{dispute}/ruling", decision)
    after = {row["entry"]: row for row in arbiter.get(f"/tournaments/{cup}/standings").json["items"]}
    assert {row["entry"]: row["after"] for row in shown["standings"]} == {
        row["entry"]: {"place": after[row["entry"]]["place"], "score": after[row["entry"]]["said"]}
        for row in shown["standings"]
    }
    changed = {row["entry"] for row in shown["standings"]}
    assert loser in changed
    assert after[loser]["score"] < 0
    done(arbiter, f"/disputes/{dispute}/ruling/withdrawal", {"why": "The wrong table."})
    assert arbiter.get(f"/tournaments/{cup}/standings").json == standings
    (row,) = people.anybody.get(f"/disputes?tournament={cup}").json["items"]
    assert (row["status"], row["round"], row["number"]) == ("open", 1, 1)
    assert people.anybody.get(f"/disputes?tournament={cup}&status=final").json["items"] == []


def test_the_casebook_tells_no_name_and_no_id(people: People, table: Table) -> None:
    play(people.admin, table.deal, table.rest)
    dispute = claimed(table.north, table.deal)
    decision = {**NOTHING, "code": "revoke", "casebook": "A revoke that was none.", "appeal_minutes": 0}
    done(table.arbiter, f"/disputes/{dispute}/ruling", decision)
    assert people.anybody.get("/casebook?code=revoke").json["items"] == []
    done(table.arbiter, f"/disputes/{dispute}/close")
    (case,) = people.anybody.get("/casebook?code=revoke").json["items"]
    assert case["text"] == "A revoke that was none."
    assert case["ruleset"] == "304"
    for secret in (dispute, table.deal, table.club, table.table, "A arbiter", "A seat", CLAIM):
        assert secret not in json.dumps(case)
    assert people.anybody.get("/casebook?words=nothing of the kind").json["items"] == []
    assert people.anybody.get("/casebook?skip=1&code=revoke").json["items"] == []


NO_RULINGS: list[tuple[dict[str, Any], str]] = [
    ({"reason": "Why."}, "shape"),
    ({"remedies": [], "reason": "Why."}, "shape"),
    ({"remedies": [{"kind": "nothing"}]}, "shape"),
    ({"remedies": [{"kind": "hanging"}], "reason": "Why."}, "shape"),
    ({"remedies": [{"kind": "penalty", "amount": 2}], "reason": "Why."}, "shape"),
    ({"remedies": [{"kind": "violation", "seat": "E"}], "reason": "Why."}, "remedy"),
    ({"remedies": [{"kind": "violation", "seat": "E", "code": "nonsense"}], "reason": "Why."}, "code"),
    ({"remedies": [{"kind": "violation", "seat": "Q", "code": "revoke"}], "reason": "Why."}, "unknown-seat"),
    ({"remedies": [{"kind": "undo", "ply": 900}], "reason": "Why."}, "no-such-ply"),
    ({"remedies": [{"kind": "result", "sheet": sheet(1, 0)}], "reason": "Why."}, "remedy"),
    ({**NOTHING, "appeal_minutes": -1}, "shape"),
    ({**NOTHING, "reason": "  "}, "why"),
]


def test_what_is_no_ruling_is_refused_in_words(table: Table) -> None:
    dispute = claimed(table.north, table.deal)
    with cases() as case:
        for body, code in NO_RULINGS:
            with case(code, body):
                answer = table.arbiter.post(f"/disputes/{dispute}/ruling", body)
                assert (answer.status_code, answer.json["code"]) == (422, code), answer.json
                assert table.arbiter.get(f"/disputes/{dispute}").json["status"] == "open"
