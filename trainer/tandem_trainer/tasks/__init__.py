"""Constructing training tasks, and measuring what they cover."""
