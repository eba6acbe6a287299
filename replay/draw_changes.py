"""Changes since a draw to what it was based on: corrected results of earlier rounds, and rulings.

A recorded draw stays as it was drawn, and so do the reasons it gave. Where they tell of a score that is another by now,
the reader has to know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from domain.tournament.scores import adjustment_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from domain.tournament.aggregate import Tournament
    from domain.tournament.encounter import Encounter


def rests_on_results(tournament: Tournament, number: int) -> bool:
    """Return whether the draw of a round followed from results of rounds before it."""
    return number > 1 and tournament.terms.rules.rests_on_results


def changed_results(tables: Iterable[tuple[Encounter | None, Encounter]]) -> list[dict[str, Any]]:
    """Return a row for each table with another result than when the round was drawn, in the order of the rounds.

    ``tables``: each as it stood then (None if it was not there) and as it stands now.
    """
    rows = []
    for before, now in tables:
        was, is_ = (None if before is None else _result(before)), _result(now)
        if was == is_:
            continue
        setting = now.setting
        sides = [" with ".join(setting.names[entry] for entry in side) for side in setting.sides]
        rows.append(
            {
                "round": setting.round,
                "table": setting.table,
                "sides": sides,
                "was": was,
                "now": is_,
                "told": f"Round {setting.round}, table {setting.table}, {sides[0]} against {sides[1]}:"
                f" {_words(was, sides)} when this round was drawn, {_words(is_, sides)} now.",
            }
        )
    return sorted(rows, key=lambda row: (row["round"], row["table"]))


def changed_rulings(tournament: Tournament, number: int) -> list[dict[str, Any]]:
    """Return a row for each ruling about a score that was made or taken back since a round was drawn."""
    then, now = tournament.round(number).rulings, tournament.adjustments
    rows: list[dict[str, Any]] = []
    for each, ruling in sorted(now.items()):
        if each not in then and ruling.round < number:
            amount = adjustment_words(tournament.terms, ruling.amount, ruling.unit)
            name = tournament.entries[ruling.entry].name
            told = f"Ruling {each} was made after this round was drawn: {name}, {amount}."
            rows.append({"number": each, "taken_back": False, "told": told})
    for each in sorted(then - now.keys()):
        told = f"Ruling {each} was taken back after this round was drawn."
        rows.append({"number": each, "taken_back": True, "told": told})
    return rows


def _result(table: Encounter) -> dict[str, Any] | None:
    """Return the result of a table; None if it has none."""
    if table.dropped:
        return None
    if table.forfeits:
        return {"forfeits": list(table.forfeits)}
    result = table.results.get(0)
    return {"won": list(result.score.won)} if result else None


def _words(result: dict[str, Any] | None, sides: list[str]) -> str:
    if result is None:
        return "no result"
    if "forfeits" in result:
        return f"forfeited by {' and '.join(sides[side] for side in result['forfeits'])}"
    return f"{result['won'][0]} to {result['won'][1]}"
