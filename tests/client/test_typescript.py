"""The types for TypeScript: Node can read them, they name every route, and in the full run a program compiles."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from playwright._impl._driver import compute_driver_executable

from scripts.client import TYPESCRIPT
from scripts.client.document import document, operations
from scripts.client.typescript import type_of
from tests.cases import cases

TYPES = TYPESCRIPT / "nought.d.ts"
READ = "require('module').stripTypeScriptTypes(require('fs').readFileSync(process.argv[1], 'utf8'))"


def read(path: Path) -> subprocess.CompletedProcess[str]:
    """Read a module by Node, which knows the grammar of TypeScript."""
    node = compute_driver_executable()[0]
    return subprocess.run([node, "-e", READ, path], capture_output=True, text=True, check=False)


def test_node_can_read_the_types(tmp_path: Path) -> None:
    assert read(TYPES).returncode == 0
    wrong = tmp_path / "wrong.ts"
    wrong.write_text(TYPES.read_text().replace("default: Failure;", "default: ;", 1))
    assert "ERR_INVALID_TYPESCRIPT_SYNTAX" in read(wrong).stderr


def test_every_route_and_every_shape_has_its_type() -> None:
    source, types = document(), TYPES.read_text()
    shapes, paths = types.split("export interface paths {")
    assert set(re.findall(r"^export (?:interface|type) (\w+)", shapes, re.MULTILINE)) == {
        *source["components"]["schemas"], "Failure",
    }  # fmt: skip
    routes = {
        (method, path)
        for path, ways in re.findall(r'^  "(/[^"]*)": \{\n(.*?)^  \};', paths, re.MULTILINE | re.DOTALL)
        for method in re.findall(r"^    (\w+): \{", ways, re.MULTILINE)
    }
    assert routes == {(operation.method, operation.path) for operation in operations(source)}


def test_the_types_of_schemas() -> None:
    types = {
        "string": {"type": "string", "format": "uuid"},
        "number | null": {"type": ["integer", "null"]},
        '"S" | 304 | null': {"type": ["string", "integer", "null"], "enum": ["S", 304, None]},
        "(string | null)[]": {"type": "array", "items": {"type": ["string", "null"]}},
        "{ [name: string]: number[] }": {
            "type": "object", "additionalProperties": {"type": "array", "items": {"type": "number"}},
        },
        "{ [name: string]: never }": {"type": "object", "additionalProperties": False},
        "{ [name: string]: unknown }": {"type": "object"},
        "Deal | string": {"oneOf": [{"$ref": "#/components/schemas/Deal"}, {"type": "string"}]},
        '{\n  seat: string;\n  /** once */\n  "left-out"?: boolean;\n}': {
            "properties": {"seat": {"type": "string"}, "left-out": {"type": "boolean", "description": "once"}},
            "required": ["seat"],
        },
        "unknown": {},
    }  # fmt: skip
    with cases() as case:
        for written, schema in types.items():
            with case(written):
                assert type_of(schema) == written


@pytest.mark.skipif(not os.environ.get("NOUGHT_FULL"), reason="the full run fetches the compiler")
def test_the_compiler_accepts_a_program_and_finds_its_mistakes(tmp_path: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        assert not os.environ.get("NOUGHT_REQUIRE_ALL"), "npm is not installed"
        pytest.skip("npm is not installed")
    folder = tmp_path / "typescript"
    shutil.copytree(TYPESCRIPT, folder, ignore=shutil.ignore_patterns("node_modules"))
    subprocess.run([npm, "install", "--ignore-scripts", "--no-audit", "--silent"], cwd=folder, check=True)
    compiler = [folder / "node_modules" / ".bin" / "tsc", "--project", folder]
    accepted = subprocess.run(compiler, capture_output=True, text=True, check=False)
    assert accepted.returncode == 0, accepted.stdout
    program = folder / "example.ts"
    for right, wrong in (('dealer: "S"', "dealer: 5"), ("/actions", "/acts"), ("deal_id: ", "deal: ")):
        text = program.read_text()
        assert right in text
        program.write_text(text.replace(right, wrong))
        assert "error TS" in subprocess.run(compiler, capture_output=True, text=True, check=False).stdout, wrong
        program.write_text(text)
