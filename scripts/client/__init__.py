"""Writes what the clients of the API have from its OpenAPI document: `python -m scripts.client`, or `make clients`.

These modules are not kept in the tree. They are made where the clients are built, before tests, and by `make lint`.
"""

from __future__ import annotations

import fcntl
from itertools import chain
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
PYTHON: Final = ROOT / "clients" / "python" / "nought_client"
TYPESCRIPT: Final = ROOT / "clients" / "typescript"
MADE: Final = (PYTHON / "models.py", PYTHON / "resources.py", TYPESCRIPT / "nought.d.ts")
SOURCES: Final = ("analysis", "api", "bots", "domain", "replay", "schemas", "scripts/client", "store", "web")
"""The folders whose code decides what the document says."""


def is_current() -> bool:
    """Return whether the modules are there, and newer than the code of the API."""
    code = chain.from_iterable((ROOT / folder).rglob("*.py") for folder in SOURCES)
    newest = max(path.stat().st_mtime_ns for path in code)
    return all(path.is_file() and path.stat().st_mtime_ns > newest for path in MADE)


def texts() -> dict[Path, str]:
    """Return the modules by their paths."""
    from scripts.client import python, typescript
    from scripts.client.document import document

    source = document()
    modules = {PYTHON / name: text for name, text in python.modules(source).items()}
    return {**modules, TYPESCRIPT / "nought.d.ts": typescript.text(source)}


def bring_up_to_date() -> None:
    """Write the modules if they are not current; of several processes one writes, and the others wait."""
    with (PYTHON / "py.typed").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not is_current():
            for path, text in texts().items():
                path.write_text(text, encoding="utf-8")
