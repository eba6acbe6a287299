"""`check`, `show` and `replay` with a hand file of every ruleset."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from domain.engine.facts import Act
from domain.engine.hiding import viewers
from replay.notation import DealDocument, Item, write_hand
from tests.cases import one_in
from tests.cli.conftest import Nought
from tests.golden.deals import DEALS, record_of
from tests.golden.pages import MOMENTS, file_of


@pytest.fixture(params=one_in(3, DEALS))
def key(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def deal(key: str, tmp_path: Path) -> Path:
    """The hand file of the ruleset's worked deal."""
    record = record_of(key)
    assert record.settlement is not None
    facts = (*record.acts, record.settlement)
    path = tmp_path / f"{key}.nought.toml"
    path.write_text(write_hand(DealDocument(record.opened, tuple(map(Item, facts)))), encoding="utf-8")
    return path


def test_it_is_good_and_shown_as_in_the_golden_file(nought: Nought, key: str, deal: Path) -> None:
    assert nought("check", deal).out == "1 file, 1 deal: 1 good, 0 wrong\n"
    page, _, _ = file_of(key).read_text(encoding="utf-8").partition("\n\n\n")
    assert nought("show", deal).out.split() == page.split()


def test_everybody_s_replay_is_told_and_json_has_every_act(nought: Nought, key: str, deal: Path) -> None:
    record = record_of(key)
    acts = sum(isinstance(act, Act) for act in record.acts)
    for viewer in viewers(record.rules.seats):
        answer = nought("replay", deal, "--seat", viewer)
        assert (answer.code, answer.err) == (0, "")
        assert f"after ply {acts - 1} (over)" in answer.out
        frames = json.loads(nought("replay", deal, "--seat", viewer, "--json").out)["frames"]
        assert len(frames) == acts
    if key in MOMENTS:
        viewer, ply = MOMENTS[key]
        _, _, page = file_of(key).read_text(encoding="utf-8").partition("\n\n\n")
        assert nought("replay", deal, "--seat", viewer, "--at", ply).out.split() == page.split()
