# make play    set up what is missing and open the web app
# make test    set up what is missing and run every check
# make fast    check the front end and core in under a minute each (also: make front, core-fast)
# make wasm    compile core for web pages (installs Debian's emscripten); make wasm-tests checks it
# make wheels  build wheels for Linux and the source package, and try them; make sdist
# make engine  compile gajah-aei, the engine as a program (installs Debian's cross compilers)
# make test-all  make test, wasm-tests, engine-tests and elsewhere-tests
# make docs    build the documentation site; with make wasm before it, gajah in the browser beside it
# make report  print the technical report (docs/report.md) as a PDF
# make bench   measure the speed; make stubs, make format, make release-check, make clean
#
# Needs Python 3.11 or newer, make and a C++20 compiler; everything else comes from PyPI into
# .venv. A stamp file stands for each finished step, so nothing is installed or built twice.

PYTHON ?= python3
JOBS ?= $(shell getconf _NPROCESSORS_ONLN)
# Tests often wait, for a browser, a server or an engine: more of them than cores run at once.
TEST_JOBS ?= 4
VENV := .venv
BIN := $(VENV)/bin

# cmake and ninja come from PyPI too, and look for each other on the path.
export PATH := $(CURDIR)/$(BIN):$(PATH)
export CMAKE_BUILD_PARALLEL_LEVEL := $(JOBS)
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Images often forbid Python to keep what it has compiled: each process would compile gajah again.
export PYTHONDONTWRITEBYTECODE :=

CORE := $(shell find core -name '*.cpp' -o -name '*.h')
# The tests of core are no part of the package: editing one does not install it again.
PACKAGE_CORE := $(filter-out core/tests/%,$(CORE))

# Dependency groups are read here because pip knows them only since 25.1.
GROUP = import sys, tomllib; \
  groups = tomllib.load(open("pyproject.toml", "rb"))["dependency-groups"]; \
  print(*groups[sys.argv[1]], sep="\n")
install_group = $(BIN)/python -c '$(GROUP)' $(1) > $(VENV)/$(1).txt && \
  $(BIN)/python -m pip install --quiet -r $(VENV)/$(1).txt

# Two pips in one venv would disturb each other, so make does one thing at a time. When all is
# installed, the slow checks run at once: pytest often waits.
SLOW_CHECKS := pytest types front-tests core-tests
ifneq ($(MAKECMDGOALS),$(SLOW_CHECKS))
.NOTPARALLEL:
endif
.PHONY: play test test-all wasm wasm-tests engine engine-tests elsewhere-tests docs report sdist wheels \
  fast lint types front front-lint front-types \
  front-tests core-fast core-tests pytest bench stubs format release-check clean

play: $(VENV)/installed
	@$(BIN)/gajah

test: lint $(VENV)/docs-group $(VENV)/installed
	@$(MAKE) --no-print-directory --jobs=2 $(SLOW_CHECKS)

test-all: test wasm-tests engine-tests elsewhere-tests

fast: front core-fast

$(VENV)/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and \
	  "gajah needs Python 3.11 or newer: make PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/build-group: $(VENV)/made pyproject.toml
	$(call install_group,build)
	@touch $@

$(VENV)/test-group: $(VENV)/made pyproject.toml
	$(call install_group,test)
	@touch $@

$(VENV)/system-packages: $(VENV)/made tests/install_system_packages.sh
	@sh tests/install_system_packages.sh
	@touch $@

# The front end needs no tools to run; Biome, the TypeScript compiler and axe check it.
node_modules/installed: $(VENV)/system-packages package.json package-lock.json
	npm ci --silent --no-audit --no-fund
	@touch $@

# Editable: an edited .py counts at once, an edited core file makes this step run again.
$(VENV)/installed: $(VENV)/build-group pyproject.toml CMakeLists.txt $(PACKAGE_CORE)
	$(BIN)/python -m pip install --quiet --no-build-isolation -e .
	@touch $@

lint: $(VENV)/test-group front-lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run -Werror $(CORE)

types: $(VENV)/test-group $(VENV)/docs-group $(VENV)/installed front-types
	$(BIN)/mypy

front: front-lint front-types front-tests

front-lint: node_modules/installed
	node_modules/.bin/biome ci

front-types: node_modules/installed
	node_modules/.bin/tsc --project src/gajah/web/static

