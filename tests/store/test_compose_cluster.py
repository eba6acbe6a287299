"""docker-compose.cluster.yml is what Nought, Patroni, etcd and the proxy need: names, hosts, settings, rights."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from psycopg.conninfo import conninfo_to_dict

from api.site import Site
from scripts.cluster import INSTALLED, SHARED, SIZE
from store.settings import Settings

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docker-compose.cluster.yml").read_text(encoding="utf-8")
IMAGES = (ROOT / "Dockerfile.cluster").read_text(encoding="utf-8")
PROXY = (ROOT / "scripts" / "haproxy.cfg").read_text(encoding="utf-8")
EXAMPLE = dict(
    re.findall(r"^((?:NOUGHT|OTEL)_\w+)=(.*)$", (ROOT / ".env.example").read_text(encoding="utf-8"), re.MULTILINE)
)
SERVICES: dict[str, Any] = yaml.safe_load(TEXT)["services"]
DATABASES = [f"db{number + 1}" for number in range(SIZE)]
ETCD = [f"etcd{number + 1}" for number in range(SIZE)]
SERVERS = ["nought1", "nought2"]


def environment(service: str) -> dict[str, str]:
    """Return the environment of a service with the values of .env.example."""
    filled = re.sub(
        r"\$\{(\w+)(?::[-?]([^}]*))?\}",
        lambda match: EXAMPLE[match[1]] or (match[2] if ":-" in match[0] else ""),
        yaml.safe_dump(SERVICES[service]["environment"]),
    )
    return {name: str(value or "") for name, value in yaml.safe_load(filled).items()}


def test_the_services_are_those_of_the_document() -> None:
    assert set(SERVICES) == {*DATABASES, *ETCD, *SERVERS, "migrate", "proxy"}


def test_only_the_proxy_is_reached_from_outside_and_only_from_this_machine() -> None:
    open_to = {name: service["ports"] for name, service in SERVICES.items() if service.get("ports")}
    assert open_to == {"proxy": ["${NOUGHT_BIND:-127.0.0.1}:${NOUGHT_PORT:-8304}:8304"]}
    networks = yaml.safe_load(TEXT)["networks"]
    assert networks["control"]["internal"] is networks["data"]["internal"] is True
    assert {name for name, service in SERVICES.items() if "control" in service["networks"]} == {*DATABASES, *ETCD}


def test_no_service_that_runs_on_has_more_rights_than_it_needs() -> None:
    for name in SERVICES.keys() - {"migrate"}:
        assert SERVICES[name]["cap_drop"] == ["ALL"], name
        assert SERVICES[name]["security_opt"] == ["no-new-privileges:true"], name
        assert SERVICES[name]["restart"] == "unless-stopped", name
    assert re.findall(r"^USER (\S+)$", IMAGES, re.MULTILINE) == ["postgres", "nought-etcd", "haproxy"]


def test_images_are_those_of_the_other_files_by_digest() -> None:
    """No image is named in the compose file; all are built from these two."""
    named = dict(re.findall(r"^ARG (\w+)=(\S+)$", IMAGES, re.MULTILINE))
    single = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))["services"]["db"]["image"]
    python = re.search(r"^ARG PYTHON=(\S+)$", (ROOT / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE)
    assert python
    assert named == {"POSTGRES": single, "PYTHON": python[1]}
    assert "image:" not in TEXT
    targets = set(re.findall(r"^FROM \$\{\w+\} AS (\w+)$", IMAGES, re.MULTILINE))
    assert targets == set(re.findall(r"target: (\w+)", TEXT)) == {"patroni", "etcd", "proxy"}


def test_the_versions_are_those_that_the_tests_of_failovers_run() -> None:
    assert [" ".join([*more, "-r", f"/tmp/{lock}"]) for lock, *more in INSTALLED] == re.findall(  # noqa: S108
        r"pip install --no-cache-dir --require-hashes ((?:--no-build-isolation )?-r \S+)", IMAGES
    )
    copied = [path for line in re.findall(r"^COPY (.*)$", IMAGES, re.MULTILINE) for path in line.split()[:-1]]
    assert [path for path in copied if not path.startswith("--") and not (ROOT / path).is_file()] == []


@pytest.mark.parametrize("service", [*SERVERS, "migrate"])
def test_nought_is_given_all_databases_and_finds_the_leader(service: str) -> None:
    variables = environment(service)
    settings = Settings.from_environment(variables)
    for dsn, user in ((settings.dsn, "nought"), (settings.owner_dsn, "nought_owner")):
        if dsn is None:
            assert service in SERVERS, "only migrating has the owner's password"
            continue
        parts = conninfo_to_dict(dsn)
        assert str(parts["host"]).split(",") == DATABASES
        assert (parts["user"], parts["target_session_attrs"], parts["connect_timeout"]) == (user, "read-write", "3")
        assert parts["dbname"] == "nought"
    if service in SERVERS:
        site = Site.from_environment(variables)
        assert site.proxies == 1
        assert settings.read_dsn is not None
        leader, replicas = conninfo_to_dict(settings.dsn), conninfo_to_dict(settings.read_dsn)
        assert replicas.pop("load_balance_hosts") == "random"
        assert replicas == {**leader, "target_session_attrs": "prefer-standby"}
        assert "NOUGHT_OWNER_DSN" not in variables


def test_patroni_finds_every_etcd_and_each_member_has_its_own_name_and_data() -> None:
    for name in DATABASES:
        variables = environment(name)
        assert variables["PATRONI_ETCD3_HOSTS"].split(",") == [f"{each}:2379" for each in ETCD]
        assert variables["PATRONI_NAME"] == name
        assert variables["PATRONI_POSTGRESQL_CONNECT_ADDRESS"] == f"{name}:5432"
        assert variables["PATRONI_RESTAPI_CONNECT_ADDRESS"] == f"{name}:8008"
        (volume,) = SERVICES[name]["volumes"]
        assert volume.partition(":")[0] == name
        assert variables["PATRONI_POSTGRESQL_DATA_DIR"].startswith(volume.partition(":")[2] + "/")
        needed = re.findall(r"\$\{?(NOUGHT_\w+)", (ROOT / "scripts/compose-roles.sh").read_text(encoding="utf-8"))
        assert set(needed) == {"NOUGHT_OWNER_PASSWORD", "NOUGHT_PASSWORD"}
        assert set(needed) <= variables.keys()
    for name in ETCD:
        variables = environment(name)
        assert variables["ETCD_NAME"] == name
        assert variables["ETCD_ADVERTISE_CLIENT_URLS"] == f"http://{name}:2379"
        members = dict(member.split("=") for member in variables["ETCD_INITIAL_CLUSTER"].split(","))
        assert members == {each: f"http://{each}:2380" for each in ETCD}
        assert variables["ETCD_INITIAL_ADVERTISE_PEER_URLS"] == members[name]


def test_what_patroni_runs_uses_none_of_the_variables_that_patroni_keeps_to_itself() -> None:
    """Patroni takes its own variables out of the environment before it starts anything."""
    for script in ("patroni-roles.sh", "compose-roles.sh"):
        assert "$PATRONI_" not in (ROOT / "scripts" / script).read_text(encoding="utf-8").replace("{", "")


def test_patronis_settings_are_those_of_the_document() -> None:
    document = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    shown = next(
        yaml.safe_load(block) for block in re.findall(r"```yaml\n(.*?)```", document, re.DOTALL) if "ttl:" in block
    )
    used = SHARED["bootstrap"]["dcs"]
    kept = {name: value for name, value in used["postgresql"].items() if name != "parameters"}
    assert shown == {**used, "postgresql": kept}
    assert used["ttl"] >= used["loop_wait"] + 2 * used["retry_timeout"]
    assert Path(SHARED["bootstrap"]["post_init"]).name == "patroni-roles.sh"


def test_the_proxy_sends_requests_to_servers_that_are_ready() -> None:
    assert re.findall(r"^ +server (\w+) (\S+)$", PROXY, re.MULTILINE) == [(each, f"{each}:8304") for each in SERVERS]
    assert "option httpchk GET /ready" in PROXY
    assert "http-request deny deny_status 404 if { path /metrics }" in PROXY


def test_haproxy_accepts_its_file() -> None:
    haproxy = shutil.which("haproxy", path="/usr/sbin:/usr/bin:/usr/local/sbin")
    if haproxy is None:
        assert not os.environ.get("NOUGHT_REQUIRE_ALL"), "haproxy is not installed"
        pytest.skip("haproxy is not installed (Debian's package haproxy)")
    checked = subprocess.run([haproxy, "-c", "-f", ROOT / "scripts/haproxy.cfg"], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr
