"""Check and open the texts about people that stand apart from the events.

An event holds a token in the place of such a text: U+007F and 22 characters, the first 16 bytes of SHA-256 over a salt
and the text, in base64 (the alphabet for URLs, without padding). Leaves and signatures cover the token, so they hold
whether the text is still there or was removed. Whoever has salt and text can show that the token stands for it.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any, Final

SEALED: Final = re.compile("\x7f([A-Za-z0-9_-]{22})")
"""A token within a text of an event."""
DIGEST_BYTES: Final = 16


def token(salt: bytes, text: str) -> str:
    """Return the token of a text, without the U+007F before it."""
    return urlsafe_b64encode(sha256(salt + text.encode()).digest()[:DIGEST_BYTES]).decode().rstrip("=")


def tokens(value: Any) -> Iterator[str]:
    """Yield the tokens in JSON values."""
    if isinstance(value, str):
        yield from SEALED.findall(value)
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from tokens(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from tokens(each)


def opened(value: Any, texts: Mapping[str, str]) -> Any:
    """Return JSON values with texts in the place of their tokens. Raises ``KeyError`` for a token without a text."""
    if isinstance(value, str):
        return SEALED.sub(lambda match: texts[match[1]], value) if "\x7f" in value else value
    if isinstance(value, Mapping):
        return {key: opened(each, texts) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [opened(each, texts) for each in value]
    return value
