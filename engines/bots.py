"""The bots. A bot gets only its own seat's view and legal actions, like a player.

Matches between bots are reproducible: the same seed gives the same record on any machine.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from engines import mcts, play, record, registry
from engines.contract import AnyEngine, Json, Seat
from engines.i18n import TranslatedError
from engines.levels import PARTS, BotSetting, Level, can_play, find_setting, load_levels, parse_number
from engines.randomness import CommittedRandom, derive_salt, hash_seed
from engines.search_adapter import Budget, IterationBudget

POLICIES = tuple(PARTS)


class UnknownPolicy(TranslatedError, LookupError):
    """An unknown bot for the game; the message lists the known ones."""


def policies(game: str) -> tuple[str, ...]:
    """Return the names of the bots that can play a game; the random bot can play every game."""
    package = registry.find_package(game)
    if package is None:
        return POLICIES[:1]
    return tuple(policy for policy in POLICIES if can_play(package, policy))


def list_levels(game: str) -> tuple[Level, ...]:
    """Return the levels of a game's bots, weakest first."""
    return load_levels(registry.get_package(game))


def get_setting(game: str, bot: str) -> BotSetting:
    """Return how a bot plays a game: the setting of a level, or the one that the name spells out, such as `search@40`.

    A level that the game has not is its strongest. Raises UnknownPolicy.
    """
    number = parse_number(bot)
    if number is not None and registry.find_package(game) is not None:
        levels = list_levels(game)
        return levels[min(number, len(levels)) - 1].setting
    setting = find_setting(bot)
    if setting is None or setting.policy not in policies(game):
        name, known = repr(bot), ", ".join(policies(game))
        raise UnknownPolicy("Unknown bot for {game}: {bot}. Available: {known}.", bot=name, game=game, known=known)
    return setting


def choose_action(
    bot: str,
    game: str,
    seat: int,
    view: Json,
    legal: list[str] | None,
    sample: Callable[[], str],
    rng: Random,
    budget: Budget | None = None,
) -> str:
    """Return the notation of the action that a bot chooses. `bot` is a policy, a setting or a level (`get_setting`).

    `view` is the seat's own; `legal` its legal actions (None: too many to list); `sample` returns a random one.
    `budget` is called before every iteration and returns whether to continue; without it, the game's default number of
    iterations is made, so that the same `rng` gives the same choice.
    """
    setting, package = get_setting(game, bot), registry.get_package(game)
    if setting.random_percent and legal and rng.random() * 100 < setting.random_percent:
        return rng.choice(legal)
    adapter = {"search": package.search, "trained": package.trained}.get(setting.policy)
    if adapter is not None:
        limit = _compute_limit(setting, budget, adapter.settings.iterations)
        choice = mcts.choose(registry.get(game), adapter, seat, view, legal, rng, limit)
        if choice is not None:
            return choice
    if setting.policy != "random" and package.choose is not None:
        return package.choose(seat, view, legal, rng)
    return rng.choice(legal) if legal else sample()


def _compute_limit(setting: BotSetting, budget: Budget | None, standard: int) -> Budget:
    """Return the limit of a search: the setting's and the budget, whichever ends first; `standard` if there is neither."""
    if setting.iterations:
        return IterationBudget(setting.iterations, within=budget)
    return IterationBudget(standard) if budget is None else budget


def bot_action(
    engine: AnyEngine, position: play.Position[Any], seat: Seat, policy: str, rng: Random, budget: Budget | None = None
) -> str:
    """Return a bot's action in a position, given only what its seat may see. `budget` limits a bot that searches."""
    state = position.state
    legal, view = list_legal_actions(engine, state, seat), engine.view(state, seat)

    def sample() -> str:
        return engine.encode(engine.sample(state, seat, rng))

    return choose_action(policy, engine.key, seat, view, legal, sample, rng, budget)


def list_legal_actions(engine: AnyEngine, state: Any, seat: Seat) -> list[str] | None:
    """Return the notation of a seat's legal actions; None if there are too many to list."""
    listed = engine.legal(state, seat)
    return None if listed is None else [engine.encode(action) for action in listed]


Chooser = Callable[[AnyEngine, play.Position[Any], Seat, str, Random], str]


def simulate(
    engine: AnyEngine, options: Mapping[str, Json], policies: Sequence[str], seed: str, chooser: Chooser = bot_action
) -> Iterator[dict[str, Json]]:
    """Yield the lines of the record of one match. `policies` names a bot for each seat; `chooser` picks actions."""
    chosen = engine.options(options)
    position = play.begin(engine, chosen, len(policies))
    secret = hashlib.sha256(f"league-zero {engine.key} {seed}".encode()).digest()
    match = f"simulated-{seed}"
    nonces = tuple(hashlib.sha256(f"{seed} {seat}".encode()).hexdigest()[:16] for seat in range(len(policies)))
    header = record.build_header(engine, chosen, seats=len(policies), match=match, nonces=nonces, commitment=hash_seed(secret))
    yield header
    last_hash, n, rng = record.hash_header(header), 0, Random(f"{engine.key} {seed}")
    while position.outcome is None:
        n += 1
        by: Seat | None = None
        do = play.referee_action(engine, position, CommittedRandom(secret, match, nonces, n))
        if do is None:
            by = min(play.to_act(engine, position))
            do = chooser(engine, position, by, policies[by], rng)
        step = play.step(engine, position, by, do)
        entry_salt = derive_salt(secret, match, n) if step.secret else None
        entry = record.build_entry(last_hash, n, by, step.do, note=step.note, salt=entry_salt)
        yield entry
        last_hash, position = str(entry["hash"]), step.position
    yield record.build_closing(last_hash, position.outcome, secret, None)
