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
from api.puzzle_mining import mine_deal
from demo.deals import generated_deal
from domain.games.catalogue import RULESETS
from replay.notation.archive import write_archived
from replay.notation.document import record_of
from replay.puzzles.file import BUILT_IN, write_line
from replay.puzzles.themes import THEMES

SEED = "problems"
OF_EACH = 14
"""The problems of each theme."""
OF_A_RULESET = 3
"""The most problems of a theme from deals of one ruleset."""


def main() -> None:
    """Mine problems until there are enough of each theme, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=5000)
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
        missing = [t for t in THEMES if len(lines[t]) < OF_EACH and sources[t, key] < OF_A_RULESET]
        if not missing:
            if all(len(of_theme) >= OF_EACH for of_theme in lines.values()):
                break
            continue
        for puzzle in mine_deal(record_of(generated_deal(SEED, number)), str(number), missing):
            if puzzle.theme in ("caps", "breach") and answers[puzzle.theme, puzzle.answers[0]] >= OF_EACH // 2:
                continue  # not the same answer each time
            answers[puzzle.theme, puzzle.answers[0]] += 1
            sources[puzzle.theme, key] += 1
            lines[puzzle.theme].append(write_line(puzzle))
        sys.stderr.write(f"\r{number + 1} deals, {sum(map(len, lines.values()))} problems ")
    path = Path(str(files(replay.puzzles))) / BUILT_IN
    path.write_text("".join(f"{line}\n" for of_theme in lines.values() for line in of_theme), encoding="utf-8")


if __name__ == "__main__":
    main()
