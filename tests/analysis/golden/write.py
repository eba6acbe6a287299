"""The stored analyses of some worked hands: prices, judgements, and the numbers of each seat.

To accept a change, raise `FORM` in `analysis/versions.py`, then run ``python -m tests.analysis.golden.write``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Final

from analysis.deal import analyse
from analysis.hands import analysed_hands, is_makeable
from analysis.judgement import judge_costly
from analysis.payloads import deal_payload
from analysis.solver import Solver
from analysis.versions import FORM
from replay.notation import read_hand
from replay.notation.document import record_of

HANDS: Final = ("11-redeal", "30-half-court", "36-a-sacrifice")
FILE: Final = Path(__file__).with_name("stored.txt")


def stored() -> Iterator[str]:
    """Yield what is stored of each hand, as lines of JSON; without the kernel, whose digest is in the key anyway."""
    for name in HANDS:
        record = record_of(read_hand(Path(f"replay/hands/{name}.nought.toml").read_text(encoding="utf-8")))
        analysis = analyse(record, Solver())
        answer = deal_payload(judge_costly(record, analysis, Solver(), seed=name, most=30))
        del answer["kernel"]
        plies = answer.pop("plies")
        yield name
        yield json.dumps({**answer, "makeable": is_makeable(analysis)})
        yield from (json.dumps(asdict(hand)) for hand in analysed_hands(analysis))
        yield from map(json.dumps, plies)


def read() -> tuple[str, list[str]]:
    """Return the form in the file, and the lines after it."""
    form, *lines = FILE.read_text(encoding="utf-8").splitlines()
    return form, lines


def write(lines: list[str]) -> None:
    """Write the file. Raises `ValueError` if the lines have changed, but not the form."""
    form = f"form {FORM}"
    if FILE.exists() and read() != (form, lines) and read()[0] == form:
        raise ValueError("the stored answers have changed: raise FORM in analysis/versions.py first")
    FILE.write_text("\n".join([form, *lines]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    try:
        write(list(stored()))
    except ValueError as error:
        sys.exit(str(error))
