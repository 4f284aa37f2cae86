"""Attacks of an operator, a forger and a thief of a key on the records of matches; all in this process."""

import copy
import hashlib
import itertools
import json
from collections.abc import Iterator
from random import Random
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from engines import hash_chain, play, receipts, record, record_packing, registry
from engines.common import render_outcome
from engines.hash_chain import Keyring
from engines.randomness import CommittedRandom, Mix, derive_salt, hash_seed
from engines.verification import checks
from tests.attacks.attack import Attack, Target
from tests.engines.record_lines import text_of

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
                    KEY, site=SITE, match_id=number, seat=made["by"], n=made["n"], entry_hash=made["hash"], at=NOW
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


REVOKED = Ed25519PrivateKey.from_private_bytes(hashlib.sha256(b"a key that was read").digest())
KEYS = Keyring({PUBLIC_KEY: None, REVOKED.public_key().public_bytes_raw().hex(): NOW - 1})


def forgeries(lines: Lines) -> Iterator[str]:
    """Yield the text of a record, each time with another change, hashed and signed anew where that would help a forger."""
    made = copy.deepcopy(lines)  # aborted in the middle
    made.insert(len(made) // 2, {"n": 0, "by": None, "do": "abort 0"})
    for n, entry in enumerate(made[1:-1], 1):
        entry["n"] = n
    yield chained(made)
    made = copy.deepcopy(lines)  # without the id of its key, then without a signature
    del made[-1]["key_id"]
    yield text_of(made)
    made[-1] |= {"public_key": None, "signature": None}
    made[-1].pop("signed_at", None)
    yield text_of(made)
    made = copy.deepcopy(lines)  # with another player, then with another name of the same one
    made[0]["players"][0] = record.build_player("99", "somebody else", "00" * 16)
    yield text_of(made)
    made = copy.deepcopy(lines)
    made[0]["players"][0]["name"] = "somebody else"
    yield chained(made)
    made = copy.deepcopy(lines)  # without what the players added to the draws
    for entry in made[1:-1]:
        entry.pop("nonce", None)
    yield chained(made, None)
    made = copy.deepcopy(lines)  # signed with a key that was read
    made[-1]["public_key"] = REVOKED.public_key().public_bytes_raw().hex()
    made[-1]["key_id"] = hash_chain.compute_key_id(made[-1]["public_key"])
    yield chained(made, REVOKED)
    made = copy.deepcopy(lines)  # with times that were not kept
    for entry in made[1:-1]:
        entry |= {"at": NOW, "lag": 1_000_000, "left": [1] * made[0]["seats"]}
    yield chained(made, None)
    yield text_of(lines)[:-1]
    yield record_packing.unpack(record_packing.pack(text_of(lines)))[:-2]


def forge_records(target: Target) -> float:
    """Count the forged records that verification accepts."""
    accepted = 0
    for number in range(target.times(2, 10)):
        lines = play_at_random(GAMES[number % len(GAMES)], number)
        assert is_accepted(text_of(lines), KEYS, [])
        accepted += sum(is_accepted(text, KEYS, []) for text in forgeries(lines))
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
