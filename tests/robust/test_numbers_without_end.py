"""A number of thousands of digits, which Python refuses to read, is refused in words wherever one may stand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from replay.notation import read_hand, write_archived
from tests.cli.conftest import Nought, complaint, hand, nought
from tests.http.people import People

__all__ = ["nought"]

NINES = "9" * 5000
ACTIONS = [
    f'"W cut {NINES}"',
    f'"E {NINES}"',
    f'"E {NINES} H"',
    f'"E weis {NINES}"',
    f'"E weis {NINES} cards"',
    f'"E counts {NINES}"',
    f'"E demands S {NINES}"',
    f'"E scores 20 {NINES}"',
    f'{{ disclose = {{ plies = {{ "{NINES}" = "JH" }} }} }}',
    f'{{ amend = {NINES}, was = "W cut", now = "W no cut" }}',
]


@pytest.mark.parametrize("action", ACTIONS, ids=[each.replace(NINES, "9…")[:40] for each in ACTIONS])
@pytest.mark.parametrize("key", ["304", "sidi-barrani"])
def test_in_a_hand_file(nought: Nought, tmp_path: Path, key: str, action: str) -> None:
    path = tmp_path / "deal.toml"
    path.write_text(f'nought = 1\nruleset = "{key}"\ndealer = "S"\nactions = [{action}]\n')
    assert "unforeseen" not in complaint(nought("show", path))
    assert nought("check", "-q", path).code == 2


@pytest.mark.parametrize("head", [f"number = {NINES}", f'ruleset = "304 v{NINES}"'])
def test_in_the_head_of_a_hand_file(nought: Nought, tmp_path: Path, head: str) -> None:
    path = tmp_path / "deal.toml"
    path.write_text("\n".join(["nought = 1", 'dealer = "S"', head, *(['ruleset = "304"'] if "number" in head else [])]))
    message = complaint(nought("show", path))
    assert "unforeseen" not in message
    assert "sys." not in message


def changed(**more: Any) -> bytes:
    """A line of the archive with something else in it."""
    line = json.loads(write_archived(read_hand(hand(5).read_text())))
    return json.dumps({**line, **more}).encode()


def test_in_an_archive_at_the_command_line_and_over_http(nought: Nought, people: People, tmp_path: Path) -> None:
    path = tmp_path / "deal.ndjson"
    path.write_bytes(changed(lines=[{"disclose": {"plies": {NINES: "8H"}}}]))
    assert "the acts of a deal are numbered from 0" in complaint(nought("show", path))
    answer = people.admin.call(
        "POST", "/archive", data=path.read_bytes(), headers={"Content-Type": "application/x-ndjson"}
    )
    assert answer.status_code == 200, answer.json
    assert [each["outcome"] for each in answer.json["lines"]] == ["refused"]


def test_as_the_number_of_a_deal(nought: Nought) -> None:
    assert "holds no deal" in complaint(nought("show", hand(5), "--deal", NINES))


def test_in_a_body_and_in_a_path(people: People) -> None:
    body = b'{"name": "x", "at": ' + NINES.encode() + b"}"
    answer = people.admin.call("POST", "/clubs", data=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json["code"]) == (400, "json")
    assert people.admin.get(f"/tournaments/019c5c22-f9d0-791b-99d5-f0740c70b079/rounds/{NINES}").status_code == 404
