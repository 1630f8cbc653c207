# make play   sets up what it needs and starts the table
# make test   sets up what it needs and runs everything
PYTHON ?= python3
BIN := .venv/bin
CLIENT := $(shell find client -path client/node_modules -prune -o -type f -print)
KERNEL := CMakeLists.txt $(wildcard src/kameny/kernel/src/*)
PAGE := src/kameny/web/static/index.html

.PHONY: help setup play test check unit browser bench soak sanitize lock

help:
	@echo "make setup   install into .venv and client/, build the client"
	@echo "make play    set up and start the table"
	@echo "make test    set up and run everything: lint, types, units, laws, store, faults, browser"
	@echo "make check   lint and types only"
	@echo "make unit    tests without a browser"
	@echo "make browser tests in real browsers"
	@echo "make bench   measure; results are kept in benchmarks/results.md by hand"
	@echo "make soak    a thousand whole games over the laws, 65,000 positions by every solver; ARGS=--from goes on"
	@echo "make sanitize the compiled solver, watched for wrong addresses and undefined behaviour"
	@echo "make lock    renew the lock files after a change in pyproject.toml"

setup: .venv/.ready client/node_modules/.ready $(PAGE)

.venv/.ready: requirements.lock pyproject.toml $(KERNEL)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Kameny needs Python 3.11 or newer; say which with PYTHON=…"; exit 1; }
	@test -x $(BIN)/pip || $(PYTHON) -m venv .venv || { ./tools/install "$(PYTHON) -m ensurepip" python3-venv && $(PYTHON) -m venv --clear .venv; }
	@./tools/install "command -v c++" g++; ./tools/install "$(BIN)/python -c 'import pathlib, sysconfig; pathlib.Path(sysconfig.get_path(\"include\"), \"Python.h\").stat()'" python3-dev; true
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

client/node_modules/.ready: client/package.json client/package-lock.json
	@node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' || { echo "Kameny needs Node 20 or newer to build the client."; exit 1; }
	cd client && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

$(PAGE): client/node_modules/.ready $(CLIENT)
	cd client && npm run --silent build

play: setup
	$(BIN)/kameny serve $(ARGS)

test: setup check unit browser

check: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	client/node_modules/.bin/pyright
	$(BIN)/lint-imports
	cd client && npm run --silent check && npm run --silent wire -- --check

unit: setup
	cd client && npm run --silent test
	$(BIN)/pytest --ignore=tests/browser -n 2

browser: setup
	@./tools/install "command -v chromium" chromium; status=$$?; test $$status = 2 && exit 0; \
	test $$status = 0 && $(BIN)/pytest tests/browser -n 2

bench: setup
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r benchmarks/requirements.lock
	@for name in act server solver journal; do echo "== $$name"; $(BIN)/python benchmarks/$$name.py || exit 1; done

soak: setup
	$(BIN)/python benchmarks/soak.py $(ARGS)
	$(BIN)/python benchmarks/kernel.py --solves 1000000

sanitize: setup
	@folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	$(BIN)/cmake -S . -B "$$folder" -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja -DPython_EXECUTABLE=$(CURDIR)/$(BIN)/python -DKAMENY_SANITIZE=ON >"$$folder/log" && \
	$(BIN)/cmake --build "$$folder" >>"$$folder/log" && \
	LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libstdc++.so)" ASAN_OPTIONS=detect_leaks=0 \
	$(BIN)/python benchmarks/kernel.py --module "$$folder"/_rummy.*.so

lock: LOCKING := --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --quiet
lock:
	$(BIN)/pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv pip compile pyproject.toml --group dev $(LOCKING) -o requirements.lock
	$(BIN)/uv pip compile --group bench --constraint requirements.lock $(LOCKING) -o benchmarks/requirements.lock
