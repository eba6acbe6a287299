"""The commands on tournaments: terms, entries, rounds, rulings, packs, and the end."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Unpack

from domain.club.aggregates import Club, Table
from domain.engine.parameters import plain as plain_ruleset
from domain.engine.values import Listing, Plural, Term, sentence
from domain.fair import lots as fair
from domain.fair.packs import Packs, commitment
from domain.fair.packs import parse as parse_packs
from domain.fair.packs import plain as plain_packs
from domain.ledger.commands import Request, Saved, Sent, SentTo, name, request
from domain.ledger.errors import Declined
from domain.ledger.repository import Draft, new_id
from domain.tournament.aggregate import DRAWS, Tournament, check_terms, not_next_round
from domain.tournament.draws import DrawError, check_draw, draw
from domain.tournament.draws.assumed import AssumptionError, assumed_lines, find_assumptions
from domain.tournament.draws.known_boards import known_boards
from domain.tournament.encounter import Encounter, encounter_id
from domain.tournament.facts import (
    EncounterDropped,
    EncounterSet,
    LotsSealed,
    PacksSealed,
    StartingScoreSet,
    TournamentOpened,
)
from domain.tournament.qualifying import Stage, qualifiers
from domain.tournament.score_sheet import by_points
from domain.tournament.seals import SealedLots, SealedPacks, sealed_id, sealed_lots_id
from domain.tournament.sections import check_entries, divide, section_names
from domain.tournament.state import Draw, Entry
from domain.tournament.terms import Terms, TermsError, parse, plain
from domain.tournament.wrong_board import boards_played

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from fractions import Fraction
    from uuid import UUID

    from domain.club.commands import Clubs
    from domain.engine.facts import Fact
    from domain.engine.ruleset import Ruleset
    from domain.engine.values import Value
    from domain.ledger.repository import Repository
    from domain.tournament.qualifying import Qualifier
    from domain.tournament.state import Assumption, EntryId, Line, Pairing, Standing

RANKED_TOPICS = (TournamentOpened.TOPIC, EncounterSet.TOPIC)
"""The first topics of the streams that have lines in standings."""
TABLES: Final = Plural("table {tables}", "tables {tables}")
MISSING_BOARDS: Final = Plural("{table} (board {boards})", "{table} (boards {boards})")


@dataclass(frozen=True, slots=True)
class DrawOptions:
    """The director's choices for a draw. ``assumed``, ``earlier``, ``rest``: as in `find_assumptions`."""

    by_hand: Draw | None = None
    challenges: Sequence[tuple[EntryId, EntryId]] = ()
    assumed: Sequence[Assumption] = ()
    earlier: Sequence[Assumption] = ()
    rest: bool = False


