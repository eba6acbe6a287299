"""The modules and types of the clients are made from the OpenAPI document where they are needed."""

from __future__ import annotations

import subprocess
import tarfile
import zipfile
from pathlib import Path

import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder

from scripts import client
from tests.cases import cases

ROOT = Path(__file__).parents[2]
PROJECT = str(client.PYTHON.parent)
MODULES = {"nought_client/models.py", "nought_client/resources.py"}


def test_the_tree_has_none_of_the_modules() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    kept = {ROOT / name for name in listed}
    assert client.PYTHON / "client.py" in kept
    assert kept & {*client.MADE} == set()
    assert [path for path in kept if path.suffix == ".mo"] == []


def test_a_wheel_and_a_source_distribution_have_them(tmp_path: Path) -> None:
    (wheel,) = WheelBuilder(PROJECT).build(directory=str(tmp_path), versions=["standard"])
    (source,) = SdistBuilder(PROJECT).build(directory=str(tmp_path), versions=["standard"])
    with zipfile.ZipFile(wheel) as packed:
        assert set(packed.namelist()) >= MODULES
    with tarfile.open(source) as packed_source:
        names = {name.partition("/")[2] for name in packed_source.getnames()}
        packed_source.extractall(tmp_path / "elsewhere", filter="data")
    assert MODULES | {"hatch_build.py"} <= names
    (elsewhere,) = (tmp_path / "elsewhere").iterdir()
    (again,) = WheelBuilder(str(elsewhere)).build(directory=str(tmp_path / "again"), versions=["standard"])
    with zipfile.ZipFile(again) as packed:
        assert set(packed.namelist()) >= MODULES


def test_a_build_installs_the_server_only_where_they_must_be_made(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert [each.split(">")[0] for each in WheelBuilder(PROJECT).config.dependencies] == []
    monkeypatch.setattr(client, "MADE", (tmp_path / "models.py",))
    names = {each.split(">")[0] for each in WheelBuilder(PROJECT).config.dependencies}
    assert {"flask", "marshmallow", "ruff"} <= names
    assert not {"pytest", "mypy"} & names


def test_they_are_made_again_if_the_api_is_newer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    code, module = tmp_path / "api" / "routes.py", tmp_path / "models.py"
    code.parent.mkdir()
    code.write_text("old")
    monkeypatch.setattr(client, "ROOT", tmp_path)
    monkeypatch.setattr(client, "MADE", (module,))
    monkeypatch.setattr(client, "texts", lambda: {module: f"made of {code.read_text()}"})
    with cases() as case:
        with case("missing"):
            client.bring_up_to_date()
            assert module.read_text() == "made of old"
        with case("current"):
            module.write_text("kept")
            client.bring_up_to_date()
            assert module.read_text() == "kept"
        with case("older"):
            code.write_text("new")
            client.bring_up_to_date()
            assert module.read_text() == "made of new"
