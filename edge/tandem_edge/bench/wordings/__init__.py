"""Requests written out as people speak, and the calls they mean: what training tasks are made of.

One file a domain and language, in the form that ``docs/writing-tools.md`` describes.
"""
