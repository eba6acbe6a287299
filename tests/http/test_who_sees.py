"""Hidden names change nothing that an outsider gets, on any path.

docs/privacy.md, "Who sees what".
"""

from __future__ import annotations

import json
import logging
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from urllib.parse import quote
from uuid import UUID, uuid4

import psycopg
import pytest
from flask import Flask
from psycopg.sql import SQL, Identifier

from api.people.secrets import pin_hash
from domain.tournament.aggregate import Tournament
from domain.tournament.tables.encounter import Encounter
from store.settings import Settings
from tests.http.applications import closing_app, provider_of
from tests.http.people import People, Person, opened, play, whole_deal
from tests.http.test_delay import paths, sign
from tests.http.tournament_requests import SWISS, done, draw, report
from tests.signing.compiled import create_site

pytestmark = pytest.mark.usefixtures("computed")
"""Also what the statistics say."""

FULL = bool(os.environ.get("NOUGHT_FULL"))
OTHER_NAMES = {
    "Ravi s/o Kumaran": "Ranganathan s/o Kanagaratnam",
    "Anula Perera": "Amarasinghe Pathiranagamage",
    "Anton Peiris": "Achini Pu",
    "குமரன்": "குகதாசன்",
    "Zoraida": "Zed",
    "Vreni Ödegaard": "Viktoria Östlund",
    "Beatrix Umbach": "Bea U",
    "Yasodhara": "Yo",
    "Quintus": "Qq",
    "Guardian Ferdinand": "Gu Fe",
    "Official Xaver": "Oskar Xy",
    "Nightingale": "Nix",
    "Jeyaratnam": "Jo",
    "Wilhelmina": "Wu",
    "Dharmasena": "Di",
    "Ebenezer": "Ed",
}
"""The hidden names of the book, each with another one that has the same initials."""
LATER = ("openapi_json", "_pdf", "link_pictures.site", "link_pictures.lesson", "link_pictures.problem", "hands.hands")
"""The ends of endpoints that only the full run requests: PDFs are made of the pages, which are among the paths; the
others hold nothing that a club recorded."""
MOST, SOUGHT = (None, 1) if FULL else (1, 5)
"""The most paths of an endpoint, if not all, and one name in so many that is searched for."""


@dataclass
class Scene:
    """A club with all that has names in it."""

    people: People
    club: str = ""
    things: dict[str, str] = field(default_factory=dict)
    official: Person = None  # type: ignore[assignment]


