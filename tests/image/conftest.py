"""The images of both Dockerfiles, built once for all tests of a session, and what runs the Compose files with them."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Final

import pytest

from tests.image.compose_file import read_variables
from tests.image.images import ROOT, Images
from tests.image.stack import Stack
from tests.waiting import free_port

NEEDED: Final = ("buildah", "debootstrap", "git", "ip", "nsenter", "setpriv", "unshare")
FOLDER: Final = "NOUGHT_IMAGES"
"""The variable that names a folder in which the base of the images is kept from one session to the next."""

RunStack = Callable[[str], AbstractContextManager[Stack]]


def _missing() -> str:
    path = f"{os.environ.get('PATH', os.defpath)}:/usr/sbin:/sbin"
    missing = [name for name in NEEDED if shutil.which(name, path=path) is None]
    if os.geteuid() != 0:
        return "only root may build images and make namespaces"
    return f"not installed: {', '.join(missing)} (Debian's packages buildah and debootstrap)" if missing else ""


@pytest.fixture(scope="session")
def images() -> Iterator[Images]:
    if missing := _missing():
        assert not os.environ.get("NOUGHT_REQUIRE_ALL"), missing
        pytest.skip(missing)
    kept = os.environ.get(FOLDER)
    made = Images(Path(kept or tempfile.mkdtemp(prefix="nought-images-")))
    try:
        yield made
    finally:
        made.close()
        if not kept:
            shutil.rmtree(made.folder, ignore_errors=True)


@pytest.fixture(scope="module")
def port() -> int:
    """The port at which this machine reaches the site."""
    return free_port()


@pytest.fixture(scope="module")
def run_stack(images: Images, port: int) -> RunStack:
    """Returns a context in which the services of a Compose file run, with the variables of .env.example."""

    @contextmanager
    def run(file: str) -> Iterator[Stack]:
        variables = read_variables((ROOT / ".env.example").read_text(encoding="utf-8")) | {"NOUGHT_PORT": str(port)}
        folder = Path(tempfile.mkdtemp(prefix="nought-stack-", dir=images.folder))
        stack = Stack(file, variables, images, folder)
        try:
            stack.up()
            yield stack
        finally:
            stack.close()
            shutil.rmtree(folder, ignore_errors=True)

    return run
