"""The scribe's desk over HTTP."""

from __future__ import annotations

from tests.http.people import People, play, whole_deal


def test_the_desk_has_the_etag_of_the_deal_and_is_not_sent_twice(people: People) -> None:
    deal = people.deal()
    first = people.admin.get(f"/deals/{deal}/desk")
    assert first.headers["ETag"] == people.admin.get(f"/deals/{deal}").headers["ETag"]
    again = people.admin.get(f"/deals/{deal}/desk", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    assert (first.json["turn"], first.json["dealer"], first.json["version"]) == ("W", "S", 1)
    west = [(choice["kind"], choice["sentence"]) for choice in first.json["choices"] if choice["act"]["seat"] == "W"]
    assert west == [("act", "W no cut"), ("act", "W cut"), ("template", "W cut")]


def test_what_the_desk_offers_is_recorded_as_it_is(people: People) -> None:
    deal = people.deal()
    for sentence in ("W cut", "E 160", "N pass", "W pass", "S pass"):
        desk = people.admin.get(f"/deals/{deal}/desk")
        choice = next(each for each in desk.json["choices"] if each["sentence"] == sentence)
        answer = people.admin.post(
            f"/deals/{deal}/actions",
            {"act": choice["act"], "onward": True},
            headers={"If-Match": desk.headers["ETag"]},
        )
        assert answer.status_code == 200, answer.json
    acts = [line["act"] for line in people.admin.get(f"/deals/{deal}/entries").json["entries"]]
    assert acts[-2] == "E indicator ??"
    assert acts[-1].startswith("S deal E:??")


def test_the_same_entry_with_all_that_comes_along_is_recorded_once(people: People) -> None:
    deal = people.deal()
    body = {"act": "W cut", "onward": True}
    first = people.admin.post(f"/deals/{deal}/actions", body, headers={"Idempotency-Key": "tap"})
    again = people.admin.post(f"/deals/{deal}/actions", body, headers={"Idempotency-Key": "tap"})
    assert again.json == {**first.json, "replayed": True}
    assert len(first.json["recorded"]) == 2
    assert people.admin.get(f"/deals/{deal}").json["plies"] == 2
    alone = people.admin.post(f"/deals/{deal}/actions", {"act": "W cut"}, headers={"Idempotency-Key": "tap"})
    assert alone.json["code"] == "key-reused"


def test_a_refusal_in_a_batch_counts_what_came_along(people: People) -> None:
    deal = people.deal()
    answer = people.admin.post(f"/deals/{deal}/actions", {"acts": ["W cut", "E 150"], "onward": True})
    assert (answer.status_code, answer.json["code"]) == (422, "bid-too-low")
    assert (answer.json["index"], answer.json["ply"]) == (1, 2)
    assert people.admin.get(f"/deals/{deal}").json["plies"] == 0


def test_a_seat_adds_nothing_to_what_it_says(people: People) -> None:
    deal = people.deal()
    west = people.issue("seat", deal=deal, seat="W")
    answer = west.post(f"/deals/{deal}/actions", {"act": "W cut", "onward": True})
    assert answer.status_code == 403
    assert west.get(f"/deals/{deal}/desk").status_code == 403


def test_everything_from_a_ply_on_is_taken_back_at_once(people: People) -> None:
    deal = people.deal()
    people.admin.post(f"/deals/{deal}/actions", {"acts": ["W cut", "E 160", "N pass"], "onward": True})
    answer = people.admin.post(f"/deals/{deal}/retractions", {"ply": 2, "onward": True})
    assert (answer.status_code, answer.json["plies"]) == (200, 2)
    entries = people.admin.get(f"/deals/{deal}/entries").json
    assert [row["was"] for row in entries["retracted"]] == ["N pass", "E 160"]


def test_a_correction_is_tried_and_nothing_is_recorded(people: People) -> None:
    dealer, acts = whole_deal(5)
    deal = people.deal(dealer=dealer)
    play(people.admin, deal, acts)
    before = people.admin.get(f"/deals/{deal}").json
    last = before["plies"] - 1
    answer = people.admin.post(f"/deals/{deal}/corrections/preview", {"correction": "retract", "ply": last})
    assert answer.status_code == 200, answer.json
    assert answer.json["settlement"]["before"] == before["settlement"]
    assert "after" not in answer.json["settlement"]
    assert people.admin.get(f"/deals/{deal}").json == before
    bad = people.admin.post(f"/deals/{deal}/corrections/preview", {"correction": "amend", "ply": last})
    assert (bad.status_code, bad.json["code"]) == (422, "shape")
    far = people.admin.post(f"/deals/{deal}/corrections/preview", {"correction": "retract", "ply": 900})
    assert far.json["code"] == "no-such-ply"


def test_a_missed_card_is_previewed_with_its_tricks_and_inserted_with_all_that_shifts(people: People) -> None:
    """000 "Play": each card after the missed one goes to the next seat, all of them or none."""
    deal = people.deal()
    acts = ["W cut", "E 160", "N pass", "W pass", "S pass", "E pass", "N pass", "W pass", "S pass", "E open JC"]
    acts += ["E JS", "N 9S", "W 8S"]
    people.admin.post(f"/deals/{deal}/actions", {"acts": acts, "onward": True})
    before = [row["act"] for row in people.admin.get(f"/deals/{deal}/entries").json["entries"]]
    where = {"ply": before.index("W 8S"), "act": "W TS", "shift": True}
    preview = people.admin.post(f"/deals/{deal}/corrections/preview", {"correction": "insert", **where}).json
    assert [row.get("now") for row in preview["follows"]] == ["S 8S"]
    assert preview["tricks"] == [{"number": 1, "cards": ["E JS", "N 9S", "W TS", "S 8S"], "won": "E"}]
    assert [row["act"] for row in people.admin.get(f"/deals/{deal}/entries").json["entries"]] == before
    saved = people.admin.post(f"/deals/{deal}/insertions", where)
    assert saved.status_code == 200, saved.json
    after = people.admin.get(f"/deals/{deal}/entries").json["entries"]
    assert [row["act"] for row in after][-4:] == ["E JS", "N 9S", "W TS", "S 8S"]
    assert after[-1]["was"] == ["W 8S"]
    shift_of_an_amendment = people.admin.post(f"/deals/{deal}/amendments", {**where, "act": "W TS"})
    assert (shift_of_an_amendment.status_code, shift_of_an_amendment.json["code"]) == (422, "shape")


def test_there_is_a_desk_for_each_ply_and_none_beyond(people: People) -> None:
    deal = people.deal()
    people.admin.post(f"/deals/{deal}/actions", {"act": "W cut", "onward": True})
    assert people.admin.get(f"/deals/{deal}/desk?ply=0").json["turn"] == "W"
    far = people.admin.get(f"/deals/{deal}/desk?ply=3")
    assert (far.status_code, far.json["code"], far.json["allowed"]) == (422, "ply", "the steps are 0 to 2")


def test_players_are_called_by_their_names_and_the_match_says_who_deals_next(people: People) -> None:
    club = people.club()
    player = people.admin.post("/players", {"name": "Nimal", "club": club}).json["id"]
    match = people.admin.post("/matches", {"ruleset": "304", "dealer": "S", "players": {"N": player, "E": "Esther"}})
    deal = people.admin.post("/deals", {"match": match.json["id"]}).json["id"]
    payload = people.admin.get(f"/deals/{deal}/desk").json
    assert payload["names"] == {"N": "Nimal", "E": "Esther"}
    assert payload["match"]["next_dealer"] is None
    people.admin.post(
        f"/deals/{deal}/actions", {"acts": ["W cut", "E pass", "N pass", "W pass", "S pass"], "onward": True}
    )
    payload = people.admin.get(f"/deals/{deal}/desk").json
    assert payload["over"]
    assert payload["match"]["next_dealer"]
