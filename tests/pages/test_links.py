"""A link pasted into a chat: its picture and its frame show what anybody may see, whoever asks."""

from __future__ import annotations

from struct import unpack

import pytest

from tests.cases import full
from tests.http.people import People, Person, play, whole_deal
from tests.http.tournament_requests import tournament
from tests.pages.reading import read

SIZE = (1200, 630)


def picture(who: Person, path: str) -> bytes:
    """The bytes of a picture, which is one of the size that chats ask for."""
    answer = who.app.test_client().get(
        f"{path}/picture.png", headers={"Authorization": f"Bearer {who.secret}"} if who.secret else {}
    )
    assert (answer.status_code, answer.mimetype) == (200, "image/png"), answer.text
    assert unpack(">II", answer.data[16:24]) == SIZE  # PNG (W3C), "IHDR Image header"
    return answer.data


def oembed(who: Person, address: str, **more: str) -> dict[str, object]:
    answer = who.app.test_client().get("/oembed", query_string={"url": address, **more})
    return {"status": answer.status_code, **(answer.get_json(silent=True) or {})}


@pytest.mark.full
def test_every_page_names_a_picture_by_a_whole_address(people: People, site: str) -> None:
    deal = people.deal(event="Evening")
    for path, own in (("/", "/picture.png"), (f"/deals/{deal}", f"/deals/{deal}/picture.png")):
        page = read(people.app, path)
        address = page.one('meta[property="og:image"]').attribute("content")
        assert address == f"{site}{own}?language=en"
        assert page.one('meta[property="og:title"]').attribute("content")


def test_the_picture_of_a_deal_in_play_is_the_same_whatever_is_dealt_and_whoever_asks(people: People) -> None:
    dealer, acts = whole_deal(7)
    others = next(acts for at, acts in map(whole_deal, range(8, 99)) if at == dealer)
    played, other = (people.deal(dealer=dealer, event="Evening", number=4) for _ in range(2))
    play(people.admin, played, acts[:4])
    play(people.admin, other, others[:4])
    first = picture(people.anybody, f"/deals/{played}")
    assert first == picture(people.admin, f"/deals/{played}") == picture(people.anybody, f"/deals/{other}")
    play(people.admin, played, acts[4:])
    assert first != picture(people.anybody, f"/deals/{played}") == picture(people.admin, f"/deals/{played}")


@pytest.mark.full
@pytest.mark.parametrize("path", ["/learn/02-following-suit", full("")])
def test_a_lesson_and_the_site_have_pictures_in_the_reader_s_language(people: People, path: str) -> None:
    english = picture(people.anybody, path)
    assert english == people.app.test_client().get(f"{path}/picture.png?language=xx").data
    assert english != people.app.test_client().get(f"{path}/picture.png?language=ta").data


def test_a_tournament_has_a_picture(people: People) -> None:
    picture(people.anybody, f"/tournaments/{tournament(people.admin)}")


def test_a_thing_that_does_not_exist_has_no_picture(people: People) -> None:
    missing = "019c5c22-f9d0-791b-99d5-000000000000"
    for kind in ("deals", "problems", "tournaments"):
        assert people.app.test_client().get(f"/{kind}/{missing}/picture.png").status_code == 404


def test_another_site_is_told_which_frame_shows_a_deal(people: People, site: str) -> None:
    deal = people.deal(event="Evening <b>", number=4)
    offered = oembed(people.anybody, f"http://localhost/deals/{deal}#17", maxwidth="500")
    assert (offered["status"], offered["version"], offered["type"]) == (200, "1.0", "rich")
    assert (offered["width"], offered["height"]) == (500, 640)
    assert str(offered["html"]).startswith(f'<iframe src="{site}/deals/{deal}/embed" title="Evening &lt;b&gt;,')
    assert offered["thumbnail_url"] == f"{site}/deals/{deal}/picture.png"
    link = read(people.app, f"/deals/{deal}").one('link[type="application/json+oembed"]').attribute("href")
    assert people.app.test_client().get(link or "", base_url=site).json["html"]


def test_no_frame_is_offered_for_other_sites_and_other_pages(people: People) -> None:
    deal = people.deal()
    for address in (f"https://other.example/deals/{deal}", "http://localhost/clubs", "", "http://[", f"/deals/{deal}"):
        assert oembed(people.anybody, address)["status"] == 404, address
    assert oembed(people.anybody, f"http://localhost/deals/{deal}", format="xml")["status"] == 501
