# Every habit of the house. `make help` lists them.
SHELL := /bin/bash
HOST ?= 127.0.0.1
PORT ?= 8000
BIN := .venv/bin
PYTEST := $(BIN)/python -m pytest -q
RULES := tests/rules
REST := tests --ignore=tests/rules --ignore=tests/browser
CLUSTERED := hands seats private_table lobby talk sanctions moderation sockets

.PHONY: help soak play play-cluster test test-full check bench screens messages
.DEFAULT_GOAL := help

help:  ## list what make can do
	@sed -n 's/^\([a-z-]*\):.*##  *\(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

play: .venv/play.stamp  ## set up where needed, and serve the site on http://127.0.0.1:8000
	@$(BIN)/python manage.py migrate --verbosity 0
	@echo "Chiếu Phỏm: http://$(HOST):$(PORT)  (Ctrl-C ends it; a running hand goes on at the next start)"
	@exec $(BIN)/daphne --no-server-name --access-log /dev/null -b $(HOST) -p $(PORT) phom_site.asgi:application

play-cluster: .venv/play.stamp  ## the same as on many servers: a private PostgreSQL and Redis, two servers, two clocks, nginx
	@FSYNC=on PORT=$(PORT) .ci/with-services .ci/cluster

test: .venv/dev.stamp  ## rules, live table and pages, then a real browser: under 8 minutes
	@.ci/browser
	$(PYTEST) -n 2 $(RULES) --cov --cov-report=term --cov-fail-under=100
	$(PYTEST) -n 2 $(REST)
	$(PYTEST) -n 2 --dist loadgroup -rs tests/browser

test-full: .venv/dev.stamp  ## more play-outs; live table and pages on PostgreSQL and Redis; every look in a browser
	$(PYTEST) -n 2 -m "" $(RULES) --hypothesis-profile=full
	@.ci/apt faketime faketime || echo "No libfaketime: the wall clock won't jump in tests/faults." >&2
	.ci/with-services $(PYTEST) -n 2 -m "" $(REST) --hypothesis-profile=full
	@.ci/browser
	$(PYTEST) -n 2 --dist loadgroup -rs -m full tests/browser
	PHOM_BOT_DELAY=0 PHOM_LIMITS=0 .ci/with-services .ci/cluster $(PYTEST) -rs -m "not looks" $(CLUSTERED:%=tests/browser/test_%.py)

check: .venv/dev.stamp  ## lint, types, floors, migrations, translations, templates
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python manage.py makemigrations --check
	@.ci/apt msgfmt gettext || { echo "gettext is needed: sudo apt-get install gettext" >&2; exit 1; }
	$(BIN)/python .ci/messages.py --check
	$(PYTEST) -n 2 tests/accounts tests/screens tests/site tests/staff tests/web --every-template

soak: .venv/play.stamp  ## ten minutes of play by people whose connections break: memory stays flat
	$(BIN)/python manage.py loadtest --tables 100 --pace 1 --drop 30 --warm-up 240 --seconds 600 --growth 5

bench: .venv/dev.stamp  ## how fast rules and bots are, what a move and its frames cost: one figure a line
	@$(BIN)/python -m tests.bench

screens: .venv/dev.stamp  ## pictures of every page and state at four sizes, into ./screens
	@.ci/browser
	$(BIN)/python -m tests.browser.screens

messages: .venv/dev.stamp  ## collect texts into locale/ and compile the translations
	$(BIN)/python .ci/messages.py

.venv/play.stamp: requirements.txt
	@.ci/venv requirements.txt
	@touch $@

.venv/dev.stamp: requirements.txt .ci/requirements-dev.txt
	@.ci/venv .ci/requirements-dev.txt
	@touch .venv/play.stamp $@
