"""Every command with a preview is previewed in a season of its own, records nothing, and is then carried out.

A command that is added to `replay.words.undo.UNDO` fails here until it has a step.
"""

from __future__ import annotations

from typing import Any, Final

from api.services import services
from replay.words.undo import UNDO
from tests.cases import cases
from tests.http.people import People, opened
from tests.http.test_board_faults import SHARED
from tests.http.test_boards_as_they_come import enter
from tests.http.test_confirmations import pin
from tests.http.test_undo import AVERAGES, BOARD, OTHER_TERMS, WHY, Command, preview, send
from tests.http.tournament_requests import SWISS, done, draw, report, sheet, tournament

BYES: Final = {**SWISS, "requested_byes": 1}
FIRST: Final[list[Command]] = [
    ("PATCH", "{cup}", {"name": "Another cup"}),
    ("POST", "{cup}/terms", {"terms": OTHER_TERMS}),
    ("POST", "{cup}/terms", {"terms": BYES}),
    ("POST", "{cup}/tables", {"tables": {"1": "{place}"}}),
    ("POST", "{cup}/entries", {"name": "Late"}),
    ("PATCH", "{cup}/entries/5", {"name": "Latest", "players": []}),
    ("POST", "{cup}/entries/5/withdraw", WHY),
    ("POST", "{cup}/entries/5/return", WHY),
    ("POST", "{cup}/entries/5/starting-score", {"amount": 1, **WHY}),
    ("POST", "{cup}/entries/5/categories", {"categories": ["Juniors"]}),
    ("POST", "{cup}/entries/5/details", {"rating": 1850, "club": "Lagoon"}),
    ("POST", "{cup}/entry-files", {"text": "name\nFrom a file\n"}),
    ("POST", "{cup}/entries/6/withdraw", WHY),
    ("POST", "{cup}/avoidances", {"entries": ["1", "2"]}),
    ("POST", "{cup}/avoidances/{version}/withdraw", {}),
    ("POST", "{cup}/qualifiers", {"stages": [{"tournament": "{stage}", "places": 1}]}),
    ("POST", "{cup}/seeds", {"order": ["2", "1"]}),
    ("POST", "{cup}/lots/promises", {"purpose": "tie-break"}),
    ("POST", "{cup}/lots", {"purpose": "tie-break"}),
    ("POST", "{cup}/rounds", {}),
    ("POST", "{cup}/entries/5/requested-byes", {"round": 1}),
    ("POST", "{cup}/rounds/1/redraw", {"lots": True, **WHY}),
    ("POST", "{cup}/rounds/1/withdrawal", WHY),
    ("POST", "{cup}/entries/5/requested-byes/1/withdraw", {}),
    ("POST", "{cup}/rounds", {}),
    ("POST", "{cup}/clock", {"round": 1, "minutes": 50}),
    ("POST", "{cup}/clock/pause", {}),
    ("POST", "{cup}/clock/resume", {}),
    ("POST", "{cup}/clock/minutes", {"minutes": -5}),
    ("POST", "{cup}/clock/stop", {}),
    ("POST", "{table}/seats", {"seats": {"S": "A guest"}, **WHY}),
    ("POST", "{other}/match", {}),
    ("POST", "{table}/match/adopt", {"match": "{match}", **WHY}),
    ("POST", "{third}/forfeit", {"sides": [0], **WHY}),
    ("POST", "{third}/forfeit/lift", WHY),
    ("POST", "{third}/result", {"sheet": sheet(7, 3)}),
    ("POST", "{third}/corrections", {"sheet": sheet(7, 4), **WHY}),
    ("POST", "{third}/withdrawal", WHY),
    ("POST", "{cup}/rounds/1/results", {"csv": "table,ns,ew\n3,7,1\n"}),
    ("POST", "{third}/confirmations", {}),
    ("POST", "{third}/confirmations/withdrawal", WHY),
    ("POST", "{cup}/adjustments", {"entry": "1", "amount": -1, **WHY}),
    ("POST", "{cup}/adjustments/{version}/withdraw", WHY),
    ("POST", "{cup}/cancel", WHY),
    ("POST", "{cup}/reopen", WHY),
]
"""The commands to a Swiss of five pairs and a qualifier, in order."""
PINNED: Final[list[Command]] = [
    ("POST", "{other}/result", {"sheet": sheet(7, 3)}),
    ("POST", "{other}/contests", {"seat": "S", "pin": "2468", **WHY}),
]
"""The commands to a table whose South has a PIN."""
BOARDS: Final[list[Command]] = [
    ("POST", "{cup}/packs", {"boards": [1, 2]}),
    ("POST", "{cup}/packs/1/discard", WHY),
    ("POST", "{cup}/packs", {"boards": [1, 2]}),
    ("POST", "{cup}/packs/2/open", {}),
    ("POST", "{table}/artificial-scores", {"boards": [2], "scores": AVERAGES, **WHY}),
    ("POST", "{table}/artificial-scores/withdrawal", {"boards": [2], **WHY}),
    ("POST", "{table}/assigned-scores", {**BOARD, "board": 2}),
    ("POST", "{table}/assigned-scores/withdrawal", {"board": 2, **WHY}),
    ("POST", "{table}/arrow-switches", {"boards": [1], **WHY}),
    ("POST", "{table}/arrow-switches/withdrawal", {"boards": [1], **WHY}),
    ("POST", "{table}/wrong-boards", {"board": 3, "instead": 1, "scores": ["average", "average"], **WHY}),
    ("POST", "{table}/wrong-boards/withdrawal", {"board": 3, **WHY}),
]
"""The commands to a duplicate of four pairs."""
LAST: Final[list[Command]] = [
    ("POST", "{cup}/rounds/1/close", {}),
    ("POST", "{cup}/rounds/1/reopen", WHY),
    ("POST", "{cup}/rounds/1/close", {}),
    ("POST", "{cup}/end", {}),
]
"""The commands to a cup of one round whose result is in."""


