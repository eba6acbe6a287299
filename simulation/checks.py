"""The invariants of an evening. Each check raises `Violation`, which says what does not hold.

`check_now` runs every second and after each change of the leader, `check_end` when all is quiet.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any, cast
from uuid import UUID

import msgspec

from api.proof.walk import KnownCheckpoint, walk
from domain.engine.facts import IrregularityNoted
from domain.engine.hiding import PUBLIC, hide
from domain.ledger import Ledger
from domain.match.aggregate import Match
from domain.match.facts import MatchOpened
from domain.record.aggregate import Deal
from domain.removal.facts import PersonForgotten
from replay.views import latest_view
from simulation import follower
from simulation.clients import Scribe
from simulation.database import BEGINNING
from simulation.officials import Arbiter, Director, Secretary
from simulation.session import Session
from simulation.spectator import SKEW, Spectator
from simulation.store import SESSION, Log, ReadModels, sessions
from store.events.texts import token_of
from store.tables.people.removals import TextsOfPeople

if TYPE_CHECKING:
    from domain.engine.hiding import Viewer
    from domain.kernel.events import Recorded
    from simulation.server import Server
    from simulation.world import World

CARD = re.compile(r"(?<![A-Za-z0-9])(?:10|[2-9TJQKA])[SHDC](?![A-Za-z0-9])")
OFFERED = ("legal", "templates")
"""The parts of a view that name cards of any hand, as forms to be filled in."""


def check_now(world: World) -> None:
    """Check that nothing acknowledged is lost, and that no signed checkpoint covers more than the log has."""
    streams = world.database.tables.streams
    for client in world.clients:
        for each in client.acknowledged:
            stored = len(streams.get(each.stream, ()))
            world.expect(
                stored >= each.last,
                f"{client.name}: {each.request.command} was acknowledged as version {each.last}, there are {stored}",
            )


def is_quiet(world: World) -> bool:
    """Return whether follower, log and a checkpoint have every event, and spectators had time to be shown it."""
    tables = world.database.tables
    count = len(tables.by_position)
    return (
        world.database.is_up
        and len(tables.handled.get(follower.NAME, ())) >= count
        and len(tables.leaves) >= count
        and not tables.unlisted
        and max((size for size, _ in tables.checkpoints), default=0) >= count
        and all(client.is_up_to_date for client in world.clients if isinstance(client, Spectator))
    )


def check_end(world: World) -> None:
    """Check everything that holds once all is quiet."""
    check_now(world)
    session = Session(world.scheduler, world.database, world.chance.of("check"), lambda _: None)
    sessions["check"] = session
    ledger = Ledger({"PERSISTENCE_MODULE": "simulation.store:Factory", SESSION: "check"}, ReadModels())
    histories = {stream: list(ledger.repository.history(stream)) for stream in world.database.tables.streams}
    _check_order(world)
    _check_commands(world, histories)
    _check_deals(world, histories)
    _check_notes(world, histories)
    _check_matches(world, ledger, histories)
    _check_results(world, ledger)
    _check_read_models(world, ledger)
    _check_follower(world)
    _check_log(world, Log(session))
    _check_people(world, ledger, histories)
    for client in world.clients:
        if isinstance(client, Spectator):
            _check_shown(world, client, histories)


def _check_order(world: World) -> None:
    """Each stream has its versions in order, and their positions rise."""
    tables = world.database.tables
    for stream, rows in tables.streams.items():
        world.expect([row.version for row in rows] == list(range(1, len(rows) + 1)), f"versions of {stream}")
        positions = [row.position for row in rows]
        world.expect(positions == sorted(set(positions)), f"positions of {stream} do not rise: {positions}")


def _check_commands(world: World, histories: dict[UUID, list[Recorded]]) -> None:
    """Each acknowledged command is recorded once, as it was answered; no other command is recorded twice."""
    recorded: dict[tuple[UUID, str], list[int]] = {}
    for stream, events in histories.items():
        for event in events:
            if event.key:
                recorded.setdefault((stream, event.key), []).append(event.originator_version)
    outcomes = {
        (stream, key): (first, last)
        for (_, key), (_, outcome, _) in world.database.tables.commands.items()
        for stream, first, last in [msgspec.json.decode(outcome, type=tuple[UUID, int, int])]
    }
    keys = {key for _, key in outcomes}
    for (stream, key), versions in recorded.items():
        # A command may change other streams than its own. Its answer does not name their versions.
        other = (versions[0], versions[-1]) if key in keys else (0, 0)
        first, last = outcomes.get((stream, key), other)
        world.expect(
            versions == list(range(first, last + 1)),
            f"the events {versions} have the key {key}, which was answered with {first} to {last}",
        )
    for client in world.clients:
        for each in client.acknowledged:
            versions = recorded.get((each.stream, each.request.key), [])
            world.expect(
                versions == list(range(each.first, each.last + 1)),
                f"{client.name}: {each.request.command} was acknowledged as {each.first} to {each.last}, "
                f"and is recorded as {versions}",
            )


def _check_deals(world: World, histories: dict[UUID, list[Recorded]]) -> None:
    """Each deal has the acts that its scribe entered; a seat sees what is folded from its hidden facts, no more."""
    for client in world.clients:
        if not isinstance(client, Scribe):
            continue
        for number in range(client.number):
            deal = client.deal_id(number)
            aggregate = Deal.project(None, histories.get(deal, []))
            world.expect(aggregate is not None, f"{client.name}: deal {number} is missing")
            assert aggregate is not None
            played = client.script(number).acts[client.count(number)]
            recorded = tuple(aggregate.record.acts)
            world.expect(recorded == played, f"{client.name}: deal {number} is recorded as {recorded}, not {played}")
            seats = aggregate.record.rules.seats
            chosen = world.chance.of("viewers").choice(seats)
            for viewer in (chosen, PUBLIC):
                _check_view(world, aggregate, histories[deal], viewer)


def _check_view(world: World, deal: Deal, events: list[Recorded], viewer: Viewer) -> None:
    """The view of a viewer is the one that follows from its hidden facts alone, and shows no other card."""
    view = latest_view(deal.record, viewer)
    hidden = [msgspec.structs.replace(event, fact=fact) for event in events if (fact := hide(event.fact, viewer))]
    alone = Deal.project(None, hidden)
    assert alone is not None
    world.expect(view == latest_view(alone.record, viewer), f"{viewer} sees more than its hidden facts of {deal.id}")
    known = set(CARD.findall(str([event.fact for event in hidden])))
    shown = set(CARD.findall(str({name: part for name, part in view.items() if name not in OFFERED})))
    world.expect(shown <= known, f"{viewer} is shown {sorted(shown - known)}, which no fact shows it")


def _check_notes(world: World, histories: dict[UUID, list[Recorded]]) -> None:
    """A command without a key is recorded at most as often as it arrived, and once if it was acknowledged."""
    noted: Counter[str] = Counter()
    for events in histories.values():
        noted.update(event.fact.note for event in events if isinstance(event.fact, IrregularityNoted))
    for client in world.clients:
        if not isinstance(client, Arbiter):
            continue
        gone = [each.name for other in world.clients if isinstance(other, Secretary) for each in other.forgotten]
        for text, (acknowledged, arrivals) in client.unkeyed.items():
            if text.endswith(tuple(gone)):
                continue  # it may have been removed
            least = 1 if acknowledged else 0
            world.expect(
                least <= noted[text] <= arrivals,
                f"{text}, sent without a key, is recorded {noted[text]} times, not {least} to {arrivals}",
            )


def _check_matches(world: World, ledger: Ledger, histories: dict[UUID, list[Recorded]]) -> None:
    """A match counts each of its deals as the deal was settled."""
    for events in histories.values():
        if not isinstance(events[0].fact, MatchOpened):
            continue
        match = Match.project(None, events)
        assert match is not None
        for line in match.lines.values():
            settled = ledger.deals.get(UUID(line.deal)).record.settlement
            due = settled and (settled.outcome, dict(match.ruleset.match.due(settled)))
            counted = line.counted and (line.counted.outcome, line.counted.tokens)
            world.expect(counted == due, f"deal {line.number} counts {counted} in its match, and is worth {due}")


def _check_results(world: World, ledger: Ledger) -> None:
    """The standings have each result as the director entered it last."""
    for client in world.clients:
        if isinstance(client, Director):
            for table, won in client.results.items():
                lines = ledger.encounters.get(table).lines()
                shown = sorted({(line.won, line.lost) for line in lines})
                world.expect(shown == sorted({won, won[::-1]}), f"a table has the results {shown}, entered was {won}")


def _check_read_models(world: World, ledger: Ledger) -> None:
    """Catalogue and lines of standings are those that follow from the events."""
    tables = world.database.tables
    listed = {stream: listing for stream in tables.streams if (listing := ledger.listing(stream)) is not None}
    world.expect(listed.keys() == tables.catalogue.keys(), "the catalogue has other rows than the events")
    for stream, listing in listed.items():
        row = tables.catalogue[stream].listing
        world.expect(row == listing, f"the catalogue has {row}, the events give {listing}")
    lines: dict[Any, Any] = {}
    for stream in tables.streams:
        if (ranking := ledger.ranking(stream)) is not None:
            for number, entry, board, line in ranking.rows:
                if line is not None:
                    lines[ranking.tournament, stream, number, entry, board] = line
    stored = {key: row.line for key, row in tables.lines.items() if row.line is not None}
    world.expect(stored == lines, f"the lines of standings are {stored}, the events give {lines}")


def _check_follower(world: World) -> None:
    """The follower has handled each event once, in the order of positions."""
    tables = world.database.tables
    handled = tables.handled.get(follower.NAME, [])
    events = [(row.id, row.version) for row in tables.by_position]
    world.expect(handled == events, f"the follower handled {len(handled)} events, there are {len(events)}")


def _check_log(world: World, log: Log) -> None:
    """The log verifies, has all events, and contains every checkpoint that was ever signed."""
    known = [KnownCheckpoint(f"note {number}", note) for number, note in enumerate(world.keys.notes)]
    report = walk(cast("Any", log), known)
    world.expect(not report.broken, f"the log is broken: {report.broken[:1]}")
    world.expect(not report.waiting, f"{report.waiting} events are not in the log")
    world.expect(bool(world.keys.notes), "no checkpoint was signed")


def _check_people(world: World, ledger: Ledger, histories: dict[UUID, list[Recorded]]) -> None:
    """A person who was forgotten is named to no process any more; a name that is entered later is a name."""
    tables, texts = world.database.tables, TextsOfPeople(cast("Any", ledger.repository.recorder))
    for digest, text in tables.texts.items():
        if text.letter == "n" and digest not in tables.removed:
            token = token_of(digest)
            there = sorted({row.id for row in tables.by_position if token in row.state})
            known = texts.named.find([digest])
            world.expect(known == there, f"{text.text} stands in {len(there)} streams, {len(known)} are known")
    listed, carried_out = world.earlier_removals.digests, set(tables.removed)
    world.expect(
        carried_out <= listed if world.plan.loses_what_was_shown else carried_out == listed,
        f"{len(carried_out)} texts were removed, {len(listed)} are in the list of removals",
    )
    world.expect(not tables.unlisted, f"lists of {len(tables.unlisted)} streams were not made anew")
    world.expect(not tables.unfinished, f"the names of {len(tables.unfinished)} persons are still kept for lists")
    for client in world.clients:
        if not isinstance(client, Secretary):
            continue
        for each in client.forgotten:
            fact = histories[each.done.stream][each.done.last - 1].fact
            assert isinstance(fact, PersonForgotten)
            removed = [token_of(digest) for digest, (by, at, _) in tables.removed.items() if (by, at) == each.place]
            # A text that only a lost leader showed may have gone with it before it was removed.
            least = 0 if world.plan.loses_what_was_shown else fact.texts
            world.expect(
                least <= len(removed) <= fact.texts,
                f"{each.name}: {fact.texts} texts are recorded as removed, {len(removed)} are",
            )
            # After an event is lost with its leader, a later one may have its version and its position.
            rows = [row for row in tables.by_position if row in each.before]
            earlier = {(row.id, row.version) for row in rows}
            held = {row.id for row in rows if any(token in row.state for token in removed)}
            world.expect(len(held) <= fact.streams, f"{each.name} stood in {len(held)} streams, not {fact.streams}")
            for stream, events in histories.items():
                for event in events:
                    is_earlier = (stream, event.originator_version) in earlier
                    world.expect(
                        not is_earlier or each.name not in str(event.fact), f"{each.name} was forgotten: {event.fact}"
                    )
        for name, again in client.entered:
            if again is None:
                continue
            event = histories[again.stream][again.first - 1]
            world.expect(name in str(event.fact), f"{name}, entered later, is recorded as {event.fact}")
        for server in world.servers:
            _check_same(world, server, histories, client.tournament)


def _check_same(world: World, server: Server, histories: dict[UUID, list[Recorded]], stream: UUID) -> None:
    """A process reads a stream with the same texts as a new process."""
    if server.process.is_alive:
        server.session.fault_at = lambda _: None
        read = [str(event.fact) for event in server.ledger.repository.history(stream)]
        world.expect(
            read == [str(event.fact) for event in histories[stream]], f"{server.name} remembers texts that were removed"
        )


def _check_shown(world: World, spectator: Spectator, histories: dict[UUID, list[Recorded]]) -> None:
    """A spectator was shown everything at the end, and nothing before its delay."""
    rows = world.database.tables.streams
    for deal, shown in spectator.shown.items():
        noticed = [row for row, event in zip(rows[deal], histories[deal], strict=True)
                   if hide(event.fact, spectator.viewer) is not None]  # fmt: skip
        for version, time in zip(shown.versions, shown.times, strict=True):
            world.expect(version <= len(noticed), f"{spectator.name} is shown version {version} of {len(noticed)}")
            age = time - (noticed[version - 1].stored_at - BEGINNING).total_seconds()
            world.expect(
                age >= spectator.delay - SKEW,
                f"{spectator.name} is shown version {version} after {age:.2f} s, not {spectator.delay} s",
            )
    if (newest := world.newest_deal(spectator.table_id)) is not None:
        last = spectator.shown.get(newest)
        aggregate = Deal.project(None, histories[newest])
        assert aggregate is not None
        view = latest_view(aggregate.record, spectator.viewer)
        count = sum(hide(event.fact, spectator.viewer) is not None for event in histories[newest])
        world.expect(last is not None, f"{spectator.name} was not shown the newest deal")
        assert last is not None
        world.expect(last.versions[-1] == count, f"{spectator.name} was shown version {last.versions[-1]} of {count}")
        world.expect(last.view == json_of(view), f"{spectator.name} ends with another view than the deal's")


def json_of(value: Any) -> Any:
    """Return a value as it is after its way as JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))