class Tournaments:
    """The commands that directors give to tournaments."""

    def __init__(self, repository: Repository, clubs: Clubs) -> None:
        self._repository = repository
        self._clubs = clubs

    def get(self, tournament_id: UUID, version: int | None = None) -> Tournament:
        """Return a tournament as it stands, or as it stood at a version."""
        return self._repository.get(Tournament, tournament_id, version)

    def lines(self, tournament: Tournament, until: int | None = None) -> list[Line]:
        """Return all lines of a tournament's standings, computed from the events. ``until``: the last round."""
        rounds = [number for number in tournament.rounds if until is None or number <= until]
        tables = [each for number in rounds for each in tournament.encounters(number)]
        lines = [line for line in tournament.lines() if line.round in rounds]
        for encounter in self._repository.get_many(Encounter, tables).values():
            lines += encounter.lines()
        return sorted(lines, key=lambda line: (line.round, line.entry, line.board))

    # --- the tournament -------------------------------------------------------------------------------

    def open(
        self,
        called: str,
        terms: Terms | Mapping[str, Any],
        ruleset: str | Ruleset,
        *,
        club: UUID | None = None,
        note: str = "",
        tournament_id: UUID | None = None,
        entries: Sequence[tuple[str, Sequence[str]]] = (),
        rounds: int = 0,
        entropy: bytes = b"",
        **sent: Unpack[Sent],
    ) -> Saved:
        """Open a tournament with these terms. ``ruleset`` as in `Matches.open`.

        ``entries``: name and players of those that are entered at once. ``rounds``: the number of rounds that are drawn
        at once, with lots from ``entropy`` (32 random bytes). Raises `Declined` if the terms do not make a tournament,
        the game does not fit them, or a round cannot be drawn.
        """
        whole = _terms(terms)
        game_given = ruleset if isinstance(ruleset, str) else plain_ruleset(ruleset)
        at_once = [[entry, list(players)] for entry, players in entries]
        more = (at_once, rounds) if at_once or rounds else ()
        command = request(
            "", sent, "open tournament", called, plain(whole), game_given, club, note, tournament_id, *more
        )
        called, fitted = name(called), check_terms(whole)
        fields = [(name(entry), _people(players)) for entry, players in entries]

        def begin() -> Draft:
            home = self._repository.known_id(Club, club)
            game = self._fitting_game(fitted, ruleset, home)
            tournament = Tournament(tournament_id or new_id(command.at))
            opened = TournamentOpened(called, plain(fitted), plain_ruleset(game), home, note.strip())
            tournament.take(opened, *command.stamp)
            for entry, players in fields:
                tournament.take(tournament.enter(entry, players, None), *command.stamp)
            encounters: dict[UUID, Encounter] = {}
            for _ in range(rounds):
                self._draw_next(tournament, encounters, command, entropy, DrawOptions())
            return tournament, *(each for _, each in sorted(encounters.items()))

        return self._repository.execute(command, None, begin)

    def open_sections(
        self,
        called: str,
        terms: Terms | Mapping[str, Any],
        ruleset: str | Ruleset,
        entries: Sequence[tuple[str, Sequence[str]]],
        count: int,
        way: str,
        *,
        club: UUID | None = None,
        note: str = "",
        **sent: Unpack[Sent],
    ) -> Saved:
        """Open several tournaments with the same terms, each with a part of a list of entries. Returns the first.

        ``entries``: name and players; ``count`` and ``way`` as in `sections.divide`. Raises `Declined` as `open` does.
        """
        whole = _terms(terms)
        game_given = ruleset if isinstance(ruleset, str) else plain_ruleset(ruleset)
        listed = [[entry, list(players)] for entry, players in entries]
        content = (called, plain(whole), game_given, club, note, listed, count, way)
        command = request("", sent, "open sections", *content)
        called, fitted = name(called), check_terms(whole)
        fields = [(name(entry), _people(players)) for entry, players in entries]
        names = [name(each, sentence("the name of a section")) for each in section_names(called, count)]

        def begin() -> Draft:
            home = self._repository.known_id(Club, club)
            game = self._fitting_game(fitted, ruleset, home)
            check_entries(fields)
            made: list[Tournament] = []
            for title, part in zip(names, divide(fields, count, way), strict=True):
                tournament = Tournament(new_id(command.at))
                group = str(made[0].id if made else tournament.id)
                opened = TournamentOpened(title, plain(fitted), plain_ruleset(game), home, note.strip(), group)
                tournament.take(opened, *command.stamp)
                for entry, players in part:
                    tournament.take(tournament.enter(entry, players, None), *command.stamp)
                made.append(tournament)
            return tuple(made)

        return self._repository.execute(command, None, begin)

    def _fitting_game(self, terms: Terms, ruleset: str | Ruleset, club: str | None) -> Ruleset:
        """Return the game of a new tournament. Raises `Declined` if it does not fit the terms."""
        game = self._clubs.ruleset(ruleset, club)
        if len(game.seating.teams) != 2:
            raise Declined("tournament-game", "{game} is not played by two sides", game=Term(game.name))
        if terms.side * (2 if terms.side == 1 else 1) < len(game.seating.seats) // 2:
            seats = len(game.seating.seats) // 2
            raise Declined("terms", "side: {game} is played by {seats} a side", game=Term(game.name), seats=seats)
        return game

    def rename(self, tournament_id: UUID, called: str, why: str = "", **sent: Unpack[SentTo]) -> Saved:
        """Give the tournament another name."""
        content, whole = ("rename", called, why), name(called)
        return self._save_fact(tournament_id, sent, content, lambda t: t.rename(whole, why.strip()))

    def change_terms(
        self, tournament_id: UUID, terms: Terms | Mapping[str, Any], why: str = "", **sent: Unpack[SentTo]
    ) -> Saved:
        """Change the terms of the tournament."""
        whole = _terms(terms)
        content = ("terms", plain(whole), why)
        return self._save_fact(tournament_id, sent, content, lambda t: t.change_terms(whole, why.strip()))

    def name_tables(self, tournament_id: UUID, tables: Mapping[int, UUID], **sent: Unpack[SentTo]) -> Saved:
        """Set the table of the club for each table number of a draw, from the next draw on."""
        names = {number: str(table) for number, table in sorted(tables.items())}

        def decide(tournament: Tournament) -> Fact:
            for table in tables.values():
                if self._repository.get(Table, table).club != tournament.club:
                    raise Declined("tables", "the table {table} is not the club's", table=str(table))
            return tournament.name_tables(names)

        return self._save_fact(tournament_id, sent, ("tables", list(names.items())), decide)

    def end(
        self, tournament_id: UUID, places: Sequence[Mapping[str, Any]], note: str = "", **sent: Unpack[SentTo]
    ) -> Saved:
        """Announce the final result: rows of ``place``, ``entry`` and ``score``, the winner first."""
        return self._save_fact(tournament_id, sent, ("end", note), lambda t: t.end(places, note.strip()))

    def cancel(self, tournament_id: UUID, why: str, **sent: Unpack[SentTo]) -> Saved:
        """Cancel the tournament: it is over without a result."""
        return self._save_fact(tournament_id, sent, ("cancel", why), lambda t: t.cancel(why.strip()))

    def reopen(self, tournament_id: UUID, why: str, **sent: Unpack[SentTo]) -> Saved:
        """Reopen the tournament, to go on or to announce the result anew."""
        return self._save_fact(tournament_id, sent, ("reopen", why), lambda t: t.reopen(why.strip()))

    # --- entries --------------------------------------------------------------------------------------

    def make_entry(
        self,
        tournament_id: UUID,
        called: str,
        players: Sequence[str] = (),
        since: int | None = None,
        **sent: Unpack[SentTo],
    ) -> Saved:
        """Enter a pair, a team or a player. ``since``: the first round it plays; None: the next round to be drawn."""
        content = ("enter", called, list(players), since)
        whole, people = name(called), _people(players)

        def decide(tournament: Tournament) -> Fact:
            made = tournament.enter(whole, people, since)
            entry = Entry(made.entry, whole, made.players, since=made.since)
            check_places(tournament, [*tournament.entries.values(), entry])
            return made

        return self._save_fact(tournament_id, sent, content, decide)

    def change_entry(
        self, tournament_id: UUID, entry: EntryId, called: str, players: Sequence[str], why: str = "",
        **sent: Unpack[SentTo],
    ) -> Saved:  # fmt: skip
        """Change the name or the players of an entry."""
        content = ("change entry", entry, called, list(players), why)
        whole, people = name(called), _people(players)
        return self._save_fact(
            tournament_id, sent, content, lambda t: t.change_entry(entry, whole, people, why.strip())
        )

    def set_seeds(self, tournament_id: UUID, order: Sequence[EntryId], why: str = "", **sent: Unpack[SentTo]) -> Saved:
        """Set the seeding list, the first seed first."""
        content = ("seeds", list(order), why)
        return self._save_fact(tournament_id, sent, content, lambda t: t.set_seeds(order, why.strip()))

    def enter_qualifiers(
        self,
        tournament_id: UUID,
        stages: Sequence[tuple[UUID, int]],
        carry: str,
        rank: Callable[[Tournament], Sequence[Standing]],
        **sent: Unpack[SentTo],
    ) -> Saved:
        """Enter the first places of earlier stages, seed them, and give them their scores from there.

        ``stages``: the tournaments, and how many places qualify. ``carry``: one of `qualifying.CARRY`. ``rank`` returns
        the standings of a tournament.
        """
        command = self._to(tournament_id, sent, "qualifiers", [[str(each), places] for each, places in stages], carry)

        def draft() -> Draft:
            tournament = self._repository.get_expected(command, Tournament, tournament_id)
            seeds = list(tournament.seeded)
            for each in self.find_qualifiers(tournament, stages, carry, rank):
                made = tournament.enter(each.name, each.players, None)
                tournament.take(made, *command.stamp)
                seeds.append(made.entry)
                if each.amount:
                    fact = StartingScoreSet(made.entry, each.amount, "", each.stage, each.place)
                    tournament.take(fact, *command.stamp)
            tournament.take(tournament.set_seeds(seeds, ""), *command.stamp)
            check_places(tournament, tournament.entries.values())
            return (tournament,)

        return self._repository.execute(command, tournament_id, draft)

    def find_qualifiers(
        self,
        tournament: Tournament,
        stages: Sequence[tuple[UUID, int]],
        carry: str,
        rank: Callable[[Tournament], Sequence[Standing]],
    ) -> list[Qualifier]:
        """Return those whom `enter_qualifiers` would enter. Raises `Declined` if nobody qualifies."""
        tournament.check_not_over()
        given = [(self._repository.get(Tournament, each), places) for each, places in stages]
        if other := next((each for each, _ in given if each.club != tournament.club), None):
            raise Declined("stage", "{name} belongs to another club", name=other.opened.name)
        qualified = qualifiers(tournament, [Stage(each, rank(each), places) for each, places in given], carry)
        if not qualified:
            raise Declined("qualifiers", "nobody qualifies")
        return qualified

    def set_starting_score(
        self, tournament_id: UUID, entry: EntryId, amount: Fraction, why: str, **sent: Unpack[SentTo]
    ) -> Saved:
        """Set the score with which an entry begins, in the unit of the standings; 0 removes it."""
        content = ("starting score", entry, str(amount), why)
        return self._save_fact(
            tournament_id,
            sent,
            content,
            lambda t: t.set_starting_score(entry, t.adjustment_number(amount, "score"), why.strip()),
        )

    def set_categories(
        self, tournament_id: UUID, entry: EntryId, categories: Sequence[str], **sent: Unpack[SentTo]
    ) -> Saved:
        """Set the prize categories of an entry; they replace those before."""
        content = ("categories", entry, list(categories))
        return self._save_fact(tournament_id, sent, content, lambda t: t.set_categories(entry, categories))

    def withdraw_entry(self, tournament_id: UUID, entry: EntryId, why: str = "", **sent: Unpack[SentTo]) -> Saved:
        """Withdraw an entry from the next round on."""
        content = ("withdraw entry", entry, why)
        return self._save_fact(tournament_id, sent, content, lambda t: t.withdraw(entry, why.strip()))

    def return_entry(self, tournament_id: UUID, entry: EntryId, why: str = "", **sent: Unpack[SentTo]) -> Saved:
        """Let a withdrawn entry play again."""
        content = ("return entry", entry, why)

        def decide(tournament: Tournament) -> Fact:
            returned = tournament.take_back(entry, why.strip())
            entries = tournament.entries | {entry: replace(tournament.entry(entry), out=None)}
            check_places(tournament, entries.values())
            return returned

        return self._save_fact(tournament_id, sent, content, decide)

    # --- rounds ---------------------------------------------------------------------------------------

    def draw_lots(self, tournament_id: UUID, purpose: str, entropy: bytes, **sent: Unpack[SentTo]) -> Saved:
        """Draw an order of all entries by lot, from 32 random bytes, or open the lots promised for the purpose.

        ``entropy`` is not part of the request's content, so a repeated request with the same key keeps the first lots.
        """
        called = name(purpose, sentence("the purpose of the lots"))
        return self._save_fact(
            tournament_id, sent, ("lots", called), lambda t: t.draw_lots(called, self._chance(t, called, entropy))
        )

    def promise_lots(self, tournament_id: UUID, purpose: str, entropy: bytes, **sent: Unpack[SentTo]) -> Saved:
        """Draw lots from 32 random bytes and seal them; record only the commitment. `draw_lots` opens them."""
        called = name(purpose, sentence("the purpose of the lots"))
        command = self._to(tournament_id, sent, "promise lots", called)

        def draft() -> Draft:
            tournament = self._repository.get_expected(command, Tournament, tournament_id)
            promise, lots = tournament.promise_lots(called, entropy)
            tournament.take(promise, *command.stamp)
            sealed = SealedLots(sealed_lots_id(tournament_id, promise.number))
            sealed.take(LotsSealed(str(tournament_id), promise.number, fair.plain(lots)), *command.stamp)
            return tournament, sealed

        return self._repository.execute(command, tournament_id, draft)

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
                raise not_next_round(tournament.next_round, number)
            options = DrawOptions(by_hand, challenges, assumed, rest=assume_rest)
            self._draw_next(tournament, encounters, command, entropy, options)

        def tables(tournament: Tournament) -> Sequence[UUID]:
            drawn_before = tournament.next_round in tournament.undrawn
            return _possible_tables(tournament, tournament.next_round, by_hand) if drawn_before else ()

        return self._with_tables(command, tournament_id, tables, decide)

    def withdraw_draw(self, tournament_id: UUID, number: int, why: str, **sent: Unpack[SentTo]) -> Saved:
        """Withdraw the draw of the last round. Raises `Declined` if anything is recorded at its tables."""
        command = self._to(tournament_id, sent, "withdraw draw", number, why)

        def decide(tournament: Tournament, encounters: dict[UUID, Encounter]) -> None:
            fact = tournament.withdraw_draw(number, why.strip())
            for encounter in encounters.values():
                encounter.check_free()
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

        ``entropy``: 32 random bytes for new lots; None keeps the lots. ``assumed``, ``assume_rest``: as in
        `draw_round`; what the earlier draw assumed is assumed again where a result is still missing.
        """
        command = self._to(
            tournament_id, sent, "redraw", number, _draw_content(by_hand), [list(each) for each in challenges], why,
            *_assumed_content(assumed, assume_rest),
        )  # fmt: skip

        def decide(tournament: Tournament, encounters: dict[UUID, Encounter]) -> None:
            tournament.check_last_round(number)
            for encounter in encounters.values():
                encounter.check_free()
            if entropy is not None:
                tournament.take(
                    tournament.draw_lots(DRAWS, self._chance(tournament, DRAWS, entropy), standing=number - 1),
                    *command.stamp,
                )
            earlier = tournament.round(number).drawn.assumed
            options = DrawOptions(by_hand, challenges, assumed, earlier, rest=assume_rest)
            made, broke, basis = self._make_draw(tournament, tournament.draws[:-1], options)
            fact = tournament.record_redraw(made, broke, why.strip(), by_hand=by_hand is not None, assumed=basis)
            tournament.take(fact, *command.stamp)
            kept = self._set(tournament, number, encounters, command)
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
                tournament.check_last_round(number)
                for encounter in self._repository.get_many(Encounter, tournament.encounters(number)).values():
                    encounter.check_free()
                tournament.record_redraw(own, (), "checked", by_hand=True)
            else:
                tournament.record_draw(own, (), by_hand=True)
        except Declined as why:
            declined = why.sentence
        return declined, self.find_faults(tournament, [draw for draw in tournament.draws if draw.round < number], own)

    def propose_round(self, tournament: Tournament, number: int | None = None) -> Draw:
        """Return a round as its format would draw it now, without new lots. Raises `Declined` if it cannot.

        ``number``: the next round (None), or the last one, as it would be drawn anew.
        """
        last = len(tournament.rounds)
        again = number is not None and number == last
        before = tournament.draws[:-1] if again else tournament.draws
        earlier = tournament.round(last).drawn.assumed if again else ()
        return self._make_draw(tournament, before, DrawOptions(earlier=earlier))[0]

    def close_round(self, tournament_id: UUID, number: int, **sent: Unpack[SentTo]) -> Saved:
        """Close a round and make its results final. Raises `Declined` unless every table has reported."""
        command = self._to(tournament_id, sent, "close", number)

        def decide(tournament: Tournament, encounters: dict[UUID, Encounter]) -> None:
            closing = tournament.close(number)
            if late := sorted(
                (each for each in encounters.values() if not each.reported), key=lambda e: e.setting.table
            ):
                raise Declined("results-missing", _not_reported(number, late))
            if contested := sorted(each.setting.table for each in encounters.values() if each.contested):
                raise Declined(
                    "result-contested",
                    "a side contests the result of table {tables}: correct it or accept it",
                    tables=Listing(tuple(contested)),
                )
            tournament.take(closing, *command.stamp)
            for each in encounters.values():
                for fact in each.close():
                    each.take(fact, *command.stamp)

        return self._with_tables(command, tournament_id, lambda t: t.encounters(number), decide)

    def reopen_round(self, tournament_id: UUID, number: int, why: str, **sent: Unpack[SentTo]) -> Saved:
        """Reopen a closed round, so that its results may be entered again."""
        command = self._to(tournament_id, sent, "reopen round", number, why)

        def decide(tournament: Tournament, encounters: dict[UUID, Encounter]) -> None:
            tournament.take(tournament.reopen_round(number, why.strip()), *command.stamp)
            for each in encounters.values():
                for fact in each.reopen():
                    each.take(fact, *command.stamp)

        return self._with_tables(command, tournament_id, lambda t: t.encounters(number), decide)

    # --- rulings and packs ------------------------------------------------------------------------------

    def adjust(
        self, tournament_id: UUID, entry: EntryId, amount: int, why: str, unit: str = "score", number: int = 0,
        **sent: Unpack[SentTo],
    ) -> Saved:  # fmt: skip
        """Rule on an entry's score. ``number``: the round that the ruling is about, or 0.

        ``amount``: the number to store (`Tournament.adjustment_number`): half points where wins count.
        """
        content = ("adjust", entry, amount, unit, number, why)
        return self._save_fact(
            tournament_id, sent, content, lambda t: t.adjust(entry, amount, unit, number, why.strip())
        )

    def withdraw_adjustment(self, tournament_id: UUID, number: int, why: str = "", **sent: Unpack[SentTo]) -> Saved:
        """Take back a ruling on a score."""
        content = ("withdraw adjustment", number, why)
        return self._save_fact(tournament_id, sent, content, lambda t: t.withdraw_adjustment(number, why.strip()))

    def commit_packs(self, tournament_id: UUID, packs: Packs, **sent: Unpack[SentTo]) -> Saved:
        """Record the commitment to the packs of some boards, and store the packs sealed."""
        command = self._to(tournament_id, sent, "commit packs", [each.board for each in packs.boards])

        def draft() -> Draft:
            tournament = self._repository.get_expected(command, Tournament, tournament_id)
            fact = tournament.commit([each.board for each in packs.boards], plain_packs(commitment(packs)))
            tournament.take(fact, *command.stamp)
            sealed = SealedPacks(sealed_id(tournament_id, fact.number))
            sealed.take(PacksSealed(str(tournament_id), fact.number, plain_packs(packs)), *command.stamp)
            return tournament, sealed

        return self._repository.execute(command, tournament_id, draft)

    def sealed_packs(self, tournament_id: UUID, number: int) -> Packs:
        """Return the packs of a commitment. Until they are opened, only the official who deals them may see them."""
        return parse_packs(self._repository.get(SealedPacks, sealed_id(tournament_id, number)).packs)

    def discard_packs(self, tournament_id: UUID, number: int, why: str, **sent: Unpack[SentTo]) -> Saved:
        """Discard packs that are not played, so that others can be dealt for their boards."""
        content = ("discard packs", number, why)
        return self._save_fact(tournament_id, sent, content, lambda t: t.discard_packs(number, why.strip()))

    def open_packs(self, tournament_id: UUID, number: int, **sent: Unpack[SentTo]) -> Saved:
        """Publish the packs of a commitment, so that everybody can check them against it."""

        def decide(tournament: Tournament) -> Fact:
            promised = tournament.packs.get(number)
            return tournament.open_packs(
                number, plain_packs(self.sealed_packs(tournament_id, number)) if promised else {}
            )

        return self._save_fact(tournament_id, sent, ("open packs", number), decide)

    # --- helpers ----------------------------------------------------------------------------------------

    def _to(self, tournament_id: UUID, sent: SentTo, *content: Any) -> Request:
        return request(f"tournament {tournament_id}", sent, *content)

    def _save_fact(
        self, tournament_id: UUID, sent: SentTo, content: tuple[Any, ...], decide: Callable[[Tournament], Fact]
    ) -> Saved:
        """Save a command that adds one fact to the tournament itself."""
        return self._repository.change(self._to(tournament_id, sent, *content), Tournament, tournament_id, decide)

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

    def _chance(self, tournament: Tournament, purpose: str, entropy: bytes) -> bytes:
        """Return the seed of the promised lots, or ``entropy`` if no lots were promised for the purpose."""
        if (promise := tournament.promised.get(purpose)) is None:
            return entropy
        sealed = self._repository.get(SealedLots, sealed_lots_id(tournament.id, promise.number))
        return bytes.fromhex(fair.parse(sealed.lots).seed)

    def _draw_next(
        self,
        tournament: Tournament,
        encounters: dict[UUID, Encounter],
        command: Request,
        entropy: bytes | None,
        options: DrawOptions,
    ) -> None:
        """Draw the next round, with lots before the first one, and add its tables to ``encounters``."""
        tournament.check_not_over()
        if entropy is not None and tournament.draws_lots_first:
            chance = self._chance(tournament, DRAWS, entropy)
            tournament.take(tournament.draw_lots(DRAWS, chance), *command.stamp)
        made, broke, basis = self._make_draw(tournament, tournament.draws, options)
        fact = tournament.record_draw(made, broke, by_hand=options.by_hand is not None, assumed=basis)
        tournament.take(fact, *command.stamp)
        self._set(tournament, made.round, encounters, command)

    def _make_draw(
        self, tournament: Tournament, before: Sequence[Draw], options: DrawOptions
    ) -> tuple[Draw, list[str], Sequence[Assumption]]:
        """Return the draw, its faults in sentences if the director made it, and the results that it assumes."""
        if (own := options.by_hand) is not None:
            if options.assumed or options.rest:
                raise Declined("assumed", "a draw by hand needs no assumed results")
            own = replace(own, round=len(before) + 1)
            tournament.check_draw(own)
            return own, self.find_faults(tournament, before, own), ()
        terms, ruled = tournament.terms, tournament.score_changes(len(before))
        entries, drawn, lines, order = self._draw_input(tournament, before)
        try:
            basis = find_assumptions(terms, entries, drawn, lines, options.assumed, options.earlier, rest=options.rest)
        except AssumptionError as error:
            raise Declined("assumed", error.sentence) from None
        assumed = list(assumed_lines(drawn, basis))
        at_them = frozenset(line.entry for line in assumed)
        try:
            made = draw(
                terms,
                entries,
                drawn,
                [*lines, *assumed],
                order,
                options.challenges,
                ruled,
                points=by_points(tournament.ruleset),
                avoidances=tuple(tournament.avoidances.values()),
                assumed=at_them,
            )
        except DrawError as error:
            raise Declined("draw", error.sentence) from None
        return made, self._find_known_boards(tournament, made), basis

    def find_faults(self, tournament: Tournament, before: Sequence[Draw], own: Draw) -> list[str]:
        """Return the faults of a director's own draw, in sentences. ``before``: the draws of the earlier rounds."""
        entries, drawn, lines, order = self._draw_input(tournament, before)
        apart = tuple(tournament.avoidances.values())
        faults = check_draw(tournament.terms, entries, drawn, own, lines, order, apart)
        return [*faults, *self._find_known_boards(tournament, own)]

    def _find_known_boards(self, tournament: Tournament, drawn: Draw) -> list[str]:
        """Return a sentence for each board of a draw that an entry played in an earlier round instead of another."""
        if not tournament.terms.rules.has_boards:
            return []
        earlier = [
            each for number in tournament.rounds if number < drawn.round for each in tournament.encounters(number)
        ]
        played = boards_played(self._repository.get_many(Encounter, earlier).values())
        return known_boards(drawn, played, tournament.entries)

    def _draw_input(
        self, tournament: Tournament, before: Sequence[Draw]
    ) -> tuple[tuple[Entry, ...], Sequence[Draw], list[Line], tuple[EntryId, ...]]:
        """Return the input of a draw: entries, earlier draws, their results if the format draws by them, and lots."""
        needed = tournament.terms.rules.rests_on_results
        lines = self.lines(tournament, len(before)) if needed else []
        order = tournament.lots[DRAWS].order if DRAWS in tournament.lots else ()
        return tuple(tournament.entries.values()), before, lines, order

    def _set(
        self, tournament: Tournament, number: int, encounters: dict[UUID, Encounter], command: Request
    ) -> set[UUID]:
        """Set the tables of a drawn round, and return their ids."""
        kept = set()
        for setting in tournament.settings(number):
            identity = encounter_id(tournament.id, number, setting.table)
            encounter = encounters.setdefault(identity, Encounter(identity))
            if not encounter.version or encounter.dropped or encounter.setting != setting:
                encounter.take(setting, *command.stamp)
            kept.add(identity)
        return kept


