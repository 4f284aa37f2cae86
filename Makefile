# `make run` and `make test` are all most people need. The other targets are for developers.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	command -v $$p >/dev/null && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' && echo $$p && break; done)
VENV := .venv/bin

.PHONY: run test test-fast test-scripts messages attacks faults load prove bench arena balance levels api permissions audit fuzz-api lint types format lock clean install install-test

run: install
	@$(VENV)/python -m deploy.run

test: install-test
	@$(VENV)/python -m tests.everything

# Fast tests while you work (a minute, SQLite): engines, formats, drafts, the referee, some pages.
test-fast: install-test
	@$(VENV)/python -m tests.fast $(ARGS)

# Only the tests of the JavaScript, in Chromium: make test-scripts ARGS="-k zero-day"
test-scripts: install-test
	@$(VENV)/python -m pytest tests/scripts $(ARGS)

# Updates the translation catalogues. Run it after changing text that users read.
messages: install-test
	@$(VENV)/python -m tests.messages $(ARGS)

# Fault injection: kills, freezes and misleads the real processes during a hundred matches. Takes six minutes.
# `make test` runs a small version.
faults: install-test
	@$(VENV)/python -m tests.faults $(ARGS)

# Attacks a running site and prints, for each attack, the figure before its defence, the figure now, and the limit.
# `make test` runs a small version.
attacks: install-test
	@$(VENV)/python -m tests.attacks $(ARGS)

# Load tests of the real processes over real sockets: delays, throughput, a thousand streams. Needs an idle machine.
load: install-test
	@$(VENV)/python -m tests.load $(ARGS)

# What `make test` does in part, in whole: all sweeps, thousands of random matches, long faults and attacks, planted faults.
# Takes hours. The random matches resume where they were stopped: .venv/bin/python -m tests.prove --only zero-day --jobs 2
prove: install-test
	@WHOLE=1 $(VENV)/python -m tests.everything
	@$(VENV)/python -m tests.prove $(ARGS)
	@$(VENV)/python -m tests.faults
	@$(VENV)/python -m tests.attacks
	@$(VENV)/python -m tests.prove.planted

lint: install-test
	$(VENV)/ruff check .
	$(VENV)/ruff format --check .
	$(VENV)/lint-imports
	$(VENV)/mypy
	$(VENV)/python -m tests.lint

format: install-test
	$(VENV)/ruff check --fix .
	$(VENV)/ruff format .

# Benchmarks. For the ratings at full size: make bench RATINGS="--matches 1000000"
bench: install-test
	@$(VENV)/python -m engines bench
	@$(VENV)/python -m tests.load.bench
	@$(VENV)/python -m tests.load.event_pages
	@$(VENV)/python -m tests.load.tie_breaks
	@$(VENV)/python -m tests.load.ratings $(RATINGS)
	@$(VENV)/python -m tests.load.swiss
	@$(VENV)/python -m tests.load.events
	@$(VENV)/python -m tests.load.stats
	@$(VENV)/python -m tests.load.gamers
	@$(VENV)/python -m tests.load.drafts
	@$(VENV)/python -m tests.load.match_times
	@$(VENV)/python -m tests.load.budget --write docs/budget.md

# Hours of CPU time. Both resume where they were stopped. ARENA and BALANCE pass more arguments: ARENA="--jobs 4".
arena: install-test
	@$(VENV)/python -m engines arena --write docs/arena.md $(ARENA)

levels: install-test
	@$(VENV)/python -m engines levels --save $(LEVELS)

balance: install-test
	@$(VENV)/python -m engines balance --write docs/balance.md $(BALANCE)

install:
	@test -n "$(PYTHON)" || { echo "League Zero needs Python 3.11 or newer; none was found."; exit 1; }
	@$(PYTHON) deploy/install.py requirements.lock

install-test:
	@test -n "$(PYTHON)" || { echo "League Zero needs Python 3.11 or newer; none was found."; exit 1; }
	@$(PYTHON) deploy/install.py requirements-test.lock

# Updates the view pages, the checked-in OpenAPI schema and the typed example client. Run it after changing the API.
api: install
	@$(VENV)/python -m docs.views.make_pages
	@$(VENV)/python manage.py spectacular --validate --fail-on-warn --format openapi-json --file docs/openapi.json
	@$(VENV)/python docs/examples/make_client.py
	@$(VENV)/ruff format -q docs/examples

# Updates docs/permissions.md. Run it after changing tests/permissions/permissions.toml.
permissions: install-test
	@$(VENV)/python -m tests.permissions

# Checks all locked dependencies for known vulnerabilities with a public service, without installing anything.
# pip-audit has its own environment, because nothing else needs its dependencies. A package that can't be checked is a
# failure too.
AUDIT := var/audit
audit: install $(AUDIT)/bin/pip-audit
	@$(AUDIT)/bin/pip-audit --requirement requirements.lock --require-hashes --disable-pip --strict $(ARGS) || \
		{ echo "The audit failed: a vulnerability, or a package that could not be checked, is named above." >&2; exit 1; }

$(AUDIT)/bin/pip-audit:
	@$(VENV)/python -m venv $(AUDIT)
	@$(AUDIT)/bin/pip install -q pip-audit==2.10.1

# Sends generated requests to its own site for ten minutes: make fuzz-api ARGS="--seconds 300 --examples 8 --only leagues"
fuzz-api: install-test
	@$(VENV)/python -m tests.fuzz_api $(ARGS)

lock:
	uv pip compile pyproject.toml --universal --extra site --generate-hashes --no-header --no-annotate --no-emit-index-url \
		-o requirements.lock
	uv pip compile pyproject.toml --universal --extra site --extra test --extra bench --generate-hashes --no-header --no-annotate \
		--no-emit-index-url --no-emit-package playwright --no-emit-package pyee --no-emit-package greenlet -o requirements-test.lock

clean:
	rm -rf .venv var .mypy_cache .ruff_cache .pytest_cache