def named(body: Any, names: dict[str, str]) -> Any:
    """A body with the ids that it names."""
    match body:
        case str():
            return names.get(body.strip("{}"), body) if body.startswith("{") else body
        case dict():
            return {key: named(value, names) for key, value in body.items()}
        case list():
            return [named(value, names) for value in body]
    return body


def test_every_command_with_a_preview_is_previewed_and_then_carried_out(people: People) -> None:
    who = people.admin
    club = people.club()
    with who.app.app_context():
        stored = services().recorder

    def events() -> int | None:
        return stored.max_notification_id()

    stage = tournament(who, 2, {**SWISS, "rounds": 1}, club=club)
    for n in (1, 2):
        who.call("PATCH", f"/tournaments/{stage}/entries/{n}", {"name": f"Winner {n}", "players": []})
    report(who, draw(who, stage)["encounters"][0]["id"], 7, 3)
    place = people.table(club)
    cup = tournament(who, 4, BYES, club=club)
    boards = tournament(who, 4, SHARED)
    names = {"stage": stage, "place": place, "version": "0"}
    previewed: set[str] = set()
    with cases() as case:

        def walk(commands: list[Command], names: dict[str, str]) -> None:
            for method, path, body in commands:
                command = method, path, named(body, names)
                with case(f"{path} {body}"):
                    if "{table}" in path and "table" not in names:
                        find_tables(names)
                    before = events()
                    shown = preview(who, names, command)
                    assert shown.status_code == 200, shown.json
                    assert shown.json["recorded"]
                    assert shown.json["undo"]
                    assert events() == before, "a preview records nothing"
                    answer = send(who, names, command)
                    assert answer.status_code in (200, 201), answer.json
                    assert events() != before
                    names["version"] = str(answer.json["version"])
                    address = "/api/v1" + path.format(**names)
                    previewed.add(who.app.url_map.bind("").match(address, method=method)[0])

        def find_tables(names: dict[str, str]) -> None:
            tables = who.get(f"{names['cup']}/rounds/1").json["encounters"]
            for name, table in zip(("table", "other", "third"), tables, strict=False):
                names[name] = f"/encounters/{table['id']}"
            names["match"] = opened(
                who.post("/matches", {"ruleset": "304", "dealer": "S", "table": place, "club": club})
            )

        of_stage = {**names, "cup": f"/tournaments/{stage}"}
        walk(LAST, of_stage)
        of_cup = {**names, "cup": f"/tournaments/{cup}"}
        walk(FIRST, of_cup)
        match = who.get(of_cup["other"]).json["match"]
        pin(people, opened(who.post("/deals", {"match": match})), "S")
        walk(PINNED, of_cup)
        for each in draw(who, boards)["encounters"]:
            assert enter(who, each, 1, 2).status_code == 200
        walk(BOARDS, {**names, "cup": f"/tournaments/{boards}"})
    assert previewed == UNDO.keys()
    assert done(who, f"/tournaments/{stage}/reopen", WHY)
