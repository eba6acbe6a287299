"""A real Postgres for the generated book."""

from __future__ import annotations
