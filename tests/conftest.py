"""Settings of all tests: how many examples a law is tried on, which run has a test, and which worker.

No example is timed, since machines differ and are shared. A law is tried on 25 random examples, and on 500 in the full
run. A test marked ``full`` belongs to the full run alone: ``make test`` leaves it out, ``make test-full`` has it, and
so has whoever names its module to pytest. The full run can be run in parts (`tests/parts.py`).
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import pytest

from tests.cases import FULL
from tests.databases import lay_out, server, settings
from tests.parts import PARTS, part_of

if TYPE_CHECKING:
    from playwright.sync_api import Playwright
    from xdist.remote import Producer
    from xdist.scheduler.loadscope import LoadScopeScheduling

__all__ = ["lay_out", "server", "settings"]

gc.set_threshold(50_000, 20, 20)
"""Thousands of tests and the modules that they import are kept to the end: a search for garbage among them all costs
more than it finds, so it is made less often, and not among what is there before the first test."""
EARLY = ("tests/cluster/", "tests/pages/", "tests/http/", "tests/cli/", "tests/serving/", "tests/store/")
"""Folders whose modules take long. They come first, so that at the end no worker is still at one of them."""
TOGETHER = {
    "tests/cluster/": "clusters",
    "tests/image/": "images",
    "tests/client/": "client",
    "tests/pages/test_words.py": "words",
    "tests/replaying/test_refusals_in_words.py": "words",
    "tests/replaying/test_worded_errors.py": "words",
}
"""The tests that one worker has: clusters, of which not many shall run at once, images, which take minutes to build,
the client, whose server takes seconds to start, and the words of all sources, which take seconds to read."""
APART = (
    "tests/http/test_document.py::test_the_api_answers", "tests/simulation/", "tests/tournaments/test_simulated_",
    "tests/rules/", "tests/jass/",
)  # fmt: skip
"""What shares little with other tests. It comes last, test by test, for whichever worker is free."""
LARGE = ("tests/http/test_delay.py", "tests/http/test_recorded_alike.py", "tests/lessons/test_locked_")
"""What takes long in the full run. There each of these tests goes to whichever worker is free."""

TESTS = Path(__file__).parent

hypothesis.settings.register_profile("nought", deadline=None, max_examples=500 if FULL else 25)
hypothesis.settings.load_profile("nought")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--part", choices=PARTS, help="only this part of the tests (tests/parts.py)")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out the modules of the other parts, if only one part was asked for."""
    part = config.getoption("part")
    is_other = (
        part and collection_path.suffix == ".py" and part_of(collection_path.relative_to(TESTS).as_posix()) != part
    )
    return is_other or None


def worker_share(nodeid: str) -> str:
    """Return the share of one worker: a module, so that its fixtures are made once, a whole folder, or one test."""
    share = next((share for place, share in TOGETHER.items() if nodeid.startswith(place)), "")
    is_apart = nodeid.startswith((*APART, *LARGE) if FULL else APART)
    return share or (nodeid if is_apart else nodeid.partition("::")[0])


def turn(nodeid: str) -> int:
    """The place of a test among all; of the same place they stay in their order."""
    if nodeid.startswith(APART):
        return len(EARLY) + 1
    return next((place for place, folder in enumerate(EARLY) if nodeid.startswith(folder)), len(EARLY))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: turn(item.nodeid))


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadScopeScheduling:
    """Distribute the tests over the workers of pytest-xdist by `worker_share`, in their order."""
    from xdist.scheduler.loadscope import LoadScopeScheduling

    class Shares(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return worker_share(nodeid)

    config.option.loadscopereorder = False
    return Shares(config, log)


@pytest.fixture(scope="module")
def quick_hashes() -> Iterator[None]:
    """Hashes of passwords and PINs that take no time; `tests/signing/test_secrets.py` tests the real ones."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("api.people.secrets.METHOD", "scrypt:128:8:1")
        yield


@pytest.fixture(scope="session")
def driver() -> Iterator[Playwright]:
    """Playwright, started once in a process: it cannot run twice."""
    from playwright.sync_api import sync_playwright  # most workers need none

    with sync_playwright() as running:
        yield running
