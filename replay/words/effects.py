"""The words of what a command to a tournament would change, before it is sent (`replay.effects`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from domain.tournament.rounds.clock import PAUSED, RUNNING, STOPPED
from replay.words import gettext_noop

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from domain.tournament.state import EntryId, Pairing
    from replay.words import Language

NOTHING: Final = "–"
"""The text in a row for an empty value."""
STATES: Final = {
    RUNNING: gettext_noop("running"),
    PAUSED: gettext_noop("paused"),
    STOPPED: gettext_noop("stopped: it is not shown"),
}
"""The states of a clock."""


@dataclass(frozen=True, slots=True)
class EffectWords:
    """The words of the effects on one tournament.

    ``names``: of the entries, and of registered players by their ids; ``places``: of the tables of the club, by the
    numbers of the draw.
    """

    language: Language
    names: Mapping[EntryId, str]
    places: Mapping[int, str] = field(default_factory=dict)

    # --- draws ------------------------------------------------------------------------------------

    def round_title(self, number: int) -> str:
        """Return the title of what changes in a round."""
        return self.language.gettext("Round %(number)s", number=number)

    def next_title(self, number: int, *, again: bool) -> str:
        """Return the title of what changes in the draw of the next round, or of the last one if it is drawn again."""
        _ = self.language.gettext
        if again:
            return _("Round %(number)s, if it is redrawn", number=number)
        return _("The next draw: round %(number)s", number=number)

    def drawn(self, number: int, *, again: bool) -> str:
        """Return the sentence of a draw without its tables."""
        _ = self.language.gettext
        if again:
            return _("Round %(number)s is redrawn.", number=number)
        return _("Round %(number)s is drawn.", number=number)

    def at_table(self, number: int, place: str, sentence: str) -> str:
        """Return a sentence about a table. ``place``: the name of the club's table; may be empty."""
        return f"{place or self.numbered(number)}: {sentence}"

    def table(self, number: int) -> str:
        """Return the name of a table of the draw: that of the club's table, if it has one."""
        return self.places.get(number) or self.numbered(number)

    def numbered(self, number: int) -> str:
        """Return the name of a table of the draw by its number."""
        return self.language.gettext("Table %(number)s", number=number)

    def meeting(self, pairing: Pairing) -> str:
        """Return who meets at a table, with its boards."""
        sides = (" + ".join(map(self.name, side)) for side in pairing.sides)
        text = " – ".join(sides)
        if not pairing.boards:
            return text
        numbers = self.language.together(map(str, pairing.boards))
        boards = self.language.ngettext("Board %(numbers)s", "Boards %(numbers)s", len(pairing.boards), numbers=numbers)
        return f"{text} ({boards})"

    def name(self, entry: EntryId) -> str:
        """Return the name of an entry."""
        return self.names.get(entry, entry)

    def listed(self, entries: Iterable[EntryId]) -> str:
        """Return the names of entries; a dash for none."""
        return self.language.together(map(self.name, entries)) or NOTHING

    @property
    def unsettled(self) -> str:
        """Return the title of results that can still change."""
        return self.language.gettext("Results that can still change")

    def played_late(self, number: int, table: int, board: int) -> str:
        """Return the sentence for a board that is to be played late."""
        return f"{self._where(number, table, board)}: {self.language.gettext('to be played late')}"

    def not_accepted(self, number: int, table: int, board: int) -> str:
        """Return the sentence for a result that nobody has accepted."""
        return f"{self._where(number, table, board)}: {self.language.gettext('awaiting confirmation')}"

    def _where(self, number: int, table: int, board: int) -> str:
        """Return the place of a result. ``board``: 0 for the whole encounter."""
        parts = [self.round_title(number), self.numbered(table)]
        if board:
            parts.append(self.language.ngettext("Board %(numbers)s", "Boards %(numbers)s", 1, numbers=str(board)))
        return ", ".join(parts)

    @property
    def tables_of_club(self) -> str:
        """Return the title of the tables of the club, from the next draw on."""
        return self.language.gettext("Tables of the club, from the next draw on")

    @property
    def sitting_out(self) -> str:
        """Return the name of the row of entries without an opponent."""
        return self.language.gettext("Sit out")

    @property
    def as_requested(self) -> str:
        """Return the name of the row of entries that sit out as they requested."""
        return self.language.gettext("Sit out, as requested")

    @property
    def tables(self) -> str:
        """Return the name of the row with the number of tables."""
        return self.language.gettext("Tables")

    @property
    def draw(self) -> str:
        """Return the name of the row that says whether a round can be drawn."""
        return self.language.gettext("Draw")

    @property
    def possible(self) -> str:
        """Return the words for a round that can be drawn."""
        return self.language.gettext("possible")

    @property
    def unchanged(self) -> str:
        """Return the sentence for a draw that stays as it is."""
        return self.language.gettext("This draw would not change.")

    def not_yet(self, number: int, reason: str) -> str:
        """Return the sentence for a round that cannot be drawn now."""
        return self.language.gettext("Round %(number)s cannot be drawn now: %(reason)s", number=number, reason=reason)

    def later(self, number: int) -> str:
        """Return the sentence for a round that is drawn later."""
        return self.language.gettext("Round %(number)s is not drawn yet: this applies when it is.", number=number)

    def new_lots(self) -> str:
        """Return the sentence for a draw that lots decide that are not drawn yet."""
        return self.language.gettext("New lots decide the draw when it is made.")

    def idle_lots(self, *, seeded: bool) -> str:
        """Return the sentence for lots that are drawn with a draw and do not change it.

        ``seeded``: whether every entry has a seed; if not, the draw is by hand.
        """
        _ = self.language.gettext
        if seeded:
            return _("Lots are drawn too. They do not change the draw: every entry has a seed.")
        return _("Lots are drawn too. They do not change a draw by hand.")

    def lost_seats(self, tables: Sequence[int]) -> str:
        """Return the sentence for tables whose seats were changed and are lost with a draw."""
        numbers = self.language.together(map(str, tables))
        return self.language.ngettext(
            "The seats that were changed at table %(tables)s are lost.",
            "The seats that were changed at tables %(tables)s are lost.",
            len(tables),
            tables=numbers,
        )

    def lots_drawn(self, purpose: str) -> str:
        """Return the sentence for lots that are drawn or opened, without their order."""
        return self.language.gettext("Lots are drawn for %(purpose)s.", purpose=purpose)

    # --- the clock --------------------------------------------------------------------------------

    @property
    def clock(self) -> str:
        """Return the title of what changes about the clock."""
        return self.language.gettext("Clock of the round")

    def clock_rows(self) -> tuple[str, str, str, str, str, str]:
        """Return the names of the rows: round, state, time left, minutes, minutes of the break, and warnings."""
        _ = self.language.gettext
        return (
            _("Round"),
            _("Clock"),
            _("Time left"),
            _("Minutes of the round"),
            _("Minutes of the break after it"),
            _("Warnings, in minutes before the end"),
        )

    def clock_state(self, state: str) -> str:
        """Return the state of a clock in words."""
        return self.language.gettext(STATES[state])

    def time_left(self, seconds: int, *, in_break: bool) -> str:
        """Return how much of a round, or of its break, is left: ``12:05``, ``1:02:05``."""
        hours, rest = divmod(seconds, 3600)
        minutes, left = divmod(rest, 60)
        time = f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes:02}:{left:02}"
        return self.language.gettext("%(time)s of the break", time=time) if in_break else time

    # --- lots and terms ---------------------------------------------------------------------------

    @property
    def terms(self) -> str:
        """Return the title of changed terms."""
        return self.language.gettext("Terms")

    def lots_title(self, *, ties: bool) -> str:
        """Return the title of what lots decide."""
        _ = self.language.gettext
        return _("Lots for ties") if ties else _("Lots for draws")

    def place(self, number: int) -> str:
        """Return the name of the row of a shared place."""
        return self.language.gettext("Place %(number)s", number=number)

    @property
    def by_lot(self) -> str:
        """Return the words for entries whose order lots decide."""
        return self.language.gettext("in the order of the lots")

    def lots_notes(self, *, ties: bool, unseeded: int, sealed: bool, replaced: bool) -> list[str]:
        """Return the sentences about lots.

        ``unseeded``: the entries without a seed, which lots for draws put into an order. ``sealed``: the lots are drawn
        and stay sealed. ``replaced``: they replace earlier sealed lots, which nobody can open any more.
        """
        _, ngettext = self.language.gettext, self.language.ngettext
        notes = []
        if sealed:
            notes.append(_("The lots stay sealed until they are opened. Only their digest is published."))
        if replaced:
            notes.append(_("They replace the sealed lots, which can then no longer be opened."))
        if not ties and unseeded <= 1:
            notes.append(_("Lots change no draw: every entry has a seed."))
        elif not ties:
            notes.append(
                ngettext(
                    "The lots decide the order of %(num)s entry without a seed.",
                    "The lots decide the order of %(num)s entries without a seed.",
                    unseeded,
                )
            )
        return notes

    def no_ties(self) -> str:
        """Return the sentence for lots that break no tie now."""
        return self.language.gettext("No entries share a place that the lots could decide.")

    def lots_unused(self) -> str:
        """Return the sentence for lots that the terms do not use."""
        return self.language.gettext("By the terms, lots break no tie.")
