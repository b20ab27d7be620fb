# Entry points for building, running and testing raum. `make` lists them.

.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:

TARGET := $(or $(CARGO_TARGET_DIR),target)
WASM_TARGET := wasm32-unknown-unknown

# npm writes this file when `npm ci` has finished.
MODULES := web/node_modules/.package-lock.json
CLIENT := e2e/node_modules/.package-lock.json
RULES := web/src/raum/pkg/raum_wasm_bg.wasm
ENGINE := web/src/engine/pkg/raum_engine_wasm_bg.wasm
PAGE := web/dist/index.html
# The browsers for the tests, and the oldest supported versions. README.md and web/vite.config.ts repeat the versions.
export CHROMIUM ?= /usr/bin/chromium
export FIREFOX ?= /usr/bin/firefox-esr
# The UCI engine for the tests of `raum play`.
export STOCKFISH ?= /usr/games/stockfish
CHROMIUM_OLDEST := 147
FIREFOX_OLDEST := 140
# A copy of xtask/requirements.txt, written when the installation has finished.
PYTHON := .venv/requirements.txt
# Includes folders, because a deleted file changes only its folder.
PAGE_SOURCES = $(shell find web docs/rules -mindepth 1 \( -name node_modules -o -name dist -o -name pkg \) -prune -o -print)

