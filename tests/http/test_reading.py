"""Lists in pages, ETags, NDJSON, archives, the documentation."""

from __future__ import annotations

import gzip
import json
from uuid import UUID, uuid4

from flask import Flask

from api.services import Provider
from replay.notation.actions import write_action
from replay.notation.hand_file import read_hand
from store.tables.replays import Replays
from tests.http.people import People, opened, play, sentences, whole_deal


def test_pages_hold_while_deals_are_opened(people: People) -> None:
    table = people.table()
    deals = [people.deal(table=table) for _ in range(7)]
    ids: list[str] = []
    path = f"/deals?table={table}&limit=3"
    page = people.anybody.get(path).json
    while True:
        ids += [row["id"] for row in page["items"]]
        people.deal(table=table)
        if page["next"] is None:
            break
        page = people.anybody.get(f"{path}&cursor={page['next']}").json
    assert ids == deals[::-1]
    for cursor in ("nowhere", "%00", "e" * 100):
        bad = people.anybody.get(f"/deals?cursor={cursor}")
        assert (bad.status_code, bad.json["code"]) == (422, "cursor")


def test_lists_are_bounded(people: People) -> None:
    for limit in ("0", "201", "-1", "many"):
        answer = people.anybody.get(f"/deals?limit={limit}")
        assert (answer.status_code, answer.json["code"]) == (422, "shape")
        assert "limit" in answer.json["errors"]["query"]
    assert people.anybody.get("/deals?colour=red").status_code == 422


def test_clubs_players_and_tables_are_listed_by_club(people: People) -> None:
    club = people.club()
    player = opened(people.admin.post("/players", {"name": "Anu", "club": club}))
    table = people.table(club)
    assert people.anybody.get(f"/clubs/{club}").json["kind"] == "club"
    assert [row["id"] for row in people.anybody.get(f"/players?club={club}").json["items"]] == [player]
    assert [row["id"] for row in people.anybody.get(f"/tables?club={club}").json["items"]] == [table]
    assert people.admin.call("PATCH", f"/players/{player}", {"name": "Anu S."}).json["version"] == 2
    assert people.anybody.get(f"/players/{player}").json["name"] == "Anu S."
    assert people.anybody.get(f"/clubs/{player}").status_code == 404


