"""Sentences about breaches of the rules, who could see them, and their remedies (`replay.audits.breaches`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from domain.audit.findings import CERTAIN, POSSIBLE
from domain.engine.hiding import PUBLIC
from domain.engine.words.values import SeatName, Term
from replay.words import gettext_noop
from replay.words.refusals import message, rules
from replay.words.values import sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from domain.audit.findings import Finding, Missing, Notice, Remedy, Report
    from domain.audit.offenders import VisibleBreach
    from domain.engine.faces import Faces
    from domain.engine.words.values import Value
    from replay.words import Language
    from replay.words.places import Moments

WHY: Final[dict[str, str]] = {
    "deal": gettext_noop("the rest of the deal depends on it"),
    "calls": gettext_noop("these calls were made after it"),
    "contract": gettext_noop("the contract depends on it"),
    "trump": gettext_noop("the trump depends on it"),
    "trick": gettext_noop("the rest of the trick was played after it"),
    "lead": gettext_noop("the offending side took the trick and had the lead"),
    "reveal": gettext_noop("the winner of the trick and the players’ knowledge depend on it"),
    "weis": gettext_noop("these answers about Weis came after it"),
    "knowledge": gettext_noop("a player may have used knowledge gained from it"),
}
"""Phrases for why later acts rest on a breach, by `Taint.why`."""


REVOKES: Final = frozenset({"revoke", "jass-revoke"})
"""The codes of not following suit, one for each kind of game."""


def at_the_table(language: Language, breach: VisibleBreach, faces: Faces) -> str:
    """Return the short sentence for a breach that everybody at the table can see."""
    if breach.led is not None and breach.broke.code in REVOKES and breach.seat is not None:
        values: dict[str, Value] = {
            "who": SeatName(breach.seat),
            "suit": Term(faces.contract(breach.led[-1])),
            "trick": str(breach.trick),
        }
        return sentence(language, gettext_noop("{who} did not follow {suit} in trick {trick}"), values)
    what = message(language, breach.broke)
    if breach.trick is None:
        return what
    return language.gettext("Trick %(number)s: %(what)s", number=breach.trick, what=what)


def summary(language: Language, report: Report) -> str:
    """Return the sentences with the number of certain, possible and noted breaches."""
    _ = language.gettext
    if not report.findings:
        return _("No breach of the rules.")
    certain = sum(finding.sure == CERTAIN for finding in report.findings)
    possible = sum(finding.sure == POSSIBLE for finding in report.findings)
    noted = len(report.findings) - certain - possible
    parts = [_("No breach is certain.")]
    if certain:
        parts = [language.ngettext("%(num)s breach is certain.", "%(num)s breaches are certain.", certain)]
    if possible:
        parts.append(
            language.ngettext(
                "%(num)s step may break a rule: this depends on unseen cards.",
                "%(num)s steps may break a rule: this depends on unseen cards.",
                possible,
            )
        )
    if noted:
        parts.append(
            language.ngettext(
                "%(num)s breach was noted at the table; the cards alone do not show it.",
                "%(num)s breaches were noted at the table; the cards alone do not show them.",
                noted,
            )
        )
    return " ".join(parts)


def what(language: Language, finding: Finding, act: str) -> str:
    """Return a phrase for a breach. ``act``: the act in notation; empty if there is none."""
    _ = language.gettext
    if finding.broke:
        happened, other = message(language, finding.broke), rules(language, *finding.or_else).removesuffix(".")
        return _("%(what)s; or: %(other)s", what=happened, other=other) if other else happened
    rule = rules(language, finding.code, *finding.or_else).removesuffix(".") or finding.code.replace("-", " ")
    if finding.sure == POSSIBLE and act:
        return _("“%(act)s” may break a rule: %(rule)s", act=act, rule=rule)
    text = _("Noted: %(rule)s", rule=rule)
    return f"{text} ({finding.note})" if finding.note else text


def instead(language: Language, acts: Sequence[str], ladder: tuple[str, str] | None) -> str:
    """Return the legal acts as a phrase. ``acts``: in notation; ``ladder``: the lowest and the highest of many bids."""
    bids = [language.gettext("%(first)s to %(last)s", first=ladder[0], last=ladder[1])] if ladder else []
    return language.either([*bids, *acts])


def seen(moments: Moments, finding: Finding, names: Sequence[str]) -> str:
    """Return the sentence for when a breach could first be seen, and by whom. ``names``: the players who could."""
    language, sight = moments.language, finding.seen
    _ = language.gettext
    if finding.sure == POSSIBLE:
        return _("The cards shown at the table do not decide this.")
    if not sight.by:
        return _("Somebody at the table noted it.") if finding.noted else _("Nobody at the table could see it.")
    if sight.shown:
        return _("It could be seen when the hands were shown after the deal.")
    who = _("Everybody") if sight.by == (PUBLIC,) else language.together(names)
    if sight.ply == finding.ply:
        return _("%(who)s could see it at once.", who=who)
    if sight.ply is None:
        return _("%(who)s could see it later.", who=who)
    return _("%(who)s could first see it later (%(when)s).", who=who, when=moments.name(sight.ply))


def follows(moments: Moments, remedy: Remedy) -> str:
    """Return the sentences of a remedy."""
    _ = moments.language.gettext
    if remedy.kind == "award" and remedy.tokens is not None:
        tokens = ", ".join(f"{team} {number:+d}" for team, number in remedy.tokens.items())
        text = _(
            "The other side is awarded the game and extra tokens (%(plus)s). The deal pays: %(tokens)s.",
            plus=remedy.plus,
            tokens=tokens,
        )
    elif remedy.void:
        text = _("The call does not count.")
    else:
        text = _("The breach is put right, and the deal goes on from there.")
    return f"{text} {_('An arbiter has ruled so.')}" if remedy.ruled else text


def without(moments: Moments, ply: int, *, made: bool, points: str = "", score: str = "", tokens: str = "") -> str:
    """Return the sentences on the likely result without a breach. ``made``: whether the contract would be made.

    ``points``, ``score``, ``tokens``: the numbers of the teams as text; ``tokens`` counts only without a score.
    """
    _, when = moments.language.gettext, moments.name(ply)
    if made:
        text = _(
            "From then on (%(when)s), with all hands open and the best play of both sides, the contract is made.",
            when=when,
        )
    else:
        text = _(
            "From then on (%(when)s), with all hands open and the best play of both sides, the contract fails.",
            when=when,
        )
    parts = [text]
    if points:
        parts.append(_("Points: %(points)s.", points=points))
    parts.append(_("Score: %(score)s.", score=score) if score else _("Tokens: %(tokens)s.", tokens=tokens))
    parts.append(_("This is an estimate and does not replace the consequence by the rules."))
    return " ".join(parts)


def no_result(language: Language) -> str:
    """Return the sentence that the result without a breach is not known."""
    return language.gettext("It is not known: some cards are not named, or the search took too long.")


def name_missing_cards(moments: Moments, item: Missing) -> str:
    """Return a phrase for cards to disclose."""
    language, when = moments.language, moments.name(item.ply)
    name = language.seat(item.seat)
    if item.batch:
        return language.gettext("the cards dealt to %(seat)s (%(when)s)", seat=name, when=when)
    return language.gettext("the card of %(seat)s (%(when)s)", seat=name, when=when)


def notice(language: Language, item: Notice) -> str:
    """Return the sentence of a notice."""
    if item.code == "spoilt-unnoticed":
        return language.gettext("Trumps were spoilt, but nobody declared it before the end; the deal counts.")
    rule = rules(language, item.noted).removesuffix(".") or item.noted.replace("-", " ")
    return language.gettext("A breach was noted that the cards rule out: %(rule)s.", rule=rule)


def finding(moments: Moments, payload: dict[str, Any], settle: Sequence[str]) -> str:
    """Return all sentences of a finding, from its parts in a language. ``settle``: the cards to disclose, in words."""
    language, where = moments.language, moments.heading(payload["ply"])
    _ = language.gettext
    clause = payload.get("clause")
    rule = f" [{clause['words']}]" if isinstance(clause, dict) else ""
    parts = [f"{where}: {payload['what']}{rule}."]
    if "instead" in payload:
        parts.append(_("By the rules: %(acts)s.", acts=payload["instead"]))
    if "because" in payload:
        earlier = moments.name(payload["because"])
        parts.append(_("This is a breach only because of an earlier one (%(when)s).", when=earlier))
    for name in ("seen", "follows"):
        part = payload[name]
        parts.append(part["words"] if isinstance(part, dict) else "")
    if settle:
        parts.append(_("To decide this, disclose %(cards)s.", cards=language.together(settle)))
    return " ".join(parts)
