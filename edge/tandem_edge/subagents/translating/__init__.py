"""Checking a translation, and how to say it."""
