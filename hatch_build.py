"""Compiles the translations when Nought is built or installed; the compiled catalogues are not kept in the tree."""

from __future__ import annotations

import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Catalogues(BuildHookInterface[Any]):
    """The compiled catalogues of translations."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        sys.path.insert(0, self.root)
        from web.compiled import compile_all

        compile_all()
