"""A preview shows the effect of a director's command, and an event undoes it (docs/tournaments.md, "Undo")."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cases import cases
from tests.http.people import People, Person
from tests.http.test_boards_as_they_come import MITCHELL
from tests.http.tournament_requests import SWISS, done, draw, report, sheet, tournament

WHY = {"why": "A slip."}
Command = tuple[str, str, dict[str, Any]]
OTHER_TERMS = {**SWISS, "scoring": {"counts": "tokens"}}
PLAYED: list[tuple[str, Command, Command]] = [
    ("forfeit", ("POST", "{table}/forfeit", {"sides": [0], **WHY}), ("POST", "{table}/forfeit/lift", WHY)),
    ("correction", ("POST", "{table}/corrections", {"sheet": sheet(3, 7), **WHY}),
     ("POST", "{table}/corrections", {"sheet": sheet(7, 3), **WHY})),
    ("withdrawal", ("POST", "{table}/withdrawal", WHY), ("POST", "{table}/result", {"sheet": sheet(7, 3)})),
    ("acceptance", ("POST", "{table}/confirmations", {}), ("POST", "{table}/confirmations/withdrawal", WHY)),
    ("ruling", ("POST", "{cup}/adjustments", {"entry": "1", "amount": -1, **WHY}),
     ("POST", "{cup}/adjustments/{version}/withdraw", WHY)),
    ("handicap", ("POST", "{cup}/entries/2/starting-score", {"amount": 1, **WHY}),
     ("POST", "{cup}/entries/2/starting-score", {"amount": 0, **WHY})),
    ("withdrawn entry", ("POST", "{cup}/entries/2/withdraw", WHY), ("POST", "{cup}/entries/2/return", WHY)),
    ("entry", ("PATCH", "{cup}/entries/2", {"name": "Other", "players": []}),
     ("PATCH", "{cup}/entries/2", {"name": "Pair 2", "players": ["Pair 2 A", "Pair 2 B"]})),
    ("terms", ("POST", "{cup}/terms", {"terms": OTHER_TERMS}), ("POST", "{cup}/terms", {"terms": SWISS})),
    ("categories", ("POST", "{cup}/entries/2/categories", {"categories": ["Juniors"]}),
     ("POST", "{cup}/entries/2/categories", {"categories": []})),
    ("avoidance", ("POST", "{cup}/avoidances", {"entries": ["1", "2"]}),
     ("POST", "{cup}/avoidances/{version}/withdraw", {})),
    ("seeds", ("POST", "{cup}/seeds", {"order": ["4", "3"]}), ("POST", "{cup}/seeds", {"order": []})),
    ("name", ("PATCH", "{cup}", {"name": "Another cup"}), ("PATCH", "{cup}", {"name": "The cup"})),
    ("closing", ("POST", "{cup}/rounds/1/close", {}), ("POST", "{cup}/rounds/1/reopen", WHY)),
    ("cancelling", ("POST", "{cup}/cancel", WHY), ("POST", "{cup}/reopen", WHY)),
]  # fmt: skip
"""Commands in a round whose results are in, each with the command that undoes it."""
AVERAGES = ["average-plus", "average-minus"]
BOARD = {"board": 1, "north_south": [{"percent": 100, "won": 3}], **WHY}
BOARDS: list[tuple[str, Command, Command]] = [
    ("artificial score", ("POST", "{table}/artificial-scores", {"boards": [1], "scores": AVERAGES, **WHY}),
     ("POST", "{table}/artificial-scores/withdrawal", {"boards": [1], **WHY})),
    ("late play", ("POST", "{table}/artificial-scores", {"boards": [2], "scores": ["late-play", "late-play"], **WHY}),
     ("POST", "{table}/artificial-scores/withdrawal", {"boards": [2], **WHY})),
    ("assigned score", ("POST", "{table}/assigned-scores", BOARD),
     ("POST", "{table}/assigned-scores/withdrawal", {"board": 1, **WHY})),
]  # fmt: skip


def send(who: Person, names: dict[str, str], command: Command) -> Any:
    method, path, body = command
    return who.call(method, "/api/v1" + path.format(**names), json=body)


def preview(who: Person, names: dict[str, str], command: Command) -> Any:
    method, path, body = command
    about = {"method": method, "path": "/api/v1" + path.format(**names), "body": body}
    return who.post(f"{names['cup']}/preview", about)


def state(who: Person, names: dict[str, str]) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """The standings by entry, and the tournament and its table without versions and times."""
    standings = {row["entry"]: row for row in who.get(f"{names['cup']}/standings").json["items"]}
    cup, table = (who.get(names[name]).json for name in ("cup", "table"))
    return standings, cup, table


def timeless(value: Any) -> Any:
    """JSON without versions and times."""
    if isinstance(value, dict):
        return {name: timeless(part) for name, part in value.items() if name not in ("version", "at", "why")}
    return [timeless(part) for part in value] if isinstance(value, list | tuple) else value


def check(who: Person, names: dict[str, str], do: Command, undo: Command) -> None:
    before = state(who, names)
    shown = preview(who, names, do)
    assert shown.status_code == 200, shown.json
    assert state(who, names) == before, "a preview records nothing"
    answer = send(who, names, do)
    assert answer.status_code in (200, 201), answer.json
    after = state(who, names)
    changed = {row["entry"]: row for row in shown.json["standings"]}
    for entry, row in after[0].items():
        was = before[0][entry]
        looks = [
            {"place": each["place"], "score": each["said"], "provisional": each["provisional"]} for each in (was, row)
        ]
        change = changed.get(entry, {"before": looks[0], "after": looks[0]})
        assert [change["before"], change["after"]] == looks, "the standings change as it was shown"
    assert len(shown.json["recorded"]) >= len(answer.json["recorded"]) > 0
    assert shown.json["undo"]
    undone = send(who, {**names, "version": str(answer.json["version"])}, undo)
    assert undone.status_code in (200, 201), undone.json
    assert timeless(state(who, names)) == timeless(before), "the event undoes it"


@pytest.fixture(scope="module")
def director(people: People) -> Person:
    return people.admin


def test_what_a_director_does_is_shown_before_and_undone_by_an_event(people: People, director: Person) -> None:
    cup = tournament(director)
    tables = [each["id"] for each in draw(director, cup)["encounters"]]
    for table in tables:
        report(director, table, 7, 3)
    names = {"cup": f"/tournaments/{cup}", "table": f"/encounters/{tables[0]}"}
    with cases() as case:
        for name, do, undo in PLAYED:
            with case(name):
                check(director, names, do, undo)


def test_scores_of_boards_by_a_director_are_shown_before_and_undone(people: People, director: Person) -> None:
    cup = tournament(director, 4, MITCHELL)
    for n, table in enumerate(draw(director, cup)["encounters"]):
        for board in set(table["boards"]) - {2}:
            counts = {"deals": [[{"tokens": n + 1}, {"tokens": 0}]]}
            done(director, f"/encounters/{table['id']}/result", {"board": board, "sheet": counts})
    first = next(
        each for each in director.get(f"/tournaments/{cup}/rounds/1").json["encounters"] if 1 in each["boards"]
    )
    names = {"cup": f"/tournaments/{cup}", "table": f"/encounters/{first['id']}"}
    with cases() as case:
        for name, do, undo in BOARDS:
            with case(name):
                check(director, names, do, undo)


def test_the_final_result_can_be_announced_and_withdrawn(people: People, director: Person) -> None:
    cup = tournament(director, 2, {**SWISS, "rounds": 1})
    table = draw(director, cup)["encounters"][0]["id"]
    report(director, table, 7, 3)
    done(director, f"/tournaments/{cup}/rounds/1/close")
    names = {"cup": f"/tournaments/{cup}", "table": f"/encounters/{table}"}
    check(director, names, ("POST", "{cup}/end", {}), ("POST", "{cup}/reopen", WHY))


def test_a_draw_is_withdrawn_while_nothing_is_played_and_made_anew(people: People, director: Person) -> None:
    cup = tournament(director)
    path = f"/tournaments/{cup}"
    tables = [each["id"] for each in draw(director, cup)["encounters"]]
    names = {"cup": path}
    shown = preview(director, names, ("POST", "{cup}/rounds/1/withdrawal", WHY))
    assert shown.json["recorded"][0] == "The draw of round 1 was withdrawn. A slip."
    assert len(director.get(path).json["rounds"]) == 1
    done(director, f"{path}/rounds/1/withdrawal", WHY)
    assert director.get(path).json["status"] == "entries"
    assert director.get(f"/encounters/{tables[0]}").json["status"] == "dropped"
    done(director, f"{path}/entries", {"name": "Late"})
    again = draw(director, cup)
    assert len(again["byes"]) == 1
    report(director, again["encounters"][0]["id"], 7, 3)
    refused = director.post(f"{path}/rounds/1/withdrawal", WHY)
    assert (refused.status_code, refused.json["code"]) == (409, "round-played")
    sentences = [row["sentence"] for row in director.get(f"{path}/log").json["items"]]
    assert "The draw of round 1 was withdrawn. A slip." in sentences


def test_discarded_packs_free_their_boards(people: People, director: Person) -> None:
    cup = tournament(director, 4, MITCHELL)
    path = f"/tournaments/{cup}"
    done(director, f"{path}/packs", {"boards": [1, 2]})
    assert director.post(f"{path}/packs", {"boards": [2, 3]}).status_code == 422
    done(director, f"{path}/packs/1/discard", WHY)
    assert director.post(f"{path}/packs/1/discard", WHY).status_code == 422
    done(director, f"{path}/packs", {"boards": [2, 3]})


def test_what_is_refused_is_refused_in_a_preview_alike(people: People, director: Person) -> None:
    cup = tournament(director)
    table = draw(director, cup)["encounters"][0]["id"]
    other = tournament(director, 2)
    elsewhere = draw(director, other)["encounters"][0]["id"]
    names = {"cup": f"/tournaments/{cup}", "table": f"/encounters/{table}", "elsewhere": f"/encounters/{elsewhere}"}
    refused: list[Command] = [
        ("POST", "{table}/corrections", {"sheet": sheet(7, 3), **WHY}),
        ("POST", "{cup}/rounds/1/close", {}),
        ("POST", "{table}/forfeit", {"sides": []}),
        ("POST", "{cup}/adjustments", {"entry": "99", "amount": 1, **WHY}),
    ]
    with cases() as case:
        for command in refused:
            with case(command[1]):
                one, two = preview(director, names, command), send(director, names, command)
                assert one.status_code == two.status_code >= 400
                assert one.json["code"] == two.json["code"]
        for command in (
            ("POST", "{elsewhere}/forfeit", {"sides": [0], **WHY}), ("POST", "{cup}/preview", {}),
            ("POST", "{cup}/webhooks", {}), ("POST", "/tokens", {"role": "admin", "subject": "X"}), ("POST", "", {}),
        ):  # fmt: skip
            with case(f"not here: {command[1]}"):
                answer = preview(director, names, command)
                assert (answer.status_code, answer.json["code"]) == (422, "preview")
    club = people.club()
    inside = tournament(director, 2, club=club)
    arbiter, recorder = people.issue("arbiter", club=club), people.issue("recorder", table=people.table(club))
    about = {"cup": f"/tournaments/{inside}"}
    assert preview(arbiter, about, ("POST", "{cup}/terms", {"terms": OTHER_TERMS})).status_code == 403
    assert preview(arbiter, about, ("POST", "{cup}/adjustments", {"entry": "1", "amount": 1, **WHY})).status_code == 200
    assert (
        preview(recorder, about, ("POST", "{cup}/adjustments", {"entry": "1", "amount": 1, **WHY})).status_code == 403
    )


def test_new_lots_are_not_shown_before_the_draw(people: People, director: Person) -> None:
    cup = tournament(director, 12)  # new lots draw the same round again once in a million times
    draw(director, cup)
    shown = preview(director, {"cup": f"/tournaments/{cup}"}, ("POST", "{cup}/rounds/1/redraw", {"lots": True, **WHY}))
    assert shown.json["recorded"][0] == "New lots decide the draw when it is made."
    assert not any("against" in sentence for sentence in shown.json["recorded"])