def test_a_copy_that_is_still_good_is_not_sent_again(people: People, house: Provider) -> None:
    dealer, acts = whole_deal(21)
    deal = people.deal(dealer=dealer)
    play(people.admin, deal, acts[:20])
    for path in ("", "/views/public", "/replays/public", "/timeline", "/events"):
        first = people.anybody.get(f"/deals/{deal}{path}")
        again = people.anybody.get(f"/deals/{deal}{path}", headers={"If-None-Match": first.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")
        assert again.headers["ETag"] == first.headers["ETag"]
    assert house.services.replays.find(UUID(deal), "public") is None
    play(people.admin, deal, acts[20:])
    first = people.anybody.get(f"/deals/{deal}/replays/N")
    stored = house.services.replays.find(UUID(deal), "N")
    assert stored is not None
    assert (stored.body, stored.etag) == (first.data, first.headers["ETag"])
    again = people.anybody.get(f"/deals/{deal}/replays/N", headers={"If-None-Match": f'"x", {stored.etag}'})
    assert again.status_code == 304
    ply = len(sentences(acts)) - 1
    people.admin.post(f"/deals/{deal}/undo")
    assert ply > 0
    assert house.services.replays.find(UUID(deal), "N") is None
    assert people.anybody.get(f"/deals/{deal}/replays/N").status_code == 403


def test_another_process_is_late_with_a_replay_by_no_more_than_it_was_allowed(people: People, house: Provider) -> None:
    dealer, acts = whole_deal(9)
    deal = people.deal(dealer=dealer)
    play(people.admin, deal, acts)
    people.anybody.get(f"/deals/{deal}/replays/N")
    other = Replays(house.services.recorder, house.services.replays.made_by)
    before = other.find(UUID(deal), "N", late=60)
    assert before is not None
    people.admin.post(f"/deals/{deal}/undo")
    assert other.find(UUID(deal), "N", late=60) == before
    assert other.find(UUID(deal), "N") is None
    assert other.find(UUID(deal), "N", late=0.000_001) is None
    other.ask_anew(UUID(deal))
    assert other.find(UUID(deal), "N", late=60) is None


def test_a_replay_that_other_code_made_is_not_given_out(people: People, house: Provider) -> None:
    dealer, acts = whole_deal(8)
    deal = people.deal(dealer=dealer)
    play(people.admin, deal, acts)
    path = f"/deals/{deal}/replays/N"
    body = people.anybody.get(path).data
    older = Replays(house.services.recorder, "another version")
    version = people.admin.get(f"/deals/{deal}").json["version"]
    older.keep(UUID(deal), "N", version, '"old"', b"as it was made then")
    assert older.find(UUID(deal), "N") is not None
    assert people.anybody.get(path).data == body
    assert house.services.replays.find(UUID(deal), "N") is not None


def test_the_events_of_a_deal_are_lines_of_json(people: People) -> None:
    deal = people.deal()
    people.admin.post(f"/deals/{deal}/actions", {"acts": ["S shuffle JH 9H AH TH", "W cut 3"], "as_it_happened": True})
    answer = people.anybody.get(f"/deals/{deal}/events")
    rows = [json.loads(line) for line in answer.data.splitlines()]
    assert answer.content_type == "application/x-ndjson"
    assert [row["version"] for row in rows] == [1, 2, 3]
    assert [row.get("act") for row in rows] == [None, "S shuffle", "W cut"]
    assert all("by" not in row for row in rows)
    whole = [json.loads(line) for line in people.admin.get(f"/deals/{deal}/events?after=1&limit=1").data.splitlines()]
    assert [(row["version"], row["act"], row["by"]) for row in whole] == [(2, "S shuffle JH 9H AH TH", "Keeper")]


def test_the_feed_gives_everything_once_in_order(people: People) -> None:
    deal = people.deal()
    people.admin.post(f"/deals/{deal}/actions", {"acts": ["S shuffle", "W cut 3"]})
    after, rows = "0", []
    while True:
        answer = people.admin.get(f"/events?after={after}&limit=7")
        events = [json.loads(line) for line in answer.data.splitlines()]
        if not events:
            break
        rows += events
        after = answer.headers["Nought-Next"]
    positions = [row["position"] for row in rows]
    assert positions == sorted(set(positions))
    assert [row["version"] for row in rows if row["stream"] == deal] == [1, 2, 3]


def test_a_deal_goes_out_as_a_line_and_comes_in_again(people: People) -> None:
    dealer, acts = whole_deal(22)
    deal = people.deal(dealer=dealer)
    play(people.admin, deal, acts)
    line = people.anybody.get(f"/deals/{deal}/archive").data
    other = json.loads(line) | {"id": str(uuid4())}
    body = b"".join([line, b"rubbish\n", json.dumps(other).encode(), b"\n", json.dumps(other).encode()])
    answer = people.admin.call("POST", "/archive", data=body, content_type="application/x-ndjson")
    assert [(row["line"], row["outcome"]) for row in answer.json["lines"]] == [
        (1, "known"),
        (2, "refused"),
        (3, "saved"),
        (4, "known"),
    ], answer.json
    both = [people.anybody.get(f"/deals/{each}/replays/arbiter").json for each in (deal, other["id"])]
    assert both[0] == both[1]
    director = people.issue("director", club=people.club())
    refused = director.call("POST", "/archive", data=line, content_type="application/x-ndjson").json
    assert refused["lines"][0]["code"] == "not-allowed"
    zipped = people.admin.call("POST", "/archive", data=gzip.compress(line), content_type="application/x-ndjson")
    assert zipped.status_code == 415


def test_the_documentation_needs_no_other_server(app: Flask, people: People) -> None:
    page = people.anybody.get("/docs")
    assert b"http" not in page.data.replace(b"<!doctype html>", b"")
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    plain = people.anybody.get("/docs/rapidoc.js")
    packed = people.anybody.get("/docs/rapidoc.js", headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(packed.data) == plain.data
    assert packed.headers["Content-Encoding"] == "gzip"
    document = people.anybody.get("/openapi.json").json
    assert document["openapi"] == "3.1.0"
    assert {"View", "Replay", "Problem", "Act"} <= document["components"]["schemas"].keys()


def test_rulesets_are_told_whole(people: People) -> None:
    listed = people.anybody.get("/rulesets").json["items"]
    assert "304" in [row["key"] for row in listed]
    assert people.anybody.get("/rulesets/304").json["stages"][0] == "cut"
    assert people.anybody.get("/rulesets/305").status_code == 404


def test_a_stored_replay_that_a_correction_overtook_is_never_sent(people: People) -> None:
    """Neither the one in the database nor the one that a process remembers."""
    dealer, acts = whole_deal(23)
    deal = people.deal(dealer=dealer)
    play(people.admin, deal, acts)
    path = f"/deals/{deal}/replays/arbiter"
    first = [people.anybody.get(path) for _ in range(3)]
    assert len({answer.data for answer in first}) == 1
    ruled = people.admin.post(f"/deals/{deal}/rulings/violation", {"seat": "E", "code": "revoke", "why": "agreed"})
    assert ruled.status_code == 200
    second = people.anybody.get(path, headers={"If-None-Match": first[0].headers["ETag"]})
    assert second.status_code == 200
    assert second.json["corrections"][-1]["kind"] == "violation-ruled"
    assert people.anybody.get(path).data == second.data


def test_a_replay_is_found_again_after_the_database_dropped_the_connections(people: People, house: Provider) -> None:
    dealer, acts = whole_deal(24)
    deal = people.deal(dealer=dealer)
    play(people.admin, deal, acts)
    path = f"/deals/{deal}/replays/public"
    before = [people.anybody.get(path).data for _ in range(2)]
    with house.services.recorder.datastore.get_connection() as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE usename = current_user AND pid <> pg_backend_pid()"
        )
    for _ in range(8):
        answer = people.admin.get(path)
        assert answer.status_code in (200, 503)
    assert people.admin.get(path).data == people.anybody.get(path).data == before[0]


def test_a_replay_up_to_a_ply_tells_nothing_of_what_came_after(people: People) -> None:
    """Two deals that part after a ply: the same bytes and the same ETag until there."""
    dealer, acts = whole_deal(21)
    whole, cut = (people.deal(dealer=dealer, at="2026-02-14T20:15:00.000Z") for _ in range(2))
    stamp = {"at": "2026-02-14T20:15:09.318Z"}
    for deal, until in ((whole, len(acts)), (cut, 20)):
        assert (
            people.admin.post(f"/deals/{deal}/actions", {"acts": sentences(acts[:until]), **stamp}).status_code == 200
        )
    for viewer in ("arbiter", "scribe", "E", "public"):
        one, other = (people.admin.get(f"/deals/{deal}/replays/{viewer}?until=15") for deal in (whole, cut))
        assert (one.data, one.headers["ETag"]) == (other.data, other.headers["ETag"])
        assert [frame["ply"] for frame in one.json["frames"]] == list(range(16))
    beyond = people.anybody.get(f"/deals/{whole}/replays/arbiter?until=9999")
    assert beyond.data == people.anybody.get(f"/deals/{whole}/replays/arbiter").data
    assert people.anybody.get(f"/deals/{cut}/replays/E?until=3").status_code == 403
    assert people.anybody.get(f"/deals/{whole}/replays/E?until=-2").status_code == 422


def test_a_deal_goes_out_as_a_hand_file(people: People) -> None:
    dealer, acts = whole_deal(21)
    deal = people.deal(dealer=dealer)
    play(people.admin, deal, acts[:20])
    assert people.anybody.get(f"/deals/{deal}/hand-file").status_code == 403
    play(people.admin, deal, acts[20:])
    answer = people.anybody.get(f"/deals/{deal}/hand-file")
    assert answer.content_type == "application/toml; charset=utf-8"
    document = read_hand(answer.text)
    assert document.id == deal
    assert {write_action(act) for act in document.acts} >= set(sentences(acts))
