"""Every route of the OpenAPI document, called by the client at a running server."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import msgspec
import nought_client.resources
import pytest
from nought_client import Client, EventStream, ProblemError

from replay.puzzles.file import built_in
from tests.cases import cases
from tests.http.people import sentences, whole_deal
from tests.http.test_permissions import BODIES
from tests.serving.conftest import Running
from tests.waiting import PATIENCE

OUTCOMES = Path(__file__).parent / "outcomes.txt"
"""Each method in the order of the calls: the type of its answer, or the code of the problem that it must raise.

Two are named where other processes of the server decide: whether an analysis or a checkpoint is made by then.
"""

MORE_BODIES: dict[str, dict[str, Any]] = {
    "actions.act": {"act": "W no cut"},
    "class_pupils.join": {"nickname": "Nila"},
    "classes.show_answers": {"chapter": 1, "step": 1},
    "classes.move": {"chapter": 1, "step": 1},
    "confirmations.confirm": {"seat": "E"},
    "clocks.add_minutes": {"minutes": 5},
    "clocks.start_clock": {"round": 1, "minutes": 50},
    "corrections.amend": {"ply": 900, "act": "E pass"},
    "corrections.insert": {"ply": 900, "act": "E pass"},
    "corrections.retract": {"ply": 900},
    "disputes.decide_appeal": {"reason": "So it was.", "upheld": True},
    "disputes.lodge_appeal": {"side": "NS", "grounds": "It was not so."},
    "disputes.sign_ruling": {"remedies": [{"kind": "nothing"}], "reason": "Nothing happened."},
    "disputes.preview": {"remedies": [{"kind": "nothing"}], "reason": "Nothing happened."},
    "disputes.word_claim": {"claim": "East looked at a card."},
    "disputes.withdraw_ruling": {"why": "A slip."},
    "board_faults.check_arrow_switch": {"boards": [1]},
    "board_faults.check_wrong_board": {"board": 2, "instead": 1},
    "board_faults.record_wrong_board": {"board": 2, "instead": 1, "why": "The boards were mixed up."},
    "board_faults.withdraw_wrong_board": {"board": 2, "why": "They were not."},
    "board_faults.switch_arrows": {"boards": [1], "why": "They sat the wrong way."},
    "board_faults.withdraw_arrow_switch": {"boards": [1], "why": "They did not."},
    "encounters.assign_score": {"why": "A slip.", "board": 1, "north_south": [{"percent": 100, "won": 1}]},
    "encounters.withdraw_assigned_score": {"why": "A slip.", "board": 1},
    "entries.set_categories": {"categories": ["Juniors"]},
    "entries.set_details": {"rating": 1850, "club": "Lagoon"},
    "entry_files.check_entries": {"text": "name,rating\nPair X,1700\n"},
    "entry_files.import_entries": {"text": "name,rating\nPair X,1700\n"},
    "avoidances.add_avoidance": {"entries": ["1", "2"]},
    "entries.request_bye": {"round": 2},
    "entries.set_starting_score": {"amount": 1, "why": "Beginners."},
    "entries.check_qualifiers": {"stages": [{"tournament": "01a20b7c-d4ed-7ddb-a36f-1c94073cf53e", "places": 2}]},
    "entries.enter_qualifiers": {"stages": [{"tournament": "01a20b7c-d4ed-7ddb-a36f-1c94073cf53e", "places": 2}]},
    "encounters.give_artificial_score": {"why": "A slip.", "scores": ["average", "average"]},
    "encounters.lift_forfeit": {"why": "A slip."},
    "encounters.rule_forfeit": {"why": "Nobody came.", "sides": [1]},
    "encounters.withdraw_confirmation": {"why": "A slip."},
    "encounters.withdraw_artificial_score": {"why": "A slip."},
    "encounters.withdraw_result": {"why": "A slip."},
    "entries.change_entry": {"name": "Pair one", "players": ["A1", "B1"]},
    "packs.commit_packs": {"boards": [1, 2]},
    "round_results.check_results": {"csv": "table,ns,ew\n1,7,3\n"},
    "round_results.enter_results": {"csv": "table,ns,ew\n1,7,3\n"},
    "rounds.redraw_round": {"why": "A slip."},
    "packs.discard_packs": {"why": "A slip."},
    "rounds.withdraw_draw": {"why": "A slip."},
    "tournaments.cancel_tournament": {"why": "The hall is closed."},
    "tournaments.rename_tournament": {"name": "The cup"},
    "rounds.reopen_round": {"why": "A slip."},
    "series.add_evening": {"tournament": "019c5c22-f9d0-791b-99d5-000000000000"},
    "webhooks.add_webhook": {"url": "https://club.example/hook"},
    "series.change_series_terms": {"terms": {"best": 3}},
    "series.check_series": {"terms": {"best": 2}},
    "series.check_sheets": {"csv": "Name,One\nAnna,4\n"},
    "series.record_sheets": {"csv": "Name,One\nAnna,4\n"},
    "series.reopen_series": {"why": "A slip."},
    "series.open_series": {"name": "No club"},
    "series.remove_evening": {"tournament": "019c5c22-f9d0-791b-99d5-000000000000"},
    "series.rename_series": {"name": "Summer"},
    "slates.change_slate_terms": {"terms": {"target": 1500}},
    "slates.correct_line": {"points": 79, "why": "misread"},
    "slates.name_teams": {"teams": {"A": "Anna"}},
    "tables.rename_table": {"name": "By the window"},
    "tournaments.adjust": {"entry": "1", "amount": -1.0, "why": "Late."},
    "tournaments.change_terms": {"terms": {"format": "swiss", "rounds": 5, "encounter": {"race": 7}}},
    "tournaments.draw_lots": {"purpose": "tie-break"},
    "tournaments.open_rotating_four": {"players": ["A", "B", "C", "D"]},
    "sections.check_sections": {"sections": 2, "entries": [{"name": f"Pair {n}"} for n in range(4)]},
    "sections.open_sections": {
        "name": "S",
        "terms": {"format": "swiss", "rounds": 3, "encounter": {"race": 7}},
        "ruleset": "304",
        "sections": 2,
        "entries": [{"name": f"Pair {n}"} for n in range(4)],
    },
    "tournaments.promise_lots": {"purpose": "draws"},
    "tournaments.reopen_tournament": {"why": "A slip."},
    "tournaments.withdraw_adjustment": {"why": "A slip."},
    "disputes.state_fact": {"side": "NS", "text": "East looked."},
    "disputes.withdraw_dispute": {"side": "NS", "why": "Settled."},
    "rounds.check_round": {"round": 1, "by_hand": {"pairings": []}},
    "disputes.give_evidence": {"ply": 1},
    "disputes.open_dispute": {"side": "EW", "claim": "A revoke."},
    "disputes.tick_fact": {"side": "NS", "agrees": True},
    "encounters.adopt_match": {"match": "00000000-0000-0000-0000-000000000000", "why": "They had begun."},
    "encounters.change_seats": {"seats": {"S": "A"}},
    "encounters.confirm_result": {"side": "NS"},
    "encounters.contest_result": {"why": "It was 7 : 5."},
    "encounters.correct_result": {"sheet": {"whole": [{"tokens": 7}, {"tokens": 4}]}, "why": "A slip."},
    "encounters.enter_result": {"sheet": {"whole": [{"tokens": 7}, {"tokens": 3}]}},
    "entries.make_entry": {"name": "Late", "players": ["L1", "L2"]},
    "entries.set_seeds": {"order": ["1", "2", "3", "4"]},
    "matches.open_match": {"ruleset": "304", "dealer": "S"},
    "clubs.set_zone": {"zone": ""},
    "own_notes.write_own_note": {"ply": 3, "text": "Trumps were out."},
    "me.ask_to_correct_deal": {"text": "East led the nine."},
    "me.ask_to_correct_result": {"text": "It was 7 : 5."},
    "tables.delay_broadcast": {"seconds": 0},
    "tokens.issue": {"role": "viewer", "subject": "X"},
    "tournaments.name_tables": {"tables": {}},
}
"""Bodies of methods for which the table of permissions has none that the client could send."""

RAW = ("archives.import_deals", "disputes.attach", "witnesses.add_checkpoint")
"""Methods whose bodies are bytes."""

BY_SECRET = {"practices": "practice", "class_pupils": "pupil"}
"""Resources whose routes are for who opened or joined something: their callers, by resource."""

QUERIES: dict[str, dict[str, Any]] = {
    "people.get_file": {"name": ["Nobody Ever"]},
    "people.get_held": {"name": ["Nobody Ever"]},
    "what_if.get_what_if": {"ruleset": "304-bank"},
    "knowledge.get_knowledge": {"seat": "E"},
    "log.get_consistency": {"from_": 1},
    "disputes.attach": {"name": "a.txt", "content_type": "text/plain"},
}


def methods(client: Client) -> Iterator[tuple[str, Any]]:
    """Each method of the client, by resource and name."""
    for group, resource in vars(client).items():
        if isinstance(resource, nought_client.resources.Resource):
            for name, method in inspect.getmembers(resource, inspect.ismethod):
                if not name.startswith("_"):
                    yield f"{group}.{name}", method


def path_of(method: Any) -> str:
    """The path that a method's docstring names, below the API."""
    return route_of(method)[1].removeprefix("/api/v1")


