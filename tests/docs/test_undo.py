"""Every write of a director is listed in docs/tournaments.md, "Undo", with its preview and how it is undone."""

from __future__ import annotations

import re
from typing import Final

from api.app import create_app
from replay.words.undo import UNDO
from store.settings import Settings
from tests.docs.test_architecture import ROOT

PAGE: Final = (ROOT / "docs" / "tournaments.md").read_text()
ROWS: Final = re.findall(
    r"^\| [^|]+ \| `([A-Z]+) ([^`]+)` \| ([^|]+) \| ([^|]+) \|$", PAGE[PAGE.index("## Undo") :], re.MULTILINE
)
PARTS: Final = {"tournament_id": "tournaments", "encounter_id": "encounters", "dispute_id": "disputes"}
CHECKS: Final = ("/check", "/preview")
"""The ends of the paths that record nothing."""
SPOKEN: Final = ("claim", "facts", "facts/{number}/ticks", "evidence", "files", "appeal", "withdrawal")
"""What officials say in a dispute on somebody's behalf: statements, which stay, and of which further ones follow."""


def short(path: str) -> str:
    """Return a path as the list has it: ``encounters/forfeit``."""
    return re.sub(r"/api/v1/(\w+)/\{\w+\}", r"\1", path, count=1)


def written_by_directors() -> dict[tuple[str, str], str]:
    """Return the writes of the permissions' list that directors or arbiters may send to one of their things."""
    listed = re.findall(
        r"^\| (POST|PATCH|PUT|DELETE) \| (/api/v1/\S+) \| ([^|]+) \| (\w*) \|$",
        (ROOT / "docs" / "permissions.md").read_text(),
        re.MULTILINE,
    )
    return {
        (method, short(path)): path
        for method, path, roles, within in listed
        if {"director", "arbiter"} & set(roles.split(", "))
        and (within in PARTS or path == "/api/v1/tournaments")
        and not path.endswith(CHECKS)
        and short(path).removeprefix("disputes/") not in SPOKEN
    }


def test_every_write_of_a_director_is_listed_with_its_undo() -> None:
    listed = [(method, path.removeprefix("/api/v1/") if "{" in path else path) for method, path, _, _ in ROWS]
    assert len(listed) == len(set(listed))
    assert len(listed) > 50
    assert set(listed) == written_by_directors().keys()
    assert all(undone.strip() for *_, undone in ROWS)


def test_what_the_list_calls_previewed_is() -> None:
    app = create_app(Settings(dsn="host=/nowhere"))
    routes = {
        (method, short(re.sub(r"<(?:[^:<>]+:)?(\w+)>", r"{\1}", rule.rule))): rule.endpoint
        for rule in app.url_map.iter_rules()
        for method in rule.methods or ()
    }
    previewed = {routes[method, path] for method, path, preview, _ in ROWS if preview.strip().startswith("yes")}
    assert previewed == UNDO.keys()
