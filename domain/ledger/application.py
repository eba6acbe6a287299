"""The ledger: every command that writes into the record book.

Each command says who records (``by``) and when (``at``, ISO 8601; the clock is the caller's). Further:

``key``               chosen by the sender. The same command under the same key again is answered as before
                      and writes nothing; another command under it raises `KeyReused`.
``expected_version``  the version the sender has seen. If the record has moved on, `Conflict` names the
                      version it is at. Without it, the command is decided on whatever is stored now.

A command that is against the rules of the game raises `Refused`; one that makes no sense for the book,
`Declined`. Then nothing is written. Errors of the database are passed on as they are.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Unpack
from uuid import UUID

from domain.club.aggregates import Club, Table
from domain.club.commands import Clubs
from domain.dispute.commands import Disputes
from domain.engine.facts import DealOpened
from domain.engine.parameters import plain
from domain.engine.refusals import Refused
from domain.engine.ruleset import Ruleset
from domain.ledger.commands import ImportedDeal, Saved, Sent, SentTo, name, request
from domain.ledger.errors import ActRefused, Declined
from domain.ledger.keeper import Draft, new_id
from domain.match.aggregate import Match
from domain.match.facts import MatchOpened
from domain.record.aggregate import DealFile, check_opening, check_seats, check_words
from domain.record.import_commands import Imports
from domain.record.note_commands import Notes
from domain.record.seal_commands import Seals
from domain.tournament.commands import Tournaments

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from domain.engine.cards import Seat
    from domain.engine.facts import (
        Act,
        CapsRuled,
        CardsDisclosed,
        Fact,
        IrregularityNoted,
        RulingLifted,
        ViolationRuled,
    )
    from domain.record.record import Proposal, Record

__all__ = ["ImportedDeal", "Ledger", "Saved"]


class Ledger(Clubs, Imports, Notes, Seals, Tournaments, Disputes):
    """The record book. ``Ledger(environment, read_models)``; build it after forking, one in each process.

    Reading: `deal`, `match`, `club`, `player`, `table`, `tournament`, `encounter`, `dispute`, `history`, `notes`.
    Writing: the commands here, those about `Clubs`, `Imports`, `Notes` and `Seals`, those of `Tournaments` and their
    `Encounters`, and those of `Disputes`.
    """

    # --- matches ----------------------------------------------------------------------------------

    def open_match(
        self,
        ruleset: str | Ruleset,
        dealer: Seat,
        *,
        match_id: UUID | None = None,
        club: UUID | None = None,
        table: UUID | None = None,
        teams: Mapping[str, str] | None = None,
        players: Mapping[Seat, str] | None = None,
        event: str = "",
        note: str = "",
        **sent: Unpack[Sent],
    ) -> Saved:
        """Two teams sit down to a match. ``dealer`` deals first; the tokens a side are the ruleset's.

        ``ruleset`` is a game, or the key of one: of the club's own rulesets (or of the table's club), else of the
        catalogue. ``teams`` names the teams by their codes (``NS``, ``EW``), ``players`` who sits where (ids or names).
        """
        told = MatchOpened(
            ruleset=_said(ruleset),
            dealer=dealer,
            teams={team: name(called, "a team's name") for team, called in (teams or {}).items()},
            players=dict(players or {}),
            club=self._known(Club, club),
            table=self._known(Table, table),
            event=event.strip(),
            note=note.strip(),
        )
        command = request("", sent, "open match", told, match_id)

        def begin() -> Draft:
            game = self._resolved(ruleset, told.club, told.table)
            self._check_home(told.club, told.table)
            check_seats(game, dealer, told.players)
            teams = game.seating.teams
            if strange := set(told.teams) - set(teams):
                raise Declined("team", f"there is no team {min(strange)}; the teams are {', '.join(teams)}")
            match = Match(match_id or new_id(command.at))
            match.take(replace(told, ruleset=plain(game), tokens=game.match.stake), *command.stamp)
            return Draft((match,), (match,))

        return self._open(command, begin)

    def end_match(self, match_id: UUID, **sent: Unpack[SentTo]) -> Saved:
        """The players stop before the tokens end the match; whoever has more has won."""
        command = request(f"match {match_id}", sent, "end")

        def draft() -> Draft | Saved:
            if answer := self._answered(command):
                return answer
            match = self.match(match_id)
            command.expects(match_id, match.version)
            match.take(match.stop(), *command.stamp)
            encounter = self.encounter(match.encounter) if match.encounter else None
            if encounter is None:
                return Draft((match,), (match,))
            for fact in encounter.stop(match.ruleset):
                encounter.take(fact, *command.stamp)
            return Draft((match, encounter), (match,))

        return self._until_done(command, match_id, draft)

    # --- deals ------------------------------------------------------------------------------------

    def open_deal(
        self,
        ruleset: str | Ruleset | None = None,
        dealer: Seat | None = None,
        *,
        deal_id: UUID | None = None,
        match: UUID | None = None,
        dealer_reason: str = "",
        table: UUID | None = None,
        club: UUID | None = None,
        players: Mapping[Seat, str] | None = None,
        number: int = 1,
        event: str = "",
        source: str = "",
        note: str = "",
        **sent: Unpack[Sent],
    ) -> Saved:
        """A deal begins. Outside a match, ``ruleset`` and ``dealer`` are needed; `open_match` tells how a key is read.

        In a match the ruleset, the number, the table and the club are the match's; so are the players where
        none are given (somebody may stand in). The dealer is whoever's turn it is; if somebody else dealt,
        say why in ``dealer_reason``.
        """
        told = DealOpened(
            ruleset=_said(ruleset) if ruleset is not None else {},
            dealer=dealer or "",
            players=dict(players or {}),
            number=number,
            table=self._known(Table, table),
            club=self._known(Club, club),
            event=event.strip(),
            source=source.strip(),
            note=note.strip(),
        )
        command = request("", sent, "open deal", told, deal_id, match, dealer_reason)

        def begin() -> Draft:
            identity = deal_id or new_id(command.at)
            file = DealFile(identity)
            if match is None:
                self._check_home(told.club, told.table)
                whole = told
                if ruleset is not None:
                    whole = replace(told, ruleset=plain(self._resolved(ruleset, told.club, told.table)))
                file.take(_complete(whole), *command.stamp)
                return Draft((file,), (file,))
            book = self.match(match)
            begun = book.begin(str(identity), dealer, dealer_reason.strip())
            self._check_home(book.opened.club, told.table)
            agreed = book.opened.ruleset
            if ruleset is not None and ruleset != agreed["key"]:
                agreed = plain(self._resolved(ruleset, book.opened.club, None))
            file.take(book.opening(replace(told, ruleset=agreed), begun), *command.stamp)
            book.take(begun, command.at, command.by)
            return Draft((file, book), (file, book))

        return self._open(command, begin)

    def act(
        self,
        deal_id: UUID,
        acts: Sequence[Act],
        *,
        as_it_happened: bool = False,
        seat: Seat | None = None,
        onward: bool = False,
        **sent: Unpack[SentTo],
    ) -> Saved:
        """Somebody acted at the table, once or several times: all of it is recorded, or nothing.

        What the rules compel next is recorded with it, and the settlement at the end. `ActRefused` names
        the act of the batch that broke a rule; ``as_it_happened`` records it nevertheless. ``seat``: a player
        records for this seat, and is refused no more than that seat can know (`Record.act`). ``onward``: what a
        scribe need not write down is recorded around each act (`Record.onward`).
        """
        if not acts:
            raise Declined("empty", "there is nothing to record")
        content = ("act", list(acts), as_it_happened, seat, *(("onward",) if onward else ()))
        command = request(f"deal {deal_id}", sent, *content)

        def decide(file: DealFile) -> None:
            for index, act in enumerate(acts):
                last = len(file.record.entries) - 1
                try:
                    check_words(file.record.rules, act)
                    if onward:
                        for proposals in file.record.onward(act, as_it_happened=as_it_happened):
                            file.take_all(proposals, *command.stamp)
                    else:
                        proposals = file.record.act(act, as_it_happened=as_it_happened, seat=seat)
                        file.take_all(proposals, *command.stamp)
                except Refused as refused:
                    raise ActRefused(refused.refusal, index, file.record.until(last)) from None

        return self._on_deal(command, deal_id, decide)

    def amend(self, deal_id: UUID, ply: int, now: Act, why: str = "", **sent: Unpack[SentTo]) -> Saved:
        """The scribe had slipped at a ply: something else happened there."""
        return self._noted(deal_id, sent, ("amend", ply, now, why), lambda record: record.amend(ply, now, why), now)

    def insert(self, deal_id: UUID, ply: int, now: Act, why: str = "", **sent: Unpack[SentTo]) -> Saved:
        """The scribe had missed an act that happened before the one at ``ply``."""
        return self._noted(deal_id, sent, ("insert", ply, now, why), lambda record: record.insert(ply, now, why), now)

    def retract(self, deal_id: UUID, ply: int, why: str = "", *, onward: bool = False, **sent: Unpack[SentTo]) -> Saved:
        """The act at a ply never happened, nor what it compelled; ``onward``: nor anything that came after it."""
        content = ("retract", ply, why, *(("onward",) if onward else ()))
        return self._noted(deal_id, sent, content, lambda record: record.retract(ply, why, onward=onward))

    def disclose(self, deal_id: UUID, cards: CardsDisclosed, **sent: Unpack[SentTo]) -> Saved:
        """Cards that the record did not know are told."""
        return self._noted(deal_id, sent, ("disclose", cards), lambda record: record.disclose(cards), cards)

    def note(self, deal_id: UUID, irregularity: IrregularityNoted, **sent: Unpack[SentTo]) -> Saved:
        """Somebody noted a breach that the cards do not show."""
        return self._noted(
            deal_id, sent, ("note", irregularity), lambda record: record.note(irregularity), irregularity
        )

    def rule_caps(self, deal_id: UUID, ruling: CapsRuled, **sent: Unpack[SentTo]) -> Saved:
        """An arbiter's verdict on a Caps call, or on its absence."""
        return self._noted(deal_id, sent, ("rule caps", ruling), lambda record: record.rule_caps(ruling), ruling)

    def rule_violation(self, deal_id: UUID, ruling: ViolationRuled, **sent: Unpack[SentTo]) -> Saved:
        """An arbiter found a breach of the rules."""
        return self._noted(
            deal_id, sent, ("rule violation", ruling), lambda record: record.rule_violation(ruling), ruling
        )

    def lift_ruling(self, deal_id: UUID, lifted: RulingLifted, **sent: Unpack[SentTo]) -> Saved:
        """An arbiter takes back what was ruled on a deal."""
        return self._noted(deal_id, sent, ("lift ruling", lifted), lambda record: record.lift(lifted))

    def confirm(self, deal_id: UUID, seat: Seat, **sent: Unpack[SentTo]) -> Saved:
        """The player in a seat agrees with the result as it stands."""
        return self._noted(deal_id, sent, ("confirm", seat), lambda record: record.confirm(seat))

    def abandon(self, deal_id: UUID, why: str = "", **sent: Unpack[SentTo]) -> Saved:
        """The deal is given up and does not count."""
        return self._noted(deal_id, sent, ("abandon", why), lambda record: record.abandon(why))

    def _check_home(self, club: str | None, table: str | None) -> None:
        """Decline a table of another club than the deal or the match is of."""
        if club is None or table is None:
            return
        home = self.table(UUID(table)).club
        if home is not None and str(home) != club:
            raise Declined("table-club", f"the table {table} belongs to another club")

    def _noted(
        self,
        deal_id: UUID,
        sent: SentTo,
        content: tuple[object, ...],
        decide: Callable[[Record], list[Proposal]],
        about: Fact | None = None,
    ) -> Saved:
        """Something was said about the record of a deal; ``about`` must speak of its seats and cards."""
        command = request(f"deal {deal_id}", sent, *content)

        def take(file: DealFile) -> None:
            if about is not None:
                check_words(file.record.rules, about)
            file.take_all(decide(file.record), *command.stamp)

        return self._on_deal(command, deal_id, take)


def _said(ruleset: str | Ruleset) -> dict[str, Any]:
    """The game as the command names it: a repeated one is known again, whatever its key stands for by then."""
    return {"key": ruleset} if isinstance(ruleset, str) else plain(ruleset)


def _complete(told: DealOpened) -> DealOpened:
    """The opening of a deal outside a match, if it says enough."""
    if not told.ruleset or not told.dealer:
        raise Declined("deal-incomplete", "outside a match a deal needs a ruleset and a dealer")
    check_opening(told)
    return told
