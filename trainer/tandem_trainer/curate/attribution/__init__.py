"""Putting a failure down to one of eleven failings, by rules: see ``docs/attribution.md``.

One file a family of failings; ``deciding.ORDER`` lists every rule in the order in which it counts.
"""
