"""The wheel: everything that Nought needs is in it, and it works where there is no checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest
from hatchling.builders.wheel import WheelBuilder

from store.settings import Settings
from tests.cases import cases

ROOT: Final = Path(__file__).parents[2]
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PACKAGES: Final[list[str]] = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
ENDINGS: Final = (
    ".wasm", "/howells.txt", ".toml", ".ndjson", ".sql", ".html", ".css", ".js",
    ".woff2", ".mo", ".json",
)  # fmt: skip
"""Kinds of files that are read while Nought runs: at least one of each is needed."""
EXAMPLES: Final = """
import doctest, importlib, sys
import nought
place = sys.argv[1]
assert nought.__file__.startswith(place), nought.__file__
assert importlib.import_module("replay").__file__.startswith(place)
failed, tried = doctest.testfile(sys.argv[2], module_relative=False, optionflags=doctest.ELLIPSIS)
assert tried > 60 and not failed
"""
PAGES: Final = """
from store.settings import Settings
from web.app import create_app
client = create_app(Settings.from_environment()).test_client()
for path in ("/", "/learn", "/rules/304", "/problems", "/docs", "/openapi.json"):
    answer = client.get(path, follow_redirects=True)
    print(path, answer.status_code)
"""


@dataclass(frozen=True)
class Installed:
    """A wheel, unpacked in a folder of its own."""

    folder: Path
    names: frozenset[str]

    def run(self, *arguments: object, **environment: str) -> str:
        """Run Python with the unpacked wheel, in a folder without a checkout. Return its output."""
        known = {**os.environ, "PYTHONPATH": str(self.folder), **environment}
        done = subprocess.run(
            [sys.executable, *map(str, arguments)],
            cwd=self.folder.parent, env=known, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
        return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installed]:
    above = tmp_path_factory.mktemp("wheel")
    (path,) = WheelBuilder(str(ROOT)).build(directory=str(above), versions=["standard"])
    with zipfile.ZipFile(path) as packed:
        packed.extractall(above / "installed")
        yield Installed(above / "installed", frozenset(packed.namelist()))


def test_every_file_of_the_packages_is_in_the_wheel(wheel: Installed) -> None:
    there = {
        str(path.relative_to(ROOT))
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".po"
    }
    packed = {name for name in wheel.names if ".dist-info/" not in name}
    assert there - packed == set()
    assert not [name for name in packed if name.endswith(".po")]
    assert {name.partition("/")[0] for name in packed} == set(PACKAGES)


def test_the_wheel_has_types_data_and_the_command(wheel: Installed) -> None:
    with cases() as case:
        for package in PACKAGES:
            # Without the marker in every package, a checker of types would see nothing behind `nought`.
            with case(package):
                assert f"{package}/py.typed" in wheel.names
        for ending in ENDINGS:
            with case(ending):
                assert any(name.endswith(ending) for name in wheel.names)
    (points,) = (name for name in wheel.names if name.endswith("entry_points.txt"))
    assert "nought = api.cli:main" in (wheel.folder / points).read_text()


@pytest.mark.full
def test_the_examples_for_programs_are_true_where_there_is_no_checkout(wheel: Installed, settings: Settings) -> None:
    book = {"NOUGHT_DSN": settings.dsn, "NOUGHT_SCHEMA": settings.schema}
    wheel.run("-c", EXAMPLES, wheel.folder, ROOT / "docs" / "python.md", **book)


@pytest.mark.full
def test_the_command_works_where_there_is_no_checkout(wheel: Installed) -> None:
    assert "nought demo" in wheel.run("-m", "nought", "--help")
    assert "1 good, 0 wrong" in wheel.run("-m", "nought", "check", "05-an-opponent-cuts")
    assert "304-jaffna" in wheel.run("-m", "nought", "rulesets")


@pytest.mark.full
def test_the_pages_work_where_there_is_no_checkout(wheel: Installed, settings: Settings) -> None:
    book = {"NOUGHT_DSN": settings.dsn, "NOUGHT_SCHEMA": settings.schema}
    lines = wheel.run("-c", PAGES, **book).splitlines()
    assert len(lines) == 6
    assert [line for line in lines if not line.endswith(" 200")] == []
