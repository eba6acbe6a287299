"""The output of commands, in files that people can read.

The files are written anew by ``python -m tests.cli.golden.write``; read the difference before you keep it.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
from pathlib import Path

from api.cli.main import run

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
HANDS = sorted((ROOT / "replay" / "hands").glob("*.nought.toml"))


def hand(number: int) -> str:
    """A worked hand file, as somebody in the project's folder names it."""
    return str(HANDS[number - 1].relative_to(ROOT))


CASES: dict[str, list[str]] = {
    "show-03-caps.txt": ["show", hand(3)],
    "show-05-closed.txt": ["show", hand(5)],
    "show-08-partner-close-caps.txt": ["show", hand(8)],
    "show-12-all-pass.txt": ["show", hand(12)],
    "show-16-corrected.txt": ["show", hand(16)],
    "show-17-revoke.txt": ["show", hand(17)],
    "show-18-unknown-cards.txt": ["show", hand(18)],
    "replay-05-public.txt": ["replay", hand(5)],
    "replay-05-east-at-17.txt": ["replay", hand(5), "--seat", "E", "--at", "17"],
    "replay-05-west-at-17.txt": ["replay", hand(5), "--seat", "w", "--at", "17"],
    "replay-05-all-at-17.txt": ["replay", hand(5), "--seat", "all", "--at", "17"],
    "replay-37-all.txt": ["replay", hand(37), "--seat", "all", "--at", "25"],
    "replay-05-east-before.txt": ["replay", hand(5), "--seat", "E", "--at", "-1"],
    "replay-05-east-at-17.json": ["replay", hand(5), "--seat", "E", "--at", "17", "--json"],
    "replay-18-scribe-at-17.txt": ["replay", hand(18), "--seat", "scribe", "--at", "17"],
    "check-all.txt": ["check", "--verbose", *(hand(number) for number in range(1, len(HANDS) + 1))],
    "rulesets.txt": ["rulesets"],
    "rulesets-show.txt": ["rulesets", "show", "304-bank"],
    "rulesets-show-sidi-barrani.txt": ["rulesets", "show", "sidi-barrani"],
    "rulesets-show-bank.json": ["rulesets", "show", "304-bank", "--json"],
    "rulesets-parameters.txt": ["rulesets", "show", "304", "--parameters"],
    "rulesets-parameters-sidi-barrani.json": ["rulesets", "show", "sidi-barrani", "--parameters", "--json"],
    "rulesets-diff.txt": ["rulesets", "diff", "304", "304-bank"],
    "rulesets-diff-jaffna.txt": ["rulesets", "diff", "304", "304-jaffna"],
    "rulesets-diff-jaffna.json": ["rulesets", "diff", "304", "304-jaffna", "--json"],
    "rulesets-diff-sidi-barrani.txt": ["rulesets", "diff", "504", "sidi-barrani"],
    "rulesets-diff-nothing.txt": ["rulesets", "diff", "304", "304"],
    "audit-17-revoke.txt": ["audit", hand(17)],
    "audit-17-revoke.json": ["audit", hand(17), "--json"],
    "audit-01-clean.txt": ["audit", hand(1)],
    "knows-05-east-at-31.txt": ["knows", hand(5), "--seat", "E", "--at", "31"],
    "knows-05-east-at-38.txt": ["knows", hand(5), "--seat", "e", "--at", "38"],
    "knows-37-south-at-30.txt": ["knows", hand(37), "--seat", "S", "--at", "30"],
    "shuffle-06-after-05.txt": ["shuffle", hand(6), hand(5)],
    "shuffle-12-alone.txt": ["shuffle", hand(12)],
    "analyse-08-partner-close-caps.txt": ["analyse", hand(8)],
    "analyse-10-open.txt": ["analyse", hand(10)],
    "analyse-10-ply-25.txt": ["analyse", hand(10), "--ply", "25"],
    "analyse-10-open.json": ["analyse", hand(10), "--json"],
    "analyse-12-all-pass.txt": ["analyse", hand(12)],
    "what-if-01-jaffna.txt": ["what-if", hand(1), "304-jaffna"],
    "what-if-01-jaffna.json": ["what-if", hand(1), "304-jaffna", "--json"],
    "what-if-03-tamil-nadu.txt": ["what-if", hand(3), "304-tamil-nadu"],
    "what-if-12-bank.txt": ["what-if", hand(12), "304-bank"],
    "what-if-17-jaffna.txt": ["what-if", hand(17), "304-jaffna"],
}
"""The files, and the commands that print them."""


def printed(arguments: list[str]) -> str:
    """The output of a command, run in the project's folder."""
    output = io.StringIO()
    with contextlib.chdir(ROOT), contextlib.redirect_stdout(output):
        code = run(arguments)
    # A command that finds something wrong with a deal says so and ends with 2; bad input would print nothing here.
    assert code == 0 or (code == 1 and output.getvalue()), arguments
    return output.getvalue()


def text(name: str) -> str:
    """The expected text of the file of that name; JSON is laid out so that one sees what changed."""
    output = printed(CASES[name])
    return f"{json.dumps(json.loads(output), indent=1, ensure_ascii=False)}\n" if name.endswith(".json") else output


if __name__ == "__main__":
    os.environ.pop("COLUMNS", None)
    for name in CASES:
        (HERE / name).write_text(text(name), encoding="utf-8")
