"""Two scribes record one deal: what both say is recorded once; what they say differently is asked."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.http.people import People
from tests.pages.conftest import Open
from tests.pages.scribe import Scribe, begun, dealt, forgive


def offline_while(scribe: Scribe, others: list[str], **more: Any) -> None:
    """The other scribe records acts while this one's entries wait; then the connection is back."""
    expect(scribe.page.locator("#state")).to_contain_text("No connection, ")
    sent = {"acts": others, "onward": True, **more}
    assert scribe.person.post(f"/deals/{scribe.deal}/actions", sent).status_code == 200
    scribe.page.context.set_offline(False)


def asks(scribe: Scribe, recorded: str) -> None:
    """The line above the pad says what the other scribe recorded, and asks."""
    line = scribe.page.locator("#notice")
    expect(line).to_contain_text(f"Keeper recorded: {recorded}")
    expect(line).to_contain_text("You: ")
    line.get_by_role("button", name="Keep theirs").click()


@pytest.mark.full
def test_one_says_cut_and_the_other_no_cut(open_page: Open, people: People) -> None:
    """One way round as well as the other: a declined cut has no depth to compare."""
    for tapped, recorded, in_words in (
        ("No cut", "W cut", "West cuts the pack"),
        ("Cut", "W no cut", "West does not cut"),
    ):
        scribe = dealt(open_page, people)
        scribe.says("Does West cut?")
        scribe.page.context.set_offline(True)
        scribe.presses(tapped)
        offline_while(scribe, [recorded])
        expect(scribe.page.locator("#notice")).to_contain_text("Keeper recorded")
        expect(scribe.page.locator("#says")).not_to_contain_text("Loading")
        asks(scribe, in_words)
        scribe.sent()
        assert scribe.acts_without_dealing() == [recorded]
    forgive(open_page, "ERR_INTERNET_DISCONNECTED", "412")


@pytest.mark.full
@pytest.mark.parametrize(("way", "recorded"), [("down", "N 9H"), ("up", "N (9H)")])
def test_one_saw_a_card_face_up_and_the_other_face_down(
    open_page: Open, people: People, way: str, recorded: str
) -> None:
    scribe = begun(open_page, people, played="JS")
    page = scribe.page
    page.context.set_offline(True)
    if way == "up":
        page.get_by_role("button", name="Turn card over").click()
    scribe.plays("9H")
    if way == "up":
        scribe.answers("Record it anyway")
    offline_while(scribe, [recorded], as_it_happened=True)
    asks(scribe, "North: nine of hearts")
    scribe.sent()
    assert scribe.acts()[-1] == recorded
    forgive(open_page, "ERR_INTERNET_DISCONNECTED", "412")


@pytest.mark.full
def test_what_both_say_is_recorded_once_though_one_says_more(open_page: Open, people: People) -> None:
    """A card that one of them did not see is the card that the other names; three passes are the three of the other."""
    scribe = dealt(open_page, people, "Cut", "160")
    page = scribe.page
    scribe.sent()
    page.context.set_offline(True)
    scribe.presses("Pass", "Pass")
    offline_while(scribe, ["N pass"])
    scribe.sent()
    scribe.says("South bids")
    scribe.presses("Pass")
    scribe.says("East bids")
    scribe.sent()
    scribe.plays("JS")
    scribe.sent()
    page.context.set_offline(True)
    scribe.plays("x 8S")
    offline_while(scribe, ["N (7C)", "W 8S"])
    scribe.sent()
    scribe.says("South plays")
    assert scribe.acts()[-3:] == ["E JS", "N (7C)", "W 8S"]
    forgive(open_page, "ERR_INTERNET_DISCONNECTED", "412")


@pytest.mark.full
def test_a_card_of_a_trick_is_no_lead_to_the_next_one(open_page: Open, people: People) -> None:
    """A card tapped for the first trick is not recorded as the next act of the seat, though the rules allowed it."""
    scribe = begun(open_page, people)
    scribe.page.context.set_offline(True)
    scribe.plays("AD")
    offline_while(scribe, ["E JS", "N 9S", "W TS", "S 8S"])
    scribe.says("East plays")  # as recorded, while the question stands
    asks(scribe, "East: jack of spades")
    scribe.says("East plays")
    scribe.sent()
    assert scribe.acts()[-4:] == ["E JS", "N 9S", "W TS", "S 8S"]
    scribe.plays("AD")
    scribe.sent()
    assert scribe.acts()[-1] == "E AD"
    forgive(open_page, "ERR_INTERNET_DISCONNECTED", "412")


@pytest.mark.full
def test_an_act_that_the_other_scribe_took_back_is_sent(open_page: Open, people: People) -> None:
    scribe = begun(open_page, people)
    page = scribe.page
    page.context.set_offline(True)
    scribe.plays("JS")
    expect(page.locator("#state")).to_have_text("No connection, 1 unsent")
    path = f"/deals/{scribe.deal}"
    assert people.admin.post(f"{path}/actions", {"acts": ["E JS"]}).status_code == 200
    ply = len(people.admin.get(f"{path}/entries").json["entries"]) - 1
    assert people.admin.post(f"{path}/retractions", {"ply": ply}).status_code == 200
    page.context.set_offline(False)
    scribe.sent()
    assert scribe.acts()[-1] == "E JS"
    forgive(open_page, "ERR_INTERNET_DISCONNECTED", "412")


@pytest.mark.full
def test_many_acts_that_a_program_sent_at_once_are_not_undone_by_one_tap(open_page: Open, people: People) -> None:
    scribe = begun(open_page, people)
    acts = ["E JS", "N 9S", "W TS", "S 8S", "E AS", "N 7S", "W KS", "S QS", "E AD"]
    sent = {"acts": acts, "onward": True, "as_it_happened": True}
    assert scribe.person.post(f"/deals/{scribe.deal}/actions", sent).status_code == 200
    scribe.page.reload()
    scribe.page.get_by_role("button", name="Undo").click()
    scribe.answers("Cancel")
    assert len(scribe.acts()) > len(acts)
    scribe.page.get_by_role("button", name="Undo").click()
    scribe.answers("Take them back")
    scribe.sent()
    assert acts[0] not in scribe.acts()
    forgive(open_page)
