"""What becomes of each block of commands: it is run (tests/journeys/test_docs.py), or looked at, for a reason.

A block is named by its page and its first line. One that is in no list fails a test, and so does a name without one.
"""

from docs.views.make_pages import SOURCES

_ROOT = "it needs root, a server of its own and its packages"
ELSEWHERE = ("( set -e\nsudo ", "( set -e\ndocker ", "sudo ", "docker ", "kubectl ", "journalctl ")
"""Blocks that begin with these are looked at: they need root, Docker, a cluster or systemd with the units installed."""

RUN = (
    "README.md: .venv/bin/python -m engines verify match-12.jsonl --explain",
    'docs/api.md: curl -H "Authorization: Bearer lz_..." http://127.0.0.1:8000/api/v1/challenges/',
    "docs/api.md: from docs.examples.league_zero import Client",
    "docs/api.md: curl --fail --remote-name http://127.0.0.1:8000/api/v1/events/1/standings.csv",
    "docs/developer.md: .venv/bin/python -m engines list",
    "docs/games.md: .venv/bin/python -m engines list",
    "docs/generic-board.md: .venv/bin/python -m engines check zero-day",
    "docs/bots.md: .venv/bin/python -m engines arena zero-order --games 20 --seconds 0.2 \\",
    "docs/operating.md: .venv/bin/python manage.py account ada --role staff",
    "docs/operating.md: .venv/bin/python manage.py money check",
    "docs/player.md: .venv/bin/python -m engines verify match-12.jsonl",
    "docs/research.md: .venv/bin/python -m docs.examples.research.train --game zero-day",
    "docs/research.md: from engines.adapters.open_spiel import Game",
    "docs/research.md: from engines.adapters.pettingzoo import env",
    "docs/swiss.md: .venv/bin/python manage.py pair docs/examples/cup.trf",
    "docs/swiss.md: .venv/bin/python manage.py check_trf docs/examples/cup.trf",
    "docs/swiss.md: .venv/bin/python manage.py generate_trf --players 6 --rounds 3 --seed 2",
    "docs/swiss.md: from pathlib import Path",
    *(
        f"docs/views/{game}.md: .venv/bin/python -m engines simulate {game} --bots {source.bots} --seed 1 |"
        for game, source in SOURCES.items()
    ),
)
"""On a site of the tests, in a folder of their own. `lz_...` becomes a token, port 8000 that of the site."""

FEWER = {
    "--games 20 --seconds 0.2": "--games 2 --seconds 0.01", "--games 100": "--games 2", "/tmp/": "",
    "check zero-day": "check zero-day --matches 5",
}  # fmt: skip
"""What would take many minutes is run with fewer games, and leaves nothing behind."""

SERVE = "docs/operating.md: export PRODUCTION=1 PLAIN_HTTP=1 ALLOWED_HOSTS=localhost SITE_URL=http://localhost:8001"
"""Run by tests/deploy/test_serve.py, with a database and a broker of its own."""

SEASON = "docs/api.md: .venv/bin/python -m docs.examples.season --token lz_... --owners ada=lz_... ben=lz_..."
"""Run by a test of its own, with three tokens."""

LOOKED_AT = {
    "README.md: make run     # installs, starts the site with a demo league, and prints its address and accounts":
        "one serves until it is stopped (the journeys use what it starts), the other is this very suite",
    "docs/developer.md: git clone YOUR-REPOSITORY league-zero":
        "it fetches a repository, and serves until it is stopped",
    "docs/developer.md: .venv/bin/python -m pytest -q -n0 tests/engines/test_randomness.py":
        "it is a part of this very suite",
    "docs/de/player.md: .venv/bin/python -m engines verify match-12.jsonl": "the English page's is run",
    "docs/webhooks.md: import base64": "tests/league/webhooks/test_delivering.py checks real deliveries with it",
    "engines/README.md: pip install .  # in a clone of the repository":
        "tests/engines/test_packages.py builds the package and looks into it",
    "engines/README.md: from engines import bots, record, registry": "tests/engines/test_packages.py runs it",
    "docs/agents.md: LEAGUE_ZERO_TOKEN=lz_... python -m docs.examples.agent --game zero-day --matches 10":
        "tests/journeys/test_agent.py plays a match with it",
    "docs/puzzles.md: .venv/bin/python -m engines puzzles order-and-chaos --games 20 --seed 1 --ledger /tmp/mined.jsonl":
        "it replaces shipped files; tests/engines/puzzles/test_mining.py mines",
    "docs/bots.md: .venv/bin/python -m engines train order-and-chaos --games 400 --rounds 3 --iterations 200 --seed 1 \\":
        "it takes an hour and replaces weights; tests/engines/test_bot_training.py trains",
    "docs/bots.md: .venv/bin/python -m engines levels zero-order --games 400":
        "it takes hours and replaces ratings; tests/engines/test_level_tournament.py plays a tournament",
    "docs/bots.md: .venv/bin/python -m engines balance order-and-chaos --games 0 --search-games 60 --seconds 1 \\":
        "it takes hours",
    "docs/fair-play.md: .venv/bin/python -m engines fair-play zero-day --measure":
        "it takes hours and replaces bounds; tests/engines/fair_play/test_command.py measures",
    "docs/games.md: .venv/bin/pip install ./my-game": "it installs a package of the reader's own",
    "docs/operating.md: export ENV_FILE=/etc/league-zero/production.env": _ROOT,
    "docs/operating.md: make audit": "it asks a service of the network for what is known by then",
    "docs/operating.md: cd /opt/league-zero/current": _ROOT,
}  # fmt: skip
"""Read by a shell without being run, and each command, option, file and unit in it is looked for."""
