"""Settings of all tests.

No example is timed, since machines differ and are shared. A law is tried on 40 random examples, and on 500 in the full
run.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

settings.register_profile("nought", deadline=None, max_examples=500 if os.environ.get("NOUGHT_FULL") else 40)
settings.load_profile("nought")


@pytest.fixture(scope="module")
def quick_hashes() -> Iterator[None]:
    """Hashes of passwords and PINs that take no time; `tests/signing/test_secrets.py` tests the real ones."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("api.secrets.METHOD", "scrypt:128:8:1")
        yield
