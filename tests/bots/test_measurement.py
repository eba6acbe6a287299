"""The script that measures the strengths of bots over duplicate deals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scripts import strengths

PAIRS = ["304,sidi-barrani", "club:beginner", "--processes", "1"]


def measure(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *words: str) -> list[str]:
    """The lines that the script prints."""
    monkeypatch.setattr("sys.argv", ["strengths", *PAIRS, *words])
    strengths.main()
    return capsys.readouterr().out.splitlines()


def test_equal_strengths_gain_nothing_over_duplicate_deals() -> None:
    for key in ("304", "sidi-barrani", "304-six-36"):
        assert strengths.duplicate(strengths.Task(key, "beginner", "beginner", 7)).gained == 0


@pytest.mark.full
def test_a_run_that_was_ended_goes_on_where_it_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "results.jsonl"
    whole = measure(capsys, monkeypatch, "--deals", "3")
    measure(capsys, monkeypatch, "--deals", "2", "--results", str(file))
    first = file.read_text()
    file.write_text(first + first.splitlines()[0][:40])  # half a line
    resumed = measure(capsys, monkeypatch, "--deals", "3", "--results", str(file))
    assert [line.split(", longest")[0] for line in resumed] == [line.split(", longest")[0] for line in whole]
    lines = [json.loads(line) for line in file.read_text().splitlines() if line.endswith("}")]
    assert sorted((line["ruleset"], line["deal"]) for line in lines) == [
        (key, deal) for key in ("304", "sidi-barrani") for deal in range(3)
    ]
    assert file.read_text().startswith(first)


def test_lines_of_other_bots_do_not_count(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    line = {"bots": "1", "ruleset": "304", "one": "club", "other": "beginner", "deal": 4, "gained": 1.5, "longest": 0.1}
    file.write_text(json.dumps(line) + "\n" + json.dumps(line | {"bots": "2", "deal": 5}) + "\n")
    assert strengths.read_results(file, "1") == {
        strengths.Task("304", "club", "beginner", 4): strengths.Result(1.5, 0.1)
    }


def test_a_pair_of_unknown_strengths_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["strengths", "304", "master:beginner"])
    with pytest.raises(SystemExit, match="2"):
        strengths.main()
    assert "a pair is two strengths" in capsys.readouterr().err
