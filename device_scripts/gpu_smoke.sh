#!/bin/sh
# A look at CARE on one GPU in at most ten minutes: one table at the end.
#
#   device_scripts/gpu_smoke.sh BASE [OUT]      BASE: a model's name, GGUF path or checkpoint
#                                               folder; OUT: where the run is kept
#   DRY=1 device_scripts/gpu_smoke.sh BASE      says what would be run, and runs nothing
#   STEPS=20 GROUPS_=4 GROUP=8                  more of it
set -eu

base=${1:?"usage: gpu_smoke.sh BASE [OUT]"}
out=${2:-gpu_smoke_run}
python=${PYTHON:-.venv/bin/python}
steps=${STEPS:-10}
configs=$("$python" -c 'import tandem_trainer.train.care as c; print(c.__path__[0])')/accelerate

set -- "$python" -m accelerate.commands.launch --config_file "$configs/one_gpu.yaml" \
    -m tandem_trainer care --base "$base" --out "$out" --steps "$steps" \
    --groups "${GROUPS_:-4}" --group "${GROUP:-8}" --lora 16 --answer-tokens 96 \
    --every "$((steps / 2 > 0 ? steps / 2 : 1))" --dev-tasks 16 --json

if [ "${DRY:-0}" != 0 ]; then
    printf '%s ' "$@"
    echo
    exit 0
fi

"$python" -c 'import torch, sys; sys.exit(0 if torch.cuda.is_available() else "no GPU: PyTorch sees none")'
began=$(date +%s)
timeout 570 "$@"
ended=$(date +%s)

SECONDS_=$((ended - began)) OUT_="$out" "$python" - <<'TABLE'
import json, os
from pathlib import Path
from statistics import fmean

import torch

out = Path(os.environ["OUT_"])
steps = [json.loads(line) for line in (out / "steps.jsonl").read_text().splitlines()]
result = json.loads((out / "result.json").read_text())
rows = {
    "device": torch.cuda.get_device_name(),
    "wall clock, s": os.environ["SECONDS_"],
    "steps": len(steps),
    "success in training": f"{fmean(each['success'] for each in steps):.3f}",
    "tokens an attempt": f"{fmean(each['tokens'] for each in steps):.1f}",
    "calls an attempt": f"{fmean(each['calls'] for each in steps):.2f}",
    "entropy, first and last": f"{steps[0]['entropy']:.3f} {steps[-1]['entropy']:.3f}",
    "sampled but not trained on": f"{sum(each['forgotten'] for each in steps):.0f}",
    "dev accuracy": f"{result['dev']['accuracy']:.3f}",
}
for name, value in rows.items():
    print(f"{name:<28} {value}")
TABLE
