"""Runs of training as files: written while they go on, read, compared and drawn from files alone.

Nothing in this room imports PyTorch.
"""
