"""The full run can be run in parts, and leaves nothing out that way."""

from __future__ import annotations

import re
from pathlib import Path

from tests.cases import cases
from tests.parts import PARTS, part_of

TESTS = Path(__file__).parent
MODULES = sorted(path.relative_to(TESTS).as_posix() for path in TESTS.rglob("test_*.py"))


def test_every_module_belongs_to_one_part() -> None:
    assert len(MODULES) > 300
    assert [module for module in MODULES if part_of(module) is None] == []
    places = [place for of_part in PARTS.values() for place in of_part]
    assert len(places) == len(set(places))
    assert [place for place in places if not (TESTS / place).exists()] == []


def test_a_module_that_is_named_belongs_to_the_part_that_names_it() -> None:
    with cases() as case:
        for module, part in (
            ("http/test_delay.py", "delay"),
            ("http/test_clock.py", "api"),
            ("test_cases.py", "commands"),
            ("store/test_migrations.py", "upgrade"),
        ):
            with case(module):
                assert part_of(module) == part


def test_every_part_has_its_figure_in_the_document_for_contributors() -> None:
    document = (TESTS.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `(\w+)` \|", document, re.MULTILINE)) == set(PARTS)
