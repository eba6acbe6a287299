"""*Writing an exporter* in docs/formats.md: its program runs, and what it says of lines that lack something is true."""

from __future__ import annotations

import copy
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from store.postgres import embedded
from store.settings import Settings
from tests.cases import cases
from tests.cli.conftest import ROOT, Nought
from tests.store.schemas import copied

SECTION: Final = (
    (ROOT / "docs" / "formats.md")
    .read_text(encoding="utf-8")
    .partition("## Writing an exporter\n")[2]
    .partition("\n## ")[0]
)
Line = dict[str, Any]
Change = Callable[[Line], object]


def block(language: str) -> str:
    """Return the one example in a language."""
    (example,) = re.findall(rf"```{language}\n(.*?)```", SECTION, re.DOTALL)
    return str(example)


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The hand files that the program of the document writes of its games, in a folder without Nought."""
    folder = tmp_path_factory.mktemp("neighbour")
    (folder / "export.py").write_text(block("python"), encoding="utf-8")
    command = [sys.executable, "-I", "export.py"]
    done = subprocess.run(command, cwd=folder, input=block("json"), capture_output=True, text=True, check=True)
    return done.stdout


@pytest.fixture(scope="module")
def shared(server: embedded.Embedded) -> Iterator[Settings]:
    with copied(server) as settings:
        yield settings


@pytest.fixture(autouse=True)
def book(shared: Settings, nowhere: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A record book that NOUGHT_DSN names."""
    monkeypatch.setenv("NOUGHT_DSN", shared.dsn)
    monkeypatch.setenv("NOUGHT_SCHEMA", shared.schema)
    return


def test_the_program_has_twenty_lines_and_its_deals_are_imported_once(
    nought: Nought, exported: str, tmp_path: Path
) -> None:
    assert len(block("python").splitlines()) <= 20
    file = tmp_path / "games.ndjson"
    file.write_text(exported, encoding="utf-8")
    assert nought("check", file).out == "1 file, 1 deal: 1 good, 0 wrong\n"
    assert nought("import", file).out == "1 imported, 0 there already, 0 refused\n"
    assert nought("import", file).out == "0 imported, 1 there already, 0 refused\n"
    deal = json.loads(nought("export", json.loads(exported)["id"]).out)
    assert deal["lines"][0] == "W cut not recorded"
    assert deal["lines"][-1]["tokens"] == {"EW": 1, "NS": -1}
    assert deal["players"] == {"E": "Esther", "N": "Nimal", "S": "Suren", "W": "Wasantha"}


def without(*fields: str) -> Change:
    return lambda line: [line.pop(field, "") for field in fields]


def sentences(change: Callable[[list[Any]], list[Any]]) -> Change:
    def apply(line: Line) -> None:
        line["lines"] = change(line["lines"])

    return apply


def cut_in_two(lines: list[Any]) -> list[Any]:
    return lines[:30]


def new_deal(exported: str) -> Line:
    """Return the program's line without its id: as a deal that no record book has."""
    line: Line = json.loads(exported)
    del line["id"]
    return line


WRONG: Final = {
    "settled": "played", "made": False, "tokens": {"NS": 2, "EW": -2}, "points": {"NS": 105, "EW": 199},
    "tricks": {"NS": 2, "EW": 6}, "reasons": ["bid-failed"],
}  # fmt: skip
LEFT_OUT: Final[dict[str, list[Change]]] = {
    "`id`": [without("id")],
    "`date`": [without("date")],
    "`scribe`": [without()],
    "`players`": [without("players")],
    "`number`": [without()],
    "the settlement": [without()],
    "the cut": [without()],
    "all cards of a dealing (`S deal`)": [
        sentences(lambda lines: ["S deal" if " deal" in each else each for each in lines]),
        sentences(lambda lines: [each for each in lines if " deal" not in each]),
    ],
    "the trump indicator put down": [without()],
    "what the rules force: turning cards up": [without()],
    "a card: `W ??`": [sentences(lambda lines: [*lines[:13], "W ??", *lines[14:]])],
    "the end: the lines stop": [
        sentences(cut_in_two),
        sentences(lambda lines: [*cut_in_two(lines), {"abandoned": "the lamps went out"}]),
    ],
}
"""Changes of the line of the program, by the row of the document that allows them: the line already lacks some."""


