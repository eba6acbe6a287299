"""The site for tests: its compiled templates are kept for all applications of a test process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from jinja2.bccache import Bucket, BytecodeCache

from web.app import create_app

if TYPE_CHECKING:
    from flask import Flask

    from store.settings import Settings


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


def create_site(settings: Settings, **how: Any) -> Flask:
    """Return the whole site, as `web.app.create_app` does."""
    site = create_app(settings, **how)
    site.jinja_env.bytecode_cache = COMPILED
    return site
