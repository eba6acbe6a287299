"""Cosignatures and policies as C2SP describes them: tlog-cosignature, tlog-policy."""

from __future__ import annotations

import hashlib
from base64 import b64decode, b64encode

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from hypothesis import given
from hypothesis import strategies as st

from domain.proof.cosignatures import LATEST, WitnessKey, cosign, witness_key
from domain.proof.notes import Note, NoteError, PrivateKey, PublicKey, parse
from domain.proof.witness_policies import MOST, PolicyError, parse_policy

TEXT = "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n"
KEYS = {name: PrivateKey(f"witness.example/{name}", hashlib.sha256(name.encode()).digest()) for name in "abcdef"}


def vkey(name: str) -> str:
    return witness_key(KEYS[name]).text


def cosigned(*names: str, time: int = 1679315147) -> Note:
    return Note(TEXT, tuple(cosign(TEXT, KEYS[name], time) for name in names))


def test_a_cosignature_is_what_the_specification_says_byte_by_byte() -> None:
    """Computed here from the words of tlog-cosignature, with nothing of the product but the line."""
    key = KEYS["a"]
    public = Ed25519PrivateKey.from_private_bytes(key.seed).public_key().public_bytes_raw()
    line = cosign(TEXT, key, 1679315147).line
    dash, name, rest = line.rstrip("\n").split(" ")
    blob = b64decode(rest)
    assert (dash, name, len(blob)) == ("—", "witness.example/a", 4 + 8 + 64)
    assert blob[:4] == hashlib.sha256(b"witness.example/a\n\x04" + public).digest()[:4]
    assert int.from_bytes(blob[4:12], "big") == 1679315147
    Ed25519PublicKey.from_public_bytes(public).verify(blob[12:], b"cosignature/v1\ntime 1679315147\n" + TEXT.encode())
    material = b64encode(b"\x04" + public).decode()
    assert vkey("a") == f"witness.example/a+{blob[:4].hex()}+{material}"


@given(st.integers(0, LATEST), st.sampled_from("abc"))
def test_the_time_of_a_cosignature_is_read_as_it_was_signed(time: int, name: str) -> None:
    note = parse(cosigned(name, time=time).whole)
    assert witness_key(KEYS[name]).find_time(note) == time
    assert note.verify([witness_key(KEYS[name])])
    assert witness_key(KEYS["d"]).find_time(note) is None


@pytest.mark.parametrize("place", [5, 11, 12, 40, 75])
def test_a_cosignature_with_another_bit_is_named(place: int) -> None:
    (made,) = cosigned("a").signatures
    value = bytearray(made.id + made.value)
    value[place] ^= 1
    note = Note(TEXT, (type(made)(made.name, bytes(value[:4]), bytes(value[4:])),))
    with pytest.raises(NoteError, match="witness"):
        witness_key(KEYS["a"]).find_time(note)


def test_a_time_after_the_year_9999_is_refused() -> None:
    with pytest.raises(NoteError, match="impossible time"):
        witness_key(KEYS["a"]).find_time(cosigned("a", time=LATEST + 1))


def test_a_key_of_a_log_is_none_of_a_witness() -> None:
    with pytest.raises(NoteError):
        WitnessKey.parse(KEYS["a"].public.text)
    with pytest.raises(NoteError):
        PublicKey.parse(vkey("a"))


GROUPS = """# Two of three, and one of two others.
witness X1 {a}
witness X2 {b}   https://x2.example/witness
witness X3 {c}

group X 2 X1 X2 X3
witness Y1 {d}
witness Y2 {e}
\tgroup Y any Y1 Y2
group both all X Y
quorum both
"""


@given(st.sets(st.sampled_from("abcdef")))
def test_the_quorum_of_nested_groups_is_counted(names: set[str]) -> None:
    policy = parse_policy(GROUPS.format(**{name: vkey(name) for name in "abcde"}))
    expected = len(names & set("abc")) >= 2 and bool(names & set("de"))
    assert policy.is_met({witness_key(KEYS[name]) for name in names}) == expected
    assert policy.is_met(policy.find_times(cosigned(*sorted(names)))) == expected


def test_a_policy_without_witnesses_needs_none() -> None:
    policy = parse_policy(f"log {KEYS['a'].public.text} https://a.example\nquorum none\n")
    assert policy.is_met(())
    assert [(log.key.name, log.url) for log in policy.logs] == [("witness.example/a", "https://a.example")]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "quorum"),
        ("witness a {a}\n", "quorum"),
        ("quorum a\n", "line 1: no line above names a"),
        ("quorum none\nquorum none\n", "line 2: there is a quorum already"),
        ("witness none {a}\nquorum none\n", "line 1: none is the name of something else"),
        ("witness a {a}\nwitness b {a}\nquorum a\n", "line 2: this witness is named already"),
        ("witness a {a}\nwitness a {b}\nquorum a\n", "line 2: a is the name of something else"),
        ("witness a {a}\ngroup g 2 a\nquorum g\n", "line 2: 2 is not"),
        ("witness a {a}\ngroup g 0 a\nquorum g\n", "line 2: 0 is not"),
        ("witness a {a}\ngroup g any a a\nquorum g\n", "line 2: a is a member of a group already"),
        ("witness a {a}\ngroup g any a\ngroup h any a\nquorum g\n", "line 3: a is a member of a group already"),
        ("group g any a\nwitness a {a}\nquorum g\n", "line 1: no line above names a"),
        ("witness a nonsense\nquorum none\n", "line 1: "),
        ("log {a}\nquorum none\n", "line 1: only Ed25519 keys of type 1"),
        ("witness a {a} x y\nquorum none\n", "line 1: write log VKEY"),
        ("quorum none\x00\n", "line 1: there is a control character"),
        ("frobnicate\nquorum none\n", "line 1: write log VKEY"),
    ],
)
def test_a_text_that_is_no_policy_is_refused_by_its_line(text: str, why: str) -> None:
    with pytest.raises(PolicyError, match=why):
        parse_policy(text.format(a=vkey("a"), b=vkey("b")))


def test_a_policy_of_too_many_witnesses_is_refused() -> None:
    keys = (witness_key(PrivateKey(f"w/{n}", n.to_bytes(32, "big"))) for n in range(MOST + 1))
    text = "".join(f"witness w{n} {key.text}\n" for n, key in enumerate(keys))
    with pytest.raises(PolicyError, match=f"line {MOST + 1}: at most {MOST}"):
        parse_policy(f"{text}quorum none\n")