def rows(number: int) -> list[str]:
    """Return the first cells of a table of the section."""
    table = re.findall(r"(?:^\|.*\n)+", SECTION, re.MULTILINE)[number]
    return [row.split("|")[1].strip() for row in table.splitlines()[2:]]


def test_whatever_may_be_left_out_is_imported(nought: Nought, exported: str, tmp_path: Path) -> None:
    assert [next(key for key in LEFT_OUT if row.startswith(key)) for row in rows(0)] == list(LEFT_OUT)
    with cases() as case:
        for key, changes in LEFT_OUT.items():
            for number, change in enumerate(changes):
                with case(key, number):
                    line = new_deal(exported)
                    change(line)
                    file = tmp_path / "games.ndjson"
                    file.write_text(json.dumps(line), encoding="utf-8")
                    assert nought("check", file).code == 0
                    answer = nought("import", "--dry-run", file)
                    assert (answer.code, ", 0 refused" in answer.out) == (0, True), answer.err


REFUSED: Final[list[tuple[int, str, list[Change]]]] = [
    (2, "a line that is not JSON", [
        lambda line: line.update(location="Jaffna"), lambda line: line.update(number=1.5),
        lambda line: line.update(nought=2), lambda line: line.update(ruleset="304 v99"),
        sentences(lambda lines: [*lines[:-1], "N 2H"]), sentences(lambda lines: [lines[0], "E 180 points", *lines[2:]]),
    ]),
    (1, "a bid, a pass or a card that is missing", [
        sentences(lambda lines: [lines[0], *lines[2:]]), sentences(lambda lines: [*lines[:2], *lines[3:]]),
        sentences(lambda lines: [*lines[:13], *lines[14:]]),
    ]),
    (1, "an act against the rules", [
        sentences(lambda lines: [*lines[:12], "N JH", *lines[13:]]), sentences(lambda lines: [*lines[:-1], "N JH"]),
    ]),
    (1, "a dealing of some hands only", [
        sentences(lambda lines: [each.split(" N:")[0] if " deal" in each else each for each in lines])
    ]),
    (1, "a settlement", [sentences(lambda lines: [*lines, WRONG])]),
    (1, "a time in the future", [
        lambda line: line.update(date="2999-01-01"), lambda line: line.update(date="1799-12-31"),
        lambda line: line["players"].update(E="x" * 201), lambda line: line.update(id="4711"),
        lambda line: line.update(id="ce6c6129-6757-50e1-bcaa-7f4dec64aad3"),
    ]),
]  # fmt: skip
"""The exit code and the changes of each row but the last."""


def test_whatever_is_refused_is_refused_alike_by_check_and_import(
    nought: Nought, exported: str, tmp_path: Path
) -> None:
    *listed, last = rows(1)
    assert [row.startswith(key) for row, (_, key, _) in zip(listed, REFUSED, strict=True)] == [True] * len(REFUSED)
    assert last == "another deal under the same id"
    file = tmp_path / "games.ndjson"
    whole = new_deal(exported)
    with cases() as case:
        for code, key, changes in REFUSED:
            for number, change in enumerate(changes):
                with case(key, number):
                    line = copy.deepcopy(whole)
                    change(line)
                    # The other line of the file is read all the same.
                    file.write_text(f"{json.dumps(line)}\n{json.dumps(whole | {'number': 2})}\n", encoding="utf-8")
                    assert (nought("check", file).code, nought("import", "--dry-run", file).code) == (code, code)
                    assert "1 good" in nought("check", file).out
        with case("no JSON"):
            file.write_text("{", encoding="utf-8")
            assert (nought("check", file).code, nought("import", "--dry-run", file).code) == (2, 2)


def test_another_deal_under_the_same_id_overwrites_nothing(nought: Nought, exported: str, tmp_path: Path) -> None:
    file = tmp_path / "games.ndjson"
    file.write_text(exported, encoding="utf-8")
    nought("import", file)
    before = nought("export", "--all").out
    file.write_text(json.dumps(json.loads(exported) | {"number": 2}), encoding="utf-8")
    assert nought("import", file).code == 1
    assert nought("export", "--all").out == before
