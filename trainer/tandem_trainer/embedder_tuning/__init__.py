"""Teaches the memory's embedder to meet across two languages; needs the ``trainer`` extra.

It is trained on made-up talk, on pairs that were written for it and on a dictionary, never on what
anybody's memory holds.
"""
