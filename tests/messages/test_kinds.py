"""Each kind of message: who is told, when, and nothing of a late table or a withheld board before its time."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from api.messages.contents import Content
from api.messages.kinds import CLASS, CONFIRM, CORRECTION, ROUND, RULING
from api.messages.texts import text_of
from api.services import Provider
from store.tables.queries import rows
from tests.cases import FULL, cases
from tests.http.people import People, Person, opened, play, whole_deal
from tests.http.tournament_requests import done, draw, report, sheet
from tests.messages.push_server import PushServer
from tests.messages.test_delivery import NAMES, Evening, undelivered
from tests.waiting import until
from web.languages import language_of

WHY = {"why": "As the rules say."}
BOARDS: dict[str, Any] = {"format": "duplicate", "rounds": 2, "boards": 2, "scoring": {"counts": "matchpoints"}}
CONCERNED = "Round 1, table 1: a ruling concerns you."


@pytest.fixture
def evening(people: People) -> Evening:
    made = Evening(people)
    made.messenger.work()
    return made


class Listeners:
    """The browsers of the players of an evening, who want to be told of one kind."""

    def __init__(self, evening: Evening, push_server: PushServer, kind: str) -> None:
        self.evening, self.push_server = evening, push_server
        self.browsers = [push_server.subscribe(evening.house, who, kinds=(kind,)) for who in evening.own]

    @property
    def lines(self) -> list[list[str]]:
        """The lines that each browser got."""
        return [[payload["body"] for payload in self.push_server.of(each)] for each in self.browsers]

    def hear(self) -> list[list[str]]:
        """Deliver what is due; return the lines that each browser got since the last time."""
        self.have_all()
        lines = self.lines
        self.push_server.got.clear()
        return lines

    def have_all(self) -> bool:
        """Deliver what may be delivered by now; return whether nothing is left."""
        rows(self.evening.house.services.recorder, "UPDATE deliveries SET next_at = now() RETURNING 1")
        while self.evening.messenger.work():
            pass
        return undelivered(self.evening.house) == 0

    def urls(self) -> set[str]:
        """Deliver what is due; return where it leads."""
        self.evening.messenger.work()
        return {payload["url"] for each in self.browsers for payload in self.push_server.of(each)}


def add_guests(evening: Evening) -> None:
    """Enter two pairs of whom nobody has an account."""
    for name in ("Three", "Four"):
        body = {"name": name, "players": [f"{name} A", f"{name} B"]}
        done(evening.people.admin, f"/tournaments/{evening.cup}/entries", body)


def seats_of(people: People, table: str) -> dict[str, str]:
    seats: dict[str, str] = people.admin.get(f"/encounters/{table}").json["seats"]
    return seats


def a_deal(people: People, club: str, **more: Any) -> tuple[str, int]:
    """A whole deal of the players of an evening; return it with the number of its acts."""
    dealer, acts = whole_deal(5)
    players = dict(zip(("S", "E", "N", "W"), NAMES, strict=True))
    body = {"ruleset": "304", "dealer": dealer, "club": club, "players": players, **more}
    deal = people.deal(dealer=dealer, match=opened(people.admin.post("/matches", body)))
    play(people.admin, deal, acts)
    plies: int = people.admin.get(f"/deals/{deal}").json["plies"]
    return deal, plies


def of_boards(people: People) -> tuple[Evening, dict[str, Any]]:
    """An evening of boards that all tables play, with guests; return it with the table of the first pair."""
    evening = Evening(people, terms=BOARDS)
    add_guests(evening)
    encounters = draw(people.admin, evening.cup)["encounters"]
    (drawn,) = (each for each in encounters if NAMES[0] in seats_of(people, each["id"]).values())
    return evening, drawn


def enter_boards(people: People, table: dict[str, Any], boards: list[int]) -> None:
    for board in boards:
        typed = {"deals": [[{"tokens": 1}, {"tokens": 0}]]}
        done(people.admin, f"/encounters/{table['id']}/result", {"board": board, "sheet": typed})


def rule(who: Person, deal: str) -> str:
    """A dispute about a deal, and a ruling that somebody may appeal."""
    dispute = opened(who.post(f"/deals/{deal}/disputes", {"side": "NS", "claim": "They looked."}))
    ruling = {"remedies": [{"kind": "nothing"}], "reason": "Nobody looked.", "appeal_minutes": 60}
    done(who, f"/disputes/{dispute}/ruling", ruling)
    return dispute


@pytest.mark.full
def test_whoever_comes_and_goes_is_told_of_changed_seats_and_the_substituted_player_of_nothing(
    evening: Evening, push_server: PushServer
) -> None:
    people = evening.people
    table = evening.draw()
    seats = seats_of(people, table)
    away = next(seat for seat, name in seats.items() if name == NAMES[0])
    evening.messenger.work()
    listeners = Listeners(evening, push_server, ROUND)
    done(people.admin, f"/encounters/{table}/seats", {"seats": {**seats, away: "A guest"}, **WHY})
    done(people.admin, f"/encounters/{table}/seats", {"seats": {**seats, away: "Another guest"}, **WHY})
    lines = listeners.hear()
    assert lines[0] == []
    assert [len(each) for each in lines[1:]] == [1, 1, 1], "only the last change counts"
    assert "Another guest" in lines[1][0]


@pytest.mark.full
def test_the_table_of_the_next_round_replaces_one_that_still_waits_at_the_push_service(
    evening: Evening, push_server: PushServer
) -> None:
    listeners, people = Listeners(evening, push_server, ROUND), evening.people
    add_guests(evening)
    for number in (1, 2):
        drawn = draw(people.admin, evening.cup)["encounters"]
        evening.messenger.work()
        assert {len(push_server.of(each)) for each in listeners.browsers} == {number}
        for table in drawn:
            report(people.admin, table["id"], 7, 5)
        done(people.admin, f"/tournaments/{evening.cup}/rounds/{number}/close", {})
    assert len({head["Topic"] for head in push_server.heads}) == len(listeners.browsers)


@pytest.mark.full
def test_a_forfeit_is_told_while_it_stands(evening: Evening, push_server: PushServer) -> None:
    listeners = Listeners(evening, push_server, RULING)
    table = evening.draw()
    done(evening.people.admin, f"/encounters/{table}/forfeit", {"sides": [1], **WHY})
    assert listeners.hear() == [[CONCERNED]] * 4
    done(evening.people.admin, f"/encounters/{table}/forfeit/lift", WHY)
    done(evening.people.admin, f"/encounters/{table}/forfeit", {"sides": [0], **WHY})
    done(evening.people.admin, f"/encounters/{table}/forfeit/lift", WHY)
    assert listeners.hear() == [[]] * 4


@pytest.mark.full
def test_an_adjustment_is_told_to_the_players_of_the_entry_alone_also_if_it_is_called_like_another_player(
    evening: Evening, push_server: PushServer
) -> None:
    people = evening.people
    done(people.admin, f"/tournaments/{evening.cup}/entries", {"name": NAMES[3], "players": ["A guest", "Another"]})
    listeners = Listeners(evening, push_server, RULING)
    path = f"/tournaments/{evening.cup}/adjustments"
    done(people.admin, path, {"entry": "1", "amount": -1, **WHY})
    assert listeners.hear() == [["A ruling concerns you."]] * 2 + [[]] * 2
    done(people.admin, path, {"entry": "3", "amount": -1, **WHY})
    assert listeners.hear() == [[]] * 4
    done(people.admin, path, {"entry": "2", "amount": -1, **WHY})
    assert listeners.urls() == {f"/tournaments/{evening.cup}/standings"}


def test_a_ruling_in_a_dispute_is_told_once_and_an_appeal_that_upholds_it_again(
    evening: Evening, push_server: PushServer
) -> None:
    people = evening.people
    deal, _ = a_deal(people, evening.club)
    listeners = Listeners(evening, push_server, RULING)
    dispute = rule(people.admin, deal)
    assert listeners.urls() == {f"/disputes/{dispute}"}
    assert listeners.hear() == [["A ruling concerns you."]] * 4
    done(people.admin, f"/disputes/{dispute}/appeal", {"side": "NS", "grounds": "They did."})
    _, secret = evening.house.services.tokens.issue("arbiter", "Another", timedelta(days=1), {"club": evening.club})
    arbiter = Person(people.app, secret)
    done(arbiter, f"/disputes/{dispute}/appeal/decision", {"reason": "They did not."})
    assert listeners.hear() == [["A ruling concerns you."]] * 4
    done(people.admin, f"/disputes/{rule(people.admin, deal)}/ruling/withdrawal", WHY)
    assert listeners.hear() == [[]] * 4, "a ruling that was withdrawn is not told"


def test_a_correction_is_told_of_a_deal_that_was_over_and_of_the_last_one_alone(
    evening: Evening, push_server: PushServer
) -> None:
    people = evening.people
    deal, plies = a_deal(people, evening.club)
    open_deal = people.deal(club=evening.club, players=dict(zip(("S", "E", "N", "W"), NAMES, strict=True)))
    people.admin.post(f"/deals/{open_deal}/actions", {"acts": ["W cut", "E 160", "N pass"], "onward": True})
    listeners = Listeners(evening, push_server, CORRECTION)
    done(people.admin, f"/deals/{open_deal}/retractions", {"ply": 2})
    done(people.admin, f"/deals/{deal}/retractions", {"ply": plies - 1})
    done(people.admin, f"/deals/{deal}/retractions", {"ply": plies - 2})
    assert listeners.urls() == {f"/deals/{deal}"}
    assert listeners.hear() == [["The record of a deal that you played was corrected."]] * 4


def test_a_class_is_told_to_the_members_of_its_club_while_it_lasts(evening: Evening, push_server: PushServer) -> None:
    people = evening.people
    other = people.player(opened(people.admin.post("/players", {"name": "Elsewhere", "club": people.club()})))
    elsewhere = push_server.subscribe(evening.house, other, kinds=(CLASS,))
    listeners = Listeners(evening, push_server, CLASS)
    lesson = {"lesson": "02-following-suit", "pace": "free"}
    held = opened(people.admin.post("/classes", {**lesson, "club": evening.club}))
    people.admin.post("/classes", lesson)
    assert listeners.hear() == [["A class of your club begins. Ask the teacher for its code."]] * 4
    assert push_server.of(elsewhere) == []
    ended = opened(people.admin.post("/classes", {**lesson, "club": evening.club}))
    done(people.admin, f"/classes/{ended}/end", {})
    assert listeners.hear() == [[]] * 4
    done(people.admin, f"/classes/{held}/end", {})


def test_nobody_is_told_of_a_late_table_before_its_time(people: People, push_server: PushServer) -> None:
    """Each kind that is about a table waits for the delay, and comes when it has passed; every day three of them."""
    table = ""

    def late(evening: Evening) -> None:
        nonlocal table
        table = people.table(evening.club)
        done(people.admin, f"/tournaments/{evening.cup}/tables", {"tables": {"1": table}})
        done(people.admin, f"/tables/{table}/delay", {"seconds": 3600})

    def result(evening: Evening) -> None:
        report(people.admin, evening.draw(), 7, 5)

    def forfeit(evening: Evening) -> None:
        done(people.admin, f"/encounters/{evening.draw()}/forfeit", {"sides": [1], **WHY})

    def adjust(evening: Evening) -> None:
        done(people.admin, f"/tournaments/{evening.cup}/adjustments", {"entry": "1", "amount": -1, **WHY})

    def dispute(evening: Evening) -> None:
        rule(people.admin, a_deal(people, evening.club, table=table)[0])

    def correct(evening: Evening) -> None:
        deal, plies = a_deal(people, evening.club, table=table)
        done(people.admin, f"/deals/{deal}/retractions", {"ply": plies - 1})

    with cases() as case:
        every = (
            (ROUND, Evening.draw), (CONFIRM, result), (RULING, dispute), (RULING, forfeit), (RULING, adjust),
            (CORRECTION, correct),
        )  # fmt: skip
        for kind, happen in every if FULL else every[:3]:
            with case(kind, happen.__name__):
                evening = Evening(people)
                late(evening)
                listeners = Listeners(evening, push_server, kind)
                happen(evening)
                assert listeners.hear() == [[]] * 4
                assert undelivered(evening.house) in (2, 4)
                done(people.admin, f"/tables/{table}/delay", {"seconds": 1})
                until(listeners.have_all)
                assert [len(each) for each in listeners.lines] == [1, 1, *([0, 0] if happen is adjust else [1, 1])]


def test_a_ruling_on_a_withheld_board_waits_until_the_round_is_closed(people: People, push_server: PushServer) -> None:
    def artificial(table: str, board: int) -> None:
        scores = {"boards": [board], "scores": ["average-plus", "average-minus"], **WHY}
        done(people.admin, f"/encounters/{table}/artificial-scores", scores)

    def assigned(table: str, board: int) -> None:
        score = {"board": board, "north_south": [{"percent": 100, "won": 3}], **WHY}
        done(people.admin, f"/encounters/{table}/assigned-scores", score)

    with cases() as case:
        for happen in (artificial, assigned):
            with case(happen.__name__):
                evening, drawn = of_boards(people)
                listeners = Listeners(evening, push_server, RULING)
                first = drawn["boards"][0]
                happen(drawn["id"], first)
                assert listeners.hear() == [[]] * 4
                assert undelivered(evening.house) >= 2
                enter_boards(people, drawn, drawn["boards"][1:])
                assert listeners.hear() == [[]] * 4
                for table in people.admin.get(f"/tournaments/{evening.cup}/rounds/1").json["encounters"]:
                    if table["id"] != drawn["id"]:
                        enter_boards(people, table, table["boards"])
                done(people.admin, f"/tournaments/{evening.cup}/rounds/1/close", {})
                assert listeners.hear()[:2] == [[f"Round 1, table {drawn['table']}: a ruling concerns you."]] * 2


def test_a_result_of_boards_is_asked_for_once_all_are_in(people: People, push_server: PushServer) -> None:
    evening, drawn = of_boards(people)
    listeners = Listeners(evening, push_server, CONFIRM)
    for board in drawn["boards"]:
        assert listeners.hear() == [[]] * 4
        enter_boards(people, drawn, [board])
    assert listeners.hear()[:2] == [[f"Round 1, table {drawn['table']}: a result waits for your confirmation."]] * 2


@pytest.mark.full
def test_a_corrected_result_is_asked_for_anew_and_a_confirmed_one_not(
    evening: Evening, push_server: PushServer
) -> None:
    people, table = evening.people, evening.draw()
    listeners = Listeners(evening, push_server, CONFIRM)
    report(people.admin, table, 7, 5)
    done(people.admin, f"/encounters/{table}/corrections", {"sheet": sheet(7, 4), "why": "a slip"})
    assert [len(each) for each in listeners.hear()] == [1] * 4
    done(people.admin, f"/encounters/{table}/corrections", {"sheet": sheet(7, 3), "why": "a slip"})
    assert evening.own[0].post(f"/me/encounters/{table}/confirmations").status_code == 200
    assert [len(each) for each in listeners.hear()] == [0, 0, 1, 1], "the first pair has confirmed it"


def test_players_of_other_clubs_are_told_nothing_whoever_enters_their_ids(
    house: Provider, people: People, push_server: PushServer
) -> None:
    """Else a director could send any text to anybody, as the name of a tournament."""
    stranger_id = opened(people.admin.post("/players", {"name": "Somebody", "club": people.club()}))
    stranger = people.player(stranger_id)
    browser = push_server.subscribe(house, stranger)
    evening = Evening(people)
    with cases() as case:
        for club in (evening.club, None):
            with case(club):
                body = {"name": "You won, see https://evil.example", "ruleset": "304", "club": club}
                terms = {"format": "swiss", "rounds": 4, "encounter": {"race": 7}}
                cup = opened(people.admin.post("/tournaments", {**body, "terms": terms, "id": str(uuid4())}))
                for n, pair in enumerate(((stranger_id, evening.players[0]), tuple(evening.players[2:]))):
                    done(people.admin, f"/tournaments/{cup}/entries", {"name": f"P {n}", "players": list(pair)})
                draw(people.admin, cup)
                evening.messenger.work()
                assert push_server.of(browser) == []
                made = "SELECT 1 FROM messages WHERE account_id = %s"
                assert rows(house.services.recorder, made, [stranger.account]) == [], "not even made"


@pytest.mark.full
def test_a_message_names_the_table_as_the_club_does(evening: Evening, push_server: PushServer) -> None:
    people = evening.people
    garden = opened(people.admin.post("/tables", {"name": "Garden table", "club": evening.club}))
    done(people.admin, f"/tournaments/{evening.cup}/tables", {"tables": {"1": garden}})
    listeners = Listeners(evening, push_server, ROUND)
    table = evening.draw()
    for lines in listeners.hear():
        assert [line.split(", ")[0] for line in lines] == ["Round 1: Garden table"]
    path = evening.own[0].post("/me/messages/calendar").json["path"]
    calendar = people.app.test_client().get(path).get_data(as_text=True)
    assert "The cup: Round 1: Garden table" in calendar.replace("\r\n ", "")
    waiting = Listeners(evening, push_server, CONFIRM)
    report(people.admin, table, 7, 5)
    lines = {line for each in waiting.hear() for line in each}
    assert lines == {"Round 1, Garden table: a result waits for your confirmation."}


def test_a_table_is_named_in_each_language_by_its_name_or_else_by_its_number() -> None:
    nowhere = uuid4()
    with cases() as case:
        for code in ("en", "gsw", "si", "ta"):
            for kind in (ROUND, CONFIRM, RULING, CORRECTION):
                with case(code, kind):
                    named, numbered = (
                        text_of(language_of(code), Content(kind, "/", nowhere, "The cup", 3, 12, place, "S"))[1]
                        for place in ("Garden table", "")
                    )
                    assert "Garden table" in named
                    assert "12" not in named
                    assert "12" in numbered
