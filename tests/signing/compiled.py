"""The compiled templates of the pages, kept for all applications of a test process."""

from __future__ import annotations

from typing import Final

from jinja2.bccache import Bucket, BytecodeCache


class Compiled(BytecodeCache):
    """Bytecode of templates in memory, as each application would compile them anew."""

    def __init__(self) -> None:
        self.by_key: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if code := self.by_key.get(bucket.key):
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.by_key[bucket.key] = bucket.bytecode_to_string()


COMPILED: Final = Compiled()
