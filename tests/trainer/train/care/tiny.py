"""A policy of random weights, the tasks it fails at, and answers written for it."""

from __future__ import annotations

from pathlib import Path

from tandem_shared.tasks import Split, Task
from tandem_trainer.train.care.ablation.cold_start import tiny_model
from tandem_trainer.train.care.ablation.families import names, tasks_of
from tandem_trainer.train.care.ablation.words import tokenizer_of, write_speech
from tandem_trainer.train.care.starting import Start, find_start


def random_base(folder: Path, seed: int = 0) -> Path:
    """A checkpoint with one layer."""
    import torch

    torch.manual_seed(seed)
    tokenizer = tokenizer_of(names())
    tiny_model(tokenizer, layers=1).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    write_speech(folder, names())
    return folder


def start_of(base: Path) -> Start:
    """What a run begins with that is given a checkpoint folder."""
    return find_start(str(base), base / "no-models")


def tasks(split: Split = Split.TRAIN, count: int = 8) -> tuple[Task, ...]:
    return tuple(tasks_of("even", split, count, seed=3))