front-tests: node_modules/installed
	node --test --test-reporter=spec $(wildcard tests/front/*.test.js)

# The same tests twice: quickly, and with sanitizers.
core-fast: SANITIZE := OFF
core-tests: SANITIZE := ON
core-fast core-tests: $(VENV)/build-group
	@$(BIN)/cmake -S . -B build/$@ -G Ninja -DGAJAH_TESTS=ON -DGAJAH_SANITIZE=$(SANITIZE) \
	  -DGAJAH_PYTHON=OFF --log-level=WARNING
	@$(BIN)/cmake --build build/$@ -- --quiet
	$(BIN)/ctest --test-dir build/$@ --parallel $(JOBS) --output-on-failure --no-tests=ignore

# Core in WebAssembly, for pages that play without a server: two files, which are not in the repository.
# The second searches with several threads, in pages that may share memory between their workers.
WASM := src/gajah/web/static/wasm/gajah.wasm
WASM_THREADS := src/gajah/web/static/wasm/gajah-threads.wasm
WASM_CORE := $(filter-out core/bindings/% core/selfplay/%,$(PACKAGE_CORE))

wasm: $(WASM) $(WASM_THREADS)

$(WASM): $(VENV)/build-group CMakeLists.txt $(WASM_CORE)
	@sh tests/install_emscripten.sh
	@emcmake cmake -S . -B build/wasm -G Ninja -DGAJAH_PYTHON=OFF --log-level=WARNING
	@$(BIN)/cmake --build build/wasm --target gajah_wasm -- --quiet
	@mkdir -p $(dir $@) && cp build/wasm/gajah.wasm $@

# Debian's emcc makes no finished module with threads without its own JavaScript: binaryen finishes it.
$(WASM_THREADS): $(WASM)
	@emcmake cmake -S . -B build/wasm-threads -G Ninja -DGAJAH_PYTHON=OFF -DGAJAH_WASM_THREADS=ON \
	  --log-level=WARNING
	@$(BIN)/cmake --build build/wasm-threads --target gajah_wasm -- --quiet
	@wasm-opt -O3 --strip-debug --strip-producers --detect-features build/wasm-threads/gajah.wasm -o $@

wasm-tests: $(VENV)/test-group $(VENV)/installed node_modules/installed wasm
	$(BIN)/python -m pytest $(wildcard tests/wasm/check_*.py)

# The engine as a program for each of these systems, and its manifest. Programs that install engines
# need to know where the files of the release will be: make engine ENGINE_URL=https://...
ENGINES ?= linux-x86_64 linux-aarch64 windows-x86_64
ENGINE_URL ?=
ENGINE_CORE := $(filter-out core/bindings/% core/wasm/%,$(PACKAGE_CORE)) \
  $(addprefix src/gajah/engine/,gajah.net weights.json step_weights.json)

engine: $(VENV)/installed $(foreach system,$(ENGINES), \
    dist/engine/gajah-aei-$(system)$(if $(findstring windows,$(system)),.exe))
	$(BIN)/python tools/engine_manifest.py dist/engine $(ENGINE_URL)

dist/engine/gajah-aei-%: $(VENV)/build-group CMakeLists.txt $(ENGINE_CORE)
	@sh tests/install_cross_compilers.sh $(basename $*)
	@$(BIN)/cmake -S . -B build/engine/$* -G Ninja --toolchain tools/cross.cmake \
	  -DGAJAH_SYSTEM=$(basename $*) -DGAJAH_PYTHON=OFF -DGAJAH_ENGINE=ON --log-level=WARNING
	@$(BIN)/cmake --build build/engine/$* --target gajah-aei -- --quiet
	@mkdir -p $(dir $@) && cp build/engine/$*/gajah-aei$(suffix $*) $@

engine-tests: $(VENV)/test-group engine
	@sh tests/native/run.sh $(BIN)/python

# What other systems lack, found by mypy; and the tests of core for them, under qemu and wine.
elsewhere-tests: $(VENV)/test-group $(VENV)/installed \
    core-tests-linux-aarch64 core-tests-windows-x86_64
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/win32 src
	$(BIN)/mypy --platform darwin --cache-dir .mypy_cache/darwin src

core-tests-%: $(VENV)/build-group
	@sh tests/install_cross_compilers.sh $*
	@$(BIN)/cmake -S . -B build/$@ -G Ninja --toolchain tools/cross.cmake -DGAJAH_SYSTEM=$* \
	  -DGAJAH_PYTHON=OFF -DGAJAH_TESTS=ON -DGAJAH_SANITIZE=OFF --log-level=WARNING
	@$(BIN)/cmake --build build/$@ -- --quiet
	WINEDEBUG=-all $(BIN)/ctest --test-dir build/$@ --parallel $(JOBS) --output-on-failure

# Wheels for Linux from Zig's compiler, in dist/: one for Python 3.11, one for all from 3.12 on. The
# source package is what they are built from; it contains core for web pages.
WHEEL_PYTHONS ?= python3.11 python3.12
WHEEL_PROCESSORS ?= x86_64 aarch64

$(VENV)/wheels-group: $(VENV)/made pyproject.toml
	$(call install_group,wheels)
	@touch $@

sdist: $(VENV)/wheels-group wasm
	$(BIN)/python -m build --sdist --outdir dist

wheels: sdist
	@sh tools/build_wheels.sh "$(WHEEL_PROCESSORS)" $(WHEEL_PYTHONS)

# The pages that explain gajah, in dist/docs/: any web host serves them.
$(VENV)/docs-group: $(VENV)/made pyproject.toml
	$(call install_group,docs)
	@touch $@

docs: $(VENV)/docs-group $(VENV)/installed
	$(BIN)/python tools/docs_site.py dist/docs

report: docs $(VENV)/test-group $(VENV)/system-packages
	$(BIN)/python tools/report_pdf.py dist/docs dist/gajah-report.pdf

pytest: $(VENV)/docs-group $(VENV)/test-group $(VENV)/installed node_modules/installed
	$(BIN)/python -m pytest -n $(TEST_JOBS) --dist worksteal

bench: $(VENV)/test-group $(VENV)/installed
	@$(BIN)/gajah bench

stubs: $(VENV)/installed
	$(BIN)/python -m nanobind.stubgen -q -m gajah._core -p core/bindings/stub_patterns.txt \
	  -o src/gajah/_core.pyi
	$(BIN)/python tools/wire_types.py > src/gajah/web/static/js/wire.d.ts

format: $(VENV)/test-group node_modules/installed
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CORE)
	node_modules/.bin/biome check --write

release-check: $(VENV)/made
	@$(BIN)/python tools/release_check.py

clean:
	rm -rf $(VENV) node_modules build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
