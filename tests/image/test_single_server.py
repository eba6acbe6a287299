"""docker-compose.yml, run as it is written: images built from the Dockerfile, roles, migration, server, a restart.

Without Docker (`tests.image.stack`): the kernel's own namespaces, overlays and capabilities do what the engine would.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.image.conftest import RunStack
from tests.image.containers import Container
from tests.image.images import SECRET, Images
from tests.image.site import NO_RIGHTS, acts, administrator, begun_deal, record, rights, status
from tests.image.stack import Stack
from tests.kills import Client

pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def stack(run_stack: RunStack) -> Iterator[Stack]:
    with run_stack("docker-compose.yml") as running:
        yield running


@pytest.fixture(scope="module")
def server(stack: Stack) -> Container:
    return stack["api"]


@pytest.fixture(scope="module")
def client(server: Container, port: int) -> Client:
    return administrator(server, port)


def test_the_book_is_migrated_once_and_the_site_answers(stack: Stack, server: Container, port: int) -> None:
    assert stack["migrate"].returncode == 0
    assert [status(port, path) for path in ("/", "/ready", "/health")] == [200, 200, 200]
    assert stack["db"].is_healthy()
    assert server.is_healthy()
    assert re.search(r"/sign-in/\S+", server.output), "the first start says how an administrator signs in"


def test_the_server_has_the_account_and_the_rights_of_the_files(server: Container) -> None:
    assert server.run("id", "-u").stdout == "10304\n"
    assert rights(server) == NO_RIGHTS
    assert server.run("touch", "/opt/nought/mine").returncode != 0
    assert "Read-only" in server.run("touch", "/var/lib/mine").stderr
    assert server.run("touch", "/tmp/mine", "/var/lib/nought-keys/mine").returncode == 0  # noqa: S108
    assert server.run("stat", "-c", "%a %U", "/var/lib/nought-keys").stdout == "700 nought\n"


def test_the_database_is_reached_by_the_services_and_by_nobody_outside(stack: Stack) -> None:
    assert not stack.services["db"].keys.get("ports")
    assert [text.rsplit(":", 2)[0] for text in stack.services["api"].keys["ports"]] == ["127.0.0.1"]
    assert stack["api"].run("getent", "hosts", "db").returncode == 0


def test_a_deal_stands_after_server_and_database_are_stopped_and_started_again(
    stack: Stack, server: Container, client: Client
) -> None:
    deal = begun_deal(client)
    before = acts(client, deal)
    assert before
    for name in ("api", "db"):
        assert stack[name].stop(), f"{name} did not end in its time"
        assert stack[name].returncode == 0, stack[name].output[-2000:]
    for name in ("db", "api"):
        stack.start(name)
        stack.wait(name)
    assert acts(client, deal) == before
    record(client, deal, "W no cut")
    assert len(acts(client, deal)) == len(before) + 1
    verified = server.run("nought", "verify", "log")
    assert verified.returncode == 0, verified.stdout + verified.stderr


def test_nothing_that_lies_beside_the_sources_is_in_the_image(images: Images) -> None:
    image = images.built("Dockerfile")
    assert SECRET in (images.sources / ".env").read_text()
    assert SECRET in (images.sources / ".git" / "config").read_text()
    names = {path.name for path in image.root.rglob("*") if path.name in {".env", ".git", "tests", ".venv"}}
    assert names <= {"tests"}, "packages may have tests of their own"
    assert (image.root / "opt/nought/bin/nought").is_file()
    held = [path for path in (image.root / "opt/nought").rglob("*") if path.is_file() and not path.is_symlink()]
    assert len(held) > 1000
    assert [path for path in held if SECRET.encode() in path.read_bytes()] == []


def test_no_start_of_the_program_compiles_a_module_anew(images: Images) -> None:
    """An engine may give copied files any time: compiled modules are bound to none (PEP 552)."""
    compiled = list((images.built("Dockerfile").root / "opt/nought/lib").rglob("*.pyc"))
    assert len(compiled) > 1000
    unchecked = (1).to_bytes(4, "little")
    assert [path for path in compiled if path.read_bytes()[4:8] != unchecked] == []