step = @printf '==> %s  %s\n' "$$(date +%T)" "$(1)"
# $(call need,PROGRAM,HOW TO INSTALL IT)
need = command -v $(1) >/dev/null || { echo "raum needs $(1): $(2)" >&2; exit 1; }
rustup = { $(call need,rustup,install it from https://rustup.rs) && rustup $(1); }

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z0-9]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: setup
setup: tools chromium firefox stockfish $(MODULES) $(CLIENT) $(PYTHON) ## Install what raum needs, and report what has to be installed by hand

.PHONY: run
run: $(PAGE) ## Build everything and start the server (RAUM_LISTEN=ADDRESS:PORT, RAUM_DATA=FOLDER)
	$(call step,the program)
	@cargo build --release --locked --bin raum
	@exec $(TARGET)/release/raum serve --data "$${RAUM_DATA:-raum-data}"

.PHONY: page
page: tools $(MODULES) $(RULES) $(ENGINE) ## Build the page as static files in page/ (VITE_SERVER_URL=https://HOST and BASE=/PATH/)
	@test -n "$$VITE_SERVER_URL" || { echo 'set the server URL: make page VITE_SERVER_URL=https://HOST' >&2; exit 1; }
	$(call step,the page for $$VITE_SERVER_URL)
	@cd web && RAUM_BASE="$(or $(BASE),/)" node node_modules/vite/bin/vite.js build --outDir ../page --emptyOutDir
	@cd web && node scripts/offline.mjs ../page
	@cd web && node scripts/example.mjs ../page "$$VITE_SERVER_URL"

.PHONY: release
release: $(PAGE) ## Build archives of the program and the page in release/ (NAME=ARCHIVE)
	$(call step,the program)
	@cargo build --release --locked --bin raum
	$(call step,archives)
	@rm -rf release && mkdir release
	@tar -czf "release/$(or $(NAME),raum).tar.gz" LICENSE README.md CHANGELOG.md -C deploy raum.service -C "$(abspath $(TARGET))/release" raum
	@tar -czf release/raum-page.tar.gz -C web/dist .

.PHONY: dev
dev: $(MODULES) $(RULES) $(ENGINE) ## Start the server, and the page with hot reload; Ctrl-C stops both
	$(call step,the server and the page)
	@cargo build --locked --bin raum
	@$(TARGET)/debug/raum serve --listen 127.0.0.1:8000 & server=$$!; \
	(cd web && exec node node_modules/vite/bin/vite.js) & page=$$!; \
	trap 'kill $$server $$page 2>/dev/null' EXIT; trap 'exit 0' INT TERM; \
	wait $$page

.PHONY: test
test: format-check rust-check web-test rust-test torture-test rust-doc browser-test client-test socket-test api-test deploy-test ## Check and test everything

.PHONY: fresh
fresh: ## Run `make run` and `make test` in a clean clone with an empty home folder and empty caches
	@xtask/fresh.sh

.PHONY: e2e
e2e: $(if $(URL),deployment-test,browser-test) ## Run the browser tests (URL=https://HOST: against a deployed server)

.PHONY: bench
bench: $(RULES) chromium stockfish $(CLIENT) $(PYTHON) $(PAGE) ## Measure the speed beside peers, and write docs/benchmarks.md (SECONDS=5 STEPS="peers …" ROOMS=100000 MORE=no: a part of it)
	$(call step,the programs and the peers)
	@cargo build --release --locked --bin raum --bin raum-bench
	@bench/peers/install.sh
	$(call step,the figures of docs/benchmarks.md)
	@BENCH_SECONDS="$(SECONDS)" BENCH_STEPS="$(STEPS)" BENCH_STORED_ROOMS="$(ROOMS)" bench/all.sh $(TARGET)
ifneq ($(MORE),no)
	$(call step,perft to full depth)
	@RAUM_PERFT_NODES_MAX=2000000000 cargo test --release --locked --package raum-rules --test rules perft::
	$(call step,the journal on NATS)
	@cargo run --release --locked --package raum-bench -- nats
	$(call step,the nodes of a cluster)
	@cargo run --release --locked --package raum-bench -- cluster
	$(call step,an honest room under attack)
	@cargo run --release --locked --package raum-bench -- attacks
	$(call step,people beside computers that think)
	@cargo run --release --locked --package raum-bench -- thinking
	$(call step,orbiting the 3D boards)
	@cd e2e && RAUM=$(abspath $(TARGET))/release/raum npm run --silent orbit
	$(call step,the page while the computer thinks)
	@cd e2e && RAUM=$(abspath $(TARGET))/release/raum npm run --silent thinking
	$(call step,matches of the engine)
	@bench/matches.sh $(TARGET)/release/raum
endif
	@test ! -s $(TARGET)/bench/failed || { echo "failed: $$(cat $(TARGET)/bench/failed)" >&2; exit 1; }

.PHONY: torture
torture: tools $(PYTHON) $(if $(ATTACKS),,many-seeds) ## Run all attacks on the server, at most a quarter of an hour (ATTACKS="kills …" selects some)
	$(call step,attacks)
	@cargo build --release --locked --bin raum --bin raum-torture
	@$(TARGET)/release/raum-torture $(ATTACKS)

# Uses the test profile, so that a seed gives the same run as in the Rust tests. Takes about a minute.
.PHONY: many-seeds
many-seeds: tools
	$(call step,simulation of hosts with 20 000 seeds)
	@RAUM_SEEDS=20000 cargo test --locked --package raum-host --test host simulation_of

.PHONY: fmt
fmt: $(MODULES) ## Format everything
	$(call step,formatting)
	@cargo fmt --all
	@cd web && npm run --silent format

.PHONY: licences
licences: ## Check the licences and sources of all dependencies
	@$(call need,cargo,install Rust from https://rustup.rs)
	@cargo deny --version >/dev/null 2>&1 || { echo '==> installing cargo-deny'; cargo install --locked cargo-deny; }
	$(call step,licences)
	@cargo deny --locked check licenses bans sources

# The parts of `make test`, in the order that reveals mistakes soonest.

.PHONY: tools
tools:
	$(call step,tools)
	@$(call need,cc,install gcc or clang)
	@$(call need,cargo,install Rust from https://rustup.rs)
	@$(call need,node,install Node 20 or newer from https://nodejs.org)
	@$(call need,npm,it comes with Node from https://nodejs.org)
	@node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' \
	|| { echo "raum needs Node 20 or newer: this is $$(node --version)" >&2; exit 1; }
	@rustc --version >/dev/null 2>&1 || $(call rustup,toolchain install)
	@{ cargo fmt --version && cargo clippy --version; } >/dev/null 2>&1 \
	|| $(call rustup,component add rustfmt clippy)
	@test -d "$$(rustc --print target-libdir --target $(WASM_TARGET))" \
	|| $(call rustup,target add $(WASM_TARGET))

.PHONY: chromium
chromium:
	@xtask/browser.sh Chromium $(CHROMIUM_OLDEST) "$(CHROMIUM)" chromium

.PHONY: stockfish
stockfish:
	@test -x "$(STOCKFISH)" || xtask/apt.sh stockfish \
	|| { echo "the tests need Stockfish: install it, or set STOCKFISH=PATH" >&2; exit 1; }

.PHONY: firefox
firefox:
	@xtask/browser.sh Firefox $(FIREFOX_OLDEST) "$(FIREFOX)" firefox-esr

$(MODULES): web/package.json web/package-lock.json | tools
	$(call step,npm packages of the page)
	@cd web && npm ci --no-audit --no-fund
	@touch $@

.PHONY: format-check
format-check: tools $(MODULES)
	$(call step,format)
	@cargo fmt --all --check
	@cd web && npm run --silent format:check

.PHONY: rust-check
rust-check: tools
	$(call step,clippy)
	@cargo clippy --workspace --all-targets --locked -- -D warnings

# Depends on the page: the server embeds it, and a changed page rebuilds the program and its tests. Two tests for each
# processor, because many of them wait for a server.
.PHONY: rust-test
rust-test: tools $(PYTHON) $(PAGE)
	$(call step,Rust tests)
	@RUST_TEST_THREADS="$$((2 * $$(getconf _NPROCESSORS_ONLN)))" cargo test --workspace --locked

# A version of the attacks that takes a minute, in the same profile as the Rust tests.
.PHONY: torture-test
torture-test: tools $(PYTHON)
	$(call step,short attacks)
	@cargo build --locked --bin raum --bin raum-torture
	@$(TARGET)/debug/raum-torture --short

.PHONY: rust-doc
rust-doc: tools
	$(call step,Rust documentation)
	@RUSTDOCFLAGS='-D warnings' cargo doc --workspace --no-deps --document-private-items --locked

# Always runs: Cargo detects changes itself and leaves the file alone if there are none.
$(RULES): always | tools
	$(call step,rules and engine as WebAssembly)
	@cargo xtask wasm

# The same command builds both.
$(ENGINE): $(RULES)
	@:

.PHONY: always
always:

.PHONY: web-test
web-test: $(MODULES) $(RULES) $(ENGINE)
	$(call step,page: lint)
	@cd web && npm run --silent lint
	$(call step,page: types)
	@cd web && npm run --silent types
	$(call step,page: tests)
	@cd web && npm run --silent test

$(PYTHON): xtask/requirements.txt
	$(call step,Python packages of the tests)
	@$(call need,python3,install Python 3.11 or newer)
	@python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	|| { echo "raum needs Python 3.11 or newer: this is $$(python3 --version)" >&2; exit 1; }
	@python3 -c 'import ensurepip' 2>/dev/null \
	|| xtask/apt.sh python3-venv \
	|| { echo "raum needs Python's venv: install python3-venv" >&2; exit 1; }
	@python3 -m venv --clear .venv
	@.venv/bin/pip install --quiet --disable-pip-version-check --no-deps --requirement $<
	@cp $< $@

.PHONY: client-test
client-test: tools stockfish $(PYTHON)
	$(call step,third-party clients and engines)
	@cargo xtask clients

$(CLIENT): e2e/package.json e2e/package-lock.json | tools
	$(call step,npm packages of the e2e tests)
	@cd e2e && npm ci --no-audit --no-fund
	@touch $@

.PHONY: socket-test
socket-test: tools firefox $(CLIENT) $(PYTHON) $(PAGE)
	$(call step,Socket.IO client and examples and the page in Firefox)
	@cargo build --locked --bin raum
	@cd e2e && RAUM=$(abspath $(TARGET))/debug/raum npm run --silent test

.PHONY: api-test
api-test: tools $(PYTHON)
	$(call step,API fuzzing)
	@cargo xtask fuzz-api

.PHONY: deploy-test
deploy-test: tools $(PYTHON)
	$(call step,deployment files)
	@cargo xtask deploy

$(PAGE): $(MODULES) $(RULES) $(ENGINE) $(PAGE_SOURCES)
	$(call step,the page)
	@cd web && npm run --silent build
	@touch $@

.PHONY: browser-test
browser-test: tools chromium $(CLIENT) $(PAGE)
	$(call step,types of the e2e tests)
	@cd e2e && npm run --silent types
	$(call step,the page in a browser)
	@cargo build --locked --bin raum
	@cd e2e && RAUM=$(abspath $(TARGET))/debug/raum npm run --silent page

# The browser tests that do not need control over the server.
.PHONY: deployment-test
deployment-test: tools chromium $(CLIENT)
	$(call step,the page at $(URL) in a browser)
	@cd e2e && RAUM_URL=$(URL) npm run --silent page