def route_of(method: Any) -> tuple[str, str]:
    """The HTTP method and the path that a method's docstring names."""
    http, path = str(method.__doc__).split("`")[-2].split()
    return http, path


@pytest.fixture(scope="module")
def ids(client: Client) -> dict[str, Any]:
    """Things that are there, made by the client."""
    calls = dict(methods(client))

    def make(name: str, body: dict[str, Any], **more: Any) -> Any:
        return call(calls[name], {**more, "body": body})

    club = make("clubs.open_club", {"name": "Club"}).id
    table = make("tables.open_table", {"name": "Table", "club": club}).id
    dealer, acts = whole_deal(31)
    deal = make("deals.open_deal", {"ruleset": "304", "dealer": dealer, "table": table}).id
    make("actions.act", {"acts": sentences(acts)}, deal_id=deal)
    match = make("matches.open_match", {"ruleset": "304", "dealer": "S", "table": table}).id
    player = make("players.register_player", {"name": "P", "club": club}).id
    terms = {"format": "swiss", "rounds": 4, "encounter": {"race": 7}}
    cup = make("tournaments.open_tournament", {"name": "Cup", "terms": terms, "ruleset": "304", "club": club}).id
    for n in range(1, 5):
        make("entries.make_entry", {"name": f"Pair {n}", "players": [f"A{n}", f"B{n}"]}, tournament_id=cup)
    make("tournaments.name_tables", {"tables": {"1": table}}, tournament_id=cup)
    make("rounds.draw_round", {}, tournament_id=cup)
    webhook = make("webhooks.add_webhook", {"url": "https://club.example/hook"}, tournament_id=cup).id
    league = make("series.open_series", {"name": "League", "club": club}).id
    slate = make("slates.open_slate", {"game": "schieber", "club": club}).id
    make("slates.write_line", {"points": 97}, slate_id=slate)
    encounter = client.rounds.get_round(cup, 1).encounters[0].id
    lesson = make(
        "lessons.open_lesson", {"lesson": {"nought_lesson": 1, "title": "L", "language": "en"}, "club": club}
    ).id
    taught = make("classes.open_class", {"lesson": "02-following-suit", "club": club})
    pupil = make("class_pupils.join", {"nickname": "Kala"}, class_code=taught.code)
    practice = make("practices.open_practice", {"ruleset": "304", "seat": "E", "dealer": "S"})
    dispute = make("disputes.open_dispute", {"side": "NS", "claim": "East looked."}, deal_id=deal).id
    fives = {"key": "fives", "name": "Fives", "base": "304", "changes": {"redeal.threshold": 20}}
    make("club_rulesets.name_ruleset", fives, club_id=club)
    token = make("tokens.issue", {"role": "viewer", "subject": "V", "scope": {}}).id
    return {
        "club_id": club, "table_id": table, "deal_id": deal, "match_id": match, "player_id": player,
        "tournament_id": cup, "encounter_id": encounter,
        "secrets": {"practice": practice.secret, "pupil": pupil.secret},
        "series_id": league, "lesson_id": lesson, "class_id": taught.id,
        "class_code": taught.code, "practice_id": practice.id, "dispute_id": dispute, "token_id": token,
        "webhook_id": webhook, "slate_id": slate,
        "puzzle_id": str(next(iter(built_in()))), "viewer": "E", "seat": "E", "pupil": 1, "entry": "1", "number": 1,
        "chapter": 1, "step": 1, "ply": 5, "key": "304", "other": "304-bank", "code": "shape", "sha256": "0" * 64,
        "import_id": "019c5c22-f9d0-791b-99d5-000000000000", "request_id": "019c5c22-f9d0-791b-99d5-000000000000",
        "note_id": "019c5c22-f9d0-791b-99d5-000000000000",
        "device_id": "019c5c22-f9d0-791b-99d5-000000000000",
    }  # fmt: skip


