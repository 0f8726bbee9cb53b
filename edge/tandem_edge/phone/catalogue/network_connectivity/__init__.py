"""Radios and what they connect to."""
