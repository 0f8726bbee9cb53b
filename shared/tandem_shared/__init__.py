"""Contracts that the edge, the trainer and the screens agree on, byte for byte."""
