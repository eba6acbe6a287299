"""The rulebook of every game, in files that people can read.

The files are written anew by ``python -m tests.rulebook.golden.write``; read the difference before you keep it.
"""

from __future__ import annotations

from pathlib import Path

from domain.engine.rulebook import as_text
from domain.games.catalogue import RULESETS

HERE = Path(__file__).parent

if __name__ == "__main__":
    for key, ruleset in RULESETS.items():
        (HERE / f"{key}.txt").write_text(as_text(ruleset), encoding="utf-8")
