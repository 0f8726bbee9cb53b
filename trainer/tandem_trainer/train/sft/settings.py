"""What a cold start is done with."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from tandem_shared.tools import Frozen

Positive = Annotated[float, Field(gt=0)]
Count = Annotated[int, Field(ge=1)]
Arithmetic = Literal["auto", "float32", "bfloat16"]


class SftSettings(Frozen):
    """Everything about training that is chosen; together with base, data and seed it decides the
    run, but for ``minutes``."""

    method: Literal["lora", "full"] = "lora"
    rank: Count = 16
    layers: Annotated[int, Field(ge=0)] = 0
    """LoRA on the last so many layers only, which spares the gradient of those below; 0 is all."""
    dropout: Annotated[float, Field(ge=0, lt=1)] = 0.05
    lr: Positive = 2e-4
    warm_up: Annotated[float, Field(ge=0, lt=1)] = 0.03
    """Share of the steps in which the learning rate rises; it falls to nothing from there."""
    decay: Annotated[float, Field(ge=0)] = 0.0
    clip: Positive = 1.0
    """Largest norm of the gradient."""
    epochs: Count = 1
    steps: Annotated[int, Field(ge=0)] = 0
    """Optimiser steps at most; 0 for as many as the epochs have."""
    minutes: Annotated[float, Field(ge=0)] = 0.0
    """At most; 0 for no limit."""
    tools: Literal["own", "shared"] = "shared"
    """Whether each example has its own list of tools, or those of a group have one together."""
    apart: bool = False
    """Tools are evaluated by themselves, as the edge does with ``planner_blocks``."""
    group: Count = 8
    """Sequences that share the evaluation of what they have in common."""
    tokens: Count = 1536
    """Of a group beyond its context, at most: what has to be held in memory with gradients."""
    accumulate: Count = 2
    """Groups an optimiser step."""
    prefix_gradient: bool = False
    """Whether gradients go through the context, too."""
    dtype: Arithmetic = "auto"
    calls: Annotated[int, Field(ge=0)] = 0
    """Only examples of at most so many calls, so that a short training sees many; 0 is all."""
    held: Annotated[float, Field(ge=0, lt=1)] = 0.05
    """Share of the families that is held out, to see what is learned but not memorised."""
    evals: Count = 50
    """Steps between two looks at what is held out."""
    eval_most: Count = 64
    """Held sequences that are looked at."""
    patience: Annotated[int, Field(ge=0)] = 3
    """Looks without a lower loss after which training stops; 0 for never."""
    checkpoints: Count = 25
    """Steps between two checkpoints."""
