"""A tiny base as a GGUF file and as weights, and a finished run that taught it something random."""

from __future__ import annotations

import json
from pathlib import Path

import gguf
import numpy as np
import torch
from peft import LoraConfig, get_peft_model
from safetensors.numpy import load_file
from transformers import LlamaConfig, LlamaForCausalLM, Qwen2Config, Qwen2ForCausalLM

from tandem_edge.models.turns import CHATML
from tandem_trainer.train.export.layout import Layout
from tandem_trainer.train.importing.bases import Base
from tandem_trainer.train.runs.folder import Manifest, RunFolder
from tests.edge.models.builders import CHATML_TEMPLATE
from tests.trainer.train.conftest import write_tokeniser

DATA = "d" * 64
MODELS = {"qwen2": (Qwen2Config, Qwen2ForCausalLM), "llama": (LlamaConfig, LlamaForCausalLM)}


def tiny_base(folder: Path, kind: str, texts: list[str]) -> Base:
    weights = folder / "weights"
    weights.mkdir()
    vocabulary = write_tokeniser(weights, texts)
    torch.manual_seed(0)
    config, model = MODELS[kind]
    sizes = config(
        vocab_size=vocabulary, hidden_size=64, intermediate_size=96, num_hidden_layers=2,
        num_attention_heads=4, num_key_value_heads=2, max_position_embeddings=8192,
        bos_token_id=0, eos_token_id=1, initializer_range=0.1, tie_word_embeddings=False,
    )  # fmt: skip
    made = model(sizes)
    for name, parameter in made.named_parameters():
        if name.endswith("bias"):
            torch.nn.init.normal_(parameter, std=0.2)
    made.half().save_pretrained(weights)
    path = folder / f"tiny-{kind}.gguf"
    _write(path, kind, weights)
    from tandem_trainer.train.export.exporting import _sha256

    return Base(f"tiny-{kind}", weights, _sha256(path), CHATML, path)


def _write(path: Path, kind: str, weights: Path) -> None:
    """The base as a GGUF file: what a converter would have made of the checkpoint."""
    tokeniser = json.loads((weights / "tokenizer.json").read_text())["model"]
    tokens = sorted(tokeniser["vocab"], key=tokeniser["vocab"].__getitem__)
    writer = gguf.GGUFWriter(path, kind)
    writer.add_context_length(8192)
    writer.add_embedding_length(64)
    writer.add_block_count(2)
    writer.add_feed_forward_length(96)
    writer.add_head_count(4)
    writer.add_head_count_kv(2)
    writer.add_layer_norm_rms_eps(1e-6)
    config = json.loads((weights / "config.json").read_text())
    writer.add_rope_freq_base(float(config["rope_parameters"]["rope_theta"]))
    writer.add_rope_dimension_count(16)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("qwen2")
    writer.add_token_list(tokens)
    control, normal = gguf.TokenType.CONTROL, gguf.TokenType.NORMAL
    writer.add_token_types([control if at < 2 else normal for at in range(len(tokens))])
    writer.add_token_merges([" ".join(each) for each in tokeniser["merges"]])
    writer.add_bos_token_id(0)
    writer.add_eos_token_id(1)
    writer.add_add_bos_token(False)
    writer.add_chat_template(CHATML_TEMPLATE)
    tensors = load_file(weights / "model.safetensors")
    layout = Layout(kind, 2, 4, 2)
    for theirs, name in layout.names(tensors).items():
        array = layout.ordered(name, tensors[theirs])
        writer.add_tensor(name, array if array.ndim > 1 else array.astype(np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def finished_run(folder: Path, base: Base, seed: int = 1) -> Path:
    """A run that is over, with a LoRA of random numbers."""
    kind = base.name.removeprefix("tiny-")
    model = MODELS[kind][1].from_pretrained(base.folder, dtype=torch.float32)
    adapted = get_peft_model(
        model, LoraConfig(r=4, lora_alpha=8, target_modules="all-linear", task_type="CAUSAL_LM")
    )
    torch.manual_seed(seed)
    for name, parameter in adapted.named_parameters():
        if "lora_" in name:
            torch.nn.init.normal_(parameter, std=0.15)
            parameter.data = parameter.data.half().float()  # as the exported file holds it
    adapted.save_pretrained(folder / "adapter")
    run = RunFolder(folder)
    run.begin(Manifest(kind="sft", base=base.name, base_sha256=base.sha256, data=DATA))
    run.finish({"stopped": "steps", "step": 1})
    return folder
