"""Rulebooks and what-if at the command line: a house's own rules in a file, and what cannot be compared."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from domain.engine.parameters import plain
from domain.games.catalogue import RULESETS
from replay.notation.archive import write_archived
from replay.notation.document import DealDocument, Item
from tests.cli.conftest import Nought, complaint, hand
from tests.jass.table import Table

HARBOUR = """
base = "304 v1"
key = "304-harbour"
name = "304 as at the harbour"
changes."caps.grace" = "none"
changes."redeal.threshold" = "none"
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A file with a house's own ruleset."""
    path = tmp_path / "harbour.toml"
    path.write_text(HARBOUR)
    return path


def test_a_house_has_a_rulebook_of_its_own(nought: Nought, house: Path) -> None:
    output = nought("rulesets", "show", house).out
    assert output.startswith("304 as at the harbour   304-harbour v1\n")
    assert "The call comes with the very card" in output
    assert "reject" not in output


def test_a_house_may_be_told_in_toml_in_json_whole_or_in_its_hand_file(nought: Nought, tmp_path: Path) -> None:
    whole = json.loads(nought("rulesets", "show", "304-jaffna", "--parameters", "--json").out)
    ways = {
        "whole.json": json.dumps(whole),
        "named.json": '{"ruleset": "304-jaffna v1"}',
        "named.toml": 'ruleset = "304-jaffna"',
        "by-changes.json": json.dumps({"base": "304-jaffna", "key": "304-jaffna", "name": whole["name"]}),
        "bom.json": "\ufeff" + json.dumps(whole),
    }
    shown = nought("rulesets", "show", "304-jaffna").out
    for name, text in ways.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        assert nought("rulesets", "show", tmp_path / name).out == shown, name
    assert nought("rulesets", "show", hand(1)).out == nought("rulesets", "show", "304").out


def test_a_house_differs_from_its_base_in_what_it_changes(nought: Nought, house: Path) -> None:
    payload = json.loads(nought("rulesets", "diff", "304", house, "--json").out)
    assert (payload["one"], payload["other"]) == ("304", "304-harbour")
    assert payload["parameters"] == {"redeal.threshold": [15, None], "caps.grace": ["until_next_own_lead", "none"]}


def test_a_deal_is_judged_by_a_house(nought: Nought, house: Path) -> None:
    """000 "Bidding with Four Cards": in the eleventh hand a weak batch was rejected."""
    output = nought("what-if", hand(11), house).out
    assert "judged by 304 as at the harbour" in output
    assert "Only the other rules forbid" in output
    assert "demanded a redeal" in output


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("base = ", "is no ruleset file"),
        ("{", "is no ruleset file"),
        ("[" * 200_000, "is no ruleset file"),
        ('{"ruleset": [1]}', "`ruleset` must be a name or a table"),
        ('base = "whist"', "there is no ruleset 'whist'"),
        ('base = "304 v9"', "known in version 1, not 9"),
        ('base = "304"\nchanges."caps.colour" = 1', "there is no rule parameter 'caps.colour'"),
        ('base = "304"\nchanges."caps.grace" = "long"', "allowed: none, until_next_own_lead, end_of_trick"),
        ('base = "304"\ncolour = "red"', "not colour"),
        ("{}", "the ruleset does not fit together"),
        ("x" * ((1 << 20) + 1), "too long"),
    ],
    ids=lambda each: each[:24],
)
def test_a_file_that_tells_no_ruleset_is_refused_in_one_line(
    nought: Nought, tmp_path: Path, text: str, message: str
) -> None:
    path = tmp_path / "house.toml"
    path.write_text(text)
    for command in (["rulesets", "show", path], ["rulesets", "diff", "304", path], ["what-if", hand(1), path]):
        assert message in complaint(nought(*command))


def test_bytes_that_are_no_text_tell_no_ruleset(nought: Nought, tmp_path: Path) -> None:
    (tmp_path / "house").write_bytes(b"\xff\xfe\x00")
    assert "is no ruleset file" in complaint(nought("rulesets", "show", tmp_path / "house"))


def test_a_game_that_is_known_is_no_file(nought: Nought, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "304").write_text('base = "304-jaffna"')
    monkeypatch.chdir(tmp_path)
    assert nought("rulesets", "show", "304").out.startswith("304   304 v1\n")


@pytest.mark.parametrize("key", RULESETS)
def test_every_game_has_a_page_and_the_same_in_json(nought: Nought, key: str) -> None:
    page = " ".join(nought("rulesets", "show", key).out.split())
    for chapter in json.loads(nought("rulesets", "show", key, "--json").out)["chapters"]:
        for rule in chapter["rules"]:
            assert f"{rule['text']} [{rule['source']}]" in page
    assert json.loads(nought("rulesets", "show", key, "--parameters", "--json").out) == json.loads(
        json.dumps(plain(RULESETS[key]))
    )


@pytest.mark.parametrize(
    ("key", "why"),
    [
        ("sidi-barrani", "another kind of game"),
        ("304-six-24", "other seats or partners"),
        ("304-doso-viso", "other seats or partners"),
        ("whist", "there is no ruleset 'whist'; known: 304"),
    ],
)
def test_a_deal_is_judged_only_by_a_game_of_its_kind(nought: Nought, key: str, why: str) -> None:
    assert why in complaint(nought("what-if", hand(1), key))


def test_a_jass_is_scored_by_another_house(nought: Nought, tmp_path: Path) -> None:
    """003 "Variations": without Stöck and Weis."""
    record = Table({"S": "KS QS AS"}).playing("S 40 S").finish().record
    settled = record.settlement
    assert settled is not None
    items = (*(Item(act) for act in record.acts), Item(settled))
    (tmp_path / "jass.ndjson").write_bytes(write_archived(DealDocument(record.opened, items)))
    (tmp_path / "silent.toml").write_text(
        'base = "sidi-barrani"\nkey = "silent"\nname = "Without Stöck"\nchanges."stoeck.enabled" = false'
    )
    output = nought("what-if", tmp_path / "jass.ndjson", tmp_path / "silent.toml").out
    assert "judged by Without Stöck" in output
    assert "Only the other rules forbid" not in output
    assert f"score NS {settled.score['NS']}, EW " in output.partition("Result as played")[2]
    assert f"score NS {settled.score['NS'] - 20}, EW " in output.partition("Result by the other ruleset")[2]
