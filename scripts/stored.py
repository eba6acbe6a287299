"""Make `tests/stored`: a record book as this version of the code stores it, and its answers to every viewer.

    python -m scripts.stored            make the book, its log, the archive and the answers
    python -m scripts.stored --answers  make only the answers anew, from the book and the lesson that are there
    python -m scripts.stored --lessons  make the events of a lesson, and its answers

The book is made by the public commands of the ledger. It holds at least one event of every topic; the script stops if
one is missing. Do not make the book anew when the code changes: later versions have to read this one. Data of a new
kind belongs into a second book beside it.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import shutil
import tempfile
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from api.app import create_app
from api.cli import evening
from api.cli.parts.books import embedded_settings
from api.people.accounts import add
from api.services import EXTENSION, Provider, Services
from domain.club.policy import OPEN
from domain.dispute.facts import Remedy, Ruling
from domain.engine.cards import UNKNOWN
from domain.engine.facts import (
    Act,
    CapsRuled,
    CardPlayed,
    CardsDealt,
    CardsDisclosed,
    Fact,
    IrregularityNoted,
    PackCut,
    PackShuffled,
    Passed,
    PointsCounted,
    RulingLifted,
    ViolationRuled,
)
from domain.engine.hiding import PUBLIC, hide_act
from domain.engine.refusals import Refusal
from domain.fair import packs
from domain.games.catalogue import RULESETS
from domain.games.three04.acts import CapsCalled, CapsConceded, IndicatorPlaced, RedealDemanded, SpoiltTrumpsDeclared
from domain.lesson.aggregate import Lesson
from domain.lesson.facts import Chapter, LessonOpened, Question, Step
from domain.registry import MAPPER, TOPICS
from domain.tournament.results.sheet import Count, Sheet
from domain.tournament.state import Draw, Pairing
from domain.tournament.tables.encounter import encounter_id
from replay import hands
from replay.lessons.sources import of_terms, of_worked_hand
from replay.notation.archive import write_archived
from replay.notation.document import document_of
from replay.tournaments.payloads import places, rank_entries
from store.migrations import migrate
from store.postgres import embedded
from tests.stored import book, lessons

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from domain.ledger import Ledger
    from domain.record.record import Record

BEGINS: Final = datetime(2026, 3, 7, 12, 0, tzinfo=UTC)
CALLS: Final = (CapsCalled, CapsConceded, SpoiltTrumpsDeclared)


class Clock:
    """The source of author and time of each command: a minute later each time."""

    def __init__(self) -> None:
        self.time = BEGINS

    def __call__(self, by: str = "Nimal") -> Any:
        self.time += timedelta(minutes=1)
        return {"by": by, "at": self.time.isoformat(timespec="milliseconds").replace("+00:00", "Z")}


class Player:
    """A player of random deals, who chooses among the legal acts of the record."""

    def __init__(self, ledger: Ledger, sent: Clock) -> None:
        self.ledger, self.sent = ledger, sent

    def play(self, deal: UUID, seed: str, *, until: int = 1000) -> None:
        """Record acts until the deal is over or has ``until`` acts."""
        rng = random.Random(seed)
        record = self.ledger.deals.get(deal).record
        pack = shuffled(rng, record)
        temper, eager = rng.choice((0.15, 0.3, 0.5)), rng.choice((0.0, 0.05))
        while not record.over and len(record.entries) < until:
            act = call(rng, record) if rng.random() < eager else None
            act = act or chosen(rng, record, temper)
            if isinstance(act, CardsDealt):
                act = CardsDealt(act.seat, {who: tuple(pack.pop() for _ in batch) for who, batch in act.hands.items()})
            if isinstance(act, RedealDemanded):
                pack = shuffled(rng, record)
            self.ledger.deals.act(deal, [act], **self.sent())
            record = self.ledger.deals.get(deal).record

    def deal(self, game: str, seed: str, *, until: int = 1000, **where: Any) -> UUID:
        """Open a deal and play it."""
        dealer = where.pop("dealer", None)
        if "match" not in where:
            where.setdefault("ruleset", game)
            dealer = dealer or RULESETS.get(game, RULESETS["304"]).seating.seats[len(seed) % 4]
        identity = self.ledger.deals.open(dealer=dealer, **where, **self.sent()).id
        self.play(identity, seed, until=until)
        return identity


def shuffled(rng: random.Random, record: Record) -> list[str]:
    """Return a pack that was shuffled poorly, so that long suits happen."""
    pack = list(record.rules.tables.bit)
    if rng.random() < 0.5:
        rng.shuffle(pack)
    for _ in range(12):
        one, other = rng.randrange(len(pack)), rng.randrange(len(pack))
        pack[one], pack[other] = pack[other], pack[one]
    return pack


def chosen(rng: random.Random, record: Record, temper: float) -> Act:
    """Return one of the acts that are allowed; most auctions end soon."""
    rules, state = record.rules, record.state
    rare = (*CALLS, PackShuffled)
    acts = [act for seat in rules.seats for act in rules.legal(state, seat) if not isinstance(act, rare)]
    turn = [act for act in acts if act.seat == rules.to_act(state)]
    acts = turn if turn and rng.random() < 0.9 else acts
    if any(isinstance(act, PackCut) for act in acts):
        return rng.choice((PackCut(acts[0].seat), PackCut(acts[0].seat, 0), PackCut(acts[0].seat, 11)))
    passes = [act for act in acts if isinstance(act, Passed | RedealDemanded)]
    if passes and rng.random() > temper:
        return rng.choice(passes)
    if any(hasattr(act, "bid") or hasattr(act, "denomination") for act in acts):
        return rng.choice(acts[:8] + acts[-3:])
    return rng.choice(acts)


def call(rng: random.Random, record: Record) -> Act | None:
    """Return a call that a seat may make, in turn or not; None if there is none."""
    rules, state = record.rules, record.state
    calls: list[Act] = [act for seat in rules.seats for act in rules.legal(state, seat) if isinstance(act, CALLS)]
    for seat in rules.seats:
        place = rules.place[seat]
        lying = state.indicator if state.indicator_down and place == state.maker else 0
        if any(isinstance(each.act, CapsCalled) for each in rules.templates(state, seat)):
            calls.append(CapsCalled(seat, tuple(rules.tables.cards(state.hands[place] | lying))))
    calls = [act for act in calls if not isinstance(rules.judge(state, act), Refusal)]
    return rng.choice(calls) if calls else None


# --- deals ------------------------------------------------------------------------------------------


def record_games(ledger: Ledger, play: Player) -> None:
    """Record deals of every ruleset: three that are over, and one in progress."""
    for key in RULESETS:
        for number in range(3):
            play.deal(key, f"{key} {number}")
        play.deal(key, f"{key} running", until=18)


def record_corrections(ledger: Ledger, play: Player) -> None:
    """Record deals that are amended, disclosed, ruled on, confirmed, reopened and abandoned."""
    sent = play.sent
    deal = play.deal("304", "corrected", dealer="S", note="Everything that can be corrected.")
    record = ledger.deals.get(deal).record
    last = len(record.entries) - 1
    ledger.deals.note_irregularity(deal, IrregularityNoted(last, "revoke", "E", "East had a heart."), **sent())
    for seat in record.rules.seats:
        ledger.deals.confirm(deal, seat, **sent())
    ledger.deals.retract(deal, last, "It was another card.", **sent())
    ledger.deals.insert(deal, last, record.acts[last], "So it was.", **sent())
    cut = next(ply for ply, act in enumerate(record.acts) if isinstance(act, PackCut))
    ledger.deals.amend(deal, cut, PackCut(record.acts[cut].seat, 7), "Seven cards were lifted.", **sent())
    ledger.deals.rule_violation(deal, ViolationRuled("E", "revoke", "The fourth trick shows it."), **sent())
    ledger.deals.lift_ruling(deal, RulingLifted("violation", "E", "revoke", "It does not."), **sent())
    ledger.deals.rule_caps(deal, CapsRuled("missing", "S", "Trumps were all gone."), **sent())
    note = ledger.notes.write(deal, 3, "A long look at the cards.", **sent())
    ledger.notes.write(deal, -1, "A quiet deal.", **sent())
    ledger.notes.retract(deal, note.version, **sent())
    ledger.deals.abandon(play.deal("304", "abandoned", until=20), "The lights went out.", **sent())
    shuffle = ledger.deals.open("304", "S", **sent()).id
    pack = list(ledger.deals.get(shuffle).record.rules.tables.bit)
    ledger.deals.act(shuffle, [PackShuffled("S", tuple(pack))], as_it_happened=True, **sent())
    broken = play.deal("304", "broken", until=12)
    ledger.deals.act(broken, [Passed("N"), Passed("N")], as_it_happened=True, **sent())


def record_unseen(ledger: Ledger, play: Player) -> None:
    """Record deals by a scribe who sees no hidden card; of some the cards are disclosed afterwards."""
    sent = play.sent
    seeds = [(key, number) for key in ("304", "304-six-36", "sidi-barrani") for number in range(4)]
    for key, number in (*seeds, ("304", 257)):  # in the last one the tricks have to be counted
        known = ledger.deals.get(play.deal(key, f"unseen {key} {number}")).record
        deal = ledger.deals.open(key, known.opened.dealer, **sent()).id
        for ply, act in enumerate(known.acts):
            if ply == len(ledger.deals.get(deal).record.entries):
                ledger.deals.act(deal, [hide_act(act, PUBLIC)], as_it_happened=True, **sent())
        record = ledger.deals.get(deal).record
        for seat in record.rules.seats:
            for template in record.rules.templates(record.state, seat):
                if isinstance(template.act, PointsCounted):
                    count = replace(template.act, points=170)
                    ledger.deals.act(deal, [count], as_it_happened=True, **sent())
        plies = {
            ply: act.card
            for ply, (act, now) in enumerate(zip(known.acts, ledger.deals.get(deal).record.acts, strict=False))
            if isinstance(act, CardPlayed | IndicatorPlaced) and type(act) is type(now) and now.card == UNKNOWN
        }
        dealt = [act for act in known.acts if isinstance(act, CardsDealt)]
        if number % 2 and not any(isinstance(act, RedealDemanded) for act in known.acts):
            hands = {seat: tuple(batch.hands[seat] for batch in dealt) for seat in known.rules.seats}
            ledger.deals.disclose(deal, CardsDisclosed(hands, plies), **sent())


def record_seals(ledger: Ledger, play: Player) -> None:
    """Record deals whose indicator is sealed: one seal is opened, one stays closed."""
    sent = play.sent
    for number, seed in enumerate(("sealed", "sealed too")):
        whole = next(
            record
            for n in range(100)
            if (record := ledger.deals.get(play.deal("304", f"{seed} {n}", dealer="S")).record).settlement is not None
            and sum(isinstance(act, IndicatorPlaced) for act in record.acts) == 1
        )
        deal = ledger.deals.open("304", whole.opened.dealer, **sent()).id
        at, laid = next((ply, act) for ply, act in enumerate(whole.acts) if isinstance(act, IndicatorPlaced))
        ledger.deals.act(deal, whole.acts[:at], **sent())
        ledger.seals.seal_indicator(deal, laid.seat, laid.card, bytes(range(number, 32 + number)), **sent(laid.seat))
        if number:
            continue
        for ply, act in enumerate(whole.acts):
            if ply == len(ledger.deals.get(deal).record.entries):
                ledger.deals.act(deal, [act], as_it_happened=True, **sent())
        if not ledger.deals.get(deal).record.over:
            ledger.deals.abandon(deal, "They went home.", **sent())
        with suppress(Exception):
            ledger.seals.open(deal, **sent())


# --- clubs and matches ------------------------------------------------------------------------------


def record_club(services: Services, play: Player) -> UUID:
    """Record a club with players, tables, rulesets of its own, accounts and tokens; return its id."""
    ledger, sent = services.ledger, play.sent
    club = ledger.clubs.open_club("Harbour Club", sees=OPEN, **sent()).id
    ledger.clubs.rename_club(club, "Harbour Card Club", **sent())
    player = ledger.clubs.register_player("Kamala", club=club, **sent()).id
    ledger.clubs.rename_player(player, "Kamala Perera", **sent())
    ledger.clubs.register_player("Ravi", **sent())
    table = ledger.clubs.open_table("Terrace", club=club, **sent()).id
    ledger.clubs.delay_broadcast(table, 1, **sent())
    changes = {"double.mode": "redouble", "double.until": "auction_end"}
    ledger.clubs.name_ruleset(club, "harbour-jass", "Our Jass", "sidi-barrani", changes, **sent())
    ledger.clubs.name_ruleset(club, "harbour", "Our 304", "304", {"court.half": "alone"}, "Agreed in March.", **sent())
    ledger.clubs.name_ruleset(
        club, "harbour", "Our 304", "304", {"court.half": "alone", "bids.step_from_200": 5}, **sent()
    )
    for number in range(24):
        play.deal("harbour-jass", f"harbour-jass {number}", dealer="S", club=club)
    play.deal("sidi-barrani", "harbour-jass 78", dealer="S", club=club)  # a player concedes the Weis
    for number in range(4):
        play.deal("harbour", f"harbour {number}", dealer="S", club=club, table=table, players={"S": str(player)})
    ledger.clubs.withdraw_ruleset(club, "harbour", "Nobody liked it.", **sent())
    account = add(services, "dilini", "Dilini", "director", club, "Keeper")
    services.accounts.link(account.id, timedelta(days=1))
    services.devices.remember(account.id, "")
    services.tokens.issue("recorder", "Nimal", timedelta(days=1), {"table": str(table), "club": str(club)})
    services.invitations.issue(table, "recorder", {"table": str(table)}, "hash", "Keeper", timedelta(hours=1))
    return club


def record_matches(ledger: Ledger, play: Player, club: UUID) -> None:
    """Record matches, each with an abandoned deal: one ends by its tokens and is corrected, two are stopped."""
    sent = play.sent
    where = {"club": club, "teams": {"NS": "Lions", "EW": "Tigers"}, "players": {"S": "Amal"}, "event": "League"}
    for key, name in (("304-bank", "ended"), ("304", "stopped"), ("sidi-barrani", "jass")):
        match = ledger.matches.open(key, "S", **(where if name == "ended" else {}), **sent()).id
        deals = []
        for number in range(200):
            if ledger.matches.get(match).ended or (name != "ended" and number == 4):
                break
            deals.append(play.deal(key, f"match {name} {number}", match=match))
            if number == 1:
                broken = ledger.deals.open(match=match, **sent()).id
                ledger.deals.abandon(broken, "Misdealt.", **sent())
        if name == "ended":
            last = ledger.deals.get(deals[-1]).record
            ledger.deals.retract(deals[-1], len(last.entries) - 1, "A slip.", onward=True, **sent())
        else:
            ledger.matches.end(match, **sent())


# --- tournaments --------------------------------------------------------------------------------------


FORMATS: Final[Mapping[str, Mapping[str, Any]]] = {
    "Swiss": {"format": "swiss", "rounds": 3, "encounter": {"race": 7}},
    "Everybody": {"format": "round-robin", "legs": 2, "encounter": {"race": 7}},
    "Knockout": {
        "format": "knockout", "encounter": {"race": 7, "final_race": 10}, "consolation": True, "third_place": True,
    },
    "Partners": {"format": "drawn-partners", "side": 1, "rounds": 3, "encounter": {"race": 7}},
    "Ladder": {"format": "ladder", "encounter": {"race": 7}},
    "Mitchell": {"format": "duplicate", "rounds": 3, "boards": 2, "scoring": {"counts": "matchpoints"}},
    "Howell": {
        "format": "duplicate", "movement": "howell", "rounds": 3, "boards": 1, "scoring": {"counts": "imps"},
    },
}  # fmt: skip


def tokens(ours: int, theirs: int) -> Sheet:
    """Return a score sheet with these tokens for each side."""
    return Sheet((Count(tokens=ours), Count(tokens=theirs)))


def board_won(by: int) -> Sheet:
    """Return the score sheet of one board that a side won."""
    pair = (Count(tokens=2), Count()) if by == 0 else (Count(), Count(tokens=1))
    return Sheet(deals=(pair,))


def opened(ledger: Ledger, sent: Clock, name: str, terms: Mapping[str, Any], entries: int, **more: Any) -> UUID:
    """Open a tournament with ``entries`` entries. Return its id."""
    cup = ledger.tournaments.open(name, terms, more.pop("ruleset", "304"), **more, **sent("Dilini")).id
    for n in range(1, entries + 1):
        players = [f"P{n}"] if terms.get("side") == 1 else [f"P{n} A", f"P{n} B"]
        ledger.entries.make_entry(cup, f"Entry {n}", players, **sent("Dilini"))
    return cup


def record_formats(services: Services, play: Player, club: UUID) -> None:
    """Record a tournament of every format, to its end; one is reopened."""
    ledger, sent = services.ledger, play.sent
    for name, terms in FORMATS.items():
        rng = random.Random(name)
        cup = opened(ledger, sent, name, terms, 7 if name in ("Swiss", "Everybody") else 8, club=club)
        if name == "Ladder":
            ledger.entries.set_seeds(cup, [str(n) for n in range(1, 9)], **sent("Dilini"))
        for number in range(1, 4):
            order = [row.entry for row in standings(services, cup)]
            pairs = [(order[n + 1], order[n]) for n in range(number % 2, len(order) - 1, 2)]
            ledger.rounds.draw_round(
                cup, entropy=rng.randbytes(32), challenges=pairs if name == "Ladder" else (), **sent("Dilini")
            )
            for table in ledger.tournaments.get(cup).encounters(number):
                setting = ledger.encounters.get(table).setting
                for board in setting.boards or (0,):
                    most = 10 if setting.stage == "final" else 7
                    race = (most, rng.randrange(7))
                    score = board_won(rng.randrange(2)) if board else tokens(*rng.choice((race, race[::-1])))
                    ledger.encounters.enter_result(table, score, board, **sent())
            ledger.rounds.close_round(cup, number, **sent("Dilini"))
        with suppress(Exception):
            rows = places(ledger.tournaments.get(cup), standings(services, cup))
            ledger.tournaments.end(cup, rows, "Well played.", **sent("Dilini"))
            if name == "Swiss":
                ledger.tournaments.reopen(cup, "A sheet had been misread.", **sent("Dilini"))


def standings(services: Services, cup: UUID) -> Sequence[Any]:
    """Return the current standings."""
    tournament = services.ledger.tournaments.get(cup)
    return rank_entries(tournament, services.ledger.tournaments.lines(tournament))


def record_direction(services: Services, play: Player, club: UUID) -> None:
    """Record every command of a director."""
    ledger, sent = services.ledger, play.sent
    terms = {"format": "swiss", "rounds": 4, "encounter": {"race": 7}}
    cup = opened(ledger, sent, "Director's cup", terms, 6, club=club, note="In the hall.")
    ledger.tournaments.change_terms(cup, {**terms, "rounds": 5}, "There is time.", **sent("Dilini"))
    tables = {n: ledger.clubs.open_table(f"Hall {n}", club=club, **sent("Dilini")).id for n in (1, 2, 3)}
    ledger.tournaments.name_tables(cup, tables, **sent("Dilini"))
    ledger.entries.change_entry(cup, "1", "The first", ["Amal", "Bimal"], "They have a name.", **sent("Dilini"))
    ledger.entries.set_seeds(cup, ["2", "1"], "By last year.", **sent("Dilini"))
    ledger.entries.withdraw_entry(cup, "6", "The train is late.", **sent("Dilini"))
    ledger.entries.return_entry(cup, "6", "It came.", **sent("Dilini"))
    ledger.lots.promise_lots(cup, "draws", bytes(range(32)), **sent("Dilini"))
    ledger.lots.draw_lots(cup, "draws", bytes(32), **sent("Dilini"))
    ledger.rounds.draw_round(cup, entropy=bytes(32), **sent("Dilini"))
    first = Draw(1, tuple(Pairing(n, ((str(n),), (str(7 - n),))) for n in (1, 2)), {"3": "Ill.", "4": "Ill."})
    ledger.rounds.redraw_round(cup, 1, "Two are ill.", by_hand=first, **sent("Dilini"))
    one, two = (encounter_id(cup, 1, n) for n in (1, 2))
    ledger.encounters.change_seats(
        one, {"S": "Chitra", "N": "Bimal", "E": "P6 A", "W": "P6 B"}, "Amal rests.", **sent()
    )
    ledger.encounters.enter_result(one, tokens(7, 3), **sent())
    ledger.encounters.correct_result(one, tokens(7, 4), "A token was counted twice.", **sent())
    ledger.encounters.confirm_result(one, 0, **sent("Chitra"))
    ledger.encounters.confirm_result(one, 1, **sent("P6 A"))
    ledger.encounters.enter_result(two, tokens(2, 7), **sent())
    ledger.encounters.withdraw_result(two, "Another table's.", **sent())
    ledger.encounters.rule_forfeit(two, [1], "They left.", **sent("Dilini"))
    ledger.encounters.lift_forfeit(two, "They were looking for the table.", **sent("Dilini"))
    ledger.encounters.enter_result(two, tokens(7, 6), **sent())
    ledger.rounds.close_round(cup, 1, **sent("Dilini"))
    ledger.rounds.reopen_round(cup, 1, "A protest.", **sent("Dilini"))
    ledger.rounds.close_round(cup, 1, **sent("Dilini"))
    ruling = ledger.adjustments.adjust(cup, "1", -3, "Late.", "tokens", **sent("Dilini"))
    ledger.adjustments.adjust(cup, "2", 1, "For a kind word.", **sent("Dilini"))
    ledger.adjustments.withdraw_adjustment(cup, ruling.version, "They were not.", **sent("Dilini"))
    ledger.adjustments.set_starting_score(cup, "2", Fraction(1, 2), "Beginners.", **sent("Dilini"))

    boards = opened(ledger, sent, "Boards", {**FORMATS["Mitchell"], "rounds": 3}, 4)
    dealt = packs.deal(packs.terms_of(ledger.tournaments.get(boards).ruleset, "Boards"), range(1, 5), bytes(range(128)))
    ledger.packs.commit_packs(boards, dealt, **sent("Dilini"))
    ledger.packs.open_packs(boards, 1, **sent("Dilini"))
    ledger.rounds.draw_round(boards, entropy=bytes(32), **sent("Dilini"))
    (table, *_) = ledger.tournaments.get(boards).encounters(1)
    ledger.encounters.give_artificial_score(table, ("average-plus", "average-minus"), "A board fell.", **sent("Dilini"))
    (board, *_) = ledger.encounters.get(table).setting.boards
    ledger.encounters.withdraw_artificial_score(table, "It was found.", [board], **sent("Dilini"))
    ledger.encounters.enter_result(table, board_won(0), board, **sent())
    other = ledger.encounters.get(table).setting.boards[1]
    ledger.encounters.assign_score(table, other, ((60, 3), (40, -1)), ((100, 3),), "A card was seen.", **sent("Dilini"))
    ledger.encounters.withdraw_assigned_score(table, other, "It was not.", **sent("Dilini"))
    ledger.board_faults.switch_arrows(table, [board], "They sat the wrong way.", **sent("Dilini"))
    ledger.board_faults.withdraw_arrow_switch(table, [board], "They did not.", **sent("Dilini"))
    wrong = next(each for each in range(1, 5) if each not in ledger.encounters.get(table).setting.boards)
    averages = ("average", "average-minus")
    ledger.board_faults.record_wrong_board(table, wrong, board, averages, "Boards mixed up.", **sent("Dilini"))
    ledger.board_faults.withdraw_wrong_board(table, wrong, "They were not.", **sent("Dilini"))


def record_tables(ledger: Ledger, play: Player, club: UUID) -> None:
    """Record matches of a tournament: seated, adopted, corrected, and with disputes."""
    sent = play.sent
    terms = {"format": "swiss", "rounds": 3, "encounter": {"deals": 2}, "scoring": {"counts": "tokens"}}
    cup = opened(ledger, sent, "Recorded cup", terms, 4, ruleset="304-jaffna", club=club)
    drawn = Draw(1, (Pairing(1, (("1",), ("2",))), Pairing(2, (("3",), ("4",)))))
    ledger.rounds.draw_round(cup, by_hand=drawn, **sent("Dilini"))
    one, two = (encounter_id(cup, 1, n) for n in (1, 2))
    match = ledger.table_matches.seat_match(one, **sent()).id
    deals = [play.deal("304-jaffna", f"hall {n}", match=match) for n in range(2)]
    for deal in deals:
        for seat in "SE":
            ledger.deals.confirm(deal, seat, **sent(seat))
    players = {"S": "P3 A", "N": "P3 B", "E": "P4 A", "W": "P4 B"}
    begun = ledger.matches.open("304-jaffna", "S", players=players, club=club, **sent()).id
    taken = play.deal("304-jaffna", "adopted", match=begun)
    ledger.table_matches.adopt_match(two, begun, "They had begun before the draw.", **sent("Dilini"))
    ledger.deals.retract(taken, len(ledger.deals.get(taken).record.entries) - 1, "A slip.", **sent())
    record_disputes(ledger, sent, deals, one)


def record_disputes(ledger: Ledger, sent: Clock, deals: Sequence[UUID], table: UUID) -> None:
    """Record disputes with every step and every kind of remedy."""
    revoke = Remedy("violation", seat="E", code="revoke", note="East had a heart.")

    def claimed(deal: UUID, **more: Any) -> UUID:
        return ledger.disputes.open(deal, "NS", 9, 12, seat="N", **more, **sent("P1 B")).id

    def ruled(dispute: UUID, *remedies: Remedy, **more: Any) -> None:
        ruling = Ruling(remedies, "The trick shows it.", **{"code": "revoke", **more})
        ledger.disputes.sign_ruling(dispute, ruling, persons=("fernando",), **sent("Mrs Fernando"))

    dispute = claimed(deals[0])
    ledger.disputes.word_claim(dispute, "East did not follow.", "revoke", "004 “Play”", **sent("P1 B"))
    fact = ledger.disputes.state_fact(dispute, "NS", "East had a heart.", **sent("P1 B"))
    ledger.disputes.tick_fact(dispute, fact.version, "EW", agrees=False, **sent("P2 A"))
    ledger.disputes.give_evidence(dispute, "EW", "Look at the second trick.", 8, 10, **sent("P2 A"))
    ledger.disputes.attach(
        dispute, "EW", "sheet.pdf", "application/pdf", b"%PDF-1.4 sheet", "Our sheet.", **sent("P2 A")
    )
    ruled(dispute, revoke, Remedy("penalty", entrant="2", amount=-2, note="A warning was given."), casebook="A revoke.")
    ledger.disputes.lodge_appeal(dispute, "EW", "It was the other deal.", **sent("P2 A"))
    upheld = Ruling((Remedy("caps", seat="S", verdict="missing"), Remedy("warning", seat="E")), "So it was.")
    ledger.disputes.decide_appeal(dispute, "It was.", upheld, persons=("silva",), **sent("Mr Silva"))

    final = claimed(deals[0], claim="They talked.")
    ruled(final, Remedy("result", sheet=tokens(5, 2), note="By a ruling."), casebook="They talked.")
    sent.time += timedelta(hours=2)
    ledger.disputes.close(final, **sent("Mrs Fernando"))
    lifted = claimed(deals[0], claim="They looked.", on_behalf=True)
    ruled(lifted, Remedy("result", sheet=tokens(6, 2)))
    ledger.disputes.withdraw_ruling(lifted, "Nobody had looked.", **sent("Mrs Fernando"))
    ledger.disputes.withdraw(lifted, "NS", "We were wrong.", **sent("P1 B"))
    annulled = claimed(deals[1], claim="Two cards are missing.")
    ruled(annulled, Remedy("replay"), code="")
    upheld_too = claimed(deals[0], claim="They bid in the wrong order.")
    ruled(upheld_too, Remedy("undo", entry=4, note="The bid is taken back."), Remedy("warning"))
    ledger.disputes.lodge_appeal(upheld_too, "NS", "They did.", **sent("P1 B"))
    ledger.disputes.decide_appeal(upheld_too, "They did not.", persons=("silva",), **sent("Mr Silva"))
    ruled(claimed(deals[0], claim="They hesitated."), Remedy("nothing"))
    claimed(deals[0], claim="Still open.")


# --- the book -----------------------------------------------------------------------------------------


def make() -> None:
    """Make all files of `tests/stored` but the answers."""
    folder = Path(tempfile.mkdtemp(prefix="nought-"))
    folder.chmod(0o711)
    try:
        with embedded.start(folder / "data", config={"fsync": "off"}) as server:
            settings = embedded_settings(server)
            migrate(settings)
            app = create_app(settings)
            house: Provider = app.extensions[EXTENSION]
            fill(house.services)
            write_archive(house.services)
            house.close()
            book.dump(server, book.BOOK)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    shutil.rmtree(book.HANDS, ignore_errors=True)
    shutil.copytree(Path(hands.__path__[0]), book.HANDS, ignore=shutil.ignore_patterns("*.py", "__pycache__"))


def fill(services: Services) -> None:
    """Record something of every kind, and keep the log of it."""
    ledger = services.ledger
    play = Player(ledger, Clock())
    evening.record(services, 16)
    record_games(ledger, play)
    record_corrections(ledger, play)
    record_unseen(ledger, play)
    record_seals(ledger, play)
    club = record_club(services, play)
    record_matches(ledger, play, club)
    record_formats(services, play, club)
    record_direction(services, play, club)
    record_tables(ledger, play, club)
    check_topics(services)
    keeper = services.log_keeper("cards.example")
    keeper.grow()
    keeper.checkpoint()


def check_topics(services: Services) -> None:
    """Raise `SystemExit` with the topics that no event of the book has."""
    with services.recorder.datastore.get_connection() as connection:
        stored = {row["topic"] for row in connection.cursor().execute("SELECT DISTINCT topic FROM nought.events")}
    if missing := TOPICS.keys() - stored:
        raise SystemExit(f"no event of {', '.join(sorted(missing))}")


def write_archive(services: Services) -> None:
    """Write all deals as an archive."""
    ledger = services.ledger
    lines = [
        write_archived(document_of(ledger.repository.history(row.id), str(row.id)))
        for row in services.catalogue.rows("deal")
    ]
    book.ARCHIVE.write_bytes(gzip.compress(b"\n".join(lines) + b"\n", 9, mtime=0))


def make_lesson() -> None:
    """Write the events of a lesson, one of every topic at least, and its answers."""
    sent = Clock()
    lesson = Lesson(UUID("019cc5ac-0c00-7304-8304-000000000019"))

    def take(fact: Fact) -> None:
        stamp = sent("Kala")
        lesson.take(fact, stamp["at"], stamp["by"])

    def step(kind: str, chapter: int = 1, parent: int = 0, **content: Any) -> None:
        place = lesson.step_place(chapter, parent, None)
        take(lesson.edit_step(0, Step(kind, chapter, place, parent, **content), 0))

    def ask(kind: str, accept: tuple[str, ...] = (), **options: str) -> None:
        step("question", text=f"A question: {kind}", question=Question(kind, options, accept))

    take(LessonOpened("A revoke", "en", "kala", summary="What follows from it"))
    take(lesson.edit_head("The revoke", "en", "What follows from it", 1))
    take(lesson.edit_chapter(0, Chapter("The deal", "1", of_worked_hand("17-a-revoke")), 0))
    terms = {"ruleset": "304", "dealer": "S", "hands": {"E": "JS 9S"}, "seed": "1"}
    take(lesson.edit_chapter(0, Chapter("Drawn", "2", of_terms(terms)), 0))
    step("text", text="Look at **East**.")
    step("look", seat="E")
    step("go", ply=2)
    ask("bid", ("160", "170"))
    step("go", ply=20)
    ask("trumps")
    ask("holder", card="9S")
    ask("points")
    step("branch", ply=15, acts=("N QC",))
    step("text", parent=9, text="What if?")
    step("reveal")
    step("go", ply=47)
    ask("breach")
    ask("settle")
    ask("text")
    step("look", 2, seat="E")
    step("text", 2, text="To be removed")
    take(lesson.remove_step(17, lesson.revision("step 17")))
    take(lesson.translate("head", "gsw", {"title": "Nöd farbe bekännt"}, 0))
    take(lesson.edit_chapter(0, Chapter("Too much", "3", of_worked_hand("11-redeal")), 0))
    take(lesson.remove_chapter(3, lesson.revision("chapter 3")))
    take(lesson.undo(lesson.version))
    take(lesson.undo(lesson.version))
    take(lesson.add_author("suren"))
    take(lesson.add_author("nimal"))
    take(lesson.remove_author("suren"))
    take(lesson.publish("public"))
    take(lesson.withdraw())
    take(lesson.publish("link"))
    mapper = MAPPER
    events = map(mapper.to_stored_event, lesson.pending)
    lines = [
        json.dumps([str(each.originator_id), each.originator_version, each.topic, each.state.decode()])
        for each in events
    ]
    lessons.ROWS.write_text("\n".join(lines) + "\n", encoding="utf-8")
    lessons.ANSWERS.write_text(lessons.answers(lessons.stored_lesson()), encoding="utf-8")


def main() -> None:
    """Make the files that the arguments name."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--answers", action="store_true", help="make only the answers anew")
    parser.add_argument("--lessons", action="store_true", help="make the events of a lesson, and its answers")
    arguments = parser.parse_args()
    if arguments.lessons:
        make_lesson()
        return
    if arguments.answers:
        lessons.ANSWERS.write_text(lessons.answers(lessons.stored_lesson()), encoding="utf-8")
    else:
        make()
    with embedded.temporary(config={"fsync": "off"}) as server:
        book.write_answers(server)


if __name__ == "__main__":
    main()
