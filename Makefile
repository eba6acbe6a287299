# The record book for 304. `make help` lists what there is; every target sets up what it needs.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
# Everything is installed; what running needs is installed.
READY  := $(VENV)/.ready
RUNS   := $(VENV)/.runs
# How the tests are spread over the workers is said in tests/conftest.py.
SPREAD := -n logical
EVERYDAY := -m "not full"
DATA   ?=
PART   ?=
QUICK  := tests/rules tests/record tests/replaying/test_views.py tests/replaying/test_hidden_information.py \
	--ignore tests/record/test_tournaments_at_once.py
# Where this is set, every process that is started compiles all modules anew.
unexport PYTHONDONTWRITEBYTECODE
.DEFAULT_GOAL := help
.PHONY: help demo serve cluster-demo quick test test-full lint format bench site check clean clients lock

help: ## what there is
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 15

demo: $(RUNS) ## a club evening of 304, recorded, replayed and served on this machine
	@$(BIN)/python -m web.compiled
	$(BIN)/nought demo $(if $(DATA),--data $(DATA)) $(if $(PORT),--port $(PORT))

serve: $(RUNS) ## the API server on an embedded Postgres, without demo deals
	@$(BIN)/python -m web.compiled
	$(BIN)/nought serve --embedded $(if $(DATA),--data $(DATA)) $(if $(PORT),--port $(PORT))

cluster-demo: $(READY) ## the API server on three Postgres that replace each other (needs etcd)
	PATH="$(CURDIR)/$(BIN):$$PATH" sh scripts/cluster-demo.sh $(if $(DATA),--data $(DATA))

quick: $(READY) ## the tests of rules, record and views: after every small change
	$(BIN)/pytest -q $(SPREAD) $(EVERYDAY) $(QUICK)

test: $(READY) ## the everyday tests, on a real Postgres
	$(BIN)/pytest -q $(SPREAD) $(EVERYDAY)

test-full: $(READY) ## every test, at its full number of deals and examples; PART=cluster for one part (tests/parts.py)
	NOUGHT_FULL=1 NOUGHT_DEALS=10000 $(BIN)/pytest -q $(SPREAD) $(if $(PART),--part $(PART))

clients: $(READY) ## the modules of the Python client and the types for TypeScript, from the OpenAPI document
	$(BIN)/python -m scripts.client

lint: clients ## style, types, and who may import whom
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(READY) ## put the code in order
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/.bench ## how fast it is, against its peers
	$(BIN)/python -m benchmarks

site: $(VENV)/.site ## the documents as a site, in the folder site or DIR
	$(BIN)/python -m scripts.site $(or $(DIR),site)

check: lint test ## what the project's own check runs

clean: ## forget the environment (recorded deals are kept)
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

# One source: requirements.lock. The other locks take its versions.
COMPILE := uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	--no-annotate
lock: ## write the lock files anew (needs uv)
	$(COMPILE) --extra embedded --extra pdf --extra data --extra otel --extra dev pyproject.toml -o requirements.lock
	$(COMPILE) -c requirements.lock --extra embedded --extra pdf --extra data --extra otel --extra dev --extra bench pyproject.toml \
	  -o requirements-bench.lock
	$(COMPILE) -c requirements.lock --extra embedded --extra pdf --extra data --extra otel --extra dev --extra mutation pyproject.toml \
	  -o requirements-mutation.lock
	$(COMPILE) -c requirements.lock --extra pdf pyproject.toml -o requirements-run.lock
	$(COMPILE) -c requirements.lock --extra embedded --extra pdf pyproject.toml -o requirements-demo.lock
	$(COMPILE) -c requirements.lock --extra embedded --extra pdf --extra data pyproject.toml -o requirements-data.lock
	$(COMPILE) -c requirements.lock --extra pdf --extra otel pyproject.toml -o requirements-otel.lock
	for each in build patroni site uv; do \
	  $(COMPILE) -c requirements.lock requirements-$$each.in -o requirements-$$each.lock || exit 1; done

$(RUNS): requirements-demo.lock pyproject.toml scripts/venv.sh
	@PYTHON="$(PYTHON)" sh scripts/venv.sh $(VENV) requirements-demo.lock
	@touch $@

$(READY): requirements.lock pyproject.toml scripts/venv.sh
	@PYTHON="$(PYTHON)" sh scripts/venv.sh $(VENV) requirements.lock
	@touch $(RUNS) $@

$(VENV)/.bench: $(READY) requirements-bench.lock
	@PYTHON="$(PYTHON)" sh scripts/venv.sh $(VENV) requirements-bench.lock
	@touch $@

$(VENV)/.site: $(READY) requirements-site.lock
	@PYTHON="$(PYTHON)" sh scripts/venv.sh $(VENV) requirements-site.lock
	@touch $@
