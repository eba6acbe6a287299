"""The words for each tie-break, by its name in stored terms. `tie_breaks` computes the values."""

from __future__ import annotations

from typing import Final

from domain.engine.words.values import Term

TIE_BREAKS: Final = {
    "head-to-head": Term("the results among the entries that are level"),
    "buchholz": Term("the scores of all opponents, added up"),
    "buchholz-cut-1": Term("the scores of all opponents except the lowest, added up"),
    "buchholz-cut-2": Term("the scores of all opponents except the two lowest, added up"),
    "median-buchholz": Term("the scores of all opponents except the lowest and the highest, added up"),
    "median-buchholz-2": Term("the scores of all opponents except the two lowest and the two highest, added up"),
    "sonneborn-berger": Term("the scores of the opponents beaten, plus half the scores of those drawn with"),
    "progressive": Term("the score after each round, added up"),
    "progressive-cut-1": Term("the score after each round except the first, added up"),
    "difference": Term("tokens (or points) won minus tokens (or points) lost"),
    "quotient": Term("tokens, points or imps won, divided by those lost"),
    "wins": Term("encounters won"),
    "best-round": Term("the best single round"),
    "drop-worst": Term("the score without the worst round"),
    "seed": Term("the place on the seeding list"),
    "lot": Term("a lot that is drawn and recorded"),
}
"""The description of the values that each tie-break compares."""

NAMES: Final = {
    "head-to-head": Term("head to head"),
    "buchholz": Term("Buchholz"),
    "buchholz-cut-1": Term("Buchholz without the lowest"),
    "buchholz-cut-2": Term("Buchholz without the two lowest"),
    "median-buchholz": Term("median Buchholz"),
    "median-buchholz-2": Term("median Buchholz without two on each side"),
    "sonneborn-berger": Term("Sonneborn-Berger"),
    "progressive": Term("progressive score"),
    "progressive-cut-1": Term("progressive score without the first round"),
    "difference": Term("difference"),
    "quotient": Term("quotient"),
    "wins": Term("wins"),
    "best-round": Term("best round"),
    "drop-worst": Term("score without the worst round"),
    "seed": Term("seed"),
    "lot": Term("lot"),
}
"""The name of each tie-break in a sentence."""

COUNTED: Final = frozenset({"difference", "quotient", "wins", "seed", "lot"})
"""The tie-breaks whose values are no scores: tokens, imps, encounters, or places on a list."""
