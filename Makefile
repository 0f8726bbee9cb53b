# From a fresh clone: `make run` carries one request out, `make test` runs every test.
# Needs make, g++ and python3-venv. llama.cpp is compiled once (about 4 minutes on 2 idle cores).

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ASK ?= Set an alarm for 7:30 tomorrow called Morning run
# The request reaches the shell as a variable: neither make nor the shell reads what is in it.
override ASK := $(value ASK)
export ASK
# How many processes run tests; a file of tests is never cut.
JOBS ?= 2
STATE := $(VENV)/run-phone.json
export CMAKE_ARGS ?= -DLLAVA_BUILD=OFF
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help run test check models clean
help:
	@sed -n '1,2p' Makefile
	@echo 'make run | test | check | show-house | clean      (make run ASK="your request")'

run: $(VENV)/base.done
	$(BIN)/tandem model pull qwen2.5-coder-0.5b multilingual-e5-small
	$(BIN)/tandem ask --seed 7 --state $(STATE) -- "$$ASK"

test: $(VENV)/test.done models
	$(BIN)/pytest --numprocesses $(JOBS) --dist loadfile $(ARGS)

models: $(VENV)/base.done
	$(BIN)/tandem model pull qwen2.5-coder-0.5b smollm2-135m multilingual-e5-small

check: $(VENV)/dev.done
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -q tests/contracts

show-flywheel show-training: $(VENV)/test.done

show-%: $(VENV)/dev.done models
	$(BIN)/python -m shows $* $(if $(QUICK),--quick)

clean:
	rm -rf $(VENV)

# Each environment is a step on the one before; a changed pyproject.toml renews them.
$(VENV)/base.done: pyproject.toml
	@command -v g++ >/dev/null || { echo 'llama.cpp needs a C++ compiler: apt install g++' >&2; exit 3; }
	@$(PYTHON) -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' || { echo 'Python 3.11 or newer with venv is needed: apt install python3 python3-venv' >&2; exit 3; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

$(VENV)/dev.done: $(VENV)/base.done
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $@

# torch first and by its exact version: left to a resolver, a CUDA build of several GB comes.
$(VENV)/test.done: $(VENV)/dev.done
	$(BIN)/python -m pip install --quiet torch==2.13.0
	$(BIN)/python -m pip install --quiet --editable '.[dev,trainer,postgres,lm-eval]'
	touch $@