def call(method: Any, arguments: dict[str, Any]) -> Any:
    """Call a method; a body that is plain data becomes the shape that the method takes."""
    if isinstance(arguments.get("body"), dict):
        shape = typing.get_type_hints(method, vars(nought_client.resources))["body"]
        arguments = {**arguments, "body": msgspec.convert(arguments["body"], shape)}
    return method(**arguments)


def arguments_of(name: str, method: Any, ids: dict[str, Any]) -> dict[str, Any]:
    """The arguments for a method."""
    needed = [each.name for each in inspect.signature(method).parameters.values()
              if each.default is each.empty and each.name != "body"]  # fmt: skip
    arguments = {each: ids[each] for each in needed if each in ids and each not in QUERIES.get(name, {})}
    if name.startswith("club_rulesets.") and "key" in arguments:
        arguments["key"] = "fives"
    if "body" in inspect.signature(method).parameters:
        arguments["body"] = b"{}" if name in RAW else body_of(name, method)
    return arguments | QUERIES.get(name, {})


def body_of(name: str, method: Any) -> dict[str, Any]:
    """A body of the route, from the table of permissions."""
    if name in MORE_BODIES:
        return MORE_BODIES[name]
    words = path_of(method).split("/")
    for path, body in BODIES.items():
        parts = path.split("/")
        if len(parts) == len(words) and all(
            ours == theirs or theirs.startswith("{") for ours, theirs in zip(parts, words, strict=True)
        ):
            return {field: value for field, value in body.items() if value != "no time at all"}
    return {}


