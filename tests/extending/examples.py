"""The examples of docs/extending.md, as Python."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

DOCUMENT = Path(__file__).parents[2] / "docs" / "extending.md"


def example(first_line: str) -> str:
    """Return the one code block of the document that begins with a docstring."""
    blocks = re.findall(r"^```python\n(.*?)^```$", DOCUMENT.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    (block,) = [block for block in blocks if block.startswith(f'"""{first_line}')]
    return str(block)


def names_of(first_line: str) -> dict[str, Any]:
    """Run an example and return the names that it defines."""
    names: dict[str, Any] = {"__name__": "example"}
    exec(compile(example(first_line), str(DOCUMENT), "exec", dont_inherit=True), names)  # noqa: S102
    return names
