"""Locks, permissions, and what others may see."""