def outcome(method: Any, arguments: dict[str, Any]) -> str:
    """The type of the answer, or the code of the problem."""
    try:
        answer = call(method, arguments)
    except ProblemError as error:
        return f"{error.status} {error.code}"
    if isinstance(answer, EventStream):
        with answer:
            return f"EventStream {next(iter(answer)).event}"
    return type(answer).__name__


def test_every_method_has_an_expected_outcome_and_a_path_of_its_own() -> None:
    with Client("http://127.0.0.1:9", "secret") as client:
        calls = dict(methods(client))
        expected = {line.split(": ", 1)[0] for line in OUTCOMES.read_text().splitlines()}
        assert expected == set(calls)
        assert len({route_of(method) for method in calls.values()}) > 200


@pytest.mark.full
def test_every_route_answers_the_client(
    client: Client, running: Running, ids: dict[str, Any], request: pytest.FixtureRequest
) -> None:
    """Each method is called once; a route of the document that no request reached fails the test."""
    sent: set[tuple[str, str]] = set()

    def note(message: httpx.Request) -> None:
        sent.add((message.method, message.url.path))

    client.transport.http.event_hooks = {"request": [note]}
    calls = dict(methods(client))
    holders = {
        resource: Client(f"http://127.0.0.1:{running.port}", ids["secrets"][caller])
        for resource, caller in BY_SECRET.items()
    }
    for holder in holders.values():
        request.addfinalizer(holder.close)
    for resource, holder in holders.items():
        holder.transport.http.event_hooks = {"request": [note]}
        calls |= {name: method for name, method in methods(holder) if name.startswith(f"{resource}.")}
    expected = dict(line.split(": ", 1) for line in OUTCOMES.read_text().splitlines())
    assert set(expected) == set(calls)
    reached: set[tuple[str, str]] = set()
    with cases() as case:
        for name, result in expected.items():
            with case(name):
                sent.clear()
                assert outcome(calls[name], arguments_of(name, calls[name], ids)) in result.split(" or ")
                assert len(sent) == 1
                http, path = route_of(calls[name])
                assert matches(path, next(iter(sent)), http)
                reached.add((http, path))
    document = running.ask("GET", "/openapi.json", seconds=PATIENCE).json["paths"]
    assert isinstance(document, dict)
    routes = {(m.upper(), path) for path, ways in document.items() for m in ways if m != "parameters"}
    assert len(routes) > 200
    assert routes == reached


def matches(template: str, request: tuple[str, str], method: str) -> bool:
    """Whether a request went to a path of this form."""
    ours, theirs = template.split("/"), request[1].split("/")
    return method == request[0] and len(ours) == len(theirs) and all(
        part.startswith("{") or part == other for part, other in zip(ours, theirs, strict=True)
    )  # fmt: skip


@pytest.mark.full
def test_an_id_in_the_path_is_a_uuid(ids: dict[str, Any]) -> None:
    assert str(UUID(ids["deal_id"])) == ids["deal_id"]