def build(people: People, level: str) -> Scene:
    ravi, anula, anton, kumaran, zoraida, vreni, beat, yaso, quintus, guardian, xaver, *more = OTHER_NAMES
    scene = Scene(people)
    club = scene.club = people.club(level)
    answer = people.admin.post("/tokens", {"role": "director", "subject": xaver, "scope": {"club": club}})
    who = scene.official = Person(people.app, answer.json["secret"], answer.json["id"])
    table = opened(who.post("/tables", {"name": "Table 1", "club": club}))
    player = opened(who.post("/players", {"name": anula, "club": club}))
    minor = opened(who.post("/players", {"name": kumaran, "club": club}))
    done(who, f"/players/{minor}/minor", {"is_minor": True})
    done(who, f"/players/{minor}/consent", {"day": "2026-01-02", "guardian": guardian})
    seats = {"S": ravi, "E": anula, "N": anton, "W": kumaran}
    match = opened(
        who.post(
            "/matches",
            {
                "ruleset": "304", "dealer": "S", "table": table, "club": club, "players": seats,
                "teams": {"NS": f"{ravi} & {anton}", "EW": vreni},
            },
        )
    )  # fmt: skip
    dealer, acts = whole_deal(41)
    deal = people.deal(who, dealer=dealer, table=table, club=club, players=seats, note=f"{zoraida} kept the score")
    play(who, deal, acts)
    who.post(f"/deals/{deal}/notes", {"ply": 3, "text": f"{ravi} hesitated"})
    who.post(f"/deals/{deal}/irregularities", {"code": "hesitation", "seat": "S", "note": f"{anula} said so"})
    running = opened(who.post("/deals", {"match": match, "dealer": dealer, "dealer_reason": f"drawn by {zoraida}"}))
    play(who, running, acts[:9])
    who.post(f"/deals/{running}/undo", {"why": f"{zoraida} slipped"})
    cup = opened(
        who.post(
            "/tournaments", {"name": "The cup", "terms": SWISS, "ruleset": "304", "club": club, "note": f"for {vreni}"}
        )
    )
    for called, pair in (
        (f"{anula} – {ravi}", [player, ravi]), (vreni, [vreni, beat]), (f"{anton} & {yaso}", [anton, yaso]),
        (quintus, [quintus, zoraida]),
    ):  # fmt: skip
        done(who, f"/tournaments/{cup}/entries", {"name": called, "players": pair})
    done(who, f"/tournaments/{cup}/tables", {"tables": {"1": table}})
    drawn = draw(who, cup)["encounters"]
    tables = [each["id"] for each in drawn]
    report(who, tables[1], 7, 4)
    done(who, f"/encounters/{tables[0]}/seats", {"seats": {"S": more[0]}, "why": f"{zoraida} is ill"})
    report(who, tables[0], 2, 7)
    for seat in "SE":
        who.post(f"/encounters/{tables[0]}/confirmations", {"seat": seat})
        who.post(f"/encounters/{tables[1]}/confirmations", {"seat": seat})
    done(who, f"/tournaments/{cup}/rounds/1/close")
    draw(who, cup)
    done(who, f"/tournaments/{cup}/entries/2/withdraw", {"why": f"{vreni} missed the bus"})
    dispute = opened(who.post(f"/deals/{deal}/disputes", {"side": "NS", "ply": 9, "claim": f"{anton} looked."}))
    ruling = {
        "remedies": [{"kind": "nothing"}], "reason": f"{anton} did", "casebook": f"{anton} may look",
        "appeal_minutes": 0,
    }  # fmt: skip
    done(who, f"/disputes/{dispute}/ruling", ruling)
    done(who, f"/disputes/{dispute}/close")
    opened(who.post(f"/deals/{running}/disputes", {"side": "EW", "claim": f"{ravi} talks"}))
    slate = opened(
        who.post(
            "/slates",
            {"game": "schieber", "club": club, "players": {"A": [vreni, beat], "B": [yaso, quintus]}},
        )
    )
    done(who, f"/slates/{slate}/lines", {"points": 97})
    done(who, f"/slates/{slate}/lines/1/corrections", {"points": 66, "why": f"{beat} misread"})
    series = opened(who.post("/series", {"name": "League", "club": club}))
    for what in ({"tournament": cup}, {"slate": slate}):
        done(who, f"/series/{series}/evenings", what)
    scene.things = {
        "club_id": club, "table_id": table, "match_id": match, "player_id": player, "deal_id": deal,
        "tournament_id": cup, "encounter_id": tables[0], "dispute_id": dispute,
    }  # fmt: skip
    scene.things |= {"slate_id": slate, "series_id": series}
    sign(people.app)
    return scene


def requests(app: Flask, scene: Scene) -> Iterator[tuple[str, str]]:
    """Every path that only looks, with everything of the scene that it may name, and searches for names."""
    things = {name: identity for name, identity in scene.things.items() if name not in ("slate_id", "series_id")}
    seen = set()
    often: Counter[str] = Counter()
    for path, endpoint in paths(app, things):
        if not FULL and endpoint.endswith(LATER):
            continue
        for name in ("slate_id", "series_id"):
            if f"<uuid:{name}>" in str(app.url_map._rules_by_endpoint[endpoint][0].rule):
                path = path.replace("019c5c22-f9d0-791b-99d5-000000000000", scene.things[name])
        if path not in seen and (MOST is None or often[endpoint] < MOST):
            often[endpoint] += 1
            if not FULL and not path.startswith("/api") and len(often) % 2:
                continue  # Every second page: pages are made of what the API answers.
            seen.add(path)
            yield path, endpoint
    for name in [*OTHER_NAMES, *OTHER_NAMES.values()][::SOUGHT]:
        for path in ("/api/v1/deals?player={}", "/deals?player={}", "/api/v1/deals.csv?player={}"):
            yield path.format(quote(name)), "search"


CLOCKS = re.compile(rb'"now":"[^"]+"|nonce-[A-Za-z0-9_-]+|name="csrf_token" value="[^"]*"|"age":[0-9.]+')


