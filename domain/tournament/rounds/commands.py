"""The commands on the rounds of a tournament: their draws, and when they are closed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Unpack

from domain.kernel.commands import Request, Saved, SentTo
from domain.kernel.errors import Declined
from domain.tournament.aggregate import DRAWS, Tournament
from domain.tournament.base_commands import TournamentCommands
from domain.tournament.facts.encounters import EncounterDropped
from domain.tournament.rounds import clock, lots
from domain.tournament.rounds import decisions as rounds
from domain.tournament.rounds.drawing import Drawing, DrawOptions, set_tables
from domain.tournament.rounds.seals import seed_of_lots
from domain.tournament.tables.checks import check_free, is_free
from domain.tournament.tables.encounter import Encounter, encounter_id

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from uuid import UUID

    from domain.engine.words.values import Term
    from domain.kernel.repository import Draft, Repository
    from domain.tournament.state import Assumption, Draw, EntryId, Pairing


class Rounds(TournamentCommands):
    """The commands that draw, close and reopen rounds."""

    def __init__(self, repository: Repository) -> None:
        super().__init__(repository)
        self._drawing = Drawing(repository)

    def draw_round(
        self,
        tournament_id: UUID,
        number: int | None = None,
        *,
        entropy: bytes | None = None,
        by_hand: Draw | None = None,
        challenges: Sequence[tuple[EntryId, EntryId]] = (),
        assumed: Sequence[Assumption] = (),
        assume_rest: bool = False,
        **sent: Unpack[SentTo],
    ) -> Saved:
        """Draw the next round by the format, or record the director's own draw ``by_hand``, and set its tables.

        Lots decide where nothing else does. They are drawn once, from ``entropy`` (32 random bytes), and recorded with
        the first draw, except for a ladder, which begins in the order of its list. ``number``: the round that the
        director expects, so that two directors do not draw two rounds. ``challenges``: on a ladder, pairs of the
        challenger and the challenged entry. The round number in ``by_hand`` is ignored. ``assumed``, ``assume_rest``:
        as in `find_assumptions`, for results that are missing. Raises `Declined` if the round cannot be drawn.
        """
        command = self._to(
            tournament_id, sent, "draw", number, _draw_content(by_hand), [list(each) for each in challenges],
            *_assumed_content(assumed, assume_rest),
        )  # fmt: skip

        def decide(tournament: Tournament, encounters: dict[UUID, Encounter]) -> None:
            if number is not None and number != tournament.next_round:
                raise rounds.not_next_round(tournament.next_round, number)
            options = DrawOptions(by_hand, challenges, assumed, rest=assume_rest)
            self._drawing.draw_next(tournament, encounters, command, entropy, options)

        def tables(tournament: Tournament) -> Sequence[UUID]:
            drawn_before = tournament.next_round in tournament.undrawn
            return _possible_tables(tournament, tournament.next_round, by_hand) if drawn_before else ()

        return self._with_tables(command, tournament_id, tables, decide)

    def withdraw_draw(self, tournament_id: UUID, number: int, why: str, **sent: Unpack[SentTo]) -> Saved:
        """Withdraw the draw of the last round. Raises `Declined` if anything is recorded at its tables."""
        command = self._to(tournament_id, sent, "withdraw draw", number, why)

        def decide(tournament: Tournament, encounters: dict[UUID, Encounter]) -> None:
            fact = rounds.withdraw_draw(tournament, number, why.strip())
            for encounter in encounters.values():
                check_free(encounter)
            tournament.take(fact, *command.stamp)
            for encounter in encounters.values():
                encounter.take(EncounterDropped(why.strip()), *command.stamp)

        return self._with_tables(command, tournament_id, lambda t: t.encounters(number), decide)

    def redraw_round(
        self,
        tournament_id: UUID,
        number: int,
        why: str,
        *,
        entropy: bytes | None = None,
        by_hand: Draw | None = None,
        challenges: Sequence[tuple[EntryId, EntryId]] = (),
        assumed: Sequence[Assumption] = (),
        assume_rest: bool = False,
        **sent: Unpack[SentTo],
    ) -> Saved:
        """Draw the last round anew. Raises `Declined` if anything is recorded at its tables.

        In a draw ``by_hand``, tables that stay as they are may have results.
        ``entropy``: 32 random bytes for new lots; None keeps the lots. ``assumed``, ``assume_rest``: as in
        `draw_round`; what the earlier draw assumed is assumed again where a result is still missing.
        """
        command = self._to(
            tournament_id, sent, "redraw", number, _draw_content(by_hand), [list(each) for each in challenges], why,
            *_assumed_content(assumed, assume_rest),
        )  # fmt: skip

        def decide(tournament: Tournament, encounters: dict[UUID, Encounter]) -> None:
            rounds.check_last_round(tournament, number)
            played = _check_changed_tables(tournament, number, by_hand, encounters)
            if entropy is not None:
                tournament.take(
                    lots.draw_lots(
                        tournament,
                        DRAWS,
                        seed_of_lots(self._repository, tournament, DRAWS, entropy),
                        standing=number - 1,
                    ),
                    *command.stamp,
                )
            earlier = tournament.round(number).drawn.assumed
            options = DrawOptions(by_hand, challenges, assumed, earlier, rest=assume_rest)
            made, broke, basis = self._drawing.make_draw(tournament, tournament.draws[:-1], options)
            moved = any(
                not each.dropped and each.setting.place != tournament.tables.get(each.setting.table)
                for identity, each in encounters.items()
                if each.version and identity not in played
            )
            may_be_same = moved or (entropy is not None and not tournament.is_seeded)
            fact = rounds.record_redraw(
                tournament,
                made,
                broke,
                why.strip(),
                by_hand=by_hand is not None,
                assumed=basis,
                may_be_same=may_be_same,
            )
            tournament.take(fact, *command.stamp)
            kept = set_tables(tournament, number, encounters, command.stamp, played)
            for identity in encounters.keys() - kept:
                if not encounters[identity].dropped:
                    encounters[identity].take(EncounterDropped(why.strip()), *command.stamp)

        def tables(tournament: Tournament) -> Sequence[UUID]:
            return _possible_tables(tournament, number, by_hand)

        return self._with_tables(command, tournament_id, tables, decide)

    def check_round(self, tournament_id: UUID, number: int, by_hand: Draw) -> tuple[Term | None, list[str]]:
        """Return the reason to decline a director's own draw (None if none), and the faults of the draw, in sentences.

        ``number``: the next round, or the last round, which is then drawn anew. Nothing is recorded.
        """
        tournament = self._repository.get(Tournament, tournament_id)
        own, declined = replace(by_hand, round=number), None
        try:
            if number in tournament.rounds:
                rounds.check_last_round(tournament, number)
                encounters = self._repository.get_many(Encounter, tournament.encounters(number))
                _check_changed_tables(tournament, number, own, encounters)
                rounds.record_redraw(tournament, own, (), "checked", by_hand=True)
            else:
                rounds.record_draw(tournament, own, (), by_hand=True)
        except Declined as why:
            declined = why.sentence
        before = [draw for draw in tournament.draws if draw.round < number]
        return declined, self._drawing.find_faults(tournament, before, own)

    def propose_round(self, tournament: Tournament, number: int | None = None) -> Draw:
        """Return a round as its format would draw it now, without new lots. Raises `Declined` if it cannot.

        ``number``: the next round (None), or the last one, as it would be drawn anew.
        """
        last = len(tournament.rounds)
        again = number is not None and number == last
        before = tournament.draws[:-1] if again else tournament.draws
        earlier = tournament.round(last).drawn.assumed if again else ()
        return self._drawing.make_draw(tournament, before, DrawOptions(earlier=earlier))[0]

    def close_round(self, tournament_id: UUID, number: int, **sent: Unpack[SentTo]) -> Saved:
        """Close a round: its results are final, its clock stops. Raises `Declined` unless every table has reported."""
        command = self._to(tournament_id, sent, "close", number)

        def decide(tournament: Tournament, encounters: dict[UUID, Encounter]) -> None:
            tournament.take(rounds.close_round(tournament, number, encounters.values()), *command.stamp)
            if stopped := clock.close_round(tournament.clock, number, command.at):
                tournament.take(stopped, *command.stamp)
            for each in encounters.values():
                for fact in rounds.close_table(each):
                    each.take(fact, *command.stamp)

        return self._with_tables(command, tournament_id, lambda t: t.encounters(number), decide)

    def reopen_round(self, tournament_id: UUID, number: int, why: str, **sent: Unpack[SentTo]) -> Saved:
        """Reopen a closed round, so that its results may be entered again."""
        command = self._to(tournament_id, sent, "reopen round", number, why)

        def decide(tournament: Tournament, encounters: dict[UUID, Encounter]) -> None:
            tournament.take(rounds.reopen_round(tournament, number, why.strip()), *command.stamp)
            for each in encounters.values():
                for fact in rounds.reopen_table(each):
                    each.take(fact, *command.stamp)

        return self._with_tables(command, tournament_id, lambda t: t.encounters(number), decide)

    def _with_tables(
        self,
        command: Request,
        tournament_id: UUID,
        tables: Callable[[Tournament], Sequence[UUID]],
        decide: Callable[[Tournament, dict[UUID, Encounter]], None],
    ) -> Saved:
        """Save a command on a tournament and on tables of a round in one transaction."""

        def draft() -> Draft:
            tournament = self._repository.get_expected(command, Tournament, tournament_id)
            encounters = self._repository.get_many(Encounter, tables(tournament))
            decide(tournament, encounters)
            return tournament, *(each for _, each in sorted(encounters.items()) if each.pending)

        return self._repository.execute(command, tournament_id, draft)


def _check_changed_tables(
    tournament: Tournament, number: int, by_hand: Draw | None, encounters: Mapping[UUID, Encounter]
) -> set[UUID]:
    """Return the tables with results that a draw by hand leaves as they are.

    Raises `Declined` if anything is recorded at another table; without a draw by hand, at any table.
    """
    before = {each.table: each for each in tournament.round(number).drawn.pairings}
    same = {
        encounter_id(tournament.id, number, each.table)
        for each in (by_hand.pairings if by_hand else ())
        if each.table in before and replace(before[each.table], why=each.why) == each
    }
    played = [each for identity, each in encounters.items() if identity not in same and not is_free(each)]
    for encounter in sorted(played, key=lambda each: each.setting.table):
        check_free(encounter)
    return {identity for identity in same if identity in encounters and not is_free(encounters[identity])}


def _possible_tables(tournament: Tournament, number: int, by_hand: Draw | None) -> list[UUID]:
    """Return the ids of all tables that a round has, had or can have."""
    drawn = tournament.rounds[number].drawn.pairings if number in tournament.rounds else ()
    pairings = [*drawn, *(by_hand.pairings if by_hand else ())]
    known = {pairing.table for pairing in pairings} | set(range(1, len(tournament.entries) + 1))
    return [encounter_id(tournament.id, number, table) for table in sorted(known)]


def _draw_content(draw: Draw | None) -> Any:
    """Return a director's draw as plain values, for the content of a request; None if there is none."""
    if draw is None:
        return None
    return [[_pairing_content(each) for each in draw.pairings], sorted(draw.byes.items())]


def _assumed_content(assumed: Sequence[Assumption], rest: bool) -> list[Any]:
    """Return assumed results as plain values, for the content of a request; empty if there are none."""
    return [[[each.round, each.table, list(each.won)] for each in assumed], rest] if assumed or rest else []


def _pairing_content(pairing: Pairing) -> list[Any]:
    return [pairing.table, [list(side) for side in pairing.sides], list(pairing.boards), pairing.stage, pairing.why]
