"""The reader of Compose files fills in variables as Compose does, and refuses what the runner does not carry out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.image.compose_file import ComposeError, Mount, in_order, read, read_variables
from tests.image.images import ROOT

pytestmark = pytest.mark.full

EXAMPLE = read_variables((ROOT / ".env.example").read_text(encoding="utf-8"))
FILES = ("docker-compose.yml", "docker-compose.cluster.yml")


@pytest.mark.parametrize("file", FILES)
def test_each_service_starts_after_those_that_it_waits_for(file: str) -> None:
    names = [each.name for each in in_order(read(ROOT / file, EXAMPLE))]
    services = read(ROOT / file, EXAMPLE)
    assert sorted(names) == sorted(services)
    pairs = [(before, name) for name in names for before in services[name].conditions]
    assert len(pairs) >= 2
    assert [pair for pair in pairs if names.index(pair[0]) > names.index(pair[1])] == []


def test_a_variable_has_its_value_its_default_or_is_required(tmp_path: Path) -> None:
    file = tmp_path / "compose.yml"
    file.write_text('services: {a: {environment: {X: "${ONE:?set it}-${TWO:-two}-${THREE}"}}}')
    assert read(file, {"ONE": "1", "TWO": ""})["a"].environment == {"X": "1-two-"}
    with pytest.raises(ComposeError, match="ONE: set it"):
        read(file, {"TWO": "2"})


def test_a_key_that_the_runner_does_not_know_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "compose.yml"
    file.write_text("services: {a: {privileged: true}}")
    with pytest.raises(ComposeError, match="privileged"):
        read(file, {})


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("name", [name for name in EXAMPLE if name.endswith("PASSWORD")])
def test_without_a_password_nothing_starts(file: str, name: str) -> None:
    if name in (ROOT / file).read_text(encoding="utf-8"):
        with pytest.raises(ComposeError, match=f"{name}: set it in .env"):
            read(ROOT / file, EXAMPLE | {name: ""})
    else:
        assert name == "NOUGHT_PATRONI_PASSWORD"


def test_a_volume_is_a_name_or_a_path() -> None:
    assert Mount.parse("keys:/var/lib/keys").is_named
    mount = Mount.parse("./a.sh:/b/a.sh:ro")
    assert not mount.is_named
    assert mount.is_read_only
