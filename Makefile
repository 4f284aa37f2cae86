# Two commands matter: `make run` and `make test`. The others are for developers.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	command -v $$p >/dev/null && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' && echo $$p && break; done)
VENV := .venv/bin

.PHONY: run test test-fast test-scripts messages attacks faults load prove bench arena balance api permissions audit fuzz-api lint types format lock clean install install-test

run: install
	@$(VENV)/python -m deploy.run

test: install-test
	@$(VENV)/python -m tests.everything

# Two minutes of tests while you work: engines, formats, rules, one pass over pages and API, on SQLite.
test-fast: install-test
	@$(VENV)/python -m tests.fast $(ARGS)

# The tests of the scripts alone, in Chromium: make test-scripts ARGS="-k zero-day"
test-scripts: install-test
	@$(VENV)/python -m pytest tests/scripts $(ARGS)

# Brings the catalogues of translations in line with the code. Run it after a change of what people read.
messages: install-test
	@$(VENV)/python -m tests.messages $(ARGS)

# Kills, freezes and misleads the real processes under a hundred matches; six minutes. A small version is in `make test`.
faults: install-test
	@$(VENV)/python -m tests.faults $(ARGS)

# Attacks on a running site: a table of what each achieved before, achieves now, and may achieve. A small form is in `make test`.
attacks: install-test
	@$(VENV)/python -m tests.attacks $(ARGS)

# Real sockets against the real processes: delays, throughput, a thousand streams. On a machine that does nothing else.
load: install-test
	@$(VENV)/python -m tests.load $(ARGS)

# Hours at the full size; it can be stopped and goes on where it was: make prove ARGS="--only zero-day --jobs 2"
prove: install-test
	@WHOLE=1 $(VENV)/python -m pytest -q tests/engines tests/league/formats/elimination tests/permissions tests/wire tests/journeys/test_axe.py
	@$(VENV)/python -m tests.prove $(ARGS)

lint: install-test
	$(VENV)/ruff check .
	$(VENV)/ruff format --check .
	$(VENV)/lint-imports
	$(VENV)/mypy
	$(VENV)/python -m tests.lint

format: install-test
	$(VENV)/ruff check --fix .
	$(VENV)/ruff format .

# The ratings at their full size: make bench RATINGS="--matches 1000000"
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
	@$(VENV)/python -m tests.load.budget --write docs/budget.md

# Hours of CPU time; both go on where they were stopped. ARENA and BALANCE take more arguments, as ARENA="--jobs 4".
arena: install-test
	@$(VENV)/python -m engines arena --write docs/arena.md $(ARENA)

balance: install-test
	@$(VENV)/python -m engines balance --write docs/balance.md $(BALANCE)

install:
	@test -n "$(PYTHON)" || { echo "League Zero needs Python 3.11 or newer; none was found."; exit 1; }
	@$(PYTHON) deploy/install.py requirements.lock

install-test:
	@test -n "$(PYTHON)" || { echo "League Zero needs Python 3.11 or newer; none was found."; exit 1; }
	@$(PYTHON) deploy/install.py requirements-test.lock

# The pages of the views, the schema that is checked in, and the typed client of the examples. Run it after a change of the API.
api: install
	@$(VENV)/python -m docs.views.make_pages
	@$(VENV)/python manage.py spectacular --validate --fail-on-warn --format openapi-json --file docs/openapi.json
	@$(VENV)/python docs/examples/make_client.py
	@$(VENV)/ruff format -q docs/examples

# docs/permissions.md, after a change of tests/permissions/permissions.toml.
permissions: install-test
	@$(VENV)/python -m tests.permissions

# Asks a public service for known holes in everything that is installed, by version and hash, and installs none of it.
# pip-audit lives in an environment of its own, for it brings what nothing else here needs. A package that could not be
# asked for is a failure too.
AUDIT := var/audit
audit: install $(AUDIT)/bin/pip-audit
	@$(AUDIT)/bin/pip-audit --requirement requirements.lock --require-hashes --disable-pip --strict $(ARGS) || \
		{ echo "Not clean: a hole is named above, or a package that could not be asked for." >&2; exit 1; }

$(AUDIT)/bin/pip-audit:
	@$(VENV)/python -m venv $(AUDIT)
	@$(AUDIT)/bin/pip install -q pip-audit==2.10.1

# Ten minutes of invented requests to a site of its own: make fuzz-api ARGS="--seconds 300 --examples 8 --only leagues"
fuzz-api: install-test
	@$(VENV)/python -m tests.fuzz_api $(ARGS)

lock:
	uv pip compile pyproject.toml --universal --generate-hashes --no-header --no-annotate --no-emit-index-url -o requirements.lock
	uv pip compile pyproject.toml --universal --extra test --extra bench --generate-hashes --no-header --no-annotate --no-emit-index-url \
		--no-emit-package playwright --no-emit-package pyee --no-emit-package greenlet -o requirements-test.lock

clean:
	rm -rf .venv var .mypy_cache .ruff_cache .pytest_cache