def read(who: Person, path: str) -> tuple[int, bytes, dict[str, str]]:
    """Status, body and headers of an answer, without clocks."""
    headers = {"Authorization": f"Bearer {who.secret}"} if who.secret else {}
    with who.app.test_client().get(path, headers=headers) as answer:
        if answer.content_type.startswith("text/event-stream"):
            chunks = iter(answer.response)
            body = b"".join(next(chunks) for _ in range(2))
        else:
            body = answer.get_data()
    assert answer.status_code < 500, (path, body[:300])
    kept = {name: value for name, value in answer.headers.items() if name not in ("Date", "Set-Cookie")}
    return answer.status_code, CLOCKS.sub(b"", body), kept


def names_in(body: bytes, names: Iterable[str]) -> list[str]:
    """The names that stand in a body, as they are, escaped or percent-encoded."""
    return [
        name
        for name in names
        if any(
            form.encode() in body
            for form in (name, json.dumps(name)[1:-1], quote(name), name.replace(" ", "+"), name.replace("/", "&#x2F;"))
        )
    ]


def first_difference(before: tuple[Any, ...], after: tuple[Any, ...]) -> str:
    """Where two answers begin to differ; empty if they are the same."""
    (status, body, headers), (other_status, other, other_headers) = before, after
    if body != other:
        at = next((n for n, (a, b) in enumerate(zip(body, other, strict=False)) if a != b), min(len(body), len(other)))
        return f"{body[max(0, at - 60) : at + 60]!r} and {other[max(0, at - 60) : at + 60]!r}"
    return "" if (status, headers) == (other_status, other_headers) else f"{headers} and {other_headers}"


@pytest.fixture(scope="module")
def app(settings: Settings) -> Iterator[Flask]:
    with closing_app(create_site(settings)) as app:
        yield app


def rename_everybody(settings: Settings, app: Flask) -> None:
    """Make the book another one that differs only in names: same ids, times, salts and digests."""
    names = {**OTHER_NAMES}
    with psycopg.connect(settings.owner_dsn or "", options=f"-c search_path={settings.schema}") as owner:
        owner.execute("ALTER TABLE texts DISABLE TRIGGER rows_are_immutable")
        for before, after in names.items():
            owner.execute(
                "UPDATE texts SET text = replace(text, %s, %s) WHERE text LIKE %s", [before, after, f"%{before}%"]
            )
        owner.execute("ALTER TABLE texts ENABLE ALWAYS TRIGGER rows_are_immutable")
        for table in ("replays", "catalogue_before", "tournament_lines_before"):
            owner.execute(SQL("DELETE FROM {}").format(Identifier(table)))
        owner.execute("UPDATE tokens SET subject = 'Oskar Xy' WHERE subject = 'Official Xaver'")
    here = provider_of(app).services
    here.recorder.texts.clear()
    here.replays._at_hand.clear()
    here.replays._good_at.clear()
    for _ in here.catalogue.rebuild(here.ledger.listing):
        pass
    topics = [kind.OPENING.TOPIC for kind in (Tournament, Encounter)]
    for _ in here.lines.rebuild(here.ledger.ranking, topics):
        pass
    for step in (1, -1):  # Caches go with a removal; ETags count removals, and there was none.
        with psycopg.connect(settings.owner_dsn or "", options=f"-c search_path={settings.schema}") as owner:
            owner.execute("UPDATE removals SET number = number + %s", [step])
        here.recorder.texts.count_removals()
        here.sights.notice()


def check_commands_and_logs(
    app: Flask, scene: Scene, outsiders: dict[str, Person], caplog: pytest.LogCaptureFixture
) -> None:
    """No answer to a command of an outsider, no refusal and no line of the log has a hidden name."""
    caplog.set_level(logging.DEBUG)
    sent, turn = 0, 0
    for rule in app.url_map.iter_rules():
        methods = (rule.methods or set()) - {"GET", "HEAD", "OPTIONS"}
        if not methods or not rule.arguments <= scene.things.keys():
            continue
        path = rule.rule
        for name in rule.arguments:
            path = re.sub(rf"<[^>]*{name}>", scene.things[name], path)
        turn += 1
        for who in [*outsiders.values()] if FULL else [[*outsiders.values()][turn % len(outsiders)]]:
            headers = {"Authorization": f"Bearer {who.secret}"} if who.secret else {}
            for method in methods:
                answer = app.test_client().open(path, method=method, json={"why": "a slip"}, headers=headers)
                assert answer.status_code < 500, path
                assert not names_in(answer.get_data(), OTHER_NAMES), path
                sent += 1
    assert sent > 100
    assert not names_in(caplog.text.encode(), OTHER_NAMES)


