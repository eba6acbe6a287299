"""PDFs of printed pages, made by WeasyPrint. It needs the system's Pango; without it, a request gets a problem.

WeasyPrint reads only the site's own assets.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from functools import cache
from hashlib import sha256
from io import BytesIO
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, TypeVar
from urllib.parse import urlsplit

from flask import Response, request

from api.front.kinds import printed
from api.permissions import EVERYBODY, allow
from api.problems import Problem
from domain.engine.words.values import sentence
from web.assets import all_assets

if TYPE_CHECKING:
    from flask import Blueprint

V = TypeVar("V", bound=Callable[..., str])

PAGE: Final = "papers/page.html"
PDF: Final = "papers/pdf.html"
"""The layouts of a paper: as a page that prints as it is shown, and for WeasyPrint."""
BASE: Final = "https://paper.invalid"
"""The address of the site for WeasyPrint."""
KEPT_BYTES: Final = 48 * 1024 * 1024
"""The size of a process's cache of PDFs; many readers fetch a final result, which rarely changes."""

LONGEST: Final = 1_000_000
"""The most characters of a page that becomes a PDF; these take about a minute of one processor."""
OPENED_SECONDS: Final = 20
"""The seconds for which a browser opens a PDF again without asking for it."""

_one_at_a_time = Lock()
_kept: OrderedDict[bytes, bytes] = OrderedDict()
"""PDFs by the digest of their page, the newest last."""


def paper(blueprint: Blueprint, rule: str, filename: str, most_copies: int = 1) -> Callable[[V], V]:
    """Declare a view that serves a paper: as a page, and as a PDF at the same address with ``.pdf``.

    The view takes the layout, `PAGE` by default. ``filename``: the PDF's name, which may contain values of the route.
    ``most_copies``: the most copies that ``?copies=`` may ask for; in the PDF each copy begins on a new sheet.
    """

    def declare(view: V) -> V:
        def as_pdf(**values: Any) -> Response:
            copies = min(max(request.args.get("copies", 1, type=int), 1), most_copies)
            return answer(view(**values, layout=PDF), filename.format(**values), copies)

        name = view.__name__
        blueprint.add_url_rule(rule, name, allow(EVERYBODY)(printed(view)))
        blueprint.add_url_rule(f"{rule}.pdf", f"{name}_pdf", allow(EVERYBODY)(printed(as_pdf)))
        return view

    return declare


def answer(page: str, name: str, copies: int = 1) -> Response:
    """Return a page as a PDF with a file name. Raises `Problem` if it is too long, or if WeasyPrint is missing."""
    sent = Response(_of(page, copies), mimetype="application/pdf")
    sent.headers["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    # The page fetches it to say how far it is, then opens it (js/pdf-links.js).
    sent.headers["Cache-Control"] = f"private, max-age={OPENED_SECONDS}"
    return sent


def _of(page: str, copies: int) -> bytes:
    """Return the PDF of a page, made once. Raises `Problem` if the page is too long."""
    if len(page) > LONGEST:
        raise Problem("too-large", sentence("This paper is too long for a PDF. Print its page with your browser."))
    digest = sha256(f"{copies} {page}".encode()).digest()
    if (kept := _kept.get(digest)) is not None:
        return kept
    with _one_at_a_time:
        made = _kept.pop(digest, None) or _made(page, copies)
        _kept[digest] = made
        while sum(map(len, _kept.values())) > KEPT_BYTES and len(_kept) > 1:
            _kept.popitem(last=False)
        return made


@cache
def _unpacked(path: str) -> bytes:
    """Return an unpacked font; WeasyPrint would unpack each font again for every paper."""
    from fontTools.ttLib import woff2

    font = BytesIO()
    woff2.decompress(BytesIO(all_assets()[path].body), font)
    return font.getvalue()


def _made(page: str, copies: int) -> bytes:
    try:
        from weasyprint import HTML
        from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse
    except (ImportError, OSError) as error:
        lacking = sentence("This server lacks something that makes PDFs: {reason}", reason=str(error)[:255])
        raise Problem("no-pdf", lacking) from None

    class Shelf(URLFetcher):  # type: ignore[misc, unused-ignore]
        """A fetcher of the site's assets. Raises ``FatalURLFetchingError`` for any other URL."""

        def fetch(self, url: str, headers: Mapping[str, str] | None = None) -> Any:
            *_, path = urlsplit(url).path.split("/", 3)
            if not url.startswith(f"{BASE}/static/") or path not in all_assets():
                raise FatalURLFetchingError(f"a paper asks for {url}")
            asset = all_assets()[path]
            body = _unpacked(path) if path.endswith(".woff2") else asset.body
            return URLFetcherResponse(url, body, {"Content-Type": asset.media_type})

    document = HTML(string=page, base_url=f"{BASE}/", url_fetcher=Shelf()).render(pdf_variant="pdf/ua-1")
    if copies > 1:
        # Laid out once: to lay out 30 copies took some minutes. A copy begins on the front of a sheet.
        empty = HTML(string="<title></title>").render().pages if len(document.pages) % 2 else []
        document = document.copy([*document.pages, *empty] * copies)
    made: bytes = document.write_pdf(pdf_variant="pdf/ua-1")
    return made
