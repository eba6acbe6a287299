"""PDFs of printed pages: who prints one waits neither for an analysis nor for somebody else's large paper."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, TypeVar

from flask import Response, request

from api.front.calls import MAY_PUT_OFF, PUT_OFF
from api.front.kinds import printed
from api.permissions import EVERYBODY, allow
from api.problems import Problem
from domain.engine.words.values import sentence
from web.printing.pdf import lanes, making

if TYPE_CHECKING:
    from flask import Blueprint

    from domain.engine.words.values import Term

V = TypeVar("V", bound=Callable[..., str])

PAGE: Final = "papers/page.html"
PDF: Final = "papers/pdf.html"
"""The layouts of a paper: as a page that prints as it is shown, and for WeasyPrint."""
KEPT_BYTES: Final = 48 * 1024 * 1024
"""The size of a process's cache of PDFs; many readers fetch a final result, which rarely changes."""

OPENED_SECONDS: Final = 20
"""The seconds for which a browser opens a PDF again without asking for it."""

_kept: OrderedDict[bytes, bytes] = OrderedDict()
"""PDFs by the digest of their page, the newest last."""
_keeping = Lock()


def paper(
    blueprint: Blueprint, rule: str, filename: str, most_copies: int = 1, smaller: Term | None = None
) -> Callable[[V], V]:
    """Declare a view that serves a paper: as a page, and as a PDF at the same address with ``.pdf``.

    The view takes the layout, `PAGE` by default. ``filename``: the PDF's name, which may contain values of the route.
    ``most_copies``: the most copies that ``?copies=`` may ask for; in the PDF each copy begins on a new sheet.
    ``smaller``: how to print it in parts if it is too large for a PDF.
    """

    def declare(view: V) -> V:
        def as_pdf(**values: Any) -> Response:
            copies = min(max(request.args.get("copies", 1, type=int), 1), most_copies)
            return answer(view(**values, layout=PDF), filename.format(**values), copies, smaller)

        name = view.__name__
        blueprint.add_url_rule(rule, name, allow(EVERYBODY)(printed(view)))
        blueprint.add_url_rule(f"{rule}.pdf", f"{name}_pdf", allow(EVERYBODY)(printed(as_pdf)))
        return view

    return declare


def answer(page: str, name: str, copies: int = 1, smaller: Term | None = None) -> Response:
    """Return a page as a PDF with a file name. Raises `Problem` if it is too large, or if WeasyPrint is missing.

    ``smaller``: how to print a paper in parts that is too large. A large one is put off where `MAY_PUT_OFF` says so.
    """
    try:
        making.require()
        if MAY_PUT_OFF in request.environ and lanes.is_large(page) and _digest(page, copies) not in _kept:
            return Response(status=PUT_OFF)
        made = _of(page, copies)
    except making.NoPDF as error:
        lacking = sentence("This server lacks something that makes PDFs: {reason}", reason=str(error))
        raise Problem("no-pdf", lacking) from None
    except lanes.TooLarge:
        raise Problem("paper-too-large", smaller or "") from None
    except lanes.LaneFull:
        others = sentence("Other large papers are being made.")
        raise Problem("busy", others, headers={"Retry-After": "60"}) from None
    sent = Response(made, mimetype="application/pdf")
    sent.headers["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    # The page fetches it to say how far it is, then opens it (js/pdf-links.js).
    sent.headers["Cache-Control"] = f"private, max-age={OPENED_SECONDS}"
    return sent


def _digest(page: str, copies: int) -> bytes:
    return sha256(f"{copies} {page}".encode()).digest()


def _of(page: str, copies: int) -> bytes:
    """Return the PDF of a page, made once."""
    digest = _digest(page, copies)
    if (kept := _kept.get(digest)) is not None:
        return kept
    with lanes.lane(page) as make:
        # Somebody else may have waited for the same paper.
        made = _kept.get(digest) or make(page, copies)
    with _keeping:
        _kept.pop(digest, None)
        _kept[digest] = made
        while sum(map(len, _kept.values())) > KEPT_BYTES and len(_kept) > 1:
            _kept.popitem(last=False)
    return made
