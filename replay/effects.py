"""What a command of a tournament would change: its facts in sentences, and the standings before and after."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from domain.tournament.aggregate import Tournament
from domain.tournament.encounter import Encounter
from domain.tournament.facts import LotsDrawn, RoundDrawn, RoundRedrawn
from replay.tournament_payloads import rank_entries, rows
from replay.words.tournament_log import TournamentLogWords

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from domain.engine.facts import Fact
    from domain.ledger.aggregate import Aggregate
    from domain.tournament.state import Line
    from replay.words import Language


def effects(
    before: Tournament, lines: Sequence[Line], drafted: Iterable[Aggregate], language: Language
) -> dict[str, Any]:
    """Return the effects of a command that was decided and not saved.

    ``before``, ``lines``: the stored tournament and the lines of its standings; ``drafted``: the aggregates of the
    command, with pending facts.
    """
    after, then, sentences = before, list(lines), list[str]()
    tables = []
    for aggregate in drafted:
        if isinstance(aggregate, Tournament):
            after = aggregate
        elif isinstance(aggregate, Encounter):
            tables.append(aggregate)
    then = [*(line for line in then if line.table), *after.lines()]
    for table in tables:
        at = table.setting.round, table.setting.table
        then = [line for line in then if (line.round, line.table) != at] + list(table.lines())
    words = TournamentLogWords(language, {each.id: each.name for each in after.entries.values()}, after.terms)
    own = [event.fact for event in after.pending]
    sentences += _sentences(words, own)
    by_lot = any(isinstance(fact, LotsDrawn) for fact in own)
    for table in sorted(() if by_lot else tables, key=lambda each: each.setting.table):
        for event in table.pending:
            where = language.gettext("Table %(number)s", number=table.setting.table)
            sentences.append(f"{where}: {words.sentence(event.fact)}")
    return {"recorded": sentences, "standings": _changed(before, lines, after, then, language)}


def _sentences(words: TournamentLogWords, facts: Sequence[Fact]) -> list[str]:
    """Return the sentences of facts. A draw by new lots is not shown, since the real one will be another."""
    if any(isinstance(fact, LotsDrawn) for fact in facts):
        kept = [fact for fact in facts if not isinstance(fact, LotsDrawn | RoundDrawn | RoundRedrawn)]
        decided = words.language.gettext("New lots decide the draw when it is made.")
        return [decided, *map(words.sentence, kept)]
    return list(map(words.sentence, facts))


def _changed(
    before: Tournament, lines: Sequence[Line], after: Tournament, then: Sequence[Line], language: Language
) -> list[dict[str, Any]]:
    """Return the rows of the standings that change; ``before`` or ``after`` is missing for an entry that is new."""
    first = {row["entry"]: row for row in rows(before, rank_entries(before, lines), language)}
    last = {row["entry"]: row for row in rows(after, rank_entries(after, then), language)}
    changed = []
    for entry in [*last, *(entry for entry in first if entry not in last)]:
        was, now = _shown(first.get(entry)), _shown(last.get(entry))
        if was != now:
            name = (last.get(entry) or first[entry])["name"]
            changed.append({"entry": entry, "name": name, "before": was, "after": now})
    return changed


def _shown(row: dict[str, Any] | None) -> dict[str, Any] | None:
    return row and {"place": row["place"], "score": row["said"], "provisional": row["provisional"]}