def _possible_tables(tournament: Tournament, number: int, by_hand: Draw | None) -> list[UUID]:
    """Return the ids of all tables that a round has, had or can have."""
    drawn = tournament.rounds[number].drawn.pairings if number in tournament.rounds else ()
    pairings = [*drawn, *(by_hand.pairings if by_hand else ())]
    known = {pairing.table for pairing in pairings} | set(range(1, len(tournament.entries) + 1))
    return [encounter_id(tournament.id, number, table) for table in sorted(known)]


def check_places(tournament: Tournament, entries: Iterable[Entry]) -> None:
    """Raise `Declined` if the format has no place for one of the entries, now that rounds are drawn."""
    lots = tournament.lots[DRAWS].order if DRAWS in tournament.lots else ()
    if tournament.rounds and (why := tournament.terms.rules.why_closed(list(entries), tournament.draws, lots)):
        raise Declined("entry-late", why)


def _not_reported(number: int, late: Sequence[Encounter]) -> Term:
    """Return a sentence that names the tables and boards without a result and what a director can do."""
    tables = TABLES.of(len(late), tables=Listing(tuple(map(_missing_boards, late))))
    if any(each.setting.boards for each in late):
        return sentence(
            "{tables} of round {number} did not report yet: enter the results, or give artificial scores",
            tables=tables,
            number=number,
        )
    return sentence(
        "{tables} of round {number} did not report yet: enter the results, or rule a forfeit",
        tables=tables,
        number=number,
    )


def _missing_boards(table: Encounter) -> Value:
    """Return the number of a table, and, in brackets, its boards that have no result."""
    number = table.setting.table
    if not table.setting.boards:
        return number
    return MISSING_BOARDS.of(len(table.missing), table=number, boards=Listing(table.missing))


def _terms(terms: Terms | Mapping[str, Any]) -> Terms:
    try:
        return parse(plain(terms) if isinstance(terms, Terms) else terms)
    except TermsError as error:
        raise Declined("terms", error.sentence) from None


def _people(players: Sequence[str]) -> list[str]:
    return [name(player, sentence("a player")) for player in players]


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
