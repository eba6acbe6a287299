"""The effect of a command to a tournament: its facts in sentences, and what is different afterwards.

Each module has one kind of change; `groups` is the shape that they share.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from domain.tournament.aggregate import Tournament
from domain.tournament.facts.encounters import EncounterDropped, EncounterSet
from domain.tournament.facts.lots import LotsDrawn
from domain.tournament.facts.rounds import RoundDrawn, RoundRedrawn
from domain.tournament.tables.encounter import Encounter
from replay.effects.clock import clock_changes
from replay.effects.draws import drawn_rounds, next_draw
from replay.effects.lots import lots_changes
from replay.effects.places import place_changes
from replay.effects.terms import term_changes
from replay.effects.unsettled import unsettled_results
from replay.tournaments.payloads import rank_entries, rows
from replay.words.draws import translate_reason
from replay.words.effects import EffectWords
from replay.words.tournament_log import TournamentLogWords, because

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from uuid import UUID

    from domain.engine.facts import Fact
    from domain.kernel.aggregate import Aggregate
    from domain.tournament.state import Line
    from replay.effects.draws import Propose
    from replay.effects.places import NamePlace
    from replay.words import Language

    ReadTables = Callable[[Sequence[UUID]], Mapping[UUID, Encounter]]
    """Returns the stored tables of some ids."""


def effects(
    before: Tournament,
    lines: Sequence[Line],
    drafted: Sequence[Aggregate],
    propose: Propose,
    read_tables: ReadTables,
    name_place: NamePlace,
    players: Mapping[str, str],
    language: Language,
) -> dict[str, Any]:
    """Return the effects of a command that was decided and not saved.

    ``before``, ``lines``: the stored tournament and the lines of its standings; ``drafted``: the aggregates of the
    command, with pending facts. ``name_place``: returns the name of a table of the club. ``players``: the names of
    registered players, by id.
    """
    after = next((each for each in drafted if isinstance(each, Tournament)), before)
    tables = [each for each in drafted if isinstance(each, Encounter)]
    own = [event.fact for event in after.pending]
    by_lot = any(isinstance(fact, LotsDrawn) for fact in own)
    hidden = by_lot and not after.is_seeded and not _by_hand(own)
    entries = {each.id: each.name for each in after.entries.values()}
    places = {number: name_place(place) for number, place in after.tables.items() if place}
    words = EffectWords(language, {**players, **entries}, places)
    seated = read_tables([each.id for each in tables]).values()
    changes = drawn_rounds(before, after, seated, words, by_lot=hidden)
    changes += term_changes(before.terms, after.terms, words)
    changes += place_changes(before.tables, after.tables, name_place, words)
    changes += next_draw(before, after, own, propose, words)
    if not any(isinstance(fact, RoundDrawn | RoundRedrawn) for fact in own):
        changes += lots_changes(before, lines, own, words)
    if after.pending:
        changes += clock_changes(before.clock, after.clock, after.pending[-1].at, words)
    then = _lines_after(lines, after, tables)
    changes += unsettled_results(own, then, words)
    return {
        "recorded": [*_own_sentences(own, words, after), *_sentences_at(tables, words, after, name_place)],
        "changes": changes,
        "standings": [] if by_lot else _changed(before, lines, after, then, language),
        "by_lot": by_lot,
    }


def opening(opened: Tournament, players: Mapping[str, str], language: Language) -> list[str]:
    """Return the sentences of a tournament that is to be opened: of a draw without its tables.

    ``players``: as in `effects`.
    """
    words = EffectWords(language, {**players, **{each.id: each.name for each in opened.entries.values()}})
    return list(_own_sentences([event.fact for event in opened.pending], words, opened))


def _lines_after(lines: Sequence[Line], after: Tournament, tables: Sequence[Encounter]) -> list[Line]:
    """Return the lines of the standings after the command."""
    then = [*(line for line in lines if line.table), *after.lines()]
    for table in tables:
        at = table.setting.round, table.setting.table
        then = [line for line in then if (line.round, line.table) != at] + list(table.lines())
    return then


def _by_hand(facts: Sequence[Fact]) -> bool:
    """Return whether a director drew the round: then lots decide nothing of it."""
    return any(isinstance(fact, RoundDrawn | RoundRedrawn) and fact.by_hand for fact in facts)


def _own_sentences(facts: Sequence[Fact], words: EffectWords, after: Tournament) -> Iterator[str]:
    """Yield the sentences of the tournament's facts: of a draw without its tables, of lots without their order."""
    log = TournamentLogWords(words.language, words.names, after.terms)
    drawn = any(isinstance(fact, RoundDrawn | RoundRedrawn) for fact in facts)
    idle = after.is_seeded or _by_hand(facts)
    for fact in facts:
        if isinstance(fact, RoundDrawn | RoundRedrawn):
            notes = (translate_reason(words.language, each) for each in fact.broke)
            why = because(translate_reason(words.language, getattr(fact, "why", "")))
            sentence = words.drawn(fact.round, again=isinstance(fact, RoundRedrawn))
            yield " ".join([sentence, *why, *log.assumptions(fact), *notes])
        elif not isinstance(fact, LotsDrawn):
            yield log.sentence(fact)
        elif drawn:
            yield words.idle_lots(seeded=after.is_seeded) if idle else words.new_lots()
        else:
            yield words.lots_drawn(fact.purpose)


def _sentences_at(
    tables: Sequence[Encounter], words: EffectWords, after: Tournament, name_place: NamePlace
) -> Iterator[str]:
    """Yield the sentences of the facts at tables, except who meets there."""
    log = TournamentLogWords(words.language, words.names, after.terms)
    several = len({each.setting.round for each in tables}) > 1
    for table in sorted(tables, key=lambda each: (each.setting.round, each.setting.table)):
        place = name_place(table.setting.place) if table.setting.place else ""
        for event in table.pending:
            if not isinstance(event.fact, EncounterSet | EncounterDropped):
                sentence = words.at_table(table.setting.table, place, log.sentence(event.fact))
                yield f"{words.round_title(table.setting.round)}, {sentence}" if several else sentence


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
