"""A side says what it has to say, and not without end: disputes, words, files and bytes are bounded for each."""

from __future__ import annotations

import json
import os

import pytest

from domain.dispute import aggregate as dispute_file
from domain.dispute.aggregate import (
    MOST_BYTES_OF_A_SIDE,
    MOST_DISPUTES_OF_A_SIDE,
    MOST_FILES_OF_A_SIDE,
    MOST_PENDING_OF_A_SIDE,
)
from tests.disputes.test_http import PNG, Table, app, house, people, table
from tests.http.people import Person, opened

__all__ = ["app", "house", "people", "table"]


def opens(who: Person, deal: str, **more: str) -> tuple[int, str]:
    answer = who.post(f"/deals/{deal}/disputes", {"ply": 9, **more})
    return answer.status_code, answer.json.get("code", "")


def gives(who: Person, dispute: str, body: bytes, **more: str) -> tuple[int, str]:
    query = {"name": "sheet.png", **more}
    answer = who.call("POST", f"/disputes/{dispute}/files", query_string=query, data=body, content_type="image/png")
    return answer.status_code, answer.json.get("code", "")


def a_file(size: int) -> bytes:
    return PNG + os.urandom(size - len(PNG))


def test_players_open_few_disputes_at_a_time_and_officials_as_many_as_it_takes(table: Table) -> None:
    codes = [opens(table.east, table.deal) for _ in range(MOST_PENDING_OF_A_SIDE + 2)]
    assert codes == [(201, "")] * MOST_PENDING_OF_A_SIDE + [(409, "too-many-disputes")] * 2
    assert opens(table.north, table.deal) == (201, ""), "the other side has its own"
    for _ in range(2):
        assert opens(table.recorder, table.deal, side="EW") == (201, "")


@pytest.mark.full
def test_withdrawn_ones_count_too(table: Table) -> None:
    codes = []
    for _ in range(MOST_DISPUTES_OF_A_SIDE + 2):
        answer = table.east.post(f"/deals/{table.deal}/disputes", {"ply": 9})
        codes.append(answer.status_code)
        if answer.status_code == 201:
            assert table.east.post(f"/disputes/{answer.json['id']}/withdrawal", {}).status_code == 200
    assert codes == [201] * MOST_DISPUTES_OF_A_SIDE + [409] * 2


@pytest.mark.full
def test_a_side_hands_in_few_files_and_leaves_the_other_its_own(table: Table) -> None:
    dispute = opened(table.east.post(f"/deals/{table.deal}/disputes", {}))
    codes = [gives(table.east, dispute, a_file(100)) for _ in range(MOST_FILES_OF_A_SIDE + 2)]
    assert codes == [(200, "")] * MOST_FILES_OF_A_SIDE + [(422, "too-many-files")] * 2
    assert gives(table.north, dispute, a_file(100)) == (200, "")
    assert gives(table.arbiter, dispute, a_file(100)) == (200, ""), "an official's own are not a side's"


def test_the_bytes_of_a_sides_files_are_bounded(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_BYTES_OF_A_SIDE == 8 * 2**20
    monkeypatch.setattr(dispute_file, "MOST_BYTES_OF_A_SIDE", 10_000)
    dispute = opened(table.east.post(f"/deals/{table.deal}/disputes", {}))
    assert gives(table.east, dispute, a_file(6000)) == (200, "")
    assert gives(table.east, dispute, a_file(6000)) == (422, "files-too-large")
    assert gives(table.east, dispute, a_file(4000)) == (200, "")
    assert gives(table.north, dispute, a_file(6000)) == (200, "")


def test_a_side_does_not_use_up_what_the_other_may_say(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispute_file, "MOST_OF_A_SIDE", 3)
    monkeypatch.setattr(dispute_file, "MOST_WORDS_OF_A_SIDE", 6)
    dispute = opened(table.east.post(f"/deals/{table.deal}/disputes", {}))

    def says(who: Person, path: str, body: dict[str, object]) -> str:
        answer = who.post(f"/disputes/{dispute}/{path}", body)
        code: str = json.loads(answer.data).get("code", "")
        return code

    assert [says(table.east, "facts", {"text": f"Fact {n}."}) for n in range(4)] == ["", "", "", "too-many-facts"]
    assert [says(table.north, "facts", {"text": f"Other {n}."}) for n in range(3)] == ["", "", ""]
    stated = table.arbiter.get(f"/disputes/{dispute}").json["facts"][-1]["number"]
    toggled = [says(table.east, f"facts/{stated}/ticks", {"agrees": n % 2 == 0}) for n in range(5)]
    assert toggled == ["", "", "", "too-many-words", "too-many-words"]
    assert says(table.east, "claim", {"claim": "Once more."}) == "too-many-words"
    assert says(table.north, "evidence", {"text": "Look."}) == ""
