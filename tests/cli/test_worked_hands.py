"""A worked hand is read by its name, also where there is no checkout with its file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cases import cases
from tests.cli.conftest import Nought, hand

NAME = "05-an-opponent-cuts"
COMMANDS = (
    ("show",),
    ("replay", "--seat", "E", "--at", "17"),
    ("audit",),
    ("knows", "--seat", "E", "--at", "38"),
    ("what-if", "304-jaffna"),
    ("analyse", "--limit", "10"),
)


def test_the_name_gives_what_the_file_gives(nought: Nought, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with cases() as case:
        for command, *options in COMMANDS:
            with case(command):
                by_name = nought(command, NAME, *options)
                assert by_name == nought(command, hand(5), *options)
                assert by_name.err == ""
                assert NAME in nought(command, "--help").out or command != "show"
    assert nought("check", NAME, "17-a-revoke").out.startswith("2 files, 2 deals")


def test_a_file_of_the_same_name_comes_first(nought: Nought, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / NAME).write_text('nought = 1\nruleset = "504"\ndealer = "1"\n')
    assert "504" in nought("show", NAME).out
