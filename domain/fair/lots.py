"""Lots: an order of entries drawn from given random bytes, committed to, opened, checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from domain.engine.words.texts import unfit_in_a_line
from domain.engine.words.values import sentence
from domain.fair import forms
from domain.fair.forms import SEED_BYTES, VERSION, FairError, Misfit

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

KIND: Final = "lots"
MOST_ENTRIES: Final = 4096
NAMES: Final = sentence("names")


@dataclass(frozen=True, slots=True)
class Lots:
    """A draw by lot among entries. In the commitment, while the draw is secret, ``seed`` and ``order`` are empty."""

    tournament: str
    purpose: str
    """The purpose of the lots: ``seeding``, ``the third round`` …"""
    entries: tuple[str, ...]
    """The ids or names of the entries in the public order before the shuffle."""
    seed: str
    order: tuple[str, ...]
    """The entries in the order in which they were drawn."""
    digest: str


def draw(entries: Iterable[str], entropy: bytes, tournament: str = "", purpose: str = "") -> Lots:
    """Draw an order of the entries. ``entropy``: 32 random bytes from the operating system.

    Raises `FairError` for a repeated entry, for no or too many entries, and for more or fewer bytes.
    """
    if len(entropy) != SEED_BYTES:
        raise FairError("{bytes} bytes of chance are needed, not {number}", bytes=SEED_BYTES, number=len(entropy))
    seed = entropy.hex()
    secret = Lots(tournament, purpose, tuple(entries), seed, (), "0" * 64)
    parse(plain(commitment(secret)))
    form = _form(secret, seed)
    return Lots(tournament, purpose, secret.entries, seed, forms.shuffle(secret.entries, form), forms.digest(form))


def commitment(lots: Lots) -> Lots:
    """Return the lots without seed and order, for publishing before the draw is opened."""
    return Lots(lots.tournament, lots.purpose, lots.entries, "", (), lots.digest)


def verify(promised: Lots | str, opening: Lots) -> Misfit | None:
    """Return the first difference of an opening from its commitment; None if there is none.

    ``promised``: the commitment, or only its digest; the digest alone cannot tell a changed seed from changed terms.
    """
    if not opening.seed:
        return Misfit("seed", sentence("the lots are not opened here: there is no seed"))
    if isinstance(promised, Lots):
        for what in ("tournament", "purpose", "entries"):
            was, now = getattr(promised, what), getattr(opening, what)
            if was != now:
                was, now = ("; ".join(each) if isinstance(each, tuple) else repr(each) for each in (was, now))
                return Misfit(
                    "terms",
                    sentence("{key}: promised was {promised}, opened is {opened}", key=what, promised=was, opened=now),
                )
    form = _form(opening, opening.seed)
    digest = promised if isinstance(promised, str) else promised.digest
    if digest != (actual := forms.digest(form)):
        return Misfit(
            "seed",
            sentence(
                "the seed, or what it was drawn for, is not what was promised:"
                " the digest is {digest}, but {promised} was promised",
                digest=actual,
                promised=digest,
            ),
        )
    if opening.digest != digest:
        return Misfit(
            "digest",
            sentence("the digest is {digest}, but in the opening stands {other}", digest=digest, other=opening.digest),
        )
    order = forms.shuffle(opening.entries, form)
    if len(opening.order) != len(order):
        return Misfit(
            "order",
            sentence(
                "{drawn} entries are drawn, but {number} stand in the order",
                drawn=len(order),
                number=len(opening.order),
            ),
        )
    for place, (entry, given) in enumerate(zip(opening.order, order, strict=True), 1):
        if entry != given:
            return Misfit(
                "order",
                sentence("place {place} is {entry}, but the seed gives {given}", place=place, entry=entry, given=given),
            )
    return None


def plain(lots: Lots) -> dict[str, Any]:
    """Return lots as a JSON object (``docs/fair-deals.md``)."""
    drawn = {"seed": lots.seed, "order": list(lots.order)} if lots.seed else {}
    return {**_head(lots), **drawn, "digest": lots.digest}


def parse(payload: Mapping[str, Any]) -> Lots:
    """Return lots from a JSON object. Raises `FairError` for another shape; `verify` checks the contents."""
    forms.head(payload, KIND)
    forms.check_keys(payload, ("nought", "kind", "tournament", "purpose", "entries", "seed", "order", "digest"))
    opened = "seed" in payload or "order" in payload
    lots = Lots(
        tournament=forms.name(payload, "tournament"),
        purpose=forms.name(payload, "purpose"),
        entries=tuple(forms.several(payload, "entries", _is_name, NAMES)),
        seed=forms.hexadecimal(payload, "seed") if opened else "",
        order=tuple(forms.several(payload, "order", _is_name, NAMES)) if opened else (),
        digest=forms.hexadecimal(payload, "digest"),
    )
    if not 1 <= len(lots.entries) <= MOST_ENTRIES:
        raise FairError("entries: 1 to {most} can be drawn", most=MOST_ENTRIES)
    seen: set[str] = set()
    for entry in lots.entries:
        if entry in seen:
            raise FairError("entries: {entry} stands there twice", entry=entry)
        seen.add(entry)
    return lots


def _is_name(value: object) -> bool:
    return isinstance(value, str) and 1 <= len(value) <= forms.LONGEST_NAME and not unfit_in_a_line(value)


def _head(lots: Lots) -> dict[str, Any]:
    return {
        "nought": VERSION,
        "kind": KIND,
        "tournament": lots.tournament,
        "purpose": lots.purpose,
        "entries": list(lots.entries),
    }


def _form(lots: Lots, seed: str) -> dict[str, Any]:
    """Return the form of the lots, which is committed to and seeds the shuffle."""
    return {**_head(lots), "seed": seed}
