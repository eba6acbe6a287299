"""Every package that the code imports is declared in pyproject.toml, not only brought along by another one."""

from __future__ import annotations

import re
import sys
import tomllib
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Final

from tests.cases import cases

ROOT: Final = Path(__file__).parents[2]
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
RUN: Final = tuple(PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"])
"""The packages that are installed."""
FOR_DEVELOPERS: Final = ("benchmarks", "simulation", "scripts", "tests", "clients")
OWN: Final = {*RUN, *FOR_DEVELOPERS, "nought_client"}


def declared(*extras: str) -> set[str]:
    """The distributions that are declared, with those of some extras."""
    optional = PROJECT["project"]["optional-dependencies"]
    lines = [*PROJECT["project"]["dependencies"], *(line for extra in extras for line in optional[extra])]
    names = set()
    for line in lines:
        name, extras_of = re.match(r"([\w.-]+)(?:\[([\w,-]+)\])?", line).groups()  # type: ignore[union-attr]
        # An extra such as psycopg[pool] brings psycopg-pool.
        names |= {normal(name), *(normal(f"{name}-{extra}") for extra in (extras_of or "").split(","))}
    return names


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


IMPORT: Final = re.compile(r"^ *(?:from (\w+)[\w.]* import |import (\w+)[\w.]*(?: as \w+)?$)", re.MULTILINE)
"""An import of another package, also within a function. To parse all files would take half a minute."""


@cache
def imports(folder: str) -> set[str]:
    """The packages from elsewhere that a folder imports, also those for types only."""
    texts = (path.read_text(encoding="utf-8") for path in (ROOT / folder).rglob("*.py"))
    packages = {one or other for text in texts for one, other in IMPORT.findall(text)}
    return packages - set(sys.stdlib_module_names) - OWN - {"_typeshed"}


distributions: Final = cache(packages_distributions)
"""The distributions of each module: to read the files of all of them takes a second."""


def undeclared(folders: tuple[str, ...], known: set[str]) -> set[tuple[str, str]]:
    of_module = distributions()
    return {
        (top, folder)
        for folder in folders
        for top in imports(folder)
        if not {normal(each) for each in of_module.get(top, [top])} & known
    }


def test_what_the_installed_packages_import_is_declared() -> None:
    known = declared("embedded", "pdf", "data", "otel")
    assert len({top for folder in RUN for top in imports(folder)}) > 20
    assert undeclared(RUN, known) == set()


def test_what_tests_and_scripts_import_is_declared() -> None:
    known = declared("embedded", "pdf", "data", "otel", "dev", "bench", "mutation")
    with cases() as case:
        for folder in FOR_DEVELOPERS:
            with case(folder):
                # The peers of the benchmarks are installed for the benchmarks alone; `gi` is of Debian's own Python,
                # on which tests/engines/webkit_window.py runs.
                missing = {top for top, _ in undeclared((folder,), known)}
                missing -= {"chess", "endplay", "jass", "pyspiel", "gi"}
                assert missing == set()
