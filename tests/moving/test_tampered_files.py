"""A file that is not as the old server wrote it is refused with a sentence, and nothing of it is written."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from api.proof.keeper import entry_of
from domain.proof.notes import Note, PrivateKey
from store.postgres import embedded
from tests.cases import cases
from tests.moving.conftest import House, Move, housed
from tests.moving.seasons import Season, play_season

Lines = list[dict[str, Any]]


@pytest.fixture(scope="module")
def written(
    server: embedded.Embedded, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[House, Season, Lines]]:
    """A season, and the lines of its file."""
    folder = tmp_path_factory.mktemp("old")
    with housed(server, folder, "old.example") as house:
        season = play_season(house)
        file = folder / "club"
        house.nought("move", "write", season.club, file)
        assert file.stat().st_mode & 0o777 == 0o600
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            yield house, season, [json.loads(line) for line in lines]


def put(lines: Lines, file: Path, *, cut: int = 0) -> Path:
    """Write lines into a file, without some bytes at the end."""
    content = "".join(json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n" for line in lines)
    packed = gzip.compress(content.encode())
    file.write_bytes(packed[: len(packed) - cut])
    return file


def events(lines: Lines) -> list[int]:
    return [n for n, line in enumerate(lines) if "event" in line]


def first(lines: Lines, kind: str) -> int:
    return next(n for n, line in enumerate(lines) if kind in line)


def of_topic(lines: Lines, topic: str) -> int:
    return next(n for n in events(lines) if lines[n]["event"]["topic"].endswith(topic))


def last_of_a_stream(lines: Lines) -> int:
    """The last event of the last stream, which nothing follows."""
    return events(lines)[-1]


def change_card(lines: Lines, _: Any) -> None:
    event = lines[of_topic(lines, ".CardPlayed")]["event"]
    event["state"] = event["state"].replace('"card":"', '"card":"X', 1)


def change_time(lines: Lines, _: Any) -> None:
    lines[events(lines)[5]]["event"]["at"] = "2020-01-01T00:00:00.000000Z"


def drop_in_the_middle(lines: Lines, _: Any) -> None:
    del lines[of_topic(lines, ".CardPlayed")]


def drop_the_last(lines: Lines, _: Any) -> None:
    del lines[last_of_a_stream(lines)]


def add_another(lines: Lines, _: Any) -> None:
    event = lines[last_of_a_stream(lines)]
    lines.insert(last_of_a_stream(lines) + 1, {"event": {**event["event"], "place": event["event"]["place"] + 1}})


def swap_two(lines: Lines, _: Any) -> None:
    pairs = pairwise(events(lines))
    one, two = next(pair for pair in pairs if lines[pair[0]]["event"]["id"] != lines[pair[1]]["event"]["id"])
    lines[one], lines[two] = lines[two], lines[one]


def swap_what_happened(lines: Lines, _: Any) -> None:
    card = of_topic(lines, ".CardPlayed")
    following = next(n for n in events(lines) if n > card and lines[n]["event"]["topic"].endswith(".CardPlayed"))
    one, two = lines[card]["event"], lines[following]["event"]
    one["state"], two["state"] = two["state"], one["state"]


def add_of_another_club(lines: Lines, given: tuple[House, Season, Lines]) -> None:
    """The first event of a deal of another club, with its true leaf in the log."""
    house, season, _ = given
    stream = UUID(season.strange)
    (event, *_), (leaf, *_) = house.services.log.events_of(stream), house.services.log.leaves_of(stream)
    entry = entry_of(event, leaf.salt)
    line = {
        "place": leaf.place, "id": season.strange, "version": 1, "topic": event.topic, "at": entry["at"],
        "state": event.state.decode(), "salt": leaf.salt.hex(), "leaf": leaf.hash.hex(),
    }  # fmt: skip
    after = next(n for n in events(lines) if lines[n]["event"]["place"] > leaf.place)
    lines.insert(after, {"event": line})


def change_name(lines: Lines, _: Any) -> None:
    lines[first(lines, "text")]["text"]["text"] = "Somebody"


def drop_text(lines: Lines, _: Any) -> None:
    del lines[first(lines, "text")]


def add_text(lines: Lines, _: Any) -> None:
    line = {"text": {"digest": "00" * 16, "owner": lines[0]["club"], "letter": "n", "removed_by": lines[0]["club"],
                     "removed_at": 1}}  # fmt: skip
    lines.insert(1, line)


def change_file(lines: Lines, _: Any) -> None:
    lines[first(lines, "file")]["file"]["body"] = "AAAA"


def drop_file(lines: Lines, _: Any) -> None:
    del lines[first(lines, "file")]


def rename(lines: Lines, _: Any) -> None:
    lines[0]["name"] = "Another Club"


def change_proof(lines: Lines, _: Any) -> None:
    hashes = lines[first(lines, "proof")]["proof"]
    hashes[0] = hashes[-1] if hashes[0] != hashes[-1] else "A" * 43 + "="


def shorten_proof(lines: Lines, _: Any) -> None:
    lines[first(lines, "proof")]["proof"].pop()


def sign_with_another_key(lines: Lines, _: Any) -> None:
    seal = lines[-1]["seal"]
    key = PrivateKey(seal["keys"][0].split("+")[0], bytes(32))
    for name in ("statement", "checkpoint"):
        seal[name] = Note(seal[name].split("\n\n")[0] + "\n").add_signature(key).whole
    seal["keys"] = [key.public.text]


def move_the_seal(lines: Lines, _: Any) -> None:
    lines.append(lines[events(lines)[0]])


def forget_the_seal(lines: Lines, _: Any) -> None:
    del lines[-1]


def unknown_kind(lines: Lines, _: Any) -> None:
    lines[events(lines)[3]]["event"]["topic"] = "nought.Deal.Future"


def other_form(lines: Lines, _: Any) -> None:
    lines[0]["nought"] = 2


def no_file(lines: Lines, _: Any) -> None:
    lines[:] = [{"nought": 1, "kind": "bundle"}]


FAULTS: dict[Callable[[Lines, Any], None], str] = {
    change_card: "was changed: it is not the one of the log",
    change_time: "was changed: it is not the one of the log",
    drop_in_the_middle: "is missing",
    drop_the_last: "1 of the club's",
    add_another: "is there twice",
    swap_two: "is not in the order of the log",
    swap_what_happened: "was changed: it is not the one of the log",
    add_of_another_club: "is of another club",
    change_name: "a text about people was changed, or its salt was",
    drop_text: "a text about people is missing",
    add_text: "is missing, or one was added or moved",
    change_file: "a file of the dispute",
    drop_file: "is missing, or one was added or moved",
    rename: "is missing, or one was added or moved",
    change_proof: "are not in the log",
    shorten_proof: "the proof has too few hashes",
    sign_with_another_key: "none of the keys that are trusted here",
    move_the_seal: "there is something after the seal",
    forget_the_seal: "its seal is missing",
    unknown_kind: "update this server",
    other_form: "which a newer version of Nought reads",
    no_file: "this is no file of a club that moves",
}


def test_each_change_of_the_file_is_named_and_nothing_is_received(
    written: tuple[House, Season, Lines], new: House, tmp_path: Path
) -> None:
    old, season, lines = written
    new.people.deal(club=new.people.club())
    before = new.services.recorder.read(b"SELECT count(*) FROM events", [])
    move = Move(old, new, season.club, tmp_path)
    with cases() as case:
        for fault, sentence in FAULTS.items():
            with case(fault.__name__):
                changed = json.loads(json.dumps(lines))
                fault(changed, written)
                file = put(changed, tmp_path / f"{fault.__name__}.club")
                answer = move.receive(file)
                assert (answer.code, answer.out) == (1, "")
                assert sentence in answer.err
                assert answer.err.count("\n") == 1
                assert new.call("move", "check", file, "--key", old.key).code == 1
        for cut in (1, 12, 400):
            with case("cut", cut):
                answer = move.receive(put(lines, tmp_path / f"{cut}.club", cut=cut))
                assert (answer.code, "copy it again" in answer.err or "too early" in answer.err) == (1, True)
    for table in (b"shut_clubs", b"received_clubs", b"received_leaves"):
        assert new.services.recorder.read(b"SELECT count(*) FROM " + table, []) == [(0,)]
    assert new.services.recorder.read(b"SELECT count(*) FROM events", []) == before
    whole = put(lines, tmp_path / "whole.club")
    assert "unchanged and complete" in new.nought("move", "check", whole, "--key", old.key).out
    assert move.receive(whole).code == 0


def test_a_received_event_that_is_changed_later_is_named(
    written: tuple[House, Season, Lines], new: House, tmp_path: Path
) -> None:
    """The new log was made of the changed event, so only the proof of the old one shows it."""
    old, season, lines = written
    move = Move(old, new, season.club, tmp_path)
    assert move.receive(put(lines, tmp_path / "club")).code == 0
    with new.tampering("events", "received_leaves") as execute:
        execute("UPDATE received_leaves SET hashes = set_byte(hashes, 0, 255 - get_byte(hashes, 0)) WHERE number = 0")
    answer = new.call("verify", "log")
    assert answer.code == 1
    assert "was changed since it came" in answer.err
    assert "its events are not those of the log" in answer.err
