"""The audit of shuffle and dealing as JSON, with sentences in a language (`domain.audit.shuffle`)."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from domain.audit.shuffle import (
    Dealing,
    Survival,
    batches_of,
    correct_chance,
    find_dealings,
    measure_survivals,
    shuffled_pack,
    tricks_of,
)
from domain.engine.ruleset import Ruleset
from domain.record.record import Record
from replay.words import ENGLISH
from replay.words import shuffle as words

if TYPE_CHECKING:
    from replay.words import Language

Payload = dict[str, Any]


def shuffle(record: Record, before: Record | None, language: Language = ENGLISH) -> Payload:
    """Compare a deal's shuffle with the deal before, and its dealing with pack and cut; return it as JSON.

    ``before`` is the previous deal of the match; None if there is none. The result reveals all hands of both deals.
    """
    payload: Payload = {
        "dealings": [_dealing_payload(record, each, language) for each in find_dealings(record)],
        "warning": words.warning(language),
        "rules": words.rules(language, _is_minimal(record.rules.ruleset)),
    }
    if before is None or not (results := measure_survivals(before, record)):
        return payload | {"why_not": words.why_not(language, _why_not(record, before))}
    chance = correct_chance(results)
    payload["survived"] = {
        "evidence": results[0].evidence,
        "chance": float(chance),
        "text": words.verdict(language, results, chance),
        "assumed": [_survival_payload(each, language) for each in results],
    }
    return payload


def _is_minimal(game: Ruleset) -> bool:
    return game.shuffle == "minimal"


def _why_not(record: Record, before: Record | None) -> str:
    """Return the code for why the shuffle cannot be judged, for `replay.words.shuffle.why_not`."""
    if before is None:
        return "first"
    if before.rules.tables is not record.rules.tables:
        return "pack"
    if not tricks_of(before):
        return "tricks"
    return "unknown" if shuffled_pack(record) or batches_of(record) else "record"


def _survival_payload(result: Survival, language: Language) -> Payload:
    payload: Payload = {
        "key": result.gathering.key,
        "assumption": words.describe_gathering(language, result.gathering),
        "pairs": result.pairs,
        "kept": result.kept,
        "longest": result.longest,
        "chance": float(result.chance),
        "text": words.describe_survival(language, result),
    }
    if result.evidence == "order":
        payload |= {"rising": result.rising, "rising_chance": float(result.rising_chance)}
    return payload


def _dealing_payload(record: Record, dealing: Dealing, language: Language) -> Payload:
    payload: Payload = {"ply": dealing.ply, "verdict": dealing.verdict, "counted": dealing.counted}
    if dealing.depth is not None:
        payload["depth"] = dealing.depth
    if dealing.wrong:
        payload["wrong"] = asdict(dealing.wrong)
    return payload | {"text": words.describe_dealing(language, record, dealing)}
