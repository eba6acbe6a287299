"""Sentences in JSON, also under the name that they had in version 0.1. That name goes in the next release."""

from __future__ import annotations


def sentence_fields(sentence: str) -> dict[str, str]:
    """Return the fields of a sentence."""
    return {"sentence": sentence, "told": sentence}
