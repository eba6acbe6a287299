"""Build the kernel from its source with the pinned compiler: ``python analysis/kernel/build.py [--check]``.

Writes `kernel.wasm` and its digest. With ``--check``, builds in a temporary folder and compares the bytes instead; the
exit code is 1 if they differ.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).parent
FLAGS = (
    "-target", "wasm32-freestanding", "-mcpu=generic+bulk_memory", "-O3", "-nostdlib", "-ffreestanding", "-fno-builtin",
    "-Wall", "-Wextra", "-Werror",
    "-Wl,--no-entry", "-Wl,-z,stack-size=65536", "-Wl,--strip-all",
)  # fmt: skip


def build(target: Path) -> None:
    """Compile the source into ``target``."""
    command = [sys.executable, "-m", "ziglang", "cc", *FLAGS, "-o", str(target), "kernel.c"]
    subprocess.run(command, check=True, cwd=FOLDER)


def main() -> int:
    built = FOLDER / "kernel.wasm"
    if "--check" not in sys.argv[1:]:
        build(built)
        built.chmod(0o644)
        digest = hashlib.sha256(built.read_bytes()).hexdigest()
        (FOLDER / "kernel.wasm.sha256").write_text(f"{digest}  kernel.wasm\n", encoding="ascii")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        again = Path(folder) / "kernel.wasm"
        build(again)
        if again.read_bytes() == built.read_bytes():
            return 0
    sys.stderr.write("kernel.wasm is not what the compiler makes of kernel.c\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
