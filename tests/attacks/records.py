"""Attacks of an operator, a forger and a thief of a key on the records of matches; all in this process."""

import copy
import hashlib
import itertools
import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from engines import hash_chain, play, receipts, record, record_packing, registry
from engines.common import render_outcome
from engines.hash_chain import Keyring
from engines.randomness import CommittedRandom, Mix, derive_salt, hash_seed
from engines.verification import checks
from tests.attacks.attack import Attack, Target

KEY = Ed25519PrivateKey.from_private_bytes(hashlib.sha256(b"the site's key").digest())
PUBLIC_KEY = KEY.public_key().public_bytes_raw().hex()
SEED = hashlib.sha256(b"the site's seed").digest()
MOST_TRIED = 60
SITE, NOW = "https://league.example.org", 1_790_000_000_000
GAMES = ("field-tactics", "zero-order", "incursion-point-zero")
Lines = list[dict[str, Any]]


def play_at_random(game: str, number: int, *, after_setup: int = 120) -> Lines:
    """Return the record of a site's match, played at random for some entries after the set-up and then resigned."""
    engine, rng = registry.get(game), Random(number)
    seats = engine.seat_counts[0]
    people = [record.build_player(str(seat), f"player {seat}", "00" * 16) for seat in range(seats)]
    options = engine.options({})
    lines: Lines = [
        record.build_header(
            engine, options, seats=seats, match=str(number), nonces=["n"] * seats, commitment=hash_seed(SEED),
            site_data={"site": SITE, "players": people, "event": None},
        )
    ]  # fmt: skip
    position, mix = play.begin(engine, options, seats), Mix()
    last = record.hash_header(lines[0])
    open_since = 0
    while position.outcome is None and open_since < after_setup:
        n = len(lines)
        by: int | None = None
        do = play.referee_action(engine, position, CommittedRandom(SEED, str(number), ("n",) * seats, n, mix.settled))
        if do is None:
            by = min(play.to_act(engine, position))
            do = engine.encode(engine.sample(position.state, by, rng))
        made = play.step(engine, position, by, do)
        nonce = "" if by is None else f"{rng.random()}"
        sealing = derive_salt(SEED, str(number), n) if made.secret else None
        lines.append(record.build_entry(last, n, by, made.do, note=made.note, salt=sealing, nonce=nonce))
        mix = mix if by is None else mix.after(by, nonce)
        last, position = str(lines[-1]["hash"]), made.position
        open_since = 0 if made.secret else open_since + 1
    if position.outcome is None:
        lines.append(record.build_entry(last, len(lines), min(play.to_act(engine, position)), "resign"))
        position = play.step(engine, position, lines[-1]["by"], "resign").position
    return finish(lines, None if position.outcome is None else position.outcome)


def finish(lines: Lines, outcome: Any, key: Ed25519PrivateKey = KEY) -> Lines:
    last = str(lines[-1]["hash"])
    signed = hash_chain.sign(key, last, render_outcome(outcome), SEED.hex(), NOW)
    return [*lines, record.build_signed_closing(outcome, SEED, signed, NOW)]


def chained(lines: Lines, key: Ed25519PrivateKey | None = KEY) -> str:
    """Return the text of changed lines after all hashes were computed anew, and signed with the key if there is one."""
    last = record.hash_header(lines[0])
    for made in lines[1:-1]:
        if "sealed" in made:
            made["sealed"] = hash_chain.seal(derive_salt(SEED, lines[0]["match"], made["n"]), made["do"])
        made["prev"] = last
        made["hash"] = last = record.hash_entry(last, made)
    end = lines[-1]
    if key is not None:
        end["public_key"], end["signature"] = hash_chain.sign(key, last, end["outcome"], end["seed"], end.get("signed_at"))
    return text_of(lines)


def text_of(lines: Lines) -> str:
    return "".join(record.format_lines(lines))


def is_accepted(text: str, keys: Keyring, kept: list[dict[str, Any]]) -> bool:
    """Whether `verify RECORD --keys FILE`, with `--receipts` where there are some, finds nothing wrong."""
    if checks.find_fault(text, keys) is not None:
        return False
    try:
        return not kept or receipts.verify_receipts(record.parse_record(text), kept, keys) > 0
    except receipts.BadReceipt:
        return False


def swaps(lines: Lines) -> Iterator[Lines]:
    """Yield the record with each sealed set-up swapped for one that fits what came later, hashed and signed anew."""
    for n, made in enumerate(lines[1:-1], 1):
        pieces = made["do"].split() if "sealed" in made else []
        for one, other in itertools.islice(itertools.combinations(range(len(pieces)), 2), MOST_TRIED):
            changed, moved = copy.deepcopy(lines), list(pieces)
            moved[one], moved[other] = pieces[other], pieces[one]
            changed[n]["do"] = " ".join(moved)
            if moved != pieces and checks.find_fault(chained(changed), PUBLIC_KEY) is None:
                yield changed
                break


