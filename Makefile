# The commands people type; CMakePresets.json and cmake/ do the work.
.PHONY: demo test slow-test bench fuzz format tidy

demo: ## build the program and predict the curve of an AFF A800 beside its measured one
	scripts/install_packages.sh program
	cmake --preset release
	cmake --build --preset release --target arraytwin_cli
	build/release/bin/arraytwin predict aff-a800 -w 4k-random-read \
	    --measured data/measured/measured_curves.csv --html curve.html

test: dev ## everything that is quick
	ctest --preset dev

slow-test: dev ## statistics on thousands of runs
	ctest --preset slow

.PHONY: dev
dev:
	scripts/install_packages.sh program tests
	cmake --preset dev
	cmake --build --preset dev

bench: ## medians of five repetitions
	scripts/install_packages.sh program tests
	cmake --preset bench
	cmake --build --preset bench
	scripts/bench.sh build/bench/bench

fuzz: ## bad input by the hundred thousand, under sanitizers; ITERATIONS=n, SEED=n
	scripts/install_packages.sh program tests
	cmake --preset asan
	cmake --build --preset asan --target fuzzers
	scripts/fuzz.sh build/asan/fuzz

format: ## rewrite the sources in our style
	scripts/format.sh

tidy: ## clang-tidy's short list
	cmake --preset dev
	scripts/tidy.sh build/dev
