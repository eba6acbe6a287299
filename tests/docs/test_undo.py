"""Every write of a director is listed in docs/tournaments.md, "Undo", with its preview and how it is undone.

A new write of a director fails these tests until it is in the list, can be undone, and has a preview on the API and on
the page of its form, or a reason for the lack of one.
"""

from __future__ import annotations

import re
from typing import Final

import pytest

from api.app import create_app
from replay.words.undo import COMMANDS, UNDO
from store.settings import Settings
from tests.cases import cases
from tests.docs.test_architecture import ROOT

PAGE: Final = (ROOT / "docs" / "tournaments.md").read_text()
ROWS: Final = re.findall(
    r"^\| [^|]+ \| `([A-Z]+) ([^`]+)` \| ([^|]+) \| ([^|]+) \|$", PAGE[PAGE.index("## Undo") :], re.MULTILINE
)
PARTS: Final = {"tournament_id": "tournaments", "encounter_id": "encounters", "dispute_id": "disputes"}
CHECKS: Final = ("/check", "/preview")
"""The ends of the paths that record nothing."""
SPOKEN: Final = ("claim", "facts", "facts/{number}/ticks", "evidence", "files", "appeal", "withdrawal")
"""Statements that officials make in a dispute on somebody's behalf: they stay, and further ones follow some of them."""
NO_PREVIEW: Final = {
    "/api/v1/tournaments": "nothing is there before it: the form shows all of it",
    "tournaments/webhooks": "it changes nothing of the tournament: another server gets messages",
    "tournaments/webhooks/{webhook_id}": "as webhooks",
    "tournaments/webhooks/{webhook_id}/replay": "as webhooks",
    "disputes/ruling": "it has its own preview, ruling/preview",
    "disputes/ruling/withdrawal": "the page of the dispute shows what the ruling changed",
    "disputes/appeal/decision": "it has its own preview, ruling/preview",
    "disputes/close": "it changes no score: the ruling stays",
}
"""The writes of directors without a preview by `POST /tournaments/{id}/preview`, each with the reason."""
NO_UNDO: Final = {
    "tournaments/packs/{number}/open": "what everybody has seen stays known",
    "tournaments/webhooks/{webhook_id}/replay": "messages that are sent again have the same ids",
}
"""The writes of directors that no event undoes, each with the reason."""
NO_DIALOG: Final = {
    "tournament/new.html": {"POST /api/v1/tournaments": "nothing is there before it"},
    "tournament/table.html": {
        "POST encounters/confirmations": "it accepts the result that stands above the button",
        "POST encounters/contests": "a player's form",
        "POST encounters/result": "the form shows the whole result, and the page takes it back",
        "POST encounters/arrow-switches": "data-check shows the scores in the form",
        "POST encounters/arrow-switches/withdrawal": "data-check shows the scores in the form",
        "POST encounters/wrong-boards": "data-check shows the scores in the form",
        "POST encounters/wrong-boards/withdrawal": "data-check shows the scores in the form",
    },
    "tournament/desk/tables.html": {"POST encounters/confirmations": "it accepts the result in its row"},
    "tournament/desk/results.html": {
        "POST tournaments/rounds/{number}/results": "the page lists what each line enters"
    },
    "tournament/desk/round.html": {"POST tournaments/rounds/{number}/redraw": "the page shows the tables after a swap"},
    "tournament/desk/seeding.html": {"POST tournaments/seeds": "the page is the list that is set"},
    "tournament/desk/qualifiers.html": {"POST tournaments/qualifiers": "the page lists who is entered"},
    "tournament/desk/fair.html": {
        "POST tournaments/packs/{number}/open": "data-sure says that everybody sees the cards"
    },
}
"""The forms of directors that do not open the dialog "This changes", by template, each with the reason."""
FORM: Final = re.compile(r"<form\b[^>]*?data-send=\"([A-Z]+) ([^\"]+)\"[^>]*>", re.DOTALL)


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


def listed(path: str) -> str:
    """Return the path of a row of the list as `short` has it."""
    return path.removeprefix("/api/v1/") if "{" in path else path


def test_every_write_of_a_director_is_listed_with_its_undo() -> None:
    paths = [(method, listed(path)) for method, path, _, _ in ROWS]
    assert len(paths) == len(set(paths))
    assert len(paths) > 50
    assert set(paths) == written_by_directors().keys()
    undone = {path: undo.strip() for _, path, _, undo in ROWS}
    assert all(undone.values())
    assert {path for path, undo in undone.items() if undo.startswith("nothing")} == NO_UNDO.keys()


def test_every_write_of_a_director_has_a_preview_or_a_reason() -> None:
    app = create_app(Settings(dsn="host=/nowhere"))
    routes = {
        (method, short(re.sub(r"<(?:[^:<>]+:)?(\w+)>", r"{\1}", rule.rule))): rule.endpoint
        for rule in app.url_map.iter_rules()
        for method in rule.methods or ()
    }
    previewed = {path: routes[method, path] for method, path, preview, _ in ROWS if preview.strip().startswith("yes")}
    assert set(previewed.values()) == UNDO.keys()
    assert {path for _, path, _, _ in ROWS} - previewed.keys() == NO_PREVIEW.keys()
    whole = {"round_results.enter_results", "entries.enter_qualifiers", "entry_files.import_entries"}
    assert set(COMMANDS.values()) == UNDO.keys() - whole, "the command line knows each by its facts"


def sent_to(template: str, method: str, path: str) -> str | None:
    """Return the write of a director to which a form of a template sends; None if it is none."""
    thing = "encounters" if template == "tournament/table.html" else "tournaments"
    if "clock.html" in template:
        path = path.replace("{{ api }}", "tournaments/clock")
    if template == "tournament/desk/results.html":
        path = path.replace("{{ api }}", "tournaments/rounds/{number}/results")
    path = re.sub(r"\{%.*?%\}", "", path).replace("{{ api }}", thing)
    path = re.sub(r"/api/v1/(\w+)/\{\{.*?\}\}", r"\1", path)
    path = re.sub(r"\{\{.*?\}\}", "{}", path)
    for each in written_by_directors():
        if (method, path) == each or (method, re.sub(r"\{\w*\}", "{}", path)) == (
            each[0],
            re.sub(r"\{\w+\}", "{}", each[1]),
        ):
            return f"{method} {each[1]}"
    return None


@pytest.mark.parametrize("folder", ["tournament"])
def test_every_form_of_a_director_shows_what_it_changes_before(folder: str) -> None:
    templates = ROOT / "web" / "templates"
    without: dict[str, set[str]] = {}
    shown = 0
    with cases() as case:
        for file in sorted((templates / folder).rglob("*.html")):
            template = str(file.relative_to(templates))
            for form in FORM.finditer(file.read_text()):
                with case(f"{template}: {form[2]}"):
                    write = sent_to(template, form[1], form[2])
                    assert write is not None
                    if "data-effects" in form[0]:
                        shown += 1
                    else:
                        without.setdefault(template, set()).add(write)
    assert shown > 40
    assert without == {template: set(reasons) for template, reasons in NO_DIALOG.items()}
