"""Curation: from each rollout to what may be said of it, by rules that a person can follow.

Whether a task was done, whether the record may be believed, whether anything should be learned
from it, and what a failure is put down to (``docs/attribution.md``) are told apart.
"""
