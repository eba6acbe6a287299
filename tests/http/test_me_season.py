"""A season: every figure of every player's page equals a recomputation from the stored events (`own_figures`)."""

from __future__ import annotations

import json
import os
import random
import unicodedata
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from store.settings import Settings
from tests.analysis.workers import analyse_all
from tests.cases import cases
from tests.http.own_figures import Events, interval
from tests.http.people import People, Person, opened, play, whole_deal
from tests.http.test_me import registered
from tests.http.tournament_requests import SWISS, done, draw, report, tournament

FULL = bool(os.environ.get("NOUGHT_FULL"))
PLAYERS, EVENINGS, DEALS = (200, 20, 60) if FULL else (8, 2, 4)
ROUNDS = 2
POINTS = [12, 10, 8, 7, 6, 5]


class Season:
    """The players of a club, their evenings, and the league of these."""

    def __init__(self, people: People) -> None:
        self.people, self.rng = people, random.Random(20)
        self.club = people.club()
        self.players = [registered(people, self.club, f"Player {n}") for n in range(PLAYERS)]
        self.accounts: dict[str, Person] = {player: people.player(player) for player in self.players}
        terms = {"counts": "place-points", "ranks": "player", "points": POINTS}
        self.league = opened(people.admin.post("/series", {"name": "League", "club": self.club, "terms": terms}))

    def play(self) -> None:
        for number in range(EVENINGS):
            self.finish(self.evening())
            for _ in range(DEALS // EVENINGS):
                self.deal(f"2026-{number % 9 + 1:02}-11T1{self.rng.randrange(8, 10)}:{self.rng.randrange(10, 60)}:00Z")
        self.evening(last=True)

    def evening(self, *, last: bool = False) -> str:
        """Play a tournament of pairs who are drawn anew. The last round of the season's last one is not confirmed."""
        admin = self.people.admin
        cup = tournament(admin, 0, {**SWISS, "rounds": ROUNDS}, club=self.club)
        there = self.rng.sample(self.players, max(4, PLAYERS * 3 // 4 // 2 * 2))
        for n in range(0, len(there), 2):
            pair = {"name": f"Pair {n // 2 + 1}", "players": there[n : n + 2]}
            opened(admin.post(f"/tournaments/{cup}/entries", pair))
        for number in range(1, ROUNDS + 1):
            tables = draw(admin, cup)["encounters"]
            for table in tables:
                report(admin, table["id"], *self.rng.choice([(7, self.rng.randrange(7)), (self.rng.randrange(7), 7)]))
                if not (last and number == ROUNDS):
                    done(admin, f"/encounters/{table['id']}/confirmations")
                elif self.rng.random() < 0.5:
                    seats = admin.get(f"/encounters/{table['id']}").json["seats"]
                    done(
                        self.accounts[self.rng.choice(list(seats.values()))],
                        f"/me/encounters/{table['id']}/confirmations",
                    )
            if not (last and number == ROUNDS):
                done(admin, f"/tournaments/{cup}/rounds/{number}/close")
        return cup

    def finish(self, cup: str) -> None:
        done(self.people.admin, f"/tournaments/{cup}/end")
        done(self.people.admin, f"/series/{self.league}/evenings", {"tournament": cup})

    def deal(self, at: str) -> None:
        dealer, acts = whole_deal(self.rng.randrange(1000))
        seats = dict(zip("SENW", self.rng.sample(self.players, 4), strict=True))
        deal = self.people.deal(dealer=dealer, club=self.club, players=seats, at=at)
        play(self.people.admin, deal, acts)


@pytest.fixture(scope="module")
def season(people: People, settings: Settings) -> Season:
    played = Season(people)
    played.play()
    analyse_all(settings)
    return played


def rows(people: People, query: str) -> Iterator[tuple[Any, ...]]:
    with people.house.services.recorder.datastore.get_connection() as connection:
        for row in connection.execute(query).fetchall():  # type: ignore[call-overload]
            yield tuple(row.values()) if isinstance(row, dict) else row


@pytest.fixture(scope="module")
def events(people: People, season: Season) -> Events:
    order = "SELECT originator_id::text, topic, state FROM events ORDER BY originator_id, originator_version"
    stored = list(rows(people, order))
    # What others refer to comes first.
    return Events(sorted(stored, key=lambda row: row[1].split(".")[1] not in ("Tournament", "Series")))


@pytest.fixture(scope="module")
def answers(people: People, season: Season) -> dict[str, Any]:
    done_ones = rows(people, "SELECT deal_id::text, answer::text FROM analyses WHERE state = 'done'")
    return {deal: json.loads(answer) for deal, answer in done_ones}


@pytest.mark.full
def test_every_figure_of_every_player_is_what_the_events_say(
    people: People, season: Season, events: Events, answers: dict[str, Any]
) -> None:
    compared: Counter[str] = Counter()
    with cases() as case:
        for player, own in season.accounts.items():
            with case(player):
                compared.update(compare(own, player, season, events, answers))
    least = {"evening", "month", "league", "waiting", "partner", "interval", "cards"}
    assert least <= {name for name, number in compared.items() if number}


def number(text: str) -> float:
    """The value of a number such as ``22½``."""
    whole = text.rstrip("¼½¾⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞")
    return float(whole or 0) + sum(map(unicodedata.numeric, text.removeprefix(whole)))


def compare(own: Person, player: str, season: Season, events: Events, answers: dict[str, Any]) -> Iterator[str]:
    page = own.get("/me").json
    assert {each["encounter"] for each in page["waiting"]} == events.waiting(player)
    yield from ("waiting" for _ in page["waiting"])

    story, expected = own.get("/me/evening").json.get("evening"), events.evening(player)
    assert (story is None) == (expected is None)
    if story and expected and expected["cup"]:
        cup = story["tournament"]
        assert (cup["tournament"], cup["place"], cup["among"]) == (
            expected["cup"],
            expected["place"],
            expected["among"],
        )
        yield "evening"
    elif story and expected:
        names = ("number", "won", "lost", "tokens", "bids", "made")
        assert {name: story["deals"][name] for name in names} == {name: expected[name] for name in names}
        yield "evening"

    (figures,) = own.get("/me/figures").json["items"]
    months, cards = events.months(player), events.card_play(player, answers)
    assert {each["month"] for each in figures["months"]} == months.keys()
    for month in figures["months"]:
        assert {name: month[name] for name in months[month["month"]]} == months[month["month"]]
        yield "month"
        if month["bids"]:
            assert month["made_interval"] == pytest.approx(interval(month["made"], month["bids"]), abs=1e-4)
            yield "interval"
        shown, worked_out = month.get("card_play", {}), cards.get(month["month"], {})
        assert {name: shown[name] for name in worked_out} == pytest.approx(worked_out)
        assert bool(shown) == bool(worked_out)
        if worked_out.get("choices"):
            assert shown["interval"] == pytest.approx(interval(shown["best"], shown["choices"]), abs=1e-4)
            yield "cards"
    partners = {each["name"]: each["deals"] for each in figures["partners"]}
    names = {player: f"Player {n}" for n, player in enumerate(season.players)}
    assert partners == {names[each]: number for each, number in events.partners(player).most_common(12)}
    yield from ("partner" for _ in partners)

    league = events.league(season.league, player)
    items = own.get("/me/leagues").json["items"]
    assert bool(items) == (league is not None)
    for item in items:
        assert league is not None
        assert (item["place"], item["among"], item["evenings"]) == (
            league["place"],
            league["among"],
            league["evenings"],
        )
        assert number(item["total"]) == pytest.approx(float(league["total"]), abs=0.01)
        yield "league"
