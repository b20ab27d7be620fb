# What people do with raum, a word each. `make` alone lists them.

.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:

TARGET := $(or $(CARGO_TARGET_DIR),target)
WASM_TARGET := wasm32-unknown-unknown

# npm writes this file itself, last of all that `npm ci` installs.
MODULES := web/node_modules/.package-lock.json
CLIENT := e2e/node_modules/.package-lock.json
RULES := web/src/raum/pkg/raum_wasm_bg.wasm
PAGE := web/dist/index.html
# The browsers that the tests drive, and the oldest versions that the page supports. README.md and web/vite.config.ts name them, too.
export CHROMIUM ?= /usr/bin/chromium
export FIREFOX ?= /usr/bin/firefox-esr
CHROMIUM_OLDEST := 147
FIREFOX_OLDEST := 140
# A copy of what was asked for, written last of all.
PYTHON := .venv/requirements.txt
# Folders are in it, too: a file that is gone changes its folder.
PAGE_SOURCES = $(shell find web -mindepth 1 \( -name node_modules -o -name dist -o -name pkg \) -prune -o -print)

step = @printf '==> %s\n' "$(1)"
# $(call need,PROGRAM,HOW TO GET IT)
need = command -v $(1) >/dev/null || { echo "raum needs $(1): $(2)" >&2; exit 1; }
rustup = { $(call need,rustup,install it from https://rustup.rs) && rustup $(1); }

.PHONY: help
help: ## List these commands
	@awk -F ':.*## ' '/^[a-z0-9]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: setup
setup: tools chromium firefox $(MODULES) $(CLIENT) $(PYTHON) ## Install what can be installed, and say what else is missing

.PHONY: run
run: $(PAGE) ## Build everything and start it (RAUM_LISTEN=ADDRESS:PORT says where, RAUM_DATA=FOLDER what keeps the rooms)
	$(call step,the program)
	@cargo build --release --locked --bin raum
	@exec $(TARGET)/release/raum serve --data "$${RAUM_DATA:-raum-data}"

.PHONY: page
page: tools $(MODULES) $(RULES) ## Build the page alone, as files in page/ for another host (VITE_SERVER_URL=https://HOST and BASE=/PATH/)
	@test -n "$$VITE_SERVER_URL" || { echo 'say where its server is: make page VITE_SERVER_URL=https://HOST' >&2; exit 1; }
	$(call step,the page for $$VITE_SERVER_URL)
	@cd web && RAUM_BASE="$(or $(BASE),/)" node node_modules/vite/bin/vite.js build --outDir ../page --emptyOutDir
	@cd web && node scripts/offline.mjs ../page
	@cd web && node scripts/example.mjs ../page "$$VITE_SERVER_URL"

.PHONY: release
release: $(PAGE) ## Build the program and the page as archives in release/ (NAME= what they are called)
	$(call step,the program)
	@cargo build --release --locked --bin raum
	$(call step,archives)
	@rm -rf release && mkdir release
	@tar -czf "release/$(or $(NAME),raum).tar.gz" LICENSE README.md CHANGELOG.md -C deploy raum.service -C "$(abspath $(TARGET))/release" raum
	@tar -czf release/raum-page.tar.gz -C web/dist .

.PHONY: dev
dev: $(MODULES) $(RULES) ## Start the server, and the page with reload; Ctrl-C ends both
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
e2e: $(if $(URL),deployment-test,browser-test) ## Play in the page with a real browser (URL=https://HOST: in one that is deployed there)

.PHONY: bench
bench: $(RULES) chromium $(CLIENT) $(PAGE) ## Measure the speed of everything, side by side with others
	$(call step,perft as deep as the data goes)
	@RAUM_PERFT_NODES_MAX=2000000000 cargo test --release --locked --package raum-rules --test perft
	$(call step,raum beside its peers)
	@cargo run --release --locked --package raum-bench
	$(call step,the server under load)
	@cargo build --release --locked --bin raum
	@cargo run --release --locked --package raum-bench -- load
	$(call step,an honest room under attack)
	@cargo run --release --locked --package raum-bench -- attacks
	$(call step,turning the boards in space)
	@cd e2e && RAUM=$(abspath $(TARGET))/release/raum npm run --silent orbit

.PHONY: torture
torture: tools $(if $(ATTACKS),,many-seeds) ## Attack the server in every way known, for ten minutes at most (ATTACKS="kills …" names some)
	$(call step,attacks)
	@cargo build --release --locked --bin raum --bin raum-torture
	@$(TARGET)/release/raum-torture $(ATTACKS)

# As the Rust tests build it, so that the same seed is the same run. It takes about a minute.
.PHONY: many-seeds
many-seeds: tools
	$(call step,hosts of one room by 20 000 seeds)
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

# The parts, in the order in which a mistake shows soonest.

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

.PHONY: firefox
firefox:
	@xtask/browser.sh Firefox $(FIREFOX_OLDEST) "$(FIREFOX)" firefox-esr

$(MODULES): web/package.json web/package-lock.json | tools
	$(call step,packages of the page)
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

# The page comes first: with another page in it, Cargo would build the program and its tests again.
.PHONY: rust-test
rust-test: tools $(PAGE)
	$(call step,Rust tests)
	@cargo test --workspace --locked

# The attacks that fit into a minute. Everything is built as for the Rust tests.
.PHONY: torture-test
torture-test: tools
	$(call step,attacks in short)
	@cargo build --locked --bin raum --bin raum-torture
	@$(TARGET)/debug/raum-torture --short

.PHONY: rust-doc
rust-doc: tools
	$(call step,Rust documentation)
	@RUSTDOCFLAGS='-D warnings' cargo doc --workspace --no-deps --document-private-items --locked

# It always runs: Cargo knows best what has changed, and leaves the file alone if nothing has.
$(RULES): always | tools
	$(call step,rules as WebAssembly)
	@cargo xtask wasm

.PHONY: always
always:

.PHONY: web-test
web-test: $(MODULES) $(RULES)
	$(call step,lint of the page)
	@cd web && npm run --silent lint
	$(call step,types of the page)
	@cd web && npm run --silent types
	$(call step,tests of the page)
	@cd web && npm run --silent test

$(PYTHON): xtask/requirements.txt
	$(call step,what the tests need of Python)
	@$(call need,python3,install Python 3.11 or newer)
	@python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	|| { echo "raum needs Python 3.11 or newer: this is $$(python3 --version)" >&2; exit 1; }
	@python3 -c 'import ensurepip' 2>/dev/null \
	|| xtask/apt.sh python3-venv \
	|| { echo 'raum needs the venv of Python: install python3-venv' >&2; exit 1; }
	@python3 -m venv --clear .venv
	@.venv/bin/pip install --quiet --disable-pip-version-check --no-deps --requirement $<
	@cp $< $@

.PHONY: client-test
client-test: tools $(PYTHON)
	$(call step,clients that others have written)
	@cargo xtask clients

$(CLIENT): e2e/package.json e2e/package-lock.json | tools
	$(call step,packages of the tests from outside)
	@cd e2e && npm ci --no-audit --no-fund
	@touch $@

.PHONY: socket-test
socket-test: tools firefox $(CLIENT) $(PYTHON) $(PAGE)
	$(call step,the client of Socket.IO and the examples and the page in Firefox)
	@cargo build --locked --bin raum
	@cd e2e && RAUM=$(abspath $(TARGET))/debug/raum npm run --silent test

.PHONY: api-test
api-test: tools $(PYTHON)
	$(call step,fuzzing of the API)
	@cargo xtask fuzz-api

.PHONY: deploy-test
deploy-test: tools $(PYTHON)
	$(call step,what is for other places)
	@cargo xtask deploy

$(PAGE): $(MODULES) $(RULES) $(PAGE_SOURCES)
	$(call step,the page)
	@cd web && npm run --silent build
	@touch $@

.PHONY: browser-test
browser-test: tools chromium $(CLIENT) $(PAGE)
	$(call step,types of the tests in the browser)
	@cd e2e && npm run --silent types
	$(call step,the page in a browser)
	@cargo build --locked --bin raum
	@cd e2e && RAUM=$(abspath $(TARGET))/debug/raum npm run --silent page

# What can be tried without owning the server.
.PHONY: deployment-test
deployment-test: tools chromium $(CLIENT)
	$(call step,the page at $(URL) in a browser)
	@cd e2e && RAUM_URL=$(URL) npm run --silent page
