"""``python -m benchmarks.book FOLDER --deals N``: fill a new folder with a book of N deals."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from api.cli.parts.books import embedded_settings
from benchmarks.book.filling import Plan, fill
from benchmarks.signals import end_in_order
from store.postgres import embedded

CONFIG: Final = {
    "shared_buffers": "1GB",
    "max_wal_size": "8GB",
    "synchronous_commit": "off",
    "checkpoint_timeout": "30min",
}
"""Settings of Postgres while the folder is filled."""
COPIES: Final = 100
"""Copies of each played deal, if ``--distinct`` is not given."""
LEAST: Final = 1000
"""The least number of deals that are played, if ``--distinct`` is not given."""


def main() -> None:
    """Fill a folder, and print what was done and how long it took."""
    end_in_order()
    parser = argparse.ArgumentParser(prog="python -m benchmarks.book", description=__doc__)
    parser.add_argument("folder", type=Path, help="a new folder, as nought serve --embedded --data takes it")
    parser.add_argument("--deals", type=int, required=True)
    parser.add_argument("--distinct", type=int, help="deals that are played; the others are copies of them")
    parser.add_argument("--seed", default="304")
    parser.add_argument("--no-log", action="store_true", help="leave the log to the server, which adds all leaves")
    arguments = parser.parse_args()
    deals: int = arguments.deals
    distinct: int = arguments.distinct or max(min(deals, LEAST), deals // COPIES)
    if not 1 <= distinct <= deals:
        parser.error(f"{distinct} of {deals} deals cannot be distinct: give 1 to {deals}")
    if embedded.holds_data(arguments.folder):
        parser.error(f"there is a record book in {arguments.folder}: name a new folder")
    with embedded.start(arguments.folder, config=CONFIG) as server:
        for step in fill(embedded_settings(server), Plan(deals, distinct, arguments.seed, not arguments.no_log)):
            print(f"{step.what}: {step.seconds:,.1f} s", flush=True)


if __name__ == "__main__":
    main()
