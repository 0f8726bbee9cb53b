"""The encoder as an ONNX graph: integer products, token vectors averaged, unit length.

Activations are quantised as they come (``DynamicQuantizeLinear``), each channel divided by what
makes the channels alike (``Adapter.smooth``); weights once: symmetric, a scale an output channel, 7
bits of 8, since processors without VNNI add two products in 16 bits
(onnxruntime.ai/docs/performance/model-optimizations/quantization.html).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from tandem_edge.embedder.conversion.adapter import Adapter
from tandem_edge.embedder.conversion.packed import Floats, Packed, Shape

OPSET, IR_VERSION = 21, 10
CONTRIB = "com.microsoft"
WEIGHT_MAX, TABLE_MAX = 63, 127
MASKED = -10_000.0


def model_head(packed: Packed, metadata: dict[str, str]) -> bytes:
    """The model without its tensors: nodes, inputs, outputs, ``metadata``."""
    shape = packed.shape
    nodes = [*_embedding(shape), *_layers(shape), *_pooling(shape)]
    ids = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"])
        for name in ("input_ids", "attention_mask")
    ]
    out = helper.make_tensor_value_info("embedding", TensorProto.FLOAT, ["batch", shape.hidden])
    opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid(CONTRIB, 1)]
    graph = helper.make_graph(nodes, "encoder", ids, [out])
    model = helper.make_model(graph, opset_imports=opsets, ir_version=IR_VERSION)
    model.producer_name = "tandem"
    helper.set_model_props(model, metadata)
    return bytes(model.SerializeToString(deterministic=True))


def tensor_bytes(tensor: TensorProto) -> bytes:
    """A model that holds this tensor alone.

    Serialised messages that stand one after another are read as one message, their repeated fields
    joined (protobuf.dev/programming-guides/encoding), so a model is written tensor by tensor.
    """
    model = onnx.ModelProto(graph=onnx.GraphProto(initializer=[tensor]))
    return bytes(model.SerializeToString())


def tensors(packed: Packed, kept: list[int], adapter: Adapter) -> Iterator[TensorProto]:
    """Every tensor the graph names, one at a time."""
    yield from _constants(packed.shape)
    yield from _tables(packed, kept)
    for layer in range(packed.shape.layers):
        yield from _layer_tensors(packed, adapter, f"l{layer}.")


def _node(op: str, inputs: list[str], output: str | list[str], **attributes: Any) -> onnx.NodeProto:
    outputs = [output] if isinstance(output, str) else output
    return helper.make_node(op, inputs, outputs, **attributes)


def _embedding(shape: Shape) -> Iterator[onnx.NodeProto]:
    """Word, position and type vectors; the attention bias that hides padding."""
    yield _node("Gather", ["word", "input_ids"], "word.q", axis=0)
    yield _node("Gather", ["word.scale", "input_ids"], "word.s", axis=0)
    yield _node("Cast", ["word.q"], "word.f", to=TensorProto.FLOAT)
    yield _node("Mul", ["word.f", "word.s"], "word.v")
    yield _node("Shape", ["input_ids"], "length", start=1, end=2)
    yield _node("Slice", ["position", "zero", "length", "zero"], "position.v")
    yield _node("Add", ["word.v", "position.v"], "embedded")
    yield _norm("embedded", "emb.ln", "x0", shape)
    yield _node("Cast", ["attention_mask"], "mask", to=TensorProto.FLOAT)
    yield _node("Unsqueeze", ["mask", "axes12"], "mask4")
    yield _node("Sub", ["one", "mask4"], "hidden4")
    yield _node("Mul", ["hidden4", "masked"], "bias4")


def _norm(x: str, name: str, out: str, shape: Shape) -> onnx.NodeProto:
    inputs = [x, f"{name}.w", f"{name}.b"]
    return _node("LayerNormalization", inputs, out, axis=-1, epsilon=shape.epsilon)


def _product(x: str, name: str, out: str) -> Iterator[onnx.NodeProto]:
    """``x`` times an integer matrix, plus bias."""
    parts = [f"{out}.{part}" for part in ("q", "s", "z")]
    yield _node("Mul", [x, f"{name}.even"], f"{out}.e")
    yield _node("DynamicQuantizeLinear", [f"{out}.e"], parts)
    yield _node("MatMulInteger", [parts[0], name, parts[2], "zero8"], f"{out}.i")
    yield _node("Cast", [f"{out}.i"], f"{out}.f", to=TensorProto.FLOAT)
    yield _node("Mul", [parts[1], f"{name}.scale"], f"{out}.t")
    yield _node("Mul", [f"{out}.f", f"{out}.t"], f"{out}.m")
    yield _node("Add", [f"{out}.m", f"{name}.bias"], out)


def _layers(shape: Shape) -> Iterator[onnx.NodeProto]:
    for layer in range(shape.layers):
        yield from _attention(f"x{layer}", f"l{layer}.", shape)
        yield from _feed_forward(f"l{layer}.", f"x{layer + 1}", shape)


def _attention(x: str, p: str, shape: Shape) -> Iterator[onnx.NodeProto]:
    yield from _product(x, f"{p}qkv", f"{p}heads")
    yield _node("Split", [f"{p}heads"], [f"{p}{c}" for c in "qkv"], axis=2, num_outputs=3)
    for c, order in (("q", [0, 2, 1, 3]), ("k", [0, 2, 3, 1]), ("v", [0, 2, 1, 3])):
        yield _node("Reshape", [f"{p}{c}", "split"], f"{p}{c}r")
        yield _node("Transpose", [f"{p}{c}r"], f"{p}{c}t", perm=order)
    yield _node("MatMul", [f"{p}qt", f"{p}kt"], f"{p}scores")
    yield _node("Mul", [f"{p}scores", "root"], f"{p}scaled")
    yield _node("Add", [f"{p}scaled", "bias4"], f"{p}shown")
    yield _node("Softmax", [f"{p}shown"], f"{p}weights", axis=-1)
    yield _node("MatMul", [f"{p}weights", f"{p}vt"], f"{p}mixed")
    yield _node("Transpose", [f"{p}mixed"], f"{p}mixedt", perm=[0, 2, 1, 3])
    yield _node("Reshape", [f"{p}mixedt", "join"], f"{p}context")
    yield from _product(f"{p}context", f"{p}ao", f"{p}attended")
    yield _node("Add", [x, f"{p}attended"], f"{p}sum1")
    yield _norm(f"{p}sum1", f"{p}aln", f"{p}x", shape)


def _feed_forward(p: str, out: str, shape: Shape) -> Iterator[onnx.NodeProto]:
    yield from _product(f"{p}x", f"{p}fi", f"{p}inner")
    yield _node("Gelu", [f"{p}inner"], f"{p}active")
    yield from _product(f"{p}active", f"{p}fo", f"{p}outer")
    yield _node("Add", [f"{p}x", f"{p}outer"], f"{p}sum2")
    yield _norm(f"{p}sum2", f"{p}oln", out, shape)


def _pooling(shape: Shape) -> Iterator[onnx.NodeProto]:
    """The mean over tokens that are no padding, at unit length."""
    yield _node("Unsqueeze", ["mask", "axis2"], "mask3")
    yield _node("Mul", [f"x{shape.layers}", "mask3"], "kept")
    yield _node("ReduceSum", ["kept", "axis1"], "total", keepdims=0)
    yield _node("ReduceSum", ["mask3", "axis1"], "count", keepdims=0)
    yield _node("Div", ["total", "count"], "mean")
    yield _node("ReduceL2", ["mean", "axis1"], "norm", keepdims=1)
    yield _node("Div", ["mean", "norm"], "embedding")


def _tensor(name: str, array: NDArray[Any]) -> TensorProto:
    return numpy_helper.from_array(np.ascontiguousarray(array), name)


def _constants(shape: Shape) -> Iterator[TensorProto]:
    head = shape.hidden // shape.heads
    for name, whole in (
        ("zero", [0]), ("axis1", [1]), ("axis2", [2]), ("axes12", [1, 2]),
        ("split", [0, 0, shape.heads, head]), ("join", [0, 0, shape.hidden]),
    ):  # fmt: skip
        yield _tensor(name, np.array(whole, np.int64))
    for name, value in (("one", 1.0), ("masked", MASKED), ("root", head**-0.5)):
        yield numpy_helper.from_array(np.array(value, np.float32), name)
    yield numpy_helper.from_array(np.array(0, np.int8), "zero8")


def _tables(packed: Packed, kept: list[int]) -> Iterator[TensorProto]:
    shape = packed.shape
    words = np.empty((len(kept), shape.hidden), np.int8)
    scales = np.empty((len(kept), 1), np.float32)
    wanted, done, first = np.array(kept), 0, 0
    for rows in packed.rows("emb.word", shape.vocabulary, shape.hidden):
        inside = wanted[(wanted >= first) & (wanted < first + len(rows))] - first
        place = slice(done, done + len(inside))
        words[place], scales[place] = _quantised(rows[inside], TABLE_MAX)
        done, first = done + len(inside), first + len(rows)
    yield _tensor("word", words)
    yield _tensor("word.scale", scales)
    kind = packed.floats("emb.type", shape.kinds, shape.hidden)[:1]
    yield _tensor("position", packed.floats("emb.pos", shape.positions, shape.hidden) + kind)
    yield from _norm_tensors(packed, "emb.ln")


def _norm_tensors(packed: Packed, name: str) -> Iterator[TensorProto]:
    for part in ("w", "b"):
        yield _tensor(f"{name}.{part}", packed.floats(f"{name}.{part}", packed.shape.hidden))


def _layer_tensors(packed: Packed, adapter: Adapter, p: str) -> Iterator[TensorProto]:
    hidden, inner = packed.shape.hidden, packed.shape.inner
    sizes = {"ao": (hidden, hidden), "fi": (inner, hidden), "fo": (hidden, inner)}
    sizes |= dict.fromkeys("qkv", (hidden, hidden))

    def weights(name: str) -> Floats:
        return adapter.weights(f"{p}{name}", packed.matrix(f"{p}{name}.w", *sizes[name]))

    for product, parts in {"qkv": "qkv", "ao": ["ao"], "fi": ["fi"], "fo": ["fo"]}.items():
        even = adapter.smooth(f"{p}{product}", sizes[parts[0]][1])
        whole = np.concatenate([weights(name) for name in parts]) * even
        biases = [packed.floats(f"{p}{name}.b", sizes[name][0]) for name in parts]
        yield from _weights(f"{p}{product}", whole, np.concatenate(biases))
        yield _tensor(f"{p}{product}.even", 1 / even)
    for name in ("aln", "oln"):
        yield from _norm_tensors(packed, f"{p}{name}")


def _weights(name: str, weights: Floats, bias: Floats) -> Iterator[TensorProto]:
    """``weights`` is ``[outputs, inputs]``; the graph multiplies by its transpose."""
    whole, scales = _quantised(weights, WEIGHT_MAX)
    yield _tensor(name, whole.T)
    yield _tensor(f"{name}.scale", scales[:, 0])
    yield _tensor(f"{name}.bias", bias)


def _quantised(rows: Floats, most: int) -> tuple[NDArray[np.int8], Floats]:
    """Whole numbers up to ``most`` in size, and the scale of each row ``[rows, 1]``."""
    largest = np.abs(rows).max(axis=1, keepdims=True)
    scales = (np.where(largest > 0, largest, 1) / np.float32(most)).astype(np.float32)
    return np.rint(rows / scales).astype(np.int8), scales
