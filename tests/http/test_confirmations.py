"""A result is confirmed by players: with a PIN on whoever's device, or by a seat's own token."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.http.people import People, Person, play, whole_deal


def settled(people: People, **more: Any) -> str:
    """A deal with a result."""
    dealer, acts = whole_deal(7)
    deal = people.deal(dealer=dealer, **more)
    play(people.admin, deal, acts)
    return deal


def standing(who: Person, deal: str) -> tuple[bool | None, list[str] | None]:
    payload = who.get(f"/deals/{deal}").json
    row = next(row for row in who.get("/deals?limit=200").json["items"] if row["id"] == deal)
    assert row.get("provisional") == payload.get("provisional")
    return payload.get("provisional"), payload.get("confirmed_by")


def pin(people: People, deal: str, seat: str, digits: str = "2468") -> None:
    answer = people.admin.post(f"/deals/{deal}/pins", {"seat": seat, "pin": digits})
    assert answer.status_code == 204, answer.json


def confirm(who: Person, deal: str, seat: str, **more: str) -> Any:
    return who.post(f"/deals/{deal}/confirmations", {"seat": seat, **more})


def test_a_player_of_each_team_confirms_by_pin_on_the_scribes_device(people: People) -> None:
    table = people.table()
    deal = settled(people, table=table)
    scribe = people.issue("recorder", table=table)
    assert standing(people.anybody, deal) == (True, [])
    pin(people, deal, "E", "1357")
    pin(people, deal, "S")
    answer = confirm(scribe, deal, "E", pin="1357")
    assert answer.status_code == 200, answer.json
    assert [line["topic"] for line in answer.json["recorded"]] == ["nought.Deal.DealConfirmed"]
    assert standing(people.anybody, deal) == (True, ["E"])
    assert confirm(scribe, deal, "S", pin="2468").status_code == 200
    assert standing(people.anybody, deal) == (False, ["E", "S"])
    view = people.anybody.get(f"/deals/{deal}/views/public").json
    assert (view["confirmed"], view["confirmed_by"]) == (True, ["E", "S"])
    replay = people.anybody.get(f"/deals/{deal}/replays/public").json
    assert replay["confirmed_by"] == ["E", "S"]


def test_a_seats_own_token_confirms_for_that_seat_without_a_pin(people: People) -> None:
    table = people.table()
    deal = settled(people, table=table)
    east = people.issue("seat", table=table, seat="E")
    assert confirm(east, deal, "E").status_code == 200
    assert confirm(east, deal, "S").json["code"] == "pin-needed"
    assert standing(people.anybody, deal) == (True, ["E"])


def test_nobody_confirms_for_a_player_without_the_pin_whatever_the_role(people: People) -> None:
    deal = settled(people)
    assert confirm(people.admin, deal, "E").json["code"] == "pin-needed"
    assert confirm(people.admin, deal, "E", pin="1234").json["code"] == "no-pin"
    pin(people, deal, "E")
    wrong = confirm(people.admin, deal, "E", pin="1234")
    assert (wrong.status_code, wrong.json["code"]) == (403, "wrong-pin")
    assert confirm(people.anybody, deal, "E", pin="2468").status_code == 401
    assert confirm(people.issue("arbiter"), deal, "E", pin="2468").status_code == 403
    assert standing(people.anybody, deal) == (True, [])


def test_after_some_wrong_pins_the_right_one_is_not_heard_either(people: People) -> None:
    deal = settled(people)
    version = people.admin.get(f"/deals/{deal}").json["version"]
    pin(people, deal, "E")
    with ThreadPoolExecutor(4) as pool:
        codes = list(pool.map(lambda n: confirm(people.admin, deal, "E", pin=f"{n:04d}").status_code, range(12)))
    assert sorted(codes) == [403] * 6 + [429] * 6
    closed = confirm(people.admin, deal, "E", pin="2468")
    assert (closed.status_code, closed.json["code"]) == (429, "too-many-attempts")
    assert closed.json["retry_after"] == int(closed.headers["Retry-After"])
    assert people.admin.get(f"/deals/{deal}").json["version"] == version
    pin(people, deal, "W")
    assert confirm(people.admin, deal, "W", pin="2468").status_code == 200


def test_a_ruling_makes_the_result_provisional_again(people: People) -> None:
    deal = settled(people)
    for seat in ("E", "S"):
        pin(people, deal, seat)
        assert confirm(people.admin, deal, seat, pin="2468").status_code == 200
    assert standing(people.anybody, deal)[0] is False
    ruled = people.admin.post(f"/deals/{deal}/rulings/violation", {"seat": "E", "code": "revoke", "why": "seen"})
    assert ruled.status_code == 200, ruled.json
    assert standing(people.anybody, deal) == (True, [])
    assert confirm(people.admin, deal, "E", pin="2468").status_code == 200


def test_a_deal_that_goes_on_has_nothing_to_confirm(people: People) -> None:
    deal = people.deal()
    pin(people, deal, "E")
    answer = confirm(people.admin, deal, "E", pin="2468")
    assert (answer.status_code, answer.json["code"]) == (422, "no-result")
    assert people.admin.get(f"/deals/{deal}").json.get("provisional") is None


def test_the_same_confirmation_under_its_key_is_recorded_once(people: People) -> None:
    deal = settled(people)
    pin(people, deal, "E")
    key = {"Idempotency-Key": "confirm-1"}
    first, again = (
        people.admin.post(f"/deals/{deal}/confirmations", {"seat": "E", "pin": "2468"}, headers=key) for _ in range(2)
    )
    assert again.json == {**first.json, "replayed": True}
    assert confirm(people.admin, deal, "E", pin="2468").json["code"] == "confirmed"


def test_a_pin_is_good_for_all_deals_of_the_table_and_no_other(people: People) -> None:
    table = people.table()
    first, second = settled(people, table=table), settled(people, table=table)
    elsewhere = settled(people, table=people.table())
    pin(people, first, "E")
    assert confirm(people.admin, second, "E", pin="2468").status_code == 200
    assert confirm(people.admin, elsewhere, "E", pin="2468").json["code"] == "no-pin"


def test_a_pin_is_changed_with_the_old_one_or_cleared_by_an_official(people: People) -> None:
    table = people.table()
    deal = settled(people, table=table)
    scribe, east = people.issue("recorder", table=table), people.issue("seat", table=table, seat="E")
    path = f"/deals/{deal}/pins"
    assert scribe.post(path, {"seat": "E", "pin": "1111"}).status_code == 204
    assert scribe.post(path, {"seat": "E", "pin": "2222"}).json["code"] == "pin-set"
    assert scribe.post(path, {"seat": "E", "pin": "2222", "old": "3333"}).json["code"] == "wrong-pin"
    assert east.post(path, {"seat": "E", "pin": "2222", "old": "1111"}).status_code == 204
    assert east.post(path, {"seat": "S", "pin": "2222"}).status_code == 403
    assert [line["seat"] for line in scribe.get(path).json["items"]] == ["E"]
    assert scribe.call("DELETE", f"{path}/E").status_code == 403
    assert people.admin.call("DELETE", f"{path}/E").status_code == 204
    assert people.admin.call("DELETE", f"{path}/E").status_code == 404
    assert scribe.post(path, {"seat": "E", "pin": "4444"}).status_code == 204


@pytest.mark.parametrize("digits", ["123", "123456789", "12a4", "", "１２３４"])
def test_a_pin_has_four_to_eight_digits(people: People, digits: str) -> None:
    deal = people.deal()
    assert people.admin.post(f"/deals/{deal}/pins", {"seat": "E", "pin": digits}).json["code"] == "shape"


def test_a_confirmed_deal_goes_into_an_archive_and_out_of_it(people: People) -> None:
    deal = settled(people)
    pin(people, deal, "E")
    confirm(people.admin, deal, "E", pin="2468")
    line = people.admin.get(f"/deals/{deal}/archive").data
    assert b'"confirmed":"E"' in line
    again = people.admin.call("POST", "/archive", data=line, content_type="application/x-ndjson")
    assert again.json["known"] == 1, again.json
