"""Gathering what may hold an answer."""
