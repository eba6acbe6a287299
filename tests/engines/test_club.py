"""Journeys of a club's evening: the desk from entries to a closed round, a slate, signing in, and cards by QR."""

from __future__ import annotations

from api.services import Provider
from tests.engines.conftest import Open, journey
from tests.engines.device import DESK, Device
from tests.engines.road import Road
from tests.http.people import People, opened, play, whole_deal
from tests.signing.visitors import PASSWORD, official

PAIRS = "Anula + Farook\nKavitha + Mahesh\nNimal + Sunil\nRuwan + Priya"


def agrees(desk: Device, name: str) -> None:
    """Press a button of a form that shows what it changes, and agree."""
    desk.press("main button", name)
    desk.press("dialog.sheet[open] .answers .main")


@journey()
def test_a_round_goes_from_its_entries_to_its_end(device: Open, people: People) -> None:
    desk = device("/tournaments/new", size=DESK, is_official=True)
    desk.press("main button", "Create tournament")
    desk.until("return location.pathname.endsWith('/desk/entries')")
    cup = desk.path().split("/")[2]
    desk.fill("textarea", PAIRS)
    desk.press("button", "Show what would be recorded")
    desk.sees("4 entries would be recorded.")
    desk.press("button", "Record the entries")
    desk.sees("4 entries", "h2")
    desk.press("main a", "Go to the draw")
    agrees(desk, "Draw round 1")
    desk.sees("Round 1 is drawn", ".announcement")
    desk.open(f"/tournaments/{cup}/desk/results")
    desk.press("input[data-cell]")
    for key in ("7", "Enter", "4", "Enter", "3", "Tab", "7", "Enter"):
        desk.key(key)
    desk.sees("2 of 2 results entered", "#grid-left")
    tables = people.admin.get(f"/tournaments/{cup}/rounds/1").json["encounters"]
    assert sorted(table["results"][0]["won"] for table in tables) == [[3, 7], [7, 4]]
    desk.resize((390, 844))
    for part in ("round", "tables", "entries", "terms", "results"):
        desk.open(f"/tournaments/{cup}/desk/{part}")
        desk.fits()
    desk.open(f"/tournaments/{cup}/desk/round")
    for button in desk.texts("main button"):
        if button.startswith("Accept"):
            agrees(desk, button)
            break
    agrees(desk, "Close round 1")
    desk.sees("its results are final", ".announcement")
    desk.open(f"/tournaments/{cup}/standings")
    desk.counts("tbody th[scope=row]", 4)
    desk.fits()


@journey()
def test_a_slate_is_kept_over_a_lost_network_and_corrected(device: Open, people: People, way: Road) -> None:
    slate = opened(people.admin.post("/slates", {"game": "schieber", "club": people.club()}))
    scribe = device(f"/slates/{slate}", is_official=True, at=way.port)

    def write(points: str) -> None:
        for key in points:
            scribe.press(".keys button", key)
        scribe.press("main button", "Write line")

    def lines(number: int) -> None:
        scribe.counts(".lines-of-slate tbody tr", number)

    write("97")
    lines(1)
    assert scribe.texts(".board .total") == ["97", "60"]
    way.cut()
    write("100")
    scribe.sees("No connection", ".announcement")
    way.mend()
    lines(2)
    scribe.fits()
    scribe.press("a", "Correct line 1")
    scribe.sees("Correct line 1", "h1")  # the slate has fields of the same names
    scribe.fill("#points", "79")
    scribe.fill("input[name=why]", "misread")
    scribe.press("main button", "Show what changes")
    scribe.sees("Nothing is changed yet.", ".compared")
    scribe.press("main button", "Correct line 1")
    lines(2)
    scribe.sees("1 correction")


@journey()
def test_an_official_signs_in_and_a_scribe_joins_with_a_printed_card(
    device: Open, people: People, house: Provider
) -> None:
    """The PIN of the card is beside its code; a wrong one lets nobody in."""
    table = people.table()
    login = official(house, f"desk-{table[-8:]}", "admin").login
    dealer, acts = whole_deal(7)
    deal = people.deal(dealer=dealer, table=table)
    play(people.admin, deal, acts)
    desk = device("/sign-in")
    desk.fill("#login", login)
    desk.fill("input[type=password]", PASSWORD)
    desk.press("main button", "Sign in")
    desk.until("return location.pathname !== '/sign-in'")
    desk.open(f"/tables/{table}/cards")
    desk.press("main button", "Create cards")
    desk.shows(".table-card svg")
    address, pin = desk.texts(".address")[0], desk.texts(".pin-shown")[0]
    desk.fits()

    phone = device(address)
    phone.fill("input[name=name]", "Ruwan")
    phone.fill("input[name=pin]", "000000" if pin != "000000" else "111111")
    phone.press("main button", "Join table")
    phone.sees("Wrong PIN", "[role=alert]")
    phone.fill("input[name=pin]", pin)
    phone.press("main button", "Join table")
    phone.sees("Record a deal", "h1")
    phone.open(f"/tables/{table}/results")
    phone.sees("not confirmed")
    phone.fits()