def check_results_are_those_of_members(scene: Scene) -> None:
    """Ratings and series count the same people for everybody, though some have the same initials."""
    club, series = scene.club, scene.things["series_id"]
    members, others = (site(who, f"/clubs/{club}/ratings").text for who in (scene.official, scene.people.anybody))
    assert members.count("<tr") == others.count("<tr") > 5
    rows = [
        [(row["place"], row["total"], row["steps"]) for row in who.get(f"/series/{series}").json["standings"]]
        for who in (scene.official, scene.people.anybody)
    ]
    assert sorted(rows[0]) == sorted(rows[1])
    for picture in (
        f"/deals/{scene.things['deal_id']}/picture.png",
        f"/tournaments/{scene.things['tournament_id']}/picture.png",
    ):
        assert read(scene.official, picture)[1] == read(scene.people.anybody, picture)[1], "others keep a picture"


def test_two_books_that_differ_only_in_hidden_names_are_the_same_for_an_outsider(
    app: Flask, people: People, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    scene = build(people, "names-for-members")
    outsiders = {
        "anybody": people.anybody,
        "a director elsewhere": people.issue("director", club=people.club()),
    }
    requested = list(requests(app, scene))
    before = {}
    for name, who in outsiders.items():
        for path, endpoint in requested if name == "anybody" or FULL else requested[::10]:
            answer = before[name, path] = read(who, path)
            assert endpoint == "search" or not names_in(answer[1] + repr(answer[2]).encode(), OTHER_NAMES), (name, path)
    of_members = requested if FULL else requested[::2]
    members = [path for path, _ in of_members if names_in(read(scene.official, path)[1], OTHER_NAMES)]
    assert len(members) > (60 if FULL else 20), members
    initials = [path for (name, path), answer in before.items() if b"A. P." in answer[1]]
    assert len(initials) > (30 if FULL else 15), initials
    check_commands_and_logs(app, scene, outsiders, caplog)
    check_results_are_those_of_members(scene)
    rename_everybody(settings, app)
    shown = {path for path, _ in of_members if names_in(read(scene.official, path)[1], OTHER_NAMES.values())}
    assert len(shown) >= len(members) * 0.9, set(members) - shown
    differences = {key: first_difference(answer, read(outsiders[key[0]], key[1])) for key, answer in before.items()}
    assert not {key: each for key, each in differences.items() if each}


def test_a_thing_of_a_club_for_members_only_is_to_an_outsider_like_one_that_does_not_exist(
    app: Flask, people: People
) -> None:
    """Others see that the club exists, and no more: of anything else in it they get the answer for an unknown id."""
    scene = build(people, "members-only")
    never = {identity: str(uuid4()) for identity in scene.things.values()}
    for path, endpoint in requests(app, scene):
        named = [identity for identity in never if identity in path and identity != scene.club]
        answer = read(people.anybody, path)
        assert endpoint == "search" or not names_in(answer[1] + repr(answer[2]).encode(), OTHER_NAMES), path
        if not named:
            others = [identity for identity in never if identity != scene.club and identity.encode() in answer[1]]
            assert not others, (path, others)
            continue
        other = path
        for identity in never:
            other = other.replace(identity, never[identity])
        nothing = read(people.anybody, other)
        body = answer[1]
        for identity in never:
            body = body.replace(identity.encode(), never[identity].encode())
        assert (answer[0], body) == nothing[:2], (path, first_difference((answer[0], body, {}), (*nothing[:2], {})))
    shown = people.anybody.get(f"/clubs/{scene.club}").json
    assert shown["name"].startswith("Club ")
    page = people.app.test_client().get(f"/clubs/{scene.club}")
    assert page.status_code == 200
    assert scene.things["table_id"].encode() not in page.data
    assert scene.official.get(f"/deals/{scene.things['deal_id']}").status_code == 200


def names_of(who: Person, deal: str) -> dict[str, str]:
    players: dict[str, str] = who.get(f"/deals/{deal}").json["players"]
    return players


def test_a_person_is_shown_as_less_than_an_open_club_gives_and_a_minor_by_initials(people: People) -> None:
    club = people.club()
    director = people.issue("director", club=club)
    ravi, anula, kala = (
        opened(director.post("/players", {"name": name, "club": club}))
        for name in ("Ravi Kumaran", "Anula Perera", "Kala Devi")
    )
    seats = {"S": "Ravi Kumaran", "E": "Anula Perera", "N": "Kala Devi", "W": "Anton Peiris"}
    deal = people.deal(director, club=club, players=seats)
    assert names_of(people.anybody, deal) == seats
    done(director, f"/players/{ravi}/shown-as", {"form": "pseudonym", "pseudonym": "Falcon"})
    done(director, f"/players/{anula}/shown-as", {"form": "initials"})
    done(director, f"/players/{kala}/minor", {"is_minor": True})
    others = {"S": "Falcon", "E": "A. P.", "N": "K. D.", "W": "Anton Peiris"}
    assert names_of(people.anybody, deal) == others
    assert people.anybody.get(f"/players/{ravi}").json["name"] == "Falcon"
    assert "seen" not in people.anybody.get(f"/players/{kala}").json
    for member in (
        director,
        people.issue("arbiter", club=club),
        people.admin,
        people.issue("seat", deal=deal, seat="E"),
    ):
        assert names_of(member, deal) == seats
    assert people.anybody.get("/deals?player=Ravi%20Kumaran").json["items"] == []
    assert [row["id"] for row in director.get("/deals?player=Ravi%20Kumaran").json["items"]] == [deal]
    done(director, f"/players/{kala}/consent", {"day": "2026-11-29", "guardian": "Sita Devi"})
    assert names_of(people.anybody, deal) == others | {"N": "Kala Devi"}
    done(director, f"/players/{kala}/consent/withdraw", {"day": "2026-11-30"})
    assert names_of(people.anybody, deal) == others
    done(director, f"/clubs/{club}/who-sees", {"level": "names-for-members", "age": 16})
    assert names_of(people.anybody, deal) == others | {"W": "A. P. 2"}, "two persons stay two"


def test_an_answer_from_before_a_choice_is_not_valid_after_it(people: People) -> None:
    club = people.club()
    deal = people.deal(club=club, players={"S": "Ravi Kumaran"})
    dealer, acts = whole_deal(8)
    over = people.deal(club=club, dealer=dealer, players={"S": "Ravi Kumaran"})
    play(people.admin, over, acts)
    paths = (f"/deals/{deal}", f"/deals/{over}", f"/deals/{over}/replays/public", f"/deals/{over}/views/public")
    tags = {path: people.anybody.get(path).headers["ETag"] for path in paths}
    for path, tag in tags.items():
        assert people.anybody.get(path, headers={"If-None-Match": tag}).status_code == 304
    done(people.admin, f"/clubs/{club}/who-sees", {"level": "names-for-members"})
    for path, tag in tags.items():
        answer = people.anybody.get(path, headers={"If-None-Match": tag})
        has_names = path in (f"/deals/{deal}", f"/deals/{over}")
        assert answer.status_code == 200 or not has_names, path
        assert b"Kumaran" not in answer.data
    hidden = people.anybody.get(paths[0]).headers["ETag"]
    done(people.admin, f"/clubs/{club}/who-sees", {"level": "open"})
    again = people.anybody.get(paths[0], headers={"If-None-Match": hidden})
    assert again.json["players"] == {"S": "Ravi Kumaran"}


def test_a_new_club_shows_names_to_members_and_an_earlier_one_to_everybody(people: People) -> None:
    club = opened(people.admin.post("/clubs", {"name": "A new club"}))
    assert people.anybody.get(f"/clubs/{club}").json["seen"] == {"level": "names-for-members", "age": 0}
    deal = people.deal(club=club, players={"S": "Ravi Kumaran"})
    assert names_of(people.anybody, deal) == {"S": "R. K."}
    assert names_of(people.anybody, people.deal(players={"S": "Ravi Kumaran"})) == {"S": "Ravi Kumaran"}


def site(who: Person, path: str, form: dict[str, str] | None = None) -> Any:
    """A page, or the answer to a form."""
    client = who.app.test_client()
    headers = {"Authorization": f"Bearer {who.secret}"} if who.secret else {}
    return client.get(path, headers=headers) if form is None else client.post(path, data=form, headers=headers)


def test_a_director_chooses_on_a_page_and_sees_before_what_others_will_see(people: People) -> None:
    club = people.club()
    director = people.issue("director", club=club)
    player = opened(director.post("/players", {"name": "Ravi Kumaran", "club": club}))
    page = f"/clubs/{club}/who-sees"
    assert "Preview" in site(director, page).text
    shown = {level: site(director, f"{page}/{level}").text for level in ("open", "names-for-members", "members-only")}
    assert "Ravi Kumaran" in shown["open"]
    assert "R. K." in shown["names-for-members"]
    assert "Ravi Kumaran" not in shown["names-for-members"]
    assert "to its members only" in shown["members-only"]
    assert "Ravi Kumaran" in site(people.anybody, f"/clubs/{club}").text, "nothing is chosen yet"
    assert "/sign-in" in site(people.anybody, page).headers["Location"]
    assert site(director, page, {"level": "no-such", "age": "16"}).status_code == 422
    assert site(director, page, {"level": "members-only", "age": "16"}).status_code == 303
    assert site(people.anybody, f"/players/{player}").status_code == 404
    assert "to its members only" in site(people.anybody, f"/clubs/{club}").text
    assert site(director, page, {"level": "names-for-members", "age": "16"}).status_code == 303
    others = shown["names-for-members"].replace("/who-sees/names-for-members", "")
    assert site(people.anybody, f"/clubs/{club}").text == others, "but for the address"


def test_an_official_chooses_on_a_players_page_how_others_see_the_name(people: People) -> None:
    club = people.club()
    director = people.issue("director", club=club)
    player = opened(director.post("/players", {"name": "Ravi Kumaran", "club": club}))
    seen = f"/players/{player}/seen"

    def title() -> str:
        return str(people.anybody.get(f"/players/{player}").json["name"])

    assert "How others see the name" in site(director, f"/players/{player}").text
    site(director, seen, {"form": "pseudonym", "pseudonym": "Falcon"})
    assert title() == "Falcon"
    site(director, seen, {"form": "full", "minor": "on"})
    assert title() == "R. K."
    site(director, seen, {"form": "full", "minor": "on", "day": "2026-11-29", "guardian": "Sita"})
    assert title() == "Ravi Kumaran"
    site(director, seen, {"form": "full", "minor": "on", "withdraw": "on"})
    assert title() == "R. K."
    assert site(director, seen, {"form": "pseudonym", "pseudonym": "Ravi Kumaran", "minor": "on"}).status_code == 422
    assert "/sign-in" in site(people.anybody, seen, {"form": "full"}).headers["Location"]
    assert title() == "R. K."


def test_search_engines_are_asked_to_leave_out_clubs_that_are_not_open(people: People) -> None:
    hidden, shown = people.club("names-for-members"), people.club()
    pages = {club: (f"/clubs/{club}", f"/tournaments?club={club}") for club in (hidden, shown)}
    assert all('content="noindex"' in site(people.anybody, page).text for page in pages[hidden])
    assert not any('content="noindex"' in site(people.anybody, page).text for page in pages[shown])
    robots = site(people.anybody, "/robots.txt").text
    assert f"Disallow: /clubs/{hidden}" in robots
    assert shown not in robots


def test_whoever_has_a_card_joins_a_table_of_a_club_for_members_only(people: People) -> None:
    club = people.club("members-only")
    table = people.table(club)
    scope = {"table": table, "club": club, "seat": "E"}
    _, secret = provider_of(people.app).services.invitations.issue(
        UUID(table), "seat", scope, pin_hash("4711"), "Keeper", timedelta(hours=1)
    )
    assert site(people.anybody, f"/live/{table}").status_code == 404
    name = people.admin.get(f"/tables/{table}").json["name"]
    assert name in site(people.anybody, f"/join/{secret}").text
