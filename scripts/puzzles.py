"""Mine the problems that come with Nought from generated deals: ``python -m scripts.puzzles``.

``--deals 5000 --archive FILE`` writes the generated deals instead, for ``nought problems mine`` and
``python -m tests.puzzles.check``.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from importlib.resources import files
from pathlib import Path

import replay.puzzles
from api.analyses.puzzle_mining import mine_deal
from demo.deals import generated_deal
from domain.games.catalogue import RULESETS
from domain.games.sidi.game import SIDI
from replay.notation.archive import write_archived
from replay.notation.document import record_of
from replay.puzzles.file import BUILT_IN, write_line
from replay.puzzles.themes import THEMES

SEED = "problems"
OF_304 = 10
OF_SIDI = 5
"""The problems of each theme from deals of each game."""
OF_A_RULESET = 3
"""The most problems of a theme from deals of one ruleset of 304."""


def main() -> None:
    """Mine problems until there are enough of each theme, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--archive", type=Path)
    given = parser.parse_args()
    if given.archive:
        with given.archive.open("wb") as stream:
            for number in range(given.deals):
                stream.write(write_archived(generated_deal(SEED, number)) + b"\n")
        return
    lines: dict[str, list[str]] = {theme: [] for theme in THEMES}
    answers: Counter[tuple[str, str]] = Counter()
    sources: Counter[tuple[str, str]] = Counter()
    keys = list(RULESETS)
    for number in range(given.deals):
        key = keys[number % len(keys)]
        is_sidi = RULESETS[key].game is SIDI
        missing = [theme for theme in THEMES if is_missing(theme, key, sources, is_sidi=is_sidi)]
        if not missing:
            continue
        for puzzle in mine_deal(record_of(generated_deal(SEED, number)), str(number), missing):
            if puzzle.theme in ("caps", "breach") and answers[puzzle.theme, puzzle.answers[0]] >= OF_304 // 2:
                continue  # not the same answer each time
            answers[puzzle.theme, puzzle.answers[0]] += 1
            sources[puzzle.theme, key] += 1
            sources[puzzle.theme, "sidi" if is_sidi else "304 family"] += 1
            lines[puzzle.theme].append(write_line(puzzle))
        sys.stderr.write(f"\r{number + 1} deals, {sum(map(len, lines.values()))} problems ")
    path = Path(str(files(replay.puzzles))) / BUILT_IN
    path.write_text("".join(f"{line}\n" for of_theme in lines.values() for line in of_theme), encoding="utf-8")


def is_missing(theme: str, key: str, sources: Counter[tuple[str, str]], *, is_sidi: bool) -> bool:
    """Return whether more problems of a theme are looked for in deals of a ruleset."""
    if is_sidi:
        return theme != "caps" and sources[theme, "sidi"] < OF_SIDI
    return sources[theme, "304 family"] < OF_304 and sources[theme, key] < OF_A_RULESET


if __name__ == "__main__":
    main()
