# Everything from a fresh machine: Python 3.11 or newer and make, nothing else.
#   make demo | test | check | docs | bench | catalogues | clean

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
JOBS ?= auto
export PIP_DISABLE_PIP_VERSION_CHECK = 1

BIN := .venv/bin
TEST_BIN := .venv-test/bin
PLUGIN := packages/overtrick-example-plugin
DEMO := src/overtrick/data/demo/tuesday.csv
SOURCES := $(shell find src -type f -not -name '*.pyc')

.PHONY: demo test check docs bench catalogues pages clean
.DEFAULT_GOAL := demo

demo: .venv/.installed
	@$(BIN)/overtrick rank $(DEMO) --html out/demo
	@echo
	@echo "The ranking, the travellers and the score cards to pin on the wall: out/demo/index.html"

# The wheel is what users get, so the wheel is what is tested. The checkout's src/ is on nobody's path.
test: .venv-test/.installed
	$(TEST_BIN)/python -I tools/where.py
	$(TEST_BIN)/python -m pytest -o addopts= -p no:cacheprovider -q --doctest-modules --pyargs overtrick
	OVERTRICK_NPM="$${OVERTRICK_NPM:-$(CURDIR)/.venv-node/node_modules}" PATH="$(CURDIR)/$(TEST_BIN):$$PATH" OVERTRICK_WHEEL=1 \
		$(TEST_BIN)/python -m pytest -q -n $(JOBS) tests

check: .venv/.dev
	$(BIN)/ruff check src tests benchmarks tools packages examples
	$(BIN)/ruff format --check src tests benchmarks tools packages examples
	$(BIN)/mypy
	$(BIN)/mypy --config-file $(PLUGIN)/pyproject.toml $(PLUGIN)/src $(PLUGIN)/tests
	$(BIN)/lint-imports
	$(BIN)/python tools/catalogues.py check
	$(BIN)/python tools/pages.py check
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --site-dir out/docs

docs: pages
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --site-dir out/docs
	@echo "Open out/docs/index.html"

pages: .venv/.dev
	$(BIN)/python tools/pages.py write

bench: .venv/.installed
	@for script in benchmarks/*.py; do $(BIN)/python $$script || exit 1; done

catalogues: .venv/.dev
	$(BIN)/python tools/catalogues.py write

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed and was not found; set PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -m venv .venv || { rm -rf .venv; \
		echo "$(PYTHON) cannot make a virtual environment; on Debian and Ubuntu: apt install python3-venv"; exit 1; }

.venv/.installed: pyproject.toml README.md LICENSE | .venv/bin/python
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

.venv/.dev: .venv/.installed
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@

.venv-test/.tools: pyproject.toml | .venv/bin/python
	@test -x $(TEST_BIN)/python || $(BIN)/python -m venv .venv-test
	$(TEST_BIN)/python -m pip install --quiet $$($(BIN)/python tools/where.py --requirements test)
	@touch $@

.venv-test/.installed: .venv-test/.tools $(SOURCES) pyproject.toml README.md LICENSE
	@rm -rf .venv-test/dist
	$(TEST_BIN)/python -m pip wheel --quiet --no-deps --wheel-dir .venv-test/dist .
	$(TEST_BIN)/python -m pip install --quiet --force-reinstall --no-deps .venv-test/dist/overtrick-*.whl
	@touch $@

clean:
	rm -rf .venv .venv-test .venv-node out site dist build
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
