"""Makes the modules that follow from the API where the client is built from a checkout of Nought.

To make them, Nought itself must be there with what it needs to run. A source distribution has them already.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CHECKOUT: Final = (Path(__file__).parent / ".." / "..").resolve()
IS_CHECKOUT: Final = (CHECKOUT / "scripts" / "client").is_dir()
sys.path.insert(0, str(CHECKOUT))


class MadeModules(BuildHookInterface[Any]):
    """The modules made of the OpenAPI document."""

    def dependencies(self) -> list[str]:
        """Return what is needed to make them: nothing if they are there."""
        if not IS_CHECKOUT:
            return []
        from scripts.client import is_current

        project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        formatter = [each for each in project["optional-dependencies"]["dev"] if each.startswith("ruff")]
        return [] if is_current() else [*project["dependencies"], *formatter]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Bring them up to date."""
        if IS_CHECKOUT:
            from scripts.client import bring_up_to_date

            bring_up_to_date()
