# `make verify` and `make test` set up what they need in .venv, once, and then do their job. `make` lists the targets.

PYTHON ?= python3
PYTEST_ARGS ?=
LEDGER ?=
# What the tests need; EXTRAS=test leaves out torch, triton and transformers, and with them the tests that need those.
EXTRAS ?= test,peers

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip -qq --disable-pip-version-check install --constraint constraints.txt
RUNTIME := $(VENV)/.runtime-installed
TESTING := $(VENV)/.testing-installed
unusable = { echo 'draftproof needs Python 3.11 or later with venv: $(PYTHON) $(1); or set PYTHON=...' >&2; exit 2; }

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help verify test lint types docs bench clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-7s %s\n", $$1, $$2 }' Makefile

verify: $(RUNTIME) ## derive, prove, simulate and report every chain
	@$(BIN)/draftproof verify

test: lint types ## lint, types, and the tests with their branch coverage (PYTEST_ARGS=... for a part of them)
	@$(BIN)/python -m pytest -n auto --dist loadfile --cov --cov-report=term:skip-covered $(PYTEST_ARGS)

lint: $(TESTING) ## formatting and lint
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .

# The folder of a checkout may have any name; the link gives mypy the package under its own.
types: $(TESTING) ## mypy --strict over the package and the benchmarks
	@mkdir -p .mypy && ln -sfn .. .mypy/draftproof
	@MYPYPATH=.mypy $(BIN)/mypy --no-error-summary --package draftproof

docs: $(RUNTIME) ## verify every chain and write docs/ (LEDGER=docs/ledger.json: from that run)
	@$(BIN)/python -m draftproof.report.documents docs $(LEDGER)

bench: $(RUNTIME) ## the ratios against peers, measured in one run
	@$(BIN)/python -m draftproof.benchmarks

clean: ## remove everything that was made here, .venv included
	rm -rf $(VENV) .mypy .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage* htmlcov build dist *.egg-info
	find . -name __pycache__ -prune -exec rm -rf {} +

$(BIN)/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || $(call unusable,is not 3.11 or later)
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || $(call unusable,lacks venv (apt-get install python3-venv))
	@echo 'setting up $(VENV), once'
	@$(PYTHON) -m venv --clear $(VENV)

# No build isolation: setuptools then comes from constraints.txt like everything else.
$(RUNTIME): pyproject.toml constraints.txt | $(BIN)/pip
	@$(PIP) setuptools
	@$(PIP) --no-build-isolation --editable .
	@touch $@

$(TESTING): $(RUNTIME)
	@$(PIP) --no-build-isolation --editable '.[$(EXTRAS)]'
	@touch $@
