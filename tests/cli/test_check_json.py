"""`check --json`: one line of JSON a deal, one with the numbers, and the exit codes of every command that judges."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from api.cli.parts import exits
from tests.cli.conftest import ROOT, Answer, Nought, hand, nought

__all__ = ["nought"]

SCHEMA = jsonschema_rs.validator_for(json.loads((ROOT / "schemas" / "check.schema.json").read_text()))
WRONG = """nought = 1
ruleset = "304"
dealer = "S"
actions = ["W cut", "E 150"]
"""


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    """A deal in which somebody bids before a card is dealt."""
    path = tmp_path / "wrong.toml"
    path.write_text(WRONG)
    return path


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """An archive of a bad line between two good ones."""
    path = tmp_path / "broken.ndjson"
    line = hand_as_line()
    path.write_bytes(line + b"\n\nnonsense \xe2\x80\xae\n" + line + b"\n")
    return path


def hand_as_line() -> bytes:
    """A worked hand as a line of the archive."""
    from replay.notation import read_hand, write_archived

    return write_archived(read_hand(hand(5).read_text()))


def lines(answer: Answer) -> list[dict[str, Any]]:
    """The lines of an answer, each of which fits the schema."""
    rows = [json.loads(line) for line in answer.out.splitlines()]
    for line in rows:
        SCHEMA.validate(line)
    return rows


def test_each_deal_is_a_line_and_the_last_line_counts_them(nought: Nought, broken: Path, wrong: Path) -> None:
    answer = nought("check", "--json", hand(17), broken, wrong)
    assert (answer.code, answer.err) == (2, "")
    *deals, counts = lines(answer)
    assert counts == {"good": 3, "wrong": 1, "unreadable": 1}
    assert [(Path(each["file"]).name, each.get("line"), each["status"]) for each in deals] == [
        (hand(17).name, None, "good"),
        ("broken.ndjson", 1, "good"), ("broken.ndjson", 3, "unreadable"), ("broken.ndjson", 4, "good"),
        ("wrong.toml", None, "wrong"),
    ]  # fmt: skip
    assert deals[0]["acts"] == 48
    (noted,) = [each for each in deals[0]["findings"] if each["code"] == "revoke"]
    assert (noted["kind"], noted["error"]) == ("irregular", False)
    assert "nonsense" not in deals[2]
    assert deals[2]["reason"]
    (finding,) = deals[4]["findings"]
    assert (finding["kind"], finding["error"], finding["seat"]) == ("refused", True, "E")
    assert (finding["item"], finding["line"], finding["text"]) == (1, 4, "E 150")
    assert finding["clause"].keys() == {"document", "heading"}


def test_quiet_leaves_only_what_is_wrong(nought: Nought, broken: Path, wrong: Path) -> None:
    *deals, counts = lines(nought("check", "-q", "--json", hand(17), broken, wrong))
    assert [each["status"] for each in deals] == ["unreadable", "wrong"]
    assert counts == {"good": 3, "wrong": 1, "unreadable": 1}
    assert all(finding["error"] for finding in deals[1]["findings"])


def test_findings_and_what_cannot_be_read_have_exit_codes_of_their_own(
    nought: Nought, broken: Path, wrong: Path, tmp_path: Path
) -> None:
    """As grep and diff have them: 1 for what was found, 2 for trouble, whichever came first."""
    for more in ([], ["--json"], ["-q"]):
        assert nought("check", *more, hand(5)).code == 0
        assert nought("check", *more, wrong).code == 1
        assert nought("check", *more, broken).code == 2
        assert nought("check", *more, wrong, broken).code == nought("check", *more, broken, wrong).code == 2
        assert nought("check", *more, tmp_path / "nothing.toml").code == 2


def test_words_tell_what_is_wrong_from_what_cannot_be_read(nought: Nought, broken: Path, wrong: Path) -> None:
    assert nought("check", "-q", hand(5), wrong).out.splitlines()[-1] == "2 files, 2 deals: 1 good, 1 wrong"
    last = nought("check", "-q", hand(5), wrong, broken).out.splitlines()[-1]
    assert last == "3 files, 4 deals: 3 good, 1 wrong, 1 unreadable"


def test_no_name_of_a_file_breaks_the_line_or_steers_the_terminal(nought: Nought, tmp_path: Path) -> None:
    for name in ("a\nb.toml", "evil\x1b[2J\x9b.toml", "\udcff.toml", "\u202egnp.toml", "\N{DELETE}.toml"):
        path = tmp_path / name
        path.write_text(WRONG)
        answer = nought("check", "--json", path)
        assert "".join(answer.out.split("\n")).isprintable()
        deal, counts = lines(answer)
        assert counts == {"good": 0, "wrong": 1, "unreadable": 0}
        assert "".join(deal["file"].split("\n")).isprintable()


def test_the_table_of_exit_codes_is_the_one_that_the_commands_have(nought: Nought) -> None:
    table = (ROOT / "docs" / "commands.md").read_text()
    for name in ("DONE", "FAILED_CHECK", "UNUSABLE", "UNCHECKED", "UNFORESEEN"):
        assert f"| {getattr(exits, name)} |" in table
    output = nought("--help").out
    assert all(f"  {code}  " in output for code in (0, 1, 2, 3))
