"""The map for newcomers is true: what it names is there, and it names every folder."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from domain.engine.refusals import CLAUSES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text()
PRODUCT = ("nought", "domain", "replay", "schemas", "api", "web", "store", "demo")


def names_of(source: str) -> set[str]:
    """The names that a module defines, those in classes as ``Class.name``."""
    defined: set[str] = set()
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef):
            inside = (each.name for each in node.body if isinstance(each, ast.FunctionDef))
            defined |= {node.name, *(f"{node.name}.{name}" for name in inside)}
        elif isinstance(node, ast.FunctionDef):
            defined.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            defined |= {each.id for each in targets if isinstance(each, ast.Name)}
    return defined


def section(title: str) -> str:
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def test_every_file_and_name_of_the_table_is_there() -> None:
    rows = re.findall(r"`([\w/]+\.py)(?::([\w.]+))?`", section("Where is what"))
    assert len(rows) >= 30
    missing = [
        f"{path}:{name}"
        for path, name in rows
        if not (ROOT / path).is_file() or (name and name not in names_of((ROOT / path).read_text()))
    ]
    assert missing == []


def test_refusals_that_no_rule_explains_cite_a_chapter_of_the_page() -> None:
    cited = {clause.heading for clause in CLAUSES.values() if clause.document == "architecture"}
    assert cited
    assert all(f"\n## {heading}\n" in PAGE for heading in cited)


def test_the_tree_names_folders_that_are_there_and_leaves_out_none() -> None:
    block = section("The tree").split("```")[1].removeprefix("text\n")
    named = {line.split()[0].rstrip("/") for line in block.splitlines()}
    assert {path for path in named if not (ROOT / path).exists()} == set()
    folders = {each.parent for top in PRODUCT for each in (ROOT / top).rglob("*.py")}
    inner = {"domain/games/three04", "domain/games/sidi"}  # the same files in each game; the table leads to them
    unnamed = {
        path
        for path in (str(each.relative_to(ROOT)) for each in folders)
        if path not in named and not any(path.startswith(f"{game}/") for game in inner)
    }
    assert unnamed == set()


def test_every_path_in_the_page_of_details_leads_to_a_file() -> None:
    page = (ROOT / "docs" / "internals.md").read_text()
    paths = set(re.findall(r"`((?:[\w.-]+/)+[\w.-]+)`", page))
    assert len(paths) > 50
    roots = (ROOT, ROOT / "domain", ROOT / "web" / "static")
    assert {
        path for path in paths if not any((root / (path + end)).exists() for root in roots for end in ("", ".py"))
    } == set()


def test_every_link_leads_to_a_file() -> None:
    links = re.findall(r"\]\(([\w./-]+)\)", PAGE)
    assert links
    assert [link for link in links if not (ROOT / "docs" / link).exists()] == []
