"""Joining a table by the code on its card, and how far that goes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit
from uuid import UUID

import pytest
from flask import Flask

from api.services import Provider
from domain.tournament.tables.encounter import encounter_id
from tests.http.people import People, play, whole_deal
from tests.http.tournament_requests import done, draw, sheet, tournament
from tests.pages.hall import DIRECTOR, a_hall
from tests.signing.visitors import Visitor, official


@dataclass(frozen=True)
class Card:
    path: str
    pin: str


def cards(official_: Visitor, table: str, *whom: str, hours: str = "12") -> list[Card]:
    official_.get("/account")
    answer = official_.post(f"/tables/{table}/cards", {"for": list(whom), "hours": hours})
    assert answer.status_code == 201, answer.text
    addresses = re.findall(r'class="address">([^<]+)<', answer.text.replace("<wbr>", ""))
    paths = [urlsplit(address).path for address in addresses]
    pins = re.findall(r'class="pin-shown">(\d{6})<', answer.text)
    return [Card(*each) for each in zip(paths, pins, strict=True)]


def joined(app: Flask, card: Card, name: str = "Guest") -> Visitor:
    visitor = Visitor(app)
    visitor.get(card.path)
    answer = visitor.post(card.path, {"pin": card.pin, "name": name})
    assert answer.status_code == 303, answer.text
    visitor.get("/account")
    return visitor


def me(visitor: Visitor) -> tuple[str, dict[str, str]]:
    payload = visitor.get("/api/v1/tokens/me").json
    return payload["role"], payload["scope"]


def test_a_recorders_card_lets_somebody_record_at_that_table_only(app: Flask, people: People, keeper: Visitor) -> None:
    club = people.club()
    table, other = people.table(club), people.table(club)
    (card,) = cards(keeper, table, "recorder")
    scribe = joined(app, card, "Scribe")
    assert me(scribe) == ("recorder", {"table": table, "club": club})
    scribe.get("/table", follow_redirects=True)
    sent = {"X-CSRF-Token": scribe.csrf}
    opened = scribe.client.post("/api/v1/deals", json={"ruleset": "304", "dealer": "S"}, headers=sent)
    assert opened.status_code == 201
    assert scribe.get(f"/api/v1/deals/{opened.json['id']}").json["table"] == table
    elsewhere = {"ruleset": "304", "dealer": "S", "table": other}
    assert scribe.client.post("/api/v1/deals", json=elsewhere, headers=sent).status_code == 403
    for path in ("/accounts", f"/tables/{table}/cards"):
        assert scribe.get(path).status_code == 403


def test_a_card_leads_to_the_deal_at_the_table_once_the_result_of_its_tournament_is_confirmed(
    app: Flask, people: People, house: Provider, keeper: Visitor
) -> None:
    """A deal that was left open is no reason to leave an encounter before its result is confirmed."""
    hall = a_hall(people, house, pairs=4, tables=2)
    table = hall.tables[0]
    people.deal(table=table)
    hall.draw()
    guests = [joined(app, card) for card in cards(keeper, table, "recorder", "E")]
    encounter = f"{hall.path}/rounds/1/tables/1"
    assert [guest.get("/table").location for guest in guests] == [encounter, encounter]
    hall.result(1, 1)
    assert [guest.get("/table").location for guest in guests] == ["/record", f"/tables/{table}/live?seat=E"]


@pytest.mark.full
def test_tables_assigned_in_a_running_round_count_where_nothing_is_recorded(
    app: Flask, people: People, house: Provider, keeper: Visitor
) -> None:
    """A card made after the draw leads to the encounter; a table with a result stays where it was, a substitute too."""
    hall = a_hall(people, house, pairs=4)
    hall.draw()
    hall.result(1, 1)
    tables = [people.table(hall.club), people.table(hall.club)]
    ledger = house.services.ledger
    second = ledger.encounters.get(encounter_id(hall.id, 1, 2))
    seats = {**second.seats, "S": "A substitute"}
    ledger.encounters.change_seats(second.id, seats, "ill", **DIRECTOR)
    ledger.tournaments.name_tables(hall.id, {n: UUID(each) for n, each in enumerate(tables, 1)}, **DIRECTOR)
    guests = [joined(app, cards(keeper, each, "E")[0]) for each in tables]
    places = [guest.get("/table").location for guest in guests]
    assert places == [f"/tables/{tables[0]}/live?seat=E", f"{hall.path}/rounds/1/tables/2"]
    assert ledger.encounters.get(second.id).seats == seats
    hall.result(1, 2)
    ledger.rounds.close_round(hall.id, 1, **DIRECTOR)
    hall.draw()
    assert guests[0].get("/table").location == f"{hall.path}/rounds/2/tables/1"


@pytest.mark.full
def test_at_a_table_of_two_tournaments_the_guest_chooses(
    app: Flask, people: People, house: Provider, keeper: Visitor
) -> None:
    """A tournament that has the result of the table no longer counts, so that the card leads to the other one."""
    hall = a_hall(people, house, pairs=4, tables=2, name="The league")
    evening = tournament(people.admin, 2, club=hall.club)
    done(people.admin, f"/tournaments/{evening}/tables", {"tables": {"1": hall.tables[0]}})
    hall.draw()
    draw(people.admin, evening)
    guest = joined(app, cards(keeper, hall.tables[0], "E")[0])
    page = guest.get("/table")
    assert page.status_code == 200
    for name, path in (("The league", hall.path), ("The cup", f"/tournaments/{evening}")):
        assert f'<a href="{path}/rounds/1/tables/1">{name}</a>' in page.text
    hall.result(1, 1)
    assert guest.get("/table").location == f"/tournaments/{evening}/rounds/1/tables/1"


def test_who_joined_a_table_in_one_tournament_reports_no_result_in_another(
    app: Flask, people: People, keeper: Visitor
) -> None:
    """A guest who joined before the first draw of the evening reports in its first round."""
    club = people.club()
    table, other = people.table(club), people.table(club)

    def drawn(place: str, before_the_draw: str = "") -> tuple[str, Visitor | None]:
        cup = tournament(people.admin, 2, club=club)
        done(people.admin, f"/tournaments/{cup}/tables", {"tables": {"1": place}})
        guest = joined(app, cards(keeper, before_the_draw, "E")[0]) if before_the_draw else None
        return draw(people.admin, cup)["encounters"][0]["id"], guest

    def reports(guest: Visitor, encounter: str) -> int:
        sent = {"X-CSRF-Token": guest.csrf}
        path = f"/api/v1/encounters/{encounter}/result"
        return guest.client.post(path, json={"sheet": sheet(7, 3)}, headers=sent).status_code

    afternoon, _ = drawn(table)
    guest = joined(app, cards(keeper, table, "E")[0])
    evening, early = drawn(other, before_the_draw=other)
    again, _ = drawn(table)
    assert early is not None
    assert reports(early, evening) == 200
    assert [reports(guest, each) for each in (again, afternoon)] == [403, 200]


def test_a_wrong_pin_lets_nobody_in_and_after_some_none_is_heard(app: Flask, people: People, keeper: Visitor) -> None:
    (card,) = cards(keeper, people.table(), "recorder")
    visitor = Visitor(app)
    wrong = f"{(int(card.pin) + 1) % 10**6:06d}"
    codes = [visitor.post(card.path, {"pin": wrong, "name": "Guest"}).status_code for _ in range(7)]
    assert codes == [403] * 6 + [429]
    late = visitor.post(card.path, {"pin": card.pin, "name": "Guest"})
    assert late.status_code == 429
    assert 1 <= int(late.headers["Retry-After"]) <= 10
    assert visitor.client.get_cookie("nought_session") is None


def test_ending_a_card_ends_the_sessions_of_all_who_joined(
    app: Flask, house: Provider, people: People, keeper: Visitor
) -> None:
    table = people.table()
    first, second = cards(keeper, table, "recorder", "E")
    scribe, player = joined(app, first), joined(app, second)
    invitation = next(each for each in house.services.invitations.of_table(UUID(table)) if each.role == "recorder")
    keeper.get("/account")
    assert keeper.post(f"/tables/{people.table()}/cards/{invitation.id}/end").status_code == 403
    assert keeper.post(f"/tables/{table}/cards/{invitation.id}/end").status_code == 303
    assert me(scribe)[0] == "viewer"
    assert me(player)[0] == "seat"
    assert Visitor(app).get(first.path).status_code == 404
    assert Visitor(app).post(first.path, {"pin": first.pin, "name": "Guest"}).status_code == 404


def test_a_seat_is_one_persons(app: Flask, people: People, keeper: Visitor) -> None:
    """A guest who changes places no longer sees the hand of the former seat."""
    (card,) = cards(keeper, people.table(), "E")
    first = joined(app, card, "First")
    second = joined(app, card, "Second")
    assert me(first)[0] == "viewer"
    assert me(second)[0] == "seat"


def test_a_seat_at_a_table_plays_its_deals_and_no_others(app: Flask, people: People, keeper: Visitor) -> None:
    table = people.table()
    (card,) = cards(keeper, table, "E")
    player = joined(app, card)
    here, there = people.deal(table=table), people.deal()
    later = people.deal(table=table)
    for deal, code in ((here, 200), (later, 200), (there, 403)):
        assert player.get(f"/api/v1/deals/{deal}/views/E").status_code == code
        assert player.get(f"/api/v1/deals/{deal}/views/S").status_code == 403
        assert player.get(f"/api/v1/deals/{deal}/views/public").status_code == 200
    assert player.get(f"/api/v1/deals/{here}").json["viewer"] == "E"
    assert player.get(f"/api/v1/deals/{there}").json["viewer"] == "public"


def test_a_seat_at_a_table_looks_at_no_other_hand_after_the_deal_either(
    app: Flask, people: People, keeper: Visitor
) -> None:
    table = people.table()
    dealer, acts = whole_deal(3)
    deal = people.deal(dealer=dealer, table=table)
    play(people.admin, deal, acts)
    (card,) = cards(keeper, table, "E")
    player = joined(app, card)
    assert player.get(f"/api/v1/deals/{deal}/views/S").status_code == 403


def test_a_director_puts_up_tables_in_its_club_and_prints_their_cards(
    app: Flask, house: Provider, people: People
) -> None:
    club, other = people.club(), people.club()
    official(house, "director", "director", UUID(club))
    director = Visitor(app)
    director.sign_in("director")
    foreign = people.table(other)
    assert director.post("/tables", {"name": "By the window", "club": other}).status_code == 403
    answer = director.post("/tables", {"name": "By the window"})
    table = UUID(answer.location.split("/")[2])
    assert house.services.catalogue.find(table).club == UUID(club)  # type: ignore[union-attr]
    again = director.post("/tables", {"name": " by the Window "})
    assert (again.status_code, "The club has a table with this name already." in again.text) == (422, True)
    refused = people.admin.post("/tables", {"name": "By  the WINDOW", "club": club})
    assert (refused.status_code, refused.json["code"]) == (422, "table-name")
    assert people.admin.post("/tables", {"name": "By the window", "club": other}).status_code == 201
    other_table = director.post("/tables", {"name": "In the gardn"}).location.split("/")[2]
    renamed = director.post(f"/tables/{other_table}/name", {"name": "by the window"})
    assert (renamed.status_code, "The club has a table with this name already." in renamed.text) == (422, True)
    for _ in range(2):
        assert director.post(f"/tables/{other_table}/name", {"name": "In the garden"}).status_code == 303
    assert "In the garden" in director.get("/tables").text
    assert director.post(f"/tables/{foreign}/name", {"name": "Mine"}).status_code == 403
    listed = director.get("/tables").text
    assert "By the window" in listed
    assert foreign not in listed
    assert len(cards(director, str(table), "recorder", "N")) == 2
    assert director.post(f"/tables/{foreign}/cards", {"for": "recorder"}).status_code == 403


def test_cards_are_for_officials_of_the_place(app: Flask, house: Provider, people: People) -> None:
    club, other = people.club(), people.club()
    official(house, "scribe-of-a-club", "recorder", UUID(club))
    official(house, "arbiter", "arbiter")
    scribe, arbiter = Visitor(app), Visitor(app)
    scribe.sign_in("scribe-of-a-club")
    arbiter.sign_in("arbiter")
    assert scribe.get(f"/tables/{people.table(club)}/cards").status_code == 200
    assert scribe.get(f"/tables/{people.table(other)}/cards").status_code == 403
    assert arbiter.get(f"/tables/{people.table(club)}/cards").status_code == 403


def test_a_code_and_a_pin_stand_in_no_log(
    app: Flask, people: People, keeper: Visitor, caplog: pytest.LogCaptureFixture
) -> None:
    (card,) = cards(keeper, people.table(), "recorder")
    with caplog.at_level("INFO"):
        joined(app, card, "Guest whom nobody logs")
    logged = caplog.text
    assert "/join/<" in logged
    for secret in (card.path.rsplit("/", 1)[1], card.pin, "Guest whom nobody logs"):
        assert secret not in logged


@pytest.mark.parametrize("form", [{"for": "recorder", "hours": "9999"}, {"for": "admin"}, {"for": []}, {"for": "Z"}])
def test_a_card_that_cannot_be_is_not_made(people: People, keeper: Visitor, form: dict[str, str]) -> None:
    table = people.table()
    keeper.get("/account")
    assert keeper.post(f"/tables/{table}/cards", form).status_code == 400
    assert "There are no valid cards." in keeper.get(f"/tables/{table}/cards").text
