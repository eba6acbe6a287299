"""The folders of the worked hand files and of the schemas."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema_rs
import pytest

HOUSE = Path(__file__).parents[2]
CASES = HOUSE / "tests" / "notation" / "cases"
HANDS = sorted((HOUSE / "replay" / "hands").glob("*.nought.toml"))


def _schema(name: str) -> jsonschema_rs.Draft202012Validator:
    schema = json.loads((HOUSE / "schemas" / name).read_text(encoding="utf-8"))
    jsonschema_rs.meta.validate(schema)
    return jsonschema_rs.Draft202012Validator(schema)


@pytest.fixture(scope="session")
def archive_schema() -> jsonschema_rs.Draft202012Validator:
    """The schema of a line of an archive."""
    return _schema("archive.schema.json")


@pytest.fixture(scope="session")
def hand_schema() -> jsonschema_rs.Draft202012Validator:
    """The schema of a hand file."""
    return _schema("hand-file.schema.json")


@pytest.fixture(params=HANDS, ids=lambda path: path.name.removesuffix(".nought.toml"))
def hand(request: pytest.FixtureRequest) -> str:
    """The text of each worked hand file."""
    path: Path = request.param
    return path.read_text(encoding="utf-8")
