"""The Docker Compose file and what it starts: as little right as possible, nothing secret in the image."""

from __future__ import annotations

import os
import re
import subprocess
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import psycopg
import pytest
import yaml
from psycopg.conninfo import make_conninfo

from store import migrations
from store.postgres import embedded
from store.postgres.programs import Programs
from store.settings import Settings
from tests.cases import cases

ROOT = Path(__file__).parents[2]
DIGEST = re.compile(r"[a-z]+:[0-9][\w.-]+@sha256:[0-9a-f]{64}")
ROLES = "scripts/compose-roles.sh"


@pytest.fixture(scope="module")
def compose() -> Any:
    return yaml.safe_load((ROOT / "docker-compose.yml").read_text())


def test_the_server_is_reached_from_this_machine_only_and_the_database_from_none(compose: Any) -> None:
    assert compose["services"]["api"]["ports"] == ["${NOUGHT_BIND:-127.0.0.1}:${NOUGHT_PORT:-8304}:8304"]
    assert not compose["services"]["db"].get("ports")


def test_images_are_named_by_version_and_digest(compose: Any) -> None:
    assert DIGEST.fullmatch(compose["services"]["db"]["image"])
    (python,) = re.findall(r"^ARG PYTHON=(.*)$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert DIGEST.fullmatch(python)
    assert set(re.findall(r"^FROM (\S+)", (ROOT / "Dockerfile").read_text(), re.MULTILINE)) == {"${PYTHON}"}


def test_secrets_stay_out_of_the_build(compose: Any) -> None:
    ignored = (ROOT / ".dockerignore").read_text().split()
    for secret in (".env", ".env.local", "nought.dump", "keys", "data", ".git"):
        assert any(fnmatch(secret, pattern) for pattern in ignored), secret
    example = re.findall(r"^((?:NOUGHT|OTEL)_\w+)=", (ROOT / ".env.example").read_text(), re.MULTILINE)
    files = ("docker-compose.yml", "docker-compose.cluster.yml")
    used = {name for file in files for name in re.findall(r"\$\{((?:NOUGHT|OTEL)_\w+)", (ROOT / file).read_text())}
    assert used == set(example), "the example names what the files need"


@pytest.mark.full
def test_the_owner_is_no_superuser_and_can_migrate_and_the_server_can_only_append(compose: Any) -> None:
    """The script that Postgres runs when the volume is new, run on a cluster that has no such roles."""
    service = compose["services"]["db"]
    assert service["environment"]["POSTGRES_USER"] == "postgres"
    assert f"./{ROLES}:/docker-entrypoint-initdb.d/10-roles.sh:ro" in service["volumes"]
    with embedded.temporary(config={"fsync": "off"}) as server:
        above = make_conninfo(server.superuser_dsn, dbname="postgres")
        with psycopg.connect(above, autocommit=True) as superuser:
            superuser.execute("DROP DATABASE nought")
            superuser.execute("DROP ROLE nought_owner, nought_app")
        path = f"{Programs(server.folder).bin}:{os.defpath}"
        environment = {"PGHOST": str(server.socket_dir), "POSTGRES_USER": "postgres", "PATH": path}
        secrets = {"NOUGHT_OWNER_PASSWORD": 'owner\'s "own"', "NOUGHT_PASSWORD": "app"}
        subprocess.run(["sh", ROOT / ROLES], env=environment | secrets, check=True, capture_output=True)
        owner, app = (make_conninfo(server.superuser_dsn, user=user) for user in ("nought_owner", "nought"))
        settings = Settings(dsn=app, owner_dsn=owner)
        migrations.migrate(settings)
        with psycopg.connect(above) as superuser:
            rights = superuser.execute(
                "SELECT rolname, rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls"
                " FROM pg_roles WHERE rolname LIKE 'nought%' ORDER BY 1"
            ).fetchall()
        assert rights == [("nought", False), ("nought_app", False), ("nought_owner", False)]
        with psycopg.connect(app, autocommit=True) as server_:
            migrations.check(server_, settings.schema)
            assert server_.execute("SELECT count(*) FROM nought.events").fetchone() == (0,)
            for change in ("DELETE FROM nought.events", "DROP TABLE nought.events", "CREATE TABLE nought.mine ()"):
                with pytest.raises(psycopg.errors.InsufficientPrivilege):
                    server_.execute(change)


@pytest.mark.parametrize("name", ["Dockerfile", "Dockerfile.cluster"])
def test_pip_installs_nothing_without_a_hash_and_fetches_no_build_backend(name: str) -> None:
    """Every package is of a lock file, or is the wheel that was built before; what builds it is of a lock file too."""
    text = (ROOT / name).read_text(encoding="utf-8").replace("\\\n", " ")
    commands = [part for line in text.splitlines() for part in line.split("&&") if re.search(r"\bpip\b", part)]
    commands = [each for each in commands if not each.startswith("#")]
    assert len(commands) >= 2
    for command in commands:
        if "pip wheel" in command:
            assert {"--no-deps", "--no-build-isolation"} <= set(command.split()), command
        elif command.strip().endswith(".whl"):
            assert "--no-deps" in command, command
        else:
            assert re.search(r"--require-hashes (--no-build-isolation )?-r \S+\.lock\s*$", command), command


@pytest.mark.parametrize("file", ["docker-compose.yml", "docker-compose.cluster.yml"])
def test_what_containers_write_is_bounded_and_whoever_writes_to_disk_may_end_in_peace(file: str) -> None:
    services = yaml.safe_load((ROOT / file).read_text())["services"]
    with cases() as case:
        for name, service in services.items():
            with case(name):
                assert service["logging"]["options"] == {"max-size": "10m", "max-file": "5"}
                if name.startswith("db"):
                    assert service["stop_grace_period"] == "60s"