def swap_sealed_setups(target: Target) -> float:
    """Swap sealed actions and sign again, as the operator can; count what passes with the other players' receipts."""
    keys, passed, tried = Keyring({PUBLIC_KEY: None}), 0, 0
    for number in range(target.times(4, 20)):
        lines = play_at_random("field-tactics", number, after_setup=4)
        for changed in swaps(lines):
            swapped = next(n for n, made in enumerate(changed[1:-1], 1) if made["do"] != lines[n]["do"])
            kept = [
                receipts.sign_receipt(
                    KEY,
                    site=SITE,
                    match_id=int(lines[0]["match"]),
                    seat=made["by"],
                    n=made["n"],
                    entry_hash=made["hash"],
                    at=NOW,
                )
                for made in lines[1:-1]
                if made["by"] not in (None, lines[swapped]["by"]) and made["n"] > swapped
            ]
            receipts_kept = json.loads(json.dumps(kept))
            assert kept, "the other player has moved since"
            assert is_accepted(text_of(lines), keys, receipts_kept)
            tried += 1
            passed += is_accepted(text_of(changed), keys, receipts_kept)
    assert tried, "no swapped set-up passes even without receipts"
    return passed


def _abort_in_the_middle(lines: Lines) -> str:
    lines.insert(len(lines) // 2, {"n": 0, "by": None, "do": "abort 0"})
    for n, made in enumerate(lines[1:-1], 1):
        made["n"] = n
    return chained(lines)


def _strip_signature(lines: Lines) -> str:
    lines[-1] |= {"public_key": None, "signature": None}
    del lines[-1]["key_id"]
    lines[-1].pop("signed_at", None)
    return text_of(lines)


def _drop_key_id(lines: Lines) -> str:
    del lines[-1]["key_id"]
    return text_of(lines)


def _rename_player(lines: Lines) -> str:
    lines[0]["players"][0] = record.build_player("99", "somebody else", "00" * 16)
    return text_of(lines)


def _reseal_name(lines: Lines) -> str:
    lines[0]["players"][0]["name"] = "somebody else"
    return chained(lines)


def _drop_nonce(lines: Lines) -> str:
    for made in lines[1:-1]:
        made.pop("nonce", None)
    return chained(lines, None)


def _sign_with_revoked(lines: Lines) -> str:
    end = lines[-1]
    end["public_key"] = REVOKED.public_key().public_bytes_raw().hex()
    end["key_id"] = hash_chain.compute_key_id(end["public_key"])
    return chained(lines, REVOKED)


def _add_times(lines: Lines) -> str:
    for made in lines[1:-1]:
        made |= {"at": NOW, "lag": 1_000_000, "left": [1] * lines[0]["seats"]}
    return chained(lines, None)


REVOKED = Ed25519PrivateKey.from_private_bytes(hashlib.sha256(b"a key that was read").digest())
KEYS = Keyring({PUBLIC_KEY: None, REVOKED.public_key().public_bytes_raw().hex(): NOW - 1})
FORGERIES: tuple[Callable[[Lines], str], ...] = (
    _abort_in_the_middle, _strip_signature, _drop_key_id, _rename_player, _reseal_name, _drop_nonce, _sign_with_revoked,
    _add_times, lambda lines: text_of(lines)[:-1],
    lambda lines: record_packing.unpack(record_packing.pack(text_of(lines)))[:-2],
)  # fmt: skip


def forge_records(target: Target) -> float:
    """Count the forged records that verification accepts."""
    accepted = 0
    for number in range(target.times(2, 10)):
        lines = play_at_random(GAMES[number % len(GAMES)], number)
        assert is_accepted(text_of(lines), KEYS, [])
        for forge in FORGERIES:
            accepted += is_accepted(forge(copy.deepcopy(lines)), KEYS, [])
    return accepted


def foresee_draws(target: Target) -> float:
    """Work out draws from the seed before the other player has moved; count those that come true."""
    rng, right = Random(5), 0
    for entry in range(target.times(50, 2_000)):
        before = Mix().after(0, f"{rng.random()}").after(1, f"{rng.random()}")
        after = before.after(0, f"{rng.random()}").after(1, f"{rng.random()}")
        guess, drawn = (CommittedRandom(SEED, "1", ("a", "b"), entry, mix.settled).below(1 << 40) for mix in (before, after))
        right += guess == drawn
    return right


ATTACKS = [
    Attack("Operator swaps a sealed action: passes with receipts", "swaps", "40 of 40", 0, swap_sealed_setups),
    Attack("Forged records accepted", "records", "12 of 12", 0, forge_records),
    Attack("Draws foreseen from the server's seed", "draws", "all", 0, foresee_draws),
]
