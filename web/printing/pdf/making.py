"""Makes the PDF of a page, with WeasyPrint. It needs the system's Pango.

WeasyPrint reads only the site's own assets.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import Thread
from time import sleep
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import msgspec

from api.own_folders import folder_for_this_process
from web.assets import all_assets
from web.printing.pdf.columns import fit_columns
from web.printing.pdf.fonts import keep, unpacked

if TYPE_CHECKING:
    from weasyprint import CSS
    from weasyprint.text.fonts import FontConfiguration

BASE: Final = "https://paper.invalid"
"""The address of the site for WeasyPrint."""
VARIANT: Final = "pdf/ua-1"
PREFIX: Final = "nought-fonts-"
NICENESS: Final = 2
"""The niceness of a process that makes a large paper above that of the others, who wait for less."""
STYLES: Final = ("css/papers.css", "css/papers-pdf.css")


class Task(msgspec.Struct):
    """A PDF to be made by another process. With the fonts, which it would take a second to unpack again."""

    page: str
    copies: int
    fonts: dict[str, bytes]


class NoPDF(Exception):
    """Raised when this machine lacks something that makes PDFs."""


def require() -> None:
    """Raise `NoPDF` if this machine lacks something."""
    try:
        import weasyprint  # noqa: F401, it loads Pango
    except (ImportError, OSError) as error:
        raise NoPDF(str(error)[:255]) from None


def make(page: str, copies: int = 1) -> bytes:
    """Return the PDF of a page. Each copy begins on the front of a sheet."""
    from weasyprint import HTML

    fonts, styles = _prepared()
    with _without_collection():
        html = HTML(string=page, base_url=f"{BASE}/", url_fetcher=_shelf())
        fit_columns(html.etree_element)
        document = html.render(fonts, stylesheets=styles, pdf_variant=VARIANT)
        if copies > 1 and len(document.pages) % 2:
            document = document.copy([*document.pages, *HTML(string="<title></title>").render().pages])
        made: bytes = document.write_pdf(
            # A screen reader reads one copy only, so a file of several does not claim to be PDF/UA.
            pdf_variant=VARIANT if copies == 1 else None,
            pdf_tags=True,
            finisher=lambda _, pdf: _repeat(pdf, copies),
        )
        return made


def _repeat(pdf: Any, copies: int) -> None:
    """Add copies of all pages. They share what is drawn, so that a set for a class costs hardly more than one."""
    numbers = pdf.pages["Kids"][::3]  # of each reference: number, generation, "R"
    own = [pdf.objects[number] for number in numbers]
    for _ in range(copies - 1):
        for page in own:
            pdf.add_page(type(page)({name: value for name, value in page.items() if name != "StructParents"}))


@contextmanager
def _without_collection() -> Iterator[None]:
    """Keep Python from looking for garbage among the objects of a layout, which took a seventh of the time."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@cache
def _prepared() -> tuple[FontConfiguration, list[CSS]]:
    """Return the fonts and the styles, read once: for a short paper, to read them is most of the work."""
    from weasyprint import CSS
    from weasyprint.text.fonts import FontConfiguration

    # WeasyPrint puts the files of the fonts where temporary files are. A process that is killed leaves them there.
    folder = folder_for_this_process(PREFIX)
    atexit.register(_prepared.cache_clear)  # the fonts clean up after themselves, while there are modules to do it
    with _temporary_files_in(folder):
        fonts = FontConfiguration()
        return fonts, [CSS(f"{BASE}/static/-/{path}", url_fetcher=_shelf(), font_config=fonts) for path in STYLES]


@contextmanager
def _temporary_files_in(folder: Path) -> Iterator[None]:
    """Let new temporary files of this process be made in a folder."""
    before, tempfile.tempdir = tempfile.tempdir, str(folder)
    try:
        yield
    finally:
        tempfile.tempdir = before


def _shelf() -> Any:
    from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse

    class Shelf(URLFetcher):  # type: ignore[misc, unused-ignore]
        """A fetcher of the site's assets. Raises ``FatalURLFetchingError`` for any other URL."""

        def fetch(self, url: str, headers: Mapping[str, str] | None = None) -> Any:
            *_, path = urlsplit(url).path.split("/", 3)
            if not url.startswith(f"{BASE}/static/") or path not in all_assets():
                raise FatalURLFetchingError(f"a paper asks for {url}")
            asset = all_assets()[path]
            body = unpacked(path) if path.endswith(".woff2") else asset.body
            return URLFetcherResponse(url, body, {"Content-Type": asset.media_type})

    return Shelf()


def main() -> None:
    """Make the PDF of the task on standard input, on standard output. Ends with the process that started it."""
    os.nice(NICENESS)
    Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    task = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Task)
    keep(task.fonts)
    sys.stdout.buffer.write(make(task.page, task.copies))


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        sleep(1)
    os._exit(1)
